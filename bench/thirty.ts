import { readFileSync } from 'node:fs'
import type { Step } from '../fakes/model/script.ts'
import { createWorld } from '../fakes/runner/world.ts'
import type { Measurement } from './measurement.ts'
import { median } from './samples.ts'
import { createPlan, planOf, subtaskSteps } from './scripts.ts'
import { atMost, figure, type Row } from './table.ts'

const SUBTASKS = 30
const PART = 10

/** A moment at which the model was asked: when, and what the action had computed (ms) and held in memory (MiB) by then. */
type Moment = { subtask: number; at: number; computed: number; resident: number }

/** A long plan in one run: neither its time nor its memory may grow with what is done already. */
export const thirty: Measurement = {
  about: 'a plan of thirty subtasks, its first ten against its last',
  measure: async ({ bundle }) => {
    const moments: Moment[] = []
    let pid = 0
    const noted = (step: Step): Step => {
      return (context) => {
        moments.push({ subtask: context.subtask ?? 0, at: performance.now(), ...loadOf(pid) })
        return typeof step === 'function' ? step(context) : step
      }
    }
    await using world = await createWorld({
      script: { plan: createPlan(planOf(SUBTASKS)), subtasks: { default: subtaskSteps.map(noted) } },
      bundle,
      inputs: { 'max-subtasks': String(SUBTASKS) },
    })
    const { pull } = await world.plan()
    const onStart = (child: { pid?: number | undefined }): void => void (pid = child.pid ?? 0)
    const { outputs, log, peakMiB } = await world.say('alice', pull ?? 0, 'approve', { onStart, timeoutMs: 600_000 })
    if (outputs['subtasks-done'] !== String(SUBTASKS)) throw new Error(`The plan was not carried out:\n${log}`)
    return [
      growth('time of a turn', ' ms', { moments, measure: turnTime, limit: 1.25 }),
      growth('processor time of a subtask', ' ms', { moments, measure: subtaskTime, limit: 1.25 }),
      growth('memory', ' MiB', {
        moments,
        measure: (part) => median(part.map(({ resident }) => resident)),
        limit: 1.25,
      }),
      atMost({ what: 'thirty subtasks: peak resident memory', value: peakMiB, limit: 150, unit: ' MiB' }),
    ]
  },
}

/** As Linux counts it, in hundredths of a second and kibibytes; what commands computed is in it when they have ended. */
function loadOf(pid: number): { computed: number; resident: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return {
    computed: fields.slice(11, 15).reduce((sum, ticks) => sum + 10 * Number(ticks), 0),
    resident: Number(resident ?? NaN) / 1024,
  }
}

type Growth = { moments: readonly Moment[]; measure: (part: readonly Moment[]) => number; limit: number }

function growth(what: string, unit: string, { moments, measure, limit }: Growth): Row {
  const first = measure(moments.filter(({ subtask }) => subtask <= PART))
  const last = measure(moments.filter(({ subtask }) => subtask > SUBTASKS - PART))
  const detail = `${figure(last)}${unit} / ${figure(first)}${unit}`
  return atMost({
    what: `thirty subtasks: ${what}, last ten over first`,
    value: last / first,
    limit,
    unit: ' ×',
    detail,
  })
}

/** Between two requests of the same subtask. */
const turnTime = (part: readonly Moment[]): number =>
  median(
    part.flatMap(({ subtask, at }, i) => {
      const next = part[i + 1]
      return next?.subtask === subtask ? [next.at - at] : []
    }),
  )

/** From the first request of a subtask to that of the next: checks, commit, push and what people see are in it. */
function subtaskTime(part: readonly Moment[]): number {
  const begun = part.filter(({ subtask }, i) => part[i - 1]?.subtask !== subtask).map(({ computed }) => computed)
  return median(begun.slice(1).map((computed, i) => computed - (begun[i] ?? NaN)))
}
