import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { COMMANDS, helpText, parseCommand, type Command } from '../../../src/decide/words/command.ts'
import { expectLinear } from '../../linear.ts'

/** A command in a few letters, so that the tables below stay readable. */
function brief(command: Command): string {
  switch (command.kind) {
    case 'plan':
    case 'replan':
      return `${command.kind} [${command.request}]`
    case 'ask':
      return `ask [${command.question}]`
    case 'revise':
      return `revise [${command.text}]`
    case 'skip':
    case 'undo':
      return `${command.kind} ${command.number} [${command.reason}]`
    case 'approve': {
      const { scope } = command
      return scope.kind === 'all'
        ? 'approve'
        : `approve ${scope.kind === 'blob' ? scope.blob : scope.numbers.join(' ')}`
    }
    case 'malformed':
      return `malformed ${command.command}`
    case 'misplaced':
      return `misplaced ${command.command}`
    case 'unknown':
      return command.near ? `unknown near ${command.near}` : 'unknown'
    case 'feedback':
      return command.meant ? `feedback near ${command.meant}` : 'feedback'
    default:
      return command.kind
  }
}

const read = (body: string, target: 'issue' | 'pull'): string => brief(parseCommand(body, target))

const BLOB = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391'

const onIssue: [string, string][] = [
  ['/plan', 'plan []'],
  ['/plan add dark mode', 'plan [add dark mode]'],
  ['/plan\u00a0x', 'plan [x]'],
  ['\n\n/plan\r\nadd dark mode\r\nand a test', 'plan [add dark mode\nand a test]'],
  ['/plan x\n\n\ny  \n', 'plan [x\n\n\ny]'],
  ['/plan /ask', 'plan [/ask]'],
  ['/plan ${{ secrets.X }} $(id) `id`', 'plan [${{ secrets.X }} $(id) `id`]'],
  ['\u200b\u2060/plan x\u200d\u200c', 'plan [x]'],
  ['/plan\u200b', 'plan []'],
  ['/plans x', 'unknown near plan'],
  ['/plan: x', 'unknown near plan'],
  ['/plan-two x', 'unknown near plan'],
  ['/plan/x', 'nothing'],
  ['/plan\u200bx', 'unknown near plan'],
  ['/pl\u200ban x', 'nothing'],
  ['/\u202eplan x', 'nothing'],
  ['/pl\u0430n x', 'nothing'],
  ['／plan x', 'nothing'],
  ['\\/plan x', 'nothing'],
  ['&#47;plan x', 'nothing'],
  ['/ plan x', 'unknown near plan'],
  ['//plan x', 'nothing'],
  ['Hello\n/plan x', 'nothing'],
  ['@bot /plan x', 'nothing'],
  ['> /plan x', 'nothing'],
  ['`/plan x`', 'unknown near plan'],
  ['```\n/plan x\n```', 'nothing'],
  ['<!-- /plan x -->', 'nothing'],
  ['', 'nothing'],
  ['/ask', 'ask []'],
  ['/ASK\nwhat\nis this?', 'ask [what\nis this?]'],
  ['/as\u212a x', 'unknown near ask'],
  ['/help', 'help'],
  ['/doctor', 'doctor'],
  ['/help.', 'nothing'],
  ['approve', 'misplaced approve'],
  ['cancel', 'misplaced cancel'],
  ['/skip 1', 'misplaced skip'],
  ['/retry', 'misplaced retry'],
  ['/replan', 'misplaced replan'],
  ['/revise x', 'misplaced revise'],
  ['/note x', 'nothing'],
  ['The plan looks good.', 'nothing'],
]

const approvals: [string, string][] = [
  ['approve', 'approve'],
  ['APPROVE', 'approve'],
  ['/approve', 'approve'],
  ['/APPROVE.', 'approve'],
  ['approve.', 'approve'],
  ['`approve`', 'approve'],
  ['"approve"', 'approve'],
  ["'approve'", 'approve'],
  ['"/approve!"', 'approve'],
  ['"approve".', 'approve'],
  ['approve 1', 'approve 1'],
  ['approve 01', 'approve 1'],
  ['approve 1,3', 'approve 1 3'],
  ['approve  1-3 ,  5', 'approve 1 2 3 5'],
  ['approve 5, 1-3, 2', 'approve 1 2 3 5'],
  ['approve 3-3', 'approve 3'],
  ['`approve 1-2`', 'approve 1 2'],
  ['/approve 2, 1!', 'approve 1 2'],
  ['approve deadbeef', 'approve deadbeef'],
  ['approve DEADBEEF', 'approve deadbeef'],
  [`approve ${BLOB}`, `approve ${BLOB}`],
  [`/Approve ${BLOB.slice(0, 9)}!`, `approve ${BLOB.slice(0, 9)}`],
  ['approve 1-', 'malformed approve'],
  ['approve 1,', 'malformed approve'],
  ['approve 1 2', 'malformed approve'],
  ['approve 1-2-3', 'malformed approve'],
  ['approve 1 - 3', 'malformed approve'],
  [`approve ${'1,'.repeat(200)}1`, 'malformed approve'],
]

const noApprovals: string[] = [
  'approve 12345',
  'approve 1-12345',
  'approve dead',
  `approve ${BLOB}0`,
  'approve all',
  'approve 1–3',
  'approve 1.5',
  'approve\n1',
  'approve １',
  'approve?',
  'approve.!',
  '"approve!"!',
  'approve please',
  '/approve please',
  'approve\n\nAlso add tests.',
  'approve\n\n-- \nSent from my phone',
  '> approve',
  '```\napprove\n```',
  '``approve``',
  '<!-- approve -->',
  '<!-- x -->approve',
  '**approve**',
  '/`approve`',
  '`approve"',
  '"approve',
  '“approve”',
  '` approve `',
  '/ approve',
  '／approve',
  'appr\u00adove',
  'app\u200brove',
  '\u202eevorppa approve',
  'approve\u202c',
  'аpprove',
  '𝐚𝐩𝐩𝐫𝐨𝐯𝐞',
  '&#97;pprove',
  'approved',
  'aprove',
  'aprpove',
  'I do not approve',
  'The approval can wait',
  'I am approving this as soon as it names the risks of the second step, and not before',
  'I approve',
  'approve 👍',
  'LGTM',
  'LGTM, approved',
  'yes',
  ':+1:',
  ':shipit:',
]

const onPull: [string, string][] = [
  ['cancel', 'cancel'],
  ['/cancel', 'cancel'],
  ['stop', 'cancel'],
  ['/stop', 'cancel'],
  ['ſtop', 'feedback'],
  ['cancel 1', 'feedback'],
  ['/stop now', 'feedback'],
  ['Stop using Redis', 'feedback'],
  ['/skip 2', 'skip 2 []'],
  ['/SKIP 2 not needed\nany more', 'skip 2 [not needed any more]'],
  ['/skip 2: not needed', 'skip 2 [not needed]'],
  ['/skip 2.', 'skip 2 []'],
  ['/skip 0', 'skip 0 []'],
  ['/skip 2 3 of them are enough', 'skip 2 [3 of them are enough]'],
  ['/skip 1-3', 'malformed skip'],
  ['/skip 12345', 'malformed skip'],
  ['skip 2', 'feedback'],
  ['/UNDO 2: not needed\nany more', 'undo 2 [not needed any more]'],
  ['/undo', 'malformed undo'],
  ['/undo 1 3', 'malformed undo'],
  ['/update', 'update'],
  ['/update the docs', 'feedback'],
  ['/retry', 'retry'],
  ['/retry the registry was down', 'feedback'],
  ['/retry.', 'feedback'],
  ['retry', 'feedback'],
  ['/replan', 'replan []'],
  ['/replan with\r\na map', 'replan [with\na map]'],
  ['/revise use a map', 'revise [use a map]'],
  ['/note approve is fine with me', 'note'],
  ['/note\napprove', 'note'],
  ['/help', 'help'],
  ['/help me', 'help'],
  ['/plan x', 'misplaced plan'],
  ['/fix the build', 'fix'],
  ['/ask x', 'ask [x]'],
  ['/ask', 'malformed ask'],
  ['`/revise x`', 'feedback'],
  ['> /retry', 'feedback'],
  ['/re\u200btry', 'unknown near retry'],
  ['/аpprove', 'unknown'],
  ['/aprove', 'unknown near approve'],
  ['/cancle', 'unknown near cancel'],
  ['/retyr it', 'unknown near retry'],
  ['/Skpi: 2', 'unknown near skip'],
  ['/frobnicate', 'unknown'],
  ['/frobnicate\nall of it', 'unknown'],
  ['/plans', 'misplaced plan'],
  ['/plan: use redis', 'misplaced plan'],
  ['/usr/bin/env is wrong', 'feedback'],
  ['/package.json is wrong', 'feedback'],
  ['/42 is the answer', 'feedback'],
  ['Split task 1 in two', 'feedback'],
  ['It is okay to drop Redis, but then the tests must cover the memory store as well.', 'feedback'],
  ['', 'nothing'],
]

const show = (body: string): string => JSON.stringify(body.slice(0, 60))

describe('on an issue', () => {
  test.each(onIssue.map(([body, wanted]) => [show(body), wanted, body] as const))(
    'on an issue, the comment %s means %s',
    (_, wanted, body) => {
      expect(read(body, 'issue')).toBe(wanted)
    },
  )
})

describe('on the pull request of a plan', () => {
  const cases = [...approvals, ...onPull].map(([body, wanted]) => [show(body), wanted, body] as const)
  test.each(cases)('on a plan, %s means %s', (_, wanted, body) => {
    expect(read(body, 'pull')).toBe(wanted)
  })

  test('feedback that looks like an approval or a typo of it is recognized, so the reply can explain', () => {
    expect(noApprovals.filter((body) => read(body, 'pull') !== 'feedback near approve')).toEqual([])
  })

  test('feedback keeps its text as written, without surrounding white space', () => {
    expect(parseCommand('\ufeff  Use a map.\r\n\r\n> Redis?  \n', 'pull')).toEqual({
      kind: 'feedback',
      text: 'Use a map.\n\n> Redis?',
    })
  })
})

describe('the list of commands', () => {
  test('each usage line of the command list parses as its command', () => {
    const example = (usage: string): string => usage.replace('<id>', BLOB).replace('N', '1').replace(/[[\]]/g, '')
    for (const { target, usage } of COMMANDS) {
      const name = /[a-z]+/.exec(usage)?.[0]
      expect(parseCommand(example(usage), target).kind, usage).toBe(name)
    }
  })

  test('`/help` names every command that works on the issue, or on the plan', () => {
    for (const { target, usage } of COMMANDS) expect(helpText(target)).toContain(`- \`${usage.split(' ')[0] ?? ''}`)
  })
})

describe('for any text', () => {
  const pieces = fc.constantFrom(
    ...['approve', '/', '`', '"', "'", '.', '!', ' ', '\n', '\r\n', '1', '-', ',', '9', 'deadbeef', 'cancel', 'stop'],
    ...['/skip', '/plan', '/revise', '/note', '\u200b', '\ufeff', '\u202e', 'а', '>', '```', '<!--', '-->', '\u00a0'],
  )
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces, { maxLength: 12 }).map((all) => all.join('')),
  )
  const places = fc.constantFrom<'issue' | 'pull'>('issue', 'pull')

  test('parsing a comment never throws, and ignores surrounding white space', () => {
    fc.assert(
      fc.property(hostile, places, (body, target) => {
        expect(parseCommand(` \r\n\u200b${body}\ufeff\n`, target)).toEqual(parseCommand(body, target))
      }),
      { numRuns: 2000 },
    )
  })

  test('a comment approves only if it is `approve` with optional punctuation and a list or id', () => {
    fc.assert(
      fc.property(hostile, (body) => {
        if (parseCommand(body, 'pull').kind !== 'approve') return
        const bare = body.replace(/[\s\u200b-\u200d\u2060\ufeff]+/g, ' ').trim()
        expect(bare).toMatch(/^["'`]?\/?approve(?: [\da-f,\- ]+)?[.!]?["'`]?[.!]?$/i)
      }),
      { numRuns: 5000 },
    )
  })

  test('`approve` with any other word before or after it is feedback and no approval', () => {
    const word = fc.stringMatching(/^[g-z?#@>*]{1,8}$/)
    const approval = fc.constantFrom(
      ...approvals.flatMap(([body, wanted]) => (wanted.startsWith('approve') ? [body] : [])),
    )
    fc.assert(
      fc.property(approval, word, fc.constantFrom(' ', '\n', ', '), fc.boolean(), (body, more, between, first) => {
        const text = first ? more + between + body : body + between + more
        expect(parseCommand(text, 'pull').kind).toBe('feedback')
      }),
    )
  })

  test('comments with long repetitions are parsed in linear time', () => {
    const units = [' ', '\u200b', '\n', 'a ', 'approve ', '1-9999,', '`', '/', '.', ' x', '\ud800']
    for (const unit of units) {
      for (const start of ['', '/plan ', 'approve ', '/skip 1 ', 'x']) {
        const body = (size: number): string => `${start}${unit.repeat(size / unit.length)}?`
        for (const target of ['issue', 'pull'] as const) expectLinear((size) => parseCommand(body(size), target))
      }
    }
  })
})
