import type { components } from '@octokit/openapi-types'
import type { Route } from './routes.ts'
import { ok, route } from './routes.ts'
import type { Advisory } from './types.ts'

// GitHub's global advisories (docs.github.com/rest/security-advisories/global-advisories): anybody may ask. Without
// `type=malware` malware is left out of the answer, what was withdrawn is in it, and pages go by cursor.

type Json = Pick<
  components['schemas']['global-advisory'],
  'ghsa_id' | 'html_url' | 'summary' | 'type' | 'severity' | 'withdrawn_at' | 'vulnerabilities'
>

const advisoryJson = ({ id, malware, withdrawn, name, ecosystem, severity, fixedIn }: Advisory): Json => ({
  ghsa_id: id,
  html_url: `https://github.com/advisories/${id}`,
  summary: `Something of ${name}`,
  type: malware ? 'malware' : 'reviewed',
  severity,
  withdrawn_at: withdrawn ? '2026-01-01T00:00:00Z' : null,
  vulnerabilities: [
    {
      package: { ecosystem, name },
      vulnerable_version_range: fixedIn === undefined ? '>= 0' : `< ${fixedIn}`,
      first_patched_version: fixedIn ?? null,
      vulnerable_functions: null,
    },
  ],
})

export const advisoryRoutes: readonly Route[] = [
  route('GET /advisories', ({ site, query }) => {
    const wanted = new Set((query.get('affects') ?? '').split(',').map((one) => one.replace(/(?<=.)@.*$/, '')))
    const isMalware = query.get('type') === 'malware'
    const size = Math.min(100, Number(query.get('per_page')) || 30)
    return ok(
      site.memory.settings.advisories
        .filter((one) => wanted.has(one.name) && query.get('ecosystem') === one.ecosystem && one.malware === isMalware)
        .slice(0, size)
        .map(advisoryJson),
    )
  }),
]
