import type { components } from '@octokit/openapi-types'
import type { Memory, Person, Role, Site } from './types.ts'

export const BOT = 'github-actions[bot]'

/** The people of every repository here, from the one who may do everything to the one who may do nothing. */
export const defaultPeople = (owner: string): Person[] => [
  { login: owner, id: 1, type: 'Organization' },
  { login: 'alice', id: 101, type: 'User', role: 'admin' },
  { login: 'bob', id: 102, type: 'User', role: 'write' },
  { login: 'carol', id: 103, type: 'User', role: 'maintain' },
  { login: 'tess', id: 104, type: 'User', role: 'triage' },
  { login: 'reader', id: 105, type: 'User', role: 'read' },
  { login: 'robot', id: 106, type: 'User', role: 'write' },
  { login: 'mallory', id: 107, type: 'User' },
  { login: BOT, id: 41898282, type: 'Bot' },
  { login: 'dependabot[bot]', id: 49699333, type: 'Bot' },
]

export const personOf = (memory: Memory, login: string): Person =>
  memory.people[login] ?? { login, id: 9_999_999, type: 'User' }

/** The address that github.com writes into commits of somebody who keeps theirs private. */
export const mailOf = (memory: Memory, login: string): string =>
  `${personOf(memory, login).id}+${login}@users.noreply.github.com`

/** The token of a person here; the token of the workflow is the site's own. */
export const tokenOf = (login: string): string => `ghp_${login}`

/** An id in GraphQL: opaque to clients, the same for the same thing. */
export const nodeId = (kind: string, id: number | string): string =>
  `${kind}_kwDO${Buffer.from(String(id)).toString('base64url')}`

/** An account as it stands in every answer that names one. */
export function userJson(site: Site, login: string): components['schemas']['simple-user'] {
  const { id, type } = personOf(site.memory, login)
  const name = encodeURIComponent(login)
  const url = `${site.url}/users/${name}`
  return {
    login,
    id,
    node_id: nodeId(type === 'Bot' ? 'BOT' : 'U', id),
    avatar_url: `${site.url}/avatars/${id}`,
    gravatar_id: '',
    url,
    html_url: `${site.url}/${type === 'Bot' ? `apps/${name.replace('%5Bbot%5D', '')}` : name}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type,
    site_admin: false,
    user_view_type: 'public',
  }
}

const PERMISSION = {
  admin: 'admin',
  maintain: 'write',
  write: 'write',
  triage: 'read',
  read: 'read',
  none: 'none',
} as const

/** The role of an account, `none` for a stranger in a private repository; everybody may read a public one. */
export const roleOf = ({ settings, people }: Memory, login: string): Role | 'none' =>
  people[login]?.role ?? (settings.private ? 'none' : 'read')

/** The coarse value that the permission endpoint gives for a role. */
export const permissionOf = (role: Role | 'none'): 'admin' | 'write' | 'read' | 'none' => PERMISSION[role]

/** GitHub's own word for how somebody stands to the repository; it tells nothing about rights. */
export const associationOf = ({ people }: Memory, login: string): 'MEMBER' | 'COLLABORATOR' | 'NONE' => {
  const role = people[login]?.role
  return role === 'admin' ? 'MEMBER' : role ? 'COLLABORATOR' : 'NONE'
}
