export const id = "endpoint";
export const ids = ["endpoint"];
export const modules = {

/***/ 9389:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  addressOf: () => (/* binding */ addressOf),
  connectModel: () => (/* binding */ connectModel)
});

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(8500);
// EXTERNAL MODULE: external "node:net"
var external_node_net_ = __webpack_require__(7030);
// EXTERNAL MODULE: ./lib/node_modules/openai/index.mjs + 92 modules
var openai = __webpack_require__(4426);
// EXTERNAL MODULE: ./lib/lib/errors.js
var errors = __webpack_require__(5892);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 4 modules
var schemas = __webpack_require__(2503);
// EXTERNAL MODULE: ./lib/model/model.js
var model = __webpack_require__(6256);
// EXTERNAL MODULE: ./lib/guard/json.js
var json = __webpack_require__(5183);
;// CONCATENATED MODULE: ./lib/model/endpoint/token-counts.js

/** The token counts of both APIs, with the fields in which providers report cache use; undefined if there are none. */
function tokenCountsIn(usage) {
    const own = (...names) => tokensIn([usage], names);
    const input = own('prompt_tokens', 'input_tokens');
    const output = own('completion_tokens', 'output_tokens');
    if (input === undefined || output === undefined)
        return undefined;
    const total = own('total_tokens');
    const details = [(0,json/* field */.ZZ)(usage, 'prompt_tokens_details'), (0,json/* field */.ZZ)(usage, 'input_tokens_details')];
    const mistralCached = own('num_cached_tokens'); // vercel/ai#14382
    const reads = tokensIn([...details, usage], CACHE_READS) ||
        // All tokens but the last: Mistral's count for a prompt without a cache key, not discounted (symfony/ai#2343).
        (mistralCached === undefined || mistralCached === input - 1 ? 0 : mistralCached);
    const writes = tokensIn([...details, usage], CACHE_WRITES) ?? 0;
    const isClaude = Boolean(own('cache_read_input_tokens', 'cache_creation_input_tokens'));
    const cache = reads + writes;
    // Anthropic and gateways in front of it (Portkey) count cache tokens in addition to the prompt tokens. With a total of
    // prompt and reply, a cache count above the prompt is wrong (Grok on Azure: crmne/ruby_llm@fb5a49bf04).
    const isApart = total === input + output + cache || (cache > input && (isClaude || total !== input + output));
    const totalInput = isApart ? input + cache : input;
    // xAI and Gemini include thinking only in the total, and bill it as output. Mistral's total also includes audio.
    const thinking = total === undefined || (0,json/* field */.ZZ)(usage, 'prompt_audio_seconds') ? 0 : total - totalInput;
    // Cache reads and writes are at most the input, whatever an endpoint reports.
    const cached = Math.min(reads, totalInput);
    const written = writes > 0 ? Math.min(writes, totalInput - cached) : undefined;
    return { input: totalInput, cached, output: Math.max(output, thinking), written };
}
/** OpenAI and Moonshot; DeepSeek; Anthropic behind a gateway. */
const CACHE_READS = ['cached_tokens', 'prompt_cache_hit_tokens', 'cache_read_input_tokens'];
/** OpenRouter; LiteLLM; Anthropic behind a gateway. */
const CACHE_WRITES = ['cache_write_tokens', 'cache_creation_tokens', 'cache_creation_input_tokens'];
/** The first count above zero among these fields; zero if all are, and undefined if no field is a count. */
function tokensIn(objects, names) {
    const values = objects.flatMap((object) => names.map((name) => (0,json/* field */.ZZ)(object, name)));
    const counts = values.flatMap((value) => (typeof value === 'number' && value >= 0 ? value : []));
    return counts.find((count) => count > 0) ?? counts[0];
}

;// CONCATENATED MODULE: ./lib/model/endpoint/failures.js

// Errors in place of a reply.
/** No connection, or it closed before a reply began. */
class NoConnection extends Error {
}
/** A reply that did not end: a cut connection, no part of it within the idle timeout, a body that is no reply. */
class IncompleteReply extends Error {
}
/** Characters of a single event, of a reply that is not streamed, and of what is made of a streamed one. */
const MAX_REPLY_CHARACTERS = 16 * 1024 * 1024;
/** A reply of more characters than any model's. */
class ReplyTooLong extends Error {
}
/** An HTML page instead of a reply: from a failing proxy, or from an address without an API. */
class WebPage extends Error {
}
/**
 * An error response: a status other than 200, or an error in the middle of a reply. `body` is its JSON without the
 * enclosing `error`; `words` is all its texts, since endpoints use different fields; `message` is for people.
 */
class Refused extends Error {
    status;
    body;
    words;
    headers;
    constructor(response) {
        super(messageIn(response.body));
        this.status = response.status;
        this.body = response.body;
        this.words = textsIn(response.body).join(' ');
        this.headers = response.headers;
    }
}
/** An error in a reply with status 200. Its code is often the status that the endpoint itself received. */
function refusedInReply(body) {
    const code = Number((0,json/* field */.ZZ)(body, 'code') ?? (0,json/* field */.ZZ)(body, 'status_code'));
    return new Refused({ status: code >= 400 && code < 600 ? code : undefined, body });
}
/** Fields of an error that echo the model's or the user's text instead of the endpoint's. */
const ECHOED_FIELDS = new Set(['failed_generation', 'input', 'user_id', 'request_id']);
const MAX_DEPTH = 8;
function textsIn(value, depth = 0) {
    if (typeof value === 'string' || typeof value === 'number')
        return [String(value).slice(0, 4_000)];
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH)
        return [];
    return Object.entries(value).flatMap(([name, inner]) => (ECHOED_FIELDS.has(name) ? [] : textsIn(inner, depth + 1)));
}
/** The endpoint's message, followed by the one of the provider behind a gateway (`metadata.raw` at OpenRouter). */
function messageIn(body) {
    const own = Array.isArray(body) ? body[0] : body;
    const error = (0,json/* field */.ZZ)(own, 'error') ?? own;
    const message = [error, (0,json/* field */.ZZ)(error, 'message'), (0,json/* field */.ZZ)(error, 'detail'), (0,json/* field */.ZZ)(error, 'msg')].find(isText);
    const upstream = upstreamIn((0,json/* field */.ZZ)(error, 'metadata'));
    const texts = [message, upstream].filter(isText).filter((text, at, all) => all.indexOf(text) === at);
    return plain(texts.length > 0 ? texts.join(': ') : textsIn(body).join(' '));
}
/** A text in one line; of a proxy's HTML page, its title. */
function plain(text) {
    const isPage = /<(?:!doctype|html|head|body)\b/i.test(text);
    const shown = isPage ? /<title(?:\s[^<>]*)?>([^<]*)/i.exec(text)?.[1]?.trim() || 'a web page' : text;
    return shown.replaceAll(/\s+/g, ' ').trim();
}
function upstreamIn(metadata) {
    const raw = (0,json/* field */.ZZ)(metadata, 'raw');
    if (!isText(raw))
        return raw === undefined || raw === null ? undefined : textsIn(raw).join(' ');
    const parsed = (0,json/* jsonIn */.Yf)(raw);
    return parsed === undefined ? raw : messageIn(parsed);
}
const isText = (value) => typeof value === 'string' && value.trim() !== '';
/** Backoff delays in milliseconds for an endpoint that is rate-limited and names no delay. The last one repeats. */
const RATE_LIMIT_BACKOFF = [5_000, 10_000, 20_000, 40_000, 60_000];
/** How often a named delay of less than a second is respected before backoff applies. */
const MAX_SHORT_DELAYS = 5;
const LONGEST_TIMER = 2 ** 31 - 1;
/** Milliseconds before the retry with number `count`: the delay that the response names, or a growing backoff. */
function waitAfter(refused, count) {
    const delay = retryAfter(refused);
    if (delay !== undefined && (delay >= 1_000 || count <= MAX_SHORT_DELAYS))
        return Math.min(delay, LONGEST_TIMER);
    return RATE_LIMIT_BACKOFF[Math.min(count, RATE_LIMIT_BACKOFF.length) - 1] ?? LONGEST_TIMER;
}
/** The longest delay that a response names, in milliseconds: in a header, in Google's `retryDelay`, or in its text. */
function retryAfter({ headers, body, words }) {
    const delays = [
        durationFrom(headers?.get('retry-after-ms'), 1),
        durationFrom(headers?.get('retry-after'), 1_000) ?? durationUntil(headers?.get('retry-after')),
        ...delaysIn(body),
        durationIn(DELAY.exec(words)?.[1] ?? ''),
    ].filter((wait) => wait !== undefined);
    return delays.length > 0 ? Math.max(...delays) : undefined;
}
const durationFrom = (text, unit) => text && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) * unit : undefined;
function durationUntil(text) {
    const date = Date.parse(text ?? '');
    return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
/** Every `retryDelay: "21s"` (google.rpc.RetryInfo) and `retry_after: 21` in a JSON body. */
function delaysIn(body, depth = 0) {
    if (typeof body !== 'object' || body === null || depth > 6)
        return [];
    const delay = durationIn(String((0,json/* field */.ZZ)(body, 'retryDelay') ?? ''));
    const after = durationFrom(String((0,json/* field */.ZZ)(body, 'retry_after') ?? (0,json/* field */.ZZ)(body, 'retry_after_seconds') ?? ''), 1_000);
    const own = [delay, after].filter((wait) => wait !== undefined);
    return [...own, ...Object.values(body).flatMap((inner) => delaysIn(inner, depth + 1))];
}
/** "Please try again in 7m12.5s", "Please retry after 26 seconds", "Your quota will reset after 5h59m59s". */
const DELAY = /(?:try again|retry|wait|available|resets?)(?: again)? (?:in|after|for)(?: about)? ([\dhms. ]*\d ?[a-z]+)/i;
const PART_OF_DURATION = /(\d{1,12}(?:\.\d{1,9})?) ?(milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|h)(?![a-z_])/gi;
const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
function durationIn(text) {
    const parts = [...text.matchAll(PART_OF_DURATION)];
    if (parts.length === 0)
        return undefined;
    return parts.reduce((sum, [, amount, name = '']) => {
        const unit = /^(?:ms|milli)/i.test(name) ? 'ms' : name.slice(0, 1).toLowerCase();
        return sum + Number(amount) * (UNITS[unit] ?? 0);
    }, 0);
}

;// CONCATENATED MODULE: ./lib/model/endpoint/stream.js


/**
 * Yields the parts of a reply, streamed or not, and calls `onActivity` for each that is no ping. Throws `Refused` for an
 * error among them, `IncompleteReply` if it stops or is no JSON, `WebPage` for HTML, and `ReplyTooLong`.
 */
async function* piecesOf(response, onActivity) {
    const type = response.headers.get('content-type') ?? '';
    if (type.includes('text/html'))
        throw new WebPage();
    if (type.includes('application/json')) {
        yield { kind: 'whole', value: withoutError(await readWholeBody(response, onActivity)) };
        yield { kind: 'end' };
        return;
    }
    for await (const data of eventsOf(response)) {
        if (data === '[DONE]')
            return yield { kind: 'end' };
        const value = withoutError(parseReply(data));
        if (!isPing(value))
            onActivity();
        yield { kind: 'event', value };
    }
}
/** Keep-alives: Anthropic's `ping`, OpenAI's `keepalive` and status events, empty chunks. */
function isPing(value) {
    if (/^(?:ping|keepalive|heartbeat|response\.(?:in_progress|queued))$/.test(String((0,json/* field */.ZZ)(value, 'type'))))
        return true;
    const choices = (0,json/* field */.ZZ)(value, 'choices');
    const isBare = (choice) => isEmpty((0,json/* field */.ZZ)(choice, 'delta')) && !(0,json/* field */.ZZ)(choice, 'finish_reason');
    return Array.isArray(choices) && choices.every(isBare) && !(0,json/* field */.ZZ)(value, 'usage');
}
/** Whether a delta contains nothing but its role. */
const isEmpty = (delta) => Object.entries(delta ?? {}).every(([name, value]) => name === 'role' || !value || value.length === 0);
async function readWholeBody(response, onActivity) {
    let text = '';
    for await (const part of textChunks(response)) {
        // Gateways send blanks as keep-alives while they wait for the body.
        if (part.trim() !== '')
            onActivity();
        text = withinReplyLimit(text + part);
    }
    return parseReply(text);
}
/** The data of server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html. */
async function* eventsOf(response) {
    let partialLine = '';
    const data = [];
    for await (const part of textChunks(response)) {
        if (!/[\r\n]/.test(part)) {
            partialLine = withinReplyLimit(partialLine + part);
            continue;
        }
        const lines = (partialLine + part).split(/\r\n|\n|\r(?!$)/);
        partialLine = withinReplyLimit(lines.pop() ?? '');
        for (const line of lines) {
            if (line === '' && data.length > 0)
                yield data.splice(0).join('\n').trim();
            if (line.startsWith('data:'))
                data.push(line.slice('data:'.length).trimStart());
        }
    }
    if (partialLine.startsWith('data:'))
        data.push(partialLine.slice('data:'.length).trimStart());
    if (data.length > 0)
        yield data.join('\n').trim();
}
/** Decodes a body as it arrives. Distinguishes a cut connection from an error of the endpoint. */
async function* textChunks({ body }) {
    if (!body)
        return;
    const decoder = new TextDecoder();
    try {
        for await (const part of body)
            yield decoder.decode(part, { stream: true });
    }
    catch (error) {
        throw new IncompleteReply('broke off its reply', { cause: error });
    }
    yield decoder.decode();
}
function parseReply(text) {
    try {
        return (0,json/* parseShallow */.gR)(text);
    }
    catch (error) {
        throw new IncompleteReply('sent a reply that is no JSON', { cause: error });
    }
}
/** Throws `Refused` for an error object in place of a reply, and for an `error` event. */
function withoutError(value) {
    const error = (0,json/* field */.ZZ)(value, 'error');
    if (error)
        throw refusedInReply(error);
    if ((0,json/* field */.ZZ)(value, 'type') === 'error')
        throw refusedInReply(value);
    return value;
}
/** Returns the text, or throws if it is longer than any model's reply. */
function withinReplyLimit(text) {
    if (text.length > MAX_REPLY_CHARACTERS)
        throw new ReplyTooLong();
    return text;
}

;// CONCATENATED MODULE: ./lib/model/endpoint/error-dialects.js

/** A row of the table. Any of these patterns may be in the text; without patterns, any text counts. */
const dialect = (status, kind, says) => ({
    kind,
    ...(status && { status }),
    ...(says && { says: new RegExp(says.join('|'), 'i') }),
});
const ANY = undefined;
/**
 * How endpoints word their errors, with provider and source. The first matching row counts. `ANY` matches every
 * status; `undefined` in a list is an error inside a reply. docs/errors.md links this table.
 */
const DIALECTS = [
    // The model wrote a tool call that its server cannot parse.
    dialect(ANY, 'malformed', [
        'tool_use_failed|tool call validation failed', // Groq: pydantic/pydantic-ai@4fda38988f
        'MALFORMED_FUNCTION_CALL', // Gemini: OpenRouterTeam/openrouter-examples#67
        'failed to parse (?:input|tool|function|messages\\.tool_calls)', // llama.cpp: ggml-org/llama.cpp#24644
        'error parsing tool call', // Ollama: ollama/ollama#17638
        'XML syntax error on line', // Ollama with Qwen: ollama/ollama#14834
        'expected element type <', // Ollama with Qwen: continuedev/continue#10896
        'unexpected token \\d+ while expecting start token', // vLLM with gpt-oss: vllm-project/vllm#27243
        'unexpected tokens remaining in message header', // vLLM with gpt-oss: vllm-project/vllm#51977
    ]),
    dialect(ANY, 'filtered', [
        'content_filter|ResponsibleAIPolicyViolation', // Azure: traceloop/openllmetry@93429cfb97
        'data_inspection_failed', // DashScope: https://www.alibabacloud.com/help/en/model-studio/error-code
    ]),
    dialect([400, 403], 'filtered', [
        'input was flagged', // OpenRouter: https://openrouter.ai/docs/api-reference/errors
        'content management policy', // Azure: traceloop/openllmetry@93429cfb97
    ]),
    dialect([400, 404, undefined], 'responses', [
        'v1/responses', // OpenAI, Azure: microsoft/foundry-dev-tools#779
        'OperationNotSupported', // Azure: langchain-ai/langchain-azure#228
    ]),
    dialect([400, 413, 422, 429, 500, 503, undefined], 'context', [
        'context_length_exceeded|string_above_max_length', // OpenAI: https://platform.openai.com/docs/guides/error-codes
        'exceed_context_size', // badlogic/pi-mono: packages/ai/src/utils/overflow.ts
        'model_max_prompt_tokens_exceeded', // Copilot: badlogic/pi-mono: packages/ai/src/utils/overflow.ts
        'request_too_large', // Anthropic: https://platform.claude.com/docs/en/api/errors
        'too_many_prompt_tokens', // Perplexity: crmne/ruby_llm@fb5a49bf04
        '(?:maximum|max) (?:context|prompt|model) length', // OpenAI, vLLM, xAI: FoundationAgents/OpenManus#62
        '(?:context|input) (?:length|window|size)[^.]{0,40}(?:exceed|too (?:long|large))', // badlogic/pi-mono: packages/ai/src/utils/overflow.ts
        'exceed(?:s|ed)?[^.]{0,60}(?:context (?:length|window|size)|maximum number of tokens|model token limit|maximum size)', // llama.cpp, Gemini, Kimi, Anthropic: google-gemini/gemini-cli#6678
        'longer than the model.s context|greater than the context length', // LM Studio: Gitlawb/openclaude#353
        'loaded with context length of only', // LM Studio: lmstudio-ai/lmstudio-bug-tracker#546
        '(?:prompt|input|request|conversation|messages) (?:is )?too (?:long|large)', // Anthropic, Z.ai: badlogic/pi-mono: packages/ai/src/utils/overflow.ts
        'reduce the length of the (?:messages|prompt|input)', // vLLM, Groq: badlogic/pi-mono: packages/ai/src/utils/overflow.ts
        'exceeds max length', // Z.ai 1261: NousResearch/hermes-agent#1877
        'tokens in request more than max tokens', // Z.ai 1210: NousResearch/hermes-agent#61728
        'configured context size', // ds4: badlogic/pi-mono: packages/ai/src/utils/overflow.ts
        'exceeded max_prompt_tokens', // SiliconFlow: leookun/cursor-byok#129
        'range of input length should be', // DashScope: https://www.alibabacloud.com/help/en/model-studio/error-code
        'prompt token count of \\d+ exceeds the limit', // Copilot: jjleng/copilot-more#35
        'max_new_tokens. must be <=|inputs. tokens', // text-generation-inference: its router’s validation
        'request too large for', // OpenAI, a limit for one request: continuedev/continue#10602
    ]),
    dialect([400], 'context', [
        'token limit exceeded', // badlogic/pi-mono: packages/ai/src/utils/overflow.ts
        'too many tokens', // Bedrock and gateways: badlogic/pi-mono: packages/ai/src/utils/overflow.ts
    ]),
    dialect([413], 'context'),
    dialect(ANY, 'tool-parser', ['--enable-auto-tool-choice|--tool-call-parser']), // vLLM: langchain4j/langchain4j#3475
    dialect(ANY, 'jinja', ['--jinja']), // llama.cpp: defilantech/LLMKube#126
    dialect(ANY, 'tools', [
        '(?:does not|doesn.t) support (?:tools|tool|function)', // Ollama: its server/routes.go
        'support tool use', // OpenRouter: https://openrouter.ai/docs/api-reference/errors
        '(?:tools?|tool (?:use|calls?|calling)|function calling) (?:is|are) not (?:supported|available|enabled)', // gateways: https://docs.litellm.ai/docs/exception_mapping
    ]),
    // OpenRouter has no route to the model under this account's settings.
    dialect(ANY, 'policy', ['data policy|guardrail restrictions']), // OpenRouter: truefoundry/models#826
    // Before invalid keys and unknown models: some providers report an exhausted quota with their status.
    dialect([402], 'quota'),
    dialect([400, 401, 403, 429, 500, 503, undefined], 'quota', [
        'insufficient_quota|billing_not_active|billing_hard_limit', // OpenAI: https://platform.openai.com/docs/guides/error-codes
        'exceeded_current_quota_error|suspended', // Moonshot: https://platform.kimi.ai/docs/api/errors
        'arrearage', // DashScope: https://www.alibabacloud.com/help/en/model-studio/error-code
        'FreeTierOnly', // DashScope: 666ghj/BettaFish#609
        'free tier of the model has been exhausted', // DashScope: APIParkLab/APIPark#394
        'insufficient (?:credits?|balance|funds|account balance)|insufficient_balance', // DeepSeek, Z.ai 1113, MiniMax 1008: MiniMax-AI/MiniMax-M2#62, vercel/ai#9290
        'balance is insufficient', // SiliconFlow 30001: https://docs.siliconflow.cn/en/faqs/error-code
        '余额不足', // Zhipu 1113: continuedev/continue#11823
        'limit exhausted', // Z.ai 1310: openclaw/openclaw#33813
        'usage limit reached for|使用上限', // Zhipu: https://docs.bigmodel.cn/cn/api/api-code
        'reached your (?:\\w+ )?usage limit', // Ollama: continuedev/continue#10579, #11444
        'reached your specified API usage limits', // Anthropic: anthropics/claude-code#38035
        'credit balance is too low', // Anthropic: https://platform.claude.com/docs/en/api/errors
        'requires more credits|out of credits|run out of credits|no credits', // OpenRouter: https://openrouter.ai/docs/api-reference/errors
        'key limit exceeded', // OpenRouter: MCPJam/inspector#1287
        'used all available credits|spending limit', // xAI: continuedev/continue#10373, warpdotdev/warp#14863
        'have any credits', // xAI: https://docs.x.ai/console/billing
        'credits are depleted', // Gemini: JeffOtano/roni#125
        'spending cap', // Gemini: https://ai.google.dev/gemini-api/docs/billing
        'budget has been exceeded|exceededbudget|budget_exceeded', // LiteLLM: BerriAI/litellm#14144
        'daily free allocation', // Cloudflare: diegosouzapw/OmniRoute#6980
        // Gemini names a delay of seconds for a daily quota, which does not help.
        'PerDay|\\blimit: 0\\b', // Gemini: google-gemini/gemini-cli#22486
        'free-models-per-day', // OpenRouter: Gitlawb/openclaude#936
    ]),
    {
        ...dialect([403, 429], 'quota', [
            'exceeded your current quota', // OpenAI: https://platform.openai.com/docs/guides/error-codes
            'tokens per day|requests per day', // Bedrock: Ivy-Interactive/Ivy-Tendril#1756; Cerebras, of a minute: continuedev/continue#9800
        ]),
        waits: false,
    },
    dialect([400, 401, 403, 404, 422, 500, undefined], 'model', [
        'model_not_found', // OpenAI, Groq: pydantic/pydantic-ai@4fda38988f
        'unknown model', // MiniMax 2013: https://platform.minimax.io/docs/api-reference/errorcode
        'not allowed to access model|invalid model name passed in', // LiteLLM: https://docs.litellm.ai/docs/proxy/virtual_keys
        'no healthy deployments', // LiteLLM: aristoteleo/PantheonOS#101
        '模型不存在', // Zhipu: https://docs.bigmodel.cn/cn/api/api-code
        'model `?\\S+`? does not exist', // OpenAI, vLLM, SiliconFlow: pydantic/pydantic-ai@4fda38988f
    ]),
    dialect([401], 'key'),
    dialect([400, 403, 404, undefined], 'key', [
        'invalid_api_key', // OpenAI: https://platform.openai.com/docs/guides/error-codes
        'API_KEY_INVALID|api key (?:is )?(?:not valid|invalid|expired)', // Gemini: continuedev/continue#10530
        '(?:incorrect|invalid) api key', // xAI: crmne/ruby_llm@fb5a49bf04
    ]),
    dialect([400, 403, 404, 422, undefined], 'model', [
        'DeploymentNotFound', // Azure: traceloop/openllmetry@93429cfb97
        'invalid_model', // Mistral: https://docs.mistral.ai/resources/error-codes
        'model_not_supported', // Copilot: https://docs.github.com/copilot/reference/ai-models/supported-models
        'not a valid model|no endpoints found for', // OpenRouter: https://openrouter.ai/docs/api-reference/errors
        'not found the model', // Moonshot: https://platform.kimi.ai/docs/api/errors
        'model identifier is invalid|supported on this route', // Bedrock: https://docs.aws.amazon.com/bedrock
        'models?/\\S+ is not found', // Gemini: piersolenski/wtf.nvim#64
        'not_found_error.{0,20}model:', // Anthropic: https://platform.claude.com/docs/en/api/errors
        'unable to access model', // gateways: https://docs.litellm.ai/docs/exception_mapping
        'model\\b.{0,80}(?:not (?:found|exists?|supported)|does not exist|is not available)', // DeepSeek, Ollama and others: ollama/ollama#15319
    ]),
    dialect([429, 503, 529], 'busy'),
    dialect([undefined, 498, 500, 502], 'busy', [
        'overloaded', // Anthropic: https://platform.claude.com/docs/en/api/errors
        'rate.?limit|too many requests', // OpenAI: https://platform.openai.com/docs/guides/error-codes
        'RESOURCE_EXHAUSTED', // Gemini: google-gemini/gemini-cli#26633
        'capacity_exceeded', // Groq 498: https://console.groq.com/docs/errors
    ]),
    dialect([403], 'key'),
    dialect([404, 405, 410], 'address'),
    dialect([undefined, 408, 409, 425], 'fault'),
];
function kindOf(refused) {
    const { status, words } = refused;
    const row = DIALECTS.find((one) => (!one.status || one.status.includes(status)) &&
        (!one.says || one.says.test(words)) &&
        (one.waits === undefined || one.waits === (retryAfter(refused) !== undefined)));
    return row?.kind ?? ((status ?? 500) >= 500 ? 'fault' : 'refused');
}

// EXTERNAL MODULE: ./lib/guard/paths.js
var paths = __webpack_require__(605);
;// CONCATENATED MODULE: ./lib/model/endpoint/remedies.js





/** Problem and remedy for every kind of error that a retry does not fix. */
const REMEDIES = {
    key: {
        code: 'model-key',
        message: (host) => `The model's endpoint at ${host} does not accept the API key`,
        remedy: 'Set the input `openai-api-key` to a valid key that may use the model.',
    },
    model: {
        code: 'model-unknown',
        message: (host) => `The model's endpoint at ${host} does not offer the model`,
        remedy: 'Set the input `model` (and `planner-model`, if it is used) to a model that the endpoint offers to this key.',
    },
    quota: {
        code: 'model-quota',
        message: (host) => `The account of the API key has no quota left at ${host}`,
        remedy: 'Add credit or raise the limit with the provider, or set the input `openai-api-key` to a key of another account.',
    },
    busy: {
        code: 'model-busy',
        message: (host) => `The model's endpoint at ${host} is at its limit for longer than this run can wait`,
        remedy: 'Comment `/retry` when it takes requests again; if it happens often, raise the limit with the provider, or set the input `model` to another one.',
    },
    responses: {
        code: 'model-api',
        message: () => 'The model is offered through the Responses API only',
        remedy: 'Set the input `openai-api` to `responses`.',
    },
    tools: {
        code: 'model-tools',
        message: (host) => `The model's endpoint at ${host} does not offer the model with tools, which this action needs`,
        remedy: 'Set the input `model` (and `planner-model`, if it is used) to a model that supports tools.',
    },
    'tool-parser': {
        code: 'model-tools',
        message: (host) => `The server at ${host} does not offer the model with tools, because it was started without them`,
        remedy: 'Start vLLM with `--enable-auto-tool-choice` and the `--tool-call-parser` of the model.',
    },
    jinja: {
        code: 'model-tools',
        message: (host) => `The server at ${host} does not offer the model with tools, because it was started without them`,
        remedy: 'Start llama.cpp’s server with `--jinja`.',
    },
    policy: {
        code: 'model-policy',
        message: (host) => `The privacy settings of the account at ${host} exclude every provider of the model`,
        remedy: 'Change the privacy settings of the account (https://openrouter.ai/settings/privacy), or the input `model`.',
    },
    address: {
        code: 'model-endpoint',
        message: (host) => `The server at ${host} has no such API at this address`,
        remedy: 'Check the input `openai-base-url` (it usually ends in `/v1`), that the runner and its proxy (`HTTPS_PROXY`) reach it, and the input `openai-api`.',
    },
    refused: {
        code: 'model-request',
        message: (host) => `The model's endpoint at ${host} refuses the request`,
        remedy: 'Change what it names: the input `model`, `openai-api` or `reasoning-effort`, or a setting of the account.',
    },
};
const isFixable = (kind) => kind in REMEDIES;
/** The base URL does not serve the API. */
const unreachable = (message) => new errors/* UserError */.yo(REMEDIES.address.code, message, REMEDIES.address.remedy);
const withoutResponses = (host) => new errors/* UserError */.yo(REMEDIES.address.code, `The server at ${host} has no Responses API at this address.`, 'Set the input `openai-api` to `chat`, or check the input `openai-base-url`.');
const replyTooLong = (host) => new errors/* UserError */.yo('model-reply', `The model's endpoint at ${host} sent a reply of more than ${MAX_REPLY_CHARACTERS / 1024 / 1024} MiB.`, 'Set the input `model` to another model, or look at what answers at `openai-base-url`; then comment `/retry`.');
/**
 * Explains an endpoint's error: `ContextTooLong`, a `UserError` for what a person can fix, or an `Error` with the
 * answer. Returns other errors unchanged. No message contains the key, or more of the URL than its host. `note` is
 * added to the words of a rate-limited endpoint.
 */
function explainFailure(error, to, note = '') {
    if (error instanceof IncompleteReply)
        return outage(to.host, error.message, error.cause);
    if (error instanceof ReplyTooLong)
        return replyTooLong(to.host);
    if (error instanceof WebPage)
        return unreachable(`The server at ${to.host} answers with a web page.`);
    if (error instanceof NoConnection)
        return explainConnection(error, to.host);
    return error instanceof Refused ? explainRefusal(error, to, note) : error;
}
function explainRefusal(refused, { host, apiKey, api }, note) {
    const kind = kindOf(refused);
    if (kind === 'context')
        return new model/* ContextTooLong */.gt();
    if (api === 'responses' && (kind === 'responses' || kind === 'address'))
        return withoutResponses(host);
    if (!isFixable(kind))
        return outage(host, `answered ${answerOf(refused, apiKey)}`);
    const answer = kind === 'busy' ? answerOf(refused, apiKey) + note : reasonIn(refused, apiKey);
    const { code, message, remedy } = REMEDIES[kind];
    return new errors/* UserError */.yo(code, `${message(host)}${answer && `; it says: ${(0,paths/* withoutEnd */.Mx)(answer, '. \n\t')}`}.`, remedy);
}
/** An error's status and the endpoint's reason for it, without the key. */
const answerOf = (refused, apiKey) => [refused.status, reasonIn(refused, apiKey)].filter(Boolean).join(' ');
const reasonIn = ({ message }, apiKey) => (apiKey ? message.replaceAll(apiKey, '[redacted]') : message).slice(0, 300);
const outage = (host, what, cause) => new Error(`The model's endpoint at ${host} ${what.replace(/\.$/, '')}.`, { cause });
const UNREACHABLE_CODES = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
function explainConnection(error, host) {
    const unreachableCode = codesIn(error).find((code) => UNREACHABLE_CODES.has(code));
    if (unreachableCode)
        return unreachable(`The model's endpoint at ${host} cannot be reached (${unreachableCode}).`);
    return outage(host, 'broke the connection');
}
/** System error codes along the chain of causes, where `fetch` hides them, and of each address tried. */
function codesIn(error) {
    if (!(error instanceof Error))
        return [];
    const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
    const inner = error instanceof AggregateError ? error.errors : [];
    return [...own, ...[error.cause, ...inner].flatMap(codesIn)];
}

;// CONCATENATED MODULE: ./lib/model/endpoint/optional-fields.js

/** The optional field for images: many models take text alone, and their servers word the error in many ways. */
const IMAGES = 'images';
/** The message between a tool result and a user message, sent once an endpoint asked for alternating roles. */
const BRIDGE = 'bridge';
/** Placeholders for reasoning or a signature of another endpoint, sent once an endpoint asked for them. */
const REASONING_STAND_IN = 'reasoning stand-in';
const SIGNATURE_STAND_IN = 'signature stand-in';
const NO_IMAGES = /\bimages?\b|image_url|input_image|\bvision\b|multi-?modal/i;
const NO_IMAGES_STATUS = [400, 404, 415, 422, 500, 501];
/** Other names of parameters in the errors of xAI, Ollama, Gemini, and Anthropic behind a gateway. */
const OTHER_NAMES = {
    reasoning_effort: /reasoning_?effort|think value|does not support thinking|thinking (?:level|budget)|\beffort\b/i,
    reasoning: /reasoning[._]effort|reasoning_?effort|\beffort\b/i,
    reasoning_details: /reasoning_details|signature\W{0,3} in \W{0,3}thinking|thinking\W{0,3} blocks?/i,
    extra_content: /extra_content|thought.signature is not valid|corrupted thought signature/i,
    thought_signature: /thought_signature\W|thought.signature is not valid/i,
    include: /invalid_encrypted_content|encrypted content/i,
};
/** DeepSeek, Kimi and Gemini require reasoning fields also for calls that another model made. */
const WANTS_REASONING = /reasoning_content.{0,60}(?:missing|must be passed|required)/i;
const WANTS_SIGNATURE = /missing a? ?thought.signature/i;
const WANTS_ALTERNATION = /role '?user'? after role '?tool'?|roles must alternate|after (?:the )?(?:optional )?(?:system|tool) message/i;
/** The fields to drop or to add after a 400 or 422; all `optional` fields of the request if the error has no text. */
function unsupportedFieldsIn(refused, optional) {
    const { status, words, body } = refused;
    if (NO_IMAGES_STATUS.includes(status) && NO_IMAGES.test(words))
        return [IMAGES];
    if (status !== 400 && status !== 422)
        return [];
    if (body === '')
        return [...optional];
    if (WANTS_REASONING.test(words))
        return [REASONING_STAND_IN];
    if (WANTS_SIGNATURE.test(words))
        return [SIGNATURE_STAND_IN];
    if (WANTS_ALTERNATION.test(words))
        return [BRIDGE];
    const rejectedField = String((0,json/* field */.ZZ)(body, 'param') ?? '').split(/[.[]/)[0];
    return [...optional, ...STATE_NAMES].filter((name) => name === rejectedField || nameIn(words, name) || OTHER_NAMES[name]?.test(words));
}
/** Whether an error's text contains a field name; one that is an English word must be quoted or marked. */
const nameIn = (words, name) => new RegExp(name.includes('_') ? `(?<![\\w-])${name}(?![\\w-])` : `(?:['"\`]|: )${name}\\b`).test(words);
/** Reasoning state that endpoints want back: of DeepSeek and Kimi, of OpenRouter and gateways, and of Gemini. */
const STATE_NAMES = ['reasoning_content', 'reasoning_details', 'extra_content', 'thought_signature'];
const CALL_STATE_NAMES = ['extra_content', 'thought_signature'];
/** Merges the reasoning state of a streamed delta (of a message or a call) into what was collected so far. */
function collect(state, piece, of) {
    const given = new Map(Object.entries(piece));
    for (const name of of === 'message' ? STATE_NAMES : CALL_STATE_NAMES) {
        const next = given.get(name);
        if (next === undefined || next === null || next === '')
            continue;
        state[name] = joined(name, state[name], next);
    }
}
function joined(name, before, next) {
    if (name === 'reasoning_content' && typeof before === 'string' && typeof next === 'string')
        return before + next;
    if (name === 'reasoning_details' && Array.isArray(next))
        return withDetails(Array.isArray(before) ? before : [], next);
    return (0,json/* isRecord */.u4)(before) && (0,json/* isRecord */.u4)(next) ? { ...before, ...next } : next;
}
/** Joins the deltas of each detail; only its texts are split over deltas. */
function withDetails(before, next) {
    const all = [...before];
    for (const piece of next) {
        const last = all.at(-1);
        if ((0,json/* isRecord */.u4)(last) && (0,json/* isRecord */.u4)(piece) && continues(last, piece))
            all[all.length - 1] = merged(last, piece);
        else
            all.push(piece);
    }
    return all;
}
const STREAMED_TYPES = ['reasoning.text', 'reasoning.summary'];
const STREAMED_TEXTS = ['text', 'summary'];
const continues = (last, piece) => last['type'] === piece['type'] && last['index'] === piece['index'] && STREAMED_TYPES.includes(last['type']);
function merged(last, piece) {
    const given = Object.entries(piece).flatMap(([name, value]) => {
        const before = STREAMED_TEXTS.includes(name) ? last[name] : undefined;
        if (typeof before === 'string' && typeof value === 'string')
            return [[name, before + value]];
        return value === null || value === undefined ? [] : [[name, value]];
    });
    return { ...last, ...Object.fromEntries(given) };
}
/**
 * The reasoning state of a message and of each of its calls for an endpoint: nothing of what another endpoint produced,
 * without the fields that this one rejects, and with the placeholders that it requires.
 */
function stateFor(message, endpoint, unsupported) {
    const own = (state = {}) => message.from === endpoint
        ? Object.fromEntries(Object.entries(state).filter(([name]) => !unsupported.has(name)))
        : {};
    const state = own(message.state);
    const calls = message.calls.map((call) => own(call.state));
    const [first] = calls;
    // Moonshot accepts a blank, but no empty text: https://github.com/BerriAI/litellm (llms/moonshot).
    if (unsupported.has(REASONING_STAND_IN) && first)
        state['reasoning_content'] ??= ' ';
    const isSigned = 'extra_content' in (message.state ?? {});
    if (unsupported.has(SIGNATURE_STAND_IN) && first && !isSigned)
        first['extra_content'] ??= PLACEHOLDER_SIGNATURE;
    return { state, calls };
}
/** Gemini's placeholder for calls of another model: https://ai.google.dev/gemini-api/docs/thought-signatures. */
const PLACEHOLDER_SIGNATURE = { google: { thought_signature: 'skip_thought_signature_validator' } };

;// CONCATENATED MODULE: ./lib/model/endpoint/exchange.js








/** Idle timeout in milliseconds; pings do not count. Models on a CPU, and hidden thinking, take minutes. */
const IDLE_TIMEOUT = 10 * 60_000;
/** Backoff delays in milliseconds after an unexplained failure. */
const FAULT_BACKOFF = [500, 1_500, 4_500, 9_000];
/** Milliseconds after which a failed attempt is slow: it is retried only once (anomalyco/opencode#48880). */
const SLOW_ATTEMPT = 60_000;
/** Maximum total of backoff delays per reply, in milliseconds, where a rate-limited endpoint names no delay. */
const MAX_UNANNOUNCED_WAIT = 20 * 60_000;
/** Tokens of a request above which a 400 without a body most likely means that the request is too long. */
const LONG_REQUEST_TOKENS = 16_000;
/**
 * Makes a model of attempts: waits out rate limits, repeats broken replies, drops images and the optional `fields` that
 * the endpoint rejects, and returns a call that the endpoint could not parse as a reply. Throws explained errors.
 */
function withRetries(endpoint, fields, attempt) {
    const optional = [...fields, IMAGES];
    const unsupported = new Set();
    return async (request) => {
        const retryState = { endpoint, request, faults: 0, waits: 0, waited: 0, unannounced: 0 };
        for (;;) {
            const begun = endpoint.now();
            const messages = unsupported.has(IMAGES) ? request.messages.map(withoutImages) : request.messages;
            try {
                const reply = await withIdleTimeout(endpoint, request, (idleTimer) => attempt({ ...request, messages }, unsupported, idleTimer));
                if (retryState.waits > 0)
                    request.onWait?.(undefined);
                noticeTruncation(endpoint, request, reply);
                return reply;
            }
            catch (error) {
                request.signal?.throwIfAborted();
                if (error instanceof Refused) {
                    if (rememberUnsupported(endpoint, { optional, unsupported }, error))
                        continue;
                    const reply = replyIn(error, request);
                    if (reply)
                        return reply;
                }
                await waitOrThrow(retryState, error, endpoint.now() - begun);
            }
        }
    };
}
/** Removes the images of a message, for models that take text alone. */
const withoutImages = (message) => message.kind === 'user' ? { kind: 'user', text: message.text } : message;
/** Runs an attempt under the idle timeout. Throws `IncompleteReply` when it expires, and what `failureOf` makes of errors. */
async function withIdleTimeout({ timer: startTimer }, { signal }, attempt) {
    const idle = new AbortController();
    const timer = startTimer(() => idle.abort(), IDLE_TIMEOUT);
    try {
        const ends = signal ? AbortSignal.any([signal, idle.signal]) : idle.signal;
        return await attempt({ signal: ends, onActivity: () => void timer.refresh() });
    }
    catch (error) {
        throw idle.signal.aborted ? new IncompleteReply('was silent for too long', { cause: error }) : failureOf(error);
    }
    finally {
        timer.close();
    }
}
/** Maps the client's errors to `Refused`, to `NoConnection`, and to the `UserError` of fetching a token. */
function failureOf(error) {
    if (error instanceof Error && error.cause instanceof errors/* UserError */.yo)
        return error.cause;
    if (error instanceof openai/* APIConnectionError */.xX)
        return new NoConnection('was not reached', { cause: error });
    if (!(error instanceof openai/* APIError */.LG) || error.status === undefined)
        return error;
    // Without a JSON body, the client's message is the status with the text of the body, or with a note that there was
    // none.
    const text = error.message.replace(/^\d{3} (?:status code \(no body\))?/, '');
    return new Refused({ status: error.status, body: error.error ?? text, headers: error.headers });
}
/** Remembers optional fields that an error rejects. False if the error names no new one. */
function rememberUnsupported(endpoint, { optional, unsupported }, refused) {
    if (NOT_ABOUT_FIELDS.includes(kindOf(refused)))
        return false;
    const rejected = unsupportedFieldsIn(refused, optional).filter((name) => !unsupported.has(name));
    for (const name of rejected)
        unsupported.add(name);
    if (rejected.includes('reasoning_effort') || rejected.includes('reasoning'))
        endpoint.notice(`The model at ${endpoint.host} does not take the input \`reasoning-effort\` (${endpoint.effort ?? ''}): it is left out.`);
    return rejected.length > 0;
}
const NOT_ABOUT_FIELDS = ['responses', 'malformed', 'filtered', 'context', 'busy'];
/** Converts an error about the model's own output to a reply, so that the model can correct it. */
function replyIn(refused, request) {
    const kind = kindOf(refused);
    if (kind !== 'malformed' && kind !== 'filtered')
        return undefined;
    const written = (0,json/* field */.ZZ)(refused.body, 'failed_generation');
    const text = kind === 'filtered' ? refused.message : typeof written === 'string' ? written : '';
    const message = { kind: 'assistant', text, calls: [] };
    const stop = kind === 'filtered' ? 'refusal' : 'malformed';
    return { message, stop, refusalText: refused.message, usage: (0,model/* usageOf */.Fs)(undefined, request, message) };
}
async function waitOrThrow(retryState, error, duration) {
    if (error instanceof Refused && kindOf(error) === 'busy')
        return await waitFor(retryState, error);
    const wait = FAULT_BACKOFF[retryState.faults++];
    const meaning = explained(retryState, error);
    if (wait === undefined || isSlowAgain(retryState, duration, String(meaning)) || !mayBeTemporary(error, meaning))
        throw meaning;
    await retryState.endpoint.pause(wait, retryState.request.signal);
}
/** Whether a slow attempt failed in the same way for the second time. */
function isSlowAgain(retryState, duration, how) {
    if (duration <= SLOW_ATTEMPT)
        return false;
    const isSame = retryState.slow === how;
    retryState.slow = how;
    return isSame;
}
/** Waits for the named delay, or a backoff. Throws when there is no time for it, or backoff was long enough. */
async function waitFor(retryState, refused) {
    const { endpoint, request } = retryState;
    const { signal, onWait, left = () => Infinity } = request;
    const length = waitAfter(refused, ++retryState.waits);
    const delay = retryAfter(refused);
    retryState.waited += length;
    if (delay === undefined)
        retryState.unannounced += length;
    if ((delay !== undefined && delay > left()) || retryState.unannounced > MAX_UNANNOUNCED_WAIT) {
        const note = delay === undefined ? '' : ` (it asks for a wait of ${Math.ceil(delay / 1_000)} s)`;
        throw explainFailure(refused, endpoint, note);
    }
    const why = answerOf(refused, endpoint.apiKey);
    onWait?.({ host: endpoint.host, why, length, count: retryState.waits, total: retryState.waited });
    await endpoint.pause(length, signal);
}
/** Whether a retry may succeed: no reply arrived whole, or the failure is not one that a person can fix. */
function mayBeTemporary(error, meaning) {
    // A refused connection may be an endpoint that restarts; several attempts tell it from a wrong address.
    if (error instanceof NoConnection || error instanceof WebPage)
        return true;
    return meaning !== error && !(meaning instanceof errors/* UserError */.yo || meaning instanceof model/* ContextTooLong */.gt);
}
function explained({ endpoint, request }, error) {
    // Cerebras and some gateways reject a request that is too long with an empty body:
    // https://github.com/badlogic/pi-mono (overflow.ts).
    const hasEmptyBody = error instanceof Refused && error.status === 400 && error.body === '';
    if (hasEmptyBody && (0,model/* sizeOfRequest */.MK)(request) / model/* CHARACTERS_PER_TOKEN */.vS > LONG_REQUEST_TOKENS)
        return new model/* ContextTooLong */.gt();
    return explainFailure(error, endpoint);
}
/** Beyond what any tokenizer reaches: the server truncated the request without an error, as Ollama does. */
const MAX_CHARACTERS_PER_TOKEN = 8;
/** Token counts below this are too small to judge. */
const MIN_JUDGED_TOKENS = 1_000;
function noticeTruncation({ host, notice }, request, { usage }) {
    const size = (0,model/* sizeOfRequest */.MK)(request);
    if (usage.input < MIN_JUDGED_TOKENS || size / MAX_CHARACTERS_PER_TOKEN <= usage.input)
        return;
    const sent = Math.round(size / model/* CHARACTERS_PER_TOKEN */.vS / 1_000);
    notice(`The server at ${host} read ${usage.input} tokens of a request of about ${sent},000: it cuts off what is beyond its context. ` +
        'Give the model a larger one (Ollama: `OLLAMA_CONTEXT_LENGTH=65536`; LM Studio and llama.cpp: the context length it is loaded with).');
}

;// CONCATENATED MODULE: ./lib/model/endpoint/chat.js







const OPTIONAL_FIELDS = ['prompt_cache_key', 'stream_options', 'cache_control'];
/** A model behind a Chat Completions endpoint. Replies are streamed, which keeps the connection of long ones alive. */
function chatModel(endpoint) {
    const { client, id, effort, conversationHeader: header } = endpoint;
    const optional = effort === undefined ? OPTIONAL_FIELDS : [...OPTIONAL_FIELDS, 'reasoning_effort'];
    return withRetries(endpoint, optional, async (request, unsupported, { signal, onActivity }) => {
        const headers = header === undefined ? {} : { [header]: request.cacheKey };
        const sent = client.chat.completions.create(parametersOf(endpoint, request, unsupported), { signal, headers });
        return replyOf(await completionIn(await sent.asResponse(), onActivity), request, id);
    });
}
/** The messages come last, so that a longer conversation shares its prefix with the shorter one (prompt cache). */
function parametersOf(endpoint, request, unsupported) {
    const { model, effort, id, marksCache } = endpoint;
    const messages = [
        { role: 'system', content: request.system },
        ...request.messages.flatMap((message, at, all) => [
            ...bridge(all[at - 1], message, unsupported),
            ...renderMessage(message, id, unsupported),
        ]),
    ];
    return {
        model,
        stream: true,
        ...(unsupported.has('stream_options') ? {} : { stream_options: { include_usage: true } }),
        ...(effort === undefined || unsupported.has('reasoning_effort') ? {} : { reasoning_effort: effort }),
        ...(unsupported.has('prompt_cache_key') ? {} : { prompt_cache_key: request.cacheKey }),
        tools: request.tools.map(renderTool),
        messages: marksCache && !unsupported.has('cache_control') ? messages.map(withCacheMark) : messages,
    };
}
const renderTool = ({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters },
});
/** Placeholder for an empty assistant turn: endpoints reject empty messages, and two user messages in a row. */
const NOTHING = '(nothing)';
function renderMessage(message, endpoint, unsupported) {
    if (message.kind === 'user')
        return [{ role: 'user', content: renderContent(message) }];
    if (message.kind === 'result')
        return [{ role: 'tool', tool_call_id: message.call, content: message.text }];
    const { state, calls } = stateFor(message, endpoint, unsupported);
    const tool_calls = message.calls.map(({ id, name, arguments: text }, at) => ({
        id,
        type: 'function',
        // Many servers parse the arguments of earlier calls, and would reject this conversation on every request.
        function: { name, arguments: text.trim() !== '' && (0,model/* isCompleteJson */.m8)(text) ? text : '{}' },
        ...calls[at],
    }));
    if (tool_calls.length > 0)
        return [{ role: 'assistant', content: message.text || null, ...state, tool_calls }];
    return [{ role: 'assistant', content: message.text || NOTHING, ...state }];
}
/** What the chat templates of Mistral and Gemma need between result and user message: mistralai/mistral-vibe#578. */
const bridge = (before, message, unsupported) => unsupported.has(BRIDGE) && before?.kind === 'result' && message.kind === 'user'
    ? [{ role: 'assistant', content: NOTHING }]
    : [];
function renderContent({ text, images = [] }) {
    const shown = images.map((url) => ({ type: 'image_url', image_url: { url } }));
    return shown.length === 0 ? text : [{ type: 'text', text }, ...shown];
}
/**
 * Adds `cache_control` breakpoints: on the first and the last message, and on the last message of the previous request.
 * A cache searches for a known prefix some 20 blocks back from a breakpoint, and ten calls with their results are more:
 * https://platform.claude.com/docs/en/build-with-claude/prompt-caching. Breakpoints are no part of the cached prefix,
 * so they may move.
 */
function withCacheMark(message, at, all) {
    if (message.role !== 'system' && message.role !== 'user' && message.role !== 'tool')
        return message;
    const endOfPrevious = all.findLastIndex(({ role }) => role === 'assistant') - 1;
    const mark = at === 0 || at === endOfPrevious || at === all.length - 1 ? { cache_control: { type: 'ephemeral' } } : {};
    if (typeof message.content === 'string')
        return { ...message, content: [{ type: 'text', text: message.content, ...mark }] };
    return message;
}
/**
 * The fields of a chunk, or of a whole completion, that are read, with the types that servers which claim compatibility
 * really send.
 */
const CallDelta = schemas/* looseObject */._H3({
    index: schemas/* number */.aig().nullish(),
    id: schemas/* string */.YjP().nullish(),
    function: schemas/* object */.Ikc({ name: schemas/* string */.YjP().nullish(), arguments: schemas/* unknown */.L5J().optional() }).nullish(),
});
const Content = schemas/* union */.KCZ([schemas/* string */.YjP(), schemas/* array */.YOg(schemas/* object */.Ikc({ text: schemas/* string */.YjP().nullish() }))]);
const Delta = schemas/* looseObject */._H3({
    content: Content.nullish(),
    refusal: schemas/* string */.YjP().nullish(),
    tool_calls: schemas/* array */.YOg(CallDelta).nullish(),
});
const Choice = schemas/* object */.Ikc({
    delta: Delta.nullish(),
    message: Delta.nullish(),
    finish_reason: schemas/* string */.YjP().nullish(),
    native_finish_reason: schemas/* string */.YjP().nullish().catch(undefined),
});
const Chunk = schemas/* object */.Ikc({ choices: schemas/* array */.YOg(Choice).nullish(), usage: schemas/* unknown */.L5J().optional() });
/** Reads a completion, which ends with a `finish_reason`, its usage, `[DONE]` or a whole JSON body. */
async function completionIn(response, onActivity) {
    const draft = { text: '', refusal: '', calls: [], finish: '', native: '', state: {}, ended: false };
    try {
        for await (const piece of piecesOf(response, onActivity)) {
            // An empty stream is no reply, even with `[DONE]`.
            if (piece.kind === 'end')
                draft.ended ||= draft.text !== '' || draft.calls.length > 0;
            else
                addChunk(draft, piece);
        }
    }
    catch (error) {
        // An error after the end of a reply does not invalidate it.
        if (draft.finish === '' || !(error instanceof Refused || error instanceof IncompleteReply))
            throw error;
    }
    if (!draft.ended || (draft.finish === 'error' && !isMalformed(draft)))
        throw new IncompleteReply('broke off its reply');
    return draft;
}
function addChunk(draft, piece) {
    const chunk = Chunk.safeParse(piece.value);
    if (!chunk.success)
        throw new IncompleteReply('sent a reply that is no completion', { cause: chunk.error });
    const { choices, usage } = chunk.data;
    const choice = choices?.[0];
    const message = piece.kind === 'whole' ? choice?.message : undefined;
    // A completion that a content filter removed has no message, but a reason for its end (Azure).
    if (piece.kind === 'whole' && !message && !choice?.finish_reason)
        throw new IncompleteReply('sent a reply that is no completion');
    const delta = message ? withIndexes(message) : choice?.delta;
    const content = delta?.content ?? '';
    const text = typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('');
    draft.text = withinReplyLimit(draft.text + text);
    draft.refusal += delta?.refusal ?? '';
    for (const call of delta?.tool_calls ?? [])
        addCall(draft.calls, call);
    if (delta)
        collect(draft.state, delta, 'message');
    draft.finish ||= choice?.finish_reason ?? '';
    draft.native ||= choice?.native_finish_reason ?? '';
    const use = tokenCountsIn(usage);
    if (use)
        draft.usage = use;
    // Some servers send usage with every chunk: it ends a reply only if no content comes with it or after it.
    draft.ended = draft.finish !== '' || (use !== undefined && isEmpty(delta));
}
/** The message of a whole completion as a delta. Its calls have no index, and may all have the same id. */
const withIndexes = (message) => ({
    ...message,
    tool_calls: message.tool_calls?.map((call, index) => ({ ...call, index })),
});
function addCall(calls, delta) {
    const call = callOf(calls, delta);
    call.id ||= delta.id ?? '';
    call.name ||= delta.function?.name ?? '';
    call.arguments = withinReplyLimit(call.arguments + (0,model/* argumentsAsText */.qE)(delta.function?.arguments));
    collect(call.state, delta, 'call');
}
/** The call that a delta belongs to. Some servers omit the index, or give every call the same one. */
function callOf(calls, { index, id, function: part }) {
    const lastCall = calls.findLast((call) => index === undefined || index === null || call.index === index);
    if (lastCall && !(id ? isOtherId(lastCall, id) : isOtherName(lastCall, part?.name)))
        return lastCall;
    const newCall = { index: index ?? undefined, id: '', name: '', arguments: '', state: {} };
    calls.push(newCall);
    return newCall;
}
const isOtherId = (call, id) => call.id !== '' && call.id !== id;
const isOtherName = (call, name) => Boolean(name) && (name !== call.name || (call.arguments !== '' && (0,model/* isCompleteJson */.m8)(call.arguments)));
/** The `finish_reason` of Z.ai and Claude for a reply beyond the context window: mozilla-ai/any-llm#1200. */
const CONTEXT_EXCEEDED = 'model_context_window_exceeded';
const isTruncated = ({ finish }) => finish === 'length' || finish === CONTEXT_EXCEEDED;
/** Gemini's `finish_reason` for a tool call that it could not parse. */
const isMalformed = ({ finish, native }) => /MALFORMED_FUNCTION_CALL/i.test(`${finish} ${native}`);
/** Converts a completion to a reply. `from` identifies the endpoint and model that its reasoning state belongs to. */
function replyOf(draft, request, from) {
    const calls = draft.calls.map((call) => ({ ...call, arguments: (0,model/* readArguments */.lR)(call.arguments) }));
    const complete = calls.filter((call) => call.name !== '' && !(isTruncated(draft) && !(0,model/* isCompleteJson */.m8)(call.arguments)));
    if (draft.finish === CONTEXT_EXCEEDED && complete.length === 0)
        throw new model/* ContextTooLong */.gt();
    const uniqueId = (0,model/* uniqueIds */.Yj)(request.messages);
    const hasState = [draft, ...complete].some(({ state }) => Object.keys(state).length > 0);
    const message = {
        kind: 'assistant',
        text: draft.text || draft.refusal,
        calls: complete.map((call) => ({
            id: uniqueId(call.id),
            name: call.name,
            arguments: call.arguments,
            ...stateIfAny(call.state),
        })),
        ...stateIfAny(draft.state),
        ...(hasState ? { from } : {}),
    };
    return { message, stop: stopOf(draft, complete.length > 0), usage: (0,model/* usageOf */.Fs)(draft.usage, request, message) };
}
const stateIfAny = (state) => Object.keys(state).length > 0 ? { state } : {};
function stopOf(draft, hasCalls) {
    if (isTruncated(draft))
        return 'length';
    if (hasCalls)
        return 'end';
    if (isMalformed(draft))
        return 'malformed';
    return draft.refusal !== '' || draft.finish === 'content_filter' ? 'refusal' : 'end';
}

;// CONCATENATED MODULE: ./lib/model/endpoint/providers.js
// Provider quirks that follow from the address. A new provider's quirk is a new row here.
const PROVIDERS = [
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
        responsesAt: (url, deployment) => deployment === undefined ? url : new URL(url.pathname.replace(DEPLOYMENT, '') + url.search, url.origin),
    },
    // https://openrouter.ai/docs/guides/best-practices/prompt-caching: only Anthropic and Alibaba need breakpoints.
    { hosts: /(?:^|\.)openrouter\.ai$/, marksCache: /^~?(?:anthropic|qwen|alibaba)\// },
    // DashScope: https://www.alibabacloud.com/help/en/model-studio/context-cache
    { hosts: /(?:^dashscope[\w-]*|\.maas)\.aliyuncs\.com$/, marksCache: /qwen/i },
    // https://docs.x.ai/developers/advanced-api-usage/prompt-caching/maximizing-cache-hits
    { hosts: /(?:^|\.)x\.ai$/, conversationHeader: 'x-grok-conv-id' },
    // https://platform.claude.com/docs/en/api/openai-sdk: prompt caching is not supported here.
    { hosts: /(?:^|\.)anthropic\.com$/, marksCache: /^\b$/ },
];
/** Claude behind a gateway such as LiteLLM: https://docs.litellm.ai/docs/completion/prompt_caching. */
const CLAUDE = /claude/i;
const DEPLOYMENT = /\/deployments\/([^/]+)\/?$/;
/** What follows from the address for requests of a model. */
function quirksAt(url, model) {
    const provider = PROVIDERS.find(({ hosts }) => hosts.test(url.hostname));
    const deployment = DEPLOYMENT.exec(url.pathname)?.[1];
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
    };
}

;// CONCATENATED MODULE: ./lib/model/endpoint/responses.js






const responses_OPTIONAL_FIELDS = ['prompt_cache_key', 'include', 'store'];
/**
 * A model behind a Responses endpoint, which stores nothing (`store: false`): every request sends the conversation with
 * encrypted reasoning. Replies are streamed, which keeps the connection of long ones alive.
 */
function responsesModel(endpoint) {
    const optional = endpoint.effort === undefined ? responses_OPTIONAL_FIELDS : [...responses_OPTIONAL_FIELDS, 'reasoning'];
    return withRetries(endpoint, optional, async (request, unsupported, { signal, onActivity }) => {
        const sent = endpoint.client.responses.create(responses_parametersOf(endpoint, request, unsupported), { signal });
        return responses_replyOf(await finalIn(await sent.asResponse(), onActivity), request, endpoint.id);
    });
}
/** The input comes last, so that a longer conversation shares its prefix with the shorter one (prompt cache). */
function responses_parametersOf({ model, effort, id }, request, unsupported) {
    const encrypted = !unsupported.has('include');
    return {
        model,
        stream: true,
        ...(unsupported.has('store') ? {} : { store: false }),
        ...(encrypted ? { include: ['reasoning.encrypted_content'] } : {}),
        ...(effort === undefined || unsupported.has('reasoning') ? {} : { reasoning: { effort } }),
        ...(unsupported.has('prompt_cache_key') ? {} : { prompt_cache_key: request.cacheKey }),
        instructions: request.system,
        tools: request.tools.map(responses_renderTool),
        input: request.messages.flatMap((message) => responses_renderMessage(message, { id, encrypted })),
    };
}
/** Not strict, although that is the API's default: strict schemas cannot have optional arguments. */
const responses_renderTool = ({ name, description, parameters }) => ({
    type: 'function',
    name,
    description,
    parameters,
    strict: false,
});
function responses_renderMessage(message, { id, encrypted }) {
    if (message.kind === 'user')
        return [{ role: 'user', content: responses_renderContent(message) }];
    if (message.kind === 'result')
        return [{ type: 'function_call_output', call_id: message.call, output: message.text }];
    // The endpoint's own items go back unchanged, because their shape is private to it. Old conversations lack `from`.
    if (message.items && (message.from ?? id) === id)
        return message.items.filter((item) => encrypted || item.type !== 'reasoning');
    return [
        ...(message.text ? [{ role: 'assistant', content: message.text }] : []),
        ...message.calls.map(({ id, name, arguments: text }) => ({
            type: 'function_call',
            call_id: id,
            name,
            arguments: text || '{}',
        })),
    ];
}
function responses_renderContent({ text, images = [] }) {
    if (images.length === 0)
        return text;
    return [
        { type: 'input_text', text },
        ...images.map((url) => ({ type: 'input_image', image_url: url, detail: 'auto' })),
    ];
}
const Item = schemas/* looseObject */._H3({ type: schemas/* string */.YjP() });
const FunctionCall = schemas/* object */.Ikc({ call_id: schemas/* string */.YjP().nullish(), name: schemas/* string */.YjP(), arguments: schemas/* unknown */.L5J().optional() });
const Text = schemas/* object */.Ikc({
    content: schemas/* array */.YOg(schemas/* object */.Ikc({ text: schemas/* string */.YjP().nullish(), refusal: schemas/* string */.YjP().nullish() })),
});
const FinalResponse = schemas/* object */.Ikc({
    status: schemas/* string */.YjP().nullish(),
    output: schemas/* array */.YOg(Item),
    error: schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* unknown */.L5J()).nullish(),
    incomplete_details: schemas/* object */.Ikc({ reason: schemas/* string */.YjP().nullish() }).nullish(),
    usage: schemas/* unknown */.L5J().optional(),
});
const Event = schemas/* object */.Ikc({ type: schemas/* string */.YjP(), item: Item.optional().catch(undefined), response: schemas/* unknown */.L5J().optional() });
const FINAL_EVENTS = ['response.completed', 'response.incomplete', 'response.failed'];
function parse(schema, value) {
    const result = schema.safeParse(value);
    if (result.success)
        return result.data;
    throw new IncompleteReply('sent a reply that is no response', { cause: result.error });
}
/** The final response of a stream. Where a server omits its output, that is collected from earlier events. */
async function finalIn(response, onActivity) {
    const items = [];
    for await (const piece of piecesOf(response, onActivity)) {
        if (piece.kind === 'end')
            continue;
        if (piece.kind === 'whole')
            return parse(FinalResponse, piece.value);
        const { type, item, response: finalValue } = parse(Event, piece.value);
        if (type === 'response.output_item.done' && item)
            items.push(item);
        if (!FINAL_EVENTS.includes(type))
            continue;
        const final = parse(FinalResponse, finalValue);
        // Calls that were complete before the failure are billed and can be performed (anomalyco/opencode#48880).
        if (type === 'response.failed' && items.some(isCall))
            return { ...final, error: undefined, output: items };
        return final.output.length > 0 ? final : { ...final, output: items };
    }
    throw new IncompleteReply('broke off its reply');
}
function responses_replyOf(final, request, from) {
    if (final.error)
        throw refusedInReply(final.error);
    const isTruncated = final.incomplete_details?.reason === 'max_output_tokens';
    const items = resendableItems(final.output, isTruncated, request.messages);
    const parts = items.flatMap((item) => (item.type === 'message' ? parse(Text, item).content : []));
    const calls = items.filter(isCall).map((item) => {
        const { call_id, name, arguments: text } = parse(FunctionCall, item);
        return { id: call_id ?? '', name, arguments: (0,model/* readArguments */.lR)((0,model/* argumentsAsText */.qE)(text)) };
    });
    const message = {
        kind: 'assistant',
        text: parts.map((part) => part.text ?? part.refusal ?? '').join(''),
        calls,
        items,
        from,
    };
    const declined = final.incomplete_details?.reason === 'content_filter' || parts.some((part) => part.refusal);
    const stop = isTruncated ? 'length' : declined && calls.length === 0 ? 'refusal' : 'end';
    return { message, stop, usage: (0,model/* usageOf */.Fs)(tokenCountsIn(final.usage), request, message) };
}
const isCall = (item) => item.type === 'function_call';
/** The items that can go back: without truncated calls, and without reasoning that the endpoint would reject. */
function resendableItems(output, isTruncated, messages) {
    const complete = output.filter((item) => !(isTruncated && isCall(item) && !(0,model/* isCompleteJson */.m8)((0,model/* argumentsAsText */.qE)(item.arguments))));
    const withoutOpaque = complete.filter((item) => item.type !== 'reasoning' || item.encrypted_content);
    const resendable = withoutOpaque.slice(0, withoutOpaque.findLastIndex((item) => item.type !== 'reasoning') + 1);
    const uniqueId = (0,model/* uniqueIds */.Yj)(messages);
    return resendable.map((item) => {
        if (!isCall(item))
            return item;
        const { call_id, arguments: raw } = parse(FunctionCall, item);
        return { ...item, call_id: uniqueId(call_id), arguments: (0,model/* argumentsAsText */.qE)(raw) };
    });
}

;// CONCATENATED MODULE: ./lib/model/endpoint/endpoint.js












/**
 * Connects a model at an OpenAI-compatible endpoint. `auto` uses the Responses API at OpenAI itself, and elsewhere once
 * an endpoint answers that the model has no other. Throws `UserError` for an invalid address or a missing key.
 */
function connectModel(options) {
    const { api, model } = options;
    const url = addressOf(options);
    const { speaksResponses, responses } = quirksAt(url, model);
    const notice = withoutRepeats(options.notice);
    const open = (api, at = { url, model }) => (api === 'chat' ? chatModel : responsesModel)(endpointAt({ ...options, ...at, api, notice }));
    if (api === 'responses' || (api === 'auto' && speaksResponses))
        return open('responses');
    const chat = open('chat');
    if (api === 'chat')
        return chat;
    return withFallback(chat, () => {
        notice(`${model} at ${url.host} is offered through the Responses API only: it is used from now on.`);
        return open('responses', responses);
    });
}
/** The address of an endpoint. Throws `UserError` when it is none, or when a key that it needs is missing. */
function addressOf({ apiKey, access, baseUrl }) {
    const url = URL.parse(baseUrl);
    if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
        throw unreachable('The base URL of the model is not an http or https address.');
    if (apiKey || access || url.username || isPrivateHost(url.hostname))
        return url;
    throw new errors/* UserError */.yo('model-key', `The input \`openai-api-key\` is empty, and the model's endpoint at ${url.host} needs a key.`, 'Add the secret that the workflow names (Settings → Secrets and variables → Actions), or use `token-exchange`.');
}
/** Uses the first model until its endpoint answers that only the other API offers it, and then the other one. */
function withFallback(first, other) {
    let model = first;
    return async (request) => {
        try {
            return await model(request);
        }
        catch (error) {
            if (model !== first || !(error instanceof errors/* UserError */.yo) || error.code !== 'model-api')
                throw error;
            model = other();
            return await model(request);
        }
    };
}
function withoutRepeats(notice) {
    const given = new Set();
    return (text) => {
        if (!given.has(text))
            notice?.(text);
        given.add(text);
    };
}
function endpointAt(options) {
    const { url, model, pause = wait, now = () => performance.now(), timer = setTimeout } = options;
    const { marksCache, conversationHeader } = quirksAt(url, model);
    return {
        ...options,
        ...{ pause, now, timer, marksCache, conversationHeader },
        apiKey: options.apiKey,
        client: clientFor(url, options),
        host: url.host,
        id: idOf(url, model),
    };
}
const wait = (milliseconds, signal) => (0,promises_.setTimeout)(milliseconds, undefined, signal && { signal });
/** A digest of endpoint and model. It is stored in the repository, so it reveals nothing about them. */
const idOf = (url, model) => (0,external_node_crypto_.createHash)('sha256')
    .update(`${url.host}${(0,paths/* withoutEnd */.Mx)(url.pathname, '/')} ${model}`)
    .digest('hex')
    .slice(0, 12);
const PRIVATE_NETWORKS = [
    ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10'],
    ...['::1/128', 'fc00::/7', 'fe80::/10'],
];
const PRIVATE_ADDRESSES = new external_node_net_.BlockList();
for (const network of PRIVATE_NETWORKS) {
    const [address = '', prefix] = network.split('/');
    PRIVATE_ADDRESSES.addSubnet(address, Number(prefix), (0,external_node_net_.isIP)(address) === 6 ? 'ipv6' : 'ipv4');
}
/** Whether a hostname is of this machine or a private network, where models commonly need no key. */
function isPrivateHost(hostname) {
    const host = hostname.toLowerCase().replace(/^\[|\]$/g, '');
    const version = (0,external_node_net_.isIP)(host);
    if (version > 0)
        return PRIVATE_ADDRESSES.check(host, version === 6 ? 'ipv6' : 'ipv4');
    // A hostname without a dot is a container or a machine on the local network.
    return !host.includes('.') || /\.(?:localhost|local|internal|lan|home\.arpa)$/.test(host);
}
/** The client for an endpoint. Its own environment variables, retries and timeouts are switched off. */
function clientFor(url, { model, apiKey, access }) {
    return new openai/* OpenAI */.z4({
        apiKey: access?.token ?? (apiKey || 'none'),
        adminAPIKey: null,
        organization: null,
        project: null,
        baseURL: `${url.origin}${(0,paths/* withoutEnd */.Mx)(url.pathname, '/')}`,
        defaultQuery: Object.fromEntries(url.searchParams),
        defaultHeaders: { 'user-agent': 'measure-twice', ...(access ? access.headers : authorization(url, model, apiKey)) },
        maxRetries: 0,
        // Node's longest timer. `exchange.ts` has the idle timeout.
        timeout: 2 ** 31 - 1,
        fetch: fetchWithoutTimeouts,
        logLevel: 'off',
    });
}
/** Moves credentials in the URL to a header, since `fetch` rejects them in a URL. */
function authorization(url, model, apiKey) {
    const { keyHeader } = quirksAt(url, model);
    if (apiKey)
        return keyHeader === undefined ? {} : { [keyHeader]: apiKey };
    const basic = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    return { authorization: url.username ? `Basic ${Buffer.from(basic).toString('base64')}` : null };
}
/** Where `fetch` looks up its dispatcher; a proxy agent is registered there, too. */
const DISPATCHER_KEY = Symbol.for('undici.globalDispatcher.1');
/**
 * `fetch` without undici's timeouts of five minutes, because a reply that is cut is billed. Sends well-formed text,
 * follows no redirect, drops headers that describe the machine, and reads error bodies up to a limit.
 */
const fetchWithoutTimeouts = async (address, init) => {
    const headers = new Headers(init?.headers);
    for (const name of [...headers.keys()])
        if (name.startsWith('x-stainless-'))
            headers.delete(name);
    const body = typeof init?.body === 'string' ? (0,model/* wellFormedJson */.Mf)(init.body) : init?.body;
    const requestInit = {
        ...init,
        headers,
        body,
        redirect: 'manual',
        dispatcher: dispatcherWithoutTimeouts(),
    };
    const response = await fetch(address, requestInit);
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location !== null)
        throw redirected(String(address), location);
    return response.ok ? response : withBoundedBody(response);
};
/** Headers of other names than `authorization` would be sent along to another host, with the key in them. */
const redirected = (address, location) => unreachable(`The server at ${new URL(address).host} redirects to ${URL.parse(location, address)?.host ?? 'no address'}, and no redirect is followed.`);
/** Looks up the dispatcher per request: undici creates it with the first one. */
const dispatcherWithoutTimeouts = () => Object.assign(Object.create(null), {
    dispatch: (options, handler) => Reflect.get(globalThis, DISPATCHER_KEY).dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler),
});
const MAX_ERROR_CHARACTERS = 1 << 20;
/** Reads the beginning of an error body, also if the connection breaks off. */
async function withBoundedBody(response) {
    let text = '';
    try {
        for await (const part of textChunks(response)) {
            text += part;
            if (text.length > MAX_ERROR_CHARACTERS)
                break;
        }
    }
    catch {
        // The status is known, which is enough.
    }
    return new Response(text || null, { status: response.status, headers: response.headers });
}


/***/ })

};
