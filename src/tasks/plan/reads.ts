import type { Tool } from '../../agent/tool.ts'

/** What an agent's tools were asked for and answered. Listings do not count: a name is not what a file holds. */
export type Reads = { tools: Tool[]; has: (path: string) => boolean }

/** Wraps reading tools so that it is known which files an agent has seen. */
export function recordReads(tools: readonly Tool[]): Reads {
  const seen: string[] = []
  const recording = (tool: Tool): Tool => ({
    ...tool,
    call: async (raw, signal) => {
      const text = await tool.call(raw, signal)
      seen.push(raw, text)
      return text
    },
  })
  return {
    tools: tools.map((tool) => (tool.declaration.name === 'list_files' ? tool : recording(tool))),
    has: (path) => seen.some((text) => text.includes(path)),
  }
}
