// What is peculiar to a provider and follows from its address. A new provider's quirk is a new line here.

type Provider = {
  hosts: RegExp
  /** The header that takes the key, besides `Authorization`. */
  keyHeader?: string
  /** Models whose cache wants to be told, with `cache_control`, up to where to remember. */
  marksCache?: RegExp
  /** Where the Responses API is when Chat Completions are at `url`; as there when it is left out. */
  responsesAt?: (url: URL, deployment: string | undefined) => URL
}

const PROVIDERS: readonly Provider[] = [
  {
    // Azure OpenAI and AI Foundry: https://learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle
    hosts: /\.(?:openai|cognitiveservices|services\.ai|inference\.ai|models\.ai)\.azure\.(?:com|us|cn)$/,
    keyHeader: 'api-key',
    responsesAt: (url, deployment) => (deployment === undefined ? url : new URL('/openai/v1', url.origin)),
  },
  {
    // Azure API Management: the paths behind it are those of what it guards.
    hosts: /\.azure-api\.(?:net|us|cn)$/,
    keyHeader: 'api-key',
    responsesAt: (url, deployment) =>
      deployment === undefined ? url : new URL(url.pathname.replace(DEPLOYMENT, '') + url.search, url.origin),
  },
  // https://openrouter.ai/docs/features/prompt-caching: of its models those of Anthropic alone want marks.
  { hosts: /(?:^|\.)openrouter\.ai$/, marksCache: /^~?anthropic\// },
]

const DEPLOYMENT = /\/deployments\/([^/]+)\/?$/

const providerAt = ({ hostname }: URL): Provider | undefined => PROVIDERS.find(({ hosts }) => hosts.test(hostname))

/** The headers that take the key at this address, besides `Authorization`. */
export function keyHeaders(url: URL, apiKey: string): Record<string, string> {
  const name = providerAt(url)?.keyHeader
  return name === undefined ? {} : { [name]: apiKey }
}

/** Whether this model's cache wants marks at this address. */
export const marksCache = (url: URL, model: string): boolean => providerAt(url)?.marksCache?.test(model) ?? false

/** Where the Responses API is, and under which name the model; a classic Azure address holds that name itself. */
export function responsesAt(url: URL, model: string): { url: URL; model: string } {
  const deployment = DEPLOYMENT.exec(url.pathname)?.[1]
  const found = providerAt(url)?.responsesAt
  return found ? { url: found(url, deployment), model: deployment ?? model } : { url, model }
}
