import DOMPurify from 'dompurify'
import { marked } from 'marked'
import { diffBlock, h } from './dom.ts'

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

/**
 * Markdown of people and models, as GitHub renders it: sanitized, without pictures of other hosts, and with links as they
 * were written. `isFile` is for files, where a line feed is no line break.
 */
export function gitHubMarkdown(text: string, isFile = false): HTMLElement {
  const html = marked.parse(text.replace(/<!--[\s\S]*?(?:-->|$)/g, ''), { async: false, gfm: true, breaks: !isFile })
  const body = h('div', { class: 'markdown-body' }, DOMPurify.sanitize(html, CLEAN))
  for (const shape of [keepClasses, boxes, pictures, blocks, alerts]) shape(body)
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
    if (code.className === 'language-diff') block?.replaceWith(diffBlock(code.textContent ?? ''))
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
