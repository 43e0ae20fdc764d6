import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { verify, type VerifyPlace } from '../../src/checks/verify.ts'
import { openRoom } from '../agent-context.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

async function placeOf(files: Record<string, string> = {}) {
  const opened = await openRoom({ a: 'a\n', ...files }, [])
  const { ctx, root } = opened
  const place: VerifyPlace = { cwd: root, sandbox: await ctx.sandbox(), signal: ctx.signal, redact: ctx.redact }
  return { ...opened, place }
}

describe('checks', () => {
  test('checks run one after the other, whatever fails', async () => {
    const { place, root } = await placeOf()
    const checks = await verify(['echo one', 'echo two >&2; exit 2', 'touch three'], place)
    expect(existsSync(join(root, 'three'))).toBe(true)
    expect(checks).toEqual([
      { command: 'echo one', passed: true, exit: 'exit code 0', tail: 'one', digest: sha256('one') },
      { command: 'echo two >&2; exit 2', passed: false, exit: 'exit code 2', tail: 'two', digest: sha256('two') },
      { command: 'touch three', passed: true, exit: 'exit code 0', tail: '', digest: sha256('') },
    ])
  })

  test('checks of nothing are none', async () => {
    expect(await verify([], (await placeOf()).place)).toEqual([])
  })

  test('checks tell how they ended when it was not by themselves', async () => {
    const { place } = await placeOf()
    const [killed] = await verify(['kill -9 $$'], place)
    expect(killed).toMatchObject({ passed: false, exit: 'ended by SIGKILL' })
    const [stopped] = await verify(['sleep 60'], { ...place, signal: AbortSignal.abort() })
    expect(stopped).toMatchObject({ passed: false, exit: 'stopped' })
  })

  test('checks tell that they begin, and every 45 seconds that they still run', async () => {
    const { place, root } = await placeOf()
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

  test('checks keep the end of much output, and no secret', async () => {
    const { place } = await placeOf()
    const [check] = await verify(['seq 1 100000; echo hunter2-secret; exit 1'], place)
    expect(check?.tail.length).toBeLessThan(9_000)
    expect(check?.tail).toMatch(/100000\n\[redacted\]$/)
  })

  test('checks run without colour settings, and colour codes are removed from their output', async () => {
    const summary = String.raw`\033[2m Tests \033[22m \033[1m\033[32m2 passed\033[39m\r\n`
    const [check] = await verify([`env | grep COLOR; printf '${summary}'`], (await placeOf()).place)
    const tail = ' Tests  2 passed'
    expect(check).toMatchObject({ tail, digest: sha256(tail), counts: { ran: 2, skipped: 0 } })
  })

  test('checks have no terminal and no input to wait for', async () => {
    const [check] = await verify(['cat; test -t 0 && exit 1; echo done'], (await placeOf()).place)
    expect(check).toMatchObject({ passed: true, tail: 'done' })
  })
})
