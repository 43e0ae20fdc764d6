import { COMMANDS, type CommandName } from './command.ts'

/** The five words that most people need, wherever they ask. Source: SPEC.md section 3. */
const FIRST_WORDS = `- \`/plan [request]\` on an issue: ask for a plan
- a reply on the plan: say what should be different
- \`approve\` on the plan: run it
- \`cancel\` (or \`stop\`) on the plan: end it
- \`/revise text\` on the plan: change it, even while it runs`

const GROUPS: readonly [heading: string, names: readonly CommandName[]][] = [
  ['Run', ['approve', 'skip', 'undo', 'retry', 'update']],
  ['Change', ['replan', 'fix']],
  ['Ask', ['ask', 'verify', 'note', 'doctor', 'help']],
]

/** The answer to `/help` as Markdown: the first words, then the other commands for an issue or a plan in groups. */
export function helpText(target: 'issue' | 'pull'): string {
  const rest = COMMANDS.filter((row) => row.target === target && row.usage !== 'approve')
  const groups = GROUPS.map(([heading, names]) => {
    const rows = rest.filter(({ name }) => names.includes(name))
    return rows.length === 0
      ? ''
      : [`**${heading}**\n`, ...rows.map(({ usage, meaning }) => `- \`${usage}\`: ${meaning}`)].join('\n')
  })
  return [FIRST_WORDS, ...groups].filter(Boolean).join('\n\n')
}
