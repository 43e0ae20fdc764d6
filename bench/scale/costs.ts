/**
 * What a run asks of GitHub: the requests that count against the limits of a token, and the writes among them. A 304
 * does not count (docs.github.com, "Best practices for using the REST API"), and git has no such limit.
 */
export type Cost = { requests: number; writes: number }

/**
 * Each kind of run as the real code does it on the embedded GitHub. `test/scale/costs.nightly.test.ts` plays them,
 * and fails when one asks for more. `look` is one look of `schedule` at a plan.
 */
export const COSTS = {
  plan: { requests: 12, writes: 7 },
  revise: { requests: 14, writes: 5 },
  /** An approval and the end of a plan, without its subtasks. */
  work: { requests: 13, writes: 6 },
  /** One subtask, apart from the steps that its agent shows meanwhile. */
  subtask: { requests: 2, writes: 1 },
  /** Steps that are shown in the description: one write each time. */
  steps: { requests: 1, writes: 1 },
  merged: { requests: 4, writes: 0 },
  look: { requests: 5, writes: 0 },
} satisfies Record<string, Cost>

/** What `schedule` asks at so many open plans that changed in the last three days, and their issues with them. */
export const scheduleCost = (plans: number): Cost => ({
  requests:
    Math.max(1, Math.ceil(plans / 100)) + // open pull requests
    Math.max(1, Math.ceil((2 * plans) / 100)) + // what changed
    1 + // comments
    plans * COSTS.look.requests,
  writes: 0,
})

/** A plan of so many subtasks from `/plan` to its merge, with so many revisions. */
export const planCost = (subtasks: number, revisions = 0): Cost =>
  [
    COSTS.plan,
    ...Array<Cost>(revisions).fill(COSTS.revise),
    COSTS.work,
    ...Array<Cost>(subtasks).fill(COSTS.subtask),
    COSTS.merged,
  ].reduce(plus)

export const plus = (one: Cost, other: Cost): Cost => ({
  requests: one.requests + other.requests,
  writes: one.writes + other.writes,
})
