import type { GitHub } from '../github/github.ts'
import type { WebhookEvent } from '../github/types.ts'

/** What came of an issue on which somebody asked for a plan. `pull` is the plan's pull request, where one is open. */
export type Asked<Played> = {
  issue: number
  pull: number | undefined
  branch: string | undefined
  run: Played & { comment: number }
}

type Request = { by?: string; title?: string; body?: string }

/** What people say, and the runs that it starts, whatever plays them. */
export type Conversation<Played, More> = {
  /** Writes a comment and plays the run for it. `comment` is its id. */
  say(login: string, number: number, body: string, more?: More): Promise<Played & { comment: number }>
  /** Opens an issue, and asks for a plan on it in these words. */
  ask(words: string, more?: More & Request): Promise<Asked<Played>>
  /** Opens an issue and comments `/plan` on it. */
  plan(request?: string, more?: More & Request): Promise<Asked<Played>>
  dispatch(number: number, more?: More): Promise<Played>
  /** Plays the workflows that were dispatched over the API until none is left, at most `most`. */
  settle(more?: More, most?: number): Promise<Played[]>
}

/** People on a GitHub whose events are played by `run`: the bundle, this process, the loop without a model, another gate. */
export function conversation<Played extends object, More extends object>(
  github: Omit<GitHub, 'close'>,
  run: (event: WebhookEvent, more?: More) => Promise<Played>,
): Conversation<Played, More> {
  const say: Conversation<Played, More>['say'] = async (login, number, body, more) => {
    const { id, event } = await github.comment(login, number, body)
    return { ...(await run(event, more)), comment: id }
  }
  const ask: Conversation<Played, More>['ask'] = async (words, more) => {
    const { by = 'alice', title = 'Limit the rate of requests', body = 'We are flooded.' } = more ?? {}
    const { number: issue } = await github.openIssue(by, { title, body })
    const ended = await say(by, issue, words, more)
    const pull = (await github.pulls()).findLast(({ number, state }) => number > issue && state === 'open')
    return { issue, pull: pull?.number, branch: pull?.branch, run: ended }
  }
  return {
    say,
    ask,
    plan: (request = 'add a limiter', more) => ask(`/plan ${request}`, more),
    dispatch: (number, more) => run(github.dispatchEvent(number), more),
    settle: async (more, most = 10) => {
      const ended: Played[] = []
      for (let event = github.takeDispatch(); event && ended.length < most; event = github.takeDispatch())
        ended.push(await run(event, more))
      return ended
    },
  }
}
