import { tryAt } from '../project.ts'
import type { Stage } from './open.ts'
import type { CheckRun } from './view.ts'

/** What CI runs on the sample project, and none of its plan's checks does. */
export const CI = { name: 'clock', command: 'node --test checks/clock.ts' }

/** A check that has begun, and its end. */
type Begun = { run: CheckRun; ended: Promise<void> }

/** Runs CI on the head of a branch, and reports it to the embedded GitHub as a runner does: with a log and annotations. */
export function startCi(
  stage: Stage,
  { branch, sha, ...moment }: Pick<CheckRun, 'id' | 'sha' | 'at' | 'after'> & { branch: string },
): Begun {
  const run: CheckRun = { ...moment, sha, name: CI.name, conclusion: 'running', annotations: [], log: '' }
  const work = async (): Promise<void> => {
    const { passed, output } = await tryAt(stage, sha, CI.command)
    const conclusion = passed ? 'success' : 'failure'
    const annotations = passed ? [] : annotationsIn(output)
    const log = stamped(passed ? output : `${output.trimEnd()}\n##[error]Process completed with exit code 1.`)
    await stage.github.check(branch, {
      ...{ name: CI.name, conclusion, log },
      annotations: annotations.map(({ line, ...rest }) => ({ ...rest, start_line: line })),
    })
    Object.assign(run, { conclusion, annotations, log: output.trim() })
  }
  return { run, ended: work() }
}

/** Where a test failed, and why, by what Node’s test runner prints. */
export function annotationsIn(output: string): CheckRun['annotations'] {
  const [, message] = /^\s*AssertionError.*?: (.+)$/m.exec(output) ?? []
  const [, path, line] = /^\s+at .*?([\w./-]+\.ts):(\d+):\d+\)?$/m.exec(output) ?? []
  return message && path && line ? [{ path, line: Number(line), message }] : []
}

/** Each line begins with the time, as in the logs of GitHub’s runners. */
const stamped = (text: string): string =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => `${new Date().toISOString().replace('Z', '0000Z')} ${line}`)
    .join('\n')
