import { renderReplay } from '../../src/publish/view/replay/replay.ts'
import type { Said, View } from './view.ts'

/** One file that replays what the page shows, for who has no page. The sample project has no secrets. */
export function replayOf({ issue, pull, commits, sessions }: View): string {
  const at = issue.comments[0]?.at ?? pull?.comments[0]?.at ?? sessions[0]?.at ?? ''
  const from = (place: string) => (said: Said) => ({ ...said, place, body: wordsOf(said) })
  return renderReplay(
    {
      issue: { ...issue, at },
      said: [...issue.comments.map(from(`#${issue.number}`)), ...(pull?.comments ?? []).map(from(`#${pull?.number}`))],
      commits: commits.map(({ subject, body, trailers, ...rest }) => ({
        ...rest,
        message: [subject, body, trailers.map(([name, value]) => `${name}: ${value}`).join('\n')].join('\n\n'),
      })),
      sessions,
    },
    { redact: (text) => text },
  )
}

const wordsOf = ({ body, on, requestsChanges }: Said): string =>
  [on && `(line ${on.line} of ${on.path})`, requestsChanges && '(requests changes)', body].filter(Boolean).join(' ')
