import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { as, repo, start, statusOf } from '../../fakes/github/clients.ts'

describe('comments', () => {
  test('the fake GitHub rejects comments over 65,536 characters', async () => {
    await using github = await start()
    await github.openIssue('alice')
    const write = (length: number) =>
      statusOf(as(github).issues.createComment({ ...repo, issue_number: 1, body: 'x'.repeat(length) }))
    expect([await write(65_536), await write(65_537)]).toEqual([200, 422])
  })
})

test('the fake GitHub rejects other local clients: foreign host names, guessed tokens, git without token', async () => {
  await using github = await start()
  const { port } = new URL(github.url)
  const status = (path: string, headers: Record<string, string>): Promise<number | undefined> =>
    new Promise((settle, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, headers }, (reply) => settle(reply.resume().statusCode))
      sent.on('error', reject).end()
    })
  const authorization = `Bearer ${github.tokenOf('alice')}`
  const [rest, git] = ['/repos/octo/demo', '/octo/demo/info/refs?service=git-upload-pack']
  expect(await status(rest, { authorization })).toBe(200)
  expect(await status(rest, { authorization, host: `localhost:${port}` })).toBe(200)
  expect(await status(rest, { authorization, host: `evil.example:${port}` })).toBe(403)
  expect(await status(rest, { authorization: 'Bearer ghp_alice' })).toBe(401)
  expect([await status(git, {}), await status(git, { authorization: 'Basic eDpnaHBfYWxpY2U=' })]).toEqual([401, 401])
})
