import { parseArgs } from 'node:util'
import { openPlayground } from './playground.ts'
import { CAMPAIGNS, everywhere, recoveredIn, soak, type Broken, type Figures } from './soak.ts'

const USAGE = `npm run soak -- [--minutes N] [--seed N] [--only NAME] [--count N] [--as-found] [--replay SCHEDULE]

Kills runs, breaks requests, crowds runs and plays people, and looks whether every promise holds (docs/gate.md).

  --minutes N        for how long (default: 3)
  --seed N           where to begin (default: 1): the same seed makes the same schedules
  --only NAME        crowds, kills, faults, people, beside or every request
  --count N          so many schedules of each kind, however long it takes
  --as-found         does not look for the smallest schedule that fails
  --replay SCHEDULE  one schedule, as the soak printed it
`

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    count: { type: 'string' },
    replay: { type: 'string' },
    'as-found': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

/** What runs say to their runner would drown what is told here. */
const write = process.stdout.write.bind(process.stdout)
const print = (line: string): void => void write(`${line}\n`)

async function main(): Promise<void> {
  if (values.help) return print(USAGE)
  process.stdout.write = () => true
  await using ground = await openPlayground()
  if (values.replay !== undefined) {
    const played = await ground.play(JSON.parse(values.replay))
    return print(JSON.stringify(played, undefined, 2))
  }
  const campaigns = [...CAMPAIGNS, await everywhere(ground)].filter(({ name }) => name.includes(values.only))
  const share = (Number(values.minutes) * 60_000) / campaigns.length
  const all: Figures[] = []
  for (const campaign of campaigns) {
    const until = performance.now() + share
    const goOn = (played: number): boolean =>
      values.count === undefined ? performance.now() < until : played < Number(values.count)
    const figures = await soak(ground, campaign, { seed: Number(values.seed), goOn, shrink: !values['as-found'], tell })
    report(figures)
    all.push(figures)
  }
  const broken = all.reduce((sum, one) => sum + one.broken.length, 0)
  print(`broken: ${broken}`)
  if (broken > 0) process.exitCode = 1
}

function report({ name, played, runs, places, kinds, broken }: Figures): void {
  print(
    `${name}: ${played} schedules, ${runs} runs, ${places.size} places, ${kinds.size} kinds, broken: ${broken.length}`,
  )
  for (const [kind, { met, recovered }] of kinds)
    print(`  ${kind}: ${met}${kind.startsWith('kill') ? '' : `, ${recovered} of them unnoticed`}`)
  const share = recoveredIn(kinds)
  if (share !== undefined) print(`  of all faults, ${share} % cost no run`)
}

function tell({ seed, schedule, broken }: Broken): void {
  print(`broken by seed ${seed}:`)
  for (const breach of broken) print(`  ${breach}`)
  print(`  npm run soak -- --replay '${JSON.stringify(schedule)}'`)
}

await main()
