import { describe, expect, test } from 'vitest'
import { parseCommand } from '../../src/decide/words/command.ts'
import { needsPlan } from '../../src/decide/words/needs-plan.ts'
import { holdsVisible } from '../../src/guard/hidden.ts'
import { isGitPath, isProtected, isSafePlanPath, pathMatcher } from '../../src/guard/paths.ts'
import { redactor } from '../../src/guard/redact.ts'
import { parsePlan } from '../../src/plan/markdown.ts'
import { cleanLine, cleanText, fenced } from '../../src/publish/view/text/text.ts'
import { cleanCommitBody, cleanSubject } from '../../src/publish/view/text/commit-text.ts'
import { readArguments } from '../../src/model/model.ts'
import { asPeopleSeeIt } from '../../src/agent/context/untrusted.ts'
import { explodes, PUMPS } from './patterns.ts'

const TOKEN = 'ghs_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'
const redact = redactor([TOKEN])

/** What takes a text of a stranger, of a file or of a model, whole. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  asPeopleSeeIt,
  parsePlan,
  readArguments,
  redact,
  needsPlan,
  isGitPath,
  isSafePlanPath,
  codeBlock: fenced,
  comment: (text) => cleanText(text, 65_536),
  line: (text) => cleanLine(text, 8_000),
  body: cleanCommitBody,
  subject: (text) => cleanSubject(text),
  command: (text) => parseCommand(text, 'pull'),
  glob: (text) => pathMatcher(text)('src/a.ts'),
  path: (text) => isProtected(text, ['.github/**', '**/AGENTS.md']),
  visible: holdsVisible,
}
const NESTED = [
  '<!<!-- x -->',
  '<![CDATA[',
  '[skip ',
  '{a,',
  '((',
  '[[',
  '> - ',
  '<?x ?>',
  '<!x>',
  '```\n~~~\n',
  '## Subtasks\n### 1. x\n',
]

describe('four times the text takes about four times as long, whatever it is, for', () => {
  test.each(Object.entries(READERS))('four times the text takes about four times as long for %s', (_, read) => {
    read('warm')
    const attacks = [...PUMPS, ...NESTED].map((pump) => ({ head: '', pump }))
    expect(attacks.filter((attack) => explodes(read, attack))).toEqual([])
  })
})
