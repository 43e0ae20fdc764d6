import { expect, test } from 'vitest'
import { runSetUp } from '../../src/checks/verify.ts'
import { openContext } from '../agent-context.ts'

test.each([
  ['pip', 'error: externally-managed-environment\n\n× This environment is externally managed\nhint: See PEP 668 for the detailed specification.', 'error: externally-managed-environment'], // prettier-ignore
  ['npm', 'npm error code EUSAGE\nnpm error\nnpm error The `npm ci` command needs a package-lock.json or\nnpm error npm-shrinkwrap.json.\nnpm error\nnpm error Usage:', 'The `npm ci` command needs a package-lock.json or npm-shrinkwrap.json.'], // prettier-ignore
  [
    'npm that only warns',
    'npm warn install-scripts Run `npm install-scripts ls`\nnpm notice',
    'What it printed last is below.',
  ],
  ['npm without a sentence', 'added 3\nnpm error code SELF_SIGNED_CERT_IN_CHAIN\nnpm error', 'npm error code SELF_SIGNED_CERT_IN_CHAIN'], // prettier-ignore
  ['a heading', 'ERROR:\n  no such package\nbye', 'no such package'],
  ['no error', 'one\ntwo\n', 'two'],
  ['nothing', '', 'It printed nothing.'],
])('from the failed set-up output of %s the error line is extracted', async (_, output, reason) => {
  const { ctx, root } = await openContext({}, [])
  const command = `cat <<'END'\n${output}\nEND\nexit 1`
  const failed = runSetUp(command, { ...ctx, cwd: root, sandbox: await ctx.sandbox() })
  await expect(failed).rejects.toThrow(`failed (exit code 1): ${reason}`)
})
