export const id = "clone-connect-run-work-job";
export const ids = ["clone-connect-run-work-job","outputs"];
export const modules = {

/***/ 5216:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $Y: () => (/* binding */ git),
/* harmony export */   Ii: () => (/* binding */ tryGit),
/* harmony export */   Th: () => (/* binding */ checkGit),
/* harmony export */   Tu: () => (/* binding */ environmentForGit),
/* harmony export */   UN: () => (/* binding */ perRepository),
/* harmony export */   VE: () => (/* binding */ cachedGit),
/* harmony export */   XS: () => (/* binding */ GitError),
/* harmony export */   cA: () => (/* binding */ environment),
/* harmony export */   du: () => (/* binding */ commitAt),
/* harmony export */   fE: () => (/* binding */ isShallow),
/* harmony export */   j1: () => (/* binding */ commonAncestor),
/* harmony export */   xm: () => (/* binding */ isPartOf),
/* harmony export */   zY: () => (/* binding */ initRepository)
/* harmony export */ });
/* harmony import */ var node_child_process__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1421);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var _lib_async_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(211);
/* harmony import */ var _lib_errors_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5892);
/* harmony import */ var _lib_per_object_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(1998);
/* harmony import */ var _trusted_path_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(1883);







/** A git command failed that must not fail. The message holds git's own output and is meant for logs. */
class GitError extends Error {
    name = 'GitError';
}
/** Runs git and resolves with its exit code and output, also when it fails. Replaces bytes that are not UTF-8. */
function tryGit(repo, args, options = {}) {
    const { promise, resolve, reject } = Promise.withResolvers();
    const child = (0,node_child_process__WEBPACK_IMPORTED_MODULE_0__.spawn)('git', args, {
        cwd: repo.workTree,
        env: { ...environment(repo, options.settings), ...options.env },
        signal: options.signal,
        detached: options.endSignal !== undefined,
        stdio: ['pipe', 'pipe', 'pipe'],
    });
    if (options.endSignal)
        killOnAbort(child, options.endSignal);
    const out = [];
    const err = [];
    child.stdout.on('data', (chunk) => out.push(chunk));
    child.stderr.on('data', (chunk) => err.push(chunk));
    const { onOutput } = options;
    if (onOutput)
        for (const stream of [child.stdout, child.stderr])
            stream.on('data', onOutput);
    child.on('error', reject);
    child.on('close', (code) => resolve({
        code: code ?? 128,
        stdout: Buffer.concat(out).toString(options.encoding),
        stderr: Buffer.concat(err).toString(),
    }));
    // Git may exit before it has read all of its input. Its exit code reports that.
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input);
    return args[0] === 'fetch' ? promise.finally(() => forgetHistory(repo)) : promise;
}
/** Runs git and resolves with its output. Throws `GitError`, and `UserError` for a damaged object store. */
async function git(repo, args, options = {}) {
    const { code, stdout, stderr } = await tryGit(repo, args, options);
    if (code !== 0)
        throw (0,_lib_errors_js__WEBPACK_IMPORTED_MODULE_4__/* .damagedStore */ .h4)(stderr) ?? new GitError(`git ${args[0]} ended with ${code}: ${stderr.trim().slice(0, 2000)}`);
    return stdout.replace(/\n$/, '');
}
/** A cache that lives as long as a repository: the function that is returned calls `make` once for each. */
const perRepository = (make) => (0,_lib_per_object_js__WEBPACK_IMPORTED_MODULE_6__/* .perObject */ .F)(make);
const outputs = perRepository(() => new Map());
const MAX_CACHED_CHARACTERS = 1 << 16;
/** Runs `git`, and caches output of up to 64 Ki characters where all `ids` are full object ids. Throws `GitError`. */
function cachedGit(repo, args, { ids, input = '' }) {
    if (!ids.every((id) => /^[0-9a-f]{40}$/.test(id)))
        return git(repo, args, { input });
    const cached = outputs(repo);
    const key = [...args, input].join('\0');
    const result = cached.get(key) ?? git(repo, args, { input });
    cached.set(key, result);
    const forget = () => cached.delete(key);
    result.then((text) => text.length > MAX_CACHED_CHARACTERS && forget(), forget);
    return result;
}
/** Drops cached logs and merge bases, since a fetch may bring more history. The content of objects never changes. */
function forgetHistory(repo) {
    const cached = outputs(repo);
    for (const key of cached.keys())
        if (/^(?:log|merge-base)\0/.test(key))
            cached.delete(key);
}
/** The first line of every pointer file of Git LFS (git-lfs, `docs/spec.md`). */
const LFS_VERSION = 'version https://git-lfs.github.com/spec/v1';
/** Shell: saves the input to a file of the git directory, since it may not fit into memory. */
const SAVE_INPUT = `t="$GIT_DIR/lfs.$$"; trap 'rm -f "$t"' EXIT; cat >"$t" || exit 1`;
const IS_POINTER = `[ "$(head -c ${LFS_VERSION.length} "$t" | tr -d '\\000')" = '${LFS_VERSION}' ]`;
const SHA256 = `$( (sha256sum <"$t" 2>/dev/null || shasum -a 256 <"$t") | cut -c 1-64)`;
/** Shell: replaces a file by its LFS pointer. Pointers and empty files stay as they are. */
const CLEAN = `${SAVE_INPUT}; if [ ! -s "$t" ] || ${IS_POINTER}; then cat "$t"; else h=${SHA256}; [ \${#h} -eq 64 ] || exit 1; printf '${LFS_VERSION}\\noid sha256:%s\\nsize %s\\n' "$h" "$(($(wc -c <"$t")))"; fi`;
/** Shell: replaces an LFS pointer by its file, if the runner's checkout has it. Otherwise the pointer stays. */
const OID = `$(head -c 400 "$t" | sed -n 's/^oid sha256:\\([0-9a-f]\\{64\\}\\)$/\\1/p' | head -n 1)`;
const SMUDGE = `${SAVE_INPUT}; f="$t"; if ${IS_POINTER}; then o=${OID}; p="$GIT_WORK_TREE/.git/lfs/objects/$(printf %s "$o" | cut -c 1-2)/$(printf %s "$o" | cut -c 3-4)/$o"; if [ -f "$p" ]; then f="$p"; fi; fi; cat "$f"`;
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
    // Git LFS by filters of ours, so that commits hold pointers and no filter of the machine or the project runs.
    ['filter.lfs.clean', CLEAN],
    ['filter.lfs.smudge', SMUDGE],
    ['filter.lfs.required', 'false'],
];
/** The variables that git needs to reach the network through a proxy or with a private certificate authority. */
const PROXY_VARIABLES = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'];
const INHERITED_VARIABLES = ['PATH', ...PROXY_VARIABLES, 'GIT_SSL_CAINFO', 'SSL_CERT_FILE'];
/** The variables that git may inherit from an environment. No others pass, because they may hold secrets of the job. */
function environmentForGit(env) {
    const allowed = { ...env, PATH: (0,_trusted_path_js__WEBPACK_IMPORTED_MODULE_5__/* .trustedPath */ .z)(env) };
    return Object.fromEntries(INHERITED_VARIABLES.flatMap((name) => (allowed[name] ? [[name, allowed[name]]] : [])));
}
/** The environment of every git process in a repository: all of its configuration is `SETTINGS` and `more`. */
function environment(repo, more = []) {
    const settings = [...SETTINGS, ...more];
    const pairs = settings.flatMap(([key, value], i) => [
        [`GIT_CONFIG_KEY_${i}`, key],
        [`GIT_CONFIG_VALUE_${i}`, value],
    ]);
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
        GIT_CONFIG_COUNT: String(settings.length),
        ...Object.fromEntries(pairs),
    };
}
/** Before 2.31, git takes no settings from its environment; before 2.32 it merges no patch into an index. */
const OLDEST_GIT = 2_032;
const INSTALL_GIT = 'Install git 2.32 or newer before this action; in a container job, take an image that has it, or add a step that runs `apt-get update && apt-get install -y git` (`apk add git` on Alpine).';
/** Checks once, at the start, which git there is. Throws `UserError` when there is none, or one that is too old. */
async function checkGit(repo) {
    const output = await git(repo, ['version']).catch((error) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
            return undefined;
        throw error;
    });
    if (output === undefined)
        throw new _lib_errors_js__WEBPACK_IMPORTED_MODULE_4__/* .UserError */ .yo('no-git', 'There is no git on this runner.', INSTALL_GIT);
    const [version = '0.0', major, minor] = /(\d{1,6})\.(\d{1,6})\S*/.exec(output) ?? [];
    if (Number(major) * 1_000 + Number(minor) >= OLDEST_GIT)
        return;
    const why = 'versions before 2.31 go by the settings of the machine, and those before 2.32 cannot merge a patch';
    throw new _lib_errors_js__WEBPACK_IMPORTED_MODULE_4__/* .UserError */ .yo('old-git', `The git of this runner is ${version}, which is too old: ${why}.`, INSTALL_GIT);
}
/** Creates a minimal git directory without starting a process. The work tree may already exist. */
function initRepository({ gitDir, workTree }) {
    for (const folder of ['objects', 'refs'])
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.mkdirSync)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(gitDir, folder), { recursive: true, mode: 0o700 });
    (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.writeFileSync)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(gitDir, 'HEAD'), 'ref: refs/heads/measure-twice\n');
    (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.mkdirSync)(workTree, { recursive: true });
}
/** Whether the history is shallow. Git lists its boundaries in the file `shallow`. */
const isShallow = ({ gitDir }) => (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(gitDir, 'shallow'));
/** The full id of a commit. Undefined when the revision names no commit. Throws `UserError` for a damaged one. */
const commitAt = (repo, revision) => git(repo, ['rev-parse', '-q', '--verify', '--end-of-options', `${revision}^{commit}`]).catch((error) => {
    if (error instanceof GitError)
        return undefined;
    throw error;
});
/** The best common ancestor; undefined where there is none in what was fetched. */
const commonAncestor = async (repo, one, other) => one === other ? one : cachedGit(repo, ['merge-base', one, other], { ids: [one, other] }).catch(() => undefined);
/** Whether a commit is part of the history of another. */
const isPartOf = async (repo, commit, head) => (await commonAncestor(repo, commit, head)) === commit;
/** Milliseconds between SIGTERM and SIGKILL, in which git may remove its lock files. */
const KILL_DELAY = 1_000;
/** Ends the process group on an abort: the process that talks to the network would outlive git otherwise. */
function killOnAbort(child, signal) {
    // It throws for a group that has ended already.
    const send = (name) => (0,_lib_errors_js__WEBPACK_IMPORTED_MODULE_4__/* .valueOr */ .dd)(() => child.pid !== undefined && process.kill(-child.pid, name), false);
    const end = () => {
        send('SIGTERM');
        setTimeout(() => send('SIGKILL'), KILL_DELAY).unref();
    };
    if (signal.aborted)
        end();
    else
        signal.addEventListener('abort', end, { once: true });
    child.once('close', () => signal.removeEventListener('abort', end));
}


/***/ }),

/***/ 5269:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  pL: () => (/* binding */ EMPTY_TREE),
  PT: () => (/* binding */ READABLE_DIFF),
  $$: () => (/* binding */ bytesOf),
  Rh: () => (/* binding */ changesBetweenTrees),
  SC: () => (/* binding */ commitTree),
  _f: () => (/* binding */ entryAt),
  ST: () => (/* binding */ isGone),
  BS: () => (/* binding */ isNew),
  Cm: () => (/* binding */ linkTarget),
  Lf: () => (/* binding */ linksIn),
  Vb: () => (/* binding */ nameOf),
  iZ: () => (/* binding */ objectsOf),
  Mr: () => (/* binding */ pathsIn),
  gm: () => (/* binding */ readBlob),
  io: () => (/* binding */ readBytes),
  $6: () => (/* binding */ textAt),
  bg: () => (/* binding */ textOn),
  g7: () => (/* binding */ treeOf),
  p6: () => (/* binding */ treeWith),
  Zh: () => (/* binding */ writeBlob)
});

// EXTERNAL MODULE: ./lib/git/git.js
var git = __webpack_require__(5216);
// EXTERNAL MODULE: external "node:child_process"
var external_node_child_process_ = __webpack_require__(1421);
// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(8500);
// EXTERNAL MODULE: ./lib/lib/errors.js
var errors = __webpack_require__(5892);
;// CONCATENATED MODULE: ./lib/git/object-reader.js




/** Milliseconds without a query after which the `cat-file` process ends. The next query starts another. */
const IDLE_TIMEOUT = 5_000;
/** Cached objects of a repository, and its `cat-file` process. */
const readerState = (0,git/* perRepository */.UN)(() => ({
    cache: new Map(),
}));
const MAX_CACHED_BYTES = 1 << 16;
/** Maximum characters of stderr that are kept. */
const MAX_STDERR = 10_000;
/**
 * Reads an object by its id or a revision, through one `git cat-file --batch` process for all. Undefined when there is
 * no such object. Throws `GitError`, and `UserError` for a damaged object.
 */
async function readObject(repo, name, maxBytes = Infinity) {
    // A query is a line, and a space ends the name in it.
    if (name === '' || /\s/.test(name))
        return undefined;
    const { cache: objectsByName } = readerState(repo);
    const cached = objectsByName.get(name);
    if (cached)
        return cached;
    const reader = (readerState(repo).reader ??= startReader(repo));
    const { promise, resolve, reject } = Promise.withResolvers();
    reader.ask(name, { maxBytes, answer: resolve, fail: reject });
    const object = await promise;
    if (!object)
        await throwIfDamaged(repo, name, reader);
    const isFixed = /^[0-9a-f]{40}(?:\^\{tree\})?$/.test(name);
    if (isFixed && object?.bytes && object.size <= MAX_CACHED_BYTES)
        objectsByName.set(name, object);
    return object;
}
/** Throws `UserError` for a damaged object: `cat-file --batch` calls it missing, after a complaint on its stderr. */
async function throwIfDamaged({ gitDir, ...repo }, name, reader) {
    await (0,promises_.setImmediate)();
    if (!reader.hasErrors())
        return;
    const { stderr } = await (0,git/* tryGit */.Ii)({ ...repo, gitDir, workTree: gitDir }, ['cat-file', '-t', name]);
    const damaged = (0,errors/* damagedStore */.h4)(stderr);
    if (damaged)
        throw damaged;
}
function startReader(repo) {
    const child = (0,external_node_child_process_.spawn)('git', ['cat-file', '--batch'], {
        // Not in the work tree, which may be deleted meanwhile.
        cwd: repo.gitDir,
        env: (0,git/* environment */.cA)(repo),
        stdio: ['pipe', 'pipe', 'pipe'],
    });
    const queries = [];
    const end = () => {
        if (readerState(repo).reader === reader)
            readerState(repo).reader = undefined;
        child.stdin.end();
    };
    let stderr = '';
    const fail = () => {
        end();
        const error = (0,errors/* damagedStore */.h4)(stderr.trimEnd().split('\n').at(-1) ?? '') ?? new git/* GitError */.XS('git cat-file ended before it answered');
        for (const question of queries.splice(0))
            question.fail(error);
    };
    const idle = setTimeout(end, IDLE_TIMEOUT).unref();
    // While no query is pending, the process and its pipes do not keep the run alive.
    const parts = [child, child.stdin, child.stdout, child.stderr];
    const reader = {
        ask(name, question) {
            if (queries.push(question) === 1)
                for (const part of parts)
                    part.ref?.();
            idle.refresh();
            child.stdin.write(`${name}\n`);
        },
        hasErrors: () => stderr !== '',
    };
    const answered = () => {
        if (queries.length === 0)
            for (const part of parts)
                part.unref?.();
    };
    child.stdout.on('data', parseReplies(queries)).on('data', answered);
    child.stderr.on('data', (chunk) => (stderr = `${stderr}${chunk.toString()}`.slice(-MAX_STDERR)));
    child.stdin.on('error', end);
    child.on('error', fail).on('close', fail);
    return reader;
}
/** Parses the output of `cat-file --batch`: a line with id, type and size, the bytes, and a line break. */
function parseReplies(questions) {
    const line = [];
    let object;
    let bytes = [];
    let remaining = 0;
    const begin = (header) => {
        const [, id = '', type = '', size] = /^([0-9a-f]+) (\w+) (\d+)$/.exec(header) ?? [];
        if (size === undefined)
            return questions.shift()?.answer(undefined);
        object = { id, type, size: Number(size), bytes: undefined };
        [bytes, remaining] = [[], object.size + 1];
    };
    /** The bytes of the object and the line break behind them. */
    const take = (part, { size, ...head }) => {
        const isWanted = size <= (questions[0]?.maxBytes ?? 0);
        if (isWanted)
            bytes.push(part);
        remaining -= part.length;
        if (remaining > 0)
            return;
        object = undefined;
        questions.shift()?.answer({ ...head, size, bytes: isWanted ? Buffer.concat(bytes).subarray(0, size) : undefined });
    };
    return (chunk) => {
        for (let rest = chunk; rest.length > 0;) {
            const end = object ? Math.min(remaining, rest.length) : rest.indexOf(10) + 1;
            const part = rest.subarray(0, end || rest.length);
            rest = rest.subarray(part.length);
            if (object)
                take(part, object);
            else if (line.push(part) && end > 0)
                begin(Buffer.concat(line.splice(0)).toString().trimEnd());
        }
    };
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:fs/promises"
var external_node_fs_promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(7975);
// EXTERNAL MODULE: external "node:zlib"
var external_node_zlib_ = __webpack_require__(8522);
;// CONCATENATED MODULE: ./lib/git/objects.js








/** Git's mode for the missing side of an addition or deletion. */
const ABSENT = '000000';
const isNew = ({ from }) => from.mode === ABSENT;
const isGone = ({ to }) => to.mode === ABSENT;
/** The text of a plain file, without a byte order mark. Undefined for a link, a submodule, and where nothing is. */
const textOn = async (repo, side) => side?.mode.startsWith('100') ? new TextDecoder().decode(await readBytes(repo, side.blob)) : undefined;
/** The paths that differ, in the order of their bytes. Throws `GitError`. */
async function changesBetweenTrees(repo, from, to) {
    if (from === to)
        return [];
    // `.gitmodules` of the work tree may say that changes of a submodule are ignored.
    const flags = ['-r', '-z', '--raw', '--full-index', '--no-renames', '--ignore-submodules=none'];
    const output = await (0,git/* git */.$Y)(repo, ['diff-tree', ...flags, from, to], { encoding: 'latin1' });
    return [...output.matchAll(/:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) \w\0([^\0]+)\0/g)].map(([, before = '', after = '', blobBefore = '', blobAfter = '', bytes = '']) => {
        const path = nameOf(bytes);
        return {
            path,
            ...(byteName(path) === bytes ? {} : { bytes }),
            from: { mode: before, blob: blobBefore },
            to: { mode: after, blob: blobAfter },
        };
    });
}
/** The top-level entries of a commit or tree, by names in latin1 (`byteName`). */
const entriesOf = async (repo, tree) => parseTree(await readBytes(repo, `${tree}^{tree}`));
/** The tree entry at a path of a commit or tree. Undefined when there is none. Throws `GitError` when it is no tree. */
async function entryAt(repo, commit, path) {
    const [name = '', ...below] = path.split('/');
    const entry = (await entriesOf(repo, commit)).get(byteName(name));
    if (below.length === 0)
        return entry;
    return entry?.type === 'tree' ? entryAt(repo, entry.id, below.join('/')) : undefined;
}
/** The paths of all files in a commit or tree, sorted by bytes. */
const pathsIn = async (repo, tree) => (await (0,git/* cachedGit */.VE)(repo, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', tree], { ids: [tree] }))
    .split('\0')
    .filter(Boolean);
/** The symbolic links of a commit or tree: path → target. */
async function linksIn(repo, tree) {
    const listed = (await (0,git/* git */.$Y)(repo, ['ls-tree', '-r', '-z', '--full-tree', tree])).split('\0');
    const links = listed.filter((entry) => entry.startsWith('120000 '));
    const targets = links.map(async (entry) => {
        const blob = entry.slice('120000 blob '.length).split('\t', 1).join('');
        return [entry.slice(entry.indexOf('\t') + 1), await linkTarget(repo, blob)];
    });
    return new Map(await Promise.all(targets));
}
/** Bytes of a link's target: Linux takes no longer path. */
const LONGEST_TARGET = 4096;
/** The target of a symbolic link; `/`, which is outside of every tree, where it is too long. */
const linkTarget = async (repo, blob) => (await smallBlob(repo, blob, LONGEST_TARGET)) ?? '/';
/** The bytes of an object, such as a blob. Throws `GitError` when there is none. */
async function readBytes(repo, name) {
    const object = await readObject(repo, name);
    if (!object?.bytes)
        throw new git/* GitError */.XS(`There is no object ${name}`);
    return object.bytes;
}
const asText = (bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
/** A blob as text. Keeps a byte order mark and replaces bytes that are not UTF-8. Throws `GitError` when there is none. */
const readBlob = async (repo, blob) => asText(await readBytes(repo, blob));
/** A blob of at most so many bytes, as text. Undefined for one that is larger or is not there. */
async function smallBlob(repo, blob, most) {
    const object = await readObject(repo, blob, most);
    return object?.bytes && object.size <= most ? asText(object.bytes) : undefined;
}
/** The text of a file at a commit or tree. Undefined where there is no plain file, or one of more than `most` bytes. */
async function textAt(repo, { commit, path, most = Infinity }) {
    const entry = await entryAt(repo, commit, path);
    return entry?.mode.startsWith('100') ? smallBlob(repo, entry.id, most) : undefined;
}
/** How `diff-tree` shows a change to readers: its files, and the change of each, as text alone. */
const READABLE_DIFF = ['-r', '-p', '--stat', '--no-color', '--no-ext-diff', '--no-textconv', '--find-renames'];
/** Puts a file (a text, or an entry) into a tree, or removes it. Throws `GitError` where file and folder clash. */
async function treeWith(repo, onto, { path, text, entry }) {
    const file = text === undefined ? entry : { mode: '100644', type: 'blob', id: await writeBlob(repo, text) };
    const entries = await entriesOf(repo, onto);
    const [name = '', ...below] = path.split('/');
    const key = byteName(name);
    const before = entries.get(key);
    const isFolder = below.length > 0;
    if (before && (before.type === 'tree') !== isFolder) {
        if (!file)
            return treeOf(repo, onto);
        throw new git/* GitError */.XS(`${name} would have to be both a file and a folder`);
    }
    if (!isFolder) {
        if (file)
            entries.set(key, file);
        else
            entries.delete(key);
    }
    else if (before || file) {
        const tree = await treeWith(repo, before?.id ?? EMPTY_TREE, { path: below.join('/'), entry: file });
        // Git stores no empty folder.
        if (tree === EMPTY_TREE)
            entries.delete(key);
        else
            entries.set(key, { mode: '040000', type: 'tree', id: tree });
    }
    return writeLoose(repo, 'tree', treeContent(entries));
}
/** The tree without entries, which git knows without an object file. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
/** Stores a text as a blob and returns its id. */
const writeBlob = (repo, text) => writeLoose(repo, 'blob', Buffer.from(text));
/** The id of the tree of a commit, or of a tree. Throws `GitError` when there is no such commit. */
async function treeOf(repo, commit) {
    const object = await readObject(repo, `${commit}^{tree}`);
    if (!object)
        throw new git/* GitError */.XS(`There is no commit ${commit}`);
    return object.id;
}
/** Creates a commit in the private repository, made now, and returns its id. Moves no ref. */
function commitTree(repo, { tree, parents, message, author }) {
    const who = `${cleanIdentity(author.name)} <${cleanIdentity(author.email)}> ${Math.floor(Date.now() / 1000)} +0000`;
    const lines = [`tree ${tree}`, ...parents.map((parent) => `parent ${parent}`), `author ${who}`, `committer ${who}`];
    return writeLoose(repo, 'commit', Buffer.from(`${lines.join('\n')}\n\n${message.replaceAll('\0', '')}`));
}
/** Removes the characters that would end a name or address in a commit object, as git does. */
const cleanIdentity = (text) => text.replace(/[<>\n\0]/g, '').trim();
const objectsOf = ({ gitDir, env }) => env['GIT_OBJECT_DIRECTORY'] ?? (0,external_node_path_.join)(gitDir, 'objects');
const deflated = (0,external_node_util_.promisify)(external_node_zlib_.deflate);
/** Writes an object as git does (gitformat-loose), which saves the time of a process. Returns its id. */
async function writeLoose(repo, type, content) {
    const object = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
    const id = (0,external_node_crypto_.hash)('sha1', object);
    const folder = (0,external_node_path_.join)(objectsOf(repo), id.slice(0, 2));
    const path = (0,external_node_path_.join)(folder, id.slice(2));
    if ((0,external_node_fs_.existsSync)(path))
        return id;
    await (0,external_node_fs_promises_.mkdir)(folder, { recursive: true });
    // Renamed into place, so that a concurrent reader finds the whole object or none.
    const temporary = (0,external_node_path_.join)(folder, `tmp_obj_${(0,external_node_crypto_.randomUUID)()}`);
    await (0,external_node_fs_promises_.writeFile)(temporary, await deflated(object), { mode: 0o444 });
    await (0,external_node_fs_promises_.rename)(temporary, path);
    return id;
}
const TYPES = { '040000': 'tree', '160000': 'commit' };
const ID_BYTES = 20;
/** A file name in latin1, a character for each byte, since names in git need not be UTF-8. */
const byteName = (name) => Buffer.from(name).toString('latin1');
const bytesOf = ({ path, bytes = byteName(path) }) => bytes;
/** A file name in latin1 as UTF-8 text. Bytes that are not UTF-8 are replaced. */
const nameOf = (name) => Buffer.from(name, 'latin1').toString();
/** Parses a tree object, which repeats mode, space, name, zero byte and binary id, into entries by names in latin1. */
function parseTree(content) {
    const entries = new Map();
    for (let at = 0; at < content.length;) {
        const space = content.indexOf(' ', at);
        const end = content.indexOf(0, at);
        if (space < 0 || end < space || end + ID_BYTES >= content.length)
            throw new git/* GitError */.XS('A tree object is damaged');
        const mode = content.toString('latin1', at, space).padStart(6, '0');
        at = end + 1 + ID_BYTES;
        const id = content.toString('hex', end + 1, at);
        entries.set(content.toString('latin1', space + 1, end), { mode, type: TYPES[mode] ?? 'blob', id });
    }
    return entries;
}
/** The tree object of these entries, in git's order: by the bytes of their names, where a folder's ends in a slash. */
const treeContent = (entries) => Buffer.concat([...entries]
    .map(([name, { mode, type, id }]) => ({
    sortKey: Buffer.from(type === 'tree' ? `${name}/` : name, 'latin1'),
    bytes: [Buffer.from(`${mode.replace(/^0+/, '')} ${name}\0`, 'latin1'), Buffer.from(id, 'hex')],
}))
    .toSorted((a, b) => Buffer.compare(a.sortKey, b.sortKey))
    .flatMap(({ bytes }) => bytes));


/***/ }),

/***/ 1235:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   H: () => (/* binding */ pushRefused),
/* harmony export */   Tm: () => (/* binding */ isPushRefusal),
/* harmony export */   Z9: () => (/* binding */ wordsOf)
/* harmony export */ });
/* harmony import */ var _lib_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5892);

const EXEMPTION = 'Exempt the branches of plans from that rule, or let the account of the token bypass it (Settings → Rules → Rulesets).';
/** Remedies by the words of GitHub's refusal. The first row that matches counts. */
const REMEDIES = [
    [
        /without `?workflows?`? (?:permission|scope)/i,
        'Give the input `github-token` the token of a GitHub App with the permission “Workflows: write” (the workflow’s own token cannot have it), or change that file by hand and `/skip` its subtask.',
    ],
    [
        /push protection|cannot contain secrets/i,
        'Have the secret taken out of the files that GitHub names, or allow it by the link that GitHub gives.',
    ],
    [/verified signature|must be signed|signed commits/i, `Set the input \`commit-with\` to \`auto\`. Or: ${EXEMPTION}`],
    [
        /merge commits|linear history/i,
        `Go on without the base, since \`approve\` counts as before, and rebase when you merge. Or: ${EXEMPTION}`,
    ],
    [/branch name must|': '[^']+' exists|ref name/i, 'Give the input `branch-prefix` a name that fits.'],
    [/path is restricted/i, `Name another path in the input \`plan-file\`, if it is the plan’s. Or: ${EXEMPTION}`],
    [
        /file size limit|GH001|too large|path (?:is|length)|file extension/i,
        'Have the plan leave out the files that GitHub names.',
    ],
    [/\bGH0\d\d\b|rule violation|protected branch|hook declined/i, EXEMPTION],
];
/** Maximum characters of GitHub's words in a comment. */
const MAX_WORDS = 1_500;
/**
 * A push, or a commit by the API, that a rule or the rights of the token forbid. `output` is all that was answered. The
 * error is `otherwise` where the answer names no rule, only a missing permission.
 */
function pushRefused(branch, output, otherwise) {
    const words = wordsOf(output);
    const known = (0,_lib_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .closedRepository */ .FG)(words, output)?.remedy ?? REMEDIES.find(([row]) => row.test(words))?.[1];
    if (known === undefined && otherwise)
        return otherwise;
    const remedy = known ??
        'Give the workflow `permissions: contents: write`, and let no rule forbid its account to push to this branch.';
    const reason = words.replace(/(?<![.\s])[.\s]+$/, '');
    return new _lib_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .UserError */ .yo(_lib_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .PUSH_FORBIDDEN */ .dJ, `GitHub did not take the push to \`${branch}\`: ${reason || 'it gives no reason'}.`, remedy, { cause: output });
}
const isPushRefusal = (error) => error instanceof _lib_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .UserError */ .yo && error.code === _lib_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .PUSH_FORBIDDEN */ .dJ;
/** What the server says in the output of git: its own lines, else why it rejected the ref. */
function wordsOf(output) {
    const lines = output.split(/[\r\n]+/);
    const messages = lines.flatMap((line) => /^remote:([^]*)/.exec(line)?.[1]?.trim() ?? []);
    const remote = messages.map((text) => text.replace(/^error:\s*/, '')).filter((text) => /\w/.test(text));
    const rejected = lines.flatMap((line) => /\[remote rejected\] \((.*)\)/.exec(line)?.[1] ?? []);
    const reasons = remote.length > 0 ? [...remote, ...rejected.filter((why) => !/hook declined/.test(why))] : rejected;
    const words = reasons.length > 0 ? reasons : output.startsWith('To ') ? [] : lines;
    return words.join(' ').replace(/\s+/g, ' ').trim().slice(0, MAX_WORDS);
}


/***/ }),

/***/ 9416:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   BA: () => (/* binding */ fetchRefs),
/* harmony export */   VC: () => (/* binding */ push),
/* harmony export */   dM: () => (/* binding */ remoteRefs)
/* harmony export */ });
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8500);
/* harmony import */ var _lib_errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5892);
/* harmony import */ var _lib_async_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(211);
/* harmony import */ var _git_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5216);
/* harmony import */ var _push_refusal_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1235);





/** Seconds without output after which git is ended, doubled at each try: git 2.39 waits for ever for a lost answer. */
const SILENCE_SECONDS = 20;
/** Milliseconds for one command that talks to the remote. A large repository takes its time, and a push is small. */
const limitOf = ([command]) => (command === 'fetch' ? 10 : command === 'push' ? 2 : 1) * 60_000;
function networkSettings({ url, token }) {
    if (token === undefined)
        return [];
    const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
    return [[`http.${url}.extraheader`, `AUTHORIZATION: basic ${basic}`]];
}
function needRemote(repo) {
    if (!repo.remote)
        throw new _git_js__WEBPACK_IMPORTED_MODULE_3__/* .GitError */ .XS('The repository has no remote.');
}
/** Runs a command that talks to the remote. Ends it after an idle timeout without output, and at its time limit. */
async function tryRemote(repo, { args, tries = 0, needlessSignal }) {
    const { timeLimit = limitOf(args), deadline = _lib_async_js__WEBPACK_IMPORTED_MODULE_2__/* .NO_DEADLINE */ .ji } = repo.remote;
    const silence = SILENCE_SECONDS * 2 ** tries;
    const silent = new AbortController();
    const timer = setTimeout(() => silent.abort(), silence * 1_000);
    const signals = [deadline.within(timeLimit), silent.signal, needlessSignal];
    const endSignal = AbortSignal.any(signals.filter((signal) => signal !== undefined));
    const settings = networkSettings(repo.remote);
    const result = await (0,_git_js__WEBPACK_IMPORTED_MODULE_3__/* .tryGit */ .Ii)(repo, args, { settings, endSignal, onOutput: () => void timer.refresh() });
    clearTimeout(timer);
    if (result.code === 0 || !endSignal.aborted)
        return result;
    return { ...result, stderr: `${result.stderr}\ngit ${args[0]} took too long, and was ended.` };
}
/** The error for a failure that the proxy caused; undefined for other causes, or when the cause is uncertain. */
function proxyTrouble({ url, proxy }, { stderr }) {
    const why = proxyTroubleIn(stderr);
    if (why === undefined || (proxy === undefined && !/^\d/.test(why)) || !URL.canParse(url))
        return undefined;
    return (0,_lib_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .brokenByProxy */ .L2)({ host: new URL(url).host, proxy, why }, stderr);
}
/** Retries of a fetch, and of a push, which has more because it saves work that has been paid for. */
const FETCH_TRIES = 4;
const PUSH_TRIES = 12;
/** Retries until there is a value, after pauses of at most a minute each. `until` throws where the last try gives none. */
async function retryRemote({ url, deadline }, retries, until) {
    // A remote on this machine needs no time to recover.
    const second = /^https?:\/\/(?!(?:localhost|127\.0\.0\.1|\[::1\])[:/])/.test(url) ? 1_000 : 5;
    const waits = Array.from({ length: retries }, (_, tries) => Math.min((tries + 1) ** 2, 60) * second);
    const value = await (0,_lib_async_js__WEBPACK_IMPORTED_MODULE_2__/* .retry */ .L5)({ waits, deadline, until });
    if (value === undefined)
        throw new _git_js__WEBPACK_IMPORTED_MODULE_3__/* .GitError */ .XS('The remote gave no answer.');
    return value;
}
/** Fetches refspecs. False when a ref without a wildcard does not exist. Throws `UserError` or `GitError`. */
async function fetchRefs(repo, refspecs, depth) {
    needRemote(repo);
    const { remote } = repo;
    const filter = depth.kind !== 'new' && depth.levels !== undefined ? [`--filter=tree:${depth.levels}`] : [];
    const limit = depth.kind === 'new' ? [] : [`--${depth.kind}=${depth.commits}`, ...filter];
    const options = ['-q', '--progress', '--no-tags', '--prune', '--no-write-fetch-head', ...limit];
    const args = ['fetch', ...options, remote.url, ...refspecs];
    return retryRemote(remote, FETCH_TRIES, async (tries, isLast) => {
        const result = await tryRemote(repo, { args, tries });
        const outcome = outcomeOf(result);
        if (outcome === 'done' || foundNothing(result))
            return true;
        const isRefMissing = /couldn't find remote ref/.test(result.stderr);
        if (isRefMissing && (isLast || (await areMissing(repo, refspecs))))
            return false;
        if (!isRefMissing && (outcome !== 'unclear' || isLast))
            throw failure(remote, 'fetch', result);
        return undefined;
    });
}
/** Whether a ref is missing for sure: git takes a proxy's web page for a repository without even a `HEAD`. */
async function areMissing(repo, refspecs) {
    const wanted = refspecs.flatMap((spec) => /^\+?([^:*]+)(?::[^*]*)?$/.exec(spec)?.[1] ?? []);
    const { found } = await listRemote(repo, wanted);
    return found.has('HEAD') && wanted.some((name) => !found.has(name));
}
/** Lists refs with their ids, and `HEAD`, which each repository has: without it the reply is not a repository. */
async function listRemote(repo, refs, tries = 0) {
    const result = await tryRemote(repo, { args: ['ls-remote', repo.remote.url, 'HEAD', ...refs], tries });
    const found = result.stdout.split('\n').flatMap((line) => {
        const [id = '', ref] = line.split('\t');
        return ref === undefined ? [] : [[ref, id]];
    });
    return { result, found: new Map(found) };
}
/** A fetch with `--depth` exits with 1, and prints nothing, when no ref matches any wildcard (git 2.39). */
const foundNothing = (result) => result.code === 1 && outputOf(result) === '';
/** The names of the refs on the remote that match a pattern. Throws as `fetchRefs` does. */
async function remoteRefs(repo, patterns) {
    needRemote(repo);
    const { remote } = repo;
    return retryRemote(remote, FETCH_TRIES, async (tries, isLast) => {
        const { result, found } = await listRemote(repo, patterns, tries);
        const outcome = outcomeOf(result);
        if (outcome === 'done' && (isLast || found.has('HEAD')))
            return [...found.keys()].filter((name) => name.startsWith('refs/') && !name.endsWith('^{}'));
        if (outcome !== 'done' && (outcome !== 'unclear' || isLast))
            throw failure(remote, 'ls-remote', result);
        return undefined;
    });
}
const failure = (remote, command, result) => proxyTrouble(remote, result) ??
    otherHash(result.stderr) ??
    (0,_lib_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .closedRepository */ .FG)((0,_push_refusal_js__WEBPACK_IMPORTED_MODULE_4__/* .wordsOf */ .Z9)(result.stderr), result.stderr) ??
    (0,_lib_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .damagedStore */ .h4)(result.stderr) ??
    new _git_js__WEBPACK_IMPORTED_MODULE_3__/* .GitError */ .XS(`git ${command} ended with ${result.code}: ${outputOf(result).slice(0, 2000)}`);
/** The error for a repository whose objects are named by another hash than SHA-1. */
const otherHash = (stderr) => /mismatched algorithms/.test(stderr)
    ? new _lib_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .UserError */ .yo('object-format', 'This repository names its objects by SHA-256, and Measure Twice reads and writes SHA-1.', 'Use it in a repository in SHA-1, which is what GitHub makes.')
    : undefined;
const outputOf = ({ stdout, stderr }) => `${stdout}\n${stderr}`.trim();
/**
 * Pushes all refs or none. A push whose answer was lost may have taken effect, so the refs on the remote are compared
 * before the push is tried again. Throws `UserError` when GitHub no longer accepts the token or
 * a proxy is in the way, and `GitError` for any failure that `PushResult` does not name.
 */
async function push(repo, updates) {
    needRemote(repo);
    const { remote } = repo;
    if (remote.readOnly)
        throw new _git_js__WEBPACK_IMPORTED_MODULE_3__/* .GitError */ .XS('A dry run pushes nothing.');
    const refspecs = updates.map(({ ref, to }) => `${to ?? ''}:${ref}`);
    const leases = updates.flatMap(({ ref, from }) => (from === undefined ? [] : [`--force-with-lease=${ref}:${from}`]));
    const args = ['push', '--porcelain', '--atomic', '--no-verify', ...leases, remote.url, ...refspecs];
    let seemsMoved = false;
    return retryRemote(remote, PUSH_TRIES, async (tries, isLast) => {
        const result = await pushUntilArrived(repo, { args, updates, tries });
        const outcome = outcomeOf(result);
        if (outcome === 'done')
            return { kind: 'pushed' };
        // GitHub accepted this token before, since each push follows a fetch.
        if (outcome === 'unauthorized')
            throw proxyTrouble(remote, result) ?? (0,_lib_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .tokenExpired */ .Ts)(result.stderr);
        if (outcome === 'forbidden' || (isBare403(result.stderr) && tries >= FETCH_TRIES))
            return { kind: 'forbidden', reason: outputOf(result).slice(0, 8_000) };
        const arrival = await arrivalOf(repo, updates);
        if (arrival === 'all')
            return { kind: 'pushed' };
        // Git takes a proxy's web page for refs that have moved: it has to say so twice where the refs are unchanged.
        if (arrival === 'other' || (outcome === 'moved' && (isLast || seemsMoved)))
            return { kind: 'moved' };
        seemsMoved = outcome === 'moved' && arrival === 'none';
        if (outcome === 'missing' || isLast)
            throw failure(remote, 'push', result);
        return undefined;
    });
}
/** Milliseconds until the first check whether a push that has not ended has arrived; doubled after each check. */
const FIRST_ARRIVAL_CHECK = 3_000;
/** Milliseconds until the next check whether a push has arrived, after one that brought no answer. */
const RETRY_ARRIVAL_CHECK = 1_000;
/** Pushes, and polls the remote meanwhile: a push that has arrived is ended, even if its answer is lost. */
async function pushUntilArrived(repo, { args, updates, tries }) {
    const [arrived, ended] = [new AbortController(), new AbortController()];
    const pushing = tryRemote(repo, { args, tries, needlessSignal: arrived.signal }).finally(() => ended.abort());
    const pollArrival = async () => {
        for (let pause = FIRST_ARRIVAL_CHECK; !arrived.signal.aborted;) {
            await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_0__.setTimeout)(pause, undefined, { signal: ended.signal }).catch(() => undefined);
            if (ended.signal.aborted)
                return;
            const arrival = await arrivalOf(repo, updates);
            if (arrival === 'all')
                arrived.abort();
            pause = arrival === 'unknown' ? RETRY_ARRIVAL_CHECK : pause * 2;
        }
    };
    const [result] = await Promise.all([pushing, pollArrival()]);
    return arrived.signal.aborted ? { ...result, code: 0 } : result;
}
/** Whether a push has arrived. `other`: a ref was moved elsewhere. `unknown`: the remote gave no answer. */
async function arrivalOf(repo, updates) {
    const refs = updates.map(({ ref }) => ref);
    const { result, found: current } = await listRemote(repo, refs);
    if (result.code !== 0 || result.stdout === '')
        return 'unknown';
    if (updates.every(({ ref, to }) => current.get(ref) === to))
        return 'all';
    return updates.some(({ ref, from }) => from !== undefined && (current.get(ref) ?? '') !== from) ? 'other' : 'none';
}
/** Outcomes by git's messages. The first row that matches counts. */
const OUTCOMES = [
    // A branch is in the way of a name below it, or the other way round. Trying again does not help.
    [/'refs\/heads\/[^']+' exists; cannot create/, 'forbidden'],
    [/\b(?:fetch first|non-fast-forward|stale info|cannot lock ref|already exists)\b/, 'moved'],
    [/\brate limit|\babuse detection|\btoo many requests|\b(?:HTTP|error:) 429\b/i, 'unclear'],
    [
        /\b(?:GH0\d\d|archived so|IP allow list|protected branch|refusing to allow|denied|not granted|declined)\b/i,
        'forbidden',
    ],
    [/Authentication failed|could not read (?:Username|Password)|returned error: 401/, 'unauthorized'],
    [
        /possible repository corruption|mismatched algorithms|couldn't find remote ref|repository .{0,200} not found|returned error: 404|CONNECT tunnel failed, response 4|HTTP code 4\d\d from proxy/i,
        'missing',
    ],
];
/** A bare 403 is `unclear`: it may be a rate limit, as git does not show the rest of the answer. */
function outcomeOf({ code, stdout, stderr }) {
    if (code === 0)
        return 'done';
    return OUTCOMES.find(([messages]) => messages.test(`${stdout}\n${stderr}`))?.[1] ?? 'unclear';
}
/** Whether git reports a 403 without a reason, which is a rate limit or a lack of rights. */
const isBare403 = (stderr) => /returned error: 403|\bHTTP 403\b/.test(stderr);
/** Why a proxy blocked git: its status, or git's message. Undefined when the remote itself answered. */
function proxyTroubleIn(stderr) {
    const status = /CONNECT tunnel failed, response (\d{3})|HTTP code (\d{3}) from proxy/.exec(stderr);
    if (status)
        return status[1] ?? status[2];
    if (/could not read (?:Username|Password) for|returned error: \d{3}|\bHTTP \d{3}\b/.test(stderr))
        return undefined;
    return /(?:Proxy CONNECT aborted|Could not resolve (?:proxy|host)|Failed to connect|Couldn't connect|Connection (?:reset|refused|timed out)|Recv failure|Empty reply|unexpected eof|timed? ?out|took too long)/i.exec(stderr)?.[0];
}


/***/ }),

/***/ 1883:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   z: () => (/* binding */ trustedPath)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);


/**
 * The `PATH` for programs that run outside of the sandbox. Workflows put folders of the checkout on it,
 * such as `.venv/bin`, where an agent's commands could put a `git` of their own: these are left out, and so are folders
 * that are not there yet. Links are resolved now, because commands may change their targets later. `untrustedFolders`
 * are more folders that commands write to. Undefined without a `PATH`.
 */
function trustedPath({ PATH, GITHUB_WORKSPACE }, untrustedFolders = []) {
    if (PATH === undefined)
        return undefined;
    const trees = [GITHUB_WORKSPACE, ...untrustedFolders].flatMap((tree) => (tree ? [tree, ...realPath(tree)] : []));
    const isUntrusted = (path) => trees.some((tree) => path === tree || path.startsWith(`${tree}/`));
    const trusted = PATH.split(':').filter((folder) => (0,node_path__WEBPACK_IMPORTED_MODULE_1__.isAbsolute)(folder) && !isUntrusted(folder));
    const real = trusted.flatMap(realPath).filter((folder) => !isUntrusted(folder));
    return [...new Set(real)].join(':') || MISSING_FOLDER;
}
/** An empty `PATH` would mean the working directory of the program. */
const MISSING_FOLDER = '/nonexistent';
function realPath(path) {
    try {
        return [(0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)(path)];
    }
    catch {
        return [];
    }
}


/***/ }),

/***/ 211:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $H: () => (/* binding */ asMap),
/* harmony export */   G0: () => (/* binding */ deadlineOf),
/* harmony export */   GV: () => (/* binding */ reportingProgress),
/* harmony export */   Ik: () => (/* binding */ reportWhileLong),
/* harmony export */   L5: () => (/* binding */ retry),
/* harmony export */   Oo: () => (/* binding */ once),
/* harmony export */   gh: () => (/* binding */ loadAll),
/* harmony export */   iH: () => (/* binding */ immediate),
/* harmony export */   ji: () => (/* binding */ NO_DEADLINE),
/* harmony export */   kS: () => (/* binding */ inBackground),
/* harmony export */   kZ: () => (/* binding */ serialQueue),
/* harmony export */   qy: () => (/* binding */ lazily)
/* harmony export */ });
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8500);

/** Memoizes an asynchronous function: concurrent and later callers share the promise of the first call. */
function once(make) {
    let made;
    return () => (made ??= make());
}
const lazyLoads = [];
/** The one way to import later: at the first call, or by `loadAll`, after which nothing is read from the disk. */
function lazily(load) {
    const loaded = once(load);
    lazyLoads.push(loaded);
    return loaded;
}
/** Loads all that is imported lazily, and what that imports lazily, one after the other. */
async function loadAll() {
    for (const load of lazyLoads) {
        await load();
        // Imports do not yield to the event loop, so pending I/O events are processed here.
        await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_0__.setImmediate)();
    }
}
/** Marks a rejection as handled, for a promise that is awaited later: Node ends the process on an unhandled one. */
function inBackground(promise) {
    promise.catch(() => undefined);
    return promise;
}
/** Milliseconds between two reports on something that people watch and that takes long. */
const REPORT_INTERVAL = 45_000;
/** Calls `report` with the milliseconds so far, first after `first` and then repeatedly, until the returned function is called. */
function reportWhileLong(report, first = REPORT_INTERVAL) {
    const begun = performance.now();
    const again = () => {
        report(Math.round(performance.now() - begun));
        timer = setTimeout(again, REPORT_INTERVAL);
    };
    let timer = setTimeout(again, first);
    return () => clearTimeout(timer);
}
/** Waits for work that may take long, and reports the milliseconds so far until its end. */
const reportingProgress = (work, ...reporting) => work.finally(reportWhileLong(...reporting));
/** Computes a value for each key, concurrently. */
const asMap = async (keys, valueOf) => new Map(await Promise.all([...keys].map(async (key) => [key, await valueOf(key)])));
/** Returns a queue that runs asynchronous functions one at a time, in the order of the calls. */
function serialQueue() {
    let last = Promise.resolve();
    return (act) => {
        const next = last.then(act, act);
        last = next;
        return next;
    };
}
/** When the runner has asked the job to end, it kills it within ten seconds: each request gets this much of them. */
const LAST_REQUEST_LIMIT = 3_000;
/** The longest pause between two tries when the run has to end. */
const MAX_LAST_PAUSE = 300;
/**
 * The deadline of a run. Until `ending` aborts, requests have their own limits and `left` tells the time; the abort
 * ends them. Requests begun after it, to record how far the run came, get `LAST_REQUEST_LIMIT`, or the `rest` of the time
 * budget where the reason of the abort is `time`.
 */
function deadlineOf(ending, { left = () => Infinity, rest = () => Infinity } = {}) {
    const lastLimit = () => (ending.reason === 'time' ? Math.max(LAST_REQUEST_LIMIT, rest()) : LAST_REQUEST_LIMIT);
    return {
        within: (limit) => ending.aborted
            ? AbortSignal.timeout(Math.min(limit, lastLimit()))
            : AbortSignal.any([AbortSignal.timeout(limit), ending]),
        wait: async (milliseconds) => {
            if (ending.aborted)
                return (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_0__.setTimeout)(Math.min(milliseconds, MAX_LAST_PAUSE));
            await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_0__.setTimeout)(milliseconds, undefined, { signal: ending }).catch(() => undefined);
        },
        left: () => (ending.aborted ? 0 : left()),
        isOver: () => ending.reason === 'time' && rest() <= 0,
    };
}
/** A deadline without a limit. */
const NO_DEADLINE = deadlineOf(new AbortController().signal);
/** The waits of so many retries that follow at once, as after a compare-and-swap that another run won. */
const immediate = (retries) => Array(retries).fill(0);
/** Calls `until` until it gives a value, and again after each of `waits`. An error ends it. */
async function retry({ waits, deadline = NO_DEADLINE, until }) {
    for (let tries = 0;; tries++) {
        const wait = deadline.isOver() ? undefined : waits[tries];
        const value = await until(tries, wait === undefined);
        if (value !== undefined || wait === undefined)
            return value;
        if (wait > 0)
            await deadline.wait(wait);
    }
}


/***/ }),

/***/ 1998:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   F: () => (/* binding */ perObject)
/* harmony export */ });
/** A cache that lives as long as an object: the function that is returned calls `make` once for each. */
function perObject(make) {
    const made = new WeakMap();
    return (key) => {
        const value = made.get(key) ?? make(key);
        made.set(key, value);
        return value;
    };
}


/***/ })

};
