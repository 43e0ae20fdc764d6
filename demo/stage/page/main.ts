import type { Choice, Snapshot, View } from '../view.ts'
import { aimAt, isEmpty, remarkOn, showChips, showPeople, startBox, tell } from './box.ts'
import { button, byId, h, showList } from './dom.ts'
import { fileItems } from './files.ts'
import { tabOf } from './links.ts'
import { act, listen } from './listen.ts'
import { startGraphs } from './markdown.ts'
import { commitItems, planItems } from './panes.ts'
import { sessionItems } from './session.ts'
import { issueItems, pullItems } from './talk.ts'

const TABS = ['issue', 'pull', 'plan', 'files', 'commits', 'session']
let view: View | undefined
let tab = 'issue'
let hadPull = false

function nameOf(id: string, { issue, pull, commits }: View): string {
  if (id === 'issue') return `Issue #${issue.number}`
  if (id === 'pull') return pull ? `Pull request #${pull.number}` : 'Pull request'
  if (id === 'files') return 'Files'
  if (id === 'commits') return `Commits ${commits.length}`
  return id === 'plan' ? 'PLAN.md' : 'The agent'
}

const isThere = (id: string, { pull }: View): boolean => id === 'issue' || id === 'session' || pull !== undefined

/** Shows one pane. On a wide window, that of the agent stands beside all others. */
function open(next: string, focus = false): void {
  if (!view || !isThere(next, view)) return
  tab = next
  document.body.dataset['tab'] = tab
  for (const id of TABS) if (id !== 'session') byId(`pane-${id}`).hidden = id !== tab
  aimAt({ place: tab === 'issue' ? 'issue' : 'pull', on: undefined }, view)
  showTabs(view)
  if (focus) byId(`tab-${tab}`).focus()
}

function showTabs(now: View): void {
  const items = TABS.map((id) => ({
    key: id,
    stamp: [nameOf(id, now), isThere(id, now)],
    make: () =>
      button(nameOf(id, now), () => open(id), {
        id: `tab-${id}`,
        role: 'tab',
        'aria-controls': `pane-${id}`,
        disabled: !isThere(id, now),
      }),
  }))
  const focused = document.activeElement?.id
  showList(byId('tabs'), items)
  for (const id of TABS) {
    const isOpen = id === tab
    byId(`tab-${id}`).setAttribute('aria-selected', String(isOpen))
    byId(`tab-${id}`).tabIndex = isOpen ? 0 : -1
  }
  if (focused?.startsWith('tab-')) byId(focused).focus()
}

function turnTabs({ key }: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
  if (!step || !view) return
  const now = view
  const there = TABS.filter((id) => isThere(id, now) && byId(`tab-${id}`).offsetParent !== null)
  open(there[(there.indexOf(tab) + step + there.length) % there.length] ?? 'issue', true)
}

const STEPS = ['Ask for a plan', 'Discuss it', 'Approve it', 'The agent works', 'Review and merge']
const AT: Record<View['phase'], number> = {
  ask: 0,
  plan: 0,
  approve: 2,
  work: 3,
  killed: 3,
  halted: 3,
  done: 4,
  closed: 0,
}

function showSteps({ phase, pull }: View): void {
  const at = phase === 'approve' && (pull?.comments.length ?? 0) < 2 ? 1 : AT[phase]
  const items = STEPS.map((name, i) => ({
    key: name,
    stamp: [i < at, i === at],
    make: () => h('li', { class: i < at ? 'past' : '', 'aria-current': i === at ? 'step' : undefined }, name),
  }))
  showList(byId('steps'), items)
}

function choiceItem(choice: Choice, onClick: () => Promise<void>) {
  const { id, title, does, ready, wait } = choice
  const make = (): HTMLElement => {
    const words = h('span', { class: 'quiet', id: `does-${id}` }, ready ? does : wait)
    const made = button(title, () => void onClick(), { disabled: !ready, 'aria-describedby': `does-${id}` })
    return h('div', {}, made, words)
  }
  return { key: id, stamp: choice, make }
}

const MENUS = ['meanwhile', 'cheat']

/** Closes a menu. The focus goes back to what opened it. */
function close(id: string): void {
  const menu = byId(id)
  if (!(menu instanceof HTMLDetailsElement) || !menu.open) return
  menu.open = false
  menu.querySelector('summary')?.focus()
}

async function tryTo({ id, title }: Choice): Promise<void> {
  close('cheat')
  if (id !== 'kill') open('pull')
  isFollowing = true
  announce(`You try to cheat: ${title}`)
  tell((await act({ kind: 'cheat', id })) ?? '')
}

async function happen({ id, title }: Choice): Promise<void> {
  close('meanwhile')
  open('pull')
  isFollowing = true
  announce(title)
  tell((await act({ kind: 'happen', id })) ?? '')
}

const announce = (text: string): void => void (byId('news').textContent = text)

/** What changed, in a sentence for those who cannot see it. */
function newsIn(before: View | undefined, now: View): string {
  if (!before) return ''
  const last = (one: View) => [...one.issue.comments, ...(one.pull?.comments ?? [])].sort((a, b) => a.id - b.id).at(-1)
  const said = last(now)
  const judged = now.attempts.find(({ id, held }) => held !== undefined && before.attempts[id - 1]?.held === undefined)
  if (judged) return `${judged.title}: ${judged.held ? 'it did not work.' : 'it worked.'} ${judged.seen}`
  if (said && said.id !== last(before)?.id)
    return `${said.author.replace('[bot]', '')} commented: ${said.body.replace(/<!--.*?-->|[*`#]/gs, '').slice(0, 140)}`
  const check = now.checks.find(({ conclusion }, i) => conclusion !== before.checks[i]?.conclusion)
  if (check) return `CI: ${check.name}, ${check.conclusion}`
  if (now.commits.length > before.commits.length) return `New commit: ${now.commits.at(-1)?.subject ?? ''}`
  const job = now.jobs.at(-1)
  return job && job.state !== before.jobs.at(-1)?.state ? `Run ${job.state}.` : ''
}

/** Whether somebody has just said something, and wants to see what comes of it. */
let isFollowing = false
const isAtEnd = (): boolean => window.innerHeight + window.scrollY > document.documentElement.scrollHeight - 120

/** Follows what is new at the end, for those who look at the end. */
function followEnd(wasAtEnd: boolean): void {
  if (!['issue', 'pull'].includes(tab) || !(wasAtEnd || isFollowing)) return
  window.scrollTo({ top: document.documentElement.scrollHeight })
}

function show({ view: now }: Snapshot): void {
  const before = view
  const wasAtEnd = before !== undefined && window.scrollY > 0 && isAtEnd()
  view = now
  byId('repository').textContent = `${now.project.owner}/${now.project.name}`
  byId('model').textContent = now.project.scripted
    ? 'A script plays the model: no key, no cost. It knows this one plan.'
    : `Model: ${now.project.model}`
  byId('spend').hidden = now.maySpend
  showPeople(now)
  showSteps(now)
  showTabs(now)
  showList(byId('pane-issue'), issueItems(now))
  showList(byId('pane-pull'), pullItems(now))
  showList(
    byId('pane-plan'),
    planItems(now, (on) => remarkOn(on, now)),
  )
  showList(
    byId('pane-files'),
    fileItems(now, (on) => remarkOn(on, now)),
  )
  showList(byId('pane-commits'), commitItems(now))
  showList(
    byId('pane-session'),
    sessionItems(now, (job) => void again(job)),
  )
  showList(
    byId('cheats'),
    now.cheats.map((one) => choiceItem(one, () => tryTo(one))),
  )
  showList(
    byId('happenings'),
    now.happenings.map((one) => choiceItem(one, () => happen(one))),
  )
  const news = newsIn(before, now)
  if (news) announce(news)
  if (!hadPull && now.pull && isEmpty() && tab !== 'session') open('pull')
  else if (!before) open(tab)
  else showChips(now)
  if (!hadPull && now.pull) isFollowing = false
  followEnd(wasAtEnd)
  hadPull = now.pull !== undefined
}

const again = async (job: number): Promise<void> => tell((await act({ kind: 'again', job })) ?? '')

/** Follows a link within the page: opens the tab that it leads into. */
function follow(event: Event): void {
  const link = event.target instanceof Element ? event.target.closest('a') : undefined
  const place = link?.getAttribute('href') ?? ''
  if (!view || !place.startsWith('#') || place === '#words') return
  event.preventDefault()
  open(tabOf(place, view))
  const there = document.getElementById(place.slice(1))
  there?.scrollIntoView({ block: 'start' })
  there?.focus({ preventScroll: true })
}

startGraphs()
startBox(() => (isFollowing = true))
window.addEventListener('wheel', () => (isFollowing = false), { passive: true })
window.addEventListener('touchmove', () => (isFollowing = false), { passive: true })
byId('tabs').addEventListener('keydown', turnTabs)
byId('allow').addEventListener('click', () => void act({ kind: 'spend' }))
document.addEventListener('click', follow)
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') MENUS.forEach(close)
})
listen({ onSnapshot: show, onLost: (isLost) => void (byId('lost').hidden = !isLost) })
