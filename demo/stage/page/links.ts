import type { View } from '../view.ts'

/** Where a link of the embedded GitHub leads on this page, as the part of an address behind `#`. Nowhere else: undefined. */
export function targetOf(href: string, { project, issue, pull }: View): string | undefined {
  if (!href.startsWith(`${project.address}/`)) return undefined
  const path = href.slice(project.address.length + 1)
  const [, comment] = /#(?:issuecomment-|discussion_r|pullrequestreview-)(\d+)/.exec(path) ?? []
  if (comment) return `#said-${comment}`
  const [, commit] = /^commit\/([0-9a-f]{7,40})/.exec(path) ?? []
  if (commit) return `#commit-${commit.slice(0, 7)}`
  if (/^(?:blob|edit)\//.test(path) || /^pull\/\d+\/files/.test(path)) return '#plan'
  if (/^(?:compare|commits?)\//.test(path)) return '#commits'
  if (/^actions\//.test(path)) return '#runs'
  if (path.startsWith(`pull/${pull?.number}`)) return '#pull'
  return path.startsWith(`issues/${issue.number}`) ? '#issue' : undefined
}

/** The tab in which something on the page is, by the part of an address behind `#`. */
export function tabOf(place: string, { pull }: View): string {
  const [, said] = /^#said-(\d+)/.exec(place) ?? []
  if (said) return pull?.comments.some(({ id }) => id === Number(said)) ? 'pull' : 'issue'
  if (place.startsWith('#commit')) return 'commits'
  if (place.startsWith('#edit')) return 'plan'
  return place === '#runs' ? 'session' : place.slice(1)
}
