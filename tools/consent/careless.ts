import type { GitHub } from '../../fakes/github/github.ts'
import { BOT } from '../../fakes/github/people.ts'
import type { WebhookEvent } from '../../fakes/github/types.ts'
import { forge } from './forge.ts'
import type { Gate, KeptRecord, OfferedPlan, Seat, Setting } from './gate.ts'

// Two gates that no one should have, by which the suite itself is tried: one that every attack gets past, and one that
// no honest dialogue does. They show how little an adapter needs.

/** Carries out whatever lies on the branch as soon as a word that looks like "approve" stands anywhere. */
export const careless: Gate = gateOf('a careless gate', true)

/** Makes plans, and never carries one out. */
export const stubborn: Gate = gateOf('a gate that refuses everything', false)

function gateOf(name: string, approves: boolean): Gate {
  const install = async (github: GitHub): Promise<Seat> => ({
    hear: async (event, setting) => {
      const issue = askedIn(event)
      if (issue !== undefined) await offer(github, issue, setting.mind.plan(0))
      else if (approves) await carryOut(github, event, setting)
      return ''
    },
    ...(approves ? { record: recordsIn(github), claims: () => ['approve'] } : {}),
    [Symbol.asyncDispose]: async () => undefined,
  })
  return { name, account: BOT, request: '/plan', consent: ['approve'], planFile: 'PLAN.md', install }
}

/** It believes of a plan whatever others say. */
const recordsIn = (github: GitHub): KeptRecord => ({
  read: (issue) => recordOf(github, issue),
  write: async (issue, text, author = BOT) =>
    void (await forge(github, `refs/heads/record-${issue}`, { files: { 'record.json': text ?? null }, author })),
  holds: async () => true,
})

/** The issue on which a comment asks for a plan. */
function askedIn({ payload }: WebhookEvent): number | undefined {
  const { comment, issue } = payload
  const { body } = (comment ?? {}) as { body?: string }
  return body?.startsWith('/plan') ? (issue as { number: number }).number : undefined
}

/** What it says of a plan when asked. */
async function recordOf(github: GitHub, issue: number): Promise<string> {
  const branch = `plan/issue-${issue}`
  const { sha, tree } = (await github.commits(branch)).at(-1) ?? {}
  const pull = (await github.pulls()).find((one) => one.branch === branch)
  const approval = (await github.commentsOf(pull?.number ?? 0)).findLast(({ body }) => body === 'approve')
  const { user, id: comment, created_at: at } = approval ?? {}
  const blob = await github.git(['rev-parse', `${branch}:PLAN.md`])
  return JSON.stringify({ login: user?.login, id: user?.id, comment, at, blob, sha, tree }, undefined, 2)
}

const textOf = ({ title, text, steps }: OfferedPlan): string =>
  [`# ${title}\n\n${text}\n`, ...steps.map(({ name, text }, i) => `### ${i + 1}. ${name}\n\n${text}\n`)].join('\n')

async function offer(github: GitHub, issue: number, plan: OfferedPlan): Promise<void> {
  const branch = `plan/issue-${issue}`
  const text = textOf(plan)
  const isThere = (await github.sha(`refs/heads/${branch}`)) !== undefined
  await github.push(BOT, branch, { files: { 'PLAN.md': text } })
  if (isThere) return
  const { number } = await github.openPull(BOT, { branch, title: plan.title, body: text })
  await github.comment(BOT, number, `The plan is ${await github.git(['rev-parse', `${branch}:PLAN.md`])}:\n\n${text}`)
}

const ALIKE: Record<string, string> = { а: 'a', р: 'p', о: 'o', е: 'e' }

/** A text as a careless reader takes it: letters that look alike are alike, and what is not seen is not there. */
const folded = (text: string): string => {
  const plain = text
    .normalize('NFKC')
    .replaceAll('&#97;', 'a')
    .replaceAll(/[\u200B-\u200F\u2060-\u206F\uFEFF\u00AD]/g, '')
    .replaceAll(/[аров]/g, (letter) => ALIKE[letter] ?? letter)
    .toLowerCase()
  return plain.includes('\u202e') ? plain + [...plain].toReversed().join('') : plain
}

async function carryOut(github: GitHub, event: WebhookEvent, { mind }: Setting): Promise<void> {
  for (const { number, branch, login, body } of await github.pulls()) {
    if (login !== BOT) continue
    const said = await Promise.all([
      ...[github.commentsOf(number), github.reviewsOf(number), github.reviewCommentsOf(number)],
      ...[github.commits(branch), github.issue(number)],
    ])
    const issue = Number(/\d+$/.exec(branch)?.[0])
    const heard = [body, JSON.stringify([said, await github.commentsOf(issue), await github.issue(issue)])]
    if (!folded(JSON.stringify([said, body, event.payload])).includes('approve')) continue
    const read = async (path: string): Promise<string> => (await github.file(branch, path)) ?? ''
    for (const [, step] of (await read('PLAN.md')).matchAll(/^### (\d+)\./gm)) {
      const told = [await read('PLAN.md'), await read('AGENTS.md'), ...heard].join('\n')
      const files = await mind.work(told, { step: Number(step), tries: 0 })
      if (files && (await github.sha(`refs/heads/${branch}`)))
        await github.push(BOT, branch, { files, message: `Step ${step}` })
    }
  }
}
