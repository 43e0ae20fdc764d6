import type { Snapshot, View } from '../view.ts'
import { byId } from './dom.ts'

/** An earlier moment that is looked at; undefined is now. */
let looked: number | undefined
let newest: Snapshot | undefined

const PLACE = /^#moment-(\d+)$/

const range = (): HTMLInputElement => {
  const found = byId('moment')
  if (!(found instanceof HTMLInputElement)) throw new Error('The time line is no range.')
  return found
}

/** The number of the moment that the address names. */
const named = (): number | undefined => {
  const [, n] = PLACE.exec(window.location.hash) ?? []
  return n === undefined ? undefined : Number(n)
}

const time = (at: string): string => new Date(at).toLocaleTimeString([], { timeStyle: 'medium' })

function showLine(): void {
  if (!newest) return
  const { moments } = newest
  const at = looked === undefined ? moments.length - 1 : moments.findIndex(({ n }) => n === looked)
  const moment = moments[at]
  const words = moment ? `${at + 1} of ${moments.length}, ${time(moment.at)}: ${moment.what}` : ''
  const line = byId('timeline')
  line.hidden = moments.length < 2
  range().max = String(Math.max(0, moments.length - 1))
  range().value = String(at)
  range().setAttribute('aria-valuetext', looked === undefined ? 'Now' : words)
  byId('moment-words').textContent = looked === undefined ? 'Now' : words
  byId('moment-link').setAttribute('href', `#moment-${moment?.n ?? 0}`)
  byId('now').hidden = looked === undefined
  document.body.toggleAttribute('data-past', looked !== undefined)
  for (const id of ['send', 'words', 'as']) byId(id).toggleAttribute('disabled', looked !== undefined)
}

type Showing = (view: View, isPast: boolean) => void

/** Shows a moment, or now. One that is gone shows now. */
async function look(n: number | undefined, show: Showing): Promise<void> {
  looked = n
  const reply = n === undefined ? undefined : await fetch(`state?at=${n}`).catch(() => undefined)
  if (looked !== n || !newest) return
  const found: Partial<Snapshot> | undefined = reply?.ok ? await reply.json() : undefined
  if (looked !== n) return
  if (!found?.view) looked = undefined
  if (looked === undefined && PLACE.test(window.location.hash)) history.replaceState(undefined, '', '#now')
  show(found?.view ?? newest.view, looked !== undefined)
  showLine()
}

/** Takes what is new. It is shown unless an earlier moment is looked at. */
export function takeSnapshot(snapshot: Snapshot, show: Showing): void {
  const isFirst = newest === undefined
  newest = snapshot
  if (looked === undefined) show(snapshot.view, false)
  showLine()
  if (isFirst && named() !== undefined) void look(named(), show)
}

/** On a phone the time line is folded; where there is room it stands open. */
function foldOnPhones(): void {
  const wide = window.matchMedia('(min-width: 601px)')
  const set = (): boolean => byId('timeline').toggleAttribute('open', wide.matches)
  wide.addEventListener('change', set)
  set()
}

/** The time line: moving over it shows the page as it was, and its link opens the page there. */
export function startMoments(show: Showing): void {
  foldOnPhones()
  const go = (n: number | undefined): void => {
    if (n !== undefined) history.replaceState(undefined, '', `#moment-${n}`)
    void look(n, show)
  }
  range().addEventListener('input', () => {
    const at = Number(range().value)
    go(at === (newest?.moments.length ?? 0) - 1 ? undefined : newest?.moments[at]?.n)
  })
  byId('now').addEventListener('click', () => go(undefined))
  byId('moment-link').addEventListener('click', (event) => {
    event.preventDefault()
    event.stopPropagation()
    history.replaceState(undefined, '', byId('moment-link').getAttribute('href'))
    void navigator.clipboard?.writeText(window.location.href).catch(() => undefined)
    byId('news').textContent =
      'The address of this moment is in the address bar, and copied where the browser allows it.'
  })
  window.addEventListener('hashchange', () => {
    if (named() !== undefined) void look(named(), show)
  })
}
