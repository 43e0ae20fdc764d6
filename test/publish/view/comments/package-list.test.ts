import { expect, test } from 'vitest'
import type { Advisory } from '../../../../src/github/forge.ts'
import { newPackagesNote, renderManifests, type PackageNews } from '../../../../src/publish/view/comments/manifests.ts'

const advisory = (more: Partial<Advisory> = {}): Advisory => ({
  name: 'old',
  id: 'GHSA-aaaa-bbbb-cccc',
  severity: 'low',
  isMalware: false,
  fixedIn: '1.2.3',
  ...more,
})
const news = (more: Partial<PackageNews>): PackageNews => ({ ecosystem: 'npm', name: 'a', advisories: [], ...more })

const MANIFEST = { path: 'a', packages: [], scripts: [] }
const packageRemarks = (packages: PackageNews[]) => renderManifests([MANIFEST], packages)?.split('\n').slice(4) ?? []

const ALL = [
  news({ name: 'clean' }),
  news({ name: 'lodahs', like: 'lodash' }),
  news({
    name: 'old',
    advisories: [advisory(), advisory({ id: 'GHSA-cccc-dddd-eeee', severity: 'critical', fixedIn: undefined })],
  }),
  news({ name: 'evil', advisories: [advisory({ isMalware: true, fixedIn: undefined })] }),
  news({ name: 'far', ecosystem: 'pip', advisories: undefined }),
]

test('the plan comment lists each new package with its known advisories', () => {
  expect(newPackagesNote(ALL)).toMatchInlineSnapshot(`
    "**New packages**, and what GitHub's advisories say of them. To approve this version is to let the agent add them.

    - \`clean\` (npm): nothing is known against it
    - \`lodahs\` (npm): ⚠️ its name is almost \`lodash\`, which was there already
    - \`old\` (npm): advisories [GHSA-cccc-dddd-eeee](https://github.com/advisories/GHSA-cccc-dddd-eeee) (critical, not fixed), [GHSA-aaaa-bbbb-cccc](https://github.com/advisories/GHSA-aaaa-bbbb-cccc) (low, fixed in \`1.2.3\`)
    - \`evil\` (npm): ⚠️ **malware**: [GHSA-aaaa-bbbb-cccc](https://github.com/advisories/GHSA-aaaa-bbbb-cccc)
    - \`far\` (pip): GitHub's advisories were not asked"
  `)
  expect(newPackagesNote([])).toBe('')
})

test('the closing comment lists advisories of new packages, and counts those not looked up', () => {
  expect(packageRemarks(ALL)).toMatchInlineSnapshot(`
    [
      "- \`lodahs\` (npm): ⚠️ its name is almost \`lodash\`, which was there already",
      "- \`old\` (npm): advisories [GHSA-cccc-dddd-eeee](https://github.com/advisories/GHSA-cccc-dddd-eeee) (critical, not fixed), [GHSA-aaaa-bbbb-cccc](https://github.com/advisories/GHSA-aaaa-bbbb-cccc) (low, fixed in \`1.2.3\`)",
      "- \`evil\` (npm): ⚠️ **malware**: [GHSA-aaaa-bbbb-cccc](https://github.com/advisories/GHSA-aaaa-bbbb-cccc)",
      "- GitHub's advisories were not asked about 1 new package, or did not answer.",
    ]
  `)
  expect(packageRemarks([news({})])).toEqual([])
})

test('hostile package names and versions are escaped', () => {
  const [hostile = ''] = packageRemarks([
    news({ name: '`@alice`<!--', advisories: [advisory({ fixedIn: '1 <!-- @bob', severity: '<b>' })] }),
  ])
  expect(hostile).not.toMatch(/<!--|<b>/)
})
