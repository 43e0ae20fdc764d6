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

/** The title of a plan's pull request. */
export const titleFor = (plan: Plan): string => cleanSubject(plan.title, 'Plan', 200)

/** Whether the pull request shows what the state renders to. */
export function isShown(room: PublishRoom, thread: Thread): boolean {
  const pull = thread.pull?.pull
  if (!pull) return true
  return bodyFor(room, thread, { body: pull.body }) === pull.body && newTitle(room, thread) === undefined
}

/** The new title, when the present one is still that of an earlier version. Titles that people gave stay. */
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

/** The agent's steps without credentials. They do not pass `withoutSecrets`, since they come before the result. */
async function withoutSecretsInSteps(live: Live | undefined): Promise<Live | undefined> {
  const steps = live?.steps.map(async (step) => ({ ...step, title: await withoutCredentials(step.title) }))
  return live && { ...live, steps: await Promise.all(steps ?? []) }
}

/** Updates the pull request's title and body. Reads them right before, so that edits of people are kept. */
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
