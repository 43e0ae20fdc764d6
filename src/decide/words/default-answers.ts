import type { Question } from '../../plan/plan.ts'

/** Characters. A longer reply says more than defaults. */
const LONGEST_REPLY = 4_000

/** Whether each answer of a reply is the default of its question, named by number, by its words or by its place. */
export function repeatsDefaults(text: string, questions: readonly Question[]): boolean {
  const asked = questions.filter((one) => plain(one.default) !== '')
  if (asked.length === 0 || text.length > LONGEST_REPLY) return false
  if (ALL_OF_THEM.test(plain(text))) return true
  const lines = text.split('\n').filter((line) => !/^\s*>/.test(line) && line.trim() !== '')
  const answers = lines.flatMap((line) => (isDefault(line, questions) ? [line] : line.split(BETWEEN).filter(Boolean)))
  const areInOrder = answers.length === questions.length
  return (
    answers.length > 0 &&
    answers.every((answer, i) => isDefault(answer, questions, areInOrder ? questions[i] : undefined))
  )
}

/** What stands between two answers in one line: a semicolon, or the number of the next one. */
const BETWEEN = /;|,? (?=\(?\d{1,2}[.):] )/

const ALL_OF_THEM =
  /^(?:(?:use|take|keep|go with) )?(?:(?:the|all|your|all the) )*defaults?(?: (?:are|is))?(?: (?:fine|ok|okay|good|right))?$/

function isDefault(answer: string, questions: readonly Question[], question?: Question): boolean {
  const [, number, rest = ''] = NUMBERED.exec(answer) ?? []
  const numbered = number === undefined ? undefined : questions[Number(number) - 1]
  if (numbered) return statesDefault(rest, numbered) || statesDefault(answer, numbered)
  const candidates =
    questions.length === 1 ? questions : question ? [question] : questions.filter((one) => identifies(answer, one))
  return candidates.some((one) => statesDefault(answer, one))
}

/** A short answer such as "yes" does not identify its question, unless it begins with it. */
const identifies = (answer: string, one: Question): boolean =>
  plain(one.default).length > SHORT_ANSWER_CHARACTERS || plain(answer).startsWith(plain(one.question))

const SHORT_ANSWER_CHARACTERS = 3

/** `1. Redis`, `(1) Redis`, `Q1: Redis`. */
const NUMBERED = /^\s*(?:[-*+] )?\(?(?:q|question )?(\d{1,2})[.):]{1,2}\s+(.*)$/i

/** Whether these words are the default of the question, perhaps after the question itself. */
function statesDefault(words: string, one: Question): boolean {
  const [written, question, wanted] = [plain(words), plain(one.question), plain(one.default)]
  const answer = written.startsWith(question) ? plain(written.slice(question.length)) : written
  return wanted !== '' && [answer, plain(/^\(?default: (.*?)\)?$/.exec(answer)?.[1] ?? '')].includes(wanted)
}

/** Small letters, without marks of emphasis and what stands around the words. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[`*_"'’“”]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[ \-+:,.?]+/, '')
    .replace(/(?<![ .!?:,;])[ .!?:,;]+$/, '')
