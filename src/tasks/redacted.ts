import { withoutCredentialsIn } from '../guard/credentials.ts'
import { TaskResult } from './tasks.ts'

/**
 * A result without credentials in its texts. All results of a model pass here before anything is published, so commits
 * and what is rendered from them hold none either. Patches are checked when they are applied.
 */
export const withoutSecrets = async (result: TaskResult): Promise<TaskResult> =>
  TaskResult.parse(await withoutCredentialsIn(result, ['patch']))
