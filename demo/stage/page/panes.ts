import type { Commit, View } from '../view.ts'
import { button, diffBlock, fold, h, type Item } from './dom.ts'
import { markdown } from './markdown.ts'

/** The plan file, line by line as one remarks on it, and as it reads. */
export function planItems(view: View, remark: (on: { path: string; line: number }) => void): Item[] {
  const { plan, pull } = view
  if (!plan || !pull) {
    const text = pull
      ? 'The plan is finished: `PLAN.md` is not part of what is merged. The commits still hold it.'
      : 'There is no plan yet.'
    return [{ key: 'none', stamp: text, make: () => h('p', { class: 'none' }, text.replaceAll('`', '')) }]
  }
  return [
    {
      key: 'head',
      stamp: plan.blob,
      make: () =>
        h(
          'div',
          { class: 'head' },
          h('h2', {}, 'PLAN.md'),
          h(
            'p',
            { class: 'about' },
            'An approval counts for exactly this text: ',
            h('code', {}, plan.blob),
            '. Choose a line to remark on it.',
          ),
        ),
    },
    {
      key: 'lines',
      stamp: plan.blob,
      make: () => linesOf(plan.text, pull.state === 'open', (line) => remark({ path: 'PLAN.md', line })),
    },
    {
      key: 'reads',
      stamp: plan.blob,
      make: () =>
        fold('As it reads', { class: 'reads' }, h('div', { class: 'frame' }, markdown(plan.text, view, true))),
    },
  ]
}

function linesOf(text: string, isOpen: boolean, remark: (line: number) => void): HTMLElement {
  const lines = text.replace(/\n$/, '').split('\n')
  const rows = lines.map((line, i) => {
    const number = i + 1
    const label = { class: 'number', 'aria-label': `Remark on line ${number}`, 'data-line': number }
    const gutter = isOpen
      ? button(String(number), () => remark(number), label)
      : h('span', { class: 'number' }, String(number))
    return h('li', {}, gutter, h('code', {}, line || '\u00a0'))
  })
  return h('ol', { class: 'lines' }, ...rows)
}

export function commitItems({ commits }: View): Item[] {
  if (commits.length === 0)
    return [{ key: 'none', stamp: 0, make: () => h('p', { class: 'none' }, 'There are no commits yet.') }]
  return commits.map((commit) => ({ key: commit.sha, stamp: commit.sha, make: () => commitCard(commit) }))
}

function commitCard({ sha, subject, body, author, trailers, patch }: Commit): HTMLElement {
  const has = (wanted: string): boolean => trailers.some(([name]) => name === wanted)
  const isWork = has('Plan-Subtask') && !has('Plan-State')
  const rows = trailers.flatMap(([name = '', value = '']) => [h('dt', {}, name), h('dd', {}, value)])
  return h(
    'article',
    { class: `commit ${isWork ? 'work' : ''}`, id: `commit-${sha.slice(0, 7)}`, tabindex: -1 },
    h('h3', {}, h('code', {}, sha.slice(0, 7)), ` ${subject}`),
    h('p', { class: 'quiet' }, author),
    body ? h('p', { class: 'message' }, body) : undefined,
    rows.length > 0 ? h('dl', { class: 'trailers' }, ...rows) : undefined,
    patch ? fold(`Changes (${filesIn(patch)})`, { open: isWork }, diffBlock(patch)) : undefined,
  )
}

function filesIn(patch: string): string {
  const count = patch.match(/^diff --git /gm)?.length ?? 0
  return count === 1 ? '1 file' : `${count} files`
}
