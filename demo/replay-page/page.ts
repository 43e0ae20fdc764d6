import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { withoutNeedlessHidden } from '../../src/guard/hidden.ts'
import type { AgentSession, AgentTurn } from './agent-turns.ts'
import { momentsOf, type ReplayMoment, type ReplaySource } from './moments.ts'
import { replayScript } from './script.ts'

const require = createRequire(import.meta.url)
const STYLE = ['github-markdown-css/github-markdown.css', join(import.meta.dirname, 'style.css')]
  .map((file) => readFileSync(require.resolve(file), 'utf8'))
  .join('\n')

/**
 * A page that replays a plan: one file, in which links lead from moment to moment and hide what came later. People, models
 * and repositories wrote what is in it, so all of it is escaped. Its policy allows this style and this script by their
 * digests, and no request.
 */
export function renderReplay(source: ReplaySource): string {
  const script = replayScript()
  const moments = momentsOf(source)
  const title = escaped(source.title)
  const policy = `default-src 'none'; style-src '${digestOf(STYLE)}'; script-src '${digestOf(script)}'; base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${STYLE}</style></head>
<body><header id="all"><h1>${title}</h1><p>${[...source.facts.map(escaped), ...pullOf(source)].join(' · ')}</p>
<p class="quiet">Made by Measure Twice. Choose a moment: what came after it is hidden. <a href="#all">Show all</a></p></header>
<div class="columns"><nav aria-label="Moments"><ol>${moments.map(lineOf).join('\n')}</ol></nav>
<main>${moments.map((moment, i) => articleOf(moment, i + 1, moments.length)).join('\n')}</main></div>
<script>${script}</script></body></html>
`
}

const pullOf = ({ pull }: ReplaySource): string[] => {
  if (!pull) return []
  const name = `Pull request #${pull.number}`
  return [pull.url ? `<a href="${escaped(pull.url)}" rel="noopener noreferrer">${name}</a>` : name]
}

const digestOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => withoutNeedlessHidden(text).replace(/[&<>"']/g, (one) => ENTITIES[one] ?? '')

/** The longest name of a moment, in the list and in its head. */
const LONGEST_NAME = 160
const nameOf = ({ name }: ReplayMoment): string =>
  escaped(name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name)

/** The day and the time in UTC, of which the list has the time alone. */
const momentOf = (at: string): { day: string; time: string } => {
  const [, day = '', time = ''] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)/.exec(at) ?? []
  return { day, time }
}

const lineOf = (moment: ReplayMoment, i: number): string =>
  `<li${moment.counts ? ' class="counts"' : ''}><a href="#m${i + 1}"><time>${momentOf(moment.at).time}</time> ${nameOf(moment)}</a></li>`

function articleOf(moment: ReplayMoment, n: number, last: number): string {
  const { day, time } = momentOf(moment.at)
  const way = [
    n > 1 ? `<a href="#m${n - 1}">← Earlier</a>` : '',
    n < last ? `<a href="#m${n + 1}">Later →</a>` : '',
  ].join(' ')
  const label = moment.counts ? ' <b class="label">this approval counted</b>' : ''
  return `<article id="m${n}" class="${moment.kind}"><header><h2>${nameOf(moment)}${label}</h2><time>${day} ${time}</time><p class="way">${way}</p></header>
${contentOf(moment)}</article>`
}

function contentOf(moment: ReplayMoment): string {
  switch (moment.kind) {
    case 'said':
      return moment.words && `<div class="source${moment.isFile ? ' file' : ''}">${escaped(moment.words)}</div>`
    case 'worked':
      return workOf(moment.session)
    case 'pushed': {
      const trailers = moment.trailers.map((line) => `<li>${escaped(line)}</li>`).join('')
      const body = moment.body && `<p class="plain">${escaped(moment.body)}</p>`
      return `${body}${trailers && `<ul class="trailers">${trailers}</ul>`}${diffOf(moment.patch)}`
    }
  }
}

const KINDS: Record<string, string> = { '+': 'added', '-': 'removed', '@': 'hunk' }

function diffOf(patch: string): string {
  if (patch.trim() === '') return ''
  const files = patch.match(/^diff --git /gm)?.length ?? 0
  const lines = patch
    .trimEnd()
    .split('\n')
    .map((line) => {
      const kind = /^(?:\+\+\+|---) /.test(line) ? undefined : KINDS[line.charAt(0)]
      return kind ? `<span class="${kind}">${escaped(line)}</span>` : escaped(line)
    })
  return `<details open><summary>Changes (${files === 1 ? '1 file' : `${files} files`})</summary><pre tabindex="0">${lines.join('\n')}</pre></details>`
}

function workOf({ turns }: AgentSession): string {
  const sum = (of: 'input' | 'cached' | 'output'): number => turns.reduce((all, turn) => all + turn[of], 0)
  const about = `${turns.length} turns, ${sum('input')} tokens in (${sum('cached')} cached), ${sum('output')} out`
  return `<p class="quiet">${about}</p>${turns.map(turnOf).join('\n')}`
}

const turnOf = ({ text, calls }: AgentTurn): string =>
  (text ? `<p class="says plain">${escaped(text)}</p>` : '') +
  calls
    .map(({ name, target, arguments: asked, result, failed, done, caught }) => {
      const sign = !done ? '…' : failed ? '✗' : '✓'
      const why = caught ? ' <b class="label bad">a check caught the model</b>' : ''
      const head = `${sign} <b>${escaped(name)}</b> <code>${escaped(target)}</code>${why}`
      return `<details${caught ? ' open' : ''}><summary>${head}</summary><h3>Asked</h3><pre tabindex="0">${escaped(asked)}</pre><h3>Answered</h3><pre tabindex="0">${escaped(result)}</pre></details>`
    })
    .join('\n')
