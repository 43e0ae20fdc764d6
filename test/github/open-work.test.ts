import { expect, test } from 'vitest'
import { openWork } from '../../src/github/open-work.ts'

type Variables = Record<string, unknown>
const at = { owner: 'octo', repo: 'demo' }

/** A server that has ever more pages of one pull request each. */
function endless(node: object | null) {
  const asked: unknown[] = []
  const ask = <T>(_: string, variables: Variables): Promise<T> => {
    asked.push(variables['after'])
    const pageInfo = { hasNextPage: true, endCursor: `after-${asked.length}` }
    return Promise.resolve({ repository: { pullRequests: { nodes: [node], pageInfo } } } as T)
  }
  return { ask, asked }
}

test('however many pull requests are open, two requests are made', async () => {
  const author = { __typename: 'Bot', login: 'github-actions' }
  const files = { nodes: [{ path: 'a.ts' }, null] }
  const { ask, asked } = endless({
    ...{ number: 7, title: 'T', headRefName: 'plan/issue-1', isCrossRepository: false, author, files },
  })
  const found = await openWork(ask, at)
  expect(asked).toEqual([null, 'after-1'])
  expect(found[0]).toEqual({
    ...{ number: 7, title: 'T', author: 'github-actions[bot]', byBot: true },
    ...{ branch: 'plan/issue-1', isFork: false, files: ['a.ts'] },
  })
})

test('what GitHub does not show is left out', async () => {
  const gone = { number: 7, title: 'T', headRefName: 'x', isCrossRepository: true, author: null, files: null }
  expect((await openWork(endless(gone).ask, at))[0]).toMatchObject({ author: 'ghost', byBot: false, files: [] })
  expect(await openWork(endless(null).ask, at)).toEqual([])
  expect(await openWork(<T>() => Promise.resolve({ repository: null } as T), at)).toEqual([])
})
