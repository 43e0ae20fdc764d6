export const id = "run";
export const ids = ["run"];
export const modules = {

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
/* harmony import */ var _git_side_ref_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6121);
/* harmony import */ var _runner_env_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(3789);
/* harmony import */ var _event_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(7064);
/* harmony import */ var _lib_disk_full_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(1734);
/* harmony import */ var _git_git_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(5216);
/* harmony import */ var _lib_async_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(211);
/* harmony import */ var _guard_paths_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(605);











/** Creates a private clone. Starts to fetch while the program loads, if the event determines the branches. */
function beginClone(event, destination, env) {
    const temp = env.RUNNER_TEMP ?? (0,node_os__WEBPACK_IMPORTED_MODULE_2__.tmpdir)();
    const home = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.mkdtempSync)((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(temp, 'measure-twice-'));
    const url = addressOf(env);
    const endOfRun = new AbortController();
    let limits = {};
    const deadline = (0,_lib_async_js__WEBPACK_IMPORTED_MODULE_9__/* .deadlineOf */ .G0)(endOfRun.signal, {
        left: () => limits.left?.() ?? Infinity,
        rest: () => limits.rest?.() ?? Infinity,
    });
    const repo = {
        gitDir: (0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(home, 'git'),
        workTree: env.GITHUB_WORKSPACE ?? (0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(home, 'tree'),
        env: (0,_git_git_js__WEBPACK_IMPORTED_MODULE_8__/* .environmentForGit */ .Tu)(env),
        ...(url === undefined
            ? {}
            : { remote: { url, token: (0,_runner_env_js__WEBPACK_IMPORTED_MODULE_5__/* .rawInput */ .JR)(env, 'github-token'), proxy: (0,_runner_env_js__WEBPACK_IMPORTED_MODULE_5__/* .proxyFor */ .iJ)(url, env), deadline } }),
    };
    (0,_git_git_js__WEBPACK_IMPORTED_MODULE_8__/* .initRepository */ .zY)(repo);
    (0,_lib_disk_full_js__WEBPACK_IMPORTED_MODULE_7__/* .reserveSpace */ .bE)(repo);
    const refs = url === undefined ? undefined : planRefsNamed(event, destination, env);
    const done = refs && (0,_lib_async_js__WEBPACK_IMPORTED_MODULE_9__/* .inBackground */ .kS)((0,_git_side_ref_js__WEBPACK_IMPORTED_MODULE_4__/* .fetchPlanRefs */ .Ii)(repo, refs, false));
    return {
        /** The runner's temporary folder, which exists as long as the job. */
        temp,
        home,
        repo,
        /** The first fetch, if it could start before any request to GitHub's API. */
        firstFetch: refs && done && { refs, done },
        /** How long to wait for GitHub: unlimited until `endWith` was called. */
        deadline,
        /** Sets the signal that aborts requests to GitHub, and the clock for the time until then and the grace period. */
        endWith: (signal, clock) => {
            limits = clock;
            signal.addEventListener('abort', () => endOfRun.abort(signal.reason), { once: true });
        },
        [Symbol.asyncDispose]: async () => {
            await done?.catch(() => undefined);
            // A git process may still write there for a moment.
            await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.rm)(home, { recursive: true, force: true, maxRetries: 5 });
        },
    };
}
function planRefsNamed(event, destination, env) {
    if (destination.kind !== 'target' || destination.target.isPull !== false)
        return undefined;
    const base = (0,_runner_env_js__WEBPACK_IMPORTED_MODULE_5__/* .rawInput */ .JR)(env, 'base-branch') || (0,_event_js__WEBPACK_IMPORTED_MODULE_6__/* .defaultBranchOf */ .dV)(event);
    const prefix = (0,_runner_env_js__WEBPACK_IMPORTED_MODULE_5__/* .rawInput */ .JR)(env, 'branch-prefix') || 'plan/';
    const issue = destination.target.number;
    return (0,_guard_paths_js__WEBPACK_IMPORTED_MODULE_10__/* .isBranch */ .PX)(base) && (0,_guard_paths_js__WEBPACK_IMPORTED_MODULE_10__/* .isBranch */ .PX)(`${prefix}issue-${issue}`) ? { base, prefix, issue } : undefined;
}
/** The URL of the repository, for git and for people. Undefined outside of a workflow. */
const addressOf = (env) => /^[^/]+\/[^/]+$/.test(env.GITHUB_REPOSITORY ?? '')
    ? `${env.GITHUB_SERVER_URL ?? 'https://github.com'}/${env.GITHUB_REPOSITORY}`
    : undefined;


/***/ }),

/***/ 7006:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  run: () => (/* binding */ run)
});

// EXTERNAL MODULE: ./lib/runner/clock.js
var clock = __webpack_require__(5888);
// EXTERNAL MODULE: ./lib/lib/disk-full.js
var disk_full = __webpack_require__(1734);
// EXTERNAL MODULE: ./lib/lib/errors.js
var errors = __webpack_require__(5892);
// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(8500);
// EXTERNAL MODULE: ./lib/decide/thread/facts.js
var facts = __webpack_require__(6690);
// EXTERNAL MODULE: ./lib/decide/thread/people.js
var thread_people = __webpack_require__(138);
// EXTERNAL MODULE: ./lib/decide/words/command.js
var words_command = __webpack_require__(6099);
;// CONCATENATED MODULE: ./lib/decide/next/plan-seen.js



/** `Plan-Seen`: the highest comment id below all that is pending, to be refused, or newer than what lists show. */
function planSeen(thread, state, done = []) {
    // Compared by ids, since the step may come from an earlier snapshot.
    const doneIds = new Set(done.flatMap(idsOf));
    const waiting = state.pending.filter(facts/* isStep */.Vf).flatMap(idsOf);
    const toBeRefused = state.refusals.flatMap(({ comment }) => ((0,words_command/* isApproval */.Uw)(comment.command) ? [] : [comment.id]));
    // Our comments on the issue during a model step may be newer than people's comments that GitHub does not list yet.
    const onIssue = thread.comments.filter(({ author }) => author.login !== thread.bot.login);
    const listed = [...onIssue, ...(0,thread_people/* commentsAt */.ar)(thread, 'pull')].filter(({ isAfterList }) => !isAfterList);
    const ids = listed.map((comment) => comment.id);
    const limit = Math.min(Infinity, ...[...waiting, ...toBeRefused].filter((id) => !doneIds.has(id)));
    return Math.max(state.history.seen, 0, ...ids.filter((id) => id < limit));
}
const idsOf = (pending) => (0,facts/* commentsOf */.u3)(pending).map((comment) => comment.id);

// EXTERNAL MODULE: ./lib/plan/usage.js
var plan_usage = __webpack_require__(3384);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 4 modules
var schemas = __webpack_require__(2503);
;// CONCATENATED MODULE: ./lib/decide/thread/thread.js


const hasParts = (thread, ...parts) => parts.every((part) => thread[part] !== undefined);
const NEW_RUN = {
    attempts: new Map(),
    pullForbidden: false,
    continued: undefined,
    reviewed: 0,
    contended: false,
    problems: [],
    undelivered: [],
    written: { comments: [], commits: [], dispatches: 0 },
    spent: plan_usage/* noUsage */.tk,
};
const inThisRun = (thread, more) => ({
    ...thread,
    thisRun: { ...thread.thisRun, ...more },
});
/** The thread with these changes of its pull request, where it has one. */
const withPull = (thread, more) => ({
    ...thread,
    pull: thread.pull && { ...thread.pull, pull: { ...thread.pull.pull, ...more } },
});
function withWritten(thread, more) {
    const { comments, commits, dispatches } = thread.thisRun.written;
    const written = {
        comments: [...comments, ...(more.comments ?? [])],
        commits: [...commits, ...(more.commits ?? [])],
        dispatches: dispatches + (more.dispatches ?? 0),
    };
    return inThisRun(thread, { written });
}
/** The id of what stands for the text of an issue among its comments. No comment has it. */
const OPENING = 0;
const NO_REACTIONS = { eyes: 0, rocket: 0, confused: 0 };
/** Where a comment stands. Ids are unique across both places. */
const targetOf = ({ comments }, { id }) => id === OPENING || comments.some((one) => one.id === id) ? 'issue' : 'pull';
/** A review requests changes until it is dismissed, or its author approves in a later one. */
const requestsChanges = (review, { pull }) => review?.verdict === 'changes_requested' &&
    !(pull?.remarks ?? []).some(({ kind, verdict, author, id }) => kind === 'summary' && verdict === 'approved' && author.id === review.author.id && id > review.id);
/** The result of merging the base at the current commits, if it was tried. Without files there is no conflict. */
const triedMerge = ({ merge, branch, base }) => merge && merge.head === branch?.head && merge.base === base.sha ? merge : undefined;
function knownConflict(thread) {
    const merge = triedMerge(thread);
    return merge && merge.files.length > 0 ? merge : undefined;
}
const isAnyExecuted = ({ branch }, numbers) => branch.commits.some(({ entry }) => !entry?.trailers.state && numbers.includes(entry?.trailers.subtask ?? 0));
/**
 * Usage that no commit on the plan's branch records. `granted` came before the budget was last granted again, `grants`
 * counts how often a request on the issue did that. `fixes` are failed checks that an event asked the model about without
 * a version. `rechecked` is the newest merge of the base after which all checks passed.
 */
const UnjournaledUsage = schemas/* object */.Ikc({
    usage: plan_usage/* Usage */._U,
    granted: plan_usage/* Usage */._U,
    grants: schemas/* number */.aig().int().nonnegative().max(1_000_000),
    fixes: schemas/* array */.YOg(schemas/* object */.Ikc({ code: schemas/* string */.YjP().max(64), digest: schemas/* string */.YjP().max(64) })).max(1_000),
    rechecked: schemas/* string */.YjP().max(64).optional(),
});
const NOTHING_PAID = { usage: plan_usage/* noUsage */.tk, granted: plan_usage/* noUsage */.tk, grants: 0, fixes: [] };

// EXTERNAL MODULE: ./lib/github/forge.js
var forge = __webpack_require__(8124);
;// CONCATENATED MODULE: ./lib/decide/thread/trailers.js


/** What a commit without changes records: the values of the trailer `Plan-State`. */
const RECORDED_STATES = ['abandoned', 'failed', 'in_progress', 'halted', 'updated', 'done'];
/** The whole message of a commit. The trailers are the last block, so nothing above them can be taken for one. */
function renderMessage({ subject, body, trailers }) {
    return [subject, body.trim(), renderTrailers(trailers)].filter(Boolean).join('\n\n') + '\n';
}
/** The address by which GitHub ties a commit to an account. */
const mailOf = (account) => `${account.id}+${account.login}@users.noreply.github.com`;
const authorOf = (account) => ({
    name: account.login,
    email: mailOf(account),
});
/** Reads a commit message of the bot. Only the last paragraph holds trailers: text further up may look like them. */
function parseMessage(message) {
    const paragraphs = message
        .replaceAll('\r\n', '\n')
        .trimEnd()
        .split(/\n[ \t]*\n/);
    const fields = fieldsOf(paragraphs.at(-1) ?? '');
    const issue = numberIn(fields('Plan-Issue')[0]);
    if (issue === undefined)
        return undefined;
    return {
        subject: paragraphs[0]?.split('\n')[0] ?? '',
        body: paragraphs.slice(1, -1).join('\n\n'),
        trailers: readTrailers(issue, fields),
    };
}
/** Whether the message of a commit says what these trailers say, and nothing else. */
function hasSameTrailers(message, trailers) {
    const read = parseMessage(message)?.trailers;
    // No usage reads back as a usage of 0.
    return read !== undefined && renderTrailers(read) === renderTrailers({ usage: plan_usage/* noUsage */.tk, ...trailers });
}
function fieldsOf(block) {
    const pairs = block.split('\n').flatMap((line) => {
        const match = /^([A-Za-z][A-Za-z-]*): (.*)$/.exec(line);
        return match ? [[match[1] ?? '', (match[2] ?? '').trim()]] : [];
    });
    return (name) => pairs.filter(([key]) => key === name).map(([, value]) => value);
}
/** A field that is one line. Of several lines with its name only the first is read. */
const single = (name, read, render = String) => ({
    lines: (value) => [[name, render(value)]],
    read: (fields) => {
        const [text] = fields(name);
        return text === undefined ? undefined : read(text);
    },
});
const pathLines = (name) => ({
    lines: (paths) => paths.map((path) => [name, path]),
    read: (fields) => {
        const paths = fields(name);
        return paths.length > 0 ? paths : undefined;
    },
});
const listed = (name, read, render) => ({
    ...single(name, read, render),
    lines: (list) => (list.length === 0 ? [] : [[name, render(list)]]),
});
const oneOf = (known) => (text) => known.find((one) => one === text);
const groupsOf = (pattern, read) => (text) => {
    const match = pattern.exec(text);
    return match ? read(...match.slice(1)) : undefined;
};
const numberIn = (text) => text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
/** `Plan-Approved-By: bob (12)` for each approval, then `Plan-Permission: bob write` once for each login. */
function linesOfApprovers(approvers) {
    const permissions = approvers.flatMap(({ login, permission }) => (permission ? [`${login} ${permission}`] : []));
    return [
        ...approvers.map((by) => ['Plan-Approved-By', `${by.login} (${by.comment})`]),
        ...[...new Set(permissions)].map((one) => ['Plan-Permission', one]),
    ];
}
function readApprovers(fields) {
    const permissions = new Map(fields('Plan-Permission').flatMap((text) => {
        const [login = '', role] = text.split(' ');
        const permission = forge/* PERMISSIONS */.J.find((one) => one === role);
        return permission ? [[login, permission]] : [];
    }));
    return fields('Plan-Approved-By').flatMap((text) => {
        const [, login = '', comment] = /^(\S+) \((\d{1,15})\)$/.exec(text) ?? [];
        const permission = permissions.get(login);
        return comment ? [{ login, comment: Number(comment), ...(permission ? { permission } : {}) }] : [];
    });
}
function readProof(text) {
    const [, proving, guarding, unplanned] = /^proving=(\d{1,4}) guarding=(\d{1,4})(?: unplanned=(\d{1,4}))?$/.exec(text) ?? [];
    if (proving === undefined)
        return undefined;
    const counts = { proving: Number(proving), guarding: Number(guarding) };
    return unplanned === undefined ? counts : { ...counts, unplanned: Number(unplanned) };
}
const renderProof = ({ proving, guarding, unplanned }) => `proving=${proving} guarding=${guarding}${unplanned === undefined ? '' : ` unplanned=${unplanned}`}`;
const LETTERS = { passed: 'p', failed: 'f', 'not run': 'n' };
/** `nfnp:9f86…`: letters for before, without, earlier (of older releases) and planned, and the output's digest. */
const renderAnswersOfChecks = (checks) => checks
    .map(({ before, without, earlier, planned, digest }) => {
    const letters = LETTERS[before] + LETTERS[without] + LETTERS[earlier ?? 'not run'] + LETTERS[planned];
    return digest === undefined ? letters : `${letters}:${digest}`;
})
    .join(' ');
function readAnswersOfChecks(text) {
    if (!/^[pfn]{3,4}(?::[0-9a-f]{64})?(?: [pfn]{3,4}(?::[0-9a-f]{64})?){0,199}$/.test(text))
        return undefined;
    return text.split(' ').map((one) => {
        const [letters = '', digest] = one.split(':');
        const answerAt = (i) => (letters[i] === 'p' ? 'passed' : letters[i] === 'f' ? 'failed' : 'not run');
        const earlier = answerAt(2);
        return {
            ...{ before: answerAt(0), without: answerAt(1), planned: answerAt(3) },
            ...(earlier === 'not run' ? {} : { earlier }),
            ...(digest === undefined ? {} : { digest }),
        };
    });
}
/** `9f86…:12/1`: the digest of a command, and how many tests it ran and left out. */
const renderPassed = ({ command, counts }) => counts ? `${command}:${counts.ran}/${counts.skipped}` : command;
function readPassed(text = '') {
    const read = text.split(' ').map((one) => /^([0-9a-f]{32})(?::(\d{1,9})\/(\d{1,9}))?$/.exec(one));
    if (read.length > 200 || read.includes(null))
        return undefined;
    return read.flatMap((match) => {
        const [, command = '', ran, skipped] = match ?? [];
        return [{ command, ...(ran === undefined ? {} : { counts: { ran: Number(ran), skipped: Number(skipped) } }) }];
    });
}
/**
 * The trailers of one commit of the bot, in the order in which they are written. The branch is the journal: nothing is
 * remembered but these and `PLAN.md`. What an older version wrote reads as it did then, and unknown trailers are skipped.
 */
const ROWS = {
    issue: single('Plan-Issue', numberIn),
    subtask: {
        ...single('Plan-Subtask', numberIn),
        // An unknown state comes from a later release. It must not look like an executed subtask.
        read: (fields) => {
            const [state] = fields('Plan-State');
            return state !== undefined && oneOf(RECORDED_STATES)(state) === undefined
                ? undefined
                : numberIn(fields('Plan-Subtask')[0]);
        },
    },
    state: single('Plan-State', oneOf(RECORDED_STATES)),
    reason: single('Plan-Reason', oneOf(['budget', 'change', 'continuation', 'environment', 'acceptance'])),
    attempts: single('Plan-Attempts', numberIn),
    request: single('Plan-Request', String),
    feedback: listed('Plan-Feedback', (text) => text.split(',').flatMap((id) => numberIn(id.trim()) ?? []), (ids) => ids.join(', ')),
    /** For which checks a version was made: the newest commit of the code, and what the failures are known by. */
    fix: single('Plan-Fix', groupsOf(/^([0-9a-f]{40}) ([0-9a-f]{16})$/, (code = '', digest = '') => ({ code, digest })), ({ code, digest }) => `${code} ${digest}`),
    command: single('Plan-Command', numberIn),
    /** The subtask of a plan that resolves a merge, and the commit of the base that it merges. */
    merge: single('Plan-Merge', groupsOf(/^(\d{1,4}) ([0-9a-f]{40})$/, (subtask, base = '') => ({ subtask: Number(subtask), base })), ({ subtask, base }) => `${subtask} ${base}`),
    /** The commit that a second look at the result is about. */
    look: single('Plan-Look', (text) => /^[0-9a-f]{40}$/.exec(text)?.[0]),
    version: single('Plan-Version', String),
    approvedBy: { lines: linesOfApprovers, read: readApprovers },
    usage: single('Plan-Usage', plan_usage/* parseUsage */.Zb, plan_usage/* renderUsage */.eY),
    /** The run of the workflow that paid what `usage` says. */
    run: single('Plan-Run', numberIn),
    /** How many checks of the subtask fail without its change, and how many pass without it, too. */
    proof: single('Plan-Proof', readProof, renderProof),
    /** What each check of the subtask said on the other trees, in their order. */
    checks: listed('Plan-Checks', readAnswersOfChecks, renderAnswersOfChecks),
    /** The checks that passed on the very tree of the commit. */
    passed: listed('Plan-Passed', readPassed, (passed) => passed.map(renderPassed).join(' ')),
    /** Test files that the plan changed, and whose earlier versions fail on the new code: each, or only together. */
    brokenTests: pathLines('Plan-Broken-Test'),
    brokenSet: pathLines('Plan-Broken-Set'),
    /** Digests of the changes that were handed to another job to be verified. */
    verify: listed('Plan-Verify', (text) => text.split(' '), (digests) => digests.join(' ')),
    /** The highest comment id that was considered for this commit. */
    seen: single('Plan-Seen', numberIn),
    coAuthor: single('Co-authored-by', groupsOf(/^(\S+) <(\d{1,15})\+\S+@users\.noreply\.github\.com>$/, (login = '', id) => ({ login, id: Number(id) })), (account) => `${account.login} <${mailOf(account)}>`),
};
const FIELDS = Object.keys(ROWS);
const trailerLinesOf = (field, value) => value === undefined ? [] : ROWS[field].lines(value);
const renderTrailers = (trailers) => FIELDS.flatMap((field) => trailerLinesOf(field, trailers[field]))
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
/** What is missing reads as nothing: no feedback, no approval, no usage, no comment that was seen. */
function readTrailers(issue, fields) {
    const found = FIELDS.flatMap((field) => {
        const value = ROWS[field].read(fields);
        return value === undefined ? [] : [[field, value]];
    });
    return { seen: 0, feedback: [], usage: plan_usage/* noUsage */.tk, ...Object.fromEntries(found), issue };
}

// EXTERNAL MODULE: ./lib/git/side-ref.js
var side_ref = __webpack_require__(6121);
// EXTERNAL MODULE: ./lib/lib/async.js
var lib_async = __webpack_require__(211);
;// CONCATENATED MODULE: ./lib/observe/sources.js




/** The account of the workflow's own token. */
const ACTIONS_BOT = { login: 'github-actions[bot]', id: 41898282, type: 'Bot' };
/** The account as which a run acts. GitHub does not tell a workflow's own token who it is. */
const ownAccount = async ({ forge }) => (await forge.me()) ?? ACTIONS_BOT;
/** `planBase` is the branch that the plan is for, if it is a person's. */
const planRefsOf = ({ base, branchPrefix }, issue, planBase = base) => ({
    base: planBase,
    prefix: branchPrefix,
    issue,
    ...(planBase === base ? {} : { home: base }),
});
/** The commit of the repository's own base, where instructions and code owners are read for every plan. */
const ownBase = async ({ repo, base }, thread) => (thread.base.branch === base ? undefined : await (0,side_ref/* homeCommit */.j8)(repo)) ?? thread.base.sha;
/** A person's permission, and whether they may approve the plan of a thread by the input `approvers`. */
async function lookUpPerson({ forge, approvers }, { branch }, login) {
    const permission = await forge.permission(login);
    const subtasks = [...(branch?.owners?.values() ?? [])];
    const isAllowed = (teams) => (0,thread_people/* mayApprove */.Hs)(approvers, { login, permission, subtasks, teams });
    if (!(0,thread_people/* mayWrite */.J)({ permission }))
        return { permission, approver: false };
    if (approvers.kind === 'codeowners') {
        const teams = await teamsOf(forge, login, subtasks.flat());
        return { permission, approver: isAllowed(teams), teams };
    }
    // Fetches teams only for people whom they can admit, so that a hidden team blocks no other approver.
    const isAdmitted = isAllowed([]);
    if (approvers.kind === 'permission' || isAdmitted)
        return { permission, approver: isAdmitted };
    return { permission, approver: isAllowed(await membershipsOf(forge, login, approvers.teams)) };
}
/** A person's permission, fetched if it is not known yet. */
const permissionOf = async (forge, { people }, login) => people.get(login)?.permission ?? (await forge.permission(login));
/** The texts by people with write permission. */
async function permitted(forge, thread, comments) {
    const logins = new Set(comments.map(({ author }) => author.login));
    const writers = await (0,lib_async/* asMap */.$H)(logins, async (login) => (0,thread_people/* mayWrite */.J)({ permission: await permissionOf(forge, thread, login) }));
    return comments.filter(({ author }) => writers.get(author.login));
}
/** A person's teams that own files which the person does not own by name. Throws `UserError` if one is hidden. */
const teamsOf = (forge, login, files) => membershipsOf(forge, login, (0,thread_people/* owningTeams */.Fw)(files.filter(({ owners }) => !(0,thread_people/* isOwner */.u8)(owners, { login }))));
async function membershipsOf(forge, login, teams) {
    const memberships = await (0,lib_async/* asMap */.$H)(teams, (team) => forge.inTeam(team, login));
    const hidden = teams.find((team) => memberships.get(team) === undefined);
    if (hidden !== undefined)
        throw new errors/* UserError */.yo('team-hidden', `The token cannot see the team \`@${hidden}\`, whose members may approve, or there is no such team.`, 'Give the input `github-token` the token of a GitHub App with the organization permission “Members: read”, or name people instead of the team.');
    return teams.filter((team) => memberships.get(team));
}

// EXTERNAL MODULE: ./lib/git/git.js
var git = __webpack_require__(5216);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./lib/git/objects.js + 1 modules
var objects = __webpack_require__(5269);
// EXTERNAL MODULE: ./lib/git/remote.js
var remote = __webpack_require__(9416);
;// CONCATENATED MODULE: ./lib/git/commits.js







/** The commits of `base..head`, oldest first. Throws `GitError`. */
const commitsBetween = (repo, { base, head }) => readLog(repo, ['--topo-order', `${base}..${head}`], [base, head]);
/** A commit by its whole id. Throws `GitError`. */
const commitOf = async (repo, id) => (await readLog(repo, ['--no-walk', id], [id]))[0];
/** The commits that `git log` lists for these arguments, oldest first; `ids` as for `cachedGit`. Throws `GitError`. */
async function readLog(repo, range, ids) {
    const format = '--format=%H%x00%P%x00%an%x00%ae%x00%cI%x00%B%x00';
    const fields = (await (0,git/* cachedGit */.VE)(repo, ['log', '--reverse', format, ...range], { ids })).split('\0');
    const commits = [];
    for (let i = 0; i + 5 < fields.length; i += 6) {
        const [sha = '', parents = '', name = '', email = '', date = '', message = ''] = fields.slice(i, i + 6);
        commits.push({
            sha: sha.trim(),
            parents: parents.split(' ').filter(Boolean),
            author: { name, email },
            date,
            message,
        });
    }
    return commits;
}
/** A separate repository for shallow fetches, which would cut the history in the repository of the run. */
function openSeparateRepository(repo, name) {
    const gitDir = `${repo.gitDir}-${name}`;
    const separateRepo = { ...repo, gitDir, workTree: (0,external_node_path_.join)(gitDir, 'none') };
    (0,git/* initRepository */.zY)(separateRepo);
    return separateRepo;
}
/** Limits: commits that are read in all, and commits that are fetched of each branch and record. */
const MAX_COMMITS_OPTION = '--max-count=2000';
const DEPTH = 50;
/** The newest commits of the base and, unless they are enough, of plan branches and records. Ignores outages. */
async function earlierCommits(repo, { base, prefix }, isEnough) {
    const onBase = (await readLog(repo, [MAX_COMMITS_OPTION, base], [base])).toReversed();
    return isEnough(onBase) ? onBase : [...onBase, ...(await commitsOfPlans(repo, prefix).catch(() => []))];
}
async function commitsOfPlans(repo, prefix) {
    const separateRepo = openSeparateRepository(repo, 'earlier');
    const refs = [`refs/heads/${prefix}issue-*`, `${side_ref/* SIDE_REFS */.Hz}*-record`].map((pattern) => `+${pattern}:${pattern}`);
    await (0,remote/* fetchRefs */.BA)(separateRepo, refs, { kind: 'depth', commits: DEPTH, levels: 0 });
    return (await readLog(separateRepo, [MAX_COMMITS_OPTION, '--all'], [])).toReversed();
}
/** Bytes of a plan file that is read. Neither people nor models write larger plans. */
const LARGEST_PLAN_FILE = 1 << 20;
/** The plan files of other branches, by branch. The fetch is filtered by the depth of the plan file in the tree. */
async function planTextsOf(repo, branches, planFile) {
    if (branches.length === 0)
        return new Map();
    const separateRepo = openSeparateRepository(repo, 'beside');
    const refs = branches.map((branch) => `+refs/heads/${branch}:refs/heads/${branch}`);
    await (0,remote/* fetchRefs */.BA)(separateRepo, refs, { kind: 'depth', commits: 1, levels: planFile.split('/').length + 1 });
    const file = { path: planFile, most: LARGEST_PLAN_FILE };
    return (0,lib_async/* asMap */.$H)(branches, (branch) => (0,objects/* textAt */.$6)(separateRepo, { ...file, commit: `refs/heads/${branch}` }));
}
// A mail address is no signature: anybody who may push can commit under the bot's. So the bot lists its commits in a
// side ref, which is pushed together with them, or before GitHub's API creates them.
const ownCommitsRef = (issue) => ({ kind: 'commits', issue });
/** Identifies a commit before GitHub creates it, and after a rebase. GitHub may change white space. */
const commitKey = (branch, message) => (0,external_node_crypto_.hash)('sha256', JSON.stringify([branch, message.replace(/\s+/g, ' ').trim()]));
async function listedCommits(repo, issue) {
    const text = await (0,side_ref/* readSide */.wU)(repo, ownCommitsRef(issue));
    return text?.split('\n').flatMap((line) => {
        const [key = '', sha, branch] = line.split(' ');
        return key === '' ? [] : [{ key, sha, branch }];
    });
}
const lineOf = ({ key, sha, branch }) => `${[key, sha, branch].filter(Boolean).join(' ')}\n`;
/**
 * The bot's commits on a branch, and the ids of listed commits that are missing there. Each key counts as often as it
 * is listed, so that a commit with a copied message is not taken for the bot's.
 */
async function ownCommitsAmong(repo, { issue, name, commits }) {
    const listed = await listedCommits(repo, issue);
    if (!listed)
        return undefined;
    const unmatched = Map.groupBy(listed, ({ key }) => key);
    const own = commits.filter(({ message }) => unmatched.get(commitKey(name, message))?.shift() !== undefined);
    const missing = [...unmatched.values()].flat().filter(({ branch }) => branch === name);
    return { own: new Set(own), missing: missing.flatMap(({ sha }) => sha ?? []) };
}
/**
 * A commit of the list with these commits added, on top of the fetched one, so that no push needs force. Commits that
 * are no longer on the branch are dropped, unless they are still reported as `missing`.
 */
async function addOwnCommits(repo, issue, { branch, made, present = [], missing, author }) {
    const current = [...present, ...made].map(({ message, sha }) => {
        return { key: commitKey(branch, message), sha, branch: sha && branch };
    });
    const keys = new Set(current.flatMap(({ key, sha }) => (sha === undefined ? [] : [key])));
    const earlier = (await listedCommits(repo, issue)) ?? [];
    const isKept = (one) => one.branch !== branch || missing.includes(one.sha ?? '');
    const listed = [...earlier.filter((one) => isKept(one) && !keys.has(one.key)), ...current];
    return (0,side_ref/* commitSide */.tR)(repo, ownCommitsRef(issue), {
        from: await (0,side_ref/* sideCommit */.x$)(repo, ownCommitsRef(issue)),
        text: listed.map(lineOf).join(''),
        message: `Our commits for #${issue}\n`,
        author,
    });
}
/** Patch ids, which identify a change wherever it is applied, by the commit that heads each patch. */
async function patchIdsIn(repo, patches) {
    const lines = (await (0,git/* git */.$Y)(repo, ['patch-id', '--stable'], { input: patches })).split('\n').filter(Boolean);
    return new Map(lines.map((line) => line.split(' ')).map(([id = '', commit = '']) => [commit, id]));
}
/** The patch id of each commit after `from` up to `to`, merges left out. */
async function patchIdsOf(repo, from, to) {
    const format = ['-p', '--no-merges', '--full-index', '--format=commit %H'];
    return patchIdsIn(repo, await (0,git/* git */.$Y)(repo, ['log', ...format, `${from}..${to}`]));
}
/** The patch id of all changes between two commits as one. Undefined when there are none. */
async function patchIdBetween(repo, from, to) {
    const patch = await (0,git/* git */.$Y)(repo, ['diff-tree', '-p', '--full-index', from, to]);
    return [...(await patchIdsIn(repo, `${patch}\n`)).values()][0];
}
/** Where a plan's commits are: on its branch, on the base, or on either with new ids after rebase or squash. */
async function locationOfCommits(repo, { head, subtasks }, { base, branch }) {
    if (branch !== undefined && (await (0,git/* isPartOf */.xm)(repo, head, branch)))
        return { seen: 'on the branch of the plan' };
    if (await (0,git/* isPartOf */.xm)(repo, head, base))
        return { seen: 'on the base branch' };
    const fork = await (0,git/* commonAncestor */.j1)(repo, base, head);
    if (fork === undefined)
        return { seen: 'the base branch', wrong: 'the plan and the base have no commit in common' };
    const presentPatches = new Set();
    for (const tip of [base, branch ?? base]) {
        const start = await (0,git/* commonAncestor */.j1)(repo, head, tip);
        if (start)
            for (const id of (await patchIdsOf(repo, start, tip)).values())
                presentPatches.add(id);
    }
    const combinedPatch = await patchIdBetween(repo, fork, head);
    if (combinedPatch === undefined)
        return { seen: 'the plan changes nothing' };
    if (presentPatches.has(combinedPatch))
        return { seen: 'as one commit on the base branch, with the same change' };
    const patchOf = await patchIdsOf(repo, fork, head);
    const missing = subtasks.flatMap(({ commit }) => {
        const patch = commit === null ? undefined : patchOf.get(commit);
        return commit === null || patch === undefined || presentPatches.has(patch) ? [] : [`\`${commit.slice(0, 7)}\``];
    });
    return missing.length === 0
        ? { seen: 'one by one on the base branch or the branch of the plan, with the same changes' }
        : { seen: 'branch and base', wrong: `no commit there makes the change of ${missing.join(', ')}` };
}

// EXTERNAL MODULE: ./lib/guard/json.js
var json = __webpack_require__(5183);
// EXTERNAL MODULE: ./lib/plan/plan.js
var plan_plan = __webpack_require__(9164);
;// CONCATENATED MODULE: ./lib/plan/record.js




const ObjectId = schemas/* string */.YjP().regex(/^[0-9a-f]{40}$/);
const Count = schemas/* number */.aig().int().nonnegative();
const Answer = schemas/* enum */.k5n(['passed', 'failed']).nullable();
/** `null` where it was not asked. Records of format 1 have `earlier` in the place of `planned`. */
const CheckRecord = schemas/* object */.Ikc({
    command: schemas/* string */.YjP(),
    before: Answer,
    without: Answer,
    earlier: Answer.optional(),
    planned: Answer.optional(),
    after: Answer,
    verdict: schemas/* enum */.k5n(['proving', 'guarding']).nullable(),
    digest: plan_plan/* Digest */.np.nullable(),
})
    .transform(({ command, before, without, earlier = null, planned = null, ...fields }) => ({
    ...{ command, before, without },
    ...(earlier === null ? { planned } : { earlier }),
    ...fields,
}));
/**
 * What is kept of a plan for good, as `record.json`. Each field follows from the branch, the comments and the settings;
 * `docs/record.md` says how. `null` is what GitHub no longer told, or what was not asked.
 */
const PlanRecord = schemas/* object */.Ikc({
    format: schemas/* union */.KCZ([schemas/* literal */.euz(1), schemas/* literal */.euz(2)]),
    issue: Count,
    pull_request: Count,
    state: schemas/* enum */.k5n(['done', 'abandoned']),
    request: schemas/* object */.Ikc({ comment: Count.nullable(), login: schemas/* string */.YjP(), id: Count.nullable(), text: schemas/* string */.YjP() }),
    versions: schemas/* array */.YOg(schemas/* object */.Ikc({ number: Count, blob: ObjectId, comment: Count })),
    approvals: schemas/* array */.YOg(schemas/* object */.Ikc({
        comment: Count,
        login: schemas/* string */.YjP(),
        id: Count.nullable(),
        permission: schemas/* enum */.k5n(['none', 'read', 'triage', 'write', 'maintain', 'admin']),
        at: schemas/* string */.YjP().nullable(),
        version: Count.nullable(),
        subtasks: schemas/* array */.YOg(Count),
    })),
    subtasks: schemas/* array */.YOg(schemas/* object */.Ikc({
        number: Count,
        state: plan_plan/* SubtaskState */.XR,
        subject: schemas/* string */.YjP(),
        outcome: schemas/* string */.YjP(),
        version: Count.nullable(),
        commit: ObjectId.nullable(),
        tree: ObjectId.nullable(),
        usage: plan_usage/* Usage */._U,
        checks: schemas/* array */.YOg(CheckRecord),
    })),
    /** The commit that the branch began from, the newest commit of the bot, the head of the branch, and its tree. */
    base: ObjectId,
    journal: ObjectId,
    head: ObjectId,
    tree: ObjectId,
    usage: plan_usage/* Usage */._U,
    runs: schemas/* array */.YOg(Count),
    models: schemas/* array */.YOg(schemas/* string */.YjP()),
    action: schemas/* string */.YjP().nullable(),
});
/** In characters, far more than the largest plan needs; bounds what a hostile record makes us parse. */
const MAX_RECORD_LENGTH = 1 << 20;
/** The text of `record.json`. */
const renderRecord = (record) => `${JSON.stringify(record, undefined, 2)}\n`;
/** Reads a record. Undefined for anything else, also for a record of a later format. */
const parseRecord = (text) => text.length > MAX_RECORD_LENGTH ? undefined : PlanRecord.safeParse((0,json/* jsonIn */.Yf)(text)).data;

// EXTERNAL MODULE: ./lib/plan/markdown.js + 1 modules
var markdown = __webpack_require__(6244);
// EXTERNAL MODULE: ./lib/guard/paths-in-commit.js
var paths_in_commit = __webpack_require__(215);
// EXTERNAL MODULE: ./lib/guard/paths.js
var guard_paths = __webpack_require__(605);
;// CONCATENATED MODULE: ./lib/observe/branch/codeowners.js


/** Where GitHub looks for the file, in its order; the first that exists counts. */
const CODEOWNERS_PATHS = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'];
/** GitHub does not load a larger file, in bytes. */
const MAX_CODEOWNERS_BYTES = 3 * 1024 * 1024;
/**
 * The rules of a CODEOWNERS file, in order. Like GitHub, this skips lines that are no rule, and files over 3 MB.
 * Source:
 * https://docs.github.com/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners
 */
function parseCodeowners(text) {
    if (Buffer.byteLength(text) > MAX_CODEOWNERS_BYTES)
        return [];
    return text.split('\n').flatMap((line) => parseRule(line.trim()) ?? []);
}
/** A pattern up to the first white space that is not escaped, then owners, then perhaps a comment. */
function parseRule(line) {
    const [pattern = ''] = /^(?:\\.|[^\\\s])+/.exec(line) ?? [];
    const [named = ''] = line.slice(pattern.length).split('#', 1);
    const owners = named.split(/\s+/).filter(Boolean);
    return isPattern(pattern) && owners.every(isOwner) ? { pattern, owners } : undefined;
}
/** Unlike `.gitignore`, CODEOWNERS has no `!`, ranges in `[ ]`, or escaped `#` at the beginning. */
const isPattern = (pattern) => pattern !== '' && !/^\\?#|^!|[[\]]|\*{3}/.test(pattern);
const isOwner = (owner) => /^@[\w-]+(?:\/[\w.-]+)?$|^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(owner);
/** The owners of a path by the last rule whose pattern covers it; none where it names none. */
function ownersOf(rules, path) {
    // A plan may write `./a//b` for `a/b`; a trailing slash means a directory.
    const names = path.split('/').filter((name, i, all) => name !== '.' && (name !== '' || i === all.length - 1));
    return rules.findLast(({ pattern }) => (0,guard_paths/* matchesWildcards */.HP)(namesOf(pattern), names, NAME_WILDCARDS))?.owners ?? [];
}
const ANY_DEPTH = '**';
/**
 * Splits a pattern into names, with `**` for implicit parts: without a slash before the end it matches at any depth.
 * It covers all files below a directory; with a slash at the end, nothing else. A last `*` does not match deeper paths.
 */
function namesOf(pattern) {
    const names = pattern
        .replace(/^\//, '')
        .replace(/\/(?:\*\*)?$/, '')
        .split('/');
    const start = /\/./.test(pattern) ? [] : [ANY_DEPTH];
    if (/\/(?:\*\*)?$/.test(pattern))
        return [...start, ...names, '*', ANY_DEPTH];
    return [...start, ...names, ...(/(?:^|\/)\*$/.test(pattern) ? [] : [ANY_DEPTH])];
}
/** Whether a name of a path matches one of a pattern: `*` is any text, `?` one character, and `\` escapes the next. */
function matchesName(pattern, name) {
    if (!/[*?\\]/.test(pattern))
        return pattern === name;
    const characters = pattern.match(/\\?./gsu) ?? [];
    return (0,guard_paths/* matchesWildcards */.HP)(characters, [...name], CHARACTER_WILDCARDS);
}
const NAME_WILDCARDS = { star: ANY_DEPTH, matches: matchesName };
const CHARACTER_WILDCARDS = {
    star: '*',
    matches: (one, character) => one === '?' || one.replace(/^\\(?=.)/s, '') === character,
};
/** The text of the CODEOWNERS file of a commit; empty without such a file. */
async function readCodeowners(repo, commit) {
    for (const path of CODEOWNERS_PATHS) {
        const text = await (0,objects/* textAt */.$6)(repo, { commit, path });
        if (text !== undefined)
            return text;
    }
    return '';
}
/** Paths grouped by their owners, by the text of a CODEOWNERS file. */
function ownersOfPaths(codeowners, paths) {
    const rules = parseCodeowners(codeowners);
    const owned = [...new Set(paths)].map((path) => ({ path, owners: ownersOf(rules, path) }));
    const groups = Map.groupBy(owned, ({ owners }) => owners.toSorted().join(' ').toLowerCase());
    return [...groups.values()].map((files) => ({ paths: files.map(({ path }) => path), owners: files[0]?.owners ?? [] }));
}
/** All owners that a CODEOWNERS file names, deduplicated. */
const allOwners = (codeowners) => [
    ...new Set(parseCodeowners(codeowners).flatMap(({ owners }) => owners)),
];

;// CONCATENATED MODULE: ./lib/observe/branch/branch.js











/** Bytes. Neither people nor models write larger plans, and no record of one is as large. */
const FILE_LIMIT = 1 << 20;
/** Reads a branch as a journal: its commits, and the plan file with every text that it had. */
async function readBranch(repo, spec) {
    const commits = await commitsBetween(repo, spec);
    const [blobs, file] = await Promise.all([
        blobsOf(repo, commits, spec.planFile),
        readPlanFile(repo, spec.head, spec.planFile),
    ]);
    const isOfBase = file !== undefined && !isPlan(file) && (await mergedFile(repo, spec))?.id === file.blob;
    const planFile = isOfBase ? undefined : file;
    // A mail address is no signature: only commits in the list of our pushes are ours.
    const ownCommits = await ownCommitsAmong(repo, { ...spec, commits });
    const branchCommits = commits.map((commit) => ({
        ...commit,
        entry: ownCommits?.own.has(commit) ? entryOf(commit.message, spec.issue) : undefined,
    }));
    const plan = planFile?.kind === 'text' ? (0,markdown/* parsePlan */.vS)(planFile.text).plan : undefined;
    const tests = plan?.acceptance?.map(({ path }) => path) ?? [];
    const origin = planFile && blobs.get(planFile.blob);
    const startCommit = branchCommits[0]?.parents[0];
    const { base, ownersAt } = spec;
    const record = parseRecord((await (0,side_ref/* readSide */.wU)(repo, { kind: 'record', issue: spec.issue }, FILE_LIMIT)) ?? '');
    const commit = record && (await (0,side_ref/* sideCommit */.x$)(repo, { kind: 'record', issue: spec.issue }));
    const texts = await (0,lib_async/* asMap */.$H)(blobs.keys(), (blob) => (0,objects/* readBlob */.gm)(repo, blob));
    return {
        name: spec.name,
        head: spec.head,
        planFile,
        commitOfPlanBlob: blobs,
        isListed: ownCommits !== undefined,
        missing: ownCommits?.missing ?? [],
        owners: plan && ownersAt !== undefined ? await ownersOfPlan(repo, { base, ownersAt, plan }) : undefined,
        ...(record && commit ? { record: { commit, journal: record.journal, pull: record.pull_request } } : {}),
        baseChanges: plan && origin !== undefined ? await baseChangesSince(repo, { base, commits: branchCommits, origin, plan }) : [],
        // Files that the branch itself adds are not taken.
        takenPaths: startCommit === undefined ? [] : await (0,paths_in_commit/* takenPaths */.U)(repo, startCommit, tests),
        texts: new Map([...texts].filter(([, text]) => text.length <= FILE_LIMIT)),
        commits: branchCommits,
    };
}
/** Owners of what each subtask names, by CODEOWNERS of the repository's own base: a branch must not decide. */
async function ownersOfPlan(repo, { base, ownersAt, plan }) {
    const [codeowners, present] = await Promise.all([readCodeowners(repo, ownersAt), (0,objects/* pathsIn */.Mr)(repo, base)]);
    return new Map(plan.subtasks.map(({ number, files }) => {
        const covered = files.map(guard_paths/* pathMatcher */.kZ).flatMap((isCovered) => present.filter(isCovered));
        return [number, ownersOfPaths(codeowners, [...files, ...covered])];
    }));
}
/** The versions of a file in commits, oldest first: each blob with the last commit that introduced it. */
async function blobsOf(repo, commits, path) {
    const ids = new Set(commits.flatMap(({ sha, parents }) => [sha, ...parents]));
    const entries = await (0,lib_async/* asMap */.$H)(ids, (id) => (0,objects/* entryAt */._f)(repo, id, path));
    const blobs = new Map();
    for (const { sha, parents } of commits) {
        const now = entries.get(sha);
        const before = parents.length > 0 ? parents.map((parent) => entries.get(parent)) : [undefined];
        const isBrought = before.some((entry) => entry?.id !== now?.id || entry?.mode !== now?.mode);
        if (isBrought && now?.mode.startsWith('100'))
            blobs.set(now.id, sha);
    }
    return blobs;
}
/** The journal entry of a commit. A commit merged from another plan's branch belongs to that plan. */
function entryOf(message, issue) {
    const entry = parseMessage(message);
    return entry?.trailers.issue === issue ? entry : undefined;
}
/** The file that people have at the plan's path on the base. Undefined for a plan, which may be overwritten. */
async function mergedFile(repo, { head, base, planFile }) {
    const merged = await (0,git/* commonAncestor */.j1)(repo, head, base);
    if (merged === undefined || isPlan(await readPlanFile(repo, merged, planFile)))
        return undefined;
    return (0,objects/* entryAt */._f)(repo, merged, planFile);
}
const isPlan = (file) => file?.kind === 'text' && (0,markdown/* parsePlan */.vS)(file.text).kind === 'parsed';
async function readPlanFile(repo, head, path) {
    const entry = await (0,objects/* entryAt */._f)(repo, head, path);
    if (!entry)
        return undefined;
    const blob = entry.id;
    if (!entry.mode.startsWith('100'))
        return { kind: 'unreadable', blob, why: 'it is not a file but a link or a folder' };
    const text = await (0,objects/* textAt */.$6)(repo, { commit: head, path, most: FILE_LIMIT });
    if (text === undefined)
        return { kind: 'unreadable', blob, why: 'it is larger than 1 MiB' };
    if (/[\0\ufffd]/.test(text))
        return { kind: 'unreadable', blob, why: 'it is not UTF-8 text' };
    return { kind: 'text', path, blob, text };
}
/** Maximum number of files, and of commits of each. Approvers read no more. */
const MAX_CHANGED_FILES = 20;
const MAX_COMMITS_PER_FILE = 5;
/** Changes of the base since the plan was written, in files that it names. Runs no git if the base has not moved. */
async function baseChangesSince(repo, { base, commits, origin, plan }) {
    if (followsBase(commits, base))
        return [];
    const named = plan.subtasks.flatMap(({ files }) => files.map(guard_paths/* pathMatcher */.kZ));
    // A version that resolves a merge conflict is based on the merged commit of the base.
    const mergedBase = commits.findLast(({ entry }) => entry?.trailers.merge)?.entry?.trailers.merge?.base;
    const isThere = mergedBase !== undefined && (await (0,git/* isPartOf */.xm)(repo, mergedBase, base));
    const fork = isThere ? mergedBase : await (0,git/* commonAncestor */.j1)(repo, base, origin);
    if (named.length === 0 || fork === undefined || fork === base)
        return [];
    const changed = (await (0,objects/* changesBetweenTrees */.Rh)(repo, fork, base)).map(({ path }) => path);
    const paths = changed.filter((path) => named.some((isNamed) => isNamed(path))).slice(0, MAX_CHANGED_FILES);
    return Promise.all(paths.map(async (path) => ({ path, commits: await baseCommitsOn(repo, { fork, base }, path) })));
}
/** Whether the commits form a linear history on top of the base. */
const followsBase = (commits, base) => commits[0]?.parents[0] === base && commits.every(({ parents }) => parents.length === 1);
/** The newest commits of the base since the fork that change a path. */
async function baseCommitsOn(repo, { fork, base }, path) {
    const args = ['log', `--max-count=${MAX_COMMITS_PER_FILE}`, '--format=%H%x00%s', `${fork}..${base}`, '--', path];
    const lines = (await (0,git/* cachedGit */.VE)(repo, args, { ids: [fork, base] })).split('\n').filter(Boolean);
    return lines.map((line) => {
        const [sha = '', subject = ''] = line.split('\0');
        return { sha, subject };
    });
}

// EXTERNAL MODULE: ./lib/runner/log.js
var log = __webpack_require__(3188);
// EXTERNAL MODULE: ./lib/observe/event.js
var observe_event = __webpack_require__(7064);
;// CONCATENATED MODULE: ./lib/observe/read-plans.js










/** The branch of a plan at a commit, with code owners if they approve. */
async function readBranchAt(sources, { base, ...spec }) {
    const ownersAt = sources.approvers.kind === 'codeowners' ? await ownBase(sources, { base }) : undefined;
    return readBranch(sources.repo, { ...spec, base: base.sha, planFile: sources.planFile, ownersAt });
}
const MAX_USAGE_BYTES = 1 << 20;
/** What the last fetch brought: the base, the branch of the plan by its name, and the usage that no branch records. */
async function readFetched(sources, { base: branch, issue }, name) {
    const { repo } = sources;
    const base = { branch, sha: await (0,side_ref/* baseCommit */.tI)(repo) };
    const head = name === undefined ? undefined : (await (0,side_ref/* fetchedBranches */.uN)(repo)).get(name);
    const usage = await (0,side_ref/* readSide */.wU)(repo, { kind: 'usage', issue }, MAX_USAGE_BYTES);
    return {
        base,
        branch: name && head ? await readBranchAt(sources, { name, issue, head, base }) : undefined,
        // Malformed text counts as no usage.
        paid: UnjournaledUsage.safeParse((0,json/* jsonIn */.Yf)(usage ?? '')).data ?? NOTHING_PAID,
    };
}
/** Fetches and reads the branch again after a push, including our own. */
async function refreshBranch(sources, thread) {
    const refs = planRefsOf(sources, thread.issue.number, thread.base.branch);
    await (0,side_ref/* fetchPlanRefs */.Ii)(sources.repo, refs, true);
    const name = thread.branch?.name ?? thread.pull?.pull.head.branch;
    return { ...thread, ...(await readFetched(sources, refs, name)) };
}
/** Other open plans and people's pull requests, with their paths, for the overlap note. Empty in an outage. */
async function readOtherPlans(sources, thread) {
    try {
        const others = (await sources.forge.openWork()).filter((one) => isOtherWork(one, thread));
        return await withPaths(sources, others, [thread.bot.login, ACTIONS_BOT.login]);
    }
    catch (error) {
        (0,log/* logWarning */.FF)(`Other plans on the same files were not looked up: ${(0,errors/* errorText */.kc)(error)}`);
        return [];
    }
}
async function withPaths(sources, pulls, ours) {
    const { branchPrefix } = sources;
    const isPlan = ({ branch, isFork, author }) => !isFork && (0,side_ref/* issueOf */.v1)(branch, branchPrefix) !== undefined && ours.includes(author);
    const plans = pulls.filter(isPlan);
    const branches = plans.map(({ branch }) => branch);
    const texts = await planTextsOf(sources.repo, branches, sources.planFile);
    return pulls.flatMap((one) => {
        const { number, title, author: by, files } = one;
        if (!plans.includes(one))
            return one.byBot ? [] : [{ number, isPlan: false, title, by, paths: files }];
        const changed = files.filter((path) => path !== sources.planFile);
        return [{ number, isPlan: true, title, by, paths: [...plannedPaths(texts.get(one.branch)), ...changed] }];
    });
}
const isOtherWork = ({ number, branch, isFork }, { pull, issue, base }) => number !== pull?.pull.number && number !== issue.number && (isFork || branch !== base.branch);
/** Maximum number of paths of another plan, whose text is untrusted. */
const MAX_PATHS = 200;
const plannedPaths = (text = '') => ((0,markdown/* parsePlan */.vS)(text).plan?.subtasks ?? []).flatMap(({ files }) => files).slice(0, MAX_PATHS);
/** A daily schedule may miss two turns; older changes wait for an event or a dispatch. */
const LOOK_BACK_DAYS = 3;
/**
 * What a run observes: the issue or pull request of its event, or everything that may be unfinished. That is every open
 * pull request on a plan-named branch (whether it is ours is checked later) that changed in the last three days, or
 * whose issue did, newest first; issues with a `/plan` or `/ask`, and open pull requests with a `/plan`, of these days
 * without a final reaction; and issues with leftover refs but no open plan.
 */
async function targetsOf(sources, destination) {
    if (destination.kind === 'target')
        return [destination.target];
    if (destination.kind === 'repository')
        return [];
    const { forge, repo, clock, repository, branchPrefix } = sources;
    const since = new Date(Date.parse(clock.timestamp()) - LOOK_BACK_DAYS * 86_400_000).toISOString();
    const [pulls, updated, comments, issuesWithRefs] = await Promise.all([
        forge.openPulls(),
        forge.updatedSince(since),
        forge.commentsSince(since),
        (0,side_ref/* issuesWithSides */.Rd)(repo),
    ]);
    const plans = pulls.flatMap((pull) => {
        const issue = pull.head.repository === repository ? (0,side_ref/* issueOf */.v1)(pull.head.branch, branchPrefix) : undefined;
        return issue === undefined ? [] : [{ pull, issue }];
    });
    const recent = updated.flatMap((number) => plans.filter(({ pull, issue }) => [pull.number, issue].includes(number)));
    const requests = comments.filter(({ author, body, isPull, reactions }) => author.type === 'User' && (0,observe_event/* asksInText */.bM)(body, isPull ? 'pull' : 'issue') && reactions.rocket === 0);
    const askedOn = (isPull) => requests.filter((one) => one.isPull === isPull).map((one) => one.number);
    const issuesWithPlan = new Set(plans.map(({ issue }) => issue));
    const issues = new Set([...askedOn(false), ...issuesWithRefs]);
    const others = new Set(pulls.filter((pull) => !plans.some((plan) => plan.pull === pull)).map(({ number }) => number));
    return [
        ...[...new Set(recent)].map(({ pull: { number } }) => ({ number, isPull: true })),
        ...[...issues].filter((issue) => !issuesWithPlan.has(issue)).map((number) => ({ number, isPull: false })),
        ...[...new Set(askedOn(true))]
            .filter((number) => others.has(number) && !issuesWithPlan.has(number))
            .map((number) => ({ number, isPull: true, plansPull: true })),
    ];
}

// EXTERNAL MODULE: ./lib/guard/packages/names.js
var names = __webpack_require__(6847);
// EXTERNAL MODULE: ./lib/plan/normalize.js
var normalize = __webpack_require__(8612);
// EXTERNAL MODULE: ./lib/lib/shorten.js
var shorten = __webpack_require__(490);
// EXTERNAL MODULE: ./lib/guard/hidden.js
var guard_hidden = __webpack_require__(8777);
// EXTERNAL MODULE: ./lib/plan/syntax.js
var syntax = __webpack_require__(5604);
;// CONCATENATED MODULE: ./lib/publish/view/text/text.js




/**
 * Makes text of a model or a stranger fit for our Markdown: readable, without HTML, markers, mentions, closing keywords,
 * commands of other bots, images, headings or hidden characters. In code only markers and commands have an effect.
 */
/** Breaks up what must have no effect. People do not see it. */
const ZERO_WIDTH_SPACE = '\u200B';
const ANSI_COLOURS = /(?![\n\t])\p{Cc}\[[0-9;?]*[A-Za-z]/gu;
const STACK_FRAME = /^(?:[ \t]+|#[ \t]*)at .+:\d+:\d+\)?$\n?/gm;
const CODE_SPAN = /\\[!-/:-@[-`{-~]|(?<!`)(`{1,3})(?!`)[^`\n]+\1(?!`)/g;
/** The line below the head of a table. Without `|` and `:` it is escaped as the line below a heading. */
const isTableRule = (line) => /^[\s>|:-]*$/.test(line) && /-/.test(line) && /[|:]/.test(line);
const KEYWORD = /(?<![A-Za-z0-9])([cfr])(lose[sd]?|ix(?:e[sd])?|esolve[sd]?)(?![A-Za-z0-9])/gi;
/** What such a keyword closes: `#3`, `GH-3`, `owner/name#3`, or an address, which may be that of a link. */
const CLOSED = /^[^A-Za-z0-9#]{0,20}(?:(?:[\w.-]{1,100}\/[\w.-]{1,100})?#\d|GH-\d|[^\n]{0,200}\/(?:issues|pull)\/\d)/i;
/** Commands of other bots, at the beginning of a line: Prow, bors, Atlantis, …; of branch-deploy (`.deploy`), of a text. */
const COMMAND = new RegExp([
    String.raw `\/[a-z][\w-]*(?=[ \t]|$)`,
    String.raw `(?:atlantis|bors|coderabbit|dependabot|homu|jenkins|mergify|mergifyio|prow|renovate|zuul)[ :,]`,
    String.raw `r[+?-](?=[ \t]|$)|r=\w|delegate[+=]`,
    String.raw `(?:add to whitelist|ok to test|(?:re)?test this(?: please)?|rebase|recheck|retest|reverify|try)[ \t]*$`,
    String.raw `(?<![\s\S])[.!][a-z]`,
]
    .map((command) => String.raw `^[ \t]*(?:${command})`)
    .join('|'), 'gim');
/** Broken behind its first character, since readers of commands, ours too, may skip blanks of no width before one. */
const withoutCommands = (text) => text.replace(COMMAND, (command) => command.replace(/\S/, `$&${ZERO_WIDTH_SPACE}`));
/** What begins the address of a record. Only a closing comment names one. */
const RECORD = /\/blob\/[0-9a-f]{40}\/(?=record\.json)/g;
/** The text in lines, without anything that people could not see. */
function visibleLines(text) {
    const lines = text.toWellFormed().replace(/\r\n?|[\u2028\u2029]/g, '\n');
    return (0,guard_hidden/* withoutNeedlessHidden */.aj)(lines.replace(ANSI_COLOURS, '')).replace(RECORD, `$&${ZERO_WIDTH_SPACE}`);
}
/** Output without stack traces, which name paths of the runner. Texts of plans keep them, as people approve them. */
const withoutStackTraces = (text) => text.replace(/\r\n?/g, '\n').replace(ANSI_COLOURS, '').replace(STACK_FRAME, '');
/** The text in one line, without anything that people could not see. */
const visibleLine = (text) => visibleLines(text).replace(/\s+/g, ' ').trim();
/** At most `limit` UTF-16 units, with an ellipsis where something was cut off. */
const truncated = (text, limit) => text.length <= limit
    ? text
    : `${text
        .slice(0, limit - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')
        .trimEnd()}…`;
/** A language for colours. Of the others GitHub draws a picture, which does not show all that stands there. */
const SAFE_LANGUAGE = /^(?!(?:math|mermaid|geojson|topojson|stl)$)[\w+#.-]{1,20}$/i;
/** Several lines of foreign Markdown. Lists, emphasis, links and code keep working; it is cut at `limit` characters. */
function cleanText(text, limit = 8_000) {
    const out = [];
    let fence;
    const lines = truncated(visibleLines(text).trim(), limit).split('\n');
    const inSpan = lines.some(isTableRule) ? inCell : withoutMarkers;
    for (const [i, line] of lines.entries()) {
        // Only at the beginning of a line. An indented fence ends with its list, which only a full parser can find.
        const mark = /^(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
        if (fence !== undefined) {
            out.push(withoutMarkers(line));
            if (closes(line, fence))
                fence = undefined;
        }
        else if (mark !== undefined) {
            fence = mark;
            out.push(mark + (SAFE_LANGUAGE.exec(line.slice(mark.length).trim())?.[0] ?? ''));
        }
        else
            out.push(cleanBlockLine(line, { next: lines.slice(i + 1, i + 20).join('\n'), inSpan }));
    }
    return withoutCommands([...out, ...(fence === undefined ? [] : [fence])].join('\n'));
}
const closes = (line, fence) => {
    const run = /^ {0,3}(`+|~+)[ \t]*$/.exec(line)?.[1];
    return run !== undefined && run[0] === fence[0] && run.length >= fence.length;
};
const withoutMarkers = (code) => code.replaceAll('<!--', `<!${ZERO_WIDTH_SPACE}--`);
/** In a table, a bar ends a cell, also within code; an escaped one is shown without the backslash. */
const inCell = (code) => withoutMarkers(code).replace(/(?<!\\)\|/g, String.raw `\|`);
function cleanBlockLine(line, { next, inSpan }) {
    const level = line
        .replace(/^((?:[ \t]*(?:[>*+-]|\d{1,9}[.)]))*[ \t]*)#{1,6}(?=[ \t]|$)/, '$1####')
        .replace(/^([ \t>]*)(?=(?:=+|-+)[ \t]*$)/, '$1\\');
    return aroundCode(level, (prose) => withoutEffect(prose, next)
        .replace(/(\\[!-/:-@[-`{-~])|`/g, (_, escaped) => escaped ?? '\\`')
        .replace(/~{3,}/g, (run) => '\\~'.repeat(run.length))
        .replace(/(?<!!)!+(?=\[)/g, '')
        // A footnote would move to the end of the comment, and what it holds would escape the rules for lines.
        .replace(/\[\^/g, '\\[^'), inSpan);
}
/** One line of foreign text for a list item, a heading or a sentence. Of its Markdown only code spans work. */
function cleanLine(text, limit = 200) {
    const line = aroundCode(truncated(visibleLine(text), limit), (prose) => withoutEffect(prose
        .replace(/[\\*~[`]/g, '\\$&')
        .replace(/(?<![\p{L}\p{N}_])_+|(?<!_)_+(?![\p{L}\p{N}_])/gu, (run) => run.replace(/./g, '\\$&'))));
    return line.replace(/^[#>=+-]/, '\\$&').replace(/^(\d+)([.)])/, '$1\\$2');
}
/** One line of foreign text for an element of HTML, where Markdown is not read: of it only code spans keep working. */
const cleanHtml = (text, limit = 200) => aroundCode(truncated(visibleLine(text), limit), withoutElements, (span) => {
    const code = span.replace(/^`+|`+$/g, '').trim();
    return `<code>${code.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</code>`;
});
const withoutElements = (prose) => withoutEffect(prose).replace(/\\([!-/:-@[-`{-~])/g, '$1');
/** Applies a change to everything but code spans, in which only markers are broken where nothing else is said. */
function aroundCode(line, change, inSpan = withoutMarkers) {
    let out = '';
    let end = 0;
    for (const match of line.matchAll(CODE_SPAN)) {
        const before = line.slice(end, match.index);
        if (match[1] === undefined || endsInAddress(before))
            continue;
        out += change(before) + inSpan(match[0]);
        end = match.index + match[0].length;
    }
    return out + change(line.slice(end));
}
/** GitHub makes links of bare addresses, and takes a backtick for a part of them. */
const endsInAddress = (prose) => /\/\/|www\.|@/i.test(prose.slice(prose.lastIndexOf(' ') + 1));
/** Prose without HTML, mentions and closing keywords. `next` are the lines after it, since a keyword may end a line. */
const withoutEffect = (prose, next = '') => prose
    .replace(KEYWORD, (keyword, first, rest, at, text) => CLOSED.test(`${text.slice(at + keyword.length, at + keyword.length + 400)}\n${next}`)
    ? `${first}${ZERO_WIDTH_SPACE}${rest}`
    : keyword)
    .replace(/&(?=#?\w{1,40};)/g, '&amp;')
    .replace(/\\?</g, '&lt;')
    .replace(MENTION, inCode);
/** `at` is where the backslashes begin; an odd one would take away the sign that opens the element. */
function inCode(...found) {
    const [mention, slashes, name, at, whole] = found;
    // An address of mail; what hangs behind it may be a mention of its own.
    if (slashes === '' && /[A-Za-z0-9]/.test(whole.charAt(at - 1)))
        return behindAddress(mention);
    if (isInAddress(whole, at))
        return slashes + name.replaceAll('@', '%40');
    return `${slashes.slice(slashes.length % 2)}<code>${name}</code>`;
}
/** Each part of what hangs behind an address: after a letter or digit it is a part of it, and code otherwise. */
const behindAddress = (mention) => mention.replace(/(?<=[^A-Za-z0-9])@[^@]*/g, '<code>$&</code>');
/** Mentions that would notify an account, with adjacent text. E-mail addresses and `pkg@1.2.3` do not. */
const MENTION = /(?<!\\)(\\*)(@[A-Za-z0-9][\w/-]*(?:\.[\w/-]+)*(?:@\w[\w^~-]*(?:\.[\w^~-]+)*)*)/g;
const isInAddress = (text, at) => /\/\/|www\./i.test(text.slice(text.lastIndexOf(' ', at) + 1, at));
/** Untrusted text as an inline code span. */
function code(text, limit = 200) {
    return (0,syntax/* renderCode */.cR)(withoutMarkers(truncated(visibleLine(text), limit)) || ' ');
}
/** Output of a command as a code block, without stack traces. */
const outputBlock = (text) => fenced(withoutStackTraces(text));
/** A code block, whatever backticks are in the text. */
function fenced(text, language = 'text') {
    const lines = withoutCommands(withoutMarkers(visibleLines(text)))
        .replace(/^\n+/, '')
        .trimEnd();
    return (0,syntax/* renderBlock */.g8)(`${lines}\n`, language);
}
/** The parts that say something, with a separator between them. */
const joined = (separator, parts) => parts.filter(Boolean).join(separator);
/** A note that is there once, with the key by which it is found again; or with the keys of all that it answers. */
function noteText(keys, ...sections) {
    const [last = '', ...others] = [keys].flat().map(thread_people/* noteMarker */.vK).toReversed();
    // After the first words, since the last may be cut off.
    return { marker: last, sections: sections.toSpliced(1, 0, others.join('\n')) };
}
/** The sections in one text. Leaves out the first that does not fit into a comment with its marker, and all after it. */
function joinSections({ marker, sections }) {
    let text = '';
    for (const section of sections) {
        if (!section)
            continue;
        const longer = text === '' ? section : `${text}\n\n${section}`;
        if (longer.length + CUT_NOTE.length + '\n\n'.length + marker.length > MAX_BODY_LENGTH)
            return text + CUT_NOTE;
        text = longer;
    }
    return text;
}
const CUT_NOTE = '\n\nThe rest is too long for a comment; the branch and the log of the run have it all.';
/** Paths as code spans in one line. */
const pathList = (paths, most = 10) => (0,shorten/* listInLine */.o)(paths.map((one) => code(one)), most);
/** The first lines of a list, and how many more there are, within `limit` characters. */
const shortList = (lines, limit = LONGEST_LIST) => fitting(lines, limit, (left) => [`- … and ${left} more`]).join('\n');
const LONGEST_LIST = 20_000;
function fitting(lines, limit, remainder) {
    let length = 0;
    const most = lines.findIndex((line) => (length += line.length + 1) > limit);
    return most < 0 ? lines : [...lines.slice(0, most), ...remainder(lines.length - most)];
}
/** A part that is folded. The blank lines around the text make GitHub read it as Markdown. */
const folded = (summary, text) => text && `<details><summary>${summary}</summary>\n\n${text}\n\n</details>`;
/** A table with the rows that fit. A bar would end a cell, in code too. */
function table(head, rows) {
    const lines = rows.map((cells) => `| ${cells.map((text) => text.replaceAll('|', String.raw `\|`)).join(' | ')} |`);
    const shown = fitting(lines, LONGEST_LIST, (left) => ['', `… and ${left} more`]);
    return [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...shown].join('\n');
}
/** Characters of a body or comment that GitHub takes. Counting UTF-16 units is on the safe side. */
const MAX_BODY_LENGTH = 65_536;

;// CONCATENATED MODULE: ./lib/publish/view/text/commit-text.js

const SKIPPABLE = 'ci|cd|actions?|checks?|tests?|builds?|deploy|appveyor|azp|azure ?pipelines|azpipelines|bitrise|buildkite|cf-pages|circle ?(?:ci)?|cirrus|codefresh|drone|github|gitlab|jenkins|netlify|render|semaphore|travis|vercel|wercker|woodpecker';
/** Marks that make GitHub and other services skip their checks of a push. */
const SKIP_MARK = new RegExp(String.raw `\[\s*(?:(?:skip|no)[\s_-]+(?:${SKIPPABLE})|(?:${SKIPPABLE})[\s_-]+(?:skip|no))\s*\]|\*{3}\s*NO_CI\s*\*{3}`, 'gi');
const SKIP_CHECKS = /^[ \t]*skip-checks[ \t]*[:=].*$\n?/gim;
/** Characters: enough for the evidence of a failure, and short enough for a comment. */
const LONGEST_BODY = 20_000;
const commit_text_KEYWORD = /(?<![A-Za-z0-9])(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)(?![A-Za-z0-9])/i;
const commit_text_MENTION = /(?:(?<![\w@])@|(?<!@)@{2,})(?=[A-Za-z0-9])/g;
/** Image syntax of Markdown and HTML: a squash merge may render commit messages as Markdown. */
const IMAGE = /(?<!!)!+(?=\[)|(?<!<)<+(?=img\b)/gi;
/** Line beginnings that git or our own reader could take for a trailer. */
const TRAILER = /^(?=[A-Za-z0-9-]+[ \t]*:|\(cherry picked from)/gm;
const KNOWN_TRAILER = /^(?=[A-Za-z0-9]+-[A-Za-z0-9-]*[ \t]*:)/gm;
/** One line, never empty. Titles of pull requests become subjects when people squash, and may be longer. */
const cleanSubject = (text, otherwise = '', limit = 72) => [text, otherwise]
    .map((one) => truncated(visibleLine(commit_text_withoutEffect(truncated(visibleLine(one), 1_000))), limit))
    .find(Boolean) ?? 'Carry out a subtask';
/** The body of a commit message from what a model wrote. None of its lines can be read as a trailer. */
function cleanCommitBody(text) {
    const body = commit_text_withoutEffect(truncated(withoutStackTraces(visibleLines(text)).trim(), LONGEST_BODY))
        .replace(/^-{3}/gm, ' ---')
        .replace(KNOWN_TRAILER, '- ')
        .trim();
    const last = body.lastIndexOf('\n\n') + 1;
    return body.slice(0, last) + body.slice(last).replace(TRAILER, '- ');
}
/** Output of a command for the body of a commit. Indented, none of its lines can look like a trailer and be changed. */
const indented = (text) => text.replace(/^(?=.)/gm, '    ');
/** Commit messages are plain text that people search and copy, so what has an effect is removed, not broken up. */
function commit_text_withoutEffect(text) {
    const skips = text.replace(SKIP_MARK, '').replace(SKIP_CHECKS, '');
    const without = withoutClosing(skips.replace(commit_text_MENTION, '').replace(IMAGE, ''));
    // Removing something may join the pieces of something else.
    return without === text ? text : commit_text_withoutEffect(without);
}
/** `Fixes #3` becomes `Fixes issue 3`: it says the same and closes nothing. */
const withoutClosing = (text) => commit_text_KEYWORD.test(text)
    ? text
        .replace(/(\w?)#(?=\d)/g, (_, before) => (before ? `${before} issue ` : 'issue '))
        .replace(/GH-(?=\d)/gi, 'issue ')
        .replace(/(\/(?:issues|pull))\/(?=\d)/gi, '$1 ')
    : text;

// EXTERNAL MODULE: ./lib/git/push-refusal.js
var push_refusal = __webpack_require__(1235);
;// CONCATENATED MODULE: ./lib/observe/may-push.js




const SIGNATURES = 'required_signatures';
/** Requirements of rulesets that a plan's branch cannot meet, by GitHub's names of rules. */
const FORBIDDING_RULES = {
    creation: 'blocks creating it',
    update: 'blocks pushes to it',
    pull_request: 'wants a pull request for every change of it',
    required_status_checks: 'wants checks before every push to it',
    [SIGNATURES]: 'wants signed commits on it',
};
/** The error for a branch that a ruleset or another branch would reject, as far as that is known before a push. */
async function pushProblem({ forge, repo }, { branch, freeBranch, bot }, { commitWith }) {
    const name = branch?.name ?? freeBranch;
    const [rules, inTheWay] = await Promise.all([forge.rulesOn(name), branch ? undefined : (0,side_ref/* branchInTheWay */.gH)(repo, name)]);
    const problem = inTheWay === undefined
        ? ruleProblem(name, rules, { commitWith, author: authorOf(bot) })
        : new errors/* UserError */.yo('branch-in-the-way', `There is a branch \`${inTheWay}\`, and git takes no branch \`${name}\` beside it.`, 'Give the input `branch-prefix` another name, or rename that branch.');
    return problem && withNothingSpent(problem);
}
/** Whether commits on a branch are made by GitHub, which signs them, as `commit-with` and rules say. */
const commitsThroughApi = async ({ forge }, branch, { commitWith }) => commitWith === 'api' ||
    (commitWith === 'auto' && (await forge.rulesOn(branch)).some(({ type }) => type === SIGNATURES));
/** The error for a refused first push, before any model request was paid for. `why` is git's message. */
function mayNotPush(branch, why) {
    const message = `The token may not push to \`${branch}\`.`;
    const remedy = 'Give the job `permissions: contents: write`.';
    return withNothingSpent((0,push_refusal/* pushRefused */.H)(branch, why, new errors/* UserError */.yo(errors/* PUSH_FORBIDDEN */.dJ, message, remedy, { cause: why })));
}
const withNothingSpent = ({ code, message, remedy, cause }) => new errors/* UserError */.yo(code, `${message} So no plan was made, and nothing was spent.`, remedy, { cause });
/** The first of these rules that forbids what a plan's branch needs, and its remedy. */
function ruleProblem(branch, rules, by) {
    const isSigned = by.commitWith === 'auto' && rules.some(({ type }) => type === SIGNATURES);
    const options = isSigned ? { ...by, commitWith: 'api' } : by;
    for (const rule of rules) {
        const { type } = rule;
        // GitHub signs commits that are made through the API.
        const isMet = type === SIGNATURES && options.commitWith !== 'git';
        const forbids = isMet ? undefined : (FORBIDDING_RULES[type] ?? unmetPattern(rule, branch, options));
        if (forbids === undefined)
            continue;
        return new errors/* UserError */.yo('push-rule', `A rule for the branch \`${branch}\` ${forbids}.`, `${REMEDY_BEGINNINGS[type] ?? 'Exempt'} the branches of plans from the rule \`${type}\`, or let the account of the token bypass it (Settings → Rules → Rulesets).`);
    }
    return undefined;
}
const REMEDY_BEGINNINGS = {
    required_signatures: 'Set the input `commit-with` to `auto`, or exempt',
    branch_name_pattern: 'Give the input `branch-prefix` a name that fits, or exempt',
};
const SAMPLE_MESSAGE = 'Plan: Change what was asked for\n\nPlan-Issue: 1\nPlan-Request: 1\nPlan-Seen: 1\n';
/** By type of a ruleset rule, which text it checks, and that text in a push of ours. */
const PATTERN_RULES = {
    branch_name_pattern: { what: 'names of branches', ourText: (branch) => branch },
    commit_message_pattern: { what: 'a commit message', ourText: () => SAMPLE_MESSAGE },
    commit_author_email_pattern: { what: 'an email address of the author', ourText: (_, { author }) => author.email },
    committer_email_pattern: {
        what: 'an email address of the committer',
        ourText: (_, { author, commitWith }) => (commitWith === 'api' ? undefined : author.email),
    },
};
const PATTERN_OPERATORS = {
    starts_with: { words: 'start with', fits: (text, pattern) => text.startsWith(pattern) },
    ends_with: { words: 'end with', fits: (text, pattern) => text.endsWith(pattern) },
    contains: { words: 'contain', fits: (text, pattern) => text.includes(pattern) },
    // Undefined for a pattern that JavaScript cannot parse: GitHub uses another dialect of regular expressions.
    regex: { words: 'match', fits: (text, pattern) => (0,errors/* valueOr */.dd)(() => new RegExp(pattern, 'm').test(text), undefined) },
};
/** The requirement of a rule about names or messages that ours do not meet; undefined if met, or unknown. */
function unmetPattern(rule, branch, how) {
    const { type, pattern, negate = false } = rule;
    const compared = PATTERN_RULES[type];
    const operator = PATTERN_OPERATORS[rule.operator ?? ''];
    const ours = compared?.ourText(branch, how);
    if (!compared || !operator || ours === undefined || pattern === undefined)
        return undefined;
    const isMet = operator.fits(ours, pattern);
    if (isMet === undefined || isMet !== negate)
        return undefined;
    return `wants ${compared.what} to ${negate ? 'not ' : ''}${operator.words} \`${pattern}\``;
}

;// CONCATENATED MODULE: ./lib/publish/write/commit.js










const MAX_ATTEMPTS = 5;
/** Commits on the tip of the branch and pushes without force, again on the new tip after a concurrent push. */
async function commitAndPush(ctx, thread, plan) {
    let current = thread;
    const updated = await (0,lib_async/* retry */.L5)({
        waits: (0,lib_async/* immediate */.iH)(MAX_ATTEMPTS - 1),
        until: async (tries) => {
            const drafts = await plan.commits(current);
            if (!drafts)
                return withContention(current);
            const shas = await tryPush(ctx, current, { ...plan, newCommits: drafts });
            if (shas !== undefined)
                return threadAfterPush(ctx, tries > 0 ? withContention(current) : current, shas);
            current = await refreshBranch(ctx.sources, withBranchOrEmpty(current));
            // A branch that somebody deleted stays deleted.
            return thread.branch && !current.branch ? current : undefined;
        },
    });
    if (!updated)
        throw new Error(`The branch ${branchOf(thread)} moved ${MAX_ATTEMPTS} times while a commit was made on it.`);
    return updated;
}
const withContention = (thread) => inThisRun(thread, { contended: true });
/** The branch of the plan, or the one that it gets with its first commit. */
const branchOf = ({ branch, freeBranch }) => branch?.name ?? freeBranch;
const withBranchOrEmpty = (thread) => {
    const empty = { commits: [], planFile: undefined, texts: new Map(), commitOfPlanBlob: new Map() };
    return { ...thread, branch: thread.branch ?? { name: branchOf(thread), head: thread.base.sha, ...empty } };
};
async function tryPush(ctx, thread, spec) {
    const start = thread.branch?.head ?? thread.base.sha;
    if (await commitsThroughApi(ctx.sources, branchOf(thread), ctx.settings))
        return tryApi(ctx, thread, { ...spec, start });
    const shas = [];
    for (const draft of spec.newCommits)
        shas.push(await commitOn(ctx, thread, { head: shas.at(-1) ?? start, draft }));
    const head = shas.at(-1) ?? start;
    const list = await listWith(ctx, thread, { ...spec, shas });
    const branch = { ref: `refs/heads/${branchOf(thread)}`, from: thread.branch?.head ?? '', to: head };
    const updates = [branch, list, ...(spec.also ? [await spec.also()] : [])];
    if (!ctx.deferredUpdates)
        return (await isPushed(ctx, updates)) ? shas : undefined;
    ctx.deferredUpdates.push(...updates);
    await (0,side_ref/* recordSides */.kN)(ctx.sources.repo, updates);
    return shas;
}
/** Pushes the commits of several steps, which write nothing else, at once. Undefined when nothing was written. */
async function asOnePush(ctx, act) {
    const deferredUpdates = [];
    const value = await act({ ...ctx, deferredUpdates });
    const refs = [...Map.groupBy(deferredUpdates, ({ ref }) => ref)];
    const updates = refs.flatMap(([, [first, ...rest]]) => (first ? [{ ...first, to: (rest.at(-1) ?? first).to }] : []));
    const isRefused = (error) => {
        if ((0,push_refusal/* isPushRefusal */.Tm)(error))
            return false;
        throw error;
    };
    return updates.length === 0 || (await isPushed(ctx, updates).catch(isRefused)) ? { value } : undefined;
}
/** Pushes. False if a ref moved concurrently. Throws `UserError` if the push is forbidden. */
async function isPushed({ sources, outward }, updates) {
    const pushed = await (0,side_ref/* pushRefs */.NV)(sources.repo, updates);
    const name = updates[0]?.ref.replace(/^refs\/heads\//, '') ?? '';
    if (pushed.kind === 'forbidden')
        throw (0,push_refusal/* pushRefused */.H)(name, outward(pushed.reason));
    return pushed.kind === 'pushed';
}
async function commitOn(ctx, { bot }, { head, draft }) {
    const { repo } = ctx.sources;
    const tree = draft.tree ? await draft.tree(head) : await (0,objects/* treeOf */.g7)(repo, head);
    return (0,objects/* commitTree */.SC)(repo, {
        tree,
        parents: [head, ...(draft.merges === undefined ? [] : [draft.merges])],
        message: messageOf(ctx, draft.entry),
        author: authorOf(bot),
    });
}
/** Redacts words, never trailers, which are read back: work that the branch does not record is paid for again. */
function messageOf({ outward }, { subject, body, trailers }) {
    const message = renderMessage({ subject: outward(subject), body: outward(body), trailers });
    if (!hasSameTrailers(message, trailers))
        throw new Error(`The trailers of the commit "${outward(subject)}" cannot be read back, so it was not made.`);
    return message;
}
/** Makes the commits through the API, so that GitHub signs them. The branch has to exist first. */
async function tryApi(ctx, thread, spec) {
    const branch = thread.branch ? [] : [{ ref: `refs/heads/${branchOf(thread)}`, from: '', to: spec.start }];
    const updates = [...branch, ...(spec.also ? [await spec.also()] : [])];
    if (!(await isPushed(ctx, updates)))
        return undefined;
    const shas = [];
    for (const draft of spec.newCommits) {
        const head = shas.at(-1) ?? spec.start;
        // The commit is listed as the bot's own before GitHub makes it. This fails if another run changed the list meanwhile.
        const list = await listWith(ctx, thread, { newCommits: [draft] });
        if (!(await isPushed(ctx, [list])))
            return undefined;
        const sha = await commitByApi(ctx, thread, { head, draft });
        if (sha === undefined)
            return undefined;
        shas.push(sha);
        await refreshBranch(ctx.sources, withBranchOrEmpty(thread));
    }
    // With their ids in the list, commits that a force-push removes later are noticed.
    const list = await listWith(ctx, thread, { ...spec, shas });
    await isPushed(ctx, [list]).catch(() => false);
    return shas;
}
/** The update that adds commits to the list of the bot's own commits; without `shas` they are not made yet. */
function listWith(ctx, thread, { newCommits, shas = [] }) {
    return addOwnCommits(ctx.sources.repo, thread.issue.number, {
        branch: branchOf(thread),
        made: newCommits.map(({ entry }, i) => ({ message: messageOf(ctx, entry), sha: shas[i] })),
        present: thread.branch?.commits.filter(({ entry }) => entry !== undefined),
        missing: ctx.sources.snapshotAt(thread).state.missing,
        author: authorOf(thread.bot),
    });
}
/** One commit through the API. Undefined when the branch moved. Throws `UserError` when GitHub does not sign or take it. */
async function commitByApi(ctx, thread, { head, draft }) {
    const { repo, forge } = ctx.sources;
    const branch = branchOf(thread);
    const before = await (0,objects/* treeOf */.g7)(repo, head);
    const changes = await (0,objects/* changesBetweenTrees */.Rh)(repo, before, draft.tree ? await draft.tree(head) : before);
    const unnamed = changes.filter(({ bytes }) => bytes !== undefined);
    if (unnamed.length > 0)
        throw notUtf8(unnamed);
    const withModes = changes.filter(hasMode);
    const result = await forge.commit({
        branch,
        expected: head,
        message: messageOf(ctx, draft.entry),
        changes: await fileChanges(ctx, changes),
        setsModes: withModes.length > 0,
        ...(draft.merges === undefined ? {} : { merges: draft.merges }),
    });
    if (result.kind === 'refused')
        throw (0,push_refusal/* pushRefused */.H)(branch, ctx.outward(result.reason));
    if (result.kind === 'unsigned')
        throw draft.merges === undefined ? unsigned(withModes) : unsignedMerge();
    return result.kind === 'made' ? result.sha : undefined;
}
const UNSIGNED = 'commit-unsigned';
const pathsOf = (changes) => changes.map(({ path }) => `\`${path}\``).join(', ');
const unsigned = (changes) => new errors/* UserError */.yo(UNSIGNED, `Only signed commits are made here (a rule of the branch, or \`commit-with: api\`), and GitHub does not sign this account’s commits with file modes or links: ${pathsOf(changes)}.`, "Leave modes and links as they are, use the workflow's own token or an App's, or take away the rule and `commit-with: api`.");
const notUtf8 = (changes) => new errors/* UserError */.yo(UNSIGNED, `Only signed commits are made here (a rule of the branch, or \`commit-with: api\`), and GitHub makes none with names of files that are not UTF-8: ${pathsOf(changes)}.`, 'Have these files named in UTF-8, or take away the rule and `commit-with: api`.');
const unsignedMerge = () => new errors/* UserError */.yo(UNSIGNED, 'Only signed commits are made here (a rule of the branch, or `commit-with: api`), and GitHub does not sign merge commits of this account.', "Use the workflow's own token or an App's, take away the rule and `commit-with: api`, or merge by hand.");
/** Whether a change needs a mode that `createCommitOnBranch` cannot set: executables, changed modes, and all links. */
const hasMode = (change) => {
    const before = (0,objects/* isNew */.BS)(change) ? '100644' : change.from.mode;
    return change.to.mode === '120000' || (!(0,objects/* isGone */.ST)(change) && change.to.mode !== before);
};
const fileChanges = ({ sources }, changes) => Promise.all(changes.map(async ({ path, to }) => (0,objects/* isGone */.ST)({ to })
    ? { path, kind: 'delete' }
    : { path, kind: 'write', content: await (0,objects/* readBytes */.io)(sources.repo, to.blob), mode: to.mode }));
/** The thread with the branch read again after these commits were pushed. */
async function threadAfterPush({ sources }, thread, shas) {
    const { base, issue } = thread;
    const head = shas.at(-1) ?? thread.branch?.head ?? base.sha;
    const branch = await readBranchAt(sources, { name: branchOf(thread), issue: issue.number, head, base });
    const now = thread.pull ? withPull(thread, { head: { ...thread.pull.pull.head, sha: head } }) : thread;
    return withWritten({ ...now, branch }, { commits: shas });
}

;// CONCATENATED MODULE: ./lib/publish/write/journal.js















/** The one way to commit to a plan's branch. Throws `UserError` where the push is forbidden, or not signed. */
async function record(ctx, snapshot, spec) {
    const { thread } = snapshot;
    const { also, usage } = spec;
    let counted = [];
    const after = await commitAndPush(ctx, thread, {
        also,
        commits: async (now) => {
            const drafts = stillApplies(thread, now, spec.onlyOn) ? await draftsOn(now, spec) : undefined;
            counted = drafts?.flatMap(({ counts = [] }) => counts) ?? [];
            return drafts?.map((draft, i) => journal_commitOf(ctx, snapshot, { ...spec, draft, usage: i === 0 ? usage : undefined }));
        },
    });
    // Without a commit, the usage is kept in the thread for a later one.
    const hasMoved = after.thisRun.written.commits.length > thread.thisRun.written.commits.length;
    return hasMoved ? forgetAttempts(after, counted) : addUsageOf(after, usage ?? plan_usage/* noUsage */.tk);
}
async function draftsOn(now, { commits }) {
    if (typeof commits !== 'function')
        return commits;
    return hasParts(now, 'branch') ? commits(now) : undefined;
}
function stillApplies(before, now, onlyOn) {
    if (onlyOn === 'same head')
        return now.branch?.head === before.branch?.head;
    return onlyOn === undefined || now.branch?.planFile?.blob === before.branch?.planFile?.blob;
}
function journal_commitOf(ctx, snapshot, { draft, usage, carriesOut }) {
    const { subject, body = '', trailers, tree, merges } = draft;
    const { thread, state } = snapshot;
    const used = usageIn(thread, draft, usage);
    return {
        tree,
        merges,
        entry: {
            subject: cleanSubject(subject),
            body: cleanCommitBody(body),
            trailers: {
                issue: thread.issue.number,
                ...trailers,
                ...(used ? { usage: used, ...runOf(ctx) } : {}),
                seen: planSeen(thread, state, carriesOut),
            },
        },
    };
}
/** The trailer with the number of this run, by which people find its log. */
function runOf({ sources }) {
    const run = numberIn(sources.own.run);
    return run === undefined ? {} : { run };
}
/** The usage that a commit records; commits that skip a subtask or end the plan leave out a usage of zero. */
function usageIn({ thisRun }, { counts, trailers }, usage) {
    const mayOmitUsage = trailers?.state === 'abandoned' || trailers?.state === 'done';
    if (!counts || (mayOmitUsage && !counts.some((number) => thisRun.attempts.has(number))))
        return usage;
    const attempts = [...new Set(counts)].flatMap((number) => thisRun.attempts.get(number) ?? []);
    return (0,plan_usage/* addUsage */.vk)(usage ?? plan_usage/* noUsage */.tk, ...attempts.map((attempt) => attempt.usage));
}
/** Keeps a failed attempt in the thread of this run until a commit records it. */
function addAttempt(thread, number, attempt) {
    const { attempts } = thread.thisRun;
    return inThisRun(thread, { attempts: new Map(attempts).set(number, [...(attempts.get(number) ?? []), attempt]) });
}
/** Keeps usage that belongs to no subtask in the thread of this run until a commit records it. */
const addUsageOf = (thread, usage) => usage.input + usage.output === 0 ? thread : addAttempt(thread, 0, { reason: '', checks: [], usage });
const SAVE_ATTEMPTS = 3;
/** Saves unrecorded usage in a side ref, so that it counts however the run ends, or leaves it to a later commit. */
async function saveUsage(ctx, thread, payment) {
    const { usage, grants, rechecked } = payment;
    if (usage.input + usage.output === 0 && !grants && rechecked === undefined)
        return thread;
    let current = thread;
    const saved = await (0,lib_async/* retry */.L5)({
        waits: (0,lib_async/* immediate */.iH)(SAVE_ATTEMPTS - 1),
        until: async () => {
            const paid = addPayment(current.paid ?? NOTHING_PAID, payment);
            const kind = await usageUpdate(ctx, current, paid).then(async (update) => (await (0,side_ref/* pushRefs */.NV)(ctx.sources.repo, [update])).kind, () => undefined);
            if (kind === 'pushed')
                return { ...current, paid };
            if (kind !== 'moved')
                return addUsageOf(current, usage);
            current = await refreshBranch(ctx.sources, current);
            return undefined;
        },
    });
    return saved ?? addUsageOf(current, usage);
}
/** Saves the usage of all attempts that no commit recorded, at the end of a run. */
function flushUsage(ctx, thread) {
    const usage = (0,plan_usage/* addUsage */.vk)(...[...thread.thisRun.attempts.values()].flat().map((attempt) => attempt.usage));
    return saveUsage(ctx, inThisRun(thread, { attempts: new Map() }), { usage });
}
/** The ref update that stores usage which no commit of the branch records. */
function usageUpdate(ctx, thread, paid) {
    const issue = thread.issue.number;
    // The trailer has only the usage that is added, as commits of the branch do.
    const usage = (0,plan_usage/* usageSince */.eR)(paid.usage, thread.paid?.usage ?? plan_usage/* noUsage */.tk);
    const subject = `What was paid for #${issue} beside its commits`;
    const message = renderMessage({ subject, body: '', trailers: { issue, usage, ...runOf(ctx), seen: 0 } });
    return sideUpdate(ctx, thread, { kind: 'usage', text: JSON.stringify(paid), message });
}
/** The ref update that writes the text of a side ref of the issue on top of what is there. */
async function sideUpdate({ sources: { repo } }, thread, { kind, ...content }) {
    const side = { kind, issue: thread.issue.number };
    return (0,side_ref/* commitSide */.tR)(repo, side, { ...content, from: await (0,side_ref/* sideCommit */.x$)(repo, side), author: authorOf(thread.bot) });
}
function forgetAttempts(thread, numbers) {
    const attempts = new Map([...thread.thisRun.attempts].filter(([number]) => !numbers.includes(number)));
    return inThisRun(thread, { attempts });
}
/** Redacts before rendering, so that a secret's pattern cannot match across fields. Throws if it is parsed differently. */
function planFileOf({ redact }, plan) {
    const redacted = (0,normalize/* normalizePlan */.V)(redactedPlan(plan, redact));
    const text = (0,markdown/* renderPlan */.EG)(redacted);
    if (JSON.stringify((0,markdown/* parsePlan */.vS)(text).plan) !== JSON.stringify(redacted))
        throw new Error('The plan would not be read as it was written, so it was not written.');
    return text;
}
/** Redacts every text of a plan, wherever it stands. */
const redactedPlan = (plan, redact) => JSON.parse(JSON.stringify(plan), (_, value) => (typeof value === 'string' ? redact(value) : value));
/** A function that makes the tree of a parent commit with this plan as the plan file. */
function treeWithPlan(ctx, plan) {
    const text = planFileOf(ctx, plan);
    return (parent) => (0,objects/* treeWith */.p6)(ctx.sources.repo, parent, { path: ctx.settings.planFile, text });
}
/** Records that a subtask failed, with the evidence of its attempts in this run. */
function recordFailure(ctx, snapshot, { status }) {
    const { number, name } = status.subtask;
    const failure = {
        subject: `Subtask ${number} failed: ${name}`,
        body: evidenceOf(snapshot.thread.thisRun.attempts.get(number) ?? []),
        trailers: { subtask: number, state: 'failed', attempts: status.attempts },
        counts: [0, number],
    };
    return record(ctx, snapshot, { commits: [failure] });
}
/** The last failure first, in one line; then every attempt with the commands that failed. */
function evidenceOf(attempts) {
    const last = attempts.at(-1)?.reason.split('\n')[0] ?? 'It was stopped in the middle.';
    const each = attempts.map((attempt, i) => {
        const checks = attempt.checks.map(({ command, exit, tail }) => `$ ${command} (${exit})\n${indented(tail)}`);
        return [`Attempt ${i + 1}: ${reasonOf(attempt)}`, ...checks].join('\n');
    });
    return [last, ...each].join('\n\n');
}
/** The reason of a failed attempt, without output that one of its checks repeats below. */
const reasonOf = ({ reason, checks }) => {
    const [first = '', ...lines] = reason.split('\n');
    const output = lines.join('\n');
    const isShownBelow = output === '' || checks.some(({ tail }) => tail.trim() !== '' && output.trim().endsWith(tail.trim()));
    return isShownBelow ? first : [first, indented(output)].join('\n');
};
/** Records that a run stopped in the middle of subtasks, or other usage, each once. */
function recordInterruption(ctx, snapshot, { status: first, others = [] }) {
    const commits = [first, ...others].map((status, i) => {
        const unassigned = i === 0 ? [0] : [];
        if (!status)
            return { subject: 'Look at the plan', trailers: { state: 'in_progress' }, counts: unassigned };
        const { subtask, attempts } = status;
        return {
            subject: `Stop in the middle of subtask ${subtask.number}`,
            trailers: { subtask: subtask.number, attempts, state: 'in_progress' },
            counts: [...unassigned, subtask.number],
        };
    });
    return record(ctx, snapshot, { commits });
}
/** Records that the plan waits for a person, with all usage that is not recorded yet. */
function recordHalt(ctx, snapshot, { reason, text = '' }) {
    const { paid } = snapshot.thread;
    const commits = [haltFor(snapshot, { subject: PAUSE_SUBJECTS[reason], body: text, reason })];
    if (reason !== 'budget' || !paid || paid.usage.input === 0)
        return record(ctx, snapshot, { commits });
    // `/retry` grants a new budget, so everything paid until now counts as covered.
    const granted = { ...paid, granted: paid.usage };
    const also = () => usageUpdate(ctx, snapshot.thread, granted);
    return record(ctx, { ...snapshot, thread: { ...snapshot.thread, paid: granted } }, { commits, also });
}
const PAUSE_SUBJECTS = {
    budget: 'Pause: the budget is spent',
    change: 'Pause: a change of the plan is proposed',
    continuation: 'Pause: the run could not go on',
    environment: 'Pause: the environment needs a change',
    acceptance: 'Pause: an acceptance test needs a look',
};
const haltFor = ({ thread }, { reason, ...text }) => ({ ...text, trailers: { state: 'halted', reason }, counts: [...thread.thisRun.attempts.keys()] });
/** Whether a plan differs from the current one. */
const isNewPlan = ({ state: { reading } }, plan) => !reading?.plan || (0,markdown/* renderPlan */.EG)(plan) !== (0,markdown/* renderPlan */.EG)(reading.plan);
/** Pauses the plan for a change that an agent proposed, and writes the changed plan, which needs a new approval. */
function propose(ctx, snapshot, { plan, reason, packages = [], usage, work }) {
    const { thread } = snapshot;
    const message = `Work on #${thread.issue.number} that waits for other checks\n`;
    const also = work === undefined ? undefined : () => sideUpdate(ctx, thread, { kind: 'patch', text: work, message });
    const halt = haltFor(snapshot, { subject: PAUSE_SUBJECTS.change, body: reason, reason: 'change' });
    // The model's text comes last, so that none of its lines is read as one of ours.
    const body = joined('\n\n', [(0,names/* renderNewPackages */.oP)(packages), work !== undefined && KEPT_WORK, reason]);
    const change = { subject: `Propose a change of the plan: ${plan.title}`, body, tree: treeWithPlan(ctx, plan) };
    return record(ctx, snapshot, { commits: [halt, change], usage, onlyOn: 'same plan', also });
}
const KEPT_WORK = 'Only checks change. What was written for this subtask is kept, and its agent begins with that after the approval.';
/** Asks for a new run of this workflow, which continues from the branch. */
async function continueInNextRun({ sources, workflow }, thread) {
    const number = String(thread.pull?.pull.number ?? thread.issue.number);
    const accepted = await sources.forge.dispatch({ ...workflow, inputs: { number } });
    const problem = 'GitHub refused to start the next run; give the workflow `permissions: actions: write` and the trigger `workflow_dispatch` with an input `number`.';
    const problems = accepted ? thread.thisRun.problems : [...thread.thisRun.problems, problem];
    return inThisRun(withWritten(thread, { dispatches: 1 }), { continued: accepted ? 'asked' : 'refused', problems });
}
function addPayment(paid, { usage: more, fix, grants, rechecked }) {
    const usage = (0,plan_usage/* addUsage */.vk)(paid.usage, more);
    const fixes = fix ? [...paid.fixes, { code: fix.code, digest: fix.digest }] : paid.fixes;
    return {
        ...paid,
        usage,
        fixes,
        ...(grants ? { granted: usage, grants: paid.grants + 1 } : {}),
        ...(rechecked === undefined ? {} : { rechecked }),
    };
}

;// CONCATENATED MODULE: ./lib/publish/claim/claim.js








const LEASE_LENGTH = 120_000;
const LEASE = { length: LEASE_LENGTH, renewal: 40_000, interval: 10_000 };
const claimOf = (issue) => ({ kind: 'claim', issue });
/** Prepares the claim of this run. Its operations run one after the other, also the renewals in the background. */
function openClaim(ctx, spec) {
    const options = { ...spec, lease: spec.lease ?? LEASE, patience: {} };
    const inTurn = (0,lib_async/* serialQueue */.kZ)();
    let held;
    let renewal;
    const setHeld = (thread, tip) => {
        held = tip === undefined ? undefined : { thread, tip };
        if (held)
            renewal ??= renewing(options.lease, () => inTurn(renewHeld));
        else {
            renewal?.[Symbol.dispose]();
            renewal = undefined;
        }
    };
    const take = async (thread, mayGoWithout = false) => {
        if (held)
            return { kind: 'ours' };
        const { tip, ...claimResult } = await takeClaim(ctx, thread, options).catch((error) => {
            if (mayGoWithout && (0,push_refusal/* isPushRefusal */.Tm)(error))
                return { kind: 'ours' };
            throw error;
        });
        setHeld(thread, tip);
        return claimResult;
    };
    const release = async (ends) => {
        if (!held)
            return 'released';
        const { thread } = held;
        setHeld(thread, await releaseHeld(ctx, held, { ...options, ends }));
        return held ? 'contended' : 'released';
    };
    const renewHeld = async () => {
        if (held) {
            const move = { thread: held.thread, from: held.tip, message: activeMessage(ctx, options) };
            // Another run may take the claim when GitHub told it that ours had ended.
            setHeld(held.thread, (await moveClaim(ctx, move)) ?? (await tipIfOurs(ctx, held, options)));
        }
        return held !== undefined;
    };
    return {
        take: (thread, mayGoWithout) => inTurn(() => take(thread, mayGoWithout)),
        release: (ends) => inTurn(() => release(ends)),
        end: async (snapshot, mayForget) => {
            const released = await inTurn(() => release(snapshot.state));
            if (released === 'released' && mayForget)
                await forgetPlan(ctx, snapshot, options.me);
            return released;
        },
        adopt: (thread) => inTurn(async () => {
            const claim = held ? undefined : await findClaim(ctx, thread);
            if (claim?.state !== 'held' || !isSameRun(claim, options.me))
                return 'none';
            setHeld(thread, claim.tip);
            return claim.hasWaiter ? 'contended' : 'ours';
        }),
        keepForLaterJobs: () => {
            if (held)
                setHeld(held.thread, undefined);
        },
        lost: () => renewal?.lost ?? NEVER_LOST,
    };
}
const NEVER_LOST = new AbortController().signal;
async function takeClaim(ctx, thread, options) {
    const claim = await findClaim(ctx, thread);
    const isHeld = claim?.state === 'held';
    if (claim && isHeld && isSameRun(claim, options.me))
        return { kind: 'ours', tip: claim.tip };
    const active = claim && isHeld ? await activeClaim(ctx, { thread, claim }, options) : undefined;
    if (active) {
        const hasWaiter = await notifyHolder(ctx, { thread, claim: active }, options);
        return hasWaiter ? { kind: 'held', by: active } : { kind: 'stale' };
    }
    // The claim moves only while the branch is where it was read: otherwise what we are about to do may be done.
    const { branch, pull } = thread;
    const isThere = branch !== undefined && pull?.pull.state !== 'closed';
    const alsoUpdate = isThere ? [{ ref: `refs/heads/${branch.name}`, from: branch.head, to: branch.head }] : [];
    const tip = await moveClaim(ctx, { thread, from: claim?.tip, message: activeMessage(ctx, options), alsoUpdate });
    if (tip === undefined)
        return { kind: 'stale' };
    // The dead holder may have written to the plan after we read it.
    return { kind: isHeld ? 'stale' : 'ours', tip };
}
const activeMessage = ({ jobs }, { me }) => renderClaim(`Run ${me.run} is at work`, { ...me, state: 'held', overJobs: jobs === 'three' });
/** The claim as last fetched. A commit that is no claim counts as a free one, and the next claim goes on top of it. */
async function findClaim(ctx, { issue }) {
    const { repo, clock } = ctx.sources;
    const tip = await (0,side_ref/* sideCommit */.x$)(repo, claimOf(issue.number));
    if (tip === undefined)
        return undefined;
    const { message = '', date = '' } = (await commitOf(repo, tip)) ?? {};
    const note = parseClaim(message) ?? { run: '', attempt: 0, state: 'free' };
    const at = Math.min(note.renewed ?? (Date.parse(date) || 0), Date.parse(clock.timestamp()));
    return { ...note, tip, at, hasWaiter: message.split('\n')[0]?.endsWith(WAITER_MARK) === true };
}
async function fetchClaim(ctx, thread) {
    await (0,side_ref/* fetchPlanRefs */.Ii)(ctx.sources.repo, planRefsOf(ctx.sources, thread.issue.number, thread.base.branch), true);
    return findClaim(ctx, thread);
}
/** The claim if its run is alive. GitHub may report dead runs as unfinished, so an overdue claim gets one more lease. */
async function activeClaim(ctx, observed, options) {
    const activity = await activityOf(ctx, observed.claim, options.me);
    if (activity === 'ended')
        return undefined;
    const { length } = options.lease;
    const end = observed.claim.at + length;
    if (activity === undefined)
        return waitForLease(ctx, observed, { ...options, end, why: RUN_STATE_UNKNOWN });
    const now = Date.parse(ctx.sources.clock.timestamp());
    if (now < end || (observed.claim.overJobs && activity === 'active'))
        return observed.claim;
    return waitForLease(ctx, observed, { ...options, end: now + length, why: 'has not renewed its claim on it' });
}
/**
 * What GitHub says of a run, which may wait for a person; undefined if the token may not ask. An earlier attempt of this
 * run has ended. Anybody with push permission can write a claim, so only runs of our own workflow can hold one.
 */
async function activityOf({ sources }, { run, attempt }, me) {
    if (run === me.run)
        return attempt > me.attempt ? 'active' : 'ended';
    const runState = await sources.forge.runState(Number(run)).catch(() => undefined);
    if (!runState)
        return undefined;
    if (runState.ended || runState.attempt !== attempt || runState.workflow !== sources.own.workflow)
        return 'ended';
    return runState.waits ? 'waits' : 'active';
}
/** Waits until the claim is renewed, or until `end`, however often it changes: in all no longer than one lease. */
async function waitForLease(ctx, { thread, claim }, { end, why, ...options }) {
    const { clock } = ctx.sources;
    const { length, interval } = options.lease;
    const now = () => Date.parse(clock.timestamp());
    const signal = AbortSignal.any([options.stop, clock.signal]);
    if (options.patience.until === undefined)
        options.note?.(`Run ${claim.run} holds this plan, and ${why}; this run waits for it, at most ${length / 1_000} s.`);
    const until = (options.patience.until ??= now() + length);
    while (now() < Math.min(end, until)) {
        await (0,promises_.setTimeout)(interval, undefined, { signal }).catch(() => undefined);
        if (signal.aborted)
            return claim;
        const latest = await fetchClaim(ctx, thread);
        if (latest?.tip !== claim.tip)
            return latest?.state === 'held' && isSameRun(latest, claim) ? latest : undefined;
    }
    return undefined;
}
const RUN_STATE_UNKNOWN = 'GitHub does not tell without `permissions: actions: read` whether it goes on';
const WAITER_MARK = ' came by';
/** Notifies the holder that another run waits. False if the claim has moved, so that it has to be read again. */
async function notifyHolder(ctx, { thread, claim }, { me }) {
    const message = renderClaim(`Run ${me.run}${WAITER_MARK}`, { ...claim, renewed: claim.at });
    return (await moveClaim(ctx, { thread, from: claim.tip, message })) !== undefined;
}
/** The new commit of the claim, on top of the previous one. Undefined if another run moved it. */
async function moveClaim(ctx, move) {
    const { repo } = ctx.sources;
    const { thread, from, message, alsoUpdate = [] } = move;
    const moved = await (0,side_ref/* commitSide */.tR)(repo, claimOf(thread.issue.number), { from, message, author: authorOf(thread.bot) });
    const pushing = (0,side_ref/* pushRefs */.NV)(repo, [moved, ...alsoUpdate]);
    // While git waits for GitHub, this process has nothing else to do.
    void (0,lib_async/* inBackground */.kS)((0,lib_async/* loadAll */.gh)());
    const pushed = await pushing;
    if (pushed.kind === 'forbidden') {
        const reason = ctx.outward(pushed.reason);
        // The claim is the first push of a run, so without a branch nothing was planned yet.
        throw thread.branch ? (0,push_refusal/* pushRefused */.H)(thread.branch.name, reason) : mayNotPush(thread.freeBranch, reason);
    }
    return pushed.kind === 'pushed' ? moved.to : undefined;
}
/** The present tip of our claim, which another run may have marked. Undefined if it is no longer ours. */
async function tipIfOurs(ctx, { thread }, { me }) {
    const claim = await fetchClaim(ctx, thread);
    return claim?.state === 'held' && isSameRun(claim, me) ? claim.tip : undefined;
}
const ACTIVE_PHASES = ['todo', 'in_progress', 'halted'];
/** Releases the claim. Returns the new tip if another run came meanwhile, so that it is still held. */
async function releaseHeld(ctx, held, options) {
    const { thread, tip } = held;
    const message = renderClaim(`Run ${options.me.run} has ended`, { ...options.me, state: 'free' });
    const removal = { ref: (0,side_ref/* refName */.P7)(claimOf(thread.issue.number)), from: tip, to: undefined };
    const isReleased = ACTIVE_PHASES.includes(options.ends.phase)
        ? (await moveClaim(ctx, { thread, from: tip, message })) !== undefined
        : (await (0,side_ref/* pushRefs */.NV)(ctx.sources.repo, [removal])).kind === 'pushed';
    return isReleased ? undefined : tipIfOurs(ctx, held, options);
}
/** Renews the claim in the background at intervals. Errors are ignored, since the next renewal may succeed. */
function renewing({ renewal }, renewOnce) {
    const lost = new AbortController();
    const timer = setInterval(() => {
        void renewOnce().then((isOurs) => (isOurs ? undefined : lost.abort()), () => undefined);
    }, renewal).unref();
    return { lost: lost.signal, [Symbol.dispose]: () => clearInterval(timer) };
}
/** Deletes the side refs of a plan that is over, or the claim of a killed run. Keeps what an active run needs. */
async function forgetPlan(ctx, { thread, state }, me) {
    const { repo, clock } = ctx.sources;
    const { number } = thread.issue;
    const isOver = state.ended !== undefined || (!thread.pull && !thread.branch);
    if (!isOver && !state.history.finished)
        return;
    const claim = await findClaim(ctx, thread);
    const removals = await (0,side_ref/* removalsOf */.RY)(repo, number, isOver ? refsToDelete(thread) : ['claim']);
    if (removals.length === 0)
        return;
    if (claim?.state === 'held' && (await isInUse(ctx, claim, { me, now: Date.parse(clock.timestamp()) })))
        return;
    if (isOver && (await hasOtherPlan(ctx, thread)))
        return;
    // The push fails for refs that another run has moved meanwhile; that run needs them.
    await (0,side_ref/* pushRefs */.NV)(repo, removals);
}
/** Side refs to delete, if not the default set. Usage by drafts and answers is kept, as it counts for the next plan. */
function refsToDelete({ pull, issue }) {
    if (pull)
        return pull.pull.merged ? ['conversation', 'claim', 'usage', 'commits'] : undefined;
    return issue.state === 'open' ? ['conversation', 'claim'] : undefined;
}
async function isInUse(ctx, claim, { me, now }) {
    const activity = await activityOf(ctx, claim, me);
    return activity === undefined ? now - claim.at < LEASE_LENGTH : activity !== 'ended';
}
async function hasOtherPlan({ sources }, { issue, branch }) {
    const isOfIssue = (name) => (0,side_ref/* issueOf */.v1)(name, sources.branchPrefix) === issue.number;
    const names = [...(await (0,side_ref/* fetchedBranches */.uN)(sources.repo)).keys()].filter(isOfIssue);
    if (names.every((name) => name === branch?.name))
        return false;
    const pulls = await sources.forge.openPulls();
    return pulls.some(({ head }) => head.repository === sources.repository && isOfIssue(head.branch));
}
const OVER_JOBS = '\n\nIt is held for later jobs of the run.';
/** The commit message of a claim. `subject` is for people who look at the ref. */
function renderClaim(subject, { run, attempt, state, overJobs, renewed }) {
    const since = renewed === undefined ? '' : `\n\nRenewed: ${renewed}`;
    return `${subject}${overJobs ? OVER_JOBS : ''}${since}\n\nClaim-Run: ${run}\nClaim-Attempt: ${attempt}\nClaim-State: ${state}\n`;
}
/** Reads the commit message of a claim. Undefined for a commit that we did not write. */
function parseClaim(message) {
    const match = /\n\nClaim-Run: (\d{1,15})\nClaim-Attempt: (\d{1,6})\nClaim-State: (held|free)\s*$/.exec(message);
    if (!match)
        return undefined;
    const [, run = '', attempt, state] = match;
    const [, renewed] = /\n\nRenewed: (\d{1,15})\n/.exec(message) ?? [];
    return {
        run,
        attempt: Number(attempt),
        state: state === 'held' ? 'held' : 'free',
        ...(message.includes(OVER_JOBS) ? { overJobs: true } : {}),
        ...(renewed === undefined ? {} : { renewed: Number(renewed) }),
    };
}
const isSameRun = (one, other) => one.run === other.run && one.attempt === other.attempt;

// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(7975);
;// CONCATENATED MODULE: ./lib/decide/next/decision.js


/** The plan as the branch has it, for what is done only where it can be read. */
function planOf({ reading }) {
    if (!reading?.plan)
        throw new Error('There is no plan to work on.');
    return reading.plan;
}
const isOpenPlan = (snapshot) => hasParts(snapshot.thread, 'branch', 'pull') && snapshot.state.reading !== undefined;
function openPlan(snapshot) {
    if (isOpenPlan(snapshot))
        return snapshot;
    throw new Error('There is no open plan to take this step on.');
}
const subtaskOf = ({ status }) => status?.subtask.number ?? 0;
/** A step that does what every other does, such as `undo`, needs no row. */
const STEPS = {
    nothing: { withoutClaim: true },
    cancel: { times: 5, withoutClaim: true },
    draft: { words: 'draft the plan', target: ({ via }) => via, needsModel: true, isDryRun: true },
    link: { withoutClaim: true, runsDuringTasks: true },
    ask: { words: 'answer a question', runsDuringTasks: true, needsModel: true, worksReadOnly: true, isDryRun: true },
    help: { withoutClaim: true, runsDuringTasks: true },
    tell: { withoutClaim: true },
    doctor: { runsDuringTasks: true, needsModel: true },
    verify: { words: 'verify the plan', withoutClaim: true, runsDuringTasks: true },
    skip: { words: 'skip subtasks', runsDuringTasks: true },
    revise: {
        words: 'revise the plan',
        target: ({ remarks }) => remarks.map(({ id }) => id).join(' '),
        needsModel: true,
        isDryRun: true,
    },
    refuse: {
        words: ({ refusal }) => `refuse comment ${refusal.comment.id}: ${refusal.why}`,
        target: ({ refusal }) => refusal.comment.id,
        withoutClaim: true,
        runsDuringTasks: true,
    },
    'refuse-all': {
        words: ({ refusals }) => `refuse ${refusals.length} comments in one answer`,
        target: ({ refusals }) => refusals[0]?.comment.id ?? 0,
        withoutClaim: true,
        runsDuringTasks: true,
    },
    'refuse-review': { withoutClaim: true },
    react: {
        words: ({ reaction, comment, others = [] }) => `react with ${reaction} to comment ${comment.id}${others.length > 0 ? ` and ${others.length} more` : ''}`,
        target: ({ reaction, comment }) => `${comment.id} ${reaction}`,
        times: 5,
        withoutClaim: true,
        runsDuringTasks: true,
    },
    'delete-branch': { withoutClaim: true },
    open: { words: 'open the pull request' },
    announce: { words: ({ version }) => `announce version ${version}`, target: ({ blob }) => blob, times: 2 },
    'tell-issue': { words: 'link the plan on the issue' },
    'tell-no-plan': { words: 'say on the issue that there is no plan' },
    'tell-problem': { words: 'say why the plan file cannot be read', target: ({ blob }) => blob },
    'tell-once': { words: ({ text }) => `say once: ${text}`, target: ({ key }) => key },
    'tell-halt': { words: 'say why the plan is paused' },
    execute: {
        words: ({ status: { subtask, attempts } }) => `execute subtask ${subtask.number} (${subtask.name}), attempt ${attempts + 1}`,
        target: subtaskOf,
        needsModel: true,
    },
    review: {
        words: ({ of }) => (of === 'rest' ? 'review' : 'take a second look at the result'),
        target: ({ of }) => of,
        needsModel: true,
    },
    check: {
        words: ({ of }) => of === 'merge' ? 'run the checks of what is done once more, after the merge' : 'run the acceptance tests',
        target: (step) => (step.of === 'merge' ? step.merge : step.head),
        needsModel: true,
    },
    fail: {
        words: ({ status }) => `give up subtask ${status.subtask.number} after ${status.attempts} attempts`,
        target: subtaskOf,
        runsDuringTasks: true,
    },
    interrupt: { words: 'record what was begun', target: subtaskOf },
    continue: { words: 'start the next run' },
    halt: { words: 'pause the plan', target: ({ reason }) => reason },
    finish: { words: 'finish the plan' },
    record: { words: 'write the record of the plan', times: 5, withoutClaim: true },
    ready: { words: 'mark the pull request as ready for review' },
    report: { words: 'post the closing comment' },
    show: { words: 'update the description', times: 5 },
};
/** Properties of a step, by its kind. */
const traitsOf = ({ kind }) => STEPS[kind] ?? {};
const has = (flag) => (step) => traitsOf(step)[flag] === true;
const executeStep = (status) => ({ kind: 'execute', status });
const isSubtaskStep = (0,words_command/* isKind */.VF)('execute');
const isDraftStep = (0,words_command/* isKind */.VF)('draft');
const needsModel = has('needsModel');
const isDryRun = has('isDryRun');
function describeStep(step) {
    const { words = step.kind } = traitsOf(step);
    return typeof words === 'string' ? words : words(step);
}
/** What a step does to what: one that comes again on the same state goes round in a circle. */
function decision_targetOf(step) {
    const { target } = traitsOf(step);
    const what = target ? target(step) : 'comment' in step ? step.comment?.id : undefined;
    return what === undefined ? step.kind : `${step.kind} ${what}`;
}

// EXTERNAL MODULE: ./lib/decide/approval/subtask-status.js
var subtask_status = __webpack_require__(1184);
// EXTERNAL MODULE: ./lib/plan/acceptance.js
var acceptance = __webpack_require__(4332);
;// CONCATENATED MODULE: ./lib/decide/approval/as-approved.js

/** Settled subtasks have their approved words: a later edit by hand would show a text that was never executed. */
const withWhatWasApproved = (plan, settled, branch) => ({
    ...plan,
    subtasks: plan.subtasks.map((current) => {
        const text = branch.texts.get(versionOf(current.number, settled, branch) ?? '');
        const approved = (0,markdown/* parsePlan */.vS)(text ?? '').plan?.subtasks.find(({ number }) => number === current.number);
        return approved ? { ...approved, depends_on: current.depends_on } : current;
    }),
});
/** The text by which a subtask was settled. Undefined when it is open, or the text is not known. */
function versionOf(number, { executed, undone, abandoned }, branch) {
    const carriedOut = executed.get(number) ?? undone.get(number);
    if (carriedOut)
        return carriedOut.version;
    const skipped = abandoned.get(number);
    return skipped && textAt(skipped.sha, branch);
}
function textAt(commit, { commits, commitOfPlanBlob }) {
    const end = commits.findIndex(({ sha }) => sha === commit) + 1;
    const blobs = new Map([...commitOfPlanBlob].map(([blob, sha]) => [sha, blob]));
    const last = commits.slice(0, end).findLast(({ sha }) => blobs.has(sha));
    return last && blobs.get(last.sha);
}
/** Whether subtasks ran with this approved test in their version: then it failed before the first of them. */
function triedTests(branch) {
    const versions = (branch?.commits ?? []).flatMap(({ entry }) => entry?.trailers.subtask !== undefined && entry.trailers.state === undefined ? (entry.trailers.version ?? []) : []);
    const tried = new Set([...new Set(versions)].flatMap((blob) => ((0,markdown/* parsePlan */.vS)(branch?.texts.get(blob) ?? '').plan?.acceptance ?? []).map(asKey)));
    return (test) => tried.has(asKey(test));
}
const asKey = ({ path, run, content }) => JSON.stringify([path, run, content]);

;// CONCATENATED MODULE: ./lib/decide/next/record-of.js





/** The newest commit of ours, which the record of a plan names. */
const journalEnd = ({ commits }) => commits.findLast(({ entry }) => entry !== undefined)?.sha;
/** A record is due when a plan is done and not reported yet, or cancelled after something was executed. */
function isRecordDue(thread, state) {
    const { branch, pull } = thread;
    const { history, phase } = state;
    if (!branch || !pull || branch.record?.journal === journalEnd(branch))
        return false;
    if (phase === 'abandoned')
        return history.executed.size + history.undone.size > 0;
    return phase === 'done' && !(0,thread_people/* isNoted */.bW)(thread, 'pull', (0,thread_people/* closingKey */.TQ)(state));
}
/** The commits whose trees a record names, and the logins whose permission it does. */
const namedByRecord = ({ thread, state }) => ({
    commits: [thread.branch?.head ?? [], state.statuses.flatMap(({ sha }) => sha ?? [])].flat(),
    logins: [...new Set(state.statuses.flatMap((one) => approversNamed(thread, one)).map(({ login }) => login))],
});
const record_of_entryOf = ({ branch }, { sha }) => branch?.commits.find((commit) => commit.sha === sha)?.entry;
const approversNamed = (thread, status) => record_of_entryOf(thread, status)?.trailers.approvedBy ?? [];
/** The record of a plan that has ended. Undefined before it has a branch, a pull request and commits of ours. */
function recordOf({ thread, state }, basis) {
    const { branch, pull, issue } = thread;
    const journal = branch && journalEnd(branch);
    if (!branch || !pull || journal === undefined)
        return undefined;
    return {
        format: 2,
        issue: issue.number,
        pull_request: pull.pull.number,
        state: state.phase === 'done' ? 'done' : 'abandoned',
        request: requestOf(thread, state),
        versions: state.versions.map(({ version, blob, comment }) => ({ number: version, blob, comment })),
        approvals: approvalsIn(thread, state, basis),
        subtasks: state.statuses.map((status) => record_of_subtaskOf(thread, state, { status, basis })),
        base: branch.commits[0]?.parents[0] ?? thread.base.sha,
        journal,
        head: branch.head,
        tree: basis.trees.get(branch.head) ?? '',
        usage: state.history.usage,
        runs: [...new Set([...state.statuses.flatMap(({ run }) => run ?? []), ...basis.runs])],
        models: [...new Set(basis.models)],
        action: basis.action ?? null,
    };
}
const LONGEST_REQUEST = 4_000;
function requestOf({ issue, comments }, { history }) {
    const comment = comments.find(({ id }) => String(id) === history.request);
    return {
        comment: numberIn(history.request) ?? null,
        login: history.requester?.login ?? comment?.author.login ?? '',
        id: history.requester?.id ?? comment?.author.id ?? null,
        text: (comment?.body ?? issue.title).slice(0, LONGEST_REQUEST),
    };
}
/** The approvals that subtasks were carried out with, as their commits name them. */
function approvalsIn(thread, { statuses, versions }, basis) {
    const used = statuses.flatMap((status) => approversNamed(thread, status).map((by) => ({
        ...by,
        number: status.subtask.number,
        blob: record_of_entryOf(thread, status)?.trailers.version,
    })));
    return [...Map.groupBy(used, ({ comment }) => comment)].map(([id, uses]) => {
        const { login = '', blob } = uses[0] ?? {};
        const posted = thread.pull?.comments.find((one) => one.id === id);
        const earlier = versions.filter(({ comment }) => comment < id);
        return {
            comment: id,
            login,
            id: posted?.author.id ?? null,
            permission: permissionIn(uses) ?? basis.permissions.get(login) ?? 'none',
            at: posted?.createdAt ?? null,
            version: record_of_versionOf(earlier, blob) ?? record_of_versionOf(versions, blob),
            subtasks: uses.map(({ number }) => number),
        };
    });
}
/** The lowest permission that GitHub reported before any of the subtasks. */
const permissionIn = (uses) => forge/* PERMISSIONS */.J.find((role) => uses.some(({ permission }) => permission === role));
function recordedAnswers(answers) {
    const answerOn = (of) => (answers && answers[of] !== 'not run' ? answers[of] : null);
    const last = answers?.earlier === undefined ? { planned: answerOn('planned') } : { earlier: answers.earlier };
    return { before: answerOn('before'), without: answerOn('without'), ...last };
}
const record_of_versionOf = (versions, blob) => versions.findLast((one) => one.blob === blob)?.version ?? null;
function record_of_subtaskOf(thread, { versions }, { status, basis }) {
    const { subtask, state, sha, text } = status;
    const entry = record_of_entryOf(thread, status);
    const checked = state === 'done' ? (0,plan_plan/* checksFor */.NR)(subtask, basis.verifyCommand) : [];
    return {
        number: subtask.number,
        state,
        subject: entry?.subject ?? subtask.name,
        outcome: state === 'done' ? text : '',
        version: record_of_versionOf(versions, entry?.trailers.version),
        commit: sha ?? null,
        tree: basis.trees.get(sha ?? '') ?? null,
        usage: entry?.trailers.usage ?? plan_usage/* noUsage */.tk,
        // A subtask whose checks do not pass is not done.
        checks: [...new Set(checked)].map((command) => {
            const answers = status.checks?.[checked.indexOf(command)];
            const verdict = (answers && (0,plan_plan/* verdictOf */.Vj)({ passed: true, ...answers })) ?? null;
            return {
                command,
                ...recordedAnswers(answers),
                after: 'passed',
                verdict,
                digest: answers?.digest ?? null,
            };
        }),
    };
}

;// CONCATENATED MODULE: ./lib/decide/thread/history.js
/** How the last line of a subtask's commit begins that lists new files which its plan does not name. */
const NOT_PLANNED = 'Not in the plan: ';
/** Whether a subtask was executed because of this approval. */
const isUsed = ({ id }, { executed, undone }) => [...executed.values(), ...undone.values()].some(({ approvedBy }) => approvedBy.some((by) => by.comment === id));

// EXTERNAL MODULE: ./lib/plan/dependencies.js
var dependencies = __webpack_require__(5954);
// EXTERNAL MODULE: ./lib/decide/inbox/fix.js
var inbox_fix = __webpack_require__(2652);
;// CONCATENATED MODULE: ./lib/decide/words/needs-plan.js

/** Whether a request in English, or if empty an issue, looks like several steps: weights of signals add up. Linear time. */
function needsPlan(request, issue = { title: '', body: '' }) {
    const text = tidy(request || `${issue.title}\n\n${issue.body}`);
    if (text === '')
        return { isComplex: false, because: 'it is empty' };
    const orders = withoutCode(text).split(SENTENCE_END).flatMap(ordersIn).join('\n');
    if (orders === '')
        return { isComplex: false, because: 'it only asks or reads' };
    const found = SIGNALS.filter(({ fires }) => fires(orders, text));
    const weight = found.reduce((sum, signal) => sum + signal.weight, 0);
    if (weight < ENOUGH)
        return { isComplex: false, because: 'nothing in it looks like several steps' };
    return { isComplex: true, because: found.map(({ because }) => because).join(', ') };
}
/** Lower case, without hidden characters; white space separates words, lines or paragraphs. */
const tidy = (text) => (0,guard_hidden/* withoutHidden */.P)(text.toLowerCase())
    .replaceAll("'", '’')
    .replace(/\s+/g, (space) => (/\n.*\n/s.test(space) ? '\n\n' : space.includes('\n') ? '\n' : ' '))
    .trim();
/** Names in code, addresses and HTML comments are no words of the request. */
const withoutCode = (text) => text.replace(/```.*?(?:```|$)|<!--.*?(?:-->|$)/gs, '').replace(/`[^`\n]*`|https?:\S+|\*\*|__/g, '');
/** A full stop after a digit may belong to the number of a list. */
const SENTENCE_END = /(?<=[^\d\s][.!?;]) |\n\n|\n(?=[-*+•#>]|\d{1,3}[.)])/u;
const LIST_MARK = /^(?:[-*+•] (?:\[[ x]\] )?|\d{1,3}[.)] |#{1,6} )/;
/** What a sentence asks to change, with its list mark. Nothing for a question, or a part that reads. */
function ordersIn(part) {
    const sentence = part.trim();
    const [mark = ''] = LIST_MARK.exec(sentence) ?? [];
    const text = sentence.slice(mark.length).trimStart();
    let input = text.replace(POLITE, '');
    if (ASKS.test(input) || (input === text && input.endsWith('?')))
        return [];
    for (let next = NEXT.exec(input); READS.test(input.slice(0, next?.index)); next = NEXT.exec(input)) {
        if (!next)
            return [];
        input = input.slice(next.index + next[0].length);
    }
    return input === '' ? [] : [mark + input];
}
/** The pattern of any of the words, which commas separate. `*` leaves the ending of a word open. */
function anyOf(...lists) {
    const words = lists.flatMap((list) => list.split(', '));
    return `\\b(?:${words.map((word) => (word.endsWith('*') ? word.slice(0, -1) : `${word}\\b`)).join('|')})`;
}
const anyWordOf = (...lists) => new RegExp(anyOf(...lists));
const firstWordOf = (...lists) => new RegExp(`^${anyOf(...lists)}`);
/** An order in the form of a question. */
const POLITE = new RegExp(`^(?:${anyOf('please, can you, could you, can we, could we, would you, will you, can someone, could someone')}[ ,]*)+`);
/** A sentence that begins so wants an answer. */
const ASKS = firstWordOf('what, why, how, where, which, who, whose, is, are, was, were, does, did, do we, do you, do they, do i, should', 'when is, when are, when was, when did, when do, when does, when will, explain, describe, summari*, tell, clarify');
/** What begins so only looks or runs; another order may follow it in the same sentence. */
const READS = firstWordOf('read, list, show, print, display, find, search, look, count, view, check, run, see, give me, fetch, grep');
/** What stands between two orders of one sentence. */
const NEXT = new RegExp(` ?(?:(?:[,:]|${anyOf('and, then')}) ?)+`);
const BUILDS = anyWordOf('implement, implementing, refactor*, redesign*, migrate, migrating, rewrite, rewriting, rework, restructure', 'overhaul, moderni*, internationali*, locali*, architect, integrate', 'modulari*, rearchitect, decouple, develop a, develop an, port the, port this, convert, design and, design a', 'design an, design the, design our, design new, build a, build an, build the, introduce, split the', 'split this, split up');
const CHANGES = anyWordOf('add, adding, create, change, update, improve, extend, support, fix, remove, delete, write, replace, upgrade, make', 'set up, setup, clean up, get rid of, turn, enhance, extract, configure, generate, optimi*', 'enable, allow, need, wants, want, rename, move, build');
const PARTS = anyWordOf('feature*, pipeline*, architecture, authentication, authori*, login, module*, api, apis, database*, endpoint*', 'middleware, dashboard*, system, service*, integration*, schema*, workflow*, framework, cache, caching, limiter', 'rate limiting, mode, page, pages, ui, tests, test suite, test coverage, error handling, end-to-end, dependencies', 'backend, frontend, client, server, plugin*, queue, search, i18n, permissions, payment*, docker*', 'documentation, package, packages, codebase, code base');
const BREADTH = anyWordOf('several, multiple, across, everywhere, codebase, code base, entire, whole, from scratch, step by step, all modules');
const TRIVIAL = anyWordOf('typo*, spelling, misspell*, whitespace, semicolon, trailing, one-liner, wording');
const ORDER = new RegExp(anyOf('first, second, then, next, after that, afterwards, finally'), 'g');
const FILE = /(?<![\w./-])[\w./-]{1,200}\.[a-z]{1,5}(?![\w/])/g;
/** Characters of prose from which a request is long, and from which its length alone is enough. */
const [LONG, VERY_LONG] = [500, 1500];
const ENOUGH = 3;
const SIGNALS = [
    { weight: 4, because: 'it asks to build or rebuild', fires: (orders) => BUILDS.test(orders) },
    { weight: 1, because: 'it asks for a change', fires: (orders) => CHANGES.test(orders) },
    { weight: 2, because: 'it is about a whole part of the software', fires: (orders) => PARTS.test(orders) },
    { weight: 2, because: 'it reaches far', fires: (orders) => BREADTH.test(orders) },
    { weight: 2, because: 'it names an order of steps', fires: (_, text) => new Set(text.match(ORDER)).size > 1 },
    { weight: 2, because: 'it holds a list', fires: (orders) => count(orders, /^(?:[-*+•]|\d{1,3}[.)]) /gm) > 1 },
    { weight: 1, because: 'it holds a task list', fires: (orders) => count(orders, /^(?:[-*+] )\[[ x]\] /gm) > 1 },
    { weight: 2, because: 'it names several files', fires: (_, text) => new Set(text.match(FILE)).size > 2 },
    { weight: 1, because: 'it is long', fires: (orders) => orders.length > LONG },
    { weight: 2, because: 'it is very long', fires: (orders) => orders.length > VERY_LONG },
    { weight: -5, because: 'it is about a slip of the pen', fires: (orders) => TRIVIAL.test(orders) },
];
const count = (text, pattern) => text.match(pattern)?.length ?? 0;

;// CONCATENATED MODULE: ./lib/decide/inbox/command-effects.js








const asPending = (comment, { kind }) => ({ kind, comment });
const ask = (comment, command) => ({ ...command, comment });
const fix = (comment, _, facts) => (0,inbox_fix/* answerToFix */.Hz)(comment, facts);
/** An update that is known to conflict is feedback: a subtask has to resolve it. */
const update = (comment, command, facts) => knownConflict(facts.thread) ? undefined : asPending(comment, command);
/** Whether `rocket` shows that a command was carried out. Feedback that a commit answers has that reaction, too. */
const hasRocket = ({ id, reactions }, { history }) => reactions.rocket > 0 && !history.answered.has(id);
const hasFailed = ({ id }, { history }) => [...history.failed.values(), ...(history.halt ? [history.halt] : [])].some(({ seen }) => seen < id);
/** Whether a problem was told since the last commit that `/retry` goes on after. */
const wasRetrySuggested = ({ id }, { thread, history }) => (0,thread_people/* problemComments */.wU)((0,thread_people/* commentsAt */.ar)(thread, 'pull'), thread.bot).some((problem) => problem.id > history.seen && problem.id < id && problem.body.includes('`/retry`'));
/** A request is carried out when a note answers it, or when the plan that it got, also in place of an answer, is announced. */
const isAnnounced = ({ id, answered }, { history, current }) => answered || (history.answered.has(id) && current !== undefined);
/** Every command, in the order of `COMMANDS`, which says how it is written. */
const COMMAND_EFFECTS = {
    plan: { onIssue: (comment, { request }, facts) => draftOf(comment, request, facts), isCarriedOut: isAnnounced },
    ask: {
        onIssue: (comment, command, facts) => facts.rules.interactive && needsPlan(command.question, facts.thread.issue).isComplex
            ? draftOf(comment, command.question, facts)
            : ask(comment, command, facts),
        open: ask,
        done: ask,
        whenClosed: 'reply',
        isCarriedOut: isAnnounced,
    },
    doctor: { onIssue: asPending, open: asPending, done: asPending, whenClosed: 'reply' },
    help: { onIssue: asPending, open: asPending, done: asPending },
    approve: {
        whenClosed: 'reply',
        namesSubtasks: true,
        startsWork: true,
        isCarriedOut: ({ id }, { history, approvals, statuses }) => {
            // An approval has no effect on a plan that is done.
            if (history.finished && id > history.seen)
                return false;
            const numbers = approvals.find((approval) => approval.comment === id)?.numbers;
            const settled = statuses.filter(plan_plan/* isSettled */.Is).map(({ subtask }) => subtask.number);
            return numbers !== undefined && numbers.every((number) => settled.includes(number));
        },
        // An edited approval of the current version never counts.
        wasCarriedOut: (one, { history, current }) => isUsed(one, history) && one.id < (current?.comment ?? 0),
    },
    cancel: {
        open: asPending,
        done: (_comment, _, { history }) => {
            const last = [...history.executed.keys()].at(-1);
            const instead = last === undefined
                ? 'Close this pull request.'
                : `To drop its commits, close this pull request; to take one subtask back, comment \`/undo ${last}\`.`;
            return (0,thread_people/* refused */.J5)('plan-finished', 'This plan is finished, so nothing runs any more.', instead);
        },
        // A cancel of a closed plan has nothing left to do.
        whenClosed: 'reaction',
        stopsWork: () => true,
        wasCarriedOut: hasRocket,
    },
    skip: {
        open: skipOf,
        whenClosed: 'reply',
        namesSubtasks: true,
        stopsWork: ({ number }, running) => number === running?.number,
        // Where GitHub makes the commits, it makes them one by one: that of the subtask itself is the last.
        isCutOff: ({ number }, { executed, abandoned }) => !executed.has(number) && !abandoned.has(number),
        wasCarriedOut: ({ id }, { history }) => [...history.abandoned.values()].some(({ command }) => command === id),
    },
    undo: {
        open: undoOf,
        done: undoOf,
        whenClosed: 'reply',
        stopsWork: ({ number }, running) => running?.needs.includes(number) === true,
        // Where GitHub makes the commits, it makes them one by one: the revert of the subtask itself is the last.
        isCutOff: ({ number }, { executed }) => executed.has(number),
    },
    update: {
        open: update,
        done: update,
        whenClosed: 'reply',
        change: ({ edited }, _, { thread }) => {
            const merge = edited ? undefined : knownConflict(thread);
            return (merge && {
                text: conflictText(thread.base.branch, merge.files),
                merge: { base: merge.base, files: merge.files },
            });
        },
    },
    retry: {
        open: (comment, command, facts) => facts.halt || hasFailed(comment, facts) || wasRetrySuggested(comment, facts)
            ? asPending(comment, command)
            : (0,thread_people/* refused */.J5)('nothing-to-retry', 'The plan is not paused, so there is nothing to retry.', whatToDoInstead(facts)),
        done: (comment, command, facts) => (facts.halt ? asPending(comment, command) : planFinished(facts)),
        whenClosed: 'reply',
        startsWork: true,
        isCarriedOut: ({ id, edited, author }, { history, halt, person }) => id <= history.seen && !halt && !edited && (0,thread_people/* mayWrite */.J)(person(author.login)),
        wasCarriedOut: hasRocket,
    },
    replan: {
        done: () => undefined,
        whenClosed: 'reply',
        change: ({ edited }, { request }) => (edited ? undefined : { text: request || 'Make a new plan.', fresh: true }),
    },
    revise: {
        done: () => undefined,
        whenClosed: 'reply',
        change: ({ edited }, { text }) => (edited ? undefined : { text }),
    },
    fix: {
        open: fix,
        done: fix,
        whenClosed: 'reply',
        change: (comment, { what }, facts) => {
            const found = (0,inbox_fix/* asksForFix */.lq)(comment, facts) ? (0,inbox_fix/* fixOf */.BW)(facts) : undefined;
            return found && { text: what ? `${inbox_fix/* FIX_REQUEST */.az} ${what}` : inbox_fix/* FIX_REQUEST */.az, fix: found };
        },
    },
    note: {},
    verify: { open: asPending, done: asPending, ended: asPending },
};
/** The life of a command. Undefined for what is none, and for what cannot be carried out as it is written. */
const effectOf = ({ kind }) => COMMAND_EFFECTS[kind];
/** The draft of a new plan, a link to the plan if some of it is carried out, or why there can be none. */
function draftOf(comment, request, { thread, history }) {
    if (thread.theirs?.isFork)
        return (0,thread_people/* refused */.J5)('pull-from-fork', 'This pull request comes from a fork, and plans are made for branches of this repository.', 'Push its branch here and open a pull request from that, or comment `/plan` on an issue.');
    if (thread.issue.state === 'closed')
        return thread.issue.isPull
            ? (0,thread_people/* refused */.J5)('pull-closed', 'This pull request is closed, and plans are made for open ones.', 'Reopen it and comment `/plan` again, or comment `/plan` on an issue.')
            : (0,thread_people/* refused */.J5)('issue-closed', 'This issue is closed.', 'Reopen it, then comment `/plan` again.');
    const pull = thread.pull?.pull;
    if (pull?.state === 'open' && history.executed.size > 0)
        return { kind: 'link', comment, pull: pull.number };
    const via = comment.id === OPENING ? 'issue' : String(comment.id);
    return { kind: 'draft', comment, by: comment.author, via, request };
}
function skipOf(comment, { number, reason }, { reading, statuses }) {
    const status = statuses.find(({ subtask }) => subtask.number === number);
    if (!status || !reading?.plan) {
        const known = (0,plan_plan/* joinWithAnd */.Ol)(statuses.map(({ subtask }) => subtask.number)) || 'a plan that can be read';
        return (0,thread_people/* refused */.J5)('unknown-subtask', `There is no subtask ${number} in this plan.`, `Skip one of ${known}.`);
    }
    if ((0,plan_plan/* isSettled */.Is)(status)) {
        const why = `Subtask ${number} is already ${status.state === 'done' ? 'done' : 'skipped'}.`;
        return (0,thread_people/* refused */.J5)('subtask-settled', why, 'Skip one that is still to be done.');
    }
    const dependents = (0,dependencies/* dependants */.pW)(reading.plan, number);
    const open = statuses.filter((one) => !(0,plan_plan/* isSettled */.Is)(one)).map(({ subtask }) => subtask.number);
    return { kind: 'skip', comment, numbers: [number, ...open.filter((one) => dependents.includes(one))], reason };
}
/** What an `/undo` asks for, or why it cannot be had. Whether the reverts apply, only git can tell. */
function undoOf(comment, { number, reason }, { history, reading, statuses }) {
    if (!history.executed.has(number))
        return refusedUndo(number, history, statuses);
    const dependents = reading?.plan ? (0,dependencies/* dependants */.pW)(reading.plan, number) : [];
    const executed = [...history.executed.keys()].filter((one) => one === number || dependents.includes(one)).toReversed();
    const left = dependents.filter((one) => !history.executed.has(one) && !history.abandoned.has(one));
    return { kind: 'undo', comment, executed, left, reason };
}
function refusedUndo(number, history, statuses) {
    const done = [...history.executed.keys()].toSorted((a, b) => a - b);
    const instead = done.length > 0 ? `Undo one of those that are done: ${(0,plan_plan/* joinWithAnd */.Ol)(done)}.` : 'There is nothing to take back.';
    if (!statuses.some(({ subtask }) => subtask.number === number))
        return (0,thread_people/* refused */.J5)('unknown-subtask', `There is no subtask ${number} in this plan.`, instead);
    if (history.undone.has(number))
        return (0,thread_people/* refused */.J5)('nothing-to-undo', `Subtask ${number} was taken back already.`, instead);
    if (history.abandoned.has(number))
        return (0,thread_people/* refused */.J5)('nothing-to-undo', `Subtask ${number} was skipped.`, instead);
    const remedy = history.finished ? instead : `Comment \`/skip ${number}\` to leave it out.`;
    return (0,thread_people/* refused */.J5)('nothing-to-undo', `Subtask ${number} has not run.`, remedy);
}
function whatToDoInstead({ statuses, reading }) {
    if (reading?.kind === 'problem')
        return 'Push a fix of the plan file to this branch.';
    if ((0,subtask_status/* unapproved */.Bo)(statuses).length > 0)
        return 'Comment `approve` to run the plan.';
    const next = statuses.find(({ ready }) => ready);
    return next ? `Subtask ${next.subtask.number} is next, or running.` : 'There is nothing left to run.';
}
const planFinished = ({ thread }) => (0,thread_people/* refused */.J5)('plan-finished', 'This plan is finished.', `For more changes, comment \`/revise …\` here; or merge or close this pull request, then comment \`/plan\` on #${thread.issue.number}.`);
/** The feedback that an `/update` becomes when the merge conflicts: the planner adds a subtask that resolves it. */
function conflictText(base, files) {
    return [
        `Merge the base branch \`${base}\`. It conflicts with this branch in: ${files.map((path) => `\`${path}\``).join(', ')}.`,
        'Add one new subtask that resolves this, put it before those that wait, and let its files name all of these. Its agent starts from the merge, with the conflicts marked in the files, and its commit is the merge.',
    ].join('\n');
}

;// CONCATENATED MODULE: ./lib/decide/next/decide.js












/** Runs in a row that may end without an executed subtask. */
const MAX_CONTINUATIONS = 3;
const NOTHING = { kind: 'nothing' };
function decide(thread, state, context) {
    if (state.ended)
        return closedPullStep(thread, state);
    return (acknowledgingStep(thread, state) ??
        answeringStep(thread, state) ??
        planStep(thread, state, context) ??
        missingReaction(thread, state) ??
        noPlanStep(thread, state) ??
        NOTHING);
}
/** The next step towards an executed plan, without answers and reactions. */
const planStep = (thread, state, context) => openingStep(thread, state) ?? (hasParts(thread, 'pull') ? openPullStep(thread, state, context) : undefined);
/**
 * The steps for the model that several runners can take at once: open questions, and subtasks unless another step is
 * due. None after the end of the plan or a cancel.
 */
function readySteps(thread, state, context) {
    if (state.ended || state.pending.some(words_command/* isCancel */.FZ))
        return [];
    const questions = state.pending.filter(facts/* isAnswer */.Tq).filter(needsModel);
    const step = planStep(thread, state, context);
    if (!step || !needsModel(step))
        return questions;
    const steps = isSubtaskStep(step) ? startableSubtasks(state, context.settings, new Set()).map(executeStep) : [step];
    return [...questions, ...steps];
}
/** At most `free` subtasks that a job may start now next to the running ones, none beyond the next review. */
function subtasksToBegin(state, { settings }, { free, inHand }) {
    const { reviewEvery } = settings;
    const untilReview = reviewEvery === 0 ? Infinity : reviewEvery - (state.history.executed.size % reviewEvery);
    const limit = Math.max(0, Math.min(free, untilReview - inHand.size));
    return startableSubtasks(state, settings, inHand).slice(0, limit);
}
/** The subtasks to execute now. One that merges the base runs alone: its result holds only for the tip it began on. */
function startableSubtasks({ statuses, history: { merges } }, settings, inHand) {
    const isMerge = (number) => merges.has(number);
    const startable = statuses.filter((status) => status.ready && !(0,subtask_status/* isExhausted */.qo)(status, settings) && !inHand.has(status.subtask.number));
    const [first] = startable;
    if ([...inHand].some(isMerge))
        return [];
    if (first && isMerge(first.subtask.number))
        return inHand.size > 0 ? [] : [first];
    return startable.filter(({ subtask }) => !isMerge(subtask.number));
}
/** Refusals, a cancel, and the reaction to a command that was picked up. They come before all that takes time. */
function acknowledgingStep(thread, state) {
    const cancel = state.pending.find(words_command/* isCancel */.FZ);
    if (cancel)
        return cancel.comment.reactions.eyes === 0 ? { kind: 'react', comment: cancel.comment, reaction: 'eyes' } : cancel;
    const refusalStep = refusingStep(thread, state);
    if (refusalStep)
        return refusalStep;
    const toReact = commentsToReactTo(thread, state);
    const unacknowledged = acceptedComments(state).filter((one) => one.reactions.eyes === 0 && toReact.has(one));
    return reactionStep('eyes', unacknowledged);
}
/** Comments that one reply names, so that it stays below GitHub's size limit of a comment. */
const MAX_NAMED_COMMENTS = 400;
/** Replies to one refused comment, or to many at once; or sets a reaction on those that get no reply. */
function refusingStep(thread, { refusals, comments }) {
    const refusal = refusals.find(({ comment }) => !isLocked(thread, targetOf(thread, comment)));
    if (!refusal)
        return undefined;
    const onIssue = new Set(comments.issue);
    const atSameTarget = refusals.filter(({ comment }) => onIssue.has(comment) === onIssue.has(refusal.comment));
    if (atSameTarget.length > thread_people/* MAX_REPLIES */.AK)
        return { kind: 'refuse-all', refusals: atSameTarget.slice(0, MAX_NAMED_COMMENTS) };
    if (!refusal.isQuiet)
        return { kind: 'refuse', refusal };
    const quiet = refusals.filter(({ isQuiet }) => isQuiet).map(({ comment }) => comment);
    return reactionStep('confused', quiet);
}
const answeringStep = (thread, state) => state.pending.filter(facts/* isAnswer */.Tq).find(({ comment }) => !isLocked(thread, targetOf(thread, comment)));
function openingStep(thread, state) {
    if (thread.branch && !thread.pull && state.reading?.plan)
        return thread.thisRun.pullForbidden ? NOTHING : { kind: 'open' };
    return state.pending.find((0,words_command/* isKind */.VF)('draft'));
}
function openPullStep(thread, state, context) {
    if (state.reading?.kind === 'problem' && !state.history.finished) {
        const { line, reason, blob } = state.reading;
        return isPosted(thread, `problem-${blob}`) ? undefined : { kind: 'tell-problem', line, reason, blob };
    }
    return (announcingStep(thread, state) ??
        changingStep(thread, state, context) ??
        recheckStep(thread, state, context) ??
        noticingStep(thread, state) ??
        (state.history.finished ? closingStep(thread, state) : executingStep(thread, state, context)) ??
        (context.shown ? undefined : { kind: 'show' }));
}
function noticingStep(thread, { notices }) {
    const notice = notices.find(({ key }) => !isPosted(thread, key));
    return notice && { kind: 'tell-once', ...notice };
}
/** Whether this note needs no posting: it is there, or the conversation is locked. */
const isPosted = (thread, key, target = 'pull') => isLocked(thread, target) || (0,thread_people/* isNoted */.bW)(thread, target, key);
const isLocked = ({ thisRun }, target) => thisRun.undelivered.some((comment) => comment.target === target);
/** Announces every version, so that people can approve it, and tells the issue where the plan is. */
function announcingStep(thread, state) {
    if (state.reading && !state.history.finished && !state.current && !isLocked(thread, 'pull')) {
        if (state.history.reopened && !thread.pull.pull.draft && !allSettled(state.statuses))
            return { kind: 'redraft' };
        const version = (state.versions.at(-1)?.version ?? 0) + 1;
        return { kind: 'announce', version, blob: state.reading.blob };
    }
    const pull = thread.pull.pull.number;
    // The bot may be unable to comment on a locked issue. GitHub shows the pull request there anyway.
    const isLinked = thread.issue.locked || isPosted(thread, `plan-${pull}`, 'issue');
    return isLinked ? undefined : { kind: 'tell-issue', pull };
}
/** Changes come before approved work: each makes a new version, which needs a new approval. */
function changingStep(thread, state, context) {
    const change = state.pending.find(facts/* changesPlan */.XJ);
    if (change && !(0,facts/* isFeedback */.Kt)(change))
        return change;
    // A version that cannot be announced cannot be approved.
    if (!change || state.halt?.reason === 'budget' || isLocked(thread, 'pull'))
        return undefined;
    if ((0,plan_usage/* fractionSpent */.zj)(state.allowance, plan_usage/* noUsage */.tk) >= 1)
        return { kind: 'halt', reason: 'budget' };
    return context.timeIsUp ? continuingStep(thread, state) : change;
}
/** After the base was merged, the checks of what is done run once on the merged tree. */
function recheckStep(thread, { history, statuses }, { settings }) {
    const { merged } = history;
    if (merged === undefined || merged === thread.paid?.rechecked || isPosted(thread, (0,thread_people/* mergedKey */.Qr)(merged)))
        return undefined;
    const checked = statuses.filter(({ subtask, state }) => state === 'done' && (0,plan_plan/* checksFor */.NR)(subtask, settings.verifyCommand).length > 0);
    const numbers = checked.map(({ subtask }) => subtask.number);
    return numbers.length === 0 ? undefined : { kind: 'check', of: 'merge', merge: merged, numbers };
}
function executingStep(thread, state, context) {
    if (allSettled(state.statuses)) {
        // After another version the approvals before it could not be told apart.
        return isFinalReviewDue(state, context)
            ? (missingReaction(thread, state) ?? { kind: 'review', of: 'result' })
            : lastStep(thread, state, context);
    }
    if (state.halt)
        return haltStep(thread, state.halt);
    const next = state.statuses.find((status) => status.ready);
    if (!next)
        return undefined;
    // The budget is checked before the attempts: when it is spent, the subtask has not failed.
    if ((0,plan_usage/* fractionSpent */.zj)(state.allowance, plan_usage/* noUsage */.tk) >= 1)
        return { kind: 'halt', reason: 'budget' };
    if ((0,subtask_status/* isExhausted */.qo)(next, context.settings))
        return { kind: 'fail', status: next };
    if (context.jobs === 'three')
        return stepBeforeHandOver(thread, state) ?? workStep(thread, state, { context, next });
    return context.timeIsUp ? continuingStep(thread, state) : workStep(thread, state, { context, next });
}
/** The result review is optional: without time or budget for it, the plan finishes without. */
const isFinalReviewDue = ({ statuses, allowance, history }, { settings, timeIsUp }) => settings.secondLook === true &&
    !history.look &&
    !timeIsUp &&
    !(0,subtask_status/* allSkipped */.cP)(statuses) &&
    (0,plan_usage/* fractionSpent */.zj)(allowance, plan_usage/* noUsage */.tk) < 1;
/** A plan is done when the tests that people approved with it pass on its last commit. */
function lastStep(thread, state, context) {
    const { branch } = thread;
    const { halt, reading, statuses } = state;
    const approvedTests = (number) => (reading?.plan ? (0,acceptance/* testsOf */.Vh)(reading.plan, number) : []);
    const tested = statuses.filter((one) => one.state === 'done' && approvedTests(one.subtask.number).length > 0);
    if (!branch || tested.length === 0)
        return { kind: 'finish' };
    if (halt?.reason === 'acceptance')
        return haltStep(thread, halt);
    // What people wrote into the plan since runs when it is approved.
    const isTried = triedTests(branch);
    if (tested.some(({ subtask, approved }) => !approved && !approvedTests(subtask.number).every(isTried)))
        return undefined;
    const numbers = tested.map(({ subtask }) => subtask.number);
    const check = { kind: 'check', of: 'tests', head: branch.head, numbers };
    if (context.jobs === 'three')
        return stepBeforeHandOver(thread, state) ?? check;
    return context.timeIsUp ? continuingStep(thread, state) : check;
}
function haltStep(thread, halt) {
    const key = `halted-${halt.reason}-${halt.since}`;
    // The plan comment of a proposed change says why the plan is paused.
    return halt.reason === 'change' || isPosted(thread, key) ? undefined : { kind: 'tell-halt', key, halt };
}
function workStep(thread, state, { context, next }) {
    const executedCount = state.history.executed.size;
    return isReviewDue(thread, state, context) ? { kind: 'review', of: 'rest', executedCount } : executeStep(next);
}
/** Before another job goes on: records what only this run knows, or pauses after too many runs without a result. */
function stepBeforeHandOver(thread, state) {
    const interrupt = interruption(thread, state);
    if (interrupt.status || thread.thisRun.attempts.has(0))
        return interrupt;
    return state.history.continuations >= MAX_CONTINUATIONS ? { kind: 'halt', reason: 'continuation' } : undefined;
}
/** Due once after every `reviewEvery` subtasks, while the newest commit is that of a subtask. */
function isReviewDue({ branch, thisRun }, { history }, { settings }) {
    const done = history.executed.size;
    if (settings.reviewEvery === 0 || done === 0 || done % settings.reviewEvery > 0 || thisRun.reviewed === done)
        return false;
    const last = branch?.commits.at(-1)?.entry?.trailers;
    return last?.subtask !== undefined && last.state === undefined;
}
/** When this run's time is up: records what only it knows, then asks for the next run. */
function continuingStep(thread, state) {
    const { thisRun } = thread;
    const { history } = state;
    const begun = interruption(thread, state);
    if (begun.status)
        return begun;
    if (thisRun.continued === 'refused' || history.continuations >= MAX_CONTINUATIONS)
        return { kind: 'halt', reason: 'continuation' };
    return thisRun.continued === 'asked' ? NOTHING : { kind: 'continue' };
}
/** Records what only this run knows: its attempts at subtasks, and what it spent otherwise. */
function interruption({ thisRun }, { statuses }) {
    const [status, ...others] = statuses.filter(({ subtask }) => thisRun.attempts.get(subtask.number)?.length);
    return { kind: 'interrupt', status, ...(others.length > 0 ? { others } : {}) };
}
function closingStep(thread, state) {
    const { statuses, phase, halt } = state;
    if (phase === 'halted' && halt)
        return haltStep(thread, halt);
    if (isRecordDue(thread, state))
        return { kind: 'record' };
    // There is nothing to review in a plan of which everything was skipped, and a branch that conflicts stays a draft.
    const isReviewed = !(0,subtask_status/* allSkipped */.cP)(statuses) && !knownConflict(thread);
    if (thread.pull.pull.draft && isReviewed)
        return { kind: 'ready' };
    return isPosted(thread, (0,thread_people/* closingKey */.TQ)(state)) ? undefined : { kind: 'report' };
}
/** Retracts the comment that a plan is being made, left by an interrupted run, when the request is gone. */
const noPlanStep = (thread, { pending }) => !thread.branch && !thread.pull && !thread.issue.locked && (0,thread_people/* studyingNote */.il)(thread) && !pending.some((0,words_command/* isKind */.VF)('draft'))
    ? { kind: 'tell-no-plan' }
    : undefined;
/** Keeps a record of what was carried out, and finishes a cancel that was cut off after the pull request was closed. */
function closedPullStep(thread, state) {
    if (isRecordDue(thread, state))
        return { kind: 'record' };
    const answer = answeringStep(thread, state);
    if (answer?.kind === 'verify')
        return answer;
    const cancel = state.pending.find(words_command/* isCancel */.FZ);
    if (!cancel)
        return closedPullRefusal(thread, state) ?? NOTHING;
    if (thread.branch && state.history.executed.size === 0)
        return { kind: 'delete-branch' };
    const { eyes } = cancel.comment.reactions;
    return { kind: 'react', comment: cancel.comment, reaction: eyes === 0 ? 'eyes' : 'rocket' };
}
/** Refuses commands on a closed plan, so that they have no effect after a reopening. */
function closedPullRefusal(thread, state) {
    const refusing = refusingStep(thread, state);
    if (refusing)
        return refusing;
    const { reviewWhileClosed: review } = state;
    if (review && !isPosted(thread, (0,thread_people/* refusalOfReview */.IA)(review.review)))
        return { kind: 'refuse-review', ...review };
    const toReact = commentsToReactTo(thread, state);
    const comment = state.comments.pull.find((one) => one.hasRefusalNote && one.reactions.confused === 0 && toReact.has(one));
    return comment && { kind: 'react', comment, reaction: 'confused' };
}
/** Comments that get a reaction in one step. Between steps the thread is read again, so that a cancel is noticed. */
const MAX_REACTIONS_PER_STEP = 50;
function reactionStep(reaction, comments) {
    const [comment, ...others] = new Set(comments);
    return comment && { kind: 'react', comment, reaction, others: others.slice(0, MAX_REACTIONS_PER_STEP - 1) };
}
/** The comments that get our reaction: of many between two comments of ours only the first and the last. */
function commentsToReactTo(thread, state) {
    const accepted = new Set(acceptedComments(state));
    const getsReaction = (one) => accepted.has(one) || one.refused || isCarriedOut(one, thread, state);
    const ends = (people, all) => {
        const ours = all.filter(({ author }) => author.login === thread.bot.login);
        const groups = Map.groupBy(people.filter(getsReaction), ({ id }) => ours.filter((one) => one.id < id).length);
        return [...groups.values()].flatMap(thread_people/* firstAndLast */.Aq);
    };
    const { issue, pull } = state.comments;
    return new Set([...ends(issue, thread.comments), ...ends(pull, (0,thread_people/* commentsAt */.ar)(thread, 'pull'))]);
}
/** The comments of pending requests, and the approvals that count. On a plan that is done, an approval has no effect. */
function acceptedComments(state) {
    const { pending, comments, approvals, history } = state;
    const approved = new Set(approvals.map(({ comment }) => comment));
    const isValid = ({ id }) => approved.has(id) && (!history.finished || id <= history.seen);
    return [...pending.flatMap(facts/* commentsOf */.u3), ...comments.pull.filter(isValid)];
}
/** The next reaction that is missing on comments that were refused or carried out. */
function missingReaction(thread, state) {
    const groups = Map.groupBy(commentsToReactTo(thread, state), (one) => missingReactionOn(one, thread, state));
    for (const [reaction, comments] of groups)
        if (reaction)
            return reactionStep(reaction, comments);
    return undefined;
}
function missingReactionOn(one, thread, state) {
    const { eyes, rocket, confused } = one.reactions;
    if (one.refused || one.hadNoEffect)
        return confused === 0 ? 'confused' : undefined;
    if ((eyes > 0 && rocket > 0) || !isCarriedOut(one, thread, state))
        return undefined;
    return eyes === 0 ? 'eyes' : 'rocket';
}
function isCarriedOut(one, { people }, state) {
    const { isCarriedOut: wasExecuted } = effectOf(one.command) ?? {};
    if (!wasExecuted)
        return one.answered || state.history.answered.has(one.id);
    return wasExecuted(one, { ...state, person: (login) => people.get(login) ?? facts/* UNKNOWN_PERSON */.j_ });
}
const allSettled = (statuses) => statuses.length > 0 && statuses.every(plan_plan/* isSettled */.Is);

// EXTERNAL MODULE: ./lib/git/merge.js
var git_merge = __webpack_require__(724);
// EXTERNAL MODULE: external "node:zlib"
var external_node_zlib_ = __webpack_require__(8522);
;// CONCATENATED MODULE: ./lib/git/patch-size.js



/** Maximum bytes of the files that one patch makes: more than anybody reviews, and less than the memory of a runner. */
const MAX_PATCH_BYTES = 256 << 20;
const MAX_PATCH_FILES = 10_000;
/** Why an untrusted patch (base64) is not applied: 2 MB can make gigabytes, which git unpacks before it looks. */
async function problemOfPatch(repo, { onto, patch }, maxUnpackedBytes = MAX_PATCH_BYTES) {
    if (patch === '')
        return undefined;
    const tooLarge = `its patch would make more than ${maxUnpackedBytes >> 20} MiB`;
    const input = Buffer.from(patch, 'base64');
    const lines = input.toString('latin1').split('\n');
    // Our own patches hold neither. Each line of a change begins with another character.
    if (lines.some((line) => /^(?:rename|copy) (?:from|to) /.test(line)))
        return 'its patch renames or copies files';
    const unpackedBytes = unpackedSize(lines, maxUnpackedBytes);
    if (unpackedBytes === undefined)
        return 'its patch cannot be read';
    const namedBytes = await sizeOfNamedBlobs(repo, lines);
    // Only now git may unpack it, to say which paths it changes.
    if (input.length + unpackedBytes + namedBytes > maxUnpackedBytes)
        return tooLarge;
    const { code, stdout } = await (0,git/* tryGit */.Ii)(repo, ['apply', '--numstat', '-z', '-'], { input });
    if (code !== 0)
        return 'its patch cannot be read';
    const paths = stdout.split('\0').flatMap((entry) => entry.split('\t').slice(2).join('\t') || []);
    if (paths.length > MAX_PATCH_FILES)
        return `its patch changes more than ${MAX_PATCH_FILES} files`;
    if (new Set(paths).size < paths.length)
        return 'its patch changes a file twice';
    const presentBytes = await sizeOfFiles(repo, onto, new Set(paths));
    return input.length + unpackedBytes + namedBytes + presentBytes > maxUnpackedBytes ? tooLarge : undefined;
}
/** Unpacked size of the binary parts of a patch, by their headers. Undefined when a part cannot be read. */
function unpackedSize(lines, maxUnpackedBytes) {
    let size = 0;
    for (const [at, line] of lines.entries()) {
        const [, kind, count = ''] = /^(literal|delta) (\d{1,15})$/.exec(line) ?? [];
        if (!kind)
            continue;
        size += Number(count);
        if (size > maxUnpackedBytes)
            return size;
        if (kind === 'delta')
            size += sizeAfterDelta(lines, at + 1, maxUnpackedBytes) ?? NaN;
        if (Number.isNaN(size))
            return undefined;
    }
    return size;
}
/** The size of the file that a delta makes: it begins with the sizes of the file before and after. */
function sizeAfterDelta(lines, from, maxUnpackedBytes) {
    let end = from;
    while (isBinaryLine(lines[end]))
        end += 1;
    const bytes = Buffer.concat(lines.slice(from, end).map(decodeLine));
    return (0,errors/* valueOr */.dd)(() => {
        const delta = (0,external_node_zlib_.inflateSync)(bytes, { finishFlush: external_node_zlib_.constants.Z_SYNC_FLUSH, maxOutputLength: maxUnpackedBytes });
        const before = readSize(delta, 0);
        return before && readSize(delta, before.end)?.size;
    }, undefined);
}
/** A line of a binary patch: a letter for its length, then at most 52 bytes. */
const isBinaryLine = (line = '') => /^[A-Za-z][0-9A-Za-z!#$%&()*+;<=>?@^_`{|}~-]{5,65}$/.test(line);
/** A number in groups of seven bits, the lowest first; the highest bit of a byte says that more follow. */
function readSize(delta, from) {
    let size = 0;
    for (let at = from; at < delta.length && at < from + 8; at++) {
        const byte = delta[at] ?? 0;
        size += (byte & 0x7f) * 2 ** (7 * (at - from));
        if (byte < 0x80)
            return { size, end: at + 1 };
    }
    return undefined;
}
/** Git's own order of the characters (`base85.c`). */
const BASE85 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';
/** The bytes of a line: four in every five characters, as many as its first letter says. */
function decodeLine(line) {
    const code = line.charCodeAt(0);
    const length = code >= 97 ? code - 97 + 27 : code - 65 + 1;
    const bytes = Buffer.alloc(Math.ceil((line.length - 1) / 5) * 4);
    for (let at = 1; at < line.length; at += 5) {
        const value = [...line.slice(at, at + 5)].reduce((sum, character) => sum * 85 + BASE85.indexOf(character), 0);
        bytes.writeUInt32BE(Math.max(0, value) % 2 ** 32, ((at - 1) / 5) * 4);
    }
    return bytes.subarray(0, Math.max(0, length));
}
/** Bytes of the existing blobs that a patch names by id: git uses them instead of the lines of the patch. */
async function sizeOfNamedBlobs(repo, lines) {
    const ids = lines.flatMap((line) => /^index ([0-9a-f]{4,64})\.\.([0-9a-f]{4,64})/.exec(line)?.slice(1) ?? []);
    if (ids.length === 0)
        return 0;
    const input = `${ids.join('\n')}\n`;
    const { stdout } = await (0,git/* tryGit */.Ii)(repo, ['cat-file', '--batch-check=%(objectsize)'], { input });
    return sum(stdout.split('\n').map((line) => Number(/^\d+$/.exec(line)?.[0] ?? 0)));
}
/** Bytes of these files of a tree: a changed line makes git write the whole file again. */
async function sizeOfFiles(repo, tree, paths) {
    const { stdout } = await (0,git/* tryGit */.Ii)(repo, ['ls-tree', '-r', '-l', '-z', '--full-tree', tree]);
    const entries = stdout.split('\0').flatMap((entry) => {
        const [, size, path = ''] = /^\S+ \S+ \S+ +(\d+)\t([^]*)$/.exec(entry) ?? [];
        return paths.has(path) ? Number(size) : [];
    });
    return sum(entries);
}
const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);

// EXTERNAL MODULE: ./lib/guard/credentials.js
var credentials = __webpack_require__(5559);
;// CONCATENATED MODULE: ./lib/observe/missing-facts.js



/** Fetches the facts that the state depends on, until nothing is missing. */
async function fetchMissingFacts(sources, thread) {
    const { forge } = sources;
    const { questions } = sources.snapshotAt(thread).state;
    if (Object.values(questions).every((asked) => asked === undefined || asked.length === 0))
        return thread;
    const { people, editsToFetch, approvalsToTrace, commitsToAttribute, reactions, checks: head } = questions;
    const [foundPeople, foundWriters, withReactions, withApp, { withEdit, closings }, checks] = await Promise.all([
        (0,lib_async/* asMap */.$H)(people, (login) => lookUpPerson(sources, thread, login)),
        (0,lib_async/* asMap */.$H)(commitsToAttribute, (sha) => forge.peopleOf(sha)),
        lookUpReactions(forge, reactions, thread.bot),
        lookUpApps(forge, approvalsToTrace, thread),
        lookUpEdits(forge, editsToFetch, thread),
        head && forge.checksOf(head, sources.own).then((found) => ({ head, found })),
    ]);
    const withAnswers = (comments) => comments.flatMap(withApp).map((one) => withReactions(withEdit(one)));
    return fetchMissingFacts(sources, {
        ...thread,
        comments: withAnswers(thread.comments),
        pull: thread.pull && { ...thread.pull, closings, comments: withAnswers(thread.pull.comments) },
        people: new Map([...thread.people, ...foundPeople]),
        ...(checks ? { checks } : {}),
        writers: new Map([...(thread.writers ?? []), ...foundWriters]),
    });
}
/** Whether the bot reacted, in one request for all comments. An earlier token may have belonged to another account. */
async function lookUpReactions(forge, unknown, bot) {
    const questions = Map.groupBy(unknown, ({ comment }) => comment);
    if (questions.size === 0)
        return (one) => one;
    const found = await forge.reactors([...questions.keys()]);
    const isOurs = ({ comment, reaction }) => {
        const { byUs, logins } = found.get(comment)?.[reaction] ?? { byUs: false, logins: [] };
        return byUs || logins.includes(bot.login) || logins.includes(ACTIONS_BOT.login);
    };
    return (one) => {
        const asked = questions.get(one.nodeId)?.map((question) => [question.reaction, isOurs(question)]);
        return asked ? { ...one, ownReactions: { ...one.ownReactions, ...Object.fromEntries(asked) } } : one;
    };
}
/** Through which app these comments on the pull request were written. */
async function lookUpApps(forge, unread, { pull }) {
    const [first] = unread;
    if (!first || !pull)
        return (one) => [one];
    const listed = new Map((await forge.comments(pull.pull.number, first.createdAt)).map(({ id, app = '' }) => [id, app]));
    const asked = new Set(unread.map(({ id }) => id));
    return (one) => {
        if (!asked.has(one.id))
            return [one];
        const app = listed.get(one.id);
        // An approval that is missing in the list is dropped for now, since an app may have written it.
        return app === undefined ? [] : [{ ...one, app }];
    };
}
/** Which of these comments were edited; and when the pull request was closed, from the same request. */
async function lookUpEdits(forge, unknown, { pull }) {
    const ids = new Set(unknown.map(({ nodeId }) => nodeId));
    if (ids.size === 0)
        return { withEdit: (one) => one, closings: pull?.closings ?? [] };
    const { edited, closings } = await forge.editsAndClosings([...ids], pull?.pull.nodeId);
    const withEdit = (one) => ids.has(one.nodeId) ? { ...one, wasEdited: edited.has(one.nodeId) } : one;
    return { withEdit, closings };
}
/**
 * Normalizes authors: comments with a marker by the workflow's bot or the token's account count as the plan's bot's.
 * The input `github-token` may change in the middle of a plan, and a comment that is not recognized would be posted
 * again. Other comments keep their author, since the token's account may be a person's.
 */
async function asOneBot(forge, bot, comments) {
    const others = comments.filter(({ author, body }) => author.login !== bot.login && (0,thread_people/* hasMarker */.xY)(body));
    const logins = new Set(others.map(({ author }) => author.login));
    const ours = await (0,lib_async/* asMap */.$H)(logins, async (login) => login === ACTIONS_BOT.login || forge.isMe(login));
    return comments.map((one) => ((0,thread_people/* hasMarker */.xY)(one.body) && ours.get(one.author.login) ? { ...one, author: bot } : one));
}
/** Backoff in milliseconds for a list that has fewer entries than GitHub counts. */
const LIST_PAUSES = [250, 500, 1_000, 2_000, 2_000];
/** Milliseconds after which lists are consistent. What is still missing is hidden from everybody, such as spam. */
const LIST_LAG = 60_000;
/** Whether a comment is so recent that a list may lack it. */
const mayLagBehind = (at, { timestamp }) => at !== undefined && Date.parse(timestamp()) - Date.parse(at) < LIST_LAG;
/** Reads comments until as many as GitHub counts, and the one of the event (`said`), are listed: lists lag behind. */
async function readWholeList({ clock, repo }, counted, { first, read, eventComment }) {
    const { deadline = lib_async/* NO_DEADLINE */.ji } = repo.remote ?? {};
    let comments = first ?? (await read());
    for (const pause of LIST_PAUSES) {
        const isCounted = !counted || comments.length >= counted.comments || !mayLagBehind(counted.at, clock);
        if (isCounted && (!eventComment || comments.some(({ id }) => id === eventComment)))
            break;
        await deadline.wait(pause);
        comments = await read();
    }
    return comments;
}
/** The comments of an issue or pull request, normalized by `asOneBot`. */
const fetchComments = async (forge, bot, number) => asOneBot(forge, bot, await forge.comments(number));
/** Adds new comments of the bot; those of people are added by the next snapshot, which fetches their permissions. */
function withNewNotes(known, fresh, bot) {
    const ids = new Set(known.map(({ id }) => id));
    const added = fresh.filter(({ id, author, body }) => author.login === bot.login && (0,thread_people/* hasMarker */.xY)(body) && !ids.has(id));
    const own = added.map((one) => ({ ...one, isAfterList: true }));
    return [...known, ...own].toSorted((one, other) => one.id - other.id);
}

;// CONCATENATED MODULE: ./lib/decide/thread/planning-notes.js


/** The answers to feedback, a line each, in the commit that revises the plan. The plan comment is rendered from them. */
const renderAnswers = (answers) => answers
    .map(({ comment, applied, note }) => `Comment ${comment}: ${applied ? 'applied' : 'not applied'}. ${withoutLineBreaks(note)}`)
    .join('\n');
const parseAnswers = (body) => body.split('\n').flatMap((line) => {
    const match = /^Comment (\d{1,15}): (applied|not applied)\. (.*)$/.exec(line);
    return match ? [{ comment: Number(match[1]), applied: match[2] === 'applied', note: match[3] ?? '' }] : [];
});
/** The reviewer model's objections to a version, as lines of the commit that brings it. */
function renderSecondLook(look) {
    if (!look)
        return '';
    if (look.silent !== undefined)
        return `Second look: no answer. ${withoutLineBreaks(look.silent)}`;
    const lines = look.objections.flatMap(({ text, applied, note }, i) => [
        `Objection ${i + 1}, ${applied ? 'applied' : 'not applied'}: ${withoutLineBreaks(text)}`,
        ...(note.trim() ? [`Reason ${i + 1}: ${withoutLineBreaks(note)}`] : []),
    ]);
    return [`Second look: ${look.objections.length} objections.`, ...lines].join('\n');
}
const withoutLineBreaks = (text) => text.replace(/\s+/g, ' ').trim();
function parseSecondLook(body) {
    const head = /^Second look: (no answer\. (.*)|\d{1,3} objections\.)$/m.exec(body);
    if (!head)
        return undefined;
    if (head[2] !== undefined)
        return { objections: [], silent: head[2] };
    const reasons = new Map([...body.matchAll(/^Reason (\d{1,3}): (.*)$/gm)].map(([, number = '', note = '']) => [number, note]));
    const objections = [...body.matchAll(/^Objection (\d{1,3}), (applied|not applied): (.*)$/gm)].map(([, number = '', how, text = '']) => ({ text, applied: how === 'applied', note: reasons.get(number) ?? '' }));
    return { objections };
}
/** As lines of the commit that ends the plan. A path is written so that nothing in it has an effect. */
function renderResultLook(look) {
    if (!look)
        return '';
    if ('silent' in look)
        return `Look at the result: no answer. ${withoutLineBreaks(look.silent)}`;
    const lines = look.findings.map(({ subtask, kind, path, line, text }, i) => `Finding ${i + 1}, ${kind}, subtask ${subtask}, ${encoded(path)}:${line}: ${withoutLineBreaks(text)}`);
    return [`Look at the result: ${look.findings.length} findings in ${look.head}.`, ...lines].join('\n');
}
const encoded = (path) => encodeURIComponent(path.toWellFormed()).replaceAll('%2F', '/');
const FINDING = /^Finding \d{1,3}, (missing|partial|wrong|not-asked-for), subtask (\d{1,4}), (\S+):(\d{1,9}): (.*)$/gm;
function parseResultLook(body) {
    const [, silent, head] = /^Look at the result: (?:no answer\. (.*)|\d{1,3} findings in ([0-9a-f]{40})\.)$/m.exec(body) ?? [];
    if (head === undefined)
        return silent === undefined ? undefined : { silent };
    const findings = [...body.matchAll(FINDING)].flatMap(([, kind, subtask, path = '', line, text = '']) => {
        const finding = { subtask: Number(subtask), kind, path: decoded(path), line: Number(line), text };
        return plan_plan/* ResultFinding */.Nk.safeParse(finding).data ?? [];
    });
    return { head, findings };
}
function decoded(path) {
    try {
        return decodeURIComponent(path);
    }
    catch {
        return path;
    }
}
/** Lines and characters of the end of a failed check's output that are kept. */
const LAST_LINES = 30;
const LAST_CHARACTERS = 3_000;
/** A baseline as lines of the commit that brings the first version. */
function renderBaseline(baseline) {
    if (!baseline)
        return '';
    const { command, passed, exit, tail, counts } = baseline;
    const head = `Today, ${passed ? 'passed' : isUnknown(baseline) ? 'not known' : 'failed'} (${exit}): ${withoutLineBreaks(command)}`;
    const last = passed ? [] : tail.slice(-LAST_CHARACTERS).trimEnd().split(/\r?\n/).slice(-LAST_LINES);
    const ran = counts ? [`Tests today: ${counts.ran} ran, ${counts.skipped} skipped`] : [];
    return [head, ...last.map((line) => `| ${line}`), ...ran].join('\n');
}
function parseBaseline(body) {
    const lines = body.split('\n');
    const at = lines.findIndex((line) => line.startsWith('Today, '));
    const match = /^Today, (passed|failed|not known) \(([^()]{1,60})\): (.+)$/.exec(lines[at] ?? '');
    if (!match)
        return undefined;
    const rest = lines.slice(at + 1);
    const end = rest.findIndex((line) => !line.startsWith('|'));
    const tail = rest.slice(0, end < 0 ? rest.length : end).map((line) => line.slice(2));
    const [, ran, skipped] = /^Tests today: (\d{1,9}) ran, (\d{1,9}) skipped$/.exec(rest[tail.length] ?? '') ?? [];
    return {
        ...{ command: match[3] ?? '', passed: match[1] === 'passed', exit: match[2] ?? '', tail: tail.join('\n') },
        ...(ran !== undefined && { counts: { ran: Number(ran), skipped: Number(skipped) } }),
    };
}
/** Whether a baseline was stopped, so that nothing is known. */
const isUnknown = ({ exit }) => exit.startsWith(plan_plan/* ENDED_EARLY */.$g);
/** The newest baseline that says something, else one that was stopped, in the commits since the newest draft. */
function baselineIn(commits = []) {
    const entries = commits.flatMap(({ entry }) => entry ?? []);
    const drafted = entries.findLastIndex(({ trailers }) => trailers.request !== undefined);
    const since = drafted < 0 ? [] : entries.slice(drafted);
    // Other commits hold words of a model.
    const baselines = since.flatMap((one) => (isPlanning(one) ? (parseBaseline(one.body) ?? []) : []));
    return baselines.findLast((one) => !isUnknown(one)) ?? baselines.at(-1);
}
const renderMissing = (missing = []) => missing.map(({ program, subtask }) => `Not on the runner, for subtask ${subtask}: ${program}`).join('\n');
const parseMissing = (body) => [...body.matchAll(/^Not on the runner, for subtask (\d{1,4}): (\w[\w.+-]{0,60})$/gm)].map(([, subtask, program = '']) => ({ program, subtask: Number(subtask) }));
/** So few executed subtasks say nothing of the next. */
const MIN_SAMPLES = 3;
/** The newest samples that are gone by, and the most tokens of each kind that one counts for. */
const NEWEST = 100;
const MOST_TOKENS = 100_000_000;
/** The lower to upper quartile of what a subtask took, newest first, for so many. Capped, since commits may lie. */
function estimateOf(found, subtasks) {
    const samples = found.slice(0, NEWEST).map(capped);
    if (samples.length < MIN_SAMPLES || subtasks === 0)
        return undefined;
    const ascending = samples.toSorted((one, other) => tokensOf(one) - tokensOf(other));
    const last = ascending.length - 1;
    const forAllSubtasks = (tokens) => tokens * subtasks;
    const low = ascending[Math.floor(last / 4)] ?? plan_usage/* noUsage */.tk;
    const high = ascending[Math.ceil((last * 3) / 4)] ?? plan_usage/* noUsage */.tk;
    if (tokensOf(low) === 0)
        return undefined;
    return { subtasks, samples: samples.length, low: (0,plan_usage/* mapUsage */.SW)(low, forAllSubtasks), high: (0,plan_usage/* mapUsage */.SW)(high, forAllSubtasks) };
}
const capped = ({ input, cached, output }) => (0,plan_usage/* mapUsage */.SW)({ input, cached, output }, (tokens) => Math.min(tokens, MOST_TOKENS));
const tokensOf = ({ input, output }) => input + output;
/** An estimate as a line of the commit that brings a version. What people read is rendered from it. */
const renderEstimate = (estimate) => estimate
    ? `Estimated for ${estimate.subtasks} of them, going by ${estimate.samples}: ${(0,plan_usage/* renderUsage */.eY)(estimate.low)} to ${(0,plan_usage/* renderUsage */.eY)(estimate.high)}`
    : '';
function parseEstimate(body) {
    const match = /^Estimated for (\d{1,4}) of them, going by (\d{1,6}): (input=.*) to (input=.*)$/m.exec(body);
    if (!match)
        return undefined;
    const [, subtasks, samples, low = '', high = ''] = match;
    return { subtasks: Number(subtasks), samples: Number(samples), low: (0,plan_usage/* parseUsage */.Zb)(low), high: (0,plan_usage/* parseUsage */.Zb)(high) };
}
/** Whether a commit drafts or revises the plan. A check that failed is no comment. */
const isPlanning = ({ trailers: { request, feedback = [], fix } }) => request !== undefined || feedback.length > 0 || fix !== undefined;
/** The body of the commit that brings a version: a paragraph for each note, and the baseline if it was tried again. */
const renderPlanningNotes = (notes) => [
    renderAnswers(notes.answers),
    renderSecondLook(notes.look),
    renderEstimate(notes.estimate),
    renderBaseline(notes.today),
    renderMissing(notes.missing),
]
    .filter(Boolean)
    .join('\n\n');
/** The newest commit that drafts or revises the plan: its `Plan-Seen` and its notes. */
function newestPlanning(commits) {
    const entry = commits.findLast((one) => one.entry && isPlanning(one.entry))?.entry;
    if (!entry)
        return undefined;
    const { body, trailers } = entry;
    const notes = { look: parseSecondLook(body), estimate: parseEstimate(body), missing: parseMissing(body) };
    return { seen: trailers.seen, ...notes };
}
/** What executed subtasks used. One that was verified again was paid for in an earlier commit, so its own usage is 0. */
const executedUsages = (commits) => commits.flatMap(({ entry }) => {
    const { subtask, state, usage = plan_usage/* noUsage */.tk } = entry?.trailers ?? {};
    return subtask !== undefined && state === undefined && tokensOf(usage) > 0 ? [usage] : [];
});

;// CONCATENATED MODULE: ./lib/publish/view/text/view.js


/** What tokens cost in US dollars, where the price is known, and the tokens. */
function renderUsed(usage, prices) {
    const tokens = `${view_count(usage.input)} tokens in (${view_count(usage.cached)} cached), ${view_count(usage.output)} out`;
    return prices ? `${dollars((0,plan_usage/* costOf */.ho)(usage, prices))} · ${tokens}` : tokens;
}
/** `about $0.40 to $1.20 (12,000 to 30,000 tokens)`, of input and output together. */
function renderEstimated({ low, high }, prices) {
    const tokens = `${view_count(tokensOf(low))} to ${view_count(tokensOf(high))} tokens`;
    return prices ? `about ${dollars((0,plan_usage/* costOf */.ho)(low, prices))} to ${dollars((0,plan_usage/* costOf */.ho)(high, prices))} (${tokens})` : tokens;
}
/** `$0.0123 (12,345 tokens)`, of input and output together. */
const renderTokens = (usage, prices) => withDollars(`${view_count(tokensOf(usage))} tokens`, prices && (0,plan_usage/* costOf */.ho)(usage, prices));
const withDollars = (tokens, cost) => cost === undefined ? tokens : `${dollars(cost)} (${tokens})`;
/** The most that a plan may cost before it is paused: tokens count as the dearest kind. Empty without a limit. */
function renderMost({ tokens, cost }, prices) {
    const dearest = prices && Math.max(prices.input, prices.output, prices['cache-write'] ?? 0);
    const byTokens = tokens !== undefined && dearest !== undefined ? (tokens * dearest) / 1e6 : Infinity;
    const byCost = cost !== undefined && prices ? cost : Infinity;
    if (tokens === undefined || byCost < byTokens)
        return byCost < Infinity ? dollars(byCost) : '';
    return withDollars(`${view_count(tokens)} tokens`, byTokens < Infinity ? byTokens : undefined);
}
/** Why costs are shown in tokens only; empty where prices are known. */
const whyNoDollars = (prices) => prices ? '' : 'No dollars: the price of the model is not known (input `prices`).';
/** With commas between thousands, without loading the number formats of all languages. */
const view_count = (tokens) => String(tokens).replace(/\B(?=(?:\d{3}){1,6}$)/g, ',');
/** `12,345 tokens` or `$0.0123`, for each limit that a budget has, with the input that sets it. */
function renderBudget({ tokens, cost, prices }, usage, grants) {
    const used = view_count(tokensOf(usage));
    const budgets = [];
    if (tokens !== undefined)
        budgets.push({ input: 'max-tokens', spent: used, of: view_count(tokens * grants), grant: `${view_count(tokens)} tokens` });
    if (cost !== undefined && prices) {
        const spent = dollars((0,plan_usage/* costOf */.ho)(usage, prices));
        budgets.push({ input: 'max-cost', spent, of: dollars(cost * grants), grant: dollars(cost) });
    }
    return budgets;
}
const dollars = (amount) => `$${amount.toFixed(amount < 0.1 ? 4 : 2)}`;
/** `1-3, 5`, as `approve` takes it. */
function ranges(numbers) {
    const spans = [];
    for (const number of numbers.toSorted((a, b) => a - b)) {
        const last = spans.at(-1);
        if (last && number === last.to + 1)
            last.to = number;
        else
            spans.push({ from: number, to: number });
    }
    return spans.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}
/** `1 subtask`, `2 subtasks` */
const plural = (amount, noun) => `${amount} ${noun}${amount === 1 ? '' : 's'}`;
/** A file as GitHub shows it at a commit, for good: the plan file is taken off the branch when the plan is done. */
const fileLink = (repository, commit, path) => `${repository}/blob/${commit}/${path.split('/').map(encodeURIComponent).join('/')}`;
/** Whether the bot is the account of the workflow's own token. */
const usesWorkflowToken = ({ login }) => login === 'github-actions[bot]';

;// CONCATENATED MODULE: ./lib/publish/view/parts/checklist.js



const TEXT_WIDTH = 160;
const MOST_STEPS = 30;
/** One line for each subtask, in the order of the plan; below the one in progress, the agent's own steps. */
const renderChecklist = (view, detail = { steps: true, texts: true }) => view.state.statuses
    .flatMap((status) => {
    const liveSubtask = view.live?.subtasks.find(({ number }) => number === status.subtask.number);
    if (!liveSubtask || status.state !== 'todo')
        return [settledLine(view, status, detail)];
    const line = `- [ ] **${nameWithNumber(status)}** · in progress (attempt ${liveSubtask.attempt} of ${view.maxAttempts})`;
    return [line, ...(detail.steps ? stepLines(liveSubtask.steps) : [])];
})
    .join('\n');
function settledLine(view, status, detail) {
    const name = nameWithNumber(status);
    const text = detail.texts ? cleanLine(firstParagraph(status.text), TEXT_WIDTH) : '';
    switch (status.state) {
        case 'done':
            return joined(' · ', [
                `- [x] ${name}`,
                status.sha?.slice(0, 7),
                text,
                detail.texts && runLink(view, status),
                status.proof?.proving === 0 && 'not proven',
                status.unplanned && cleanLine(`not in the plan: ${status.unplanned}`, TEXT_WIDTH),
                Boolean(status.proof?.unplanned) && 'rests on files that the plan does not name',
            ]);
        case 'abandoned':
            return `- [ ] ~~${name}~~ · ${abandonedText(status, view.state, text)}`;
        case 'failed': {
            const why = detail.texts ? cleanLine(firstLine(status.text), TEXT_WIDTH) : '';
            return `- [ ] ${name} · failed after ${plural(status.attempts, 'attempt')}${why && `: ${why}`}`;
        }
        case 'in_progress':
        case 'todo':
            return `- [ ] ${name}`;
    }
}
const ICONS = { done: '✅', abandoned: '⏭️', failed: '❌' };
/** A row for each subtask: commit, result, what its checks prove, and how long it took. */
function subtaskTable(view) {
    const { statuses } = view.state;
    const times = timesTaken(view);
    const isProved = statuses.some(({ proof }) => proof);
    const rows = statuses.map((status) => {
        const { subtask, sha } = status;
        const took = times.get(subtask.number);
        const line = cleanLine(firstParagraph(status.text), TEXT_WIDTH);
        const time = joined(' · ', [took !== undefined && durationText(took), runLink(view, status)]);
        return [
            ICONS[status.state] ?? '',
            `${subtask.number}. ${cleanLine(subtask.name) || '(no name)'}`,
            sha?.slice(0, 7) ?? '',
            status.state === 'abandoned' ? abandonedText(status, view.state, line) : line,
            ...(isProved ? [proofText(status)] : []),
            time,
        ];
    });
    return table(['', 'Subtask', 'Commit', 'Result', ...(isProved ? ['Proof'] : []), 'Time'], rows);
}
/** The run that carried out a subtask; empty where its commit does not name one. */
const runLink = ({ links }, { run }) => run === undefined ? '' : `[run](${links.repository}/actions/runs/${run})`;
/** `skipped: no need`, `skipped: needs 1: no need` or `taken back by alice`. */
function abandonedText({ subtask }, { history }, why) {
    const outcome = history.undone.has(subtask.number) ? 'taken back' : 'skipped';
    const [prefix = '', number] = NEEDS_PREFIX.exec(why) ?? [];
    const reason = why.slice(prefix.length);
    const by = BY_PERSON.exec(reason)?.[1];
    const suffix = by === undefined ? reason && `: ${reason}` : ` ${by}`;
    return `${outcome}${number === undefined ? '' : `: needs ${number}`}${suffix}`;
}
/** How commit messages of this and earlier releases begin where a subtask was skipped because it needs another one. */
const NEEDS_PREFIX = /^(?:needs|depends on|skipped with subtask) (\d{1,4}): /;
const BY_PERSON = /^(?:skipped|taken back) (by \S+)$/;
function proofText({ proof }) {
    if (!proof)
        return '';
    const { proving, guarding } = proof;
    const total = plural(proving + guarding, 'check');
    if (proving > 0)
        return `${proving} of ${total} ${proving === 1 ? 'fails' : 'fail'} without the change`;
    return guarding > 0 ? 'guarded: all checks pass without it, too' : 'no checks';
}
/** The number and name of a subtask. Replaces `·` in names, because it separates the parts of a line. */
const nameWithNumber = ({ subtask }) => `${subtask.number}. ${cleanLine(subtask.name.replaceAll('·', '-'), 120) || '(no name)'}`;
const firstParagraph = (text) => text.trim().split(/\n[ \t]*\r?\n/)[0] ?? '';
const firstLine = (text) => text.trim().split(/\r?\n/)[0] ?? '';
/** The agent's own steps; those of a sub-agent are one level deeper, below its name. */
const stepLines = (steps) => steps
    .flatMap((step) => [stepLine(step, '  '), ...(step.steps ?? []).map((one) => stepLine(one, '    '))])
    .slice(0, MOST_STEPS);
function stepLine({ title, state }, indent) {
    const name = cleanLine(title, 120);
    if (state === 'abandoned')
        return `${indent}- [ ] ~~${name}~~`;
    return `${indent}- [${state === 'done' ? 'x' : ' '}] ${name}${state === 'failed' ? ' · failed' : ''}`;
}
/** `Nov 21, 19:46 UTC`. Undefined where the time cannot be read. */
function utcText(isoTime) {
    const at = isoTime === undefined ? NaN : Date.parse(isoTime);
    if (Number.isNaN(at))
        return undefined;
    const [, day, month, , clock = ''] = new Date(at).toUTCString().split(' ');
    return `${month} ${Number(day)}, ${clock.slice(0, 5)} UTC`;
}
/** `2 h 5 min`, `3 min` or `12 s`. */
function durationText(milliseconds) {
    const minutes = Math.round(milliseconds / 60_000);
    if (milliseconds < 60_000)
        return `${Math.max(1, Math.round(milliseconds / 1_000))} s`;
    return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
/** Milliseconds of each executed subtask: from the commit, approval or `/retry` before it to its own commit. */
function timesTaken({ thread, state }) {
    const commits = thread.branch?.commits ?? [];
    const starts = state.comments.pull.filter(({ command }) => effectOf(command)?.startsWork);
    return new Map(commits.flatMap(({ sha, date, entry }, i) => {
        const number = [...state.history.executed].find(([, one]) => one.sha === sha)?.[0];
        const end = Date.parse(date);
        const seenStarts = starts.filter(({ id }) => id <= (entry?.trailers.seen ?? 0));
        const times = [commits[i - 1]?.date ?? '', ...seenStarts.map(({ createdAt }) => createdAt)];
        const begins = times.map((time) => Date.parse(time)).filter((start) => start <= end);
        return number === undefined || begins.length === 0 ? [] : [[number, end - Math.max(...begins)]];
    }));
}
/** How long all executed subtasks took together; empty where that is not known. */
function workText(view) {
    const total = [...timesTaken(view).values()].reduce((sum, one) => sum + one, 0);
    return total > 0 ? `${durationText(total)} of work${view.state.phase === 'done' ? '' : ' so far'}` : '';
}
/** When the plan entered its state: by the commit of the version that waits for approval, else by the last commit. */
function sinceText({ thread: { branch }, state, live }) {
    if (live)
        return utcText(live.since);
    const waits = state.phase === 'todo' ? branch?.commitOfPlanBlob.get(state.reading?.blob ?? '') : undefined;
    const commit = branch?.commits.find(({ sha }) => sha === waits) ?? branch?.commits.at(-1);
    return state.phase === 'abandoned' ? undefined : utcText(commit?.date);
}

;// CONCATENATED MODULE: ./lib/publish/view/parts/status-line.js





/** How a plan stands, in one line: `🟡 **In progress: subtask 2, attempt 1 of 3**`. */
const statusLine = (view) => `${statusEmoji(view)} **${statusText(view)}**`;
function statusText(view) {
    const { phase, reading, halt, statuses, missing, ended } = view.state;
    if (reading?.kind === 'problem' && phase !== 'done' && phase !== 'abandoned') {
        const line = reading.line === undefined ? '' : `line ${reading.line}: `;
        return `The plan file cannot be read: ${line}${cleanLine(reading.reason)}`;
    }
    if (missing.length > 0)
        return 'Paused: commits of this plan are no longer on its branch';
    const texts = {
        none: 'There is no plan yet',
        todo: reading?.plan && (0,plan_plan/* openQuestion */.R0)(reading.plan) ? 'Waiting for an answer' : 'Waiting for approval',
        in_progress: progressText(view),
        halted: `Paused: ${halt ? haltReason(halt, statuses) : 'waiting for someone to decide'}`,
        done: isNothingDone(view.state) ? nothingDone(view.state) : 'Done',
        abandoned: `${ended?.how === 'cancelled' ? `Cancelled by ${cleanLine(ended.by)}` : 'Closed'}: no more subtasks will run`,
    };
    return texts[phase];
}
const isNothingDone = ({ phase, statuses }) => phase === 'done' && (0,subtask_status/* allSkipped */.cP)(statuses);
/** Why a finished plan has no executed subtask. */
const nothingDone = ({ history }) => history.undone.size > 0
    ? 'Nothing is left: what was done was taken back'
    : 'Nothing was done: every subtask was skipped';
function statusEmoji({ state, live }) {
    if (state.reading?.kind === 'problem' && state.phase !== 'done' && state.phase !== 'abandoned')
        return '❌';
    if (live?.stopped)
        return '⏹️';
    if (state.missing.length > 0)
        return EMOJI.halted;
    if (state.phase === 'in_progress' && !live?.subtasks.length && !state.statuses.some(({ ready }) => ready))
        return EMOJI.todo;
    if (isNothingDone(state))
        return '⏹️';
    return state.phase === 'done' && state.statuses.some((one) => one.state !== 'done') ? '☑️' : EMOJI[state.phase];
}
const EMOJI = {
    none: '⚪',
    todo: '🔵',
    in_progress: '🟡',
    halted: '⏸️',
    done: '✅',
    abandoned: '⏹️',
};
/** Whether the description of a pull request says that a run is at work. */
const saysInProgress = (body) => body.includes(`\n${EMOJI.in_progress} `);
const STOPPED = { outside: 'was ended from outside', error: 'ended with an error' };
function progressText({ live, maxAttempts, state }) {
    if (live?.stopped)
        return `Stopped: the run ${STOPPED[live.stopped]}`;
    const [first, ...others] = live?.subtasks ?? [];
    if (first && others.length === 0)
        return `In progress: subtask ${first.number}, attempt ${first.attempt} of ${maxAttempts}`;
    if (first)
        return `In progress: ${(0,plan_plan/* nameSubtasks */.U2)([first, ...others].map(({ number }) => number).toSorted((a, b) => a - b))}`;
    const waiting = numbersIn((0,subtask_status/* unapproved */.Bo)(state.statuses));
    return waiting.length === 0 || state.statuses.some(({ ready }) => ready)
        ? 'In progress'
        : `Waiting for approval of ${waiting.length === 1 ? 'subtask' : 'subtasks'} ${ranges(waiting)}`;
}
/** Milliseconds of waiting for the model's endpoint after which the body tells of it. */
const LONG_WAIT = 60_000;
/** A wait as the body shows it; undefined for a short one. */
const longWait = (wait, now) => wait.total > LONG_WAIT ? { until: now + wait.length, total: wait.total } : undefined;
/** Short names of environment problems, by the beginning of the text of the pause. */
const ENVIRONMENT = [
    ['GitHub did not take the push', 'GitHub does not take a commit'],
    ['The input `setup-command`', '`setup-command` fails'],
    ['The program ', 'a program that a check needs is missing'],
];
/** Why a plan waits for a person, as the end of a sentence. */
function haltReason({ reason, text = '', revised }, statuses) {
    const reasons = {
        failed: `${(0,plan_plan/* nameSubtasks */.U2)(numbersIn(statuses.filter(({ state }) => state === 'failed')))} failed`,
        budget: 'this plan has used up its budget',
        change: revised ? 'the revised plan waits for approval' : 'the agent proposes a change to the plan',
        continuation: 'the follow-up run could not start',
        environment: ENVIRONMENT.find(([begin]) => text.startsWith(begin))?.[1] ?? 'the runner needs a change',
        acceptance: 'an acceptance test needs a look',
    };
    return reasons[reason];
}
const numbersIn = (statuses) => statuses.map(({ subtask }) => subtask.number);
/** Characters; GitHub's limit for the description of a commit status. */
const MAX_DESCRIPTION_LENGTH = 140;
/** The commit status of a plan's head: what it waits for, and from whom. Undefined without an open plan. */
function commitStatus(view) {
    const status = wordsOf(view);
    const url = view.thread.pull?.pull.url ?? view.links.run;
    return status && { ...status, description: truncated(visibleLine(status.description), MAX_DESCRIPTION_LENGTH), url };
}
function wordsOf(view) {
    const { phase, reading, halt, statuses } = view.state;
    if (phase === 'none' || phase === 'abandoned')
        return undefined;
    const skipped = statuses.filter(({ state }) => state === 'abandoned').length;
    const also = skipped > 0 ? `, ${skipped} skipped` : '';
    if (phase === 'done')
        return { state: 'success', description: `${executed(view)}${also}` };
    if (reading?.kind === 'problem') {
        const line = reading.line === undefined ? '' : `line ${reading.line}: `;
        return { state: 'error', description: `${view.planFile} cannot be read: ${line}${reading.reason}` };
    }
    if (phase === 'halted')
        return { state: 'failure', description: `Paused: ${halt ? haltReason(halt, statuses) : 'someone has to decide'}` };
    return { state: 'pending', description: approversText(view) || `In progress: ${executed(view)}` };
}
const executed = ({ state: { statuses } }) => `${statuses.filter(({ state }) => state === 'done').length} of ${plural(statuses.length, 'subtask')} done`;
/** `Waiting for approval of 2-3 from @carol`; empty while something can be executed. */
function approversText({ state, approvalsRequired }) {
    const waiting = numbersIn((0,subtask_status/* unapproved */.Bo)(state.statuses));
    if (waiting.length === 0 || state.statuses.some(({ ready }) => ready))
        return '';
    const [only, ...others] = state.asked;
    if (others.length > 0)
        return `Waiting for approval of ${state.asked.map(({ numbers, of }) => `${ranges(numbers)} from ${withoutBackticks(of)}`).join('; ')}`;
    const target = waiting.length === state.statuses.length ? 'approval' : `approval of ${ranges(waiting)}`;
    const anybody = `${approvalsRequired > 1 ? `${approvalsRequired} people` : 'anybody'} with write permission`;
    return `Waiting for ${target} from ${only ? withoutBackticks(only.of) : anybody}`;
}
const withoutBackticks = (text) => text.replaceAll('`', '');
/** In one line, because GitHub would render a list here as a part of the checklist above. */
const inOneLine = (ways) => {
    const line = ways.map(([to, comment]) => `${to}: ${comment}`).join(' · ');
    return line.replace(/^[^:]*:/, (first) => `**${first.charAt(0).toUpperCase()}${first.slice(1)}**`);
};
const END_PLAN = ['end the plan', '`cancel`'];
const END_SENTENCE = 'To end the plan, comment `cancel`.';
const REVISE = ['change the plan', '`/revise <what to change>`'];
/** The line that says what people can do in the present state of the plan. */
function howToAnswer(view) {
    const { phase, ended, reading, statuses } = view.state;
    const again = `To start over, comment \`/plan\` on #${view.thread.issue.number}.`;
    if (phase === 'none')
        return '';
    if (phase === 'abandoned')
        return `${whatStays(view)}${again}`;
    if (phase === 'done' && ended)
        return again;
    if (isNothingDone(view.state))
        return `Close this pull request. ${again}`;
    if (phase === 'done')
        return nextStepsWhenDone(view);
    if (reading?.kind === 'problem')
        return `Push a fix of the plan file to this branch. ${END_SENTENCE}`;
    if (phase === 'halted')
        return inOneLine(commandsWhenPaused(view));
    if (view.live?.stopped)
        return `To continue, [run the job again](${view.links.run}). ${END_SENTENCE}`;
    if (isUnannounced(view))
        return 'Unlock this conversation: a version can be approved once it is announced here.';
    const waiting = numbersIn((0,subtask_status/* unapproved */.Bo)(statuses));
    if (waiting.length > 0 || (reading?.plan && (0,plan_plan/* openQuestion */.R0)(reading.plan)))
        return howToApprove(view, waiting);
    return 'To change course, comment `/revise …`, `/skip N` or `cancel`.';
}
function whatStays(view) {
    const { history, ended } = view.state;
    const branch = view.thread.branch?.name;
    if (ended?.how !== 'cancelled' || branch === undefined)
        return '';
    return history.executed.size > 0
        ? `The commits of ${plural(history.executed.size, 'subtask')} stay on the branch ${code(branch)}. `
        : 'Nothing ran, so the branch is deleted. ';
}
/** Whether the conversation is locked, so that the present version could not be announced. */
const isUnannounced = ({ thread, state }) => state.current === undefined && thread.thisRun.undelivered.some(({ target }) => target === 'pull');
/** What people can do when a plan is done: after a merge or close, only ask for a new plan. */
const nextStepsWhenDone = ({ thread: { pull, issue } }) => pull?.pull.state === 'open'
    ? 'Review the commits as you would any teammate’s, then merge. For more changes, comment `/revise …`, or request changes in a review. `/undo N` takes a subtask back.'
    : `For more changes, comment \`/plan\` on #${issue.number}.`;
/** How to approve, in one line. The example of a part names the first subtasks, since they depend on no others. */
function howToApprove({ state }, waiting) {
    if (state.reading?.plan && (0,plan_plan/* openQuestion */.R0)(state.reading.plan))
        return '**Go on:** answer the question in a reply · end it: `cancel`';
    const part = ranges(waiting.slice(0, Math.min(3, waiting.length - 1)));
    const settled = state.statuses.filter(plan_plan/* isSettled */.Is).length;
    const isRest = waiting.length + settled < state.statuses.length || settled > 0;
    const target = isRest ? `${waiting.length === 1 ? 'subtask' : 'subtasks'} ${ranges(waiting)}` : 'it';
    return joined(' · ', [
        `**Run ${target}:** \`approve\``,
        part && `a part: \`approve ${part}\``,
        'change it: just reply',
        'end it: `cancel`',
    ]);
}
/** The commands that continue or end a paused plan, by the reason of the pause. */
function commandsWhenPaused(view, reason = view.state.halt?.reason) {
    const { state, maxAttempts } = view;
    const failed = numbersIn(state.statuses.filter((one) => one.state === 'failed'));
    switch (reason) {
        case 'change':
            return [['go on with the changed plan', '`approve`'], REVISE, END_PLAN];
        case 'budget': {
            const grants = budgetOf(view).map(({ grant }) => grant);
            return [[`go on with another ${grants.join(' and ') || 'budget of the same size'}`, '`/retry`'], REVISE, END_PLAN];
        }
        case 'acceptance':
            return [['change the plan or its tests', REVISE[1]], ['run the tests again', '`/retry`'], END_PLAN];
        case 'failed':
            return [
                [`try again (${plural(maxAttempts, 'more attempt')})`, '`/retry`'],
                ...failed.map((number) => [skipText(view, number), `\`/skip ${number}\``]),
                REVISE,
                END_PLAN,
            ];
        default:
            return [['go on', '`/retry`'], REVISE, END_PLAN];
    }
}
function skipText({ state }, number) {
    const dependents = state.reading?.plan ? (0,dependencies/* dependants */.pW)(state.reading.plan, number) : [];
    const unfinished = state.statuses.filter((one) => one.state === 'todo' || one.state === 'failed');
    const others = numbersIn(unfinished).filter((one) => one !== number && dependents.includes(one));
    return `skip ${(0,plan_plan/* nameSubtasks */.U2)([number, ...others])}`;
}
/** The budget including all grants: each `/retry` after a budget pause granted the same amount again. */
function budgetOf({ thread, state, allowance }) {
    const halts = (thread.branch?.commits ?? []).filter(({ entry }) => entry?.trailers.reason === 'budget');
    return renderBudget(allowance, state.usage, Math.max(1, halts.length) + (thread.paid?.grants ?? 0));
}

;// CONCATENATED MODULE: ./lib/publish/view/parts/whole-plan.js








/** Characters of a command that are shown. People approve what runs, so it is far more than of a name. */
const COMMAND_WIDTH = 4_000;
/** The plan without a frame: the file is removed when the plan is done, and this stays. Empty if it is unreadable. */
function wholePlan({ state }, withDescriptions = true) {
    const plan = state.reading?.plan;
    if (!plan)
        return '';
    return joined('\n\n', [
        withDescriptions && cleanText(plan.description),
        outcome(plan),
        decisionsText(plan),
        ...plan.subtasks.flatMap((subtask) => [
            `**${subtask.number}. ${cleanLine(subtask.name, 500) || '(no name)'}**`,
            subtaskDetails(subtask, withDescriptions),
        ]),
    ]);
}
/** What may go wrong, and what people have to do by hand. Empty where the plan names nothing. */
function risksText({ state: { reading } }) {
    const risks = (reading?.plan?.risks ?? []).filter((text) => text.trim() !== '').map((text) => cleanLine(text, 500));
    const numbered = risks.length > 1 ? risks.map((text, i) => `(${i + 1}) ${text}`) : risks;
    return risks.length === 0 ? '' : `> [!WARNING]\n> **Risks:** ${numbered.join('\\\n> ')}`;
}
/** What was weighed, for people who want it otherwise. Empty where the plan names nothing. */
const decisionsText = ({ decisions = [] }) => decisions.length === 0 ? '' : `**Decisions**\n\n${decisions.map((text) => `- ${cleanLine(text, 500)}`).join('\n')}`;
const outcome = ({ expected_outcome }) => expected_outcome && `**Expected outcome:** ${cleanLine(expected_outcome, 2_000)}`;
/** What a subtask does, what it may change, and the commands that decide whether it is done, without `shared` ones. */
function subtaskDetails(subtask, withDescription, shared = []) {
    const { description, expected_outcome, files, verify, depends_on, asked_for = '' } = subtask;
    const checks = verify.filter((command) => !shared.includes(command));
    const lines = [
        expected_outcome && `- ${outcome({ expected_outcome })}`,
        files.length > 0 && `- **Files:** ${files.map((path) => code(path, 1_000)).join(', ')}`,
        checks.length > 0 && `- **Checks:** ${commands(checks)}`,
        depends_on.length > 0 && `- **Depends on:** ${depends_on.join(', ')}`,
        asked_for && `- **Asked for:** ${(0,markdown/* quotedWords */.IS)(cleanLine(asked_for, 300))}`,
    ];
    return joined('\n\n', [withDescription && cleanText(description), joined('\n', lines)]);
}
const commands = (checks) => checks.map((command) => code(command, COMMAND_WIDTH)).join(', ');
/** Characters of all subtasks together in a comment, so that its other sections fit. */
const SUBTASKS_SHOWN = 30_000;
/** A fold for each open subtask, without the shared checks, and without descriptions where there is no room. */
function foldedSubtasks(view, plan) {
    const { history } = view.state;
    const settled = settledStates(view);
    const shared = sharedChecks(view, plan);
    const lines = (described) => plan.subtasks.map((subtask) => {
        const { number, name } = subtask;
        const state = settled.get(number);
        if (state === undefined) {
            const summary = `<b>${number}. ${cleanHtml(name) || '(no name)'}</b>`;
            return `${folded(summary, subtaskDetails(subtask, described, shared)) || summary}\n`;
        }
        const ended = state === 'done' ? 'done' : history.undone.has(number) ? 'taken back' : 'skipped';
        return `- **${number}. ${cleanLine(name) || '(no name)'}** (${ended})`;
    });
    const withDescriptions = lines(true);
    const shown = withDescriptions.join('\n').length > SUBTASKS_SHOWN ? lines(false) : withDescriptions;
    return shortList(shown, SUBTASKS_SHOWN).trimEnd();
}
/** What runs besides the subtasks' own checks: the commands of the environment, and checks that all subtasks share. */
function sharedChecksText(view, plan) {
    const { setupCommand = '', verifyCommand } = view;
    const shared = [...new Set((0,plan_plan/* checksFor */.NR)({ verify: sharedChecks(view, plan) }, verifyCommand))];
    return joined(' · ', [
        setupCommand && `Before the first subtask: ${commands([setupCommand])}`,
        shared.length > 0 && `After every subtask: ${commands(shared)}`,
    ]);
}
/** The failed run of `setup-command` on the base that would stop the work after an approval; undefined without one. */
function brokenSetUpOf({ thread, state, setupCommand = '' }) {
    const { phase, halt, statuses } = state;
    const isIrrelevant = phase === 'abandoned' || halt?.reason === 'environment';
    const isNeeded = (0,subtask_status/* unapproved */.Bo)(statuses).length > 0 && statuses.every((status) => status.state !== 'done');
    const baseline = isIrrelevant || !isNeeded ? undefined : baselineIn(thread.branch?.commits);
    if (!baseline || baseline.passed || isUnknown(baseline))
        return undefined;
    return baseline.command === asRecorded(setupCommand) ? baseline : undefined;
}
/** A command as commit messages record it, without mentions and the like, so that it can be compared with them. */
const asRecorded = (command) => parseBaseline(cleanCommitBody(renderBaseline({ command, passed: true, exit: '0', tail: '' })))?.command ?? '';
/** The warning that `setup-command` fails; empty where it does not. */
function brokenSetUpText(broken) {
    if (!broken)
        return '';
    const warning = `**\`setup-command\` fails** on the code as it is: ${code(broken.command, COMMAND_WIDTH)} (${cleanLine(broken.exit)}).`;
    return `> [!WARNING]\n> ${warning} \`approve\` would stop at once: correct it in the workflow first.`;
}
/** The states of done and skipped subtasks, by number. */
const settledStates = ({ state: { statuses } }) => new Map(statuses.filter(plan_plan/* isSettled */.Is).map(({ subtask, state }) => [subtask.number, state]));
function sharedChecks(view, { subtasks }) {
    const settled = settledStates(view);
    const [first, ...others] = subtasks.filter(({ number }) => !settled.has(number));
    if (!first || others.length === 0)
        return [];
    return first.verify.filter((command) => others.every(({ verify }) => verify.includes(command)));
}
/** The first paragraph of the plan's description; the whole in a fold where it begins with a list, quote or code. */
function planSummary(plan) {
    const text = cleanText(plan.description);
    const [paragraph = ''] = text.split(/\n{2,}/);
    // A list goes with what follows it, and a block of code may have blank lines.
    const isProse = !/^[ \t]*(?:`{3}|~{3}|[-*+>|]|\d+[.)])/m.test(paragraph);
    return isProse ? paragraph : folded('About the plan', text);
}
/** The questions with their defaults. Those that the previous version asked are folded, unless they have no default. */
function questionsText({ questions }, before) {
    const earlier = new Set(before?.questions.map(({ question }) => question));
    const wasAskedBefore = (one) => one.default.trim() !== '' && earlier.has(one.question);
    const lines = questions.map((one, i) => ({ one, text: `**Question ${i + 1}:** ${questionText(one)}` }));
    const [asked = [], repeated = []] = [false, true].map((isRepeated) => lines.filter(({ one }) => wasAskedBefore(one) === isRepeated).map(({ text }) => text));
    return joined('\n\n', [
        asked.join('\\\n'),
        folded(`${plural(repeated.length, 'question')} of earlier versions`, repeated.join('\\\n')),
    ]);
}
const questionText = ({ question, default: fallback }) => `${cleanLine(question, 500)} ${fallback.trim() ? `Default: ${cleanLine(fallback, 300)}` : 'Nothing can be approved before the answer.'}`;
const MOST_NAMED = 5;
/**
 * What people may overlook in a version: subtasks without a check, workflow files that the token may not push, and files
 * that an edit by hand of the version `before` names in its text alone.
 */
function planGaps(plan, before, bot) {
    const unchecked = plan.subtasks.filter(({ verify }) => verify.length === 0).map(({ number }) => number);
    const previousSubtasks = new Map(before?.subtasks.map((subtask) => [subtask.number, subtask]));
    const unlisted = plan.subtasks.map((subtask) => {
        const paths = before ? addedPaths(subtask, previousSubtasks.get(subtask.number)) : [];
        const named = pathList(paths, MOST_NAMED);
        return named && `The text of subtask ${subtask.number} names ${named}; its files do not.`;
    });
    const withoutChecks = unchecked.length > 0 && `No checks of its own: ${(0,plan_plan/* nameSubtasks */.U2)(unchecked)}.`;
    return joined('\\\n', [withoutChecks, ...(usesWorkflowToken(bot) ? forbiddenFiles(plan) : []), ...unlisted]);
}
/** No permission lets the token that GitHub makes for a job change workflow files. */
const forbiddenFiles = ({ subtasks }) => subtasks.map(({ number, files }) => {
    const paths = files.filter((path) => /^\.github\/workflows\//.test(path));
    const named = pathList(paths, MOST_NAMED);
    return (named &&
        `Subtask ${number} changes ${named}, which the workflow’s own token cannot push: give the input \`github-token\` the token of a GitHub App with the permission “Workflows: write” first, or \`/skip ${number}\` and change it by hand.`);
});
/** The paths that the text of a subtask names and its files do not, without those that were in its text before. */
function addedPaths(subtask, before) {
    const isListed = (0,guard_paths/* pathsMatcher */.$8)(subtask.files);
    const earlierPaths = new Set(before && whole_plan_pathsOf(before));
    return [...new Set(whole_plan_pathsOf(subtask))].filter((path) => !earlierPaths.has(path) && !isListed(path));
}
const whole_plan_pathsOf = (subtask) => (0,guard_paths/* quotedPaths */.$g)((0,plan_plan/* wordsOf */.Z9)(subtask)).map(({ path }) => path);
/** The note about other work on the same files; empty if there is none. */
function overlapNote(overlaps) {
    const [first] = overlaps;
    if (!first)
        return '';
    const lines = overlaps.map(overlapLine).join('\n');
    return `**Others change the same files**\n\n${lines}\n\nTo wait for one of them, reply \`after #${first.number}\`.`;
}
/** Who works on which files. The texts are untrusted. */
function overlapLine({ number, isPlan, title, by, paths }) {
    const who = isPlan ? 'a plan' : `by ${cleanLine(by)}`;
    return `- #${number}, ${who}, “${cleanLine(title, 80)}”: ${pathList(paths)}`;
}

;// CONCATENATED MODULE: ./lib/publish/view/body/body.js









/** What is left out, in this order, of a body that is too long. */
const DETAILS = ['descriptions', 'steps', 'graph', 'plan', 'outcomes', 'figures', 'checklist'];
/**
 * Everything that the body and the job summary both show, as Markdown. `dropped` is how many details are left out, and
 * `table` takes the place of the checklist.
 * `outward` redacts the words, and no frame around them: one that is never closed would hide what comes after it.
 */
function renderParts(view, { dropped = 0, outward = String, table = '' } = {}) {
    const left = new Set(DETAILS.slice(dropped));
    const { state } = view;
    const parts = [
        stateLine(view),
        brokenSetUpText(brokenSetUpOf(view)),
        state.statuses.length > 0 && progressBar(state),
        table ||
            (left.has('checklist') && renderChecklist(view, { steps: left.has('steps'), texts: left.has('outcomes') })),
        endpointWaitText(view),
        left.has('figures') && howToAnswer(view),
        ...(left.has('outcomes') ? [openQuestions(view), risksText(view), approvalsText(view)] : []),
        versionLine(view),
        left.has('plan') && folded('The plan', outward(wholePlan(view, left.has('descriptions')))),
        left.has('graph') &&
            state.statuses.length > 1 &&
            folded('Dependencies', outward(renderGraph(state.statuses, view.live))),
        left.has('figures') && `<sub>${renderUsed(state.usage, view.prices)} · [latest run](${view.links.run})</sub>`,
    ];
    return parts.flatMap((part) => (part ? [outward(part)] : [])).join('\n\n');
}
const BAR_WIDTH = 10;
/** `▓▓░░░░░░░░ 1 of 4 done · 1 skipped, 1 taken back`. */
function progressBar({ statuses, history: { undone } }) {
    const done = statuses.filter(({ state }) => state === 'done').length;
    const filled = Math.floor((done / statuses.length) * BAR_WIDTH);
    const abandoned = statuses.filter(({ state }) => state === 'abandoned');
    const takenBack = abandoned.filter(({ subtask }) => undone.has(subtask.number)).length;
    const skipped = abandoned.length - takenBack;
    const dropped = joined(', ', [skipped > 0 && `${skipped} skipped`, takenBack > 0 && `${takenBack} taken back`]);
    const words = joined(' · ', [`${done} of ${statuses.length} done`, dropped]);
    return `${'▓'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${words}`;
}
/** A merge closes the issue when all of a plan is done or still to be done. A pull request cannot be closed so. */
function issueLine({ thread: { issue }, state }) {
    const isEmpty = state.reading?.plan?.subtasks.length === 0;
    const isPart = isEmpty ||
        state.phase === 'abandoned' ||
        state.statuses.some((one) => one.state === 'abandoned' || one.state === 'failed');
    return `${issue.isPull ? 'For' : isPart ? 'Part of' : 'Closes'} #${issue.number}`;
}
/** That the work waits for the model's endpoint, and until when; empty when it does not. */
function endpointWaitText({ live }) {
    if (!live?.waiting)
        return '';
    const { until, total } = live.waiting;
    const time = new Date(until).toISOString().slice(11, 16);
    return `Waiting for the model’s endpoint, which is at its limit, until ${time} UTC (${plural(Math.ceil(total / 60_000), 'minute')} in all).`;
}
/** Who approved what, and how many approvals there are when more than one is asked for; empty when there are none. */
function approvalsText({ state, approvalsRequired }) {
    const approved = new Map();
    for (const { subtask, approvals } of state.statuses) {
        const executed = state.history.executed.get(subtask.number);
        const logins = new Set((executed?.approvedBy ?? approvals).map(({ login }) => login));
        for (const login of logins)
            approved.set(login, [...(approved.get(login) ?? []), subtask.number]);
    }
    if (approved.size === 0)
        return approvalsRequired > 1 ? `${plural(approvalsRequired, 'approval')} needed, none given yet` : '';
    const people = [...approved].map(([login, numbers]) => {
        const scope = numbers.length === state.statuses.length ? 'all' : ranges(numbers);
        return `${cleanLine(login)} (${scope})`;
    });
    return `Approved by ${people.join(', ')}${approvalsRequired > 1 ? ` · ${approvalCounts(state.statuses, approvalsRequired)}` : ''}`;
}
/** `1 of 2 approvals`, or for which subtasks there are how many. */
function approvalCounts(statuses, required) {
    const open = statuses.filter((status) => !(0,plan_plan/* isSettled */.Is)(status));
    const counts = [...Map.groupBy(open, ({ approvals }) => Math.min(approvals.length, required))];
    const each = ([given, members]) => `${given} of ${required} approvals${counts.length > 1 ? ` for ${ranges(members.map(({ subtask }) => subtask.number))}` : ''}`;
    return counts.map(each).join(', ') || `${plural(required, 'approval')} each`;
}
/** The plan's questions, as long as something waits for approval: then they are decided. */
const openQuestions = ({ state: { phase, reading, statuses } }) => reading?.plan && phase !== 'abandoned' && (statuses.length === 0 || (0,subtask_status/* unapproved */.Bo)(statuses).length > 0)
    ? questionsText(reading.plan)
    : '';
/**
 * The body with an up-to-date block, cut until it fits. Unchanged if only the link to the run would change.
 * `outward` redacts the words of the block, never its markers.
 */
function bodyWithBlock(body, view, outward = String) {
    const trailers = planTrailers(view);
    for (let dropped = 0; dropped <= DETAILS.length; dropped += 1) {
        const parts = renderParts(view, { dropped, outward });
        const block = [thread_people/* BODY_BEGIN */.H8, parts, '', issueLine(view), thread_people/* BODY_END */.VZ].join('\n');
        const merged = mergeBody(body, block, trailers);
        if (mergeBody(merged, block, trailers) !== merged)
            throw new Error('The body would not be recognized again, so it was not written.');
        if (merged.length <= MAX_BODY_LENGTH)
            return withoutRun(merged) === withoutRun(body) ? body : merged;
    }
    return body;
}
/** The last paragraph of the body of a plan that is done, for the message of a squash merge. */
function planTrailers({ thread, state }) {
    const { history, statuses, usage } = state;
    if (!history.finished)
        return '';
    const approvedBy = [...history.executed.values()].flatMap((one) => one.approvedBy);
    const approvals = new Map(approvedBy.map(({ comment, login }) => [comment, login]));
    const record = thread.branch?.record;
    const isOfThis = record !== undefined && record.pull === thread.pull?.pull.number;
    return [
        `Plan-Issue: ${thread.issue.number}`,
        `Plan-Subtasks: ${statuses.filter((one) => one.state === 'done').length} of ${statuses.length}`,
        ...[...approvals].map(([comment, login]) => `Plan-Approved-By: ${login} (${comment})`),
        `Plan-Usage: ${(0,plan_usage/* renderUsage */.eY)(usage)}`,
        ...(isOfThis ? [`Plan-Record: ${record.commit}`] : []),
    ].join('\n');
}
function stateLine(view) {
    const since = sinceText(view);
    const version = versionShown(view);
    return joined(' · ', [
        statusLine(view),
        version !== undefined && `version ${version}`,
        since && (view.state.phase === 'done' ? since : `since ${since}`),
        view.live && !view.live.stopped && `[watch the run](${view.links.run})`,
    ]);
}
const versionShown = ({ state: { versions, reading } }) => versions.findLast(({ blob }) => blob === reading?.blob)?.version;
function versionLine(view) {
    const { thread, state, links, planFile, models } = view;
    const blob = state.reading?.blob;
    const version = versionShown(view);
    const by = state.history.requester?.login;
    const commit = thread.branch?.commitOfPlanBlob.get(blob ?? '');
    const name = `Plan${version === undefined ? '' : `, version ${version}`}`;
    const link = commit === undefined ? name : `[${name}](${fileLink(links.repository, commit, planFile)})`;
    return joined(' · ', [
        blob && `${link} \`${(0,thread_people/* shortBlob */.Gn)(blob)}\``,
        by && `requested by ${cleanLine(by)}`,
        blob && models && modelsText(models),
        workText(view),
    ]);
}
/** Many repositories ask for a word where a machine wrote. */
const modelsText = ({ plan, work }) => plan === work ? `planned and written by ${code(work)}` : `planned by ${code(plan)}, written by ${code(work)}`;
const withoutRun = (body) => body.replace(/\[(?:latest run|watch the run)\]\([^)\s]*\)/g, '');
/** Replaces the bot's block, or appends it; what people wrote stays byte for byte. `trailers` come last. */
function mergeBody(body, block, trailers) {
    const { before, after } = aroundBlock(body);
    return before + block + after.replace(TRAILERS, '') + (trailers === '' ? '' : `\n\n${trailers}`);
}
/** What was put below the block before, with the blank line before it. */
const TRAILERS = /(?:\r?\n){1,2}Plan-Issue: \d+(?:\r?\nPlan-(?:Subtasks|Approved-By|Usage|Record): [^\r\n]*)*(?=\r?\n|$)/g;
/** What stands around the first block, or a single marker that is left of one, without all other blocks and markers. */
function aroundBlock(body) {
    const [block] = body.matchAll(BLOCK);
    const [marker] = body.matchAll(MARKER);
    const match = block ?? marker;
    if (!match)
        return { before: body === '' ? '' : `${body}\n\n`, after: '' };
    const after = body.slice(match.index + match[0].length).replace(BLOCK, '');
    return { before: body_withoutMarkers(body.slice(0, match.index)), after: body_withoutMarkers(after) };
}
const BLOCK = new RegExp(`${thread_people/* BODY_BEGIN */.H8}(?:(?!${thread_people/* BODY_BEGIN */.H8})[^])*?${thread_people/* BODY_END */.VZ}`, 'g');
const MARKER = new RegExp(`${thread_people/* BODY_BEGIN */.H8}|${thread_people/* BODY_END */.VZ}`, 'g');
function body_withoutMarkers(text) {
    const without = text.replace(MARKER, '');
    // Removing one may join the pieces of another.
    return without === text ? text : body_withoutMarkers(without);
}
/** Characters and edges. Mermaid gives up beyond 50,000 characters or 500 edges, and readers long before. */
const MAX_DIAGRAM_CHARACTERS = 20_000;
const MOST_EDGES = 200;
/** Readable on a light and on a dark page: every state has its own text colour. */
const COLOURS = {
    todo: 'fill:#eaeef2,stroke:#8c959f,color:#24292f',
    in_progress: 'fill:#fff8c5,stroke:#bf8700,color:#3b2300',
    done: 'fill:#dafbe1,stroke:#1a7f37,color:#0f3d1c',
    abandoned: 'fill:#f6f8fa,stroke:#afb8c1,color:#6e7781,stroke-dasharray:4 3',
    failed: 'fill:#ffebe9,stroke:#cf222e,color:#6e0d14',
};
/** A Mermaid block of the subtasks with states and dependencies; empty when it would be too large. */
function renderGraph(statuses, live) {
    const numbers = new Set(statuses.map(({ subtask }) => subtask.number));
    const nodes = statuses.map(({ subtask }) => `  s${subtask.number}["${label(`${subtask.number}. ${subtask.name}`)}"]`);
    const edges = statuses.flatMap(({ subtask }) => subtask.depends_on.filter((needed) => numbers.has(needed)).map((needed) => `  s${needed} --> s${subtask.number}`));
    const graph = ['```mermaid', 'graph TD', ...nodes, ...edges, ...classLines(statuses, live), '```'].join('\n');
    return edges.length > MOST_EDGES || graph.length > MAX_DIAGRAM_CHARACTERS ? '' : graph;
}
function classLines(statuses, live) {
    const inHand = live?.subtasks.map(({ number }) => number) ?? [];
    const states = Map.groupBy(statuses, ({ subtask, state }) => state === 'todo' && inHand.includes(subtask.number) ? 'in_progress' : state);
    return [...states].flatMap(([state, members]) => [
        `  classDef ${state} ${COLOURS[state]}`,
        `  class ${members.map(({ subtask }) => `s${subtask.number}`).join(',')} ${state}`,
    ]);
}
/** A quoted label in Mermaid: all but letters, digits and plain punctuation may have an effect, so it is encoded. */
const label = (text) => truncated(visibleLine(text), 60).replace(/[^\p{L}\p{M}\p{N} .,…-]/gu, (character) => `#${character.codePointAt(0)};`);
/** The problems of a run, for the top of the job summary. */
const renderProblems = (problems) => problems.map((problem) => `> [!CAUTION]\n> ${cleanLine(problem, 4_000)}`).join('\n\n');
/** The job summary: what the body shows, the proof of each subtask, and what this run did, at ISO 8601 times. */
function renderSummary(view, timeline, problems = []) {
    const lines = timeline.map(({ at, what }) => `- ${at.slice(11, 19)} ${cleanLine(what, 300)}`);
    const title = `## Plan for #${view.thread.issue.number}: ${cleanLine(view.thread.issue.title)}`;
    const pull = view.thread.pull && `Pull request: [#${view.thread.pull.pull.number}](${view.thread.pull.pull.url})`;
    const did = lines.length > 0 ? `### Timeline\n\n${shortList(lines, 200_000)}` : 'Nothing to do.';
    const undelivered = view.thread.thisRun.undelivered.map(({ text }) => `### Not posted, because the conversation is locked\n\n${text}`);
    const table = view.state.statuses.some(({ proof }) => proof) ? subtaskTable(view) : '';
    const parts = [title, renderProblems(problems), pull, renderParts(view, { table }), ...undelivered, did];
    return `${joined('\n\n', parts)}\n`;
}

;// CONCATENATED MODULE: ./lib/plan/word-diff.js
/** A code span is one word, whatever spaces are in it. */
const word_diff_wordsOf = (text) => text.match(/(?:`[^`\n]+`|\S)+/g) ?? [];
/** More edits than these are shown as one replacement, which is easier to read. */
const MAX_EDITS = 400;
/** Pairs of words that are compared, which bounds time and memory: a text that would need more is shown as replaced. */
const MAX_PAIRS = 16_000_000;
/** Fewer words than these between two changes are shown as part of one change. */
const FEW_WORDS = 3;
/** How the words of a text changed. White space does not count. The last part may hold no change. */
function wordDiff(before, after) {
    const [oldWords, newWords] = [word_diff_wordsOf(before), word_diff_wordsOf(after)];
    const limit = Math.min(oldWords.length, newWords.length);
    let head = 0;
    while (head < limit && oldWords[head] === newWords[head])
        head += 1;
    let tail = 0;
    while (tail < limit - head && oldWords.at(-1 - tail) === newWords.at(-1 - tail))
        tail += 1;
    const edits = [
        ...newWords.slice(0, head).map(edit('same')),
        ...shortestEdit(oldWords.slice(head, oldWords.length - tail), newWords.slice(head, newWords.length - tail)),
        ...newWords.slice(newWords.length - tail).map(edit('same')),
    ];
    return withoutIslands(partsOf(edits));
}
const edit = (kind) => (word) => [kind, word];
/** The fewest words to remove and add, by the table of the longest common subsequences. */
function shortestEdit(oldWords, newWords) {
    const replaced = [...oldWords.map(edit('removed')), ...newWords.map(edit('added'))];
    if (oldWords.length * newWords.length > MAX_PAIRS)
        return replaced;
    const lengths = commonLengths(oldWords, newWords);
    if (oldWords.length + newWords.length - 2 * (lengths[0]?.[0] ?? 0) > MAX_EDITS)
        return replaced;
    const edits = [];
    let [x, y] = [0, 0];
    while (x < oldWords.length && y < newWords.length) {
        const [word = '', other = ''] = [oldWords[x], newWords[y]];
        const isRemoved = (lengths[x + 1]?.[y] ?? 0) >= (lengths[x]?.[y + 1] ?? 0);
        edits.push(word === other ? ['same', word] : isRemoved ? ['removed', word] : ['added', other]);
        if (word === other || isRemoved)
            x += 1;
        if (word === other || !isRemoved)
            y += 1;
    }
    return [...edits, ...oldWords.slice(x).map(edit('removed')), ...newWords.slice(y).map(edit('added'))];
}
/** `[x][y]`: how many words, in order, the old text from word `x` on has in common with the new one from `y` on. */
function commonLengths(oldWords, newWords) {
    const table = [new Uint16Array(newWords.length + 1)];
    for (const word of oldWords.toReversed()) {
        const below = table.at(-1) ?? new Uint16Array();
        const row = new Uint16Array(newWords.length + 1);
        for (let y = newWords.length - 1; y >= 0; y -= 1)
            row[y] = newWords[y] === word ? (below[y + 1] ?? 0) + 1 : Math.max(below[y] ?? 0, row[y + 1] ?? 0);
        table.push(row);
    }
    return table.reverse();
}
/** Groups edits: a change is what stands between two words that are the same. */
function partsOf(edits) {
    const parts = [{ same: [], removed: [], added: [] }];
    for (const [kind, word] of edits) {
        const last = parts.at(-1);
        if (!last || (kind === 'same' && isChange(last)))
            parts.push({ same: [], removed: [], added: [], [kind]: [word] });
        else
            last[kind].push(word);
    }
    return parts;
}
const isChange = ({ removed, added }) => removed.length + added.length > 0;
function withoutIslands(parts) {
    return parts.reduce((merged, part, i) => {
        const last = merged.at(-1);
        if (i === 0 || !last || !isChange(part) || part.same.length >= FEW_WORDS)
            return [...merged, part];
        last.removed.push(...part.same, ...part.removed);
        last.added.push(...part.same, ...part.added);
        return merged;
    }, []);
}

;// CONCATENATED MODULE: ./lib/publish/view/comments/plan-diff.js




/** Characters that are shown outside of the fold: about twenty lines of a comment. */
const OPEN_LENGTH = 1_700;
/** Characters that each change takes besides its words. */
const CHANGE_OVERHEAD = 50;
/** Words of a change are shown up to this many characters, however many other changes there are. */
const MIN_WIDTH = 80;
const [WORDS_BEFORE, WORDS_AFTER] = [5, 3];
/** A list: first what decides whether a subtask is done, then what may be changed, then texts. The rest is folded. */
function planDiff(changes) {
    const items = changes.flatMap(itemsOf).toSorted((a, b) => a.rank - b.rank);
    const width = widthFor(items);
    let remaining = OPEN_LENGTH;
    const firstHidden = items.findIndex((item) => (remaining -= CHANGE_OVERHEAD + sizeOf(item, width)) < 0);
    const shown = firstHidden < 0 ? items : items.slice(0, Math.max(1, firstHidden));
    const cutOff = shown.filter((item) => sizeOf(item, width) < sizeOf(item));
    const hidden = items.slice(shown.length);
    const summary = [
        hidden.length > 0 && plural(hidden.length, 'more change'),
        cutOff.length > 0 && `the whole of ${plural(cutOff.length, 'long one')}`,
    ];
    return joined('\n\n', [
        shown.map((item) => line(item, width)).join('\n'),
        folded(`Show ${joined(' and ', summary)}`, shortList([...cutOff, ...hidden].map((item) => line(item)))),
    ]);
}
/** The characters that each changed piece may take, so that all fit and a long one does not hide the others. */
function widthFor(items) {
    const sizes = items.flatMap(({ pieces }) => pieces.filter(isChanged).map(({ text }) => text.length));
    const fixedLength = items.reduce((sum, item) => sum + CHANGE_OVERHEAD + sizeOf(item, 0), 0);
    let [freeLength, count, width] = [OPEN_LENGTH - fixedLength, sizes.length, Infinity];
    for (const size of sizes.toSorted((a, b) => a - b)) {
        width = freeLength / count;
        if (size > width)
            return Math.max(MIN_WIDTH, Math.floor(width));
        freeLength -= size;
        count -= 1;
    }
    return Infinity;
}
const isChanged = ({ kind }) => kind !== 'same' && kind !== 'note';
/** The length of a change when each of its changed pieces is cut at `width` characters. */
const sizeOf = ({ pieces }, width = Infinity) => pieces.reduce((sum, one) => sum + (isChanged(one) ? Math.min(one.text.length, width) : one.text.length), 0);
const line = ({ label, pieces }, width = 8_000) => `- ${label}: ${pieces.map(({ kind, text }) => RENDERED[kind](text, width)).join(' ')}`;
const RENDERED = {
    same: (text) => cleanLine(text, 400),
    removed: (text, width) => `~~${cleanLine(text, width)}~~`,
    added: (text, width) => `**${cleanLine(text, width)}**`,
    'removed item': (text, width) => `− ${code(text, width)}`,
    'added item': (text, width) => `+ ${code(text, width)}`,
    note: (text) => `(${text})`,
};
const LISTS = { verify: 'checks', files: 'files', depends_on: 'depends on' };
function itemsOf(change) {
    switch (change.kind) {
        case 'text':
            return textPieces(change).map((pieces) => ({ label: labelOf(change), rank: rankOf(change.field), pieces }));
        case 'list': {
            const label = `Subtask ${change.subtask}, ${LISTS[change.field]}`;
            return listPieces(change).map((pieces) => ({ label, rank: change.field === 'verify' ? 0 : 1, pieces }));
        }
        case 'added':
        case 'removed': {
            const { kind, subtask, name, text } = change;
            const label = `${kind === 'added' ? 'New' : 'Removed'} subtask ${subtask}`;
            return [{ label, rank: 2, pieces: pieces([kind, `${(0,guard_hidden/* withoutNeedlessHidden */.aj)(name)} ·`], [kind, (0,guard_hidden/* withoutNeedlessHidden */.aj)(text)]) }];
        }
        case 'reordered': {
            const { before, after } = change;
            return [{ label: 'Order', rank: 2, pieces: pieces(['removed', before.join(', ')], ['added', after.join(', ')]) }];
        }
    }
}
const pieces = (...some) => some.filter(([, text]) => text !== '').map(([kind, text]) => ({ kind, text }));
/** Labels for an entry that was added to, or removed from, a field with one entry a line. */
const ENTRIES = {
    questions: ['New question', 'No longer a question'],
    decisions: ['New decision', 'No longer a decision'],
    risks: ['New risk', 'No longer a risk'],
};
function labelOf({ subtask, field, before, after }) {
    if (subtask !== undefined)
        return `Subtask ${subtask}, ${field}`;
    const [oldEntries = [], newEntries = []] = [before, after].map((text) => text.split('\n').filter(Boolean));
    const [added, removed] = ENTRIES[field] ?? [];
    if (added && isExtended(oldEntries, newEntries))
        return added;
    if (removed && isExtended(newEntries, oldEntries))
        return removed;
    return cleanLine(field.charAt(0).toUpperCase() + field.slice(1));
}
/** Whether the longer list has all entries of the shorter one, and more. */
const isExtended = (shorter, longer) => longer.length > shorter.length && shorter.every((one) => longer.includes(one));
const rankOf = (field) => (field.startsWith('acceptance') ? 0 : field === 'description' ? 3 : 4);
/** The changed places of a text, each with some words of context, and notes about invisible changes. */
function textPieces({ before, after }) {
    const parts = wordDiff((0,guard_hidden/* withoutNeedlessHidden */.aj)(before), (0,guard_hidden/* withoutNeedlessHidden */.aj)(after));
    const places = [];
    for (const [i, { same, removed, added }] of parts.entries()) {
        const trail = i === 0 ? 0 : WORDS_AFTER;
        const lead = i === parts.length - 1 && removed.length + added.length === 0 ? 0 : WORDS_BEFORE;
        const isFar = same.length > trail + lead;
        const end = isFar ? [...same.slice(0, trail), '…'] : same;
        const begin = isFar ? ['…', ...same.slice(same.length - lead)] : same;
        const changed = pieces(['removed', removed.join(' ')], ['added', added.join(' ')]);
        if (i > 0)
            places.at(-1)?.push(...pieces(['same', end.join(' ')]), ...(isFar ? [] : changed));
        if (changed.length > 0 && (i === 0 || isFar))
            places.push([...pieces(['same', begin.join(' ')]), ...changed]);
    }
    const notes = notesOn(before, after);
    if (notes.length > 0)
        return [...places, notes];
    return places.length > 0 ? places : [[note('only white space changed')]];
}
/** Characters. When a list item longer than this was changed, its words are compared. */
const LONG_ITEM = 80;
function listPieces({ before, after }) {
    const removed = before.filter((one) => !after.includes(one));
    const added = after.filter((one) => !before.includes(one));
    const [removedText, addedText] = [removed.join('\n'), added.join('\n')];
    if (addedText === '' && removedText === '')
        return [[note('in another order'), ...after.map((text) => ({ kind: 'added item', text }))]];
    if (removed.length === 1 && added.length === 1 && Math.min(removedText.length, addedText.length) > LONG_ITEM)
        return textPieces({ before: removedText, after: addedText });
    const isUnseen = (0,guard_hidden/* withoutNeedlessHidden */.aj)(removedText).replace(/\s+/g, ' ') === (0,guard_hidden/* withoutNeedlessHidden */.aj)(addedText).replace(/\s+/g, ' ');
    const notes = notesOn(removedText, addedText);
    return [
        [
            ...added.map((text) => ({ kind: 'added item', text })),
            ...removed.map((text) => ({ kind: 'removed item', text })),
            ...(isUnseen && notes.length === 0 ? [note('only white space changed')] : notes),
        ],
    ];
}
const note = (text) => ({ kind: 'note', text });
const HIDDEN_CONTENT = [
    ['invisible characters', (text) => [...text].length - [...(0,guard_hidden/* withoutNeedlessHidden */.aj)(text)].length],
    ['HTML comments', (text) => text.split('<!--').length - 1],
    ['words with look-alike letters', (text) => text.split(/\s+/).filter(isLookAlike).length],
];
/** Whether a word mixes Latin with another alphabet, or has full-width or mathematical letters. */
const isLookAlike = (word) => (/\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u.test(word)) ||
    /[\uff01-\uff5e\u{1d400}-\u{1d7ff}]/u.test(word);
/** Notes about how much invisible or misleading content a change adds or removes. */
const notesOn = (before, after) => HIDDEN_CONTENT.flatMap(([what, count]) => {
    const more = count(after) - count(before);
    return more === 0 ? [] : [note(`${what} ${more > 0 ? 'added' : 'removed'}: ${Math.abs(more)}`)];
});

;// CONCATENATED MODULE: ./lib/publish/view/comments/replies.js







/** The reply to a command that is refused: one sentence why, one sentence what to do, both trusted Markdown. */
const refusal = (refused, errors) => reasonNote(keyOf(refused), refused, errors);
const sectionsOf = ({ why, remedy, code, detail = '', changes = [] }, errors) => [
    `${why} ${remedy}`,
    cleanText(detail),
    planDiff(changes),
    aboutLink('reply', code, errors),
];
const keyOf = ({ isBaseWarning, id }) => isBaseWarning ? (0,thread_people/* baseWarningOf */.HD)(id) : (0,thread_people/* refusalOf */.Of)(id);
/** The notes of the steps that post one and do nothing else, and where to post it. */
const STEP_NOTES = {
    'refuse-all': ({ thread, links }, { refusals }) => {
        const [first] = refusals;
        const target = first ? targetOf(thread, first.comment) : 'issue';
        return { target, ...refusalOfCrowd(refusals, links.errors) };
    },
    'refuse-review': ({ links }, step) => ({
        target: 'pull',
        ...reasonNote((0,thread_people/* refusalOfReview */.IA)(step.review), step, links.errors),
    }),
    help: ({ thread }, { comment }) => {
        const target = targetOf(thread, comment);
        return { target, ...noteText((0,thread_people/* answerTo */.oy)(comment.id), '**Commands**', (0,words_command/* helpText */.BK)(target)) };
    },
    tell: ({ thread }, { comment, text }) => ({ target: targetOf(thread, comment), ...replies_withoutEffect(text, comment.id) }),
    link: ({ state }, { comment, pull }) => ({
        target: 'issue',
        ...replies_withoutEffect(planExists(pull, state.history.finished), comment.id),
    }),
    'tell-once': (_, { key, text }) => ({ target: 'pull', ...noteText(key, text) }),
    'tell-no-plan': () => ({ target: 'planning', ...noteText('no-plan', NO_PLAN) }),
    'tell-issue': (view, { pull }) => ({ target: 'planning', ...noteText(`plan-${pull}`, ...planLink(view, pull)) }),
    'tell-problem': ({ planFile }, step) => ({
        target: 'pull',
        ...noteText(`problem-${step.blob}`, ...planFileProblem(planFile, step)),
    }),
};
/** One reply to many refused comments: for each code of refusal its text once, and links to the comments. */
function refusalOfCrowd(refusals, errors) {
    const kinds = [...Map.groupBy(refusals, ({ code }) => code).values()].flatMap((same) => {
        const [first] = same;
        if (!first)
            return [];
        const named = same.map(({ comment }, i) => `[${i + 1}](#issuecomment-${comment.id})`).join(', ');
        const [why, ...rest] = sectionsOf(first, errors);
        return joined('\n\n', [why, `Comments: ${named}.`, ...rest]);
    });
    const keys = refusals.map((one) => keyOf({ ...one, id: one.comment.id }));
    return noteText(keys, `**${refusals.length} comments at once have no effect.**`, ...kinds);
}
/** The answer to the comment `id` that it has no effect. `text` is trusted Markdown. */
const replies_withoutEffect = (text, id) => noteText([(0,thread_people/* withoutEffectOf */.dt)(id), (0,thread_people/* answerTo */.oy)(id)], text);
/** Replaces the progress comment when nobody asks for the plan any more. */
const NO_PLAN = 'There is no plan: the request for one was withdrawn or refused. To ask again, comment `/plan`.';
/** The answer to `/plan` on an issue whose open plan has executed subtasks, or is done. */
const planExists = (pull, isDone) => isDone
    ? `#${pull} is done and not merged yet. Change it there with \`/revise\`, or merge it before you \`/plan\` again.`
    : `#${pull} is already under way. Comment \`/replan\` there to re-plan what is left, or close it and comment \`/plan\` here to start over.`;
function planLink({ state }, pull) {
    const plan = state.reading?.plan;
    if (plan?.subtasks.length === 0)
        return [
            `This cannot be planned yet, see #${pull} · **${cleanLine(plan.title)}**`,
            'Reply to the question there. Nothing is changed.',
        ];
    const title = plan ? ` · **${cleanLine(plan.title)}** · ${plural(plan.subtasks.length, 'subtask')}` : '';
    return [
        `Plan ready in #${pull}${title}`,
        'Review it there: reply to change it, or comment `approve` to start. Nothing is changed until then.',
    ];
}
function planFileProblem(path, { line, reason }) {
    const where = line === undefined ? code(path) : `Line ${line} of ${code(path)}`;
    return [
        `${where} cannot be read: ${cleanLine(reason, 500).replace(/\.$/, '')}.`,
        'The plan is paused. Push a fix to this branch to continue, or comment `cancel`.',
    ];
}
/** Why requests have no effect. `keys` are the dedupe keys of all requests that it answers. */
const reasonNote = (keys, reason, errors) => noteText(keys, ...sectionsOf(reason, errors));
/** `errors` is the address of the page about errors and refusals, where it is known. */
const aboutLink = (what, code, errors) => errors === undefined ? undefined : `<sub>[About this ${what}](${errors}#${code})</sub>`;
/** An answer of a model to the comment `id`, with links to the lines of files that it names, at the commit it read. */
const directAnswer = (text, id, at) => noteText((0,thread_people/* answerTo */.oy)(id), cleanText(withLinks(text, at), 40_000));
/** `src/a.ts:12` or `src/a.ts:12-20`, in code or not. */
const LINE_REF = /(?<=^|[\s(])`?([\w.][\w./-]*\.\w+):(\d{1,6})(?:-(\d{1,6}))?`?(?=[\s).,;:]|$)/gm;
const withLinks = (text, { links, commit }) => text.replace(LINE_REF, (found, path, from, to) => {
    const location = found.replaceAll('`', '');
    return `[${location}](${links.repository}/blob/${commit}/${encodeURI(path)}#L${from}${to ? `-L${to}` : ''})`;
});
/** For the issue, when the repository does not let Actions open pull requests, with a link to the pushed branch. */
function compareLink({ links, thread }, branch) {
    return noteText(`forbidden-${branch}`, `The plan is ready on the branch ${code(branch)}, but this repository does not allow GitHub Actions to open pull requests. ` +
        `[View the plan](${links.repository}/compare/${inAddress(thread.base.branch)}...${inAddress(branch)}?expand=1).`, 'To go on, turn on “Allow GitHub Actions to create and approve pull requests” under Settings → Actions → General → Workflow permissions, ' +
        `then [run the workflow again](${links.run}): it opens the pull request for this plan.`);
}
const inAddress = (branch) => branch.split('/').map(encodeURIComponent).join('/');
/** What went wrong: an error that people can fix or, where there is none, an outage of GitHub or the endpoint, or a bug. */
function errorNote(error, { run, errors }) {
    if (error === undefined)
        return noteText(`outage-${/\/runs\/(\d+)/.exec(run)?.[1] ?? 'run'}`, 'GitHub or the model’s endpoint did not respond as it should.', `To continue, [run the job again](${run}) or repeat your command. What is on the branch is kept.`);
    const { code: name, message, remedy, output } = error;
    return noteText(`problem-${name}`, `${cleanText(message, 4_000)} ${cleanText(remedy, 4_000)}`, output && folded('What it printed last', outputBlock(output.slice(-8_000))), aboutLink('error', name, errors));
}
/** The answer to `/verify`: a table of what was compared, and first what does not hold. */
function verification(rows, id) {
    const wrong = rows.filter((one) => one.wrong !== undefined);
    const [first] = wrong;
    return noteText((0,thread_people/* answerTo */.oy)(id), first
        ? `### ❌ ${plural(wrong.length, 'promise')} of ${rows.length} not kept: ${cleanLine(first.promise)}: ${cleanLine(first.wrong ?? '')}`
        : `### ✅ Verified: all ${rows.length} hold`, table(['', 'Promise', 'Looked at', 'Result'], rows.map((one) => [
        one.wrong === undefined ? '✅' : '❌',
        cleanLine(one.promise),
        cleanLine(one.seen),
        one.wrong === undefined ? 'holds' : cleanLine(one.wrong),
    ])));
}
/** The progress comment on the issue before there is a plan. `stopped`: the run was cancelled. */
const studying = (run, stopped = false) => noteText(thread_people/* STUDYING */.K7, stopped
    ? `The run was cancelled before the plan was ready. [Run it again](${run}) to continue.`
    : `Studying the repository to write a plan. [Watch the run](${run}).`);
/** The results of the checks of executed subtasks after a merge of the base branch. */
function checksAfterMerge({ base, merge, subtasks, checks, verifyCommand, key }) {
    const mergeText = `${code(base)} was merged in ${merge.slice(0, 7)}.`;
    if (!checks)
        return noteText(key, `${mergeText} The run’s time was up, so checks did not run after the merge.`);
    const failed = checks.filter(({ passed }) => !passed);
    const of = `the checks of ${(0,plan_plan/* nameSubtasks */.U2)(subtasks.map(({ number }) => number).toSorted((a, b) => a - b))}`;
    if (failed.length === 0)
        return noteText(key, `${mergeText} After the merge, ${of} still pass.`);
    const lines = failed.map(({ command, exit }) => {
        const checkedSubtasks = subtasks.filter((subtask) => (0,plan_plan/* checksFor */.NR)(subtask, verifyCommand).includes(command));
        const whose = (0,plan_plan/* nameSubtasks */.U2)(checkedSubtasks.map(({ number }) => number));
        return `- ${code(command)} (${whose}): ${cleanText(exit, 100)}`;
    });
    return noteText(key, `${mergeText} After the merge, not all of ${of} pass:`, shortList(lines), ...failed
        .slice(0, 5)
        .map(({ tail }) => tail && cleanText(`\`\`\`\n${tail.slice(-3_000).replaceAll('```', "'''")}\n\`\`\``)), 'Use `/revise` to have it fixed.');
}
/** The sections of the answer to `/doctor`, and of the job summary where nobody commented. */
function doctorReport({ prices }, { findings, agentFindings, usage }) {
    const isAnyWrong = /❌/.test(agentFindings) || findings.some((one) => 'wrong' in one);
    return [
        `**Doctor:** ${isAnyWrong ? 'something is missing.' : 'all is well.'}`,
        [...findings.map(replies_line), cleanText(agentFindings)].join('\n'),
        `<sub>Used: ${renderUsed(usage, prices)}</sub>`,
    ];
}
const replies_line = (one) => 'ok' in one ? `- ✅ **${one.need}:** ${one.ok}` : `- ❌ **${one.need}:** ${cleanLine(one.wrong, 2_000)}`;

;// CONCATENATED MODULE: ./lib/publish/write/github-context.js
/** What comments and descriptions about a thread are rendered from. */
const viewOf = (ctx, thread, live) => ({
    ...ctx.settings,
    ...ctx.sources.snapshotAt(thread),
    live,
    links: ctx.links,
});

;// CONCATENATED MODULE: ./lib/publish/say/say.js







/** Posts a comment on the issue or the pull request, and records in the thread that it did, or could not. */
async function say(ctx, thread, note) {
    const existing = note.target === 'planning' ? (0,thread_people/* studyingNote */.il)(thread) : undefined;
    return (existing && (await editComment(ctx, thread, { existing, note }))) ?? post(ctx, thread, note);
}
/** Posts nothing when a comment of the bot with this marker is there. */
async function sayOnce(ctx, thread, note) {
    const latest = await refreshComments(ctx, thread, note.target);
    return (0,thread_people/* commentsAt */.ar)(latest, note.target).some((one) => hasMarkerOf(latest, note, one)) ? latest : say(ctx, latest, note);
}
async function post(ctx, thread, note) {
    const { target } = note;
    const number = numberOf(thread, target);
    if (number === undefined)
        throw new Error('There is no pull request to comment on.');
    const posted = await ctx.sources.forge.createComment(number, await outgoingComment(ctx, note));
    if (!posted)
        return withUndelivered(thread, note, number);
    // Counted as the plan's bot, although the token may belong to another account than the one that opened the plan.
    const comment = { ...posted, author: thread.bot, wasEdited: false, isAfterList: true };
    const recorded = withWritten(thread, { comments: [comment.id] });
    return withComments(recorded, target, [...(0,thread_people/* commentsAt */.ar)(recorded, target), comment]);
}
/**
 * Posts or edits the comment that a plan is being made; where the run was `stopped`, it says how the next one continues.
 * Never throws, since a plan does not depend on it.
 */
async function sayStudying(ctx, thread, { log, stopped = false }) {
    try {
        if (!stopped && (thread.issue.locked || thread.branch || thread.pull))
            return thread;
        const note = studying(ctx.links.run, stopped);
        const existing = (0,thread_people/* studyingNote */.il)(thread) ?? (stopped ? undefined : (0,thread_people/* lastProblem */.cH)(thread));
        const amended = existing && (await editComment(ctx, thread, { existing, note }));
        return amended ?? (stopped ? thread : await post(ctx, thread, { target: 'issue', ...note }));
    }
    catch (error) {
        log(`The issue could not be told how the plan comes along: ${(0,errors/* errorText */.kc)(error)}`);
        return thread;
    }
}
/** Edits a comment of the bot. Undefined when it was deleted or the token may not edit it. */
async function editComment(ctx, thread, { existing, note }) {
    const posted = await outgoingComment(ctx, note);
    if (existing.body === posted)
        return thread;
    const changed = await ctx.sources.forge.updateComment(existing.id, posted);
    if (!changed)
        return undefined;
    const withChange = (comments) => comments.map((one) => (one.id === existing.id ? { ...one, body: posted, updatedAt: changed.updatedAt } : one));
    const pull = thread.pull && { ...thread.pull, comments: withChange(thread.pull.comments) };
    return withWritten({ ...thread, pull, comments: withChange(thread.comments) }, { comments: [existing.id] });
}
/**
 * Posts a comment without holding the claim. GitHub has no compare-and-swap for comments, so each run looks afterwards
 * whether another run has posted the same one earlier, and deletes its own.
 */
async function reply(ctx, thread, note) {
    const posted = await post(ctx, thread, note);
    const { forge } = ctx.sources;
    const ownId = posted.thisRun.written.comments.at(-1) ?? 0;
    const { target } = note;
    const number = numberOf(posted, target);
    if (number === undefined || ownId === thread.thisRun.written.comments.at(-1))
        return posted;
    const comments = await fetchComments(forge, posted.bot, number);
    if (!comments.some((one) => one.id < ownId && hasMarkerOf(posted, note, one)))
        return posted;
    await forge.deleteComment(ownId);
    const remaining = withNewNotes((0,thread_people/* commentsAt */.ar)(posted, target), comments, posted.bot).filter(({ id }) => id !== ownId);
    return withComments(posted, target, remaining);
}
/** Says in reply to a command why it has no effect. */
const refuse = (ctx, thread, { comment, ...refusalText }) => reply(ctx, thread, {
    target: targetOf(thread, comment),
    ...refusal({ ...refusalText, id: comment.id }, ctx.links.errors),
});
const hasMarkerOf = ({ bot }, { marker }, { author, body }) => author.login === bot.login && body.includes(marker);
const numberOf = ({ issue, pull }, target) => target === 'pull' ? pull?.pull.number : issue.number;
const withComments = (thread, target, comments) => target === 'pull' ? { ...thread, pull: thread.pull && { ...thread.pull, comments } } : { ...thread, comments };
/** Redacts all but the marker: without it the comment would not be found again, and would be posted twice. */
const outgoingComment = async ({ outward }, note) => `${await (0,credentials/* withoutCredentials */.r)(outward(joinSections(note)))}\n\n${note.marker}`;
/** Keeps a comment that a locked conversation refused for the job summary, so that the plan can go on. */
function withUndelivered(thread, note, number) {
    const comment = { target: note.target === 'pull' ? note.target : 'issue', text: joinSections(note) };
    const problem = `#${number} is locked, so the bot cannot comment. Unlock it; the unposted text is in this run’s summary.`;
    const { problems, undelivered } = thread.thisRun;
    return inThisRun(thread, { problems: [...problems, problem], undelivered: [...undelivered, comment] });
}
/** Whether another run may have commented since: it was met, or wrote the branch, which is read after the comments. */
const othersMayHaveCommented = ({ branch, thisRun }) => thisRun.contended || (branch !== undefined && !thisRun.written.commits.includes(branch.head));
/** Fetches the comments of an issue or pull request again if another run may have commented since. */
async function refreshComments(ctx, thread, target) {
    const number = numberOf(thread, target);
    if (number === undefined || !othersMayHaveCommented(thread))
        return thread;
    const comments = await fetchComments(ctx.sources.forge, thread.bot, number);
    return withComments(thread, target, withNewNotes((0,thread_people/* commentsAt */.ar)(thread, target), comments, thread.bot));
}
/** Reacts to comments, and to the text of an issue that counts as one. */
async function react(ctx, thread, { comment, reaction, others = [] }) {
    const ids = new Set([comment, ...others].map(({ id }) => id));
    const { forge } = ctx.sources;
    for (const id of ids)
        await (id === OPENING ? forge.reactToIssue(thread.issue.number, reaction) : forge.react(id, reaction));
    const marks = ({ reactions = NO_REACTIONS, ownReactions }) => ({
        reactions: { ...reactions, [reaction]: reactions[reaction] + 1 },
        ownReactions: { ...ownReactions, [reaction]: true },
    });
    const mark = (comments) => comments.map((one) => (ids.has(one.id) ? { ...one, ...marks(one) } : one));
    return {
        ...thread,
        issue: ids.has(OPENING) ? { ...thread.issue, ...marks(thread.issue) } : thread.issue,
        comments: mark(thread.comments),
        pull: thread.pull && { ...thread.pull, comments: mark(thread.pull.comments) },
    };
}

;// CONCATENATED MODULE: ./lib/publish/say/pull-request.js
















/** Opens the pull request of a branch that has a plan, or finds the one that is open. */
async function pull_request_open(ctx, { thread, state }) {
    const { forge } = ctx.sources;
    const { branch, base } = thread;
    if (!branch || !state.reading?.plan)
        throw new Error('There is no plan to open a pull request for.');
    const spec = {
        branch: branch.name,
        base: base.branch,
        title: ctx.outward(titleFor(state.reading.plan)),
        body: bodyWithBlock('', withExpectedPlanComment(viewOf(ctx, thread)), ctx.outward),
    };
    const first = await forge.openPull({ ...spec, draft: true });
    const opened = first.kind === 'no-drafts' ? await forge.openPull({ ...spec, draft: false }) : first;
    if (opened.kind === 'opened')
        return { ...thread, pull: { pull: opened.pull, comments: [], remarks: [] } };
    if (opened.kind === 'exists')
        return adopt(ctx, thread, branch.name);
    const text = compareLink(viewOf(ctx, thread), branch.name);
    const after = await sayOnce(ctx, thread, { target: 'planning', ...text });
    const problem = 'This repository does not allow GitHub Actions to open pull requests; the issue says what to change.';
    return inThisRun(after, { pullForbidden: true, problems: [...after.thisRun.problems, problem] });
}
/** The view as it will be after the plan comment, so that the first body is right and needs no second write. */
function withExpectedPlanComment(view) {
    const { versions, reading } = view.state;
    const version = (versions.at(-1)?.version ?? 0) + 1;
    const current = { version, blob: reading?.blob ?? '', comment: Number.MAX_SAFE_INTEGER, edited: false };
    return { ...view, state: { ...view.state, versions: [...versions, current], current } };
}
const ADOPT_WAITS = [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000];
/** Finds the open pull request that GitHub reported as existing; retries, because its lists lag behind. */
async function adopt({ sources }, thread, branch) {
    const pull = await (0,lib_async/* retry */.L5)({
        waits: ADOPT_WAITS,
        until: async () => (await sources.forge.pullsFrom(branch)).find((one) => one.state === 'open'),
    });
    if (!pull)
        throw new Error(`GitHub says that ${branch} has a pull request, and shows none.`);
    const read = () => fetchComments(sources.forge, thread.bot, pull.number);
    const counted = (await sources.forge.pull(pull.number))?.counted;
    const comments = await readWholeList(sources, counted, { read });
    return { ...thread, pull: { pull, comments, remarks: [] } };
}
const titleFor = (plan) => cleanSubject(plan.title, 'Plan', 200);
/** The new title, when the present one is still that of an earlier version. Titles that people gave stay. */
function newTitle(ctx, thread, currentTitle) {
    const titles = [...(thread.branch?.texts.values() ?? [])].flatMap((text) => {
        const { plan } = (0,markdown/* parsePlan */.vS)(text);
        return plan ? [ctx.outward(titleFor(plan))] : [];
    });
    const plan = viewOf(ctx, thread).state.reading?.plan;
    const title = plan && ctx.outward(titleFor(plan));
    return title !== undefined && title !== currentTitle && titles.includes(currentTitle) ? title : undefined;
}
/** The agent's steps without credentials. They are shown before there is a result, whose texts are redacted later. */
async function withoutSecretsInSteps(live) {
    if (!live)
        return undefined;
    const subtasks = live.subtasks.map(async ({ steps, ...one }) => ({
        ...one,
        steps: plan_plan/* AgentStep */.eS.array().parse(await (0,credentials/* withoutCredentialsIn */.g)(steps, [])),
    }));
    return { ...live, subtasks: await Promise.all(subtasks) };
}
/** Title and body are read right before each try, so that edits of people are kept. `signal` ends a live update. */
async function show(ctx, thread, progress) {
    if (!thread.pull)
        return thread;
    const live = await withoutSecretsInSteps(progress);
    const changes = (now) => changesTo(ctx, thread, { now, live });
    return withWrittenPull(thread, await ctx.sources.forge.editPull(thread.pull.pull.number, changes, progress?.signal));
}
/** Marks the pull request as ready for review, and updates title and body. */
async function ready(ctx, thread) {
    const after = withPull(thread, { draft: false });
    const changes = (now) => changesTo(ctx, after, { now });
    return withWrittenPull(after, await ctx.sources.forge.markReady(thread.pull.pull, changes));
}
function changesTo(ctx, thread, { now, live }) {
    const title = newTitle(ctx, thread, now.title);
    const body = bodyWithBlock(now.body, viewOf(ctx, thread, live), ctx.outward);
    return { ...(body === now.body ? {} : { body }), ...(title === undefined ? {} : { title }) };
}
/** The thread with the pull request that was just written. Not every answer has the number of review comments. */
const withWrittenPull = (thread, pull) => withPull(thread, { ...pull, lineComments: pull.lineComments ?? thread.pull?.pull.lineComments });
/** Where a repository has no drafts, the plan continues all the same, and this run does not try again. */
async function redraft({ sources }, thread) {
    await sources.forge.markDraft(thread.pull.pull.nodeId);
    return withPull(thread, { draft: true });
}
/** Closes the pull request. The same write shows that the plan is cancelled. */
async function cancel(ctx, { thread, state }) {
    const { forge, repo } = ctx.sources;
    if (!thread.pull)
        return thread;
    const changes = (now) => {
        const closed = viewOf(ctx, withPull(thread, { ...now, state: 'closed' }));
        return now.state === 'open' ? { body: bodyWithBlock(now.body, closed, ctx.outward), state: 'closed' } : {};
    };
    const pull = await forge.editPull(thread.pull.pull.number, changes);
    if (state.history.executed.size > 0)
        await removeRefs(repo, await refsToRemove(ctx, thread));
    return withPull(thread, pull);
}
/** Deletes the branch and the conversation of a plan of which nothing was executed. */
async function deleteBranch(ctx, { thread }) {
    if (!thread.branch)
        return thread;
    const isRemoved = await removeRefs(ctx.sources.repo, [
        { ref: `refs/heads/${thread.branch.name}`, from: thread.branch.head, to: undefined },
        ...(await refsToRemove(ctx, thread)),
    ]);
    // Another run or a person pushed meanwhile, so the branch may contain something worth keeping.
    return isRemoved ? { ...thread, branch: undefined } : refreshBranch(ctx.sources, thread);
}
/** The side refs of a plan, however far another run has moved them, without a claim that is held. */
async function refsToRemove(ctx, thread) {
    const claim = await findClaim(ctx, thread);
    const removals = await (0,side_ref/* removalsOf */.RY)(ctx.sources.repo, thread.issue.number);
    return removals.flatMap((one) => !one.ref.endsWith('-claim') ? [{ ref: one.ref, to: undefined }] : claim?.state === 'free' ? [one] : []);
}
/** Deletes refs; if a run takes the claim at the same moment, all but the claim. False when another ref was moved. */
async function removeRefs(repo, updates) {
    if ((await (0,side_ref/* pushRefs */.NV)(repo, updates)).kind !== 'moved')
        return true;
    const withoutClaim = updates.filter(({ ref }) => !ref.endsWith('-claim'));
    return (await (0,side_ref/* pushRefs */.NV)(repo, withoutClaim)).kind !== 'moved';
}
/** The context of the commit status, by which people find it in branch rules. */
const CONTEXT = 'Measure Twice';
const STATUS_FORBIDDEN = `The commit status "${CONTEXT}" is left out, because the token may not write it. Give the job \`permissions: statuses: write\`.`;
/** Returns a function that writes the commit status, and logs once that the token lacks the permission. Never throws. */
function openStatusWriter(ctx, log) {
    let isAllowed = true;
    return async (thread) => {
        try {
            if (isAllowed && !(await writeStatus(ctx, thread))) {
                isAllowed = false;
                log(STATUS_FORBIDDEN);
            }
        }
        catch (error) {
            log(ctx.redact(`The commit status was not written: ${(0,errors/* errorText */.kc)(error)}`));
        }
    };
}
async function writeStatus(ctx, thread) {
    const { forge } = ctx.sources;
    const newStatus = thread.pull?.pull.state === 'open' ? commitStatus(viewOf(ctx, thread)) : undefined;
    const head = thread.branch?.head;
    if (!newStatus || head === undefined)
        return true;
    const status = { ...newStatus, description: ctx.outward(newStatus.description), context: CONTEXT };
    if (!thread.thisRun.written.commits.includes(head)) {
        const currentStatus = await forge.commitStatus(head, CONTEXT);
        if (currentStatus?.state === status.state && currentStatus.description === status.description)
            return true;
    }
    return forge.setCommitStatus(head, status);
}
/** The settings and facts of this run from which the next step is chosen. */
const decisionContextOf = (ctx, thread, timeIsUp) => ({
    settings: ctx.settings,
    jobs: ctx.jobs,
    shown: !thread.pull || Object.keys(changesTo(ctx, thread, { now: thread.pull.pull })).length === 0,
    timeIsUp,
});

;// CONCATENATED MODULE: ./lib/decide/next/check-record.js


/** Whether a plan is what its record says, and what does not hold first. Pure. */
function checkRecord(found) {
    const record = found.stored?.record ?? found.actual;
    if (!record)
        return [{ promise: 'Record', seen: '', wrong: 'there is neither a record nor a branch to look at' }];
    const rows = [
        recordRow(found),
        ...record.versions.map((one) => versionRow(found, record, one)),
        ...record.approvals.map((one) => approvalRow(found, record, one)),
        ...record.subtasks.map((one) => subtaskRow(found, record, one)),
        ...omissions(found, record),
        ...(found.location ? [{ promise: 'Commits', ...found.location }] : []),
        ...(found.foreignCommits.length > 0
            ? [{ promise: 'Commits of people', seen: found.foreignCommits.join(', ') }]
            : []),
    ];
    return [...rows.filter(({ wrong }) => wrong !== undefined), ...rows.filter(({ wrong }) => wrong === undefined)];
}
/** The recomputed record with the recorded request, where the comment that asked was edited since, or deleted. */
function withRecordedRequest(actual, then, { comments }) {
    if (!then)
        return actual;
    const { request } = actual;
    const asked = comments.find(({ id }) => id === request.comment);
    const text = asked && !(0,thread_people/* isEdited */.s5)(asked) ? request.text : then.request.text;
    // Older commits do not name who asked.
    const { login, id } = request.login === '' ? then.request : request;
    return { ...actual, request: { ...request, login, id, text } };
}
/** Commits of people on the branch of a plan, except merges: `/verify` names them, and they are no fault. */
const foreignCommits = ({ branch }) => (branch?.commits ?? [])
    .filter(({ entry, parents }) => entry === undefined && parents.length === 1)
    .map(({ sha, author }) => `${check_record_short(sha)} by ${author.name}`);
const check_record_short = (id) => `\`${id.slice(0, 7)}\``;
const isEqual = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const firstProblem = (...problems) => problems.find((one) => typeof one === 'string') || undefined;
function differing(one, other, fields) {
    const wrong = fields.filter((field) => !isEqual(one[field], other[field])).map((name) => `\`${name}\``);
    return wrong.length === 0 ? undefined : `the record says something else of ${wrong.join(', ')}`;
}
const RECORD_FIELDS = ['issue', 'pull_request', 'state', 'base', 'journal', 'head', 'tree', 'usage'];
function recordRow({ stored, actual, online }) {
    const promise = 'Record';
    if (!stored) {
        const isNamed = online !== undefined && (0,thread_people/* recordLinksIn */.WJ)(online.comments, online.bot).length > 0;
        const wrong = isNamed ? 'a comment of the bot names one, and it is gone' : undefined;
        return { promise, seen: 'none that can be read; the branch is looked at', wrong };
    }
    const { record } = stored;
    return {
        promise,
        seen: `${check_record_short(stored.commit)}; of models, release and the run that wrote it only the record tells`,
        wrong: firstProblem(!stored.isOurs && 'its commit is not of the bot', stored.isNamed === false && 'no comment of the bot names its commit', !actual && 'the commits that it names are not there', actual && differing(record, actual, RECORD_FIELDS), actual && !isEqual(record.request, actual.request) && 'the record says something else of the `request`', actual?.runs.some((run) => !record.runs.includes(run)) && 'the record leaves out `runs` that its commits name'),
    };
}
function versionRow({ actual, online, planBlobs }, { approvals }, version) {
    // What was offered and not approved need not have come to the branch.
    const wasUsed = approvals.some((one) => one.version === version.number);
    const actualVersion = online && actual?.versions.find(({ number }) => number === version.number);
    const planComment = online?.comments.find(({ id }) => id === version.comment);
    return {
        promise: `Version ${version.number}`,
        seen: `${check_record_short(version.blob)}${online ? ', and its plan comment' : ''}`,
        wrong: firstProblem(online && !planComment && 'its plan comment is gone', planComment && (0,thread_people/* isEdited */.s5)(planComment) && 'its plan comment was edited', online && !isEqual(actualVersion, version) && 'the bot announced something else', wasUsed && planBlobs?.has(version.blob) === false && 'the plan on the branch was never this text'),
    };
}
function approvalRow({ actual, online }, record, approval) {
    const { comment, login, permission } = approval;
    const actualApproval = actual?.approvals.find((one) => one.comment === comment);
    const posted = online?.comments.find(({ id }) => id === comment);
    const announced = record.versions.find(({ number }) => number === approval.version);
    const permissionNow = online?.permissions.get(login);
    return {
        promise: `Approval of ${login} (${comment})`,
        seen: online
            ? `the comment, its author, \`${permission}\` then${permissionNow === permission ? '' : `, \`${permissionNow}\` now`}`
            : 'the commits that name it',
        wrong: firstProblem(actual && !actualApproval && 'no commit of a subtask names it', actualApproval &&
            differing(approval, actualApproval, posted ? [...APPROVAL_FIELDS, 'id', 'at'] : APPROVAL_FIELDS), online && !posted && 'the comment was deleted', posted && (0,thread_people/* isEdited */.s5)(posted) && 'the comment was edited', posted &&
            (posted.author.login !== login || posted.author.type !== 'User') &&
            `the comment is of ${posted.author.login}`, !announced && 'it is of no version that the record knows', posted && announced && problemOfScope(posted, { blob: announced.blob, subtasks: approval.subtasks }), announced && comment <= announced.comment && 'it is older than the version', record.versions.some((one) => announced && one.comment > announced.comment && one.comment < comment) &&
            'a later version was announced before it', !(0,thread_people/* mayWrite */.J)({ permission }) && `${login} had \`${permission}\` only`),
    };
}
const APPROVAL_FIELDS = ['login', 'permission', 'version', 'subtasks'];
function problemOfScope({ body }, { blob, subtasks }) {
    const command = (0,words_command/* parseCommand */.RM)(body, 'pull');
    if (!(0,words_command/* isApproval */.Uw)(command))
        return 'the comment is no approval';
    const { scope } = command;
    if (scope.kind === 'blob' && !blob.startsWith(scope.blob))
        return 'the comment approves another version';
    const isWider = scope.kind === 'numbers' && subtasks.some((number) => !scope.numbers.includes(number));
    return isWider ? 'the comment approves other subtasks' : undefined;
}
const SUBTASK_FIELDS = ['state', 'commit', 'tree', 'subject', 'outcome', 'usage', 'version', 'checks'];
function subtaskRow({ actual }, { approvals }, subtask) {
    const actualSubtask = actual?.subtasks.find(({ number }) => number === subtask.number);
    return {
        promise: `Subtask ${subtask.number}`,
        seen: subtask.commit ? `${check_record_short(subtask.commit)}, its tree, its trailers and its approvals` : subtask.state,
        wrong: firstProblem(actual && !actualSubtask && 'the plan has no such subtask', actualSubtask && differing(subtask, actualSubtask, SUBTASK_FIELDS), subtask.state === 'done' &&
            !approvals.some(({ subtasks }) => subtasks.includes(subtask.number)) &&
            'no approval of it is named'),
    };
}
/** Names subtasks, approvals and versions that the branch has and the record leaves out. */
function omissions({ actual }, record) {
    const names = ({ subtasks, approvals, versions }) => [
        ...subtasks.map(({ number }) => `subtask ${number}`),
        ...approvals.map(({ comment, login }) => `the approval of ${login} (${comment})`),
        ...versions.map(({ number }) => `version ${number}`),
    ];
    const recorded = new Set(names(record));
    const missing = (actual ? names(actual) : []).filter((name) => !recorded.has(name));
    return missing.length === 0
        ? []
        : [{ promise: 'Completeness', seen: 'the branch', wrong: `the record leaves out ${missing.join(', ')}` }];
}

;// CONCATENATED MODULE: ./lib/publish/steps/plan-record.js


















/** The trailer of a record's commit that lists the commits of ours. Older records have none. */
const OWN_COMMITS = 'Plan-Commits: ';
/** Writes the record of an ended plan upon the one before. It keeps the commits of the branch, which may be deleted. */
async function writeRecord(ctx, snapshot) {
    const { thread } = snapshot;
    const { repo, forge } = ctx.sources;
    const { commits, logins } = namedByRecord(snapshot);
    const [trees, permissions] = await Promise.all([
        (0,lib_async/* asMap */.$H)(commits, (sha) => (0,objects/* treeOf */.g7)(repo, sha)),
        (0,lib_async/* asMap */.$H)(logins, (login) => permissionOf(forge, thread, login)),
    ]);
    const record = recordOf(snapshot, { ...ctx.maker, trees, permissions, verifyCommand: ctx.settings.verifyCommand });
    if (!record || !thread.branch)
        return thread;
    const ownCommits = thread.branch.commits.flatMap(({ sha, entry }) => (entry ? sha : []));
    const update = await sideUpdate(ctx, thread, {
        kind: 'record',
        keeps: thread.branch.head,
        text: renderRecord(redactedRecord(record, ctx.outward)),
        message: `Record of the plan for #${thread.issue.number}\n\n${OWN_COMMITS}${ownCommits.join(' ')}\n`,
    });
    const pushed = await (0,side_ref/* pushRefs */.NV)(repo, [update]);
    if (pushed.kind === 'forbidden')
        throw (0,push_refusal/* pushRefused */.H)(update.ref, ctx.outward(pushed.reason));
    if (pushed.kind === 'moved')
        return refreshBranch(ctx.sources, thread);
    const { journal, pull_request: pull } = record;
    return { ...thread, branch: { ...thread.branch, record: { commit: update.to, journal, pull } } };
}
/** Redacts the texts of a record; ids, paths and numbers stay, as in commits. */
const redactedRecord = (record, outward) => ({
    ...record,
    request: { ...record.request, text: outward(record.request.text) },
    subtasks: record.subtasks.map((one) => ({
        ...one,
        subject: outward(one.subject),
        outcome: outward(one.outcome),
        checks: one.checks.map((check) => ({ ...check, command: outward(check.command) })),
    })),
});
/** Answers `/verify` with the comparison of record, git and GitHub. */
async function replyVerification(ctx, snapshot, { comment }) {
    const rows = await verifyPlan(ctx, snapshot);
    return reply(ctx, snapshot.thread, { target: 'pull', ...verification(rows, comment.id) });
}
/** Compares a plan's record with git and GitHub. The rows that do not hold come first. */
async function verifyPlan(ctx, { thread: found }) {
    const { repo, forge, snapshotAt, planFile } = ctx.sources;
    const thread = await withEdits(ctx, found);
    // The workflow's own account, the one that opened the plan, and the token's.
    const mails = [ACTIONS_BOT, thread.bot, (await forge.me()) ?? thread.bot].map(mailOf);
    const stored = await newestRecord(repo, thread.issue.number, thread.pull?.pull.number);
    const { record } = stored ?? {};
    const recorded = stored ? await threadOfRecord(repo, thread, { ...stored, mails, planFile }) : thread.branch && thread;
    const snapshot = recorded && snapshotAt(recorded);
    const logins = record ? record.approvals.map(({ login }) => login) : snapshot ? namedByRecord(snapshot).logins : [];
    const permissions = await (0,lib_async/* asMap */.$H)(new Set(logins), (login) => forge.permission(login));
    const recomputed = snapshot && (await recomputeRecord(repo, snapshot, { record, permissions }));
    const again = recomputed && parseRecord(renderRecord(redactedRecord(recomputed, ctx.outward)));
    return checkRecord({
        stored: stored && { ...stored, isOurs: mails.includes(stored.mail), isNamed: isNamed(stored, ctx, thread) },
        actual: again && withRecordedRequest(again, record, thread),
        online: { comments: (0,thread_people/* commentsAt */.ar)(thread, 'pull'), bot: thread.bot, permissions },
        location: again && (await commitLocation(ctx, thread, again)),
        planBlobs: recorded?.branch && new Set(recorded.branch.texts.keys()),
        foreignCommits: foreignCommits(recorded ?? thread),
    });
}
/** Where the commits of a plan are found; undefined for a plan closed without a merge, whose commits may be gone. */
async function commitLocation({ sources }, { pull, base, branch }, again) {
    if (pull?.pull.state === 'closed' && pull.pull.merged !== true)
        return undefined;
    return locationOfCommits(sources.repo, again, { base: base.sha, branch: branch?.head });
}
/** Whether a closing comment links the commit of a record; undefined for a cancelled plan, which has no closing comment. */
const isNamed = ({ commit, record }, { links }, { pull, bot }) => record.state === 'abandoned'
    ? undefined
    : (0,thread_people/* recordLinksIn */.WJ)(pull?.comments ?? [], bot).includes(`${links.repository}/blob/${commit}/record.json`);
/** The thread with whether GitHub reports edits of the comments that a record may rest on. */
async function withEdits({ sources }, thread) {
    const { pull } = thread;
    if (!pull)
        return thread;
    const asked = pull.comments.filter(({ author, body }) => author.login === thread.bot.login || (0,words_command/* isApproval */.Uw)((0,words_command/* parseCommand */.RM)(body, 'pull')));
    if (asked.length === 0)
        return thread;
    const { edited } = await sources.forge.editsAndClosings(asked.map(({ nodeId }) => nodeId));
    const comments = pull.comments.map((one) => asked.includes(one) ? { ...one, wasEdited: edited.has(one.nodeId) } : one);
    return { ...thread, pull: { ...pull, comments } };
}
const MAX_RECORD_BYTES = 1 << 20;
/** Records of an issue that are read, one for each plan that ended. */
const MAX_RECORDS = 20;
/** The newest record of a pull request; without a number, or if it has none, that of the issue's newest plan. */
async function newestRecord(repo, issue, pull) {
    const found = [];
    let next = await (0,side_ref/* sideCommit */.x$)(repo, { kind: 'record', issue });
    for (let count = 0; next !== undefined && count < MAX_RECORDS; count++) {
        const commit = await commitOf(repo, next);
        const text = await (0,objects/* textAt */.$6)(repo, { commit: next, path: 'record.json', most: MAX_RECORD_BYTES });
        if (!commit || text === undefined)
            break;
        const record = parseRecord(text);
        const listed = commit.message.split('\n').find((line) => line.startsWith(OWN_COMMITS));
        const own = listed === undefined ? undefined : new Set(listed.slice(OWN_COMMITS.length).split(' '));
        if (record)
            found.push({ commit: next, mail: commit.author.email, own, record });
        // The first parent is the head of the plan's branch, the second the record before.
        next = commit.parents[1];
    }
    return found.find(({ record }) => record.pull_request === pull) ?? found[0];
}
/** The thread when a record was written. `mails`: addresses of our accounts. Undefined if commits are missing. */
async function threadOfRecord(repo, thread, { record, own, mails, planFile }) {
    if (!(await (0,git/* commitAt */.du)(repo, record.head)) || !(await (0,git/* commitAt */.du)(repo, record.base)))
        return undefined;
    const { number } = thread.issue;
    const branch = await readBranch(repo, {
        name: thread.branch?.name ?? thread.pull?.pull.head.branch ?? '',
        issue: number,
        head: record.head,
        base: record.base,
        planFile,
    });
    // The list of our commits is deleted with the plan. After that the one of the record counts, which a comment names;
    // for records without one, the mail address.
    const isOwn = ({ sha, author }) => (own ? own.has(sha) : mails.includes(author.email));
    const commits = branch.commits.map((one) => isOwn(one) ? { ...one, entry: one.entry ?? entryOf(one.message, number) } : one);
    return { ...thread, branch: { ...branch, commits, isListed: true } };
}
/** Rebuilds a record from commits and comments; what neither holds is copied from the stored record. */
async function recomputeRecord(repo, snapshot, { record, permissions }) {
    return recordOf(snapshot, {
        trees: await (0,lib_async/* asMap */.$H)(namedByRecord(snapshot).commits, (sha) => (0,objects/* treeOf */.g7)(repo, sha)),
        permissions: new Map([
            ...(permissions ?? []),
            ...(record?.approvals ?? []).map(({ login, permission }) => [login, permission]),
        ]),
        verifyCommand: record && verifyCommandOf(record, snapshot.state),
        runs: [],
        models: record?.models ?? [],
        action: record?.action ?? undefined,
    });
}
/** The `verify-command` of a record: the first command of a check that its subtask's own `verify` does not list. */
const verifyCommandOf = ({ subtasks }, { statuses }) => statuses
    .flatMap(({ subtask }) => {
    const checks = subtasks.find(({ number }) => number === subtask.number)?.checks ?? [];
    return checks.flatMap(({ command }) => (subtask.verify.includes(command) ? [] : [command]));
})
    .at(0);

// EXTERNAL MODULE: ./lib/tasks/check/input.js
var input = __webpack_require__(5353);
;// CONCATENATED MODULE: ./lib/observe/instructions.js




/** Paths of instructions for agents. The first that exists is used. */
const INSTRUCTION_FILES = ['AGENTS.md', 'CLAUDE.md', '.github/copilot-instructions.md'];
const INSTRUCTIONS_LIMIT = 16_000;
/** The repository's instructions for agents, from the base branch, so that a plan's branch cannot change them. */
async function instructionsOf(repo, base) {
    const blobs = await Promise.all(INSTRUCTION_FILES.map((path) => blobAt(repo, { commit: base, path })));
    const [file] = INSTRUCTION_FILES.flatMap((path, i) => (blobs[i] ? [{ path, blob: blobs[i] }] : []));
    return file && { path: file.path, text: (0,shorten/* shorten */.m)(await (0,objects/* readBlob */.gm)(repo, file.blob), INSTRUCTIONS_LIMIT) };
}
const MAX_LINKS = 10;
/** The blob of the plain file at a path of a commit. Follows symbolic links, which stay inside of that commit's tree. */
async function blobAt(repo, { commit, path, links = 0 }) {
    const names = path.split('/');
    for (const [i] of names.entries()) {
        const parent = names.slice(0, i + 1).join('/');
        const entry = await (0,objects/* entryAt */._f)(repo, commit, parent);
        if (entry?.mode === '120000') {
            const target = await (0,objects/* linkTarget */.Cm)(repo, entry.id);
            if (target.startsWith('/') || links === MAX_LINKS)
                return undefined;
            const next = external_node_path_.posix.join(external_node_path_.posix.dirname(parent), target, ...names.slice(i + 1));
            return blobAt(repo, { commit, path: next, links: links + 1 });
        }
        if (parent === path && entry?.type === 'blob')
            return entry.id;
    }
    return undefined;
}
const MAX_FOLDERS = 200;
/** A file of a folder below the root, or a link to one: `AGENTS.md`, else `CLAUDE.md`. */
const FOLDER_FILES = /(100\d{3}|120000) blob ([0-9a-f]{40})\t([^\0]*\/(?:AGENTS|CLAUDE)\.md)\0/g;
/** The files with instructions of folders, from the base branch, outer folders first. */
async function folderInstructionsOf(repo, base) {
    const listed = await (0,git/* cachedGit */.VE)(repo, ['ls-tree', '-r', '-z', '--full-tree', base], { ids: [base] });
    const files = [...listed.matchAll(FOLDER_FILES)].map(async ([, mode, id = '', path = '']) => {
        const blob = mode === '120000' ? await blobAt(repo, { commit: base, path }) : id;
        return blob === undefined ? [] : [{ path, blob }];
    });
    const found = (await Promise.all(files)).flat();
    const paths = new Set(found.map(({ path }) => path));
    return found
        .filter(({ path }) => path.endsWith('AGENTS.md') || !paths.has(external_node_path_.posix.join(external_node_path_.posix.dirname(path), 'AGENTS.md')))
        .toSorted((one, other) => one.path.split('/').length - other.path.split('/').length)
        .slice(0, MAX_FOLDERS);
}

// EXTERNAL MODULE: ./lib/guard/command-digest.js
var command_digest = __webpack_require__(553);
;// CONCATENATED MODULE: ./lib/tasks/gather/images.js



/** Maximum number of images for a model, and of bytes per image. */
const MAX_IMAGES = 4;
const MAX_BYTES = 5 << 20;
const TIMEOUT = 20_000;
const MAX_REDIRECTS = 3;
/**
 * Fetches the first images that are attachments on GitHub, as data URLs. The texts get `(image N)` for every one of
 * them, `(image)` for others, and lose alternative texts, which people do not see.
 */
async function extractImages(texts, { remote, before = 0, rendered = async () => [] }) {
    const linked = new Set(texts.flatMap(imagesIn).map(({ address }) => address));
    const server = URL.parse(remote?.url ?? '')?.origin;
    const addresses = [...linked].filter((address) => isAttachment(address, server)).slice(0, MAX_IMAGES);
    const signed = (0,lib_async/* once */.Oo)(async () => signedIn(await rendered(), server));
    const fetched = await Promise.all(addresses.map((address) => fetchImage(address, remote, signed).catch(skipImage)));
    const shown = addresses.filter((_, i) => fetched[i] !== undefined);
    const label = (address) => shown.includes(address) ? `(image ${before + shown.indexOf(address) + 1})` : '(image)';
    return {
        texts: texts.map((text) => replaceImages(text, label)),
        images: fetched.filter((image) => image !== undefined),
    };
}
function skipImage(error) {
    (0,log/* logWarning */.FF)(`An image is left out: ${(0,errors/* errorText */.kc)(error)}`);
}
const CODE_OR_COMMENT = [
    /^ {0,3}(?<fence>`{3,}(?!`)|~{3,}(?!~)).*\n[^]*?(?:^ {0,3}\k<fence>[`~]*[ \t]*$|(?![^]))/,
    /(?<!`)(?<ticks>`+)[^`\n]+\k<ticks>(?!`)/,
    /<!--[^]*?(?:-->|(?![^]))/,
];
const ALTERNATIVE = /!\[(?:[^[\]\\]|\\[^]|\[[^[\]]*\])*\]/.source;
const ADDRESS = /(?:<(?<inBrackets>[^<>\n]*)>|(?<bare>(?:[^\s()<>]|\([^\s()<>]*\))*))/.source;
const TITLE = /(?:\s{1,9}(?:"[^"]*"|'[^']*'|\([^()]*\)))?/.source;
const images_IMAGE = [
    new RegExp(String.raw `${ALTERNATIVE}(?:\[[^[\]]*\]|\(\s{0,9}${ADDRESS}${TITLE}\s{0,9}\))`),
    /<img\b(?<attributes>(?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/,
];
// Each part ends at a character that it cannot contain, so that matching takes linear time on hostile text.
const MARKDOWN_PIECES = new RegExp([...CODE_OR_COMMENT, ...images_IMAGE].map(({ source }) => source).join('|'), 'gim');
const SOURCE = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
/** The images that the rendered text shows, with their offsets. */
function imagesIn(text) {
    return [...text.matchAll(MARKDOWN_PIECES)].flatMap(({ 0: piece, index: at, groups }) => {
        if (!/^(?:!\[|<img)/i.test(piece))
            return [];
        const [, ...sources] = SOURCE.exec(groups?.['attributes'] ?? '') ?? [];
        const address = groups?.['inBrackets'] ?? groups?.['bare'] ?? sources.find(Boolean) ?? '';
        return [{ at, length: piece.length, address }];
    });
}
const replaceImages = (text, label) => imagesIn(text).reduceRight((rest, { at, length, address }) => rest.slice(0, at) + label(address) + rest.slice(at + length), text);
/** Whether an address is a GitHub attachment: on the server itself, or on its hosts for user content. */
function isAttachment(address, server) {
    const url = URL.parse(address);
    if (!url || url.username || url.password)
        return false;
    if (url.origin === server && url.pathname.startsWith('/user-attachments/'))
        return true;
    // Camo is GitHub's proxy for external images.
    const isContentHost = url.hostname.endsWith('.githubusercontent.com') && url.hostname !== 'camo.githubusercontent.com';
    return isContentHost && url.protocol === 'https:' && url.port === '';
}
/** The redirect target of github.com for attachments of public repositories. */
const ATTACHMENT_STORE = 'https://github-production-user-asset-6210df.s3.amazonaws.com';
/** Image addresses in GitHub's rendered HTML, where attachments of private repositories are signed. */
const signedIn = (html, server) => html
    .flatMap((text) => [...text.matchAll(/<img\b[^<>]*?\ssrc="([^"<>]+)"/g)])
    .map(([, address = '']) => address.replaceAll('&amp;', '&'))
    .filter((address) => isAttachment(address, server) || isSigned(address, server));
/** Whether an address is signed: by the host for private images, or on other servers by its path. */
const isSigned = (address, server) => {
    const url = URL.parse(address);
    return url !== null && url.origin === server && url.pathname.startsWith('/private-user-images/');
};
/** The name of an attachment, which its signed address contains too. */
const nameOf = (address) => URL.parse(address)?.pathname.split('/').at(-1) ?? '';
const NOT_PUBLIC = [401, 403, 404];
/** Fetches without credentials, then by a signed address, then with the token, which only some servers accept. */
async function fetchImage(address, remote, signedAddresses) {
    const signal = AbortSignal.timeout(TIMEOUT);
    const server = URL.parse(remote?.url ?? '')?.origin;
    let response = await follow(address, { server, signal });
    const tryAgain = async (at, token) => {
        await response.body?.cancel();
        response = await follow(at, { server, signal, token });
    };
    if (NOT_PUBLIC.includes(response.status)) {
        const name = nameOf(address);
        const signed = (await signedAddresses()).find((one) => name !== '' && one !== address && nameOf(one).includes(name));
        if (signed !== undefined)
            await tryAgain(signed);
    }
    if (NOT_PUBLIC.includes(response.status) && remote?.token)
        await tryAgain(address, remote.token);
    if (!response.ok)
        throw new Error(`it is answered with ${response.status}.`);
    const bytes = await readAtMost(response, MAX_BYTES);
    const type = imageType(bytes);
    if (!type)
        throw new Error('it is no PNG, JPEG, GIF or WebP.');
    return `data:image/${type};base64,${bytes.toString('base64')}`;
}
/** Fetches an attachment, and redirects to others. The token is sent to its own server alone. */
async function follow(address, { server, signal, token }, redirects = 0) {
    const isOwn = token && URL.parse(address)?.origin === server;
    const headers = isOwn ? { authorization: `Bearer ${token}` } : {};
    const response = await fetch(address, { headers, signal, redirect: 'manual' });
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    if (location === null)
        return response;
    await response.body?.cancel();
    const next = URL.parse(location, address);
    const isAllowed = next && (next.origin === ATTACHMENT_STORE || isAttachment(next.href, server));
    if (!isAllowed || redirects === MAX_REDIRECTS)
        throw new Error('it is redirected to where no attachments of GitHub are.');
    return follow(next.href, { server, signal, token }, redirects + 1);
}
async function readAtMost({ body }, limit) {
    const chunks = [];
    let size = 0;
    for await (const chunk of body ?? []) {
        size += chunk.length;
        if (size > limit)
            throw new Error(`it has more than ${limit >> 20} MiB.`);
        chunks.push(chunk);
    }
    return Buffer.concat(chunks);
}
const images_SIGNATURES = { png: /^\x89PNG\r\n\x1a\n/, jpeg: /^\xff\xd8\xff/, gif: /^GIF8[79]a/, webp: /^RIFF[^]{4}WEBP/ };
function imageType(bytes) {
    const start = bytes.toString('latin1', 0, 12);
    return Object.entries(images_SIGNATURES).find(([, signature]) => signature.test(start))?.[0];
}

;// CONCATENATED MODULE: ./lib/tasks/gather/gathering.js











const finishedSubtasks = ({ statuses }) => statuses.flatMap(({ state, subtask, text }) => (state === 'done' ? [{ number: subtask.number, outcome: text }] : []));
/** The base that the branch merged last, and the checks that passed there: a finished plan is compared with it. */
async function baseToCompare(repo, { branch, base }, merge) {
    const commit = merge ?? (branch && (await (0,git/* commonAncestor */.j1)(repo, branch.head, base.sha)));
    if (commit === undefined)
        return undefined;
    const drafted = baselinePassed(branch);
    return { base: commit, passed: drafted?.base === commit ? drafted.passed : [] };
}
/** The commit that a plan's branch starts from, and the command that passed there while the plan was drafted. */
function baselinePassed(branch) {
    const baseline = baselineIn(branch?.commits);
    const base = branch?.commits[0]?.parents[0];
    if (!baseline?.passed || base === undefined)
        return undefined;
    return { base, passed: [{ command: (0,command_digest/* commandDigest */.E)(baseline.command), counts: baseline.counts }] };
}
/** The request of the `/plan` that the branch answers. */
function gathering_requestOf({ history, comments }) {
    const planComment = comments.issue.find((one) => String(one.id) === history.request);
    return planComment?.command.kind === 'plan' ? planComment.command.request : '';
}
/** Every number that a version gave to a subtask. Until a commit names one, a new draft starts at 1 again. */
function usedNumbers({ branch }, { isNewDraft = false } = {}) {
    if (!branch)
        return [];
    const named = branch.commits.findIndex((commit) => commit.entry?.trailers.subtask !== undefined);
    if (isNewDraft && named < 0)
        return [];
    const newestDraft = branch.commits.findLastIndex(({ entry }, i) => entry?.trailers.request !== undefined && (named < 0 || i < named));
    const positions = new Map(branch.commits.map(({ sha }, i) => [sha, i]));
    const since = [...branch.texts].filter(([blob]) => (positions.get(branch.commitOfPlanBlob.get(blob) ?? '') ?? 0) >= newestDraft);
    const subtasks = since.flatMap(([, text]) => (0,markdown/* parsePlan */.vS)(text).plan?.subtasks ?? []);
    const used = new Map(subtasks.map(({ number, name }) => [number, name]));
    return [...used].map(([number, name]) => ({ number, name }));
}
/** Maximum number of comments of an issue, and of characters of its text, for a model. */
const MAX_COMMENTS = 30;
const TEXT_LIMIT = 32_000;
/** The issue and its comments by people with write permission, without commands. Images of `asked` come first. */
async function topicOf(sources, thread, asked) {
    const { issue } = thread;
    const plain = (0,thread_people/* parseComments */.sS)('issue', thread.comments, thread.bot).filter(({ command }) => command.kind === 'nothing');
    const [comments, pull] = await Promise.all([
        permitted(sources.forge, thread, plain.slice(-MAX_COMMENTS)),
        readPullRequest(sources, thread),
    ]);
    const { texts, images } = await extractImages([asked, issue.body, ...comments.map(({ body }) => body)], {
        ...sources.repo,
        rendered: () => sources.forge.rendered(issue.number),
    });
    const [request = '', body = '', ...bodies] = texts;
    const textAt = (i) => (0,shorten/* shorten */.m)(bodies[i] ?? '', TEXT_LIMIT);
    return {
        request,
        topic: {
            number: issue.number,
            title: issue.title,
            body: (0,shorten/* shorten */.m)(body, TEXT_LIMIT),
            comments: [
                ...comments.map(({ id, author }, i) => ({ id, author: author.login, text: textAt(i) })),
                ...(pull?.remarks ?? []),
            ],
            change: pull?.change,
            images: images.length > 0 ? images : undefined,
        },
    };
}
/** Maximum characters of a diff for the planner. Its tools show the rest. */
const CHANGE_LIMIT = 40_000;
const MAX_REMARKS = 30;
async function readPullRequest(sources, thread) {
    const { forge } = sources;
    const pull = thread.issue.isPull ? await forge.pull(thread.issue.number) : undefined;
    if (!pull)
        return undefined;
    const [reviews, lines, change] = await Promise.all([
        forge.reviews(pull.number),
        pull.lineComments === 0 ? [] : forge.lineComments(pull.number),
        changeSince(sources, thread, pull.base),
    ]);
    const remarks = [...reviews, ...lines].filter(({ body, verdict }) => body !== '' || verdict !== undefined);
    const fromPeople = remarks.filter(({ author }) => author.type === 'User');
    return { change, remarks: (await permitted(forge, thread, fromPeople)).slice(-MAX_REMARKS).map(asRemark) };
}
function asRemark({ id, author, body, location, verdict }) {
    const where = location ? `${location.path}${location.line === undefined ? '' : `:${location.line}`}` : 'review';
    const words = [verdict?.replace('_', ' '), body].filter(Boolean).join(': ');
    return { id, author: author.login, text: `(${where}) ${words}` };
}
const TARGET = 'refs/mt/target';
/** The diff of the branch since its merge base with the target, as `git diff` prints it. */
async function changeSince({ repo, base }, thread, target) {
    const head = thread.base.sha;
    const isOther = target !== base && (await (0,remote/* fetchRefs */.BA)(repo, [`+refs/heads/${target}:${TARGET}`], { kind: 'new' }));
    const home = await (0,side_ref/* homeCommit */.j8)(repo);
    const from = (isOther ? await (0,git/* commonAncestor */.j1)(repo, TARGET, head) : undefined) ??
        (home === undefined ? undefined : await (0,git/* commonAncestor */.j1)(repo, home, head));
    if (from === undefined)
        return '';
    const { stdout } = await (0,git/* tryGit */.Ii)(repo, ['diff-tree', ...objects/* READABLE_DIFF */.PT, from, head]);
    return (0,shorten/* shorten */.m)(stdout, CHANGE_LIMIT);
}

// EXTERNAL MODULE: ./lib/tasks/fields.js
var fields = __webpack_require__(8177);
// EXTERNAL MODULE: ./lib/tasks/plan/conversation.js
var conversation = __webpack_require__(9593);
// EXTERNAL MODULE: ./lib/tasks/plan/input.js + 1 modules
var plan_input = __webpack_require__(1589);
// EXTERNAL MODULE: ./lib/tasks/execute/kept-work.js
var kept_work = __webpack_require__(4008);
;// CONCATENATED MODULE: ./lib/tasks/execute/gather.js













async function executeInput({ sources, thread, state, shared }, { kind, status: { subtask, attempts } }) {
    const { number } = subtask;
    const attempt = attempts + 1;
    const isLast = state.statuses.every((one) => one.subtask.number === number || (0,plan_plan/* isSettled */.Is)(one));
    const failures = failuresOf(thread, state, number);
    const [merge, passed, asked, patch] = await Promise.all([
        (0,git_merge/* mergeOf */.uV)(sources.repo, { head: shared.head, base: thread.base.sha, wanted: state.history.merges.get(number) }),
        passedAt(sources, thread, { ...state, head: shared.head }),
        askedOf(sources, thread, state),
        failures.length === 0 ? keptPatch(sources, thread, subtask) : undefined,
    ]);
    const compared = isLast ? await baseToCompare(sources.repo, thread, merge) : undefined;
    return {
        ...shared,
        kind,
        id: `${thread.issue.number}-subtask-${number}-attempt-${attempt}`,
        plan: planOf(state),
        subtask: number,
        attempt,
        tryFirst: toTryFirst(thread, state),
        failures,
        finished: finishedSubtasks(state),
        frozen: (0,fields/* settledNumbers */.GM)(state),
        used: usedNumbers(thread),
        merge,
        passed,
        asked: asked === '' ? undefined : asked,
        compared,
        patch,
    };
}
/** What was asked, as the planner saw it, since anyone may edit the issue; else the request alone. */
async function askedOf({ repo }, { issue }, state) {
    const stored = await (0,side_ref/* readSide */.wU)(repo, { kind: 'conversation', issue: issue.number }, plan_input/* MAX_CONVERSATION */.TH);
    return (0,conversation/* readConversation */.G)(stored)?.asked ?? (0,shorten/* shorten */.m)(gathering_requestOf(state), fields/* MAX_REQUEST */.HQ);
}
const keptPatch = async ({ repo }, { issue }, subtask) => (0,kept_work/* keptPatchFor */.e2)(subtask, await (0,side_ref/* readSide */.wU)(repo, { kind: 'patch', issue: issue.number }, 2 * kept_work/* MAX_PATCH */.o$));
/** Why earlier attempts failed: in full for those of this run, otherwise as recorded in the journal. */
function failuresOf({ thisRun }, { history }, number) {
    const attempts = thisRun.attempts.get(number) ?? [];
    if (attempts.length > 0)
        return [...attempts];
    const reason = history.failed.get(number)?.evidence ??
        (history.interrupted.has(number) ? 'It was stopped in the middle.' : undefined);
    return reason === undefined ? [] : [{ reason, checks: [], usage: plan_usage/* noUsage */.tk }];
}
/**
 * The recorded checks that passed on a commit's tree, if the last subtask produced that tree; before the first subtask,
 * what passed on the base while the plan was drafted, if only the plan file came since: no newer base was merged.
 */
async function passedAt({ repo, planFile }, { branch }, { history: { executed }, head }) {
    const last = [...executed.values()].at(-1);
    if (!last) {
        const drafted = baselinePassed(branch);
        const since = drafted && (await (0,objects/* changesBetweenTrees */.Rh)(repo, drafted.base, head));
        return since?.every(({ path }) => path === planFile) ? drafted?.passed : undefined;
    }
    if (!last.passed || (await (0,objects/* treeOf */.g7)(repo, last.sha)) !== (await (0,objects/* treeOf */.g7)(repo, head)))
        return undefined;
    return [...last.passed];
}
function toTryFirst({ branch }, state) {
    const isTried = triedTests(branch);
    const paths = (planOf(state).acceptance ?? []).flatMap((test) => (isTried(test) ? [] : [test.path]));
    return paths.length === 0 ? undefined : paths;
}

// EXTERNAL MODULE: ./lib/guard/change-rules.js
var change_rules = __webpack_require__(1567);
;// CONCATENATED MODULE: ./lib/tasks/plan/gather.js














/** The input of a new draft, which starts from the base. Throws `UserError` if the path of the plan is taken. */
async function draftInput({ sources, thread, shared }, step) {
    const [{ topic, request }] = await Promise.all([
        topicOf(sources, thread, step.request),
        checkPlanPath(sources, thread),
    ]);
    const id = `${shared.number}-draft-${step.via.replaceAll(/[^A-Za-z0-9]/g, '-')}`;
    const used = usedNumbers(thread, { isNewDraft: true });
    return { ...shared, kind: 'plan', of: 'draft', id, head: thread.base.sha, topic, request, used };
}
/** The input of a version that answers feedback on the previous one, with the planner's stored conversation. */
async function revisionInput({ sources, thread, state, shared }, step) {
    const side = { kind: 'conversation', issue: thread.issue.number };
    const conversation = step.fresh ? undefined : await (0,side_ref/* readSide */.wU)(sources.repo, side, plan_input/* MAX_CONVERSATION */.TH);
    const newest = Math.max(...step.remarks.map(({ id }) => id));
    const { topic, request } = await topicOf(sources, thread, gathering_requestOf(state));
    const { pull, issue } = thread;
    const { halt } = state;
    const rendered = () => sources.forge.rendered(pull?.pull.number ?? issue.number, pull !== undefined);
    const remarks = step.remarks.map(({ text }) => text);
    const feedback = await extractImages(remarks, { ...sources.repo, before: topic.images?.length ?? 0, rendered });
    return {
        ...shared,
        kind: 'plan',
        of: 'revision',
        id: `${shared.number}-revise-${newest}`,
        topic,
        request,
        version: state.versions.at(-1)?.version ?? 1,
        plan: planOf(state),
        frozen: (0,fields/* settledNumbers */.GM)(state),
        settled: settledLines(state),
        // Why an agent proposed the change for which the plan waits.
        proposed: halt?.reason === 'change' && halt.text ? (0,shorten/* shorten */.m)(halt.text, MAX_ANSWER) : undefined,
        asked: questionsSince(thread, state),
        known: baselineCommand(thread, state),
        feedback: step.remarks.map((remark, i) => ({ ...remark, text: feedback.texts[i] ?? '' })),
        images: feedback.images.length > 0 ? feedback.images : undefined,
        merge: step.merge,
        used: usedNumbers(thread),
        checks: step.fix?.checks.failed.slice(0, MAX_CHECKS),
        conversation,
    };
}
const MAX_CHECKS = 50;
/** Which command of the environment ran to its end on the base, while nothing was changed there. */
function baselineCommand({ branch }, { history }) {
    if (history.executed.size > 0)
        return undefined;
    const baseline = baselineIn(branch?.commits);
    return baseline && !isUnknown(baseline) ? baseline.command : '';
}
const MAX_REASON_TEXT = 300;
const MAX_ANSWER = 2_000;
const MAX_ANSWERS = 5;
/** A line for each subtask that is done, taken back or skipped, with its commit or the reason. */
const settledLines = ({ statuses, history }) => statuses.filter(plan_plan/* isSettled */.Is).map(({ subtask: { number }, state, sha, text }) => {
    const what = state === 'done' ? `done in ${sha?.slice(0, 10)}` : history.undone.has(number) ? 'taken back' : 'skipped';
    return `${number}. ${what}: ${(0,shorten/* shorten */.m)(text.split('\n')[0] ?? '', MAX_REASON_TEXT)}`;
});
/** What was asked with `/ask` on the plan since its last version, with what the bot answered. */
function questionsSince({ pull, bot }, { comments, versions }) {
    const since = versions.at(-1)?.comment ?? 0;
    return comments.pull
        .flatMap(({ id, command }) => {
        if (command.kind !== 'ask' || id < since)
            return [];
        const [note] = (0,thread_people/* notesWith */.Qm)(pull?.comments ?? [], bot, (0,thread_people/* answerTo */.oy)(id));
        const question = (0,shorten/* shorten */.m)(command.question, MAX_ANSWER);
        return note ? [{ question, answer: (0,shorten/* shorten */.m)(gather_withoutMarkers(note.body), MAX_ANSWER) }] : [];
    })
        .slice(-MAX_ANSWERS);
}
const gather_withoutMarkers = (body) => body.replace(/<!-- measure-twice:[^>]{0,500}-->/g, '').trim();
/** Throws `UserError` if files of people on the base keep a new plan from its path. A stored plan may be replaced. */
async function checkPlanPath({ repo, planFile }, { base }) {
    const isTaken = (await mergedFile(repo, { head: base.sha, base: base.sha, planFile })) !== undefined;
    const why = isTaken ? 'is a file of yours' : pathConflict(await (0,objects/* pathsIn */.Mr)(repo, base.sha), planFile);
    if (why === undefined)
        return;
    throw new errors/* UserError */.yo('plan-file-taken', `\`${planFile}\` on \`${base.branch}\` ${why}, so no plan was written. Nothing was spent.`, 'Set the input `plan-file` to a path that is free, for example `.plans/PLAN.md`.');
}
/** Why one of the files keeps the plan from its path, as the end of a sentence about that. */
function pathConflict(paths, planFile) {
    const parentFile = paths.find((path) => planFile.startsWith(`${path}/`));
    if (parentFile !== undefined)
        return `would lie below \`${parentFile}\`, which is a file or a link`;
    const other = (0,change_rules/* clashes */.g)(paths, [planFile]).get(planFile);
    if (other !== undefined)
        return `would differ from \`${other}\` by the case of letters alone, and Windows and macOS cannot check out both`;
    return undefined;
}

// EXTERNAL MODULE: ./lib/agent/context/untrusted.js
var untrusted = __webpack_require__(7915);
;// CONCATENATED MODULE: ./lib/tasks/gather/input-for.js









const GATHER = {
    draft: draftInput,
    revise: revisionInput,
    execute: executeInput,
    review: reviewInput,
    check: checkInput,
    ask: askInput,
    doctor: async ({ shared }, { comment }) => ({
        ...shared,
        kind: 'doctor',
        id: `${shared.number}-doctor-${comment.id}`,
        comment: comment.id,
    }),
};
/** Builds the input for a step's task: everything that its agent needs, and no GitHub credentials. */
async function inputFor(sources, snapshot, step) {
    return gather(step.kind, { ...snapshot, sources, shared: await sharedOf(sources, snapshot) }, step);
}
const gather = (kind, from, step) => GATHER[kind](from, step);
async function sharedOf(sources, { thread, state }) {
    const base = await ownBase(sources, thread);
    const [instructions, folders] = await Promise.all([
        instructionsOf(sources.repo, base),
        folderInstructionsOf(sources.repo, base),
    ]);
    return {
        allowance: state.allowance,
        number: thread.issue.number,
        head: thread.branch?.head ?? thread.base.sha,
        instructions,
        folders: folders.length > 0 ? folders : undefined,
    };
}
/** A note for log and summary on how many characters of people's texts were removed as hidden. Undefined if none. */
function hiddenNote(input) {
    const topic = 'topic' in input
        ? [input.topic.title, input.topic.body, input.topic.change ?? '', ...input.topic.comments.map(({ text }) => text)]
        : [];
    const feedback = 'feedback' in input ? input.feedback.map(({ text }) => text) : [];
    const count = [...topic, ...feedback].reduce((sum, text) => sum + (0,untrusted/* countHidden */.kv)(text), 0);
    return count === 0 ? undefined : `hidden characters of what people wrote that were kept from the model: ${count}`;
}
async function askInput({ sources, thread, state, shared }, { kind, comment, question: asked }) {
    const { topic, request: question } = await topicOf(sources, thread, asked);
    const isOnPlan = thread.pull?.comments.some((one) => one.id === comment.id);
    const plan = isOnPlan && state.reading?.plan ? { plan: state.reading.plan, request: gathering_requestOf(state).slice(0, 32_000) } : {};
    const id = `${shared.number}-ask-${comment.id}`;
    return { ...shared, kind, id, topic, question, comment: comment.id, ...plan };
}
/** The input for checks after a merge, or for approved tests. Each commit gives another input, and so another run. */
async function checkInput({ state, shared }, step) {
    const of = { ...shared, kind: step.kind, plan: planOf(state), subtasks: step.numbers };
    if (step.of === 'merge')
        return { ...of, of: step.of, id: `${shared.number}-merge-${step.merge.slice(0, 10)}` };
    const commitOf = (number) => state.statuses.find(({ subtask }) => subtask.number === number)?.sha ?? '';
    const id = `${shared.number}-tests-${step.head.slice(0, 10)}`;
    return { ...of, of: step.of, id, head: step.head, commits: step.numbers.map(commitOf) };
}
/** What is compared: of the result, what was asked for and what was done since the branch last merged the base. */
async function reviewInput({ sources, thread, state, shared }, { kind, of }) {
    const id = `${shared.number}-review-${of}-${state.history.executed.size}`;
    const compared = { ...shared, kind, id, plan: planOf(state), finished: finishedSubtasks(state) };
    if (of === 'rest')
        return { ...compared, of, frozen: (0,fields/* settledNumbers */.GM)(state), used: usedNumbers(thread) };
    const topicAndRequest = await topicOf(sources, thread, gathering_requestOf(state));
    const base = (await (0,git/* commonAncestor */.j1)(sources.repo, thread.base.sha, shared.head)) ?? thread.base.sha;
    return { ...compared, of, ...topicAndRequest, base };
}

// EXTERNAL MODULE: ./lib/tasks/tasks.js + 1 modules
var tasks_tasks = __webpack_require__(1553);
// EXTERNAL MODULE: ./lib/runner/outputs.js
var outputs = __webpack_require__(384);
// EXTERNAL MODULE: ./lib/runner/env.js
var runner_env = __webpack_require__(3789);
// EXTERNAL MODULE: ./lib/runner/inputs.js + 2 modules
var runner_inputs = __webpack_require__(4222);
;// CONCATENATED MODULE: ./lib/loop/run-log.js



/** The first lines of the log: release and event, model and endpoint, sandbox. The texts are not redacted. */
function runHead({ env, event, inputs }) {
    const { GITHUB_ACTOR: actor = '' } = env;
    const named = [...new Set((0,runner_inputs/* modelsOf */.Wh)(inputs))].join(', ');
    const mode = inputs.mode === 'all' ? '' : ` · mode ${inputs.mode}`;
    return [
        `Measure Twice ${(0,runner_env/* releaseOf */.l7)(env) ?? '(a copy in this repository)'} · ${event.name}${actor && ` by ${actor}`}${mode}`,
        `Model ${named} at ${new URL(inputs['openai-base-url']).host} · sandbox ${inputs.sandbox}`,
    ];
}
/** A log line about the plan of a run: `#12: plan/12-limiter @ 85d970f · version 2`. */
function targetLine({ number }, thread, state) {
    const version = state.versions.at(-1)?.version;
    const branch = thread.branch && `${thread.branch.name} @ ${thread.branch.head.slice(0, 7)}`;
    return `#${number}: ${branch ?? 'no plan yet'}${version === undefined ? '' : ` · version ${version}`}`;
}
/** A notice for the page of the run: what the plan waits for. Undefined if it waits for nobody. */
function waitingNotice(thread, state) {
    const url = thread.pull?.pull.state === 'open' ? thread.pull.pull.url : undefined;
    const next = (0,outputs/* nextOf */.Xh)(state);
    return url === undefined || next === '' ? undefined : `The plan waits for ${WAITS[next] ?? next}: ${url}`;
}
const WAITS = { retry: '`/retry`', answer: 'the answer to a question' };
/** The problems that fail a run: subtasks that failed in it, and a plan file that cannot be parsed. */
function planProblems({ thread, failed }, { state, planFile }) {
    const pull = thread?.pull?.pull;
    const { reading, statuses = [] } = state ?? {};
    const failures = failed ? statuses.filter((status) => status.state === 'failed') : [];
    const problems = failures.map(({ subtask: { number }, text }) => {
        const [reason = ''] = text.trim().split('\n');
        return { title: `Subtask ${number} failed`, text: `${reason} ${pull?.url ?? ''}` };
    });
    if (pull?.state !== 'open' || reading?.kind !== 'problem')
        return problems;
    const unreadable = `The plan file cannot be read: ${reading.reason.replace(/\.$/, '')}. ${pull.url}`;
    return [...problems, { text: unreadable, file: planFile, line: reading.line }];
}

// EXTERNAL MODULE: ./lib/tasks/open-context.js + 5 modules
var open_context = __webpack_require__(8659);
// EXTERNAL MODULE: ./lib/git/work-tree.js
var work_tree = __webpack_require__(6288);
// EXTERNAL MODULE: ./lib/lib/per-object.js
var per_object = __webpack_require__(1998);
;// CONCATENATED MODULE: ./lib/plan/plan-changes.js



/** The differences between two versions: first those of the whole plan, then those of its subtasks, in their order. */
function changesBetween(before, after) {
    const [oldPlan, newPlan] = [(0,normalize/* normalizePlan */.V)(before), (0,normalize/* normalizePlan */.V)(after)];
    return [
        ...textChanges(textsOf(oldPlan), textsOf(newPlan)),
        ...subtaskChanges(oldPlan, newPlan),
        ...orderChange(oldPlan, newPlan),
    ];
}
/** Also the differences in text outside of the plan's fields, because agents can read the file and obey that text. */
function changesOfFile(before, after) {
    const changes = changesBetween(before.plan, after.plan);
    const outside = { before: textOutsidePlan(before, after.text), after: textOutsidePlan(after, before.text) };
    const all = outside.before === outside.after ? changes : [...changes, { kind: 'text', field: 'rest of the file', ...outside }];
    if (all.length > 0 || before.text === after.text)
        return all;
    return [{ kind: 'text', field: 'only wording or layout', before: before.text, after: after.text }];
}
/** Lines up to which a file is searched, which bounds the time that a hostile one takes. */
const MAX_LINES = 2_000;
/** The lines that only this file has and whose words are in no field of the plan. */
function textOutsidePlan({ plan, text }, other) {
    const otherLines = new Set(other.split(/\r?\n/));
    // Both with and without escapes, since people may write either.
    const barePlanText = bareText((0,markdown/* renderPlan */.EG)(plan) + (0,markdown/* planText */.Pt)(plan));
    const lines = text.split(/\r?\n/).filter((line) => !otherLines.has(line));
    return lines
        .slice(0, MAX_LINES)
        .filter((line) => !barePlanText.includes(bareText(line)))
        .join('\n');
}
const bareText = (text) => text.replace(/[^\p{L}\p{N}]/gu, '');
const textsOf = (plan) => [
    ['title', plan.title],
    ['description', plan.description],
    ['expected outcome', plan.expected_outcome],
    ['questions', plan.questions.map(plan_changes_questionText).join('\n')],
    ['decisions', (plan.decisions ?? []).join('\n')],
    ['risks', plan.risks.join('\n')],
    ...(plan.acceptance ?? []).map(({ path, run, content }) => [
        `acceptance test ${(0,syntax/* renderCode */.cR)(path)}`,
        `${(0,syntax/* renderCode */.cR)(run)} ${content}`,
    ]),
];
const plan_changes_questionText = ({ question, default: answer }) => answer ? `${question} Default: ${answer}` : question;
function textChanges(oldFields, newFields, subtask) {
    const [oldTexts, newTexts] = [new Map(oldFields), new Map(newFields)];
    return [...new Set([...oldTexts.keys(), ...newTexts.keys()])].flatMap((field) => {
        const [before = '', after = ''] = [oldTexts.get(field), newTexts.get(field)];
        return before === after ? [] : [{ kind: 'text', subtask, field, before, after }];
    });
}
function subtaskChanges(oldPlan, newPlan) {
    const before = new Map(oldPlan.subtasks.map((subtask) => [subtask.number, subtask]));
    const newNumbers = new Set(newPlan.subtasks.map((subtask) => subtask.number));
    const removed = oldPlan.subtasks.filter((subtask) => !newNumbers.has(subtask.number));
    return [
        ...removed.map((subtask) => wholeSubtask('removed', subtask)),
        ...newPlan.subtasks.flatMap((subtask) => subtaskChange(before.get(subtask.number), subtask)),
    ];
}
const TEXT_FIELDS = ['name', 'description', 'expected_outcome', 'asked_for'];
const LIST_FIELDS = ['files', 'verify', 'depends_on'];
function subtaskChange(before, after) {
    if (!before)
        return [wholeSubtask('added', after)];
    const subtask = after.number;
    const texts = (one) => TEXT_FIELDS.map((field) => [field.replace('_', ' '), one[field] ?? '']);
    const lists = LIST_FIELDS.flatMap((field) => {
        const [oldItems, newItems] = [before[field].map(String), after[field].map(String)];
        return JSON.stringify(oldItems) === JSON.stringify(newItems)
            ? []
            : [{ kind: 'list', subtask, field, before: oldItems, after: newItems }];
    });
    return [...textChanges(texts(before), texts(after), subtask), ...lists];
}
/** Checks and files come first, since a long text is truncated at its end. */
function wholeSubtask(kind, subtask) {
    const { number, name, description, expected_outcome, files, verify, depends_on, asked_for } = subtask;
    const text = [
        verify.length > 0 && `Checks: ${verify.map(syntax/* renderCode */.cR).join(', ')}.`,
        files.length > 0 && `Files: ${files.map(syntax/* renderCode */.cR).join(', ')}.`,
        depends_on.length > 0 && `Depends on: ${depends_on.join(', ')}.`,
        description,
        expected_outcome && `Expected outcome: ${expected_outcome}`,
        asked_for && `Asked for: ${(0,markdown/* quotedWords */.IS)(asked_for)}`,
    ];
    return { kind, subtask: number, name, text: text.filter(Boolean).join(' ') };
}
function orderChange(oldPlan, newPlan) {
    const numbersOf = ({ subtasks }) => new Set(subtasks.map(({ number }) => number));
    const [oldNumbers, newNumbers] = [numbersOf(oldPlan), numbersOf(newPlan)];
    const before = [...oldNumbers].filter((number) => newNumbers.has(number));
    const after = [...newNumbers].filter((number) => oldNumbers.has(number));
    return String(before) === String(after) ? [] : [{ kind: 'reordered', before, after }];
}

;// CONCATENATED MODULE: ./lib/decide/inbox/refusals.js







const permissionRefusal = (one) => ({
    comment: one,
    code: 'no-write-access',
    why: `@${one.author.login}, commands need write access to this repository.`,
    remedy: 'Ask a maintainer to run it.',
});
/** The refusals of new commands, and those of approvals, of edited comments and of comments on a closed plan. */
function refusalsOf(facts, { commands, onIssue, newOnPull }) {
    const { thread, ended, history, counted, comments } = facts;
    const isRunning = thread.pull !== undefined && !ended && !history.finished;
    return withRateLimit(facts, [
        ...commands,
        ...lateEditRefusals(facts, onIssue),
        ...(isRunning ? [...counted.refusals, ...staleApprovals(facts), ...lateEditRefusals(facts, comments.pull)] : []),
        ...(ended ? refusalsWhileClosed(facts, newOnPull) : []),
    ]);
}
/** Rate limit for replies to people without permission: this many within this many milliseconds. */
const MAX_REPLIES_PER_HOUR = 10;
const ONE_HOUR_MS = 60 * 60 * 1_000;
/** People without permission get ten replies an hour, then reactions, by the times of their comments. */
function withRateLimit(facts, refusals) {
    const repliedTo = [...facts.comments.issue, ...facts.comments.pull].filter(({ hasRefusalNote }) => hasRefusalNote);
    // Refused for lack of write permission regardless of whose reaction it is, so GitHub is not asked.
    const open = refusals.filter((one) => one.comment.reactions.confused === 0 || !lacksWriteAccess(facts, one));
    return open
        .toSorted((a, b) => a.comment.id - b.comment.id)
        .map((one) => {
        const isOfKind = (before) => !one.isPersonal || lacksWriteAccess(facts, one) || before.command.kind === one.comment.command.kind;
        const before = repliedTo.filter((comment) => isOfKind(comment) && isWithinHourAfter(one, comment)).length;
        const isQuiet = before >= MAX_REPLIES_PER_HOUR && (one.isPersonal ?? lacksWriteAccess(facts, one));
        if (!isQuiet)
            repliedTo.push(one.comment);
        return isQuiet ? { ...one, isQuiet } : one;
    });
}
const lacksWriteAccess = ({ person }, { comment }) => !(0,thread_people/* mayWrite */.J)(person(comment.author.login));
const isWithinHourAfter = ({ comment }, before) => before.author.id === comment.author.id &&
    before.id < comment.id &&
    Date.parse(comment.createdAt) - Date.parse(before.createdAt) < ONE_HOUR_MS;
/** Refusals of approvals of an earlier version on which nothing was executed. */
function staleApprovals(facts) {
    const { comments, current, history, versions } = facts;
    if (!current)
        return [];
    return comments.pull
        .filter((one) => (0,words_command/* isApproval */.Uw)(one.command) && !one.edited && !one.refused && one.id < current.comment)
        .filter((one) => !isUsed(one, history) && !cameAfterEnd(one, facts))
        .map((one) => {
        if (!(0,thread_people/* mayWrite */.J)(facts.person(one.author.login)))
            return permissionRefusal(one);
        const meantVersion = versions.findLast((version) => version.comment < one.id);
        const stale = {
            comment: one,
            code: 'stale-approval',
            why: `Your approval was for ${meantVersion ? `version ${meantVersion.version}` : 'an earlier version'}; the plan is now at version ${current.version}.`,
            remedy: 'Review it, then comment `approve` again.',
        };
        return meantVersion ? { ...stale, changes: changesSince(facts, meantVersion) } : stale;
    });
}
/** Whether an approval was posted to a finished plan before more was requested. Then it is ignored. */
function cameAfterEnd({ id }, { history: { finishedSeen: end, answered }, versions }) {
    if (end === undefined)
        return false;
    return ![...answered, ...versions.map(({ comment }) => comment)].some((one) => one > end && one < id);
}
function changesSince({ thread, reading }, { blob }) {
    const text = thread.branch?.texts.get(blob) ?? '';
    const before = (0,markdown/* parsePlan */.vS)(text);
    const now = thread.branch?.texts.get(reading?.blob ?? '');
    if (!before.plan || !reading?.plan || now === undefined)
        return [];
    return changesOfFile({ plan: before.plan, text }, { plan: reading.plan, text: now });
}
/** Commands on a merged or closed plan have no effect, also after a reopening: says where to go instead. */
const refusalsWhileClosed = (facts, comments) => comments
    .filter((one) => isAddressed(one, facts) && isAfter(one, facts.thread.pull?.pull.closedAt ?? ''))
    .map((one) => ({
    ...((0,thread_people/* mayWrite */.J)(facts.person(one.author.login)) ? { comment: one, ...planEnded(facts) } : permissionRefusal(one)),
    ...(effectOf(one.command)?.whenClosed === 'reaction' ? { isQuiet: true } : {}),
}));
/** Whether a comment would have an effect if the pull request were open. */
const isAddressed = ({ command, edited }, { history }) => effectOf(command)?.whenClosed !== undefined && ((0,words_command/* isApproval */.Uw)(command) ? !history.finished : !edited);
const planEnded = ({ thread: { issue }, ended }) => ended?.how === 'merged'
    ? (0,thread_people/* refused */.J5)('plan-merged', 'This pull request is merged, so its plan is over.', `For more changes, comment \`/plan …\` on #${issue.number}; to ask something, \`/ask …\`.`)
    : (0,thread_people/* refused */.J5)('plan-closed', 'This pull request is closed, so nothing of it runs.', `Reopen it, then say it again; or comment \`/plan …\` on #${issue.number}.`);
/** Times are whole seconds: within the same one, what was picked up came before. */
const isAfter = ({ createdAt, reactions }, time) => createdAt > time || (createdAt === time && reactions.eyes === 0);
const wasPostedWhileClosed = (one, { pull }) => (pull?.closings ?? []).some(({ closedAt, reopenedAt }) => isAfter(one, closedAt) && one.createdAt < reopenedAt);
/** The first unanswered review that asks for changes of a merged or closed plan. */
function reviewWhileClosed(facts) {
    const { thread, ended } = facts;
    const { pull } = thread;
    if (!pull || !ended)
        return undefined;
    const { closedAt = '' } = pull.pull;
    const isRefused = (0,thread_people/* refusedReviews */.An)(thread);
    const review = pull.remarks.find((one) => one.kind === 'summary' &&
        one.createdAt > closedAt &&
        requestsChanges(one, thread) &&
        (0,thread_people/* mayWrite */.J)(facts.person(one.author.login)) &&
        !isRefused(one));
    return review && { review: review.id, ...planEnded(facts) };
}
/** An edited comment is no command: its editor may have changed another person's text. */
const editedRefusal = (comment) => ({
    comment,
    code: 'edited-comment',
    why: comment.id === OPENING
        ? 'The text of this issue was edited, so it is not taken as a command.'
        : 'Edited comments are never commands, because what they said before cannot be known.',
    remedy: 'Post it as a new comment.',
});
/** Refusals of older comments that read as a command only since they were edited. */
const lateEditRefusals = (facts, comments) => comments
    .filter((one) => one.id !== OPENING && one.edited && !one.refused && (0,thread_people/* readsAsCommand */.v0)(one))
    .filter(({ id }) => id <= facts.history.seen || facts.history.answered.has(id))
    .filter((one) => !wasCarriedOut(one, facts))
    .map(editedRefusal);
function wasCarriedOut(one, facts) {
    const { wasCarriedOut: wasExecuted } = effectOf(one.command) ?? {};
    return wasExecuted ? wasExecuted(one, facts) : one.answered || facts.history.answered.has(one.id);
}

;// CONCATENATED MODULE: ./lib/decide/approval/approvals.js








/** Counts the approvals of the version that people can approve now. */
function approvalsOf(facts, basis) {
    const { comments, person } = facts;
    const counted = { approvals: [], refusals: [] };
    const context = { ...contextOf(facts, basis), counted };
    // Whoever reopens the pull request after a cancel has to approve again.
    const begin = Math.max(basis.version.comment, (0,thread_people/* lastCancel */.Lq)(comments.pull));
    for (const one of comments.pull) {
        if (one.id <= begin || !(0,words_command/* isApproval */.Uw)(one.command) || one.edited || one.refused)
            continue;
        const verdict = judge(context, one, person(one.author.login));
        if ('code' in verdict)
            counted.refusals.push({ ...verdict, comment: one });
        else
            counted.approvals.push(verdict);
    }
    return counted;
}
function contextOf(facts, { version, plan, halt, since }) {
    const { history, rules, thread, versions } = facts;
    const failures = [...history.failed.values()].map(({ seen }) => seen).filter((seen) => seen >= since);
    const halts = [...failures, ...(halt && halt.reason !== 'change' ? [halt.since] : [])];
    const settled = new Set([...history.executed.keys(), ...history.abandoned.keys()]);
    const open = plan.subtasks.filter(({ number }) => !settled.has(number));
    const named = open.flatMap(({ files }) => files.map(guard_paths/* pathMatcher */.kZ));
    return {
        thread,
        history,
        plan,
        version,
        /** The blob ids of the texts that the plan had before. */
        earlier: new Set([...versions.map(({ blob }) => blob), ...(thread.branch?.texts.keys() ?? [])]),
        /** Done or skipped subtasks, which need no approval any more. */
        settled,
        /** Who may not approve, because they asked for this version; undefined if self-approval is allowed. */
        askers: rules.allowSelfApproval ? undefined : askersOf(thread, history),
        /** The comment id after which a paused plan takes no approval; Infinity if it is not paused. */
        haltedSince: halts.length > 0 ? Math.max(...halts) : Infinity,
        /** What the base branch changed of the files that open subtasks name, since the version was written. */
        baseChanges: (thread.branch?.baseChanges ?? []).filter(({ path }) => named.some((isNamed) => isNamed(path))),
        /** The comment that warned of that first; Infinity if none did. */
        warning: (0,thread_people/* firstBaseWarning */.qW)(thread, version.comment) ?? Infinity,
        /** The sentence that says whose approval is asked for; empty when it is that of anybody with write permission. */
        asked: quietly((0,subtask_status/* askedText */.k7)((0,subtask_status/* askedFor */.GZ)(rules, thread.branch?.owners, open))),
    };
}
const unfit = (...words) => ({ ...(0,thread_people/* refused */.J5)(...words), isPersonal: true });
function judge(context, comment, person) {
    const { login } = comment.author;
    if (!person.approver)
        return context.asked
            ? unfit('not-an-approver', `@${login}, you cannot approve this plan.`, context.asked)
            : unfit('not-an-approver', `@${login}, approving needs write access here.`, 'Ask someone who has it to approve.');
    if (comment.app)
        return (0,thread_people/* refused */.J5)('written-by-app', `@${login}, the app \`${comment.app}\` wrote this approval in your name.`, 'Comment `approve` on GitHub yourself.');
    const open = (0,plan_plan/* openQuestion */.R0)(context.plan);
    if (open)
        return {
            code: 'open-question',
            why: 'This plan asks a question that has to be answered first.',
            remedy: 'Reply with the answer: the plan is revised with it.',
            detail: open.question,
        };
    if (context.askers?.isAnonymous)
        return (0,thread_people/* refused */.J5)('unknown-editor', 'The commit that edited the plan has no GitHub account, and `allow-self-approval` is off.', 'Reply with what should be different, so that the bot writes it; or push it with the mail address of a GitHub account.');
    if (context.askers?.askedBy.includes(comment.author.id))
        return unfit('own-request', `@${login}, you requested this plan or edited it, and \`allow-self-approval\` is off.`, context.asked || 'Someone else must approve it.');
    if (comment.id > context.haltedSince)
        return (0,thread_people/* refused */.J5)('plan-paused', 'The plan is paused, not waiting for approval.', 'Comment `/retry` to continue.');
    if (wasPostedWhileClosed(comment, context.thread) && !isUsed(comment, context.history))
        return (0,thread_people/* refused */.J5)('said-while-closed', 'This pull request was closed when you approved, so that has no effect.', 'Comment `approve` again.');
    return unlessMoved(context, comment, limitedToOwned(context, judgeScope(context, comment), person));
}
/**
 * Refuses an otherwise valid approval when the base changed files of the plan, until people were warned of that once. An
 * approval by the blob id counts at once, whatever the base changed; so does one that was acted on before.
 */
function unlessMoved(context, comment, verdict) {
    const { thread, history, baseChanges: changes, version, warning } = context;
    const isById = (0,words_command/* isApproval */.Uw)(comment.command) && comment.command.scope.kind === 'blob';
    const isWarned = comment.id > warning;
    const isTakenUp = comment.reactions.eyes > 0 || isUsed(comment, history);
    if ('code' in verdict || changes.length === 0 || isById || isWarned || isTakenUp)
        return verdict;
    return {
        code: 'base-moved',
        why: `\`${thread.base.branch}\` changed ${changes.length === 1 ? '1 file' : `${changes.length} files`} of this plan after version ${version.version} was written.`,
        remedy: '**`/update`** merges first; **`approve`** again runs the plan as it is.',
        detail: changeLines(changes),
        isBaseWarning: true,
    };
}
/** Narrows an approval to the subtasks in which the person owns something, or in which nobody does. */
function limitedToOwned({ thread, asked }, verdict, { teams }) {
    const owners = thread.branch?.owners;
    if ('code' in verdict || owners === undefined)
        return verdict;
    const { login, numbers } = verdict;
    const own = numbers.filter((number) => (0,thread_people/* mayApproveSome */.Hu)(owners.get(number) ?? [], { login, teams }));
    if (own.length > 0)
        return { ...verdict, numbers: own, named: numbers, teams };
    return (0,thread_people/* refused */.J5)('not-an-owner', `@${login}, you own none of the files of ${(0,plan_plan/* nameSubtasks */.U2)(numbers)}.`, asked);
}
function judgeScope({ plan, version, settled, earlier, counted }, comment) {
    const scope = (0,words_command/* isApproval */.Uw)(comment.command) ? comment.command.scope : { kind: 'all' };
    const { author, id } = comment;
    const counts = (numbers) => ({ login: author.login, comment: id, numbers });
    if (version.edited && scope.kind !== 'blob')
        return (0,thread_people/* refused */.J5)('announcement-edited', `The plan comment of version ${version.version} was edited, so it may not show the plan that would run.`, `Read the plan file on the branch, then comment \`approve ${(0,thread_people/* shortBlob */.Gn)(version.blob)}\`.`);
    const all = plan.subtasks.map((subtask) => subtask.number);
    if (scope.kind === 'all')
        return counts(all);
    if (scope.kind === 'blob') {
        const fits = (blob) => blob.startsWith(scope.blob);
        const isClear = ![...earlier].some((blob) => blob !== version.blob && fits(blob));
        if (fits(version.blob) && isClear)
            return counts(all);
        return (0,thread_people/* refused */.J5)('other-version', fits(version.blob)
            ? `\`${scope.blob}\` fits an earlier version as well.`
            : `\`${scope.blob}\` is not the current version, which is version ${version.version}.`, `Review version ${version.version}, then comment \`approve ${(0,thread_people/* shortBlob */.Gn)(version.blob)}\`.`);
    }
    const unknown = scope.numbers.filter((number) => !all.includes(number));
    if (unknown.length > 0)
        return (0,thread_people/* refused */.J5)('unknown-subtask', `There is no subtask ${(0,plan_plan/* joinWithAnd */.Ol)(unknown)} in this plan.`, `Approve some of ${(0,plan_plan/* joinWithAnd */.Ol)(all)}, or all of them with \`approve\`.`);
    const covered = new Set([...settled, ...scope.numbers, ...counted.approvals.flatMap((approval) => approval.numbers)]);
    const missing = missingDependencies(plan, scope.numbers, covered);
    if (missing.length === 0)
        return counts(scope.numbers);
    // All that has to be approved at once, so that this is not refused in its turn.
    const together = new Set([...missing.flatMap(({ needs }) => needs), ...scope.numbers]);
    return (0,thread_people/* refused */.J5)('needs-others', `${missing.map(({ number, needs }) => `Subtask ${number} builds on ${(0,plan_plan/* joinWithAnd */.Ol)(needs)}`).join('; ')}, not approved yet.`, `Comment \`approve ${[...together].toSorted((a, b) => a - b).join(', ')}\`.`);
}
/** What subtasks need that is not covered, also what these need in their turn. */
function missingDependencies(plan, numbers, covered) {
    const isOpen = (number) => !covered.has(number);
    const subtasks = plan.subtasks.map((one) => ({ ...one, depends_on: one.depends_on.filter(isOpen) }));
    return subtasks
        .filter(({ number }) => numbers.includes(number))
        .map(({ number }) => ({ number, needs: (0,dependencies/* dependencies */.El)({ subtasks }, number).toSorted((a, b) => a - b) }))
        .filter(({ needs }) => needs.length > 0);
}
/** The commit of a person that brought the present text of the plan file. Undefined when the bot wrote it. */
function commitByHand({ branch }) {
    const origin = branch?.commitOfPlanBlob.get(branch.planFile?.blob ?? '');
    const commit = branch?.commits.find(({ sha }) => sha === origin);
    return commit && !commit.entry ? commit.sha : undefined;
}
/**
 * The accounts that asked for the current text: the requester, and its author if it was edited by hand. By ids, since
 * logins change hands. `isAnonymous`: it was edited by hand, and the author is unknown.
 */
function askersOf(thread, { requester }) {
    const byHand = commitByHand(thread);
    const writers = byHand === undefined ? [] : (thread.writers?.get(byHand) ?? []);
    return {
        askedBy: [requester ?? [], writers].flat().map(({ id }) => id),
        isAnonymous: byHand !== undefined && writers.length === 0,
    };
}
/** The commits of which GitHub has to say who wrote them, before approvals can be counted. */
function unknownWriters(thread) {
    const byHand = commitByHand(thread);
    return byHand === undefined || thread.writers?.has(byHand) ? [] : [byHand];
}
/** Files of the base with the commits that changed them, a line each, as Markdown that is yet to be cleaned. */
const changeLines = (changes) => changes
    .map(({ path, commits }) => `- \`${path}\`: ${commits.map(({ sha, subject }) => `${sha.slice(0, 7)} ${subject}`).join('; ') || 'changed'}`)
    .join('\n');
/** Turns mentions into code, so that GitHub notifies nobody. */
const quietly = (text) => text.replace(/@[\w./-]*[\w/-]/g, '`$&`');

;// CONCATENATED MODULE: ./lib/decide/next/ended.js



/** How people ended a plan that was open when a run began. Undefined if it is open, or a `cancel` ended it. */
function endedByPeople(before, { thread, state }) {
    if (before.pull?.pull.state !== 'open' || state.pending.some(words_command/* isCancel */.FZ))
        return undefined;
    const { number } = before.pull.pull;
    if (state.ended?.how === 'merged')
        return `Pull request #${number} was merged meanwhile, so there is nothing more to do on this plan.`;
    if (before.branch && !thread.branch)
        return `The branch \`${before.branch.name}\` was deleted meanwhile, so nothing more of this plan runs.`;
    if (!state.ended || state.ended.how === 'cancelled')
        return undefined;
    return `Pull request #${number} was closed meanwhile, so nothing more of this plan runs.`;
}
/** Whether the branch lost all commits of an announced plan: it is drafted again only if requested since. */
function lostCommits({ thread, state }) {
    const announced = state.versions.at(-1);
    const isOpen = thread.pull?.pull.state === 'open' && thread.branch !== undefined;
    if (!isOpen || !announced || state.history.request !== undefined)
        return false;
    return !state.pending.filter((0,words_command/* isKind */.VF)('draft')).some(({ comment }) => (comment?.id ?? 0) > announced.comment);
}
/** How the plan ended; undefined while its pull request is open, and before there is one. */
function endedOf({ pull, people }, comments) {
    if (pull?.pull.state !== 'closed')
        return undefined;
    if (pull.pull.merged)
        return { how: 'merged' };
    const cancel = comments.findLast(({ command, edited, refused, author }) => (0,words_command/* isCancel */.FZ)(command) && !edited && !refused && (0,thread_people/* mayWrite */.J)(people.get(author.login) ?? facts/* UNKNOWN_PERSON */.j_));
    return cancel ? { how: 'cancelled', by: cancel.author.login } : { how: 'closed' };
}
const MAX_NAMED_COMMITS = 5;
/** The short ids of removed commits, as the warning names them. */
const namedCommits = (missing) => missing.slice(0, MAX_NAMED_COMMITS).map((sha) => sha.slice(0, 10));
/** Our commits that were removed while others stay. Approving or planning again after the warning continues. */
function missingCommits({ thread, history, comments, person }) {
    const missing = thread.branch?.missing ?? [];
    if (missing.length === 0 || thread.pull?.pull.state !== 'open' || history.request === undefined)
        return [];
    const names = namedCommits(missing);
    const warning = (0,thread_people/* notesWith */.Qm)(thread.pull.comments, thread.bot, 'problem-commits-gone').findLast(({ body }) => names.every((name) => body.includes(name)));
    if (!warning)
        return missing;
    const cameAfterWarning = (one) => one.id > warning.id && (0,thread_people/* mayWrite */.J)(person(one.author.login));
    const isContinued = comments.pull.some((one) => (0,words_command/* isApproval */.Uw)(one.command) && !one.edited && cameAfterWarning(one));
    const isPlannedAgain = comments.issue.some((one) => (0,words_command/* isPlanRequest */.d$)(one.command) && cameAfterWarning(one));
    return isContinued || isPlannedAgain ? [] : missing;
}

;// CONCATENATED MODULE: ./lib/decide/thread/read-history.js




/**
 * Reads the journal. Commits of people are no part of it, whatever their messages say. `newest` is the highest id of a
 * comment that is there: what a commit claims to have seen beyond it, it cannot have seen. `planCommit` last brought
 * the plan file that is there: after the end of a plan it opens the plan again, whoever made it.
 */
function historyOf(commits, newest = Infinity, planCommit) {
    const history = {
        executed: new Map(),
        abandoned: new Map(),
        undone: new Map(),
        failed: new Map(),
        interrupted: new Map(),
        finished: false,
        reopened: false,
        merges: new Map(),
        ...newDraftState(),
        seen: 0,
        answered: new Set(),
        sentForVerification: new Set(),
        usage: plan_usage/* noUsage */.tk,
    };
    const stopped = new Set();
    for (const { entry, ...commit } of commits) {
        if (commit.sha === planCommit)
            reopen(history);
        if (!entry)
            continue;
        if (isContinuation(entry.trailers, stopped))
            history.continuations += 1;
        const { seen } = entry.trailers;
        // A claim to have seen more is void: capped at the highest id, it would cover the next comments.
        if (seen <= newest)
            history.seen = Math.max(history.seen, seen);
        readCommit(history, commit, { ...entry, trailers: { ...entry.trailers, seen: Math.min(seen, newest) } });
    }
    return history;
}
/** Whether a commit begins the record of a run that stopped. It may have stopped in several subtasks, one a commit. */
function isContinuation({ state, subtask }, stopped) {
    const isStop = state === 'in_progress' && subtask !== undefined;
    if (!isStop || stopped.has(subtask))
        stopped.clear();
    if (isStop)
        stopped.add(subtask);
    return isStop && stopped.size === 1;
}
function readCommit(history, { sha, parents }, entry) {
    const { trailers, body } = entry;
    history.usage = (0,plan_usage/* addUsage */.vk)(history.usage, trailers.usage ?? plan_usage/* noUsage */.tk);
    for (const id of [...(trailers.feedback ?? []), trailers.command ?? []].flat())
        history.answered.add(id);
    for (const digest of trailers.verify ?? [])
        history.sentForVerification.add(digest);
    if (trailers.fix)
        history.fixes = [...history.fixes, trailers.fix];
    if (trailers.feedback?.length || trailers.fix) {
        history.revision = { seen: trailers.seen, answers: parseAnswers(body) };
        reopen(history);
    }
    if (trailers.request !== undefined) {
        // A new draft replaces the plan before it. Subtasks that commits name keep their numbers.
        reopen(history);
        Object.assign(history, newDraftState());
        history.request = trailers.request;
        history.requester = trailers.coAuthor ?? history.requester;
        const id = trailers.request === 'issue' ? OPENING : Number(trailers.request);
        if (Number.isInteger(id))
            history.answered.add(id);
    }
    if (trailers.state === 'halted') {
        history.halt = { reason: trailers.reason ?? 'budget', seen: trailers.seen, ...(body && { text: body }) };
        if (history.halt.reason === 'budget')
            history.spent = history.usage;
    }
    if (trailers.state === 'done')
        Object.assign(history, { finished: true, reopened: false, finishedSeen: trailers.seen, undoAfterEnd: undefined });
    if (trailers.look)
        history.look = parseResultLook(body);
    if (trailers.merge)
        history.merges.set(trailers.merge.subtask, trailers.merge.base);
    const isMerge = parents.length > 1 && (trailers.state ?? 'updated') === 'updated';
    if (isMerge)
        history.merged = sha;
    readSubtask(history, sha, entry);
}
/** The fields of the history that a new draft of the plan resets. */
const newDraftState = () => ({ halt: undefined, continuations: 0, fixes: [], look: undefined });
/** A later version reopens a finished plan. */
const reopen = (history) => {
    if (!history.finished)
        return;
    const isSpent = history.halt?.reason === 'budget';
    Object.assign(history, { finished: false, reopened: true, continuations: 0, ...(isSpent ? {} : { halt: undefined }) });
};
const unplannedIn = (body) => {
    const last = body.trimEnd().split('\n').at(-1) ?? '';
    return last.startsWith(NOT_PLANNED) ? last.slice(NOT_PLANNED.length) : undefined;
};
function readSubtask(history, sha, { trailers, body }) {
    const { subtask: number, seen, attempts = 1, version, run, proof, checks, passed, brokenTests, brokenSet } = trailers;
    if (number === undefined)
        return;
    switch (trailers.state) {
        case undefined:
            history.look = undefined;
            history.executed.set(number, {
                sha,
                outcome: body.split('\n\n')[0] ?? '',
                unplanned: unplannedIn(body),
                approvedBy: trailers.approvedBy ?? [],
                ...{ version, run, proof, checks, passed, brokenTests, brokenSet },
            });
            history.failed.delete(number);
            history.interrupted.delete(number);
            history.continuations = 0;
            return;
        case 'abandoned': {
            const { command = 0 } = trailers;
            const executed = history.executed.get(number);
            if (executed && !history.finished)
                history.look = undefined;
            if (executed)
                history.undone.set(number, { ...executed, command });
            if (executed && history.finished)
                history.undoAfterEnd = command;
            history.executed.delete(number);
            history.failed.delete(number);
            history.abandoned.set(number, { reason: body, command, sha });
            return;
        }
        case 'failed':
            history.failed.set(number, { attempts, evidence: body, seen });
            history.interrupted.delete(number);
            return;
        case 'in_progress':
            history.interrupted.set(number, { attempts, seen });
            return;
        default:
            return;
    }
}

// EXTERNAL MODULE: ./lib/decide/words/near-command.js
var near_command = __webpack_require__(8798);
;// CONCATENATED MODULE: ./lib/decide/words/default-answers.js
/** Characters. A longer reply says more than defaults. */
const LONGEST_REPLY = 4_000;
/** Whether each answer of a reply is the default of its question, named by number, by its words or by its place. */
function repeatsDefaults(text, questions) {
    const asked = questions.filter((one) => plain(one.default) !== '');
    if (asked.length === 0 || text.length > LONGEST_REPLY)
        return false;
    if (ALL_OF_THEM.test(plain(text)))
        return true;
    const lines = text.split('\n').filter((line) => !/^\s*>/.test(line) && line.trim() !== '');
    const answers = lines.flatMap((line) => (isDefault(line, questions) ? [line] : line.split(BETWEEN).filter(Boolean)));
    const areInOrder = answers.length === questions.length;
    return (answers.length > 0 &&
        answers.every((answer, i) => isDefault(answer, questions, areInOrder ? questions[i] : undefined)));
}
/** What stands between two answers in one line: a semicolon, or the number of the next one. */
const BETWEEN = /;|,? (?=\(?\d{1,2}[.):] )/;
const ALL_OF_THEM = /^(?:(?:use|take|keep|go with) )?(?:(?:the|all|your|all the) )*defaults?(?: (?:are|is))?(?: (?:fine|ok|okay|good|right))?$/;
function isDefault(answer, questions, question) {
    const [, number, rest = ''] = NUMBERED.exec(answer) ?? [];
    const numbered = number === undefined ? undefined : questions[Number(number) - 1];
    if (numbered)
        return statesDefault(rest, numbered) || statesDefault(answer, numbered);
    const candidates = questions.length === 1 ? questions : question ? [question] : questions.filter((one) => identifies(answer, one));
    return candidates.some((one) => statesDefault(answer, one));
}
/** A short answer such as "yes" does not identify its question, unless it begins with it. */
const identifies = (answer, one) => plain(one.default).length > SHORT_ANSWER_CHARACTERS || plain(answer).startsWith(plain(one.question));
const SHORT_ANSWER_CHARACTERS = 3;
/** `1. Redis`, `(1) Redis`, `Q1: Redis`. */
const NUMBERED = /^\s*(?:[-*+] )?\(?(?:q|question )?(\d{1,2})[.):]{1,2}\s+(.*)$/i;
/** Whether these words are the default of the question, perhaps after the question itself. */
function statesDefault(words, one) {
    const [written, question, wanted] = [plain(words), plain(one.question), plain(one.default)];
    const answer = written.startsWith(question) ? plain(written.slice(question.length)) : written;
    return wanted !== '' && [answer, plain(/^\(?default: (.*?)\)?$/.exec(answer)?.[1] ?? '')].includes(wanted);
}
/** Small letters, without marks of emphasis and what stands around the words. */
const plain = (text) => text
    .toLowerCase()
    .replace(/[`*_"'’“”]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[ \-+:,.?]+/, '')
    .replace(/(?<![ .!?:,;])[ .!?:,;]+$/, '');

;// CONCATENATED MODULE: ./lib/decide/inbox/feedback.js









/** What replies on an open plan ask for: one revision for all feedback, and answers that need no model. */
const repliesOf = (facts, newComments) => [
    ...feedbackOf(facts, newComments),
    ...(facts.history.finished ? [] : simpleReplies(facts, newComments)),
];
/** All feedback that no version answers yet, as one revision. */
function feedbackOf(facts, newComments) {
    const wanted = newComments
        .flatMap((one) => changeOf(one, facts) ?? [])
        .filter(({ comment }) => (0,thread_people/* mayWrite */.J)(facts.person(comment.author.login)));
    const requestedFix = wanted.find(({ fix }) => fix)?.fix;
    const eventFix = requestedFix ? undefined : (0,inbox_fix/* fixOfEvent */.dz)(facts);
    const isRefused = (0,thread_people/* refusedReviews */.An)(facts.thread);
    const reviewComments = (facts.thread.pull?.remarks ?? []).filter((one) => isOpenRemark(one, facts) && !isRefused(one));
    const remarks = [
        ...wanted.map(({ comment: { id, author }, text }) => ({ id, author: author.login, text })),
        ...reviewComments.map((one) => withSubtask(one, facts)),
        // For a failed check, the plan's requester counts as the author of the request.
        ...(eventFix ? [{ id: inbox_fix/* EVENT_REMARK */.CC, author: facts.history.requester?.login ?? '', text: inbox_fix/* FIX_REQUEST */.az }] : []),
    ];
    if (remarks.length === 0)
        return [];
    const comments = wanted.map(({ comment }) => comment);
    const merge = wanted.find((one) => one.merge)?.merge;
    return [
        { kind: 'revise', comments, fresh: wanted.some((one) => one.fresh), remarks, merge, fix: requestedFix ?? eventFix },
    ];
}
/** What a comment wants changed: as a command, or in a reply that the model has to read. */
function changeOf(comment, facts) {
    const { command } = comment;
    const isToBeRead = isReply(comment, facts) && standardReplyTo(comment, facts) === undefined;
    const change = command.kind === 'feedback'
        ? isToBeRead && { text: command.text }
        : effectOf(command)?.change?.(comment, command, facts);
    return change ? { ...change, comment } : undefined;
}
const isReply = ({ id, command }, facts) => command.kind === 'feedback' && !facts.history.finished && awaitedApproval(id, facts);
/** Replies without a model: to a repetition of the defaults, to mere consent, to a question while the plan is paused. */
const STANDARD_REPLIES = {
    defaults: () => 'The plan goes by these defaults already, so it stays as it is. To start, comment `approve`.',
    consent: (version) => `That does not approve the plan. To approve version ${version}, comment \`approve\`.`,
    question: () => 'The plan is paused. To ask something, comment `/ask <question>`; to go on, `/retry`.',
};
function standardReplyTo(one, facts) {
    if (one.command.kind !== 'feedback')
        return undefined;
    const { reading, current, thread } = facts;
    const { text } = one.command;
    if ((0,near_command/* mentionsAnotherAccount */.kF)(text, thread.bot))
        return 'nothing';
    if (reading?.plan && repeatsDefaults(text, reading.plan.questions))
        return 'defaults';
    const idle = (0,near_command/* consentOrThanks */.Vy)(text, (reading?.plan?.questions.length ?? 0) > 0);
    return idle === 'thanks' ? 'nothing' : idle && (current ? idle : 'nothing');
}
/** Answers to replies that need no model. Consent and questions get one, once to a person for each version. */
function simpleReplies(facts, newComments) {
    const { current, comments, person } = facts;
    const answered = comments.pull.filter((one) => one.answered && one.id > (current?.comment ?? 0));
    const sentReplies = new Set(answered.map((one) => replyKey(one, isReply(one, facts) ? standardReplyTo(one, facts) : 'question')));
    return newComments.flatMap((comment) => {
        const kind = isReply(comment, facts) ? standardReplyTo(comment, facts) : questionIn(comment, facts);
        if (kind === undefined || kind === 'nothing' || !(0,thread_people/* mayWrite */.J)(person(comment.author.login)))
            return [];
        const key = replyKey(comment, kind);
        if (kind !== 'defaults' && sentReplies.has(key))
            return [];
        sentReplies.add(key);
        return [{ kind: 'tell', comment, text: STANDARD_REPLIES[kind](current?.version ?? 1) }];
    });
}
/** Identifies a standard reply to a person, who gets each of them once for a version. */
const replyKey = ({ author }, kind) => `${author.id} ${kind}`;
function questionIn({ command }, { halt, history, thread }) {
    if (!halt || history.finished || command.kind !== 'feedback')
        return undefined;
    return command.text.endsWith('?') && !(0,near_command/* mentionsAnotherAccount */.kF)(command.text, thread.bot) ? 'question' : undefined;
}
/** Only a plan that awaits approval takes plain text as feedback; an unreadable or unannounced one always does. */
function awaitedApproval(id, { counted, statuses, current, rules, thread }) {
    if (!current || statuses.length === 0 || id < current.comment)
        return true;
    const before = counted.approvals.filter((approval) => approval.comment < id);
    const owners = thread.branch?.owners;
    const isApproved = ({ subtask: { number } }) => (0,thread_people/* areEnough */.jx)(owners?.get(number), (0,thread_people/* approversOf */.U9)(before, number), rules.approvalsRequired);
    return statuses.some((status) => !(0,plan_plan/* isSettled */.Is)(status) && !isApproved(status));
}
/** The ids of reviews are not comparable with those of comments, so times tell what came before them. */
function isOpenRemark(one, facts) {
    const { thread, history } = facts;
    if (!(0,thread_people/* isPerson */.KA)(one.author, thread.bot) || !one.body.trim() || history.answered.has(one.id))
        return false;
    const review = reviewOf(one, thread);
    if (review?.verdict === 'dismissed')
        return false;
    const isIdle = (0,near_command/* mentionsAnotherAccount */.kF)(one.body, thread.bot) || (0,near_command/* consentOrThanks */.Vy)(one.body.trim(), true) === 'thanks';
    if (isIdle && !requestsChanges(review, thread))
        return false;
    const isWanted = history.finished ? requestsChanges(review, thread) : isOfThisRound(one, facts);
    return isWanted && (0,thread_people/* mayWrite */.J)(facts.person(one.author.login));
}
/** A review itself, or the one that a review comment came with. */
const reviewOf = (one, { pull }) => one.kind === 'summary' ? one : pull?.remarks.find(({ kind, id }) => kind === 'summary' && id === one.review);
/** Where a review comment stands among the comments: half above the id of the last one before it. */
function positionOf({ createdAt }, { thread: { pull } }) {
    const earlier = (pull?.comments ?? []).filter((comment) => comment.createdAt <= createdAt);
    return Math.max(0, ...earlier.map((comment) => comment.id)) + 0.5;
}
/** That GitHub's own Approve button, pressed without a word on the version that waits, approves nothing. */
function approveButton(facts) {
    const { current, thread, statuses, history, person } = facts;
    if (!current || history.finished || (0,subtask_status/* unapproved */.Bo)(statuses).length === 0)
        return undefined;
    const isPressed = (thread.pull?.remarks ?? []).some((one) => one.verdict === 'approved' &&
        one.body.trim() === '' &&
        (0,thread_people/* isPerson */.KA)(one.author, thread.bot) &&
        positionOf(one, facts) > current.comment &&
        awaitedApproval(positionOf(one, facts), facts) &&
        (0,thread_people/* mayWrite */.J)(person(one.author.login)));
    const text = `GitHub’s Approve button does not approve the plan. To approve version ${current.version}, comment \`approve\`.`;
    return isPressed ? { key: `approve-button-${current.version}`, text } : undefined;
}
/** Whether a review comment came while the plan awaited approval, and not before the plan was last finished. */
function isOfThisRound(one, facts) {
    const { history, versions } = facts;
    const at = positionOf(one, facts);
    const end = history.finishedSeen;
    const begin = end === undefined ? 0 : (versions.find(({ comment }) => comment > end)?.comment ?? Infinity);
    return at > begin && awaitedApproval(at, facts);
}
/** The review comment with the subtask of its line in the plan file, or with its line of an approved test. */
function withSubtask(one, { thread }) {
    const remark = { id: one.id, author: one.author.login, text: one.body.trim() };
    if (!one.location)
        return remark;
    const { path, line } = one.location;
    const file = thread.branch?.planFile;
    const parsed = file?.kind === 'text' && file.path === path ? (0,markdown/* parsePlan */.vS)(file.text) : undefined;
    if (line === undefined)
        return { ...remark, place: { path } };
    const isOn = ([, { start, end }]) => line >= start && line <= end;
    const [test, lines] = (parsed?.plan && [...parsed.tests].find(isOn)) || [];
    const subtask = parsed?.plan ? [...parsed.lines].find(isOn)?.[0] : undefined;
    if (test !== undefined && lines && line >= lines.first)
        return { ...remark, place: { path: test, line: line - lines.first + 1 } };
    return { ...remark, place: { path, line, ...(subtask === undefined ? {} : { subtask }) } };
}

;// CONCATENATED MODULE: ./lib/decide/inbox/inbox.js









/** What people asked for and is not done, what is refused, and notes that answer no comment. */
function pendingOf(facts) {
    const { thread, history, comments, ended } = facts;
    const newOnPull = comments.pull.filter((one) => isNew(one, facts));
    const newOnIssue = comments.issue.filter((one) => isNew(one, facts) && !isSettled(one, facts));
    const open = thread.pull !== undefined && !ended;
    const onPull = !open ? 'ended' : history.finished ? 'done' : 'open';
    const read = [
        ...newOnIssue.flatMap((one) => interpret(one, facts, 'onIssue')),
        ...newOnPull.flatMap((one) => interpret(one, facts, onPull)),
    ];
    const asked = read.filter((one) => 'kind' in one);
    const { pending, repeated } = withoutRepeats([
        ...(ended && !history.finished ? unfinishedCancel(facts) : []),
        ...newestDraft([...draftWithoutComment(facts), ...asked]),
        ...(open ? repliesOf(facts, newOnPull) : []),
        ...[...newOnIssue, ...(open ? newOnPull : [])].flatMap((one) => misplacedReplies(one, facts)),
    ]);
    const commands = [...repeated, ...supersededDrafts(asked), ...read.filter((one) => 'code' in one)];
    const onIssue = comments.issue.filter((one) => !isSettled(one, facts));
    return {
        pending,
        refusals: refusalsOf(facts, { commands, onIssue, newOnPull }),
        unknownChecks: (0,inbox_fix/* unknownChecks */.CI)(facts, newOnPull),
        notices: [(0,inbox_fix/* fixLimit */.Bz)(facts), approveButton(facts)].filter((one) => one !== undefined),
    };
}
const isOneOfMany = (one) => (0,facts/* isAnswer */.Tq)(one) || ((0,facts/* changesPlan */.XJ)(one) && !(0,facts/* isFeedback */.Kt)(one));
/** Of more commands than get separate replies, takes up the first that differ, and refuses the others. */
function withoutRepeats(found) {
    const pending = found.toSorted((a, b) => firstId(a) - firstId(b));
    const many = pending.filter(isOneOfMany);
    if (many.length <= thread_people/* MAX_REPLIES */.AK)
        return { pending, repeated: [] };
    const different = [...Map.groupBy(many, ({ comment: _, ...what }) => JSON.stringify(what)).values()];
    const taken = new Set(different.slice(0, thread_people/* MAX_REPLIES */.AK).map(([first]) => first?.comment));
    const isRepeat = (one) => isOneOfMany(one) && !taken.has(one.comment);
    return {
        pending: pending.filter((one) => !isRepeat(one)),
        repeated: pending.filter(isRepeat).map(({ comment }) => ({
            comment,
            code: 'too-many-at-once',
            why: `More than ${thread_people/* MAX_REPLIES */.AK} comments ask for something at once, so only the first ${thread_people/* MAX_REPLIES */.AK} that differ are taken up.`,
            remedy: 'Comment again what is still missing.',
        })),
    };
}
/** What a comment asks for as a command, or why that has no effect. */
function interpret(one, facts, stage) {
    const result = (0,thread_people/* readsAsCommand */.v0)(one) ? pendingFor(one, facts, stage) : undefined;
    if (!result)
        return [];
    return ['kind' in result ? result : { comment: one, ...result }];
}
/** Takes only unedited comments of people with write permission as commands. Approvals are counted elsewhere. */
function pendingFor(one, facts, stage) {
    const { command } = one;
    const effect = effectOf(command.kind === 'malformed' ? { kind: command.command } : command);
    if ((stage === 'ended' && !effect?.ended) || ((0,words_command/* isApproval */.Uw)(command) && facts.history.finished))
        return undefined;
    if (one.edited)
        return editedRefusal(one);
    if ((0,words_command/* isApproval */.Uw)(command) && facts.current)
        return undefined;
    if (!(0,thread_people/* mayWrite */.J)(facts.person(one.author.login)))
        return permissionRefusal(one);
    if (facts.reading?.kind === 'problem' && !facts.history.finished && effect?.namesSubtasks)
        return UNREADABLE_PLAN;
    // How it has to be written matters only where it can be carried out.
    const isTooLate = stage === 'done' && effect?.open !== undefined && effect.done === undefined;
    if (isTooLate)
        return planFinished(facts);
    if (command.kind === 'malformed')
        return (0,thread_people/* refused */.J5)(command.code, command.reason, command.remedy);
    return effect?.[stage]?.(one, command, facts);
}
/** Tells people with write permission where a command belongs, or how it is written, in one line. */
function misplacedReplies(comment, { thread, person }) {
    const text = (0,thread_people/* mayWrite */.J)(person(comment.author.login)) ? hintFor(comment.command, thread) : undefined;
    return text === undefined ? [] : [{ kind: 'tell', comment, text }];
}
/** A hint for an unknown or misplaced command. Other words on an issue are between people. */
function hintFor(command, { issue, pull }) {
    if (command.kind === 'unknown') {
        const usage = words_command/* COMMANDS */.Lo.find(({ name }) => name === command.near)?.usage;
        return usage === undefined
            ? 'There is no such command: `/help` lists them all. To change the plan, begin with another word.'
            : `There is no such command. Did you mean \`${usage}\`?`;
    }
    if (command.kind !== 'misplaced')
        return undefined;
    if (command.command === 'plan')
        return `Comment that on the issue, #${issue.number}: here it has no effect. To change this plan, reply, or comment \`/revise …\`.`;
    return pull?.pull.state === 'open'
        ? `Comment that on the plan, #${pull.pull.number}: here it has no effect.`
        : undefined;
}
/** The lowest id of its comments. Without a comment, a label comes first and a review last. */
const firstId = (one) => {
    const ids = (0,facts/* commentsOf */.u3)(one).map((comment) => comment.id);
    return ids.length > 0 ? Math.min(...ids) : (0,facts/* isFeedback */.Kt)(one) ? Infinity : 0;
};
/** The draft that a label or a new issue asks for. Without permission nothing happens, silently. */
function draftWithoutComment(facts) {
    const { asked, issue, earlierPlans } = facts.thread;
    if (!asked || issue.state === 'closed' || earlierPlans.some((opened) => opened >= asked.at))
        return [];
    if (!isNewRequest(asked, facts))
        return [];
    // The bot chooses a plan for a new issue by itself. One that begins with a command says what it wants.
    if (asked.kind === 'opened' && (asked.body !== undefined || !needsPlan('', issue).isComplex))
        return [];
    if (!(0,thread_people/* mayWrite */.J)(facts.person(asked.by.login)))
        return [];
    const via = asked.kind === 'label' ? `label:${asked.by.login}` : 'issue';
    return [{ kind: 'draft', comment: undefined, by: asked.by, via, request: '' }];
}
/** Before anything is executed, a label set after the last version asks for another draft. Times are GitHub's own. */
function isNewRequest(asked, { thread: { branch, pull }, history, versions }) {
    if (!branch && !pull)
        return true;
    if (asked.kind !== 'label' || pull?.pull.state !== 'open')
        return false;
    if (history.executed.size > 0 || history.finished)
        return false;
    const announced = pull.comments.filter(({ id }) => versions.some(({ comment }) => comment === id));
    return [pull.pull, ...announced].every(({ createdAt }) => createdAt < asked.at);
}
/** Of several requests for a draft only the newest counts. The others would cost money and be thrown away. */
const newestDraft = (pending) => {
    const newest = pending.findLast((0,words_command/* isKind */.VF)('draft'));
    return pending.filter((one) => one.kind !== 'draft' || one === newest);
};
const supersededDrafts = (asked) => {
    const reason = (0,thread_people/* refused */.J5)('newer-request', 'A newer request for a plan came after this one, so only that one is planned.', 'To have both, write one `/plan` that asks for both.');
    const earlier = asked.filter((0,words_command/* isKind */.VF)('draft')).slice(0, -1);
    return earlier.flatMap(({ comment }) => (comment ? { comment, ...reason } : []));
};
function isNew(one, { history, thread }) {
    if (history.answered.has(one.id))
        return !one.refused && effectOf(one.command)?.isCutOff?.(one.command, history) === true;
    const isUnseen = one.id === OPENING ? !thread.branch && !thread.pull : one.id > history.seen;
    return isUnseen && !one.answered && !one.refused;
}
/** An earlier plan's branch and journal may be gone: then both reactions prove it. Alone they prove nothing. */
const isSettled = ({ id, reactions, createdAt }, { thread }) => (id === OPENING || (reactions.eyes > 0 && reactions.rocket > 0)) &&
    thread.earlierPlans.some((opened) => opened >= createdAt);
/** A cancel that closed the pull request and was cut off before its last reaction. */
function unfinishedCancel(facts) {
    const closedAt = facts.thread.pull?.pull.closedAt ?? '';
    const cancels = facts.comments.pull.filter(({ command, createdAt, edited, refused }) => (0,words_command/* isCancel */.FZ)(command) && !edited && !refused && createdAt <= closedAt);
    const isOpen = ({ reactions }) => reactions.rocket === 0;
    if (!cancels.some(isOpen))
        return [];
    return (0,thread_people/* firstAndLast */.Aq)(cancels.filter((one) => (0,thread_people/* mayWrite */.J)(facts.person(one.author.login))))
        .filter(isOpen)
        .map((comment) => ({ kind: 'cancel', comment }));
}
const UNREADABLE_PLAN = (0,thread_people/* refused */.J5)('unreadable-plan', 'The plan file on this branch cannot be read, so there is nothing to approve or to skip.', 'Push a fix of it to this branch: it becomes a new version, which can be approved.');

;// CONCATENATED MODULE: ./lib/decide/next/state.js














/** Derives the state from everything that was observed. Pure. */
function stateOf(thread, rules) {
    const { person, missingPeople } = peopleOf(thread);
    const history = historyIn(thread);
    const onPull = thread.pull?.comments ?? [];
    const versions = (0,thread_people/* announcementsIn */.uw)(onPull, thread.bot);
    const reading = readPlan(thread, history, rules);
    const last = versions.at(-1);
    // A plan that was asked for anew is announced anew, also when it happens to be the same text.
    const isOfRequest = (last?.comment ?? 0) > (Number(history.request) || 0);
    const current = isOfRequest && last?.blob === reading?.blob ? last : undefined;
    const comments = { issue: commentsOnIssue(thread), pull: (0,thread_people/* parseComments */.sS)('pull', onPull, thread.bot) };
    const ended = endedOf(thread, comments.pull);
    const facts = { thread, rules, history, versions, reading, current, comments, person, ended };
    const recordedHalt = recordedHaltOf(facts);
    // A `/retry` grants new attempts, and so does a new version of the plan.
    const failuresSince = Math.max(newestRetry(comments.pull, person), current?.comment ?? 0);
    const counted = current && reading?.plan
        ? approvalsOf(facts, { version: current, plan: reading.plan, halt: recordedHalt, since: failuresSince })
        : { approvals: [], refusals: [] };
    // A plan that was paused for a proposed change continues when the change is approved.
    const halt = recordedHalt?.reason === 'change' && counted.approvals.length > 0 ? undefined : recordedHalt;
    const { approvals } = counted;
    const owners = thread.branch?.owners;
    const basis = { history, approvals, rules, countsSince: failuresSince, thisRun: thread.thisRun, owners };
    const statuses = reading?.plan ? (0,subtask_status/* statusesOf */.CB)({ ...basis, plan: reading.plan }) : [];
    const waiting = (0,subtask_status/* unapproved */.Bo)(statuses).map((one) => ({ number: one.subtask.number, approvals: one.approvals }));
    const usage = usageOf(thread, history);
    const allowance = allowanceOf(facts, usage, halt);
    const currentHalt = halt ?? failureHalt(statuses, history);
    const { pending, refusals, notices, unknownChecks } = pendingOf({ ...facts, halt: currentHalt, counted, statuses });
    // More is requested of a finished plan whose budget is spent.
    const waitsForBudget = history.finished && halt?.reason === 'budget' && pending.some((0,words_command/* isKind */.VF)('revise'));
    return {
        phase: waitsForBudget ? 'halted' : phaseOf(facts, currentHalt, statuses),
        ended,
        reading,
        versions,
        current,
        statuses,
        approvals,
        asked: (0,subtask_status/* askedFor */.GZ)(rules, owners, waiting),
        halt: currentHalt,
        history,
        pending,
        missing: missingCommits(facts),
        reviewWhileClosed: reviewWhileClosed(facts),
        refusals,
        notices,
        comments,
        usage,
        allowance,
        questions: { ...questionsAbout(facts), people: [...missingPeople], checks: unknownChecks },
    };
}
/** What comments and commits leave open. It asks who may write, so people are named after it. */
const questionsAbout = (facts) => ({
    reactions: reactionsToFetch(facts),
    // Whether a person wrote them, or an app.
    approvalsToTrace: openApprovals(facts).filter(({ app }) => app === undefined),
    // A plan comment names who edited the plan by hand, and an approval may depend on it.
    commitsToAttribute: isWriterWanted(facts) ? unknownWriters(facts.thread) : [],
    editsToFetch: editsToFetch(facts),
});
const isWriterWanted = ({ rules, current, reading, thread }) => current ? !rules.allowSelfApproval : reading?.plan !== undefined && thread.pull !== undefined;
/** The approvals of the current version that may count. */
const openApprovals = ({ comments, current, history }) => current === undefined || history.finished
    ? []
    : comments.pull.filter((one) => (0,words_command/* isApproval */.Uw)(one.command) && one.id > current.comment && !one.refused);
/** Comments whose edits GraphQL has to tell; of approvals always: an edit in the same second leaves no trace. */
function editsToFetch(facts) {
    const { thread, comments, current } = facts;
    const isUnknown = ({ wasEdited, updatedAt, createdAt }) => wasEdited === undefined && updatedAt !== createdAt;
    const approvals = openApprovals(facts).filter(({ wasEdited }) => wasEdited === undefined);
    const commands = [...comments.issue, ...comments.pull].filter((one) => (0,thread_people/* readsAsCommand */.v0)(one) && !one.refused);
    const announced = (thread.pull?.comments ?? []).filter(({ id }) => id === current?.comment);
    return [...announced.filter(isUnknown), ...new Set([...commands.filter(isUnknown), ...approvals])];
}
/**
 * The reactions that, if they are ours, record that a comment was refused or a cancel was executed. GitHub is asked who
 * reacted, for commands with an effect alone: people without write permission can post any number.
 */
function reactionsToFetch({ thread, comments, history, current, person }) {
    const isOpen = thread.pull?.pull.state === 'open';
    return [...comments.issue, ...(isOpen ? comments.pull : [])]
        .filter((one) => (0,thread_people/* readsAsCommand */.v0)(one) && !one.refused && !one.answered)
        .filter((one) => one.id > ((0,words_command/* isApproval */.Uw)(one.command) ? (current?.comment ?? history.seen) : history.seen))
        .filter((one) => reactionsOf(one).length > 0 && (0,thread_people/* mayWrite */.J)(person(one.author.login)))
        .flatMap((one) => reactionsOf(one).map((reaction) => ({ comment: one.nodeId, reaction })));
}
function reactionsOf({ command, reactions, ownReactions }) {
    const relevant = (0,words_command/* isCancel */.FZ)(command) ? ['confused', 'rocket'] : ['confused'];
    return relevant.filter((reaction) => reactions[reaction] > 0 && ownReactions?.[reaction] === undefined);
}
/** Who was looked up, and the logins that were asked for and are not known yet. */
function peopleOf({ people }) {
    const missingPeople = new Set();
    const person = (login) => {
        const known = people.get(login);
        if (!known)
            missingPeople.add(login);
        return known ?? facts/* UNKNOWN_PERSON */.j_;
    };
    return { person, missingPeople };
}
/** On a pull request of a person only a plan can be asked for: other bots may listen to the rest. */
const commentsOnIssue = (thread) => (0,thread_people/* parseComments */.sS)('issue', [...openingComment(thread), ...thread.comments], thread.bot).map((one) => thread.issue.isPull && !(0,words_command/* isPlanRequest */.d$)(one.command) ? { ...one, command: { kind: 'nothing' } } : one);
function historyIn(thread) {
    const { commits = [], commitOfPlanBlob, planFile, isListed } = thread.branch ?? {};
    const ids = [...thread.comments, ...(thread.pull?.comments ?? [])].map(({ id }) => id);
    return historyOf(commits, isListed ? Infinity : Math.max(0, ...ids), commitOfPlanBlob?.get(planFile?.blob ?? ''));
}
function readPlan(thread, history, rules) {
    const { branch } = thread;
    if (!branch)
        return undefined;
    const file = branch.planFile ?? lastText(branch, history);
    if (!file)
        return { kind: 'problem', blob: '', line: undefined, reason: 'the plan file is no longer on the branch' };
    if (file.kind === 'unreadable')
        return { kind: 'problem', blob: file.blob, line: undefined, reason: file.why };
    const parsed = (0,markdown/* parsePlan */.vS)(file.text);
    if (parsed.kind === 'problem')
        return { kind: 'problem', blob: file.blob, line: parsed.line, reason: parsed.reason };
    const plan = withWhatWasApproved(parsed.plan, history, branch);
    // What was carried out was approved as it is.
    const [problem] = rules.tests && !history.finished
        ? (0,acceptance/* problemsOfTests */.Dl)(plan, { ...rules.tests, takenPaths: branch.takenPaths ?? [] })
        : [];
    return problem
        ? { kind: 'problem', blob: file.blob, line: parsed.tests.get(problem.path)?.start, reason: problem.reason }
        : { kind: 'parsed', plan, blob: file.blob };
}
/** A finished plan may have removed its file. Then the last text on the branch that reads as a plan is it. */
function lastText({ texts, commitOfPlanBlob, commits }, history) {
    const positions = new Map(commits.map(({ sha }, i) => [sha, i]));
    const positionOf = (blob) => positions.get(commitOfPlanBlob.get(blob) ?? '') ?? -1;
    const newest = [...texts].toSorted(([a], [b]) => positionOf(b) - positionOf(a));
    const last = newest.find(([, text]) => (0,markdown/* parsePlan */.vS)(text).plan);
    return history.finished && last ? { kind: 'text', blob: last[0], text: last[1] } : undefined;
}
/** The comment id of the newest `/retry` by a person with write permission; 0 when there is none. */
function newestRetry(comments, person) {
    const retries = comments.filter((one) => one.command.kind === 'retry' && !one.edited && !one.refused);
    return Math.max(0, ...retries.filter((one) => (0,thread_people/* mayWrite */.J)(person(one.author.login))).map((one) => one.id));
}
const usageOf = ({ paid = NOTHING_PAID, thisRun }, history) => (0,plan_usage/* addUsage */.vk)(history.usage, paid.usage, ...[...thisRun.attempts.values()].flat().map(({ usage }) => usage));
/** What is left of the budget since the moment when a `/retry` granted it again. */
function allowanceOf({ rules, thread, history }, usage, halt) {
    const { paid = NOTHING_PAID, thisRun } = thread;
    const atGrant = halt?.reason === 'budget' ? plan_usage/* noUsage */.tk : (0,plan_usage/* addUsage */.vk)(history.spent ?? plan_usage/* noUsage */.tk, paid.granted);
    return (0,plan_usage/* remainingAllowance */.lR)(rules.allowance, (0,plan_usage/* usageSince */.eR)((0,plan_usage/* largerUsage */.$R)(usage, thisRun.spent), atGrant));
}
function recordedHaltOf({ history, comments, person, current, versions }) {
    const { halt } = history;
    if (!halt || newestRetry(comments.pull, person) > halt.seen)
        return undefined;
    // A later version may have other tests, and waits for an approval of its own.
    if (halt.reason === 'acceptance' && current && current.comment > halt.seen)
        return undefined;
    const revised = halt.reason === 'change' && versions.filter(({ comment }) => comment > halt.seen).length > 1;
    return { reason: halt.reason, since: halt.seen, ...(halt.text && { text: halt.text }), ...(revised && { revised }) };
}
/** A failed subtask pauses the plan once nothing else can be executed. */
function failureHalt(statuses, history) {
    const failed = statuses.filter((status) => status.state === 'failed');
    if (failed.length === 0 || statuses.some((status) => status.ready))
        return undefined;
    return {
        reason: 'failed',
        since: Math.max(...failed.map(({ subtask }) => history.failed.get(subtask.number)?.seen ?? 0)),
    };
}
function phaseOf({ thread, history, ended }, halt, statuses) {
    if (!thread.branch && !thread.pull)
        return 'none';
    if (history.finished)
        return 'done';
    if (ended)
        return 'abandoned';
    if (halt)
        return 'halted';
    const begun = history.executed.size > 0 || history.interrupted.size > 0 || statuses.some((status) => status.ready);
    return begun ? 'in_progress' : 'todo';
}
/** The text of a new issue that reads as a command, as a comment of its author; edited if it was changed since. */
function openingComment({ issue, asked }) {
    if (asked?.kind !== 'opened' || asked.body === undefined || issue.state === 'gone')
        return [];
    return [
        {
            id: OPENING,
            nodeId: '',
            author: asked.by,
            body: issue.body,
            createdAt: issue.createdAt,
            updatedAt: issue.createdAt,
            wasEdited: unixLines(issue.body) !== unixLines(asked.body),
            ownReactions: { confused: false, rocket: false, eyes: true, ...issue.ownReactions },
            reactions: issue.reactions ?? NO_REACTIONS,
        },
    ];
}
const unixLines = (text) => text.replaceAll('\r\n', '\n');

;// CONCATENATED MODULE: ./lib/observe/observe.js














/** Reads everything about the plan of an issue or pull request. Undefined if the number is of neither. */
async function observe(sources, target) {
    const prefetched = target.isPull === false ? beginReading(sources, target.number) : undefined;
    const found = await locate(sources, target, prefetched?.batch);
    if (!found)
        return undefined;
    const { forge } = sources;
    const { theirs } = found;
    const batch = found.pull
        ? (0,lib_async/* inBackground */.kS)(forge.readIssueBatch({ issue: found.issue, pull: found.pull.number }))
        : prefetched?.batch;
    const { planBase, ...planLocation } = await planBaseOf(sources, found);
    const refs = planRefsOf(sources, found.issue, planBase);
    /** The comment of the event, if it is on this issue or pull request. */
    const eventCommentOn = (number) => (number === target.number ? target.comment?.id : undefined);
    const [{ issue, comments }, loadedPull] = await Promise.all([
        readIssue(sources, { ...found, ...planLocation, eventComment: eventCommentOn(found.issue) }, batch),
        found.pull && readPull(sources, found.pull, { batch, eventComment: eventCommentOn(found.pull.number) }),
        // One after the other, because both fetches write the same refs.
        refs.home === undefined && prefetched
            ? prefetched.fetched
            : Promise.resolve(prefetched?.fetched).then(() => awaitFirstFetch(sources, refs)),
    ]);
    const plan = found.pull
        ? { pull: found.pull, bot: found.bot, branch: found.pull.head.branch, freeBranch: '', earlierPlans: [] }
        : await findPlan(sources, refs, (await prefetched?.batch)?.plans);
    const [fetched, pull] = await Promise.all([
        readFetched(sources, refs, plan.branch),
        loadedPull ?? (plan.pull && readPull(sources, plan.pull)),
    ]);
    const { bot, freeBranch, earlierPlans } = plan;
    return fetchMissingFacts(sources, {
        ...{ issue, asked: target.asked, checked: target.checked },
        theirs: theirs && { isFork: theirs.head.repository !== sources.repository },
        ...{ ...fetched, bot, freeBranch, earlierPlans },
        comments: await asOneBot(forge, bot, comments),
        pull: pull && { ...pull, comments: await asOneBot(forge, bot, pull.comments) },
        people: new Map(),
        thisRun: NEW_RUN,
    });
}
/** Prefetches what every issue needs, since the names of its branches are known. */
function beginReading(sources, number) {
    const refs = planRefsOf(sources, number);
    const fetched = (0,lib_async/* inBackground */.kS)(awaitFirstFetch(sources, refs));
    const { repo, firstFetch, earlyBatch } = sources;
    // Plans and answers start from the base, so it is read into caches while requests to GitHub are pending.
    const prepareBase = async () => {
        const base = await (0,side_ref/* baseCommit */.tI)(repo);
        await Promise.all([(0,work_tree/* refreshIndex */.O0)(repo, base), instructionsOf(repo, base), folderInstructionsOf(repo, base)]);
    };
    void (0,lib_async/* inBackground */.kS)(fetched.then(prepareBase));
    const earlyAnswer = (0,external_node_util_.isDeepStrictEqual)(firstFetch?.refs, refs) ? earlyBatch : undefined;
    return {
        fetched,
        batch: earlyAnswer ?? (0,lib_async/* inBackground */.kS)(sources.forge.readIssueBatch({ issue: number, branch: (0,side_ref/* branchName */.at)(refs) })),
    };
}
const awaitFirstFetch = ({ repo, firstFetch }, refs) => firstFetch && (0,external_node_util_.isDeepStrictEqual)(firstFetch.refs, refs) ? firstFetch.done : (0,side_ref/* fetchPlanRefs */.Ii)(repo, refs, false);
/** The branch that the plan is for: the repository's own base, or the branch of the person's pull request. */
async function planBaseOf({ forge, base, repository }, { issue: number, theirs, pull }) {
    if (theirs) {
        const isUsable = theirs.state === 'open' && theirs.head.repository === repository;
        return { planBase: isUsable ? theirs.head.branch : base };
    }
    if (!pull || pull.base === base || pull.state === 'closed')
        return { planBase: base };
    const loaded = await forge.issue(number);
    return { planBase: loaded?.isPull ? pull.base : base, loaded };
}
/**
 * Resolves a number to its issue, that of a plan's pull request, or a person's pull request that asks for a plan. Throws
 * `UserError` for a pull request that an event names and GitHub does not show.
 */
async function locate({ forge, repository, branchPrefix }, target, batch) {
    const loaded = target.isPull ? undefined : ((await batch)?.issue ?? (await forge.issue(target.number)));
    if (loaded && !loaded.isPull)
        return { issue: target.number, loaded, bot: ACTIONS_BOT };
    const pull = target.isPull || loaded ? await forge.pull(target.number) : undefined;
    if (!pull && target.isPull)
        throw new errors/* UserError */.yo('no-pull', `GitHub does not show pull request #${target.number} to the token (404).`, 'Look whether its base branch is still there, then comment again.');
    if (!pull)
        return undefined;
    const issue = pull.head.repository === repository ? (0,side_ref/* issueOf */.v1)(pull.head.branch, branchPrefix) : undefined;
    const bot = issue === undefined ? undefined : await botAuthorOf(forge, pull);
    if (issue !== undefined && bot)
        return { issue, pull, bot };
    const mayAsk = target.plansPull === true || (target.isPull !== true && !target.comment);
    return mayAsk ? { issue: pull.number, loaded, theirs: pull, bot: ACTIONS_BOT } : undefined;
}
/** The account that opened a pull request, if it is ours. Throws `UserError` if `github-token` was of another app. */
async function botAuthorOf(forge, { author, body, number }) {
    if (author.login === ACTIONS_BOT.login && author.type === 'Bot')
        return author;
    if (await forge.isMe(author.login))
        return author;
    if (author.type === 'Bot' && body.includes(thread_people/* BODY_BEGIN */.H8))
        throw new errors/* UserError */.yo('another-account', `The plan of pull request ${number} was opened by ${author.login}, and the token of this run is of another account.`, `Give the input \`github-token\` a token of ${author.login} again, or close that pull request and ask for a new plan.`);
    return undefined;
}
/** The open plan of an issue among its possible branches, and the name for a new one. */
async function findPlan(sources, refs, firstPulls) {
    const branches = await (0,side_ref/* fetchedBranches */.uN)(sources.repo);
    let branchWithPlan;
    const earlierPlans = [];
    for (let suffix = 1;; suffix++) {
        const name = (0,side_ref/* branchName */.at)(refs, suffix);
        const pulls = suffix === 1 && firstPulls ? firstPulls : await sources.forge.pullsFrom(name);
        const open = pulls.find((pull) => pull.state === 'open' && pull.head.repository === sources.repository);
        const bot = open && (await botAuthorOf(sources.forge, open));
        if (open && bot)
            return { branch: name, pull: open, bot, freeBranch: '', earlierPlans };
        earlierPlans.push(...pulls.map((pull) => pull.createdAt));
        const head = branches.get(name);
        // Git allows no branch `a` where there is a branch `a/b`.
        const isTaken = [...branches.keys()].some((other) => other === name || other.startsWith(`${name}/`));
        if (!isTaken && pulls.length === 0)
            return { branch: branchWithPlan, pull: undefined, bot: await ownAccount(sources), freeBranch: name, earlierPlans };
        if (head !== undefined && pulls.length === 0 && (await holdsPlan(sources, { name, head, issue: refs.issue })))
            branchWithPlan ??= name;
    }
}
/** Whether a branch without a pull request holds a plan of ours: a run was interrupted or could not open one. */
async function holdsPlan({ repo, planFile }, at) {
    const branch = await readBranch(repo, { ...at, base: await (0,side_ref/* baseCommit */.tI)(repo), planFile });
    return branch.commits.some((commit) => commit.entry?.trailers.request !== undefined);
}
/** The issue and its comments. A plan continues when its issue is deleted or transferred. */
async function readIssue(sources, { issue: number, loaded, eventComment }, batch) {
    const { forge } = sources;
    const batched = await batch;
    const issue = loaded ?? batched?.issue ?? (await forge.issue(number));
    if (!issue)
        return { issue: goneIssue(number), comments: [] };
    const first = batched?.comments ?? (await forge.comments(number));
    const read = () => forge.comments(number);
    return { issue, comments: await readWholeList(sources, issue.counted, { first, read, eventComment }) };
}
const goneIssue = (number) => ({
    number,
    title: '',
    body: '',
    author: { login: '', id: 0, type: 'Ghost' },
    state: 'gone',
    createdAt: '',
    locked: true,
    isPull: false,
});
async function readPull(sources, listed, { batch, eventComment } = {}) {
    const { forge, clock } = sources;
    // Lists of pull requests have no comment counts.
    const isUncounted = listed.counted === undefined && mayLagBehind(listed.updatedAt, clock);
    const pull = (isUncounted ? await forge.pull(listed.number) : undefined) ?? listed;
    const read = () => forge.comments(pull.number);
    const lines = pull.lineComments === 0 ? [] : forge.lineComments(pull.number);
    const [batched, ...remarks] = await Promise.all([batch, forge.reviews(pull.number), lines]);
    const { comments: first, closings } = batched?.pull ?? { comments: await read(), closings: undefined };
    const comments = await readWholeList(sources, pull.counted, { first, read, eventComment });
    return { pull, comments, remarks: remarks.flat(), ...(closings ? { closings } : {}) };
}
/**
 * The lookups that depend on the rules; `sources.ts` need not import all of `decide/`. States are cached by their thread,
 * since each step asks several times: threads are never changed, only replaced.
 */
const byRules = (rules) => ({
    approvers: rules.approvers ?? { kind: 'permission', least: 'write' },
    snapshotAt: (0,per_object/* perObject */.F)((thread) => ({ thread, state: stateOf(thread, rules) })),
});

;// CONCATENATED MODULE: ./lib/observe/refresh.js




/** Reads again what may have changed. GitHub answers 304 for the rest, which is free. */
async function refresh(sources, thread) {
    const { forge } = sources;
    const before = thread.pull;
    const known = before?.comments ?? [];
    const read = async () => before ? withOwnComments(await fetchComments(forge, thread.bot, before.pull.number), known, thread.bot) : [];
    const [pull, first, onIssue, reviews] = await Promise.all([
        before && forge.pull(before.pull.number),
        read(),
        thread.issue.state === 'gone' ? [] : fetchComments(forge, thread.bot, thread.issue.number),
        before ? forge.reviews(before.pull.number) : [],
    ]);
    const lines = pull && pull.lineComments !== 0 ? await forge.lineComments(pull.number) : [];
    const fresh = {
        ...thread,
        comments: withOwnComments(onIssue, thread.comments, thread.bot),
        pull: pull && {
            pull,
            closings: before?.closings ?? [],
            remarks: [...reviews, ...lines],
            comments: await readWholeList(sources, pull.counted, { first, read }),
        },
        people: new Map(),
    };
    // Code owners may change on the base alone.
    const hasMoved = sources.approvers.kind === 'codeowners' || pull?.head.sha !== thread.branch?.head;
    return fetchMissingFacts(sources, pull?.state === 'open' && hasMoved ? await refreshBranch(sources, fresh) : fresh);
}
/** Retries of a refresh before results are written. Each takes half a minute while GitHub is down. */
const REFRESH_TRIES = 10;
/** Refreshes a thread before a paid result is published, with retries through an outage while the run has time. */
async function refreshPatiently(sources, thread, { stop, note }) {
    const fresh = await (0,lib_async/* retry */.L5)({
        waits: (0,lib_async/* immediate */.iH)(REFRESH_TRIES),
        until: (_, isLast) => refresh(sources, thread).catch((error) => {
            if (isLast || stop.aborted || sources.clock.signal.aborted || error instanceof errors/* UserError */.yo)
                throw error;
            note(`GitHub cannot be asked; what was worked out waits for it: ${(0,errors/* errorText */.kc)(error)}`);
            return undefined;
        }),
    });
    return fresh ?? thread;
}
/** Adds what this run wrote and the list lacks, as lists lag behind: comments, edits and reactions. */
function withOwnComments(fresh, known, bot) {
    const before = new Map(known.map((comment) => [comment.id, comment]));
    const ids = new Set(fresh.map((comment) => comment.id));
    return [
        ...fresh.map((one) => withKnownFacts(one, before.get(one.id))),
        ...known.filter((one) => one.author.login === bot.login && !ids.has(one.id)),
    ];
}
/** Keeps what is known from GraphQL about a comment until its `updatedAt` changes. */
const withKnownFacts = (fresh, known) => known
    ? {
        ...fresh,
        // A list may be older than our own edit of a comment.
        ...(known.updatedAt > fresh.updatedAt ? { body: known.body, updatedAt: known.updatedAt } : {}),
        reactions: largerCounts(fresh.reactions, known.reactions),
        ownReactions: known.ownReactions,
        ...(known.updatedAt === fresh.updatedAt ? { wasEdited: known.wasEdited } : {}),
    }
    : fresh;
const largerCounts = (one, other) => ({
    eyes: Math.max(one.eyes, other.eyes),
    rocket: Math.max(one.rocket, other.rocket),
    confused: Math.max(one.confused, other.confused),
});

;// CONCATENATED MODULE: ./lib/decide/next/loop-guard.js


/** What a run may write on one plan: a comment a step and a commit a subtask stay far below. */
const WRITE_LIMITS = { comments: 200, commits: 300, dispatches: 3 };
/** Ends a run that repeats a step although nothing has changed, because what it wrote is not recognized. */
function guardStep(taken, { thread, state }, step) {
    const excess = excessOf(thread.thisRun.written);
    if (excess !== undefined)
        return { kind: 'loop', why: excess };
    const key = `${decision_targetOf(step)} ${fingerprintOf({ thread, state })}`;
    const times = (taken.get(key) ?? 0) + 1;
    return times > (traitsOf(step).times ?? 1)
        ? { kind: 'loop', why: `The step "${step.kind}" came again although nothing had changed.` }
        : { kind: 'go on', taken: new Map(taken).set(key, times) };
}
function excessOf({ comments, commits, dispatches }) {
    if (comments.length >= WRITE_LIMITS.comments)
        return `The run wrote ${comments.length} comments on one plan.`;
    if (commits.length >= WRITE_LIMITS.commits)
        return `The run wrote ${commits.length} commits on one plan.`;
    return dispatches >= WRITE_LIMITS.dispatches ? `The run asked for the next run ${dispatches} times.` : undefined;
}
/** All that a decision rests on, but what this run wrote or what grows with each step: that is no progress. */
function fingerprintOf({ thread, state }) {
    const { issue, pull, branch, thisRun, base, people, asked } = thread;
    const { attempts, pullForbidden, continued, reviewed, contended, undelivered, written } = thisRun;
    const ours = new Set([...written.comments, ...written.commits]);
    const blob = branch?.planFile?.blob ?? '';
    const isOfOthers = !ours.has(branch?.commitOfPlanBlob.get(blob) ?? '');
    return JSON.stringify([
        [issue.state, issue.locked, base.sha, people, asked?.at, branch?.name, isOfOthers && blob],
        pull && [pull.pull.number, pull.pull.state, pull.pull.draft, pull.pull.base, pull.remarks.map(({ id }) => id)],
        [...thread.comments, ...(0,thread_people/* commentsAt */.ar)(thread, 'pull')]
            .filter(({ id }) => !ours.has(id))
            .map(({ id, updatedAt, reactions }) => [id, updatedAt, reactions]),
        branch?.commits.filter(({ sha, entry }) => !entry && !ours.has(sha)).map(({ sha }) => sha),
        [state.phase, state.halt?.reason, journalState(state)],
        // Attempts at subtasks are bounded. What else is paid for, at number 0, is not.
        [...attempts].filter(([number]) => number > 0).map(([number, list]) => [number, list.length]),
        [pullForbidden, continued, reviewed, contended, new Set(undelivered.map(({ target }) => target))],
    ], withCollections);
}
/** What the branch records, without ids and sums that any commit raises. */
const journalState = ({ history }) => [
    [history.request, history.finished, history.halt?.reason, history.spent !== undefined, history.continuations],
    [history.executed.keys(), history.abandoned.keys()].map((numbers) => [...numbers]),
    [...history.failed, ...history.interrupted].map(([number, { attempts }]) => [number, attempts]),
    [history.answered, history.revision?.answers],
];
const withCollections = (_key, value) => value instanceof Map || value instanceof Set ? [...value] : value;

// EXTERNAL MODULE: ./lib/guard/redact.js
var guard_redact = __webpack_require__(1776);
// EXTERNAL MODULE: ./lib/observe/clone.js
var observe_clone = __webpack_require__(5713);
;// CONCATENATED MODULE: ./lib/loop/run-context.js




















/** Reads an issue or pull request for the first time; undefined if there is nothing for the bot. */
async function observeTarget({ run, target, progress, note }) {
    const thread = await observe(run.sources, target);
    if (thread?.asked?.kind === 'opened' && thread.asked.body === undefined) {
        const { isComplex, because } = needsPlan('', thread.issue);
        note(`The new issue gets ${isComplex ? 'a' : 'no'} plan, because ${because}.`);
    }
    const { clock } = run.sources;
    if (thread && thread.bot.login !== ACTIONS_BOT.login)
        clock.useOtherToken();
    progress.observedAt = clock.now();
    progress.thread = thread;
    if (thread)
        (0,log/* logLine */.BP)(run.redact(targetLine(target, thread, run.sources.snapshotAt(thread).state)));
    return thread;
}
/** Reads again what another run may have changed, including the branch: it may have created a plan. */
async function lookAgain({ run: { sources }, target, progress }, thread) {
    const read = thread.pull
        ? await refresh(sources, await refreshBranch(sources, thread))
        : await observe({ ...sources, firstFetch: undefined, earlyBatch: undefined }, target);
    progress.observedAt = sources.clock.now();
    return read && { ...read, thisRun: { ...thread.thisRun, contended: true } };
}
/** Notes a step. Throws if it repeats an earlier one without progress, because an endless loop would cost money. */
function beginStep({ progress, note }, snapshot, step) {
    const verdict = guardStep(progress.stepCounts ?? new Map(), snapshot, step);
    if (verdict.kind === 'loop')
        throw new errors/* UserError */.yo('loop', `${verdict.why} So the run was ended.`, 'Look at what the run wrote last, and report it with the log as a bug of Measure Twice before you start it again.');
    progress.stepCounts = verdict.taken;
    note(describeStep(step));
}
/** Throws `UserError` outside of a workflow. */
function openRun(inputs, spec) {
    const { env, clone, connection, turns } = spec;
    const secrets = (0,runner_inputs/* secretsOf */.Fj)(inputs, env);
    const { redact } = secrets;
    const { temp, home } = clone;
    const address = (0,observe_clone/* addressOf */.c)(env);
    if (address === undefined || connection === undefined) {
        throw new errors/* UserError */.yo('runner', 'GITHUB_REPOSITORY is not set.', 'Run this as a step of a GitHub Actions workflow.');
    }
    const settings = (0,runner_inputs/* settingsOf */.f5)(inputs, env);
    const ends = AbortSignal.any([spec.stop, spec.clock.signal]);
    clone.endWith(ends, spec.clock);
    const sources = sourcesOf({ ...spec, connection, inputs, settings });
    const outward = (0,guard_redact/* pathRemover */.a)([
        [clone.repo.workTree, '.'],
        [temp, '<temp>'],
        [env.RUNNER_WORKSPACE ?? '', '<workspace>'],
        [env.HOME ?? '', '~'],
    ]);
    return {
        inputs,
        holder: { run: env.GITHUB_RUN_ID || '0', attempt: Number(env.GITHUB_RUN_ATTEMPT) || 1 },
        sources,
        redact,
        githubContext: {
            sources,
            redact,
            outward: (text) => outward(redact(text)),
            links: {
                repository: address,
                run: `${address}/actions/runs/${env.GITHUB_RUN_ID ?? '0'}`,
                errors: (0,runner_env/* errorsPage */.PD)(env),
            },
            maker: { runs: [Number(env.GITHUB_RUN_ID) || 0], models: (0,runner_inputs/* modelsOf */.Wh)(inputs), action: (0,runner_env/* releaseOf */.l7)(env) },
            jobs: inputs.mode === 'all' ? 'one' : 'three',
            workflow: workflowOf(env.GITHUB_WORKFLOW_REF ?? '', sources.base),
            settings,
        },
        openContext: inputs.mode === 'all'
            ? (spec.ctx ??
                (0,open_context/* contextOpener */.l)({
                    inputs,
                    git: sources.repo,
                    env,
                    secrets,
                    home,
                    transcripts: (0,external_node_path_.join)(temp, 'measure-twice'),
                    turns,
                    left: sources.clock.left,
                    ending: ends,
                }))
            : noRoom,
        ends,
    };
}
const withoutPush = (repo) => repo.remote ? { ...repo, remote: { ...repo.remote, readOnly: true } } : repo;
/** The sources that a run reads: GitHub, the private clone, and the settings that affect what is read. */
function sourcesOf({ inputs, settings, env, event, clone, connection, clock }) {
    return {
        forge: connection.forge,
        repo: inputs['dry-run'] ? withoutPush(clone.repo) : clone.repo,
        clock,
        firstFetch: clone.firstFetch,
        earlyBatch: connection.earlyBatch,
        repository: env.GITHUB_REPOSITORY ?? '',
        base: inputs['base-branch'] ?? (0,observe_event/* defaultBranchOf */.dV)(event),
        branchPrefix: inputs['branch-prefix'],
        planFile: inputs['plan-file'],
        own: {
            run: env.GITHUB_RUN_ID ?? '',
            workflow: workflowOf(env.GITHUB_WORKFLOW_REF ?? '', '').workflow,
            context: CONTEXT,
        },
        ...byRules({ ...settings, approvers: inputs.approvers, tests: settings }),
    };
}
/** Parses `owner/name/.github/workflows/plan.yml@refs/heads/main`. */
function workflowOf(reference, otherwise) {
    const [path = '', ref = ''] = reference.split('@');
    return { workflow: path.split('/').at(-1) ?? '', ref: ref.replace(/^refs\/(heads|tags)\//, '') || otherwise };
}
/** In three jobs, those that write to GitHub have no model. */
const noRoom = () => {
    throw new Error('There is no model in this job.');
};
/** The role of a run, by its event. Without a person's comment, such as on a schedule, it works. */
async function roleOf({ comment, asked }, { thread, state }, forge) {
    const by = comment?.by ?? asked?.by.login;
    if (by === undefined)
        return { kind: 'works' };
    const { issue, pull } = state.comments;
    if (comment && [...issue, ...pull].some((one) => one.id === comment.id && (0,words_command/* isCancel */.FZ)(one.command)))
        return { kind: 'replies', why: 'This run came for a cancel' };
    const person = thread.people.get(by) ?? { permission: await forge.permission(by) };
    return (0,thread_people/* mayWrite */.J)(person) ? { kind: 'works' } : { kind: 'replies', why: `${by} has no write access` };
}

// EXTERNAL MODULE: ./lib/tasks/run-task.js + 31 modules
var run_task = __webpack_require__(9581);
;// CONCATENATED MODULE: ./lib/loop/dry-run.js






/** Reads, plans, and prints what it would write. Approved subtasks are listed: without a commit their work is lost. */
async function dryRun(loop) {
    const thread = await observeTarget(loop);
    if (!thread)
        return;
    const snapshot = loop.run.sources.snapshotAt(thread);
    const step = snapshot.state.pending.filter(facts/* isStep */.Vf).find(isDryRun);
    for (const line of plannedWrites(snapshot.state, step))
        loop.note(line);
    // Only one job has both the model and access to GitHub.
    if (step && loop.run.inputs.mode === 'all')
        await planOnly(loop, snapshot, step);
    else if (step)
        loop.note(`would hand out: ${describeStep(step)}`);
}
/** What would be written without the model, one line each. */
function plannedWrites({ refusals, pending, statuses }, step) {
    const refused = refusals.map(({ comment, why, remedy }) => `would refuse comment ${comment.id}: ${why} ${remedy}`);
    const done = pending.flatMap(({ kind }) => (kind === step?.kind ? [] : [`would do: ${kind}`]));
    const approved = statuses.filter((status) => status.state === 'todo' && status.approved);
    const executed = approved.map(({ subtask }) => `would execute subtask ${subtask.number}: ${subtask.name}`);
    const lines = [...refused, ...done, ...(step ? [] : executed)];
    return lines.length > 0 || step ? lines : ['would do nothing more'];
}
/** Runs the planner, and prints what would be written of its result. */
async function planOnly({ run, note }, snapshot, step) {
    note(`would ${describeStep(step)}`);
    const input = await inputFor(run.sources, snapshot, step);
    const result = await (0,run_task/* work */.o)(input, run.openContext({ signal: run.ends }));
    if (result.kind === 'planned')
        note(`would write ${run.inputs['plan-file']}:\n\n${(0,markdown/* renderPlan */.EG)(result.plan)}`);
    else if (result.kind === 'answered')
        note(`would answer:\n\n${result.text}`);
    else if (result.kind === 'failed')
        note(`came to nothing: ${result.reason}`);
}

;// CONCATENATED MODULE: ./lib/publish/view/comments/halt-comment.js







/** The comment that says why a plan waits for a person, the commands that go on from here, and the evidence. */
function haltNote(view, halt) {
    const failed = view.state.statuses.filter(({ state }) => state === 'failed');
    const isFailure = halt.reason === 'failed';
    const small = [
        isFailure && 'Nothing from the failed attempts is on the branch.',
        `Spent so far: ${renderTokens(view.state.usage, view.prices)}.`,
        whyNoDollars(view.prices),
        `[Log of the run](${view.links.run})`,
    ];
    return noteText(`halted-${halt.reason}-${halt.since}`, `### ⏸️ Paused: ${haltReason(halt, view.state.statuses)}`, explanation(view, halt), table(COMMANDS, commandsWhenPaused(view, halt.reason)), ...(isFailure ? [...failed.slice(0, SHOWN_FAILURES).map(lastFailure), ...failed.flatMap(earlierFailures)] : []), `<sub>${joined(' ', small)}</sub>`);
}
const COMMANDS = ['You want to', 'Comment'];
/** Failed subtasks whose evidence is shown, and the characters of it, from its end, where errors usually are. */
const SHOWN_FAILURES = 5;
const EVIDENCE_LENGTH = 2_500;
/** The comment about a draft that used up the budget. There is no branch yet, so the next draft starts from scratch. */
function draftHalt({ allowance }, usage, id) {
    const budgets = renderBudget(allowance, usage, 1);
    const grant = budgets.map((one) => one.grant).join(' and ');
    return noteText(id === undefined ? 'halted-draft' : (0,thread_people/* answerTo */.oy)(id), '### ⏸️ Paused: the draft used up the budget, and there is no plan yet', spentText(budgets), table(COMMANDS, [[`begin again with another ${grant}`, '`/plan …`']]), `A smaller request needs less. Or raise ${budgets.map(({ input }) => `\`${input}\``).join(' and ')} in the workflow.`);
}
const spentText = (budgets) => budgets.map(({ input, spent, of }) => `Spent ${spent} of ${of} (\`${input}\`).`).join('\n');
function explanation(view, { reason, text = '' }) {
    const explanations = {
        failed: () => waitingSubtasks(view).join('\n'),
        budget: () => spentText(budgetOf(view)),
        change: () => 'The agent found something the plan did not expect. The changed plan is announced as a new version, and nothing runs before it is approved.',
        continuation: () => (view.state.history.continuations < MAX_CONTINUATIONS ? REFUSED : NO_PROGRESS),
        environment: () => sentencesAndOutput(text, (printed) => folded('What it printed last', outputBlock(printed))),
        acceptance: () => sentencesAndOutput(text, (printed) => outputBlock(lastPart(printed))),
    };
    return explanations[reason]();
}
function sentencesAndOutput(text, block) {
    const [sentences = '', printed = ''] = text.split(/\n\n(?=\$ )/);
    return joined('\n\n', [cleanText(withoutStackTraces(sentences), 3_000), printed && block(withoutIndent(printed))]);
}
/** Removes the indentation that output of a command gets in a commit message. */
const withoutIndent = (text) => text.replace(/^ {4}/gm, '');
const REFUSED = 'GitHub refused to start the next run. Give the job the permission `actions: write`, and keep the trigger `workflow_dispatch` with the input `number`.';
const NO_PROGRESS = `${MAX_CONTINUATIONS} runs in a row finished no subtask. Split a subtask that takes too long for one run, or raise \`time-budget\`.`;
function waitingSubtasks({ state }) {
    const plan = state.reading?.plan;
    if (!plan)
        return [];
    const notStarted = state.statuses.filter((status) => status.state === 'todo');
    return state.statuses
        .filter((status) => status.state === 'failed')
        .flatMap(({ subtask: { number } }) => {
        const dependents = (0,dependencies/* dependants */.pW)(plan, number);
        const waiting = notStarted.filter(({ subtask }) => dependents.includes(subtask.number));
        const names = waiting.map(({ subtask }) => `${subtask.number}. ${cleanLine(subtask.name)}`);
        return names.length === 0 ? [] : [`Waiting until subtask ${number} works: ${(0,shorten/* listInLine */.o)(names, MOST_NAMES)}.`];
    });
}
const MOST_NAMES = 20;
/** The evidence in the commit that records a failure: in one line, and for each attempt the end of what was run. */
const halt_comment_partsOf = ({ text }) => {
    const [why = '', ...attempts] = text.trim().split(/\n\n(?=Attempt \d{1,4}: )/);
    return { why, attempts };
};
function lastFailure(status) {
    const { why, attempts } = halt_comment_partsOf(status);
    const { subtask } = status;
    const title = `**${subtask.number}. ${cleanLine(subtask.name)}** · ${plural(status.attempts, 'attempt')}`;
    // A set, because an attempt that ran nothing repeats the line above it.
    const paragraphs = new Set([
        cleanLine(withoutStackTraces(why).replace(/^Not done:\s*/, ''), 500),
        output(attempts.at(-1) ?? ''),
    ]);
    return joined('\n\n', [title, ...paragraphs]);
}
/** Output of the attempts before the last one, which is shown already, and of the last one if it is long. */
const earlierFailures = (status) => halt_comment_partsOf(status)
    .attempts.filter((text, i, all) => i < all.length - 1 || text.length > EVIDENCE_LENGTH)
    .map((text, i) => folded(`Subtask ${status.subtask.number}, attempt ${i + 1}`, outputBlock(withoutIndent(text))));
/** Drops the first line, which repeats the reason shown above, if output follows it. */
function output(attempt) {
    const [first = '', ...outputLines] = attempt.split('\n');
    return outputLines.length > 0
        ? outputBlock(lastPart(withoutIndent(outputLines.join('\n'))))
        : cleanLine(first.replace(/^Attempt \d+: /, ''), 500);
}
const lastPart = (text) => text.length <= EVIDENCE_LENGTH ? text : `…\n${text.slice(-EVIDENCE_LENGTH).replace(/^[^\n]*\n/, '')}`;

// EXTERNAL MODULE: ./lib/guard/packages/new-packages.js
var new_packages = __webpack_require__(4371);
// EXTERNAL MODULE: ./lib/guard/packages/package-manifests.js + 1 modules
var package_manifests = __webpack_require__(9170);
// EXTERNAL MODULE: ./lib/guard/tests/changed-tests.js + 1 modules
var changed_tests = __webpack_require__(9057);
// EXTERNAL MODULE: ./lib/guard/tests/test-config.js
var test_config = __webpack_require__(8562);
// EXTERNAL MODULE: ./lib/guard/tests/test-files.js
var test_files = __webpack_require__(7061);
;// CONCATENATED MODULE: ./lib/publish/view/comments/manifests.js




/** Scripts that npm, its relatives and Composer run by themselves during an install. */
const RUNS_ON_INSTALL = /^((pre|post)?install|(pre|post)?prepare|prepublish|dependencies|(pre|post)-(install|update|autoload-dump)(-cmd)?|post-root-package-install|post-create-project-cmd)$/;
/** The names of the scripts that were added, changed or removed. A text that cannot be parsed has no scripts. */
function changedScripts(before, after) {
    const [oldScripts, newScripts] = [scriptsIn(before), scriptsIn(after)];
    return [...new Set([...oldScripts.keys(), ...newScripts.keys()])].filter((name) => oldScripts.get(name) !== newScripts.get(name));
}
function scriptsIn(text = '') {
    const scripts = (0,json/* field */.ZZ)((0,json/* jsonIn */.Yf)(text.replace(/^\uFEFF/, '')), 'scripts');
    if (typeof scripts !== 'object' || scripts === null)
        return new Map();
    return new Map(Object.entries(scripts).map(([name, command]) => [name, JSON.stringify(command)]));
}
/** The section of the closing comment about changed manifests; undefined without any. */
function renderManifests(changes, news = []) {
    if (changes.length === 0)
        return undefined;
    const lines = changes.map(({ path, packages, scripts }) => {
        const changed = joined('; ', [
            packages === undefined ? 'its packages cannot be read' : packages.length > 0 && newPackagesText(packages),
            scripts.length > 0 && scriptsText(scripts),
        ]);
        return `- ${code(path)}${changed && `: ${changed}`}`;
    });
    const head = '**Look at these with care:** they decide what is fetched and run when people install or build.';
    return joined('\n\n', [head, shortList(lines, 6_000), shortList(packageRemarks(news), 6_000)]);
}
const MOST_PACKAGES = 50;
const newPackagesText = (packages) => `${packages.length === 1 ? 'the new package' : 'new packages'} ${pathList(packages, MOST_PACKAGES)}`;
const MOST_SCRIPTS = 20;
function scriptsText(scripts) {
    const names = scripts.map((name) => (RUNS_ON_INSTALL.test(name) ? `${code(name)} (runs by itself)` : code(name)));
    return `${scripts.length === 1 ? 'script' : 'scripts'} ${(0,shorten/* listInLine */.o)(names, MOST_SCRIPTS)}`;
}
const MOST_IDS = 3;
const SEVERITIES = ['critical', 'high', 'medium', 'low'];
const manifests_rankOf = ({ severity }) => SEVERITIES.indexOf(severity) >>> 0;
const manifests_link = ({ id }) => `[${id}](https://github.com/advisories/${id})`;
/** Warnings about one package: malware, a look-alike name, advisories. Empty where there are none. */
function remarksOn({ like, advisories = [] }) {
    const malware = advisories.filter(({ isMalware }) => isMalware);
    const flaws = advisories
        .filter(({ isMalware }) => !isMalware)
        .toSorted((one, other) => manifests_rankOf(one) - manifests_rankOf(other))
        .map((one) => {
        const fixed = one.fixedIn === undefined ? 'not fixed' : `fixed in ${code(one.fixedIn, 40)}`;
        return `${manifests_link(one)} (${cleanLine(one.severity, 20)}, ${fixed})`;
    });
    return joined('; ', [
        malware.length > 0 && `⚠️ **malware**: ${(0,shorten/* listInLine */.o)(malware.map(manifests_link), MOST_IDS)}`,
        like !== undefined && `⚠️ its name is almost ${code(like)}, which was there already`,
        flaws.length > 0 && `${flaws.length === 1 ? 'advisory' : 'advisories'} ${(0,shorten/* listInLine */.o)(flaws, MOST_IDS)}`,
    ]);
}
const manifests_lineOf = ({ name, ecosystem }, words) => `- ${code(name)} (${ecosystem}): ${words}`;
/** A line for each package with warnings, and how many were not looked up. */
function packageRemarks(packages) {
    const unasked = packages.filter(({ advisories }) => advisories === undefined).length;
    const lines = packages.filter(remarksOn).map((one) => manifests_lineOf(one, remarksOn(one)));
    if (unasked === 0)
        return lines;
    return [...lines, `- GitHub's advisories were not asked about ${plural(unasked, 'new package')}, or did not answer.`];
}
/** The new packages that a version of the plan names, for those who approve it. */
function newPackagesNote(packages) {
    if (packages.length === 0)
        return '';
    const lines = packages.map((one) => {
        const otherwise = one.advisories === undefined ? "GitHub's advisories were not asked" : 'nothing is known against it';
        return manifests_lineOf(one, remarksOn(one) || otherwise);
    });
    const intro = "**New packages**, and what GitHub's advisories say of them. To approve this version is to let the agent add them.";
    return `${intro}\n\n${shortList(lines, 10_000)}`;
}

;// CONCATENATED MODULE: ./lib/publish/view/comments/closing.js









/** The closing comment: what needs attention, one sentence about the rest, and all details in a fold. */
function closingReport(view, actual) {
    const { statuses } = view.state;
    const done = statuses.filter(({ state }) => state === 'done');
    const first = done.length > 0 ? reviewFirst(view, done, actual) : [];
    return noteText((0,thread_people/* closingKey */.TQ)(view.state), takenBack(view), headline(view, done.length), first.length > 0 && `**Look at these first**\n\n${shortList(first, 20_000)}`, renderManifests(actual.manifests ?? [], actual.packages), done.length > 0
        ? `${summarySentence(view, actual, { done, isRest: first.length > 0 })}${nextStepsWhenDone(view)}`
        : `To start over, comment \`/plan\` on #${view.thread.issue.number}.`, details(view, done), `<sub>${joined('. ', [renderUsed(view.state.usage, view.prices), whyNoDollars(view.prices)])}${recordLink(view)}</sub>`);
}
/** What a reviewer should look at first, one line each, beginning with what a person has to do. */
const reviewFirst = (view, done, actual) => [
    conflicts(view, actual.conflicts ?? []),
    aboutCi(view.thread.bot, actual.runs),
    ...(view.state.reading?.plan?.risks ?? []).map((text) => `**Risk:** ${cleanLine(text, 500)}`),
    ...(actual.tests ?? []).map(changedTest),
    failTogether(actual.tests ?? []),
    ...done.map((status) => unlistedFiles(status, actual)),
    notProven(done),
    commandsOf(view, done).size === 0 && 'This plan had no checks. Review these commits with extra care.',
    ...lookAtResult(view),
].flatMap((line) => (line ? [`- ${line}`] : []));
function summarySentence(view, actual, { done, isRest }) {
    const { look } = view.state.history;
    const proven = done.filter(({ proof }) => proof && proof.proving > 0).length;
    const which = proven === done.length ? 'all subtasks are' : `${plural(proven, 'subtask')} ${proven === 1 ? 'is' : 'are'}`;
    const facts = [
        proven > 0 && `${which} proven`,
        commandsOf(view, done).size > 0 && 'all checks passed',
        done.every((status) => unlistedFiles(status, actual) === '') && 'only files named in the plan were changed',
        look && 'findings' in look && look.findings.length === 0 && 'a second look found nothing',
    ].filter((fact) => typeof fact === 'string');
    if (facts.length === 0)
        return '';
    const text = `${isRest ? 'For the rest, ' : ''}${(0,plan_plan/* joinWithAnd */.Ol)(facts)}.\\\n`;
    return text.charAt(0).toUpperCase() + text.slice(1);
}
/** The table of subtasks, the checks and the plan, folded. The plan is left out where it is too long. */
function details(view, done) {
    const plan = wholePlan(view);
    const text = joined('\n\n', [subtaskTable(view), shortList(checkLines(view, done), 20_000)]);
    return folded('Commits, checks, times and the plan', plan.length > 30_000 ? text : `${text}\n\n${plan}`);
}
/** What the newest `/undo` took back after the end, with the commits. Empty where there was none. */
function takenBack({ state: { history } }) {
    const { undone, abandoned, undoAfterEnd } = history;
    if (undoAfterEnd === undefined)
        return '';
    const short = (sha = '') => sha.slice(0, 7);
    const lines = [...undone].flatMap(([number, { sha, command }]) => {
        const revert = short(abandoned.get(number)?.sha);
        return command === undoAfterEnd ? [`Took back subtask ${number} (${revert} reverts ${short(sha)}).`] : [];
    });
    return lines.join('\\\n');
}
function headline({ state }, done) {
    const { statuses, history } = state;
    const undoneCount = history.undone.size;
    const skipped = statuses.filter(({ state }) => state === 'abandoned').length - undoneCount;
    if (done === 0)
        return `### ⏹️ ${nothingDone(state)}`;
    const dropped = joined('', [undoneCount > 0 && `, ${undoneCount} taken back`, skipped > 0 && `, ${skipped} skipped`]);
    return `### ${done === statuses.length ? '✅' : '☑️'} Plan finished: ${done} of ${plural(statuses.length, 'subtask')} done${dropped}`;
}
/** A link to the plan's record, which stays however the pull request is merged. */
function recordLink({ thread, links }) {
    const commit = thread.branch?.record?.commit;
    return commit === undefined ? '' : ` · [record](${fileLink(links.repository, commit, 'record.json')})`;
}
/** Earlier versions that fail on the new code only when they are put back together, so that none can be blamed alone. */
const failTogether = (tests) => {
    const paths = tests.flatMap((one) => (one.kind === 'test' && one.broken === 'together' ? [one.path] : []));
    return paths.length > 0 && `With the earlier versions of ${pathList(paths)} together, a check fails on the new code.`;
};
/** How the earlier version of a changed test does on the new code. */
const EARLIER_VERSION = {
    alone: ': its earlier version fails on the new code',
    passes: '; its earlier version passes on the new code',
    together: '',
};
function changedTest(change) {
    const where = `${code(change.path)} (${(0,plan_plan/* nameSubtasks */.U2)(change.subtasks)})`;
    if (change.kind === 'unplanned')
        return `Checks rest on ${where}, which the plan does not name.`;
    if (change.kind === 'test')
        return `The test ${where} was ${change.isDeleted ? 'deleted' : 'changed'}${change.broken ? EARLIER_VERSION[change.broken] : ''}.`;
    const names = pathList(change.names.filter(Boolean), 5);
    return `${where} decides which checks run and how, and was changed${names && `: ${names}`}.`;
}
function lookAtResult(view) {
    const { look } = view.state.history;
    if (!look)
        return [];
    if ('silent' in look)
        return [`There was no second look at the result. ${cleanLine(look.silent, 300)}`];
    return look.findings.map((one) => {
        const link = `${fileLink(view.links.repository, look.head, one.path)}#L${one.line}`;
        const location = `[${cleanLine(`${one.path}:${one.line}`).replaceAll(']', '\\]')}](${link})`;
        return `**Second look**, subtask ${one.subtask}, ${one.kind === 'partial' ? 'done in part' : one.kind.replaceAll('-', ' ')}, ${location}: ${cleanLine(one.text, 1_000)}`;
    });
}
const conflicts = ({ thread }, files) => files.length > 0 &&
    `**This branch conflicts with ${code(thread.base.branch)}** in ${pathList(files)}, so it stays a draft. Comment \`/update\` to have the conflicts resolved.`;
const APP = 'To have CI start by itself, give the input `github-token` the token of a GitHub App.';
/**
 * What GitHub shows of the repository's CI for the head. Pull requests of the workflow's own token have runs that wait
 * for "Approve and run"; its pushes start none (github/docs#44419). `none`: a repository without workflows of its own.
 */
function aboutCi(bot, runs) {
    if (runs === 'none')
        return undefined;
    const isOwnToken = usesWorkflowToken(bot);
    if (runs && runs.waiting > 0) {
        const waiting = `${plural(runs.waiting, 'workflow run')} ${runs.waiting === 1 ? 'waits' : 'wait'} for a person`;
        const finding = `**Your CI has not run on these commits yet:** ${waiting}. Choose **Approve and run** below.`;
        return joined(' ', [finding, isOwnToken && APP]);
    }
    if (!isOwnToken || (runs && runs.begun > 0))
        return undefined;
    const finding = runs
        ? '**Your CI has not run on these commits:** GitHub shows no run of theirs'
        : '**Look whether your CI has run on these commits:** this job may not see their runs';
    return `${finding}, and what the workflow’s own token pushes starts none by itself. Choose **Approve and run** if it appears below; otherwise close and reopen this pull request. ${APP}`;
}
function unlistedFiles({ subtask: { number, files } }, { changedPaths }) {
    const isListed = (0,guard_paths/* pathsMatcher */.$8)(files);
    const paths = (changedPaths.get(number) ?? []).filter((path) => !isListed(path));
    return paths.length > 0 ? `Subtask ${number} changed files that the plan does not list: ${pathList(paths, 20)}` : '';
}
function notProven(done) {
    const numbers = done.flatMap(({ proof, subtask }) => (proof?.proving === 0 ? [subtask.number] : []));
    const which = (0,plan_plan/* nameSubtasks */.U2)(numbers).replace('s', 'S');
    const verb = numbers.length > 1 ? 'are' : 'is';
    return numbers.length > 0 ? `${which} ${verb} not proven: no check fails without the change.` : '';
}
/** The commands that passed. */
const commandsOf = ({ verifyCommand }, done) => new Set(done.flatMap(({ subtask }) => (0,plan_plan/* checksFor */.NR)(subtask, verifyCommand)));
const checkLines = (view, done) => [...commandsOf(view, done)].map((command) => {
    const checked = done.filter(({ subtask }) => (0,plan_plan/* checksFor */.NR)(subtask, view.verifyCommand).includes(command));
    const numbers = checked.map(({ subtask }) => subtask.number);
    return `- ${code(command)} passed (${numbers.length === 1 ? 'subtask' : 'subtasks'} ${ranges(numbers)})`;
});

;// CONCATENATED MODULE: ./lib/publish/write/package-changes.js
/** Packages of one registry in a request, because their names have to fit into the URL. */
const MAX_PACKAGES = 100;
/** Package names that can be put into the query: a comma would separate two names, and a URL names no package. */
const QUERYABLE_NAME = /^@?[\w.-]+(\/[\w.-]+)*$/;
/** Asks GitHub's advisories about new packages, with two requests for each registry. */
async function packageNewsOf(forge, packages) {
    const lookups = [...Map.groupBy(packages, ({ ecosystem }) => ecosystem)].map(async ([ecosystem, ofRegistry]) => {
        const names = ofRegistry.map(({ name }) => name).filter((name) => QUERYABLE_NAME.test(name));
        const asked = new Set(names.slice(0, MAX_PACKAGES));
        const known = asked.size === 0 ? [] : await forge.advisories(ecosystem, [...asked]);
        return ofRegistry.map((one) => {
            const advisories = known?.filter(({ name }) => name.toLowerCase() === one.name.toLowerCase());
            return { ...one, advisories: asked.has(one.name) ? advisories : undefined };
        });
    });
    return (await Promise.all(lookups)).flat();
}

;// CONCATENATED MODULE: ./lib/publish/steps/finish.js























/** Makes the last commit, which removes the plan file. The stored conversation stays until the pull request is closed. */
function finish(ctx, snapshot, onlyOn = 'same plan') {
    const last = { subject: 'Finish the plan', trailers: { state: 'done' }, counts: [0] };
    return record(ctx, snapshot, { onlyOn, commits: async (now) => [{ ...last, ...(await withoutPlanFile(ctx, now)) }] });
}
/** Removes the plan file, or puts back the base's file at its path, unless the plan is to be kept. */
async function withoutPlanFile(ctx, { branch, base }) {
    const { repo } = ctx.sources;
    const { planFile, keepPlanFile } = ctx.settings;
    const at = { base: base.sha, planFile };
    const entry = await mergedFile(repo, { ...at, head: branch.head });
    const isBaseFile = entry !== undefined || (await mergedFile(repo, { ...at, head: base.sha })) !== undefined;
    if (keepPlanFile && !isBaseFile)
        return {};
    const body = keepPlanFile ? `${planFile} on ${base.branch} is a file of yours, so the plan is not kept there.` : '';
    return { body, tree: (parent) => (0,objects/* treeWith */.p6)(repo, parent, { path: planFile, entry }) };
}
/** Posts the closing comment. It names the files that conflict with the base. */
async function report(ctx, plan) {
    const { state } = plan;
    const thread = await withTriedMerge(ctx, plan.thread);
    const { repo, forge } = ctx.sources;
    const changes = await changesOf(repo, state, ctx.settings.planFile);
    const changed = new Map([...changes].map(([number, list]) => [number, list.map(({ path }) => path)]));
    const { manifests, packages } = await manifestsIn(repo, [...changes.values()].flat());
    return sayOnce(ctx, thread, {
        target: 'pull',
        ...closingReport(viewOf(ctx, thread), {
            changedPaths: changed,
            manifests,
            packages: await packageNewsOf(forge, packages),
            tests: await testsIn(repo, state, { changes, ...ctx.settings }),
            runs: await runsAt(ctx, thread.branch.head),
            conflicts: knownConflict(thread)?.files,
        }),
    });
}
/** The runs of the repository's CI. GitHub is asked only where a workflow besides our own could have any. */
async function runsAt({ sources, workflow }, head) {
    const folder = await (0,objects/* entryAt */._f)(sources.repo, head, '.github/workflows');
    const others = folder?.type === 'tree' ? await (0,objects/* pathsIn */.Mr)(sources.repo, folder.id) : [];
    return others.some((name) => name !== workflow.workflow) ? sources.forge.runsOf(head) : 'none';
}
async function changesOf(repo, { history }, planFile) {
    const executed = await Promise.all([...history.executed].map(async ([number, { sha }]) => {
        // What a merge brought from the base is none of the subtask's own.
        const merge = history.merges.has(number) ? await (0,git/* commitAt */.du)(repo, `${sha}^2`) : undefined;
        const start = merge === undefined ? `${sha}^` : (await (0,git_merge/* startOf */.GH)(repo, { head: `${sha}^`, merge, planFile })).tree;
        return [number, await (0,objects/* changesBetweenTrees */.Rh)(repo, start, sha)];
    }));
    return new Map(executed);
}
/** The changed manifests and lock files against those before all changes, and all new packages once. */
async function manifestsIn(repo, changes) {
    const files = combinedChanges(changes).filter(({ path }) => (0,package_manifests/* isManifest */.Yh)(path));
    const gains = (0,new_packages/* gainedPackages */.MG)(await (0,new_packages/* packageFiles */.i9)(repo, files));
    const manifestOf = async ({ path, from, to }) => {
        const gain = gains.find((one) => one.path === path);
        const packages = gain ? gain.packages?.map(({ name }) => name) : [];
        if (!HOLDS_SCRIPTS.test(path))
            return { path, packages, scripts: [] };
        return { path, packages, scripts: changedScripts(await (0,objects/* textOn */.bg)(repo, from), await (0,objects/* textOn */.bg)(repo, to)) };
    };
    const sorted = files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
    return { manifests: await Promise.all(sorted.map(manifestOf)), packages: (0,new_packages/* newPackagesIn */.d9)(gains) };
}
const HOLDS_SCRIPTS = /(^|\/)(package|composer)\.json$/i;
/** Changes one after the other, as one of each path: from what was there before the first to what the last one left. */
function combinedChanges(changes) {
    const first = new Map(changes.toReversed().map(({ path, from }) => [path, from]));
    const last = new Map(changes.map((change) => [change.path, change]));
    return [...last.values()]
        .map((change) => ({ ...change, from: first.get(change.path) ?? change.from }))
        .filter(({ from, to }) => from.blob !== to.blob || from.mode !== to.mode);
}
/** Changed tests and test settings, as all subtasks left them, and unplanned files on which checks rest. */
async function testsIn(repo, { statuses, history }, { changes, testFiles, verifyCommand, setupCommand }) {
    const isTest = (0,test_files/* testFileMatcher */.z)(testFiles);
    const proved = statuses.filter(({ proof }) => proof).map(({ subtask }) => subtask);
    const all = proved.flatMap(({ number }) => (changes.get(number) ?? []).map((change) => ({ ...change, number })));
    const combined = combinedChanges(all);
    const byPath = Map.groupBy(all, ({ path }) => path);
    const subtasksOf = (path) => (byPath.get(path) ?? []).map(({ number }) => number);
    const commands = [...proved.flatMap((subtask) => (0,plan_plan/* checksFor */.NR)(subtask, verifyCommand)), setupCommand ?? ''];
    const config = await (0,test_config/* changedConfig */.J)(repo, combined, commands);
    const executed = proved.flatMap(({ number }) => history.executed.get(number) ?? []);
    const brokenAlone = new Set(executed.flatMap(({ brokenTests = [] }) => brokenTests));
    // The run that named them also says which of the others pass.
    const othersPass = [...history.executed.values()].at(-1)?.brokenTests?.some((path) => brokenAlone.has(path));
    const brokenTogether = new Set(executed.flatMap(({ brokenSet = [] }) => brokenSet));
    const brokenAs = (path) => {
        if (brokenAlone.has(path))
            return 'alone';
        if (brokenTogether.has(path))
            return 'together';
        return othersPass && isTest(path) ? 'passes' : false;
    };
    const otherFiles = combined.filter(({ path }) => !isTest(path));
    const tests = [
        ...combined.filter((change) => isTest(change.path) && !(0,objects/* isNew */.BS)(change)),
        ...(await (0,changed_tests/* changedInline */.A)(repo, otherFiles)),
    ];
    return [
        ...finish_unplannedIn(statuses, changes),
        ...config.map((one) => ({ ...one, subtasks: subtasksOf(one.path), kind: 'config' })),
        ...tests
            .filter(({ path }) => !config.some((one) => one.path === path))
            .map(({ path, to }) => ({
            path,
            subtasks: subtasksOf(path),
            kind: 'test',
            isDeleted: (0,objects/* isGone */.ST)({ to }),
            broken: brokenAs(path),
        })),
    ];
}
const finish_unplannedIn = (statuses, changes) => statuses.flatMap(({ subtask: { number, files }, proof }) => {
    if (!proof?.unplanned)
        return [];
    const isNamed = (0,guard_paths/* pathsMatcher */.$8)(files);
    const unnamed = (changes.get(number) ?? []).filter(({ path }) => !isNamed(path));
    return unnamed.map(({ path }) => ({ path, subtasks: [number], kind: 'unplanned' }));
});
/** Merges the base branch into the branch of the plan. On a conflict the planner is asked for a subtask. */
async function finish_update(ctx, { thread, state }, step) {
    const fresh = await refreshBranch(ctx.sources, thread);
    let conflict;
    const { comment } = step;
    const draft = { subject: `Merge ${fresh.base.branch}`, trailers: { state: 'updated', command: comment.id } };
    const commits = async (now) => {
        const found = await tryMerge(ctx, now);
        conflict = found.conflict;
        if (found.conflict)
            return undefined;
        if (found.tree === undefined)
            return [{ ...draft, body: 'There was nothing to merge.' }];
        const { repo, planFile } = ctx.sources;
        // The base has a file at the plan path: it replaces a finished plan.
        const entry = state.history.finished && (await mergedFile(repo, { head: now.base.sha, base: now.base.sha, planFile }));
        const tree = entry ? await (0,objects/* treeWith */.p6)(repo, found.tree, { path: planFile, entry }) : found.tree;
        return [{ ...draft, tree: async () => tree, merges: now.base.sha }];
    };
    try {
        const after = await record(ctx, { thread: fresh, state }, { commits, carriesOut: [step] });
        if (!conflict)
            return after;
        const protectedFiles = conflict.files.filter((path) => (0,guard_paths/* isProtected */.bz)(path, ctx.settings.protectedPaths));
        if (protectedFiles.length === 0)
            return { ...after, merge: conflict };
        // What no subtask may change, people have to merge.
        return refuse(ctx, after, {
            comment,
            code: 'update-conflict',
            why: `\`${fresh.base.branch}\` conflicts with this branch in ${pathList(protectedFiles)}, which no subtask may change.`,
            remedy: 'Merge it by hand, and push that to this branch.',
        });
    }
    catch (error) {
        if (!(0,push_refusal/* isPushRefusal */.Tm)(error) && !(error instanceof errors/* UserError */.yo && error.code === UNSIGNED))
            throw error;
        const { code, message, remedy } = error;
        return refuse(ctx, fresh, { comment, code, why: cleanLine(message, 2_000), remedy });
    }
}
/** The merge of the base into the branch. No tree where the branch has the base already. */
async function tryMerge({ sources, settings }, { branch, base }) {
    const { head, commits } = branch;
    if (followsBase(commits, base.sha) || (await (0,git/* isPartOf */.xm)(sources.repo, base.sha, head)))
        return {};
    const { tree, conflicts } = await (0,git_merge/* startOf */.GH)(sources.repo, { head, merge: base.sha, ...settings });
    const moved = await movedIntoProtected(sources.repo, { head, base: base.sha, tree }, settings.protectedPaths);
    const files = [...new Set([...conflicts, ...moved])];
    return files.length > 0 ? { conflict: { head, base: base.sha, files } } : { tree };
}
/** Protected files that only the merge changes: where the base moved a file there, git moves our edits along. */
async function movedIntoProtected(repo, { head, base, tree }, protectedPaths) {
    const ancestor = await (0,git/* commonAncestor */.j1)(repo, head, base);
    const changed = async (from, to) => (await (0,objects/* changesBetweenTrees */.Rh)(repo, from, to)).map(({ path }) => path);
    const branchChanges = new Set(ancestor === undefined ? [] : await changed(ancestor, head));
    return (await changed(base, tree)).filter((path) => !branchChanges.has(path) && (0,guard_paths/* isProtected */.bz)(path, protectedPaths));
}
/** Tries the merge with the base as it is now, and has the thread say what came of it. */
async function withTriedMerge(ctx, before) {
    if (triedMerge(before))
        return before;
    const { pull } = before;
    const thread = { ...(await refreshBranch(ctx.sources, before)), pull };
    // The branch was deleted just now.
    if (!hasParts(thread, 'branch'))
        return before;
    const { conflict } = await tryMerge(ctx, thread);
    return { ...thread, merge: conflict ?? { head: thread.branch.head, base: thread.base.sha, files: [] } };
}

;// CONCATENATED MODULE: ./lib/publish/steps/revert.js










/** Skips the subtask of a `/skip`, and those that depend on it, with its reason. */
function skip(ctx, snapshot, step) {
    const { numbers } = step;
    const drafts = numbers.map((number) => draftFor({ snapshot, step }, number));
    // What was executed meanwhile is not skipped: a record of that would say that it was taken back.
    const commits = async (now) => {
        if (isAnyExecuted(now, numbers))
            return undefined;
        // GitHub's API makes commits one by one: what depends on the subtask comes before it, so that a `/skip` that was cut
        // off is still to be done. A push takes all of them or none.
        const isOneByOne = await commitsThroughApi(ctx.sources, now.branch.name, ctx.settings);
        return isOneByOne ? drafts.toReversed() : drafts;
    };
    // Another text may have other subtasks that depend on it.
    return record(ctx, snapshot, { commits, carriesOut: [step], onlyOn: 'same plan' });
}
/** Reverts subtasks, one commit each, and skips what depends on them. All or nothing: else says why not. */
async function undo(ctx, snapshot, step) {
    let refused;
    const after = await record(ctx, snapshot, {
        carriesOut: [step],
        onlyOn: 'same plan',
        commits: async (now) => {
            const made = await commitsOn(ctx.sources.repo, now, { snapshot, step });
            if (made && 'why' in made)
                refused = made;
            return made && 'why' in made ? undefined : made;
        },
    }).catch((error) => {
        if (!(0,push_refusal/* isPushRefusal */.Tm)(error))
            throw error;
        refused = { code: error.code, why: cleanLine(error.message, 2_000), remedy: error.remedy };
        return snapshot.thread;
    });
    return refused ? refuse(ctx, after, { comment: step.comment, ...refused }) : after;
}
/** The commits on a tip, or why they cannot be made. Undefined when another run changed meanwhile what is executed. */
async function commitsOn(repo, { branch }, undoing) {
    const { executed } = historyOf(branch.commits);
    const drafts = undoing.step.left.map((number) => draftFor(undoing, number));
    let tip = branch.head;
    for (const number of undoing.step.executed) {
        const done = executed.get(number);
        if (!done)
            return undefined;
        if (branch.commits.some(({ sha, parents }) => sha === done.sha && parents.length > 1))
            return mergeRefusal(number);
        const tree = await (0,git_merge/* applyPatch */.X6)(repo, tip, await (0,git_merge/* patchBetween */.NV)(repo, done.sha, `${done.sha}^`));
        if (tree === undefined)
            return conflictOf(repo, { number, executed, tip, undoing });
        drafts.push({ ...draftFor(undoing, number, done), tree: async () => tree });
        tip = tree;
    }
    return drafts;
}
/** The commit that takes a subtask out of the plan, and reverts what was `done` of it. Others say which one they need. */
function draftFor({ snapshot, step }, number, done) {
    const { comment } = step;
    const isSkip = step.kind === 'skip';
    const first = isSkip ? step.numbers[0] : step.executed.at(-1);
    const why = step.reason || `${isSkip ? 'skipped' : 'taken back'} by ${comment.author.login}`;
    const name = snapshot.state.statuses.find(({ subtask }) => subtask.number === number)?.subtask.name ?? '';
    return {
        subject: done ? `Undo subtask ${number}: ${name}` : `Skip subtask ${number}`,
        body: joined('\n\n', [
            number === first ? why : `needs ${first}: ${why}`,
            done && `This reverts commit ${done.sha}.`,
        ]),
        trailers: { subtask: number, state: 'abandoned', command: comment.id },
        counts: [number],
    };
}
const mergeRefusal = (number) => ({
    code: 'undo-merge',
    why: `Subtask ${number} merged the base branch, so taking it back would take back what the base has brought, too.`,
    remedy: 'Use `/revise`, or change the branch by hand.',
});
/** Names the files that were changed since, and the subtasks that did so. */
async function conflictOf(repo, { number, executed, tip, undoing }) {
    const changed = async (from, to) => (await (0,objects/* changesBetweenTrees */.Rh)(repo, from, to)).map(({ path }) => path);
    const sha = executed.get(number)?.sha ?? '';
    const changedSince = new Set(await changed(sha, tip));
    const paths = (await changed(`${sha}^`, sha)).filter((path) => changedSince.has(path));
    const later = [...executed].slice([...executed.keys()].indexOf(number) + 1);
    const others = [];
    for (const [one, { sha: other }] of later.filter(([one]) => !undoing.step.executed.includes(one)))
        if ((await changed(`${other}^`, other)).some((path) => paths.includes(path)))
            others.push(one);
    const what = pathList(paths) || 'what it changed';
    return {
        code: 'undo-conflict',
        why: `Subtask ${number} cannot be taken back by itself, because ${what} changed again since.`,
        remedy: others.length > 0
            ? `Undo subtask ${(0,plan_plan/* joinWithAnd */.Ol)(others)} first, or use \`/revise\`.`
            : `Use \`/revise\`, or revert ${sha.slice(0, 7)} by hand.`,
    };
}

;// CONCATENATED MODULE: ./lib/publish/view/comments/announcement.js














/** The comment that announces a version of the plan. Approvals after it are for this version. */
function announcement(view, news) {
    const plan = view.state.reading?.plan;
    const isEmpty = plan?.subtasks.length === 0;
    const broken = brokenSetUpOf(view);
    const settled = settledStates(view);
    const open = plan && { ...plan, subtasks: plan.subtasks.filter(({ number }) => !settled.has(number)) };
    return {
        marker: (0,thread_people/* versionMarker */._0)(news.version, news.blob),
        sections: [
            `### Plan, version ${news.version}${plan ? `: ${cleanLine(plan.title)}` : ''}`,
            brokenSetUpText(broken),
            lastLines(broken),
            isEmpty && '**This cannot be planned yet.** It depends on the answer to a question below.',
            news.byHand && editedBy(view),
            changes(news),
            keptText(news.ignoredEdits),
            news.note && cleanText(news.note),
            newPackagesNote(news.packages ?? []),
            answers(view, news.answers),
            noApproval(view, news.answers, news.version),
            plan && planSummary(plan),
            reviewerObjections(news.look),
            plan && decisionsText(plan),
            risksText(view),
            overlapNote(news.overlaps ?? []),
            plan && foldedSubtasks(view, plan),
            plan && announcement_acceptance(view, plan),
            plan && questionsText(plan, news.files?.before.plan),
            open && planGaps(open, news.byHand ? news.files?.before.plan : undefined, view.thread.bot),
            joined(' · ', [
                plan && sharedChecksText(view, plan),
                !isEmpty && estimated(view, news.estimate),
                !broken && baseline(view, news.baseline),
            ]),
            missingPrograms(news.missing),
            nextSteps(view, news),
        ],
    };
}
/** Who pushed the version, as GitHub tells it, and in which commit: the name in a commit is whatever its author wrote. */
function editedBy({ thread }) {
    const commit = commitByHand(thread) ?? '';
    // Author and committer are often the same account.
    const writers = [...new Set((thread.writers?.get(commit) ?? []).map(({ login }) => cleanLine(login)))];
    const how = commit && ` (${commit.slice(0, 7)})`;
    const what = writers.length > 0
        ? `**${writers.join(' and ')} edited the plan by hand**${how}.`
        : `**The plan was edited by hand**${how}. The commit has no GitHub account.`;
    return `> [!CAUTION]\n> ${what}`;
}
/** Tells that edits of settled subtasks have no effect, since the comment shows these as they were approved. */
const keptText = (kept = []) => kept.length === 0 ? '' : `The edit changes nothing of ${(0,plan_plan/* nameSubtasks */.U2)(kept)}: what is done or skipped stays as it was.`;
/** The answers of a revision that left the plan as it is, so that there is no version to announce. */
function unchangedPlan(view, given, keys) {
    const lines = given.map(({ comment, note }) => `- ${reference(view, comment)}: ${cleanLine(note, 1_000)}`);
    const { current } = view.state;
    const stays = `The plan stays as it is${current ? `: version ${current.version}, with its approvals` : ''}.`;
    return noteText(keys, shortList(lines, 10_000), noApproval(view, given), stays);
}
/** Permanent links to the plan file at its commit, and to the comparison with the previous version. */
function links({ thread, state, links: { repository }, planFile }, version, blob) {
    const commitOfPlanBlob = thread.branch?.commitOfPlanBlob;
    const commit = commitOfPlanBlob?.get(blob);
    const before = commitOfPlanBlob?.get(state.versions.at(-1)?.blob ?? '');
    if (commit === undefined)
        return [];
    const compare = `[compare with version ${version - 1}](${repository}/compare/${before}...${commit})`;
    return [
        `[read the whole plan](${fileLink(repository, commit, planFile)})`,
        ...(before === undefined || before === commit ? [] : [compare]),
    ];
}
function changes({ files, version }) {
    if (version === 1)
        return '';
    const ended = 'Earlier approvals no longer count.';
    const list = files ? planDiff(changesOfFile(files.before, files.after)) : '';
    return list === '' ? ended : `**Changed since version ${version - 1}.** ${ended}\n\n${list}`;
}
/** Characters of all acceptance tests that are shown; the plan file has them whole. */
const TESTS_SHOWN = 20_000;
function announcement_acceptance({ planFile, thread }, { acceptance: tests = [] }) {
    const isTried = triedTests(thread.branch);
    const shownLength = Math.floor(TESTS_SHOWN / Math.max(1, tests.length));
    const shown = tests.map((test) => {
        const { path, run, content } = test;
        const more = content.length > shownLength ? `\n\nThe rest is in ${code(planFile)}.` : '';
        const file = folded('Show the file', `${fenced(content.slice(0, shownLength), languageOf(path))}${more}`);
        const base = isTried(test) ? ' It failed before the plan.' : '';
        return `${code(path)}, run by ${code(run, 1_000)}.${base}\n\n${file}`;
    });
    const what = '**Acceptance tests** (must fail now and pass at the end, unchanged):';
    return tests.length === 0 ? '' : [what, ...shown].join('\n\n');
}
const languageOf = (path) => /\.([a-z0-9]{1,8})$/.exec(path)?.[1] ?? 'text';
/** A mention that notifies an account. Empty for bots and for anything that is no valid login. */
const mention = (login = '') => /^[A-Za-z\d](?:-?[A-Za-z\d]){0,38}(?:_[a-z\d]{1,8})?$/.test(login) ? `@${login}` : '';
function nextSteps(view, { version, blob }) {
    const waiting = (0,subtask_status/* unapproved */.Bo)(view.state.statuses).map(({ subtask }) => subtask.number);
    // GitHub notifies nobody of edits, such as that of the progress comment, so the requester is mentioned here.
    const asker = version === 1 ? mention(view.state.history.requester?.login) : '';
    const small = [
        asker && `Requested by ${asker}.`,
        (0,subtask_status/* askedText */.k7)(view.state.asked),
        view.approvalsRequired > 1 && `Needs ${view.approvalsRequired} approvals.`,
        [`To pin this exact version: \`approve ${(0,thread_people/* shortBlob */.Gn)(blob)}\``, ...links(view, version, blob)].join(' · '),
    ];
    return `${howToApprove(view, waiting)}\\\n<sub>${joined(' ', small)}</sub>`;
}
function answers(view, given) {
    if (given.length === 0)
        return '';
    const lines = given.map(({ comment, applied, note }) => {
        const what = applied ? 'applied' : 'not applied';
        return `- ${reference(view, comment)} → **${what}**${note.trim() && `: ${cleanLine(note, 1_000)}`}`;
    });
    return `**Your feedback**\n\n${shortList(lines)}`;
}
/** Tells people whose comment meant approval, but was handled as feedback, how to approve. */
function noApproval({ state }, given, version = state.current?.version ?? 1) {
    const approving = state.comments.pull.filter(({ id, command }) => command.kind === 'feedback' && command.meant === 'approve' && given.some(({ comment }) => comment === id));
    const quotes = [...new Set(approving.map(({ body }) => `“${firstWords(body)}”`))];
    return quotes.length === 0
        ? ''
        : `${quotes.join(' and ')} ${quotes.length > 1 ? 'do' : 'does'} not approve the plan. To approve version ${version}, comment \`approve\`.`;
}
/** The objections of the reviewer model (input `reader-model`) that the planner did not apply. */
function reviewerObjections(look) {
    if (!look)
        return '';
    const { objections, silent } = look;
    if (silent !== undefined)
        return `**A second look:** there was none, because the model of \`reader-model\` did not answer. ${cleanLine(silent, 300)}`;
    const notApplied = objections.filter(({ applied }) => !applied);
    const applied = objections.length - notApplied.length;
    const counts = joined(', ', [
        applied > 0 && `${plural(applied, 'objection')} applied`,
        notApplied.length > 0 && `${plural(notApplied.length, 'objection')} not applied`,
    ]);
    const lines = notApplied.map(({ text, note }) => `- ${cleanLine(text, 1_000)} → **not applied**: ${cleanLine(note, 1_000)}`);
    return `**A second look:** ${counts || 'no objections'}${lines.length > 0 ? `:\n\n${shortList(lines)}` : '.'}`;
}
function baseline({ setupCommand = '' }, result) {
    if (!result)
        return '';
    const { command, passed, exit } = result;
    if (passed)
        return `Today: ${code(command)} passes.`;
    if (isUnknown(result)) {
        const input = command === asRecorded(setupCommand) ? 'setup-command' : 'verify-command';
        const after = / after \d{1,6} s$/.exec(exit)?.[0] ?? '';
        return `Whether \`${input}\` passes today is not known: stopped${after}, when the plan was ready. \`approve\` tries it first.`;
    }
    const line = `Today: ${code(command)} fails (${cleanLine(exit)}).`;
    return joined('\n\n', [line, lastLines(result)]);
}
const lastLines = ({ tail } = { tail: '' }) => tail && folded('Show its last lines', outputBlock(tail));
const missingPrograms = (missing = []) => missing.map(missingProgram).join('\\\n');
const missingProgram = ({ program, subtask }) => `${code(program)}, with which a check of subtask ${subtask} begins, is not on the runner: let \`setup-command\` install it, or change the check.`;
/** The estimated cost of the subtasks, from earlier ones of this repository, and the most that the plan may cost. */
function estimated({ prices, allowance }, estimate) {
    const most = renderMost(allowance, prices);
    const basis = estimate && `for ${plural(estimate.subtasks, 'subtask')} (from ${plural(estimate.samples, 'earlier subtask')} here)`;
    const text = estimate
        ? `Estimate: ${renderEstimated(estimate, prices)} ${basis}${most && `, at most ${most}`}.`
        : most && `Costs at most ${most}.`;
    return text && joined(' ', [text, whyNoDollars(prices)]);
}
/** The author of feedback, with a link to the comment, review or review comment, and its first words. */
function reference({ thread, state, links: { repository } }, id) {
    // Failed checks, not a comment, asked for the revision.
    const fix = id === inbox_fix/* EVENT_REMARK */.CC ? state.history.fixes.at(-1) : undefined;
    if (fix)
        return `[the checks that failed](${repository}/commit/${fix.code}/checks)`;
    const address = thread.pull?.pull.url ?? '';
    const remark = thread.pull?.remarks.find((one) => one.id === id);
    if (remark) {
        const anchor = remark.kind === 'summary' ? `pullrequestreview-${id}` : `discussion_r${id}`;
        return quoted(remark, `${address}#${anchor}`);
    }
    const feedback = thread.pull?.comments.find((one) => one.id === id);
    return feedback ? quoted(feedback, `${address}#issuecomment-${id}`) : `comment ${id}`;
}
const quoted = ({ author, body }, address) => {
    const words = firstWords(body);
    return `**[${cleanLine(author.login)}](${address})**${words && `, “${words}”`}`;
};
/** Characters of a quoted comment that are enough to recognize it. */
const announcement_FEW_WORDS = 60;
/** The first line that is not quoted from another comment, without a command's name. */
function firstWords(body) {
    const line = body.split(/\r?\n/).find((one) => one.trim() !== '' && !/^\s*>/.test(one)) ?? '';
    return cleanLine(line.replace(/^\s*\/\w+\s+/, ''), announcement_FEW_WORDS);
}

;// CONCATENATED MODULE: ./lib/plan/overlap.js

/** Overlaps that are shown, and files of each: whoever approves reads no more. */
const MAX_OVERLAPS = 20;
const MAX_FILES_SHOWN = 10;
/**
 * Who else names or changes what a plan names, with these paths alone. Folders and patterns count as what may lie in them,
 * so of two paths that overlap the more specific one is given.
 */
function overlapsOf(ownPaths, others) {
    const ownNames = ownPaths.map(guard_paths/* namedPath */.hq);
    return others
        .flatMap((other) => {
        const shared = other.paths.map(guard_paths/* namedPath */.hq).flatMap((theirs) => {
            const match = ownNames.find((one) => (0,guard_paths/* mayOverlap */.$5)(one, theirs));
            if (!match)
                return [];
            return [theirs.isPattern || match.path.length > theirs.path.length ? match.path : theirs.path];
        });
        return shared.length > 0 ? [{ ...other, paths: [...new Set(shared)].toSorted().slice(0, MAX_FILES_SHOWN) }] : [];
    })
        .toSorted((one, other) => one.number - other.number)
        .slice(0, MAX_OVERLAPS);
}

;// CONCATENATED MODULE: ./lib/publish/steps/announce.js












/** Posts the plan comment of a version, after which approvals count for it. */
async function announce(ctx, plan, { version, blob }) {
    const { thread, state } = plan;
    const { branch } = thread;
    const entry = branch.commits.find((commit) => commit.sha === branch.commitOfPlanBlob.get(blob))?.entry;
    const before = state.versions.at(-1)?.blob;
    const { revision } = state.history;
    const answers = revision && revision.seen >= (state.versions.at(-1)?.comment ?? 0) ? revision.answers : [];
    if (version === 1)
        await askForReview(ctx, thread);
    const proposed = entry && isProposal(entry) ? (0,names/* parseNewPackages */.zi)(entry.body) : undefined;
    const byHand = entry === undefined;
    const text = announcement(viewOf(ctx, thread), {
        version,
        blob,
        answers,
        ...planningNotes(plan),
        byHand,
        ignoredEdits: byHand ? ignoredEditsOf(plan, blob) : [],
        note: proposed
            ? `The agent at work proposes this change: ${proposed.rest}`
            : entry?.trailers.fix && 'Checks failed on this branch. This version says how to fix them.',
        packages: proposed && (await packageNewsOf(ctx.sources.forge, proposed.packages)),
        files: before === undefined ? undefined : bothVersions(plan, { before, after: blob }),
        overlaps: await overlappingPlans(ctx, plan),
    });
    await reactToAnswered(ctx, thread, answers);
    return sayVersion(ctx, plan, text);
}
/** Other open plans and pull requests that touch files of the plan. Skipped subtasks touch none. */
async function overlappingPlans({ sources }, { thread, state }) {
    const remaining = state.reading.plan?.subtasks.filter(({ number }) => !state.history.abandoned.has(number)) ?? [];
    const files = remaining.flatMap((one) => one.files);
    return overlapsOf(files, await readOtherPlans(sources, thread));
}
/** Requests a review, once per plan, from the people in the input `approvers`. */
async function askForReview({ sources: { forge, approvers } }, { pull }) {
    if (approvers.kind !== 'list')
        return;
    const { number, author } = pull.pull;
    const users = approvers.users.filter((login) => login !== author.login.toLowerCase());
    if (users.length + approvers.teams.length > 0)
        await forge.askForReview(number, { users, teams: approvers.teams });
}
/** So many review comments get a reaction. All are quoted in the plan comment. */
const MAX_REACTIONS = 30;
/** Reacts to review comments that were answered. REST has no reactions to reviews themselves. */
async function reactToAnswered(ctx, { pull }, answers) {
    const answered = new Set(answers.map(({ comment }) => comment));
    const remarks = pull.remarks.filter(({ kind, id }) => kind === 'line' && answered.has(id));
    for (const { id } of remarks.slice(0, MAX_REACTIONS))
        await ctx.sources.forge.reactToRemark(id, 'rocket');
}
/** Posts no second plan comment for a version, which would void approvals in between. */
async function sayVersion(ctx, { thread, state }, text) {
    const now = await refreshComments(ctx, thread, 'pull');
    const announced = (0,thread_people/* announcementsIn */.uw)(now.pull.comments, now.bot);
    return announced.length > state.versions.length ? now : say(ctx, now, { target: 'pull', ...text });
}
/**
 * What the newest planning produced besides the plan: nothing after an edit by hand. What is known of the base is told
 * with each version until a subtask changed the code.
 */
function planningNotes({ thread, state }) {
    const { commits } = thread.branch;
    const last = newestPlanning(commits);
    const isNew = last && last.seen >= (state.versions.at(-1)?.comment ?? 0);
    const baseline = state.history.executed.size > 0 ? undefined : baselineIn(commits);
    return { ...(isNew ? last : {}), baseline };
}
/** Whether an agent proposed the version: its commit answers no request and no feedback. */
const isProposal = ({ trailers: { request, fix, feedback } }) => request === undefined && fix === undefined && !feedback?.length;
/** Both versions as they are shown: what is settled stands there as it was approved. Undefined if one cannot be read. */
function bothVersions({ thread, state: { history } }, blobs) {
    const fileOf = (blob) => {
        const text = thread.branch.texts.get(blob) ?? '';
        const { plan } = (0,markdown/* parsePlan */.vS)(text);
        return plan && { plan: withWhatWasApproved(plan, history, thread.branch), text };
    };
    const [before, after] = [fileOf(blobs.before), fileOf(blobs.after)];
    return before && after && { before, after };
}
/** The settled subtasks of which the file says something else than what is shown of them. */
function ignoredEditsOf({ thread, state: { reading } }, blob) {
    const { plan } = (0,markdown/* parsePlan */.vS)(thread.branch.texts.get(blob) ?? '');
    if (!plan || !reading.plan)
        return [];
    const changes = changesBetween(reading.plan, plan);
    return [...new Set(changes.flatMap((one) => ((one.kind === 'text' || one.kind === 'list') && one.subtask) || []))];
}

;// CONCATENATED MODULE: ./lib/publish/publish.js












/** Carries out one step on GitHub. Returns the updated thread. */
const publish = (ctx, snapshot, step) => ACTS[step.kind](ctx, snapshot, step);
const onPlan = (act) => async (ctx, snapshot, step) => act(ctx, openPlan(snapshot), step);
const posting = (post, note) => (ctx, { thread }, step) => post(ctx, thread, note(viewOf(ctx, thread), step));
/** Marks the pull request as ready for review. One whose branch conflicts with the base stays a draft. */
async function readyUnlessConflicting(ctx, { thread }) {
    const looked = await withTriedMerge(ctx, thread);
    return knownConflict(looked) ? looked : ready(ctx, looked);
}
const ACTS = {
    nothing: async (_, { thread }) => thread,
    refuse: (ctx, { thread }, step) => refuse(ctx, thread, step.refusal),
    'refuse-all': posting(reply, STEP_NOTES['refuse-all']),
    'refuse-review': posting(reply, STEP_NOTES['refuse-review']),
    help: posting(reply, STEP_NOTES.help),
    tell: posting(reply, STEP_NOTES.tell),
    link: posting(reply, STEP_NOTES.link),
    verify: replyVerification,
    react: (ctx, { thread }, step) => react(ctx, thread, step),
    open: pull_request_open,
    'tell-once': posting(sayOnce, STEP_NOTES['tell-once']),
    'tell-no-plan': posting(say, STEP_NOTES['tell-no-plan']),
    announce: onPlan(announce),
    'tell-issue': posting(sayOnce, STEP_NOTES['tell-issue']),
    'tell-problem': posting(sayOnce, STEP_NOTES['tell-problem']),
    skip: skip,
    undo: undo,
    update: finish_update,
    fail: recordFailure,
    interrupt: recordInterruption,
    continue: (ctx, { thread }) => continueInNextRun(ctx, thread),
    halt: recordHalt,
    'tell-halt': posting(sayOnce, (view, { halt }) => ({ target: 'pull', ...haltNote(view, halt) })),
    redraft: onPlan((ctx, { thread }) => redraft(ctx, thread)),
    finish: onPlan((ctx, plan) => finish(ctx, plan)),
    record: writeRecord,
    ready: onPlan(readyUnlessConflicting),
    report: onPlan(report),
    cancel: cancel,
    'delete-branch': deleteBranch,
    show: (ctx, { thread }) => show(ctx, thread),
};

;// CONCATENATED MODULE: ./lib/loop/loop.js











/** Observe, derive the state, decide, take the step, until none is left. Error handling reads `progress`. */
async function reconcile(loop, pool, from) {
    const { run, progress, note, stop } = loop;
    let thread = from;
    let attempts = 0;
    while (thread && !stop.aborted) {
        progress.thread = thread;
        const snapshot = run.sources.snapshotAt(thread);
        const ended = await howItEnded(loop, from, snapshot);
        if (ended !== undefined)
            return note(ended);
        const timeIsUp = attempts > 0 && run.sources.clock.isUp();
        const step = decide(thread, snapshot.state, decisionContextOf(run.githubContext, thread, timeIsUp));
        if (isStale(loop, step)) {
            thread = await refresh(run.sources, thread);
            progress.observedAt = run.sources.clock.now();
            continue;
        }
        const isDelayed = pool.delays(step);
        const claimed = isDelayed ? 'acquired' : await acquire(loop, snapshot, step);
        if (claimed === 'skipped')
            return;
        if (claimed === 'stale') {
            thread = await lookAgain(loop, thread);
            continue;
        }
        if (isSubtaskStep(step))
            attempts++;
        if (isDelayed || needsModel(step))
            thread = await pool.carryOut(snapshot, step);
        else {
            beginStep(loop, snapshot, step);
            if (step.kind === 'fail')
                progress.failed = true;
            thread = await publish(run.githubContext, snapshot, step);
        }
    }
    if (thread && stop.aborted)
        progress.thread = await recordStop(loop, await pool.drain(thread));
}
/** Milliseconds for which the last read counts as current. */
const FRESH_MS = 2_000;
/** Whether the last snapshot is too old to end the run, or for a step that costs money. */
const isStale = ({ run, progress }, step) => run.sources.clock.now() - progress.observedAt > FRESH_MS && (step.kind === 'nothing' || needsModel(step));
/** How people ended the plan meanwhile. If its branch is gone, reads again: GitHub closes a pull request a bit later. */
async function howItEnded({ run, progress }, from, snapshot) {
    const { pull, branch } = snapshot.thread;
    if (!from.branch || branch || pull?.pull.state !== 'open')
        return endedByPeople(from, snapshot);
    const thread = (progress.thread = await refresh(run.sources, snapshot.thread));
    return endedByPeople(from, run.sources.snapshotAt(thread));
}
/** Records unrecorded usage of a run that is being stopped. Needs no API request. */
async function recordStop({ run, note }, thread) {
    if (thread.thisRun.attempts.size === 0 || thread.pull?.pull.state === 'closed')
        return thread;
    if (!thread.branch || !thread.pull)
        return flushUsage(run.githubContext, thread);
    note('The run ends here, and writes down what it spent.');
    const snapshot = run.sources.snapshotAt(thread);
    return publish(run.githubContext, snapshot, interruption(thread, snapshot.state));
}
/** Whether the loop continues with this step. If no step is left, releases the claim. */
async function acquire(loop, snapshot, step) {
    const { claim, note, run } = loop;
    // With three jobs, each job releases the claim itself at its end.
    if (step.kind === 'nothing' || isOfAnotherJob(step, run.inputs.mode))
        return run.githubContext.jobs === 'one' && (await claim.end(snapshot, true)) === 'contended' ? 'stale' : 'skipped';
    if (traitsOf(step).withoutClaim)
        return 'acquired';
    const why = await repliesOnly(loop, snapshot);
    if (why !== undefined) {
        loop.progress.isLeftToOthers = true;
        note(`${why}: left to other runs: ${describeStep(step)}`);
        return 'skipped';
    }
    // The checkboxes are updated for an existing commit even if nothing else is done.
    if (snapshot.state.missing.length > 0)
        await show(run.githubContext, snapshot.thread);
    checkCommits(snapshot);
    // A draft needs the sandbox. Opening it takes as long as pushing the claim, so both happen at the same time.
    if (isDraftStep(step))
        void (0,lib_async/* inBackground */.kS)(trySandbox(run));
    const taken = await loop_takeClaim(loop, snapshot.thread, traitsOf(step).worksReadOnly);
    if (taken !== 'ours')
        return taken === 'held' ? 'skipped' : 'stale';
    // The next run must find the plan unclaimed.
    if (step.kind !== 'continue')
        return 'acquired';
    return (await claim.release(snapshot.state)) === 'contended' ? 'stale' : 'acquired';
}
/** Opens the sandbox that all steps of the run share. A failure is reported by the first step that needs it. */
async function trySandbox({ openContext, ends }) {
    await openContext({ signal: ends }).sandbox();
}
/** Takes the claim. If another run holds it, the plan is left to that run. */
async function loop_takeClaim({ claim, note, progress }, thread, mayGoWithout) {
    const taking = await claim.take(thread, mayGoWithout);
    if (taking.kind !== 'held')
        return taking.kind;
    progress.isLeftToOthers = true;
    note(`Run ${taking.by.run} is at work on this plan, and takes up what this run came for.`);
    return taking.kind;
}
/** Why this run may only reply to comments, decided once per run. Undefined if it may take all steps. */
async function repliesOnly(loop, snapshot) {
    const { target, progress, run } = loop;
    progress.role ??= await roleOf(target, snapshot, run.sources.forge);
    return progress.role.kind === 'replies' ? progress.role.why : undefined;
}
const isOfAnotherJob = (step, mode) => (mode === 'decide' && step.kind !== 'react') || (mode === 'publish' && needsModel(step));
/** Throws if commits of the plan were removed from its branch, since it is unknown then what was done and approved. */
function checkCommits(snapshot) {
    const branch = snapshot.thread.branch?.name;
    const list = (0,side_ref/* refName */.P7)({ kind: 'commits', issue: snapshot.thread.issue.number });
    if (lostCommits(snapshot) && snapshot.thread.branch?.isListed === false)
        throw new errors/* UserError */.yo('list-gone', `The list of this plan's own commits, \`${list}\`, is gone, so nothing on the branch \`${branch}\` counts as done or approved.`, 'Push that ref there again, or comment `/plan` on the issue to start over.');
    if (lostCommits(snapshot))
        throw new errors/* UserError */.yo('commits-gone', `The commits of this plan are no longer on the branch \`${branch}\`, after a force-push.`, 'Push them there again, or comment `/plan` on the issue to start over.');
    const { missing } = snapshot.state;
    if (missing.length === 0)
        return;
    const names = namedCommits(missing).map((name) => `\`${name}\``);
    const more = missing.length - names.length;
    throw new errors/* UserError */.yo('commits-gone', `Commits of this plan are no longer on the branch \`${branch}\`, after a force-push: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`, 'Push them there again, or comment `approve` to go on with what is there now.');
}

;// CONCATENATED MODULE: ./lib/tasks/check/publish.js










/** Publishes what the checks after a merge, or the approved tests, came to. */
const publishCheck = (ctx, snapshot, { step, result }) => step.of === 'merge'
    ? publishMergeChecks(ctx, snapshot, { step, result })
    : publishTests(ctx, snapshot, { step, result });
/**
 * Reports which checks of executed subtasks failed after the base was merged, or that there was no time for them. If
 * all pass, it is recorded in the side ref without a comment, and the command that asked for the merge gets a reaction.
 * If that ref may not be pushed, a comment records it instead, so that the checks do not run again forever.
 */
async function publishMergeChecks(ctx, { thread, state }, { step, result }) {
    const isCutShort = result.kind === 'stopped' && result.why === 'time';
    if (result.kind !== 'checked' && !isCutShort)
        return thread;
    const key = (0,thread_people/* mergedKey */.Qr)(step.merge);
    const subtasks = state.statuses.flatMap(({ subtask }) => (step.numbers.includes(subtask.number) ? [subtask] : []));
    const checks = result.kind === 'checked' ? result.checks : undefined;
    const { verifyCommand } = ctx.settings;
    if (checks?.every(({ passed }) => passed)) {
        const after = await saveUsage(ctx, thread, { usage: plan_usage/* noUsage */.tk, rechecked: step.merge });
        if (after.paid?.rechecked === step.merge)
            return after;
    }
    const text = checksAfterMerge({ base: thread.base.branch, merge: step.merge, subtasks, checks, verifyCommand, key });
    return sayOnce(ctx, thread, { target: 'pull', ...text });
}
/** Finishes the plan when its approved tests hold; otherwise it waits for a person. */
async function publishTests(ctx, now, { step, result }) {
    const snapshot = openPlan(now);
    const { thread, state } = snapshot;
    // After a push the tests have not run on the new head, so nothing is known of it.
    if (thread.branch.head !== step.head)
        return thread;
    const halt = (text) => recordHalt(ctx, snapshot, { reason: 'acceptance', text });
    if (result.kind !== 'checked') {
        // After a run that committed something, the next run retries with its full time.
        const hadFullTime = thread.thisRun.written.commits.length === 0;
        return result.kind === 'stopped' && result.why === 'time' && hadFullTime ? halt(NO_TIME) : thread;
    }
    const tests = step.numbers.flatMap((number) => (0,acceptance/* testsOf */.Vh)(planOf(state), number));
    const unmet = await unmetTests(ctx, tests, { head: step.head, checks: result.checks });
    return unmet.length === 0 ? finish(ctx, snapshot, 'same head') : halt(unmet.join('\n\n'));
}
/** For people: which approved tests failed or are not what was approved, and the output of the first that failed. */
async function unmetTests(ctx, tests, { head, checks }) {
    const checkOf = ({ run }) => checks.find(({ command }) => command === run);
    const unmet = tests.flatMap((test) => (0,acceptance/* whyUnmet */.ol)(test, checkOf(test)) ?? []);
    const why = [...(await changedSince(ctx, head, tests)), ...unmet];
    const failed = why.length > 0 && tests.map(checkOf).find((check) => check && !check.passed);
    if (!failed || !failed.tail)
        return why;
    return [...why, `$ ${failed.command}\n${indented(failed.tail.slice(-MAX_OUTPUT))}`];
}
const NO_TIME = 'There was no time to run the acceptance tests to their end. Raise `time-budget`.';
const MAX_OUTPUT = 2_500;
/** The approved tests that changed since approval: subtasks cannot change them, but people's pushes and merges can. */
async function changedSince({ sources: { repo } }, head, tests) {
    const texts = tests.map(async ({ path, content }) => {
        const entry = await (0,objects/* entryAt */._f)(repo, head, path);
        const isSame = entry?.mode.startsWith('100') && entry.id === (await (0,objects/* writeBlob */.Zh)(repo, content));
        return isSame ? [] : [`The acceptance test \`${path}\` is not what was approved: put it back on the branch.`];
    });
    return (await Promise.all(texts)).flat();
}

;// CONCATENATED MODULE: ./lib/tasks/unfinished.js






const STOPS = {
    cancelled: { reason: 'The run was cancelled.', remedy: 'Repeat the command to try again.' },
    time: { reason: 'The run ran out of time.', remedy: 'Try a smaller request, or raise `time-budget`.' },
    budget: {
        reason: 'The plan ran out of budget.',
        remedy: 'Try a smaller request, or raise `max-tokens` or `max-cost`.',
    },
    outdated: { reason: 'Something else was done meanwhile.', remedy: 'Look at what is there now.' },
};
const FAILURE_REMEDY = 'Try again with more detail or a smaller request, or raise `max-turns`.';
const endedWhileWaiting = ({ why, waitedFor }) => why === 'time' && waitedFor !== undefined;
/** Whether the task was cancelled by people or outdated by a newer state, so that nobody waits for its result. */
const isCancelledOrOutdated = (result) => result.kind === 'stopped' && (result.why === 'cancelled' || result.why === 'outdated');
/** Why the task was stopped, with the operation that it was waiting for when the time was up. */
const stopReason = (result) => endedWhileWaiting(result)
    ? `The run ran out of time while it waited for ${cleanLine(result.waitedFor ?? '', 300)}.`
    : STOPS[result.why].reason;
/** Counts the cost of a stopped task with the plan's next commit; for a subtask, as an attempt at it. */
const countStop = (thread, result, subtask = 0) => addAttempt(thread, subtask, { reason: stopReason(result), checks: [], usage: result.usage });
/**
 * Counts the usage of a requested task, and reports once that it gave no result: it is not retried automatically, since
 * each try costs the same. A cancelled or outdated task is not reported. Throws `UserError` if the model did not answer
 * in time, so that the next run retries, as after any outage.
 */
async function endWithoutResult(ctx, thread, { result, payment, report }) {
    const { usage } = result;
    if (isCancelledOrOutdated(result))
        return countStop(thread, result);
    if (result.kind === 'stopped' && endedWhileWaiting(result)) {
        await saveUsage(ctx, thread, { usage });
        throw new errors/* UserError */.yo('model-busy', stopReason(result), 'The next run goes on; to begin it now, run the job again.');
    }
    const saved = await saveUsage(ctx, thread, { usage, ...payment });
    const reason = result.kind === 'stopped' ? stopReason(result) : result.reason;
    const remedy = result.kind === 'stopped' ? STOPS[result.why].remedy : FAILURE_REMEDY;
    const problem = { code: 'no-result', why: `No result: ${cleanLine(reason, 500)}`, remedy };
    return report(withProblem({ ...saved, asked: undefined }, problem.why), problem);
}
/** The thread with one more problem of this run. Any problem turns the run red. */
const withProblem = (thread, problem) => inThisRun(thread, { problems: [...thread.thisRun.problems, problem] });
/** Answers a comment with the result of its task, or with the reason why there is none. */
async function publishAnswer(ctx, thread, { step: { comment }, result, answer }) {
    const target = targetOf(thread, comment);
    if (result.kind === 'answered') {
        const saved = await saveUsage(ctx, thread, { usage: result.usage });
        return say(ctx, saved, { target, ...(await answer(saved, result)) });
    }
    // `/retry` works only on a paused plan: without one, asking again grants the budget again.
    const grants = result.kind === 'stopped' && result.why === 'budget' && !thread.branch;
    return endWithoutResult(ctx, thread, {
        result,
        payment: { grants },
        report: (counted, problem) => say(ctx, counted, { target, ...refusal({ ...problem, id: comment.id }, ctx.links.errors) }),
    });
}

;// CONCATENATED MODULE: ./lib/tasks/doctor/publish.js












/** Tries what a plan needs of GitHub, and answers `/doctor` with that and with the findings of the agent side. */
const publishDiagnosis = (ctx, snapshot, { step, result }) => publishAnswer(ctx, snapshot.thread, {
    step,
    result,
    answer: async (thread, { text, usage }) => {
        const { id, author } = step.comment;
        const findings = await tryGitHub(ctx, {
            base: thread.base,
            bot: thread.bot,
            branch: thread.branch?.name ?? thread.freeBranch,
            trial: `${ctx.sources.branchPrefix}doctor-${id}`,
            number: String(thread.pull?.pull.number ?? thread.issue.number),
            login: author.login,
            comment: id,
        });
        return noteText((0,thread_people/* answerTo */.oy)(id), ...doctorReport(ctx.settings, { findings, agentFindings: text, usage }));
    },
});
/** Tries each permission and rule of GitHub that a plan needs, and deletes the branch and the pull request again. */
async function tryGitHub(ctx, trials) {
    const { comment } = trials;
    return [
        ...(await tryBranch(ctx, trials)),
        await tryRules(ctx, trials),
        ...(await tryRequired(ctx, trials)),
        ...(ctx.jobs === 'three' ? [] : [await tryDispatch(ctx, trials)]),
        ...(await tryApprovers(ctx, trials)),
        ...(comment === undefined ? [] : [{ need: 'Comments', ok: 'can comment.' }, await tryReaction(ctx, comment)]),
    ];
}
/** Pushes a branch and opens a draft pull request for it, and always deletes both afterwards. */
async function tryBranch(ctx, trials) {
    const { repo } = ctx.sources;
    const { trial } = trials;
    const need = 'Branches';
    const commit = await pushTrial(ctx, trials);
    try {
        const wrong = `GitHub did not take the push to \`${trial}\`. Give the job \`permissions: contents: write\`.`;
        if (commit === undefined)
            return [{ need, wrong }];
        const pushed = { need, ok: `\`${trial}\` could be pushed.` };
        return [pushed, await tryStatus(ctx, commit), await tryPull(ctx, trials)];
    }
    finally {
        await (0,remote/* push */.VC)(repo, [{ ref: `refs/heads/${trial}`, from: commit ?? trials.base.sha, to: undefined }]);
    }
}
/** The empty commit that was pushed, signed by GitHub where plans need that. Undefined where GitHub did not take it. */
async function pushTrial(ctx, { base, bot, trial, branch }) {
    const { repo, forge } = ctx.sources;
    const message = 'See whether a branch can be pushed\n';
    const isSigned = await commitsThroughApi(ctx.sources, branch, ctx.settings);
    const author = authorOf(bot);
    const to = isSigned
        ? base.sha
        : await (0,objects/* commitTree */.SC)(repo, { tree: await (0,objects/* treeOf */.g7)(repo, base.sha), parents: [base.sha], message, author });
    if ((await (0,remote/* push */.VC)(repo, [{ ref: `refs/heads/${trial}`, from: '', to }])).kind !== 'pushed')
        return undefined;
    if (!isSigned)
        return to;
    const made = await forge.commit({ branch: trial, expected: to, message, changes: [], setsModes: false });
    return made.kind === 'made' ? made.sha : undefined;
}
/** Sets a status on the commit of the temporary branch, since statuses cannot be deleted. Plans work without it. */
async function tryStatus({ sources: { forge }, links }, commit) {
    const need = 'Commit status';
    const status = { state: 'pending', description: 'Tried by /doctor', url: links.run, context: CONTEXT };
    return (await forge.setCommitStatus(commit, status))
        ? { need, ok: 'one could be set.' }
        : { need, wrong: 'None can be set. Give the job `permissions: statuses: write`; plans go on without it.' };
}
/** Opens a pull request only if the bot has none: a new one notifies everybody who watches the repository. */
async function tryPull({ sources: { forge } }, { base, bot, trial }) {
    const need = 'Draft pull requests';
    const earlier = (await forge.newestPulls()).find(({ author }) => author.login === bot.login);
    if (earlier)
        return { need, ok: `#${earlier.number} was opened here earlier, so none is opened as a test.` };
    const spec = { branch: trial, base: base.branch, title: 'Measure Twice: a test by /doctor, closed at once', body: '' };
    const drafted = await forge.openPull({ ...spec, draft: true });
    const opened = drafted.kind === 'no-drafts' ? await forge.openPull({ ...spec, draft: false }) : drafted;
    if (opened.kind === 'opened') {
        await forge.editPull(opened.pull.number, () => ({ state: 'closed' }));
        const ok = `#${opened.pull.number} could be opened, and is closed.`;
        return { need, ok: drafted.kind === 'no-drafts' ? `there are none here, so plans are ready at once; ${ok}` : ok };
    }
    const wrong = 'Actions may not open pull requests. Turn on “Allow GitHub Actions to create and approve pull requests” ' +
        'under Settings → Actions → General → Workflow permissions.';
    return { need, wrong };
}
async function tryRules({ sources: { forge }, settings }, { branch, bot }) {
    const problem = ruleProblem(branch, await forge.rulesOn(branch), { ...settings, author: authorOf(bot) });
    return problem
        ? { need: 'Rules', wrong: `${problem.message} ${problem.remedy}` }
        : { need: 'Rules', ok: `no rule blocks pushes to \`${branch}\`.` };
}
/** Only plans get the status, so a rule that requires it blocks every other pull request. */
async function tryRequired({ sources: { forge } }, { base }) {
    if (!(await forge.requiredChecks(base.branch)).includes(CONTEXT))
        return [];
    const wrong = `A rule for \`${base.branch}\` requires the status \`${CONTEXT}\`, which only the pull requests of plans get: every ` +
        'other one, and every merge group, waits for ever. Take it out of the rule; a plan that is not done is a draft, which cannot be merged.';
    return [{ need: 'Required checks', wrong }];
}
/** Adds a reaction that is there already: GitHub stores one of each kind per account, so nothing changes. */
async function tryReaction({ sources: { forge } }, comment) {
    const need = 'Reactions';
    try {
        await forge.react(comment, 'eyes');
        return { need, ok: 'your comment has one.' };
    }
    catch (error) {
        const wrong = `GitHub did not take one (${(0,errors/* errorText */.kc)(error)}). Give the job \`permissions: issues: write, pull-requests: write\`.`;
        return { need, wrong };
    }
}
const MAX_OWNERS = 50;
/** Finds approvers who can never approve: people without write permission, and teams that the token cannot read. */
async function tryApprovers(ctx, trials) {
    const { approvers, repo, base } = ctx.sources;
    if (approvers.kind === 'permission')
        return [];
    if (approvers.kind === 'list') {
        const owners = [...approvers.users, ...approvers.teams];
        const problem = await unmatched(ctx, owners, { ...trials, where: 'The input `approvers`' });
        return [{ need: 'Approvers', ...(problem ?? { ok: 'all of them are there.' }) }];
    }
    const need = 'Code owners';
    const owners = allOwners(await readCodeowners(repo, await ownBase(ctx.sources, trials)));
    if (owners.length === 0) {
        const wrong = `No file CODEOWNERS on \`${base}\` names anybody, so everybody with write permission may approve. Add one as \`.github/CODEOWNERS\`.`;
        return [{ need, wrong }];
    }
    const problem = await unmatched(ctx, owners.slice(0, MAX_OWNERS), { ...trials, where: 'The file CODEOWNERS' });
    return [{ need, ...(problem ?? { ok: 'all of them may approve what is theirs.' }) }];
}
/** Names the owners who can never approve. E-mail addresses are among them: they name no account. */
async function unmatched({ sources: { forge } }, owners, { login, where }) {
    const cannotApprove = async (owner) => {
        const name = (0,thread_people/* ownerName */.Hc)(`@${owner.replace(/^@/, '')}`);
        if (name === undefined)
            return true;
        return name.includes('/')
            ? (await forge.inTeam(name, login)) === undefined
            : !(0,thread_people/* mayWrite */.J)({ permission: await forge.permission(name) });
    };
    const lists = await Promise.all(owners.map(async (owner) => ((await cannotApprove(owner)) ? [`\`${owner}\``] : [])));
    const names = lists.flat().join(', ');
    const wrong = `${where} names people or teams that cannot approve: ${names}. Give these people the right to write, or a token that sees these teams.`;
    return names === '' ? undefined : { wrong };
}
/** Dispatches the workflow of this run for this plan, as a run does that continues later; it finds nothing to do. */
async function tryDispatch({ sources: { forge }, workflow }, { number }) {
    const need = 'Next runs';
    if (await forge.dispatch({ ...workflow, inputs: { number } }))
        return { need, ok: 'can start a follow-up run.' };
    const wrong = 'The next run cannot be started. Give the job `permissions: actions: write`, and keep the trigger `workflow_dispatch` with the input `number`.';
    return { need, wrong };
}

;// CONCATENATED MODULE: ./lib/tasks/execute/owners-of-change.js






/**
 * What the change of a subtask needs before it is pushed: approval by the owners of the files that it really touches,
 * since a plan names files before the work is done. Undefined if no owner is missing. Source of the rule: SPEC.md
 * section 4.
 */
async function ownersProposal({ sources, settings }, { thread, state }, { number, start, tree }) {
    if (sources.approvers.kind !== 'codeowners' || !state.reading?.plan || tree === undefined)
        return undefined;
    // Changes from the base were approved there.
    const changed = (await (0,objects/* changesBetweenTrees */.Rh)(sources.repo, start.tree, tree)).map(({ path }) => path);
    const files = ownersOfPaths(await readCodeowners(sources.repo, await ownBase(sources, thread)), changed);
    // An approval may cover the subtask even if its approver owns none of the files that the plan names.
    const covering = state.approvals.filter(({ named, numbers }) => (named ?? numbers).includes(number));
    const logins = new Set(covering.map(({ login }) => login));
    const voters = await Promise.all([...logins].map(async (login) => ({ login, teams: await teamsOf(sources.forge, login, files) })));
    if ((0,thread_people/* areEnough */.jx)(files, voters, settings.approvalsRequired))
        return undefined;
    const unapproved = (0,thread_people/* filesLackingApproval */.o3)(files, voters, settings.approvalsRequired);
    return proposalFor(state.reading.plan, number, unapproved);
}
/** The plan with these files added to the subtask. Leaves out paths that a plan cannot name. */
function proposalFor(plan, number, unapproved) {
    const paths = unapproved.flatMap((one) => one.paths);
    const subtasks = plan.subtasks.map((one) => one.number === number ? { ...one, files: [...new Set([...one.files, ...paths])] } : one);
    const extended = { ...plan, subtasks };
    const owners = [...new Set(unapproved.flatMap((one) => one.owners))].join(', ');
    const reason = `Subtask ${number} changes ${(0,shorten/* listInLine */.o)(paths, 5)}, which the plan did not name for it. The owners have not approved that: ${owners}.`;
    const named = (0,markdown/* parsePlan */.vS)((0,markdown/* renderPlan */.EG)(extended)).plan?.subtasks.find((one) => one.number === number)?.files;
    return paths.every((path) => named?.includes(path))
        ? { kind: 'proposal', plan: extended, reason }
        : { kind: 'unfit', reason: `${reason} A plan cannot name such files.` };
}

// EXTERNAL MODULE: ./lib/guard/check-commit.js
var check_commit = __webpack_require__(4663);
;// CONCATENATED MODULE: ./lib/tasks/execute/publish.js



















/** The change of an attempt for the next one, where the proposal changes checks alone and the change could be committed. */
async function keptWorkOf(ctx, plan, { subtask, result: { plan: proposed, patch } }) {
    const { number } = subtask;
    if (patch === undefined || !(0,kept_work/* changesChecksOnly */.BU)(planOf(plan.state), proposed, number))
        return undefined;
    const change = await publish_changeOf(ctx, plan, { number, patch });
    if (change.tree === undefined || (await problemsOfChange(ctx, change, subtask)).length > 0)
        return undefined;
    return (0,kept_work/* renderKeptWork */.G_)({ subtask, patch });
}
/** Commits the change of an attempt, pauses the plan for a person, or counts the attempt as failed. */
async function publishAttempt(ctx, snapshot, { step: { status }, result }) {
    const { number } = status.subtask;
    switch (result.kind) {
        case 'stopped':
            return countAttempt(snapshot, status, result);
        case 'halted':
            return recordHalt(ctx, { ...snapshot, thread: addUsageOf(snapshot.thread, result.usage) }, result);
        case 'failed':
            return addAttempt(snapshot.thread, number, plan_plan/* Attempt */.UI.parse(result));
        case 'proposed':
            // A proposal that changes nothing is refused: existing approvals would end the pause at once.
            return isNewPlan(snapshot, result.plan)
                ? propose(ctx, snapshot, {
                    ...result,
                    work: await keptWorkOf(ctx, openPlan(snapshot), { subtask: status.subtask, result }),
                })
                : failedAttempt(snapshot, number, { reason: 'The agent proposed the plan as it is.', usage: result.usage });
        case 'executed':
            return commitSubtask(ctx, openPlan(snapshot), { status, result });
    }
}
const failedAttempt = ({ thread }, number, failure) => addAttempt(thread, number, { ...failure, checks: [] });
function countAttempt({ thread, state }, { subtask: { number } }, result) {
    const { why } = result;
    const isOpen = !state.statuses.some((status) => status.subtask.number === number && (0,plan_plan/* isSettled */.Is)(status));
    if (why === 'outdated' || (why === 'cancelled' && !isOpen))
        return countStop(thread, result);
    return isOpen ? countStop(thread, result, number) : thread;
}
/**
 * The patch of a subtask on the tip of the branch: what it starts from, and the tree with it, unless it conflicts.
 * `approved` are the tests that no subtask may change.
 */
async function publish_changeOf({ sources: { repo }, settings }, { thread: { branch, base }, state }, { number, patch }) {
    const { head } = branch;
    const merge = await (0,git_merge/* mergeOf */.uV)(repo, { head, base: base.sha, wanted: state.history.merges.get(number) });
    const plan = planOf(state);
    const start = await (0,git_merge/* startOf */.GH)(repo, { head, merge, tests: (0,acceptance/* testsOf */.Vh)(plan, number), ...settings });
    return { head, merge, start, tree: await (0,git_merge/* applyPatch */.X6)(repo, start.tree, patch), approved: plan.acceptance ?? [] };
}
/** Commits the change of an attempt, if owners and rules allow it and the plan is still the approved version. */
async function commitSubtask(ctx, snapshot, { status, result }) {
    const { subtask } = status;
    const { usage } = result;
    const failed = (reason) => failedAttempt(snapshot, subtask.number, { reason, usage });
    const change = await publish_changeOf(ctx, snapshot, { number: subtask.number, ...result });
    const ownersMissing = await ownersProposal(ctx, snapshot, { number: subtask.number, ...change });
    if (ownersMissing?.kind === 'proposal')
        return propose(ctx, snapshot, { ...ownersMissing, usage });
    if (ownersMissing)
        return failed(ownersMissing.reason);
    const problems = await problemsOfChange(ctx, change, subtask);
    if (problems.length > 0)
        return failed(problems.join('\n'));
    try {
        const commits = await publish_commitOf(ctx, snapshot, { status, result, change });
        return await record(ctx, snapshot, { commits, usage });
    }
    catch (error) {
        if ((0,push_refusal/* isPushRefusal */.Tm)(error))
            return pauseForRefusal(ctx, snapshot, { error, usage });
        if (error instanceof errors/* UserError */.yo && error.code === UNSIGNED)
            return failed(`${error.message} ${error.remedy}`);
        throw error;
    }
}
/** Pauses the plan, red, with GitHub's words for a commit that it does not take, so that no retry pays again. */
async function pauseForRefusal(ctx, snapshot, { error, usage }) {
    const thread = addUsageOf(snapshot.thread, usage);
    const text = `${error.message} ${error.remedy}`;
    try {
        const halted = await recordHalt(ctx, { ...snapshot, thread }, { reason: 'environment', text });
        return withProblem(halted, text);
    }
    catch (secondError) {
        if ((0,push_refusal/* isPushRefusal */.Tm)(secondError))
            await saveUsage(ctx, snapshot.thread, { usage });
        throw (0,push_refusal/* isPushRefusal */.Tm)(secondError) ? error : secondError;
    }
}
/** The commit of a subtask on a tip, if the plan there is still the approved one and the subtask is not done. */
async function publish_commitOf(ctx, snapshot, { status, result, change }) {
    const { state } = snapshot;
    const { number, name } = status.subtask;
    const { start, tree: changedTree } = change;
    const changes = changedTree ? await (0,objects/* changesBetweenTrees */.Rh)(ctx.sources.repo, start.tree, changedTree) : [];
    const unplanned = (0,check_commit/* unplannedFiles */.hl)(changes, { ...status.subtask, words: (0,plan_plan/* wordsOf */.Z9)(status.subtask) });
    const draft = {
        subject: cleanSubject(result.subject, name),
        body: [
            result.patch ? result.outcome : `No file was changed: ${result.outcome}`,
            result.body,
            unplanned.length > 0 && NOT_PLANNED + (0,check_commit/* pathsInLine */.o2)(unplanned),
        ]
            .filter(Boolean)
            .join('\n\n'),
        trailers: { ...subtaskTrailers(snapshot, status), ...proofOf(ctx, result) },
        counts: [0, number],
    };
    return async (now) => {
        const { branch } = now;
        if (branch.planFile?.blob !== state.current?.blob || isAnyExecuted(now, [number]))
            return undefined;
        const isSame = branch.head === change.head;
        const { tree, merge } = isSame ? change : await publish_changeOf(ctx, { thread: now, state }, { number, ...result });
        if (tree === undefined)
            return undefined;
        const passed = passedOn(ctx, result, tree);
        return [{ ...draft, trailers: { ...draft.trailers, passed }, tree: async () => tree, merges: merge }];
    };
}
/** Checks a change again: the agent side checked it, but the GitHub side does not trust that. */
async function problemsOfChange({ sources: { repo }, settings, redact }, { head, merge, start, tree, approved }, subtask) {
    if (tree === undefined)
        return [];
    const commands = (0,plan_plan/* checksFor */.NR)(subtask, settings.verifyCommand);
    const planned = { files: subtask.files, words: (0,plan_plan/* wordsOf */.Z9)(subtask), commands };
    const rules = { ...settings, redact, approved: planned };
    const { problems, changes } = await (0,check_commit/* inspectCommit */.qp)(repo, { from: start.tree, to: tree }, rules);
    const changed = (0,check_commit/* changedApproved */.u)(changes, approved);
    const about = { ...settings, ...planned };
    const tests = settings.proof === 'off' ? undefined : await (0,changed_tests/* changedTests */.S)(repo, { changes, to: tree }, about);
    const unresolved = await (0,git_merge/* unresolvedIn */.rL)(repo, tree, start.conflicts);
    const ends = { head, base: merge ?? head, tree: start.tree };
    const moved = merge === undefined ? [] : await movedIntoProtected(repo, ends, settings.protectedPaths);
    return [...problems, ...changed.map(check_commit/* approvedText */.jp), ...(tests?.problems ?? []), ...unresolved, ...moved.map(movedText)];
}
const movedText = (path) => `\`${path}\` is protected (input protected-paths), and the merge would change it. Leave the merge to people.`;
/** The proofs of a change's checks, unless the input `proof` turns them off. */
const proofOf = ({ settings }, { checks, brokenTests = [], brokenSet = [] }) => settings.proof === 'off'
    ? {}
    : {
        proof: (0,plan_plan/* proofCounts */.xo)(checks),
        checks: checks.map(plan_plan/* answersOf */.Bw),
        ...(brokenTests.length > 0 && { brokenTests }),
        ...(brokenSet.length > 0 && { brokenSet }),
    };
/** The checks that passed on the commit's tree. Results on another tree do not count. */
const passedOn = ({ settings }, result, tree) => settings.proof === 'off' || tree !== result.tree
    ? []
    : result.checks.slice(0, MAX_PASSED).flatMap(({ command, passed, counts }) => {
        const isRecordable = passed && Object.values(counts ?? {}).every((count) => count <= MAX_TESTS);
        return isRecordable ? [{ command: (0,command_digest/* commandDigest */.E)(command), ...(counts && { counts }) }] : [];
    });
const MAX_PASSED = 200;
const MAX_TESTS = 999_999_999;
/** Which subtask, by whose approval of which version, and who asked for the plan. */
function subtaskTrailers({ thread, state }, { subtask, approvals }) {
    const { requester } = state.history;
    const permissionOf = (login) => thread.people.get(login)?.permission;
    return {
        subtask: subtask.number,
        ...(state.current ? { version: state.current.blob } : {}),
        approvedBy: approvals.map(({ login, comment }) => ({ login, comment, permission: permissionOf(login) })),
        ...(requester ? { coAuthor: requester } : {}),
    };
}

;// CONCATENATED MODULE: ./lib/tasks/plan/publish.js




















/** Publishes the first version of a plan, or answers the request with the reason why there is none. */
async function publishDraft(ctx, snapshot, { step, result }) {
    const { comment } = step;
    const { errors } = ctx.links;
    const report = (thread, problem) => {
        const because = { ...problem, why: `There is no plan. ${problem.why}` };
        const text = comment ? refusal({ ...problem, id: comment.id }, errors) : reasonNote('no-plan', because, errors);
        return say(ctx, thread, { target: 'planning', ...text });
    };
    if (result.kind === 'planned')
        return writePlan(ctx, snapshot, { step, result, report });
    const { thread, state } = snapshot;
    if (result.kind !== 'stopped' || result.why !== 'budget')
        return endWithoutResult(ctx, thread, { result, payment: {}, report });
    const { usage } = result;
    const spent = (0,plan_usage/* usageSince */.eR)((0,plan_usage/* addUsage */.vk)(state.usage, usage), thread.paid?.granted ?? plan_usage/* noUsage */.tk);
    // `/retry` works only on a paused plan: without one, asking again grants the budget again.
    const saved = await saveUsage(ctx, thread, { usage, grants: true });
    const text = draftHalt(viewOf(ctx, saved), spent, comment?.id);
    return say(ctx, { ...saved, asked: undefined }, { target: 'planning', ...text });
}
/**
 * Publishes the next version of a plan, or the reason why there is none, once: the notes on its requests keep them from
 * being processed again.
 */
async function publishRevision(ctx, snapshot, { step, result }) {
    const { event, noteKeys } = noteKeysOf(step, thread_people/* refusalOf */.Of);
    const report = (thread, problem) => event === undefined
        ? say(ctx, thread, { target: 'pull', ...reasonNote(noteKeys, problem, ctx.links.errors) })
        : sayOnce(ctx, thread, { target: 'pull', ...fixGivenUp(event, problem.why) });
    if (result.kind === 'planned')
        return isNewPlan(snapshot, result.plan)
            ? writePlan(ctx, snapshot, { step, result, report })
            : answerUnchanged(ctx, openPlan(snapshot), { step, result });
    // The next look at the plan pauses it for its budget and says so; a second report would repeat that.
    if (result.kind === 'stopped' && result.why === 'budget')
        return countStop(snapshot.thread, result);
    return endWithoutResult(ctx, snapshot.thread, { result, payment: fixOf(step), report });
}
const fixOf = ({ remarks, fix }) => (remarks.some(({ id }) => id === inbox_fix/* EVENT_REMARK */.CC) ? { fix } : {});
/** A revision with the same text is no version: it is answered without a commit, and approvals stay valid. */
async function answerUnchanged(ctx, { thread }, { step, result }) {
    const counted = await saveUsage(ctx, thread, { usage: result.usage, ...fixOf(step) });
    await (0,side_ref/* pushRefs */.NV)(ctx.sources.repo, [await conversationUpdate(ctx, thread, result.conversation)]);
    await reactToAnswered(ctx, thread, result.answers);
    const { event, noteKeys } = noteKeysOf(step, thread_people/* answerTo */.oy);
    if (event !== undefined)
        return say(ctx, counted, { target: 'pull', ...fixGivenUp(event, 'The plan stays as it is.') });
    const text = unchangedPlan(viewOf(ctx, thread), result.answers, noteKeys);
    return say(ctx, counted, { target: 'pull', ...text });
}
const fixGivenUp = (key, why) => noteText(key, `Checks failed on this branch, and there is no plan to fix them. ${why} Comment \`/fix\` to try again.`);
/** Dedupe keys of everything that a revision answers. Includes the event only if there is nothing else. */
function noteKeysOf({ comments, remarks, fix }, keyOf) {
    const ids = remarks.map(({ id }) => id);
    const commentIds = comments.map(({ id }) => id);
    const reviews = ids.filter((id) => id !== inbox_fix/* EVENT_REMARK */.CC && !commentIds.includes(id));
    const event = fix && ids.includes(inbox_fix/* EVENT_REMARK */.CC) ? (0,inbox_fix/* fixKey */.hf)(fix) : undefined;
    const keys = [...commentIds.map(keyOf), ...reviews.map(thread_people/* refusalOfReview */.IA)];
    const noteKeys = event === undefined ? keys : [event, ...keys];
    return { event: keys.length === 0 ? event : undefined, noteKeys };
}
const MAX_REFUSAL = 2_000;
/**
 * Pushes a drafted or revised plan to the branch, together with the conversation that made it. If the push is refused,
 * the request is answered: a retry would pay for a plan and be refused again.
 */
async function writePlan(ctx, { thread, state }, { step, result, report }) {
    const { plan, usage } = result;
    // A job without GitHub may report any command; only results of the workflow's own commands are published.
    const { setupCommand, verifyCommand } = ctx.settings;
    const isOfWorkflow = [setupCommand, verifyCommand].includes(result.today?.command);
    const { executed, abandoned } = state.history;
    const open = plan.subtasks.filter(({ number }) => !executed.has(number) && !abandoned.has(number));
    const estimate = estimateOf(await earlierUsages(ctx.sources, thread), open.length);
    const draft = {
        subject: `${isDraftStep(step) ? 'Plan' : 'Revise the plan'}: ${plan.title}`,
        body: renderPlanningNotes({ ...result, estimate, today: isOfWorkflow ? result.today : undefined }),
        trailers: publish_planTrailers(state, step, plan),
        tree: treeWithPlan(ctx, plan),
    };
    const also = () => conversationUpdate(ctx, thread, result.conversation);
    const isAnswer = isDraftStep(step) && step.comment === undefined;
    // This run has handled the label or the new issue; later runs see the announced version.
    const answered = isAnswer ? { ...thread, asked: undefined } : thread;
    const write = { commits: [draft], usage, also, carriesOut: [step], onlyOn: 'same plan' };
    try {
        return await record(ctx, { thread: answered, state }, write);
    }
    catch (error) {
        if (!(0,push_refusal/* isPushRefusal */.Tm)(error))
            throw error;
        const saved = await saveUsage(ctx, thread, { usage });
        const { code, remedy } = error;
        const problem = { code, why: cleanLine(error.message, MAX_REFUSAL), remedy: `${remedy} Then repeat the command.` };
        return report(withProblem({ ...saved, asked: undefined }, `${error.message} ${remedy}`), problem);
    }
}
function publish_planTrailers(state, step, plan) {
    if (isDraftStep(step))
        return { request: step.via, coAuthor: { login: step.by.login, id: step.by.id } };
    const feedback = step.remarks.map(({ id }) => id).filter((id) => id !== inbox_fix/* EVENT_REMARK */.CC);
    const { code, digest } = step.fix ?? {};
    const fix = code && digest ? { fix: { code, digest } } : {};
    const { merge } = step;
    const subtask = merge && (0,plan_plan/* mergeSubtask */.Ys)(state.reading?.plan, plan, merge);
    return { feedback, ...fix, ...(merge && subtask !== undefined ? { merge: { subtask, base: merge.base } } : {}) };
}
/** The ref update that stores the conversation on top of the previous one. */
async function conversationUpdate(ctx, thread, conversation) {
    const { repo } = ctx.sources;
    const { number: issue } = thread.issue;
    const side = { kind: 'conversation', issue };
    // A ref of this name without our file was written by somebody else, and is replaced.
    if ((await (0,side_ref/* readSide */.wU)(repo, side)) === undefined)
        await (0,side_ref/* pushRefs */.NV)(repo, await (0,side_ref/* removalsOf */.RY)(repo, issue, ['conversation']));
    const message = `The planning conversation of #${issue}\n`;
    return sideUpdate(ctx, thread, { kind: 'conversation', text: ctx.redact(conversation), message });
}
/** With this many executed subtasks in the merged history, plan branches are not fetched for an estimate. */
const ENOUGH_USAGES = 3;
/** The usage of executed subtasks in this repository: of merged plans or, if too few, of all. No outage matters. */
async function earlierUsages({ repo, branchPrefix }, { base, bot }) {
    const mails = [ACTIONS_BOT, bot].map(mailOf);
    const read = (commits) => executedUsages(
    // Deduplicates by message: the commits of a merged branch are also in the base, unchanged or rebased.
    [...new Map(commits.map((commit) => [commit.message, commit])).values()].map(({ author, message }) => ({
        entry: mails.includes(author.email) ? parseMessage(message) : undefined,
    })));
    const spec = { base: base.sha, prefix: branchPrefix };
    return read(await earlierCommits(repo, spec, (merged) => read(merged).length >= ENOUGH_USAGES));
}

;// CONCATENATED MODULE: ./lib/tasks/review/publish.js







/**
 * Records the findings of a review of the result, or pauses the plan for the change that a review of its rest proposes.
 * Without a proposal the approved plan continues: a failed review neither pauses it nor keeps it from finishing.
 */
async function publishReview(ctx, snapshot, { step, result }) {
    if (step.of === 'result')
        return publishFindings(ctx, snapshot, result);
    if (isCancelledOrOutdated(result))
        return countStop(snapshot.thread, result);
    if (result.kind === 'proposed' && isNewPlan(snapshot, result.plan))
        return propose(ctx, snapshot, result);
    const reason = 'The plan was compared with what was done.';
    const counted = addAttempt(snapshot.thread, 0, { reason, checks: [], usage: result.usage });
    return inThisRun(counted, { reviewed: step.executedCount });
}
/** Records the findings of the result review, or why there are none. The plan finishes either way. */
function publishFindings(ctx, snapshot, result) {
    // A cancelled or outdated review runs again as long as the plan is open.
    if (isCancelledOrOutdated(result))
        return Promise.resolve(addUsageOf(snapshot.thread, result.usage));
    const commits = async (now) => {
        const look = await resultLook(ctx, snapshot, { now, result });
        const trailers = { look: now.branch.head };
        return [{ subject: 'Look at the result', body: renderResultLook(look), trailers, counts: [0] }];
    };
    return record(ctx, snapshot, { commits, usage: result.usage, onlyOn: 'same plan' });
}
/** The valid findings of a result. Drops those about files that do not exist, and all of them if the head has moved. */
async function resultLook(ctx, snapshot, { now, result }) {
    if (result.kind === 'failed')
        return { silent: ctx.redact(result.reason) };
    if (result.kind !== 'reviewed' || result.of !== 'result')
        return { silent: 'There was no time or budget left for it.' };
    if (result.head !== now.branch.head)
        return { silent: 'The branch moved while it was read.' };
    const { head, findings } = result;
    const plan = planOf(snapshot.state);
    const checkedFindings = findings.map(async (one) => {
        const isThere = (0,acceptance/* findSubtask */.v7)(plan, one.subtask) && (await (0,paths_in_commit/* misplaced */.j)(ctx.sources.repo, head, one)) === undefined;
        return isThere ? [{ ...one, text: ctx.redact(one.text) }] : [];
    });
    return { head, findings: (await Promise.all(checkedFindings)).flat() };
}

;// CONCATENATED MODULE: ./lib/tasks/publish-result.js









const PUBLISH = {
    draft: publishDraft,
    revise: publishRevision,
    execute: publishAttempt,
    review: publishReview,
    check: publishCheck,
    ask: (ctx, { thread }, { step, result }) => publishAnswer(ctx, thread, {
        step,
        result,
        answer: ({ branch, base }, { text }) => directAnswer(text, step.comment.id, { links: ctx.links, commit: branch?.head ?? base.sha }),
    }),
    doctor: publishDiagnosis,
};
/** Publishes the result of a step's task on GitHub. Returns the updated thread. */
async function publishResult(ctx, snapshot, { step, result }) {
    // Redacts credentials in all texts. Patches are checked when they are applied.
    const redacted = tasks_tasks/* TaskResult */.$$.parse(await (0,credentials/* withoutCredentialsIn */.g)(result, ['patch']));
    return publishOf(step.kind, ctx, { snapshot, step, result: redacted });
}
function publishOf(kind, ctx, { snapshot, step, result }) {
    const { kind: end } = result;
    if (!(0,tasks_tasks/* isResultOf */.xu)(kind, result))
        throw new Error(`A task to ${kind} cannot end with "${end}".`);
    return PUBLISH[kind](ctx, snapshot, { step, result });
}

;// CONCATENATED MODULE: ./lib/loop/task.js



function startTask(spec, { openContext, signal, beforeTurn, updateView, ...hooks }) {
    const stop = new AbortController();
    const ready = Promise.withResolvers();
    const task = {
        ...spec,
        steps: [],
        waiting: undefined,
        usage: plan_usage/* noUsage */.tk,
        usageRecorded: false,
        sentRequest: false,
        signal: AbortSignal.any([signal, stop.signal]),
        stop: () => stop.abort(),
        ready: ready.promise,
        ended: Promise.resolve(),
        outcome: undefined,
    };
    const ctx = openContext({
        ...hooks,
        worktree: spec.worktree,
        signal: task.signal,
        onUsage: (usage) => (task.usage = usage),
        beforeTurn: async () => {
            if (task.sentRequest)
                return beforeTurn();
            task.sentRequest = true;
            ready.resolve();
        },
        onSteps: (steps) => {
            if (!(0,tasks_tasks/* isInput */.Xy)(spec.input, 'execute'))
                return;
            task.steps = steps;
            updateView();
        },
    });
    task.ended = Promise.allSettled([(0,run_task/* work */.o)(spec.input, ctx)]).then(([outcome]) => {
        if (outcome.status === 'fulfilled')
            task.usage = outcome.value.usage;
        task.outcome = outcome;
        ready.resolve();
    });
    return task;
}
/** The result of an ended task. Throws the error that ended it. */
function resultOf({ outcome }) {
    if (!outcome)
        throw new Error('The task has not ended yet.');
    if (outcome.status === 'rejected')
        throw outcome.reason;
    return outcome.value;
}
/** Whether a task counts as an attempt: not if the time was up before the model was asked for a subtask. */
const wasAttempt = ({ input, outcome, sentRequest }) => !(0,tasks_tasks/* isInput */.Xy)(input, 'execute') ||
    sentRequest ||
    outcome?.status !== 'fulfilled' ||
    outcome.value.kind !== 'stopped' ||
    outcome.value.why !== 'time';
const task_usageOf = (tasks) => (0,plan_usage/* addUsage */.vk)(plan_usage/* noUsage */.tk, ...tasks.map(({ usage }) => usage));
const isRunning = ({ outcome }) => outcome === undefined;
/** A proposed change and an error end the run, so other finished tasks are merged before. */
const mergesLast = ({ outcome }) => outcome?.status === 'rejected' || ['proposed', 'halted'].includes(outcome?.value.kind ?? '');
/** The subtasks as the description shows them. `since`: when the only one started, as ISO 8601. */
function liveView(tasks, since) {
    const [waiting] = tasks.flatMap((task) => task.waiting ?? []);
    const subtasks = tasks.flatMap(({ input, steps }) => (0,tasks_tasks/* isInput */.Xy)(input, 'execute') ? [{ number: input.subtask, attempt: input.attempt, steps }] : []);
    return { subtasks, ...(subtasks.length > 0 && since !== undefined ? { since } : {}), waiting };
}

;// CONCATENATED MODULE: ./lib/loop/merge-results.js




















/** Publishes the result of a step if it is still due. The step took time, so the state is read again first. */
async function publishWork(loop, before, { step, result }) {
    const { run, note } = loop;
    // In a single job, the task pool has just read the state.
    const { jobs } = run.githubContext;
    const now = run.sources.snapshotAt(jobs === 'three' ? await readAgain(loop, before.thread) : before.thread);
    const isDue = result.kind === 'stopped' || (0,tasks_tasks/* stillDue */.hs)(step, before.state, now.state);
    if (!isDue)
        note(`Left out, because something else was done meanwhile: ${describeStep(step)}`);
    const after = await publishResult(run.githubContext, now, {
        step: (0,tasks_tasks/* asOfNow */.eU)(step, now.state),
        result: isDue ? result : (0,tasks_tasks/* outdated */.nN)(result),
    });
    // The usage counts in this run even if it could not be recorded, on top of the usage at the start of the step.
    const { thread, state } = before;
    return inThisRun(after, { spent: (0,plan_usage/* addUsage */.vk)((0,plan_usage/* largerUsage */.$R)(state.usage, thread.thisRun.spent), result.usage) });
}
/** Reads the current state before a result is published. */
async function readAgain(loop, thread) {
    const { sources } = loop.run;
    const now = await refreshPatiently(sources, thread, loop);
    loop.progress.observedAt = sources.clock.now();
    return now;
}
/** Publishes accepted results: texts first, then changes, each only on the tree that it was verified on. */
async function mergeAccepted(loop, snapshot, accepted) {
    let { thread } = snapshot;
    for (const one of accepted)
        thread = await publishWords(loop, { ...snapshot, thread }, one);
    const changes = await changesIn(loop.run.sources.repo, snapshot, accepted);
    return inOnePush(loop, { ...snapshot, thread }, changes);
}
/** Pushes commits of one snapshot together, if no comment has to come in between, or else each by itself. */
async function inOnePush(loop, snapshot, changes) {
    const { sources, githubContext } = loop.run;
    const { thread } = snapshot;
    const branch = thread.branch?.name ?? thread.freeBranch;
    const isOneByOne = githubContext.jobs === 'three' || sources.approvers.kind === 'codeowners';
    if (isOneByOne || (await commitsThroughApi(sources, branch, githubContext.settings)))
        return mergeChanges(loop, snapshot, changes);
    // Progress counts only after the push: if that fails, nothing of it was published.
    const progress = { ...loop.progress };
    const pushed = await asOnePush(githubContext, (ctx) => mergeChanges({ ...loop, progress, run: { ...loop.run, githubContext: ctx } }, snapshot, changes));
    if (!pushed) {
        const now = inThisRun(await refreshBranch(sources, thread), { contended: true });
        return mergeChanges(loop, { ...snapshot, thread: now }, changes);
    }
    loop.progress.thread = pushed.value.thread;
    return pushed.value;
}
async function mergeChanges(loop, snapshot, changes) {
    let { thread } = snapshot;
    const unverified = [];
    for (const { onto, ...change } of changes) {
        const head = thread.branch?.head;
        if (head !== undefined && onto === (await (0,objects/* treeOf */.g7)(loop.run.sources.repo, head))) {
            const status = snapshot.state.statuses.find(({ subtask }) => subtask.number === change.subtask);
            if (!status)
                throw new Error(`There is no subtask ${change.subtask}.`);
            const work = { step: executeStep(status), result: change.result };
            thread = loop.progress.thread = await publishWork(loop, { ...snapshot, thread }, work);
        }
        else if (snapshot.state.history.merges.has(change.subtask)) {
            loop.note(`Subtask ${change.subtask} is to be done again, because the branch that it merges has moved since.`);
            thread = addUsageOf(thread, change.result.usage);
        }
        else {
            loop.note(`Subtask ${change.subtask} is verified again, because the branch has moved since.`);
            // Count the usage now, so that the change's commit does not add it again.
            thread = addUsageOf(thread, change.result.usage);
            unverified.push({ ...change, result: { ...change.result, usage: plan_usage/* noUsage */.tk } });
        }
    }
    return { thread, unverified };
}
/** Publishes everything but changes: plans, answers, failures, and failed attempts before a result. */
async function publishWords(loop, snapshot, { input, step, attempts, result }) {
    if (!step) {
        // Changes that did not pass together with others are made again; no attempt counts as failed.
        for (const { subtask, result: one } of result.kind === 'verified' ? result.results : [])
            if (one.kind === 'failed')
                loop.note(`Subtask ${subtask} is to be done again: ${one.reason}`);
        return addUsageOf(snapshot.thread, result.usage);
    }
    if (!isSubtaskStep(step)) {
        const thread = await asSeen(loop.run.sources.repo, snapshot.thread, input);
        return publishWork(loop, { ...snapshot, thread }, { step, result });
    }
    const attemptsLeft = loop.run.inputs['max-attempts'] - step.status.attempts;
    const thread = attempts
        .slice(0, attemptsLeft)
        .reduce((t, attempt) => addAttempt(t, step.status.subtask.number, attempt), snapshot.thread);
    return result.kind === 'executed' ? thread : publishWork(loop, { ...snapshot, thread }, { step, result });
}
/** Bases a draft on the base commit that its planner read, so that approvers learn what the base has changed since. */
async function asSeen(repo, thread, input) {
    const { base, branch } = thread;
    const { head } = input;
    const isOlder = !branch && (0,tasks_tasks/* isInput */.Xy)(input, 'draft') && head !== base.sha && (await (0,git/* isPartOf */.xm)(repo, head, base.sha));
    return isOlder ? { ...thread, base: { ...base, sha: head } } : thread;
}
/** Orders changes: those verified together first, each on top of the previous one; then the rest in plan order. */
async function changesIn(repo, { state }, accepted) {
    const together = [];
    const single = [];
    for (const { input, step, result } of accepted) {
        let onto = await treeAt(repo, input.head);
        if (result.kind === 'executed' && step && isSubtaskStep(step)) {
            single.push({ subtask: step.status.subtask.number, result, onto });
        }
        for (const { subtask, tests, result: change } of passedChanges(input, result)) {
            together.push({ subtask, result: change, onto });
            onto = onto === undefined ? undefined : await (0,git_merge/* applyPatch */.X6)(repo, await (0,git_merge/* layTexts */.Zl)(repo, onto, tests), change.patch);
        }
    }
    const numbers = state.statuses.map(({ subtask }) => subtask.number);
    return [...together, ...single.toSorted((a, b) => numbers.indexOf(a.subtask) - numbers.indexOf(b.subtask))];
}
/** Undefined for a commit that was not fetched: a person may have force-pushed the branch. */
const treeAt = (repo, commit) => (0,objects/* treeOf */.g7)(repo, commit).catch(async (error) => {
    if ((await (0,git/* commitAt */.du)(repo, commit)) !== undefined)
        throw error;
    return undefined;
});
/** The changes that passed verification, as they were handed out: of the result, only checks and trees are used. */
function passedChanges(input, result) {
    if (!(0,tasks_tasks/* isInput */.Xy)(input, 'changes') || result.kind !== 'verified')
        return [];
    const checksOf = new Map(result.results.map(({ subtask, result: one }) => [subtask, one]));
    return input.changes.flatMap(({ subtask, result: change }) => {
        const verified = checksOf.get(subtask);
        if (verified?.kind !== 'executed')
            return [];
        const tests = (0,acceptance/* testsOf */.Vh)(input.plan, subtask);
        const { checks, tree, brokenTests, brokenSet } = verified;
        return [{ subtask, tests, result: { ...change, checks, tree, brokenTests, brokenSet } }];
    });
}
/** The input that verifies concurrent changes together, as far as they can still be committed. */
async function verificationInput(run, thread, candidates) {
    const { state } = run.sources.snapshotAt(thread);
    const changes = state.statuses.flatMap(({ ready, subtask }) => ready ? candidates.filter((candidate) => candidate.subtask === subtask.number) : []);
    if (changes.length === 0 || !thread.branch)
        return undefined;
    const numbers = changes.map(({ subtask }) => subtask);
    const areLast = state.statuses.every((one) => numbers.includes(one.subtask.number) || (0,plan_plan/* isSettled */.Is)(one));
    return (0,input/* verificationOf */.zM)({
        id: `${thread.issue.number}-verify-${numbers.join('-')}`,
        number: thread.issue.number,
        head: thread.branch.head,
        allowance: state.allowance,
        plan: planOf(state),
        changes,
        ...(areLast && { compared: await baseToCompare(run.sources.repo, thread) }),
    });
}
/** Merges ended tasks. Changes on another tip are verified again, with tasks that ended since and join `finished`. */
async function mergeTasks(loop, from, { finished, endedSince }) {
    let merged = await mergeOn(loop, from, finished);
    if (merged.unverified.length > 0) {
        const { thread, unverified } = merged;
        const late = endedSince(thread);
        finished.push(...late);
        merged = await mergeOn(loop, thread, late);
        merged.unverified.unshift(...unverified);
    }
    return verifyAgain(loop, finished, merged);
}
/** Merges tasks on a thread that was just read. From then on the thread contains their usage. */
async function mergeOn(loop, thread, tasks) {
    const now = loop.run.sources.snapshotAt(thread);
    const accepted = [];
    for (const task of tasks.filter(wasAttempt))
        accepted.push(await acceptedOf(loop, now, task));
    const outcome = await mergeAccepted(loop, now, accepted);
    loop.progress.thread = outcome.thread;
    for (const task of tasks)
        task.usageRecorded = true;
    return outcome;
}
/** The result of a task as it may be merged: outdated if its step is no longer due, failed if its proposal is unfit. */
async function acceptedOf({ run, note }, now, task) {
    const { step, input, startState } = task;
    const ended = { input, attempts: [], step, result: resultOf(task) };
    if (ended.result.kind !== 'stopped' && !(0,tasks_tasks/* stillDue */.hs)(step, startState, now.state)) {
        note(`Left out, because something else was done meanwhile: ${describeStep(step)}`);
        return { ...ended, result: (0,tasks_tasks/* outdated */.nN)(ended.result) };
    }
    if (ended.result.kind !== 'proposed')
        return ended;
    const problem = (0,tasks_tasks/* problemOfResult */.Ki)(await inputFor(run.sources, now, step), ended.result, run.githubContext.settings);
    return problem === undefined ? ended : { ...ended, result: failedBy(ended, problem) };
}
/** Maximum verifications after concurrent pushes or skips. After that, the changes are made again. */
const TRIES = 5;
/** Verifies changes on the newest tip, until each is committed or has to be made again. */
async function verifyAgain(loop, finished, outcome) {
    const tasks = new Map(finished.map((task) => [task.input.subtask, task]));
    let merged = outcome;
    for (let tries = 0; tries < TRIES; tries++) {
        const isKnown = merged.unverified.some(({ subtask }) => tasks.has(subtask));
        const input = isKnown && (await verificationInput(loop.run, merged.thread, merged.unverified));
        if (!input)
            break;
        // A skip of one aborts the verification of all.
        const signals = input.changes.flatMap(({ subtask }) => tasks.get(subtask)?.signal ?? []);
        const result = await (0,run_task/* work */.o)(input, loop.run.openContext({ signal: AbortSignal.any(signals) }));
        const now = loop.run.sources.snapshotAt(await readAgain(loop, merged.thread));
        // The others are verified without the skipped one.
        const wanted = merged.unverified.filter(({ subtask }) => isWanted(tasks.get(subtask), now));
        merged =
            result.kind === 'stopped' || wanted.length < merged.unverified.length
                ? { thread: now.thread, unverified: wanted }
                : await mergeAccepted(loop, now, [{ input, attempts: [], step: undefined, result }]);
    }
    return merged.thread;
}
const isWanted = (task, { state }) => task !== undefined && !task.signal.aborted && (0,tasks_tasks/* stillDue */.hs)(task.step, task.startState, state);
/** Counts a rejected result as a failed attempt. Otherwise the same work would be retried and paid for forever. */
const failedBy = ({ result }, problem) => ({
    kind: 'failed',
    reason: `What came back cannot be taken: ${problem}.`,
    checks: [],
    usage: result.usage,
    turns: result.turns,
});

;// CONCATENATED MODULE: ./lib/observe/watch.js





/** Polling interval in milliseconds. */
const POLL_INTERVAL = 8_000;
/** Milliseconds in which the checks of several subtasks, each at its own turns, share one request. */
const SHARED_CHECK_TIME = 1_000;
/**
 * Watches the pull request for commands of people with write permission that end running work (`cancel`, `/skip` of a
 * subtask, `/undo` of a dependency): at every `check`, and by polling, because the run of that comment waits for this
 * one. `stop` ends the work for other reasons. An outage does not abort, but an expired token does: the result could not
 * be published.
 */
function watchCommands(forge, thread, { stop }) {
    const cancel = new AbortController();
    const watched = new Map();
    const signal = AbortSignal.any([cancel.signal, stop]);
    let latest = thread;
    /** What a command ends: all work, or the subtasks whose results it makes useless. */
    const endedBy = (command) => (0,words_command/* isCancel */.FZ)(command)
        ? [cancel]
        : [...watched.values()].flatMap((one) => (effectOf(command)?.stopsWork?.(command, one) ? [one.end] : []));
    const readCommands = async () => {
        if (!signal.aborted)
            await applyNewCommands(forge, latest, endedBy).catch(endIfExpired);
    };
    const endIfExpired = (error) => {
        if (error instanceof errors/* UserError */.yo && error.code === 'token-expired')
            cancel.abort();
    };
    let recent;
    const shareRecent = () => {
        if (recent)
            return recent;
        setTimeout(() => (recent = undefined), SHARED_CHECK_TIME).unref();
        return (recent = readCommands());
    };
    const check = () => (watched.size > 1 ? shareRecent() : readCommands());
    const timer = setInterval(() => void check(), POLL_INTERVAL);
    return {
        /** Reads new commands; called before each model request, so that none is paid for in vain. */
        check,
        /** Aborts after a `cancel`, and whenever the work ends otherwise. */
        signal,
        /** The signal for a subtask: it aborts also after a command that makes the subtask's result useless. */
        of: ({ plan, subtask: number }) => {
            const end = new AbortController();
            watched.set(number, { number, needs: (0,dependencies/* dependencies */.El)(plan, number), end });
            return AbortSignal.any([signal, end.signal]);
        },
        /** Marks everything in this thread as processed. */
        know: (now) => void (latest = now),
        [Symbol.dispose]: () => clearInterval(timer),
    };
}
/** Reads new commands of people with write permission that the thread does not contain yet. */
async function applyNewCommands(forge, { pull, bot }, endedBy) {
    if (!pull)
        return;
    // Not by the highest id: our own comment may be newer than a person's that was not read yet.
    const known = new Set(pull.comments.map((comment) => comment.id));
    // GitHub answers 304 until there is a new comment. A short thread uses the same cached page as every snapshot; for a
    // long one, only recent comments are read.
    const comments = (0,thread_people/* parseComments */.sS)('pull', await forge.comments(pull.pull.number, shortlyBefore(pull.comments)), bot);
    const newCommands = comments.filter((one) => endedBy(one.command).length > 0 && !known.has(one.id));
    const laterEdited = newCommands.filter(({ edited }) => edited);
    const edited = laterEdited.length > 0 ? (await forge.editsAndClosings(laterEdited.map(({ nodeId }) => nodeId))).edited : new Set();
    for (const { author, command } of newCommands.filter(({ nodeId }) => !edited.has(nodeId))) {
        const isPermitted = (0,thread_people/* mayWrite */.J)({ permission: await forge.permission(author.login) });
        if (isPermitted)
            for (const end of endedBy(command))
                end.abort();
    }
}
/** A minute, because times of fresh comments may be a second apart, and lists may lag behind. */
const LIST_OVERLAP = 60_000;
/** Threads with fewer comments are read as a whole: they fit one page, also with some new ones. */
const ONE_PAGE = 50;
/** Just before the newest known change, as ISO 8601. Undefined if there is none, or few comments are known. */
function shortlyBefore(comments) {
    if (comments.length < ONE_PAGE)
        return undefined;
    const newest = Math.max(...comments.map(({ updatedAt }) => Date.parse(updatedAt)));
    return Number.isFinite(newest) ? new Date(newest - LIST_OVERLAP).toISOString() : undefined;
}

;// CONCATENATED MODULE: ./lib/publish/say/live-updates.js
/** In milliseconds: at most 360 writes an hour, because GitHub allows an account 500. */
const INTERVAL = 10_000;
const FIRST_INTERVAL = 3_000;
const FIRST_WRITES = 5;
/** Grace period in milliseconds for the pending update on shutdown; it may be waiting for a rate limit. */
const GRACE = 3_000;
/** Throttles writes: at each interval only the newest update is written. `signal` aborts a last write that hangs. */
function throttled(write) {
    const ending = new AbortController();
    let pending;
    let writing = Promise.resolve();
    let timer;
    let writes = 0;
    const flush = () => {
        const pause = writes++ < FIRST_WRITES ? FIRST_INTERVAL : INTERVAL;
        timer = setTimeout(() => {
            timer = undefined;
            if (pending !== undefined)
                flush();
        }, pause);
        const update = pending;
        pending = undefined;
        if (update !== undefined)
            writing = writing.then(() => write(update, ending.signal)).catch(() => undefined);
    };
    return {
        show: (update) => {
            pending = update;
            if (!timer)
                flush();
        },
        [Symbol.asyncDispose]: async () => {
            clearTimeout(timer);
            pending = undefined;
            const grace = setTimeout(() => ending.abort(), GRACE);
            await writing;
            clearTimeout(grace);
        },
    };
}

// EXTERNAL MODULE: ./lib/tasks/execute/check-progress.js
var check_progress = __webpack_require__(5180);
;// CONCATENATED MODULE: ./lib/loop/task-pool.js



















function openPool(loop, thread) {
    const nothing = { tasks: [], single: undefined, session: undefined, shownPull: undefined, recordedUsage: plan_usage/* noUsage */.tk };
    const pool = { loop, thread, ...nothing, preparedWorktrees: new Set() };
    return {
        delays: (step) => pool.tasks.length > 0 && !isSubtaskStep(step) && !traitsOf(step).runsDuringTasks,
        carryOut: (snapshot, step) => carryOut(pool, snapshot, step),
        drain: (now) => drain(pool, now),
        [Symbol.asyncDispose]: () => stopAll(pool),
    };
}
async function carryOut(pool, snapshot, step) {
    refreshPool(pool, snapshot);
    return needsModel(step) && runsAlone(pool, snapshot, step)
        ? runSingle(pool, snapshot, step)
        : runConcurrent(pool, snapshot, step);
}
/** Whether a step runs alone: all but questions beside subtasks, and subtasks with which no other can start. */
function runsAlone(pool, { state }, step) {
    if (pool.tasks.length > 0)
        return traitsOf(step).runsDuringTasks === true;
    return !isSubtaskStep(step) || isTimeUp(pool) || readySubtasks(pool, state).length <= 1;
}
const isTimeUp = ({ loop }) => loop.run.sources.clock.signal.aborted;
/** Runs a single step, and publishes its result before anything else starts. */
async function runSingle(pool, snapshot, step) {
    beginStep(pool.loop, snapshot, step);
    if (isSubtaskStep(step) && isTimeUp(pool))
        return interrupted(pool, snapshot, [step.status]);
    const finished = await (isDraftStep(step) ? draft : perform)(pool, snapshot, step);
    const after = isSubtaskStep(step) && !wasAttempt(finished)
        ? await interrupted(pool, { ...snapshot, thread: pool.thread }, [step.status])
        : await publishSingle(pool, snapshot, finished);
    pool.single = undefined;
    refreshPool(pool, pool.loop.run.sources.snapshotAt(after));
    return after;
}
/** Publishes a result on the current state. If GitHub is unreachable, its usage is counted when the pool closes. */
async function publishSingle({ loop, thread }, snapshot, task) {
    const ended = { step: task.step, result: resultOf(task) };
    const now = await readAgain(loop, thread);
    task.usageRecorded = true;
    return publishWork(loop, { ...snapshot, thread: now }, ended);
}
/** Drafts a plan, after a comment on the issue that one is being made. */
async function draft(pool, snapshot, step) {
    const { run, note, progress, stop } = pool.loop;
    const studyingComment = sayStudying(run.githubContext, snapshot.thread, { log: note });
    try {
        return await perform(pool, snapshot, step);
    }
    finally {
        pool.thread = progress.thread = await studyingComment;
        if (stop.aborted)
            progress.thread = await sayStudying(run.githubContext, progress.thread, { log: note, stopped: true });
    }
}
/** Performs a single step in the runner's checkout. Throws `UserError`. */
async function perform(pool, snapshot, step) {
    const { run, progress } = pool.loop;
    // Whether the branch can be pushed is checked before a draft costs tokens, while its input is gathered.
    const { sources, githubContext } = run;
    const pushCheck = isDraftStep(step) ? pushProblem(sources, snapshot.thread, githubContext.settings) : undefined;
    const [input, problem] = await Promise.all([taskInputFor(pool, snapshot, step), pushCheck]);
    if (problem)
        throw problem;
    const since = run.sources.clock.timestamp();
    if ((0,tasks_tasks/* isInput */.Xy)(input, 'execute')) {
        const { subtask: number, attempt } = input;
        const live = { subtasks: [{ number, attempt, steps: [] }], since };
        pool.thread = progress.thread = await show(run.githubContext, pool.thread, live);
    }
    const session = (pool.session ??= openSession(pool, since));
    const task = (pool.single = start(pool, session, { step, input, startState: snapshot.state, worktree: 0 }));
    await task.ended;
    if (pool.tasks.length === 0)
        await endSession(pool, isSubtaskStep(step));
    return task;
}
/** Starts what can start, waits until a task has ended, and merges what can be merged. */
async function runConcurrent(pool, snapshot, step) {
    pool.session?.watch.know(snapshot.thread);
    if (isSubtaskStep(step))
        await startConcurrent(pool, snapshot);
    if (mergeable(pool).length === 0)
        await Promise.race(pool.tasks.filter(isRunning).map(({ ended }) => ended));
    return mergeFinished(pool);
}
async function drain(pool, thread) {
    pool.thread = thread;
    while (pool.tasks.length > 0) {
        await Promise.all(pool.tasks.map(({ ended }) => ended));
        await mergeFinished(pool);
    }
    return pool.thread;
}
/** Stops all tasks, whose results are discarded. Their usage is counted. */
async function stopAll(pool) {
    const { session, thread, loop } = pool;
    const all = allTasks(pool);
    for (const { stop } of all)
        stop();
    await Promise.all(all.map(({ ended }) => ended));
    await session?.[Symbol.asyncDispose]();
    const { state, ...now } = loop.run.sources.snapshotAt(loop.progress.thread ?? thread);
    const isRecorded = ({ input }) => (0,tasks_tasks/* isInput */.Xy)(input, 'execute') && state.history.executed.has(input.subtask);
    const lost = all.filter((task) => !task.usageRecorded && !isRecorded(task));
    loop.progress.thread = addUsageOf(now.thread, task_usageOf(lost));
}
/** The tasks that can be merged: in plan order, if all tasks before them have ended. */
function mergeable({ tasks, thread, loop }) {
    const { statuses } = loop.run.sources.snapshotAt(thread).state;
    const orderOf = ({ input }) => statuses.findIndex(({ subtask }) => subtask.number === input.subtask);
    const sorted = tasks.toSorted((a, b) => orderOf(a) - orderOf(b));
    const results = sorted.filter((task) => !mergesLast(task));
    const first = results.findIndex(isRunning);
    const finished = first < 0 ? results : results.slice(0, first);
    return finished.length > 0 || sorted.some(isRunning) ? finished : sorted.slice(0, 1);
}
/** Merges what can be merged. Stops tasks whose results are useless by now. */
async function mergeFinished(pool) {
    const { loop } = pool;
    const { snapshotAt } = loop.run.sources;
    const finished = mergeable(pool);
    const [first] = finished;
    if (first) {
        const endedSince = (thread) => mergeable({ ...pool, thread }).filter((task) => !finished.includes(task));
        // An error that ended the task ends the run here, before GitHub is asked.
        resultOf(first);
        pool.thread = await mergeTasks(loop, await readAgain(loop, pool.thread), { finished, endedSince });
        const notStarted = finished.filter((task) => !wasAttempt(task)).map(({ step }) => step.status);
        if (notStarted.length > 0)
            pool.thread = await interrupted(pool, snapshotAt(pool.thread), notStarted);
    }
    loop.progress.thread = pool.thread;
    pool.tasks = pool.tasks.filter((task) => !finished.includes(task));
    const now = snapshotAt(pool.thread);
    refreshPool(pool, now);
    for (const task of pool.tasks)
        if (!(0,tasks_tasks/* stillDue */.hs)(task.step, task.startState, now.state))
            task.stop();
    if (pool.tasks.length > 0)
        pool.session?.updateView();
    else
        await endSession(pool, true);
    return pool.thread;
}
/** Records that these subtasks could not start before the time was up. Counts as a run without a result. */
const interrupted = ({ loop }, snapshot, [status, ...others]) => publish(loop.run.githubContext, snapshot, { kind: 'interrupt', status, others });
function refreshPool(pool, { thread, state }) {
    pool.thread = thread;
    pool.recordedUsage = (0,plan_usage/* largerUsage */.$R)(state.usage, thread.thisRun.spent);
}
/** The subtasks that can start. Usage of running ones counts: with a spent budget nothing starts. */
function readySubtasks({ loop, tasks }, state) {
    const { inputs, githubContext } = loop.run;
    if (tasks.some(mergesLast) || (0,plan_usage/* fractionSpent */.zj)(state.allowance, task_usageOf(tasks)) >= 1)
        return [];
    const free = inputs.parallel - tasks.filter(isRunning).length;
    return subtasksToBegin(state, githubContext, { free, inHand: new Set(tasks.map(({ input }) => input.subtask)) });
}
const allTasks = ({ tasks, single }) => [...tasks, ...(single ? [single] : [])];
/** Starts all subtasks that can start, each in its own worktree. Resolves when their worktrees are set up. */
async function startConcurrent(pool, snapshot) {
    const { run } = pool.loop;
    const used = new Set(pool.tasks.filter(isRunning).map(({ worktree }) => worktree));
    const worktrees = Array.from({ length: run.inputs.parallel }, (_, i) => i + 1).filter((number) => !used.has(number));
    const specs = [];
    for (const status of readySubtasks(pool, snapshot.state)) {
        const step = executeStep(status);
        beginStep(pool.loop, snapshot, step);
        const input = await taskInputFor(pool, snapshot, step);
        const worktree = worktrees.shift();
        if (!(0,tasks_tasks/* isInput */.Xy)(input, 'execute') || worktree === undefined)
            throw new Error('A subtask needs its input and a worktree.');
        specs.push({ step, input, startState: snapshot.state, worktree });
    }
    const [first] = specs;
    if (!first)
        return;
    const session = (pool.session ??= openSession(pool));
    // People see at once that their approval counts: the set-up may take minutes.
    const showStarting = (steps) => session.updateView(specs.map((spec) => ({ ...spec, steps })));
    showStarting([]);
    // `setup-command` runs once for all that start together: the template must not change while it is being copied.
    const isReady = specs.every(({ worktree }) => pool.preparedWorktrees.has(worktree)) ||
        (await (0,check_progress/* showSetUp */.d)(run.inputs['setup-command'], {
            setUp: (0,run_task/* prepareCheckout */.s)(run.openContext({ signal: session.ends }), first.input.head),
            show: showStarting,
        }));
    const tasks = (isReady ? specs : [{ ...first, worktree: 0 }]).map((spec) => start(pool, session, spec));
    pool.tasks.push(...tasks);
    session.updateView();
    // The worktrees are copied from the first one, which must not change meanwhile.
    await Promise.all(tasks.map(({ ready }) => ready));
    for (const { worktree, sentRequest } of tasks)
        if (sentRequest)
            pool.preparedWorktrees.add(worktree);
}
async function taskInputFor({ loop }, snapshot, step) {
    const input = await inputFor(loop.run.sources, snapshot, step);
    const hidden = hiddenNote(input);
    if (hidden !== undefined)
        loop.note(hidden);
    return input;
}
function start(pool, { watch, updateView }, spec) {
    const { input } = spec;
    const { recordedUsage } = pool;
    const { run } = pool.loop;
    const task = startTask(spec, {
        openContext: run.openContext,
        signal: (0,tasks_tasks/* isInput */.Xy)(input, 'execute') ? watch.of(input) : watch.signal,
        beforeTurn: watch.check,
        updateView,
        onWait: (wait) => {
            const waiting = wait && longWait(wait, Date.parse(run.sources.clock.timestamp()));
            if (!waiting && !task.waiting)
                return;
            task.waiting = waiting;
            updateView();
        },
        // The allowance is without the usage recorded when the task started; later records and the other tasks count here.
        spentByOthers: () => (0,plan_usage/* addUsage */.vk)((0,plan_usage/* usageSince */.eR)(pool.recordedUsage, recordedUsage), task_usageOf(allTasks(pool).filter((one) => one !== task))),
    });
    return task;
}
/** `since` is when the only task started, as ISO 8601. */
function openSession(pool, since) {
    const { run, claim } = pool.loop;
    const ends = AbortSignal.any([run.ends, claim.lost()]);
    const watch = watchCommands(run.sources.forge, pool.thread, { stop: ends });
    const view = throttled(async (live, signal) => {
        pool.shownPull = (await show(run.githubContext, pool.thread, { ...live, signal })).pull?.pull;
    });
    return {
        watch,
        ends,
        /** Shows the running tasks, and those about to start. */
        updateView: (starting = []) => view.show(liveView([...allTasks(pool), ...starting], since)),
        [Symbol.asyncDispose]: async () => {
            watch[Symbol.dispose]();
            await view[Symbol.asyncDispose]();
        },
    };
}
/** Ends the background work with the last task. The last view marks a subtask that was stopped from outside. */
async function endSession(pool, hadSubtask) {
    const { session, loop } = pool;
    if (!session)
        return;
    await session[Symbol.asyncDispose]();
    if (pool.shownPull)
        pool.thread = withPull(pool.thread, { body: pool.shownPull.body });
    // No task runs, and there is little time left to show that.
    if (hadSubtask && loop.stop.aborted)
        pool.thread = await show(loop.run.githubContext, pool.thread, { subtasks: [], stopped: 'outside' });
    pool.session = undefined;
    pool.shownPull = undefined;
}

// EXTERNAL MODULE: ./lib/loop/jobs/result-folder.js
var result_folder = __webpack_require__(8227);
;// CONCATENATED MODULE: ./lib/loop/jobs/job.js
var __addDisposableResource = (undefined && undefined.__addDisposableResource) || function (env, value, async) {
    if (value !== null && value !== void 0) {
        if (typeof value !== "object" && typeof value !== "function") throw new TypeError("Object expected.");
        var dispose, inner;
        if (async) {
            if (!Symbol.asyncDispose) throw new TypeError("Symbol.asyncDispose is not defined.");
            dispose = value[Symbol.asyncDispose];
        }
        if (dispose === void 0) {
            if (!Symbol.dispose) throw new TypeError("Symbol.dispose is not defined.");
            dispose = value[Symbol.dispose];
            if (async) inner = dispose;
        }
        if (typeof dispose !== "function") throw new TypeError("Object not disposable.");
        if (inner) dispose = function() { try { inner.call(this); } catch (e) { return Promise.reject(e); } };
        env.stack.push({ value: value, dispose: dispose, async: async });
    }
    else if (async) {
        env.stack.push({ async: true });
    }
    return value;
};
var __disposeResources = (undefined && undefined.__disposeResources) || (function (SuppressedError) {
    return function (env) {
        function fail(e) {
            env.error = env.hasError ? new SuppressedError(e, env.error, "An error was suppressed during disposal.") : e;
            env.hasError = true;
        }
        var r, s = 0;
        function next() {
            while (r = env.stack.pop()) {
                try {
                    if (!r.async && s === 1) return s = 0, env.stack.push(r), Promise.resolve().then(next);
                    if (r.dispose) {
                        var result = r.dispose.call(r.value);
                        if (r.async) return s |= 2, Promise.resolve(result).then(next, function(e) { fail(e); return next(); });
                    }
                    else s |= 1;
                }
                catch (e) {
                    fail(e);
                }
            }
            if (s === 1) return env.hasError ? Promise.reject(env.error) : Promise.resolve();
            if (env.hasError) throw env.error;
        }
        return next();
    };
})(typeof SuppressedError === "function" ? SuppressedError : function (error, suppressed, message) {
    var e = new Error(message);
    return e.name = "SuppressedError", e.error = error, e.suppressed = suppressed, e;
});





















/** Opens the job that the input `mode` names. It reads the results of other jobs once. */
async function openJob({ inputs, redact }, fail) {
    const { mode } = inputs;
    if (inputs['dry-run'])
        return { carryOut: dryRun, work: () => (mode === 'all' ? '' : '[]') };
    if (mode === 'verify')
        return { carryOut: (loop) => verifyTarget({ ...loop, fail }), work: () => '' };
    if (mode === 'all')
        return { carryOut: reconcileAll, work: () => '' };
    const found = await (0,result_folder/* readResults */.x8)(mode === 'publish' ? inputs.results : undefined);
    // The run fails for damaged ones, because the job that wrote them failed.
    for (const { folder, why } of found.damaged)
        fail(`The result in ${folder} is left out: ${why}. Look at the job that made it, then start the workflow again.`);
    const taskInputs = [];
    return {
        carryOut: async (loop) => void taskInputs.push(...(await reconcilePart({ ...loop, fail }, found))),
        // A person has to look at damaged results before the same work is paid for again.
        work: () => (found.damaged.length > 0 ? '[]' : (0,result_folder/* outputOf */.jH)(taskInputs, redact)),
    };
}
async function reconcileAll(loop) {
    const thread = await observeTarget(loop);
    if (thread)
        await withPool(loop, thread);
}
/** Runs the loop from a thread, with its own task pool for the model's steps. */
async function withPool(loop, from) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const pool = __addDisposableResource(env_1, openPool(loop, from), true);
        await reconcile(loop, pool, from);
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        const result_1 = __disposeResources(env_1);
        if (result_1)
            await result_1;
    }
}
/** Verifies a plan against its record, without writing. The run fails if anything does not hold. */
async function verifyTarget(loop) {
    const { githubContext, sources } = loop.run;
    const thread = await observeTarget(loop);
    if (!thread?.pull)
        return loop.fail(`There is no plan at #${loop.target.number}. Name the pull request of one.`);
    for (const { promise, seen, wrong } of await verifyPlan(githubContext, sources.snapshotAt(thread))) {
        loop.note(`${promise}: ${wrong ?? `holds (${seen})`}`);
        if (wrong !== undefined)
            loop.fail(`${promise} does not hold: ${wrong}.`);
    }
}
/** Merges the results of other jobs, takes the steps without a model, and hands out the remaining task inputs. */
async function reconcilePart(loop, { results, unable }) {
    const { progress } = loop;
    const found = await observeTarget(loop);
    // An earlier job of this run may have left its claim.
    const isContended = found && (await loop.claim.adopt(found)) === 'contended';
    const observed = isContended ? await lookAgain(loop, found) : found;
    if (!observed)
        return [];
    const mine = results.filter(({ input }) => input.number === observed.issue.number);
    // Commands that arrived meanwhile come first: a skip does not invalidate the results of other subtasks.
    if (mine.length > 0)
        await withPool(loop, observed);
    const { thread, unverified, expected } = await mergeResults(loop, progress.thread ?? observed, mine);
    progress.thread = await withHandOver(loop, thread, unverified);
    const taskInputs = await remainingTaskInputs(loop, progress.thread, unverified);
    const { problem } = unable.find(({ input }) => taskInputs.some(({ id }) => id === input.id)) ?? {};
    // Changes that have to be verified are handed out before the problem is reported.
    if (problem && !taskInputs.some((input) => (0,tasks_tasks/* isInput */.Xy)(input, 'changes')))
        throw new errors/* UserError */.yo(problem.code, problem.message, problem.remedy);
    // If every result became invalid meanwhile, nothing is handed out. Otherwise the same work would be paid for again
    // and again.
    if (mine.length === 0 || expected > 0 || taskInputs.length === 0)
        return taskInputs;
    loop.fail('None of the results is of what is to be done now. Look at the jobs that made them, then start the workflow again.');
    return [];
}
/** Takes the steps without a model. Holds the claim only while later jobs of this run work on what is left. */
async function remainingTaskInputs(loop, thread, unverified) {
    const { run, claim, progress } = loop;
    for (let now = thread; now; now = await lookAgain(loop, progress.thread ?? now)) {
        await withPool(loop, now);
        progress.thread ??= now;
        const snapshot = run.sources.snapshotAt(progress.thread);
        if (progress.isLeftToOthers || (await repliesOnly(loop, snapshot)))
            return [];
        const taskInputs = await taskInputsFor(loop, progress.thread, unverified);
        const claimed = taskInputs.length === 0 ? 'ours' : await loop_takeClaim(loop, progress.thread, true);
        if (claimed === 'held')
            return [];
        if (claimed === 'ours' && areForThisRun(run, taskInputs)) {
            claim.keepForLaterJobs();
            return taskInputs;
        }
        if (claimed === 'ours' && (await claim.end(snapshot, run.inputs.mode === 'publish')) === 'released')
            return taskInputs;
    }
    return [];
}
/** Whether later jobs of this run take the task inputs. After the publishing job, they are for the next run. */
const areForThisRun = ({ inputs }, taskInputs) => inputs.mode === 'decide' ? taskInputs.length > 0 : taskInputs.some((input) => (0,tasks_tasks/* isInput */.Xy)(input, 'changes'));
/** Records what is handed to the verifying job, before a task input names the commit that the work starts from. */
async function withHandOver({ run }, thread, unverified) {
    const input = await verificationInput(run, thread, unverified);
    if (!input || !(0,result_folder/* withinLimit */.zl)(input))
        return thread;
    // The digests, so that the other job can bring back no other changes.
    const trailers = { state: 'in_progress', verify: input.changes.map(digestOf) };
    const subject = 'Verify again what was made for an earlier commit';
    return record(run.githubContext, run.sources.snapshotAt(thread), { commits: [{ subject, trailers, counts: [0] }] });
}
/** Hands out concurrent changes to be verified together. Changes too large for an input are made again. */
async function taskInputsFor({ run, fail }, thread, unverified) {
    const ready = (await readyTaskInputs(run, thread)).flatMap(({ input }) => (0,result_folder/* withinLimit */.zl)(input) ?? tooLong(input, fail));
    const whole = await verificationInput(run, thread, unverified);
    const verify = whole && (0,result_folder/* withinLimit */.zl)(whole);
    const verified = verify && whole ? whole.changes.map(({ subtask }) => subtask) : [];
    const others = ready.filter((input) => !(0,tasks_tasks/* isInput */.Xy)(input, 'execute') || !verified.includes(input.subtask));
    return [...(verify ? [verify] : []), ...others];
}
function tooLong({ id }, fail) {
    fail(`The order ${id} is too long for another job. Ask for less at a time, or use \`mode: all\`.`);
    return [];
}
async function readyTaskInputs(run, thread) {
    const snapshot = run.sources.snapshotAt(thread);
    const steps = readySteps(thread, snapshot.state, decisionContextOf(run.githubContext, thread, false));
    return Promise.all(steps.map(async (step) => ({ step, input: await inputFor(run.sources, snapshot, step) })));
}
/** Identifies a change after it was sent to another machine and back. */
const digestOf = (change) => (0,external_node_crypto_.hash)('sha256', JSON.stringify(input/* UnverifiedChange */.a7.parse(change)));
/**
 * Publishes the results of other jobs. `unverified` changes are to be verified again; `expected` counts the results that
 * nothing was wrong with.
 */
async function mergeResults(loop, from, results) {
    const snapshot = loop.run.sources.snapshotAt(from);
    const { accepted, overtaken } = await accept(loop, snapshot, results);
    const lost = overtaken.flatMap(({ attempts, result }) => [result.usage, ...attempts.map(({ usage }) => usage)]);
    const thread = addUsageOf(from, (0,plan_usage/* addUsage */.vk)(...lost));
    const merged = await mergeAccepted(loop, { ...snapshot, thread }, accepted);
    return { ...merged, expected: accepted.length + overtaken.length };
}
/**
 * Selects the results that count, and logs why others do not. They come from jobs that a model may control: each must
 * be the first for its input, valid for it, and the same input would be handed out now.
 */
async function accept(loop, snapshot, results) {
    const accepted = [];
    /** Of subtasks that people skipped meanwhile or that are done. */
    const overtaken = [];
    if (results.length === 0)
        return { accepted, overtaken };
    const ready = await readyTaskInputs(loop.run, snapshot.thread);
    for (const result of results) {
        const { id } = result.input;
        const verdict = await job_judge(loop, snapshot, { ready, result });
        if (typeof verdict === 'string')
            loop.note(`The result of ${id} is left out: ${verdict}.`);
        else if (accepted.some(({ input }) => input.id === id))
            loop.note(`A second result of ${id} is left out.`);
        else
            accepted.push(verdict);
        if (typeof verdict === 'string' && isOvertaken(snapshot, result))
            overtaken.push(result);
    }
    return { accepted, overtaken };
}
/** Whether the subtask of a result is settled, or its commit is no longer the last. Its job did nothing wrong. */
const isOvertaken = ({ thread, state }, { input }) => ((0,tasks_tasks/* isInput */.Xy)(input, 'tests') && input.head !== thread.branch?.head) ||
    ((0,tasks_tasks/* isInput */.Xy)(input, 'execute') &&
        input.id.startsWith(`${input.number}-subtask-${input.subtask}-`) &&
        state.statuses.some((status) => status.subtask.number === input.subtask && (0,plan_plan/* isSettled */.Is)(status)));
async function job_judge({ run }, { thread, state }, { ready, result }) {
    const given = result.input;
    const changes = (0,tasks_tasks/* isInput */.Xy)(given, 'changes') ? given.changes : undefined;
    const { sentForVerification } = state.history;
    if (changes?.some((change) => !sentForVerification.has(digestOf(change))))
        return 'this order was not given';
    const ordered = changes ? undefined : ready.find(({ input }) => input.id === given.id);
    const input = changes ? await verificationInput(run, thread, changes) : ordered?.input;
    if (!input)
        return 'nothing of the kind is to be done now';
    if (!(0,external_node_util_.isDeepStrictEqual)((0,tasks_tasks/* taskOf */.Xb)(input), (0,tasks_tasks/* taskOf */.Xb)(given)))
        return 'its order is not what would be ordered now';
    const problem = (0,tasks_tasks/* problemOfResult */.Ki)(input, result.result, run.githubContext.settings) ??
        (await problemOfChange(run, input, result.result));
    const step = ordered?.step;
    if (problem === undefined)
        return { ...result, step };
    return step ? { ...result, step, result: failedBy(result, problem) } : problem;
}
/** Checks the patches of attempts only: those of verified changes are taken from the trusted input. */
async function problemOfChange(run, input, result) {
    if (result.kind !== 'executed')
        return undefined;
    const { merge, tests } = (0,tasks_tasks/* isInput */.Xy)(input, 'execute')
        ? { merge: input.merge, tests: (0,acceptance/* testsOf */.Vh)(input.plan, input.subtask) }
        : { merge: undefined, tests: [] };
    const { repo } = run.sources;
    const { tree: onto } = await (0,git_merge/* startOf */.GH)(repo, { head: input.head, merge, tests, ...run.githubContext.settings });
    return problemOfPatch(repo, { onto, patch: result.patch });
}

;// CONCATENATED MODULE: ./lib/loop/diagnose.js









/** A number that no issue has, so that the trial dispatch of `/doctor` starts a run that ends at once. */
const NO_ISSUE = 0;
/** `/doctor` without an issue, for a `workflow_dispatch`: writes its answer into the job summary and the log. */
async function diagnose(run) {
    const { sources, githubContext, inputs } = run;
    if (inputs['dry-run'] || inputs.mode === 'verify')
        return { outputs: {}, summary: '', problems: [] };
    await (0,side_ref/* fetchPlanRefs */.Ii)(sources.repo, planRefsOf(sources, NO_ISSUE), false);
    const order = {
        ...{ kind: 'doctor', id: 'doctor', number: NO_ISSUE, comment: 0, allowance: {} },
        head: await (0,side_ref/* baseCommit */.tI)(sources.repo),
    };
    if (inputs.mode === 'decide')
        return { outputs: { work: JSON.stringify([order]) }, summary: '', problems: [] };
    const [{ text, usage }, findings] = await Promise.all([agentFindings(run, order), githubFindings(run, order)]);
    const report = doctorReport(githubContext.settings, { findings, agentFindings: text, usage });
    const summary = githubContext.outward(`${report.join('\n\n')}\n`);
    for (const line of summary.split('\n'))
        (line.startsWith('- ❌') ? log/* logWarning */.FF : log/* logLine */.BP)(line);
    return { outputs: { work: inputs.mode === 'all' ? '' : '[]' }, summary, problems: [] };
}
/** Report lines for the sandbox and each model, from this job, or from the job that has the model. */
async function agentFindings(run, order) {
    const ctx = run.inputs.mode === 'all' && run.openContext({ signal: run.ends });
    const result = ctx ? await (0,run_task/* work */.o)(order, ctx) : await diagnose_resultOf(run, order);
    if (result?.kind === 'answered')
        return result;
    return {
        text: '- ❌ **Models:** They were not tried. Look at the log of the job that has them.',
        usage: result?.usage ?? plan_usage/* noUsage */.tk,
    };
}
/** The result of the job with the model. That job may be controlled by a model, so its input must equal this order. */
async function diagnose_resultOf({ inputs }, order) {
    const found = await (0,result_folder/* readResults */.x8)(inputs.results).catch(() => undefined);
    return found?.results.find(({ input }) => (0,external_node_util_.isDeepStrictEqual)(input, order))?.result;
}
async function githubFindings({ sources, githubContext, holder }, { head, number }) {
    const bot = await ownAccount(sources);
    return tryGitHub(githubContext, {
        base: { branch: sources.base, sha: head },
        bot,
        branch: `${sources.branchPrefix}issue-1`,
        trial: `${sources.branchPrefix}doctor-${holder.run}`,
        number: String(number),
        login: bot.login,
    });
}

;// CONCATENATED MODULE: ./lib/run.js
var run_addDisposableResource = (undefined && undefined.__addDisposableResource) || function (env, value, async) {
    if (value !== null && value !== void 0) {
        if (typeof value !== "object" && typeof value !== "function") throw new TypeError("Object expected.");
        var dispose, inner;
        if (async) {
            if (!Symbol.asyncDispose) throw new TypeError("Symbol.asyncDispose is not defined.");
            dispose = value[Symbol.asyncDispose];
        }
        if (dispose === void 0) {
            if (!Symbol.dispose) throw new TypeError("Symbol.dispose is not defined.");
            dispose = value[Symbol.dispose];
            if (async) inner = dispose;
        }
        if (typeof dispose !== "function") throw new TypeError("Object not disposable.");
        if (inner) dispose = function() { try { inner.call(this); } catch (e) { return Promise.reject(e); } };
        env.stack.push({ value: value, dispose: dispose, async: async });
    }
    else if (async) {
        env.stack.push({ async: true });
    }
    return value;
};
var run_disposeResources = (undefined && undefined.__disposeResources) || (function (SuppressedError) {
    return function (env) {
        function fail(e) {
            env.error = env.hasError ? new SuppressedError(e, env.error, "An error was suppressed during disposal.") : e;
            env.hasError = true;
        }
        var r, s = 0;
        function next() {
            while (r = env.stack.pop()) {
                try {
                    if (!r.async && s === 1) return s = 0, env.stack.push(r), Promise.resolve().then(next);
                    if (r.dispose) {
                        var result = r.dispose.call(r.value);
                        if (r.async) return s |= 2, Promise.resolve(result).then(next, function(e) { fail(e); return next(); });
                    }
                    else s |= 1;
                }
                catch (e) {
                    fail(e);
                }
            }
            if (s === 1) return env.hasError ? Promise.reject(env.error) : Promise.resolve();
            if (env.hasError) throw env.error;
        }
        return next();
    };
})(typeof SuppressedError === "function" ? SuppressedError : function (error, suppressed, message) {
    var e = new Error(message);
    return e.name = "SuppressedError", e.error = error, e.suppressed = suppressed, e;
});



























/**
 * Carries out all that is to be done at a destination, and returns how it ended. Removes `clone` at the end. Writes to
 * the log only: outputs, summary and annotations are left to the caller. Never throws.
 */
async function run(destination, spec) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const { env, stop, clock: start = clock/* startClock */.L } = spec;
        const clone = run_addDisposableResource(env_1, spec.clone, true);
        const outcomes = [];
        const problems = [];
        try {
            const env_2 = { stack: [], error: void 0, hasError: false };
            try {
                const inputs = (0,runner_inputs/* readInputs */.Ko)((name) => (0,runner_env/* rawInput */.JR)(env, name));
                const clock = run_addDisposableResource(env_2, start(inputs['time-budget']), false);
                const turns = (0,log/* keepTurns */.MD)();
                const opened = openRun(inputs, { ...spec, clone, clock, turns });
                for (const line of runHead({ env, event: spec.event, inputs }))
                    (0,log/* logLine */.BP)(opened.redact(line));
                const job = await openJob(opened, (text) => problems.push({ text }));
                const writeStatus = openStatusWriter(opened.githubContext, log/* logWarning */.FF);
                if (destination.kind === 'repository')
                    return await diagnose(opened);
                for (const target of await targetsOf(opened.sources, destination))
                    outcomes.push(await runAt(opened, target, { stop, job, writeStatus }));
                const summary = opened.githubContext.outward(turns.summary());
                outcomes.push({ outputs: { work: job.work() }, summary, problems: [] });
            }
            catch (e_1) {
                env_2.error = e_1;
                env_2.hasError = true;
            }
            finally {
                run_disposeResources(env_2);
            }
        }
        catch (thrown) {
            const error = (await (0,disk_full/* diskFull */.xg)(clone.repo, thrown)) ?? thrown;
            problems.push({ text: (0,errors/* problemText */.fI)(error, 'The run could not start') });
        }
        return combined([...outcomes, { outputs: {}, summary: renderProblems(problems.map(({ text }) => text)), problems }]);
    }
    catch (e_2) {
        env_1.error = e_2;
        env_1.hasError = true;
    }
    finally {
        const result_1 = run_disposeResources(env_1);
        if (result_1)
            await result_1;
    }
}
/** The outcomes of several issues and pull requests as one. The last value of an output counts. */
const combined = (outcomes) => ({
    outputs: Object.assign({}, ...outcomes.map(({ outputs }) => outputs)),
    summary: outcomes.map(({ summary }) => summary).join(''),
    problems: outcomes.flatMap(({ problems }) => problems),
    notices: outcomes.flatMap(({ notices = [] }) => notices),
});
async function runAt(run, target, { stop, job, writeStatus }) {
    const timeline = [];
    const note = (what) => {
        timeline.push({ at: run.sources.clock.timestamp(), what: run.redact(what) });
        (0,log/* logLine */.BP)(run.redact(what));
    };
    const claim = openClaim(run.githubContext, { me: run.holder, stop, note });
    const progress = { thread: undefined, failed: false, observedAt: 0 };
    const loop = { run, target, claim, stop, note, progress };
    const problems = [];
    try {
        await job.carryOut(loop);
        const { thread } = progress;
        const isAtRest = !progress.isLeftToOthers && !stop.aborted && !run.inputs['dry-run'] && !isSilent(run.inputs);
        if (thread && isAtRest) {
            progress.thread = thread.pull?.pull.state === 'closed' ? thread : await flushUsage(run.githubContext, thread);
            await writeStatus(progress.thread);
        }
    }
    catch (thrown) {
        const ended = await endedMeanwhile(loop, thrown);
        if (ended !== undefined)
            note(ended);
        else {
            const error = (await (0,disk_full/* diskFull */.xg)(run.sources.repo, thrown)) ?? thrown;
            const { thread } = progress;
            // What was paid for counts in the next run. If that cannot be recorded, the error of the run is reported.
            if (thread)
                progress.thread = await recordStop(loop, thread).catch(() => thread);
            if (!(await continueLater(loop, error)))
                problems.push({ text: await run_report(loop, error) });
        }
    }
    await releaseClaim(loop);
    if (timeline.length === 0)
        (0,log/* logLine */.BP)('Nothing to do.');
    if (progress.thread?.pull)
        (0,log/* logLine */.BP)(progress.thread.pull.pull.url);
    return outcomeOf(loop, timeline, problems);
}
/** Modes that write nothing for people: another job does, or nobody asked for it. */
const isSilent = ({ mode }) => mode === 'decide' || mode === 'verify';
/** How people ended the plan during a write that failed for that reason. Undefined if they did not. */
async function endedMeanwhile({ run: { sources }, progress }, error) {
    const before = progress.thread;
    if (!before?.pull || (error instanceof errors/* UserError */.yo && error.code !== errors/* PUSH_FORBIDDEN */.dJ))
        return undefined;
    const thread = await refresh(sources, before).catch(() => before);
    const ended = endedByPeople(before, sources.snapshotAt(thread));
    if (ended !== undefined)
        progress.thread = thread;
    return ended;
}
/**
 * Waits for the reset of a GitHub rate limit that lies beyond the time budget, as long as the job has time left, and
 * dispatches the next run. False if the time is too short, or the error is another one.
 */
async function continueLater(loop, error) {
    const { run, progress, stop, note } = loop;
    const { clock } = run.sources;
    const { thread } = progress;
    if (!(error instanceof errors/* UserError */.yo) || !error.until || !thread)
        return false;
    await releaseClaim(loop);
    const wait = error.until.getTime() - Date.parse(clock.timestamp());
    if (run.inputs.mode !== 'all' || wait > clock.left() + clock.minutes() * BEYOND_BUDGET)
        return false;
    note(`${error.message} Then a new run goes on.`);
    await (0,promises_.setTimeout)(Math.max(0, wait), undefined, { signal: stop }).catch(() => undefined);
    progress.thread = await continueInNextRun(run.githubContext, thread);
    return progress.thread.thisRun.continued === 'asked';
}
/** Milliseconds for each minute of the time budget: 25 minutes for 330, of the 30 that the examples leave a job. */
const BEYOND_BUDGET = 0.075 * 60_000;
/** Releases the claim at the end of a run. If that fails, GitHub tells the next run that this one has ended. */
async function releaseClaim({ run, claim, progress: { thread } }) {
    const phase = thread ? run.sources.snapshotAt(thread).state.phase : 'none';
    try {
        await claim.release({ phase });
    }
    catch (error) {
        (0,log/* logLine */.BP)(run.redact(`The claim on the plan was not given back: ${(0,errors/* errorText */.kc)(error)}`));
    }
}
/** Comments what went wrong: what people can fix, or where to look. Returns the problem for the runner. */
async function run_report({ run, target, progress }, error) {
    const { githubContext, redact } = run;
    const isUserError = error instanceof errors/* UserError */.yo;
    const problem = redact(isUserError ? `${error.message} ${error.remedy}` : (0,errors/* errorText */.kc)(error));
    if (!isUserError)
        (0,log/* logLine */.BP)(redact(error instanceof Error ? (error.stack ?? '') : String(error)));
    // A dry run writes no comment. After `decide`, the job that publishes meets the same problem and comments.
    if (run.inputs['dry-run'] || isSilent(run.inputs))
        return problem;
    const { links } = githubContext;
    const text = errorNote(isUserError ? error : undefined, links);
    try {
        if (progress.thread) {
            const thread = await commentOnce(run, progress.thread, { text, error });
            progress.thread = thread;
            // No run works on the plan from now on.
            if (!progress.isLeftToOthers && thread.pull && saysInProgress(thread.pull.pull.body))
                progress.thread = await show(githubContext, thread, { subtasks: [], stopped: 'error' });
        }
        // Nothing was read yet. A command on an issue is answered all the same, and so is a plan that cannot be read.
        else if (target.isPull === false || (isUserError && (await isNewOnPlan(run, target, error)))) {
            await run.sources.forge.createComment(target.number, await outgoingComment(githubContext, text));
        }
    }
    catch (second) {
        (0,log/* logLine */.BP)(redact(`The comment about this failed, too: ${(0,errors/* errorText */.kc)(second)}`));
    }
    return problem;
}
/** Codes of errors that occur before a plan is read. */
const BEFORE_READING = ['no-base', 'no-pull', 'repository-closed', 'repository-moved'];
/** Whether an announced plan cannot be read, and nobody was told since. */
async function isNewOnPlan({ sources }, { number }, { code }) {
    if (!BEFORE_READING.includes(code))
        return false;
    const bot = await ownAccount(sources);
    const comments = await fetchComments(sources.forge, bot, number);
    return (0,thread_people/* announcementsIn */.uw)(comments, bot).length > 0 && (0,thread_people/* notesWith */.Qm)(comments, bot, `problem-${code}`).length === 0;
}
/** Comments on a problem, unless the last comment there is about this very one. */
async function commentOnce({ githubContext }, thread, { text, error }) {
    const target = thread.pull?.pull.state === 'open' ? 'pull' : 'issue';
    const last = (0,thread_people/* commentsAt */.ar)(thread, target).slice(-1);
    if (error instanceof errors/* UserError */.yo && (0,thread_people/* notesWith */.Qm)(last, thread.bot, `problem-${error.code}`).length > 0)
        return thread;
    return say(githubContext, thread, { target: target === 'issue' ? 'planning' : target, ...text });
}
function outcomeOf({ run, progress: { thread, failed } }, timeline, problems) {
    const { inputs, githubContext } = run;
    const state = thread && run.sources.snapshotAt(thread).state;
    const all = [
        ...problems,
        ...planProblems({ thread, failed }, { state, planFile: inputs['plan-file'] }),
        ...(thread?.thisRun.problems ?? []).map((text) => ({ text })),
    ].map((problem) => ({ ...problem, text: run.redact(problem.text) }));
    const texts = all.map(({ text }) => text);
    const summary = thread ? renderSummary(viewOf(githubContext, thread), timeline, texts) : renderProblems(texts);
    const waits = thread && state && timeline.length > 0 ? waitingNotice(thread, state) : undefined;
    return {
        outputs: (0,outputs/* outputsOf */.Yz)(thread, state, {
            prices: inputs.prices,
            redact: githubContext.outward,
            verifyCommand: inputs['verify-command'],
        }),
        summary: githubContext.outward(summary),
        problems: all,
        notices: waits === undefined ? [] : [waits],
    };
}


/***/ })

};
