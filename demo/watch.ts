import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { bad, dim, good, happening, print, renderMarkdown, speech } from './show.ts'
import type { Stage } from './stage/open.ts'
import { readTranscripts, type Line } from './transcripts.ts'

/** Milliseconds between two looks. */
const INTERVAL = 200

type Pulls = Awaited<ReturnType<Stage['github']['pulls']>>
type Look = (pulls: Pulls) => Promise<void>

/**
 * Prints what comes up while something goes on: what the agent does, what is pushed, how the checklist changes, and
 * what people and the bot say.
 */
export function watch(stage: Stage): { during(work: Promise<void>): Promise<void> } {
  const looks = [agentLook(stage), commitLook(stage), checklistLook(), commentLook(stage)]
  const look = async (): Promise<void> => {
    const pulls = await stage.github.pulls()
    for (const one of looks) await one(pulls)
  }
  const during = async (work: Promise<void>): Promise<void> => {
    let ended = false
    const end = work.finally(() => (ended = true))
    end.catch(() => undefined)
    for (; !ended; await Promise.race([sleep(INTERVAL), end])) await look()
    await end
    await look()
  }
  return { during }
}

/** Tells of every key whether it comes up for the first time. */
function firstTime(): (key: string | number) => boolean {
  const seen = new Set<string | number>()
  return (key) => !seen.has(key) && seen.add(key).has(key)
}

const Author = z.object({ login: z.string() })

function commentLook({ github }: Stage): Look {
  const isNew = firstTime()
  return async (pulls) => {
    const places = pulls.map(({ number }) => ({ number, where: `on pull request #${number}` }))
    for (const { number, where } of [{ number: 1, where: 'on issue #1' }, ...places])
      for (const { id, body, user } of await github.commentsOf(number))
        if (isNew(id)) print(...speech(Author.parse(user).login, where, body ?? ''))
  }
}

function commitLook({ github }: Stage): Look {
  const isNew = firstTime()
  let moves = 0
  return async (pulls) => {
    const updates = github.refUpdates.length
    if (pulls.length === 0 || updates === moves) return
    moves = updates
    for (const { branch } of pulls) {
      if (!(await github.sha(`refs/heads/${branch}`))) continue
      for (const { sha, subject } of await github.commits(branch))
        if (isNew(sha)) print(happening(`pushed to ${branch}: ${sha.slice(0, 7)} ${subject}`))
    }
  }
}

const isProgress = (line: string): boolean => /^\s*- \[[ x]\] |^[▓░]+ /.test(line)

function checklistLook(): Look {
  let shown: string[] = []
  return async (pulls) => {
    for (const { number, body, draft } of pulls) {
      const lines = [...body.split('\n').filter(isProgress), draft ? 'draft' : 'ready for review']
      const changed = lines.filter((line) => !shown.includes(line))
      if (changed.length === 0) continue
      shown = lines
      print(
        happening(`pull request #${number}`),
        ...renderMarkdown(changed.join('\n'), 100).map((line) => `      ${line}`),
      )
    }
  }
}

function agentLook({ folder }: Stage): Look {
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

/** A call of the agent in one line: the tool, what it was about, and the first line of the answer where that was a no. */
function renderCall({ call, text = '', failed = false }: Line): string {
  const { path, command, pattern, from } = Target.parse(parsed(call?.arguments ?? ''))
  const target = firstLine(path ?? command ?? pattern ?? from ?? '')
  const said = `${call?.name ?? ''} ${target}`.trimEnd()
  return `    ${failed ? bad('✗') : good('·')} ${dim(failed ? `${said}: ${firstLine(text)}` : said)}`
}

const firstLine = (text: string): string => text.split('\n')[0] ?? ''

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return {} // the model's own mistake, which it is told
  }
}
