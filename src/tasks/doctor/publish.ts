import type { AnswerResult } from '../ask/input.ts'
import type { Snapshot, StepOf } from '../../decide/next/decision.ts'
import { placeOf, type Thread } from '../../decide/thread/thread.ts'
import { publishAnswer } from '../unfinished.ts'
import type { GitHubContext } from '../../publish/write/github-context.ts'
import { say } from '../../publish/say/say.ts'
import { doctorComment } from '../../publish/view/comments/diagnosis.ts'
import { tryGitHub } from './github-trials.ts'

/** Tries what a plan needs of GitHub, and answers `/doctor` with that and with the findings of the agent side. */
export const publishDiagnosis = (
  ctx: GitHubContext,
  snapshot: Snapshot,
  { step, result }: { step: StepOf<'doctor'>; result: AnswerResult },
): Promise<Thread> =>
  publishAnswer(ctx, snapshot.thread, {
    step,
    result,
    answer: async (thread, { text, usage }) => {
      const { id, author } = step.comment
      const findings = await tryGitHub(ctx, {
        base: thread.base,
        bot: thread.bot,
        branch: thread.branch?.name ?? thread.freeBranch,
        trial: `${ctx.sources.branchPrefix}doctor-${id}`,
        number: String(thread.pull?.pull.number ?? thread.issue.number),
        login: author.login,
        comment: id,
      })
      const report = doctorComment(ctx.settings, { findings, agentFindings: text, usage }, id)
      return say(ctx, thread, { place: placeOf(thread, step.comment), ...report })
    },
  })
