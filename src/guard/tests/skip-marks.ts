/** Patterns of a language for declarations of tests, and for marks that keep tests from running or from failing. */
type Language = {
  files: RegExp
  tests: RegExp
  skips: RegExp
  /** The start of tests at the end of a source file. */
  inline?: RegExp
}

const LANGUAGES: readonly Language[] = [
  {
    files: /\.[cm]?[jt]sx?$/,
    tests: /(?<![.\w$])(?:it|test|specify)(?:\.\w+)*\s*[(`]/g,
    skips:
      /(?<![.\w$])(?:x(?:it|test|describe|context|specify)|f(?:it|describe|context))\s*\(|(?<![.\w$])(?:it|test|describe|suite|context|specify)(?:\.\w+)*\.(?:skip|only|todo|fails|failing|fixme|fail|skipIf|runIf)\b|\bthis\.skip\(|\bt\.(?:skip|todo)\(|[{,]\s?(?:skip|todo|only)\s?:(?!\s?false\b)/g,
  },
  {
    files: /\.py$/,
    tests: /^[ \t]*(?:async )?def test\w*\(/gm,
    skips:
      /@(?:unittest\.)?(?:skip(?:If|Unless)?|expectedFailure)\b|\bmark\.(?:skip|skipif|xfail)\b|\bpytest\.(?:skip|xfail|importorskip)\(|\.skipTest\(|\bSkipTest\b|\bcollect_ignore/g,
  },
  {
    files: /\.go$/,
    tests: /^func (?:Test|Fuzz|Example)\w*\(/gm,
    skips: /\b[tbf]\.Skip(?:f|Now)?\(|\btesting\.Short\(\)|^\/\/go:build\b|^\/\/ \+build\b/gm,
  },
  {
    files: /\.rs$/,
    tests: /#\[(?:\w+::)?test\b/g,
    skips: /#\[(?:ignore|should_panic)\b/g,
    inline: /^#\[cfg\(test\)\]/m,
  },
  {
    files: /\.(?:java|kt|kts|groovy|scala)$/,
    tests: /@(?:Parameterized|Repeated)?Test\b/g,
    skips: /@(?:Disabled|Ignore)\w*|\bassum(?:e|ing)(?:True|False|That|NotNull)\(/g,
  },
  {
    files: /\.rb$/,
    tests: /^[ \t]*(?:it|specify|example|test)\b[ (]|^[ \t]*def test_/gm,
    skips:
      /(?<![.\w:])(?:x(?:it|describe|context|specify|example)|f(?:it|describe|context|specify|example))\b(?= ?["'({])|^[ \t]*(?:skip|pending)\b(?= ?(?:["'(]|if\b|unless\b|$))|[,(] ?(?:skip|pending|focus): |:focus\b/gm,
  },
  {
    files: /\.(?:php|phpt)$/,
    tests: /\bfunction test\w*\(|#\[Test\b|@test\b/g,
    skips: /\bmarkTest(?:Skipped|Incomplete)\b|#\[(?:Requires|Group)|@(?:requires|group)\b|^--SKIPIF--/gm,
  },
  {
    files: /\.(?:cs|fs|vb)$/,
    tests: /[[<](?:Fact|Theory|Test|TestMethod|TestCase)\b/g,
    skips: /[[<](?:Ignore|Explicit)\b|\bSkip ?=/g,
  },
  { files: /\.exs?$/, tests: /^[ \t]*(?:test|property) "/gm, skips: /@(?:module|describe)?tag:? +:?(?:skip|focus)\b/g },
  {
    files: /\.swift$/,
    tests: /\bfunc test\w*\(|@Test\b/g,
    skips: /\.(?:disabled|enabled)\(|\bXCTSkip\w*|\bXCTExpectFailure\b|\bwithKnownIssue\b/g,
  },
]

const languageOf = (path: string): Language | undefined => LANGUAGES.find(({ files }) => files.test(path))

/** Finds the tests and marks of a file by the patterns of its language. None in other languages, or without a text. */
export function marksIn(path: string, text = ''): { tests: number; skips: readonly string[] } {
  const language = languageOf(path)
  if (!language) return { tests: 0, skips: [] }
  const { tests, skips } = language
  return { tests: text.match(tests)?.length ?? 0, skips: (text.match(skips) ?? []).map((mark) => mark.trim()) }
}

/** Returns the tests at the end of a source file of this name. Undefined if its language has tests in other files only. */
export function inlineTestsOf(path: string): ((text: string | undefined) => string) | undefined {
  const inline = languageOf(path)?.inline
  return inline && ((text = '') => (inline.test(text) ? text.slice(text.search(inline)) : ''))
}

const SAYS_SKIPPED = [
  /\b(?:skip(?:s|ping)?|(?:disabl|quarantin|ignor)(?:es?|ing))\s+(?:(?!(?:and|after|at|before|by|for|from|if|in|of|on|or|to|when|while|with)\s)[\w-]+\s+){0,3}(?:tests?|specs?|suites?)(?![\w/-]|\.\w|\s+(?:data|fixtures?|code|output|results?|helpers?|mode|runs?|names?|accounts?|requests?|clients?|users?|keys?)\b)/i,
  /\bmark(?:s|ing)?\s+(?:[\w-]+\s+){0,3}(?:tests?|specs?|suites?)\s+as\s+(?:skipped|todo|pending|xfail|expected\s+to\s+fail)\b/i,
  /\b(?:tests?|specs?|suites?)\s+(?:\S+\s+){0,3}(?:is|are|be|stays?)\s+(?:marked\s+as\s+)?(?:skipped|disabled|quarantined|ignored|todo|pending|xfail|expected\s+to\s+fail)\b/i,
]

/** The words of each sentence that says that tests are skipped. "A request is pending" does not. */
export const skippingIn = (text: string): string[][] =>
  text
    .split(/[.!?;]\s|\n/)
    .filter((sentence) => SAYS_SKIPPED.some((pattern) => pattern.test(sentence)))
    .map((sentence) => sentence.split(/[\s`'"(),:]+/).map((word) => word.replace(/\.$/, '')))
