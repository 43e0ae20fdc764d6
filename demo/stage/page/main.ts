import type { Choice, Commands, View } from '../view.ts'
import { aimAt, isEmpty, remarkOn, showChips, showPeople, startBox, tell } from './box.ts'
import { button, byId, h, showList } from './dom.ts'
import { fileItems } from './files.ts'
import { tabOf } from './links.ts'
import { act, listen } from './listen.ts'
import { startGraphs } from './markdown.ts'
import { choiceItems, closeMenu, startMenus } from './menus.ts'
import { startMoments, takeSnapshot } from './moments.ts'
import { newsIn } from './news.ts'
import { commitItems, editAt, planItems } from './panes.ts'
import { sessionItems } from './session.ts'
import { issueItems, pullItems } from './talk.ts'

const TABS = ['issue', 'pull', 'plan', 'files', 'commits', 'session']
let view: View | undefined
let tab = 'issue'
/** The number of the pull request that was last shown by itself. */
let arrived: number | undefined

function nameOf(id: string, { issue, pull, commits }: View): string {
  if (id === 'issue') return `Issue #${issue.number}`
  if (id === 'pull') return pull ? `Pull request #${pull.number}` : 'Pull request'
  if (id === 'files') return 'Files'
  if (id === 'commits') return `Commits ${commits.length}`
  return id === 'plan' ? 'PLAN.md' : 'Runs'
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
  merged: 5,
  closed: 0,
}

function showSteps({ phase, pull }: View): void {
  const at = phase === 'approve' && (pull?.comments.length ?? 0) < 2 ? 1 : AT[phase]
  const items = STEPS.map((name, i) => ({
    key: name,
    stamp: [i < at, i === at],
    make: () => {
      const current = i === at ? 'step' : undefined
      const where = `${i + 1} of ${STEPS.length}: `
      return h('li', { class: i < at ? 'past' : '', 'aria-current': current, 'data-where': where }, name)
    },
  }))
  showList(byId('steps'), items)
}

async function tryTo({ id, title }: Choice): Promise<void> {
  closeMenu('cheat')
  if (id !== 'kill') open('pull')
  isFollowing = true
  announce(`You try to cheat: ${title}`)
  tell((await act({ kind: 'cheat', id })) ?? '')
}

async function happen({ id, title }: Choice): Promise<void> {
  closeMenu('meanwhile')
  open('pull')
  isFollowing = true
  announce(title)
  tell((await act({ kind: 'happen', id })) ?? '')
}

const announce = (text: string): void => void (byId('news').textContent = text)

/** Whether somebody has just said something, and wants to see what comes of it. */
let isFollowing = false
const isAtEnd = (): boolean => window.innerHeight + window.scrollY > document.documentElement.scrollHeight - 120

/** Follows what is new at the end, for those who look at the end: the newest begins at the top, however long it is. */
function followEnd(wasAtEnd: boolean): void {
  if (!['issue', 'pull'].includes(tab) || !(wasAtEnd || isFollowing)) return
  const newest = [...byId(`pane-${tab}`).children].findLast((one) => !one.classList.contains('ghost'))
  if (newest) window.scrollTo({ top: newest.getBoundingClientRect().top + window.scrollY - 12 })
}

/** A pull request that is new is shown from its beginning, unless a comment is being written or an agent watched. */
function arrive({ pull }: View, isPast: boolean): boolean {
  if (pull === undefined || pull.number === arrived) return false
  arrived = pull.number
  if (isPast || !isEmpty() || tab === 'session') return false
  open('pull')
  isFollowing = false
  window.scrollTo({ top: 0 })
  return true
}

function show(now: View, isPast: boolean): void {
  const before = view
  const wasAtEnd = before !== undefined && window.scrollY > 0 && isAtEnd()
  view = now
  showAll(now)
  const news = isPast ? '' : newsIn(before, now)
  const hasArrived = arrive(now, isPast)
  if (hasArrived) announce(`The tab “Pull request #${now.pull?.number}” is shown now. ${news}`)
  else if (news) announce(news)
  if (!before || !isThere(tab, now)) open(isThere(tab, now) ? tab : 'issue')
  else showChips(now)
  if (!hasArrived && !isPast) followEnd(wasAtEnd)
}

function showAll(now: View): void {
  const subject = (now.pull ?? now.issue).title
  document.title = `${subject} · Measure Twice`
  byId('subject').textContent = subject
  byId('repository').textContent = `${now.project.owner}/${now.project.name}`
  const [played] = byId('played').getElementsByTagName('summary')
  if (played)
    played.textContent = `Measure Twice, played on this machine. ${
      now.project.scripted ? 'A script plays the model: no cost, one plan.' : `Model: ${now.project.model}.`
    }`
  byId('spend').hidden = now.maySpend
  showPeople(now)
  showSteps(now)
  showTabs(now)
  const remark = (on: { path: string; line: number }): void => remarkOn(on, now)
  const lists = {
    'pane-issue': issueItems(now),
    'pane-pull': pullItems(now),
    'pane-plan': planItems(now, { remark, edit: editPlan }),
    'pane-files': fileItems(now, remark),
    'pane-commits': commitItems(now),
    'pane-session': sessionItems(now, { again: (job) => void again(job), setCommands }),
    cheats: choiceItems(now.cheats, tryTo),
    happenings: choiceItems(now.happenings, happen),
  }
  for (const [id, items] of Object.entries(lists)) showList(byId(id), items)
}

/** Pushes another text of the plan. */
async function editPlan(text: string, as: string): Promise<string | undefined> {
  const problem = await act({ kind: 'edit', as, text })
  if (problem !== undefined) return problem
  open('pull')
  isFollowing = true
  return undefined
}

const again = async (job: number): Promise<void> => tell((await act({ kind: 'again', job })) ?? '')

const setCommands = (commands: Commands): Promise<string | undefined> => act({ kind: 'commands', ...commands })

/** Follows a link within the page: opens the tab that it leads into. */
function follow(event: Event): void {
  const link = event.target instanceof Element ? event.target.closest('a') : undefined
  const place = link?.getAttribute('href') ?? ''
  if (!view || !place.startsWith('#') || place === '#words' || place === '#now') return
  event.preventDefault()
  open(tabOf(place, view))
  const [, line] = /^#edit-(\d+)$/.exec(place) ?? []
  if (line) return editAt(Number(line))
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
startMenus()
startMoments(show)
listen({
  onSnapshot: (snapshot) => takeSnapshot(snapshot, show),
  onLost: (isLost) => void (byId('lost').hidden = !isLost),
})
