import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { bad, dim, good, happening, print, renderMarkdown, speech } from './show.ts'
import type { Stage } from './stage.ts'
import { readTranscripts, type Line } from './transcripts.ts'

/** Milliseconds between two looks. */
const INTERVAL = 200

/** Prints what is new: what people and the bot say, what is pushed, how the checklist changes, and what the agent does. */
export type Watch = { look(): Promise<void>; during(work: Promise<void>): Promise<void> }

export function watch(stage: Stage): Watch {
  const once = remember()
  const looks = [agentLook(stage), commitLook(stage, once), checklistLook(stage), commentLook(stage, once)]
  const look = async (): Promise<void> => {
    for (const one of looks) await one()
  }
  const during = async (work: Promise<void>): Promise<void> => {
    let ended = false
    const end = work.finally(() => (ended = true))
    end.catch(() => undefined)
    for (; !ended; await Promise.race([sleep(INTERVAL), end])) await look()
    await end
    await look()
  }
  return { look, during }
}

type Once = (key: string) => boolean

/** Tells of every key whether it comes up for the first time. */
function remember(): Once {
  const seen = new Set<string>()
  return (key) => !seen.has(key) && seen.add(key).has(key)
}

const Author = z.object({ login: z.string() })

const commentLook =
  ({ github }: Stage, isNew: Once) =>
  async (): Promise<void> => {
    const pulls = await github.pulls()
    const places = [
      { number: 1, where: 'issue #1' },
      ...pulls.map(({ number }) => ({ number, where: `pull request #${number}` })),
    ]
    for (const { number, where } of places) {
      for (const { id, body, user } of await github.commentsOf(number))
        if (isNew(`comment ${id}`)) print(...speech(Author.parse(user).login, `on ${where}`, body ?? ''))
    }
  }

const commitLook =
  ({ github }: Stage, isNew: Once) =>
  async (): Promise<void> => {
    for (const { branch } of await github.pulls()) {
      if (!(await github.sha(`refs/heads/${branch}`))) continue
      for (const { sha, subject } of await github.commits(branch))
        if (isNew(sha)) print(happening(`pushed to ${branch}: ${sha.slice(0, 7)} ${subject}`))
    }
  }

const isChecklist = (line: string): boolean => /^\s*- \[[ x]\] |^[▓░]+ /.test(line)

const checklistLook = ({ github }: Stage): (() => Promise<void>) => {
  let shown: string[] = []
  return async () => {
    for (const { number, body, draft } of await github.pulls()) {
      const lines = [...body.split('\n').filter(isChecklist), draft ? '' : '**ready for review**'].filter(Boolean)
      const changed = lines.filter((line) => !shown.includes(line))
      if (changed.length === 0) continue
      shown = lines
      print(
        happening(`checklist of #${number}`),
        ...renderMarkdown(changed.join('\n'), 100).map((line) => `      ${line}`),
      )
    }
  }
}

const agentLook = ({ folder }: Stage): (() => Promise<void>) => {
  const shown = new Map<string, number>()
  return async () => {
    for (const [file, lines] of await readTranscripts(folder)) {
      const fresh = lines.slice(shown.get(file) ?? 0)
      shown.set(file, lines.length)
      print(...fresh.filter(({ kind }) => kind === 'tool').map(renderCall))
    }
  }
}

const Target = z
  .object({ path: z.string(), command: z.string(), pattern: z.string(), from: z.string() })
  .partial()
  .catch({})

/** A call of the agent in one line: the tool, what it was about, and the first line of its answer where that was a no. */
function renderCall({ call, text = '', failed = false }: Line): string {
  const { path, command, pattern, from } = Target.parse(parsed(call?.arguments ?? ''))
  const target = (path ?? command ?? pattern ?? from ?? '').split('\n')[0] ?? ''
  const said = `${call?.name ?? ''} ${target}`.trimEnd()
  return `    ${failed ? bad('✗') : good('·')} ${dim(failed ? `${said}: ${text.split('\n')[0] ?? ''}` : said)}`
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return {} // the model's own mistake, which it is told
  }
}
