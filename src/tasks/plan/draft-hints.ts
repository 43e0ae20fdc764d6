import { pathsIn } from '../../git/objects.ts'
import { pathsInLine } from '../../guard/check-commit.ts'
import type { Repository } from '../../git/git.ts'
import type { Plan } from '../../plan/plan.ts'
import type { Tool } from '../../agent/tool.ts'
import type { InputOf } from '../tasks.ts'

/**
 * Hints for a first draft, given once, since its planner may leave it as it is: it is too long, or nothing of what it
 * changes was read. The tools are wrapped to record what was read. `shown` is the first message of the conversation.
 */
export function draftHints(
  input: InputOf<'plan'>,
  repo: Repository,
  { tools, shown }: { tools: readonly Tool[]; shown: string },
) {
  const readTexts: string[] = shown.match(/^Present content of .+(?=:$)/gm) ?? []
  const recording = (tool: Tool): Tool => ({
    ...tool,
    call: async (raw, signal) => {
      const text = await tool.call(raw, signal)
      readTexts.push(raw, text)
      return text
    },
  })
  let areGiven = false
  return {
    // A listing does not count as reading: a name is not what a file holds.
    tools: tools.map((tool) => (tool.declaration.name === 'list_files' ? tool : recording(tool))),
    hintsFor: async (plan: Plan): Promise<string[]> => {
      if (areGiven || input.of !== 'draft') return []
      const unread = unreadFiles(plan, [...readTexts, input.topic.change ?? ''], await pathsIn(repo, input.head))
      const hints = [tooLong(plan, input), unread].filter((hint) => hint !== undefined)
      areGiven = hints.length > 0
      return hints
    },
  }
}

/** Undefined if one of the files that the plan changes was read, or none of them is in the repository yet. */
function unreadFiles(plan: Plan, readTexts: readonly string[], paths: readonly string[]): string | undefined {
  const named = new Set(plan.subtasks.flatMap(({ files }) => files))
  const changed = [...named].filter((path) => paths.includes(path))
  if (changed.length === 0 || changed.some((path) => readTexts.some((text) => text.includes(path)))) return undefined
  return `None of the files that the plan changes was read: ${pathsInLine(changed)}. Read what matters, then call create_plan again, with the plan that it comes to.`
}

/** Maximum words of a plan that people can be expected to read for a short request. */
const MAX_WORDS = 700
const SHORT_REQUEST = 100

const wordsIn = (...texts: readonly string[]): number => texts.join(' ').split(/\s+/).filter(Boolean).length

/** Tells the planner that a draft is too long for its request, with its longest parts. Undefined if it is not. */
function tooLong(plan: Plan, { request, topic }: InputOf<'draft'>): string | undefined {
  const requestLength = request.trim() === '' ? wordsIn(topic.title, topic.body) : wordsIn(request)
  const parts: [string, number][] = [
    ['the description', wordsIn(plan.description, plan.expected_outcome)],
    ...plan.subtasks.map((one): [string, number] => [
      `subtask ${one.number}`,
      wordsIn(one.name, one.description, one.expected_outcome, ...one.verify),
    ]),
    [
      'decisions, questions and risks',
      wordsIn(...(plan.decisions ?? []), ...plan.questions.map(({ question }) => question), ...plan.risks),
    ],
  ]
  const all = parts.reduce((sum, [, words]) => sum + words, 0)
  if (all <= MAX_WORDS || requestLength >= SHORT_REQUEST) return undefined
  const longest = parts.toSorted(([, a], [, b]) => b - a).slice(0, 3)
  return (
    `The plan has ${all} words for a request of ${requestLength}, and people read all of it: ` +
    `${longest.flatMap(([name, words]) => (words > 0 ? [`${words} in ${name}`] : [])).join(', ')}. ` +
    'Shorten it, and leave out what was not asked for; if it has to be as long, call create_plan again with it.'
  )
}
