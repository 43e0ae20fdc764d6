import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { APP, GITHUB_TOKEN, ORGANISATION, type Organisation } from './organisation.ts'
import { growthPage, playedPage } from './page.ts'
import { playDay } from './played-day.ts'

const USAGE = `npm run growth -- [--repositories N] [--people N] [--subtasks N] [--minutes N] [--jobs N]
                   [--play N [--bundle FILE]]

Simulates a day of an organization that plans, from 50 plans on, with what runs ask of GitHub (bench/scale/README.md).

  --repositories N  how many repositories (default: ${ORGANISATION.repositories})
  --people N        how many people ask, read and approve (default: ${ORGANISATION.people})
  --subtasks N      subtasks of a plan (default: ${ORGANISATION.subtasks})
  --minutes N       minutes of a subtask (default: ${ORGANISATION.minutes.subtask})
  --jobs N          jobs at once (default: ${GITHUB_TOKEN.jobsAtOnce})
  --play N          plays so many plans on embedded GitHubs, and simulates a day of ${ORGANISATION.plans} with what their runs asked
  --bundle FILE     the built action, instead of dist/index.js
`

const { values } = parseArgs({
  options: {
    repositories: { type: 'string' },
    people: { type: 'string' },
    subtasks: { type: 'string' },
    minutes: { type: 'string' },
    jobs: { type: 'string' },
    play: { type: 'string' },
    bundle: { type: 'string', default: 'dist/index.js' },
    help: { type: 'boolean', default: false },
  },
})

const given = (text: string | undefined, otherwise: number): number => (text === undefined ? otherwise : Number(text))

function wanted(limits: typeof APP): Organisation {
  return {
    ...ORGANISATION,
    ...limits,
    jobsAtOnce: given(values.jobs, limits.jobsAtOnce),
    repositories: given(values.repositories, ORGANISATION.repositories),
    people: given(values.people, ORGANISATION.people),
    subtasks: given(values.subtasks, ORGANISATION.subtasks),
    minutes: { ...ORGANISATION.minutes, subtask: given(values.minutes, ORGANISATION.minutes.subtask) },
  }
}

async function played(plans: number): Promise<string> {
  const organisation = wanted(GITHUB_TOKEN)
  return playedPage(organisation, await playDay({ ...organisation, plans }, { bundle: resolve(values.bundle) }))
}

if (values.help) process.stdout.write(USAGE)
else
  process.stdout.write(
    values.play !== undefined ? await played(Number(values.play)) : growthPage(wanted(GITHUB_TOKEN), wanted(APP)),
  )
