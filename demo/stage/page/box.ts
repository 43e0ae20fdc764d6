import type { Act, Chip, Target, View } from '../view.ts'
import { button, byId, h, showList } from './dom.ts'
import { act } from './listen.ts'

type Line = { path: string; line: number }

/** What the box is for: a comment at a place, or a remark on a line of a file. */
type Aim = { place: Target; on: Line | undefined }

const PLAN_FILE = 'PLAN.md'

const words = (): HTMLTextAreaElement => {
  const found = byId('words')
  if (!(found instanceof HTMLTextAreaElement)) throw new Error('The box is no box.')
  return found
}
const as = (): HTMLSelectElement => {
  const found = byId('as')
  if (!(found instanceof HTMLSelectElement)) throw new Error('The list of people is no list.')
  return found
}

let aim: Aim = { place: 'issue', on: undefined }

export const isEmpty = (): boolean => words().value.trim() === ''

/** Says where the next comment goes. */
export function aimAt(next: Aim, view: View): void {
  aim = next
  const { issue, pull } = view
  const where = next.place === 'issue' ? `issue #${issue.number}` : `pull request #${pull?.number ?? ''}`
  byId('words-label').textContent =
    next.on === undefined ? `Comment on ${where}` : `Comment on line ${next.on.line} of ${next.on.path}`
  byId('send').textContent = next.on === undefined || next.on.path === PLAN_FILE ? 'Comment' : 'Request changes'
  showChips(view)
}

export function remarkOn(on: Line, view: View): void {
  // The box is hidden while the plan is edited.
  document.getElementById('edit')?.removeAttribute('open')
  aimAt({ place: 'pull', on }, view)
  words().focus()
}

/** What was begun is there again when the page is loaded anew, in this window alone. */
const draftKey = (): string => `draft ${window.location.pathname}`
const keepDraft = (): void => sessionStorage.setItem(draftKey(), words().value)

function fill({ text, as: login }: Chip): void {
  words().value = text
  keepDraft()
  as().value = login
  words().focus()
  words().setSelectionRange(text.length, text.length)
}

const short = (text: string): string => (text.length > 44 ? `${text.slice(0, 42)}…` : text)

export function showChips({ chips }: View): void {
  const here = chips.filter(({ place }) => place === aim.place && aim.on === undefined)
  showList(
    byId('chips'),
    here.map((chip) => ({
      key: `${chip.as} ${chip.text}`,
      stamp: chip,
      make: () => {
        if (chip.href) return h('a', { class: 'chip', href: chip.href }, chip.text)
        const made = button(short(chip.text), () => fill(chip), { class: 'chip', title: `${chip.as}: ${chip.text}` })
        if (chip.as !== 'alice') made.append(h('span', { class: 'quiet' }, ` ${chip.as}`))
        return made
      },
    })),
  )
}

async function send(): Promise<void> {
  const body = words().value.trim()
  if (body === '') return tell('Say something first.')
  const login = as().value
  const { place, on } = aim
  const what: Act =
    on === undefined ? { kind: 'comment', as: login, place, body } : { kind: 'remark', as: login, on, body }
  words().value = ''
  const problem = await act(what)
  if (problem !== undefined && isEmpty()) words().value = body
  keepDraft()
  tell(problem ?? '')
}

/** Says what is wrong, next to the button that was pressed. */
export const tell = (problem: string): void => void (byId('problem').textContent = problem)

/** `onSend` is called when something was said. */
export function startBox(onSend: () => void): void {
  byId('box').addEventListener('submit', (event) => {
    event.preventDefault()
    onSend()
    void send()
  })
  words().addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    onSend()
    void send()
  })
  words().addEventListener('input', () => {
    tell('')
    keepDraft()
  })
  words().value = sessionStorage.getItem(draftKey()) ?? ''
}

export function showPeople({ people }: View): void {
  const list = as()
  if (list.options.length > 0) return
  list.append(...people.map(({ login, role }) => h('option', { value: login }, `${login} (${role})`)))
}
