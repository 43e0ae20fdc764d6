import { realpathSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import {
  Agent,
  type Dispatcher,
  fetch,
  FormData,
  Headers,
  ProxyAgent,
  Request,
  Response,
  setGlobalDispatcher,
} from 'undici'
import { z } from 'zod'
import { loadAll } from '../lib/async.ts'
import { proxyAddress, proxyFor } from './env.ts'

/** Makes the process one that runs the action, and gives the signal that aborts when the runner asks the job to end. */
export function configureProcess(env: NodeJS.ProcessEnv): AbortSignal {
  // V8 lets the heap grow to several times of what is in use before it collects garbage.
  for (const flag of ['--heap-growing-percent=30', '--max-semi-space-size=4', '--semi-space-growth-factor=1'])
    setFlagsFromString(flag)
  // Few values of each shape are parsed in a run. A function that is compiled for a shape takes longer than it saves.
  z.config({ jitless: true })
  // The toolkit brings a `fetch` of its own. Node's would be a second copy, which takes a tenth of a start to load:
  // it is loaded once one of these is read, and the client of the models reads `FormData`.
  Object.assign(globalThis, { fetch, FormData, Headers, Request, Response })
  useProxy(env)
  return stopSignal()
}

/** Sends what is fetched through the proxy that the runner's environment names; never what is on this machine. */
export function useProxy(env: NodeJS.ProcessEnv): void {
  const names = ['HTTP_PROXY', 'HTTPS_PROXY'] as const
  const proxies = new Map<string, Dispatcher>()
  for (const name of names) {
    const uri = proxyAddress(name, env)
    if (uri !== undefined) proxies.set(name, new ProxyAgent({ uri }))
  }
  if (proxies.size === 0) return
  const byAddress: Parameters<Agent['compose']>[0] = (direct) => (options, handler) => {
    const proxy = proxies.get(proxyFor(`${options.origin}`, env) ?? '')
    return proxy ? proxy.dispatch(options, handler) : direct(options, handler)
  }
  setGlobalDispatcher(new Agent().compose(byAddress))
}

/** The runner ends a job by force some seconds after it asked. */
function stopSignal(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  return stop.signal
}

/** Loads the whole program if it lies in the workspace, before an agent's commands could change it there. */
export async function loadBeforeCommands(program: string | undefined, workspace: string | undefined): Promise<void> {
  if (isBelow(program, workspace)) await loadAll()
}

/** Whether a program lies in a folder. `false` where either is not there. */
function isBelow(program: string | undefined, folder: string | undefined): boolean {
  if (!program || !folder) return false
  try {
    return realpathSync(program).startsWith(`${realpathSync(folder)}/`)
  } catch {
    return false
  }
}
