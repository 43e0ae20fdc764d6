import { realpathSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { Agent, fetch, FormData, Headers, ProxyAgent, Request, Response, setGlobalDispatcher } from 'undici'
import type { Dispatcher } from 'undici'
import { z } from 'zod'
import { loadAll } from '../lib/async.ts'
import { valueOr } from '../lib/errors.ts'
import { proxyAddress, proxyFor } from './env.ts'

/** Configures the process for the action, and returns a signal that aborts when the runner asks the job to end. */
export function configureProcess(env: NodeJS.ProcessEnv): AbortSignal {
  // By default V8 lets the heap grow to several times the live data before it collects garbage.
  for (const flag of ['--heap-growing-percent=30', '--max-semi-space-size=4', '--semi-space-growth-factor=1'])
    setFlagsFromString(flag)
  // Disable zod's JIT: each schema parses few values, so compiling it costs more than it saves.
  z.config({ jitless: true })
  // Use the `fetch` of the bundled undici. Node's own is a second copy that takes a tenth of the start to load, at the
  // first access to one of these globals, and the client of the models accesses `FormData`.
  Object.assign(globalThis, { fetch, FormData, Headers, Request, Response })
  useProxy(env)
  // The runner kills a job some seconds after it sent the signal.
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  return stop.signal
}

/** Routes `fetch` through the proxy that the runner's environment names, except for loopback. */
function useProxy(env: NodeJS.ProcessEnv): void {
  const proxies = new Map<string, Dispatcher>()
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY'] as const) {
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

/** Loads the whole program if it lies in the workspace, before an agent's commands could change it there. */
export async function loadBeforeCommands(program: string | undefined, workspace: string | undefined): Promise<void> {
  if (!program || !workspace) return
  if (valueOr(() => realpathSync(program).startsWith(`${realpathSync(workspace)}/`), false)) await loadAll()
}
