import type { Thread } from '../../../decide/thread/thread.ts'
import type { View } from './view.ts'

type FilePlace = { links: Pick<View['links'], 'repository'>; commit: string; planFile: string }

/** The run that carried out a subtask; empty where its commit does not name one. */
export const runOf = ({ links }: Pick<FilePlace, 'links'>, run: number | undefined): string =>
  run === undefined ? '' : `[run](${links.repository}/actions/runs/${run})`

/** The plan file as GitHub shows it at a commit, for good: it is taken off the branch when the plan is done. */
export const fileLink = ({ links, commit, planFile }: FilePlace): string =>
  `${links.repository}/blob/${commit}/${planFile.split('/').map(encodeURIComponent).join('/')}`
/** `src/a.ts:12` or `src/a.ts:12-20`, in code or not. */
const PLACE = /(?<=^|[\s(])`?(?<path>[\w.][\w./-]*\.\w+):(?<from>\d{1,6})(?:-(?<to>\d{1,6}))?`?(?=[\s).,;:]|$)/gm

/** Links paths with line numbers to those lines, at the commit that was read. */
export function withLinks(
  { links }: Pick<FilePlace, 'links'>,
  { branch, base }: Pick<Thread, 'branch' | 'base'>,
  text: string,
): string {
  const root = `${links.repository}/blob/${branch?.head ?? base.sha}`
  const link = (place: string): string => {
    const [path = '', from = '', to] = place.replaceAll('`', '').split(/:|-(?=\d+$)/)
    return `[${place.replaceAll('`', '')}](${root}/${encodeURI(path)}#L${from}${to ? `-L${to}` : ''})`
  }
  return text.replace(PLACE, link)
}
