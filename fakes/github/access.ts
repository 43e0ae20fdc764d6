import { runOf } from './checks.ts'
import type { components } from '@octokit/openapi-types'
import { commitAt } from './refs.ts'
import { permissionOf, roleOf, userJson } from './people.ts'
import type { Route } from './routes.ts'
import { arg, need, noContent, numberArg, ok, route, textOf } from './routes.ts'
import { repositoryJson } from './shapes.ts'
import type { Call, Json } from './types.ts'
import { inaccessible, notFound, Refusal } from './types.ts'

/** `permission` is the coarse value, `role_name` the exact one. 404 for accounts that are no users, such as apps. */
function permission(call: Call) {
  need(call)
  const login = arg(call)
  const { memory } = call.site
  if (memory.people[login]?.type !== 'User') throw new Refusal(404, `${login} is not a user`)
  const role = roleOf(memory, login)
  const level = permissionOf(role)
  const permissions = {
    admin: role === 'admin',
    maintain: role === 'admin' || role === 'maintain',
    push: level === 'admin' || level === 'write',
    triage: role !== 'read' && role !== 'none',
    pull: role !== 'none',
  }
  const { user_view_type: _, ...user } = userJson(call.site, login)
  const json = {
    permission: level,
    role_name: role,
    user: { ...user, email: null, name: null, permissions, role_name: role },
  }
  return ok(json satisfies components['schemas']['repository-collaborator-permission'])
}

async function dispatch(call: Call, kind: 'workflow_dispatch' | 'repository_dispatch') {
  const login = need(call, kind === 'workflow_dispatch' ? 'actions' : 'contents')
  const ref = (textOf(call.body, 'ref') ?? 'main').replace('refs/heads/', '')
  if (!(await commitAt(call.site.bare, `refs/heads/${ref}`))) throw new Refusal(422, `No ref found for: ${ref}`)
  const given = kind === 'workflow_dispatch' ? call.body['inputs'] : call.body['client_payload']
  const target = kind === 'workflow_dispatch' ? arg(call) : (textOf(call.body, 'event_type') ?? '')
  const inputs = typeof given === 'object' && given !== null ? Object.fromEntries(Object.entries(given)) : {}
  call.site.memory.dispatches.push({ kind, login, target, ref, inputs })
  return noContent
}

/**
 * A team, for people of the owner and for an app that may read its members. GitHub's description knows no 403 here:
 * what the token cannot see is 404, as is a team that does not exist.
 */
function teamSeen(call: Call) {
  const { memory, owner } = call.site
  const login = need(call)
  const { permissions, teams } = memory.settings
  const maySee = call.actor?.app ? permissions.members !== 'none' : memory.people[login]?.role !== undefined
  const team = teams[arg(call, 1)]
  if (!maySee || !team || arg(call).toLowerCase() !== owner.toLowerCase()) throw notFound()
  return team
}

function membership(call: Call) {
  const { members, pending = [] } = teamSeen(call)
  const login = arg(call, 2)
  if (![...members, ...pending].includes(login)) throw notFound()
  const url = `${call.site.url}${call.path}`
  const state = members.includes(login) ? 'active' : 'pending'
  return ok({ url, role: 'member', state } satisfies components['schemas']['team-membership'])
}

/** A run of a workflow. With the workflow's own token it takes `actions: read`. */
function workflowRun(call: Call) {
  const { memory, workflowRuns, url } = call.site
  need(call)
  if (call.actor?.app && memory.settings.permissions.actions === 'none') throw inaccessible()
  const id = numberArg(call)
  const check = memory.checks.find((one) => runOf(one) === id)
  if (check) return ok({ id, run_attempt: 1, status: 'completed', conclusion: check.conclusion, path: check.workflow })
  const found = workflowRuns.get(id)
  if (!found) throw notFound()
  const status = found.ended ? 'completed' : found.waits ? 'waiting' : 'in_progress'
  const conclusion = found.ended ? 'success' : null
  const path = `.github/workflows/${found.workflow ?? 'plan.yml'}`
  return ok({ id, run_attempt: found.attempt, status, conclusion, path, url: `${url}${call.path}` })
}

/**
 * The runs of a commit at the head of a pull request, with what matters here of them. One that waits for a person is
 * completed, as for pull requests of first-time contributors.
 */
function workflowRuns(call: Call) {
  need(call)
  const { settings, pulls, checks } = call.site.memory
  if (call.actor?.app && settings.permissions.actions === 'none') throw inaccessible()
  const head_sha = call.query.get('head_sha')
  const isHead = Object.values(pulls).some(({ head }) => head === head_sha)
  const seen = settings.ci === 'waits' ? ['completed', 'action_required'] : ['in_progress', null]
  const path = '.github/workflows/ci.yml'
  const run = { id: 990_001, name: 'ci', event: 'pull_request', head_sha, path, status: seen[0], conclusion: seen[1] }
  const ofChecks = checks
    .filter(({ sha }) => sha === head_sha)
    .map((check) => ({ id: runOf(check), status: 'completed', conclusion: check.conclusion, path: check.workflow }))
  const runs = [...(settings.ci !== 'nothing' && isHead ? [run] : []), ...ofChecks]
  return ok({ total_count: runs.length, workflow_runs: runs })
}

/** Rules hold also for those who may bypass them; only the ruleset tells who may. */
const branchRules = (call: Call) =>
  ok(
    call.site.memory.settings.rules.flatMap(({ type, branch, checks = [], wants }, i) => {
      if (branch !== undefined && branch !== arg(call)) return []
      const required_status_checks = checks.map((context) => ({ context }))
      return {
        type,
        ruleset_source_type: 'Repository',
        ruleset_source: `${call.site.owner}/${call.site.name}`,
        ruleset_id: i + 1,
        ...(wants === undefined ? {} : { parameters: wants }),
        ...(checks.length > 0 ? { parameters: { required_status_checks } } : {}),
      }
    }),
  )

function ruleset(call: Call) {
  const rule = call.site.memory.settings.rules[Number(arg(call)) - 1]
  if (!rule) throw notFound()
  return ok({ id: Number(arg(call)), name: rule.type, current_user_can_bypass: rule.bypass ?? 'never' })
}

const rate = (): Json => ({ limit: 5000, remaining: 4999, used: 1, reset: Math.floor(Date.now() / 1000) + 3600 })

const account = (call: Call, login: string) => {
  if (!call.site.memory.people[login]) throw notFound()
  return ok({ ...userJson(call.site, login), name: null, email: null, created_at: '2020-01-01T00:00:00Z' })
}

export const accessRoutes: readonly Route[] = [
  route('GET /user', (call) => {
    const login = need(call)
    if (call.actor?.app) throw inaccessible()
    return account(call, login)
  }),
  route('GET /users/{}', (call) => account(call, arg(call))),
  route('GET /rate_limit', () => ok({ resources: { core: rate(), graphql: rate() }, rate: rate() })),
  route('GET /orgs/{}/teams/{}', (call) => {
    teamSeen(call)
    return ok({ id: 1, name: arg(call, 1), slug: arg(call, 1), privacy: 'closed', permission: 'pull' })
  }),
  route('GET /orgs/{}/teams/{}/memberships/{}', membership),
  route('GET ~', (call) => ok(repositoryJson(call.site))),
  route('GET ~/collaborators/{}/permission', permission),
  route('GET ~/collaborators/{}', (call) => {
    if (!call.site.memory.people[arg(call)]?.role) throw notFound()
    return noContent
  }),
  route('GET ~/actions/runs', workflowRuns),
  route('GET ~/rules/branches/{*}', branchRules),
  route('GET ~/rulesets/{}', ruleset),
  route('GET ~/actions/runs/{}', workflowRun),
  route('POST ~/actions/workflows/{}/dispatches', (call) => dispatch(call, 'workflow_dispatch')),
  route('POST ~/dispatches', (call) => dispatch(call, 'repository_dispatch')),
]
