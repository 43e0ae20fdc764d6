type Child = Node | string | undefined
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** An element. An attribute that is false or undefined is left out. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : String(value))
  element.append(...children.filter((child) => child !== undefined))
  return element
}

/** The element of the page with an id. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The page has no #${id}`)
  return found
}

/** Something in a list: `key` says which, `stamp` what it looks like. It is made anew only when its stamp changes. */
export type Item = { key: string; stamp: unknown; make: () => HTMLElement }

const stamps = new WeakMap<Element, string>()

/** Brings the children of an element up to date, and leaves alone those that are as they were: focus, selection and what is unfolded stay. */
export function showList(parent: Element, items: readonly Item[]): void {
  const there = new Map([...parent.children].map((child) => [child.getAttribute('data-key') ?? '', child]))
  let last: Element | null = null
  for (const { key, stamp, make } of items) {
    const text = JSON.stringify(stamp)
    const old = there.get(key)
    const isSame = old && stamps.get(old) === text
    const element = isSame ? old : make()
    if (!isSame) {
      element.setAttribute('data-key', key)
      stamps.set(element, text)
      if (old) keepUnfolded(old, element)
    }
    const place: Element | null = last ? last.nextElementSibling : parent.firstElementChild
    if (old && old !== element) old.replaceWith(element)
    else if (place !== element) parent.insertBefore(element, place)
    there.delete(key)
    last = element
  }
  for (const gone of there.values()) gone.remove()
}

const nameOf = (details: Element, i: number): string =>
  details.getAttribute('data-fold') ?? `${i} ${details.querySelector('summary')?.textContent ?? ''}`

/** What somebody unfolded or folded stays so. */
function keepUnfolded(old: Element, now: Element): void {
  const before = new Map([...old.querySelectorAll('details')].map((one, i) => [nameOf(one, i), one.open]))
  ;[...now.querySelectorAll('details')].forEach((one, i) => {
    one.open = before.get(nameOf(one, i)) ?? one.open
  })
}

export const button = (text: string, onClick: () => void, attributes: Attributes = {}): HTMLButtonElement => {
  const made = h('button', { type: 'button', ...attributes }, text)
  made.addEventListener('click', onClick)
  return made
}

/** What is folded away behind its first line. */
export const fold = (summary: Child, attributes: Attributes, ...children: readonly Child[]): HTMLDetailsElement =>
  h('details', attributes, h('summary', {}, summary), ...children)

/** A diff with its lines coloured. */
export function diffBlock(text: string): HTMLPreElement {
  const kinds: Record<string, string> = { '+': 'added', '-': 'removed', '@': 'hunk' }
  const lines = text.replace(/\n$/, '').split('\n')
  const shown = lines.map((line) => {
    const isHead = /^(diff |index |--- |\+\+\+ |new file|deleted file|similarity|rename )/.test(line)
    return h('span', { class: `line ${isHead ? 'head' : (kinds[line.charAt(0)] ?? '')}` }, `${line}\n`)
  })
  return h('pre', { class: 'diff', tabindex: 0, role: 'region', 'aria-label': 'Diff' }, h('code', {}, ...shown))
}
