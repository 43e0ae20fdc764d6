import type { View } from './view.ts'

type FilePlace = { links: Pick<View['links'], 'repository'>; commit: string; planFile: string }

/** The plan file as GitHub shows it at a commit, for good: it is taken off the branch when the plan is done. */
export const fileLink = ({ links, commit, planFile }: FilePlace): string =>
  `${links.repository}/blob/${commit}/${planFile.split('/').map(encodeURIComponent).join('/')}`
