import type { GitHub } from '../../fakes/github/github.ts'
import type { WebhookEvent } from '../../fakes/github/types.ts'
import { CI } from './ci.ts'
import type { People, Remark } from './people.ts'
import type { Choice, Phase, Pull } from './view.ts'

type Setting = { phase: Phase; isBusy: boolean; isSample: boolean; isDraft: boolean }

type Happening = {
  id: string
  title: string
  does: string
  /** What has to be waited for, or nothing. */
  wait(setting: Setting): string
}

/** What is waited for, where only the sample project’s plan will do, at rest and in one of these phases. */
function need(phases: readonly Phase[], { phase, isBusy, isSample }: Setting): string {
  if (!isSample) return 'Needs the sample project.'
  if (isBusy) return 'Wait until the run has ended.'
  return phases.includes(phase) ? '' : 'Needs a plan that is done.'
}

const HAPPENINGS: readonly Happening[] = [
  {
    id: 'ci',
    title: 'CI runs on the branch',
    does: `alice presses “Approve and run” on GitHub, and CI runs \`${CI.command}\`. When it fails, comment “/fix”.`,
    wait: (setting) => need(['done', 'halted'], setting),
  },
  {
    id: 'review',
    title: 'bob requests changes',
    does: 'A review with a comment on a line of src/limiter.ts. You can do so yourself: choose a line under “Files”.',
    wait: (setting) => need(['done'], setting),
  },
  {
    id: 'push',
    title: 'carol pushes to main',
    does: 'She changes README.md. Then comment “/update”, or see what “approve” says if your plan names that file.',
    wait: ({ phase }) => (['ask', 'plan', 'closed', 'merged'].includes(phase) ? 'Needs a plan.' : ''),
  },
  {
    id: 'merge',
    title: 'alice merges',
    does: 'The button “Merge pull request”. The issue closes, and the record of the plan stays: try `/verify` then.',
    wait: ({ phase, isBusy, isDraft }) =>
      isBusy
        ? 'Wait until the run has ended.'
        : phase !== 'done'
          ? 'Needs a plan that is done.'
          : isDraft
            ? 'GitHub merges no draft.'
            : '',
  },
]

export const happeningsIn = (setting: Setting): Choice[] =>
  HAPPENINGS.map(({ id, title, does, wait }) => ({ id, title, does, ready: wait(setting) === '', wait: wait(setting) }))

const REMARK = {
  path: 'src/limiter.ts',
  line: 'windows.set(',
  body: 'No client is ever forgotten: this map only grows. Forget clients whose window is over.',
  review: 'One thing before we merge.',
}

type Requested = { events: WebhookEvent[]; on: Remark['on']; body: string }

/** bob reviews the sample project’s plan when it is done. Undefined when there is no such line. */
export async function requestChanges(
  github: GitHub,
  people: People,
  { number, branch }: Pick<Pull, 'number' | 'branch'>,
): Promise<Requested | undefined> {
  const { path, line: words, body, review } = REMARK
  const lines = (await github.file(`refs/heads/${branch}`, path))?.split('\n') ?? []
  const on = { path, line: lines.findIndex((text) => text.includes(words)) + 1 }
  if (on.line === 0) return undefined
  return { events: await people.remark('bob', number, { on, body, review }), on, body }
}

/** alice merges a plan. GitHub closes the issue that its description names. */
export async function mergePlan(github: GitHub, { number, body }: Pick<Pull, 'number' | 'body'>): Promise<void> {
  await github.mergePull('alice', number)
  const [, issue] = /\bCloses #(\d+)/.exec(body) ?? []
  if (issue) await github.closeIssue('alice', Number(issue))
}

const ABOUT = /^A board of short notes(?:, for (\d+) offices)?/m

/** carol changes the base branch: the first lines of the sample project’s README, or a file of her own. */
export async function changeBase(github: GitHub, people: People): Promise<void> {
  const readme = (await github.file('refs/heads/main', 'README.md')) ?? ''
  const [, offices = '1'] = ABOUT.exec(readme) ?? []
  const push = ABOUT.test(readme)
    ? { path: 'README.md', text: readme.replace(ABOUT, `A board of short notes, for ${Number(offices) + 1} offices`) }
    : { path: 'carol.md', text: `${(await github.file('refs/heads/main', 'carol.md')) ?? ''}carol was here.\n` }
  await people.push('carol', 'main', { ...push, message: `Change ${push.path}` })
}
