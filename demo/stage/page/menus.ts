import type { Choice } from '../view.ts'
import { button, byId, h, type Item } from './dom.ts'

const MENUS = ['meanwhile', 'cheat']

const menuOf = (id: string): HTMLDetailsElement | undefined => {
  const menu = byId(id)
  return menu instanceof HTMLDetailsElement ? menu : undefined
}

/** Closes a menu. Where the focus was in it, it goes back to what opened it. */
export function closeMenu(id: string): void {
  const menu = menuOf(id)
  if (!menu?.open) return
  const hadFocus = menu.contains(document.activeElement)
  menu.open = false
  if (hadFocus) menu.querySelector('summary')?.focus()
}

/** Menus close at Escape and at a click elsewhere, and one of them is open at a time. */
export function startMenus(): void {
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') MENUS.forEach(closeMenu)
  })
  document.addEventListener('click', ({ target }) => {
    for (const id of MENUS) if (!(target instanceof Node && byId(id).contains(target))) closeMenu(id)
  })
}

/** The entries of a menu. What several of them wait for stands once, above them. */
export function choiceItems(choices: readonly Choice[], onClick: (choice: Choice) => Promise<void>): Item[] {
  const waits = choices.flatMap(({ wait }) => (wait === '' ? [] : [wait]))
  const shared = waits.find((wait, i) => waits.indexOf(wait) !== i)
  const head = { key: 'wait', stamp: shared, make: () => h('p', { class: 'quiet' }, shared) }
  return [...(shared ? [head] : []), ...choices.map((one) => choiceItem(one, shared, () => onClick(one)))]
}

/** An entry of a menu, with what it does or what it alone waits for. */
function choiceItem(choice: Choice, shared: string | undefined, onClick: () => Promise<void>): Item {
  const { id, title, does, ready, wait } = choice
  const make = (): HTMLElement => {
    const words = h('span', { class: 'quiet', id: `does-${id}` }, ready || wait === shared ? does : wait)
    const made = button(title, () => void onClick(), { disabled: !ready, 'aria-describedby': `does-${id}` })
    return h('div', {}, made, words)
  }
  return { key: id, stamp: [choice, shared], make }
}
