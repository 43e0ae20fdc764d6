import { z } from 'zod'

/** Whose packages these are, as GitHub's advisories call it. */
const ECOSYSTEMS = ['npm', 'rust', 'pip', 'go', 'rubygems', 'composer'] as const

/** The longest name of a package on any registry has fewer characters. */
export const LONGEST_NAME = 214

/** A package that was not there before. `like` is the name of one that was, and that it may be taken for. */
export const NewPackage = z.object({
  ecosystem: z.enum(ECOSYSTEMS),
  name: z.string().max(LONGEST_NAME),
  like: z.string().max(LONGEST_NAME).optional(),
})
export type NewPackage = z.infer<typeof NewPackage>

const LINE = new RegExp(
  `^New package \\((${ECOSYSTEMS.join('|')})\\): (\\S{1,${LONGEST_NAME}})(?: like (\\S{1,${LONGEST_NAME}}))?$`,
)

/** New packages as lines of the commit that proposes them. An `@` would be a mention there, and is written as `%40`. */
export const renderNewPackages = (packages: readonly NewPackage[]): string =>
  packages
    .filter(({ name, like = '' }) => !/[\s%]/.test(name + like))
    .map(
      ({ ecosystem, name, like }) => `New package (${ecosystem}): ${name}${like === undefined ? '' : ` like ${like}`}`,
    )
    .join('\n')
    .replaceAll('@', '%40')

/** Reads these lines, with which a text begins, and gives the rest back. */
export function parseNewPackages(body: string): { packages: NewPackage[]; rest: string } {
  const lines = body.split('\n')
  const first = lines.findIndex((line) => !LINE.test(line))
  const end = first < 0 ? lines.length : first
  const packages = lines.slice(0, end).flatMap((line) => {
    const [, ecosystem, name, like] = LINE.exec(line.replaceAll('%40', '@')) ?? []
    return NewPackage.safeParse({ ecosystem, name, ...(like === undefined ? {} : { like }) }).data ?? []
  })
  return { packages, rest: lines.slice(end).join('\n').trim() }
}
