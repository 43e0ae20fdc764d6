import { describe, expect, test } from 'vitest'
import { renderBaseline } from '../../../../src/decide/thread/planning-notes.ts'
import { announcementsIn } from '../../../../src/decide/thread/people.ts'
import type { BranchCommit } from '../../../../src/decide/thread/thread.ts'
import type { Trailers } from '../../../../src/decide/thread/trailers.ts'
import type { Halt } from '../../../../src/decide/thread/facts.ts'
import type { HeadRuns } from '../../../../src/github/forge.ts'
import { UserError } from '../../../../src/lib/errors.ts'
import { renderPlan } from '../../../../src/plan/markdown.ts'
import type { Status } from '../../../../src/decide/approval/subtask-status.ts'
import type { SecondLook } from '../../../../src/plan/plan.ts'
import * as announcements from '../../../../src/publish/view/comments/announcement.ts'
import * as closing from '../../../../src/publish/view/comments/closing.ts'
import { bodyWithBlock } from '../../../../src/publish/view/body/body.ts'
import { questionsText } from '../../../../src/publish/view/parts/whole-plan.ts'
import { cleanCommitBody } from '../../../../src/publish/view/text/commit-text.ts'
import { noteText } from '../../../../src/publish/view/text/text.ts'
import * as comments from '../../../../src/publish/view/comments/replies.ts'
import * as halts from '../../../../src/publish/view/comments/halt-comment.ts'
import { posted, textOf } from '../posted.ts'
import type { View } from '../../../../src/publish/view/text/view.ts'
import { BLOB, comment, done, plan, status, subtask, view } from '../sample.ts'

/** A commit of the bot with these trailers. */
const committed = (trailers: Partial<Trailers>, body = ''): BranchCommit => ({
  ...{ sha: 'c', parents: [], message: '', date: '', author: { name: '', email: '' } },
  entry: { subject: 's', body, trailers: { issue: 12, seen: 1, ...trailers } },
})

type NewVersion = announcements.NewVersion
const announcement = posted(announcements.announcement)
const closingReport = posted(closing.closingReport)
const draftHalt = posted(halts.draftHalt)
const haltNote = posted(halts.haltNote)

/** A plan with something in all its parts, and what people must find of it. */
const WHOLE = plan(
  [
    subtask(1, {
      description: 'Count in `src/a.js`.',
      expected_outcome: 'It counts.',
      files: ['src/a.js'],
      verify: ['npm test'],
    }),
  ],
  { description: 'First the counter.', expected_outcome: 'The 101st request is refused.' },
)
const PARTS = [
  'First the counter.',
  '**Expected outcome:** The 101st request is refused.',
  '**1. Add part 1**',
  'Count in `src/a.js`.',
  '- **Expected outcome:** It counts.',
  '- **Files:** `src/a.js`',
  '- **Checks:** `npm test`',
]
const reading = (now: typeof WHOLE) => ({ kind: 'parsed' as const, plan: now, blob: BLOB })

/** What every announcement of a first version comes with. */
const NEWS = { version: 1, blob: BLOB, answers: [] }

/** The announcement of a plan of which nothing is done. */
const announced = (now: ReturnType<typeof plan>): string =>
  announcement(
    view(
      now.subtasks.map(({ number }) => status(number)),
      { reading: reading(now) },
    ),
    NEWS,
  )

/** A plan and the one that a view shows, with the texts of their files. */
const filesOf = (before: typeof WHOLE, { state }: ReturnType<typeof view>) => {
  const after = state.reading?.plan ?? before
  return { before: { plan: before, text: renderPlan(before) }, after: { plan: after, text: renderPlan(after) } }
}

const NOTES = comments.STEP_NOTES
const UNREAD = { command: { kind: 'nothing' as const }, edited: false, answered: false, hadNoEffect: false }
const said = (id: number) => ({ ...comment(id, ''), ...UNREAD, hasRefusalNote: false, refused: false })

const LINK = { kind: 'link' as const, pull: 7, comment: said(3) }

const lastLine = (text: string) => text.split('\n').at(-1)

test.each([
  ['an issue', 0],
  ['a pull request', 3],
])('the answer to /help on %s begins with the five words that most people need', (_, id) => {
  const text = textOf(NOTES.help(view([]), { kind: 'help', comment: said(id) }))
  const places = ['`/plan', 'a reply', '`approve`', '`cancel`', '`/revise', '`/ask'].map((word) => text.indexOf(word))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
})

test('a plan comment without subtasks shows its open question, and no way to approve', () => {
  const text = announced(plan([], { questions: [{ question: 'Which store?', default: '' }] }))
  expect(text).toContain('**This cannot be planned yet.**')
  expect(text).toContain('**Question 1:** Which store? Nothing can be approved before the answer.')
  expect(text).toContain('answer the question in a reply')
  expect(text).not.toContain('`approve`')
})

describe('short comments', () => {
  test.each([
    [
      comments.refusal({ code: 'a-b', why: 'Why.', remedy: 'Do.', detail: '- x', id: 3 }, 'https://x/errors.md'),
      'Why. Do.\n\n- x\n\n<sub>[About this reply](https://x/errors.md#a-b)</sub>',
      'refusal-of-3',
    ],
    [
      comments.reasonNote('refusal-of-review-3', { code: 'a-b', why: 'Why.', remedy: 'Do.' }, 'https://x/errors.md'),
      'Why. Do.\n\n<sub>[About this reply](https://x/errors.md#a-b)</sub>',
      'refusal-of-review-3',
    ],
    [NOTES.help(view([]), { kind: 'help', comment: said(3) }), '`/retry`', 'answer-to-3'],
    [
      comments.directAnswer('It is @alice in a.ts:3.', 3, { links: view([]).links, commit: 'f00' }),
      'It is <code>@alice</code> in [a.ts:3](https://github.com/o/r/blob/f00/a.ts#L3).',
      'answer-to-3',
    ],
    [NOTES['tell-issue'](view([status(1)]), { kind: 'tell-issue', pull: 7 }), 'Plan ready in #7', 'plan-7'],
    [NOTES['tell-issue'](view([]), { kind: 'tell-issue', pull: 7 }), 'This cannot be planned yet, see #7', 'plan-7'],
    [NOTES.link(view([]), LINK), '#7 is already under way. Comment `/replan` there', 'answer-to-3'],
    [
      NOTES.link(view([], { history: { ...view([]).state.history, finished: true } }), LINK),
      '#7 is done and not merged yet. Change it there with `/revise`',
      'answer-to-3',
    ],
    [
      NOTES['tell-problem'](view([]), { kind: 'tell-problem', line: 12, reason: 'No title.', blob: BLOB }),
      'Line 12 of `PLAN.md`',
      `problem-${BLOB}`,
    ],
    [
      NOTES['tell-problem'](view([]), { kind: 'tell-problem', line: undefined, reason: 'Gone.', blob: '' }),
      '`PLAN.md` cannot be read',
      'problem-',
    ],
    [
      comments.compareLink(view([]), 'plän/50%#1'),
      'https://github.com/o/r/compare/main...pl%C3%A4n/50%25%231?expand=1',
      'forbidden-plän/50%#1',
    ],
    [comments.errorNote(undefined, view([]).links), '(https://github.com/o/r/actions/runs/9)', 'outage-9'],
    [
      comments.errorNote(new UserError('model-key', 'Wrong.', 'Set `x`.', { output: '@all ```' }), {
        ...view([]).links,
        errors: 'https://x/errors.md',
      }),
      'Wrong. Set `x`.\n\n<details><summary>What it printed last</summary>\n\n````text\n@all ```\n````\n\n</details>\n\n<sub>[About this error](https://x/errors.md#model-key)</sub>',
      'problem-model-key',
    ],
  ])('each short comment has its text and ends with its marker: case %#', (note, words, key) => {
    const text = textOf(note)
    expect(text).toContain(words)
    expect(lastLine(text)).toBe(`<!-- measure-twice:note ${key} -->`)
  })

  test('a comment with a compare link names the setting that lets the bot open pull requests', () => {
    expect(textOf(comments.compareLink(view([]), 'x'))).toContain(
      'Allow GitHub Actions to create and approve pull requests',
    )
  })
})

const NO_BRANCH = {
  name: 'plan/issue-12',
  head: 'new',
  commits: [],
  planFile: undefined,
  texts: new Map<string, string>(),
  commitOfPlanBlob: new Map<string, string>(),
}

const folded = (text: string) => `<details><summary>About the plan</summary>\n\n${text}\n\n</details>`

describe('a plan comment', () => {
  const three = [subtask(1), subtask(2, { depends_on: [1] }), subtask(3)]
  const now = plan(three, { questions: [{ question: 'How many?', default: '100' }] })
  const before = plan([subtask(1)], { questions: now.questions })
  const seen = view(
    three.map((one) => status(one.number, { subtask: one })),
    {
      reading: { kind: 'parsed', plan: now, blob: BLOB },
    },
  )

  const untaken = { text: 'No <b>docs</b>.', applied: false, note: 'nobody asked' }
  const taken = { text: 'No test.', applied: true, note: 'in subtask 2' }
  test.each<[SecondLook | undefined, string | undefined]>([
    [undefined, undefined],
    [{ objections: [] }, '**A second look:** no objections.'],
    [{ objections: [taken] }, '**A second look:** 1 objection applied.'],
    [
      { objections: [taken, untaken] },
      '**A second look:** 1 objection applied, 1 objection not applied:\n\n- No &lt;b>docs&lt;/b>. → **not applied**: nobody asked\n\n',
    ],
    [{ objections: [untaken] }, '**A second look:** 1 objection not applied:\n\n- No '],
    [
      { objections: [], silent: 'No such model.' },
      '**A second look:** there was none, because the model of `reader-model` did not answer. No such model.',
    ],
  ])('a plan comment shows the reviewer model’s open objections: %j', (look, text) => {
    const said = announcement(seen, { version: 1, blob: BLOB, answers: [], look })
    if (text === undefined) expect(said).not.toContain('second look')
    else expect(said).toContain(text)
  })

  test('a plan comment warns of a failing set-up and missing programs', () => {
    const today = { command: 'npm ci', passed: false, exit: 'exit code 1', tail: 'npm error code EUSAGE' }
    const missing = [{ program: 'yarn', subtask: 2 }]
    const said = announcement(seen, { version: 1, blob: BLOB, answers: [], baseline: today, missing })
    expect(said).toMatch(/Today: `npm ci` fails \(exit code 1\)\.[^]*EUSAGE[^]*`yarn`, with which a check of subtask 2 begins, is not on the runner/) // prettier-ignore
  })

  test('a plan comment shows setup-command and verify-command, whatever their results are', () => {
    const today = { command: 'npm test', passed: false, exit: 'stopped, the plan was ready after 27 s', tail: '' }
    const at = { ...seen, setupCommand: 'npm ci', verifyCommand: 'npm test' }
    expect(announcement(at, { version: 1, blob: BLOB, answers: [], baseline: today })).toContain('Before the first subtask: `npm ci` · After every subtask: `npm test` · Whether `verify-command` passes today is not known: stopped after 27 s, when the plan was ready.') // prettier-ignore
  })

  const drafted = committed({ request: '1' }, 'Today, failed (exit code 1): npm ci\n| npm error code EUSAGE')
  const revised = committed({ feedback: [7] })
  test.each<[string, BranchCommit[], Partial<View>, boolean]>([
    ['while it is broken', [drafted, revised], {}, true],
    ['by no words of a subtask', [committed({ request: '1' }), committed({ subtask: 1 }, 'Today, failed (exit code 1): npm ci')], {}, false], // prettier-ignore
    ['not when the workflow has another', [drafted, revised], { setupCommand: 'npm i' }, false],
    ['not when it was not known', [committed({ request: '1' }, 'Today, not known (stopped, the plan was ready): npm ci')], {}, false], // prettier-ignore
    ['by a revision, too', [committed({ request: '1' }, 'Today, not known (stopped, the plan was ready): npm ci'), committed({ feedback: [7] }, 'Today, failed (exit code 1): npm ci\n| npm error code EUSAGE'), revised], {}, true], // prettier-ignore
    ['not once all is approved', [drafted], { state: { ...seen.state, statuses: [status(1, { approved: true })] } }, false], // prettier-ignore
    ['not after a subtask was carried out', [drafted], { state: view([done(1), status(2)]).state }, false],
    ['not after a new draft', [drafted, committed({ request: '2' })], {}, false],
  ])('each version and the description warn of a broken set-up, %s', (_, commits, more, warns) => {
    const setUp = { ...seen, setupCommand: 'npm ci', ...more }
    const at = { ...setUp, thread: { ...setUp.thread, branch: { ...NO_BRANCH, commits } } }
    const warning = '> [!WARNING]\n> **`setup-command` fails** on the code as it is: `npm ci` (exit code 1). `approve` would stop at once: correct it in the workflow first.' // prettier-ignore
    const texts = [announcement(at, { version: 2, blob: BLOB, answers: [] }), bodyWithBlock('', at)]
    expect(texts.map((text) => text.split('\n\n').slice(1, 2).join('') === warning)).toEqual([warns, warns])
    expect(texts[0]?.includes('EUSAGE')).toBe(warns)
  })

  test('a plan comment points out gaps in the plan only for subtasks that are still to run', () => {
    const gap = (number: number, state: Status['state']) =>
      status(number, { state, subtask: subtask(number, { files: ['.github/workflows/ci.yml'] }) })
    const text = announcement(view([gap(1, 'done'), gap(2, 'abandoned'), gap(3, 'todo')]), { version: 2, blob: BLOB, answers: [] }) // prettier-ignore
    expect(text).toContain('No checks of its own: subtask 3.')
    expect(text.match(/Subtask \d changes/g)).toEqual(['Subtask 3 changes'])
  })

  test('a failed set-up command that names a scoped npm package is read back from the commit', () => {
    const setupCommand = 'npx @scope/tool && npm ci'
    const body = cleanCommitBody(
      renderBaseline({ command: setupCommand, passed: false, exit: 'exit code 1', tail: '' }),
    )
    const branch = { ...NO_BRANCH, commits: [committed({ request: '1' }, body)] }
    const at = { ...seen, setupCommand, thread: { ...seen.thread, branch } }
    expect(bodyWithBlock('', at)).toContain('**`setup-command` fails**')
  })

  test('a plan comment says what changed, how feedback was handled, and how to approve', () => {
    const answers = [
      { comment: 1000000007, applied: true, note: 'in subtask 2' },
      { comment: 55, applied: false, note: 'because' },
    ]
    expect(announcement(seen, { version: 2, blob: BLOB, files: filesOf(before, seen), answers }))
      .toMatchInlineSnapshot(`
        "### Plan, version 2: Add a rate limiter

        **Changed since version 1.** Earlier approvals no longer count.

        - New subtask 2: **Add part 2 ·** **Files: \`src/part-2.js\`. Depends on: 1.**
        - New subtask 3: **Add part 3 ·** **Files: \`src/part-3.js\`.**

        **Your feedback**

        - **[alice](https://github.com/o/r/pull/7#issuecomment-1000000007)**, “Add tests.” → **applied**: in subtask 2
        - **[alice](https://github.com/o/r/pull/7#discussion_r55)**, “Here too.” → **not applied**: because

        <details><summary><b>1. Add part 1</b></summary>

        - **Files:** \`src/part-1.js\`

        </details>

        <details><summary><b>2. Add part 2</b></summary>

        - **Files:** \`src/part-2.js\`
        - **Depends on:** 1

        </details>

        <details><summary><b>3. Add part 3</b></summary>

        - **Files:** \`src/part-3.js\`

        </details>

        <details><summary>1 question of earlier versions</summary>

        **Question 1:** How many? Default: 100

        </details>

        No checks of its own: subtasks 1, 2 and 3.

        **Run it:** \`approve\` · a part: \`approve 1-2\` · change it: just reply · end it: \`cancel\`\\
        <sub>To pin this exact version: \`approve a1b2c3d4e5f60718\`</sub>

        <!-- measure-twice:version v=2 blob=a1b2c3d4e5f60718293a4b5c6d7e8f9012345678 -->"
      `)
  })

  test.each([
    ['alice', 1, '<sub>Requested by @alice. To'],
    ['alice', 2, '<sub>To'],
    ['renovate[bot]', 1, '<sub>To'],
  ])('a plan comment mentions the requester %s in version %i or not', (login, version, words) => {
    const history = { ...seen.state.history, requester: { login, id: 1 } }
    const state = { ...seen.state, history }
    expect(announcement({ ...seen, state }, { version, blob: BLOB, answers: [] })).toContain(words)
  })

  test('the plan comment of a first version does not mention any changes', () => {
    const text = announcement(seen, NEWS)
    expect(text).not.toMatch(/changes since|feedback|earlier/i)
    expect(text).toContain(
      '\n**Run it:** `approve` · a part: `approve 1-2` · change it: just reply · end it: `cancel`\\\n<sub>',
    )
  })

  test('a plan comment has each approved test in a collapsed section: path, command and content', () => {
    const acceptance = [{ path: 'test/a.test.ts', run: 'node --test', content: 'one\n<b>\n```\n' }]
    const tested = view([status(1)], { reading: reading({ ...WHOLE, acceptance }) })
    expect(announcement(tested, NEWS)).toContain(
      '`test/a.test.ts`, run by `node --test`.\n\n<details><summary>Show the file</summary>\n\n````ts\none\n<b>\n```\n````\n\n</details>',
    )
    const long = acceptance.map((one) => ({ ...one, content: 'x'.repeat(30_000) }))
    const cut = announced({ ...WHOLE, acceptance: long })
    expect(cut).toMatch(/x\n```\n\nThe rest is in `PLAN.md`\.\n[^]*`approve`/)
  })

  test.each([
    [
      Array.from({ length: 2 }, () => ({ login: 'bob', id: 2, type: 'User' })),
      '> [!CAUTION]\n> **bob edited the plan by hand** (abcdef1).\n\n**Changed',
    ],
    [[], '> [!CAUTION]\n> **The plan was edited by hand** (abcdef1). The commit has no GitHub account.\n\n**Changed'],
  ])('a plan comment names those who edited the plan by hand, %j, at its beginning', (writers, words) => {
    const sha = 'abcdef1234567890'
    const branch = {
      ...NO_BRANCH,
      planFile: { kind: 'text' as const, path: 'PLAN.md', blob: BLOB, text: '' },
      commitOfPlanBlob: new Map([[BLOB, sha]]),
      commits: [{ sha, parents: [], message: '', date: '', author: { name: '', email: '' }, entry: undefined }],
    }
    const edited = { ...seen, thread: { ...seen.thread, branch, writers: new Map([[sha, writers]]) } }
    const news = { version: 2, blob: BLOB, answers: [], byHand: true, files: filesOf(before, seen) }
    expect(announcement(edited, news)).toContain(words)
  })

  test.each([
    [[1], 'The edit changes nothing of subtask 1: what is done or skipped stays as it was.'],
    [[1, 2], 'The edit changes nothing of subtasks 1 and 2: '],
  ])('a plan comment says that a hand edit left done subtasks %j unchanged', (kept, words) => {
    expect(announcement(seen, { version: 2, blob: BLOB, answers: [], byHand: true, ignoredEdits: kept })).toContain(
      words,
    )
  })

  test('a plan comment has a collapsed section per subtask: text, files, checks, dependencies', () => {
    const hostile = { name: '</b> @bob `<i>`', files: [], verify: ['make `x`', 'x'.repeat(3_000)], depends_on: [1] }
    const listed = plan([...WHOLE.subtasks, subtask(2, hostile)])
    const text = announced({ ...WHOLE, ...listed })
    expect(text).toContain(`<details><summary><b>1. Add part 1</b></summary>\n\n${PARTS.slice(3, 5).join('\n\n')}`)
    expect(text).toContain('<details><summary><b>2. &lt;/b> <code>@bob</code> <code>&lt;i&gt;</code></b></summary>\n\n')
    expect(text).toContain(`\n- **Checks:** \`\` make \`x\` \`\`, \`${'x'.repeat(3_000)}\`\n- **Depends on:** 1\n`)
  })

  test('a plan comment quotes the words of the request that asked for a subtask, if there are any', () => {
    const asked = [subtask(1, { asked_for: 'limit <b>it' }), subtask(2, { asked_for: 'needed for 1' }), subtask(3)]
    const text = announced(plan(asked))
    expect(text).toMatch(/- \*\*Asked for:\*\* “limit \S*b>it”\n/)
    expect(text).toContain('- **Asked for:** needed for 1\n')
    expect(text.match(/asked for/gi)).toHaveLength(2)
  })

  const PRICES = { input: 2, output: 10 }
  const used = (input: number) => ({ input, cached: 0, output: input / 10 })
  const estimate = { subtasks: 2, samples: 5, low: used(100_000), high: used(200_000) }
  test.each<[Partial<View>, NewVersion['estimate'], string]>([
    [
      { prices: PRICES, allowance: { tokens: 3_000_000 } },
      estimate,
      'Estimate: about $0.30 to $0.60 (110,000 to 220,000 tokens) for 2 subtasks (from 5 earlier subtasks here), at most $30.00 (3,000,000 tokens).\n',
    ],
    [
      { prices: PRICES, allowance: { tokens: 3_000_000, cost: 9, prices: PRICES } },
      undefined,
      'Costs at most $9.00.\n',
    ],
    [
      { allowance: { tokens: 3_000_000 } },
      undefined,
      'Costs at most 3,000,000 tokens. No dollars: the price of the model is not known (input `prices`).\n',
    ],
    [
      { allowance: {} },
      estimate,
      'Estimate: 110,000 to 220,000 tokens for 2 subtasks (from 5 earlier subtasks here). No dollars',
    ],
  ])('a plan comment estimates the cost of the plan with %j', (more, given, words) => {
    expect(announcement({ ...seen, ...more }, { ...NEWS, estimate: given })).toContain(words)
  })

  test('a plan comment lists checks that all subtasks share only once', () => {
    const shared = plan([subtask(1, { verify: ['tsc', 'test 1'] }), subtask(2, { verify: ['tsc'] })])
    const text = announced(shared)
    expect(text).toContain('\n\nAfter every subtask: `tsc`\n\n')
    expect(text).toContain('- **Checks:** `test 1`\n')
    expect(text.match(/`tsc`/g)).toHaveLength(1)
    const one = { ...shared, subtasks: shared.subtasks.slice(0, 1) }
    expect(announced(one)).toContain('- **Checks:** `tsc`, `test 1`\n')
  })

  test.each([
    ['What it does.\nIn two lines.\n\nHow.', 'What it does.\nIn two lines.'],
    ['- one\n- two\n\nHow.', folded('- one\n- two\n\nHow.')],
    ['Like this:\n```\na\n\nb\n```', folded('Like this:\n```\na\n\nb\n```')],
  ])('a plan comment begins with the first paragraph of the plan: %j', (description, first) => {
    const text = announced(plan([subtask(1)], { description }))
    expect(text).toContain(`Add a rate limiter\n\n${first}\n\n<details><summary><b>1. `)
  })

  test('a plan comment shows the risks of the plan, if there are any', () => {
    expect(announced({ ...WHOLE, risks: ['Clock skew'] })).toContain('> [!WARNING]\n> **Risks:** Clock skew\n')
    const two = announced({
      ...WHOLE,
      risks: ['Clock skew', '@bob <b>'],
      decisions: ['Redis, instead of a file: it is there'],
    })
    expect(two).toContain('> **Risks:** (1) Clock skew\\\n> (2) <code>@bob</code> ')
    expect(two).toContain('\n\n**Decisions**\n\n- Redis, instead of a file: it is there\n\n> [!WARNING]')
    expect(announced({ ...WHOLE, risks: [] })).not.toContain('Risks')
  })

  test.each([
    [undefined, '**Question 1:** How many? Default: 100\\\n**Question 2:** Which? Nothing can be approved'],
    [
      'How many?',
      '**Question 2:** Which? Nothing can be approved before the answer.\n\n<details><summary>1 question of earl',
    ],
  ])('a plan comment repeats a question of the last version only without a default: %j', (question, words) => {
    const questions = [
      { question: 'How many?', default: '100' },
      { question: 'Which?', default: '' },
    ]
    const before =
      question && plan(WHOLE.subtasks, { questions: [{ question, default: 'none' }, ...questions.slice(1)] })
    expect(questionsText(plan(WHOLE.subtasks, { questions }), before || undefined)).toContain(words)
  })

  test('the plan comment of a resumed plan separates done or skipped subtasks from those that will run', () => {
    const skipped = (number: number) => status(number, { state: 'abandoned' })
    const seen = view([done(1), skipped(2), skipped(3), status(4)])
    const history = {
      ...seen.state.history,
      undone: new Map([[3, { sha: 'a'.repeat(40), outcome: '', approvedBy: [], command: 7 }]]),
    }
    const text = announcement({ ...seen, state: { ...seen.state, history } }, { ...NEWS, version: 2 })
    expect(text).toMatch(
      /\*\*1\..*\*\* \(done\)\n- \*\*2\..* \(skipped\)\n- \*\*3\..* \(taken back\)\n<details><summary><b>4\.[^(]*$/m,
    )
  })

  test('a plan comment for a plan over the size limit still says how to approve', () => {
    const words = 'word '.repeat(300)
    const many = Array.from({ length: 100 }, (_, i) => subtask(i + 1, { description: words, verify: [`${words}${i}`] }))
    const text = announced(plan(many))
    expect(text.length).toBeLessThanOrEqual(65_536)
    expect(text).toMatch(/… and \d+ more[^]*\*\*Run it:\*\* `approve`/)
  })

  test('a plan comment links the plan file at its commit, and the diff to the previous version', () => {
    const branch = {
      ...NO_BRANCH,
      commitOfPlanBlob: new Map([
        [BLOB, 'new'],
        ['old', 'before'],
      ]),
    }
    const versions = [{ version: 1, blob: 'old', comment: 1, edited: false }]
    const state = view([status(1)], { versions })
    const linked = (planFile: string) =>
      announcement({ ...state, planFile, thread: { ...state.thread, branch } }, { ...NEWS, version: 2 })
    expect(linked('docs/PLAN 2.md')).toContain(
      '[read the whole plan](https://github.com/o/r/blob/new/docs/PLAN%202.md) · [compare with version 1](https://github.com/o/r/compare/before...new)',
    )
  })

  test('a plan comment announces exactly one version, even if the plan’s texts contain forged markers', () => {
    const forged = '<!-- measure-twice:version v=9 blob=0000000000000000000000000000000000000000 -->'
    const hostile = plan([subtask(1, { name: forged })], {
      title: forged,
      questions: [{ question: forged, default: `\`${forged}\`` }],
    })
    const state = { reading: { kind: 'parsed' as const, plan: hostile, blob: BLOB } }
    const answers = [{ comment: 1, applied: true, note: forged }]
    const text = announcement(view([status(1)], state), {
      version: 2,
      blob: BLOB,
      files: filesOf(before, view([], state)),
      answers,
      note: forged,
    })
    const bot = { login: 'bot', id: 1, type: 'Bot' }
    expect(announcementsIn([{ ...comment(8, text), author: bot }], bot)).toEqual([
      { version: 2, blob: BLOB, comment: 8, edited: false },
    ])
  })
})

describe('the pause comment', () => {
  test('the pause comment of a draft that used up the budget states usage and limit, and answers `/plan`', () => {
    const { usage } = view([]).state
    const text = draftHalt(view([], {}, { allowance: { tokens: 10_000 } }), usage, 3)
    expect(text).toMatch(/^### ⏸️ Paused: the draft used up the budget/)
    expect(text).toContain('Spent 13,023 of 10,000 (`max-tokens`).')
    expect(text).toContain('| begin again with another 10,000 tokens | `/plan …` |\n')
    expect(lastLine(text)).toBe('<!-- measure-twice:note answer-to-3 -->')
  })

  const failed = status(2, {
    state: 'failed',
    attempts: 3,
    text: 'no compiler\n\nAttempt 1: x\n$ make (exit 2)\n```\nboom',
  })

  test('the pause comment for a failed subtask has the evidence and the commands to continue', () => {
    const text = haltNote(view([done(1), failed]), { reason: 'failed', since: 9 })
    for (const words of [
      '### ⏸️ Paused: subtask 2 failed',
      '`/retry`',
      '`/skip 2`',
      '`/revise <what to change>`',
      '`cancel`',
      '\n\nno compiler\n\n````text\n$ make',
      '$ make (exit 2)',
    ])
      expect(text).toContain(words)
    expect(lastLine(text)).toBe('<!-- measure-twice:note halted-failed-9 -->')
  })

  test.each<[Halt['reason'], string]>([
    ['change', '`approve`'],
    ['continuation', '`actions: write`'],
  ])('the pause comment for a %s says what to do', (reason, words) =>
    expect(haltNote(view([status(1)]), { reason, since: 1 })).toContain(words),
  )

  test('the pause comment for a missing program quotes the commit message and says how to continue', () => {
    const text = 'The program `x` is not on the runner, and the check `x --all` of subtask 1 begins with it. @alice'
    const note = haltNote(view([status(1)]), { reason: 'environment', since: 1, text })
    expect(note).toMatch(/^### ⏸️ Paused: a program that a check needs is missing\n/)
    expect(note).toContain('The program `x` is not on the runner, and the check `x --all`')
    expect(note).not.toContain(' @alice')
    expect(note).toContain('| go on | `/retry` |')
  })

  test('the pause comment for failed approved tests names them, with the first one’s output', () => {
    const text = 'The acceptance test `a.test.js` fails. @alice\n\nSo does `b.test.js`.\n\n$ node --test\n    not ok\n\n    # fail 1' // prettier-ignore
    const note = haltNote(view([status(1)]), { reason: 'acceptance', since: 1, text })
    expect(note).toMatch(/^### ⏸️ Paused: an acceptance test needs a look\n/)
    for (const words of [
      'So does `b.test.js`.\n\n```text\n$ node --test\nnot ok\n\n# fail 1\n```',
      '| `/retry` |',
      '`/revise',
    ])
      expect(note).toContain(words)
    expect(note).not.toContain(' @alice')
  })

  test('the pause comment names the subtasks that wait for the failed one and that a skip drops', () => {
    const needs = (number: number, ...depends_on: number[]) => subtask(number, { depends_on })
    const statuses = [
      done(1),
      status(2, { state: 'failed', attempts: 3 }),
      status(3, { subtask: needs(3, 2) }),
      status(4, { subtask: needs(4, 3) }),
      status(5, { state: 'abandoned', subtask: needs(5, 2) }),
      status(6),
    ]
    const text = haltNote(view(statuses), { reason: 'failed', since: 9 })
    expect(text).toContain('\n\nWaiting until subtask 2 works: 3. Add part 3, 4. Add part 4.\n')
    expect(text).toContain('| skip subtasks 2, 3 and 4 | `/skip 2` |')
    const alone = haltNote(view([status(2, { state: 'failed' })]), { reason: 'failed', since: 9 })
    expect(alone).not.toContain('Waiting until')
    expect(alone).toContain('| skip subtask 2 | `/skip 2` |')
  })

  const prices = { input: 1, cached: 0, output: 10 }
  test.each([
    [{ tokens: 10_000 }, 2, 'Spent 13,023 of 20,000 (`max-tokens`).', 'go on with another 10,000 tokens | `/retry`'],
    [{ cost: 0.01, prices }, 1, 'Spent $0.0111 of $0.0100 (`max-cost`).', 'go on with another $0.0100 | `/retry`'],
    [
      { tokens: 10_000, cost: 2, prices },
      1,
      '(`max-tokens`).\nSpent $0.0111 of $2.00',
      'another 10,000 tokens and $2.00 | `/retry`',
    ],
  ])('the pause comment for a spent budget states usage and grant: %j, %i', (allowance, halts, spent, grant) => {
    const { thread, ...rest } = view([status(1)], {}, { allowance })
    const commit = committed({ state: 'halted', reason: 'budget' })
    const branch = { ...NO_BRANCH, commits: Array.from({ length: halts }, () => commit) }
    const text = haltNote({ ...rest, thread: { ...thread, branch } }, { reason: 'budget', since: 1 })
    expect(text).toContain(spent)
    expect(text).toContain(grant)
  })

  test.each([
    [0, /refused to start the next run/],
    [3, /3 runs in a row finished no subtask/],
  ])('the pause comment after interrupted runs names the cause: %i runs', (continuations, cause) => {
    const { state, ...rest } = view([status(1)])
    const text = haltNote(
      { ...rest, state: { ...state, history: { ...state.history, continuations } } },
      { reason: 'continuation', since: 1 },
    )
    expect(text).toMatch(cause)
    expect(/refused to start/.test(text)).toBe(continuations === 0)
  })
})

describe('the closing report', () => {
  const two = [done(1, { subtask: subtask(1, { files: ['src/', 'docs/a.md'], verify: ['npm test'] }) }), done(2)]
  const changedPaths = new Map([
    [1, ['src/a.js', 'extra.js']],
    [2, ['src/part-2.js']],
  ])

  test('the closing comment compares the planned files with the changed ones', () => {
    const seen = { ...view(two), verifyCommand: 'npm run lint' }
    const [open = '', fold = ''] = closingReport(seen, { changedPaths }).split('<details>')
    expect(open).toContain('\n- Subtask 1 changed files that the plan does not list: `extra.js`\n')
    expect(open).toContain('\n\nFor the rest, all checks passed.\\\nReview the commits')
    expect(fold).toContain('- `npm test` passed (subtask 1)\n- `npm run lint` passed (subtasks 1-2)')
  })

  test.each<[string, Status[], string]>([
    ['all', [done(1, { proof: { proving: 1, guarding: 0 } })], 'For the rest, all subtasks are proven and only files'],
    ['some', [done(2, { proof: { proving: 1, guarding: 0 } }), done(3)], 'For the rest, 1 subtask is proven and only'],
    ['none', [done(2, { proof: { proving: 0, guarding: 1 } })], '\n- Subtask 2 is not proven: no check fails without'],
  ])('the closing comment for %s says whether they are proven', (_, statuses, words) => {
    expect(closingReport(view(statuses), { changedPaths: new Map() })).toContain(words)
  })

  test('the closing comment has another emoji if part of the plan was skipped', () => {
    const left = status(2, { state: 'abandoned', text: 'no need' })
    expect(closingReport(view([done(1), left]), { changedPaths })).toMatch(
      /^### ☑️ Plan finished: 1 of 2 subtasks done, 1 skipped\n/,
    )
    expect(closingReport(view(two), { changedPaths })).toMatch(/^### ✅ Plan finished: 2 of 2 subtasks done\n/)
  })

  test('the closing comment has a column for proof results, if any subtask has one', () => {
    const proved = [
      done(1, { proof: { proving: 1, guarding: 1 } }),
      done(2, { proof: { proving: 2, guarding: 1 } }),
      done(3, { proof: { proving: 0, guarding: 2 } }),
      done(4, { proof: { proving: 0, guarding: 0 } }),
      done(5),
    ]
    const rows = closingReport(view(proved), { changedPaths }).split('\n')
    expect(rows.find((row) => row.includes('Subtask |'))).toMatch(/\| Result *\| Proof *\| Time *\|/)
    const columns = rows.filter((row) => /^\| ✅/.test(row)).map((row) => row.split('|')[5]?.trim())
    expect(columns).toEqual([
      '1 of 2 checks fails without the change',
      '2 of 3 checks fail without the change',
      'guarded: all checks pass without it, too',
      'no checks',
      '',
    ])
    expect(closingReport(view(two), { changedPaths })).not.toContain('Proof')
  })

  test('the closing comment names changed tests and test configuration outside of collapsed sections', () => {
    const text = closingReport(view(two), {
      changedPaths,
      tests: [
        { path: 'test/a.test.js', subtasks: [1, 2], kind: 'test', isDeleted: false, broken: 'alone' },
        { path: 'test/b.test.js', subtasks: [1], kind: 'test', isDeleted: true, broken: 'together' },
        { path: 'test/c.test.js', subtasks: [1], kind: 'test', isDeleted: false, broken: 'passes' },
        { path: 'package.json', subtasks: [2], kind: 'config', names: ['scripts.test'] },
        { path: 'vitest.config.ts', subtasks: [2], kind: 'config', names: [''] },
      ],
    })
    for (const line of [
      'The test `test/a.test.js` (subtasks 1 and 2) was changed: its earlier version fails on the new code.',
      'The test `test/b.test.js` (subtask 1) was deleted.',
      'The test `test/c.test.js` (subtask 1) was changed; its earlier version passes on the new code.',
      'With the earlier versions of `test/b.test.js` together, a check fails on the new code.',
      '`package.json` (subtask 2) decides which checks run and how, and was changed: `scripts.test`.',
      '`vitest.config.ts` (subtask 2) decides which checks run and how, and was changed.',
    ])
      expect(text.split('<details>')[0]).toContain(`\n- ${line}\n`)
  })

  const App = { login: 'plans[bot]', id: 5, type: 'Bot' }
  const closedBy = (bot?: typeof App, runs?: HeadRuns) => {
    const seen = view(two)
    return closingReport(bot ? { ...seen, thread: { ...seen.thread, bot } } : seen, { changedPaths, runs })
  }

  test.each<[HeadRuns | undefined, RegExp | undefined, RegExp | undefined]>([
    [
      { waiting: 1, begun: 1 },
      /not run on these commits yet:\*\* 1 workflow run waits for a person/,
      /1 workflow run waits/,
    ],
    [
      { waiting: 2, begun: 0 },
      /2 workflow runs wait for a person\. Choose \*\*Approve and run/,
      /2 workflow runs wait/,
    ],
    [{ waiting: 0, begun: 0 }, /has not run on these commits:\*\* GitHub shows no run of theirs/, undefined],
    [{ waiting: 0, begun: 1 }, undefined, undefined],
    [undefined, /this job may not see their runs/, undefined],
  ])('the closing comment reports CI as GitHub shows it for the head: %j', (runs, ofOwnToken, ofApp) => {
    const said = (text: string) => /\n- (\*\*(?:Your|Look whether your) CI.*)/.exec(text)?.[1]
    const expected = (words: RegExp | undefined) => (words ? expect.stringMatching(words) : undefined)
    expect(said(closedBy(undefined, runs))).toEqual(expected(ofOwnToken))
    expect(said(closedBy(App, runs))).toEqual(expected(ofApp))
  })

  test('the closing comment recommends an App token and its lifetime, but not to those who use one', () => {
    for (const runs of [undefined, { waiting: 0, begun: 0 }, { waiting: 1, begun: 0 }])
      expect(closedBy(undefined, runs)).toMatch(/token of a GitHub App\./)
    expect(closedBy(App, { waiting: 1, begun: 0 })).not.toContain('GitHub App')
  })

  test('the closing comment still has the plan’s description, outcome, questions and risks', () => {
    const text = closingReport(view([done(1)], { reading: reading(WHOLE) }), { changedPaths })
    for (const words of PARTS) expect(text).toContain(words)
  })

  test('the closing comment of a plan with all subtasks skipped says that nothing was done', () => {
    const text = closingReport(view([status(1, { state: 'abandoned', text: 'not needed' })]), {
      changedPaths: new Map(),
    })
    expect(text).toMatch(/^### ⏹️ Nothing was done: every subtask was skipped\n/)
    expect(text).toContain('To start over, comment `/plan` on #12.')
    expect(text).not.toMatch(/commits|merge|CI/)
  })

  test('the closing comment numbers subtasks as the plan does, without Markdown renumbering them', () => {
    expect(closingReport(view([done(4)]), { changedPaths })).toContain(
      '\n| ✅ | 4. Add part 4 | abc1234 | part 4 is there |',
    )
  })

  test('the closing comment links the run of each subtask whose commit names one', () => {
    const rows = closingReport(view([done(4, { run: 77 }), done(5)]), { changedPaths })
    expect(rows).toContain('| part 4 is there | [run](https://github.com/o/r/actions/runs/77) |\n')
    expect(rows).toContain('| part 5 is there |  |\n')
  })
})

test('a comment over the size limit loses its last sections, but keeps its marker', () => {
  const text = textOf({ marker: 'MARK', sections: ['first', 'x'.repeat(70_000), 'never'] })
  expect(text).toMatch(/^first\n\nThe rest is too long[^\n]*\n\nMARK$/)
})

test('a reply to several comments keeps all their markers, even when it is truncated', () => {
  const text = textOf(noteText(['a', 'b', 'c'], 'first', 'x'.repeat(70_000)))
  const markers = ['b', 'a'].map((key) => `<!-- measure-twice:note ${key} -->`).join('\n')
  expect(text.startsWith(`first\n\n${markers}\n\nThe rest is too long`)).toBe(true)
  expect(lastLine(text)).toBe('<!-- measure-twice:note c -->')
})
