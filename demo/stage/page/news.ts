import type { Said, View } from '../view.ts'

/** Markdown as one says it aloud: without addresses, marks and tags. */
export const spoken = (text: string): string =>
  text
    .replace(/<!--.*?-->/gs, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/^\s*>? ?\[!\w+\]/gm, '')
    .replace(/[*`#>|_~]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

const short = (text: string): string => (text.length > 140 ? `${text.slice(0, 138).trimEnd()}…` : text)

const lastIn = ({ issue, pull }: View): Said | undefined =>
  [...issue.comments, ...(pull?.comments ?? [])].sort((a, b) => a.id - b.id).at(-1)

/** What changed, in a sentence for those who cannot see it. Runs that go well tell by what they say and push. */
export function newsIn(before: View | undefined, now: View): string {
  if (!before) return ''
  const judged = now.attempts.find(({ id, held }) => held !== undefined && before.attempts[id - 1]?.held === undefined)
  if (judged) return `${judged.title}: ${judged.held ? 'it did not work.' : 'it worked.'} ${judged.seen}`
  if (now.phase === 'merged' && before.phase !== 'merged') return 'The pull request was merged.'
  const said = lastIn(now)
  if (said && said.id !== lastIn(before)?.id)
    return `${said.author.replace('[bot]', '')} commented: ${short(spoken(said.body))}`
  const check = now.checks.find(({ conclusion }, i) => conclusion !== before.checks[i]?.conclusion)
  if (check)
    return `CI: ${check.name} ${{ running: 'is running', success: 'passed', failure: 'failed' }[check.conclusion]}.`
  const commit = now.commits.at(-1)
  if (commit && commit.sha !== before.commits.at(-1)?.sha) return `New commit: ${commit.subject}`
  const job = now.jobs.at(-1)
  const isNew = job && job.state !== before.jobs.at(-1)?.state
  return isNew && (job.state === 'failed' || job.state === 'killed') ? `Run ${job.state}.` : ''
}

/** What makes a moment of its own on the time line: news, or one more call of an agent. */
export function momentIn(before: View | undefined, now: View): string {
  const news = newsIn(before, now)
  if (news !== '' || !before) return news
  const done = ({ sessions }: View): number =>
    sessions.flatMap(({ turns }) => turns.flatMap(({ calls }) => calls.filter((call) => call.done))).length
  if (done(now) === done(before)) return ''
  const session = now.sessions.findLast(({ turns }) => turns.length > 0)
  const call = session?.turns.flatMap(({ calls }) => calls).findLast((one) => one.done)
  return call ? short(`${session?.title}: ${call.name} ${call.target}`.trim()) : ''
}
