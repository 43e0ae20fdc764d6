/** What sends a GraphQL document, and gives its data. */
export type Ask = <T>(document: string, variables: Record<string, unknown>) => Promise<T>

export type ActorNode = { login: string; __typename: string } | null

/** GraphQL calls an app by its bare name, and REST by its name with a mark. */
export const loginOf = (author: ActorNode): string =>
  author ? (author.__typename === 'Bot' ? `${author.login.replace(/\[bot\]$/, '')}[bot]` : author.login) : 'ghost'
