import { expect, test } from 'vitest'
import { noteMarker, versionMarker } from '../../../src/decide/thread/markers.ts'
import { isQuiet, type Glance } from '../../../src/decide/next/idle.ts'
import { renderMessage, type Trailers } from '../../../src/decide/thread/trailers.ts'
import type { LastWords } from '../../../src/github/forge.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { BLOB_A, BLOB_B, BOT, planned, timeOf } from '../../thread.ts'

const { pull } = planned(planOf([subtask(1)])).pull ?? expect.fail()
const message = (trailers: Partial<Trailers>): string =>
  renderMessage({ subject: 'Plan', body: '', trailers: { issue: 12, seen: 101, ...trailers } })
const said = (body: string, author = BOT.login): LastWords => ({
  ...{ comment: { author, body, createdAt: timeOf(50) }, reviewedAt: undefined },
})
const head = { author: BOT.login, message: message({ request: '101' }), planBlob: BLOB_A }
const claim = { run: '7', attempt: 1, state: 'free' as const }

/** A plan that was announced, and that nobody has answered. */
const ANNOUNCED: Glance = {
  ...{ pull, head, claim, onIssue: said(noteMarker(`plan-${pull.number}`)) },
  onPull: said(`Version 1.\n\n${versionMarker(1, BLOB_A)}`),
}
const HALTED: Glance = {
  ...ANNOUNCED,
  ...{ head: { ...head, message: message({ state: 'halted' }) }, onPull: said(noteMarker('halted-budget-1')) },
}
const DONE: Glance = {
  ...{ ...ANNOUNCED, pull: { ...pull, draft: false }, claim: undefined, onPull: said(noteMarker('closing-1')) },
  head: { author: BOT.login, message: message({ state: 'done' }), planBlob: undefined },
}

test.each<[string, Glance, boolean]>([
  ['that was announced is', ANNOUNCED, true],
  ['that halted is', HALTED, true],
  ['that is done is', DONE, true],
  ['to which a person said something is not', { ...ANNOUNCED, onPull: said(versionMarker(1, BLOB_A), 'bob') }, false],
  ['whose issue a person commented on is not', { ...ANNOUNCED, onIssue: said('/plan anew', 'bob') }, false],
  ['that the issue was not told of is not', { ...ANNOUNCED, onIssue: said(noteMarker('plan-99')) }, false],
  ['that was answered last is not', { ...ANNOUNCED, onPull: said(noteMarker('answer-to-5')) }, false],
  [
    'that was reviewed since is not',
    { ...ANNOUNCED, onPull: { ...said(versionMarker(1, BLOB_A)), reviewedAt: timeOf(50) } },
    false,
  ],
  [
    'that was reviewed before is',
    { ...ANNOUNCED, onPull: { ...said(versionMarker(1, BLOB_A)), reviewedAt: timeOf(49) } },
    true,
  ],
  ['whose text is another is not', { ...ANNOUNCED, head: { ...head, planBlob: BLOB_B } }, false],
  ['that a person pushed to is not', { ...ANNOUNCED, head: { ...head, author: 'bob' } }, false],
  ['that a run holds, perhaps a killed one, is not', { ...ANNOUNCED, claim: { ...claim, state: 'held' } }, false],
  ['that no run gave back is not', { ...ANNOUNCED, claim: undefined }, false],
  [
    'of which a subtask is carried out is not',
    { ...ANNOUNCED, head: { ...head, message: message({ subtask: 1 }) } },
    false,
  ],
  ['that is done and still a draft is not', { ...DONE, pull }, false],
  ['whose halt was not told is not', { ...HALTED, onPull: said(versionMarker(1, BLOB_A)) }, false],
  ['whose comments cannot be seen is not', { ...ANNOUNCED, onPull: undefined }, false],
])('a plan %s quiet: %#', (_, glance, expected) => expect(isQuiet(glance)).toBe(expected))
