import type { JournalEntry } from '../fakes/github/types.ts'
import type { ModelRequest } from '../fakes/model/request.ts'
import { createWorld, type World } from '../fakes/runner/world.ts'
import type { Effort, Measurement } from './measurement.ts'
import { byPurpose } from './purposes.ts'
import { createPlan, planOf, subtaskSteps } from './scripts.ts'
import { atMost, type Row } from './table.ts'

/** A plan from `/plan` to the end: what it asks of GitHub, what it sends to the model, and the memory that it takes. */
export const life: Measurement = {
  about: 'requests to GitHub, byte-stable prefix and memory of a whole life',
  measure: async (effort) => {
    const short = await live(effort, 3)
    const long = await live(effort, 6)
    const peak = Math.max(...short.peaks, ...long.peaks)
    return [
      requestsRow(3, short.journal),
      requestsRow(6, long.journal),
      purposesRow(3, short.journal),
      prefixRow([short.asked, long.asked]),
      atMost({ what: 'peak resident memory, whole life', value: peak, limit: 150, unit: ' MiB' }),
    ]
  },
}

type Life = { journal: JournalEntry[]; asked: ModelRequest[]; peaks: number[] }

/** A plan of `count` subtasks is asked for, approved and carried out, in two runs. */
async function live({ bundle }: Effort, count: number): Promise<Life> {
  await using world = await createWorld({
    script: { plan: createPlan(planOf(count)), subtasks: { default: subtaskSteps } },
    bundle,
  })
  const { pull } = await world.plan()
  if (pull === undefined) throw new Error(`There is no plan:\n${logOf(world)}`)
  const { outputs } = await world.say('alice', pull, 'approve')
  if (outputs['plan-state'] !== 'done') throw new Error(`The plan was not carried out:\n${logOf(world)}`)
  const { runs, model } = world
  return {
    journal: runs.flatMap(({ journal }) => journal),
    asked: [...model.requests],
    peaks: runs.map(({ peakMiB }) => peakMiB),
  }
}

const logOf = ({ runs }: World): string => runs.map(({ log }) => log).join('\n')

function requestsRow(count: number, journal: readonly JournalEntry[]): Row {
  const asked = journal.filter(({ kind }) => kind !== 'git')
  const unchanged = asked.filter(({ status }) => status === 304).length
  // How often an agent's steps are shown is a matter of time: one write each, beside one for each subtask and the end.
  const described = asked.filter(({ method, path }) => method === 'PATCH' && /\/pulls\/\d+$/.test(path)).length
  const shows = Math.max(0, described - count - 1)
  const value = asked.length - unchanged - shows
  const writes = asked.filter(({ write }) => write).length
  const detail = `besides ${shows} that show steps; ${writes} of all are writes; ${unchanged} answered 304, and ${journal.length - asked.length} of git`
  return atMost({ what: `requests to GitHub, ${count} subtasks`, value, limit: 25 + 2 * count, unit: '', detail })
}

/** What those requests were for. It has nothing to reach: it says where there is something to save. */
const purposesRow = (count: number, journal: readonly JournalEntry[]): Row => ({
  what: `what they were for, ${count} subtasks`,
  measured: byPurpose(journal.filter(({ kind, status }) => kind !== 'git' && status !== 304)),
  reach: '',
  met: true,
})

/** All but the first requests of each agent must begin with the bytes of the one before, up to the end of its messages. */
function prefixRow(lives: readonly ModelRequest[][]): Row {
  const pairs = lives.flatMap((requests) =>
    requests.flatMap((request, i) => {
      const former = requests[i - 1]
      return request.turn > 0 && former ? [[former.raw, request.raw] as const] : []
    }),
  )
  const stable = pairs.filter(([former, latter]) => latter.startsWith(former.replace(/\]\}$/, ',')))
  return {
    what: 'requests that begin with the bytes of the one before',
    measured: `${stable.length} of ${pairs.length}`,
    reach: 'all',
    met: pairs.length > 0 && stable.length === pairs.length,
  }
}
