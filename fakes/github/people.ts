import { createHmac, randomBytes } from 'node:crypto'
import type { components } from '@octokit/openapi-types'
import type { Memory, Person, Role, Site } from './types.ts'

export const BOT = 'github-actions[bot]'

/** The default people of a repository, one for each role from the owner to a stranger. */
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

/** The address that github.com uses in commits of people who keep theirs private. */
export const mailOf = (memory: Memory, login: string): string =>
  `${personOf(memory, login).id}+${login}@users.noreply.github.com`

/** Nobody else on this machine can guess what is made with it. */
const SECRET = randomBytes(32)

/** The token of a person. The workflow's token belongs to the site. */
export const tokenOf = (login: string): string =>
  `ghp_${createHmac('sha256', SECRET).update(login).digest('hex').slice(0, 36)}`

/** The GraphQL id of an object. It is opaque to clients and never changes. */
export const nodeId = (kind: string, id: number | string): string =>
  `${kind}_kwDO${Buffer.from(String(id)).toString('base64url')}`

/** An account in the shape that every answer uses. */
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

/** The `author_association` of an account. It says nothing about permissions. */
export const associationOf = ({ people }: Memory, login: string): 'MEMBER' | 'COLLABORATOR' | 'NONE' => {
  const role = people[login]?.role
  return role === 'admin' ? 'MEMBER' : role ? 'COLLABORATOR' : 'NONE'
}
