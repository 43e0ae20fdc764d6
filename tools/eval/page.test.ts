import { expect, test } from 'vitest'
import { entry } from './entry.ts'
import { evaluationPage } from './page.ts'

const head = { version: 2, at: '2026-11-22T00:00:00Z', endpoint: 'script', model: 'script' } as const

test('the page has the tables and the data of the plots, loads nothing, and lets no text of a trial out', () => {
  const trials = [entry({ arm: 'plan', kind: '</script><b>' }), entry({ arm: 'no-plan', solved: false, cost: null })]
  const page = evaluationPage({ ...head, planner: null, reader: null, inputs: '', entries: trials, skipped: [] })
  expect(page).toContain('<td>plan to no-plan</td><td>0</td><td>1</td>')
  expect(page).toContain('"title":"Solved runs of each task, of 1","along":"task","names":["a"]')
  expect(page).toContain('A script played, not a model')
  expect(page).toContain("default-src 'none'")
  expect(page).not.toMatch(/<(?:script|link|img|iframe)[^>]+(?:src|href)=|@import|url\(/)
  expect(page).not.toContain('</script><b>')
})
