import { withoutCredentialsIn } from '../guard/credentials.ts'
import { WorkResult } from '../work/order.ts'

/**
 * The door by which what a model wrote comes into GitHub's room: no text of it holds a credential of anybody. What is made of it
 * later (commits, and all that is rendered from them) is as clean. A patch is looked at when it is applied.
 */
export const withoutSecrets = async (result: WorkResult | undefined): Promise<WorkResult | undefined> =>
  result && WorkResult.parse(await withoutCredentialsIn(result, ['patch']))
