import { basename, dirname } from 'node:path'
import type { WebhookEvent } from '../../fakes/github/types.ts'
import type { Stage } from './open.ts'
import type { Job } from './view.ts'

/** What starts a run: in words, for which issue or pull request, and by which event. */
export type Trigger = { title: string; group: number; event: WebhookEvent; attempt?: number }

type Entry = { job: Job; trigger: Trigger; started: number; kill: () => void; isRepeated: boolean }

export type Player = {
  jobs(): Job[]
  play(trigger: Trigger): void
  /** Kills the runners that are at work, and returns how many there were. */
  kill(): number
  /** Starts a run again, as the button on GitHub does. */
  again(job: number): void
  isBusy(): boolean
  /** A runner was killed, and nobody has run its work again. */
  isCutOff(): boolean
  /** Resolves when nothing is left to run. */
  rest(): Promise<void>
}

type Hooks = { changed: () => void; ended: () => Promise<void> }

/** Runs that GitHub would start: one after the other for each issue or pull request, as the workflow's `concurrency` has it. */
export function createPlayer(stage: Stage, { changed, ended }: Hooks): Player {
  const entries: Entry[] = []
  const groups = new Map<number, Promise<void>>()
  const play = (trigger: Trigger): void => {
    const entry = newEntry(entries.length + 1, trigger)
    entries.push(entry)
    const before = groups.get(trigger.group) ?? Promise.resolve()
    groups.set(
      trigger.group,
      before.then(() => run(entry)),
    )
    changed()
  }
  const run = async (entry: Entry): Promise<void> => {
    if (stage.stop.aborted) return
    await perform(stage, entry, changed)
    if (stage.stop.aborted) return
    for (let next = stage.github.takeDispatch(); next; next = stage.github.takeDispatch())
      play({ title: 'The run goes on in a new one', group: entry.trigger.group, event: next })
    await ended()
    changed()
  }
  const rest = async (): Promise<void> => {
    const waiting = [...groups.values()]
    await Promise.all(waiting)
    if ([...groups.values()].some((one) => !waiting.includes(one))) await rest()
  }
  return {
    jobs: () => entries.map(({ job, started }) => ({ ...job, seconds: job.seconds ?? secondsSince(started) })),
    play,
    kill: () => entries.filter(({ job }) => job.state === 'running').map(({ kill }) => kill()).length,
    again: (id) => {
      const entry = entries.find(({ job }) => job.id === id)
      if (!entry || entry.isRepeated || !['killed', 'failed'].includes(entry.job.state)) return
      entry.isRepeated = true
      play({ ...entry.trigger, attempt: entry.job.attempt + 1 })
    },
    isBusy: () => entries.some(({ job }) => job.state === 'queued' || job.state === 'running'),
    isCutOff: () => entries.some(({ job, isRepeated }) => job.state === 'killed' && !isRepeated),
    rest,
  }
}

const newEntry = (id: number, trigger: Trigger): Entry => ({
  job: {
    ...{ id, number: trigger.group, title: trigger.title, state: 'queued', attempt: trigger.attempt ?? 1 },
    ...{ seconds: undefined, log: [] },
  },
  ...{ trigger, started: 0, kill: () => undefined, isRepeated: false },
})

const secondsSince = (started: number): number | undefined =>
  started === 0 ? undefined : Math.round((performance.now() - started) / 1000)

/** Lines that tell the runner its secrets are nobody’s business. */
const isOpen = (line: string): boolean => !line.startsWith('::add-mask::')

async function perform(stage: Stage, entry: Entry, changed: () => void): Promise<void> {
  const { job } = entry
  const log: string[] = []
  job.log = log
  job.state = 'running'
  entry.started = performance.now()
  changed()
  try {
    const { run, kill } = stage.start(entry.trigger.event, {
      onLine: (line) => {
        if (isOpen(line)) log.push(line)
        changed()
      },
      onTemp: (temp) => (job.runner = basename(dirname(temp))),
    })
    let killed = false
    entry.kill = () => {
      killed = true
      kill()
    }
    const { code, ms } = await run
    job.seconds = Math.round(ms / 100) / 10
    job.state = killed ? 'killed' : code === 0 ? 'passed' : 'failed'
  } catch (error) {
    log.push(String(error))
    job.state = 'failed'
  }
}
