export const id = 713;
export const ids = [713];
export const modules = {

/***/ 452:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   k: () => (/* binding */ errorText),
/* harmony export */   y: () => (/* binding */ UserError)
/* harmony export */ });
/**
 * Something that a person can fix: a wrong input, a missing key, a setting of the repository.
 * `message` is one sentence that says what is wrong, `remedy` one sentence that says what to do.
 * It is the only error whose text people see; everything else that is thrown is an outage or a bug.
 */
class UserError extends Error {
    code;
    remedy;
    constructor(code, message, remedy, options) {
        super(message, options);
        this.name = 'UserError';
        this.code = code;
        this.remedy = remedy;
    }
}
/** The text of whatever was thrown, for logs; never for comments, which must hold no stack and no path. */
const errorText = (error) => (error instanceof Error ? error.message : String(error));


/***/ }),

/***/ 5216:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $Y: () => (/* binding */ git),
/* harmony export */   BA: () => (/* binding */ fetchRefs),
/* harmony export */   Ii: () => (/* binding */ tryGit),
/* harmony export */   QX: () => (/* binding */ isAncestor),
/* harmony export */   RV: () => (/* binding */ askOnce),
/* harmony export */   VC: () => (/* binding */ push),
/* harmony export */   XS: () => (/* binding */ GitError),
/* harmony export */   du: () => (/* binding */ commitAt),
/* harmony export */   fE: () => (/* binding */ isShallow),
/* harmony export */   q8: () => (/* binding */ refsBelow),
/* harmony export */   wu: () => (/* binding */ mergeBase),
/* harmony export */   zY: () => (/* binding */ initRepository)
/* harmony export */ });
/* harmony import */ var node_child_process__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1421);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3024);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6760);
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8500);





/** Git did not do what it must be able to do; what it said is for logs. */
class GitError extends Error {
    name = 'GitError';
}
/** Runs git and gives whatever it answered. `stdout` is text; bytes that are not UTF-8 are replaced. */
function tryGit(repo, args, options = {}) {
    const { promise, resolve, reject } = Promise.withResolvers();
    const child = (0,node_child_process__WEBPACK_IMPORTED_MODULE_0__.spawn)('git', args, {
        cwd: repo.workTree,
        env: { ...environment(repo), ...options.env },
        signal: options.signal,
        stdio: ['pipe', 'pipe', 'pipe'],
    });
    const out = [];
    const err = [];
    child.stdout.on('data', (chunk) => out.push(chunk));
    child.stderr.on('data', (chunk) => err.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({
        code: code ?? 128,
        stdout: Buffer.concat(out).toString(options.encoding),
        stderr: Buffer.concat(err).toString(),
    }));
    // Git may end before it has read everything; that is told by its exit code.
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input);
    return promise;
}
/** Runs git and gives its output without the last line break. Throws `GitError` when it fails. */
async function git(repo, args, options = {}) {
    const { code, stdout, stderr } = await tryGit(repo, args, options);
    if (code !== 0)
        throw new GitError(`git ${args[0]} ended with ${code}: ${stderr.trim().slice(0, 2000)}`);
    return stdout.replace(/\n$/, '');
}
const answers = new WeakMap();
const KEPT_ANSWER = 1 << 16;
/**
 * As `git`, for questions about objects that are named by their whole ids: the answer is the same until more of the history is
 * fetched, so that git is asked once. Long answers are not kept, and with any other name than an id git is always asked.
 */
function askOnce(repo, args, { ids, encoding = 'utf8' }) {
    if (!ids.every((id) => /^[0-9a-f]{40}$/.test(id)))
        return git(repo, args, { encoding });
    const known = answers.get(repo) ?? new Map();
    answers.set(repo, known);
    const question = [encoding, ...args].join('\0');
    const answer = known.get(question) ?? git(repo, args, { encoding });
    known.set(question, answer);
    const forget = () => known.delete(question);
    answer.then((text) => text.length > KEPT_ANSWER && forget(), forget);
    return answer;
}
const SETTINGS = [
    ['core.hooksPath', '/dev/null'],
    ['core.fsmonitor', 'false'],
    ['core.attributesFile', '/dev/null'],
    ['core.excludesFile', '/dev/null'],
    ['core.quotePath', 'false'],
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
    ['safe.directory', '*'],
    ['submodule.recurse', 'false'],
    ['protocol.ext.allow', 'never'],
];
/** What git needs of the environment to reach the network behind a proxy or a private authority. */
const PASSED_ON = [
    'PATH',
    'HTTP_PROXY',
    'HTTPS_PROXY',
    'NO_PROXY',
    'http_proxy',
    'https_proxy',
    'no_proxy',
    'GIT_SSL_CAINFO',
    'SSL_CERT_FILE',
];
function environment(repo) {
    const passed = PASSED_ON.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
    return {
        ...Object.fromEntries(passed),
        GIT_DIR: repo.gitDir,
        GIT_WORK_TREE: repo.workTree,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_ATTR_NOSYSTEM: '1',
        GIT_TERMINAL_PROMPT: '0',
        GIT_LITERAL_PATHSPECS: '1',
        GIT_NO_REPLACE_OBJECTS: '1',
        HOME: '/nonexistent',
        LC_ALL: 'C.UTF-8',
        ...configuration(SETTINGS),
    };
}
function configuration(settings) {
    const pairs = settings.flatMap(([key, value], i) => [
        [`GIT_CONFIG_KEY_${i}`, key],
        [`GIT_CONFIG_VALUE_${i}`, value],
    ]);
    return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(pairs) };
}
/** The environment of the one git process that talks to the remote. */
function authorization({ url, token }) {
    if (token === undefined)
        return {};
    const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
    return configuration([...SETTINGS, [`http.${url}.extraheader`, `AUTHORIZATION: basic ${basic}`]]);
}
/** Makes the git directory, without a process: this is all that git needs of one. The work tree may be there already. */
function initRepository({ gitDir, workTree }) {
    for (const folder of ['objects', 'refs'])
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.mkdirSync)((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(gitDir, folder), { recursive: true, mode: 0o700 });
    (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.writeFileSync)((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(gitDir, 'HEAD'), 'ref: refs/heads/measure-twice\n');
    (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.mkdirSync)(workTree, { recursive: true });
}
/** Fetches refspecs from the remote. False when a ref that was asked for by its whole name is not there. */
async function fetchRefs(repo, refspecs, reach) {
    if (!repo.remote)
        throw new GitError('There is no remote to fetch from.');
    const cut = reach.kind === 'new' ? [] : [`--${reach.kind}=${reach.commits}`];
    const args = ['fetch', '-q', '--no-tags', '--prune', '--no-write-fetch-head', ...cut, repo.remote.url, ...refspecs];
    const { code, stderr } = await tryPatiently(repo, args, { env: authorization(repo.remote) });
    answers.delete(repo);
    if (code === 0)
        return true;
    if (/couldn't find remote ref/.test(stderr))
        return false;
    throw new GitError(`git fetch ended with ${code}: ${stderr.trim().slice(0, 2000)}`);
}
/** What git says when the network or the server failed it for a moment. */
const PASSING = /returned error: 5\d\d|early EOF|RPC failed|Could not resolve|Connection (?:reset|refused|timed out)|unexpected disconnect|hung up/;
const PAUSES = [300, 1_500, 5_000];
/** Asks again after what passes. Only for what reads: a push whose answer was lost may have been taken. */
async function tryPatiently(repo, args, options) {
    for (const pause of PAUSES) {
        const result = await tryGit(repo, args, options);
        if (result.code === 0 || !PASSING.test(result.stderr))
            return result;
        await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_4__.setTimeout)(pause);
    }
    return tryGit(repo, args, options);
}
/** Whether the history was cut: git keeps a list of where. */
const isShallow = ({ gitDir }) => (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(gitDir, 'shallow'));
/** Pushes without force, all refs or none. Throws `GitError` on an outage. */
async function push(repo, updates) {
    if (!repo.remote)
        throw new GitError('There is no remote to push to.');
    if (repo.remote.readOnly)
        throw new GitError('A dry run pushes nothing.');
    const refspecs = updates.map(({ ref, to }) => `${to ?? ''}:${ref}`);
    const leases = updates.flatMap(({ ref, from }) => (from === undefined ? [] : [`--force-with-lease=${ref}:${from}`]));
    const args = ['push', '--porcelain', '--atomic', '--no-verify', ...leases, repo.remote.url, ...refspecs];
    const { code, stdout, stderr } = await tryGit(repo, args, { env: authorization(repo.remote) });
    if (code === 0)
        return { kind: 'pushed' };
    const said = `${stdout}\n${stderr}`;
    if (/\b(fetch first|non-fast-forward|stale info|cannot lock ref|already exists)\b/.test(said))
        return { kind: 'moved' };
    if (/\b(GH0\d\d|protected branch|refusing to allow|denied|403|not granted|declined)\b/i.test(said)) {
        return { kind: 'forbidden', why: said.trim().slice(0, 1000) };
    }
    throw new GitError(`git push ended with ${code}: ${said.trim().slice(0, 2000)}`);
}
/** The full id of a commit, or undefined when there is none by that name. */
async function commitAt(repo, revision) {
    const { code, stdout } = await tryGit(repo, [
        'rev-parse',
        '-q',
        '--verify',
        '--end-of-options',
        `${revision}^{commit}`,
    ]);
    return code === 0 ? stdout.trim() : undefined;
}
/**
 * All refs below a prefix that ends in a slash: name without the prefix → commit id. They are read as files, which takes no
 * process: what a fetch brings is never packed here.
 */
async function refsBelow(repo, prefix) {
    const folder = (0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(repo.gitDir, prefix);
    const entries = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_2__.readdir)(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => (0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(parentPath, name));
    const refs = paths
        .toSorted()
        .map(async (path) => [(0,node_path__WEBPACK_IMPORTED_MODULE_3__.relative)(folder, path), (await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_2__.readFile)(path, 'utf8')).trim()]);
    return new Map(await Promise.all(refs));
}
async function mergeBase(repo, a, b) {
    const { code, stdout } = await tryGit(repo, ['merge-base', a, b]);
    return code === 0 ? stdout.trim() : undefined;
}
/** Whether a commit is another one, or comes before it. False too for what is no commit here. */
const isAncestor = async (repo, commit, of) => (await tryGit(repo, ['merge-base', '--is-ancestor', commit, of])).code === 0;


/***/ }),

/***/ 6984:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ii: () => (/* binding */ fetchPlanRefs),
/* harmony export */   UY: () => (/* binding */ noteConversation),
/* harmony export */   at: () => (/* binding */ branchName),
/* harmony export */   cA: () => (/* binding */ planBranches),
/* harmony export */   fU: () => (/* binding */ conversationCommit),
/* harmony export */   tI: () => (/* binding */ baseCommit),
/* harmony export */   v1: () => (/* binding */ issueOf),
/* harmony export */   xn: () => (/* binding */ conversationRef)
/* harmony export */ });
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(452);
/* harmony import */ var _git_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5216);


const FETCHED = 'refs/mt/';
const BASE = `${FETCHED}base`;
const HEADS = `${FETCHED}heads/`;
const CONVERSATIONS = `${FETCHED}conversations/`;
/** The name of the issue's kept conversation on the server. */
const conversationRef = (issue) => `refs/measure-twice/${issue}`;
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
async function fetchPlanRefs(repo, family, known) {
    await fetchInto(repo, family, known ? { kind: 'new' } : { kind: 'depth', commits: DEPTH });
    for (let commits = DEPTH * 4; await lacksAncestor(repo, family); commits *= 4) {
        await fetchInto(repo, family, { kind: 'deepen', commits });
    }
}
async function fetchInto(repo, { base, prefix, issue }, reach) {
    const plans = `${prefix}issue-${issue}*`;
    const found = await (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .fetchRefs */ .BA)(repo, [
        `+refs/heads/${base}:${BASE}`,
        `+refs/heads/${plans}:${HEADS}${plans}`,
        `+${conversationRef(issue)}*:${CONVERSATIONS}${issue}*`,
    ], reach);
    fetched.delete(repo);
    if (found)
        return;
    throw new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .UserError */ .y('no-base', `The branch \`${base}\` does not exist in this repository.`, 'Push a first commit to it, or name another branch in the input `base-branch`.');
}
async function lacksAncestor(repo, family) {
    const branches = await planBranches(repo, family);
    if (branches.size === 0 || !(0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .isShallow */ .fE)(repo))
        return false;
    const found = await Promise.all([...branches.values()].map((head) => (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .mergeBase */ .wu)(repo, BASE, head)));
    return found.includes(undefined);
}
/** What was fetched last: it changes with the next fetch alone, and every question to git is a process. */
const fetched = new WeakMap();
function fetchedRefs(repo) {
    const known = fetched.get(repo) ?? (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .refsBelow */ .q8)(repo, FETCHED);
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
const conversationCommit = async (repo, issue) => (await fetchedRefs(repo)).get(`conversations/${issue}`);
/** Takes note of where a push of ours put the kept conversation: what was fetched does not know of it. */
async function noteConversation(repo, issue, commit) {
    const refs = await fetchedRefs(repo);
    if (commit === undefined)
        refs.delete(`conversations/${issue}`);
    else
        refs.set(`conversations/${issue}`, commit);
}


/***/ }),

/***/ 605:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   PX: () => (/* binding */ isBranch),
/* harmony export */   bz: () => (/* binding */ isProtected),
/* harmony export */   ew: () => (/* binding */ covering),
/* harmony export */   kU: () => (/* binding */ PROTECTED_PATHS),
/* harmony export */   kt: () => (/* binding */ matchesGlob),
/* harmony export */   oP: () => (/* binding */ isGitPath),
/* harmony export */   sR: () => (/* binding */ safePlanPath)
/* harmony export */ });
/* harmony import */ var _wildcards_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5038);

/** What no subtask may change unless the input `protected-paths` says otherwise: whatever runs, guards or steers without being asked. */
const PROTECTED_PATHS = [
    // Continuous integration: runs with the repository's secrets.
    '.github/**',
    '.gitlab-ci.yml',
    '.circleci/**',
    '.buildkite/**',
    '.travis.yml',
    'azure-pipelines.yml',
    'Jenkinsfile',
    // Who must review, and what the review shows: an attribute such as `-diff` hides a change from it.
    'CODEOWNERS',
    'docs/CODEOWNERS',
    '.gitmodules',
    '**/.gitattributes',
    // Instructions and tools of coding agents, this one among them.
    '**/AGENTS.md',
    '**/CLAUDE.md',
    '**/GEMINI.md',
    '**/.claude/**',
    '**/.cursor/**',
    '.cursorrules',
    '.windsurfrules',
    '.aider*',
    '.mcp.json',
    // Runs on the machine of whoever opens or commits.
    '.husky/**',
    '.pre-commit-config.yaml',
    '.devcontainer/**',
    '.vscode/**',
    '.idea/**',
    '.envrc',
];
/** Characters that HFS+ leaves out when it compares names, and which people cannot see. */
const IGNORABLE = /[\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g;
/** Names that some file system takes for the same become equal. */
const fold = (path) => path.normalize('NFKC').replace(IGNORABLE, '').toLowerCase();
/** The names along a path, without empty ones and `.`; `..` takes the name before it away. */
function segmentsOf(path) {
    const segments = [];
    for (const segment of path.split('/')) {
        if (segment === '..')
            segments.pop();
        else if (segment !== '' && segment !== '.')
            segments.push(segment);
    }
    return segments;
}
/**
 * Whether a name along the path is `.git` on some file system: in any case, with trailing dots or spaces, as the
 * short name `git~1`, as a stream (`.git::$INDEX_ALLOCATION`), with ignorable characters. The rules are those that git itself
 * checks paths by (`core.protectHFS`, `core.protectNTFS`).
 */
const isGitPath = (path) => path.split(/[/\\]/).some(isGitName);
/** A name as Windows takes it: without the stream behind a colon, and without dots and spaces at its end. */
const plainName = (name) => /^\.{1,2}$/.test(name) ? name : name.replace(/:.*$/s, '').replace(/[. ]+$/, '');
function isGitName(name) {
    const plain = plainName(fold(name));
    return plain === '.git' || /^git~\d+$/.test(plain);
}
/** Whether a plan may name the path: relative, inside the repository without `..`, not in `.git`, printable. */
function safePlanPath(path) {
    if (path.trim() === '' || /^[/\\~]|^[a-z]:/i.test(path) || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(path))
        return false;
    return !path.split(/[/\\]/).includes('..') && !isGitPath(path);
}
/** Whether one of the globs covers the path, in whatever spelling some file system takes for the same. Globs begin at the root. */
function isProtected(path, globs) {
    const plain = fold(path).split('/').map(plainName).join('/');
    return globs.some((glob) => matchesGlob(plain, fold(glob)));
}
/**
 * Whether a path fits a glob: `*` and `?` stay within one name, `**` stands for any number of names (none among
 * them, so `a/**` also fits `a`), `{a,b}` for either. The time is bounded by the product of the lengths: globs come
 * from the model too.
 */
function matchesGlob(path, glob) {
    const names = segmentsOf(path);
    return expandBraces(glob).some((plain) => (0,_wildcards_js__WEBPACK_IMPORTED_MODULE_0__/* .fitsWildcards */ .M)(segmentsOf(plain), names, { star: '**', same: matchesName }));
}
/** What lies in a path that a plan names in the place of a file: the file itself, all that is in a folder, what fits a pattern. */
function covering(declared) {
    const place = segmentsOf(declared).join('/');
    const isPattern = /[*?{]/.test(place);
    return (path) => place === '' || path === place || path.startsWith(`${place}/`) || (isPattern && matchesGlob(path, place));
}
const matchesName = (glob, name) => (0,_wildcards_js__WEBPACK_IMPORTED_MODULE_0__/* .fitsWildcards */ .M)([...glob], [...name], { star: '*', same: (one, character) => one === '?' || one === character });
const MAX_ALTERNATIVES = 64;
/** `a.{b,c}` → `a.b`, `a.c`. Braces that do not close, or make too many alternatives, are taken literally. */
function expandBraces(glob) {
    let globs = [glob];
    for (;;) {
        const next = globs.flatMap(expandOne);
        if (next.length === globs.length && next.every((one, i) => one === globs[i]))
            return globs;
        if (next.length > MAX_ALTERNATIVES)
            return globs;
        globs = next;
    }
}
function expandOne(glob) {
    // The innermost pair comes first, so nested braces need no counting.
    const pair = /\{([^{}]*,[^{}]*)\}/.exec(glob);
    if (!pair)
        return [glob];
    const before = glob.slice(0, pair.index);
    const after = glob.slice(pair.index + pair[0].length);
    return (pair[1] ?? '').split(',').map((choice) => before + choice + after);
}
/** What git takes as a branch's name, in the characters that need no quoting anywhere. */
const isBranch = (text) => /^[A-Za-z0-9][A-Za-z0-9._/-]*$/.test(text) && !/\.\.|\/\/|\/\.|\.lock(\/|$)|\.\/|[./]$/.test(text);


/***/ }),

/***/ 5038:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   M: () => (/* binding */ fitsWildcards)
/* harmony export */ });
/**
 * Whether items fit a pattern. It only ever goes back to the last star, so the time is at most the product of the lengths:
 * patterns and paths may come from a model.
 */
function fitsWildcards(pattern, items, { star, same }) {
    let p = 0;
    let retry;
    for (let i = 0; i < items.length;) {
        const one = pattern[p];
        const item = items[i];
        if (one === star) {
            p += 1;
            retry = { p, i };
        }
        else if (one !== undefined && item !== undefined && same(one, item)) {
            p += 1;
            i += 1;
        }
        else if (retry) {
            retry = { p: retry.p, i: retry.i + 1 };
            ({ p, i } = retry);
        }
        else
            return false;
    }
    return pattern.slice(p).every((one) => one === star);
}


/***/ }),

/***/ 8229:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   O: () => (/* binding */ once),
/* harmony export */   k: () => (/* binding */ inBackground)
/* harmony export */ });
/** Makes something at the first call, and gives the same to every other. */
function once(make) {
    let made;
    return () => (made ??= make());
}
/** A promise that is awaited later: when something else fails before, its own failure is nobody's surprise. */
function inBackground(promise) {
    promise.catch(() => undefined);
    return promise;
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
/* harmony import */ var _git_plan_refs_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6984);
/* harmony import */ var _runner_env_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(3789);
/* harmony import */ var _event_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(7064);
/* harmony import */ var _git_git_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(5216);
/* harmony import */ var _guard_paths_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(605);
/* harmony import */ var _lazy_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(8229);










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
        ...(url === undefined ? {} : { remote: { url, token: (0,_runner_env_js__WEBPACK_IMPORTED_MODULE_5__/* .rawInput */ .JR)('github-token') } }),
    };
    (0,_git_git_js__WEBPACK_IMPORTED_MODULE_6__/* .initRepository */ .zY)(repo);
    const family = url === undefined ? undefined : familyNamed(event, destination);
    const done = family && (0,_lazy_js__WEBPACK_IMPORTED_MODULE_7__/* .inBackground */ .k)((0,_git_plan_refs_js__WEBPACK_IMPORTED_MODULE_4__/* .fetchPlanRefs */ .Ii)(repo, family, false));
    return {
        temp,
        home,
        repo,
        first: family && done && { family, done },
        [Symbol.asyncDispose]: async () => {
            await done?.catch(() => undefined);
            // Git may still be looking at something that nobody needs any more.
            await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.rm)(home, { recursive: true, force: true, maxRetries: 5 });
        },
    };
}
/** Of an issue the names of the branches are known; inputs that cannot be names are refused later, in words. */
function familyNamed(event, destination) {
    if (destination.kind !== 'place' || destination.place.isPull !== false)
        return undefined;
    const base = (0,_runner_env_js__WEBPACK_IMPORTED_MODULE_5__/* .rawInput */ .JR)('base-branch') || (0,_event_js__WEBPACK_IMPORTED_MODULE_8__/* .defaultBranchOf */ .d)(event);
    const prefix = (0,_runner_env_js__WEBPACK_IMPORTED_MODULE_5__/* .rawInput */ .JR)('branch-prefix') || 'plan/';
    const issue = destination.place.number;
    return (0,_guard_paths_js__WEBPACK_IMPORTED_MODULE_9__/* .isBranch */ .PX)(base) && (0,_guard_paths_js__WEBPACK_IMPORTED_MODULE_9__/* .isBranch */ .PX)(`${prefix}issue-${issue}`) ? { base, prefix, issue } : undefined;
}
/** Where the repository lies on its server, for git and for people alike. Undefined outside of a workflow. */
const addressOf = (env) => /^[^/]+\/[^/]+$/.test(env.GITHUB_REPOSITORY ?? '')
    ? `${env.GITHUB_SERVER_URL ?? 'https://github.com'}/${env.GITHUB_REPOSITORY}`
    : undefined;


/***/ })

};
