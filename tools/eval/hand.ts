import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { call, calls, say, type Context, type Reply, type Script } from '../../fakes/model/script.ts'
import type { ModelRequest } from '../../fakes/model/request.ts'

/** A reply as it is typed. Arguments that are text are sent as they are, broken JSON included. */
const Typed = z.object({
  text: z.string().optional(),
  calls: z
    .array(z.object({ name: z.string(), arguments: z.union([z.string(), z.looseObject({})]).default({}) }))
    .default([]),
})

type Hand = { folder: string; stop: AbortSignal; tell: (text: string) => void }

/**
 * A person in the place of a model: what is new in each request is written to `NNNN.md` of a folder, and its reply is
 * what `NNNN.json` beside it then holds. Source of the limit: the action gives a model ten minutes for a reply.
 */
export function byHand({ folder, stop, tell }: Hand): Script {
  const seen = new Map<number, ModelRequest>()
  const ask = async ({ request }: Context): Promise<Reply> => {
    const before = request.extends === undefined ? undefined : seen.get(request.extends)
    seen.set(request.n, request)
    const name = join(folder, String(request.n).padStart(4, '0'))
    await mkdir(folder, { recursive: true })
    // A reply of an evaluation before is none to this request.
    await rm(`${name}.json`, { force: true })
    await writeFile(`${name}.md`, textOf(request, before))
    tell(`${name}.md waits for ${name}.json`)
    const reply = await typed(`${name}.json`, stop, tell)
    const { text, calls: some } = reply
    const made = calls(...some.map((one) => call(one.name, one.arguments)))
    return { ...(text ? say(text) : {}), ...made, outputTokens: Math.ceil(JSON.stringify(reply).length / 4) }
  }
  return { plan: ask, revise: ask, ask, report: ask, reader: ask, result: ask, subtasks: { default: ask } }
}

/** Waits until the file holds a reply; what cannot be read as one yet is told once. */
async function typed(path: string, stop: AbortSignal, tell: Hand['tell']): Promise<z.infer<typeof Typed>> {
  let told = ''
  for (;;) {
    const text = await readFile(path, 'utf8').catch(() => '')
    try {
      if (text.trim() !== '') return Typed.parse(JSON.parse(text))
    } catch (error) {
      if (text !== told) tell(`${path} is no reply yet: ${String(error)}`)
      told = text
    }
    await sleep(200, undefined, { signal: stop })
  }
}

const Item = z.looseObject({ role: z.string().optional(), content: z.string().nullish() })

/** The messages that are new since the request that this one extends; in a new conversation, all of it with the tools. */
function textOf({ items, toolsText, usage, phase }: ModelRequest, before: ModelRequest | undefined): string {
  const shown = items.slice(before?.items.length ?? 0).map((item) => {
    const { role, content } = Item.parse(JSON.parse(item))
    return role !== undefined && typeof content === 'string' ? `--- ${role}\n${content}` : `--- ${item}`
  })
  const head = `${phase}, ${before ? `goes on from ${before.n}` : 'a new conversation'}, about ${usage.input} tokens`
  return `${[head, ...(before ? [] : [`--- tools\n${toolsText}`]), ...shown].join('\n')}\n`
}
