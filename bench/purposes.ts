import type { JournalEntry } from '../fakes/github/types.ts'

/** What requests to GitHub are for, by their method and path; of GraphQL by words of the question. The first fits. */
const PURPOSES: readonly (readonly [string, RegExp])[] = [
  ['opens the pull request', /^POST \S*\/pulls$/],
  ['shows the state in the description', /^PATCH \S*\/pulls\/|markPullRequestReadyForReview/],
  ['sets the commit status', /^POST \S*\/statuses\//],
  ['comments', /^(POST|PATCH) \S*\/(issues\/\d+\/comments|issues\/comments\/\d+)$/],
  ['reacts', /^POST \S*\/reactions$/],
  ['reads the issue and what was said, in one question', /issue\(number: /],
  ['asks which comments were edited', /lastEditedAt/],
  ['looks for others on the same files', /files\(first/],
  ['asks what a person may do', /^GET \S*\/collaborators\//],
  ['asks for rules', /^GET \S*\/rules\//],
  ['reads comments and reviews', /^GET \S*\/(comments|reviews)$/],
  ['reads the issue and the pull request', /^GET \S*\/(issues|pulls)(\/\d+)?$/],
]

/** How many requests there were for each purpose, the most first. */
export function byPurpose(journal: readonly JournalEntry[]): string {
  const groups = Map.groupBy(journal, ({ kind, method, path, body }) => {
    const text = kind === 'graphql' ? `${method} ${path} ${JSON.stringify(body)}` : `${method} ${path}`
    return PURPOSES.find(([, about]) => about.test(text))?.[0] ?? text.slice(0, 60)
  })
  return [...groups]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([purpose, all]) => `${purpose} ${all.length}`)
    .join(', ')
}
