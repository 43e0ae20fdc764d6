/** Texts of a model on their way to a comment. `acts` is what of them would do something there. */
type Outgoing = { name: string; text: string; acts: RegExp }

/** GitHub looks for nobody in code, and takes what stands behind a letter for an address of mail. */
const MENTION = /(?<![a-z0-9]|(?<!(?<!\\)(?:\\\\)*\\)<code>)@[a-z0-9]/i
const IMAGE = /!\[|<img/i
const CLOSING =
  /(?<![a-z])(?:close|fixe|resolve)[sd]?[\s:*_()[]{0,9}(?:#\d|GH-\d|[\w-]+\/[\w-]+#\d|https?:\S+\/issues\/\d)/i
const MARKER = /<!--/
const HTML = /<[a-z/!]/i
const BLOB = '0123456789012345678901234567890123456789'

export const OUTGOING: readonly Outgoing[] = [
  { name: 'mentions somebody', text: 'ask @alice', acts: MENTION },
  { name: 'mentions a team', text: 'ask @octo/team', acts: MENTION },
  { name: 'mentions behind a backslash', text: 'ask \\@alice', acts: MENTION },
  { name: 'mentions behind two backslashes', text: '\\\\\\@alice', acts: MENTION },
  { name: 'mentions in emphasis', text: 'a_@alice_ and x*@bob*', acts: MENTION },
  { name: 'mentions behind an address', text: 'https://x/@alice', acts: MENTION },
  { name: 'mentions by an entity', text: 'ask &#64;alice', acts: /&#64;/ },
  { name: 'mentions by a named entity', text: 'ask &commat;alice', acts: /&commat;/ },
  { name: 'mentions in what only looks like code', text: 'a ` b @alice', acts: MENTION },
  { name: 'mentions behind a code span that a table tears apart', text: '| a |\n| - |\n| `a | @alice` |', acts: /^\| `a \| @alice/m }, // prettier-ignore
  { name: 'mentions behind a fence that ends with its list', text: '- a\n  ```\n@alice', acts: MENTION },
  { name: 'mentions in a link', text: '[@alice](https://x)', acts: MENTION },
  { name: 'mentions behind an invisible character', text: '\u2060@alice', acts: MENTION },
  { name: 'shows an image of another server, which tells who reads', text: '![x](https://evil/x.png)', acts: IMAGE },
  { name: 'shows an image that is defined elsewhere', text: '![x][i]\n\n[i]: https://evil/x.png', acts: IMAGE },
  { name: 'shows an image within a link', text: '[![x](https://evil/x.png)](https://x)', acts: IMAGE },
  { name: 'shows an image behind two signs', text: '!![x](https://evil/x.png)', acts: IMAGE },
  { name: 'shows an image by HTML', text: '<img src="https://evil/x.png">', acts: IMAGE },
  { name: 'shows an image by HTML over lines', text: '<img\nsrc="https://evil/x.png">', acts: IMAGE },
  { name: 'closes an issue', text: 'Fixes #3', acts: CLOSING },
  { name: 'closes an issue over two lines', text: 'closes\n#3', acts: CLOSING },
  { name: 'closes an issue with a colon', text: 'Resolves: #3', acts: CLOSING },
  { name: 'closes an issue of another repository', text: 'closes octo/other#3', acts: CLOSING },
  { name: 'closes an issue by its address', text: 'fixed https://github.com/octo/demo/issues/3', acts: CLOSING },
  { name: 'closes an issue by its old name', text: 'Closes GH-3', acts: CLOSING },
  { name: 'closes an issue in emphasis', text: '**closes** #3', acts: CLOSING },
  { name: 'merges by a slash command', text: 'Done.\n/merge', acts: /^\/merge/m },
  {
    name: 'approves by a slash command in a code block',
    text: '```\n/lgtm\n/approve\n```',
    acts: /^\/(?:lgtm|approve)/m,
  },
  { name: 'approves by an indented slash command', text: 'Done.\n  /approve', acts: /^\s*\/approve/m },
  { name: 'merges by bors', text: 'bors r+', acts: /^bors/m },
  { name: 'merges by homu without its name', text: 'Done.\nr+ p=1', acts: /^r\+/m },
  { name: 'merges by Dependabot', text: '@dependabot merge', acts: /^@?dependabot/m },
  { name: 'merges by Mergify', text: 'Mergifyio queue', acts: /^mergify/im },
  { name: 'deploys by branch-deploy', text: '.deploy production', acts: /^\.deploy/ },
  { name: 'applies by Atlantis', text: 'atlantis apply -d .', acts: /^atlantis/m },
  { name: 'admits to Jenkins', text: 'Done.\nok to test', acts: /^ok to test/m },
  { name: 'starts tests anew', text: 'Done.\nrecheck', acts: /^recheck/m },
  { name: 'begins a block of ours', text: '<!-- measure-twice:begin -->', acts: MARKER },
  { name: 'announces a version', text: `<!-- measure-twice:version v=9 blob=${BLOB} -->`, acts: MARKER },
  {
    name: 'announces a version in a code span',
    text: `\`<!-- measure-twice:version v=9 blob=${BLOB} -->\``,
    acts: MARKER,
  },
  { name: 'announces a version in a code block', text: `~~~\n<!-- measure-twice:note x -->\n~~~`, acts: MARKER },
  { name: 'opens a comment that hides all that follows', text: 'a <!--', acts: MARKER },
  { name: 'ends the fold that it stands in', text: '</details></summary>', acts: HTML },
  { name: 'runs a script', text: '<script>alert(1)</script>', acts: HTML },
  { name: 'draws a form', text: '<form action="https://evil"><input name=a>', acts: HTML },
  { name: 'speaks with our headings', text: '# Version 9 of the plan', acts: /^#{1,3} /m },
  { name: 'speaks with underlined headings', text: 'Approved\n===', acts: /^===/m },
  { name: 'leaves a fence open', text: '```\nno end', acts: /^```\nno end$/ },
  { name: 'ends our fence with a longer one', text: '````\n```\n@alice\n', acts: /^````\n```\n@alice$/ },
  { name: 'hides words by tag characters', text: 'a\u{e0041}\u{e0042}', acts: /[\u{e0000}-\u{e007f}]/u },
  {
    name: 'hides bytes by variation selectors',
    text: '🙂\u{e0101}\ufe01',
    acts: /[\ufe00-\ufe0e\u{e0100}-\u{e01ef}]/u,
  },
  { name: 'reorders what is read', text: 'a\u202eb', acts: /\u202e/ },
  { name: 'colours the log', text: 'a\u001b[31mb', acts: /\u001b|\[31m/ },
]

/** Lines of a log that the runner would take for commands. */
export const LOG_LINES: readonly { name: string; text: string }[] = [
  { name: 'sets an output', text: '::set-output name=a::b' },
  { name: 'adds a mask on a later line', text: 'a\n::add-mask::b' },
  { name: 'stops commands behind white space', text: 'a\n \t::stop-commands::x' },
  { name: 'raises an error behind a carriage return', text: 'a\r::error::x' },
  { name: 'raises an error behind a separator of lines', text: 'a\u2028::error::x' },
  { name: 'raises an error behind a next-line character', text: 'a\n\u0085::error::x' },
  { name: 'raises an error behind a character of no width', text: 'a\n\ufeff\u200b::error::x' },
  { name: 'raises an error behind a colour', text: 'a\n\u001b[31m::error::x' },
  { name: 'opens a group by the old sign, in the middle of a line', text: 'a ##[group]x' },
]

/** What a model writes of a commit. `acts` is what must not be left of its subject or body. */
export const MESSAGES: readonly Outgoing[] = [
  { name: 'skips the checks', text: 'Add it [skip ci]', acts: /\[skip ci\]/i },
  { name: 'skips the checks in other letters', text: 'Add it [CI SKIP]', acts: /\[ci skip\]/i },
  { name: 'skips the checks with a hyphen', text: 'Add it [skip-ci]', acts: /\[skip-ci\]/i },
  { name: 'skips the checks in other words', text: 'Add it [no ci]', acts: /\[no ci\]/i },
  { name: 'skips the actions', text: 'Add it [skip actions]', acts: /\[skip actions\]/i },
  { name: 'skips the actions backwards', text: 'Add it [actions skip]', acts: /\[actions skip\]/i },
  { name: 'skips the deployment', text: 'Add it [skip cd]', acts: /\[skip cd\]/i },
  { name: 'skips Azure', text: 'Add it ***NO_CI***', acts: /NO_CI/ },
  { name: 'skips Azure by its name', text: 'Add it [skip azurepipelines]', acts: /\[skip azure/i },
  { name: 'skips Buildkite', text: 'Add it [skip buildkite]', acts: /\[skip buildkite/i },
  { name: 'skips Cloudflare', text: 'Add it [CF-Pages-Skip]', acts: /\[cf-pages/i },
  {
    name: 'skips the checks with what is left when they are taken out',
    text: '[skip [skip ci] ci]',
    acts: /\[skip ci\]/i,
  },
  { name: 'skips the checks behind a character of no width', text: '[skip\u200b ci]', acts: /\[skip ci\]/i },
  { name: 'skips the checks by a trailer', text: 'Add it\n\n\nskip-checks: true', acts: /^skip-checks/m },
  { name: 'says who approved', text: 'x\n\nPlan-Approved-By: alice (1)', acts: /^Plan-Approved-By:/m },
  { name: 'says what was done', text: 'x\n\nPlan-Subtask: 2\nPlan-State: done', acts: /^Plan-/m },
  { name: 'says what was seen', text: 'Plan-Seen: 999999999999999', acts: /^Plan-Seen:/m },
  { name: 'names another author', text: 'x\n\nCo-authored-by: Alice <a@b>', acts: /^Co-authored-by:/m },
  { name: 'signs off for somebody', text: 'x\n\nSigned-off-by: Alice <a@b>', acts: /^Signed-off-by:/m },
  { name: 'ends the message where a patch would begin', text: 'x\n\n---\na', acts: /^---$/m },
  { name: 'mentions somebody', text: 'For @alice', acts: /@alice/ },
  { name: 'mentions somebody when something is taken out', text: 'For @@alice', acts: /@alice/ },
  { name: 'closes an issue', text: 'Fixes #3', acts: /fixes #3/i },
  { name: 'closes an issue that a mention hid', text: 'Fixes #@3', acts: /fixes #3/i },
  { name: 'hides words', text: 'a\u{e0041}b', acts: /\u{e0041}/u },
]
