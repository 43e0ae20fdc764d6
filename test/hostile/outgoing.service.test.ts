import { afterEach, describe, expect, test, vi } from 'vitest'
import { COMMANDS, parseCommand } from '../../src/decide/words/command.ts'
import { parseMessage, renderMessage } from '../../src/decide/thread/trailers.ts'
import { cleanLine, cleanText, code, fenced } from '../../src/publish/view/text/text.ts'
import { directAnswer } from '../../src/publish/view/comments/replies.ts'
import { textOf } from '../publish/view/posted.ts'
import { cleanCommitBody, cleanSubject } from '../../src/publish/view/text/commit-text.ts'
import { LOG_LINES, MESSAGES, OUTGOING } from './outgoing.ts'
import { logLine } from '../../src/runner/log.ts'

describe('in a comment, nothing happens when a model', () => {
  test.each(OUTGOING)('model text in a comment has no effect if it $name', ({ text, acts }) => {
    expect(cleanText(text)).not.toMatch(acts)
    expect(`- ${cleanLine(text)}`).not.toMatch(acts)
  })

  test('a command of this action in a model’s answer has no effect, even if the bot’s account is unknown', () => {
    for (const { usage, target } of COMMANDS) {
      for (const text of [usage, `\u200b${usage}`, `  ${usage} x`, `\`\`\`\n${usage}\n\`\`\``, `${usage}\n\nfor it`])
        expect(
          parseCommand(textOf(directAnswer(text, 7, { links: { repository: '', run: '' }, commit: '' })), target).kind,
        ).toBe(target === 'pull' ? 'feedback' : 'nothing')
    }
  })

  test('model text inside code spans and fences cannot end them, or act as a command or marker', () => {
    for (const { text } of OUTGOING) {
      expect(code(text)).not.toMatch(/<!--|\n/)
      expect(fenced(text)).not.toMatch(/<!--|^[ \t]*(?:\/[a-z]+[ \t]*$|bors |atlantis )/m)
      expect(
        fenced(text)
          .match(/^`{3,}/gm)
          ?.filter((run, _, [first]) => run.length >= (first?.length ?? 0)),
      ).toHaveLength(2)
    }
  })
})

describe('in a commit, nothing is left when a model', () => {
  test.each(MESSAGES)('model text in a commit has no effect if it $name', ({ text, acts }) => {
    // A subject is no block of trailers, whatever it says.
    if (!acts.source.startsWith('^')) expect(cleanSubject(text)).not.toMatch(acts)
    expect(cleanCommitBody(text)).not.toMatch(acts)
    const message = renderMessage({
      subject: cleanSubject(text),
      body: cleanCommitBody(text),
      trailers: { issue: 1, seen: 2 },
    })
    const {
      usage: _,
      feedback: _none,
      approvedBy,
      ...trailers
    } = parseMessage(message)?.trailers ?? { issue: 0, seen: 0 }
    expect({ approvedBy, ...trailers }).toEqual({ approvedBy: [], issue: 1, seen: 2 })
  })
})

describe('in the log, the runner obeys nothing when a line', () => {
  afterEach(() => void vi.restoreAllMocks())

  test.each(LOG_LINES)('a log line is no runner command if it $name', ({ text }) => {
    const written: string[] = []
    vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => (written.push(String(chunk)), true))
    logLine(text)
    // .NET, which the runner is written in, takes more for white space than JavaScript does.
    for (const line of written.join('').split(/[\n\r\u2028\u2029]/))
      expect(line).not.toMatch(/^[\s\p{Cc}\p{Cf}]*::|##\[/u)
    expect(written.join('')).not.toMatch(/\u001b/)
  })
})
