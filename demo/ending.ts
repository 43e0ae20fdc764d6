import type { Options } from './options.ts'
import { TESTS, tryAt } from './project.ts'
import { act, bad, bold, dim, good, print, renderMarkdown } from './show.ts'
import { CI } from './stage/ci.ts'
import type { Stage } from './stage/open.ts'
import { readTranscripts } from './transcripts.ts'

/** Shows what is there in the end, and returns whether it is what was to be: ready, every box ticked, the project's tests passing. */
export async function showEnding(stage: Stage, { subject, short }: Options, number: number): Promise<boolean> {
  const pull = await stage.github.pull(number)
  print(act(`Pull request #${number} as it is now`), '', bold(pull.title), '', ...renderMarkdown(pull.body, 100))
  print(act(`git log main..${pull.branch}`), await logOf(stage, pull.branch))
  print(act('What it took'), '', ...(await figures(stage)))
  const checks = [
    { what: 'the pull request is ready for review', holds: pull.state === 'open' && !pull.draft },
    { what: 'every box is ticked', holds: /^- \[x\] /m.test(pull.body) && !/^- \[ \] /m.test(pull.body) },
    ...(subject.kind === 'sample' ? [await projectTests(stage, pull.branch, short)] : []),
  ]
  print('', ...checks.map(({ what, holds }) => `${holds ? good('✔') : bad('✗')} ${what}`))
  return checks.every(({ holds }) => holds)
}

async function projectTests(stage: Stage, branch: string, short: boolean): Promise<{ what: string; holds: boolean }> {
  const command = short ? TESTS : `${TESTS} && ${CI.command}`
  const { passed, output } = await tryAt(stage, `refs/heads/${branch}`, command)
  if (!passed) print('', output)
  return { what: short ? 'the project’s tests pass' : 'the project’s tests and its CI pass', holds: passed }
}

const FORMAT = '--format=%n%C(auto)%h %C(bold)%s%C(reset)%n%w(0,4,4)%(trailers)'

async function logOf({ github }: Stage, branch: string): Promise<string> {
  const colour = bold('') === '' ? '--no-color' : '--color=always'
  const log = await github.git(['log', '--reverse', colour, '--stat=100', FORMAT, `main..refs/heads/${branch}`])
  return log.replace(/\n{3}/g, '\n')
}

async function figures({ github, runs, folder }: Stage): Promise<string[]> {
  const turns = [...(await readTranscripts(folder)).values()].flat().filter(({ kind }) => kind === 'reply').length
  const journal = github.journal
  const calls = journal.filter(({ kind }) => kind !== 'git')
  const unchanged = calls.filter(({ status }) => status === 304).length
  const { 'tokens-input': input, 'tokens-cached': cached, 'tokens-output': output } = runs.at(-1)?.outputs ?? {}
  const seconds = runs.reduce((sum, { ms }) => sum + ms, 0) / 1000
  const row = (name: string, value: string): string => `${name.padEnd(16)}${value}`
  return [
    row('model turns', String(turns)),
    row('tokens', `${input ?? 0} in (${cached ?? 0} cached), ${output ?? 0} out`),
    row('API calls', `${calls.length - unchanged}, plus ${unchanged} × 304 ${dim('(which GitHub does not count)')}`),
    row('git requests', String(journal.length - calls.length)),
    row(
      'runs',
      `${runs.length} in ${seconds.toFixed(1)} s, ${Math.max(...runs.map(({ peakMiB }) => peakMiB))} MiB at most`,
    ),
  ]
}
