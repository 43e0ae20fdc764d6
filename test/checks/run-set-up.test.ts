import { expect, test } from 'vitest'
import { reasonIn } from '../../src/checks/run-set-up.ts'

test.each([
  ['pip', 'error: externally-managed-environment\n\n× This environment is externally managed\nhint: See PEP 668 for the detailed specification.', 'error: externally-managed-environment'], // prettier-ignore
  ['npm', 'npm error code SELF_SIGNED_CERT_IN_CHAIN\nnpm error\nnpm error A complete log of this run can be found in: ~/.npm/_logs/1.log', 'npm error code SELF_SIGNED_CERT_IN_CHAIN'], // prettier-ignore
  [
    'npm with nothing else',
    'added 3\nnpm error A complete log of this run can be found in: ~/.npm/_logs/1.log\n',
    'added 3',
  ],
  ['a heading', 'ERROR:\n  no such package\nbye', 'no such package'],
  ['no error', 'one\ntwo\n', 'two'],
  ['nothing', '', ''],
])('the reason in the output of %s is its own error', (_, output, reason) => {
  expect(reasonIn(output)).toBe(reason)
})
