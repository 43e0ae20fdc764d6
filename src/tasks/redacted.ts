import { withoutCredentialsIn } from '../guard/credentials.ts'
import { TaskResult } from './tasks.ts'

/**
 * Redacts credentials in all texts of a result before anything is published, so that commits and rendered texts contain
 * none either. Patches are checked when they are applied.
 */
export const withoutSecrets = async (result: TaskResult): Promise<TaskResult> =>
  TaskResult.parse(await withoutCredentialsIn(result, ['patch']))
