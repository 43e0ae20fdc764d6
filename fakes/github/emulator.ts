import { createEmulator } from 'emulate'
import { z } from 'zod'
import type { EmulatedWrite, Emulator, Person } from './types.ts'
import { Refusal } from './types.ts'

const PAGE = 100
const Failure = z.object({ message: z.string() })
/** An hour of the emulator's own rate limit is for 5,000 requests of a token, which a soak needs in a minute. */
const TOKENS = 200
const tokenOf = (login: string, nth: number): string => `emulated-${login}-${nth % TOKENS}`

type Start = { owner: string; name: string; people: Person[]; publicUrl: string }

/** Starts `emulate` on a free port of loopback. URLs in its answers begin with `publicUrl`. */
export async function startEmulator({ owner, name, people, publicUrl }: Start): Promise<Emulator> {
  const logins = people.map(({ login }) => login).filter((login) => login !== owner)
  const emulated = await createEmulator({
    service: 'github',
    port: 0,
    seed: {
      tokens: Object.fromEntries(
        logins.flatMap((login) => Array.from({ length: TOKENS }, (_, nth) => [tokenOf(login, nth), { login }])),
      ),
      github: {
        users: logins.map((login) => ({ login })),
        // All members may do everything here, because permissions are checked before a request reaches the emulator.
        orgs: [{ login: owner, members: logins.map((login) => ({ login, role: 'admin' })) }],
        repos: [{ owner, name, default_branch: 'main' }],
      },
    },
  })
  const writes: EmulatedWrite[] = []
  let sent = 0
  const at = `${emulated.url.replace('localhost', '127.0.0.1')}/repos/${owner}/${name}`
  const send = async ({ login, method, path, body }: EmulatedWrite): Promise<unknown> => {
    const headers = { authorization: `Bearer ${tokenOf(login, sent++)}` }
    const response = await fetch(at + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    return contentOf(response.status, (await response.text()).replaceAll(emulated.url, publicUrl))
  }
  const read = (path: string): Promise<unknown> => send({ login: logins[0] ?? '', method: 'GET', path })
  const list = async (path: string, page = 1): Promise<unknown[]> => {
    const query = `${path.includes('?') ? '&' : '?'}per_page=${PAGE}&page=${page}`
    const items = z.array(z.unknown()).parse(await read(path + query))
    return items.length < PAGE ? items : [...items, ...(await list(path, page + 1))]
  }
  return {
    read,
    list: (path) => list(path),
    write: (write) => {
      writes.push(write)
      return send(write)
    },
    mark: () => [...writes],
    rewind: async (mark) => {
      if (mark.length === writes.length && mark.every((write, i) => write === writes[i])) return
      writes.splice(0, Infinity, ...mark)
      emulated.reset()
      // A write that was refused before is refused again.
      for (const write of mark) await send(write).catch(() => undefined)
    },
    close: () => emulated.close(),
  }
}

function contentOf(status: number, text: string): unknown {
  const json: unknown = text ? JSON.parse(text) : undefined
  if (status < 300) return json
  throw new Refusal(status, Failure.safeParse(json).data?.message ?? text)
}
