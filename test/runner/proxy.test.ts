import { expect, test } from 'vitest'
import { proxyAddress, proxyFor, proxyProblem } from '../../src/runner/env.ts'

const HTTPS_PROXY = 'http://proxy:3128'

test.each<[string, NodeJS.ProcessEnv, string | undefined]>([
  ['https://api.github.com', {}, undefined],
  ['https://api.github.com', { HTTPS_PROXY }, 'HTTPS_PROXY'],
  ['https://api.github.com', { https_proxy: HTTPS_PROXY }, 'HTTPS_PROXY'],
  ['https://api.github.com', { HTTP_PROXY: HTTPS_PROXY }, undefined],
  ['http://ghes.acme.com/api/v3', { HTTP_PROXY: HTTPS_PROXY }, 'HTTP_PROXY'],
  ['https://api.github.com', { HTTPS_PROXY: '' }, undefined],
  ['https://ghes.acme.com/api/v3', { HTTPS_PROXY, NO_PROXY: 'acme.com' }, undefined],
  ['https://ghes.acme.com/api/v3', { HTTPS_PROXY, no_proxy: 'x.com, .acme.com:443' }, undefined],
  ['https://ghes.acme.com/api/v3', { HTTPS_PROXY, NO_PROXY: '*.ACME.com' }, undefined],
  ['https://ghes.acme.com/api/v3', { HTTPS_PROXY, NO_PROXY: '*' }, undefined],
  ['https://ghes.acme.com/api/v3', { HTTPS_PROXY, NO_PROXY: 'me.com,' }, 'HTTPS_PROXY'],
  ['https://10.1.2.3', { HTTPS_PROXY, NO_PROXY: '10.0.0.0/8,.corp.example' }, undefined],
  ['https://11.1.2.3', { HTTPS_PROXY, NO_PROXY: '10.0.0.0/8,fd00::/8,10.0.0.0/99' }, 'HTTPS_PROXY'],
  ['https://[fd12::1]', { HTTPS_PROXY, NO_PROXY: 'fd00::/8' }, undefined],
  ['https://127.0.0.1:8443', { HTTPS_PROXY }, undefined],
  ['https://[::1]:8443', { HTTPS_PROXY }, undefined],
  ['no address', { HTTPS_PROXY }, undefined],
])('the proxy variable for %s with %j is %s', (address, env, expected) => {
  expect(proxyFor(address, env)).toBe(expected)
})

test.each<[NodeJS.ProcessEnv, string | undefined]>([
  [{ HTTPS_PROXY: 'proxy.corp.example:3128' }, 'http://proxy.corp.example:3128'],
  [{ https_proxy: '10.0.0.7:8080' }, 'http://10.0.0.7:8080'],
  [{ HTTPS_PROXY: ' http://proxy.corp.example:3128 ' }, 'http://proxy.corp.example:3128'],
  [{ HTTPS_PROXY: 'user:word@proxy:3128' }, 'http://user:word@proxy:3128'],
  [{ HTTPS_PROXY: '', https_proxy: '' }, undefined],
  [{ HTTPS_PROXY: 'socks5://proxy:1080' }, undefined],
  [{ HTTPS_PROXY: 'http://' }, undefined],
])('the proxy address from %j is %s', (env, address) => {
  expect(proxyAddress('HTTPS_PROXY', env)).toBe(address)
})

test('an unusable proxy is reported with its variable, if any contacted host goes through it', () => {
  const asked = ['https://api.github.com', undefined, 'http://127.0.0.1:8000/v1']
  expect(proxyProblem(asked, { HTTPS_PROXY: 'socks5h://proxy:1080' })).toMatch(/`HTTPS_PROXY`.*`http:.*`NO_PROXY`/)
  expect(proxyProblem(asked, { HTTPS_PROXY: 'socks5h://proxy:1080', NO_PROXY: '*' })).toBeUndefined()
  expect(proxyProblem(asked, { HTTP_PROXY: 'http://', HTTPS_PROXY: 'proxy:3128' })).toBeUndefined()
})
