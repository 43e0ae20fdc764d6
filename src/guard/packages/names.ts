import { z } from 'zod'

/** Package ecosystems, as GitHub's advisories name them. */
const ECOSYSTEMS = ['npm', 'rust', 'pip', 'go', 'rubygems', 'composer'] as const

/** Maximum characters of a package name: npm's limit, the largest of all registries. */
export const LONGEST_NAME = 214

/** A package that a change adds. `like` is a package of the repository with almost the same name. */
export const NewPackage = z.object({
  ecosystem: z.enum(ECOSYSTEMS),
  name: z.string().max(LONGEST_NAME),
  like: z.string().max(LONGEST_NAME).optional(),
})
export type NewPackage = z.infer<typeof NewPackage>

const LINE = new RegExp(
  `^New package \\((${ECOSYSTEMS.join('|')})\\): (\\S{1,${LONGEST_NAME}})(?: like (\\S{1,${LONGEST_NAME}}))?$`,
)

/** New packages as lines of a commit message. An `@` is written as `%40`, since GitHub would read it as a mention. */
export const renderNewPackages = (packages: readonly NewPackage[]): string =>
  packages
    .filter(({ name, like = '' }) => !/[\s%]/.test(name + like))
    .map(
      ({ ecosystem, name, like }) => `New package (${ecosystem}): ${name}${like === undefined ? '' : ` like ${like}`}`,
    )
    .join('\n')
    .replaceAll('@', '%40')

/** Parses the lines of `renderNewPackages` at the start of a commit message. `rest` is the text after them. */
export function parseNewPackages(body: string): { packages: NewPackage[]; rest: string } {
  const lines = body.split('\n')
  const end = [...lines, ''].findIndex((line) => !LINE.test(line))
  const packages = lines.slice(0, end).flatMap((line) => {
    const [, ecosystem, name, like] = LINE.exec(line.replaceAll('%40', '@')) ?? []
    return NewPackage.safeParse({ ecosystem, name, ...(like === undefined ? {} : { like }) }).data ?? []
  })
  return { packages, rest: lines.slice(end).join('\n').trim() }
}
