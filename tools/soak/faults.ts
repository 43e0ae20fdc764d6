import type { Fault as GitHubFault } from '../../fakes/github/types.ts'
import { broken, cut, malformed, rateLimited, type Fault as ModelFault } from '../../fakes/model/script.ts'

/** Where a request goes. */
export type Wire = 'rest' | 'git' | 'model'

/** A fault that one request may meet. Those that can take effect all the same are for writes alone. */
export type FaultKind = keyof typeof FAULTS

const status = (code: number, more: object = {}): GitHubFault => ({ kind: 'status', status: code, ...more })
const SECONDARY = {
  message: 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
  documentation_url: 'https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api',
}

type Row = { on: readonly Wire[]; writes?: true; github?: GitHubFault; model?: ModelFault }

/** Every kind of fault, as GitHub, a proxy or the model's endpoint makes it. */
export const FAULTS = {
  'error 500': { on: ['rest', 'git', 'model'], github: status(500), model: broken(500) },
  'error 502': { on: ['rest', 'git', 'model'], github: status(502), model: broken(502) },
  'error 503': { on: ['rest', 'git', 'model'], github: status(503), model: broken(503) },
  'too many requests': {
    on: ['rest', 'git', 'model'],
    github: status(429, { headers: { 'retry-after': '1' } }),
    model: rateLimited(1),
  },
  'a secondary limit': { on: ['rest'], github: status(403, { headers: { 'retry-after': '1' }, body: SECONDARY }) },
  'a connection reset': { on: ['rest', 'git'], github: { kind: 'drop' } },
  'half a reply': { on: ['model'], model: cut },
  'a reply that is none': { on: ['model'], model: malformed },
  'done, then error 502': { on: ['rest', 'git'], writes: true, github: status(502, { applied: true }) },
  'done, then a connection reset': { on: ['rest', 'git'], writes: true, github: { kind: 'drop', applied: true } },
  'done, then an answer that is none': {
    on: ['rest'],
    writes: true,
    github: status(200, { applied: true, body: '<html>' }),
  },
} satisfies Record<string, Row>

export const FAULT_KINDS = Object.keys(FAULTS) as FaultKind[] // SAFETY: the keys of this very record

/** Whether such a fault can happen to a request. */
export function fits(kind: FaultKind, { wire, write }: { wire: Wire; write: boolean }): boolean {
  const { on, writes }: Row = FAULTS[kind]
  return on.includes(wire) && (write || !writes)
}

export const onGitHub = (kind: FaultKind): GitHubFault | undefined => (FAULTS[kind] satisfies Row as Row).github
export const onModel = (kind: FaultKind): ModelFault | undefined => (FAULTS[kind] satisfies Row as Row).model
