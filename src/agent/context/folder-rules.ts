import { posix } from 'node:path'
import { z } from 'zod'
import { jsonIn } from '../../guard/json.ts'
import { readBlob } from '../../git/objects.ts'
import type { Repository } from '../../git/git.ts'
import { shorten } from '../../lib/shorten.ts'
import type { Message } from '../../model/model.ts'
import type { Tool } from '../tool.ts'
import { indented, rulesMark } from './untrusted.ts'

/** Limits in characters: instructions of one folder, and of all folders for one agent. */
const MAX_FOLDER_CHARACTERS = 8_000
const MAX_TOTAL_CHARACTERS = 32_000

/** The tools that read or edit files, by the arguments that name it. */
const PathArguments = z.object({
  path: z.string().optional(),
  paths: z.array(z.string()).optional(),
  from: z.string().optional(),
  to: z.string().optional(),
})
const FILE_TOOLS = ['read_file', 'edit_file', 'write_file', 'delete_file', 'move_file']

type FolderRules = { path: string; blob: string }

/** The part of a task that lists the folders with instructions. */
export type WithFolders = { id: string; folders?: readonly FolderRules[] | undefined }

/** The instructions that are due for files at these paths, as text to append. Empty if there are none. */
export type RulesFor = (paths: readonly string[]) => Promise<string>

/** Gives an agent each folder's instructions once, as the base branch has them, but none that `messages` hold. */
export function folderRules(
  input: WithFolders,
  { repo, messages = [] }: { repo: Repository; messages?: readonly Message[] },
): RulesFor {
  const { folders = [] } = input
  const shownPaths = new Set(messages.flatMap(rulesShownIn))
  const mark = rulesMark(input.id)
  let charactersLeft = MAX_TOTAL_CHARACTERS
  return async (paths) => {
    const unseen = folders.filter((one) => !shownPaths.has(one.path) && paths.some((path) => isBelow(path, one)))
    for (const { path } of unseen) shownPaths.add(path)
    let texts = ''
    for (const { path, blob } of unseen) {
      // Empty if the clone does not have the blob.
      const text = await readBlob(repo, blob).catch(() => '')
      const limit = Math.min(MAX_FOLDER_CHARACTERS, charactersLeft)
      const shown = shorten(text, limit).trim()
      charactersLeft -= Math.min(text.length, limit)
      if (shown) texts += `\n\n<<<${mark} ${path}\n${indented(shown)}\n${mark}>>>`
    }
    return texts
  }
}

/** Wraps tools so that the first successful call for a file below a folder returns that folder's instructions, too. */
export const withFolderRules = (tools: readonly Tool[], rulesFor: RulesFor): Tool[] =>
  tools.map((tool) =>
    FILE_TOOLS.includes(tool.declaration.name)
      ? { ...tool, call: async (raw, signal) => (await tool.call(raw, signal)) + (await rulesFor(pathsIn(raw))) }
      : tool,
  )

function pathsIn(raw: string): string[] {
  const { path, paths = [], from, to } = PathArguments.safeParse(jsonIn(raw)).data ?? {}
  return [path, ...paths, from, to].flatMap((one) =>
    one === undefined ? [] : posix.normalize(one).replace(/^\/+/, ''),
  )
}

/** Whether folder instructions apply to a path. Outer folders come first, so that the nearest have the last word. */
const isBelow = (path: string, rules: FolderRules): boolean => path.startsWith(`${posix.dirname(rules.path)}/`)

const rulesShownIn = (message: Message): string[] =>
  message.kind === 'result'
    ? [...message.text.matchAll(/^<<<rules-[0-9a-f]{12} (.+)$/gm)].map(([, path = '']) => path)
    : []
