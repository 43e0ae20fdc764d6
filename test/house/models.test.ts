import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { DEFAULT_MODEL, readInputs } from '../../src/runner/inputs.ts'
import { knownPrices } from '../../src/plan/usage.ts'

// docs/models.md: for each endpoint what to set, what it costs, and what is known to go wrong.

const PAGE = readFileSync(resolve(import.meta.dirname, '../../docs/models.md'), 'utf8')

/** The cells of a table's rows, by the heading that it stands under. */
const rowsUnder = (heading: string): string[][] =>
  (PAGE.split(heading)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

const endpoints = rowsUnder('# Endpoints').map(([name = '']) => name)
const costs = rowsUnder('## What it costs')
const known = PAGE.split('## What is known')[1] ?? ''

test('docs/models.md lists twelve endpoints', () => expect(new Set(endpoints).size).toBe(12))

test.each(endpoints)('docs/models.md has the prices and known facts of %s', (name) => {
  const [row] = costs.filter(([endpoint]) => endpoint === name)
  expect(row?.[2]).toMatch(/^`input=|^\(leave it out\)$/)
  expect(row?.[4]).toMatch(/^https:\/\/|max-tokens/)
  expect(known).toMatch(new RegExp(`^- \\*\\*[^*]*\\b${name}\\b`, 'm'))
})

const priced = costs
  .filter(([, , prices = '']) => prices.startsWith('`'))
  .map(([, model = '', prices = '', seen]) => ({ model, prices, seen }))

/** The name of a model, out of the words of the table. */
const named = (words: string): string => /`(.+)`/.exec(words)?.[1] ?? DEFAULT_MODEL

test.each(priced)('the prices of $model are dated, and valid as input', ({ model, prices, seen }) => {
  const inputs: Record<string, string> = {
    'github-token': 't',
    'openai-api-key': 'k',
    prices: prices.replaceAll('`', ''),
  }
  const read = readInputs((name) => inputs[name] ?? '').prices
  expect(knownPrices([named(model)])).toEqual(read)
  expect(read?.output).toBeGreaterThan(read?.input ?? Infinity)
  expect(seen).toMatch(/^2026-\d\d$/)
})
