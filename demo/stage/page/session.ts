import type { Call, Commands, Job, Promised, Session, Turn, View } from '../view.ts'
import { button, fold, h, type Item } from './dom.ts'

const thousands = (n: number): string => n.toLocaleString('en')

type OnRuns = {
  again: (job: number) => void
  /** Returns what is wrong with them, in a sentence, or nothing. */
  setCommands: (commands: Commands) => Promise<string | undefined>
}

/** What goes on behind the scenes: runs, turns of the agents, what they cost, and whether the promises hold. */
export function sessionItems(view: View, { again, setCommands }: OnRuns): Item[] {
  const { sessions, jobs, usage, promises, project, commands } = view
  return [
    { key: 'now', stamp: [jobs.at(-1), view.phase], make: () => nowCard(view, again) },
    { key: 'promises', stamp: promises, make: () => promisesCard(promises) },
    ...(usage.turns > 0 ? [{ key: 'usage', stamp: [usage, project.scripted], make: () => usageCard(view) }] : []),
    ...(commands ? [{ key: 'commands', stamp: commands, make: () => commandsCard(commands, setCommands) }] : []),
    { key: 'save', stamp: [view.commits.length > 0, sessions.length > 0], make: () => saveCard(view) },
    {
      key: 'runs',
      stamp: jobs.length,
      make: () =>
        h(
          'div',
          { id: 'runs', class: 'title', tabindex: -1 },
          h('h2', {}, `Runs (${jobs.length})`),
          jobs.length === 0
            ? h(
                'p',
                { class: 'quiet' },
                'Each run appears here, with the turns of its agents: tools called, and results.',
              )
            : undefined,
        ),
    },
    ...jobs.map((job, i) => runItem(job, sessions, i === jobs.length - 1)).reverse(),
  ]
}

const WAITS: Record<View['phase'], string> = {
  ask: 'Nothing runs. Ask for a plan: choose the first suggestion, then “Comment”.',
  plan: 'The run has not brought a plan.',
  approve: 'Nothing runs. The plan waits for you: reply to change it, or approve it.',
  work: 'The agent is at work.',
  halted: 'The plan is paused. The last comment says why, and how to go on.',
  killed: 'The runner is gone. Run it again: the plan goes on where the branch ends.',
  done: 'Done. Look at the commits, save the patch, or open “Meanwhile”: let CI run, or a review come.',
  merged: 'Merged, and the issue is closed. The record of the plan stays: try “/verify”.',
  closed: 'The pull request is closed. Ask for a new plan on the issue.',
}

function nowCard({ jobs, phase }: View, again: (job: number) => void): HTMLElement {
  const last = jobs.at(-1)
  const running = jobs.filter(({ state }) => state === 'running').at(-1)
  const shown = running ?? last
  // A plan that is paused makes its run red, and needs a word rather than another run.
  const isBroken = last?.state === 'killed' || (last?.state === 'failed' && phase !== 'halted')
  return h(
    'div',
    { class: `now ${shown?.state ?? ''}` },
    h('h2', {}, 'The run'),
    running
      ? h('p', {}, h('span', { class: 'pulse', 'aria-hidden': true }), `${running.title} · ${running.seconds ?? 0} s`)
      : h(
          'p',
          {},
          isBroken ? `The run ${last.state === 'killed' ? 'was killed' : 'failed'}: ${last.title}` : WAITS[phase],
        ),
    last && isBroken ? button('Run again', () => again(last.id), { class: 'primary' }) : undefined,
  )
}

function usageCard({ usage: { input, cached, output, cost, turns }, project }: View): HTMLElement {
  const share = input > 0 ? ` (${Math.round((cached / input) * 100)} % cached)` : ''
  const paid = cost ? `$${cost}` : project.scripted ? 'no cost: a script plays the model' : ''
  const words = [`${turns} turns`, `${thousands(input)} tokens in${share}`, `${thousands(output)} out`, paid]
  return h('p', { class: 'usage quiet' }, words.filter(Boolean).join(' · '))
}

/** One run, with the agents that worked in it and its log. The last one is unfolded, and what caught a model. */
function runItem(job: Job, all: readonly Session[], isLast: boolean): Item {
  const { id, title, state, attempt, seconds, log } = job
  const sessions = all.filter(({ run }) => run === id)
  const caught = sessions.filter(isCaught).length
  const isRunning = state === 'running'
  // Seconds change too often to make the whole of it again.
  const stamp = [{ ...job, seconds: isRunning || seconds }, sessions, isLast]
  const time = isRunning || !seconds ? '' : ` · ${seconds} s`
  const make = (): HTMLElement =>
    fold(
      h(
        'span',
        {},
        h('span', { class: `state ${state}` }, state),
        `${id}. ${title}`,
        h('span', { class: 'quiet' }, `${attempt > 1 ? ` · attempt ${attempt}` : ''}${time}`),
        caught > 0 ? h('span', { class: 'label caught' }, `${caught} caught`) : undefined,
      ),
      { class: 'run', open: isLast || caught > 0, 'data-fold': `run ${id} ${isLast}` },
      ...sessions.map((one, i) => sessionCard(one, { isLast: isLast && i === sessions.length - 1, isRunning })),
      log.length > 0 ? fold('Log', { 'data-fold': `log ${id}` }, h('pre', { tabindex: 0 }, log.join('\n'))) : undefined,
    )
  return { key: `run-${id}`, stamp, make }
}

const isCaught = ({ turns }: Session): boolean => turns.some(({ calls }) => calls.some((call) => call.caught))

function sessionCard(session: Session, { isLast, isRunning }: { isLast: boolean; isRunning: boolean }): HTMLElement {
  const { id, title, turns, ended } = session
  const notes = [
    `${turns.length} ${turns.length === 1 ? 'turn' : 'turns'}`,
    ...(ended ? [] : [isLast && isRunning ? 'at work' : 'cut short']),
  ]
  const summary = h('span', {}, h('strong', {}, title), h('span', { class: 'quiet' }, ` · ${notes.join(' · ')}`))
  return fold(
    summary,
    { open: isLast || isCaught(session), 'data-fold': `${id} ${isLast}` },
    ...turns.flatMap(turnLines),
  )
}

function turnLines({ text, calls, input, output }: Turn, i: number): HTMLElement[] {
  const cost = `Turn ${i + 1}: ${thousands(input)} tokens in, ${thousands(output)} out`
  return [...(text ? [h('p', { class: 'says' }, text)] : []), ...calls.map((call) => callLine(call, cost))]
}

function callLine(call: Call, cost: string): HTMLElement {
  const { name, target, failed, done, caught } = call
  const sign = !done ? '…' : failed ? '✗' : '✓'
  const summary = h(
    'span',
    { class: failed ? 'failed' : '' },
    h('span', { 'aria-label': !done ? 'at work' : failed ? 'failed' : 'ok', role: 'img' }, sign),
    ' ',
    h('b', {}, name),
    target ? h('code', {}, target) : undefined,
  )
  const details = fold(
    summary,
    { class: 'call', 'data-fold': `${name} ${target} ${call.arguments.length}` },
    h('p', { class: 'quiet' }, cost),
    h('h4', {}, 'Asked'),
    h('pre', { tabindex: 0 }, call.arguments),
    h('h4', {}, 'Answered'),
    h('pre', { tabindex: 0 }, call.result || '…'),
  )
  if (!caught) return details
  const words = h(
    'p',
    {},
    h('strong', {}, 'The check caught the model. '),
    'It said that it was done; ',
    h('code', {}, caught),
    ' says that it is not. None of it was committed.',
  )
  return h('div', { class: 'caught' }, words, details)
}

function promisesCard(promises: readonly Promised[]): HTMLElement {
  const broken = promises.flatMap((one) => one.broken)
  const rows = promises.map(({ name, broken: breaches }) =>
    h(
      'li',
      {},
      `${breaches.length === 0 ? '✔' : '✗'} ${name}`,
      ...breaches.map((text) => h('p', { class: 'failed' }, text)),
    ),
  )
  const isKept = broken.length === 0
  const words = isKept ? `✔ ${promises.length} promises kept` : `✗ ${broken.length} broken`
  return h(
    'div',
    { class: `promises ${promises.length === 0 ? '' : isKept ? 'kept' : 'broken'}` },
    h('h2', {}, 'Promises'),
    h(
      'p',
      { class: 'quiet' },
      'After each run this page checks what the action promises, by what GitHub holds: for example that nothing was done that no one approved.',
    ),
    promises.length === 0
      ? undefined
      : fold(
          h('span', { class: isKept ? 'good' : 'failed' }, words),
          { 'data-fold': 'promises' },
          h('ul', {}, ...rows),
        ),
  )
}

/** The inputs of a repository of one's own, for the next run. */
function commandsCard({ setup, verify }: Commands, set: OnRuns['setCommands']): HTMLElement {
  const field = (value: string): HTMLInputElement => h('input', { value, spellcheck: 'false' })
  const [first, second, said] = [field(setup), field(verify), h('span', { class: 'problem', role: 'status' })]
  const save = async (): Promise<void> => {
    const problem = await set({ setup: first.value.trim(), verify: second.value.trim() })
    said.textContent = problem ?? 'The next run uses them.'
  }
  return h(
    'div',
    { class: 'commands title' },
    h('h2', {}, 'Commands'),
    h('label', {}, h('code', {}, 'setup-command'), first),
    h('label', {}, h('code', {}, 'verify-command'), second),
    button('Use from the next run', () => void save()),
    said,
  )
}

function saveCard({ commits, sessions }: View): HTMLElement {
  const link = (name: string, text: string): HTMLElement =>
    h('li', {}, h('a', { href: `save/${name}`, download: true }, text))
  return h(
    'div',
    { class: 'title' },
    h('h2', {}, 'Save'),
    h(
      'ul',
      { class: 'save' },
      ...(commits.length > 0 ? [link('replay', 'Replay: one page to show'), link('patch', 'Patch')] : []),
      ...(sessions.length > 0 ? [link('transcript', 'Transcript')] : []),
      link('workflow', 'Workflow for your repository'),
    ),
  )
}
