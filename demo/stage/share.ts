import { approvalsIn, tokensOf, type ReplaySource, type Said as Words } from '../replay-page/moments.ts'
import { renderReplay } from '../replay-page/page.ts'
import type { Said, View } from './view.ts'

/** One file that replays what the page shows, for who has no page. */
export function replayOf({ issue, pull, commits, sessions, jobs, usage, phase }: View): string {
  const at = issue.comments[0]?.at ?? pull?.comments[0]?.at ?? sessions[0]?.at ?? ''
  const pushed: ReplaySource['commits'] = commits.map(({ subject, body, trailers, ...rest }) => ({
    ...rest,
    message: [subject, body, trailers.map(([name, value]) => `${name}: ${value}`).join('\n')].join('\n\n'),
  }))
  const approvers = new Set(pushed.flatMap(({ message }) => approvalsIn(message).map(({ login }) => login)))
  return renderReplay({
    title: `#${issue.number} ${issue.title}`,
    facts: [
      STATES[phase] ?? 'In progress',
      ...(approvers.size > 0 ? [`Approved by ${[...approvers].join(', ')}`] : []),
      tokensOf(usage),
    ],
    pull,
    said: [
      { ...issue, id: 0, at, name: `${issue.author} opened issue #${issue.number}` },
      ...[...issue.comments, ...(pull?.comments ?? [])].map(wordsOf),
    ],
    commits: pushed,
    sessions: sessions.map(({ run, ...session }) => {
      // Several revisions are told apart by what each was for.
      const isOne = sessions.filter(({ title }) => title === session.title).length === 1
      const cause = isOne ? undefined : jobs.find(({ id }) => id === run)?.title
      return { ...session, title: cause ? `${session.title}, after ${cause}` : session.title }
    }),
  })
}

const STATES: Partial<Record<View['phase'], string>> = {
  done: 'Done',
  merged: 'Merged',
  closed: 'Closed',
  halted: 'Paused',
}

/** A text that was edited is shown when it was there, so that no moment shows what came later. */
const wordsOf = ({ id, author, body, on, requestsChanges, at, updatedAt = at }: Said): Words => ({
  ...{ id, author, at: updatedAt },
  body: [on && `(line ${on.line} of ${on.path})`, requestsChanges && '(requests changes)', body]
    .filter(Boolean)
    .join(' '),
})
