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
const GHOST = { login: 'ghost', id: 10137, type: 'Ghost' };
const toAccount = (user) => user ? { login: user.login, id: user.id, type: user.type } : GHOST;
/** The people among these accounts: null and `{}` are nobody, and `web-flow` is GitHub's own committer. */
const toPeople = (raws) => raws.flatMap((raw) => {
    const { login = 'web-flow', id = 0, type } = raw ?? {};
    return type === 'User' && login !== 'web-flow' ? [{ login, id, type }] : [];
});
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
const toReactions = (raw) => ({
    eyes: raw?.eyes ?? 0,
    rocket: raw?.rocket ?? 0,
    confused: raw?.confused ?? 0,
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
/** Lists leave out how many comments there are. */
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
/** The states of a review that say more than "commented" (REST, "List reviews for a pull request"). */
const VERDICTS = ['approved', 'changes_requested', 'dismissed'];
/** A submitted review as a list of one. Empty for a review that is still pending. */
function toReview(raw) {
    if (!raw.submitted_at || raw.state === 'PENDING')
        return [];
    const verdict = VERDICTS.find((one) => one === raw.state.toLowerCase());
    const said = { author: toAccount(raw.user), body: raw.body ?? '', createdAt: raw.submitted_at };
    return [{ kind: 'summary', id: raw.id, ...said, ...(verdict ? { verdict } : {}) }];
}
const toLineComment = (raw) => ({
    kind: 'line',
    ...(raw.pull_request_review_id ? { review: raw.pull_request_review_id } : {}),
    id: raw.id,
    author: toAccount(raw.user),
    body: raw.body ?? '',
    createdAt: raw.created_at,
    place: { path: raw.path, line: raw.line ?? raw.original_line, commit: raw.commit_id },
});

// EXTERNAL MODULE: external "node:events"
var external_node_events_ = __webpack_require__(8474);
// EXTERNAL MODULE: ./node_modules/@actions/github/lib/utils.js + 2 modules
var utils = __webpack_require__(7176);
// EXTERNAL MODULE: ./node_modules/@octokit/rest/dist-src/index.js + 3 modules
var dist_src = __webpack_require__(1267);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 4 modules
var schemas = __webpack_require__(2503);
// EXTERNAL MODULE: ./lib/lib/errors.js
var errors = __webpack_require__(5892);
;// CONCATENATED MODULE: ./lib/github/transport/http-failure.js


/** The HTTP status that an error of the client tells of; 500 when no answer came. */
const statusOf = (error) => error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined;
/** Gives the answer to a request, and undefined where it has one of these statuses. */
const unless = (...statuses) => (answer) => answer.catch((error) => {
    if (statuses.includes(statusOf(error) ?? 0))
        return undefined;
    throw error;
});
/** Not found, or gone. */
const unlessMissing = unless(404, 410);
/** All of these may hide what the token may not see, or not do. */
const unlessHidden = unless(403, 404, 410);
/** A success that is cut, empty, or somebody's web page. Whether the request had its effect is not known. */
class GarbledAnswer extends Error {
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
    if (error instanceof GarbledAnswer && error.isPage)
        return (0,errors/* webPageInstead */.Gi)(host, error);
    if (statusOf(error) === 401)
        return wasAccepted ? (0,errors/* tokenExpired */.Ts)(error) : tokenRefused(error);
    const closed = statusOf(error) === 403 ? (0,errors/* closedRepository */.FG)(error.message.split(' - ', 1).join(''), error) : undefined;
    if (closed)
        return closed;
    const refusal = refusalOfProxy(error);
    if (refusal === '407')
        return (0,errors/* proxyWantsPassword */.$m)({ host, proxy }, error);
    return proxy !== undefined && hasNoAnswer(error)
        ? (0,errors/* brokenByProxy */.L2)({ host, proxy, why: refusal ?? codeIn(error) }, error)
        : error;
}
const tokenRefused = (cause) => new errors/* UserError */.yo('token-refused', `GitHub does not accept the token of the input \`github-token\` (${cause.message.split(' - ')[0]}).`, 'Leave the input out, or give it a token that is valid for this repository.', { cause });
/** The client gives such an error the status 500, and as its cause what went wrong. */
const hasNoAnswer = (error) => statusOf(error) === 500 && error.cause instanceof Error && !('response' in error && error.response);
/** The status with which a proxy refused to open a tunnel, as `fetch` tells it in its causes. */
const refusalOfProxy = (error) => causesOf(error).flatMap(({ message }) => /^Proxy response \((\d+)\)/.exec(message)?.[1] ?? [])[0];
/** The deepest code of the system or of `fetch`, such as `ECONNRESET`. */
const codeIn = (error) => causesOf(error)
    .flatMap((one) => ('code' in one && typeof one.code === 'string' ? [one.code] : []))
    .at(-1);
const causesOf = (error) => (error instanceof Error ? [error, ...causesOf(error.cause)] : []);
const MOST_LIMITS = 5;
/** The longest pause after an outage, in units. */
const LONGEST_PAUSE = 60;
/** Undefined when the failure will not pass, or there were pauses enough. */
function pauseAfter(failure, { tries, most, unit, now }) {
    const error = failure instanceof errors/* UserError */.yo ? failure.cause : failure;
    if (isLimit(error)) {
        // Without a time in the answer GitHub wants at least a minute, and more each time
        // (docs.github.com, "Rate limits for the REST API").
        const milliseconds = retryAfterOf(error, now) ?? LONGEST_PAUSE * unit * 2 ** tries;
        return { milliseconds, isLimit: true, isExhausted: tries >= MOST_LIMITS };
    }
    if (!mayPass(error) || tries >= most)
        return undefined;
    return { milliseconds: Math.min((tries + 1) ** 2, LONGEST_PAUSE) * unit, isLimit: false, isExhausted: false };
}
const Answered = schemas/* object */.Ikc({
    response: schemas/* object */.Ikc({
        headers: schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* union */.KCZ([schemas/* string */.YjP(), schemas/* number */.aig()])).catch({}),
        data: schemas/* unknown */.L5J(),
    }),
});
const headersOf = (error) => Answered.safeParse(error).data?.response.headers ?? {};
const LIMIT = /\brate limit|\babuse detection|\bsubmitted too quickly/i;
/** Whether GitHub refused for a rate limit, primary or secondary: with 429, or a 403 that has a time or says so. */
function isLimit(error) {
    const status = statusOf(error);
    if (status === 429)
        return true;
    if ((status !== 403 && status !== 422) || !(error instanceof Error))
        return false;
    const headers = headersOf(error);
    if (status === 403 && (headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0'))
        return true;
    return LIMIT.test(error.message);
}
/** The milliseconds until GitHub takes requests again, as `retry-after` or `x-ratelimit-reset` tell. */
function retryAfterOf(error, now) {
    const headers = headersOf(error);
    const after = headers['retry-after'];
    if (after !== undefined)
        return millisecondsIn(String(after), now);
    const reset = Number(headers['x-ratelimit-reset']);
    // One second more, because the time is in whole seconds.
    return headers['x-ratelimit-remaining'] === '0' && reset > 0 ? Math.max(0, reset * 1000 - now) + 1000 : undefined;
}
/** `retry-after` is a number of seconds or a date. Anything else tells nothing. */
function millisecondsIn(after, now) {
    if (/^\d+$/.test(after.trim()))
        return Number(after) * 1000;
    const date = Date.parse(after);
    return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
/** Outages: 5xx, a time limit, and no answer at all, which the client gives the status 500. */
const mayPass = (error) => {
    const status = statusOf(error) ?? 0;
    return status >= 500 || status === 408;
};
/** Throws for a success that has not the answer of a success, and for a failure that GraphQL calls a success. */
function refuseGarbled(answer, asked) {
    const wantsJson = /\bjson\b/.test(String(asked.headers.accept)) && !asked.url.endsWith('/logs');
    if (answer.status === 204 || answer.status === 205 || !wantsJson)
        return;
    if (!isWhole(answer.data, asked))
        throw new GarbledAnswer(`The answer to ${asked.method} ${asked.url} cannot be read.`, answer.data);
    const failure = asked.url.endsWith('/graphql') ? graphqlFailure(answer) : undefined;
    if (failure)
        throw failure;
}
/** Whether data has the shape of an answer of GitHub: a list, an object with something in it, or GraphQL's frame. */
function isWhole(data, { method, url }) {
    if (Array.isArray(data))
        return true;
    if (typeof data !== 'object' || data === null)
        return false;
    if (url.endsWith('/graphql'))
        return 'data' in data || 'errors' in data;
    return method === 'GET' ? Object.keys(data).length > 0 : ['id', 'url', 'sha', 'ref'].some((key) => key in data);
}
const Told = schemas/* object */.Ikc({
    errors: schemas/* array */.YOg(schemas/* object */.Ikc({ type: schemas/* string */.YjP().optional().catch(undefined), message: schemas/* string */.YjP().catch('') })).min(1),
});
/** A limit or an outage that GraphQL reports with status 200, with the status that REST has for it. */
function graphqlFailure(answer) {
    const [first] = Told.safeParse(answer.data).data?.errors ?? [];
    if (!first)
        return undefined;
    const limited = first.type === 'RATE_LIMITED' || LIMIT.test(first.message);
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
/** What GitHub's own second is, in milliseconds; a GitHub on this machine needs no time to recover. */
const unitOf = (address) => /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(`${address}/`) ? 20 : 1_000;
/** Whether GitHub itself runs this API, on github.com or `ghe.com`: its secondary rate limits want requests paced. */
const isHosted = (address) => /^https:\/\/(api\.github\.com|[\w.-]+\.ghe\.com)(\/|$)/i.test(address);
/**
 * A client that retries after a limit or an outage: idempotent requests by itself, the rest by `again`, which first
 * looks whether a try had its effect. `inTurn` holds the turn of a write for several requests, marked with `HELD`.
 */
function connect(access) {
    const { token, timeLimit = TIME_LIMIT, deadline = lib_async/* NO_DEADLINE */.ji } = access;
    const baseUrl = access.address || 'https://api.github.com';
    const pace = isHosted(baseUrl) ? paced(deadline.wait, () => performance.now()) : unpaced;
    const again = repeater({ deadline, unit: unitOf(baseUrl), onWait: access.onWait ?? discard });
    const settings = {
        baseUrl,
        userAgent: 'measure-twice',
        log: { debug: discard, info: discard, warn: discard, error: discard },
        request: { fetch: fetchWithin(() => deadline.within(timeLimit)) },
    };
    const octokit = new dist_src/* Octokit */.E((0,utils/* getOctokitOptions */.EG)(token, settings));
    octokit.hook.before('request', (request) => void (request.headers['x-github-api-version'] = API_VERSION));
    octokit.hook.after('request', refuseGarbled);
    sendConditionalRequests(octokit);
    octokit.hook.wrap('request', (request, options) => {
        const send = async () => request(options);
        if (isHeld(options))
            return send();
        return isWrite(options) ? pace.write(send) : pace.read(send);
    });
    octokit.hook.wrap('request', (request, options) => isRepeatable(options) ? again(async () => request(options)) : request(options));
    explainFailures(octokit, { host: hostOf(baseUrl), proxy: access.proxy });
    return { octokit, rest: octokit.rest, again, inTurn: pace.write };
}
const API_VERSION = '2022-11-28';
const discard = () => undefined;
const hostOf = (address) => (URL.canParse(address) ? new URL(address).host : address);
/** `fetch` with a limit for one try. Reads the whole answer: Octokit takes a part of one for all of it. */
const fetchWithin = (limit) => async (address, init) => {
    const signal = AbortSignal.any([limit(), ...(init?.signal ? [init.signal] : [])]);
    try {
        const response = await fetch(address, { ...init, signal });
        if (response.status === 200 && String(address).endsWith('/logs'))
            return await withEndAlone(response);
        await response.clone().arrayBuffer();
        return response;
    }
    catch (error) {
        // Octokit knows errors only, and the reason of a signal may be anything.
        throw signal.aborted ? new Error('GitHub gave no whole answer in time.', { cause: error }) : error;
    }
};
/** Bytes. A job prints what it likes, and several logs are read at the same time. */
const LOG_END = 1 << 20;
/** The answer with the end of what it brings, which is all that anybody asks of a log. */
async function withEndAlone({ body, status, headers, url }) {
    const chunks = [];
    let length = 0;
    for await (const chunk of body ?? []) {
        chunks.push(chunk);
        length += chunk.length;
        while (length - (chunks[0]?.length ?? 0) >= LOG_END)
            length -= chunks.shift()?.length ?? 0;
    }
    return Object.defineProperty(new Response(Buffer.concat(chunks), { status, headers }), 'url', { value: url });
}
/** Marks the requests of a write that has its turn already, and that its verb repeats. */
const HELD = { request: { held: true } };
const isHeld = ({ request }) => request !== undefined && 'held' in request && request.held === true;
const isWrite = ({ method, url, query }) => method !== 'GET' && !(url.endsWith('/graphql') && !/^\s*mutation\b/.test(String(query)));
/** What has the same effect when it is sent twice. A second pull request for a branch is refused by GitHub. */
const isRepeatable = (sent) => !isHeld(sent) &&
    (['GET', 'PUT', 'PATCH', 'DELETE'].includes(sent.method) ||
        /\/(?:reactions|labels|pulls|dispatches|requested_reviewers|statuses\/[^/]+)$/.test(sent.url) ||
        (sent.url.endsWith('/graphql') && !/\bcreateCommitOnBranch\b/.test(String(sent.query))));
/** Repeats what fails for a while. Throws the failure, or `UserError` for a limit that outlasts the run. */
function repeater({ deadline, unit, onWait }) {
    return async (act, { most = TRIES, signal, look } = {}) => {
        for (let tries = 0;; tries++) {
            const isLast = deadline.isOver();
            try {
                return await act();
            }
            catch (error) {
                const now = Date.now();
                const pause = pauseAfter(error, { tries, most, unit, now });
                if (!pause || signal?.aborted || isLast)
                    throw error;
                if (pause.isExhausted || (pause.isLimit && pause.milliseconds > deadline.left()))
                    throw (0,errors/* rateLimited */.xd)(new Date(now + pause.milliseconds), error);
                if (pause.isLimit)
                    onWait(pause.milliseconds);
                await Promise.race([deadline.wait(pause.milliseconds), ...(signal ? [(0,external_node_events_.once)(signal, 'abort')] : [])]);
            }
            const done = await look?.();
            if (done !== undefined)
                return done;
        }
    };
}
/** Throws what `explainFailure` makes of an error. It is the last hook, because the others need the status. */
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
/** Sends reads with `if-none-match`: a 304 does not count against the rate limit. A change answers like a read. */
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
 * A cached page with the link to the next page of the 304, since an ETag does not cover `Link`
 * (app-sre/github-mirror#113). Without one, a full page is taken to have a next one, which may be empty.
 */
function withCurrentNextLink(answer, url, notModified) {
    const link = linkOf(notModified) ?? (isFull(answer, url) ? linkAfter(url) : undefined);
    return link === undefined ? answer : { ...answer, headers: { ...answer.headers, link } };
}
const Linked = schemas/* object */.Ikc({ response: schemas/* object */.Ikc({ headers: schemas/* object */.Ikc({ link: schemas/* string */.YjP() }) }) });
const linkOf = (error) => Linked.safeParse(error).data?.response.headers.link;
const isFull = ({ data }, url) => Array.isArray(data) && data.length > 0 && data.length === Number(new URL(url).searchParams.get('per_page'));
function linkAfter(url) {
    const next = new URL(url);
    next.searchParams.set('page', String(Number(next.searchParams.get('page') ?? 1) + 1));
    return `<${next}>; rel="next"`;
}
/** Without any limit, for a GitHub that its owner runs. */
const unpaced = { read: (act) => act(), write: (act) => act() };
const AT_ONCE = 10;
const APART = 1_000;
/** As "Best practices for using the REST API" asks: one write at a time, a second apart, and few requests at once. */
function paced(wait, now) {
    const inTurn = (0,lib_async/* oneAfterTheOther */.s9)();
    let next = 0;
    let running = 0;
    const queue = [];
    return {
        read: async (act) => {
            if (running >= AT_ONCE)
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
            const early = next - now();
            if (early > 0)
                await wait(early);
            next = now() + APART;
            return act();
        }),
    };
}

;// CONCATENATED MODULE: ./lib/github/writes.js




/** The writes of `Forge`. One that failed may have had its effect: it is repeated if harmless, or after a look. */
function writesOf(client) {
    const { name, octokit, rest } = client;
    return {
        openPull: async ({ branch, ...spec }) => openPull(client, { ...spec, head: branch }),
        editPull: (pull_number, changes, signal) => editPull(client, pull_number, { changes, signal }),
        markReady: (pull, changes) => markReady(client, pull, changes),
        markDraft: async (nodeId) => {
            await octokit.graphql(MARK_DRAFT, { id: nodeId }).catch(unlessNoDrafts);
        },
        setCommitStatus: async (sha, { url, ...status }) => (await unlessHidden(rest.repos.createCommitStatus({ ...name, sha, ...status, target_url: url }))) !== undefined,
        askForReview: (pull_number, wanted) => askForReview(client, pull_number, wanted),
        createComment: (number, body) => unlessLocked(say(client, number, body)),
        updateComment: async (comment_id, body) => {
            const changed = await unlessHidden(rest.issues.updateComment({ ...name, comment_id, body }));
            return changed && toComment(changed.data);
        },
        deleteComment: async (comment_id) => void (await unlessMissing(rest.issues.deleteComment({ ...name, comment_id }))),
        react: (comment_id, content) => unlessNeedless(rest.reactions.createForIssueComment({ ...name, comment_id, content })),
        reactToIssue: (issue_number, content) => unlessNeedless(rest.reactions.createForIssue({ ...name, issue_number, content })),
        reactToRemark: (comment_id, content) => unlessNeedless(rest.reactions.createForPullRequestReviewComment({ ...name, comment_id, content })),
        commit: (spec) => commitOnBranch(client, spec),
        // Sent again after an outage: a run too many looks, and finds nothing to do.
        dispatch: async ({ workflow: workflow_id, ...spec }) => (await unlessRefused(rest.actions.createWorkflowDispatch({ ...name, workflow_id, ...spec }))) !== undefined,
    };
}
/** A comment that was deleted or locked in the meantime needs no reaction. */
const unlessNeedless = async (reacted) => void (await unlessLocked(unlessMissing(reacted)));
/** Resolves to undefined when the conversation is locked for this account. */
async function unlessLocked(answer) {
    try {
        return await answer;
    }
    catch (error) {
        if (statusOf(error) === 403 && error instanceof Error && /\bis locked\b/i.test(error.message))
            return undefined;
        throw error;
    }
}
const unlessRefused = unless(403, 404, 422);
const MARK_DRAFT = `mutation ($id: ID!) {
  convertPullRequestToDraft(input: { pullRequestId: $id }) { pullRequest { isDraft } }
}`;
/** GraphQL refuses, with the status of a success, where a repository has no drafts, and for what is a draft already. */
function unlessNoDrafts(error) {
    if (error instanceof errors/* UserError */.yo || statusOf(error) !== undefined)
        throw error;
}
/** Opening is refused when it was done, so it can be sent again. */
async function openPull({ name, rest }, spec) {
    try {
        return { kind: 'opened', pull: toPull((await rest.pulls.create({ ...name, ...spec })).data) };
    }
    catch (error) {
        const status = statusOf(error);
        const message = error instanceof Error ? error.message : '';
        if (status === 403 && /not permitted to create or approve pull requests/i.test(message))
            return { kind: 'forbidden' };
        if (status === 422 && /draft pull requests are not supported/i.test(message))
            return { kind: 'no-drafts' };
        if (status === 422 && /already exists/i.test(message))
            return { kind: 'exists' };
        throw error;
    }
}
/** GitHub asks all or nobody: after a refusal, as for the author, each is asked alone. */
async function askForReview({ name, rest }, pull_number, { users, teams }) {
    const names = teams.map((team) => team.replace(/^.*\//, ''));
    const ask = (reviewers, team_reviewers) => unlessRefused(rest.pulls.requestReviewers({ ...name, pull_number, reviewers, team_reviewers }));
    if ((await ask([...users], names)) || users.length + names.length < 2)
        return;
    for (const user of users)
        await ask([user], []);
    for (const team of names)
        await ask([], [team]);
}
/** How long before the first try our own comment may have been made, as far as the clocks of both sides differ. */
const CLOCKS_DIFFER = 5 * 60_000;
/** Posts a comment once: after a failure it is looked for by its text, which ends in a marker. */
async function say({ again, name, octokit, rest }, number, body) {
    const since = Date.now() - CLOCKS_DIFFER;
    const place = { ...name, issue_number: number };
    const look = async () => {
        const comments = (await octokit.paginate(rest.issues.listComments, { ...place, per_page: 100 })).map(toComment);
        return comments.find((one) => Date.parse(one.createdAt) >= since && isSame(one.body, body));
    };
    return again(async () => toComment((await rest.issues.createComment({ ...place, body })).data), { look });
}
/** GitHub may change line breaks, and end a text with one or without. */
const isSame = (one, other) => inOneLine(one) === inOneLine(other);
const inOneLine = (text) => text.replace(/\s+/g, ' ').trim();
/** Changes title, body or state. What the changes are made from is read right before each try. */
async function editPull(client, pull_number, { changes, signal }) {
    const { again, inTurn, name, rest } = client;
    const spec = { ...name, pull_number, request: { ...HELD.request, ...(signal ? { signal } : {}) } };
    if (typeof changes !== 'function')
        return again(() => inTurn(async () => toPull((await rest.pulls.update({ ...spec, ...changes })).data)), { signal });
    return rewrite(client, spec, { read: async () => toPull((await rest.pulls.get(spec)).data), changes, signal });
}
const MARK_READY = `mutation ($id: ID!) {
  markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { isDraft title body } }
}`;
/** Marks a pull request as ready. Returns it with title and description recomputed from the reply. */
async function markReady(client, pull, changes) {
    const { name, octokit, rest } = client;
    const spec = { ...name, pull_number: pull.number, ...HELD };
    const read = async () => {
        const answer = await octokit.graphql(MARK_READY, { id: pull.nodeId, ...HELD }).catch(unlessReady);
        const { title, body } = answer?.markPullRequestReadyForReview?.pullRequest ?? {};
        const isRead = title !== undefined && body !== undefined;
        return isRead ? { ...pull, title, body, draft: false } : toPull((await rest.pulls.get(spec)).data);
    };
    return rewrite(client, spec, { read, changes });
}
/** It may be ready since a try whose answer was lost. */
function unlessReady(error) {
    if (!(error instanceof Error) || !IS_READY.test(error.message))
        throw error;
}
const IS_READY = /\b(?:already (?:been )?(?:marked|ready)|is not (?:a|in) draft)\b/i;
/**
 * GitHub has no compare-and-swap for a body. So it is read right before each try, in the turn of the write, which a
 * pace or a limit may have put off. What a person saves between the two is left under "edited".
 */
async function rewrite({ again, inTurn, rest }, at, { read, changes, signal }) {
    const write = async () => {
        const now = await read();
        const wanted = changes(now);
        return Object.keys(wanted).length === 0 ? now : toPull((await rest.pulls.update({ ...at, ...wanted })).data);
    };
    return again(() => inTurn(write), { signal });
}
const COMMIT = `mutation ($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid } }
}`;
/** How often a commit is tried again after an outage: it holds what has been paid for. */
const PAID_TRIES = 12;
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
    const look = () => lookAtTip(client, spec);
    const make = async () => {
        const made = await client.octokit.graphql(COMMIT, { input });
        return { kind: 'made', sha: made.createCommitOnBranch.commit.oid };
    };
    const act = spec.setsModes || spec.merges !== undefined ? () => commitByDatabase(client, spec) : make;
    try {
        return await client.again(act, { most: PAID_TRIES, look });
    }
    catch (error) {
        if (error instanceof Error && /\brule violations?\b|protected branch/i.test(error.message))
            return { kind: 'refused', reason: error.message };
        if (!(error instanceof Error) || !/Expected branch to point to/.test(error.message))
            throw error;
        return (await look()) ?? { kind: 'moved' };
    }
}
function fileChanges({ changes }) {
    const additions = changes.flatMap((change) => change.kind === 'write' ? [{ path: change.path, contents: Buffer.from(change.content).toString('base64') }] : []);
    return { additions, deletions: changes.flatMap(({ kind, path }) => (kind === 'delete' ? [{ path }] : [])) };
}
/** What became of the branch: ours is at its tip, somebody else's is, or nothing happened (undefined). */
async function lookAtTip({ name, rest }, { branch, expected, message }) {
    try {
        const sha = (await rest.git.getRef({ ...name, ref: `heads/${branch}` })).data.object.sha;
        if (sha === expected)
            return undefined;
        const tip = (await rest.git.getCommit({ ...name, commit_sha: sha })).data;
        const isOurs = tip.parents[0]?.sha === expected && isSame(tip.message, message);
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
    try {
        await git.updateRef({ ...name, ref: `heads/${spec.branch}`, sha: made.sha, force: false });
        return { kind: 'made', sha: made.sha };
    }
    catch (error) {
        if (statusOf(error) === 422 && error instanceof Error && MOVED.test(error.message))
            return { kind: 'moved' };
        throw error;
    }
}
/** "Update is not a fast forward", or somebody deleted the branch. */
const MOVED = /not a fast forward|reference does not exist/i;
/** Text goes with the tree. Other bytes need a blob of their own. */
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
const modeOf = (mode = '100644') => (mode === '100755' || mode === '120000' ? mode : '100644');

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
;// CONCATENATED MODULE: ./lib/github/checks.js


/** Conclusions of a check run that are failures (REST, "Check runs"). What was cancelled or waits has not failed. */
const FAILED = ['failure', 'timed_out', 'startup_failure'];
/** How many checks are told with all that is known of them, and characters of each part. */
const MAX_DETAILED_CHECKS = 5;
const SUMMARY = 2_000;
const ANNOTATIONS = 10;
const LOG = 4_000;
const LOG_LINES = 60;
/** The checks of a commit but our own. Our commit status tells of the plan, and is no check of it either. */
async function checksOf(sha, at) {
    const { client } = at;
    const ref = { ...client.name, ref: sha, per_page: 100 };
    const [runs, combined] = await Promise.all([
        unlessHidden(client.octokit.paginate(client.rest.checks.listForRef, ref)),
        unlessHidden(client.octokit.paginate(client.rest.repos.listCommitStatusesForRef, ref)),
    ]);
    const foreign = await withoutOwn(newestRuns(runs ?? []), sha, at);
    const failed = foreign.filter(({ conclusion }) => FAILED.includes(conclusion ?? ''));
    const statuses = newestOfEach(combined ?? [], at.own);
    const red = statuses.filter(({ state }) => state === 'failure' || state === 'error');
    const told = await Promise.all(failed.map((run, i) => (i < MAX_DETAILED_CHECKS ? failedRun(run, at) : bare(run))));
    return {
        failed: [...told, ...red.map(failedStatus)],
        running: foreign.filter(({ status }) => status !== 'completed').length +
            statuses.filter(({ state }) => state === 'pending').length,
        digest: digestOf([...failed.map((one) => one.name), ...red.map(({ context }) => context)]),
        hidden: [...(runs ? [] : ['checks']), ...(combined ? [] : ['statuses'])],
    };
}
const digestOf = (names) => (0,external_node_crypto_.hash)('sha256', JSON.stringify(names.toSorted())).slice(0, 16);
/** The list has every status that was ever set, the newest first; of each context only that one counts. */
function newestOfEach(statuses, own) {
    const seen = new Set([own.context]);
    return statuses.filter(({ context }) => !seen.has(context) && seen.add(context));
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
/** Our own workflow's runs are among the checks of a head. Where runs are hidden, only this one is known. */
async function withoutOwn(runs, sha, { client, own }) {
    const isAction = runs.some((run) => jobOf(run) !== undefined);
    const list = { ...client.name, head_sha: sha, per_page: 100 };
    const listed = isAction ? await unlessHidden(client.rest.actions.listWorkflowRunsForRepo(list)) : undefined;
    const ours = (listed?.data.workflow_runs ?? []).filter(({ path }) => fileOf(path) === own.workflow);
    const ids = new Set([own.run, ...ours.map(({ id }) => String(id))]);
    return runs.filter((run) => !ids.has(String(jobOf(run)?.run)));
}
/** `.github/workflows/ci.yml@refs/heads/main` without folder and ref. */
const fileOf = (path) => path.split('@', 1)[0]?.split('/').at(-1) ?? '';
const bare = ({ name, conclusion }) => ({
    name: name.slice(0, 200),
    conclusion: conclusion ?? '',
    summary: '',
    annotations: [],
});
async function failedRun(run, at) {
    const { title, summary, text } = run.output;
    const [annotations, log] = await Promise.all([annotationsOf(run, at), logOf(run, at)]);
    return {
        ...bare(run),
        summary: [title, summary, text].filter(Boolean).join('\n').slice(0, SUMMARY),
        annotations,
        ...log,
    };
}
async function annotationsOf({ id, output }, { client }) {
    if (output.annotations_count === 0)
        return [];
    const found = await unlessHidden(client.rest.checks.listAnnotations({ ...client.name, check_run_id: id, per_page: ANNOTATIONS }));
    return (found?.data ?? []).map(({ path, start_line: line, message }) => `${path}:${line}: ${message ?? ''}`.slice(0, 300));
}
/** The last lines of a job's log, or why there are none: the rest of what is known is enough to plan with. */
async function logOf(run, { client }) {
    const job = jobOf(run);
    if (!job)
        return {};
    try {
        const { data } = await client.rest.actions.downloadJobLogsForWorkflowRun({ ...client.name, job_id: job.job });
        return typeof data === 'string' ? { log: lastLines(data) } : { noLog: 'GitHub gave none.' };
    }
    catch (error) {
        return { noLog: NO_LOG[statusOf(error) ?? 0] ?? 'GitHub did not give it.' };
    }
}
const NO_LOG = {
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
        .slice(Math.max(0, end - LOG_LINES), end)
        .map((line) => line.replace(/^\ufeff?\d{4}-\d\d-\d\dT[\d:.]+Z /, ''))
        .join('\n')
        .slice(-LOG);
}
const failedStatus = ({ context, state, description }) => ({
    name: context.slice(0, 200),
    conclusion: state,
    summary: (description ?? '').slice(0, SUMMARY),
    annotations: [],
});

;// CONCATENATED MODULE: ./lib/github/graphql.js



/** What is asked of GraphQL, which tells in one request of many things at once. */
function questionsOf({ octokit, name }) {
    const ask = (document, variables) => octokit.graphql(document, variables);
    return {
        readIssueBatch: (wanted) => fetchIssueBatch(ask, name, wanted),
        reactors: (comments) => reactorsTo(ask, comments),
        openWork: () => openWork(ask, name),
        editsAndClosings: (comments, pull) => editsAndClosings(ask, comments, pull),
    };
}
/** GraphQL calls an app by its bare name, and REST by its name with a mark. */
const loginOf = (author) => author ? (author.__typename === 'Bot' ? `${author.login.replace(/\[bot\]$/, '')}[bot]` : author.login) : 'ghost';
/** Whether a GraphQL server lacks a requested field, such as an older GitHub Enterprise Server. */
const isUnknownField = (error) => / doesn't exist on type /.test((0,errors/* errorText */.kc)(error));
/** At most this many nodes can be asked for at once (GraphQL, "Node limit" of `nodes`). */
const MOST_NODES = 100;
/** The nodes of these ids, of as many requests as that takes. What is not there is left out. */
async function nodesOf(ids, ask) {
    const found = [];
    for (let from = 0; from < ids.length; from += MOST_NODES) {
        const { nodes } = await ask(ids.slice(from, from + MOST_NODES));
        found.push(...nodes.flatMap((node) => node ?? []));
    }
    return found;
}
/** GitHub takes its time for files, so no more pull requests and files of each are asked for. */
const PULLS = 50;
const FILES = 100;
const WORK = `query ($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) {
  pullRequests(states: OPEN, first: ${PULLS}, orderBy: { field: CREATED_AT, direction: DESC }) { nodes {
    number title headRefName isCrossRepository author { __typename login } files(first: ${FILES}) { nodes { path } }
  } }
} }`;
/** The newest open pull requests with the first hundred files that each changes, in one request. */
async function openWork(ask, at) {
    const { repository } = await ask(WORK, at);
    return (repository?.pullRequests.nodes ?? []).flatMap((node) => (node ? [workOf(node)] : []));
}
const workOf = ({ number, title, author, files, ...head }) => ({
    number,
    title,
    author: loginOf(author),
    byBot: author?.__typename === 'Bot',
    branch: head.headRefName,
    isFork: head.isCrossRepository,
    files: (files?.nodes ?? []).flatMap((file) => file?.path ?? []),
});
/** `reactors` has whoever reacted so, the first first. REST wants a request for each comment to tell them. */
const REACTORS = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on IssueComment { id reactionGroups {
  content viewerHasReacted reactors(first: 100) { nodes { __typename ... on Actor { login } } }
} } } }`;
async function reactorsTo(ask, comments) {
    const nodes = await nodesOf(comments, (ids) => ask(REACTORS, { ids }));
    return new Map(nodes.flatMap(({ id, reactionGroups }) => (id ? [[id, reactionsIn(reactionGroups ?? [])]] : [])));
}
const reactionsIn = (groups) => Object.fromEntries(groups.map(({ content, viewerHasReacted: byUs, reactors }) => [
    content.toLowerCase(),
    { byUs, logins: (reactors.nodes ?? []).map(loginOf) },
]));
/** So many times that a pull request was closed and reopened are looked at, the newest. */
const ENDS = 40;
/** What is asked of a pull request to know when it was closed. */
const CLOSINGS = `timelineItems(last: ${ENDS}, itemTypes: [CLOSED_EVENT, REOPENED_EVENT]) {
        nodes { __typename ... on ClosedEvent { createdAt } ... on ReopenedEvent { createdAt } }
      }`;
const editsQuery = (more = '') => `query ($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on IssueComment { id lastEditedAt includesCreatedEdit }${more}
  }
}`;
const EDITS = editsQuery();
const EDITS_AND_CLOSINGS = editsQuery(`
    ... on PullRequest {
      ${CLOSINGS}
    }`);
/** GraphQL alone tells of edits (REST's `updated_at` moves for less), and of closings before a reopening. */
async function editsAndClosings(ask, comments, pull) {
    const wanted = [...(pull === undefined ? [] : [pull]), ...comments];
    const nodes = await nodesOf(wanted, (ids) => askForEdits(ask, ids));
    const edited = nodes.filter(({ lastEditedAt, includesCreatedEdit }) => lastEditedAt || includesCreatedEdit);
    return {
        edited: new Set(edited.flatMap(({ id }) => id ?? [])),
        closings: closingsIn(nodes.find(({ timelineItems }) => timelineItems) ?? {}),
    };
}
/** Servers that do not tell when a pull request was closed, so that the question is not asked twice each time. */
const withoutClosings = new WeakSet();
/** An edited approval must never count, so a server that does not know the second half is asked for the first alone. */
async function askForEdits(ask, ids) {
    if (withoutClosings.has(ask))
        return ask(EDITS, { ids });
    try {
        return await ask(EDITS_AND_CLOSINGS, { ids });
    }
    catch (error) {
        if (!isUnknownField(error))
            throw error;
        withoutClosings.add(ask);
        return askForEdits(ask, ids);
    }
}
/** The times between a close and the reopening after it. Of a list that begins with a reopening, that is unknown. */
function closingsIn({ timelineItems }) {
    const known = (timelineItems?.nodes ?? []).flatMap((one) => one?.createdAt === undefined ? [] : [{ ...one, at: one.createdAt }]);
    return known.flatMap(({ __typename, at }, i) => {
        const before = known[i - 1];
        const isReopened = __typename === 'ReopenedEvent' && before?.__typename === 'ClosedEvent';
        return isReopened ? [{ closedAt: before.at, reopenedAt: at }] : [];
    });
}
const ACTOR = `__typename login
  ... on User { databaseId } ... on Bot { databaseId } ... on Organization { databaseId } ... on Mannequin { databaseId }`;
const COMMENTS = `comments(first: 100) { totalCount nodes {
    nodeId: id fullDatabaseId body createdAt updatedAt lastEditedAt includesCreatedEdit author { ...actor } ...reactions
  } }`;
const ISSUE = `repository { nameWithOwner } title body state createdAt updatedAt locked author { ...actor } ...reactions ${COMMENTS}`;
const PULL = `number nodeId: id title body state draft: isDraft mergedAt createdAt closedAt updatedAt url author { ...actor }
    headRefName headRefOid headRepository { nameWithOwner } base: baseRefName isCrossRepository`;
/** One query for the requested parts only, so that GitHub computes no others. */
const batchQuery = ({ issue, pull, branch }) => {
    const more = [
        pull === undefined ? '' : `pull: pullRequest(number: ${pull}) { ${COMMENTS} ${CLOSINGS} }`,
        branch === undefined ? '' : `plans: pullRequests(headRefName: $branch, ${NEWEST}) { totalCount nodes { ${PULL} } }`,
    ];
    const variables = `$owner: String!, $repo: String!${branch === undefined ? '' : ', $branch: String!'}`;
    return `query (${variables}) { repository(owner: $owner, name: $repo) {
  issue(number: ${issue}) { ${ISSUE} }
  ${more.join('\n  ')}
} }
fragment actor on Actor { ${ACTOR} }
fragment reactions on Reactable { reactionGroups { content reactors { totalCount } } }`;
};
const NEWEST = 'first: 100, orderBy: { field: CREATED_AT, direction: DESC }';
/** Servers that do not know the question, so that it is not asked in vain each time. */
const refusedBy = new WeakSet();
/** One request for all that a first look needs; undefined where GitHub does not give all of it. */
async function fetchIssueBatch(ask, at, wanted) {
    if (refusedBy.has(ask))
        return undefined;
    const { branch } = wanted;
    try {
        const answer = await ask(batchQuery(wanted), { ...at, ...(branch === undefined ? {} : { branch }) });
        // A transferred issue may be shown as it is in its new repository.
        const home = answer.repository?.issue?.repository.nameWithOwner.toLowerCase();
        return home === `${at.owner}/${at.repo}`.toLowerCase() ? issueBatchIn(answer, wanted) : undefined;
    }
    catch (error) {
        if (error instanceof errors/* UserError */.yo)
            throw error;
        if (isUnknownField(error))
            refusedBy.add(ask);
        return undefined;
    }
}
function issueBatchIn({ repository }, { issue: number, ...wanted }) {
    const { issue, pull, plans } = repository ?? {};
    if (!issue || (wanted.pull !== undefined && !pull))
        return undefined;
    return {
        issue: graphql_toIssue(issue, number),
        comments: whole(issue.comments).map(graphql_toComment),
        ...(pull ? { pull: { comments: whole(pull.comments).map(graphql_toComment), closings: closingsIn(pull) } } : {}),
        // A branch of a fork may have the same name.
        ...(plans ? { plans: whole(plans).flatMap((node) => (node.isCrossRepository ? [] : [toPlan(node)])) } : {}),
    };
}
/** A list as it is whole. Throws where a part is missing or kept from us. */
function whole({ totalCount, nodes }) {
    const shown = (nodes ?? []).flatMap((node) => node ?? []);
    if (shown.length !== totalCount)
        throw new GarbledAnswer(`GitHub shows ${shown.length} of ${totalCount}.`);
    return shown;
}
/** As REST has it, which gates go by. */
function toSpeaker(author) {
    if (!author)
        return toAccount(null);
    if (!author.databaseId)
        throw new GarbledAnswer(`GitHub does not say who ${author.login} is.`);
    return { login: loginOf(author), id: author.databaseId, type: author.__typename };
}
function graphql_toReactions({ reactionGroups }) {
    if (!reactionGroups)
        throw new GarbledAnswer('GitHub does not say how many reacted.');
    const count = (kind) => reactionGroups.find(({ content }) => content === kind)?.reactors.totalCount ?? 0;
    return { eyes: count('EYES'), rocket: count('ROCKET'), confused: count('CONFUSED') };
}
const graphql_toIssue = ({ title, body, createdAt, locked, ...node }, number) => ({
    ...{ number, title, body, createdAt, locked },
    author: toSpeaker(node.author),
    state: node.state === 'CLOSED' ? 'closed' : 'open',
    isPull: false,
    reactions: graphql_toReactions(node),
    counted: { comments: node.comments.totalCount, at: node.updatedAt },
});
function graphql_toComment({ nodeId, body, createdAt, updatedAt, ...node }) {
    const id = Number(node.fullDatabaseId);
    if (!Number.isSafeInteger(id) || id === 0)
        throw new GarbledAnswer('GitHub gives a comment no number.');
    return {
        ...{ id, nodeId, body, createdAt, updatedAt },
        author: toSpeaker(node.author),
        wasEdited: node.lastEditedAt !== null || node.includesCreatedEdit,
        reactions: graphql_toReactions(node),
    };
}
function toPlan({ number, nodeId, title, body, draft, base, url, createdAt, updatedAt, ...node }) {
    return {
        ...{ number, nodeId, title, body, draft, base, url, createdAt, updatedAt },
        author: toSpeaker(node.author),
        state: node.state === 'OPEN' ? 'open' : 'closed',
        merged: node.mergedAt !== null,
        head: { branch: node.headRefName, sha: node.headRefOid, repository: node.headRepository?.nameWithOwner },
        closedAt: node.closedAt ?? undefined,
        lineComments: undefined,
    };
}

;// CONCATENATED MODULE: ./lib/github/github.js









/** Implements `Forge` with GitHub's REST and GraphQL APIs. */
function connectGitHub(name, access) {
    const client = { ...connect(access), name };
    return { ...readsOf(client, access.token), ...questionsOf(client), ...writesOf(client) };
}
/**
 * GitHub redirects from the name that a repository had when the run was started. Which branches and pull requests are
 * those of the repository is told by its name, so a run that goes by an old one ends. `now` is undefined where the token
 * may not follow.
 */
function refuseMoved({ owner, repo }, now) {
    if (now?.toLowerCase() === `${owner}/${repo}`.toLowerCase())
        return;
    const isNow = now === undefined ? 'out of reach of the token, or deleted' : `now \`${now}\``;
    throw new errors/* UserError */.yo('repository-moved', `This repository was renamed or transferred: \`${owner}/${repo}\` is ${isNow}.`, 'Repeat your comment: a new run goes by the new name.');
}
/** An answer, or undefined where the repository has no such thing any more. Throws where it is the repository that is not there. */
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
        const found = token.startsWith('ghs_') ? undefined : await unless(403)(rest.users.getAuthenticated());
        return found && toAccount(found.data);
    });
    return {
        issue: (number) => issueAt(client, number),
        comments: (number, since) => commentsOn(client, number, since),
        commentsSince: (since) => commentsSince(client, since),
        updatedSince: (since) => updatedSince(client, since),
        rendered: async (number, isPull = false) => (await Promise.all([rendered(client, number), isPull ? renderedRemarks(client, number) : []])).flat(),
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
            return toPeople([author, committer]);
        },
        advisories: (ecosystem, names) => advisoriesOf(client, ecosystem, names),
        runsOf: (sha) => runsOf(client, sha),
        checksOf: (sha, own) => checksOf(sha, { client, own }),
        rulesOn: (0,lib_async/* oncePer */.Pu)((branch) => rulesOn(client, branch)),
        requiredChecks: (branch) => requiredChecks(client, branch),
        commitStatus: (sha, context) => commitStatus(client, sha, context),
        newestPulls: async () => (await rest.pulls.list({ ...name, ...PAGE, state: 'all' })).data.map(toPull),
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
        me,
        isMe: async (login) => (await me())?.login === login || (await viewerLogin(client)) === login,
    };
}
/**
 * Whether the account is an active member of the team. A 404 says that it is none, or that the token cannot see the
 * team: then the team itself tells which. Undefined when the token cannot see it.
 */
async function inTeam({ rest }, name, login) {
    const [org = '', slug = ''] = name.replace(/^@/, '').split('/');
    const team = { org, team_slug: slug };
    const ask = () => unlessHidden(rest.teams.getMembershipForUserInOrg({ ...team, username: login }));
    const first = await ask();
    if (!first && !(await unlessHidden(rest.teams.getByName(team))))
        return undefined;
    // Nobody is refused for a 404 that does not repeat.
    const found = first ?? (await ask());
    if (found && typeof found.data.state !== 'string')
        throw new GarbledAnswer(`GitHub does not say if ${login} is in it.`);
    return found?.data.state === 'active';
}
/** The comments on all issues and pull requests, with the number and kind of the one that each is on. */
async function commentsSince({ name, octokit, rest }, since) {
    return (await octokit.paginate(rest.issues.listCommentsForRepo, { ...name, ...PAGE, since })).map((raw) => ({
        ...toComment(raw),
        number: Number(raw.issue_url.split('/').at(-1)),
        isPull: raw.html_url.includes('/pull/'),
    }));
}
/** GitHub lists pull requests among the issues. */
async function updatedSince({ name, octokit, rest }, since) {
    const wanted = { ...name, ...PAGE, state: 'all', sort: 'updated', direction: 'desc', since };
    return (await octokit.paginate(rest.issues.listForRepo, wanted)).map(({ number }) => number);
}
async function commentsOn({ name, octokit, rest }, number, since) {
    const wanted = { ...name, ...PAGE, issue_number: number, ...(since === undefined ? {} : { since }) };
    return (await octokit.paginate(rest.issues.listComments, wanted)).map(toComment);
}
/** The media type `full` adds `body_html`. */
async function rendered({ name, octokit, rest }, number) {
    const at = { ...name, issue_number: number, headers: { accept: 'application/vnd.github.full+json' } };
    const [issue, comments] = await Promise.all([
        unlessMissing(rest.issues.get(at)),
        octokit.paginate(rest.issues.listComments, { ...at, ...PAGE }),
    ]);
    return [issue?.data, ...comments].flatMap((one) => one?.body_html ?? []);
}
/** The media type of reviews and review comments has a name of its own. */
async function renderedRemarks({ name, octokit, rest }, number) {
    const headers = { accept: 'application/vnd.github-commitcomment.full+json' };
    const at = { ...name, ...PAGE, pull_number: number, headers };
    const remarks = await Promise.all([
        octokit.paginate(rest.pulls.listReviews, at),
        octokit.paginate(rest.pulls.listReviewComments, at),
    ]);
    return remarks.flat().flatMap((one) => one.body_html ?? []);
}
const branchRules = async ({ name, rest }, branch) => (await unlessHidden(rest.repos.getBranchRules({ ...name, ...PAGE, branch })))?.data ?? [];
/** Rules come without who may bypass them, so each of their rulesets is asked, once. Where that is hidden, it holds. */
async function rulesOn(client, branch) {
    const { name, rest } = client;
    const rules = (await branchRules(client, branch)).map((rule) => ({
        id: rule.ruleset_id ?? 0,
        rule: ruleOf(rule),
    }));
    const bypassed = await Promise.all([...new Set(rules.map(({ id }) => id))].map(async (id) => {
        const set = await unlessHidden(rest.repos.getRepoRuleset({ ...name, ruleset_id: id, includes_parents: true }));
        return ['always', 'exempt'].includes(set?.data.current_user_can_bypass ?? 'never') ? [id] : [];
    }));
    return rules.filter(({ id }) => !bypassed.flat().includes(id)).map(({ rule }) => rule);
}
function ruleOf({ type, ...rule }) {
    const { parameters } = rule;
    const { operator, pattern, negate } = { operator: '', pattern: '', negate: false, ...parameters };
    return pattern === '' ? { type } : { type, operator, pattern, negate };
}
async function requiredChecks(client, branch) {
    return (await branchRules(client, branch)).flatMap((rule) => rule.type === 'required_status_checks'
        ? (rule.parameters?.required_status_checks ?? []).map(({ context }) => context)
        : []);
}
/** `action_required` is what a run says that waits for "Approve and run" (github/docs#44419). */
async function runsOf({ name, rest }, sha) {
    const found = await unlessHidden(rest.actions.listWorkflowRunsForRepo({ ...name, ...PAGE, head_sha: sha }));
    if (!found)
        return undefined;
    const { workflow_runs: runs } = found.data;
    const waiting = runs.filter((run) => run.conclusion === 'action_required' || run.status === 'action_required').length;
    return { waiting, begun: runs.length - waiting };
}
/** GitHub lists statuses the newest first. */
async function commitStatus({ name, rest }, ref, context) {
    const found = await unlessHidden(rest.repos.listCommitStatusesForRef({ ...name, ref, ...PAGE }));
    const newest = found?.data.find((one) => one.context === context);
    const state = ['error', 'failure', 'pending', 'success'].find((one) => one === newest?.state);
    return newest && state && { state, description: newest.description ?? '' };
}
/**
 * The role of an account. The API answers 404 for strangers to a private repository; they have no role. Nobody is
 * refused for a 404 that does not repeat, or for an answer without a role.
 */
async function permissionOf({ name, rest }, login) {
    const ask = () => unlessMissing(rest.repos.getCollaboratorPermissionLevel({ ...name, username: login }));
    const found = (await ask()) ?? (await ask());
    if (!found)
        return 'none';
    const { permission, role_name: role } = found.data;
    // A custom role has its own name, so `permission` gives its base role.
    const answer = forge/* PERMISSIONS */.J.find((one) => one === role) ?? forge/* PERMISSIONS */.J.find((one) => one === permission);
    if (answer === undefined)
        throw new GarbledAnswer(`GitHub names no role of ${login}.`);
    return answer;
}
/**
 * GitHub's advisories on packages, and those on malware, which the API leaves out unless it is asked for. Asks once:
 * undefined without an answer, as on a server without GitHub Connect.
 */
async function advisoriesOf({ rest }, ...[ecosystem, names]) {
    const wanted = { ecosystem, affects: names.join(','), per_page: 100, ...HELD };
    try {
        const answers = await Promise.all([
            rest.securityAdvisories.listGlobalAdvisories(wanted),
            rest.securityAdvisories.listGlobalAdvisories({ ...wanted, type: 'malware' }),
        ]);
        return answers.flatMap(({ data }) => data).flatMap((raw) => toAdvisories(raw, ecosystem));
    }
    catch {
        return undefined;
    }
}
/** One for each package that it is about. */
function toAdvisories(raw, ecosystem) {
    const { ghsa_id: id, severity, type, withdrawn_at: withdrawn, vulnerabilities } = raw;
    if (withdrawn !== null || !/^GHSA(-[0-9a-z]{4}){3}$/.test(id))
        return [];
    return (vulnerabilities ?? []).flatMap(({ package: about, first_patched_version: fixedIn }) => about?.ecosystem === ecosystem && about.name !== null
        ? [{ name: about.name, id, severity, isMalware: type === 'malware', fixedIn: fixedIn ?? undefined }]
        : []);
}
/** The login of the token's account by GraphQL, since apps have no `/user`. Undefined when GraphQL does not tell. */
async function viewerLogin({ octokit }) {
    try {
        return (await octokit.graphql(VIEWER)).viewer?.login;
    }
    catch (error) {
        // An outage tells nothing about whose plan it is.
        if (error instanceof errors/* UserError */.yo || (statusOf(error) ?? 0) >= 500)
            throw error;
        return undefined;
    }
}
const VIEWER = 'query { viewer { login } }';

// EXTERNAL MODULE: ./lib/runner/env.js
var runner_env = __webpack_require__(3789);
// EXTERNAL MODULE: ./lib/runner/log.js
var log = __webpack_require__(3188);
;// CONCATENATED MODULE: ./lib/connect.js






/**
 * Connects a run to GitHub, and asks at once for the issue whose branches are being fetched. Undefined without a token,
 * or outside of a workflow: what is wrong is said with the other inputs.
 */
async function connect_connect(env, { firstFetch, deadline }) {
    const token = (0,runner_env/* rawInput */.JR)(env, 'github-token');
    const [owner, repo] = (env.GITHUB_REPOSITORY ?? '').split('/');
    if (!token || !owner || !repo)
        return undefined;
    const address = env.GITHUB_API_URL || 'https://api.github.com';
    const forge = connectGitHub({ owner, repo }, { token, address, proxy: (0,runner_env/* proxyFor */.iJ)(address, env), deadline, onWait: logWait });
    if (!firstFetch)
        return { forge };
    const { refs } = firstFetch;
    const batch = (0,lib_async/* inBackground */.kS)(forge.readIssueBatch({ issue: refs.issue, branch: (0,side_ref/* branchName */.at)(refs) }));
    // Nothing leaves while the rest is loaded: in one turn it connects, in the next it is sent.
    await (0,promises_.setImmediate)();
    await (0,promises_.setImmediate)();
    return { forge, earlyBatch: { refs, answer: batch } };
}
const logWait = (milliseconds) => (0,log/* logLine */.BP)(`GitHub wants fewer requests of this token; the next one is sent in ${Math.ceil(milliseconds / 1000)} s.`);


/***/ }),

/***/ 6121:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Hz: () => (/* binding */ SIDE_REFS),
/* harmony export */   Ii: () => (/* binding */ fetchPlanRefs),
/* harmony export */   In: () => (/* binding */ hasBranchesBelow),
/* harmony export */   Jx: () => (/* binding */ homeRef),
/* harmony export */   NV: () => (/* binding */ pushRefs),
/* harmony export */   P7: () => (/* binding */ refName),
/* harmony export */   Q0: () => (/* binding */ recordsIn),
/* harmony export */   RY: () => (/* binding */ removalsOf),
/* harmony export */   Rd: () => (/* binding */ issuesWithSides),
/* harmony export */   at: () => (/* binding */ branchName),
/* harmony export */   cA: () => (/* binding */ planBranches),
/* harmony export */   gH: () => (/* binding */ branchInTheWay),
/* harmony export */   j8: () => (/* binding */ homeCommit),
/* harmony export */   kN: () => (/* binding */ recordSides),
/* harmony export */   ls: () => (/* binding */ ownCommitsLine),
/* harmony export */   tI: () => (/* binding */ baseCommit),
/* harmony export */   tR: () => (/* binding */ commitSide),
/* harmony export */   v1: () => (/* binding */ issueOf),
/* harmony export */   wU: () => (/* binding */ readSide),
/* harmony export */   x$: () => (/* binding */ sideCommit)
/* harmony export */ });
/* harmony import */ var _lib_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5892);
/* harmony import */ var _git_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5216);
/* harmony import */ var _remote_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9416);
/* harmony import */ var _objects_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5269);




const FETCHED = 'refs/mt/';
const BASE = `${FETCHED}base`;
/** Where the repository's own base is fetched to, when a plan is for another branch. */
const homeRef = `${FETCHED}home`;
/** Remote-tracking refs as a checkout makes them, so that commands find `origin/…`. */
const ORIGIN = 'refs/remotes/origin/';
const HEADS = `${FETCHED}heads/`;
/** Where the side refs of all plans are on the server. What follows begins with the number of the issue. */
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
    if (known)
        await fetchInto(repo, refs, { kind: 'new' });
    else
        await withUsableGit(repo, fetchInto(repo, refs, { kind: 'depth', commits: DEPTH }));
    for (let commits = DEPTH * 4; await needsMoreHistory(repo, refs); commits *= 4) {
        await fetchInto(repo, refs, { kind: 'deepen', commits });
    }
}
/** The first thing that git does. A git that cannot do it is named before its own words, which help nobody. */
async function withUsableGit(repo, first) {
    first.catch(() => undefined);
    await (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .checkGit */ .Th)(repo);
    await first;
}
async function fetchInto(repo, { base, prefix, issue, home }, depth) {
    const plans = `${prefix}issue-${issue}*`;
    const found = await (0,_remote_js__WEBPACK_IMPORTED_MODULE_2__/* .fetchRefs */ .BA)(repo, [
        `+refs/heads/${base}:${BASE}`,
        `+refs/heads/${base}:${ORIGIN}${base}`,
        ...(home === undefined ? [] : [`+refs/heads/${home}:${homeRef}`, `+refs/heads/${home}:${ORIGIN}${home}`]),
        `+refs/heads/${plans}:${HEADS}${plans}`,
        `+${SIDE_REFS}${issue}*:${FETCHED}measure-twice/${issue}*`,
    ], depth);
    lastFetch(repo).refs = undefined;
    if (found)
        return;
    if (home !== undefined)
        throw new _lib_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .UserError */ .yo('no-base', `The branch \`${base}\`, which this plan is for, is gone.`, 'Restore it and comment `/retry`, or close this pull request.');
    throw new _lib_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .UserError */ .yo('no-base', `The branch \`${base}\` does not exist in this repository.`, 'Push a first commit to it, or name another branch in the input `base-branch`.');
}
async function needsMoreHistory(repo, refs) {
    const branches = await planBranches(repo, refs);
    const heads = [...branches.values(), ...(refs.home === undefined ? [] : [homeRef])];
    if (heads.length === 0 || !(0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .isShallow */ .fE)(repo))
        return false;
    const found = await Promise.all(heads.map((head) => (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .commonAncestor */ .j1)(repo, BASE, head)));
    return found.includes(undefined);
}
const lastFetch = (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .perRepository */ .UN)(() => ({}));
/** The refs of the last fetch, without `refs/mt/`, cached until the next fetch. */
function fetchedRefs(repo) {
    return (lastFetch(repo).refs ??= (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .refsBelow */ .q8)(repo, FETCHED));
}
/** The plan branches of the issue, as name → head commit. */
async function planBranches(repo, { prefix, issue }) {
    const heads = [...(await fetchedRefs(repo))].flatMap(([ref, sha]) => ref.startsWith('heads/') ? [[ref.slice('heads/'.length), sha]] : []);
    return new Map(heads.filter(([name]) => issueOf(name, prefix) === issue));
}
/** Whether a branch lies below this name: then git takes no branch of this name itself. */
const hasBranchesBelow = async (repo, name) => [...(await fetchedRefs(repo)).keys()].some((ref) => ref.startsWith(`heads/${name}/`));
/** The branch that is in the way of every name below it, if one is: git takes both no more than a file system does. */
async function branchInTheWay(repo, name) {
    const parts = name.split('/');
    const above = parts.slice(1).map((_, i) => `refs/heads/${parts.slice(0, i + 1).join('/')}`);
    const found = above.length === 0 ? [] : await (0,_remote_js__WEBPACK_IMPORTED_MODULE_2__/* .remoteRefs */ .dM)(repo, above);
    return found.find((ref) => above.includes(ref))?.slice('refs/heads/'.length);
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
/** What is kept of a plan beside its branch, each in a ref of its own: the end of its name, and the file in it. */
const KINDS = {
    /** The planning conversation. */
    conversation: { end: '', file: 'conversation.json' },
    /** Which run is at work on the plan. The messages of its commits say all. */
    claim: { end: '-claim', file: undefined },
    /** Which commits on the branch are ours. */
    commits: { end: '-commits', file: 'commits' },
    /** What was approved and done, kept for good. */
    record: { end: '-record', file: 'record.json' },
    /** The change of an attempt that waits for other checks. */
    patch: { end: '-patch', file: 'patch.json' },
    /** What was paid for and no commit on the branch records. */
    usage: { end: '-usage', file: 'usage.json' },
};
/** What goes when a plan ends. The list of our commits stays: a closed pull request may be reopened. */
const SWEPT = Object.keys(KINDS).filter((kind) => kind !== 'record' && kind !== 'commits');
const refName = ({ kind, issue }) => `${SIDE_REFS}${issue}${KINDS[kind].end}`;
const fetchedName = (side) => refName(side).slice('refs/'.length);
/** The commit that the last fetch, or a push of ours since, left there. Undefined when there is none. */
const sideCommit = async (repo, side) => (await fetchedRefs(repo)).get(fetchedName(side));
/** The texts of the commits that were made here. */
const written = (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .perRepository */ .UN)(() => new Map());
/** The text of its file. Undefined when there is none, or one of more than `most` bytes. */
async function readSide(repo, side, most = Infinity) {
    const { file } = KINDS[side.kind];
    const commit = await sideCommit(repo, side);
    if (commit === undefined || file === undefined)
        return undefined;
    const known = written(repo).get(commit);
    if (known !== undefined)
        return known;
    return (0,_objects_js__WEBPACK_IMPORTED_MODULE_3__/* .textAt */ .$6)(repo, { commit, path: file, most });
}
/** Makes a commit on the one before, so that no push needs force. `pushRefs` writes it. */
async function commitSide(repo, side, { from, text = '', message, author, keeps }) {
    const { file } = KINDS[side.kind];
    const tree = keeps === undefined || file === undefined
        ? await (0,_objects_js__WEBPACK_IMPORTED_MODULE_3__/* .writeTree */ .WM)(repo, file === undefined ? {} : { [file]: text })
        : await (0,_objects_js__WEBPACK_IMPORTED_MODULE_3__/* .treeWith */ .p6)(repo, keeps, { path: file, text });
    const parents = [keeps, from].filter((one) => one !== undefined);
    const to = await (0,_objects_js__WEBPACK_IMPORTED_MODULE_3__/* .commitTree */ .SC)(repo, { tree, parents, message, author });
    written(repo).set(to, text);
    return { ref: refName(side), from: from ?? '', to };
}
/** Pushes as `push` does, if there is anything to push, and knows the side refs that it moved. */
async function pushRefs(repo, updates) {
    if (updates.length === 0)
        return { kind: 'pushed' };
    const pushed = await (0,_remote_js__WEBPACK_IMPORTED_MODULE_2__/* .push */ .VC)(repo, updates);
    if (pushed.kind === 'pushed')
        await recordSides(repo, updates);
    return pushed;
}
/** Knows the side refs among these as moved, which the last fetch could not. */
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
/** What removes the side refs of an issue that go with its plan, or those of these kinds, as far as they are there. */
async function removalsOf(repo, issue, kinds = SWEPT) {
    const refs = await fetchedRefs(repo);
    return kinds.flatMap((kind) => {
        const from = refs.get(fetchedName({ kind, issue }));
        return from === undefined ? [] : [{ kind, ref: refName({ kind, issue }), from, to: undefined }];
    });
}
/** The issues that have a side ref on the server that goes with its plan, by rising numbers. */
async function issuesWithSides(repo) {
    const refs = await (0,_remote_js__WEBPACK_IMPORTED_MODULE_2__/* .remoteRefs */ .dM)(repo, [`${SIDE_REFS}*`]);
    const numbers = refs.flatMap((ref) => {
        const issue = Number(/^[1-9]\d{0,9}/.exec(ref.slice(SIDE_REFS.length))?.[0]);
        return SWEPT.some((kind) => refName({ kind, issue }) === ref) ? [issue] : [];
    });
    return [...new Set(numbers)].toSorted((a, b) => a - b);
}
const OWN = 'Plan-Commits';
/** The line of a record's message that lists the commits of ours. */
const ownCommitsLine = (commits) => `${OWN}: ${commits.join(' ')}`;
/** Bytes. */
const MAX_RECORD_BYTES = 1 << 20;
/** The records of an issue, the newest first: one for each plan that ended. */
async function recordsIn(repo, issue) {
    const tip = await sideCommit(repo, { kind: 'record', issue });
    if (tip === undefined)
        return [];
    // The second parent is the record before: the first is the head of a branch.
    const format = `--format=%H %P %ae%x09%(trailers:key=${OWN},valueonly,separator=%x20)`;
    const log = await (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .git */ .$Y)(repo, ['log', '--max-count=200', '--topo-order', format, tip]);
    const rows = new Map(log.split('\n').map((line) => [line.slice(0, 40), line.split('\t')]));
    const kept = [];
    for (let at = tip; at !== undefined && kept.length < 20; at = parentOf(rows.get(at))) {
        const text = await (0,_objects_js__WEBPACK_IMPORTED_MODULE_3__/* .textAt */ .$6)(repo, { commit: at, path: KINDS.record.file, most: MAX_RECORD_BYTES });
        if (text === undefined)
            break;
        const [head = '', own = ''] = rows.get(at) ?? [];
        kept.push({ commit: at, mail: head.split(' ').at(-1) ?? '', text, own: own ? new Set(own.split(' ')) : undefined });
    }
    return kept;
}
function parentOf([head = ''] = []) {
    const words = head.split(' ');
    return words.length > 3 ? words[2] : undefined;
}


/***/ }),

/***/ 8124:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   J: () => (/* binding */ PERMISSIONS),
/* harmony export */   T: () => (/* binding */ readOnly)
/* harmony export */ });
/** A person's role in the repository, as the API gives it, from the least to the most. */
const PERMISSIONS = ['none', 'read', 'triage', 'write', 'maintain', 'admin'];
const rejectWrite = () => Promise.reject(new Error('A dry run writes nothing to GitHub.'));
const NO_WRITES = {
    openPull: rejectWrite,
    editPull: rejectWrite,
    markReady: rejectWrite,
    markDraft: rejectWrite,
    setCommitStatus: rejectWrite,
    askForReview: rejectWrite,
    createComment: rejectWrite,
    updateComment: rejectWrite,
    deleteComment: rejectWrite,
    react: rejectWrite,
    reactToIssue: rejectWrite,
    reactToRemark: rejectWrite,
    commit: rejectWrite,
    dispatch: rejectWrite,
};
/** GitHub for a dry run: reads pass, and every write throws without sending a request. */
const readOnly = (forge) => ({ ...forge, ...NO_WRITES });


/***/ }),

/***/ 5604:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $o: () => (/* binding */ escapeBlock),
/* harmony export */   BC: () => (/* binding */ mostBackticks),
/* harmony export */   GU: () => (/* binding */ readSection),
/* harmony export */   Lu: () => (/* binding */ unescapeLine),
/* harmony export */   Nu: () => (/* binding */ readHeading),
/* harmony export */   O7: () => (/* binding */ unescapeItem),
/* harmony export */   OP: () => (/* binding */ unescapeBlock),
/* harmony export */   RM: () => (/* binding */ escapeItem),
/* harmony export */   UH: () => (/* binding */ fenceAfter),
/* harmony export */   VV: () => (/* binding */ escapeInline),
/* harmony export */   X1: () => (/* binding */ escapeText),
/* harmony export */   cI: () => (/* binding */ readRun),
/* harmony export */   cR: () => (/* binding */ renderCode),
/* harmony export */   dR: () => (/* binding */ readField),
/* harmony export */   e4: () => (/* binding */ unescapeInline),
/* harmony export */   g8: () => (/* binding */ renderBlock),
/* harmony export */   k0: () => (/* binding */ readItem),
/* harmony export */   wr: () => (/* binding */ readCode)
/* harmony export */ });
/** The line syntax of `PLAN.md`: outside of code, text that looks like structure is escaped with one backslash. */
const CHECKBOX = String.raw `\[[ xX]\][ \t]+`;
const BULLET = String.raw `(?:[-*+]|\d{1,9}[.)])[ \t]+`;
const HEADING = /^ {0,3}(#{1,3})(?:[ \t]+(.*))?$/s;
const FENCE = new RegExp(String.raw `^[ \t]*(?:${BULLET})*(?:(\x60{3,})[^\x60]*|(~{3,}).*)$`, 's');
const ITEM = new RegExp(String.raw `^[ \t]*${BULLET}(?:${CHECKBOX})?(.*)$`, 's');
const MISREAD_ITEM = new RegExp(String.raw `^\\*(?:${CHECKBOX}|(?:${BULLET})*(?:\x60{3}|~{3}))`);
const FIELD = new RegExp(String.raw `^[ \t]*([-*+][ \t]+(?:${CHECKBOX})?)?(\*\*|__)?(expected[ \t]+outcome|files|verify|depends[ \t]+on|asked[ \t]+for)[ \t]*` +
    String.raw `(?::[ \t]*(?:\*\*|__)?|(?:\*\*|__)[ \t]*:)[ \t]*(.*)$`, 'is');
/** A heading of level 1 to 3, the levels that carry structure. `##tag` is no heading. */
function readHeading(line) {
    const [, hashes, text = ''] = HEADING.exec(line) ?? [];
    return hashes === undefined ? undefined : { level: hashes.length, text: text.trim() };
}
/** The section that a second-level heading opens. Undefined for a heading that the format does not define. */
function readSection(heading) {
    const name = heading.text.replace(/:$/, '').trim().toLowerCase();
    return heading.level === 2 ? SECTIONS.find((section) => section === name) : undefined;
}
const SECTIONS = ['subtasks', 'decisions', 'questions', 'risks', 'acceptance'];
/** The command in `Run: …`, in all the forms that people write. Undefined for other lines. */
function readRun(line) {
    const [, value] = /^[ \t]*(?:[-*+][ \t]+)?(?:\*\*|__)?run(?:\*\*|__)?:(?:\*\*|__)?(.*)$/is.exec(line) ?? [];
    return value === undefined ? undefined : (readCode(value)[0] ?? value.trim());
}
/** Reads `- **Files:** …` in all the forms that people write. Only the outcome needs neither bullet nor bold type. */
function readField(line) {
    const [, bullet, bold, written = '', value = ''] = FIELD.exec(line) ?? [];
    const name = fieldName(written);
    if (!name || (!bullet && !bold && name !== 'expected outcome'))
        return undefined;
    return { name, value };
}
const FIELD_NAMES = ['expected outcome', 'files', 'verify', 'depends on', 'asked for'];
const fieldName = (written) => FIELD_NAMES.find((name) => name === written.toLowerCase().replace(/[ \t]+/g, ' '));
/** The text of a list item without its bullet or number and without its checkbox. Undefined for other lines. */
const readItem = (line) => ITEM.exec(line)?.[1];
/** The fence that is open after `line`, or empty. As in GitHub Flavored Markdown, but at any depth of indentation. */
function fenceAfter(fence, line) {
    if (fence === '') {
        const [, backticks, tildes] = FENCE.exec(line) ?? [];
        return backticks ?? tildes ?? '';
    }
    const end = line.trim();
    return end.length >= fence.length && end === fence.charAt(0).repeat(end.length) ? '' : fence;
}
function isStructure(line, place) {
    const heading = readHeading(line);
    if (heading)
        return place === 'subtask' || readSection(heading) !== undefined;
    const field = readField(line);
    return field !== undefined && (place === 'subtask' || field.name === 'expected outcome');
}
const splitLine = (line) => {
    const [, indent = '', slashes = '', rest = ''] = /^(\s*)(\\*)(.*)$/s.exec(line) ?? [];
    return { indent, slashes, rest };
};
/** Escapes each line outside of code that would be misread as structure. */
function escapeText(text, place) {
    let fence = '';
    return text
        .split('\n')
        .map((line) => {
        const before = fence;
        fence = fenceAfter(fence, line);
        const { indent, slashes, rest } = splitLine(line);
        const misread = before === '' && isStructure(indent + rest, place);
        return misread ? `${indent}\\${slashes}${rest}` : line;
    })
        .join('\n');
}
/** Reverses `escapeText` for one line outside of code. */
function unescapeLine(line, place) {
    const { indent, slashes, rest } = splitLine(line);
    return slashes !== '' && isStructure(indent + rest, place) ? indent + slashes.slice(1) + rest : line;
}
/** Escapes the text of a list item, which must not begin with a checkbox or open a code block. */
const escapeItem = (text) => (MISREAD_ITEM.test(text) ? `\\${text}` : text);
const unescapeItem = (text) => text.startsWith('\\') && MISREAD_ITEM.test(text) ? text.slice(1) : text;
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
/**
 * The inline syntax of `PLAN.md`. What a model writes is shown as it is written: HTML could hide what comes after it,
 * an image would send what the planner read as soon as somebody opens the file, and a link may say another place than
 * it leads to. So these are escaped, and the reader takes the escapes away again. In code they have no effect.
 */
/** The end of the text of a link, image, definition or footnote, but for links within the repository. */
const END = String.raw `(?<!\\)(\\*)\](?=:|\((?!(?!\/\/)[\w#./-]+\)))`;
/** `&`, where it would be the beginning of a character's name. */
const ENTITY = String.raw `(?=#?\w{1,40};)`;
const ACTIVE = new RegExp(`<|&${ENTITY}|${END}`, 'g');
const ESCAPED = new RegExp(`&lt;|&amp;${ENTITY}|${END}`, 'g');
const escapeProse = (prose) => prose.replace(ACTIVE, (found, slashes) => {
    if (slashes !== undefined)
        return `${slashes}${slashes}\\]`;
    // Entities, since GitHub would take a backslash for a part of an address before it.
    return found === '<' ? '&lt;' : '&amp;';
});
/** An even number of backslashes, which only a person writes, stays. */
const unescapeProse = (prose) => prose.replace(ESCAPED, (found, slashes) => {
    if (slashes === undefined)
        return found === '&lt;' ? '<' : '&';
    return slashes.length % 2 === 0 ? found : `${'\\'.repeat((slashes.length - 1) / 2)}]`;
});
/** Escapes HTML, images and foreign links in a text of several lines. Code stays as it is. */
const escapeBlock = (text) => changeBlock(text, escapeProse);
const unescapeBlock = (text) => changeBlock(text, unescapeProse);
/** Escapes HTML, images and foreign links in a line that follows other text, where no code block can begin. */
const escapeInline = (text) => changeLine(text, true, escapeProse).line;
const unescapeInline = (text) => changeLine(text, true, unescapeProse).line;
/** Changes all but code. Backticks without a partner on their line may find one later: what follows counts as prose. */
function changeBlock(text, change) {
    let fence = '';
    let backticksBalanced = true;
    const lines = text.split('\n').map((line) => {
        const before = fence;
        fence = fenceAfter(fence, line);
        const inCode = before !== '' || fence !== '';
        if (inCode || /^[ \t]*$/.test(line))
            backticksBalanced = true;
        if (inCode)
            return line;
        const changed = changeLine(line, backticksBalanced, change);
        backticksBalanced = changed.backticksBalanced;
        return changed.line;
    });
    return lines.join('\n');
}
function changeLine(line, wereBalanced, change) {
    let out = '';
    let done = 0;
    let backticksBalanced = wereBalanced;
    for (const { start, end } of backticksBalanced ? codeSpans(line) : []) {
        const before = line.slice(done, start);
        backticksBalanced = end !== undefined && isCode(before, line.slice(start, end));
        if (!backticksBalanced || end === undefined)
            break;
        out += change(before) + line.slice(start, end);
        done = end;
    }
    return { line: out + change(line.slice(done)), backticksBalanced };
}
/** A backslash escapes a backtick, a bare address takes it along, and a cell of a table ends at `|`. */
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
const MOST_LINES = 200;
const MOST_CHARACTERS = 100_000;
function keepTurns() {
    const groups = [];
    return {
        begin: (name, title) => void groups.push({ name, title, lines: [], count: 0 }),
        add: (name, text) => {
            const group = groups.findLast((one) => one.name === name);
            if (!group)
                return;
            group.count += 1;
            group.lines = [...group.lines, plainLine(text)].slice(-MOST_LINES);
        },
        summary: () => render(groups.filter(({ count }) => count > 0)),
    };
}
const plainLine = (text) => (0,_guard_hidden_js__WEBPACK_IMPORTED_MODULE_1__/* .withoutNeedlessHidden */ .aj)((0,node_util__WEBPACK_IMPORTED_MODULE_0__.stripVTControlCharacters)(text).toWellFormed()).replace(/\s+/g, ' ').trim();
function render(groups) {
    let length = 0;
    const blocks = groups.toReversed().map(renderGroup);
    const most = blocks.findIndex((block) => (length += block.length) > MOST_CHARACTERS);
    const shown = most < 0 ? blocks : blocks.slice(0, most);
    const left = blocks.length - shown.length;
    return blocks.length === 0
        ? ''
        : `\n${[
            '### What the agents did',
            ...(left > 0 ? [`The first ${left} of ${blocks.length} are in the log of this run alone.`] : []),
            ...shown.toReversed(),
        ].join('\n\n')}\n`;
}
/** In a block of code nothing is Markdown, HTML or a mention. */
function renderGroup({ title, lines, count }) {
    const left = count - lines.length;
    const text = [...(left > 0 ? [`… ${left} lines before these are in the log of this run.`] : []), ...lines].join('\n');
    const summary = `${title} · ${count} ${count === 1 ? 'line' : 'lines'}`;
    return `<details><summary>${summary}</summary>\n\n${(0,_plan_syntax_js__WEBPACK_IMPORTED_MODULE_2__/* .renderBlock */ .g8)(`${text}\n`, 'text')}\n\n</details>`;
}


/***/ })

};
