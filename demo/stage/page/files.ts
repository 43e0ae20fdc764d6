import type { View } from '../view.ts'
import { filesIn, type FileDiff } from './diff.ts'
import { button, h, type Item } from './dom.ts'

type Remark = (on: { path: string; line: number }) => void

/** What the branch changes. Each line of the code can be remarked on, in a review that requests changes. */
export function fileItems({ changes, pull }: View, remark: Remark): Item[] {
  const files = filesIn(changes)
  if (files.length === 0)
    return [{ key: 'none', stamp: 0, make: () => h('p', { class: 'none' }, 'No code has been changed yet.') }]
  const canRemark = pull?.state === 'open'
  return [
    { key: 'head', stamp: 0, make: headOf },
    ...files.map((file) => ({
      key: file.path,
      stamp: [file, canRemark],
      make: () => fileCard(file, canRemark ? remark : undefined),
    })),
  ]
}

const headOf = (): HTMLElement =>
  h(
    'div',
    { class: 'head' },
    h('h2', {}, 'Files changed'),
    h('p', { class: 'about' }, 'Choose a line to comment on it. This requests changes.'),
  )

function fileCard({ path, lines }: FileDiff, remark: Remark | undefined): HTMLElement {
  const rows = lines.map(({ kind, text, number }) => {
    const label = { class: 'number', 'aria-label': `Comment on line ${number} of ${path}` }
    const gutter =
      number !== undefined && remark
        ? button(String(number), () => remark({ path, line: number }), label)
        : h('span', { class: 'number' }, number === undefined ? '' : String(number))
    return h('li', { class: kind }, gutter, h('code', {}, text || '\u00a0'))
  })
  return h(
    'section',
    { class: 'file', 'aria-label': path },
    h('h3', {}, h('code', {}, path)),
    h('ol', { class: 'lines' }, ...rows),
  )
}
