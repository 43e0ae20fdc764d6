import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseApprovers } from '../src/decide/thread/people.ts'

// The workflow that `npm run setup` writes: the example with one job, with what was answered in it.

/** What the workflow is made from. `action` is `owner/name@ref`. Empty answers leave an input out. */
export type Answers = {
  action: string
  secret: string
  endpoint: string
  model: string
  approvers: string
  maxTokens: string
  /** Whether the repository is on a GitHub Enterprise Server, which knows no `queue`. */
  isEnterpriseServer: boolean
}

/** One question: the answer that is taken without one, and why another one cannot be taken. */
export type Question = {
  name: Exclude<keyof Answers, 'isEnterpriseServer'>
  ask: string
  preset: string
  problem: (answer: string) => string | undefined
}

const matches =
  (pattern: RegExp, why: string) =>
  (answer: string): string | undefined =>
    pattern.test(answer) ? undefined : why

const endpointProblem = (answer: string): string | undefined => {
  const url = URL.parse(answer)
  if (!url || !/^https?:$/.test(url.protocol)) return 'It has to be an address that begins with https:// or http://.'
  return url.username || url.password
    ? 'A password in it would stand in the repository. Put it into a secret.'
    : undefined
}

export const OPENAI = 'https://api.openai.com/v1'

/** The questions in the order in which they are asked. Their names are those of the options, too. */
export const QUESTIONS: readonly Question[] = [
  {
    name: 'action',
    ask: 'Where is the action published (owner/name@version)?',
    preset: '',
    problem: matches(
      /^(?!OWNER\/)[\w-]+\/[\w.-]+@[\w./-]+$/,
      'It has to look like owner/name@version. Nothing is published yet: name your fork, with @main.',
    ),
  },
  {
    name: 'endpoint',
    ask: 'Which OpenAI-compatible endpoint?',
    preset: OPENAI,
    problem: endpointProblem,
  },
  {
    name: 'secret',
    ask: 'Which secret holds its key?',
    preset: 'OPENAI_API_KEY',
    problem: matches(
      /^(?!GITHUB_)[A-Z_][A-Z0-9_]*$/i,
      'The name of a secret has letters, digits and _, and does not begin with GITHUB_.',
    ),
  },
  {
    name: 'model',
    ask: 'Which model (empty: the newest general one of OpenAI)?',
    preset: '',
    problem: matches(/^[\w./:@-]*$/, 'The name of a model has letters, digits and . / : @ _ -'),
  },
  {
    name: 'approvers',
    ask: 'Who may approve (write, maintain, admin, codeowners, or @user, @org/team)?',
    preset: 'write',
    problem: (answer) =>
      parseApprovers(answer)
        ? undefined
        : 'It has to be write, maintain, admin, codeowners, or names like @ann, @acme/core.',
  },
  {
    name: 'maxTokens',
    ask: 'How many tokens may a plan use before it asks for more?',
    preset: '3000000',
    problem: matches(/^[1-9]\d{3,11}$/, 'It has to be a whole number of at least 1000.'),
  },
]

const EXAMPLE = join(resolve(import.meta.dirname, '..'), 'examples/one-job.yml')

/** The workflow as YAML. Throws when the example is not as this expects it, so that nothing is lost in silence. */
export function workflowFor(answers: Answers, example = readFileSync(EXAMPLE, 'utf8')): string {
  const inputs = [
    ...(answers.endpoint === OPENAI ? [] : [`openai-base-url: ${answers.endpoint}`]),
    ...(answers.model === '' ? [] : [`model: ${JSON.stringify(answers.model)}`]),
    ...(answers.approvers === 'write' ? [] : [`approvers: ${JSON.stringify(answers.approvers)}`]),
  ]
  const changes: [RegExp, string][] = [
    [/uses: OWNER\/measure-twice@v\d+/, `uses: ${answers.action}`],
    [/secrets\.OPENAI_API_KEY/g, `secrets.${answers.secret}`],
    [/( *)max-tokens: \d+/, [...inputs, `max-tokens: ${answers.maxTokens}`].map((line) => `$1${line}`).join('\n')],
    ...(answers.isEnterpriseServer ? [[/ *queue: max[^\n]*\n/, ''] satisfies [RegExp, string]] : []),
  ]
  return changes.reduce((text, [pattern, to]) => {
    if (!pattern.test(text)) throw new Error(`The example has nothing that looks like ${pattern.source}.`)
    return text.replace(pattern, to)
  }, example)
}
