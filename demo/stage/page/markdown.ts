import type { View } from '../view.ts'
import { h } from './dom.ts'
import { gitHubMarkdown } from './github-markdown.ts'
import { targetOf } from './links.ts'

/** Markdown of people and models, with graphs, and with links that stay on this page where they can. */
export function markdown(text: string, view: View, isFile = false): HTMLElement {
  const body = gitHubMarkdown(text, isFile)
  for (const code of body.querySelectorAll('pre > code.language-mermaid'))
    code.parentElement?.replaceWith(graph(code.textContent ?? ''))
  references(body, view)
  for (const link of body.querySelectorAll('a')) lead(link, view)
  return body
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
  const place = targetOf(href, view)
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
