import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Mind } from '../../test/model/mind.ts'

// The code that decides with one defect in it: all of `src/decide/`, and what `src/tasks/` asks of it, is loaded once
// more, under addresses of its own.

const SOURCE = new URL('../../src/', import.meta.url).href
const COPIED = ['decide/', 'tasks/'].map((room) => SOURCE + room)
const sources = new Map<string, string>()
const defects = new Map<string, { url: string; source: string }>()

const stripped = (url: string): string => {
  const known = sources.get(url) ?? stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'))
  sources.set(url, known)
  return known
}

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    const [, id] = /\?defect=(\d+)$/.exec(context.parentURL ?? '') ?? []
    return id !== undefined && COPIED.some((room) => resolved.url.startsWith(room)) && !resolved.url.includes('?')
      ? { ...resolved, url: `${resolved.url}?defect=${id}` }
      : resolved
  },
  load(url, context, next) {
    const [, file = '', id = ''] = /^(.*)\?defect=(\d+)$/.exec(url) ?? []
    const defect = defects.get(id)
    if (!defect) return next(url, context)
    const source = defect.url === file ? defect.source : stripped(file)
    return { format: 'module', source, shortCircuit: true }
  },
})

/** Loads the code with another source of one of its files. */
export async function mindWith(file: string, source: string): Promise<Mind> {
  const id = String(defects.size + 1)
  defects.set(id, { url: new URL(`../../${file}`, import.meta.url).href, source: stripTypeScriptTypes(source) })
  const load = async <T>(path: string): Promise<T> => (await import(`${SOURCE}${path}?defect=${id}`)) as T
  const [{ decide }, { stateOf }, { asOfNow, stillDue }, { planSeen }] = await Promise.all([
    load<Pick<Mind, 'decide'>>('decide/next/decide.ts'),
    load<Pick<Mind, 'stateOf'>>('decide/next/state.ts'),
    load<Pick<Mind, 'asOfNow' | 'stillDue'>>('tasks/tasks.ts'),
    load<Pick<Mind, 'planSeen'>>('decide/next/plan-seen.ts'),
  ])
  return { decide, stateOf, asOfNow, stillDue, planSeen }
}
