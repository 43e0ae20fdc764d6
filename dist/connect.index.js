export const id = "connect";
export const ids = ["connect"];
export const modules = {

/***/ 1804:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  connect: () => (/* binding */ connect_connect)
});

// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(8500);
// EXTERNAL MODULE: ./lib/lib/async.js
var lib_async = __webpack_require__(211);
// EXTERNAL MODULE: ./lib/git/side-ref.js
var side_ref = __webpack_require__(6121);
// EXTERNAL MODULE: ./lib/github/forge.js
var forge = __webpack_require__(8124);
;// CONCATENATED MODULE: ./lib/github/answers.js
/** GitHub shows the content of deleted accounts under this account. */
const GHOST_ACCOUNT = { login: 'ghost', id: 10137, type: 'Ghost' };
const toAccount = (user) => user ? { login: user.login, id: user.id, type: user.type } : GHOST_ACCOUNT;
const toIssue = (raw) => ({
    number: raw.number,
    title: raw.title,
    body: raw.body ?? '',
    author: toAccount(raw.user),
    state: raw.state === 'closed' ? 'closed' : 'open',
    createdAt: raw.created_at,
    locked: raw.locked,
    isPull: raw.pull_request !== undefined,
    reactions: toReactions(raw.reactions),
    counted: toCommentCount(raw),
});
const toCommentCount = (raw) => raw.comments === undefined || raw.updated_at === undefined
    ? undefined
    : { comments: raw.comments, at: raw.updated_at };
const toReactions = ({ eyes = 0, rocket = 0, confused = 0 } = {}) => ({
    eyes,
    rocket,
    confused,
});
const toComment = (raw) => ({
    id: raw.id,
    nodeId: raw.node_id,
    author: toAccount(raw.user),
    body: raw.body ?? '',
    createdAt: raw.created_at,
    updatedAt: raw.updated_at,
    app: raw.performed_via_github_app ? (raw.performed_via_github_app.slug ?? 'unknown') : '',
    reactions: toReactions(raw.reactions),
});
/** Numbers of comments are undefined in lists. */
const toPull = (raw) => ({
    number: raw.number,
    nodeId: raw.node_id,
    title: raw.title,
    body: raw.body ?? '',
    author: toAccount(raw.user),
    state: raw.state === 'closed' ? 'closed' : 'open',
    merged: Boolean(raw.merged_at),
    draft: raw.draft ?? false,
    head: { branch: raw.head.ref, sha: raw.head.sha, repository: raw.head.repo?.full_name },
    base: raw.base.ref,
    url: raw.html_url,
    createdAt: raw.created_at,
    closedAt: raw.closed_at ?? undefined,
    lineComments: 'review_comments' in raw ? raw.review_comments : undefined,
    updatedAt: raw.updated_at,
    counted: toCommentCount(raw),
});

// EXTERNAL MODULE: external "node:events"
var external_node_events_ = __webpack_require__(8474);
// EXTERNAL MODULE: ./node_modules/@actions/github/lib/utils.js + 2 modules
var utils = __webpack_require__(7176);
// EXTERNAL MODULE: ./node_modules/@octokit/rest/dist-src/index.js + 3 modules
var dist_src = __webpack_require__(1267);
// EXTERNAL MODULE: ./lib/lib/errors.js
var errors = __webpack_require__(5892);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 4 modules
var schemas = __webpack_require__(2503);
;// CONCATENATED MODULE: ./lib/github/transport/http-failure.js


/** The HTTP status of an error of the client; Octokit sets 500 when no response came. */
const statusOf = (error) => error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined;
/** Resolves to the response, or to undefined for an error that is expected. */
const unlessError = (isExpected) => (answer) => answer.catch((error) => {
    if (isExpected(error))
        return undefined;
    throw error;
});
/** Resolves to the response, or to undefined for an error with one of these statuses. */
const unless = (...statuses) => unlessError((error) => statuses.includes(statusOf(error) ?? 0));
/** Not found, or gone. */
const unlessMissing = unless(404, 410);
/** GitHub answers any of these for what the token may not see or do. */
const unlessHidden = unless(403, 404, 410);
/** A 2xx response with an unusable body: truncated, empty, or a web page. The request may have taken effect. */
class UnusableResponse extends Error {
    name = 'GarbledAnswer';
    status = 502;
    isPage;
    constructor(message, data) {
        super(message);
        this.isPage = typeof data === 'string' && /^\s*<(?:!doctype|html|head|body)\b/i.test(data);
    }
}
/** A failed request as a `UserError` where a person can mend it (the token, the proxy), or else the error itself. */
function explainFailure(error, { host, wasAccepted, proxy }) {
    if (!(error instanceof Error))
        return error;
    if (error instanceof UnusableResponse && error.isPage)
        return webPageInstead(host, error);
    if (statusOf(error) === 401)
        return wasAccepted ? (0,errors/* tokenExpired */.Ts)(error) : tokenRefused(error);
    const repositoryClosed = statusOf(error) === 403 ? (0,errors/* closedRepository */.FG)(error.message.split(' - ', 1).join(''), error) : undefined;
    if (repositoryClosed)
        return repositoryClosed;
    const refusal = refusalOfProxy(error);
    return refusal === '407' || (proxy !== undefined && hasNoAnswer(error))
        ? (0,errors/* brokenByProxy */.L2)({ host, proxy, why: refusal ?? codeIn(error) }, error)
        : error;
}
/** Something on the way to GitHub answers for it with a page for people, and the status of a success. */
const webPageInstead = (host, cause) => new errors/* UserError */.yo('proxy', `Requests to ${host} are answered with a web page, which is not GitHub's.`, 'Let the network of the runner pass connections to this host as they are; a proxy or a login page is in the way.', { cause });
const tokenRefused = (cause) => new errors/* UserError */.yo('token-refused', `GitHub does not accept the token of the input \`github-token\` (${cause.message.split(' - ')[0]}).`, 'Leave the input out, or give it a token that is valid for this repository.', { cause });
/** Whether no response came: Octokit sets the status 500, and the network error as the cause. */
const hasNoAnswer = (error) => statusOf(error) === 500 && error.cause instanceof Error && !('response' in error && error.response);
/** The status with which a proxy refused to open a tunnel, from the causes of an error of `fetch`. */
const refusalOfProxy = (error) => causesOf(error).flatMap(({ message }) => /^Proxy response \((\d+)\)/.exec(message)?.[1] ?? [])[0];
/** The deepest code of the system or of `fetch`, such as `ECONNRESET`. */
const codeIn = (error) => causesOf(error)
    .flatMap((one) => ('code' in one && typeof one.code === 'string' ? [one.code] : []))
    .at(-1);
const causesOf = (error) => (error instanceof Error ? [error, ...causesOf(error.cause)] : []);
const MAX_LIMIT_PAUSES = 5;
/** The longest pause after an outage, in units. */
const LONGEST_PAUSE = 60;
/** The pause before a retry. Undefined for a permanent failure, or after the last retry. */
function pauseAfter(failure, { tries, maxTries, unit, now }) {
    const error = failure instanceof errors/* UserError */.yo ? failure.cause : failure;
    if (isLimit(error)) {
        // Without a time in the answer GitHub wants at least a minute, and more each time
        // (docs.github.com, "Rate limits for the REST API").
        const milliseconds = retryAfterOf(error, now) ?? LONGEST_PAUSE * unit * 2 ** tries;
        return { milliseconds, isLimit: true, isExhausted: tries >= MAX_LIMIT_PAUSES };
    }
    if (!isOutage(statusOf(error)) || tries >= maxTries)
        return undefined;
    return { milliseconds: Math.min((tries + 1) ** 2, LONGEST_PAUSE) * unit, isLimit: false, isExhausted: false };
}
const Headers = schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* union */.KCZ([schemas/* string */.YjP(), schemas/* number */.aig()])).catch({});
const ErrorWithResponse = schemas/* object */.Ikc({ response: schemas/* object */.Ikc({ headers: Headers }) });
/** The headers of the response that an error holds. */
const headersOf = (error) => ErrorWithResponse.safeParse(error).data?.response.headers ?? {};
const RATE_LIMIT_WORDS = /\brate limit|\babuse detection|\bsubmitted too quickly/i;
/** Whether GitHub refused for a primary or secondary rate limit: 429, or a 403 with its headers or message. */
function isLimit(error) {
    const status = statusOf(error);
    if (status === 429)
        return true;
    if ((status !== 403 && status !== 422) || !(error instanceof Error))
        return false;
    const headers = headersOf(error);
    if (status === 403 && (headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0'))
        return true;
    return RATE_LIMIT_WORDS.test(error.message);
}
/** Milliseconds until the end of a rate limit, by `retry-after` or `x-ratelimit-reset`. */
function retryAfterOf(error, now) {
    const headers = headersOf(error);
    if (headers['retry-after'] !== undefined) {
        // A number of seconds or a date.
        const after = String(headers['retry-after']).trim();
        const time = /^\d+$/.test(after) ? now + Number(after) * 1000 : Date.parse(after);
        return Number.isNaN(time) ? undefined : Math.max(0, time - now);
    }
    const reset = Number(headers['x-ratelimit-reset']);
    // One second more, because the time is in whole seconds.
    return headers['x-ratelimit-remaining'] === '0' && reset > 0 ? Math.max(0, reset * 1000 - now) + 1000 : undefined;
}
/** Whether a status means an outage: 5xx, which Octokit also sets when no response came, or a request timeout. */
const isOutage = (status = 0) => status >= 500 || status === 408;
/** Rejects 2xx responses with an unusable body, and GraphQL errors that are sent with status 200. */
function rejectUnusable(answer, asked) {
    const wantsJson = /\bjson\b/.test(String(asked.headers.accept)) && !asked.url.endsWith('/logs');
    if (answer.status === 204 || answer.status === 205 || !wantsJson)
        return;
    if (!isUsable(answer.data, asked))
        throw new UnusableResponse(`The answer to ${asked.method} ${asked.url} cannot be read.`, answer.data);
    const failure = asked.url.endsWith('/graphql') ? graphqlFailure(answer) : undefined;
    if (failure)
        throw failure;
}
/** Whether a body has the shape of a response of GitHub: a list, an object with fields, or a GraphQL response. */
function isUsable(data, { method, url }) {
    if (Array.isArray(data))
        return true;
    if (typeof data !== 'object' || data === null)
        return false;
    if (url.endsWith('/graphql'))
        return 'data' in data || 'errors' in data;
    return method === 'GET' ? Object.keys(data).length > 0 : ['id', 'url', 'sha', 'ref'].some((key) => key in data);
}
const GraphqlErrors = schemas/* object */.Ikc({
    errors: schemas/* array */.YOg(schemas/* object */.Ikc({ type: schemas/* string */.YjP().optional().catch(undefined), message: schemas/* string */.YjP().catch('') })).min(1),
});
/** A rate limit or an outage that GraphQL reports with status 200, as an error with the status that REST uses. */
function graphqlFailure(answer) {
    const [first] = GraphqlErrors.safeParse(answer.data).data?.errors ?? [];
    if (!first)
        return undefined;
    const limited = first.type === 'RATE_LIMITED' || RATE_LIMIT_WORDS.test(first.message);
    const failed = /something went wrong while executing your query|\btime(?:d )?out\b/i.test(first.message);
    if (!limited && !failed)
        return undefined;
    return Object.assign(new Error(first.message), { status: limited ? 429 : 502, response: answer });
}

;// CONCATENATED MODULE: ./lib/github/transport/client.js






/** Milliseconds after which a request without its whole answer has failed. */
const TIME_LIMIT = 30_000;
/** How often a request is sent again after an outage. Pauses grow to a minute. */
const TRIES = 4;
/** The unit of pauses: a second, but 20 ms for a GitHub on loopback, as in tests, which needs no time to recover. */
const pauseUnitOf = (address) => /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(`${address}/`) ? 20 : 1_000;
/** Whether GitHub itself runs this API, on github.com or `ghe.com`: its secondary rate limits want requests paced. */
const isHosted = (address) => /^https:\/\/(api\.github\.com|[\w.-]+\.ghe\.com)(\/|$)/i.test(address);
/**
 * A client that retries after a rate limit or an outage: idempotent requests by itself, the rest by `withRetries`,
 * which first checks whether a try took effect. `inTurn` queues several requests, marked with `HELD`, as one write.
 */
function connect(access) {
    const { token, timeLimit = TIME_LIMIT, deadline = lib_async/* NO_DEADLINE */.ji } = access;
    const baseUrl = access.address || 'https://api.github.com';
    const throttled = throttle(deadline.wait, isHosted(baseUrl) ? WRITE_INTERVAL : 0);
    const withRetries = retrier({ deadline, unit: pauseUnitOf(baseUrl), onWait: access.onWait ?? discard });
    const settings = {
        baseUrl,
        userAgent: 'measure-twice',
        log: { debug: discard, info: discard, warn: discard, error: discard },
        request: { fetch: fetchWithin(() => deadline.within(timeLimit)) },
    };
    const octokit = new dist_src/* Octokit */.E((0,utils/* getOctokitOptions */.EG)(token, settings));
    octokit.hook.before('request', (request) => void (request.headers['x-github-api-version'] = API_VERSION));
    if (access.readOnly)
        octokit.hook.before('request', rejectWrite);
    octokit.hook.after('request', rejectUnusable);
    sendConditionalRequests(octokit);
    octokit.hook.wrap('request', (request, options) => {
        const send = async () => request(options);
        if (isHeld(options))
            return send();
        return isWrite(options) ? throttled.write(send) : throttled.read(send);
    });
    octokit.hook.wrap('request', (request, options) => isRepeatable(options) ? withRetries(async () => request(options)) : request(options));
    explainFailures(octokit, { host: URL.parse(baseUrl)?.host ?? baseUrl, proxy: access.proxy });
    return { octokit, rest: octokit.rest, withRetries, inTurn: throttled.write };
}
const API_VERSION = '2022-11-28';
const discard = () => undefined;
/** `fetch` with a timeout. Reads the whole body, because Octokit takes a truncated one for complete. */
const fetchWithin = (limit) => async (address, init) => {
    const signal = AbortSignal.any([limit(), ...(init?.signal ? [init.signal] : [])]);
    try {
        const response = await fetch(address, { ...init, signal });
        if (response.status === 200 && String(address).endsWith('/logs'))
            return await withLogEnd(response);
        await response.clone().arrayBuffer();
        return response;
    }
    catch (error) {
        // Octokit expects an `Error`, and the reason of a signal may be any value.
        throw signal.aborted ? new Error('GitHub gave no whole answer in time.', { cause: error }) : error;
    }
};
/** Bytes. Logs may be huge, and several are read at the same time. */
const MAX_LOG_BYTES = 1 << 20;
/** The response with only the end of its body, since only the last lines of a log are used. */
async function withLogEnd({ body, status, headers, url }) {
    const chunks = [];
    let length = 0;
    for await (const chunk of body ?? []) {
        chunks.push(chunk);
        length += chunk.length;
        while (length - (chunks[0]?.length ?? 0) >= MAX_LOG_BYTES)
            length -= chunks.shift()?.length ?? 0;
    }
    return Object.defineProperty(new Response(Buffer.concat(chunks), { status, headers }), 'url', { value: url });
}
/** Marks requests that are neither queued nor retried, because their caller does both. */
const HELD = { request: { held: true } };
const isHeld = ({ request }) => request !== undefined && 'held' in request && request.held === true;
const isWrite = ({ method, url, query }) => method !== 'GET' && !(url.endsWith('/graphql') && !/^\s*mutation\b/.test(String(query)));
function rejectWrite(sent) {
    if (isWrite(sent))
        throw new Error('A dry run writes nothing to GitHub.');
}
/** Whether a request is idempotent. So is opening a pull request: GitHub refuses a second one for a branch. */
const isRepeatable = (sent) => !isHeld(sent) &&
    (['GET', 'PUT', 'PATCH', 'DELETE'].includes(sent.method) ||
        /\/(?:reactions|labels|pulls|dispatches|requested_reviewers|statuses\/[^/]+)$/.test(sent.url) ||
        (sent.url.endsWith('/graphql') && !/\bcreateCommitOnBranch\b/.test(String(sent.query))));
/** Retries with backoff. Throws the last failure, or `UserError` for a rate limit that outlasts the run. */
function retrier({ deadline, unit, onWait }) {
    return async (act, { maxTries = TRIES, signal, findEffect } = {}) => {
        for (let tries = 0;; tries++) {
            const isLast = deadline.isOver();
            try {
                return await act();
            }
            catch (error) {
                const now = Date.now();
                const pause = pauseAfter(error, { tries, maxTries, unit, now });
                if (!pause || signal?.aborted || isLast)
                    throw error;
                if (pause.isExhausted || (pause.isLimit && pause.milliseconds > deadline.left()))
                    throw rateLimited(new Date(now + pause.milliseconds), error);
                if (pause.isLimit)
                    onWait(pause.milliseconds);
                await Promise.race([deadline.wait(pause.milliseconds), ...(signal ? [(0,external_node_events_.once)(signal, 'abort')] : [])]);
            }
            const effect = await findEffect?.();
            if (effect !== undefined)
                return effect;
        }
    };
}
/** GitHub takes no more requests of the token until a time that this run does not reach. */
const rateLimited = (until, cause) => new errors/* UserError */.yo('rate-limited', `GitHub’s rate limit for this token is used up until ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC.`, 'Run the workflow again after that; what is on the branch is kept, and the run goes on from there.', { cause, until });
/** Turns errors into `UserError` by `explainFailure`. Registered last, because the other hooks need the status. */
function explainFailures(octokit, where) {
    let wasAccepted = false;
    octokit.hook.wrap('request', async (request, options) => {
        try {
            const answer = await request(options);
            wasAccepted = true;
            return answer;
        }
        catch (error) {
            throw explainFailure(error, { ...where, wasAccepted });
        }
    });
}
/** Sends reads with `if-none-match`: a 304 does not count against the rate limit. PATCH replies are cached, too. */
function sendConditionalRequests(octokit) {
    const answers = new Map();
    octokit.hook.wrap('request', async (request, options) => {
        if (options.method !== 'GET' && options.method !== 'PATCH')
            return request(options);
        const key = octokit.request.endpoint(options).url;
        const cached = options.method === 'GET' ? answers.get(key) : undefined;
        // Set in place: inner hooks are bound to this object and would not see a copy.
        if (cached)
            options.headers['if-none-match'] = cached.etag;
        try {
            const answer = await request(options);
            if (answer.headers.etag)
                answers.set(key, { etag: answer.headers.etag, answer });
            return answer;
        }
        catch (error) {
            if (cached && statusOf(error) === 304)
                return withCurrentNextLink(cached.answer, key, error);
            throw error;
        }
    });
}
/**
 * A cached page with the `Link` header of the 304, since an ETag does not cover `Link` (app-sre/github-mirror#113).
 * If the 304 has none, a full page is assumed to have a next one, which may be empty.
 */
function withCurrentNextLink(answer, url, notModified) {
    const link = headersOf(notModified)['link'] ?? (isFull(answer, url) ? linkAfter(url) : undefined);
    return link === undefined ? answer : { ...answer, headers: { ...answer.headers, link: String(link) } };
}
const isFull = ({ data }, url) => Array.isArray(data) && data.length > 0 && data.length === Number(new URL(url).searchParams.get('per_page'));
function linkAfter(url) {
    const next = new URL(url);
    next.searchParams.set('page', String(Number(next.searchParams.get('page') ?? 1) + 1));
    return `<${next}>; rel="next"`;
}
const MAX_CONCURRENT_READS = 10;
const WRITE_INTERVAL = 1_000;
/** As "Best practices for using the REST API" asks: one write at a time, a second apart, and few requests at once. */
function throttle(wait, writeInterval) {
    const inTurn = (0,lib_async/* serialQueue */.kZ)();
    let nextWrite = 0;
    let running = 0;
    const queue = [];
    return {
        read: async (act) => {
            if (running >= MAX_CONCURRENT_READS)
                await new Promise((resolve) => queue.push(resolve));
            running++;
            try {
                return await act();
            }
            finally {
                running--;
                queue.shift()?.();
            }
        },
        write: (act) => inTurn(async () => {
            const remaining = nextWrite - performance.now();
            if (remaining > 0)
                await wait(remaining);
            nextWrite = performance.now() + writeInterval;
            return act();
        }),
    };
}

;// CONCATENATED MODULE: ./lib/github/writes.js




/** The writes of `Forge`. A failed write may have taken effect: it is retried if idempotent, or after a check. */
function writesOf(client) {
    const { name, octokit, rest } = client;
    return {
        openPull: async ({ branch, ...spec }) => openPull(client, { ...spec, head: branch }),
        editPull: (pull_number, changes, signal) => {
            const spec = { ...name, pull_number, request: { ...HELD.request, ...(signal ? { signal } : {}) } };
            return rewrite(client, spec, { read: async () => toPull((await rest.pulls.get(spec)).data), changes, signal });
        },
        markReady: (pull, changes) => markReady(client, pull, changes),
        markDraft: async (nodeId) => void (await unlessNoDrafts(octokit.graphql(MARK_DRAFT, { id: nodeId }))),
        setCommitStatus: async (sha, { url, ...status }) => (await unlessHidden(rest.repos.createCommitStatus({ ...name, sha, ...status, target_url: url }))) !== undefined,
        askForReview: (pull_number, wanted) => askForReview(client, pull_number, wanted),
        createComment: (number, body) => unlessLocked(postComment(client, number, body)),
        updateComment: async (comment_id, body) => {
            const changed = await unlessHidden(rest.issues.updateComment({ ...name, comment_id, body }));
            return changed && toComment(changed.data);
        },
        deleteComment: async (comment_id) => void (await unlessMissing(rest.issues.deleteComment({ ...name, comment_id }))),
        react: (comment_id, content) => unlessGoneOrLocked(rest.reactions.createForIssueComment({ ...name, comment_id, content })),
        reactToIssue: (issue_number, content) => unlessGoneOrLocked(rest.reactions.createForIssue({ ...name, issue_number, content })),
        reactToRemark: (comment_id, content) => unlessGoneOrLocked(rest.reactions.createForPullRequestReviewComment({ ...name, comment_id, content })),
        commit: (spec) => commitOnBranch(client, spec),
        // Retried after an outage: an additional run finds nothing to do and ends.
        dispatch: async ({ workflow: workflow_id, ...spec }) => (await unlessRefused(rest.actions.createWorkflowDispatch({ ...name, workflow_id, ...spec }))) !== undefined,
    };
}
/** A comment that was deleted or locked in the meantime needs no reaction. */
const unlessGoneOrLocked = async (reacted) => void (await unlessLocked(unlessMissing(reacted)));
/** Resolves to undefined when the conversation is locked for this account. */
const unlessLocked = unlessError((error) => statusOf(error) === 403 && /\bis locked\b/i.test((0,errors/* errorText */.kc)(error)));
const unlessRefused = unless(403, 404, 422);
const MARK_DRAFT = `mutation ($id: ID!) {
  convertPullRequestToDraft(input: { pullRequestId: $id }) { pullRequest { isDraft } }
}`;
/** GraphQL refuses, with the status of a success, where a repository has no drafts, and for what is a draft already. */
const unlessNoDrafts = unlessError((error) => error instanceof Error && error.name === 'GraphqlResponseError');
/** Safe to retry: GitHub refuses a second pull request for the same branch. */
async function openPull({ name, rest }, spec) {
    try {
        return { kind: 'opened', pull: toPull((await rest.pulls.create({ ...name, ...spec })).data) };
    }
    catch (error) {
        const status = statusOf(error);
        const message = (0,errors/* errorText */.kc)(error);
        if (status === 403 && /not permitted to create or approve pull requests/i.test(message))
            return { kind: 'forbidden' };
        if (status === 422 && /draft pull requests are not supported/i.test(message))
            return { kind: 'no-drafts' };
        if (status === 422 && /already exists/i.test(message))
            return { kind: 'exists' };
        throw error;
    }
}
/** GitHub requests all reviewers or none: after a refusal, as for the author, each is requested alone. */
async function askForReview({ name, rest }, pull_number, { users, teams }) {
    const names = teams.map((team) => team.replace(/^.*\//, ''));
    const request = (reviewers, team_reviewers) => unlessRefused(rest.pulls.requestReviewers({ ...name, pull_number, reviewers, team_reviewers }));
    if ((await request([...users], names)) || users.length + names.length < 2)
        return;
    for (const user of users)
        await request([user], []);
    for (const team of names)
        await request([], [team]);
}
/** Milliseconds by which the clocks of the runner and of GitHub may differ. */
const MAX_CLOCK_SKEW = 5 * 60_000;
/** Posts a comment once: before a retry, comments are searched for its text, which ends in a unique marker. */
async function postComment({ withRetries, name, octokit, rest }, number, body) {
    const since = Date.now() - MAX_CLOCK_SKEW;
    const target = { ...name, issue_number: number };
    const findEffect = async () => {
        const comments = (await octokit.paginate(rest.issues.listComments, { ...target, per_page: 100 })).map(toComment);
        return comments.find((one) => Date.parse(one.createdAt) >= since && isSameText(one.body, body));
    };
    return withRetries(async () => toComment((await rest.issues.createComment({ ...target, body })).data), { findEffect });
}
/** Compares without white space: GitHub may change line breaks, and add or drop a final one. */
const isSameText = (one, other) => inOneLine(one) === inOneLine(other);
const inOneLine = (text) => text.replace(/\s+/g, ' ').trim();
const MARK_READY = `mutation ($id: ID!) {
  markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { isDraft title body } }
}`;
/** Marks a pull request as ready. Returns it with title and description recomputed from the reply. */
async function markReady(client, pull, changes) {
    const { name, octokit, rest } = client;
    const spec = { ...name, pull_number: pull.number, ...HELD };
    const read = async () => {
        const answer = await unlessReady(octokit.graphql(MARK_READY, { id: pull.nodeId, ...HELD }));
        const { title, body } = answer?.markPullRequestReadyForReview?.pullRequest ?? {};
        const isRead = title !== undefined && body !== undefined;
        return isRead ? { ...pull, title, body, draft: false } : toPull((await rest.pulls.get(spec)).data);
    };
    return rewrite(client, spec, { read, changes });
}
/** Ignores that it is ready already, as after a try whose answer was lost. */
const unlessReady = unlessError((error) => /\b(?:already (?:been )?(?:marked|ready)|is not (?:a|in) draft)\b/i.test((0,errors/* errorText */.kc)(error)));
/**
 * GitHub has no compare-and-swap for a description, so it is read right before each write, after any wait for pacing or
 * a rate limit. What a person saves between the two can be found in GitHub's edit history.
 */
async function rewrite({ withRetries, inTurn, rest }, at, { read, changes, signal }) {
    const write = async () => {
        const current = await read();
        const edits = changes(current);
        return Object.keys(edits).length === 0 ? current : toPull((await rest.pulls.update({ ...at, ...edits })).data);
    };
    return withRetries(() => inTurn(write), { signal });
}
const COMMIT = `mutation ($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid } }
}`;
/** Retries of a commit after an outage; many, because it saves work that has been paid for. */
const COMMIT_TRIES = 12;
/** Commits through the API, which signs it. After a failure, the commit at the tip tells whether it is ours. */
async function commitOnBranch(client, spec) {
    const { owner, repo } = client.name;
    const [headline = '', ...rest] = spec.message.split('\n');
    const body = rest.join('\n').trim();
    const input = {
        branch: { repositoryNameWithOwner: `${owner}/${repo}`, branchName: spec.branch },
        expectedHeadOid: spec.expected,
        message: { headline, body },
        fileChanges: fileChanges(spec),
    };
    const findEffect = () => resultAtTip(client, spec);
    const commitSigned = async () => {
        const made = await client.octokit.graphql(COMMIT, { input });
        return { kind: 'made', sha: made.createCommitOnBranch.commit.oid };
    };
    const send = spec.setsModes || spec.merges !== undefined ? () => commitByDatabase(client, spec) : commitSigned;
    try {
        return await client.withRetries(send, { maxTries: COMMIT_TRIES, findEffect });
    }
    catch (error) {
        const reason = (0,errors/* errorText */.kc)(error);
        if (/\brule violations?\b|protected branch/i.test(reason))
            return { kind: 'refused', reason };
        if (!/Expected branch to point to/.test(reason))
            throw error;
        return (await findEffect()) ?? { kind: 'moved' };
    }
}
function fileChanges({ changes }) {
    const additions = changes.flatMap((change) => change.kind === 'write' ? [{ path: change.path, contents: Buffer.from(change.content).toString('base64') }] : []);
    return { additions, deletions: changes.flatMap(({ kind, path }) => (kind === 'delete' ? [{ path }] : [])) };
}
/** Whether the tip of the branch is our commit or another one; undefined when it has not moved. */
async function resultAtTip({ name, rest }, { branch, expected, message }) {
    try {
        const sha = (await rest.git.getRef({ ...name, ref: `heads/${branch}` })).data.object.sha;
        if (sha === expected)
            return undefined;
        const tip = (await rest.git.getCommit({ ...name, commit_sha: sha })).data;
        const isOurs = tip.parents[0]?.sha === expected && isSameText(tip.message, message);
        return isOurs ? { kind: 'made', sha } : { kind: 'moved' };
    }
    catch (error) {
        // Somebody deleted the branch.
        if (statusOf(error) === 404)
            return { kind: 'moved' };
        throw error;
    }
}
/**
 * Commits modes, links and merges, which `createCommitOnBranch` cannot, through the Git database. GitHub signs such a
 * commit of an app that names no author ("Signature verification for bots"). The branch moves to signed commits only.
 */
async function commitByDatabase(client, spec) {
    const { name } = client;
    const { git } = client.rest;
    const parent = (await git.getCommit({ ...name, commit_sha: spec.expected })).data;
    const tree = [];
    for (const change of spec.changes)
        tree.push(await treeEntry(client, change));
    const base = { ...name, base_tree: parent.tree.sha };
    const sha = tree.length === 0 ? parent.tree.sha : (await git.createTree({ ...base, tree })).data.sha;
    const parents = [spec.expected, ...(spec.merges === undefined ? [] : [spec.merges])];
    const commit = { ...name, message: spec.message, tree: sha, parents };
    const made = (await git.createCommit(commit)).data;
    if (!made.verification.verified)
        return { kind: 'unsigned' };
    const update = { ...name, ref: `heads/${spec.branch}`, sha: made.sha, force: false };
    return (await unlessMoved(git.updateRef(update))) ? { kind: 'made', sha: made.sha } : { kind: 'moved' };
}
/** "Update is not a fast forward", or somebody deleted the branch. */
const unlessMoved = unlessError((error) => statusOf(error) === 422 && /not a fast forward|reference does not exist/i.test((0,errors/* errorText */.kc)(error)));
/** Sends text inline with the tree. Bytes that are not UTF-8 need a separate blob. */
async function treeEntry({ name, rest }, change) {
    const { path } = change;
    if (change.kind === 'delete')
        return { path, mode: '100644', type: 'blob', sha: null };
    const entry = { path, mode: modeOf(change.mode), type: 'blob' };
    const bytes = Buffer.from(change.content);
    const text = bytes.toString();
    if (Buffer.from(text).equals(bytes))
        return { ...entry, content: text };
    const blob = { ...name, content: bytes.toString('base64'), encoding: 'base64' };
    return { ...entry, sha: (await rest.git.createBlob(blob)).data.sha };
}
const modeOf = (mode = '100644') => mode === '100755' || mode === '120000' ? mode : '100644';

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
;// CONCATENATED MODULE: ./lib/github/checks.js



/** Conclusions of a check run that are failures (REST, "Check runs"). What was cancelled or waits has not failed. */
const FAILED_CONCLUSIONS = ['failure', 'timed_out', 'startup_failure'];
/** How many failed checks are reported with details, and the limits of each part in characters or lines. */
const MAX_DETAILED_CHECKS = 5;
const MAX_SUMMARY = 2_000;
const MAX_ANNOTATIONS = 10;
const MAX_LOG = 4_000;
const MAX_LOG_LINES = 60;
/** What workflow runs, checks, statuses and rules say of commits and branches. */
function checkReadsOf(client) {
    const { name, rest } = client;
    return {
        runsOf: async (head_sha) => {
            const found = await unlessHidden(rest.actions.listWorkflowRunsForRepo({ ...name, per_page: 100, head_sha }));
            if (!found)
                return undefined;
            const { workflow_runs: runs } = found.data;
            // A run that waits for "Approve and run" has the status `action_required` (github/docs#44419).
            const waiting = runs.filter(({ status, conclusion }) => [status, conclusion].includes('action_required')).length;
            return { waiting, begun: runs.length - waiting };
        },
        checksOf: (sha, own) => checksOf(sha, { client, own }),
        rulesOn: oncePer((branch) => rulesOn(client, branch)),
        requiredChecks: async (branch) => (await branchRules(client, branch)).flatMap((rule) => rule.type === 'required_status_checks'
            ? (rule.parameters?.required_status_checks ?? []).map(({ context }) => context)
            : []),
        commitStatus: async (ref, context) => {
            const found = await unlessHidden(rest.repos.listCommitStatusesForRef({ ...name, ref, per_page: 100 }));
            // GitHub lists statuses the newest first.
            const newest = found?.data.find((one) => one.context === context);
            const state = ['error', 'failure', 'pending', 'success'].find((one) => one === newest?.state);
            return newest && state && { state, description: newest.description ?? '' };
        },
        runState: async (id) => {
            const found = await unlessHidden(rest.actions.getWorkflowRun({ ...name, run_id: id }));
            if (!found)
                return undefined;
            const { run_attempt, status, path } = found.data;
            return {
                attempt: run_attempt ?? 1,
                ended: status === 'completed',
                waits: status === 'waiting',
                workflow: fileOf(path),
            };
        },
    };
}
const branchRules = async ({ name, rest }, branch) => (await unlessHidden(rest.repos.getBranchRules({ ...name, per_page: 100, branch })))?.data ?? [];
/** Rules do not say who may bypass them, so each ruleset is fetched once. A hidden ruleset counts as binding. */
async function rulesOn(client, branch) {
    const { name, rest } = client;
    const rules = await branchRules(client, branch);
    const bypassed = await (0,lib_async/* asMap */.$H)(new Set(rules.map(({ ruleset_id: id }) => id ?? 0)), async (ruleset_id) => {
        const ruleset = await unlessHidden(rest.repos.getRepoRuleset({ ...name, ruleset_id, includes_parents: true }));
        return ['always', 'exempt'].includes(ruleset?.data.current_user_can_bypass ?? 'never');
    });
    return rules.filter(({ ruleset_id: id }) => !bypassed.get(id ?? 0)).map(ruleOf);
}
function ruleOf({ type, ...rule }) {
    const { parameters } = rule;
    const { operator, pattern, negate } = { operator: '', pattern: '', negate: false, ...parameters };
    return pattern === '' ? { type } : { type, operator, pattern, negate };
}
/** The checks of a commit without those of this action: its workflow runs, and its commit status. */
async function checksOf(sha, at) {
    const { client } = at;
    const ref = { ...client.name, ref: sha, per_page: 100 };
    const [runs, combined] = await Promise.all([
        unlessHidden(client.octokit.paginate(client.rest.checks.listForRef, ref)),
        unlessHidden(client.octokit.paginate(client.rest.repos.listCommitStatusesForRef, ref)),
    ]);
    const otherRuns = await withoutOwn(newestRuns(runs ?? []), sha, at);
    const failed = otherRuns.filter(({ conclusion }) => FAILED_CONCLUSIONS.includes(conclusion ?? ''));
    const statuses = newestOfEach(combined ?? [], at.own);
    const failedStates = statuses.filter(({ state }) => state === 'failure' || state === 'error');
    const details = failed.map((run, i) => i < MAX_DETAILED_CHECKS ? failedRun(run, at) : withoutDetails(run.name, run.conclusion));
    const failedStatuses = failedStates.map(({ context, state, description }) => withoutDetails(context, state, description));
    const names = [...failed.map(({ name }) => name), ...failedStates.map(({ context }) => context)];
    return {
        failed: [...(await Promise.all(details)), ...failedStatuses],
        running: otherRuns.filter(({ status }) => status !== 'completed').length +
            statuses.filter(({ state }) => state === 'pending').length,
        digest: (0,external_node_crypto_.hash)('sha256', JSON.stringify(names.toSorted())).slice(0, 16),
        hidden: [...(runs ? [] : ['checks']), ...(combined ? [] : ['statuses'])],
    };
}
/** The newest status of each context: the list has every status that was ever set, the newest first. */
function newestOfEach(statuses, own) {
    const seenContexts = new Set([own.context]);
    return statuses.filter(({ context }) => !seenContexts.has(context) && seenContexts.add(context));
}
/** Of a check that was run again only the newest run counts, as with `filter=latest`, which not every server heeds. */
function newestRuns(runs) {
    const keyOf = ({ app, check_suite: suite, name }) => JSON.stringify([app?.id, suite?.id, name]);
    const newest = new Map(runs.toSorted((a, b) => a.id - b.id).map((run) => [keyOf(run), run.id]));
    return runs.filter((run) => newest.get(keyOf(run)) === run.id);
}
/** The run and the job of GitHub Actions that a check run shows. */
function jobOf({ app, details_url: url }) {
    const [, run, job] = /\/actions\/runs\/(\d{1,15})\/job\/(\d{1,15})/.exec(url ?? '') ?? [];
    return app?.slug === 'github-actions' && run && job ? { run: Number(run), job: Number(job) } : undefined;
}
/** Removes the checks of our own workflow's runs. Without the right to list runs, only the current run is known. */
async function withoutOwn(runs, sha, { client, own }) {
    const isAction = runs.some((run) => jobOf(run) !== undefined);
    const list = { ...client.name, head_sha: sha, per_page: 100 };
    const listed = isAction ? await unlessHidden(client.rest.actions.listWorkflowRunsForRepo(list)) : undefined;
    const ownRuns = (listed?.data.workflow_runs ?? []).filter(({ path }) => fileOf(path) === own.workflow);
    const ids = new Set([own.run, ...ownRuns.map(({ id }) => String(id))]);
    return runs.filter((run) => !ids.has(String(jobOf(run)?.run)));
}
/** `.github/workflows/ci.yml@refs/heads/main` without folder and ref. */
const fileOf = (path) => path.split('@', 1)[0]?.split('/').at(-1) ?? '';
const withoutDetails = (name, conclusion, summary = '') => ({
    name: name.slice(0, 200),
    conclusion: conclusion ?? '',
    summary: (summary ?? '').slice(0, MAX_SUMMARY),
    annotations: [],
});
async function failedRun(run, at) {
    const { title, summary, text } = run.output;
    const [annotations, log] = await Promise.all([annotationsOf(run, at), logOf(run, at)]);
    const output = [title, summary, text].filter(Boolean).join('\n');
    return { ...withoutDetails(run.name, run.conclusion, output), annotations, ...log };
}
async function annotationsOf({ id, output }, { client }) {
    if (output.annotations_count === 0)
        return [];
    const found = await unlessHidden(client.rest.checks.listAnnotations({ ...client.name, check_run_id: id, per_page: MAX_ANNOTATIONS }));
    return (found?.data ?? []).map(({ path, start_line: line, message }) => `${path}:${line}: ${message ?? ''}`.slice(0, 300));
}
/** The last lines of a job's log, or the reason why there are none: a plan can be made without them. */
async function logOf(run, { client }) {
    const job = jobOf(run);
    if (!job)
        return {};
    try {
        const { data } = await client.rest.actions.downloadJobLogsForWorkflowRun({ ...client.name, job_id: job.job });
        return typeof data === 'string' ? { log: lastLines(data) } : { noLog: 'GitHub gave none.' };
    }
    catch (error) {
        return { noLog: MISSING_LOG_REASONS[statusOf(error) ?? 0] ?? 'GitHub did not give it.' };
    }
}
const MISSING_LOG_REASONS = {
    403: 'The job lacks `permissions: actions: read`.',
    404: 'GitHub has none.',
    410: 'GitHub no longer keeps it.',
};
/** The lines up to the last error, after which the runner cleans up, without the time that begins each of them. */
function lastLines(log) {
    const lines = log.slice(-1_000_000).trimEnd().split('\n');
    const error = lines.findLastIndex((line) => line.includes('##[error]'));
    const end = error < 0 ? lines.length : error + 1;
    return lines
        .slice(Math.max(0, end - MAX_LOG_LINES), end)
        .map((line) => line.replace(/^\ufeff?\d{4}-\d\d-\d\dT[\d:.]+Z /, ''))
        .join('\n')
        .slice(-MAX_LOG);
}
/** Asks once for each key, and gives the same answer to every other caller. */
function oncePer(ask) {
    const asked = new Map();
    return (key) => {
        const answer = asked.get(key) ?? ask(key);
        asked.set(key, answer);
        return answer;
    };
}

;// CONCATENATED MODULE: ./lib/github/graphql.js



/** The reads of `Forge` by GraphQL, which needs one request where REST needs many. */
function questionsOf({ octokit, name }) {
    const ask = (document, variables) => octokit.graphql(document, variables);
    return {
        readIssueBatch: (wanted) => fetchIssueBatch(ask, name, wanted),
        reactors: (comments) => reactorsTo(ask, comments),
        openWork: () => openWork(ask, name),
        editsAndClosings: (comments, pull) => editsAndClosings(ask, comments, pull),
    };
}
/** The login as in REST, which appends `[bot]` to the name of an app. */
const loginOf = (author) => author ? (author.__typename === 'Bot' ? `${author.login.replace(/\[bot\]$/, '')}[bot]` : author.login) : 'ghost';
/** Whether a GraphQL server lacks a requested field, such as an older GitHub Enterprise Server. */
const isUnknownField = (error) => / doesn't exist on type /.test((0,errors/* errorText */.kc)(error));
/** GitHub's limit of nodes in one query. */
const MAX_NODES = 100;
/** The nodes of these ids, in as many requests as needed. Leaves out ids without a node. */
async function nodesOf(ids, ask) {
    const found = [];
    for (let from = 0; from < ids.length; from += MAX_NODES) {
        const { nodes } = await ask(ids.slice(from, from + MAX_NODES));
        found.push(...nodes.flatMap((node) => node ?? []));
    }
    return found;
}
/** Limits of pull requests and files of each, because GitHub is slow to list files. */
const MAX_PULLS = 50;
const MAX_FILES = 100;
const OPEN_WORK = `query ($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) {
  pullRequests(states: OPEN, first: ${MAX_PULLS}, orderBy: { field: CREATED_AT, direction: DESC }) { nodes {
    number title branch: headRefName isFork: isCrossRepository author { __typename login }
    files(first: ${MAX_FILES}) { nodes { path } }
  } }
} }`;
/** The newest open pull requests with the first hundred files that each changes, in one request. */
async function openWork(ask, name) {
    const { repository } = await ask(OPEN_WORK, name);
    return (repository?.pullRequests.nodes ?? []).flatMap((node) => (node ? [workOf(node)] : []));
}
const workOf = ({ author, files, ...work }) => ({
    ...work,
    author: loginOf(author),
    byBot: author?.__typename === 'Bot',
    files: (files?.nodes ?? []).flatMap((file) => file?.path ?? []),
});
/** Accounts by reaction, the earliest first, for many comments: REST needs a request for each comment. */
const REACTORS = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on IssueComment { id reactionGroups {
  content viewerHasReacted reactors(first: 100) { nodes { __typename ... on Actor { login } } }
} } } }`;
async function reactorsTo(ask, comments) {
    const nodes = await nodesOf(comments, (ids) => ask(REACTORS, { ids }));
    const byReaction = ({ content, viewerHasReacted: byUs, reactors }) => [content.toLowerCase(), { byUs, logins: (reactors.nodes ?? []).map(loginOf) }];
    return new Map(nodes.flatMap(({ id, reactionGroups }) => id ? [[id, Object.fromEntries((reactionGroups ?? []).map(byReaction))]] : []));
}
/** The newest closings and reopenings of a pull request that are read. */
const MAX_CLOSINGS = 40;
const CLOSINGS = `timelineItems(last: ${MAX_CLOSINGS}, itemTypes: [CLOSED_EVENT, REOPENED_EVENT]) {
  nodes { __typename ... on ClosedEvent { createdAt } ... on ReopenedEvent { createdAt } }
}`;
const editsQuery = (more = '') => `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on IssueComment { id lastEditedAt includesCreatedEdit } ${more} } }`;
/** Only GraphQL has edits (REST's `updated_at` changes for other reasons too), and closings before a reopening. */
async function editsAndClosings(ask, comments, pull) {
    const wanted = [...(pull === undefined ? [] : [pull]), ...comments];
    const nodes = await nodesOf(wanted, (ids) => askForEdits(ask, ids));
    const edited = nodes.filter(({ lastEditedAt, includesCreatedEdit }) => lastEditedAt || includesCreatedEdit);
    return {
        edited: new Set(edited.flatMap(({ id }) => id ?? [])),
        closings: closingsIn(nodes.find(({ timelineItems }) => timelineItems) ?? {}),
    };
}
/** Falls back to edits alone on a server without the field for closings: an edited approval must never count. */
const askForEdits = async (ask, ids) => (await unlessError(isUnknownField)(ask(editsQuery(`... on PullRequest { ${CLOSINGS} }`), { ids }))) ??
    ask(editsQuery(), { ids });
/** The periods from a close to the next reopening. A list that begins with a reopening lacks the close before it. */
function closingsIn({ timelineItems }) {
    const events = (timelineItems?.nodes ?? []).flatMap((one) => one?.createdAt === undefined ? [] : [{ ...one, at: one.createdAt }]);
    return events.flatMap(({ __typename, at }, i) => {
        const before = events[i - 1];
        const isReopened = __typename === 'ReopenedEvent' && before?.__typename === 'ClosedEvent';
        return isReopened ? [{ closedAt: before.at, reopenedAt: at }] : [];
    });
}
const ACTOR_FIELDS = `__typename login
  ... on User { databaseId } ... on Bot { databaseId } ... on Organization { databaseId } ... on Mannequin { databaseId }`;
const COMMENT_FIELDS = `comments(first: 100) { totalCount nodes {
    nodeId: id fullDatabaseId body createdAt updatedAt lastEditedAt includesCreatedEdit author { ...actor } ...reactions
  } }`;
const ISSUE_FIELDS = `repository { nameWithOwner } title body state createdAt updatedAt locked author { ...actor } ...reactions ${COMMENT_FIELDS}`;
const PULL_FIELDS = `number nodeId: id title body state draft: isDraft mergedAt createdAt closedAt updatedAt url author { ...actor }
    headRefName headRefOid headRepository { nameWithOwner } base: baseRefName isCrossRepository`;
/** One query for the requested parts only, so that GitHub computes no others. */
const batchQuery = ({ issue, pull, branch }) => {
    const more = [
        pull === undefined ? '' : `pull: pullRequest(number: ${pull}) { ${COMMENT_FIELDS} ${CLOSINGS} }`,
        branch === undefined
            ? ''
            : `plans: pullRequests(headRefName: $branch, ${NEWEST}) { totalCount nodes { ${PULL_FIELDS} } }`,
    ];
    const variables = `$owner: String!, $repo: String!${branch === undefined ? '' : ', $branch: String!'}`;
    return `query (${variables}) { repository(owner: $owner, name: $repo) {
  issue(number: ${issue}) { ${ISSUE_FIELDS} }
  ${more.join('\n  ')}
} }
fragment actor on Actor { ${ACTOR_FIELDS} }
fragment reactions on Reactable { reactionGroups { content reactors { totalCount } } }`;
};
const NEWEST = 'first: 100, orderBy: { field: CREATED_AT, direction: DESC }';
/** Connections to servers that lack the fields of the batch query, which is not sent to them again. */
const withoutBatch = new WeakSet();
/** Fetches issue, comments and pull requests in one request; undefined where the reply is incomplete. */
async function fetchIssueBatch(ask, at, wanted) {
    if (withoutBatch.has(ask))
        return undefined;
    const { branch } = wanted;
    try {
        const answer = await ask(batchQuery(wanted), { ...at, ...(branch === undefined ? {} : { branch }) });
        // A transferred issue may be shown as it is in its new repository.
        const repository = answer.repository?.issue?.repository.nameWithOwner.toLowerCase();
        return repository === `${at.owner}/${at.repo}`.toLowerCase() ? issueBatchIn(answer, wanted) : undefined;
    }
    catch (error) {
        if (error instanceof errors/* UserError */.yo)
            throw error;
        if (isUnknownField(error))
            withoutBatch.add(ask);
        return undefined;
    }
}
function issueBatchIn({ repository }, { issue: number, ...wanted }) {
    const { issue, pull, plans } = repository ?? {};
    if (!issue || (wanted.pull !== undefined && !pull))
        return undefined;
    return {
        issue: graphql_toIssue(issue, number),
        comments: completeList(issue.comments).map(graphql_toComment),
        ...(pull ? { pull: { comments: completeList(pull.comments).map(graphql_toComment), closings: closingsIn(pull) } } : {}),
        // A branch of a fork may have the same name.
        ...(plans ? { plans: completeList(plans).flatMap((node) => (node.isCrossRepository ? [] : [toPlan(node)])) } : {}),
    };
}
/** The nodes of a complete list. Throws where entries are missing or hidden. */
function completeList({ totalCount, nodes }) {
    const shown = (nodes ?? []).flatMap((node) => node ?? []);
    if (shown.length !== totalCount)
        throw new UnusableResponse(`GitHub shows ${shown.length} of ${totalCount}.`);
    return shown;
}
/** The author as in REST, whose ids and logins approvals are checked by. */
function toAuthor(author) {
    if (!author)
        return toAccount(null);
    if (!author.databaseId)
        throw new UnusableResponse(`GitHub does not say who ${author.login} is.`);
    return { login: loginOf(author), id: author.databaseId, type: author.__typename };
}
function graphql_toReactions({ reactionGroups }) {
    if (!reactionGroups)
        throw new UnusableResponse('GitHub does not say how many reacted.');
    const count = (kind) => reactionGroups.find(({ content }) => content === kind)?.reactors.totalCount ?? 0;
    return { eyes: count('EYES'), rocket: count('ROCKET'), confused: count('CONFUSED') };
}
const graphql_toIssue = ({ title, body, createdAt, locked, ...node }, number) => ({
    ...{ number, title, body, createdAt, locked },
    author: toAuthor(node.author),
    state: node.state === 'CLOSED' ? 'closed' : 'open',
    isPull: false,
    reactions: graphql_toReactions(node),
    counted: { comments: node.comments.totalCount, at: node.updatedAt },
});
function graphql_toComment({ nodeId, body, createdAt, updatedAt, ...node }) {
    const id = Number(node.fullDatabaseId);
    if (!Number.isSafeInteger(id) || id === 0)
        throw new UnusableResponse('GitHub gives a comment no number.');
    return {
        ...{ id, nodeId, body, createdAt, updatedAt },
        author: toAuthor(node.author),
        wasEdited: node.lastEditedAt !== null || node.includesCreatedEdit,
        reactions: graphql_toReactions(node),
    };
}
const toPlan = ({ number, nodeId, title, body, draft, base, url, createdAt, updatedAt, ...node }) => ({
    ...{ number, nodeId, title, body, draft, base, url, createdAt, updatedAt },
    author: toAuthor(node.author),
    state: node.state === 'OPEN' ? 'open' : 'closed',
    merged: node.mergedAt !== null,
    head: { branch: node.headRefName, sha: node.headRefOid, repository: node.headRepository?.nameWithOwner },
    closedAt: node.closedAt ?? undefined,
    lineComments: undefined,
});

;// CONCATENATED MODULE: ./lib/github/github.js









/** Implements `Forge` with GitHub's REST and GraphQL APIs. */
function connectGitHub(name, access) {
    const client = { ...connect(access), name };
    return { ...readsOf(client, access.token), ...checkReadsOf(client), ...questionsOf(client), ...writesOf(client) };
}
/**
 * Throws for a repository that was renamed or transferred since the run was started. GitHub redirects from the old
 * name, by which branches of this repository could not be told from those of forks. `now` is undefined where the token
 * may not follow the redirect.
 */
function refuseMoved({ owner, repo }, now) {
    if (now?.toLowerCase() === `${owner}/${repo}`.toLowerCase())
        return;
    const isNow = now === undefined ? 'out of reach of the token, or deleted' : `now \`${now}\``;
    throw new errors/* UserError */.yo('repository-moved', `This repository was renamed or transferred: \`${owner}/${repo}\` is ${isNow}.`, 'Repeat your comment: a new run goes by the new name.');
}
/** Undefined for a 404 or 410 of something in the repository. Throws where the repository itself is missing. */
async function unlessGone({ name, rest }, answer) {
    const found = await unlessMissing(answer);
    if (found === undefined)
        refuseMoved(name, (await unlessMissing(rest.repos.get(name)))?.data.full_name);
    return found;
}
async function issueAt(client, number) {
    const { name, rest } = client;
    const found = await unlessGone(client, rest.issues.get({ ...name, issue_number: number }));
    if (!found)
        return undefined;
    // GitHub redirects a transferred issue to its new repository, where the number is a different one.
    const isHere = found.url.endsWith(`/repos/${name.owner}/${name.repo}/issues/${number}`);
    if (!isHere)
        refuseMoved(name, (await rest.repos.get(name)).data.full_name);
    return isHere ? toIssue(found.data) : undefined;
}
const PAGE = { per_page: 100 };
function readsOf(client, token) {
    const { name, octokit, rest } = client;
    const asPull = (raw) => {
        refuseMoved(name, raw.base.repo.full_name);
        return toPull(raw);
    };
    const onPull = (pull_number) => ({ ...name, ...PAGE, pull_number });
    // An installation token (`ghs_`) may not read `/user`, so the request is saved.
    // 403: the workflow's own token, `github-actions[bot]`, may not ask.
    const me = (0,lib_async/* once */.Oo)(async () => {
        const found = token.startsWith('ghs_') ? undefined : await unlessHidden(rest.users.getAuthenticated());
        return found && toAccount(found.data);
    });
    return {
        issue: (number) => issueAt(client, number),
        comments: async (issue_number, since) => {
            const wanted = { ...name, ...PAGE, issue_number, ...(since === undefined ? {} : { since }) };
            return (await octokit.paginate(rest.issues.listComments, wanted)).map(toComment);
        },
        commentsSince: async (since) => (await octokit.paginate(rest.issues.listCommentsForRepo, { ...name, ...PAGE, since })).map((raw) => ({
            ...toComment(raw),
            number: Number(raw.issue_url.split('/').at(-1)),
            isPull: raw.html_url.includes('/pull/'),
        })),
        updatedSince: async (since) => {
            const wanted = { ...name, ...PAGE, state: 'all', sort: 'updated', direction: 'desc', since };
            // GitHub lists pull requests among the issues.
            return (await octokit.paginate(rest.issues.listForRepo, wanted)).map(({ number }) => number);
        },
        rendered: (number, isPull = false) => rendered(client, number, isPull),
        pull: async (number) => {
            const found = await unlessGone(client, rest.pulls.get({ ...name, pull_number: number }));
            return found && asPull(found.data);
        },
        pullsFrom: async (branch) => (await octokit.paginate(rest.pulls.list, { ...name, ...PAGE, state: 'all', head: `${name.owner}:${branch}` }))
            .map(asPull)
            .filter((pull) => pull.head.branch === branch),
        openPulls: async () => (await octokit.paginate(rest.pulls.list, { ...name, ...PAGE, state: 'open' })).map(asPull),
        reviews: async (number) => (await octokit.paginate(rest.pulls.listReviews, onPull(number))).flatMap(toReview),
        lineComments: async (number) => (await octokit.paginate(rest.pulls.listReviewComments, onPull(number))).map(toLineComment),
        permission: (login) => permissionOf(client, login),
        inTeam: (team, login) => inTeam(client, team, login),
        peopleOf: async (ref) => {
            const { author, committer } = (await rest.repos.getCommit({ ...name, ref, per_page: 1 })).data;
            const accounts = [author, committer];
            // Null and `{}` belong to no account, and `web-flow` is GitHub's own committer.
            return accounts.flatMap((account) => {
                const { login = 'web-flow', id = 0, type } = account ?? {};
                return type === 'User' && login !== 'web-flow' ? [{ login, id, type }] : [];
            });
        },
        advisories: (ecosystem, names) => advisoriesOf(client, ecosystem, names),
        newestPulls: async () => (await rest.pulls.list({ ...name, ...PAGE, state: 'all' })).data.map(toPull),
        me,
        isMe: async (login) => (await me())?.login === login || (await viewerLogin(client)) === login,
    };
}
/** The states of a review that say more than "commented" (REST, "List reviews for a pull request"). */
const VERDICTS = ['approved', 'changes_requested', 'dismissed'];
/** A submitted review as a list of one. Empty for a review that is still pending. */
function toReview(raw) {
    if (!raw.submitted_at || raw.state === 'PENDING')
        return [];
    const verdict = VERDICTS.find((one) => one === raw.state.toLowerCase());
    const text = { author: toAccount(raw.user), body: raw.body ?? '', createdAt: raw.submitted_at };
    return [{ kind: 'summary', id: raw.id, ...text, ...(verdict ? { verdict } : {}) }];
}
const toLineComment = (raw) => ({
    kind: 'line',
    ...(raw.pull_request_review_id ? { review: raw.pull_request_review_id } : {}),
    id: raw.id,
    author: toAccount(raw.user),
    body: raw.body ?? '',
    createdAt: raw.created_at,
    location: { path: raw.path, line: raw.line ?? raw.original_line, commit: raw.commit_id },
});
/**
 * Whether the account is an active member of the team. A 404 says that it is none, or that the token cannot see the
 * team: then the team itself tells which. Undefined when the token cannot see it.
 */
async function inTeam({ rest }, name, login) {
    const [org = '', slug = ''] = name.replace(/^@/, '').split('/');
    const team = { org, team_slug: slug };
    const readMembership = () => unlessHidden(rest.teams.getMembershipForUserInOrg({ ...team, username: login }));
    const first = await readMembership();
    if (!first && !(await unlessHidden(rest.teams.getByName(team))))
        return undefined;
    // GitHub sometimes answers one transient 404, so it is asked twice before membership is denied.
    const found = first ?? (await readMembership());
    if (found && typeof found.data.state !== 'string')
        throw new UnusableResponse(`GitHub does not say if ${login} is in it.`);
    return found?.data.state === 'active';
}
/** `body_html` of all texts. Reviews and review comments need another media type for it than issues. */
async function rendered({ name, octokit, rest }, number, isPull) {
    const asHtml = (type) => ({ ...name, ...PAGE, headers: { accept: `application/vnd.${type}.full+json` } });
    const onIssue = { ...asHtml('github'), issue_number: number };
    const onPull = { ...asHtml('github-commitcomment'), pull_number: number };
    const found = await Promise.all([
        unlessMissing(rest.issues.get(onIssue)).then((issue) => (issue ? [issue.data] : [])),
        octokit.paginate(rest.issues.listComments, onIssue),
        isPull ? octokit.paginate(rest.pulls.listReviews, onPull) : [],
        isPull ? octokit.paginate(rest.pulls.listReviewComments, onPull) : [],
    ]);
    return found.flat().flatMap((one) => one.body_html ?? []);
}
/**
 * The role of an account. The API answers 404 for accounts without a role in a private repository, but sometimes also
 * one transient 404, so it is asked twice. An answer without a role is an error.
 */
async function permissionOf({ name, rest }, login) {
    const readPermission = () => unlessMissing(rest.repos.getCollaboratorPermissionLevel({ ...name, username: login }));
    const found = (await readPermission()) ?? (await readPermission());
    if (!found)
        return 'none';
    const { permission, role_name: role } = found.data;
    // A custom role has its own name, so `permission` gives its base role.
    const answer = forge/* PERMISSIONS */.J.find((one) => one === role) ?? forge/* PERMISSIONS */.J.find((one) => one === permission);
    if (answer === undefined)
        throw new UnusableResponse(`GitHub names no role of ${login}.`);
    return answer;
}
/**
 * GitHub's advisories on packages, and those on malware, which need a separate request. Not retried: undefined for an
 * error, as on a server without GitHub Connect.
 */
async function advisoriesOf({ rest }, ...[ecosystem, names]) {
    const wanted = { ecosystem, affects: names.join(','), per_page: 100, ...HELD };
    const { listGlobalAdvisories: list } = rest.securityAdvisories;
    return Promise.all([list(wanted), list({ ...wanted, type: 'malware' })])
        .then((answers) => answers.flatMap(({ data }) => data).flatMap((raw) => toAdvisories(raw, ecosystem)))
        .catch(() => undefined);
}
/** One entry for each affected package. */
function toAdvisories(raw, ecosystem) {
    const { ghsa_id: id, severity, type, withdrawn_at: withdrawn, vulnerabilities } = raw;
    if (withdrawn !== null || !/^GHSA(-[0-9a-z]{4}){3}$/.test(id))
        return [];
    return (vulnerabilities ?? []).flatMap(({ package: affected, first_patched_version: fixedIn }) => affected?.ecosystem === ecosystem && affected.name !== null
        ? [{ name: affected.name, id, severity, isMalware: type === 'malware', fixedIn: fixedIn ?? undefined }]
        : []);
}
/** The login of the token's account by GraphQL, since apps have no `/user`. Undefined when GraphQL does not tell. */
async function viewerLogin({ octokit }) {
    const answer = octokit.graphql('query { viewer { login } }');
    return (await unlessOutage(answer))?.viewer?.login;
}
/** An outage must not count as another account. */
const unlessOutage = unlessError((error) => !(error instanceof errors/* UserError */.yo) && (statusOf(error) ?? 0) < 500);

// EXTERNAL MODULE: ./lib/runner/env.js
var runner_env = __webpack_require__(3789);
// EXTERNAL MODULE: ./lib/runner/log.js
var log = __webpack_require__(3188);
;// CONCATENATED MODULE: ./lib/connect.js






/**
 * Connects to GitHub, and starts the request for the issue whose branches are being fetched. Undefined without a token,
 * or outside of a workflow: this is reported when the inputs are checked.
 */
async function connect_connect(env, { firstFetch, deadline }) {
    const token = (0,runner_env/* rawInput */.JR)(env, 'github-token');
    const [owner, repo] = (env.GITHUB_REPOSITORY ?? '').split('/');
    if (!token || !owner || !repo)
        return undefined;
    const address = env.GITHUB_API_URL || 'https://api.github.com';
    const forge = connectGitHub({ owner, repo }, {
        token,
        address,
        readOnly: (0,runner_env/* isOn */.Mp)((0,runner_env/* rawInput */.JR)(env, 'dry-run')),
        proxy: (0,runner_env/* proxyFor */.iJ)(address, env),
        deadline,
        onWait: logWait,
    });
    if (!firstFetch)
        return { forge };
    const { refs } = firstFetch;
    const batch = (0,lib_async/* inBackground */.kS)(forge.readIssueBatch({ issue: refs.issue, branch: (0,side_ref/* branchName */.at)(refs) }));
    // Loading the rest of the program blocks the event loop: one turn opens the connection, the next sends the request.
    await (0,promises_.setImmediate)();
    await (0,promises_.setImmediate)();
    return { forge, earlyBatch: batch };
}
const logWait = (milliseconds) => (0,log/* logLine */.BP)(`GitHub wants fewer requests of this token; the next one is sent in ${Math.ceil(milliseconds / 1000)} s.`);


/***/ }),

/***/ 6121:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Hz: () => (/* binding */ SIDE_REFS),
/* harmony export */   Ii: () => (/* binding */ fetchPlanRefs),
/* harmony export */   NV: () => (/* binding */ pushRefs),
/* harmony export */   P7: () => (/* binding */ refName),
/* harmony export */   RY: () => (/* binding */ removalsOf),
/* harmony export */   Rd: () => (/* binding */ issuesWithSides),
/* harmony export */   at: () => (/* binding */ branchName),
/* harmony export */   gH: () => (/* binding */ branchInTheWay),
/* harmony export */   j8: () => (/* binding */ homeCommit),
/* harmony export */   kN: () => (/* binding */ recordSides),
/* harmony export */   tI: () => (/* binding */ baseCommit),
/* harmony export */   tR: () => (/* binding */ commitSide),
/* harmony export */   uN: () => (/* binding */ fetchedBranches),
/* harmony export */   v1: () => (/* binding */ issueOf),
/* harmony export */   wU: () => (/* binding */ readSide),
/* harmony export */   x$: () => (/* binding */ sideCommit)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _lib_async_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(211);
/* harmony import */ var _lib_errors_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5892);
/* harmony import */ var _git_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5216);
/* harmony import */ var _remote_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(9416);
/* harmony import */ var _objects_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(5269);







const FETCHED_REFS = 'refs/mt/';
const BASE_REF = `${FETCHED_REFS}base`;
/** The local ref of the repository's own base, when a plan is for another branch. */
const HOME_REF = `${FETCHED_REFS}home`;
/** Remote-tracking refs as a checkout makes them, so that commands find `origin/…`. */
const ORIGIN_REFS = 'refs/remotes/origin/';
const FETCHED_HEADS = `${FETCHED_REFS}heads/`;
/** The prefix of the side refs of all plans on the server. The number of the issue follows. */
const SIDE_REFS = 'refs/measure-twice/';
/** The name of a plan's branch. The second and later branches of an issue end in `-2`, `-3`, … */
const branchName = ({ prefix, issue }, suffix = 1) => `${prefix}issue-${issue}${suffix > 1 ? `-${suffix}` : ''}`;
/** The issue that a plan branch belongs to. Undefined when the name is not that of a plan branch. */
function issueOf(branch, prefix) {
    const match = branch.startsWith(`${prefix}issue-`)
        ? /^([1-9]\d{0,9})(?:-[1-9]\d{0,4})?$/.exec(branch.slice(prefix.length + 6))
        : null;
    return match ? Number(match[1]) : undefined;
}
/** Commits of history in the first fetch. More are fetched only if a common ancestor lies deeper. */
const DEPTH = 50;
/** Fetches base, plan branches and side refs; `known`: with their history. Throws `UserError` without a base. */
async function fetchPlanRefs(repo, refs, known) {
    const fetching = (0,_lib_async_js__WEBPACK_IMPORTED_MODULE_2__/* .inBackground */ .kS)(fetchOnce(repo, refs, known ? { kind: 'new' } : { kind: 'depth', commits: DEPTH }));
    // The first use of git: the error for an old version comes before git's own, which does not name the cause.
    if (!known)
        await (0,_git_js__WEBPACK_IMPORTED_MODULE_4__/* .checkGit */ .Th)(repo);
    await fetching;
    for (let commits = DEPTH * 4; await needsMoreHistory(repo, refs); commits *= 4) {
        await fetchOnce(repo, refs, { kind: 'deepen', commits });
    }
}
async function fetchOnce(repo, { base, prefix, issue, home }, depth) {
    const planBranches = `${prefix}issue-${issue}*`;
    const found = await (0,_remote_js__WEBPACK_IMPORTED_MODULE_5__/* .fetchRefs */ .BA)(repo, [
        `+refs/heads/${base}:${BASE_REF}`,
        `+refs/heads/${base}:${ORIGIN_REFS}${base}`,
        ...(home === undefined ? [] : [`+refs/heads/${home}:${HOME_REF}`, `+refs/heads/${home}:${ORIGIN_REFS}${home}`]),
        `+refs/heads/${planBranches}:${FETCHED_HEADS}${planBranches}`,
        `+${SIDE_REFS}${issue}*:${FETCHED_REFS}measure-twice/${issue}*`,
    ], depth);
    lastFetch(repo).refs = undefined;
    if (found)
        return;
    if (home !== undefined)
        throw new _lib_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .UserError */ .yo('no-base', `The branch \`${base}\`, which this plan is for, is gone.`, 'Restore it and comment `/retry`, or close this pull request.');
    throw new _lib_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .UserError */ .yo('no-base', `The branch \`${base}\` does not exist in this repository.`, 'Push a first commit to it, or name another branch in the input `base-branch`.');
}
async function needsMoreHistory(repo, { prefix, issue, home }) {
    const branches = [...(await fetchedBranches(repo))].filter(([name]) => issueOf(name, prefix) === issue);
    const heads = [...branches.map(([, head]) => head), ...(home === undefined ? [] : [HOME_REF])];
    if (heads.length === 0 || !(0,_git_js__WEBPACK_IMPORTED_MODULE_4__/* .isShallow */ .fE)(repo))
        return false;
    const found = await Promise.all(heads.map((head) => (0,_git_js__WEBPACK_IMPORTED_MODULE_4__/* .commonAncestor */ .j1)(repo, BASE_REF, head)));
    return found.includes(undefined);
}
const lastFetch = (0,_git_js__WEBPACK_IMPORTED_MODULE_4__/* .perRepository */ .UN)(() => ({}));
/** The refs of the last fetch, as name without `refs/mt/` → commit, cached until the next fetch. */
const fetchedRefs = (repo) => (lastFetch(repo).refs ??= readFetchedRefs(repo));
/** Reads files, which saves a process: a fetch never packs refs. */
async function readFetchedRefs({ gitDir }) {
    const folder = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(gitDir, FETCHED_REFS);
    const entries = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readdir)(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(parentPath, name));
    const texts = await (0,_lib_async_js__WEBPACK_IMPORTED_MODULE_2__/* .asMap */ .$H)(paths.toSorted(), (path) => (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readFile)(path, 'utf8'));
    return new Map([...texts].map(([path, text]) => [(0,node_path__WEBPACK_IMPORTED_MODULE_1__.relative)(folder, path), text.trim()]));
}
/** The fetched branches, as name → head commit: those of the issue, and others whose names begin like them. */
async function fetchedBranches(repo) {
    const refs = [...(await fetchedRefs(repo))].filter(([ref]) => ref.startsWith('heads/'));
    return new Map(refs.map(([ref, head]) => [ref.slice('heads/'.length), head]));
}
/** An existing branch such as `plan`, which prevents branches such as `plan/issue-1`, as a file prevents a folder. */
async function branchInTheWay(repo, name) {
    const parts = name.split('/');
    const parentRefs = parts.slice(1).map((_, i) => `refs/heads/${parts.slice(0, i + 1).join('/')}`);
    const found = parentRefs.length === 0 ? [] : await (0,_remote_js__WEBPACK_IMPORTED_MODULE_5__/* .remoteRefs */ .dM)(repo, parentRefs);
    return found.find((ref) => parentRefs.includes(ref))?.slice('refs/heads/'.length);
}
/** The commit of the fetched base branch. Throws before the first fetch. */
async function baseCommit(repo) {
    const sha = (await fetchedRefs(repo)).get('base');
    if (!sha)
        throw new Error('The base was not fetched.');
    return sha;
}
/** The commit of the repository's own base, where instructions come from, if the plan is for a person's branch. */
const homeCommit = async (repo) => (await fetchedRefs(repo)).get('home');
/** Data of a plan outside of its branch, in separate refs: the suffix of the ref, and the file in its commits. */
const SIDE_KINDS = {
    /** The planning conversation. */
    conversation: { end: '', file: 'conversation.json' },
    /** The lock of the run that works on the plan, in the messages of its commits. */
    claim: { end: '-claim', file: undefined },
    /** The list of the bot's commits on the branch. */
    commits: { end: '-commits', file: 'commits' },
    /** What was approved and done, kept for good. */
    record: { end: '-record', file: 'record.json' },
    /** The patch of an attempt whose checks have changed since. */
    patch: { end: '-patch', file: 'patch.json' },
    /** Usage that no commit on the branch records. */
    usage: { end: '-usage', file: 'usage.json' },
};
/** Side refs that are deleted when a plan ends. The list of commits stays: a closed pull request may be reopened. */
const DELETED_WITH_PLAN = Object.keys(SIDE_KINDS).filter((kind) => kind !== 'record' && kind !== 'commits');
const refName = ({ kind, issue }) => `${SIDE_REFS}${issue}${SIDE_KINDS[kind].end}`;
const fetchedName = (side) => refName(side).slice('refs/'.length);
/** The tip of a side ref after the last fetch or push. Undefined when there is none. */
const sideCommit = async (repo, side) => (await fetchedRefs(repo)).get(fetchedName(side));
/** The text of the file of a side ref. Undefined when there is none, or one of more than `most` bytes. */
async function readSide(repo, side, most = Infinity) {
    const { file } = SIDE_KINDS[side.kind];
    const commit = await sideCommit(repo, side);
    return commit === undefined || file === undefined ? undefined : (0,_objects_js__WEBPACK_IMPORTED_MODULE_6__/* .textAt */ .$6)(repo, { commit, path: file, most });
}
/** Makes a commit on top of `from`, so that no push needs force. `pushRefs` pushes it. */
async function commitSide(repo, side, { from, text = '', message, author, keeps }) {
    const { file } = SIDE_KINDS[side.kind];
    const tree = file === undefined ? _objects_js__WEBPACK_IMPORTED_MODULE_6__/* .EMPTY_TREE */ .pL : await (0,_objects_js__WEBPACK_IMPORTED_MODULE_6__/* .treeWith */ .p6)(repo, keeps ?? _objects_js__WEBPACK_IMPORTED_MODULE_6__/* .EMPTY_TREE */ .pL, { path: file, text });
    const parents = [keeps, from].filter((one) => one !== undefined);
    const to = await (0,_objects_js__WEBPACK_IMPORTED_MODULE_6__/* .commitTree */ .SC)(repo, { tree, parents, message, author });
    return { ref: refName(side), from: from ?? '', to };
}
/** Pushes, if there is anything to push, and updates the cached tips of side refs. */
async function pushRefs(repo, updates) {
    if (updates.length === 0)
        return { kind: 'pushed' };
    const pushed = await (0,_remote_js__WEBPACK_IMPORTED_MODULE_5__/* .push */ .VC)(repo, updates);
    if (pushed.kind === 'pushed')
        await recordSides(repo, updates);
    return pushed;
}
/** Updates the cached tips of the side refs among these, which moved after the last fetch. */
async function recordSides(repo, updates) {
    const refs = await fetchedRefs(repo);
    for (const { ref, to } of updates.filter((one) => one.ref.startsWith(SIDE_REFS))) {
        const name = ref.slice('refs/'.length);
        if (to === undefined)
            refs.delete(name);
        else
            refs.set(name, to);
    }
}
/** Deletions of the side refs of an issue that go with its plan, or those of these kinds, as the last fetch brought them. */
async function removalsOf(repo, issue, kinds = DELETED_WITH_PLAN) {
    const refs = await fetchedRefs(repo);
    return kinds.flatMap((kind) => {
        const from = refs.get(fetchedName({ kind, issue }));
        return from === undefined ? [] : [{ ref: refName({ kind, issue }), from, to: undefined }];
    });
}
/** The issues with side refs on the server that should be deleted with their plans, in ascending order. */
async function issuesWithSides(repo) {
    const refs = await (0,_remote_js__WEBPACK_IMPORTED_MODULE_5__/* .remoteRefs */ .dM)(repo, [`${SIDE_REFS}*`]);
    const numbers = refs.flatMap((ref) => {
        const issue = Number(/^[1-9]\d{0,9}/.exec(ref.slice(SIDE_REFS.length))?.[0]);
        return DELETED_WITH_PLAN.some((kind) => refName({ kind, issue }) === ref) ? [issue] : [];
    });
    return [...new Set(numbers)].toSorted((a, b) => a - b);
}


/***/ }),

/***/ 8124:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   J: () => (/* binding */ PERMISSIONS)
/* harmony export */ });
/** A person's role in the repository, as the API gives it, from the least to the most. */
const PERMISSIONS = ['none', 'read', 'triage', 'write', 'maintain', 'admin'];


/***/ }),

/***/ 5604:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   My: () => (/* binding */ escapeMarkup),
/* harmony export */   Ow: () => (/* binding */ changeLines),
/* harmony export */   UH: () => (/* binding */ fenceAfter),
/* harmony export */   cR: () => (/* binding */ renderCode),
/* harmony export */   g8: () => (/* binding */ renderBlock),
/* harmony export */   pi: () => (/* binding */ unescapeMarkup),
/* harmony export */   wr: () => (/* binding */ readCode)
/* harmony export */ });
/**
 * The inline syntax of `PLAN.md`: code, and what is escaped outside of it. What a model writes is shown as it is written:
 * HTML could hide what comes after it, an image would send what the planner read as soon as somebody opens the file, and a
 * link may say another place than it leads to. So these are escaped, and the reader takes the escapes away again.
 */
/** The fence that is open after `line`, or empty. As in GitHub Flavored Markdown, but at any depth of indentation. */
function fenceAfter(fence, line) {
    if (fence === '') {
        const [, backticks, tildes] = FENCE.exec(line) ?? [];
        return backticks ?? tildes ?? '';
    }
    const end = line.trim();
    return end.length >= fence.length && end === fence.charAt(0).repeat(end.length) ? '' : fence;
}
const FENCE = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:(`{3,})[^`]*|(~{3,}).*)$/s;
/** Changes a text line by line. `change` is told the fences that are open before and after its line. */
function changeLines(text, change) {
    let fence = '';
    const changed = text.split('\n').map((line) => {
        const before = fence;
        fence = fenceAfter(fence, line);
        return change(line, before, fence);
    });
    return changed.join('\n');
}
/** The length of the longest run of backticks in a text. What holds the text needs more. */
const mostBackticks = (text) => (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
/** `text` as an inline code span, with enough backticks to hold it unchanged. */
function renderCode(text) {
    const ticks = '`'.repeat(mostBackticks(text) + 1);
    const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
    return ticks + pad + text + pad + ticks;
}
/** A text of several lines as a code block, with a fence that is longer than any in it. */
function renderBlock(text, language) {
    const fence = '`'.repeat(Math.max(3, mostBackticks(text) + 1));
    return `${fence}${language}\n${text}${fence}`;
}
/** The contents of all closed code spans of a line. */
const readCode = (line) => codeSpans(line).flatMap(({ start, ticks, end }) => end === undefined ? [] : [unpad(line.slice(start + ticks, end - ticks))]);
/** Searches from the end, so that a line full of unmatched backticks still takes linear time. */
function codeSpans(line) {
    const nextEnds = new Map();
    const runs = [...line.matchAll(/`+/g)].toReversed().map((run) => {
        const ticks = run[0].length;
        const end = nextEnds.get(ticks);
        nextEnds.set(ticks, run.index + ticks);
        return { start: run.index, ticks, end };
    });
    let outside = 0;
    return runs.toReversed().filter(({ start, end = outside }) => {
        const isOutside = start >= outside;
        if (isOutside)
            outside = end;
        return isOutside;
    });
}
const unpad = (code) => code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '' ? code.slice(1, -1) : code;
/** The `]` that ends the text of a link, image, definition or footnote, except of links within the repository. */
const END = String.raw `(?<!\\)(\\*)\](?=:|\((?!(?!\/\/)[\w#./-]+\)))`;
/** What follows the `&` of a character reference, such as `lt;`. */
const ENTITY = String.raw `(?=#?\w{1,40};)`;
const ACTIVE = new RegExp(`<|&${ENTITY}|${END}`, 'g');
const ESCAPED = new RegExp(`&lt;|&amp;${ENTITY}|${END}`, 'g');
const escapeProse = (prose) => prose.replace(ACTIVE, (found, slashes) => {
    if (slashes !== undefined)
        return `${slashes}${slashes}\\]`;
    // Character references, since GitHub would take a backslash as part of a URL that stands before it.
    return found === '<' ? '&lt;' : '&amp;';
});
/** Removes escapes. `escapeProse` always writes an odd number of backslashes, so an even one is a person's and stays. */
const unescapeProse = (prose) => prose.replace(ESCAPED, (found, slashes) => {
    if (slashes === undefined)
        return found === '&lt;' ? '<' : '&';
    return slashes.length % 2 === 0 ? found : `${'\\'.repeat((slashes.length - 1) / 2)}]`;
});
/** Escapes HTML, images and foreign links. Code stays as it is. */
const escapeMarkup = (text, position) => rewrite(text, position, escapeProse);
/** Reverses `escapeMarkup`. */
const unescapeMarkup = (text, position) => rewrite(text, position, unescapeProse);
const rewrite = (text, position, change) => position === 'block' ? changeBlock(text, change) : changeLine(text, true, change).line;
/** Changes all but code. Unmatched backticks may be closed on a later line, so the paragraph's rest counts as prose. */
function changeBlock(text, change) {
    let backticksBalanced = true;
    return changeLines(text, (line, before, after) => {
        const inCode = before !== '' || after !== '';
        if (inCode || /^[ \t]*$/.test(line))
            backticksBalanced = true;
        if (inCode)
            return line;
        const changed = changeLine(line, backticksBalanced, change);
        backticksBalanced = changed.backticksBalanced;
        return changed.line;
    });
}
function changeLine(line, wereBalanced, change) {
    let result = '';
    let copiedTo = 0;
    let backticksBalanced = wereBalanced;
    for (const { start, end } of backticksBalanced ? codeSpans(line) : []) {
        const before = line.slice(copiedTo, start);
        backticksBalanced = end !== undefined && isCode(before, line.slice(start, end));
        if (!backticksBalanced || end === undefined)
            break;
        result += change(before) + line.slice(start, end);
        copiedTo = end;
    }
    return { line: result + change(line.slice(copiedTo)), backticksBalanced };
}
/** Whether GitHub reads a span as code: not after a backslash or within a bare URL, and not across table cells (`|`). */
const isCode = (before, span) => !before.endsWith('\\') && !/(?:\/\/|www\.|@)[^ \t]*$/i.test(before) && !span.includes('|');


/***/ }),

/***/ 3188:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   BP: () => (/* binding */ logLine),
/* harmony export */   FF: () => (/* binding */ logWarning),
/* harmony export */   MD: () => (/* binding */ keepTurns),
/* harmony export */   QT: () => (/* binding */ logGroup),
/* harmony export */   TN: () => (/* binding */ logGroupEnd)
/* harmony export */ });
/* harmony import */ var node_util__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7975);
/* harmony import */ var _guard_hidden_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8777);
/* harmony import */ var _plan_syntax_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5604);



/** Logs text. `::` at the beginning of a line, after white space, and `##[` anywhere would be a command. */
function logLine(text) {
    const lines = (0,_guard_hidden_js__WEBPACK_IMPORTED_MODULE_1__/* .withoutNeedlessHidden */ .aj)((0,node_util__WEBPACK_IMPORTED_MODULE_0__.stripVTControlCharacters)(text.replace(/\r\n?|[\u2028\u2029]/g, '\n')));
    process.stdout.write(`${lines.replace(/^([^\S\r\n]*):(?=:)/gm, '$1: ').replace(/##(?=\[)/g, '# #')}\n`);
}
/** A line that GitHub also shows as a warning on the page of the run. */
const logWarning = (text) => void process.stdout.write(`::warning::${text.replace(/[\r\n\u2028\u2029]+/g, ' ').replaceAll('%', '%25')}\n`);
/** Opens a group of lines that people can fold. A group ends where the next begins. */
const logGroup = (title) => void process.stdout.write(`::group::${title.replace(/\s+/g, ' ').replaceAll('%', '%25')}\n`);
const logGroupEnd = () => void process.stdout.write('::endgroup::\n');
/** Lines that are kept of a group, and characters of all groups together: GitHub takes 1 MiB of a summary. */
const MAX_GROUP_LINES = 200;
const MAX_SUMMARY_CHARACTERS = 100_000;
function keepTurns() {
    const groups = [];
    return {
        begin: (name, title) => void groups.push({ name, title, lines: [], count: 0 }),
        /** Adds a line to the newest group of that name. `text` holds no secret. */
        add: (name, text) => {
            const group = groups.findLast((one) => one.name === name);
            if (!group)
                return;
            group.count += 1;
            const line = (0,_guard_hidden_js__WEBPACK_IMPORTED_MODULE_1__/* .withoutNeedlessHidden */ .aj)((0,node_util__WEBPACK_IMPORTED_MODULE_0__.stripVTControlCharacters)(text).toWellFormed()).replace(/\s+/g, ' ').trim();
            group.lines = [...group.lines, line].slice(-MAX_GROUP_LINES);
        },
        /** Markdown, folded; empty when no agent was at work. */
        summary: () => render(groups.filter(({ count }) => count > 0)),
    };
}
/** The newest groups that fit. */
function render(groups) {
    if (groups.length === 0)
        return '';
    const shown = groups.map(renderGroup);
    while (shown.join('').length > MAX_SUMMARY_CHARACTERS)
        shown.shift();
    const omitted = groups.length - shown.length;
    const note = omitted > 0 ? [`The first ${omitted} of ${groups.length} are in the log of this run alone.`] : [];
    return `\n${['### What the agents did', ...note, ...shown].join('\n\n')}\n`;
}
/** Lines are in a code block, so that nothing in them is Markdown, HTML or a mention. */
function renderGroup({ title, lines, count }) {
    const left = count - lines.length;
    const text = [...(left > 0 ? [`… ${left} lines before these are in the log of this run.`] : []), ...lines].join('\n');
    const summary = `${title} · ${count} ${count === 1 ? 'line' : 'lines'}`;
    return `<details><summary>${summary}</summary>\n\n${(0,_plan_syntax_js__WEBPACK_IMPORTED_MODULE_2__/* .renderBlock */ .g8)(`${text}\n`, 'text')}\n\n</details>`;
}


/***/ })

};
