import type { Attempt, CheckRun, Commit, Job, Said, View } from '../view.ts'
import { fold, h, type Item } from './dom.ts'
import { markdown } from './markdown.ts'

const BOT = 'github-actions[bot]'

const time = (at: string): string => new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })

const SIGNS: Record<string, [sign: string, name: string]> = {
  eyes: ['👀', 'seen'],
  rocket: ['🚀', 'done'],
  confused: ['😕', 'refused'],
}

const portrait = (login: string): HTMLElement =>
  h(
    'span',
    { class: `portrait ${login === BOT ? 'bot' : `of-${login}`}`, 'aria-hidden': true },
    login === BOT ? '⚙' : login.charAt(0),
  )

type Card = {
  who: string
  did: string
  at?: string
  more?: Node | undefined
  body: Node
  reactions?: readonly string[]
  id?: string
}

/** What somebody wrote, in a box with their name over it. */
function card({ who, did, at, more, body, reactions = [], id }: Card): HTMLElement {
  const name = who.replace('[bot]', '')
  const head = h(
    'header',
    {},
    h('strong', {}, name),
    ...(who === BOT ? [' ', h('span', { class: 'label' }, 'bot')] : []),
    ` ${did}`,
    at && h('time', { datetime: at, class: 'quiet' }, ` · ${time(at)}`),
    more,
  )
  const signs = reactions.map((content) => {
    const [sign, meaning] = SIGNS[content] ?? [content, content]
    return h('span', { class: 'reaction', role: 'img', 'aria-label': `Reaction: ${meaning}`, title: meaning }, sign)
  })
  const feet = signs.length > 0 ? h('footer', { class: 'reactions' }, ...signs) : undefined
  return h(
    'article',
    { class: 'card', id, 'aria-label': `${name} ${did}` },
    portrait(who),
    h('div', {}, head, body, feet),
  )
}

const didOf = ({ on, requestsChanges }: Said): string =>
  requestsChanges ? 'requested changes' : on ? `commented on line ${on.line} of ${on.path}` : 'commented'

const commentItem = (said: Said, view: View): Item => ({
  key: `said-${said.id}`,
  stamp: [said, view.commits.length],
  make: () =>
    card({
      ...{
        who: said.author,
        at: said.at,
        body: markdown(said.body || '_No words but the review comments._', view),
        reactions: said.reactions,
      },
      did: didOf(said),
      more: said.edited ? h('span', { class: 'quiet' }, ' · edited') : undefined,
      id: `said-${said.id}`,
    }),
})

const commitItem = ({ sha, subject, author, at, trailers }: Commit): Item => {
  const of = (wanted: string): string | undefined => trailers.find(([name]) => name === wanted)?.[1]
  const subtask = of('Plan-State') ? undefined : of('Plan-Subtask')
  const what = subtask ? `finished subtask ${subtask}` : 'pushed'
  return {
    key: sha,
    stamp: sha,
    make: () =>
      h(
        'p',
        { class: `pushed ${subtask ? 'work' : ''}` },
        h('strong', {}, author.replace('[bot]', '')),
        ` ${what}: `,
        h('a', { href: `#commit-${sha.slice(0, 7)}` }, h('code', {}, sha.slice(0, 7))),
        ` ${subject}`,
        h('time', { datetime: at, class: 'quiet' }, ` · ${time(at)}`),
      ),
  }
}

const VERDICTS = new Map<boolean | undefined, string>([
  [true, 'It did not work.'],
  [false, 'It worked. Please report this.'],
  [undefined, 'Let us see …'],
])

const attemptItem = (attempt: Attempt): Item => ({
  key: `cheat-${attempt.id}`,
  stamp: attempt,
  make: () => {
    const { title, did, why, held, seen } = attempt
    const verdict = h(
      'p',
      { class: 'verdict' },
      h('strong', {}, `${held ? '✔ ' : ''}${VERDICTS.get(held)}`),
      ` ${seen}`,
    )
    const because = held === undefined ? undefined : h('p', {}, why)
    const kind = held === undefined ? 'open' : held ? 'held' : 'broken'
    return h(
      'section',
      { class: `attempt ${kind}`, 'aria-label': `Cheat: ${title}` },
      h('h3', {}, `You tried to cheat: ${title} `, h('span', { class: 'label' }, 'only in this demo')),
      h('p', {}, did),
      verdict,
      because,
    )
  },
})

const WORDS: Record<CheckRun['conclusion'], string> = { running: 'is running', success: 'passed', failure: 'failed' }

const checkItem = (run: CheckRun): Item => ({
  key: `check-${run.id}`,
  stamp: run,
  make: () => {
    const { id, name, sha, conclusion, annotations, log } = run
    const sign = { running: '…', success: '✓', failure: '✗' }[conclusion]
    const title = `CI: ${name} ${WORDS[conclusion]}`
    return h(
      'section',
      { class: `check ${conclusion}`, 'aria-label': title },
      h('strong', { class: { running: '', success: 'good', failure: 'failed' }[conclusion] }, `${sign} ${title}`),
      ' on ',
      h('code', {}, sha.slice(0, 7)),
      ...annotations.map(({ path, line, message }) => h('p', {}, h('code', {}, `${path}:${line}`), ` ${message}`)),
      log ? fold('Log', { 'data-fold': `check ${id}` }, h('pre', { tabindex: 0 }, log)) : undefined,
    )
  },
})

/** The runs that are to come to an issue or pull request: GitHub shows nothing before the first word of one. */
const openRuns = (jobs: readonly Job[], place: number): Item[] =>
  jobs
    .filter(({ number, state }) => number === place && (state === 'queued' || state === 'running'))
    .map(({ id, title, state }) => ({
      key: `run-${id}`,
      stamp: state,
      make: () =>
        h(
          'p',
          { class: 'pushed ghost quiet' },
          h('span', { class: 'pulse', 'aria-hidden': true }),
          `Run ${id} ${state === 'queued' ? 'waits for its turn' : 'is at work'} · ${title}`,
        ),
    }))

const head = (title: string, number: number, ...about: (Node | string)[]): HTMLElement =>
  h(
    'div',
    { class: 'head' },
    h('h2', {}, `${title} `, h('span', { class: 'quiet' }, `#${number}`)),
    h('p', { class: 'about' }, ...about),
  )

const badge = (text: string, kind: string): HTMLElement => h('span', { class: `badge ${kind}` }, text)

export function issueItems(view: View): Item[] {
  const { number, title, body, author, state, comments } = view.issue
  const isOpen = state === 'open'
  return [
    {
      key: 'head',
      stamp: [title, state],
      make: () =>
        head(
          title,
          number,
          badge(isOpen ? 'Open' : 'Closed', isOpen ? 'open' : 'closed'),
          ` ${author} opened this issue`,
        ),
    },
    {
      key: 'body',
      stamp: [body, view.commits.length],
      make: () => card({ who: author, did: 'opened this issue', body: markdown(body || '_No description._', view) }),
    },
    ...comments.map((said) => commentItem(said, view)),
    ...openRuns(view.jobs, number),
  ]
}

function stateOf({ state, draft, merged }: { state: string; draft: boolean; merged: boolean }): HTMLElement {
  if (merged) return badge('Merged', 'merged')
  if (state !== 'open') return badge('Closed', 'closed')
  return draft ? badge('Draft', 'draft') : badge('Open', 'open')
}

export function pullItems(view: View): Item[] {
  const { pull, commits, attempts, checks } = view
  if (!pull) return []
  // A remark stands after the review that it is part of.
  const place = ({ id, on }: Said): number => (on ? on.review + 0.25 : id)
  const said = pull.comments.map((one) => ({ at: one.at, id: place(one), item: commentItem(one, view) }))
  const pushed = commits.map((one) => ({ at: one.at, id: 0, item: commitItem(one) }))
  const tried = attempts.map((one) => ({ at: one.at, id: one.after + 0.5, item: attemptItem(one) }))
  const checked = checks.map((one) => ({ at: one.at, id: one.after + 0.5, item: checkItem(one) }))
  const second = (at: string): number => Math.floor(Date.parse(at) / 1000)
  const events = [...said, ...pushed, ...checked, ...tried].sort((a, b) => second(a.at) - second(b.at) || a.id - b.id)
  return [
    {
      key: 'head',
      stamp: [pull.title, pull.state, pull.draft, pull.merged],
      make: () =>
        head(
          pull.title,
          pull.number,
          stateOf(pull),
          h('strong', {}, pull.merged ? ' alice' : ' github-actions'),
          pull.merged ? ' merged into ' : ' wants to merge into ',
          h('code', {}, 'main'),
          ' from ',
          h('code', {}, pull.branch),
        ),
    },
    {
      key: 'body',
      stamp: [pull.body, commits.length],
      make: () => card({ who: BOT, did: 'opened this pull request', body: markdown(pull.body, view) }),
    },
    ...events.map(({ item }) => item),
    ...openRuns(view.jobs, pull.number),
  ]
}
