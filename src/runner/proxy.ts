import { BlockList, isIP } from 'node:net'

type ProxyName = 'HTTPS_PROXY' | 'HTTP_PROXY'

/** What the runner's environment says of proxies, in either spelling, without white space around it. */
function proxySettings(env: NodeJS.ProcessEnv) {
  const { http_proxy, https_proxy, no_proxy } = env
  const { HTTP_PROXY = http_proxy, HTTPS_PROXY = https_proxy, NO_PROXY = no_proxy } = env
  const direct = [...(NO_PROXY?.split(/[\s,]+/).filter(Boolean) ?? []), ...LOCAL]
  return { HTTP_PROXY: HTTP_PROXY?.trim(), HTTPS_PROXY: HTTPS_PROXY?.trim(), direct }
}

const LOCAL = ['localhost', '127.0.0.1', '[::1]']

/** The variable that names the proxy on the way to an address; undefined when there is none on it. */
export function proxyFor(address: string, env: NodeJS.ProcessEnv): ProxyName | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, hostname } = new URL(address)
  const { direct, ...proxies } = proxySettings(env)
  const name = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'
  return proxies[name] && !direct.some((entry) => covers(entry.toLowerCase(), hostname)) ? name : undefined
}

/** Whether an entry of `NO_PROXY` (`*`, a host, a domain, either with a port, a range of addresses) covers a host. */
function covers(entry: string, hostname: string): boolean {
  const [network = '', bits] = entry.split('/')
  if (bits !== undefined) return isInRange(hostname.replace(/^\[|\]$/g, ''), network, Number(bits))
  const domain = entry.replace(/^([^:]*|\[.*\]):\d+$/, '$1').replace(/^\*?\./, '')
  return entry === '*' || (domain !== '' && (hostname === domain || hostname.endsWith(`.${domain}`)))
}

function isInRange(address: string, network: string, bits: number): boolean {
  const version = isIP(address)
  if (version === 0 || isIP(network) !== version || !(bits >= 0 && bits <= (version === 4 ? 32 : 128))) return false
  const family = version === 4 ? 'ipv4' : 'ipv6'
  const range = new BlockList()
  range.addSubnet(network, bits, family)
  return range.check(address, family)
}

/** The address of the proxy that a variable names. Without a scheme it is `http`. Undefined for what is no such address. */
export function proxyAddress(name: ProxyName, env: NodeJS.ProcessEnv): string | undefined {
  const value = proxySettings(env)[name] ?? ''
  const address = value.includes('://') ? value : `http://${value}`
  return /^https?:\/\/./i.test(address) && URL.canParse(address) ? address : undefined
}

/** What is wrong with the proxy on the way to one of these addresses, and what to do; undefined where all are right. */
export function proxyProblem(addresses: readonly (string | undefined)[], env: NodeJS.ProcessEnv): string | undefined {
  const names = addresses.flatMap((address) => (address ? (proxyFor(address, env) ?? []) : []))
  const wrong = names.find((name) => proxyAddress(name, env) === undefined)
  return wrong && `The variable \`${wrong}\` of the runner names no HTTP proxy. ${REMEDY}`
}

const REMEDY = 'Give it an address like `http://proxy.example:3128`, or name the hosts in `NO_PROXY`.'
