import { startGitHub } from '../../test/github/github.ts'
import { REPOSITORY } from '../../test/runner/world.ts'
await using github = await startGitHub({ files: REPOSITORY })
process.env.GITHUB_API_URL = github.url
const { connectGitHub } = await import('./gh.ts')
await github.openIssue('alice')
const forge = connectGitHub({ owner: 'octo', repo: 'demo' }, github.token)
await forge.issue(1); await forge.issue(1); await forge.comments(1); await forge.comments(1)
console.log(github.journal.map((e) => [e.path, e.status, e.headers['if-none-match']]))
const r = await fetch(github.url + '/repos/octo/demo/issues/1', { headers: { authorization: 'token ' + github.token } })
console.log(r.headers.get('etag'), r.status)
