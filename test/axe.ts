import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe finds on a page that is serious or critical: each rule, with the elements that break it. */
export async function seriousOn(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(`axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target).join(', ')))`)
}
