import { as, repo } from '../fakes/github/clients.ts'
import type { GitHub } from '../fakes/github/github.ts'

/** The pull request of an earlier plan, on which the bot took up what somebody said. Gives its number. */
export async function earlierPlan(
  github: GitHub,
  { issue, words, login = 'bob' }: { issue: number; words: string; login?: string },
): Promise<number> {
  const bot = as(github)
  const head = `plan/issue-${issue}`
  await github.push('alice', head, { files: { [`src/${issue}.js`]: 'x\n' }, from: 'main' })
  const { data } = await bot.pulls.create({ ...repo, head, base: 'main', title: 'A plan' })
  const { id } = await github.comment(login, data.number, words)
  await bot.reactions.createForIssueComment({ ...repo, comment_id: id, content: 'eyes' })
  return data.number
}
