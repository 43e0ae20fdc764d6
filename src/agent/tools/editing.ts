import { z } from 'zod'
import { ToolError, defineTool, type Tool } from '../tool.ts'
import type { Workspace } from '../place/workspace.ts'
import { nearMiss } from './near-miss.ts'

export const editingTools = (place: { workspace: Workspace }): Tool[] => [
  editFileTool(place),
  writeFileTool(place),
  deleteFileTool(place),
  moveFileTool(place),
]

function editFileTool({ workspace }: { workspace: Workspace }): Tool {
  return defineTool({
    name: 'edit_file',
    description: 'Replaces a text that occurs exactly once.',
    input: z.object({
      path: z.string(),
      old_text: z.string(),
      new_text: z.string(),
      replace_all: z.boolean().optional(),
    }),
    run: async ({ path, old_text, new_text, replace_all = false }) => {
      await workspace.resolveForWriting(path)
      const file = decodeForEdit(await workspace.read(path), path)
      const adapt = (text: string) => (file.crlf ? text.replaceAll('\r\n', '\n') : text)
      const edit = { path, old: adapt(old_text), new: adapt(new_text), all: replace_all }
      const places = occurrences(file.text, edit.old)
      refuseUnclear(file.text, { ...edit, places })
      await workspace.write(path, encode(file.text.split(edit.old).join(edit.new), file))
      return `Replaced ${places.length === 1 ? 'one occurrence' : `${places.length} occurrences`} in \`${path}\`.`
    },
  })
}

/** The text of a file without byte order mark. If all lines end in `\r\n`, they end in `\n` here and `crlf` is true. */
type EditableText = { text: string; bom: boolean; crlf: boolean }

function decodeForEdit(bytes: Buffer, path: string): EditableText {
  const text = decode(bytes, path)
  const bom = text.startsWith('\uFEFF')
  const crlf = text.includes('\r\n') && !/(^|[^\r])\n|\r(?!\n)/.test(text)
  const plain = bom ? text.slice(1) : text
  return { text: crlf ? plain.replaceAll('\r\n', '\n') : plain, bom, crlf }
}

const encode = (text: string, { bom, crlf }: Omit<EditableText, 'text'>): string =>
  (bom && !text.startsWith('\uFEFF') ? '\uFEFF' : '') + (crlf ? text.replace(/\r?\n/g, '\r\n') : text)

function decode(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new ToolError(`\`${path}\` is not UTF-8 text; change it with a command.`)
  }
}

/** The offsets at which `wanted` occurs, without overlaps. */
function occurrences(text: string, wanted: string): number[] {
  if (wanted === '') return []
  const places: number[] = []
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) places.push(at)
  return places
}

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

function refuseUnclear(
  text: string,
  edit: { path: string; old: string; new: string; all: boolean; places: readonly number[] },
): void {
  if (edit.old === '') throw new ToolError('old_text is empty; write_file makes a file or replaces it whole.')
  if (edit.old === edit.new) throw new ToolError('old_text and new_text are the same.')
  if (edit.places.length === 0) {
    throw new ToolError(`old_text does not occur in \`${edit.path}\`. ${nearMiss(text, edit.old)}`)
  }
  if (edit.places.length > 1 && !edit.all) {
    const lines = edit.places.slice(0, 10).map((place) => lineOf(text, place))
    throw new ToolError(
      `old_text occurs ${edit.places.length} times in \`${edit.path}\` (lines ${lines.join(', ')}${edit.places.length > 10 ? ', …' : ''}); ` +
        'add lines around it until it is unique, or set replace_all.',
    )
  }
}

function writeFileTool({ workspace }: { workspace: Workspace }): Tool {
  return defineTool({
    name: 'write_file',
    description: 'Writes a whole file.',
    input: z.object({ path: z.string(), content: z.string() }),
    run: async ({ path, content }) => {
      const text = encode(content.toWellFormed(), await encodingAt(workspace, path))
      await workspace.write(path, text)
      return `Wrote \`${path}\` (${Buffer.byteLength(text)} bytes).`
    },
  })
}

/** The byte order mark and line ends of a file, which a new text of it keeps. None where there is no such text yet. */
async function encodingAt(workspace: Workspace, path: string): Promise<Omit<EditableText, 'text'>> {
  try {
    return decodeForEdit(await workspace.read(path), path)
  } catch (error) {
    if (error instanceof ToolError) return { bom: false, crlf: false }
    throw error
  }
}

function deleteFileTool({ workspace }: { workspace: Workspace }): Tool {
  return defineTool({
    name: 'delete_file',
    description: 'Deletes a file.',
    input: z.object({ path: z.string() }),
    run: async ({ path }) => {
      await workspace.remove(path)
      return `Deleted \`${path}\`.`
    },
  })
}

function moveFileTool({ workspace }: { workspace: Workspace }): Tool {
  return defineTool({
    name: 'move_file',
    description: 'Moves a file.',
    input: z.object({ from: z.string(), to: z.string() }),
    run: async ({ from, to }) => {
      await workspace.move(from, to)
      return `Moved \`${from}\` to \`${to}\`.`
    },
  })
}
