import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { marked } from 'marked'
import {
  cleanHtml,
  cleanLine,
  cleanText,
  code,
  truncated,
  fenced,
  outputBlock,
  table,
} from '../../../../src/publish/view/text/text.ts'
import { cleanCommitBody, cleanSubject } from '../../../../src/publish/view/text/commit-text.ts'
import { parseMessage, renderMessage } from '../../../../src/decide/thread/trailers.ts'

const z = '\u200B'
const MARKER = '<!-- measure-twice:version v=9 blob=0123456789012345678901234567890123456789 -->'
const CLOSING =
  /(?<![a-z0-9])(close[sd]?|fix(e[sd])?|resolve[sd]?)(?![a-z0-9])[\s:*_()[]{0,9}(#\d|GH-\d|[\w-]+\/[\w-]+#\d|https?:\S+\/issues\/\d)/i

/** Pieces that have a meaning somewhere, in any order. Backticks are left to the tables: what is in code stays as it is. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '@alice',
        '@',
        'closes',
        ' ',
        '\n',
        '\n\n',
        '#3',
        'Fixes #3',
        'GH-4',
        'o/r#5',
        '&#64;',
        '\\',
        '!',
        '[x](u)',
      ),
      fc.constantFrom(
        '![a](http://e/x.png)',
        MARKER,
        '<b>',
        '</details>',
        '- ',
        '# ',
        '---',
        'a ~~~',
        '**',
        '_',
        '[skip ci]',
        '[ci',
      ),
      fc.constantFrom(
        ' skip]',
        'skip-checks: true',
        'Plan-Subtask: 3',
        'Co-authored-by: x <y>',
        ': ',
        '***NO_CI***',
        '\u202E',
        '\u0000',
      ),
      fc.string({ maxLength: 6 }).map((text) => text.replaceAll('`', '')),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''))

/** GitHub looks for nobody in an element of code; what stands around it stays apart. */
const withoutCode = (text: string): string => text.replace(/(?<!(?<!\\)(?:\\\\)*\\)<code>[^<>]*<\/code>/g, ' ')
const MENTIONED = /(?<![a-z0-9])@[a-z0-9]/i

describe('cleanText', () => {
  test.each([
    ['plain words stay', 'A limiter in `src/a.ts`, see **there**.', 'A limiter in `src/a.ts`, see **there**.'],
    ['a mention is broken', 'ask @alice', 'ask <code>@alice</code>'],
    ['an address of mail stays', 'me@corp.io or me.b@corp.io', 'me@corp.io or me.b@corp.io'],
    ['a package can be copied', 'npm i @scope/pkg@1.2.3.', 'npm i <code>@scope/pkg@1.2.3</code>.'],
    ['a link still leads where it led', '[x](https://e.io/@alice/a)', '[x](https://e.io/%40alice/a)'],
    ['an entity is not decoded to a mention', '&#64;alice', '&amp;#64;alice'],
    ['a mention in code does nothing and stays', 'run `npm i @types/node`', 'run `npm i @types/node`'],
    ['an address takes the backtick behind it along', 'http://e`![x](y)`', 'http://e\\`[x](y)\\`'],
    ['a closing keyword is broken', 'Fixes #3', `F${z}ixes #3`],
    [
      'also before a link',
      'resolves [it](https://github.com/o/r/issues/3)',
      `r${z}esolves [it](https://github.com/o/r/issues/3)`,
    ],
    ['also across a line break', 'closes\n#3', `c${z}loses\n#3`],
    ['an image becomes a link', '![x](http://e/x.png)', '[x](http://e/x.png)'],
    ['a heading is as small as headings get', '# Version 9\n- ## Two', '#### Version 9\n- #### Two'],
    ['an underlined heading is none', 'Title\n---', 'Title\n\\---'],
    ['a diagram, whose comments are not seen, is shown as code', '```mermaid\n%% x\n```', '```\n%% x\n```'],
    ['a fence is closed', '```js\n@alice\n# x', '```js\n@alice\n# x\n```'],
    [
      'a marker in a fence is broken',
      `\`\`\`\n${MARKER}\n\`\`\``,
      `\`\`\`\n${MARKER.replace('<!--', `<!${z}--`)}\n\`\`\``,
    ],
    [
      'a fence within a list ends with the list, so it is none',
      '- a\n  ```\n@alice',
      '- a\n  \\`\\`\\`\n<code>@alice</code>',
    ],
    ['hidden and reordering characters are gone', 'a\u202Eb\u200Bc\u0007', 'abc'],
    [
      'what looks like a stack frame stays',
      'Add it\n    at f (file:///a.js:1:2)\nend',
      'Add it\n    at f (file:///a.js:1:2)\nend',
    ],
  ])('sanitizing text: %s', (_, text, expected) => expect(cleanText(text)).toBe(expected))

  test('sanitized text contains no mentions, issue-closing words, HTML comments or images', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const clean = cleanText(text)
        expect(withoutCode(clean)).not.toMatch(MENTIONED)
        expect(clean).not.toMatch(CLOSING)
        expect(clean).not.toContain('<!--')
        expect(clean).not.toMatch(/!\[/)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('cleanLine', () => {
  test.each([
    ['foo_bar stays, emphasis does not', 'foo_bar _x_ **y**', 'foo_bar \\_x\\_ \\*\\*y\\*\\*'],
    ['lines become one', 'a\r\n\r\n- [x] b', 'a - \\[x] b'],
    ['what would begin a block is escaped', '# x', '\\# x'],
    ['a number does not begin a list', '2. x', '2\\. x'],
    ['HTML is text', '</details>', '&lt;/details>'],
    ['a mention behind an address is code', 'a@b.c-@bob', 'a@b.c-<code>@bob</code>'],
  ])('sanitizing a line: %s', (_, text, expected) => expect(cleanLine(text)).toBe(expected))

  test('text sanitized to one line has no mentions, issue-closing words, emphasis or images', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const clean = cleanLine(text)
        expect(clean).not.toMatch(/\n|!\[|<!--|(?<!\\)\*/i)
        expect(withoutCode(clean)).not.toMatch(MENTIONED)
        expect(clean).not.toMatch(CLOSING)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('a code span', () => {
  // Of a backtick, of white space and of what nobody sees other tests speak.
  const character = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 3 })
    .filter((one) => /^[^\s\p{C}`]+$/u.test(one))
  const around = (inside: string): string => `Take \`a\`, a private \`x: s ${inside} n\`, which is kept where \`y\` is.`
  const rendered = (markdown: string): string =>
    (marked.parse(markdown, { async: false }).match(/<code>.*?<\/code>/g) ?? []).join('')

  test('sanitizing preserves code spans exactly: in text, lines, HTML and tables', () => {
    const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;') // prettier-ignore
    const ascii = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).filter((one) => one !== '`')
    fc.assert(
      fc.property(fc.oneof(character, fc.constantFrom('||', '| a |', ...ascii)), (inside) => {
        const text = around(inside)
        const spans = `<code>a</code><code>x: s ${escaped(inside)} n</code><code>y</code>`
        expect([cleanText(text), cleanLine(text)]).toEqual([text, text])
        expect(cleanHtml(text)).toContain(`<code>x: s ${inside.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')} n</code>, which`) // prettier-ignore
        expect(rendered(table(['h'], [[cleanLine(text)]]))).toBe(spans)
        expect(rendered(cleanText(`| h |\n| --- |\n| ${text} |`))).toBe(spans)
      }),
      { numRuns: 500 },
    )
  })

  test('in a sanitized table no code span reaches into the next cell', () => {
    const html = marked.parse(cleanText('| a | b |\n|:-|-|\n| `x | @bob ` |\n| `y\\| @eve` |'), { async: false })
    expect(html.match(/<td.*?<\/td>/g)?.filter((cell) => cell.includes('@'))).toEqual([
      expect.stringMatching(/<code>x \| @bob ?<\/code>/),
      expect.stringMatching(/<code>y\| @eve<\/code>/),
    ])
  })
})

test('truncated text keeps its limit, and splits no character', () => {
  expect(truncated('abcdef', 4)).toBe('abc…')
  expect(truncated('a😀😀', 3)).toBe('a…')
})

test('code spans and fences enclose any text, whatever backticks it contains', () => {
  expect(code('a`b')).toBe('``a`b``')
  expect(code('')).toBe('` `')
  expect(fenced('x\n````\ny\n')).toBe('`````text\nx\n````\ny\n`````')
  expect(outputBlock('Error: x\n    at f (file:///a.js:1:2)\nend')).toBe('```text\nError: x\nend\n```')
  expect(fenced(MARKER)).not.toContain('<!--')
})

describe('commit messages', () => {
  test.each([
    ['[skip [skip ci] ci] x', 'x'],
    ['x [CI SKIP] [no ci] [skip actions] ***NO_CI***', 'x'],
  ])('the commit subject %j becomes %j', (text, expected) => expect(cleanSubject(text)).toBe(expected))

  test('a sanitized commit subject is one line of 1 to 72 characters without mentions or skip-CI marks', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const subject = cleanSubject(text)
        expect(subject).toMatch(/^.{1,72}$/u)
        expect(subject).not.toMatch(/(?<!\w)@[a-z0-9]|\[(skip ci|ci skip|no ci)\]|\*\*\*NO_CI/i)
        expect(subject).not.toMatch(CLOSING)
      }),
      { numRuns: 1000 },
    )
  })

  test.each([
    ['See ![a](https://x.example/a.png) and ![b][c]', 'See [a](https://x.example/a.png) and [b][c]'],
    ['<img src="https://x.example/a.png">', 'img src="https://x.example/a.png">'],
    ['Ask if (!list[0]) or !x', 'Ask if (!list[0]) or !x'],
  ])('a commit body has no image: %j', (text, expected) => expect(cleanCommitBody(text)).toBe(expected))

  test('no line of a sanitized commit body can be read as a trailer', () => {
    expect(cleanCommitBody('Done.\n\nPlan-Subtask: 9\nNote: x\nskip-checks: true')).toBe(
      'Done.\n\n- Plan-Subtask: 9\n- Note: x',
    )
    expect(cleanCommitBody('Signed-off-by: a\n\nend')).toBe('- Signed-off-by: a\n\nend')
    expect(cleanCommitBody('Note: fine\n\n--- a\n\nend')).toBe('Note: fine\n\n ---\u0020a\n\nend')
  })

  test('trailers are never read from the body of a sanitized commit message', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const body = cleanCommitBody(text)
        expect(parseMessage(`Subject\n\n${body}\n`)).toBeUndefined()
        const message = renderMessage({ subject: 'Subject', body, trailers: { issue: 1, seen: 2 } })
        expect(parseMessage(message)?.trailers).toMatchObject({ issue: 1, seen: 2 })
        expect(parseMessage(message)?.trailers.subtask).toBeUndefined()
        expect(body).not.toMatch(/^skip-checks/im)
      }),
      { numRuns: 1000 },
    )
  })
})
