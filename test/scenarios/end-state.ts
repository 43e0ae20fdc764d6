import type { World } from '../../fakes/runner/world.ts'

/** What a life came to, without what differs from one run of it to the next: ids of commits, times, runs, tokens. */
export async function endState(world: World, issue: number) {
  const { github } = world
  const pulls = await github.pulls()
  const places = [issue, ...pulls.map(({ number }) => number)]
  const comments = (await Promise.all(places.map((number) => github.commentsOf(number)))).flat()
  const branches = await Promise.all(
    pulls.map(async ({ branch }) => ((await github.sha(`refs/heads/${branch}`)) ? github.commits(branch) : [])),
  )
  const names = new Map([
    ...comments.map(({ id }, i): [string, string] => [String(id), `comment-${i + 1}`]),
    ...branches.flat().flatMap(({ sha }, i): [string, string][] => [
      [sha, `commit-${i + 1}`],
      [sha.slice(0, 7), `commit-${i + 1}`],
      [sha.slice(0, 10), `commit-${i + 1}`],
    ]),
  ])
  const plain = (text: string): string => withoutChance(text, names).replaceAll(github.url, 'https://github')
  return {
    refs: (await github.git(['for-each-ref', '--format=%(refname)'])).trim().split('\n'),
    pulls: pulls.map(({ title, state, draft, body, branch }) => ({ title, state, draft, branch, body: plain(body) })),
    statuses: pulls.map(
      ({ head }) => github.statusesOf(head).map(({ state, description }) => `${state}: ${description}`)[0],
    ),
    commits: branches.map((commits) =>
      commits.map(({ message, tree, author }) => ({ message: plain(message), tree, author: author.name })),
    ),
    comments: comments.map(({ id, user, body }) => ({
      by: user?.login,
      body: plain(body ?? ''),
      reactions: github.reactionsOf(id).map(({ content }) => content),
    })),
  }
}

function withoutChance(text: string, names: ReadonlyMap<string, string>): string {
  const named = text.replace(/\b(?:[0-9a-f]{40}|[0-9a-f]{7}|[0-9a-f]{10})\b/g, (id) => names.get(id) ?? id)
  return (
    named
      .replace(/\/actions\/runs\/\d+/g, '/actions/runs/N')
      .replace(/[\d,]+ tokens in \([\d,]+ cached\), [\d,]+ out/g, 'N tokens')
      // A record is a commit of its own for each way to come there.
      .replace(/(Plan-Record: |\/blob\/)[0-9a-f]{40}/g, '$1RECORD')
      .replace(/^Plan-(Usage|Run): .*$/gm, 'Plan-$1: N')
      .replace(/\w{3} \d+, \d\d:\d\d UTC/g, 'T')
      .replace(/ · (?:\d+ (?:h|min|s) ?)+ of work(?: so far)?/g, '')
      .replace(/\| (?:(?:\d+ (?:h|min|s) ?)+)?((?:· )?\[run\]\(\S+\) )?\|$/gm, '| T $1|')
  )
}
