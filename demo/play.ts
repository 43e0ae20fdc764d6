import { UserError } from '../src/errors.ts'
import type { Options } from './options.ts'
import type { Prompt } from './prompt.ts'
import { act, dim, print, speech } from './show.ts'
import type { Stage } from './stage.ts'
import { watch } from './watch.ts'

/** What the people say. */
type Lines = { title: string; body: string; request: string; feedback: string }

const SAMPLE: Lines = {
  title: 'One client can keep the board busy',
  body: 'A script asked for `/notes` in a loop last night, and nobody else got through. `tests/flood.test.ts` says what we would like.',
  request: 'Limit how often one client may ask. `node --test` must pass.',
  feedback: 'Twenty a minute is right for us, but others run this too: make the limit an option of `createBoard`.',
}

const ownLines = (request: string): Lines => ({
  title: request.split('\n')[0]?.slice(0, 80) ?? request,
  body: '',
  request,
  feedback: 'Keep it as small as it can be, and give every subtask a command that proves it done.',
})

/** The conversation from the issue to the last commit. Returns the number of the plan's pull request. Throws `UserError` when no plan comes of it. */
export async function play(stage: Stage, { subject }: Options, prompt: Prompt): Promise<number> {
  const { github } = stage
  const lines = subject.kind === 'sample' ? SAMPLE : ownLines(subject.request)
  const watching = watch(stage)
  const say = async (login: string, number: number, body: string): Promise<void> => {
    const { event } = await github.comment(login, number, body)
    await watching.during(stage.perform(event))
    for (let next = github.takeDispatch(); next; next = github.takeDispatch())
      await watching.during(stage.perform(next))
  }

  print(act('An issue, and the request for a plan'))
  const { number } = await github.openIssue('alice', { title: lines.title, body: lines.body })
  print(...speech('alice', `opens issue #${number}`, `**${lines.title}**\n\n${lines.body}`))
  await prompt.pause('alice is about to ask for a plan')
  await say('alice', number, `/plan ${lines.request}`)
  const pull = (await github.pulls()).at(-1)
  if (!pull) throw new UserError('no-plan', 'No plan came of it.', 'The log of the action says why.')
  const plan = await github.file(`refs/heads/${pull.branch}`, 'PLAN.md')
  print(...speech('PLAN.md', `on branch ${pull.branch}`, plan ?? ''))

  print(act('Feedback, and a second version'))
  await say('bob', pull.number, await prompt.line('bob is about to say', lines.feedback))

  print(act('The approval, and the work'))
  print('', dim('Nothing but PLAN.md was written so far. An approval counts for exactly one version of it.'))
  await prompt.pause('alice is about to approve')
  await say('alice', pull.number, 'approve')
  return pull.number
}
