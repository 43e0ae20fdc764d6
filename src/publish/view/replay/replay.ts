import { withoutHidden } from '../../../guard/hidden.ts'
import type { AgentSession, AgentTurn } from './agent-turns.ts'
import { REPLAY_STYLE, REPLAY_STYLE_HASH } from './replay-style.ts'
import { momentsOf, type ReplayMoment, type ReplaySource } from './replay-moments.ts'

/** Bytes. An artifact, and a browser on a phone, take that. */
const LARGEST = 5_000_000

type ReplaySpec = { redact: (text: string) => string; limit?: number }
/** Characters of one text that are shown. */
type ReplayDetail = { text: number }

const TEXTS = [60_000, 12_000, 2_000, 300]

/**
 * A page that replays a plan: one file without a script, in which links lead from moment to moment and hide what came
 * later. People, models and repositories wrote what is in it, so all of it is redacted, bounded and escaped; there is
 * no address in it but its own. What does not fit is cut, and then the earliest moments are left out.
 */
export function renderReplay(source: ReplaySource, { redact, limit = LARGEST }: ReplaySpec): string {
  // Secrets go first: half of one, in a text that is cut, would not be known.
  const clean = (text: string): string => redact(withoutHidden(text)).toWellFormed()
  const moments = momentsOf(source).map((moment) => cleaned(moment, clean))
  const title = clean(`#${source.issue.number} ${source.issue.title}`)
  for (const text of TEXTS) {
    const page = pageOf(title, moments, { text })
    if (bytesOf(page) <= limit) return page
  }
  let kept = moments
  for (;;) {
    kept = kept.slice(Math.ceil(kept.length / 2))
    const page = pageOf(title, kept, { text: 300 })
    if (kept.length === 0 || bytesOf(page) <= limit) return page
  }
}

/** A moment without secrets and hidden characters, and with no text longer than is ever shown. */
function cleaned(moment: ReplayMoment, clean: (text: string) => string): ReplayMoment {
  const short = (text: string): string => cut(clean(text), TEXTS[0] ?? 0)
  const named = { who: clean(moment.who), did: clean(moment.did) }
  switch (moment.kind) {
    case 'said':
      return { ...moment, ...named, words: short(readable(moment.words)) }
    case 'pushed':
      return {
        ...{ ...moment, ...named, body: short(readable(moment.body)) },
        ...{ patch: short(moment.patch), trailers: moment.trailers.map(short) },
      }
    case 'worked': {
      const turns = moment.session.turns.map(({ calls, ...turn }) => ({
        ...{ ...turn, text: short(turn.text) },
        calls: calls.map((call) => ({
          ...{ ...call, name: short(call.name), target: short(call.target) },
          ...{ arguments: short(call.arguments), result: short(call.result) },
        })),
      }))
      return { ...moment, ...named, session: { ...moment.session, turns } }
    }
  }
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (one) => ENTITIES[one] ?? '')

const POLICY = `default-src 'none'; style-src 'sha256-${REPLAY_STYLE_HASH}'; base-uri 'none'; form-action 'none'`

function pageOf(name: string, moments: readonly ReplayMoment[], detail: ReplayDetail): string {
  const title = lineOf(name)
  const lines = moments.map(
    ({ at, who, did, counts }, i) =>
      `<li${counts ? ' class="counts"' : ''}><a href="#m${i + 1}"><time>${timeOf(at)}</time> ${lineOf(`${who} ${did}`, 160)}</a></li>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="referrer" content="no-referrer"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${REPLAY_STYLE}</style></head>
<body><header id="all"><h1>${title}</h1><p>Choose a moment: what came after it is hidden. <a href="#all">Show all</a></p></header>
<div class="columns"><nav aria-label="Moments"><ol>${lines.join('\n')}</ol></nav>
<main>${moments.map((moment, i) => articleOf(moment, i + 1, { detail, last: moments.length })).join('\n')}</main></div></body></html>
`
}

/** The day and the time, without a zone: it is UTC. */
const timeOf = (at: string): string => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.exec(at)?.[0].replace('T', ' ') ?? ''

function articleOf(moment: ReplayMoment, n: number, { detail, last }: { detail: ReplayDetail; last: number }): string {
  const { at, who, did, counts } = moment
  const way = [
    n > 1 ? `<a href="#m${n - 1}">← Earlier</a>` : '',
    n < last ? `<a href="#m${n + 1}">Later →</a>` : '',
  ].join(' ')
  const label = counts ? ' <b class="label">this approval counted</b>' : ''
  return `<article id="m${n}" class="${moment.kind}"><header><h2>${lineOf(who)} <span>${lineOf(did)}</span>${label}</h2><time>${timeOf(at)}</time><p class="way">${way}</p></header>
${contentOf(moment, detail)}</article>`
}

function contentOf(moment: ReplayMoment, detail: ReplayDetail): string {
  switch (moment.kind) {
    case 'said':
      return wordsOf(moment.words, detail)
    case 'worked':
      return workOf(moment.session, detail)
    case 'pushed': {
      const trailers = moment.trailers.map((line) => `<li>${bounded(line, detail)}</li>`).join('')
      return `${wordsOf(moment.body, detail)}${trailers && `<ul class="trailers">${trailers}</ul>`}${diffOf(moment.patch, detail)}`
    }
  }
}

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).toWellFormed().trimEnd()}\n… (cut here)` : text

const bounded = (text: string, { text: most }: ReplayDetail): string => escaped(cut(text, most))
const lineOf = (text: string, most = 300): string => escaped(text.slice(0, most).toWellFormed())

const NAMES = /<!--[^]*?(?:-->|$)|<\/?(?:details|summary|b|br|sub|kbd)>/g

/** Markdown without its comments, and without the tags that the bot writes. */
const readable = (text: string): string =>
  text
    .replace(NAMES, (tag) => (tag === '<summary>' ? '▸ ' : tag === '<br>' ? '\n' : ''))
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/**
 * Markdown made readable: headings, bold words, code and boxes, on a text that is escaped already. Links are their
 * words, pictures nothing. All that it adds are these few tags, without attributes of anyone else.
 */
function wordsOf(text: string, detail: ReplayDetail): string {
  const parts = bounded(text, detail).split(/^(?:`{3,}|~{3,}).*$/m)
  return parts.map((part, i) => (i % 2 === 1 ? `<pre>${part.replace(/^\n/, '')}</pre>` : proseOf(part))).join('')
}

const proseOf = (part: string): string => {
  const text = part
    .trim()
    .replace(/^#{1,6} (.*)$/gm, '<b>$1</b>')
    .replace(/^(?:&gt; ?)+(?:\[!\w+\])?/gm, '')
    .replace(/!?\[([^\][\n]{0,500})\]\([^()\n]{0,2000}\)/g, '$1')
    .replace(/\*\*([^*\n]{1,500})\*\*/g, '<b>$1</b>')
    .replace(/`([^`\n]{1,500})`/g, '<code>$1</code>')
    .replace(/^([ \t]*)- \[x\] /gm, '$1☑ ')
    .replace(/^([ \t]*)- \[ \] /gm, '$1☐ ')
  return text && `<p class="words">${text}</p>`
}

const KINDS: Record<string, string> = { '+': 'added', '-': 'removed', '@': 'hunk' }

function diffOf(patch: string, detail: ReplayDetail): string {
  if (patch.trim() === '') return ''
  const files = patch.match(/^diff --git /gm)?.length ?? 0
  const lines = bounded(patch, detail)
    .trimEnd()
    .split('\n')
    .map((line) => {
      const kind = /^(?:\+\+\+|---) /.test(line) ? undefined : KINDS[line.charAt(0)]
      return kind ? `<span class="${kind}">${line}</span>` : line
    })
  return `<details open><summary>Changes (${files === 1 ? '1 file' : `${files} files`})</summary><pre>${lines.join('\n')}</pre></details>`
}

function workOf({ turns }: AgentSession, detail: ReplayDetail): string {
  const sum = (of: 'input' | 'cached' | 'output'): number => turns.reduce((all, turn) => all + turn[of], 0)
  const about = `${turns.length} turns, ${sum('input')} tokens in (${sum('cached')} cached), ${sum('output')} out`
  return `<p class="quiet">${about}</p>${turns.map((turn) => turnOf(turn, detail)).join('\n')}`
}

const turnOf = ({ text, calls }: AgentTurn, detail: ReplayDetail): string =>
  (text ? `<p class="says">${bounded(text, detail)}</p>` : '') +
  calls
    .map(({ name, target, arguments: asked, result, failed, done, caught }) => {
      const sign = !done ? '…' : failed ? '✗' : '✓'
      const why = caught ? ' <b class="label bad">a check caught the model</b>' : ''
      const head = `${sign} <b>${lineOf(name, 60)}</b> <code>${lineOf(target, 200)}</code>${why}`
      return `<details${caught ? ' open' : ''}><summary>${head}</summary><h3>Asked</h3><pre>${bounded(asked, detail)}</pre><h3>Answered</h3><pre>${bounded(result, detail)}</pre></details>`
    })
    .join('\n')
