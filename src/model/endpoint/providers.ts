// What is peculiar to a provider and follows from its address. A new provider's quirk is a new line here.

type Provider = {
  hosts: RegExp
  /** The header that takes the key, besides `Authorization`. */
  keyHeader?: string
  /** Models whose cache wants to be told, with `cache_control`, up to where to remember; Claude's where left out. */
  marksCache?: RegExp
  /** The header by which requests of one conversation find its cache. */
  conversationHeader?: string
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
  // https://openrouter.ai/docs/guides/best-practices/prompt-caching: those of Anthropic and Alibaba alone want marks.
  { hosts: /(?:^|\.)openrouter\.ai$/, marksCache: /^~?(?:anthropic|qwen|alibaba)\// },
  // DashScope: https://www.alibabacloud.com/help/en/model-studio/context-cache
  { hosts: /(?:^dashscope[\w-]*|\.maas)\.aliyuncs\.com$/, marksCache: /qwen/i },
  // https://docs.x.ai/developers/advanced-api-usage/prompt-caching/maximizing-cache-hits
  { hosts: /(?:^|\.)x\.ai$/, conversationHeader: 'x-grok-conv-id' },
  // https://platform.claude.com/docs/en/api/openai-sdk: prompt caching is not supported here.
  { hosts: /(?:^|\.)anthropic\.com$/, marksCache: /^\b$/ },
]

/**
 * Whoever stands between us and Claude: LiteLLM, Databricks, Vercel, Portkey (https://docs.litellm.ai/docs/completion/prompt_caching).
 * One that refuses marks says so once.
 */
const CLAUDE = /claude/i

const DEPLOYMENT = /\/deployments\/([^/]+)\/?$/

const providerAt = ({ hostname }: URL): Provider | undefined => PROVIDERS.find(({ hosts }) => hosts.test(hostname))

/** The headers that take the key at this address, besides `Authorization`. */
export function keyHeaders(url: URL, apiKey: string): Record<string, string> {
  const name = providerAt(url)?.keyHeader
  return name === undefined ? {} : { [name]: apiKey }
}

/** Whether this model's cache wants marks at this address. */
export const marksCache = (url: URL, model: string): boolean => (providerAt(url)?.marksCache ?? CLAUDE).test(model)

export const conversationHeader = (url: URL): string | undefined => providerAt(url)?.conversationHeader

/** OpenAI itself, with its regional addresses: https://platform.openai.com/docs/guides/your-data (data residency). */
export const speaksResponses = ({ hostname }: URL): boolean => /^(?:(?:eu|us)\.)?api\.openai\.com$/.test(hostname)

/** Where the Responses API is, and under which name the model; a classic Azure address holds that name itself. */
export function responsesAt(url: URL, model: string): { url: URL; model: string } {
  const deployment = DEPLOYMENT.exec(url.pathname)?.[1]
  const found = providerAt(url)?.responsesAt
  return found ? { url: found(url, deployment), model: deployment ?? model } : { url, model }
}
