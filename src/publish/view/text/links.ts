import type { View } from './view.ts'

type FilePlace = { links: Pick<View['links'], 'repository'>; commit: string; planFile: string }

/** The run that carried out a subtask; empty where its commit does not name one. */
export const runOf = ({ links }: Pick<FilePlace, 'links'>, run: number | undefined): string =>
  run === undefined ? '' : `[run](${links.repository}/actions/runs/${run})`

/** The plan file as GitHub shows it at a commit, for good: it is taken off the branch when the plan is done. */
export const fileLink = ({ links, commit, planFile }: FilePlace): string =>
  `${links.repository}/blob/${commit}/${planFile.split('/').map(encodeURIComponent).join('/')}`
