import { parseArgs } from 'node:util'
import { APP, GITHUB_TOKEN, ORGANISATION, type Organisation } from './organisation.ts'
import { growthPage } from './page.ts'

const USAGE = `npm run growth -- [--repositories N] [--people N] [--subtasks N] [--minutes N] [--jobs N]

Simulates a day of an organization that plans, from 50 plans on, with what runs ask of GitHub (docs/scale.md).

  --repositories N  how many repositories (default: ${ORGANISATION.repositories})
  --people N        how many people ask, read and approve (default: ${ORGANISATION.people})
  --subtasks N      subtasks of a plan (default: ${ORGANISATION.subtasks})
  --minutes N       minutes of a subtask (default: ${ORGANISATION.minutes.subtask})
  --jobs N          jobs at once (default: ${GITHUB_TOKEN.jobsAtOnce})
`

const { values } = parseArgs({
  options: {
    repositories: { type: 'string' },
    people: { type: 'string' },
    subtasks: { type: 'string' },
    minutes: { type: 'string' },
    jobs: { type: 'string' },
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

process.stdout.write(values.help ? USAGE : growthPage(wanted(GITHUB_TOKEN), wanted(APP)))
