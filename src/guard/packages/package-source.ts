const PUBLIC_REGISTRIES =
  /^(?:registry\.(?:npmjs\.org|yarnpkg\.com)|pypi\.org|pypi\.python\.org|files\.pythonhosted\.org|(?:(?:index|static)\.)?crates\.io|github\.com\/rust-lang\/crates\.io-index|(?:index\.)?rubygems\.org|(?:repo\.)?packagist\.org)$/

/** Code hosts by the names of their servers: repositories there have different owners, so the host says too little. */
const CODE_HOSTS: Readonly<Record<string, string>> = {
  'github.com': 'github.com',
  'www.github.com': 'github.com',
  'api.github.com': 'github.com',
  'codeload.github.com': 'github.com',
  'raw.githubusercontent.com': 'github.com',
  'gitlab.com': 'gitlab.com',
  'bitbucket.org': 'bitbucket.org',
}

/** Matches addresses of files in the repository or on the same machine. */
export const LOCAL = /^(file|link|portal|workspace):|^\.{0,2}\//

/** The host of an address, or its repository on a code host. Also reads npm's short forms. None for public registries. */
export function sourceOf(address: string): string[] {
  if (address === '') return []
  const url = URL.parse(expandShortForm(address))
  if (!url?.host) return [address.split('#', 1).join('')]
  const codeHost = CODE_HOSTS[url.hostname]
  const source = codeHost === undefined ? url.host : repositoryOn(codeHost, url.pathname)
  return PUBLIC_REGISTRIES.test(source) ? [] : [source]
}

/** Expands the short forms `owner/name`, `github:owner/name` and `git@host:path` to a URL. */
function expandShortForm(address: string): string {
  if (/^[\w.-]+\/[\w.-]+(?:#|$)/.test(address)) return `https://github.com/${address}`
  const [, codeHost, path] = /^(github|gitlab|bitbucket):(?!\/)(.*)$/s.exec(address) ?? []
  if (path !== undefined) return `https://${codeHost === 'bitbucket' ? 'bitbucket.org' : `${codeHost}.com`}/${path}`
  const [, host, pathAfterHost] = /^[\w.-]+@([\w.-]+):(?!\/\/)(.*)$/s.exec(address) ?? []
  return pathAfterHost === undefined ? address.replace(/^[a-z]+\+/i, '') : `ssh://${host}/${pathAfterHost}`
}

function repositoryOn(codeHost: string, pathname: string): string {
  const names = pathname.toLowerCase().split('/').filter(Boolean)
  const [owner = '', name = ''] = names[0] === 'repos' && names.length > 2 ? names.slice(1) : names
  return `${codeHost}/${owner}/${name.replace(/@.*$/s, '').replace(/\.git$/, '')}`
}
