import { z } from 'zod'
import { addUsage, noUsage, Usage } from '../../plan/usage.ts'

/**
 * What was paid for a plan and no commit on its branch records: drafts and revisions without a plan, answers, and
 * `/doctor`. `granted` is the part of it that came before the budget was last granted again, and `grants` says
 * how often a request on the issue did that. `fixes` are the failed checks that an event asked the model about, of
 * which no version came. `rechecked` is the newest merge of the base after which all checks passed once more, so that
 * there is nothing to say of it.
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
export function parsePaid(text: string | undefined): UnjournaledUsage {
  try {
    return text === undefined ? NOTHING_PAID : UnjournaledUsage.parse(JSON.parse(text))
  } catch {
    return NOTHING_PAID
  }
}
