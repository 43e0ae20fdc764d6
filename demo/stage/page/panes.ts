import type { Commit, View } from '../view.ts'
import { button, byId, diffBlock, fold, h, type Item } from './dom.ts'
import { markdown } from './markdown.ts'

type OnPlan = {
  remark: (on: { path: string; line: number }) => void
  /** Pushes this text as somebody. Returns what is wrong with it, in a sentence, or nothing. */
  edit: (text: string, as: string) => Promise<string | undefined>
}

/** The plan file, line by line as one remarks on it, as it reads, and for who wants to edit it by hand. */
export function planItems(view: View, { remark, edit }: OnPlan): Item[] {
  const { plan, pull, people } = view
  if (!plan || !pull) {
    const text = pull
      ? 'The plan is finished: PLAN.md is not part of what is merged. The commits still hold it.'
      : 'There is no plan yet.'
    return [{ key: 'none', stamp: text, make: () => h('p', { class: 'none' }, text) }]
  }
  const isOpen = pull.state === 'open'
  return [
    { key: 'head', stamp: plan.blob, make: () => headOf(plan) },
    ...(isOpen ? [{ key: 'edit', stamp: plan.blob, make: () => editor(plan, people, edit) }] : []),
    {
      key: 'lines',
      stamp: [plan.blob, isOpen],
      make: () => linesOf(plan.text, isOpen, (line) => remark({ path: 'PLAN.md', line })),
    },
    {
      key: 'reads',
      stamp: plan.blob,
      make: () =>
        fold('As it reads', { class: 'reads' }, h('div', { class: 'frame' }, markdown(plan.text, view, true))),
    },
  ]
}

type Planned = NonNullable<View['plan']>

const headOf = ({ blob }: Planned): HTMLElement =>
  h(
    'div',
    { class: 'head' },
    h('h2', {}, 'PLAN.md'),
    h(
      'p',
      { class: 'about' },
      'An approval counts for exactly this text: ',
      h('code', {}, blob),
      '. Choose a line to comment on it.',
    ),
  )

/** The file as people edit it on GitHub. A text that was begun for an earlier version goes with that version. */
function editor({ text }: Planned, people: View['people'], edit: OnPlan['edit']): HTMLElement {
  const area = h('textarea', { class: 'edit', rows: 16, 'aria-label': 'PLAN.md' })
  area.value = text
  const as = h('select', {}, ...people.map(({ login, role }) => h('option', { value: login }, `${login} (${role})`)))
  as.value = 'bob'
  const problem = h('span', { class: 'problem', role: 'alert' })
  const save = button(
    'Commit to the branch',
    () => void edit(area.value, as.value).then((said) => (problem.textContent = said ?? '')),
    { class: 'primary' },
  )
  return fold(
    'Edit by hand',
    { class: 'reads', id: 'edit' },
    h('p', { class: 'quiet' }, 'This text becomes a new version, which waits for an approval of its own.'),
    area,
    h('div', { class: 'send' }, h('label', {}, 'Commit as ', as), problem, save),
  )
}

/** Opens the editor with a line of the plan selected. */
export function editAt(line: number): void {
  const [area] = byId('edit').getElementsByTagName('textarea')
  if (!area) return
  const before = area.value.split('\n').slice(0, line - 1)
  const from = before.reduce((sum, one) => sum + one.length + 1, 0)
  byId('edit').setAttribute('open', '')
  area.focus()
  area.setSelectionRange(from, from + (area.value.slice(from).split('\n')[0] ?? '').length)
  area.scrollTop = (area.scrollHeight * before.length) / area.value.split('\n').length - area.clientHeight / 2
}

function linesOf(text: string, isOpen: boolean, remark: (line: number) => void): HTMLElement {
  const lines = text.replace(/\n$/, '').split('\n')
  const rows = lines.map((line, i) => {
    const number = i + 1
    const label = { class: 'number', 'aria-label': `Comment on line ${number}` }
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
