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
    if (branches.size === 0 || !(await (0,_git_js__WEBPACK_IMPORTED_MODULE_0__/* .isShallow */ .fE)(repo)))
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
    return { kind: 'text', blob, text };
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

/***/ 2685:
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

/***/ 5557:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $q: () => (/* binding */ commitsBetween),
/* harmony export */   NU: () => (/* binding */ restoreTree),
/* harmony export */   NV: () => (/* binding */ patchBetween),
/* harmony export */   OR: () => (/* binding */ blobsOf),
/* harmony export */   Pt: () => (/* binding */ checkout),
/* harmony export */   Rh: () => (/* binding */ changesBetweenTrees),
/* harmony export */   SC: () => (/* binding */ commitTree),
/* harmony export */   WM: () => (/* binding */ writeTree),
/* harmony export */   X6: () => (/* binding */ applyPatch),
/* harmony export */   _f: () => (/* binding */ entryAt),
/* harmony export */   dq: () => (/* binding */ writeWorkTree),
/* harmony export */   g7: () => (/* binding */ treeOf),
/* harmony export */   gm: () => (/* binding */ readBlob),
/* harmony export */   io: () => (/* binding */ readBytes),
/* harmony export */   p6: () => (/* binding */ treeWith)
/* harmony export */ });
/* unused harmony export writeBlob */
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6760);
/* harmony import */ var _git_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5292);


/** The commits that are on `head` and not on `base`, oldest first. */
async function commitsBetween(repo, base, head) {
    const format = '--format=%H%x00%P%x00%an%x00%ae%x00%cI%x00%B%x00';
    const fields = (await (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .git */ .$Y)(repo, ['log', '--reverse', '--topo-order', format, `${base}..${head}`])).split('\0');
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
/** What differs between two commits or trees. */
async function changesBetweenTrees(repo, from, to) {
    const fields = (await (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .git */ .$Y)(repo, ['diff-tree', '-r', '-z', '--no-renames', '--raw', '--no-abbrev', from, to])).split('\0');
    const changes = [];
    for (let i = 0; i + 1 < fields.length; i += 2) {
        const [oldMode = '', mode = '', oldBlob = '', blob = '', status = ''] = (fields[i] ?? '')
            .replace(/^:/, '')
            .split(' ');
        changes.push({ path: fields[i + 1] ?? '', status, from: { mode: oldMode, blob: oldBlob }, to: { mode, blob } });
    }
    return changes;
}
/** What lies at a path of a commit: mode, kind, id and size in bytes. */
async function entryAt(repo, commit, path) {
    const out = await (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .git */ .$Y)(repo, ['ls-tree', '-z', '-l', '--full-tree', commit, '--', path]);
    const match = /^(\d{6}) (\w+) ([0-9a-f]+) +(\d+|-)\t([^\0]+)/.exec(out);
    if (!match || match[5] !== path)
        return undefined;
    return { mode: match[1] ?? '', type: match[2] ?? '', id: match[3] ?? '', size: Number(match[4]) || 0 };
}
/** The blobs that a path had along `base..head`, oldest first, where it was a file, each with the last commit that brought it. */
async function blobsOf(repo, range, path) {
    const shape = ['--reverse', '--topo-order', '--format=%H', '--raw', '--no-abbrev', '--no-renames', '-m'];
    const out = await (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .git */ .$Y)(repo, ['log', ...shape, `${range.base}..${range.head}`, '--', path]);
    const blobs = new Map();
    let commit = '';
    for (const line of out.split('\n').filter(Boolean)) {
        const blob = /^:\d{6} 100\d{3} [0-9a-f]+ ([0-9a-f]{40}) /.exec(line)?.[1];
        if (blob)
            blobs.set(blob, commit);
        else if (!line.startsWith(':'))
            commit = line;
    }
    return blobs;
}
/** The bytes of a blob. */
async function readBytes(repo, blob) {
    const { code, stdout, stderr } = await (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .tryGit */ .Ii)(repo, ['cat-file', 'blob', blob], { encoding: 'base64' });
    if (code !== 0)
        throw new _git_js__WEBPACK_IMPORTED_MODULE_1__/* .GitError */ .XS(`git cat-file ended with ${code}: ${stderr.trim()}`);
    return Buffer.from(stdout, 'base64');
}
/** A blob as text. */
const readBlob = async (repo, blob) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(await readBytes(repo, blob));
/** Makes the work tree equal to a commit; what is ignored (dependencies, caches) stays. */
async function checkout(repo, commit) {
    await (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .git */ .$Y)(repo, ['reset', '-q', '--hard', commit]);
    await (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .git */ .$Y)(repo, ['clean', '-q', '-ffd']);
}
/** Makes the work tree equal to a tree that it was written from; what is ignored stays. */
async function restoreTree(repo, tree) {
    await (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .git */ .$Y)(repo, ['read-tree', '--reset', '-u', tree]);
    await (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .git */ .$Y)(repo, ['clean', '-q', '-ffd']);
}
/** The tree of the work tree as it is now, new files included and ignored ones left out. */
async function writeWorkTree(repo) {
    await (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .git */ .$Y)(repo, ['add', '--all', '--', '.']);
    return (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .git */ .$Y)(repo, ['write-tree']);
}
/** The difference between two trees, in base64: files need not be UTF-8. */
async function patchBetween(repo, from, to) {
    const shape = ['-r', '-p', '--binary', '--full-index', '--no-renames', '--no-color', '--no-ext-diff', '--no-textconv'];
    const { code, stdout, stderr } = await (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .tryGit */ .Ii)(repo, ['diff-tree', ...shape, from, to], { encoding: 'base64' });
    if (code !== 0)
        throw new _git_js__WEBPACK_IMPORTED_MODULE_1__/* .GitError */ .XS(`git diff-tree ended with ${code}: ${stderr.trim()}`);
    return stdout;
}
/** A tree: that of `onto` with a patch (base64) applied, three ways where it must. Undefined when it does not fit. */
async function applyPatch(repo, onto, patch) {
    return withIndex(repo, onto, async (env) => {
        const input = Buffer.from(patch, 'base64');
        if (input.length > 0) {
            const { code } = await (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .tryGit */ .Ii)(repo, ['apply', '--cached', '--3way', '--whitespace=nowarn', '-'], { env, input });
            if (code !== 0)
                return undefined;
        }
        return (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .git */ .$Y)(repo, ['write-tree'], { env });
    });
}
/** A tree: that of `onto` with one file written (text) or removed (undefined). */
async function treeWith(repo, onto, file) {
    return withIndex(repo, onto, async (env) => {
        if (file.text === undefined) {
            await (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .git */ .$Y)(repo, ['update-index', '--force-remove', '--', file.path], { env });
        }
        else {
            const blob = await writeBlob(repo, file.text);
            await (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .git */ .$Y)(repo, ['update-index', '--add', '--cacheinfo', `100644,${blob},${file.path}`], { env });
        }
        return (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .git */ .$Y)(repo, ['write-tree'], { env });
    });
}
async function withIndex(repo, tree, use) {
    const env = { GIT_INDEX_FILE: (0,node_path__WEBPACK_IMPORTED_MODULE_0__.join)(repo.gitDir, 'index.publish') };
    await (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .git */ .$Y)(repo, ['read-tree', tree], { env });
    return use(env);
}
const writeBlob = (repo, text) => (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .git */ .$Y)(repo, ['hash-object', '-w', '--stdin'], { input: text });
/** A tree of files at its top level: name → text. */
async function writeTree(repo, files) {
    const lines = await Promise.all(Object.entries(files).map(async ([name, text]) => `100644 blob ${await writeBlob(repo, text)}\t${name}`));
    return (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .git */ .$Y)(repo, ['mktree'], { input: lines.join('\n') + '\n' });
}
const treeOf = (repo, commit) => (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .git */ .$Y)(repo, ['rev-parse', `${commit}^{tree}`]);
/** A new commit, in the repository only. */
function commitTree(repo, spec) {
    const { name, email } = spec.author;
    const env = { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email };
    const parents = spec.parents.flatMap((parent) => ['-p', parent]);
    return (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .git */ .$Y)(repo, ['commit-tree', spec.tree, ...parents, '-F', '-'], { input: spec.message, env });
}


/***/ }),

/***/ 5292:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $Y: () => (/* binding */ git),
/* harmony export */   BA: () => (/* binding */ fetchRefs),
/* harmony export */   Ii: () => (/* binding */ tryGit),
/* harmony export */   VC: () => (/* binding */ push),
/* harmony export */   XS: () => (/* binding */ GitError),
/* harmony export */   fE: () => (/* binding */ isShallow),
/* harmony export */   q8: () => (/* binding */ refsBelow),
/* harmony export */   wu: () => (/* binding */ mergeBase),
/* harmony export */   zY: () => (/* binding */ initRepository)
/* harmony export */ });
/* unused harmony export commitAt */
/* harmony import */ var node_child_process__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1421);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8500);




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
const SETTINGS = [
    ['core.hooksPath', '/dev/null'],
    ['core.fsmonitor', 'false'],
    ['core.attributesFile', '/dev/null'],
    ['core.excludesFile', '/dev/null'],
    ['core.quotePath', 'false'],
    ['gc.auto', '0'],
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
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.mkdirSync)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(gitDir, folder), { recursive: true, mode: 0o700 });
    (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.writeFileSync)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(gitDir, 'HEAD'), 'ref: refs/heads/measure-twice\n');
    (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.mkdirSync)(workTree, { recursive: true });
}
/** Fetches refspecs from the remote. False when a ref that was asked for by its whole name is not there. */
async function fetchRefs(repo, refspecs, reach) {
    if (!repo.remote)
        throw new GitError('There is no remote to fetch from.');
    const cut = reach.kind === 'new' ? [] : [`--${reach.kind}=${reach.commits}`];
    const args = ['fetch', '-q', '--no-tags', '--prune', '--no-write-fetch-head', ...cut, repo.remote.url, ...refspecs];
    const { code, stderr } = await tryPatiently(repo, args, { env: authorization(repo.remote) });
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
        await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_3__.setTimeout)(pause);
    }
    return tryGit(repo, args, options);
}
const isShallow = async (repo) => (await git(repo, ['rev-parse', '--is-shallow-repository'])) === 'true';
/** Pushes without force, all refs or none. Throws `GitError` on an outage. */
async function push(repo, updates) {
    if (!repo.remote)
        throw new GitError('There is no remote to push to.');
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
/** All refs below a prefix: name without the prefix → commit id. */
async function refsBelow(repo, prefix) {
    const out = await git(repo, ['for-each-ref', '--format=%(objectname) %(refname)', prefix]);
    const lines = out.split('\n').filter(Boolean);
    return new Map(lines.map((line) => [line.slice(41).slice(prefix.length), line.slice(0, 40)]));
}
async function mergeBase(repo, a, b) {
    const { code, stdout } = await tryGit(repo, ['merge-base', a, b]);
    return code === 0 ? stdout.trim() : undefined;
}


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


/***/ }),

/***/ 4606:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   PX: () => (/* binding */ isBranch),
/* harmony export */   bz: () => (/* binding */ isProtected),
/* harmony export */   kU: () => (/* binding */ PROTECTED_PATHS),
/* harmony export */   kt: () => (/* binding */ matchesGlob),
/* harmony export */   oP: () => (/* binding */ isGitPath),
/* harmony export */   sR: () => (/* binding */ safePlanPath)
/* harmony export */ });
/* harmony import */ var _wildcards_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6497);

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
function isGitName(name) {
    const plain = fold(name)
        .replace(/:.*$/s, '')
        .replace(/[. ]+$/, '');
    return plain === '.git' || /^git~\d+$/.test(plain);
}
/** Whether a plan may name the path: relative, inside the repository without `..`, not in `.git`, printable. */
function safePlanPath(path) {
    if (path.trim() === '' || /^[/\\~]|^[a-z]:/i.test(path) || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(path))
        return false;
    return !path.split(/[/\\]/).includes('..') && !isGitPath(path);
}
/** Whether one of the globs covers the path, in any case of letters. Globs begin at the root of the repository. */
const isProtected = (path, globs) => globs.some((glob) => matchesGlob(fold(path), fold(glob)));
/**
 * Whether a path fits a glob: `*` and `?` stay within one name, `**` stands for any number of names (none among
 * them, so `a/**` also fits `a`), `{a,b}` for either. The time is bounded by the product of the lengths: globs come
 * from the model too.
 */
function matchesGlob(path, glob) {
    const names = segmentsOf(path);
    return expandBraces(glob).some((plain) => (0,_wildcards_js__WEBPACK_IMPORTED_MODULE_0__/* .fitsWildcards */ .M)(segmentsOf(plain), names, { star: '**', same: matchesName }));
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

/***/ 6497:
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

/***/ 2403:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Np: () => (/* binding */ Prices),
/* harmony export */   Zb: () => (/* binding */ parseUsage),
/* harmony export */   eR: () => (/* binding */ usageSince),
/* harmony export */   eY: () => (/* binding */ renderUsage),
/* harmony export */   ho: () => (/* binding */ costOf),
/* harmony export */   tk: () => (/* binding */ noUsage),
/* harmony export */   vk: () => (/* binding */ addUsage)
/* harmony export */ });
/* unused harmony export Usage */
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(239);

/** Tokens as the model's endpoint counted them. `cached` is the part of `input` that was read from its cache. */
const Usage = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    input: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().int().nonnegative(),
    cached: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().int().nonnegative(),
    output: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().int().nonnegative(),
});
/** US dollars for a million tokens. */
const Prices = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ input: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(), cached: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(), output: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig() });
const noUsage = { input: 0, cached: 0, output: 0 };
/** The sum of any number of usages. */
const addUsage = (...parts) => parts.reduce((sum, part) => ({
    input: sum.input + part.input,
    cached: sum.cached + part.cached,
    output: sum.output + part.output,
}), noUsage);
/** What `usage` cost in US dollars: input that was not cached, cached input and output, each at its own price. */
const costOf = (usage, prices) => ((usage.input - usage.cached) * prices.input + usage.cached * prices.cached + usage.output * prices.output) / 1e6;
/** What was used after `before`, of a total that contains it. */
const usageSince = (total, before) => ({
    input: total.input - before.input,
    cached: total.cached - before.cached,
    output: total.output - before.output,
});
/** The value of the trailer `Plan-Usage`. */
const renderUsage = (usage) => `input=${usage.input} cached=${usage.cached} output=${usage.output}`;
/** Reads the value of the trailer `Plan-Usage`; what is missing or malformed counts as nothing. */
function parseUsage(text) {
    const match = /^input=(\d{1,15}) cached=(\d{1,15}) output=(\d{1,15})$/.exec(text.trim());
    return match ? { input: Number(match[1]), cached: Number(match[2]), output: Number(match[3]) } : noUsage;
}


/***/ })

};
