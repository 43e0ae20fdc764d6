import { readdir, readFile } from 'node:fs/promises'

/** Whether a command that holds this text runs anywhere on the machine. */
export async function isRunning(text: string): Promise<boolean> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.some((line) => line.replaceAll('\0', ' ').includes(text))
}
