import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { errorText, UserError } from '../../src/lib/errors.ts'
import { renderReplay } from './page.ts'
import { recordedPlan } from './recorded.ts'

const USAGE = `npm run replay-page -- --plan N [--repo PATH] [--out FILE] [TRANSCRIPT…]

Makes one page that replays a plan, from its record in a clone, offline: versions, approvals, commits and their changes.

  TRANSCRIPT    .jsonl files of the runs' artifacts: their turns and calls are shown, too
  --plan N      the number of the plan's issue; its record is fetched from refs/measure-twice/N-record
  --repo PATH   the clone (default: the current folder)
  --out FILE    the page (default: plan.html)

Exit code: 0 when the page was written, 2 when not.`

function options() {
  const text = { type: 'string' } as const
  try {
    const { values, positionals: transcripts } = parseArgs({
      allowPositionals: true,
      options: { plan: text, repo: text, out: text, help: { type: 'boolean' } },
    })
    if (values.help || /^[1-9]\d{0,9}$/.test(values.plan ?? '')) return { ...values, transcripts }
  } catch (error) {
    throw new UserError('options', errorText(error), USAGE)
  }
  throw new UserError('options', 'No plan is named.', USAGE)
}

async function main(): Promise<void> {
  const { plan, repo = '.', out = 'plan.html', transcripts, help } = options()
  if (help) return console.log(USAGE)
  const page = renderReplay(await recordedPlan(repo, { plan: Number(plan), transcripts }))
  await writeFile(out, page)
  console.log(`${out}: ${Buffer.byteLength(page)} bytes`)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof UserError ? `${error.message}\n${error.remedy}` : error)
  process.exitCode = 2
}
