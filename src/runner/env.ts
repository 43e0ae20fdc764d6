import { readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { valueOr } from '../lib/errors.ts'

/** The raw text of an input, as the runner hands it over in the environment; '' when it is not set. */
export const rawInput = (env: NodeJS.ProcessEnv, name: string): string =>
  (env[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`] ?? '').trim()

/** Whether a flag is on, in one of the usual spellings. */
export const isOn = (text = ''): boolean => /^\s*(?:true|1|yes|on)\s*$/i.test(text)

/** The webhook's payload, or undefined when the runner gave none that can be read. */
export const readPayload = ({ GITHUB_EVENT_PATH: path = '' }: NodeJS.ProcessEnv): unknown =>
  valueOr(() => JSON.parse(readFileSync(path, 'utf8')), undefined)

/** Has the runner hide the inputs' secrets in the log, before anything is printed or the toolkit is loaded. */
export function maskSecrets(env: NodeJS.ProcessEnv): void {
  for (const name of ['github-token', 'openai-api-key']) maskSecret(rawInput(env, name))
}

/** Has the runner hide one secret in the log from now on. */
export function maskSecret(secret: string): void {
  for (const line of secret.split(/[\r\n]+/).filter(Boolean))
    process.stdout.write(`::add-mask::${line.replaceAll('%', '%25')}\n`)
}

/** The page about errors of the running release; undefined where the runner does not name one on github.com. */
export function errorsPage(env: NodeJS.ProcessEnv): string | undefined {
  const { GITHUB_ACTION_REPOSITORY: repository, GITHUB_ACTION_REF: ref } = env
  const isKnown =
    env['GITHUB_SERVER_URL'] === 'https://github.com' &&
    /^[\w-]{1,39}\/[\w.-]{1,100}@[\w.-][\w./-]{0,199}$/.test(releaseOf(env) ?? '')
  return isKnown ? `https://github.com/${repository}/blob/${ref}/docs/errors.md` : undefined
}

/** The release that runs, as `owner/name@ref`. Undefined when the runner does not name it. */
export const releaseOf = ({ GITHUB_ACTION_REPOSITORY: name, GITHUB_ACTION_REF: ref }: NodeJS.ProcessEnv) =>
  name && ref ? `${name}@${ref}` : undefined

type ProxyName = 'HTTPS_PROXY' | 'HTTP_PROXY'

/** The proxy variables of the runner, in either spelling, trimmed. */
function proxySettings(env: NodeJS.ProcessEnv) {
  const { http_proxy, https_proxy, no_proxy } = env
  const { HTTP_PROXY = http_proxy, HTTPS_PROXY = https_proxy, NO_PROXY = no_proxy } = env
  const noProxy = [...(NO_PROXY?.split(/[\s,]+/).filter(Boolean) ?? []), ...LOCAL_HOSTS]
  return { HTTP_PROXY: HTTP_PROXY?.trim(), HTTPS_PROXY: HTTPS_PROXY?.trim(), noProxy }
}

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/** The variable that names the proxy on the way to an address; undefined when there is none on it. */
export function proxyFor(address: string, env: NodeJS.ProcessEnv): ProxyName | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, hostname } = new URL(address)
  const { noProxy: direct, ...proxies } = proxySettings(env)
  const name = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'
  return proxies[name] && !direct.some((entry) => matchesNoProxyEntry(entry.toLowerCase(), hostname)) ? name : undefined
}

/** Whether an entry of `NO_PROXY` (`*`, a host, a domain, either with a port, a range of addresses) covers a host. */
function matchesNoProxyEntry(entry: string, hostname: string): boolean {
  const [network = '', bits] = entry.split('/')
  if (bits !== undefined) return isInRange(hostname.replace(/^\[|\]$/g, ''), network, Number(bits))
  const domain = entry.replace(/^([^:]*|\[.*\]):\d+$/, '$1').replace(/^\*?\./, '')
  return entry === '*' || (domain !== '' && (hostname === domain || hostname.endsWith(`.${domain}`)))
}

function isInRange(address: string, network: string, bits: number): boolean {
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
  const range = new BlockList()
  // It throws for what is no address, or no range of the address's family.
  return valueOr(() => {
    range.addSubnet(network, bits, family)
    return range.check(address, family)
  }, false)
}

/** The address of the proxy that a variable names; `http` without a scheme. Undefined for another kind of address. */
export function proxyAddress(name: ProxyName, env: NodeJS.ProcessEnv): string | undefined {
  const value = proxySettings(env)[name] ?? ''
  const address = value.includes('://') ? value : `http://${value}`
  return /^https?:\/\/./i.test(address) && URL.canParse(address) ? address : undefined
}

/** What is wrong with the proxy on the way to one of these addresses, and what to do; undefined where all are right. */
export function proxyProblem(addresses: readonly (string | undefined)[], env: NodeJS.ProcessEnv): string | undefined {
  const names = addresses.flatMap((address) => (address ? (proxyFor(address, env) ?? []) : []))
  const wrong = names.find((name) => proxyAddress(name, env) === undefined)
  return wrong && `The variable \`${wrong}\` of the runner names no HTTP proxy. ${PROXY_REMEDY}`
}

const PROXY_REMEDY = 'Give it an address like `http://proxy.example:3128`, or name the hosts in `NO_PROXY`.'
