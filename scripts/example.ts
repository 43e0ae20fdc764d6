import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Commit, Said, Snapshot, View } from '../demo/stage/view.ts'

// docs/example: a plan that was played, as files. `npm run gallery` makes it from the page that `npm run demo` opens.

/** Links of the machine that it was played on lead nowhere else. */
const cleaned = (text: string, { project }: View): string =>
  text
    .replace(/<!--.*?-->\n*/gs, '')
    .replace(/\[([^\]]*)\]\([^)]*127\.0\.0\.1[^)]*\)/g, '$1')
    .replaceAll(project.address, '')
    .trim()

const quoted = (text: string): string => text.replace(/^/gm, '> ').replace(/^> $/gm, '>')

const saidAs =
  (view: View) =>
  ({ author, body, on }: Said): string =>
    [
      `**${author.replace('[bot]', '')}**${on ? ` on line ${on.line} of \`${on.path}\`` : ''}:`,
      quoted(cleaned(body, view)),
    ].join('\n\n')

const commitAs = ({ sha, subject, body, author, trailers }: Commit): string =>
  [
    `## ${sha.slice(0, 7)} ${subject}`,
    [`${author}`, body].filter(Boolean).join('\n\n'),
    trailers.length > 0 ? ['```text', ...trailers.map(([name, value]) => `${name}: ${value}`), '```'].join('\n') : '',
  ]
    .filter(Boolean)
    .join('\n\n')

/** The texts that the plan had: the lines that the commits brought to its file. */
const versionsIn = ({ commits }: View): string[] =>
  commits.flatMap(({ patch }) => {
    const part = patch.split(/^(?=diff --git )/m).find((one) => /^diff --git a\/PLAN\.md /.test(one)) ?? ''
    return part === '' || /^deleted file/m.test(part) ? [] : [part.trimEnd()]
  })

const INDEX = `# A plan from the issue to the record

Played on the sample project with the scripted model; \`npm run gallery\` makes these files. The words of the bot are its own.

- [The issue](issue.md), with the request
- [The pull request](pull-request.md): its description at the end, and every comment
- [Every version](versions.md) of \`PLAN.md\`, as the changes that brought it
- [The commits](commits.md), with what each says of its subtask, version and approval
- [The record](record.json) that outlives the branch
- \`plan.html\`: the whole as one page that loads nothing else. GitHub shows its source; download it to open it.

## Pictures

Of the page that \`npm run demo\` opens; the words are the bot's own.

![The page: one of three subtasks done, and beside it the turns of the agent](../gallery/stage.webp)

A plan waits, on a phone: what changed since version 1, and what to comment.

![A plan comment of version 2](../gallery/announcement-narrow-dark.webp)

Someone swaps the plan: an approval counts for one exact text.

![alice approved, bob pushed another text; nothing ran](../gallery/cheat.webp)

A commit for each subtask, with its approver; the end, with what was proven.

![A commit with its trailers and its diff](../gallery/commit-dark.webp)
![Every box ticked, and the closing comment](../gallery/finished.webp)
![The square of one check](../gallery/square.webp)

CI fails, a review requests changes, a subtask fails three times:

![The comment “/fix”, and a version with one subtask more](../gallery/fix.webp)
![bob requested changes; the next version applies them](../gallery/review-dark.webp)
![A paused plan with what the check printed](../gallery/paused-dark.webp)

The page that replays a plan:

![Moments on the left, the turns of subtask 1 beside them](../gallery/replay.webp)
`

/** Writes what a page shows into a folder: issue, pull request, versions, commits, the record, and the replay. */
export async function writeExample(address: string, to: string): Promise<string[]> {
  const text = async (path: string): Promise<string> => (await fetch(address + path)).text()
  const { view }: Snapshot = JSON.parse(await text('state'))
  const { issue, pull, commits } = view
  const said = saidAs(view)
  const files: Record<string, string> = {
    'README.md': INDEX,
    'issue.md': [
      `# ${issue.title}`,
      `**${issue.author}** opened this issue:`,
      quoted(issue.body),
      ...issue.comments.map(said),
    ].join('\n\n'),
    'pull-request.md': [
      `# ${pull?.title}`,
      cleaned(pull?.body ?? '', view),
      '---',
      ...(pull?.comments ?? []).map(said),
    ].join('\n\n'),
    'versions.md': [
      '# What `PLAN.md` was',
      ...versionsIn(view).map((diff, i) => `## Version ${i + 1}\n\n\`\`\`\`diff\n${diff}\n\`\`\`\``),
    ].join('\n\n'),
    'commits.md': ['# Commits', ...commits.map(commitAs)].join('\n\n'),
    'record.json': await text('save/record'),
    'plan.html': await text('save/replay'),
  }
  mkdirSync(to, { recursive: true })
  for (const [name, body] of Object.entries(files)) {
    const elsewhere = body
      .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'http://github.example')
      .replace(/\/[\w/-]+\/runner-\w+\/work\//g, '/runner/work/')
    writeFileSync(join(to, name), `${elsewhere.trimEnd()}\n`)
  }
  return Object.keys(files)
}
