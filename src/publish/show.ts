import { withoutCredentials } from '../guard/credentials.ts'
import type { Plan } from '../plan/plan.ts'
import { parsePlan } from '../plan/markdown.ts'
import { FRESH_MS, type Thread } from '../decide/thread.ts'
import { fitBody } from './view/body.ts'
import { cleanSubject } from './view/commit-text.ts'
import type { Live } from './view/view.ts'
import { viewOf, type PublishRoom } from './room.ts'

/** The body of the pull request: what people wrote, with our block as it is now. */
export const bodyFor = (
  room: PublishRoom,
  thread: Thread,
  { body, live }: { body: string; live?: Live | undefined },
): string => fitBody(body, viewOf(room, thread, live), room.outward)

/** The title of the pull request: that of the plan. */
export const titleFor = (plan: Plan): string => cleanSubject(plan.title, 'Plan', 200)

/** Whether the pull request shows what the state renders to. */
export function isShown(room: PublishRoom, thread: Thread): boolean {
  const pull = thread.pull?.pull
  if (!pull) return true
  return bodyFor(room, thread, { body: pull.body }) === pull.body && newTitle(room, thread) === undefined
}

/** A title that is still that of an earlier version becomes that of the present one; a title that people gave stays. */
function newTitle(room: PublishRoom, thread: Thread): string | undefined {
  const { branch, pull } = thread
  const titles = [...(branch?.texts.values() ?? [])].flatMap((text) => {
    const parsed = parsePlan(text)
    return parsed.kind === 'plan' ? [room.outward(titleFor(parsed.plan))] : []
  })
  const { reading } = viewOf(room, thread).state
  const title = reading?.kind === 'plan' ? room.outward(titleFor(reading.plan)) : undefined
  return title !== undefined && title !== pull?.pull.title && titles.includes(pull?.pull.title ?? '')
    ? title
    : undefined
}

/** Steps are what an agent writes while it works: they come in by no other door. */
async function withoutSecretsInSteps(live: Live | undefined): Promise<Live | undefined> {
  const steps = live?.steps.map(async (step) => ({ ...step, title: await withoutCredentials(step.title) }))
  return live && { ...live, steps: await Promise.all(steps ?? []) }
}

/** Brings the pull request's body up to date. It is read right before, so that what people wrote into it meanwhile is kept. */
export async function show(room: PublishRoom, thread: Thread, live?: Live): Promise<Thread> {
  if (!thread.pull) return thread
  const { forge, clock } = room.sources
  const isFresh = clock.now() - thread.pull.readAt < FRESH_MS
  const now = (isFresh ? undefined : await forge.pull(thread.pull.pull.number)) ?? thread.pull.pull
  const title = newTitle(room, thread)
  const body = bodyFor(room, thread, { body: now.body, live: await withoutSecretsInSteps(live) })
  const changes = { ...(body === now.body ? {} : { body }), ...(title === undefined ? {} : { title }) }
  const pull = Object.keys(changes).length > 0 ? await forge.editPull(now.number, changes) : now
  return {
    ...thread,
    pull: { ...thread.pull, pull: { ...pull, lineComments: now.lineComments }, readAt: clock.now() },
  }
}
