export const id = 22;
export const ids = [22];
export const modules = {

/***/ 22:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  connectModel: () => (/* binding */ connectModel)
});

// EXTERNAL MODULE: ./node_modules/openai/index.mjs + 232 modules
var openai = __webpack_require__(8193);
// EXTERNAL MODULE: ./lib/errors.js
var errors = __webpack_require__(452);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 5 modules
var schemas = __webpack_require__(6843);
// EXTERNAL MODULE: ./lib/work/agent/call-arguments.js
var call_arguments = __webpack_require__(1138);
// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(8500);
// EXTERNAL MODULE: ./lib/work/agent/model.js
var agent_model = __webpack_require__(618);
;// CONCATENATED MODULE: ./lib/work/endpoint/failure.js



/** A reply that began and did not come to its end: a cut connection, a stream that stops, a body that is no reply. */
class BrokenOff extends Error {
    name = 'BrokenOff';
}
/**
 * What an error of the endpoint means: `ContextTooLong`, a `UserError` for what a person can fix, or else an `Error`
 * that says what was answered; what is no error of the endpoint is itself. None of them holds the key or more of the address than its host.
 */
function explainFailure(error, client) {
    const host = hostOf(client);
    if (error instanceof BrokenOff)
        return outage(host, error.message, error.cause);
    if (error instanceof openai/* APIConnectionError */.xX)
        return explainConnection(error, host);
    if (!(error instanceof openai/* APIError */.LG))
        return error;
    const said = wordsOf(error);
    const kind = KINDS.find(({ status, words }) => status.includes(error.status) && words.test(said))?.kind ?? 'outage';
    if (kind === 'context')
        return new agent_model/* ContextTooLong */.gt('The conversation is longer than the model takes.');
    if (kind === 'outage')
        return outage(host, `answered ${withoutSecrets(said, client)}`);
    return REMEDIES[kind](host);
}
/** An error that the endpoint reported in the middle of a reply; it may well be gone when asked again. */
const isReportedInReply = (error) => error instanceof openai/* APIError */.LG && error.status === undefined && error.error !== undefined;
const hostOf = (client) => new URL(client.baseURL).host;
const outage = (host, what, cause) => new Error(`The model's endpoint at ${host} ${what}.`, { cause });
/** Status, code, type and message in one text: endpoints put the same news in different ones. */
const wordsOf = (error) => [error.code, error.type, error.message].filter(Boolean).join(' ');
const CONTEXT = new RegExp([
    'context_length_exceeded|exceed_context_size|string_above_max_length',
    'maximum (?:context|prompt|model) length|(?:context|input) (?:length|window|size)[^.]{0,40}(?:exceed|too (?:long|large))',
    'exceeds?[^.]{0,60}(?:context (?:length|window|size)|maximum number of tokens)',
    '(?:prompt|input|request|conversation) (?:is )?too (?:long|large)|reduce the length of the (?:messages|prompt|input)',
].join('|'), 'i');
const MODEL = /model_not_found|DeploymentNotFound|invalid_model|not a valid model|model\b.{0,80}(?:not (?:found|exist|supported)|does not exist|is not available)/i;
const QUOTA = /insufficient_quota|billing|exceeded your current quota|insufficient (?:credits|balance|funds)/i;
const ANYTHING = /^/;
/** The first line that fits counts. An error inside a stream has no status. */
const KINDS = [
    { status: [400, 413, 422, 429, 500, undefined], words: CONTEXT, kind: 'context' },
    { status: [400, 404], words: /v1\/responses/i, kind: 'responses' },
    { status: [400, 403, 404, 422, undefined], words: MODEL, kind: 'model' },
    { status: [402], words: ANYTHING, kind: 'quota' },
    { status: [403, 429, undefined], words: QUOTA, kind: 'quota' },
    { status: [401, 403], words: ANYTHING, kind: 'key' },
    { status: [undefined], words: /invalid_api_key/, kind: 'key' },
    { status: [404, 405], words: ANYTHING, kind: 'address' },
];
const REMEDIES = {
    key: (host) => new errors/* UserError */.y('model-key', `The model's endpoint at ${host} does not accept the API key.`, 'Set the input `openai-api-key` to a valid key that may use the model.'),
    model: (host) => new errors/* UserError */.y('model-unknown', `The model's endpoint at ${host} does not offer the model.`, 'Set the input `model` (and `planner-model`, if it is used) to a model that the endpoint offers to this key.'),
    quota: (host) => new errors/* UserError */.y('model-quota', `The account of the API key has no quota left at ${host}.`, 'Add credit or raise the limit with the provider, or set the input `openai-api-key` to a key of another account.'),
    responses: () => new errors/* UserError */.y('model-api', 'The model is offered through the Responses API only.', 'Set the input `openai-api` to `responses`.'),
    address: (host) => unreachable(`The server at ${host} has no such API at this address.`),
};
/** Nothing that speaks the API is found at the base URL. */
const unreachable = (message) => new errors/* UserError */.y('model-endpoint', message, 'Check the input `openai-base-url` (it usually ends in `/v1`), that the runner can reach it, and the input `openai-api`.');
const NOWHERE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
function explainConnection(error, host) {
    if (error instanceof openai/* APIConnectionTimeoutError */.qA)
        return outage(host, 'did not answer in time');
    const code = codesIn(error).find((candidate) => NOWHERE.has(candidate));
    return code
        ? unreachable(`The model's endpoint at ${host} cannot be reached (${code}).`)
        : outage(host, 'broke the connection');
}
/** System error codes down the chain of causes, where `fetch` hides them; of several addresses tried, each one's. */
function codesIn(error) {
    if (!(error instanceof Error))
        return [];
    const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
    const inner = error instanceof AggregateError ? error.errors : [];
    return [...own, ...[error.cause, ...inner].flatMap(codesIn)];
}
function withoutSecrets(text, client) {
    const clean = client.apiKey ? text.replaceAll(client.apiKey, '[redacted]') : text;
    return clean.replaceAll(/\s+/g, ' ').slice(0, 300);
}

;// CONCATENATED MODULE: ./lib/work/endpoint/exchange.js





/** Waits before asking again for a reply that broke off, in milliseconds. What fails before it begins the client repeats. */
const WAITS = [500, 1_500, 4_500];
/**
 * A way to ask an endpoint that does not give up at once: a reply that broke off is asked for again, and an optional
 * parameter that the endpoint rejects is left out from then on. What is thrown in the end is explained.
 */
function persistent(client, optional) {
    const without = new Set();
    return async (attempt, signal) => {
        for (let broken = 0;;) {
            try {
                return await attempt(without);
            }
            catch (error) {
                signal?.throwIfAborted();
                const rejected = rejectedParameters(error, optional).filter((name) => !without.has(name));
                for (const name of rejected)
                    without.add(name);
                if (rejected.length > 0)
                    continue;
                const wait = WAITS[broken++];
                if (wait === undefined || !mayPass(error, client))
                    throw explainFailure(error, client);
                await (0,promises_.setTimeout)(wait, undefined, signal && { signal });
            }
        }
    };
}
/** Whether the same request may do better: it broke off, and not for a reason that will be the same again. */
const mayPass = (error, client) => error instanceof BrokenOff || (isReportedInReply(error) && isOutage(explainFailure(error, client)));
const isOutage = (failure) => !(failure instanceof errors/* UserError */.y || failure instanceof agent_model/* ContextTooLong */.gt);
/** The optional part of a conversation: many models read text alone, and their servers say so in many ways. */
const IMAGES = 'images';
const NO_IMAGES = /\bimages?\b|image_url|input_image|\bvision\b|multi-?modal/i;
const NO_IMAGES_STATUS = [400, 404, 415, 422, 500, 501];
/**
 * The optional parameters that a 400 or 422 is about: the one it names, and all of them when it says nothing at all.
 * Encrypted reasoning that the endpoint cannot read (another account's, another model's) comes with `include`.
 */
function rejectedParameters(error, optional) {
    if (!(error instanceof openai/* APIError */.LG))
        return [];
    if (NO_IMAGES_STATUS.includes(error.status) && NO_IMAGES.test(`${error.param} ${error.message}`))
        return [IMAGES];
    if (error.status !== 400 && error.status !== 422)
        return [];
    if (error.error === undefined)
        return [...optional];
    if (error.code === 'invalid_encrypted_content')
        return ['include'];
    const about = error.param?.split(/[.[]/)[0];
    return optional.filter((name) => name === about || new RegExp(`(?:['"\`]|: )${name}\\b`).test(error.message));
}
/** The items of a stream; what goes wrong while it is read is told apart as `BrokenOff`, unless the endpoint said it. */
async function* reading(stream) {
    try {
        yield* stream;
    }
    catch (error) {
        if (error instanceof openai/* APIError */.LG)
            throw error;
        throw new BrokenOff('broke off its reply', { cause: error });
    }
}
/**
 * The reply's body when the endpoint did not stream although it was asked to; undefined when it streams.
 * A page for people instead of either means that the address is wrong.
 */
async function unstreamed(response) {
    const type = response.headers.get('content-type') ?? '';
    if (type.includes('text/html'))
        throw unreachable(`The server at ${new URL(response.url).host} answers with a web page.`);
    if (!type.includes('application/json'))
        return undefined;
    try {
        return await response.json();
    }
    catch (error) {
        throw new BrokenOff('sent a reply that is no JSON', { cause: error });
    }
}

// EXTERNAL MODULE: ./lib/work/agent/size.js
var size = __webpack_require__(3558);
;// CONCATENATED MODULE: ./lib/work/endpoint/chat.js






const OPTIONAL = ['prompt_cache_key', 'reasoning_effort', 'stream_options', IMAGES];
/** The model behind a Chat Completions endpoint. Replies are streamed, so that long ones keep their connection alive. */
function chatModel(endpoint) {
    const ask = persistent(endpoint.client, OPTIONAL);
    return (request) => ask(async (without) => {
        const { data, response } = await endpoint.client.chat.completions
            .create(parametersOf(endpoint, request, without), { signal: request.signal })
            .withResponse();
        const whole = await unstreamed(response);
        return replyOf(await assemble(whole === undefined ? reading(data) : [asChunk(whole)]), request);
    }, request.signal);
}
/** The messages come last, so that a longer conversation begins with the same bytes as the shorter one. */
function parametersOf({ model, effort }, request, without) {
    const seen = without.has(IMAGES) ? request.messages.map(agent_model/* withoutImages */.FE) : request.messages;
    return {
        model,
        stream: true,
        ...(without.has('stream_options') ? {} : { stream_options: { include_usage: true } }),
        ...(effort === undefined || without.has('reasoning_effort') ? {} : { reasoning_effort: effort }),
        ...(without.has('prompt_cache_key') ? {} : { prompt_cache_key: request.cacheKey }),
        tools: request.tools.map(renderTool),
        messages: [{ role: 'system', content: request.system }, ...seen.flatMap(renderMessage)],
    };
}
const renderTool = ({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters },
});
function renderMessage(message) {
    if (message.kind === 'user')
        return [{ role: 'user', content: renderContent(message) }];
    if (message.kind === 'result')
        return [{ role: 'tool', tool_call_id: message.call, content: message.text }];
    const tool_calls = message.calls.map(({ id, name, arguments: text }) => ({
        id,
        type: 'function',
        // Many servers parse what they get back here, and would refuse the whole conversation for ever.
        function: { name, arguments: (0,call_arguments/* isWhole */.wP)(text) ? text : '{}' },
    }));
    if (tool_calls.length > 0)
        return [{ role: 'assistant', content: message.text || null, tool_calls }];
    return message.text ? [{ role: 'assistant', content: message.text }] : [];
}
function renderContent({ text, images = [], }) {
    if (images.length === 0)
        return text;
    return [{ type: 'text', text }, ...images.map((url) => ({ type: 'image_url', image_url: { url } }))];
}
/** What is read of a chunk, as wide as servers that call themselves compatible are. */
const CallDelta = schemas/* object */.Ikc({
    index: schemas/* number */.aig().nullish(),
    id: schemas/* string */.YjP().nullish(),
    function: schemas/* object */.Ikc({ name: schemas/* string */.YjP().nullish(), arguments: schemas/* unknown */.L5J().optional() }).nullish(),
});
const Content = schemas/* union */.KCZ([schemas/* string */.YjP(), schemas/* array */.YOg(schemas/* object */.Ikc({ text: schemas/* string */.YjP().optional() }))]);
const Delta = schemas/* object */.Ikc({
    content: Content.nullish(),
    refusal: schemas/* string */.YjP().nullish(),
    tool_calls: schemas/* array */.YOg(CallDelta).nullish(),
});
const CountedTokens = schemas/* object */.Ikc({
    prompt_tokens: schemas/* number */.aig(),
    completion_tokens: schemas/* number */.aig(),
    prompt_tokens_details: schemas/* object */.Ikc({ cached_tokens: schemas/* number */.aig().nullish() }).nullish(),
});
const Chunk = schemas/* object */.Ikc({
    choices: schemas/* array */.YOg(schemas/* object */.Ikc({ delta: Delta.nullish(), finish_reason: schemas/* string */.YjP().nullish() })).nullish(),
    usage: CountedTokens.nullish().catch(undefined),
});
const Completion = schemas/* looseObject */._H3({
    choices: schemas/* tuple */.PVZ([schemas/* looseObject */._H3({ message: schemas/* looseObject */._H3({ tool_calls: schemas/* array */.YOg(schemas/* looseObject */._H3({})).nullish() }) })]),
});
/** A completion that was not streamed is one chunk: its message has the shape of a delta, but for the calls' indices. */
function asChunk(body) {
    const completion = Completion.safeParse(body);
    if (!completion.success)
        throw new BrokenOff('sent a reply that is no completion', { cause: completion.error });
    const [{ message, ...choice }] = completion.data.choices;
    const tool_calls = message.tool_calls?.map((call, index) => ({ ...call, index }));
    return { ...completion.data, choices: [{ ...choice, delta: { ...message, tool_calls } }] };
}
async function assemble(chunks) {
    const draft = { text: '', refusal: '', calls: [], finish: '', usage: undefined };
    for await (const raw of chunks) {
        const chunk = Chunk.safeParse(raw);
        if (!chunk.success)
            throw new BrokenOff('sent a reply that is no completion', { cause: chunk.error });
        addChunk(draft, chunk.data);
    }
    if (draft.finish === '' || draft.finish === 'error')
        throw new BrokenOff('broke off its reply');
    return draft;
}
function addChunk(draft, { choices, usage }) {
    const choice = choices?.[0];
    const content = choice?.delta?.content ?? '';
    draft.text += typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('');
    draft.refusal += choice?.delta?.refusal ?? '';
    for (const delta of choice?.delta?.tool_calls ?? [])
        addCall(draft.calls, delta);
    draft.finish ||= choice?.finish_reason ?? '';
    if (usage)
        draft.usage = counted(usage);
}
function addCall(calls, delta) {
    const call = callOf(calls, delta);
    call.id ||= delta.id ?? '';
    call.name ||= delta.function?.name ?? '';
    call.arguments += (0,call_arguments/* asText */.e1)(delta.function?.arguments);
}
/** The call that a delta goes on with. Some servers leave the index out, or give every call the same one. */
function callOf(calls, { index, id, function: part }) {
    const known = calls.findLast((call) => index === undefined || index === null || call.index === index);
    if (known && !(id ? isOtherId(known, id) : isOtherName(known, part?.name)))
        return known;
    const begun = { index: index ?? undefined, id: '', name: '', arguments: '' };
    calls.push(begun);
    return begun;
}
const isOtherId = (call, id) => call.id !== '' && call.id !== id;
const isOtherName = (call, name) => Boolean(name) && (name !== call.name || (call.arguments !== '' && (0,call_arguments/* isWhole */.wP)(call.arguments)));
const counted = (usage) => ({
    input: usage.prompt_tokens,
    cached: usage.prompt_tokens_details?.cached_tokens ?? 0,
    output: usage.completion_tokens,
});
function replyOf(draft, request) {
    const calls = draft.calls.map((call) => ({ ...call, arguments: (0,call_arguments/* unfenced */.dM)(call.arguments) }));
    const isCut = draft.finish === 'length';
    const kept = calls.filter((call) => call.name !== '' && !(isCut && !(0,call_arguments/* isWhole */.wP)(call.arguments)));
    const ids = (0,call_arguments/* uniqueIds */.Yj)(kept.map((call) => call.id), request.messages);
    const message = {
        kind: 'assistant',
        text: draft.text || draft.refusal,
        calls: kept.map((call, at) => ({ id: ids[at] ?? call.id, name: call.name, arguments: call.arguments })),
    };
    const declined = draft.refusal !== '' || draft.finish === 'content_filter';
    const stop = isCut ? 'length' : declined && kept.length === 0 ? 'refusal' : 'end';
    return { message, stop, usage: (0,size/* usageOf */.Fs)(draft.usage, request, message) };
}

// EXTERNAL MODULE: external "node:net"
var external_node_net_ = __webpack_require__(7030);
;// CONCATENATED MODULE: ./lib/work/endpoint/private-host.js

const PRIVATE = new external_node_net_.BlockList();
for (const [network, prefix] of [
    ['127.0.0.0', 8],
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['169.254.0.0', 16],
    ['100.64.0.0', 10],
]) {
    PRIVATE.addSubnet(network, prefix, 'ipv4');
}
PRIVATE.addAddress('::1', 'ipv6');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addSubnet('fe80::', 10, 'ipv6');
/** Whether a host name of a URL is this machine's or a private network's, where models commonly ask for no key. */
function isPrivateHost(hostname) {
    const host = hostname.toLowerCase().replace(/^\[|\]$/g, '');
    const version = (0,external_node_net_.isIP)(host);
    if (version > 0)
        return PRIVATE.check(host, version === 6 ? 'ipv6' : 'ipv4');
    // A name without a dot is a container's or a machine's on the same network.
    return !host.includes('.') || /\.(?:localhost|local|internal|lan|home\.arpa)$/.test(host);
}

;// CONCATENATED MODULE: ./lib/work/endpoint/responses.js







const responses_OPTIONAL = ['prompt_cache_key', 'reasoning', 'include', 'store', IMAGES];
/**
 * The model behind a Responses endpoint. Nothing is stored there: the whole conversation is sent every time, and the
 * model's reasoning travels with it, encrypted. Replies are streamed, so that long ones keep their connection alive.
 */
function responsesModel(endpoint) {
    const ask = persistent(endpoint.client, responses_OPTIONAL);
    return (request) => ask(async (without) => {
        const { data, response } = await endpoint.client.responses
            .create(responses_parametersOf(endpoint, request, without), { signal: request.signal })
            .withResponse();
        const whole = await unstreamed(response);
        return responses_replyOf(whole === undefined ? await lastOf(reading(data)) : parse(Final, whole), request);
    }, request.signal);
}
/** The input comes last, so that a longer conversation begins with the same bytes as the shorter one. */
function responses_parametersOf({ model, effort }, request, without) {
    const encrypted = !without.has('include');
    const seen = without.has(IMAGES) ? request.messages.map(agent_model/* withoutImages */.FE) : request.messages;
    return {
        model,
        stream: true,
        ...(without.has('store') ? {} : { store: false }),
        ...(encrypted ? { include: ['reasoning.encrypted_content'] } : {}),
        ...(effort === undefined || without.has('reasoning') ? {} : { reasoning: { effort } }),
        ...(without.has('prompt_cache_key') ? {} : { prompt_cache_key: request.cacheKey }),
        instructions: request.system,
        tools: request.tools.map(responses_renderTool),
        input: seen.flatMap((message) => responses_renderMessage(message, encrypted)),
    };
}
/** Not strict, which is the default here: strict schemas know no optional arguments. */
const responses_renderTool = ({ name, description, parameters }) => ({
    type: 'function',
    name,
    description,
    parameters,
    strict: false,
});
function responses_renderMessage(message, encrypted) {
    if (message.kind === 'user')
        return [{ role: 'user', content: responses_renderContent(message) }];
    if (message.kind === 'result')
        return [{ type: 'function_call_output', call_id: message.call, output: message.text }];
    // The endpoint's own records go back as they came: it alone knows their shape.
    if (message.items)
        return message.items.filter((item) => encrypted || item.type !== 'reasoning');
    return [
        ...(message.text ? [{ role: 'assistant', content: message.text }] : []),
        ...message.calls.map(({ id, name, arguments: text }) => ({
            type: 'function_call',
            call_id: id,
            name,
            arguments: text,
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
    content: schemas/* array */.YOg(schemas/* object */.Ikc({ text: schemas/* string */.YjP().optional(), refusal: schemas/* string */.YjP().optional() })),
});
const responses_CountedTokens = schemas/* object */.Ikc({
    input_tokens: schemas/* number */.aig(),
    output_tokens: schemas/* number */.aig(),
    input_tokens_details: schemas/* object */.Ikc({ cached_tokens: schemas/* number */.aig().nullish() }).nullish(),
});
const Final = schemas/* object */.Ikc({
    status: schemas/* string */.YjP().nullish(),
    output: schemas/* array */.YOg(Item),
    error: schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* unknown */.L5J()).nullish(),
    incomplete_details: schemas/* object */.Ikc({ reason: schemas/* string */.YjP().nullish() }).nullish(),
    usage: responses_CountedTokens.nullish().catch(undefined),
});
const Event = schemas/* object */.Ikc({ type: schemas/* string */.YjP(), item: Item.optional().catch(undefined), response: schemas/* unknown */.L5J().optional() });
const LAST = ['response.completed', 'response.incomplete', 'response.failed'];
function parse(schema, value) {
    const result = schema.safeParse(value);
    if (result.success)
        return result.data;
    throw new BrokenOff('sent a reply that is no response', { cause: result.error });
}
/** The whole response, which the last event of a stream holds. Some servers leave its output to the events before. */
async function lastOf(events) {
    const items = [];
    for await (const raw of events) {
        const { type, item, response } = parse(Event, raw);
        if (type === 'response.output_item.done' && item)
            items.push(item);
        if (!LAST.includes(type))
            continue;
        const final = parse(Final, response);
        return final.output.length > 0 ? final : { ...final, output: items };
    }
    throw new BrokenOff('broke off its reply');
}
function responses_replyOf(final, request) {
    if (final.error)
        throw new openai/* APIError */.LG(undefined, final.error, undefined, undefined);
    const isCut = final.incomplete_details?.reason === 'max_output_tokens';
    const items = cleanItems(final.output, { isCut, messages: request.messages });
    const parts = items.flatMap((item) => (item.type === 'message' ? parse(Text, item).content : []));
    const calls = items.filter(isCall).map((item) => {
        const { call_id, name, arguments: text } = parse(FunctionCall, item);
        return { id: call_id ?? '', name, arguments: (0,call_arguments/* unfenced */.dM)((0,call_arguments/* asText */.e1)(text)) };
    });
    const message = {
        kind: 'assistant',
        text: parts.map((part) => part.text ?? part.refusal ?? '').join(''),
        calls,
        items,
    };
    const declined = final.incomplete_details?.reason === 'content_filter' || parts.some((part) => part.refusal);
    const stop = isCut ? 'length' : declined && calls.length === 0 ? 'refusal' : 'end';
    return { message, stop, usage: (0,size/* usageOf */.Fs)(final.usage ? responses_counted(final.usage) : undefined, request, message) };
}
const responses_counted = (usage) => ({
    input: usage.input_tokens,
    cached: usage.input_tokens_details?.cached_tokens ?? 0,
    output: usage.output_tokens,
});
const isCall = (item) => item.type === 'function_call';
/**
 * The items that can be sent back: calls with ids of their own and arguments that are text, no call that was cut, and
 * no reasoning that the endpoint could not read again, or that leads to nothing (both are refused).
 */
function cleanItems(output, { isCut, messages }) {
    const whole = output.filter((item) => !(isCut && isCall(item) && !(0,call_arguments/* isWhole */.wP)((0,call_arguments/* asText */.e1)(item.arguments))));
    const readable = whole.filter((item) => item.type !== 'reasoning' || item.encrypted_content);
    const kept = readable.slice(0, readable.findLastIndex((item) => item.type !== 'reasoning') + 1);
    const ids = (0,call_arguments/* uniqueIds */.Yj)(kept.filter(isCall).map((item) => parse(FunctionCall, item).call_id ?? undefined), messages).values();
    return kept.map((item) => isCall(item) ? { ...item, call_id: ids.next().value, arguments: (0,call_arguments/* asText */.e1)(item.arguments) } : item);
}

;// CONCATENATED MODULE: ./lib/work/endpoint/endpoint.js






/** Repeats of a request that failed before its reply began (429, 5xx, no connection); `retry-after` is honoured. */
const MAX_RETRIES = 4;
/**
 * The model at an OpenAI-compatible endpoint. `auto` speaks the Responses API to api.openai.com and Chat Completions
 * to all others. Throws `UserError` when the address is none, or a key is missing where one is needed.
 */
function connectModel({ apiKey, baseUrl, api, model, effort }) {
    const url = parseBaseUrl(baseUrl);
    if (!apiKey && !url.username && !isPrivateHost(url.hostname))
        throw missingKey(url.host);
    const speaksResponses = api === 'responses' || (api === 'auto' && url.hostname === 'api.openai.com');
    const connect = speaksResponses ? responsesModel : chatModel;
    return connect({ client: clientFor(url, apiKey), model, effort });
}
function parseBaseUrl(text) {
    const url = URL.parse(text);
    if (url?.protocol === 'http:' || url?.protocol === 'https:')
        return url;
    throw unreachable('The base URL of the model is not an http or https address.');
}
const missingKey = (host) => new errors/* UserError */.y('model-key', `The model's endpoint at ${host} needs an API key.`, 'Set the input `openai-api-key`.');
/** The query (Azure's `api-version`) goes with every request. The client's own environment variables are not read. */
function clientFor(url, apiKey) {
    return new openai/* OpenAI */.z4({
        apiKey: apiKey || 'none',
        adminAPIKey: null,
        organization: null,
        project: null,
        baseURL: `${url.origin}${url.pathname}`.replace(/\/+$/, ''),
        defaultQuery: Object.fromEntries(url.searchParams),
        defaultHeaders: headersFor(url, apiKey),
        maxRetries: MAX_RETRIES,
        logLevel: 'off',
    });
}
/** Azure takes the key in a header of its own. Credentials of the URL become a header, since `fetch` refuses them there. */
function headersFor(url, apiKey) {
    if (apiKey)
        return url.hostname.endsWith('.openai.azure.com') ? { 'api-key': apiKey } : {};
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    return { authorization: url.username ? `Basic ${Buffer.from(credentials).toString('base64')}` : null };
}


/***/ })

};
