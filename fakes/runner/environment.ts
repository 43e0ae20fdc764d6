import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import type { GitHub } from '../github/github.ts'
import type { WebhookEvent } from '../github/types.ts'
import type { Target } from './checkout.ts'
import type { Machine } from './machine.ts'

const Scalar = z.union([z.string(), z.number(), z.boolean()]).nullish()
const Action = z.looseObject({
  inputs: z.record(z.string(), z.looseObject({ default: Scalar }).nullable()).default({}),
})

const read = new Map<string, Promise<Record<string, string>>>()

/**
 * The inputs of an `action.yml` with their defaults. Like the runner, uses '' for no default. No file means no inputs.
 */
export function actionDefaults(path: string): Promise<Record<string, string>> {
  const defaults = read.get(path) ?? readDefaults(path)
  read.set(path, defaults)
  return defaults
}

async function readDefaults(path: string): Promise<Record<string, string>> {
  const text = await readFile(path, 'utf8').catch(() => '{}')
  const { inputs } = Action.parse(parse(text))
  return Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, String(input?.default ?? '')]))
}

/** Inputs as the environment variables of a step. Undefined inputs are left out. */
export const inputVariables = (inputs: Record<string, string | undefined>, token: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(inputs).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [
            [
              `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`,
              value.replace(/\$\{\{\s*github\.token\s*\}\}/g, token),
            ],
          ],
    ),
  )

type Setting = {
  github: GitHub
  event: WebhookEvent
  machine: Machine
  place: Target
  run: number
  attempt: number
  actionPath: string
}

/** The variables of github.com's hosted runner. */
export function runnerVariables({
  github,
  event,
  machine,
  place,
  run,
  attempt,
  actionPath,
}: Setting): Record<string, string> {
  const full = `${github.owner}/${github.name}`
  const dead = 'http://127.0.0.1:9'
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: machine.home,
    LANG: 'C.UTF-8',
    USER: 'runner',
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION: '__self',
    GITHUB_ACTION_PATH: actionPath,
    GITHUB_ACTION_REPOSITORY: '',
    GITHUB_ACTOR: event.sender,
    GITHUB_TRIGGERING_ACTOR: event.sender,
    GITHUB_API_URL: github.url,
    GITHUB_GRAPHQL_URL: `${github.url}/graphql`,
    GITHUB_SERVER_URL: github.url,
    GITHUB_REPOSITORY: full,
    GITHUB_REPOSITORY_OWNER: github.owner,
    GITHUB_REPOSITORY_ID: '880001',
    GITHUB_EVENT_NAME: event.name,
    GITHUB_EVENT_PATH: machine.eventPath,
    GITHUB_WORKFLOW: 'plan',
    GITHUB_WORKFLOW_REF: `${full}/.github/workflows/plan.yml@refs/heads/main`,
    GITHUB_WORKFLOW_SHA: place.sha,
    GITHUB_JOB: 'plan',
    GITHUB_RUN_ID: String(900_000 + run),
    GITHUB_RUN_NUMBER: String(run),
    GITHUB_RUN_ATTEMPT: String(attempt),
    GITHUB_REF: place.ref,
    GITHUB_REF_NAME: place.ref.replace(/^refs\/(heads\/)?/, ''),
    GITHUB_REF_TYPE: 'branch',
    GITHUB_SHA: place.sha,
    GITHUB_BASE_REF: '',
    GITHUB_HEAD_REF: '',
    GITHUB_WORKSPACE: machine.workspace,
    ...machine.files,
    RUNNER_OS: 'Linux',
    RUNNER_ARCH: 'X64',
    RUNNER_NAME: 'GitHub Actions 1',
    RUNNER_ENVIRONMENT: 'github-hosted',
    RUNNER_TEMP: machine.temp,
    RUNNER_TOOL_CACHE: join(machine.temp, '..', 'toolcache'),
    RUNNER_WORKSPACE: dirname(machine.workspace),
    ACTIONS_RUNTIME_URL: `${dead}/runtime/`,
    ACTIONS_RESULTS_URL: `${dead}/results/`,
    ACTIONS_ID_TOKEN_REQUEST_URL: `${dead}/oidc`,
  }
}

/** Parses `name=value` lines and `name<<delimiter` blocks. The last value of a name wins. */
export function parseFileCommands(text: string): Record<string, string> {
  const block = /^([^=\n]+?)<<(.+)\n([\s\S]*?)\n?\2$|^([^=\n]+)=(.*)$/gm
  return Object.fromEntries(
    [...text.matchAll(block)].map(([, name, , body, key, value]) => [name ?? key ?? '', body ?? value ?? '']),
  )
}
