import type { Status } from '../../../decide/approval/subtask-status.ts'
import { cut, oneLine } from '../text/text.ts'
import { liveSubtasks, type Live } from '../text/view.ts'

/** Characters and edges. Mermaid gives up beyond 50,000 characters or 500 edges, and readers long before. */
const LARGEST = 20_000
const MOST_EDGES = 200

/** Readable on a light and on a dark page: every state has its own text colour. */
const COLOURS: Record<Status['state'], string> = {
  todo: 'fill:#eaeef2,stroke:#8c959f,color:#24292f',
  in_progress: 'fill:#fff8c5,stroke:#bf8700,color:#3b2300',
  done: 'fill:#dafbe1,stroke:#1a7f37,color:#0f3d1c',
  abandoned: 'fill:#f6f8fa,stroke:#afb8c1,color:#6e7781,stroke-dasharray:4 3',
  failed: 'fill:#ffebe9,stroke:#cf222e,color:#6e0d14',
}

/** A Mermaid block of the subtasks with states and dependencies; empty when it would be too large. */
export function renderGraph(statuses: readonly Status[], live: Live | undefined): string {
  const numbers = new Set(statuses.map(({ subtask }) => subtask.number))
  const nodes = statuses.map(({ subtask }) => `  s${subtask.number}["${label(`${subtask.number}. ${subtask.name}`)}"]`)
  const edges = statuses.flatMap(({ subtask }) =>
    subtask.depends_on.filter((needed) => numbers.has(needed)).map((needed) => `  s${needed} --> s${subtask.number}`),
  )
  const lines = ['```mermaid', 'graph TD', ...nodes, ...edges, ...classLines(statuses, live), '```']
  const graph = lines.join('\n')
  return statuses.length === 0 || edges.length > MOST_EDGES || graph.length > LARGEST ? '' : graph
}

function classLines(statuses: readonly Status[], live: Live | undefined): string[] {
  const inHand = live ? liveSubtasks(live).map(({ number }) => number) : []
  const states = Map.groupBy(statuses, ({ subtask, state }) =>
    state === 'todo' && inHand.includes(subtask.number) ? 'in_progress' : state,
  )
  return [...states].flatMap(([state, members]) => [
    `  classDef ${state} ${COLOURS[state]}`,
    `  class ${members.map(({ subtask }) => `s${subtask.number}`).join(',')} ${state}`,
  ])
}

/**
 * Text between quotes in Mermaid. All but letters, digits and plain punctuation becomes a character code. Quotes would
 * end the label and backticks the block; other characters may have a meaning in Mermaid, Markdown or HTML.
 */
const label = (text: string): string =>
  cut(oneLine(text), 60).replace(/[^\p{L}\p{M}\p{N} .,…-]/gu, (character) => `#${character.codePointAt(0)};`)
