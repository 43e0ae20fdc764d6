import { planIn } from '../test/oracle.ts'
import { readLife } from '../test/read-life.ts'
import { UserError } from '../src/lib/errors.ts'
import type { WebhookEvent } from '../fakes/github/types.ts'
import { linesOf } from './lines.ts'
import type { Options } from './options.ts'
import { act, bad, dim, good, happening, print, speech } from './show.ts'
import { startCi } from './stage/ci.ts'
import { requestChanges } from './stage/happenings.ts'
import { ISSUE } from './stage/look.ts'
import type { Stage } from './stage/open.ts'
import { peopleOn, type People } from './stage/people.ts'
import { stageScript } from './stage/scripted.ts'
import { watch } from './watch.ts'

type Story = {
  stage: Stage
  people: People
  say(login: string, number: number, body: string): Promise<void>
  /** Runs the action for an event, and for those that it asks for itself. */
  run(event: WebhookEvent): Promise<void>
}

/** The conversation from the issue to the last commit. Returns the number of the plan's pull request. Throws `UserError` when no plan comes of it. */
export async function play(stage: Stage, options: Options): Promise<number> {
  const { github } = stage
  const lines = linesOf(options)
  const story = storyOn(stage)

  print(act('An issue, and the request for a plan'))
  const { number } = await github.openIssue('alice', { title: lines.title, body: lines.body })
  print(...speech('alice', `opens issue #${number}`, `**${lines.title}**\n\n${lines.body}`))
  await story.say('alice', number, `/plan ${lines.request}`)
  const pull = (await github.pulls()).at(-1)
  if (!pull) throw new UserError('no-plan', 'No plan came of it.', 'The log of the action says why.')
  const plan = await github.file(`refs/heads/${pull.branch}`, 'PLAN.md')
  print(...speech('PLAN.md', `on branch ${pull.branch}`, plan ?? ''))

  if (lines.feedback) {
    print(act('Feedback, and a second version'))
    await story.say('bob', pull.number, lines.feedback)
  }

  print(act('The approval, and the work'))
  print('', dim('Nothing but PLAN.md was written so far. An approval counts for exactly one version of it.'))
  await story.say('alice', pull.number, 'approve')
  if (options.subject.kind === 'sample' && !options.short) await playRounds(story, pull)
  return pull.number
}

function storyOn(stage: Stage): Story {
  const { github } = stage
  const people = peopleOn(github)
  const watching = watch(stage)
  const plan = async () => planIn((await readLife({ github, issue: ISSUE, deeds: people.deeds })).thread)
  if (stage.model) stage.model.script = stageScript({ lie: undefined, lying: undefined, plan })
  const run = async (event: WebhookEvent): Promise<void> => {
    for (let next: WebhookEvent | undefined = event; next; next = github.takeDispatch())
      await watching.during(perform(stage, next))
  }
  return { stage, people, run, say: async (...said) => run((await people.say(...said)).event) }
}

type Target = { number: number; branch: string }

/** After the work: a check of CI that fails, and a review that requests changes. Each becomes one subtask more. */
async function playRounds({ stage, people, say, run }: Story, place: Target): Promise<void> {
  print(act('CI, and /fix'))
  const isGreen = await passesCi(stage, place)
  if (!isGreen) {
    await say('alice', place.number, '/fix')
    await say('alice', place.number, 'approve')
    await passesCi(stage, place)
  }

  print(act('A review requests changes'))
  stage.github.tick(2)
  const review = await requestChanges(stage.github, people, place)
  if (!review) return
  const { on, body, events } = review
  print(...speech('bob', `requests changes, on line ${on.line} of ${on.path}`, body))
  if (events[0]) await run(events[0])
  await say('alice', place.number, 'approve')
}

async function passesCi(stage: Stage, { branch }: Target): Promise<boolean> {
  const sha = (await stage.github.sha(`refs/heads/${branch}`)) ?? ''
  const { run, ended } = startCi(stage, { id: 0, branch, sha, at: '', after: 0 })
  await ended
  const { name, conclusion, annotations } = run
  const isGreen = conclusion === 'success'
  const found = annotations.map(({ path, line, message }) => dim(`    ${path}:${line} ${message}`))
  print('', `${isGreen ? good('✔') : bad('✗')} CI on ${sha.slice(0, 7)}: ${name}, ${conclusion}`, ...found)
  return isGreen
}

/** Runs the action for an event, and shows what it printed where it failed, but for the lines that tell the runner its secrets. */
async function perform(stage: Stage, event: WebhookEvent): Promise<void> {
  stage.stop.throwIfAborted()
  const { code, log } = await stage.start(event).run
  stage.stop.throwIfAborted()
  const lines = log.trim().split('\n')
  const shown = lines.filter((line) => !line.startsWith('::add-mask::')).map((line) => dim(`    ${line}`))
  if (code !== 0) print(happening('the run is red:'), ...shown)
}
