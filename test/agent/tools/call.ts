import type { Tool } from '../../../src/agent/tool.ts'

/** Calls a tool by name, as the model would. */
export function callIn(tools: readonly Tool[]) {
  return async (name: string, input: Record<string, unknown>): Promise<string> => {
    const tool = tools.find((one) => one.declaration.name === name)
    if (!tool) throw new Error(`There is no tool ${name}.`)
    return tool.call(JSON.stringify(input), new AbortController().signal)
  }
}
