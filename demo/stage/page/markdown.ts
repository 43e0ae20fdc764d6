import DOMPurify from 'dompurify'
import { marked } from 'marked'
import type { View } from '../view.ts'
import { diffBlock, h } from './dom.ts'
import { placeOf } from './links.ts'

const CLEAN = {
  RETURN_DOM_FRAGMENT: true as const,
  USE_PROFILES: { html: true },
  FORBID_TAGS: ['style', 'form', 'button', 'select', 'textarea', 'dialog', 'audio', 'video', 'picture', 'source'],
  // A picture begins to load as soon as there is an element for it, wherever that is.
  FORBID_ATTR: [
    'src',
    'srcset',
    'background',
    'poster',
    'style',
    'name',
    'autofocus',
    'contenteditable',
    'tabindex',
    'popover',
    'popovertarget',
  ],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  SANITIZE_NAMED_PROPS: true,
  // As theirs, with fewer schemes: values that are no addresses go by it, too.
  ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
}

/** Markdown of people and models, as GitHub shows it. `isFile` is for files, where a line feed is no line break. */
export function markdown(text: string, view: View, isFile = false): HTMLElement {
  const html = marked.parse(text.replace(/<!--[\s\S]*?(?:-->|$)/g, ''), { async: false, gfm: true, breaks: !isFile })
  const body = h('div', { class: 'markdown-body' }, DOMPurify.sanitize(html, CLEAN))
  for (const shape of [keepClasses, boxes, pictures, blocks, alerts]) shape(body)
  references(body, view)
  for (const link of body.querySelectorAll('a')) lead(link, view)
  return body
}

/** Nobody dresses up as a part of this page. */
function keepClasses(body: HTMLElement): void {
  for (const element of body.querySelectorAll('[class], [id]')) {
    element.removeAttribute('id')
    if (!/^language-[\w-]+$/.test(element.className)) element.removeAttribute('class')
  }
}

function boxes(body: HTMLElement): void {
  for (const input of body.querySelectorAll('input')) {
    if (input.type !== 'checkbox') {
      input.remove()
      continue
    }
    input.disabled = true
    const item = input.closest('li')
    item?.classList.add('task-list-item')
    item?.parentElement?.classList.add('contains-task-list')
    input.classList.add('task-list-item-checkbox')
    input.setAttribute('aria-label', input.checked ? 'Done' : 'Not done')
  }
}

/** Pictures of other hosts are not loaded: whoever wrote this would learn that it is read. */
function pictures(body: HTMLElement): void {
  for (const image of body.querySelectorAll('img'))
    image.replaceWith(h('span', { class: 'picture' }, `[picture: ${image.alt || 'without a name'}]`))
}

function blocks(body: HTMLElement): void {
  // A wide one scrolls by itself, and has to be reached by keyboard for that.
  for (const table of body.querySelectorAll('table')) table.setAttribute('tabindex', '0')
  for (const code of body.querySelectorAll('pre > code')) {
    const block = code.parentElement
    const text = code.textContent ?? ''
    if (code.className === 'language-diff') block?.replaceWith(diffBlock(text))
    else if (code.className === 'language-mermaid') block?.replaceWith(graph(text))
    else block?.setAttribute('tabindex', '0')
  }
}

const ALERTS: Record<string, string> = {
  NOTE: 'Note',
  TIP: 'Tip',
  IMPORTANT: 'Important',
  WARNING: 'Warning',
  CAUTION: 'Caution',
}

function alerts(body: HTMLElement): void {
  for (const quote of body.querySelectorAll('blockquote')) {
    const first = quote.querySelector('p')?.firstChild
    const [whole, kind = ''] = /^\[!(\w+)\]\s*/.exec(first?.textContent ?? '') ?? []
    const title = ALERTS[kind]
    if (!first || whole === undefined || !title) continue
    first.textContent = (first.textContent ?? '').slice(whole.length)
    if (first.nextSibling?.nodeName === 'BR' && first.textContent === '') first.nextSibling.remove()
    const head = h('p', { class: 'markdown-alert-title' }, title)
    const alert = h('div', { class: `markdown-alert markdown-alert-${kind.toLowerCase()}` }, head, ...quote.childNodes)
    quote.replaceWith(alert)
  }
}

/** Makes links of `#2` and of the ids of commits, as GitHub does. */
function references(body: HTMLElement, { issue, pull, commits }: View): void {
  const places: Record<string, string> = { [`#${issue.number}`]: '#issue', [`#${pull?.number}`]: '#pull' }
  const placeFor = (word: string): string | undefined =>
    places[word] ??
    (word.length >= 7 && commits.some(({ sha }) => sha.startsWith(word)) ? `#commit-${word.slice(0, 7)}` : undefined)
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
  for (const text of texts) {
    if (text.parentElement?.closest('a, code, pre')) continue
    const parts = text.data.split(/((?<![\w/#])#\d+\b|\b[0-9a-f]{7,40}\b)/)
    if (!parts.some(placeFor)) continue
    text.replaceWith(
      ...parts.map((part) => {
        const href = placeFor(part)
        if (!href) return part
        return part.startsWith('#') ? h('a', { href }, part) : h('a', { href }, h('code', {}, part.slice(0, 7)))
      }),
    )
  }
}

/** A link to the embedded GitHub stays on this page; any other one opens elsewhere, and does not learn from where. */
function lead(link: HTMLAnchorElement, view: View): void {
  const href = link.getAttribute('href') ?? ''
  if (href.startsWith('#')) return
  const place = placeOf(href, view)
  if (place) return link.setAttribute('href', place)
  if (href.startsWith(view.project.address) || !/^(?:https?:|mailto:)/i.test(href)) return link.removeAttribute('href')
  link.target = '_blank'
  link.rel = 'noopener noreferrer nofollow'
}

const waiting = new Map<number, HTMLElement>()
const asked: { graph: number; source: string }[] = []
let isReady = false
let count = 0

const isDark = (): boolean => window.matchMedia('(prefers-color-scheme: dark)').matches

/** A graph, drawn in a frame of its own and shown as a picture. Until it is there, and where it cannot be drawn, its text stands there. */
function graph(source: string): HTMLElement {
  const place = h('div', { class: 'graph' }, h('pre', { tabindex: 0 }, h('code', {}, source)))
  const wanted = { graph: ++count, source }
  waiting.set(wanted.graph, place)
  asked.push(wanted)
  if (isReady) order(wanted)
  return place
}

function order(wanted: { graph: number; source: string }): void {
  const frame = document.getElementById('graphs')
  if (frame instanceof HTMLIFrameElement)
    frame.contentWindow?.postMessage({ ...wanted, dark: isDark() }, window.location.origin)
}

/** The names in a graph, for those who cannot see it. */
const namesIn = (source: string): string =>
  [...source.matchAll(/\["?([^"\]]+)"?\]/g)].map(([, name]) => name).join('; ')

/** Shows the graphs as they are drawn. The frame is loaded last, so that its first word is heard. */
export function startGraphs(): void {
  window.addEventListener('message', ({ data, origin, source }) => {
    const frame = document.getElementById('graphs')
    if (origin !== window.location.origin || !(frame instanceof HTMLIFrameElement) || source !== frame.contentWindow)
      return
    if (data.graph === 0) {
      isReady = true
      asked.forEach(order)
      return
    }
    const place = waiting.get(data.graph)
    const of = asked.find((one) => one.graph === data.graph)
    const [, , , width = '', height = ''] = /viewBox="([-\d.]+) ([-\d.]+) ([\d.]+) ([\d.]+)"/.exec(data.svg) ?? []
    if (!place || !of || !height) return
    const src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(data.svg)}`
    const alt = `Graph of ${namesIn(of.source)}`
    place.replaceChildren(h('img', { src, alt, width: Math.ceil(Number(width)), height: Math.ceil(Number(height)) }))
  })
  document.getElementById('graphs')?.setAttribute('src', 'graph.html')
}
