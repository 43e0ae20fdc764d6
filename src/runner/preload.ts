import { realpathSync } from 'node:fs'

/**
 * Loads now what a run otherwise loads when there is use for it. `uses: ./…` runs this program from the checkout, where
 * the agent's commands write: what they put there must not be loaded into this process. All else is loaded before the
 * model is first asked.
 */
export async function loadAll(): Promise<void> {
  await Promise.all([
    import('@actions/core'),
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
    import('./outputs.ts'),
  ])
}

/** Whether a program lies in a folder. `false` where either is not there. */
export function isBelow(program: string | undefined, folder: string | undefined): boolean {
  if (!program || !folder) return false
  try {
    return realpathSync(program).startsWith(`${realpathSync(folder)}/`)
  } catch {
    return false
  }
}
