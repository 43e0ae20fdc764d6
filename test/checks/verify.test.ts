import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { verify } from '../../src/checks/verify.ts'
import { openContext } from '../agent-context.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

async function targetOf(files: Record<string, string> = {}) {
  const opened = await openContext({ a: 'a\n', ...files }, [])
  const { ctx, root } = opened
  const place: Parameters<typeof verify>[1] = { ...ctx, cwd: root, sandbox: await ctx.sandbox() }
  return { ...opened, place }
}

describe('checks', () => {
  test('checks run in sequence, and a failed one does not stop the others', async () => {
    const { place, root } = await targetOf()
    const checks = await verify(['echo one', 'echo two >&2; exit 2', 'touch three'], place)
    expect(existsSync(join(root, 'three'))).toBe(true)
    expect(checks).toEqual([
      { command: 'echo one', passed: true, exit: 'exit code 0', tail: 'one', digest: sha256('one') },
      { command: 'echo two >&2; exit 2', passed: false, exit: 'exit code 2', tail: 'two', digest: sha256('two') },
      { command: 'touch three', passed: true, exit: 'exit code 0', tail: '', digest: sha256('') },
    ])
  })

  test('without commands there are no check results', async () => {
    expect(await verify([], (await targetOf()).place)).toEqual([])
  })

  test('the result of a check says when it was killed by a signal or stopped', async () => {
    const { place } = await targetOf()
    const [killed] = await verify(['kill -9 $$'], place)
    expect(killed).toMatchObject({ passed: false, exit: 'ended by SIGKILL' })
    const [stopped] = await verify(['sleep 60'], { ...place, signal: AbortSignal.abort() })
    expect(stopped).toMatchObject({ passed: false, exit: 'stopped' })
  })

  test('a check reports that it begins, and every 45 seconds that it still runs', async () => {
    const { place, root } = await targetOf()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const told: number[] = []
    const ran = verify(['until [ -e go ]; do sleep 0.02; done'], {
      ...place,
      onRunning: ({ milliseconds }) => void told.push(milliseconds()),
    })
    vi.advanceTimersByTime(100_000)
    vi.useRealTimers()
    writeFileSync(join(root, 'go'), '')
    await ran
    expect(told).toEqual([0, 45_000, 90_000])
  })

  test('a check result keeps the end of long output and redacts secrets', async () => {
    const { place } = await targetOf()
    const [check] = await verify(['seq 1 100000; echo hunter2-secret; exit 1'], place)
    expect(check?.tail.length).toBeLessThan(9_000)
    expect(check?.tail).toMatch(/100000\n\[redacted\]$/)
  })

  test('checks run without colour settings, and colour codes are removed from their output', async () => {
    const summary = String.raw`\033[2m Tests \033[22m \033[1m\033[32m2 passed\033[39m\r\n`
    const [check] = await verify([`env | grep COLOR; printf '${summary}'`], (await targetOf()).place)
    const tail = ' Tests  2 passed'
    expect(check).toMatchObject({ tail, digest: sha256(tail), counts: { ran: 2, skipped: 0 } })
  })

  test('checks get no terminal and no standard input', async () => {
    const [check] = await verify(['cat; test -t 0 && exit 1; echo done'], (await targetOf()).place)
    expect(check).toMatchObject({ passed: true, tail: 'done' })
  })
})
