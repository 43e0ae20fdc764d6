import { setTimeout as sleep } from 'node:timers/promises'
import { UserError } from '../../src/lib/errors.ts'
import {
  AFTER_APPROVAL,
  AFTER_CANCEL,
  AFTER_DOCTOR,
  AFTER_FEEDBACK,
  AFTER_FOLLOW_UP,
  AFTER_REQUEST,
  fileRow,
  rowsOf,
  type Row,
} from './checks.ts'
import { fileOn, hasBranch, look, orNone, reactionsOf, type Shown, type Site } from './look.ts'

type Play = {
  site: Site
  folder: string
  issues: number[]
  rows: Row[]
  stop: AbortSignal
  tell: (text: string) => void
}

/**
 * Plays the conversation, looks after each step, and takes away what it brought, whatever happens. Throws `UserError`
 * when the repository is not ready for it.
 */
export async function playLive(
  site: Site,
  { stop, tell, idle = () => runsEnded(site, stop) }: Pick<Play, 'stop' | 'tell'> & { idle?: () => Promise<void> },
): Promise<{ rows: Row[]; stuck: string | undefined }> {
  await checkRepository(site)
  const folder = `live-check/${Date.now().toString(36)}`
  const play: Play = { site, folder, issues: [], rows: [], stop, tell }
  let stuck: string | undefined
  try {
    await converse(play)
  } catch (error) {
    if (!(error instanceof Stuck)) throw error
    stuck = error.message
  } finally {
    // A run that is still at work would find its branch gone, and be red.
    await idle().catch(() => undefined)
    if (!site.options.keep) await cleanUp(play)
  }
  return { rows: play.rows, stuck }
}

/** Whether somebody with write permission asks, and a workflow that listens to comments is there. */
async function checkRepository({ client, at, options }: Site): Promise<void> {
  const here = `${at.owner}/${at.repo}`
  const found = await orNone(client.rest.repos.get(at))
  if (!found) throw wrong(`The token does not see ${here}.`, 'Check the name, and what the token may see.')
  const user = await client.rest.users.getAuthenticated().catch(() => undefined)
  if (user?.data.type !== 'User')
    throw wrong('The token is not one of a person.', 'Use a token of a person: a workflow’s own starts no workflow.')
  const { data } = await client.rest.repos.getCollaboratorPermissionLevel({ ...at, username: user.data.login })
  if (!['write', 'admin'].includes(data.permission))
    throw wrong(`${user.data.login} may not write to ${here}.`, 'Use a repository of your own.')
  if (!(await hasWorkflow({ client, at, options })))
    throw wrong(
      `No workflow of ${here} listens to \`issue_comment\`.`,
      'Put examples/one-job.yml into .github/workflows/ on its default branch, with a key for the model.',
    )
}

const wrong = (message: string, remedy: string): UserError => new UserError('options', message, remedy)

async function hasWorkflow(site: Site): Promise<boolean> {
  const { client, at } = site
  const folder = await orNone(client.rest.repos.getContent({ ...at, path: '.github/workflows' }))
  const files = Array.isArray(folder?.data) ? folder.data.filter(({ name }) => /\.ya?ml$/.test(name)) : []
  const { data } = await client.rest.repos.get(at)
  const texts = await Promise.all(files.map(({ path }) => fileOn(site, data.default_branch, path)))
  return texts.some((file) => file?.text.includes('issue_comment'))
}

async function openIssue({ site, folder, issues, tell }: Play): Promise<number> {
  const { data } = await site.client.rest.issues.create({
    ...site.at,
    title: `Live check of Measure Twice (${folder})`,
    body: 'A program checks whether the action does here what it should. It closes this issue by itself.',
  })
  issues.push(data.number)
  tell(`issue #${data.number}`)
  return data.number
}

async function converse(play: Play): Promise<void> {
  const { folder } = play
  const issue = await openIssue(play)
  const request =
    `/plan Add \`${folder}/one.txt\` with the one line \`one\`, and in a second subtask \`${folder}/two.txt\` with the ` +
    'one line `two`. Nothing else; verify each with `grep -qx`.'
  const asked = await step(play, {
    issue,
    name: 'request',
    text: request,
    until: isAnnounced(1),
    checks: AFTER_REQUEST,
  })
  const there = { issue, place: asked.pull?.number ?? issue }
  const feedback = 'The line of the second file should be `second`.'
  await step(play, { ...there, name: 'feedback', text: feedback, until: isAnnounced(2), checks: AFTER_FEEDBACK })
  await step(play, { ...there, name: 'approval', text: 'approve', until: isDone, checks: AFTER_APPROVAL })
  await lookAtFiles(play, asked)
  await cancelAnother(play)
  const more = `/revise Add \`${folder}/three.txt\` with the one line \`three\`, too.`
  await step(play, { issue, name: 'doctor', text: '/doctor', until: () => true, checks: AFTER_DOCTOR })
  await step(play, { ...there, name: 'follow-up', text: more, until: isAnnounced(3), checks: AFTER_FOLLOW_UP })
}

/** A plan that is given up before anything of it was executed. */
async function cancelAnother(play: Play): Promise<void> {
  const issue = await openIssue(play)
  const text = `/plan Add \`${play.folder}/four.txt\` with the one line \`four\`. Verify it with \`grep -qx\`.`
  const { pull } = await step(play, { issue, name: 'cancel', text, until: isAnnounced(1), checks: [] })
  const place = pull?.number ?? issue
  await step(play, { issue, place, name: 'cancel', text: 'cancel', until: isClosed, checks: AFTER_CANCEL })
}

const isAnnounced =
  (version: number) =>
  ({ comments }: Shown): boolean =>
    comments.some(({ isBot, body }) => isBot && body.includes(`<!-- measure-twice:version v=${version} `))
const isDone = ({ pull, file }: Shown): boolean => pull !== undefined && file === undefined
const isClosed = ({ pull }: Shown): boolean => pull?.state === 'closed'

type Step = {
  name: string
  issue: number
  /** Where it is said; on the issue unless given. */
  place?: number
  text: string
  until: (shown: Shown) => boolean
  checks: Parameters<typeof rowsOf>[1]
}

/** Says something, waits for what has to come of it, and takes down what is to be seen. */
async function step(play: Play, { name, issue, place = issue, text, until, checks }: Step): Promise<Shown> {
  const { site, rows, tell } = play
  const { data } = await site.client.rest.issues.createComment({ ...site.at, issue_number: place, body: text })
  tell(`${name}: waiting`)
  const begun = performance.now()
  const seen = async () => {
    const reactions = await reactionsOf(site, data.id)
    const shown = await look(site, issue)
    return { shown, reactions, rows: rowsOf({ step: name, shown, reactions, comment: data.id }, checks) }
  }
  const hasCome = ({ shown, reactions }: Awaited<ReturnType<typeof seen>>): boolean =>
    reactions.includes('confused') || (until(shown) && (name === 'feedback' || reactions.includes('rocket')))
  const first = await waitFor(play, site.options.limit, seen, hasCome)
  const came = hasCome(first) && !first.reactions.includes('confused')
  // The last writes of a step come after the one that was waited for.
  const last = came
    ? await waitFor(play, site.options.grace, seen, (now) => now.rows.every(({ holds }) => holds))
    : first
  rows.push(...last.rows)
  tell(`${name}: ${came ? `after ${Math.round((performance.now() - begun) / 1000)} s` : 'did not come about'}`)
  if (!came) throw stuckAt(site, name, !hasCome(first))
  return last.shown
}

/** Looks again and again until it is as it should be, or the time is over. */
async function waitFor<T>(
  { site, stop }: Play,
  limit: number,
  seen: () => Promise<T>,
  isThere: (now: T) => boolean,
): Promise<T> {
  const end = performance.now() + limit
  for (;;) {
    const now = await seen()
    if (isThere(now) || performance.now() > end) return now
    await sleep(site.options.interval, undefined, { signal: stop })
  }
}

/** A step that did not come about; the rows so far are worth a table. */
class Stuck extends Error {
  override readonly name = 'Stuck'
}

/** Where people look, by where programs ask. */
const serverOf = (address: string): string =>
  address.replace('://api.github.com', '://github.com').replace(/\/api\/v3\/?$/, '')

const stuckAt = ({ options, at }: Site, name: string, late: boolean): Error =>
  new Stuck(
    late
      ? `Nothing came of the ${name} in ${Math.round(options.limit / 60_000)} minutes. Look at the runs: ${serverOf(options.address)}/${at.owner}/${at.repo}/actions`
      : `The ${name} was refused. The reply on the pull request says why.`,
  )

async function lookAtFiles({ site, folder, rows }: Play, { pull }: Shown): Promise<void> {
  for (const [file, wanted] of [
    ['one.txt', 'one'],
    ['two.txt', 'second'],
  ] as const) {
    const path = `${folder}/${file}`
    const found = pull && (await fileOn(site, pull.branch, path))
    rows.push(fileRow('approval', path, found?.text, wanted))
  }
}

/** Waits until no run is at work, for a while at most; where runs cannot be seen, not at all. */
async function runsEnded({ client, at, options }: Site, signal: AbortSignal): Promise<void> {
  for (const end = performance.now() + options.grace; performance.now() < end;) {
    const found = await orNone(client.rest.actions.listWorkflowRunsForRepo({ ...at, status: 'in_progress' }))
    if (!found?.data.total_count) return
    await sleep(options.interval, undefined, { signal })
  }
}

/** Closes what was opened, and deletes the branches and what is kept of the conversations. */
async function cleanUp(play: Play): Promise<void> {
  for (const issue of play.issues) await cleanUpIssue(play, issue)
}

async function cleanUpIssue({ site, rows, tell }: Play, issue: number): Promise<void> {
  const { client, at } = site
  const { pull } = await look(site, issue)
  if (pull?.state === 'open') await client.rest.pulls.update({ ...at, pull_number: pull.number, state: 'closed' })
  if (pull && (await hasBranch(site, pull.branch)))
    await orNone(client.rest.git.deleteRef({ ...at, ref: `heads/${pull.branch}` }))
  await client.rest.issues.update({ ...at, issue_number: issue, state: 'closed' })
  for (const ref of await keptOf(site, issue)) await orNone(client.rest.git.deleteRef({ ...at, ref }))
  tell(`closed issue #${issue}${pull ? `, pull request #${pull.number} and its branch` : ''}`)
  const left = [
    ...(await keptOf(site, issue)),
    ...(pull && (await hasBranch(site, pull.branch)) ? [`heads/${pull.branch}`] : []),
  ]
  rows.push({
    ...{ step: 'clean-up', section: 6, what: `of issue #${issue} nothing is left but what is closed` },
    holds: left.length === 0,
    seen: left.join(', ') || 'closed',
  })
}

/** What is kept of the conversation of an issue. GitHub lists what begins alike, so that 1 is among 12, too. */
async function keptOf({ client, at }: Site, issue: number): Promise<string[]> {
  const { data } = await client.rest.git.listMatchingRefs({ ...at, ref: `measure-twice/${issue}` })
  const mine = new RegExp(`^refs/measure-twice/${issue}(?!\\d)`)
  return data.filter(({ ref }) => mine.test(ref)).map(({ ref }) => ref.replace(/^refs\//, ''))
}
