/** What people change where an organisation or a repository takes nothing from anybody, by GitHub's words. */
const REMEDIES: readonly (readonly [words: RegExp, remedy: string])[] = [
  [
    /IP allow list/i,
    'Have an owner of the organisation add the address of this runner to its IP allow list, or take a runner whose address is on it.',
  ],
  [/\barchived\b/i, 'Unarchive the repository (Settings → General → Danger Zone), then run the job again.'],
]

/** The remedy for an IP allow list and an archived repository, by the words in which GitHub refuses a request or push. */
export const remedyOfClosed = (words: string): string | undefined => REMEDIES.find(([row]) => row.test(words))?.[1]
