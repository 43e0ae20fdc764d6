import { withoutHidden } from '../../guard/hidden.ts'
import type { Issue } from '../../github/forge.ts'

/** Whether a request gets a plan; `because` is a clause of fixed words, fit for the log. */
type Complexity = { isComplex: boolean; because: string }

/** Whether a request in English, or if empty an issue, looks like several steps: weights of signals add up. Linear time. */
export function needsPlan(request: string, issue: Pick<Issue, 'title' | 'body'> = { title: '', body: '' }): Complexity {
  const text = tidy(request || `${issue.title}\n\n${issue.body}`)
  if (text === '') return { isComplex: false, because: 'it is empty' }
  const orders = withoutCode(text).split(SENTENCE_END).flatMap(ordersIn).join('\n')
  if (orders === '') return { isComplex: false, because: 'it only asks or reads' }
  const found = SIGNALS.filter(({ fires }) => fires(orders, text))
  const weight = found.reduce((sum, signal) => sum + signal.weight, 0)
  if (weight < ENOUGH) return { isComplex: false, because: 'nothing in it looks like several steps' }
  return { isComplex: true, because: found.map(({ because }) => because).join(', ') }
}

/** Lower case, without hidden characters; white space separates words, lines or paragraphs. */
const tidy = (text: string): string =>
  withoutHidden(text.toLowerCase())
    .replaceAll("'", '’')
    .replace(/\s+/g, (space) => (/\n.*\n/s.test(space) ? '\n\n' : space.includes('\n') ? '\n' : ' '))
    .trim()

/** Names in code, addresses and HTML comments are no words of the request. */
const withoutCode = (text: string): string =>
  text.replace(/```.*?(?:```|$)|<!--.*?(?:-->|$)/gs, '').replace(/`[^`\n]*`|https?:\S+|\*\*|__/g, '')

/** A full stop after a digit may belong to the number of a list. */
const SENTENCE_END = /(?<=[^\d\s][.!?;]) |\n\n|\n(?=[-*+•#>]|\d{1,3}[.)])/u

const LIST_MARK = /^(?:[-*+•] (?:\[[ x]\] )?|\d{1,3}[.)] |#{1,6} )/

/** What a sentence asks to change, with its list mark. Nothing for a question, or a part that reads. */
function ordersIn(part: string): string[] {
  const sentence = part.trim()
  const [mark = ''] = LIST_MARK.exec(sentence) ?? []
  const text = sentence.slice(mark.length).trimStart()
  let input = text.replace(POLITE, '')
  if (ASKS.test(input) || (input === text && input.endsWith('?'))) return []
  for (let next = NEXT.exec(input); READS.test(input.slice(0, next?.index)); next = NEXT.exec(input)) {
    if (!next) return []
    input = input.slice(next.index + next[0].length)
  }
  return input === '' ? [] : [mark + input]
}

/** The pattern of any of the words, which commas separate. `*` leaves the ending of a word open. */
function anyOf(...lists: string[]): string {
  const words = lists.flatMap((list) => list.split(', '))
  return `\\b(?:${words.map((word) => (word.endsWith('*') ? word.slice(0, -1) : `${word}\\b`)).join('|')})`
}

const anyWordOf = (...lists: string[]): RegExp => new RegExp(anyOf(...lists))
const firstWordOf = (...lists: string[]): RegExp => new RegExp(`^${anyOf(...lists)}`)

/** An order in the form of a question. */
const POLITE = new RegExp(
  `^(?:${anyOf('please, can you, could you, can we, could we, would you, will you, can someone, could someone')}[ ,]*)+`,
)

/** A sentence that begins so wants an answer. */
const ASKS = firstWordOf(
  'what, why, how, where, which, who, whose, is, are, was, were, does, did, do we, do you, do they, do i, should',
  'when is, when are, when was, when did, when do, when does, when will, explain, describe, summari*, tell, clarify',
)

/** What begins so only looks or runs; another order may follow it in the same sentence. */
const READS = firstWordOf(
  'read, list, show, print, display, find, search, look, count, view, check, run, see, give me, fetch, grep',
)

/** What stands between two orders of one sentence. */
const NEXT = new RegExp(` ?(?:(?:[,:]|${anyOf('and, then')}) ?)+`)

const BUILDS = anyWordOf(
  'implement, implementing, refactor*, redesign*, migrate, migrating, rewrite, rewriting, rework, restructure',
  'overhaul, moderni*, internationali*, locali*, architect, integrate',
  'modulari*, rearchitect, decouple, develop a, develop an, port the, port this, convert, design and, design a',
  'design an, design the, design our, design new, build a, build an, build the, introduce, split the',
  'split this, split up',
)

const CHANGES = anyWordOf(
  'add, adding, create, change, update, improve, extend, support, fix, remove, delete, write, replace, upgrade, make',
  'set up, setup, clean up, get rid of, turn, enhance, extract, configure, generate, optimi*',
  'enable, allow, need, wants, want, rename, move, build',
)

const PARTS = anyWordOf(
  'feature*, pipeline*, architecture, authentication, authori*, login, module*, api, apis, database*, endpoint*',
  'middleware, dashboard*, system, service*, integration*, schema*, workflow*, framework, cache, caching, limiter',
  'rate limiting, mode, page, pages, ui, tests, test suite, test coverage, error handling, end-to-end, dependencies',
  'backend, frontend, client, server, plugin*, queue, search, i18n, permissions, payment*, docker*',
  'documentation, package, packages, codebase, code base',
)

const BREADTH = anyWordOf(
  'several, multiple, across, everywhere, codebase, code base, entire, whole, from scratch, step by step, all modules',
)

const TRIVIAL = anyWordOf('typo*, spelling, misspell*, whitespace, semicolon, trailing, one-liner, wording')

const ORDER = new RegExp(anyOf('first, second, then, next, after that, afterwards, finally'), 'g')

const FILE = /(?<![\w./-])[\w./-]{1,200}\.[a-z]{1,5}(?![\w/])/g
/** Characters of prose from which a request is long, and from which its length alone is enough. */
const [LONG, VERY_LONG] = [500, 1500]
const ENOUGH = 3

type Signal = { weight: number; because: string; fires: (orders: string, text: string) => boolean }

const SIGNALS: readonly Signal[] = [
  { weight: 4, because: 'it asks to build or rebuild', fires: (orders) => BUILDS.test(orders) },
  { weight: 1, because: 'it asks for a change', fires: (orders) => CHANGES.test(orders) },
  { weight: 2, because: 'it is about a whole part of the software', fires: (orders) => PARTS.test(orders) },
  { weight: 2, because: 'it reaches far', fires: (orders) => BREADTH.test(orders) },
  { weight: 2, because: 'it names an order of steps', fires: (_, text) => new Set(text.match(ORDER)).size > 1 },
  { weight: 2, because: 'it holds a list', fires: (orders) => count(orders, /^(?:[-*+•]|\d{1,3}[.)]) /gm) > 1 },
  { weight: 1, because: 'it holds a task list', fires: (orders) => count(orders, /^(?:[-*+] )\[[ x]\] /gm) > 1 },
  { weight: 2, because: 'it names several files', fires: (_, text) => new Set(text.match(FILE)).size > 2 },
  { weight: 1, because: 'it is long', fires: (orders) => orders.length > LONG },
  { weight: 2, because: 'it is very long', fires: (orders) => orders.length > VERY_LONG },
  { weight: -5, because: 'it is about a slip of the pen', fires: (orders) => TRIVIAL.test(orders) },
]

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0
