/** The proxies that the runner's environment names, in either spelling, and the hosts that are reached without. */
export function proxySettings(env: NodeJS.ProcessEnv) {
  const { http_proxy, https_proxy, no_proxy } = env
  const { HTTP_PROXY = http_proxy, HTTPS_PROXY = https_proxy, NO_PROXY = no_proxy } = env
  const direct = [...(NO_PROXY?.split(/[\s,]+/).filter(Boolean) ?? []), ...LOCAL]
  return { HTTP_PROXY, HTTPS_PROXY, NO_PROXY: direct.flatMap(withSubdomains).join(',') }
}

/** git takes `acme.test` for its subdomains, too; undici for that host alone. */
const withSubdomains = (entry: string): string[] => (/^[.*]/.test(entry) ? [entry] : [entry, `.${entry}`])

const LOCAL = ['localhost', '127.0.0.1', '[::1]']

/** The variable that names the proxy on the way to an address; undefined when there is none on it. */
export function proxyFor(address: string, env: NodeJS.ProcessEnv): 'HTTPS_PROXY' | 'HTTP_PROXY' | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, hostname } = new URL(address)
  const { NO_PROXY, ...proxies } = proxySettings(env)
  const name = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'
  const isDirect = NO_PROXY.split(/[\s,]+/).some((entry) => covers(entry.toLowerCase(), hostname))
  return proxies[name] && !isDirect ? name : undefined
}

/** Whether an entry of `NO_PROXY` (`*`, a host, a domain with or without a dot, a port after it) covers a host. */
function covers(entry: string, hostname: string): boolean {
  const domain = entry.replace(/:\d+$/, '').replace(/^\*?\./, '')
  return entry === '*' || (domain !== '' && (hostname === domain || hostname.endsWith(`.${domain}`)))
}
