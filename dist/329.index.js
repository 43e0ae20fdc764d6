export const id = 329;
export const ids = [329];
export const modules = {

/***/ 6162:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $_: () => (/* binding */ fetchFamily),
/* harmony export */   AC: () => (/* binding */ noteMemory),
/* harmony export */   at: () => (/* binding */ branchName),
/* harmony export */   cA: () => (/* binding */ planBranches),
/* harmony export */   fY: () => (/* binding */ memoryCommit),
/* harmony export */   hX: () => (/* binding */ memoryRef),
/* harmony export */   pG: () => (/* binding */ readBranch),
/* harmony export */   tI: () => (/* binding */ baseCommit),
/* harmony export */   v1: () => (/* binding */ issueOf)
/* harmony export */ });
/* harmony import */ var _git_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5292);
/* harmony import */ var _git_objects_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5557);
/* harmony import */ var _journal_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5139);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2685);




const FETCHED = 'refs/mt/';
const BASE = `${FETCHED}base`;
const HEADS = `${FETCHED}heads/`;
const MEMORY = `${FETCHED}memory/`;
/** The name of the issue's kept conversation on the server. */
const memoryRef = (issue) => `refs/measure-twice/${issue}`;
/** The first name for the branch of a plan; later ones end in `-2`, `-3`, … */
const branchName = ({ prefix, issue }, suffix = 1) => `${prefix}issue-${issue}${suffix > 1 ? `-${suffix}` : ''}`;
/** The issue that a branch is a plan for, or undefined when it is no plan's name. */
function issueOf(branch, prefix) {
    const match = branch.startsWith(`${prefix}issue-`)
        ? /^([1-9]\d{0,9})(?:-[1-9]\d{0,4})?$/.exec(branch.slice(prefix.length + 6))
        : null;
    return match ? Number(match[1]) : undefined;
}
/** Commits of history that the first fetch brings; more are fetched only when the branches' common ancestor lies deeper. */
const DEPTH = 50;
/**
 * Fetches the base, the branches of the issue's plans and its kept conversation.
 * Throws `UserError` when the base does not exist, as in an empty repository.
 */
async function fetchFamily(repo, family, known) {
    await fetchInto(repo, family, known ? { kind: 'new' } : { kind: 'depth', commits: DEPTH });
    for (let commits = DEPTH * 4; await lacksAncestor(repo, family); commits *= 4) {
        await fetchInto(repo, family, { kind: 'deepen', commits });
    }
}
async function fetchInto(repo, { base, prefix, issue }, reach) {
    const plans = `${prefix}issue-${issue}*`;
    const found = await (0,_git_js__WEBPACK_IMPORTED_MODULE_0__/* .fetchRefs */ .BA)(repo, [
        `+refs/heads/${base}:${BASE}`,
        `+refs/heads/${plans}:${HEADS}${plans}`,
        `+${memoryRef(issue)}*:${MEMORY}${issue}*`,
    ], reach);
    fetched.delete(repo);
    if (found)
        return;
    throw new _errors_js__WEBPACK_IMPORTED_MODULE_3__/* .UserError */ .y('no-base', `The branch \`${base}\` does not exist in this repository.`, 'Push a first commit to it, or name another branch in the input `base-branch`.');
}
async function lacksAncestor(repo, family) {
    const branches = await planBranches(repo, family);
    if (branches.size === 0 || !(0,_git_js__WEBPACK_IMPORTED_MODULE_0__/* .isShallow */ .fE)(repo))
        return false;
    const found = await Promise.all([...branches.values()].map((head) => (0,_git_js__WEBPACK_IMPORTED_MODULE_0__/* .mergeBase */ .wu)(repo, BASE, head)));
    return found.includes(undefined);
}
/** What was fetched last: it changes with the next fetch alone, and every question to git is a process. */
const fetched = new WeakMap();
function fetchedRefs(repo) {
    const known = fetched.get(repo) ?? (0,_git_js__WEBPACK_IMPORTED_MODULE_0__/* .refsBelow */ .q8)(repo, FETCHED);
    fetched.set(repo, known);
    return known;
}
/** The branches whose names are those of plans of this issue: name → head. */
async function planBranches(repo, { prefix, issue }) {
    const heads = [...(await fetchedRefs(repo))].filter(([name]) => name.startsWith('heads/'));
    return new Map(heads
        .map(([name, sha]) => [name.slice('heads/'.length), sha])
        .filter(([name]) => issueOf(name, prefix) === issue));
}
async function baseCommit(repo) {
    const sha = (await fetchedRefs(repo)).get('base');
    if (!sha)
        throw new Error('The base was not fetched.');
    return sha;
}
/** The commit of the issue's kept conversation, if there is one. */
const memoryCommit = async (repo, issue) => (await fetchedRefs(repo)).get(`memory/${issue}`);
/** Takes note of where a push of ours put the kept conversation: what was fetched does not know of it. */
async function noteMemory(repo, issue, commit) {
    const refs = await fetchedRefs(repo);
    if (commit === undefined)
        refs.delete(`memory/${issue}`);
    else
        refs.set(`memory/${issue}`, commit);
}
/** More than this is no plan that a person wrote or a model was allowed to. */
const PLAN_FILE_LIMIT = 1 << 20;
/** Reads a branch as a journal: its commits, and the plan file with every text that it had. */
async function readBranch(repo, spec) {
    const mails = spec.authors.map(_journal_js__WEBPACK_IMPORTED_MODULE_2__/* .mailOf */ .bc);
    const [commits, blobs, planFile] = await Promise.all([
        (0,_git_objects_js__WEBPACK_IMPORTED_MODULE_1__/* .commitsBetween */ .$q)(repo, spec.base, spec.head),
        (0,_git_objects_js__WEBPACK_IMPORTED_MODULE_1__/* .blobsOf */ .OR)(repo, spec, spec.planFile),
        readPlanFile(repo, spec.head, spec.planFile),
    ]);
    const texts = await Promise.all([...blobs.keys()].map(async (blob) => [blob, await (0,_git_objects_js__WEBPACK_IMPORTED_MODULE_1__/* .readBlob */ .gm)(repo, blob)]));
    return {
        name: spec.name,
        head: spec.head,
        planFile,
        origins: blobs,
        texts: new Map(texts.filter(([, text]) => text.length <= PLAN_FILE_LIMIT)),
        commits: commits.map((commit) => ({
            ...commit,
            entry: mails.includes(commit.author.email) ? entryOf(commit.message, spec.issue) : undefined,
        })),
    };
}
/** Merged from the branch of another plan, an entry is that plan's and not ours. */
function entryOf(message, issue) {
    const entry = (0,_journal_js__WEBPACK_IMPORTED_MODULE_2__/* .parseMessage */ .vY)(message);
    return entry?.trailers.issue === issue ? entry : undefined;
}
async function readPlanFile(repo, head, path) {
    const entry = await (0,_git_objects_js__WEBPACK_IMPORTED_MODULE_1__/* .entryAt */ ._f)(repo, head, path);
    if (!entry)
        return undefined;
    const blob = entry.id;
    if (!entry.mode.startsWith('100'))
        return { kind: 'unreadable', blob, why: 'it is not a file but a link or a folder' };
    if (entry.size > PLAN_FILE_LIMIT)
        return { kind: 'unreadable', blob, why: 'it is larger than 1 MiB' };
    const text = await (0,_git_objects_js__WEBPACK_IMPORTED_MODULE_1__/* .readBlob */ .gm)(repo, blob);
    if (/[\0\ufffd]/.test(text))
        return { kind: 'unreadable', blob, why: 'it is not UTF-8 text' };
    return { kind: 'text', path, blob, text };
}


/***/ }),

/***/ 7329:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   beginClone: () => (/* binding */ beginClone),
/* harmony export */   c: () => (/* binding */ addressOf)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1455);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8161);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6760);
/* harmony import */ var _branch_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6162);
/* harmony import */ var _env_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(263);
/* harmony import */ var _event_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(1992);
/* harmony import */ var _git_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(5292);
/* harmony import */ var _plan_paths_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(4606);









/**
 * Makes an empty private copy and, where the event tells the names of the branches, begins to fetch them at once: git
 * waits for the network while the large half of the program is still being loaded.
 */
function beginClone(event, destination) {
    const { env } = process;
    const temp = env.RUNNER_TEMP ?? (0,node_os__WEBPACK_IMPORTED_MODULE_2__.tmpdir)();
    const home = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.mkdtempSync)((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(temp, 'measure-twice-'));
    const url = addressOf(env);
    const repo = {
        gitDir: (0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(home, 'git'),
        workTree: env.GITHUB_WORKSPACE ?? (0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(home, 'tree'),
        ...(url === undefined ? {} : { remote: { url, token: (0,_env_js__WEBPACK_IMPORTED_MODULE_5__/* .rawInput */ .JR)('github-token') } }),
    };
    (0,_git_js__WEBPACK_IMPORTED_MODULE_6__/* .initRepository */ .zY)(repo);
    const family = url === undefined ? undefined : familyNamed(event, destination);
    const done = family && (0,_branch_js__WEBPACK_IMPORTED_MODULE_4__/* .fetchFamily */ .$_)(repo, family, false);
    // It is awaited later: when something else fails before, its own failure is nobody's surprise.
    done?.catch(() => undefined);
    return {
        temp,
        home,
        repo,
        first: family && done && { family, done },
        [Symbol.asyncDispose]: async () => {
            await done?.catch(() => undefined);
            await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.rm)(home, { recursive: true, force: true });
        },
    };
}
/** Of an issue the names of the branches are known; inputs that cannot be names are refused later, in words. */
function familyNamed(event, destination) {
    if (destination.kind !== 'place' || destination.place.isPull !== false)
        return undefined;
    const base = (0,_env_js__WEBPACK_IMPORTED_MODULE_5__/* .rawInput */ .JR)('base-branch') || (0,_event_js__WEBPACK_IMPORTED_MODULE_7__/* .defaultBranchOf */ .d)(event);
    const prefix = (0,_env_js__WEBPACK_IMPORTED_MODULE_5__/* .rawInput */ .JR)('branch-prefix') || 'plan/';
    const issue = destination.place.number;
    return (0,_plan_paths_js__WEBPACK_IMPORTED_MODULE_8__/* .isBranch */ .PX)(base) && (0,_plan_paths_js__WEBPACK_IMPORTED_MODULE_8__/* .isBranch */ .PX)(`${prefix}issue-${issue}`) ? { base, prefix, issue } : undefined;
}
/** Where the repository lies on its server, for git and for people alike. Undefined outside of a workflow. */
const addressOf = (env) => /^[^/]+\/[^/]+$/.test(env.GITHUB_REPOSITORY ?? '')
    ? `${env.GITHUB_SERVER_URL ?? 'https://github.com'}/${env.GITHUB_REPOSITORY}`
    : undefined;


/***/ }),

/***/ 5139:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   bc: () => (/* binding */ mailOf),
/* harmony export */   e4: () => (/* binding */ renderMessage),
/* harmony export */   lF: () => (/* binding */ parseAnswers),
/* harmony export */   sd: () => (/* binding */ renderAnswers),
/* harmony export */   vY: () => (/* binding */ parseMessage)
/* harmony export */ });
/* harmony import */ var _usage_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2403);

/** The whole message of a commit. The trailers are the last block, so nothing above them can be taken for one. */
function renderMessage({ subject, body, trailers }) {
    return [subject, body.trim(), renderTrailers(trailers)].filter(Boolean).join('\n\n') + '\n';
}
function renderTrailers(t) {
    const lines = [
        ['Plan-Issue', t.issue],
        ['Plan-Subtask', t.subtask],
        ['Plan-State', t.state],
        ['Plan-Reason', t.reason],
        ['Plan-Attempts', t.attempts],
        ['Plan-Request', t.request],
        ['Plan-Feedback', t.feedback?.length ? t.feedback.join(', ') : undefined],
        ['Plan-Command', t.command],
        ['Plan-Version', t.version],
        ...(t.approvedBy ?? []).map((by) => ['Plan-Approved-By', `${by.login} (${by.comment})`]),
        ['Plan-Usage', t.usage && (0,_usage_js__WEBPACK_IMPORTED_MODULE_0__/* .renderUsage */ .eY)(t.usage)],
        ['Plan-Seen', t.seen],
        ['Co-authored-by', t.coAuthor && `${t.coAuthor.login} <${mailOf(t.coAuthor)}>`],
    ];
    return lines.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`])).join('\n');
}
/** The address by which GitHub ties a commit to an account. */
const mailOf = (account) => `${account.id}+${account.login}@users.noreply.github.com`;
/**
 * Reads a commit message of the bot. Undefined when its last paragraph holds no `Plan-Issue`, so that text further up
 * that looks like a trailer is never taken for one.
 */
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
function fieldsOf(block) {
    const pairs = block.split('\n').flatMap((line) => {
        const match = /^([A-Za-z][A-Za-z-]*): (.*)$/.exec(line);
        return match ? [[match[1] ?? '', (match[2] ?? '').trim()]] : [];
    });
    return (name) => pairs.filter(([key]) => key === name).map(([, value]) => value);
}
function readTrailers(issue, fields) {
    const one = (name) => fields(name)[0];
    const state = RECORDED.find((name) => name === one('Plan-State'));
    const reason = REASONS.find((name) => name === one('Plan-Reason'));
    return present({
        issue,
        seen: numberIn(one('Plan-Seen')) ?? 0,
        // A state that a later release may know is none that we could take for an execution.
        subtask: state === undefined && one('Plan-State') !== undefined ? undefined : numberIn(one('Plan-Subtask')),
        version: one('Plan-Version'),
        approvedBy: fields('Plan-Approved-By').flatMap(readApprover),
        request: one('Plan-Request'),
        feedback: (one('Plan-Feedback') ?? '').split(',').flatMap((id) => numberIn(id.trim()) ?? []),
        state,
        command: numberIn(one('Plan-Command')),
        attempts: numberIn(one('Plan-Attempts')),
        reason,
        usage: one('Plan-Usage') === undefined ? _usage_js__WEBPACK_IMPORTED_MODULE_0__/* .noUsage */ .tk : (0,_usage_js__WEBPACK_IMPORTED_MODULE_0__/* .parseUsage */ .Zb)(one('Plan-Usage') ?? ''),
        coAuthor: readCoAuthor(one('Co-authored-by') ?? ''),
    });
}
const RECORDED = ['abandoned', 'failed', 'in_progress', 'halted', 'done'];
const REASONS = ['budget', 'change', 'continuation'];
function present(trailers) {
    const entries = Object.entries(trailers).filter(([, value]) => value !== undefined);
    return { issue: trailers.issue, seen: trailers.seen, ...Object.fromEntries(entries) };
}
const numberIn = (text) => text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
function readApprover(text) {
    const match = /^(\S+) \((\d{1,15})\)$/.exec(text);
    return match ? [{ login: match[1] ?? '', comment: Number(match[2]) }] : [];
}
function readCoAuthor(text) {
    const match = /^(\S+) <(\d{1,15})\+\S+@users\.noreply\.github\.com>$/.exec(text);
    return match ? { login: match[1] ?? '', id: Number(match[2]) } : undefined;
}
/** The answers to feedback, as the body of the commit that revises the plan: the announcement is rendered from there. */
const renderAnswers = (answers) => answers
    .map(({ comment, applied, note }) => `Comment ${comment}: ${applied ? 'applied' : 'not applied'}. ${note.replace(/\s+/g, ' ').trim()}`)
    .join('\n');
const parseAnswers = (body) => body.split('\n').flatMap((line) => {
    const match = /^Comment (\d{1,15}): (applied|not applied)\. (.*)$/.exec(line);
    return match ? [{ comment: Number(match[1]), applied: match[2] === 'applied', note: match[3] ?? '' }] : [];
});


/***/ })

};
