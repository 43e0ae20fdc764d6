export const id = 882;
export const ids = [882];
export const modules = {

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
/* harmony export */   p6: () => (/* binding */ treeWith),
/* harmony export */   ws: () => (/* binding */ entriesAt)
/* harmony export */ });
/* unused harmony export writeBlob */
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _git_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5292);



/** The commits that are on `head` and not on `base`, oldest first. */
async function commitsBetween(repo, base, head) {
    const format = '--format=%H%x00%P%x00%an%x00%ae%x00%cI%x00%B%x00';
    const args = ['log', '--reverse', '--topo-order', format, `${base}..${head}`];
    const fields = (await (0,_git_js__WEBPACK_IMPORTED_MODULE_2__/* .askOnce */ .RV)(repo, args, { ids: [base, head] })).split('\0');
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
    const args = ['diff-tree', '-r', '-z', '--no-renames', '--raw', '--no-abbrev', from, to];
    const fields = (await (0,_git_js__WEBPACK_IMPORTED_MODULE_2__/* .askOnce */ .RV)(repo, args, { ids: [from, to] })).split('\0');
    const changes = [];
    for (let i = 0; i + 1 < fields.length; i += 2) {
        const [oldMode = '', mode = '', oldBlob = '', blob = '', status = ''] = (fields[i] ?? '')
            .replace(/^:/, '')
            .split(' ');
        changes.push({ path: fields[i + 1] ?? '', status, from: { mode: oldMode, blob: oldBlob }, to: { mode, blob } });
    }
    return changes;
}
/** What lies at paths of a commit, none of them below another, in their order: mode, kind, id and size in bytes. */
async function entriesAt(repo, commit, paths) {
    const out = await (0,_git_js__WEBPACK_IMPORTED_MODULE_2__/* .askOnce */ .RV)(repo, ['ls-tree', '-z', '-l', '--full-tree', commit, '--', ...paths], { ids: [commit] });
    const entries = new Map([...out.matchAll(/(\d{6}) (\w+) ([0-9a-f]+) +(\d+|-)\t([^\0]+)/g)].map(([, mode = '', type = '', id = '', size, path = '']) => [path, { mode, type, id, size: Number(size) || 0 }]));
    return paths.map((path) => entries.get(path));
}
/** What lies at a path of a commit. */
const entryAt = async (repo, commit, path) => (await entriesAt(repo, commit, [path]))[0];
/** The blobs that a path had along `base..head`, oldest first, where it was a file, each with the last commit that brought it. */
async function blobsOf(repo, range, path) {
    const shape = ['--reverse', '--topo-order', '--format=%H', '--raw', '--no-abbrev', '--no-renames', '-m'];
    const args = ['log', ...shape, `${range.base}..${range.head}`, '--', path];
    const out = await (0,_git_js__WEBPACK_IMPORTED_MODULE_2__/* .askOnce */ .RV)(repo, args, { ids: [range.base, range.head] });
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
const readBytes = async (repo, blob) => Buffer.from(await (0,_git_js__WEBPACK_IMPORTED_MODULE_2__/* .askOnce */ .RV)(repo, ['cat-file', 'blob', blob], { ids: [blob], encoding: 'base64' }), 'base64');
/** A blob as text. */
const readBlob = async (repo, blob) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(await readBytes(repo, blob));
/** Makes the work tree equal to a commit; what is ignored (dependencies, caches) stays. */
async function checkout(repo, commit) {
    if (!(0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(repo.gitDir, 'index')))
        await adopt(repo, commit);
    await (0,_git_js__WEBPACK_IMPORTED_MODULE_2__/* .git */ .$Y)(repo, ['reset', '-q', '--hard', commit]);
    await (0,_git_js__WEBPACK_IMPORTED_MODULE_2__/* .git */ .$Y)(repo, ['clean', '-q', '-ffd']);
}
/** The runner has checked out most of it already: git looks at what is there, which takes less than writing all of it again. */
async function adopt(repo, commit) {
    await (0,_git_js__WEBPACK_IMPORTED_MODULE_2__/* .git */ .$Y)(repo, ['read-tree', commit]);
    // That some file is another one is told by the exit code, and mended by the reset.
    await (0,_git_js__WEBPACK_IMPORTED_MODULE_2__/* .tryGit */ .Ii)(repo, ['update-index', '-q', '--refresh']);
}
/** Makes the work tree equal to a tree that it was written from; what is ignored stays. */
async function restoreTree(repo, tree) {
    await (0,_git_js__WEBPACK_IMPORTED_MODULE_2__/* .git */ .$Y)(repo, ['read-tree', '--reset', '-u', tree]);
    await (0,_git_js__WEBPACK_IMPORTED_MODULE_2__/* .git */ .$Y)(repo, ['clean', '-q', '-ffd']);
}
/**
 * The tree of the work tree as it is now, new files included and ignored ones left out. `git add` would do, but where it finds a
 * repository of its own it runs `git status` there, and with that the filters that the configuration there names.
 */
async function writeWorkTree(repo) {
    const which = ['--modified', '--deleted', '--others', '--exclude-standard'];
    const { code, stdout, stderr } = await (0,_git_js__WEBPACK_IMPORTED_MODULE_2__/* .tryGit */ .Ii)(repo, ['ls-files', '-z', '-t', ...which], { encoding: 'base64' });
    if (code !== 0)
        throw new _git_js__WEBPACK_IMPORTED_MODULE_2__/* .GitError */ .XS(`git ls-files ended with ${code}: ${stderr.trim()}`);
    const { gone, there } = statesOf(Buffer.from(stdout, 'base64').toString('latin1'));
    const update = async (paths, options) => {
        const input = Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1');
        if (paths.length > 0)
            await (0,_git_js__WEBPACK_IMPORTED_MODULE_2__/* .git */ .$Y)(repo, ['update-index', ...options, '-z', '--stdin'], { input });
    };
    await update(gone, ['--force-remove']);
    await update(there, ['--add', '--remove', '--replace']);
    return (0,_git_js__WEBPACK_IMPORTED_MODULE_2__/* .git */ .$Y)(repo, ['write-tree']);
}
/** What `git ls-files -t` lists: `R` for what is gone (and `C` as well), a slash at the end of a directory that is a repository. */
function statesOf(listed) {
    const entries = listed.split('\0').filter(Boolean);
    const gone = new Set(entries.filter((entry) => entry.startsWith('R ')).map((entry) => entry.slice(2)));
    const paths = [...new Set(entries.map((entry) => entry.slice(2).replace(/\/$/, '')))].filter((path) => !gone.has(path));
    // A file that became a directory goes by itself when what lies in it is added.
    const above = (path) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));
    const directories = new Set(paths.flatMap(above));
    return { gone: [...gone], there: paths.filter((path) => !directories.has(path)) };
}
/** The difference between two trees, in base64: files need not be UTF-8. */
async function patchBetween(repo, from, to) {
    const shape = ['-r', '-p', '--binary', '--full-index', '--no-renames', '--no-color', '--no-ext-diff', '--no-textconv'];
    const { code, stdout, stderr } = await (0,_git_js__WEBPACK_IMPORTED_MODULE_2__/* .tryGit */ .Ii)(repo, ['diff-tree', ...shape, from, to], { encoding: 'base64' });
    if (code !== 0)
        throw new _git_js__WEBPACK_IMPORTED_MODULE_2__/* .GitError */ .XS(`git diff-tree ended with ${code}: ${stderr.trim()}`);
    return stdout;
}
const lastApplied = new WeakMap();
/**
 * A tree: that of `onto` with a patch (base64) applied, three ways where it must. Undefined when it does not fit. A patch is looked
 * at and then committed, mostly on the same tip, so the last tree that was made is remembered.
 */
function applyPatch(repo, onto, patch) {
    const last = lastApplied.get(repo);
    if (last?.onto === onto && last.patch === patch)
        return last.tree;
    const tree = patched(repo, onto, patch);
    lastApplied.set(repo, { onto, patch, tree });
    tree.catch(() => lastApplied.delete(repo));
    return tree;
}
async function patched(repo, onto, patch) {
    return withIndex(repo, onto, async (env) => {
        const input = Buffer.from(patch, 'base64');
        if (input.length > 0) {
            const { code } = await (0,_git_js__WEBPACK_IMPORTED_MODULE_2__/* .tryGit */ .Ii)(repo, ['apply', '--cached', '--3way', '--whitespace=nowarn', '-'], { env, input });
            if (code !== 0)
                return undefined;
        }
        return (0,_git_js__WEBPACK_IMPORTED_MODULE_2__/* .git */ .$Y)(repo, ['write-tree'], { env });
    });
}
/** A tree: that of `onto` with one file written (text) or removed (undefined). */
async function treeWith(repo, onto, file) {
    return withIndex(repo, onto, async (env) => {
        if (file.text === undefined) {
            await (0,_git_js__WEBPACK_IMPORTED_MODULE_2__/* .git */ .$Y)(repo, ['update-index', '--force-remove', '--', file.path], { env });
        }
        else {
            const blob = await writeBlob(repo, file.text);
            await (0,_git_js__WEBPACK_IMPORTED_MODULE_2__/* .git */ .$Y)(repo, ['update-index', '--add', '--cacheinfo', `100644,${blob},${file.path}`], { env });
        }
        return (0,_git_js__WEBPACK_IMPORTED_MODULE_2__/* .git */ .$Y)(repo, ['write-tree'], { env });
    });
}
async function withIndex(repo, tree, use) {
    const env = { GIT_INDEX_FILE: (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(repo.gitDir, 'index.publish') };
    await (0,_git_js__WEBPACK_IMPORTED_MODULE_2__/* .git */ .$Y)(repo, ['read-tree', tree], { env });
    return use(env);
}
const writeBlob = (repo, text) => (0,_git_js__WEBPACK_IMPORTED_MODULE_2__/* .git */ .$Y)(repo, ['hash-object', '-w', '--stdin'], { input: text });
/** A tree of files at its top level: name → text. */
async function writeTree(repo, files) {
    const lines = await Promise.all(Object.entries(files).map(async ([name, text]) => `100644 blob ${await writeBlob(repo, text)}\t${name}`));
    return (0,_git_js__WEBPACK_IMPORTED_MODULE_2__/* .git */ .$Y)(repo, ['mktree'], { input: lines.join('\n') + '\n' });
}
const treeOf = (repo, commit) => (0,_git_js__WEBPACK_IMPORTED_MODULE_2__/* .git */ .$Y)(repo, ['rev-parse', `${commit}^{tree}`]);
/** A new commit, in the repository only. */
function commitTree(repo, spec) {
    const { name, email } = spec.author;
    const env = { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email };
    const parents = spec.parents.flatMap((parent) => ['-p', parent]);
    return (0,_git_js__WEBPACK_IMPORTED_MODULE_2__/* .git */ .$Y)(repo, ['commit-tree', spec.tree, ...parents, '-F', '-'], { input: spec.message, env });
}


/***/ }),

/***/ 5292:
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
        await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_3__.setTimeout)(pause);
    }
    return tryGit(repo, args, options);
}
/** Whether the history was cut: git keeps a list of where. */
const isShallow = ({ gitDir }) => (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(gitDir, 'shallow'));
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
/** Whether a commit is another one, or comes before it. False too for what is no commit here. */
const isAncestor = async (repo, commit, of) => (await tryGit(repo, ['merge-base', '--is-ancestor', commit, of])).code === 0;


/***/ }),

/***/ 4606:
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
/* harmony export */   _U: () => (/* binding */ Usage),
/* harmony export */   eR: () => (/* binding */ usageSince),
/* harmony export */   eY: () => (/* binding */ renderUsage),
/* harmony export */   ho: () => (/* binding */ costOf),
/* harmony export */   tk: () => (/* binding */ noUsage),
/* harmony export */   vk: () => (/* binding */ addUsage)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8099);

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
