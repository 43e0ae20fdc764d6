import { UserError } from '../src/errors.ts'
import { linesOf } from './lines.ts'
import type { Options } from './options.ts'
import { act, dim, happening, print, speech } from './show.ts'
import type { Stage } from './stage/open.ts'
import { watch } from './watch.ts'

/** The conversation from the issue to the last commit. Returns the number of the plan's pull request. Throws `UserError` when no plan comes of it. */
export async function play(stage: Stage, options: Options): Promise<number> {
  const { github } = stage
  const lines = linesOf(options)
  const watching = watch(stage)
  const say = async (login: string, number: number, body: string): Promise<void> => {
    const { event } = await github.comment(login, number, body)
    for (let next: typeof event | undefined = event; next; next = github.takeDispatch())
      await watching.during(perform(stage, next))
  }

  print(act('An issue, and the request for a plan'))
  const { number } = await github.openIssue('alice', { title: lines.title, body: lines.body })
  print(...speech('alice', `opens issue #${number}`, `**${lines.title}**\n\n${lines.body}`))
  await say('alice', number, `/plan ${lines.request}`)
  const pull = (await github.pulls()).at(-1)
  if (!pull) throw new UserError('no-plan', 'No plan came of it.', 'The log of the action says why.')
  const plan = await github.file(`refs/heads/${pull.branch}`, 'PLAN.md')
  print(...speech('PLAN.md', `on branch ${pull.branch}`, plan ?? ''))

  if (lines.feedback) {
    print(act('Feedback, and a second version'))
    await say('bob', pull.number, lines.feedback)
  }

  print(act('The approval, and the work'))
  print('', dim('Nothing but PLAN.md was written so far. An approval counts for exactly one version of it.'))
  await say('alice', pull.number, 'approve')
  return pull.number
}

/** Runs the action for an event, and shows what it printed where it failed, but for the lines that tell the runner its secrets. */
async function perform(stage: Stage, event: Parameters<Stage['start']>[0]): Promise<void> {
  stage.stop.throwIfAborted()
  const { code, log } = await stage.start(event).run
  stage.stop.throwIfAborted()
  const lines = log.trim().split('\n')
  const shown = lines.filter((line) => !line.startsWith('::add-mask::')).map((line) => dim(`    ${line}`))
  if (code !== 0) print(happening('the run is red:'), ...shown)
}
