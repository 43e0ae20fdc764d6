export const id = 713;
export const ids = [713];
export const modules = {

/***/ 5923:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   G0: () => (/* binding */ deadlineOf),
/* harmony export */   Oo: () => (/* binding */ once),
/* harmony export */   gh: () => (/* binding */ loadAll),
/* harmony export */   ji: () => (/* binding */ NO_DEADLINE),
/* harmony export */   kS: () => (/* binding */ inBackground),
/* harmony export */   qy: () => (/* binding */ lazily)
/* harmony export */ });
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8500);

/** Makes something at the first call, and gives the same to every other. */
function once(make) {
    let made;
    return () => (made ??= make());
}
const lazyLoads = [];
/**
 * The one way to import something later than its importer: `lazily(() => import('…'))`. It is loaded at the first call,
 * or by `loadAll`, so that nothing is loaded from the disk after that.
 */
function lazily(load) {
    const loaded = once(load);
    lazyLoads.push(loaded);
    return loaded;
}
/** Loads all that is imported lazily, and what that imports lazily, one after the other. */
async function loadAll() {
    for (const load of lazyLoads)
        await load();
}
/** A promise that is awaited later: when something else fails before, its own failure is nobody's surprise. */
function inBackground(promise) {
    promise.catch(() => undefined);
    return promise;
}
/** For what may wait as long as it takes. */
const NO_DEADLINE = {
    within: (limit) => AbortSignal.timeout(limit),
    wait: (milliseconds) => (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_0__.setTimeout)(milliseconds),
    left: () => Infinity,
};
/** When the runner has asked the job to end, it kills it within ten seconds: each request gets this much of them. */
const LAST_REQUEST = 3_000;
/** The longest pause between two tries when the run has to end. */
const LAST_PAUSE = 300;
/**
 * The deadline of a run. Until `ending` aborts there is the time that `left` tells. What runs then is ended; what is
 * begun after that writes down how far the run came. Its reason `time` leaves the usual limits, since the budget keeps
 * some time for that.
 */
function deadlineOf(ending, left = () => Infinity) {
    const limitNow = (limit) => (ending.reason === 'time' ? limit : Math.min(limit, LAST_REQUEST));
    return {
        within: (limit) => ending.aborted ? AbortSignal.timeout(limitNow(limit)) : AbortSignal.any([AbortSignal.timeout(limit), ending]),
        wait: async (milliseconds) => {
            if (ending.aborted)
                return (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_0__.setTimeout)(Math.min(milliseconds, LAST_PAUSE));
            await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_0__.setTimeout)(milliseconds, undefined, { signal: ending }).catch(() => undefined);
        },
        left: () => (ending.aborted ? 0 : left()),
    };
}


/***/ }),

/***/ 6984:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Gm: () => (/* binding */ fetchedRefs),
/* harmony export */   Hz: () => (/* binding */ SIDE_REFS),
/* harmony export */   Ii: () => (/* binding */ fetchPlanRefs),
/* harmony export */   Jx: () => (/* binding */ homeRef),
/* harmony export */   at: () => (/* binding */ branchName),
/* harmony export */   cA: () => (/* binding */ planBranches),
/* harmony export */   j8: () => (/* binding */ homeCommit),
/* harmony export */   o6: () => (/* binding */ fetchHeads),
/* harmony export */   tI: () => (/* binding */ baseCommit),
/* harmony export */   v1: () => (/* binding */ issueOf)
/* harmony export */ });
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(452);
/* harmony import */ var _git_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4058);
/* harmony import */ var _remote_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6693);
/* harmony import */ var _version_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2052);




const FETCHED = 'refs/mt/';
const BASE = `${FETCHED}base`;
/** Where the repository's own base is fetched to, when a plan is for another branch. */
const homeRef = `${FETCHED}home`;
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
/**
 * Fetches the base branch, and the issue's plan branches and side refs. `known` says that an earlier fetch has brought
 * the history. Throws `UserError` when the base does not exist, as in an empty repository.
 */
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
    await (0,_version_js__WEBPACK_IMPORTED_MODULE_3__/* .checkGit */ .T)(repo);
    await first;
}
async function fetchInto(repo, { base, prefix, issue, home }, depth) {
    const plans = `${prefix}issue-${issue}*`;
    const found = await (0,_remote_js__WEBPACK_IMPORTED_MODULE_2__/* .fetchRefs */ .BA)(repo, [
        `+refs/heads/${base}:${BASE}`,
        ...(home === undefined ? [] : [`+refs/heads/${home}:${homeRef}`]),
        `+refs/heads/${plans}:${HEADS}${plans}`,
        `+${SIDE_REFS}${issue}*:${FETCHED}measure-twice/${issue}*`,
    ], depth);
    refsCache.delete(repo);
    if (found)
        return;
    if (home !== undefined)
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .UserError */ .yo('no-base', `The branch \`${base}\`, which this plan is for, is gone.`, 'Restore it and comment `/retry`, or close this pull request.');
    throw new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .UserError */ .yo('no-base', `The branch \`${base}\` does not exist in this repository.`, 'Push a first commit to it, or name another branch in the input `base-branch`.');
}
const GLANCE = 'refs/mt-glance/';
/** The tips of all plan branches, by the names of the branches, and of all claims, as `12-claim`. One fetch for all. */
async function fetchHeads(repo, prefix) {
    const plans = `${prefix}issue-*`;
    await (0,_remote_js__WEBPACK_IMPORTED_MODULE_2__/* .fetchRefs */ .BA)(repo, [`+refs/heads/${plans}:${GLANCE}${plans}`, `+${SIDE_REFS}*-claim:${GLANCE}*-claim`], {
        kind: 'depth',
        commits: 1,
    });
    const format = '--format=%(refname)%00%(objectname)%00%(authorname)%00%(contents)%00%01';
    const listed = await (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .git */ .$Y)(repo, ['for-each-ref', format, GLANCE]);
    return new Map(listed.split('\0\u0001\n').flatMap((one) => {
        const [ref = '', sha, author = '', message = ''] = one.split('\0');
        return sha === undefined ? [] : [[ref.slice(GLANCE.length), { sha, author, message }]];
    }));
}
async function needsMoreHistory(repo, refs) {
    const branches = await planBranches(repo, refs);
    const heads = [...branches.values(), ...(refs.home === undefined ? [] : [homeRef])];
    if (heads.length === 0 || !(0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .isShallow */ .fE)(repo))
        return false;
    const found = await Promise.all(heads.map((head) => (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .mergeBase */ .wu)(repo, BASE, head)));
    return found.includes(undefined);
}
const refsCache = new WeakMap();
/**
 * The refs of the last fetch, without `refs/mt/`. They change only with the next fetch, and reading them costs time.
 */
function fetchedRefs(repo) {
    const cached = refsCache.get(repo) ?? (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .refsBelow */ .q8)(repo, FETCHED);
    refsCache.set(repo, cached);
    return cached;
}
/** The plan branches of the issue, as name → head commit. */
async function planBranches(repo, { prefix, issue }) {
    const heads = [...(await fetchedRefs(repo))].filter(([name]) => name.startsWith('heads/'));
    return new Map(heads
        .map(([name, sha]) => [name.slice('heads/'.length), sha])
        .filter(([name]) => issueOf(name, prefix) === issue));
}
/** The commit of the fetched base branch. Throws before the first fetch. */
async function baseCommit(repo) {
    const sha = (await fetchedRefs(repo)).get('base');
    if (!sha)
        throw new Error('The base was not fetched.');
    return sha;
}
/**
 * The commit of the repository's own base, where the plan is for a branch of a person; otherwise undefined. What tells
 * agents how to work comes from there: whoever may push to a branch must not be the one who says.
 */
const homeCommit = async (repo) => (await fetchedRefs(repo)).get('home');


/***/ }),

/***/ 5713:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   beginClone: () => (/* binding */ beginClone),
/* harmony export */   c: () => (/* binding */ addressOf)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1455);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8161);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6760);
/* harmony import */ var _git_plan_refs_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6984);
/* harmony import */ var _runner_env_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(3789);
/* harmony import */ var _event_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(7064);
/* harmony import */ var _git_git_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(4058);
/* harmony import */ var _async_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(5923);
/* harmony import */ var _runner_proxy_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(7034);
/* harmony import */ var _guard_paths_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(605);











/**
 * Makes an empty private copy. When the event tells the names of the branches, fetches them at once, so that git waits
 * for the network while the large half of the program is loaded.
 */
function beginClone(event, destination, env) {
    const temp = env.RUNNER_TEMP ?? (0,node_os__WEBPACK_IMPORTED_MODULE_2__.tmpdir)();
    const home = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.mkdtempSync)((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(temp, 'measure-twice-'));
    const url = addressOf(env);
    const ending = new AbortController();
    const repo = {
        gitDir: (0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(home, 'git'),
        workTree: env.GITHUB_WORKSPACE ?? (0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(home, 'tree'),
        env: (0,_git_git_js__WEBPACK_IMPORTED_MODULE_7__/* .environmentForGit */ .Tu)(env),
        ...(url === undefined ? {} : { remote: remoteAt(url, env, ending.signal) }),
    };
    (0,_git_git_js__WEBPACK_IMPORTED_MODULE_7__/* .initRepository */ .zY)(repo);
    const refs = url === undefined ? undefined : planRefsNamed(event, destination, env);
    const done = refs && (0,_async_js__WEBPACK_IMPORTED_MODULE_8__/* .inBackground */ .kS)((0,_git_plan_refs_js__WEBPACK_IMPORTED_MODULE_4__/* .fetchPlanRefs */ .Ii)(repo, refs, false));
    return {
        temp,
        home,
        repo,
        firstFetch: refs && done && { refs, done },
        endWith: (signal) => signal.addEventListener('abort', () => ending.abort(signal.reason), { once: true }),
        [Symbol.asyncDispose]: async () => {
            await done?.catch(() => undefined);
            // A git process may still write there for a moment.
            await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.rm)(home, { recursive: true, force: true, maxRetries: 5 });
        },
    };
}
const remoteAt = (url, env, ending) => ({
    url,
    token: (0,_runner_env_js__WEBPACK_IMPORTED_MODULE_5__/* .rawInput */ .JR)(env, 'github-token'),
    proxy: (0,_runner_proxy_js__WEBPACK_IMPORTED_MODULE_10__/* .proxyFor */ .i)(url, env),
    deadline: (0,_async_js__WEBPACK_IMPORTED_MODULE_8__/* .deadlineOf */ .G0)(ending),
});
/** The refs of the plan of an issue. Inputs that are no branch names are reported later, with the other inputs. */
function planRefsNamed(event, destination, env) {
    if (destination.kind !== 'place' || destination.place.isPull !== false)
        return undefined;
    const base = (0,_runner_env_js__WEBPACK_IMPORTED_MODULE_5__/* .rawInput */ .JR)(env, 'base-branch') || (0,_event_js__WEBPACK_IMPORTED_MODULE_6__/* .defaultBranchOf */ .dV)(event);
    const prefix = (0,_runner_env_js__WEBPACK_IMPORTED_MODULE_5__/* .rawInput */ .JR)(env, 'branch-prefix') || 'plan/';
    const issue = destination.place.number;
    return (0,_guard_paths_js__WEBPACK_IMPORTED_MODULE_9__/* .isBranch */ .PX)(base) && (0,_guard_paths_js__WEBPACK_IMPORTED_MODULE_9__/* .isBranch */ .PX)(`${prefix}issue-${issue}`) ? { base, prefix, issue } : undefined;
}
/** The address of the repository, for git and for people. Undefined outside of a workflow. */
const addressOf = (env) => /^[^/]+\/[^/]+$/.test(env.GITHUB_REPOSITORY ?? '')
    ? `${env.GITHUB_SERVER_URL ?? 'https://github.com'}/${env.GITHUB_REPOSITORY}`
    : undefined;


/***/ }),

/***/ 7034:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   E: () => (/* binding */ proxySettings),
/* harmony export */   i: () => (/* binding */ proxyFor)
/* harmony export */ });
/** The proxies that the runner's environment names, in either spelling, and the hosts that are reached without. */
function proxySettings(env) {
    const { http_proxy, https_proxy, no_proxy } = env;
    const { HTTP_PROXY = http_proxy, HTTPS_PROXY = https_proxy, NO_PROXY = no_proxy } = env;
    return { HTTP_PROXY, HTTPS_PROXY, NO_PROXY: [NO_PROXY, ...LOCAL].filter(Boolean).join(',') };
}
const LOCAL = ['localhost', '127.0.0.1', '[::1]'];
/** The variable that names the proxy on the way to an address; undefined when there is none on it. */
function proxyFor(address, env) {
    if (!URL.canParse(address))
        return undefined;
    const { protocol, hostname } = new URL(address);
    const { NO_PROXY, ...proxies } = proxySettings(env);
    const name = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
    const isDirect = NO_PROXY.split(/[\s,]+/).some((entry) => covers(entry.toLowerCase(), hostname));
    return proxies[name] && !isDirect ? name : undefined;
}
/** Whether an entry of `NO_PROXY` (`*`, a host, a domain with or without a dot, a port after it) covers a host. */
function covers(entry, hostname) {
    const domain = entry.replace(/:\d+$/, '').replace(/^\*?\./, '');
    return entry === '*' || (domain !== '' && (hostname === domain || hostname.endsWith(`.${domain}`)));
}


/***/ })

};
