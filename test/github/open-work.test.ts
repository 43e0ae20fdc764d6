import { expect, test } from 'vitest'
import { openWork } from '../../src/github/graphql.ts'

const at = { owner: 'octo', repo: 'demo' }

/** What is read of an answer, and how often it was asked for. */
async function read(answer: object | null) {
  let asked = 0
  const ask = <T>(): Promise<T> => Promise.resolve({ repository: answer, number: (asked += 1) } as T)
  return { found: await openWork(ask, at), asked }
}

test('open work is read in one request, however many pull requests are open', async () => {
  const author = { __typename: 'Bot', login: 'github-actions' }
  const files = { nodes: [{ path: 'a.ts' }, null] }
  const node = { number: 7, title: 'T', headRefName: 'plan/issue-1', isCrossRepository: false, author, files }
  const pageInfo = { hasNextPage: true, endCursor: 'x' }
  expect(await read({ pullRequests: { nodes: [node], pageInfo } })).toEqual({
    asked: 1,
    found: [
      {
        ...{ number: 7, title: 'T', author: 'github-actions[bot]', byBot: true },
        ...{ branch: 'plan/issue-1', isFork: false, files: ['a.ts'] },
      },
    ],
  })
})

test('open work tolerates null authors, files and pull requests', async () => {
  const gone = { number: 7, title: 'T', headRefName: 'x', isCrossRepository: true, author: null, files: null }
  const { found } = await read({ pullRequests: { nodes: [gone, null] } })
  expect(found).toMatchObject([{ author: 'ghost', byBot: false, files: [] }])
  expect((await read(null)).found).toEqual([])
})
