import { spawn } from 'node:child_process'

// Runs commands side by side: `node scripts/together.ts 'tsc -p .' 'eslint .'`. What a command printed comes in one piece,
// when it has ended. Ends with 1 when one of them failed, after all have ended.

/** Runs one command in a shell; its output is printed at its end. Resolves to whether it went well. */
const run = (command: string): Promise<boolean> =>
  new Promise((settle) => {
    const pieces: Buffer[] = []
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => pieces.push(piece))
    child.on('close', (code, signal) => {
      process.stdout.write(`${code === 0 ? 'ok' : `failed (${signal ?? code})`}: ${command}\n${Buffer.concat(pieces)}`)
      settle(code === 0)
    })
  })

const results = await Promise.all(process.argv.slice(2).map(run))
if (results.includes(false)) process.exitCode = 1
