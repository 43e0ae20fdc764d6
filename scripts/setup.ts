import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { hasGh, offerAll } from './setup-github.ts'
import { QUESTIONS, workflowFor, type Answers, type Question } from './setup-workflow.ts'

// `npm run setup`: writes the workflow into a clone of a repository. In a terminal, and where GitHub's program `gh` is
// logged in, it offers the rest; otherwise it says where each is turned on.

const USAGE = `npm run setup -- --repo PATH [options]

Writes .github/workflows/measure-twice.yml into a clone of your repository, and says which settings to turn on.
What no option answers is asked. In a terminal with \`gh\`, a branch, the secret, the setting, the pull request and a first
test are offered, each with a question. Nothing is committed, and no file is overwritten without asking.

  --repo PATH        the clone
  --yes              take the default for everything that no option answers
  --force            overwrite the workflow that is there
${QUESTIONS.map(({ name, ask, preset }) => `  --${optionOf(name).padEnd(17)}${ask}${preset === '' ? '' : ` [${preset}]`}`).join('\n')}
`

const FILE = '.github/workflows/measure-twice.yml'

function optionOf(name: Question['name']): string {
  return name === 'maxTokens' ? 'max-tokens' : name
}

/** What a person can mend. It is printed without a trace. */
class SetupError extends Error {
  override readonly name = 'SetupError'
}

const flag = { type: 'boolean', default: false } as const
const text = { type: 'string' } as const

function optionsFrom(args: string[]) {
  const answers = Object.fromEntries(QUESTIONS.map(({ name }) => [optionOf(name), text]))
  try {
    const { values } = parseArgs({ args, options: { ...answers, repo: text, yes: flag, force: flag, help: flag } })
    const given: Record<string, string | boolean | undefined> = values
    return { given, repo: values.repo, yes: values.yes, force: values.force, help: values.help }
  } catch (error) {
    throw new SetupError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  }
}

/** What git says in a folder; undefined when it cannot. */
function git(folder: string, ...args: string[]): string | undefined {
  try {
    return execFileSync('git', ['-C', folder, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return undefined
  }
}

type Origin = { host: string; name: string }

/** The repository on GitHub that a clone is of, as its remote `origin` says. */
function originOf(folder: string): Origin | undefined {
  const address = git(folder, 'remote', 'get-url', 'origin') ?? ''
  const [, host, name] =
    /^(?:https?:\/\/(?:[^/@]*@)?|ssh:\/\/git@|git@)([\w.-]+)(?::\d+)?[/:]([\w-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(
      address,
    ) ?? []
  return host && name ? { host, name } : undefined
}

const isEnterpriseServer = (origin: Origin | undefined): boolean =>
  origin !== undefined && origin.host !== 'github.com' && !origin.host.endsWith('.ghe.com')

/** Asks in the terminal, also for what was typed ahead. At the end of input nothing is written. */
function openTerminal() {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const lines = terminal[Symbol.asyncIterator]()
  return {
    ask: async (question: string): Promise<string> => {
      terminal.setPrompt(question)
      terminal.prompt()
      const line = await lines.next()
      if (line.done === true) throw new SetupError('\nThe input ended, so nothing was written.')
      return line.value
    },
    close: () => terminal.close(),
  }
}

type Ask = ReturnType<typeof openTerminal>['ask']

async function answerTo(one: Question, given: string | undefined, ask: Ask | undefined): Promise<string> {
  if (given !== undefined || !ask) {
    const answer = (given ?? one.preset).trim()
    const problem = one.problem(answer)
    if (problem !== undefined) throw new SetupError(`--${optionOf(one.name)} ${answer}: ${problem}`)
    return answer
  }
  for (;;) {
    const answer = (await ask(`${one.ask}${one.preset === '' ? '' : ` [${one.preset}]`} `)).trim() || one.preset
    const problem = one.problem(answer)
    if (problem === undefined) return answer
    console.log(problem)
  }
}

/** The version of the action that this checkout is of; none where nobody published it yet, and then it is asked for. */
function ownPreset(one: Question): Question {
  const root = resolve(import.meta.dirname, '..')
  if (one.name !== 'action' || git(root, 'rev-parse', '--show-toplevel') !== root) return one
  const name = originOf(root)?.name
  const ref = git(root, 'rev-parse', '--verify', '--quiet', 'refs/tags/v0') === undefined ? 'main' : 'v0'
  return name === undefined || one.problem(`${name}@${ref}`) ? one : { ...one, preset: `${name}@${ref}` }
}

async function answersFor(
  { given, yes }: ReturnType<typeof optionsFrom>,
  origin: Origin | undefined,
  ask: Ask | undefined,
): Promise<Answers> {
  const found = new Map<Question['name'], string>()
  for (const one of QUESTIONS.map(ownPreset)) {
    const value = given[optionOf(one.name)]
    found.set(one.name, await answerTo(one, typeof value === 'string' ? value : undefined, yes ? undefined : ask))
  }
  const of = (name: Question['name']): string => found.get(name) ?? ''
  return {
    ...{ action: of('action'), secret: of('secret'), endpoint: of('endpoint'), model: of('model') },
    ...{ approvers: of('approvers'), maxTokens: of('maxTokens'), isEnterpriseServer: isEnterpriseServer(origin) },
  }
}

/** Whether the workflow may be written. One that is there already is only overwritten by somebody who says so. */
async function mayWrite(root: string, workflow: string, { force, ask }: { force: boolean; ask: Ask | undefined }) {
  // A link leads out of the clone, also one that leads nowhere yet.
  for (const place of ['.github', '.github/workflows', FILE])
    if (lstatSync(join(root, place), { throwIfNoEntry: false })?.isSymbolicLink())
      throw new SetupError(`${place} is a link. Take it away first.`)
  const path = join(root, FILE)
  if (!existsSync(path)) return true
  if (readFileSync(path, 'utf8') === workflow) return false
  if (force) return true
  if (!ask) throw new SetupError(`${FILE} is there already, and is another one. Take --force to overwrite it.`)
  if (/^y(?:es)?$/i.test((await ask(`${FILE} is there already. Overwrite it? [y/N] `)).trim())) return true
  throw new SetupError('Nothing was written.')
}

/** The repository as `gh` names it: with its host where that is another one than github.com. */
const nameOf = ({ host, name }: Origin): string => (host === 'github.com' ? name : `${host}/${name}`)

/** What is left for a person, by the steps that `gh` did not do. */
function nextSteps({ secret }: Answers, origin: Origin | undefined, left: readonly number[]): string {
  const site = origin ? `https://${origin.host}/${origin.name}` : 'https://github.com/YOU/REPOSITORY'
  const repo = origin ? ` --repo ${nameOf(origin)}` : ''
  const steps = [
    ...(left.includes(1)
      ? [
          `Add the secret:      gh secret set ${secret}${repo}\n     or on                ${site}/settings/secrets/actions`,
        ]
      : []),
    ...(left.includes(2)
      ? [
          `Let Actions open pull requests: “Allow GitHub Actions to create and approve pull requests” on\n                          ${site}/settings/actions`,
        ]
      : []),
    ...(left.includes(0) ? [`Commit ${FILE} on the default branch, and push it.`] : []),
    ...(left.includes(3) && !left.includes(0)
      ? [`Open the pull request:  ${site}/compare/measure-twice?expand=1`]
      : []),
    ...(left.includes(3) || !left.includes(4) ? [] : ['Merge the pull request.']),
    left.includes(4)
      ? `Test the setup:      gh workflow run measure-twice.yml${repo}\n     or comment /doctor on any issue. It says what is missing.`
      : `Look at the summary of the run that was started: ${site}/actions`,
    'Comment /plan on an issue.',
  ]
  return ['Now:', ...steps.map((text, i) => `  ${i + 1}. ${text}`)].join('\n')
}

const ALL = [0, 1, 2, 3, 4]

/** Offers what `gh` can do, where there is somebody to ask. Returns the steps that are left. */
async function offered(
  root: string,
  { origin, secret, ask }: { origin: Origin | undefined; secret: string; ask: Ask | undefined },
) {
  if (!origin || !ask || !hasGh()) return ALL
  const agree = async (question: string): Promise<boolean> =>
    /^y(?:es)?$/i.test((await ask(`${question} [y/N] `)).trim())
  return offerAll({ root, file: FILE, name: nameOf(origin), secret }, agree)
}

async function main(): Promise<void> {
  const options = optionsFrom(process.argv.slice(2))
  if (options.help) return console.log(USAGE)
  if (options.repo === undefined) throw new SetupError(`Name the clone of your repository: --repo PATH.\n\n${USAGE}`)
  const root = git(resolve(options.repo), 'rev-parse', '--show-toplevel')
  if (root === undefined) throw new SetupError(`${options.repo} is no clone of a repository. Name the folder of one.`)
  if (!options.yes && !process.stdin.isTTY)
    throw new SetupError('There is no terminal to ask in. Take --yes for the defaults; --help lists the options.')
  const terminal = options.yes ? undefined : openTerminal()
  try {
    const origin = originOf(root)
    const answers = await answersFor(options, origin, terminal?.ask)
    const path = join(root, FILE)
    const workflow = workflowFor(answers)
    if (await mayWrite(root, workflow, { force: options.force, ask: terminal?.ask })) {
      mkdirSync(join(root, '.github/workflows'), { recursive: true })
      writeFileSync(path, workflow)
      console.log(`Written: ${path}\n`)
    } else console.log(`${FILE} is there already as it would be written.\n`)
    const left = await offered(root, { origin, secret: answers.secret, ask: terminal?.ask })
    console.log(nextSteps(answers, origin, left))
  } finally {
    terminal?.close()
  }
}

await main().catch((error: unknown) => {
  if (!(error instanceof SetupError)) throw error
  console.error(error.message)
  process.exitCode = 1
})
