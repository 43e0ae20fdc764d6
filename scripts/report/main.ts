import { execFileSync, type StdioOptions } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readInputs } from '../../src/runner/inputs.ts'
import type { Prices } from '../../src/plan/usage.ts'
import { monthsOf } from './figures.ts'
import { plansIn } from './history.ts'
import { asPage, asText } from './show.ts'

// `npm run report`: what the plans of a repository came to, by month, from its records and commits alone.

const USAGE = `npm run report -- --repo PATH [options]

What the plans of a repository came to, by month: asked, approved at which version, paused why, merged, taken back,
cost for each merged plan. It reads a clone, and asks nobody. Fetch the records first:

  git -C PATH fetch origin '+refs/measure-twice/*-record:refs/measure-twice/*-record'

  --repo PATH        the clone
  --base NAME        the branch that plans are merged into [origin/HEAD, else HEAD]
  --prefix TEXT      how the branches of plans begin, as the input branch-prefix [plan/]
  --prices TEXT      as the input prices, for dollars: input=2,cached=0.1,cache-write=2.5,output=10
  --json             all figures and plans as JSON
  --html FILE        one page with charts, which loads nothing
`

/** What a person can mend. It is printed without a trace. */
class ReportError extends Error {
  override readonly name = 'ReportError'
}

const text = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const

function optionsFrom(args: string[]) {
  try {
    const options = { repo: text, base: text, prefix: text, prices: text, html: text, json: flag, help: flag }
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new ReportError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  }
}

const git = (repo: string, ...args: string[]): string | undefined => {
  try {
    const stdio: StdioOptions = ['ignore', 'pipe', 'ignore']
    return execFileSync('git', ['-C', repo, ...args], { encoding: 'utf8', stdio }).trim()
  } catch {
    return undefined
  }
}

/** The commit of the base, by the name that is given, or as the clone knows it. */
function baseOf(repo: string, given: string | undefined): string {
  const names = given === undefined ? ['origin/HEAD', 'HEAD'] : [given, `origin/${given}`]
  const found = names.flatMap(
    (name) => git(repo, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`) ?? [],
  )
  if (found[0] === undefined) throw new ReportError(`${repo} has no ${given ?? 'commits'}. Name a branch with --base.`)
  return found[0]
}

/** Prices are read as the action reads them. */
function pricesFrom(given: string | undefined): Prices | undefined {
  try {
    const of: Record<string, string> = { prices: given ?? '', 'github-token': 'none' }
    return readInputs((name) => of[name] ?? '').prices
  } catch (error) {
    throw new ReportError(error instanceof Error ? error.message : String(error))
  }
}

function main(): void {
  const { repo: path, base, prefix = 'plan/', prices, html, json, help } = optionsFrom(process.argv.slice(2))
  if (help) return console.log(USAGE)
  if (path === undefined) throw new ReportError(`Name the clone of your repository: --repo PATH.\n\n${USAGE}`)
  const repo = resolve(path)
  if (git(repo, 'rev-parse', '--git-dir') === undefined)
    throw new ReportError(`${path} is no clone of a repository. Name the folder of one.`)
  const known = pricesFrom(prices)
  const plans = plansIn({ repo, base: baseOf(repo, base), prefix })
  const months = monthsOf(plans, known)
  if (html !== undefined) writeFileSync(html, asPage(months, basename(repo)))
  if (json) return console.log(JSON.stringify({ months, plans }, undefined, 2))
  if (html !== undefined) return console.log(`Written: ${html}`)
  if (plans.length === 0) throw new ReportError(`There is no plan in ${path}. Were the records fetched?\n\n${USAGE}`)
  console.log(asText(months))
}

try {
  main()
} catch (error) {
  if (!(error instanceof ReportError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
