import { setGlobalProxyFromEnv } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { proxySettings } from './proxy.ts'

/** Makes the process one that runs the action, and gives the signal that aborts when the runner asks the job to end. */
export function takeOver(env: NodeJS.ProcessEnv): AbortSignal {
  keepHeapSmall()
  useProxy(env)
  return stopSignal()
}

/**
 * Little of what a run allocates stays in use, but left alone V8 lets the heap grow to several times of that before it
 * looks.
 */
function keepHeapSmall(): void {
  for (const flag of ['--heap-growing-percent=30', '--max-semi-space-size=4', '--semi-space-growth-factor=1'])
    setFlagsFromString(flag)
}

/**
 * Sends what is fetched through the proxy that the runner's environment names, as git does; never what is on this
 * machine.
 */
function useProxy(env: NodeJS.ProcessEnv): void {
  const { HTTP_PROXY, HTTPS_PROXY, NO_PROXY } = proxySettings(env)
  if (!HTTP_PROXY && !HTTPS_PROXY) return
  setGlobalProxyFromEnv({ HTTP_PROXY, HTTPS_PROXY, NO_PROXY })
}

/** The runner ends a job by force some seconds after it asked. */
function stopSignal(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  return stop.signal
}
