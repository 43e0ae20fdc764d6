import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { action, Described, lint, LOOKED_AT, OUR_WORKFLOW, OURS, read, validate } from './workflows.ts'

// The workflows of this project and those that people copy: two validators, and our own rules for what may do what.

const ROOT = resolve(import.meta.dirname, '../..')
const paths = ['.github/workflows', 'examples'].flatMap((folder) =>
  readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`),
)

/** The action at the very commit of the workflow that uses it. */
const ITSELF = '$/'

const Texts = z.record(z.string(), z.unknown()).default({})
const Step = z.object({
  uses: z.string().optional(),
  if: z.string().optional(),
  run: z.string().optional(),
  with: Texts,
  env: Texts,
})
const Job = z.object({
  uses: z.string().optional(),
  permissions: z.record(z.string(), z.string()).optional(),
  'timeout-minutes': z.number().optional(),
  concurrency: z.unknown().optional(),
  secrets: z.unknown().optional(),
  env: Texts,
  with: Texts,
  steps: z.array(Step).default([]),
})
const Workflow = z.object({
  on: z.unknown(),
  permissions: z.unknown().optional(),
  concurrency: z.unknown().optional(),
  env: Texts,
  jobs: z.record(z.string(), Job),
})
const workflowOf = (text: string): z.infer<typeof Workflow> => Workflow.parse(parse(text))

/** What a workflow of ours must not be like, whatever GitHub allows. */
function problemsIn(text: string): string[] {
  const workflow = workflowOf(text)
  const triggers = JSON.stringify(workflow.on)
  const pinned = [...text.matchAll(/\buses: *(\S+)(?: +# *(\S+))?$/gm)].filter(([, uses = '']) => !isOurs(uses))
  return [
    ...(/pull_request_target|workflow_run/.test(triggers) ? ['runs with secrets on code of strangers'] : []),
    ...(JSON.stringify(workflow.permissions) === '{}' ? [] : ['does not begin without permissions']),
    ...(isSecret(workflow.env) ? ['has a secret for every job'] : []),
    ...pinned
      .filter(([, uses = '', version]) => version === undefined || LOOKED_AT[uses]?.version !== version)
      .map(([, uses]) => `${uses} was not looked at`),
    ...Object.entries(workflow.jobs).flatMap(([name, job]) =>
      problemsInJob(job, workflow.concurrency).map((problem) => `${name}: ${problem}`),
    ),
  ]
}

const isOurs = (uses: string): boolean => uses.startsWith('./') || [OURS, ITSELF, OUR_WORKFLOW].includes(uses)
/** Whether a secret is there is none itself. */
const isSecret = (value: unknown): boolean =>
  /secrets\.|github\.token/.test(JSON.stringify(value).replace(/secrets\.[\w-]+ != ''/g, ''))

function problemsInJob(job: z.infer<typeof Job>, concurrency: unknown): string[] {
  const checkouts = job.steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout@'))
  return [
    ...(job.permissions ? [] : ['does not say what it may do']),
    ...((job.uses ?? job['timeout-minutes']) ? [] : ['may run for ever']),
    ...((job.uses ?? concurrency ?? job.concurrency) ? [] : ['may run twice at the same time']),
    ...(job.secrets === 'inherit' ? ['gives all secrets away'] : []),
    ...(isSecret(job.env) ? ['has a secret for every step'] : []),
    ...(job.steps.some(({ run = '' }) => run.includes('${{')) ? ['makes a script of a text'] : []),
    ...(checkouts.some((step) => step.with['persist-credentials'] !== false) ? ['leaves the token on the disk'] : []),
  ]
}

describe.each(paths)('the workflow %s', (path) => {
  test('a workflow passes actionlint, GitHub’s own validator and the project’s workflow rules', async () => {
    expect(await lint(path)).toEqual([])
    expect(await validate(path)).toEqual([])
    expect(problemsIn(read(path))).toEqual([])
  })
})

test('the attestation workflow in docs/record.md passes actionlint, GitHub’s validator and own rules', async () => {
  const [, text = ''] = /^```yaml\n(.*?)^```$/ms.exec(read('docs/record.md')) ?? []
  const path = '.github/workflows/attest.yml'
  expect(text).toContain('uses: actions/attest@')
  expect([await lint(path, text), await validate(path, text), problemsIn(text)]).toEqual([[], [], []])
})

test.each(paths.filter((path) => path.startsWith('examples/')))(
  '%s does not run on the pull request that adds it',
  (path) => {
    const { on } = z.object({ on: z.record(z.string(), z.unknown()) }).parse(parse(read(path)))
    expect(Object.keys(on).filter((name) => ['push', 'pull_request', 'pull_request_target'].includes(name))).toEqual([])
  },
)

test('each job of the workflows has exactly the permissions that it needs', () => {
  const granted = paths.flatMap((path) =>
    Object.entries(workflowOf(read(path)).jobs).map(([name, { permissions = {} }]) => {
      const list = Object.entries(permissions).map(([scope, access]) => `${scope}: ${access}`)
      return `${path} ${name}: ${list.join(', ')}`
    }),
  )
  expect(granted.sort()).toMatchInlineSnapshot(`
    [
      ".github/workflows/ci.yml check: contents: read",
      ".github/workflows/nightly.yml nightly: contents: read",
      ".github/workflows/plan.yml decide: contents: write, issues: write, pull-requests: write, actions: read, checks: read, statuses: read",
      ".github/workflows/plan.yml go-on: actions: write",
      ".github/workflows/plan.yml publish-verified: contents: write, issues: write, pull-requests: write, actions: read, checks: read, statuses: write",
      ".github/workflows/plan.yml publish: contents: write, issues: write, pull-requests: write, actions: read, checks: read, statuses: write",
      ".github/workflows/plan.yml verify: contents: read",
      ".github/workflows/plan.yml work: contents: read",
      ".github/workflows/release.yml check: contents: read",
      ".github/workflows/release.yml draft: contents: write, id-token: write, attestations: write",
      ".github/workflows/release.yml move: contents: write, attestations: read",
      ".github/workflows/scorecard.yml scorecard: contents: read, actions: read, id-token: write",
      "examples/one-job.yml plan: contents: write, issues: write, pull-requests: write, actions: write, statuses: write, checks: read",
      "examples/reusable.yml plan: contents: write, issues: write, pull-requests: write, actions: write, checks: read, statuses: write",
      "examples/three-jobs-matrix.yml decide: contents: write, issues: write, pull-requests: write, actions: read, checks: read, statuses: read",
      "examples/three-jobs-matrix.yml go-on: actions: write",
      "examples/three-jobs-matrix.yml publish-verified: contents: write, issues: write, pull-requests: write, actions: read, checks: read, statuses: write",
      "examples/three-jobs-matrix.yml publish: contents: write, issues: write, pull-requests: write, actions: read, checks: read, statuses: write",
      "examples/three-jobs-matrix.yml verify: contents: read",
      "examples/three-jobs-matrix.yml work: contents: read",
      "examples/three-jobs.yml decide: contents: write, issues: write, pull-requests: write, actions: read, checks: read, statuses: read",
      "examples/three-jobs.yml go-on: actions: write",
      "examples/three-jobs.yml publish-verified: contents: write, issues: write, pull-requests: write, actions: read, checks: read, statuses: write",
      "examples/three-jobs.yml publish: contents: write, issues: write, pull-requests: write, actions: read, checks: read, statuses: write",
      "examples/three-jobs.yml verify: contents: read",
      "examples/three-jobs.yml work: contents: read",
    ]
  `)
})

const MATRIX = 'examples/three-jobs-matrix.yml'
const REUSABLE = '.github/workflows/plan.yml'
const uses = (job: z.infer<typeof Job> | undefined) =>
  job?.steps.filter((step) => step.uses === OURS || step.uses === ITSELF) ?? []

describe.each([MATRIX, 'examples/three-jobs.yml', REUSABLE])('the three jobs of %s', (path) => {
  const { decide, work, publish, verify, ['publish-verified']: last } = workflowOf(read(path)).jobs
  const readers = [work, ...(verify ? [verify] : [])]
  const writers = [publish, ...(last ? [last] : [])]

  test('each of the three jobs gets its mode and only its inputs', () => {
    expect(uses(decide)).toMatchObject([{ with: { mode: 'decide' } }])
    for (const job of readers) expect(uses(job)).toMatchObject([{ with: { mode: 'work', 'github-token': '' } }])
    for (const job of writers)
      expect(uses(job)).toMatchObject([{ with: { mode: 'publish', results: '${{ runner.temp }}/results' } }])
  })

  test('of the three jobs one has the model’s key, and others have the token that can write', () => {
    const { jobs } = workflowOf(read(path))
    const withKey = Object.entries(jobs).filter(([, job]) => /secrets\.openai/i.test(JSON.stringify(job)))
    expect(withKey.map(([name]) => name)).toEqual(['work'])
    for (const job of readers) {
      expect(job?.permissions).toEqual({ contents: 'read' })
      expect(JSON.stringify(job)).not.toMatch(/github\.token|secrets\.github/)
    }
  })

  test('of the three jobs only those without a token run code of the repository', () => {
    for (const job of [decide, ...writers])
      expect(job?.steps.filter(({ run, uses = '' }) => run !== undefined || uses.includes('/checkout@'))).toEqual([])
  })

  test('the jobs without a token check out the commit of their task, with its history', () => {
    for (const job of readers) {
      const checkouts = job?.steps.filter(({ uses = '' }) => uses.includes('/checkout@'))
      expect(checkouts).toMatchObject([{ with: { ref: expect.stringMatching(/\.head }}$/), 'fetch-depth': 0 } }])
    }
  })
})

describe('the workflow that others call', () => {
  const Called = z.object({
    on: z.object({
      workflow_call: z.object({
        inputs: z.record(z.string(), Described),
        secrets: z.record(z.string(), Described),
      }),
    }),
  })
  const { inputs, secrets } = Called.parse(parse(read(REUSABLE))).on.workflow_call
  const { jobs } = workflowOf(read(REUSABLE))
  const ofTheJobs = ['mode', 'work-order', 'results']

  test('the reusable workflow has every input of the action, with the same description', () => {
    const offered = Object.entries(inputs).map(([name, { description }]) => [name, description])
    const expected = Object.entries(action.inputs)
      .filter(([name]) => !ofTheJobs.includes(name) && !(name in secrets))
      .map(([name, { description }]) => [name, description])
    expect(offered).toEqual(expected)
    expect(Object.keys(secrets)).toEqual(['openai-api-key', 'github-token'])
  })

  test('the reusable workflow passes every input to each of its jobs', () => {
    const handedOn = Object.fromEntries(Object.keys(inputs).map((name) => [name, `\${{ inputs.${name} }}`]))
    const steps = Object.values(jobs).flatMap(uses)
    expect(steps).toHaveLength(5)
    for (const step of steps) expect(step.with, String(step.with['mode'])).toMatchObject(handedOn)
  })

  test('the reusable workflow writes with the given token, or else with its own', () => {
    const token = '${{ secrets.github-token || github.token }}'
    for (const name of ['decide', 'publish', 'publish-verified'])
      expect(uses(jobs[name]), name).toMatchObject([{ with: { 'github-token': token } }])
  })

  test('the reusable workflow runs the action at its own commit', () => {
    const ours = Object.values(jobs).flatMap((job) => job.steps.filter(({ with: given }) => 'mode' in given))
    expect(ours.map((step) => step.uses)).toEqual(Array(5).fill(ITSELF))
  })

  test('the reusable workflow equals the example with a matrix, except for its inputs', () => {
    const plain = (text: string): string =>
      text
        .slice(text.indexOf('\npermissions:'))
        .replace(/^ *[\w-]+: \$\{\{ inputs\.[\w-]+ \}\}\n/gm, '')
        .replace(/^ *github-token: \$\{\{ secrets\..*\n/gm, '')
        .replace('github.event.inputs.number', 'inputs.number')
        .replaceAll(/\(inputs\.(?:branch-prefix|plan-label) \|\| ('[\w/]+')\)/g, '$1')
        .replace("inputs.interactive-planning == 'true' || ", '')
        .replaceAll(/ \|\| inputs\.[\w-]+ != ''|; take this line out .*/g, '')
        .replaceAll('secrets.openai-api-key', 'secrets.OPENAI_API_KEY')
        .replaceAll('uses: $/\n', `uses: ${OURS}\n`)
    expect(plain(read(REUSABLE))).toBe(plain(read(MATRIX)))
  })
})

test.each(['examples/one-job.yml', 'examples/three-jobs.yml', MATRIX, REUSABLE])(
  '%s uploads transcripts, and reports a missing secret before the checkout',
  (path) => {
    const { jobs } = workflowOf(read(path))
    const withModel = Object.values(jobs).filter((job) => /secrets\.openai/i.test(JSON.stringify(job)))
    expect(withModel).toHaveLength(1)
    expect(withModel[0]?.env).toEqual({ HAS_KEY: expect.stringMatching(/^\$\{\{ secrets\.openai.api.key != ''/i) })
    const checkouts = withModel[0]?.steps.filter(({ uses = '' }) => uses.includes('/checkout@'))
    expect(checkouts).toMatchObject([{ if: "env.HAS_KEY != 'false'" }])
    const kept = withModel[0]?.steps.filter(({ uses = '' }) => uses.startsWith('actions/upload-artifact@'))
    expect(kept).toMatchObject([{ with: { path: expect.stringContaining('${{ runner.temp }}/measure-twice/') } }])
  },
)

const JOB = 'runs-on: ubuntu-24.04\n    timeout-minutes: 5\n    permissions: {}\n    concurrency: a'
const workflow = (job: string, head = 'on: push\npermissions: {}'): string => `${head}\njobs:\n  a:\n    ${job}\n`
const withStep = (step: string): string => workflow(`${JOB}\n    steps:\n      - ${step}`)
const CHECKOUT = 'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1'

test('actionlint and GitHub’s validator find mistakes in a workflow', async () => {
  expect(await lint('a.yml', withStep('run: echo ${{ nobody }}'))).toEqual([
    expect.stringMatching(/^10: .*undefined variable "nobody"/),
  ])
  // Each in a file of its own: the validator remembers what it read.
  const found = [
    `uses: ${CHECKOUT}\n        with: { ferch-depth: 0 }`,
    `uses: ${OURS}\n        with: { modal: work }`,
    'run: echo ${{ nobody }}',
    'rum: echo',
  ].map((step, i) => validate(`.github/workflows/${i}.yml`, withStep(step)))
  expect((await Promise.all(found)).map(([first]) => first)).toEqual([
    "11: Invalid action input 'ferch-depth'",
    "11: Invalid action input 'modal'",
    "10: Unrecognized named-value: 'nobody'",
    expect.stringContaining("Unexpected value 'rum'"),
  ])
})

test.each([
  ['nothing', withStep(`uses: ${CHECKOUT} # v7.0.1\n        with: { persist-credentials: false }`), []],
  ['a checkout that keeps the token', withStep(`uses: ${CHECKOUT} # v7.0.1`), ['a: leaves the token on the disk']],
  ['an action by its tag', withStep('uses: actions/setup-node@v6'), ['actions/setup-node@v6 was not looked at']],
  [
    'a commit with another version',
    withStep(`uses: ${CHECKOUT} # v7.0.2\n        with: { persist-credentials: false }`),
    [`${CHECKOUT} was not looked at`],
  ],
  ['a text in a script', withStep('run: echo ${{ github.event.issue.title }}'), ['a: makes a script of a text']],
  [
    'a secret for every step',
    workflow(`${JOB}\n    env: { KEY: '\${{ secrets.KEY }}' }`),
    ['a: has a secret for every step'],
  ],
  ['no permissions', workflow('timeout-minutes: 5\n    concurrency: a'), ['a: does not say what it may do']],
  ['no time limit', workflow('permissions: {}\n    concurrency: a'), ['a: may run for ever']],
  ['no group', workflow('permissions: {}\n    timeout-minutes: 5'), ['a: may run twice at the same time']],
  ['all secrets', workflow(`permissions: {}\n    uses: ./x.yml\n    secrets: inherit`), ['a: gives all secrets away']],
  ['permissions for all', workflow(JOB, 'on: push\npermissions: read-all'), ['does not begin without permissions']],
  [
    'a trigger that runs code of strangers',
    workflow(JOB, 'on: [pull_request_target]\npermissions: {}'),
    ['runs with secrets on code of strangers'],
  ],
  [
    'a secret for every job',
    workflow(JOB, `on: push\npermissions: {}\nenv: { T: '\${{ github.token }}' }`),
    ['has a secret for every job'],
  ],
])('the project’s workflow rules find %s', (_name, text, problems) => {
  expect(problemsIn(text)).toEqual(problems)
})
