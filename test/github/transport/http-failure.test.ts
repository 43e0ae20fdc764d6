import { expect, test } from 'vitest'
import { explainFailure } from '../../../src/github/transport/http-failure.ts'

test.each([
  [
    403,
    'Although you appear to have the correct authorization credentials, the `octo` organization has an IP allow list enabled. - https://docs.github.com',
    /^GitHub refuses the request: .* has an IP allow list enabled\.$/,
    /IP allow list, or take a runner/,
  ],
  [403, 'Resource not accessible by integration - https://docs.github.com', /not accessible/, undefined],
  [403, 'Repository was archived so is read-only.', /^GitHub refuses the request: .* read-only\.$/, /^Unarchive/],
  [404, 'Repository was archived so is read-only.', /archived/, undefined],
])('a %d for a closed repository gives GitHub’s message and advice: %s', (status, text, words, remedy) => {
  const error = Object.assign(new Error(text), { status })
  const told = explainFailure(error, { host: 'api.github.com', wasAccepted: true, proxy: undefined })
  expect(told).toMatchObject({
    message: expect.stringMatching(words) as string,
    ...(remedy && { code: 'repository-closed' }),
  })
  expect('remedy' in (told as object) ? String((told as { remedy: string }).remedy) : '').toMatch(remedy ?? /^$/)
})
