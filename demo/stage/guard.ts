import type { IncomingHttpHeaders } from 'node:http'

export type Asked = { method: string; path: string; headers: IncomingHttpHeaders }

/** The address of the page: a random token stands first in every path. */
export type Door = { token: string; port: number }

/** The path behind the token, or the status of a refusal. */
export type Passage = { path: string } | { status: 403 | 404 | 415 }

/**
 * Lets in who knows the token, by an address of this machine. Another page in the same browser may find the port: it
 * does not know the token, its requests name another origin, and a name that it points at loopback is another host.
 */
export function letIn({ method, path, headers }: Asked, { token, port }: Door): Passage {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  if (!hosts.includes(headers.host ?? '')) return { status: 403 }
  const { origin, 'sec-fetch-site': site = 'none', 'content-type': type = '' } = headers
  if (origin !== undefined && origin !== `http://${headers.host}`) return { status: 403 }
  if (!['none', 'same-origin'].includes(String(site))) return { status: 403 }
  if (!path.startsWith(`/${token}/`)) return { status: 404 }
  if (method === 'POST' && origin === undefined) return { status: 403 }
  if (method === 'POST' && !type.startsWith('application/json')) return { status: 415 }
  return { path: path.slice(token.length + 1) }
}

/** Nothing but the page's own files; no style or script in the page itself, and no picture of another host. */
const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
]

/** What draws graphs writes styles into its drawing, so it stands in a frame of its own. */
const GRAPH_CSP = ["default-src 'none'", "script-src 'self'", "style-src 'unsafe-inline'", "frame-ancestors 'self'"]

/** The headers of every answer. */
export const headersFor = (path: string): Record<string, string> => ({
  'content-security-policy': (path === '/graph.html' ? GRAPH_CSP : [...CSP, "frame-ancestors 'none'"]).join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
})
