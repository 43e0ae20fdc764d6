// Provider quirks that follow from the address. A new provider's quirk is a new row here.

type Provider = {
  hosts: RegExp
  /** The header that carries the key, in addition to `Authorization`. */
  keyHeader?: string
  /** Models whose prompt cache needs `cache_control` breakpoints; the default is Claude's. */
  marksCache?: RegExp
  /** The header by which the provider routes requests of one conversation to its prompt cache. */
  conversationHeader?: string
  /** Maps the Chat Completions URL to the Responses URL; the default is the same base URL. */
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
    // Azure API Management forwards the paths of the API behind it.
    hosts: /\.azure-api\.(?:net|us|cn)$/,
    keyHeader: 'api-key',
    responsesAt: (url, deployment) =>
      deployment === undefined ? url : new URL(url.pathname.replace(DEPLOYMENT, '') + url.search, url.origin),
  },
  // https://openrouter.ai/docs/guides/best-practices/prompt-caching: only Anthropic and Alibaba need breakpoints.
  { hosts: /(?:^|\.)openrouter\.ai$/, marksCache: /^~?(?:anthropic|qwen|alibaba)\// },
  // DashScope: https://www.alibabacloud.com/help/en/model-studio/context-cache
  { hosts: /(?:^dashscope[\w-]*|\.maas)\.aliyuncs\.com$/, marksCache: /qwen/i },
  // https://docs.x.ai/developers/advanced-api-usage/prompt-caching/maximizing-cache-hits
  { hosts: /(?:^|\.)x\.ai$/, conversationHeader: 'x-grok-conv-id' },
  // https://platform.claude.com/docs/en/api/openai-sdk: prompt caching is not supported here.
  { hosts: /(?:^|\.)anthropic\.com$/, marksCache: /^\b$/ },
]

/** Claude behind a gateway such as LiteLLM: https://docs.litellm.ai/docs/completion/prompt_caching. */
const CLAUDE = /claude/i

const DEPLOYMENT = /\/deployments\/([^/]+)\/?$/

/** What follows from the address for requests of a model. */
export function quirksAt(url: URL, model: string) {
  const provider = PROVIDERS.find(({ hosts }) => hosts.test(url.hostname))
  const deployment = DEPLOYMENT.exec(url.pathname)?.[1]
  return {
    keyHeader: provider?.keyHeader,
    /** Whether the model's prompt cache needs breakpoints. */
    marksCache: (provider?.marksCache ?? CLAUDE).test(model),
    conversationHeader: provider?.conversationHeader,
    /** OpenAI's own address and its regional ones: https://platform.openai.com/docs/guides/your-data (data residency). */
    speaksResponses: /^(?:(?:eu|us)\.)?api\.openai\.com$/.test(url.hostname),
    /** The Responses URL and the model name to use there; a classic Azure URL contains the deployment name. */
    responses: provider?.responsesAt
      ? { url: provider.responsesAt(url, deployment), model: deployment ?? model }
      : { url, model },
  }
}
