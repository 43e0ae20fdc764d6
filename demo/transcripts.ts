import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const Line = z.looseObject({
  kind: z.string(),
  at: z.string().default(''),
  call: z.object({ name: z.string(), arguments: z.string() }).optional(),
  text: z.string().optional(),
  failed: z.boolean().optional(),
})
export type Line = z.infer<typeof Line>

/** What the agents of all runs did so far, as the action's transcripts tell it: each reply is a turn, each tool a call. */
export async function readTranscripts(folder: string): Promise<Map<string, Line[]>> {
  const transcripts = new Map<string, Line[]>()
  for await (const file of glob('runner-*/temp/measure-twice/*.jsonl', { cwd: folder })) {
    const text = await readFile(join(folder, file), 'utf8')
    // What comes after the last line feed is still being written.
    const lines = text.split('\n').slice(0, -1)
    transcripts.set(
      file,
      lines.map((line) => Line.parse(JSON.parse(line))),
    )
  }
  return transcripts
}
