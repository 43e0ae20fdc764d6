import { expect, test } from 'vitest'
import { proxyFor } from '../../src/runner/proxy.ts'

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
  ['https://127.0.0.1:8443', { HTTPS_PROXY }, undefined],
  ['https://[::1]:8443', { HTTPS_PROXY }, undefined],
  ['no address', { HTTPS_PROXY }, undefined],
])('the way to %s with %j leads through the proxy of %s', (address, env, expected) => {
  expect(proxyFor(address, env)).toBe(expected)
})
