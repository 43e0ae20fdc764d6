import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Life } from '../../test/invariants.ts'
import { planIn } from '../../test/oracle.ts'
import { readLife } from '../../test/read-life.ts'
import { parsePlan } from '../../src/plan/markdown.ts'
import { linesOf } from '../lines.ts'
import type { Options } from '../options.ts'
import { measured, perform, type Play } from './acts.ts'
import { cheatsIn, judged, TRICKS, type Scene } from './cheats.ts'
import { createFeed, type Feed } from './feed.ts'
import { happeningsIn } from './happenings.ts'
import { patchOf, transcriptsOf } from './keep.ts'
import { isOfPlan, ISSUE, lookerAt, phaseOf, promisesOf, sessionsIn, standing } from './look.ts'
import type { Stage } from './open.ts'
import { PEOPLE, peopleOn } from './people.ts'
import { createPlayer } from './player.ts'
import { stageScript, type Control } from './scripted.ts'
import type { Show } from './serve.ts'
import { replayOf } from './share.ts'
import { chipsFor } from './suggest.ts'
import type { Act, Job, Promised, Session, View } from './view.ts'

/** Milliseconds between two looks while something goes on. */
const INTERVAL = 300

/** Opens an issue on the embedded GitHub, and lets people play with it. Its feed ends with `stop` of the stage. */
export async function openShow(stage: Stage, options: Options): Promise<Show & { rest(): Promise<void> }> {
  const people = peopleOn(stage.github)
  const lines = linesOf(options)
  await stage.github.openIssue('alice', { title: lines.title, body: lines.body })
  const control: Control = { lie: undefined, lying: undefined, plan: async () => planIn((await lifeOf()).thread) }
  const lifeOf = (): Promise<Life> => readLife({ github: stage.github, issue: ISSUE, deeds: people.deeds })
  if (stage.model) stage.model.script = stageScript(control)
  const look = lookAgain(stage.stop, () => refresh())
  const player = createPlayer(stage, {
    changed: look.soon,
    ended: async () => {
      control.lying = undefined
      // What is merged is no difference any more, which the promises are read from.
      const isMerged = (await stage.github.pulls()).findLast(isOfPlan)?.merged
      if (!isMerged) play.promises = await promisesNow(play, await lifeOf())
    },
  })
  const play: Play = {
    ...{ stage, options, lines, people, player, control, tried: [], checks: [], promises: [] },
    ...{ spending: { allowed: stage.model !== undefined }, changed: look.soon },
  }
  const looker = lookerAt(stage.github, (id) => people.deeds.said.get(id)?.untouched === false)
  const view = async (): Promise<View> => viewOf(play, looker, await lifeOf())
  const feed: Feed = createFeed(await view())
  const refresh = async (): Promise<boolean> => {
    feed.show(await view())
    return player.isBusy()
  }
  const act = async (asked: Act): Promise<string | undefined> => {
    const problem = await perform(play, asked, feed.last().view)
    look.soon()
    return problem
  }
  return { feed, act, downloads: downloadsOf(play, () => feed.last().view), rest: () => player.rest() }
}

/**
 * Looks again soon, once for however many reasons, and goes on looking while something is going on. One look ends
 * before the next begins, and they leave this machine some time for the work.
 */
function lookAgain(stop: AbortSignal, look: () => Promise<boolean>): { soon: () => void } {
  let isLooking = false
  let isWanted = false
  const goOn = async (): Promise<void> => {
    while (isWanted && !stop.aborted) {
      isWanted = false
      const started = performance.now()
      const isBusy = await look().catch(() => true)
      isWanted ||= isBusy
      await sleep(Math.max(INTERVAL, 2 * (performance.now() - started)), undefined, { ref: false })
    }
    isLooking = false
  }
  const soon = (): void => {
    isWanted = true
    if (isLooking || stop.aborted) return
    isLooking = true
    void goOn()
  }
  return { soon }
}

async function promisesNow({ player }: Play, life: Life): Promise<Promised[]> {
  return promisesOf(life, !player.isBusy() && !player.isCutOff())
}

type Looker = ReturnType<typeof lookerAt>

async function viewOf(play: Play, looker: Looker, life: Life): Promise<View> {
  const { stage, options, player, lines, spending } = play
  const [isBusy, jobs] = [player.isBusy(), player.jobs()]
  const pull = await looker.pull()
  const plan = pull && !pull.merged ? await looker.plan(pull.branch) : undefined
  const sessions = (await sessionsIn(stage.folder)).map((one) => ({ ...one, run: runOf(one.id, jobs) }))
  const read = plan && parsePlan(plan.text)
  const phase = phaseOf(life, { isBusy, isCutOff: player.isCutOff(), isMerged: pull?.merged ?? false })
  const target = pull && plan && { number: pull.number, branch: pull.branch, plan: plan.text }
  const scene: Scene = { phase, target, isBusy, isScripted: stage.model !== undefined }
  return {
    ...{ project: projectOf(play), people: PEOPLE, maySpend: spending.allowed, phase, plan, sessions, pull },
    issue: await looker.issue(),
    commits: pull ? await looker.commits(pull) : [],
    changes: pull ? await looker.changes(pull) : '',
    checks: play.checks.map((check) => ({ ...check })),
    jobs,
    usage: usageOf(sessions, stage.runs.at(-1)?.outputs['cost']),
    commands:
      options.subject.kind === 'own'
        ? { setup: stage.inputs['setup-command'] ?? '', verify: stage.inputs['verify-command'] ?? '' }
        : undefined,
    chips: chipsFor(phase, {
      ...lines,
      ...standing(life),
      isRed: play.checks.at(-1)?.conclusion === 'failure',
      badLine: read?.kind === 'problem' ? read.line : undefined,
    }),
    cheats: cheatsIn(scene),
    happenings: happeningsIn({
      phase,
      isBusy,
      isSample: options.subject.kind === 'sample',
      isDraft: pull?.draft ?? true,
    }),
    attempts: attemptsOf(play, life),
    promises: play.promises,
  }
}

/** The run whose machine holds the transcript with this path. */
const runOf = (path: string, jobs: readonly Job[]): number | undefined =>
  jobs.find(({ runner }) => runner !== undefined && path.startsWith(`${runner}/`))?.id

function projectOf({ stage: { github, model, sandbox }, options: { brain } }: Play): View['project'] {
  const { owner, name, url } = github
  const inputs = brain.kind === 'endpoint' ? brain.inputs : {}
  const real = `${inputs['model'] ?? 'the default model'} at ${inputs['openai-base-url'] ?? 'api.openai.com'}`
  const address = `${url}/${owner}/${name}`
  return { owner, name, address, scripted: model !== undefined, model: model ? 'script' : real, walls: sandbox }
}

function usageOf(sessions: readonly Session[], cost = ''): View['usage'] {
  const turns = sessions.flatMap((session) => session.turns)
  const sum = (of: 'input' | 'cached' | 'output'): number => turns.reduce((all, turn) => all + turn[of], 0)
  return { input: sum('input'), cached: sum('cached'), output: sum('output'), cost, turns: turns.length }
}

/** What came of each attempt to cheat. Once it can be told, it stays as it is, whatever is approved later. */
function attemptsOf(play: Play, life: Life): View['attempts'] {
  const isOver = !play.player.isBusy() && !play.player.isCutOff()
  return play.tried.map((one) => {
    if (isOver) one.outcome ??= measured(play, life)
    const now = one.outcome ?? one.before
    const { title = '', why = '' } = TRICKS.find(({ id }) => id === one.trick) ?? {}
    const seen = judged({ trick: one.trick, before: one.before, now, isOpen: one.outcome === undefined })
    return { id: one.id, title, did: one.did, why, after: one.after, at: one.at, ...seen }
  })
}

const WORKFLOW = join(import.meta.dirname, '../../examples/one-job.yml')

const downloadsOf = ({ stage }: Play, view: () => View): Show['downloads'] => ({
  replay: async () => ({ name: 'plan.html', type: 'text/html; charset=utf-8', body: replayOf(view()) }),
  patch: async () => {
    const branch = (await stage.github.pulls()).findLast(isOfPlan)?.branch
    const body = branch && (await patchOf(stage.github, branch))
    return body ? { name: 'plan.patch', type: 'text/x-patch; charset=utf-8', body } : undefined
  },
  record: async () => {
    const body = await stage.github.git(['show', `refs/measure-twice/${ISSUE}-record:record.json`]).catch(() => '')
    return body ? { name: 'record.json', type: 'application/json', body } : undefined
  },
  transcript: async () => {
    const body = (await transcriptsOf(stage.folder)).map(({ text }) => text).join('')
    return body ? { name: 'transcript.jsonl', type: 'application/jsonl; charset=utf-8', body } : undefined
  },
  workflow: async () => ({
    ...{ name: 'measure-twice.yml', type: 'text/yaml; charset=utf-8' },
    body: await readFile(WORKFLOW, 'utf8'),
  }),
})
