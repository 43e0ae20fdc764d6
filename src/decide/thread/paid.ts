import { z } from 'zod'
import { jsonIn } from '../../guard/json.ts'
import { addUsage, noUsage, Usage } from '../../plan/usage.ts'

/**
 * Usage that no commit on the plan's branch records. `granted` came before the budget was last granted again, `grants`
 * counts how often a request on the issue did that. `fixes` are failed checks that an event asked the model about without
 * a version. `rechecked` is the newest merge of the base after which all checks passed.
 */
export const UnjournaledUsage = z.object({
  usage: Usage,
  granted: Usage,
  grants: z.number().int().nonnegative().max(1_000_000),
  fixes: z.array(z.object({ code: z.string().max(64), digest: z.string().max(64) })).max(1_000),
  rechecked: z.string().max(64).optional(),
})
export type UnjournaledUsage = z.infer<typeof UnjournaledUsage>

export const NOTHING_PAID: UnjournaledUsage = { usage: noUsage, granted: noUsage, grants: 0, fixes: [] }

/** What one step adds to it. With `grants` its budget is spent, and whoever asks again grants it again. */
export type Payment = {
  usage: Usage
  fix?: UnjournaledUsage['fixes'][number] | undefined
  grants?: boolean
  rechecked?: string
}

export function addPayment(paid: UnjournaledUsage, { usage: more, fix, grants, rechecked }: Payment): UnjournaledUsage {
  const usage = addUsage(paid.usage, more)
  const fixes = fix ? [...paid.fixes, { code: fix.code, digest: fix.digest }] : paid.fixes
  return {
    ...paid,
    usage,
    fixes,
    ...(grants ? { granted: usage, grants: paid.grants + 1 } : {}),
    ...(rechecked === undefined ? {} : { rechecked }),
  }
}

/** Reads what was kept. What is not ours counts as nothing. */
export const parsePaid = (text = ''): UnjournaledUsage => UnjournaledUsage.safeParse(jsonIn(text)).data ?? NOTHING_PAID
