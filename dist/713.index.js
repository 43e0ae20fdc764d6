export const id = 713;
export const ids = [713];
export const modules = {

/***/ 452:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ts: () => (/* binding */ tokenExpired),
/* harmony export */   g9: () => (/* binding */ TOKEN_EXPIRED),
/* harmony export */   kc: () => (/* binding */ errorText),
/* harmony export */   yo: () => (/* binding */ UserError)
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
/** The code of `tokenExpired`. */
const TOKEN_EXPIRED = 'token-expired';
/** GitHub accepted the token at first, and does not any more. The token of a GitHub App lives an hour. */
const tokenExpired = (cause) => new UserError(TOKEN_EXPIRED, 'GitHub no longer accepts the token of the input `github-token`, which it took at the start of this run.', 'Run the job again; with the token of a GitHub App, which lives an hour, set `time-budget: 50`.', { cause });


/***/ }),

/***/ 5216:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $Y: () => (/* binding */ git),
/* harmony export */   BA: () => (/* binding */ fetchRefs),
/* harmony export */   Ii: () => (/* binding */ tryGit),
/* harmony export */   QX: () => (/* binding */ isAncestor),
/* harmony export */   Tu: () => (/* binding */ environmentForGit),
/* harmony export */   VC: () => (/* binding */ push),
/* harmony export */   VE: () => (/* binding */ cachedGit),
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
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(452);






/** A git command failed that must not fail. The message holds git's own output and is meant for logs. */
class GitError extends Error {
    name = 'GitError';
}
/** Runs git and resolves with its exit code and output, also when it fails. Replaces bytes that are not UTF-8. */
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
    // Git may exit before it has read all of its input. Its exit code reports that.
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input);
    return promise;
}
/** Runs git and resolves with its output without the last line break. Throws `GitError` when git fails. */
async function git(repo, args, options = {}) {
    const { code, stdout, stderr } = await tryGit(repo, args, options);
    if (code !== 0)
        throw new GitError(`git ${args[0]} ended with ${code}: ${stderr.trim().slice(0, 2000)}`);
    return stdout.replace(/\n$/, '');
}
const cache = new WeakMap();
const MAX_CACHED = 1 << 16;
/**
 * Runs `git` and caches its output until the next fetch. The cache is used only if all `ids` are full object ids,
 * because output for any other name may change. Output above 64 Ki characters is not cached. Throws `GitError`.
 */
function cachedGit(repo, args, { ids, encoding = 'utf8' }) {
    if (!ids.every((id) => /^[0-9a-f]{40}$/.test(id)))
        return git(repo, args, { encoding });
    const cached = cache.get(repo) ?? new Map();
    cache.set(repo, cached);
    const key = [encoding, ...args].join('\0');
    const result = cached.get(key) ?? git(repo, args, { encoding });
    cached.set(key, result);
    const forget = () => cached.delete(key);
    result.then((text) => text.length > MAX_CACHED && forget(), forget);
    return result;
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
/** The variables that git needs to reach the network through a proxy or with a private certificate authority. */
const NETWORK_VARIABLES = [
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
/** The variables that git may inherit from an environment. No others pass, because they may hold secrets of the job. */
const environmentForGit = (env) => Object.fromEntries(NETWORK_VARIABLES.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
function environment(repo) {
    return {
        ...repo.env,
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
/** The environment of a git process that talks to the remote: it holds the token. */
function authorizedEnvironment({ url, token }) {
    if (token === undefined)
        return {};
    const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
    return configuration([...SETTINGS, [`http.${url}.extraheader`, `AUTHORIZATION: basic ${basic}`]]);
}
/** Creates a minimal git directory without starting a process. The work tree may already exist. */
function initRepository({ gitDir, workTree }) {
    for (const folder of ['objects', 'refs'])
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.mkdirSync)((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(gitDir, folder), { recursive: true, mode: 0o700 });
    (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.writeFileSync)((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(gitDir, 'HEAD'), 'ref: refs/heads/measure-twice\n');
    (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.mkdirSync)(workTree, { recursive: true });
}
/** Fetches refspecs from the remote. False when a ref without a wildcard does not exist there. Throws `GitError`. */
async function fetchRefs(repo, refspecs, depth) {
    if (!repo.remote)
        throw new GitError('There is no remote to fetch from.');
    const limit = depth.kind === 'new' ? [] : [`--${depth.kind}=${depth.commits}`];
    const args = ['fetch', '-q', '--no-tags', '--prune', '--no-write-fetch-head', ...limit, repo.remote.url, ...refspecs];
    const { code, stderr } = await tryGitWithRetries(repo, args, { env: authorizedEnvironment(repo.remote) });
    cache.delete(repo);
    if (code === 0)
        return true;
    if (/couldn't find remote ref/.test(stderr))
        return false;
    throw new GitError(`git fetch ended with ${code}: ${stderr.trim().slice(0, 2000)}`);
}
/** Git's messages for a network or server failure that may pass. */
const TRANSIENT = /returned error: 5\d\d|early EOF|RPC failed|Could not resolve|Connection (?:reset|refused|timed out)|unexpected disconnect|hung up/;
/** Milliseconds before each retry. */
const RETRY_DELAYS = [300, 1_500, 5_000];
/** Retries after transient failures. For reads only: a push may have succeeded although its answer was lost. */
async function tryGitWithRetries(repo, args, options) {
    for (const delay of RETRY_DELAYS) {
        const result = await tryGit(repo, args, options);
        if (result.code === 0 || !TRANSIENT.test(result.stderr))
            return result;
        await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_4__.setTimeout)(delay);
    }
    return tryGit(repo, args, options);
}
/** Whether the history is shallow. Git lists its boundaries in the file `shallow`. */
const isShallow = ({ gitDir }) => (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(gitDir, 'shallow'));
/**
 * Pushes all refs or none. Throws `UserError` when GitHub no longer accepts the token, and `GitError` for any failure
 * that
 * `PushResult` does not name.
 */
async function push(repo, updates) {
    if (!repo.remote)
        throw new GitError('There is no remote to push to.');
    if (repo.remote.readOnly)
        throw new GitError('A dry run pushes nothing.');
    const refspecs = updates.map(({ ref, to }) => `${to ?? ''}:${ref}`);
    const leases = updates.flatMap(({ ref, from }) => (from === undefined ? [] : [`--force-with-lease=${ref}:${from}`]));
    const args = ['push', '--porcelain', '--atomic', '--no-verify', ...leases, repo.remote.url, ...refspecs];
    const { code, stdout, stderr } = await tryGit(repo, args, { env: authorizedEnvironment(repo.remote) });
    if (code === 0)
        return { kind: 'pushed' };
    const output = `${stdout}\n${stderr}`;
    if (/\b(fetch first|non-fast-forward|stale info|cannot lock ref|already exists)\b/.test(output))
        return { kind: 'moved' };
    if (/\b(GH0\d\d|protected branch|refusing to allow|denied|403|not granted|declined)\b/i.test(output)) {
        return { kind: 'forbidden', reason: output.trim().slice(0, 1000) };
    }
    // A push follows what GitHub answered with this very token.
    if (/Authentication failed|could not read Username|returned error: 401/.test(stderr))
        throw (0,_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .tokenExpired */ .Ts)(stderr);
    throw new GitError(`git push ended with ${code}: ${output.trim().slice(0, 2000)}`);
}
/** The full id of a commit. Undefined when the revision names no commit. */
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
 * All refs below a prefix that ends in a slash, as a map from the name without the prefix to the commit id. Reads the
 * files below `refs`, which saves a process. That works because a fetch never packs refs.
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
/** The best common ancestor of two commits. Undefined when there is none in the fetched history. */
async function mergeBase(repo, a, b) {
    const { code, stdout } = await tryGit(repo, ['merge-base', a, b]);
    return code === 0 ? stdout.trim() : undefined;
}
/** Whether `commit` is `of` or an ancestor of it. False when one of them is not in the repository. */
const isAncestor = async (repo, commit, of) => (await tryGit(repo, ['merge-base', '--is-ancestor', commit, of])).code === 0;


/***/ }),

/***/ 6984:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   DM: () => (/* binding */ recordConversation),
/* harmony export */   Ii: () => (/* binding */ fetchPlanRefs),
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
/** The ref on the server that stores the planning conversation of an issue. */
const conversationRef = (issue) => `refs/measure-twice/${issue}`;
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
 * Fetches the base branch, the issue's plan branches and its stored conversation. `known` says that an earlier fetch
 * has brought the history. Throws `UserError` when the base does not exist, as in an empty repository.
 */
async function fetchPlanRefs(repo, refs, known) {
    await fetchInto(repo, refs, known ? { kind: 'new' } : { kind: 'depth', commits: DEPTH });
    for (let commits = DEPTH * 4; await needsMoreHistory(repo, refs); commits *= 4) {
        await fetchInto(repo, refs, { kind: 'deepen', commits });
    }
}
async function fetchInto(repo, { base, prefix, issue }, depth) {
    const plans = `${prefix}issue-${issue}*`;
    const found = await (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .fetchRefs */ .BA)(repo, [
        `+refs/heads/${base}:${BASE}`,
        `+refs/heads/${plans}:${HEADS}${plans}`,
        `+${conversationRef(issue)}*:${CONVERSATIONS}${issue}*`,
    ], depth);
    refsCache.delete(repo);
    if (found)
        return;
    throw new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .UserError */ .yo('no-base', `The branch \`${base}\` does not exist in this repository.`, 'Push a first commit to it, or name another branch in the input `base-branch`.');
}
async function needsMoreHistory(repo, refs) {
    const branches = await planBranches(repo, refs);
    if (branches.size === 0 || !(0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .isShallow */ .fE)(repo))
        return false;
    const found = await Promise.all([...branches.values()].map((head) => (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .mergeBase */ .wu)(repo, BASE, head)));
    return found.includes(undefined);
}
/** The refs of the last fetch. They change only with the next fetch, and reading them costs time. */
const refsCache = new WeakMap();
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
/** The commit that stores the issue's conversation. Undefined when there is none. */
const conversationCommit = async (repo, issue) => (await fetchedRefs(repo)).get(`conversations/${issue}`);
/** Records the commit of the stored conversation after a push of our own, which the last fetch does not include. */
async function recordConversation(repo, issue, commit) {
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
/* harmony export */   Eb: () => (/* binding */ isSafePlanPath),
/* harmony export */   Mx: () => (/* binding */ withoutEnd),
/* harmony export */   PX: () => (/* binding */ isBranch),
/* harmony export */   bz: () => (/* binding */ isProtected),
/* harmony export */   kZ: () => (/* binding */ pathMatcher),
/* harmony export */   kt: () => (/* binding */ matchesGlob),
/* harmony export */   oP: () => (/* binding */ isGitPath),
/* harmony export */   pn: () => (/* binding */ isTooLong)
/* harmony export */ });
/* harmony import */ var _wildcards_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5038);

/** Characters that HFS+ leaves out when it compares names, and which people cannot see. */
const IGNORABLE = /[\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g;
/** Folds names to one form if any file system treats them as the same name. */
const fold = (path) => path.normalize('NFKC').replace(IGNORABLE, '').toLowerCase();
/** The names along a path, without empty ones and `.`. A `..` removes the name before it. */
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
 * Whether a name along the path is `.git` on any file system: in any case, with trailing dots or spaces, as the short
 * name `git~1`, as a stream (`.git::$INDEX_ALLOCATION`), or with ignorable characters. These are git's own rules
 * (`core.protectHFS`, `core.protectNTFS`).
 */
const isGitPath = (path) => path.split(/[/\\]/).some(isGitName);
/** A name as Windows takes it: without the stream behind a colon, and without dots and spaces at its end. */
const windowsName = (name) => name === '.' || name === '..' ? name : withoutEnd(name.split(':', 1).join(''), '. ');
/** The text without these characters at its end. By hand, because `/[…]+$/` takes quadratic time. */
function withoutEnd(text, characters) {
    let end = text.length;
    while (end > 0 && characters.includes(text.charAt(end - 1)))
        end -= 1;
    return text.slice(0, end);
}
function isGitName(name) {
    const plain = windowsName(fold(name));
    return plain === '.git' || /^git~\d+$/.test(plain);
}
/** What no system goes beyond, in bytes; a longer path is one of nobody's work tree. */
const LONGEST_PATH = 4096;
const isTooLong = (path) => Buffer.byteLength(path) > LONGEST_PATH;
/** Whether a plan may name the path: relative, inside the repository without `..`, not in `.git`, printable. */
function isSafePlanPath(path) {
    if (isTooLong(path) || path.trim() === '' || /^[/\\~]|^[a-z]:/i.test(path) || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(path))
        return false;
    return !path.split(/[/\\]/).includes('..') && !isGitPath(path);
}
/**
 * Whether one of the globs covers the path, in whatever spelling some file system takes for the same. Globs begin at
 * the root;
 * what one that begins with `!` covers is left to subtasks.
 */
function isProtected(path, globs) {
    const names = segmentsOf(fold(path).split('/').map(windowsName).join('/'));
    const { covered, left } = rulesOf(globs);
    const isIn = (patterns) => patterns.some((pattern) => matchesNames(pattern, names));
    return isIn(covered) && !isIn(left);
}
const known = new WeakMap();
/** A list as patterns, which are kept: it is asked for many paths. */
function rulesOf(globs) {
    const patterns = (some) => some.flatMap((glob) => patternsOf(fold(glob)));
    const isException = (glob) => glob.startsWith('!');
    const rules = known.get(globs) ?? {
        covered: patterns(globs.filter((glob) => !isException(glob))),
        left: patterns(globs.filter(isException).map((glob) => glob.slice(1))),
    };
    known.set(globs, rules);
    return rules;
}
/**
 * Whether a path matches a glob. `*` and `?` stay within one name, `**` matches any number of names (also none, so
 * `a/**` matches `a`), and `{a,b}` matches either. The time is bounded by the product of the lengths, because the
 * model writes globs too.
 */
function matchesGlob(path, glob) {
    const names = segmentsOf(path);
    return glob.length <= LONGEST_PATH && patternsOf(glob).some((pattern) => matchesNames(pattern, names));
}
const patternOf = (glob) => {
    const names = segmentsOf(glob);
    return { names, literals: names.filter((name) => !isWild(name)) };
};
const isWild = (name) => name.includes('*') || name.includes('?');
/** Nearly all patterns fail by their literal names, which takes a fraction of walking along them. */
const matchesNames = ({ names: pattern, literals }, names) => literals.every((name) => names.includes(name)) &&
    (0,_wildcards_js__WEBPACK_IMPORTED_MODULE_0__/* .matchesWildcards */ .H)(pattern, names, { star: '**', matches: matchesName });
/** What a glob stands for when its braces are written out. */
const patternsOf = (glob) => expandBraces(glob).map(patternOf);
/**
 * What lies in a path that a plan names in the place of a file: the file itself, all that is in a folder, what fits a
 * pattern.
 */
function pathMatcher(declared) {
    const place = segmentsOf(declared).join('/');
    const isPattern = /[*?{]/.test(place);
    return (path) => place === '' || path === place || path.startsWith(`${place}/`) || (isPattern && matchesGlob(path, place));
}
const matchesName = (glob, name) => isWild(glob)
    ? (0,_wildcards_js__WEBPACK_IMPORTED_MODULE_0__/* .matchesWildcards */ .H)([...glob], [...name], {
        star: '*',
        matches: (one, character) => one === '?' || one === character,
    })
    : glob === name;
const MAX_ALTERNATIVES = 64;
/** Expands `a.{b,c}` to `a.b` and `a.c`. Unclosed braces, and those with too many alternatives, are literal. */
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
    const pair = innermostPair(glob);
    if (!pair)
        return [glob];
    const before = glob.slice(0, pair.open);
    const after = glob.slice(pair.close + 1);
    const choices = glob.slice(pair.open + 1, pair.close).split(',');
    return choices.map((choice) => before + choice + after);
}
/** The first braces with a comma and without other braces in them, so that nested ones need no counting. */
function innermostPair(glob) {
    let open = -1;
    let hasComma = false;
    for (let at = 0; at < glob.length; at++) {
        const character = glob[at];
        if (character === '{')
            [open, hasComma] = [at, false];
        else if (character === ',')
            hasComma = true;
        else if (character === '}') {
            if (open >= 0 && hasComma)
                return { open, close: at };
            open = -1;
        }
    }
    return undefined;
}
/** Whether the text is a valid branch name (git-check-ref-format) of characters that no shell or URL needs to quote. */
const isBranch = (text) => /^[A-Za-z0-9][A-Za-z0-9._/-]*$/.test(text) && !/\.\.|\/\/|\/\.|\.lock(\/|$)|\.\/|[./]$/.test(text);


/***/ }),

/***/ 5038:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   H: () => (/* binding */ matchesWildcards)
/* harmony export */ });
/**
 * Whether a list of items matches a pattern. Backtracks only to the last star, so the time is at most the product of
 * the lengths. That matters because a model writes patterns and paths.
 */
function matchesWildcards(pattern, items, { star, matches }) {
    let p = 0;
    let retry;
    for (let i = 0; i < items.length;) {
        const symbol = pattern[p];
        const item = items[i];
        if (symbol === star) {
            p += 1;
            retry = { p, i };
        }
        else if (symbol !== undefined && item !== undefined && matches(symbol, item)) {
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
/* harmony import */ var _event_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(7064);
/* harmony import */ var _git_git_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(5216);
/* harmony import */ var _guard_paths_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(605);
/* harmony import */ var _lazy_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(8229);










/**
 * Makes an empty private copy. When the event tells the names of the branches, fetches them at once, so that git waits
 * for the network while the large half of the program is loaded.
 */
function beginClone(event, destination, env) {
    const temp = env.RUNNER_TEMP ?? (0,node_os__WEBPACK_IMPORTED_MODULE_2__.tmpdir)();
    const home = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.mkdtempSync)((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(temp, 'measure-twice-'));
    const url = addressOf(env);
    const repo = {
        gitDir: (0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(home, 'git'),
        workTree: env.GITHUB_WORKSPACE ?? (0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(home, 'tree'),
        env: (0,_git_git_js__WEBPACK_IMPORTED_MODULE_7__/* .environmentForGit */ .Tu)(env),
        ...(url === undefined ? {} : { remote: { url, token: (0,_runner_env_js__WEBPACK_IMPORTED_MODULE_5__/* .rawInput */ .JR)(env, 'github-token') } }),
    };
    (0,_git_git_js__WEBPACK_IMPORTED_MODULE_7__/* .initRepository */ .zY)(repo);
    const refs = url === undefined ? undefined : planRefsNamed(event, destination, env);
    const done = refs && (0,_lazy_js__WEBPACK_IMPORTED_MODULE_9__/* .inBackground */ .k)((0,_git_plan_refs_js__WEBPACK_IMPORTED_MODULE_4__/* .fetchPlanRefs */ .Ii)(repo, refs, false));
    return {
        temp,
        home,
        repo,
        firstFetch: refs && done && { refs, done },
        [Symbol.asyncDispose]: async () => {
            await done?.catch(() => undefined);
            // A git process may still write there for a moment.
            await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.rm)(home, { recursive: true, force: true, maxRetries: 5 });
        },
    };
}
/** The refs of the plan of an issue. Inputs that are no branch names are reported later, with the other inputs. */
function planRefsNamed(event, destination, env) {
    if (destination.kind !== 'place' || destination.place.isPull !== false)
        return undefined;
    const base = (0,_runner_env_js__WEBPACK_IMPORTED_MODULE_5__/* .rawInput */ .JR)(env, 'base-branch') || (0,_event_js__WEBPACK_IMPORTED_MODULE_6__/* .defaultBranchOf */ .dV)(event);
    const prefix = (0,_runner_env_js__WEBPACK_IMPORTED_MODULE_5__/* .rawInput */ .JR)(env, 'branch-prefix') || 'plan/';
    const issue = destination.place.number;
    return (0,_guard_paths_js__WEBPACK_IMPORTED_MODULE_8__/* .isBranch */ .PX)(base) && (0,_guard_paths_js__WEBPACK_IMPORTED_MODULE_8__/* .isBranch */ .PX)(`${prefix}issue-${issue}`) ? { base, prefix, issue } : undefined;
}
/** The address of the repository, for git and for people. Undefined outside of a workflow. */
const addressOf = (env) => /^[^/]+\/[^/]+$/.test(env.GITHUB_REPOSITORY ?? '')
    ? `${env.GITHUB_SERVER_URL ?? 'https://github.com'}/${env.GITHUB_REPOSITORY}`
    : undefined;


/***/ })

};
