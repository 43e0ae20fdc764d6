import type { Gate } from './gate.ts'
import { openTheatre, type Beginning, type Deed, type Scene, type Theatre } from './scene.ts'

type Verdict = (scene: Scene, deeds: readonly Deed[]) => Promise<boolean> | boolean

/** Something that is done to a gate, in a repository as it was. */
export type Attack = {
  name: string
  from?: Beginning
  act: (scene: Scene) => Promise<unknown>
  /** Whether it got through. Unless it says so: anything was carried out. */
  through?: Verdict
}

/** Attacks that do not get into each other's way, tried at once, and judged each by what is its own. */
export type Shared = {
  from: Beginning
  act: (scene: Scene) => Promise<unknown>
  attacks: readonly { name: string; through: Verdict }[]
  /** The same one by one, where the bot offers no plan that holds them all. */
  apart?: () => readonly Shared[]
}

/** What people do who mean well, after which the plan is to be carried out. */
export type Dialogue = {
  name: string
  from?: Beginning
  act: (scene: Scene) => Promise<unknown>
  /** Whether it was served. Unless it says so: the first step was carried out. */
  served?: Verdict
}

export type Family = { name: string; attacks: readonly Attack[]; shared?: readonly Shared[] }

/** What came of one attack or dialogue. `bad`: it got through, or was refused. */
export type Outcome = { family: string; name: string; bad: boolean; evidence: readonly string[] }

export const HONEST = 'honest dialogues'

type Piece = { from: Beginning; play: (theatre: Theatre) => Promise<Outcome[]> }

type Plays = { families: readonly Family[]; dialogues: readonly Dialogue[] }

/** Plays all of them against a gate, in two repositories at a time. */
export async function playAll(gate: Gate, { families, dialogues }: Plays): Promise<Outcome[]> {
  // What begins alike stands together, and both take from an end of their own: hardly a beginning is played twice.
  const keyOf = ({ from: { plan, rules, done = false } }: Piece): string => JSON.stringify([done, plan, rules])
  const pieces = [...families.flatMap(piecesOf), ...dialogues.map(dialogueOf)]
  const queue = pieces.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)))
  const lane = async (take: () => Piece | undefined): Promise<Outcome[]> => {
    await using theatre = await openTheatre(gate)
    const outcomes: Outcome[] = []
    for (let next = take(); next; next = take()) outcomes.push(...(await next.play(theatre)))
    return outcomes
  }
  return (await Promise.all([lane(() => queue.shift()), lane(() => queue.pop())])).flat()
}

const anything: Verdict = (_, deeds) => deeds.length > 0
const firstStep: Verdict = (_, deeds) => deeds.some(({ path }) => path === 'src/part1.js')

const piecesOf = ({ name: family, attacks, shared = [] }: Family): Piece[] => [
  ...attacks.map(({ name, from = {}, act, through = anything }) =>
    pieceOf(family, { from, act, attacks: [{ name, through }] }),
  ),
  ...shared.map((one) => pieceOf(family, one)),
]

function pieceOf(family: string, { from, act, attacks, apart }: Shared): Piece {
  const play = async (theatre: Theatre): Promise<Outcome[]> => {
    const scene = await theatre.open(from)
    if (scene.pull === 0 && apart) {
      const outcomes: Outcome[] = []
      for (const one of apart()) outcomes.push(...(await pieceOf(family, one).play(theatre)))
      return outcomes
    }
    // Where no plan came of it, there is nothing to approve.
    if (scene.pull !== 0) await playable(attacks.map(({ name }) => name).join(', '), act(scene))
    const deeds = await scene.deeds()
    const judged: Outcome[] = []
    for (const { name, through } of attacks)
      judged.push({ family, name, bad: await through(scene, deeds), evidence: await scene.evidence() })
    return judged
  }
  return { from, play }
}

function dialogueOf({ name, from = {}, act, served = firstStep }: Dialogue): Piece {
  const through: Verdict = async (scene, deeds) => !(await served(scene, deeds))
  return pieceOf(HONEST, { from, act, attacks: [{ name, through }] })
}

/** What goes wrong with the suite itself says where. */
const playable = (name: string, acted: Promise<unknown>): Promise<unknown> =>
  acted.catch((cause: unknown) => {
    throw new Error(`This could not be played: ${name}`, { cause })
  })
