/**
 * What makes patterns that look far and then fail look far again and again: a head, something many times, and an end that nothing
 * fits. Each is played to every pattern of `src/` that is not linear by its very form, besides what its own letters make.
 */
export const PUMPS: readonly string[] = [
  ...' \t\n\ra0_-./\\!#>*~`"\'@:,=|<[({)]}\0\u200bé',
  ...[' a', 'a ', '\n ', ' \n', '\r\n', '- ', '1. ', '> ', '\\"', '\\ ', '![', '[](', '](', '](a "', '](a (', '[a]: "'],
  ...['\n[a]: b "', '\n[^1]: x', '<!', '<!a ', '<!--', '<?', '<a "', '<a title="', '<img ', '![](', '![](a "'],
  ...['```', '``` ', '\n```', '`a', '://', '://a:', 'a:', 'a@', '@a', 'a.', '.a', 'a/', 'a-', 'a_', '{,', '{a,'],
  ...[' at a:1', ':1', 'Server=a.b;', ';Password=', 'eyJ', 'ghs_1_', 'sk-', 'gh', 'close ', '/a'],
  '-----BEGIN PRIVATE KEY-----',
]

/** Texts before what is repeated, for patterns that begin with something rare. */
export const HEADS: readonly string[] = [
  ...['', '[', '](a', '[a]:', '[a]: ', '<a', '<img', '![', '```json', 'approve', '/plan', ' at '],
]

/** What no pattern ends with. */
const END = '\u0001'

export const KB = 1024
export const textOf = ({ head, pump }: { head: string; pump: string }, length: number): string =>
  head + pump.repeat(Math.ceil(length / pump.length)) + END

/** Milliseconds of this thread's own processor time, the least of several: a busy machine changes little. */
function time(look: (text: string) => unknown, text: string, times: number): number {
  const taken = Array.from({ length: times }, () => {
    const before = process.threadCpuUsage()
    look(text)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...taken)
}

/**
 * What takes less, in milliseconds, is not told from a machine that counts processor time in ticks of four, or that clears its
 * memory. What is slow takes seconds.
 */
const NOISE = 25

/** Four times as much may take four times as long, and a little; quadratic time would be sixteen. */
const TOO_MUCH = 9

/**
 * Whether the time grows faster than the text. Small texts come first, so that cubic time shows before it takes for ever. What looks
 * too slow is measured again.
 */
export function explodes(look: (text: string) => unknown, attack: { head: string; pump: string }): boolean {
  for (const size of [KB, 4 * KB, 16 * KB]) {
    const [small, large] = [textOf(attack, size), textOf(attack, 4 * size)]
    const isSlow = (times: number): boolean =>
      time(look, large, times) > TOO_MUCH * Math.max(NOISE, time(look, small, times))
    if (isSlow(1) && isSlow(2)) return true
  }
  return false
}

/**
 * Manifests by their paths, and what is played to their readers: a head, `|`, and what is repeated, with a number in
 * the place of `#`.
 */
export const MANIFESTS: readonly [string, ...string[]][] = [
  ['package.json', '{"dependencies":{"a":"patch:|npm:1', '{"overrides":|{"a":', '{"dependencies":{"a":"1"|,"a#":"1"'],
  ['package-lock.json', '{"packages":{"a":{}|,"node_modules/a#":{"resolved":"https://x.example/#"}'],
  ['pnpm-lock.yaml', "packages:\n|  'a#@1.0.0':\n    resolution: {integrity: x}\n", '|? ', '|- ', '|{', "a: '|''"],
  ['pnpm-lock.yaml', 'a: |: ', '|a:\n ', 'a: {|a: b, ', '| a:\n', '|!a ', 'a: "|\\"', '|" '],
  ['pnpm-workspace.yaml', 'catalog:\n|  a#: 1 # b\n', '|? a\n', 'a: b|  '],
  ['yarn.lock', '|a#@^1, b#@1:\n  version "1"\n', '|@', 'a|, a@1', 'a@1:\n| resolved'],
  ['yarn.lock', '__metadata:\n|"a#@npm:1":\n  resolution: "a#@npm:1"\n', '__metadata:\n|? ', '__metadata:\n|&'],
  ['Cargo.toml', '[dependencies]\n|a# = "1"\n', '|[dependencies.a#]\nversion = "1"\n', 'a = |[', 'a = "|\\n'],
  ['Cargo.toml', '|a.', 'a = """|""', "a = '''|\n", '|[[a]]\n', '|#', 'a = 1|_1', 'a = |{a=', '|[a.a#.a]\n'],
  ['Cargo.lock', '|[[package]]\nname = "a#"\nsource = "git+https://github.com/x/#"\n'],
  [
    'pyproject.toml',
    '[project]\ndependencies = ["a"|, "a#[b]>=1"',
    '|[[tool.uv.index]]\nurl = "https://x.example/#"\n',
  ],
  ['requirements.txt', '|a#==1\n', 'a[|[', '|\\\n', 'a |#', '|--a ', '-r|=', 'a @|  ', 'a @ |:'],
  ['uv.lock', '|[[package]]\nname = "a#"\nwheels = [{ url = "https://files.pythonhosted.org/a-#.whl" }]\n'],
  ['go.mod', '|require a# v1.0.0\n', 'a|//', '|=> '],
  ['go.sum', '|a# v1.0.0 h1:x=\n', '|a v'],
  ['Gemfile', "|gem 'a#', '~> 1'\n", '|gem ', 'gem "|"', '|github ', '| #', '|github: "', '|github: "a'],
  ['Gemfile.lock', 'GEM\n|    a# (1.0)\n', '|  remote: '],
  ['composer.lock', '{"packages":[{}|,{"name":"a/b#","dist":{"url":"https://github.com/a/b#"}}'],
]
