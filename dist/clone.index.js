export const id = "clone";
export const ids = ["clone"];
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

/***/ 605:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $5: () => (/* binding */ mayOverlap),
/* harmony export */   $8: () => (/* binding */ pathsMatcher),
/* harmony export */   $g: () => (/* binding */ quotedPaths),
/* harmony export */   Eb: () => (/* binding */ isSafePlanPath),
/* harmony export */   HP: () => (/* binding */ matchesWildcards),
/* harmony export */   Mx: () => (/* binding */ withoutEnd),
/* harmony export */   OD: () => (/* binding */ segmentsOf),
/* harmony export */   PX: () => (/* binding */ isBranch),
/* harmony export */   T4: () => (/* binding */ replaceRoot),
/* harmony export */   Xq: () => (/* binding */ globList),
/* harmony export */   bz: () => (/* binding */ isProtected),
/* harmony export */   hq: () => (/* binding */ namedPath),
/* harmony export */   kZ: () => (/* binding */ pathMatcher),
/* harmony export */   lb: () => (/* binding */ problemOfGlob),
/* harmony export */   oP: () => (/* binding */ isGitPath),
/* harmony export */   pn: () => (/* binding */ isTooLong),
/* harmony export */   xx: () => (/* binding */ anyGlob)
/* harmony export */ });
/** Matches wildcards in bounded time, since models write the patterns: backtracks to the last star only. */
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
/** The segments of a path, without empty ones and `.`. A `..` removes the segment before it. */
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
/** The path below `to` of a path at or below `from`; any other path as it is. */
const replaceRoot = (path, from, to) => path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;
/** Maximum bytes of a path: Linux's limit (`PATH_MAX`), the largest of all systems. */
const LONGEST_PATH = 4096;
const isTooLong = (path) => Buffer.byteLength(path) > LONGEST_PATH;
/**
 * Compiles globs of `*`, `?`, `**` (also no name) and `{a,b}`. Returns whether a path matches one of them, in time bounded
 * by the lengths of both.
 */
function anyGlob(globs) {
    const patterns = globs.flatMap(patternsOf);
    return (path) => {
        const names = segmentsOf(path);
        return patterns.some((pattern) => pattern.fits(names));
    };
}
/** Splits a text with globs at white space. */
const globList = (text) => text.split(/\s+/).filter(Boolean);
/** Why a text is no glob of this kind, as words after "it". Undefined if it is one. */
function problemOfGlob(glob) {
    const pattern = glob.replace(/^!/, '');
    if (pattern.trim() === '')
        return 'is empty';
    if (pattern.startsWith('/'))
        return 'begins with a slash; globs begin at the root of the repository';
    if (pattern.split('/').includes('..'))
        return 'has `..` in it';
    if (/[[\\]|[?@+!*]\(/.test(pattern))
        return 'has more than `*`, `**`, `?` and `{a,b}` in it';
    if (pattern.split('{').length !== pattern.split('}').length)
        return 'has a brace without its other half';
    return isTooLong(pattern) ? 'is too long' : undefined;
}
function patternOf(glob) {
    const pattern = segmentsOf(glob);
    const literals = pattern.filter((name) => !isWild(name));
    // Checked first, because most paths lack a literal segment, and this is much faster than matching.
    const fits = (names) => literals.every((name) => names.includes(name)) &&
        matchesWildcards(pattern, names, { star: '**', matches: matchesName });
    return { literals, fits };
}
const isWild = (name) => name.includes('*') || name.includes('?');
/** The compiled alternatives of a glob, one for each way to expand its braces. */
const patternsOf = (glob) => expandBraces(glob).map(patternOf);
/** Returns whether a path that a plan names covers another: as that file, as its folder, or as a pattern. */
function pathMatcher(declared) {
    const normalized = segmentsOf(declared).join('/');
    const matches = isPattern(normalized) && !isTooLong(normalized) ? anyGlob([normalized]) : () => false;
    return (path) => normalized === '' || path === normalized || path.startsWith(`${normalized}/`) || matches(path);
}
const isPattern = (path) => /[*?{]/.test(path);
/** Returns whether one of several declared files, folders or patterns covers a path. */
function pathsMatcher(declared) {
    const matchers = declared.map(pathMatcher);
    return (path) => matchers.some((matches) => matches(path));
}
/** Compiles a path of a plan. A last name with a dot in it is taken for a file, any other for a folder. */
function namedPath(declared) {
    const path = segmentsOf(declared).join('/');
    const isFolder = declared.endsWith('/') || !path.slice(path.lastIndexOf('/') + 1).includes('.');
    const globs = isPattern(path) ? expandBraces(path) : [isFolder ? `${path}/**` : path];
    return {
        path,
        isPattern: isPattern(path),
        covers: pathMatcher(declared),
        /** The segments of the globs for all that it may stand for. */
        globs: globs.length > MOST_GLOBS ? [['**']] : globs.map(segmentsOf),
    };
}
/** Whether one file may lie in both. Two patterns overlap unless their starts or ends rule that out. */
function mayOverlap(one, other) {
    if (one.covers(other.path) || other.covers(one.path))
        return true;
    if (!one.isPattern && !other.isPattern)
        return false;
    return one.globs.some((glob) => other.globs.some((otherGlob) => segmentsMayOverlap(glob, otherGlob)));
}
/** A path with more alternatives, or two with more pairs of names, count as overlapping without a comparison. */
const MOST_GLOBS = 16;
const MOST_PAIRS = 1000;
/** Whether some path matches both globs, segment by segment, where `**` matches any number of segments. */
function segmentsMayOverlap(one, other) {
    if (one.length * other.length > MOST_PAIRS)
        return true;
    /** Adds the positions after each `**` of the other glob that can be reached: it may match no segment. */
    const withSkipped = (positions) => {
        for (const at of positions)
            if (other[at] === '**')
                positions.add(at + 1);
        return positions;
    };
    let reached = withSkipped(new Set([0]));
    for (const name of one) {
        const next = new Set();
        for (const at of reached) {
            const otherName = other[at];
            if (name === '**')
                for (let after = at; after <= other.length; after++)
                    next.add(after);
            else if (otherName === '**')
                next.add(at);
            else if (otherName !== undefined && namesMayOverlap(name, otherName))
                next.add(at + 1);
        }
        reached = withSkipped(next);
    }
    return reached.has(other.length);
}
/** Two names with wildcards may overlap if the start of one continues that of the other, and so do their ends. */
function namesMayOverlap(one, other) {
    if (!isWild(one) || !isWild(other))
        return matchesName(one, other) || matchesName(other, one);
    const [start, otherStart] = [startOf(one), startOf(other)];
    const [end, otherEnd] = [endOf(one), endOf(other)];
    return ((start.startsWith(otherStart) || otherStart.startsWith(start)) && (end.endsWith(otherEnd) || otherEnd.endsWith(end)));
}
const startOf = (name) => name.split(/[*?]/, 1).join('');
const endOf = (name) => name.split(/[*?]/).at(-1) ?? '';
const IN_NAMES = { star: '*', matches: (one, character) => one === '?' || one === character };
const matchesName = (glob, name) => isWild(glob) ? matchesWildcards([...glob], [...name], IN_NAMES) : glob === name;
const MAX_ALTERNATIVES = 64;
/** Expands `a.{b,c}` to `a.b` and `a.c`. Unclosed braces, and those with too many alternatives, are literal. */
function expandBraces(glob) {
    let globs = [glob];
    while (globs.some((one) => INNERMOST_BRACES.test(one))) {
        const next = globs.flatMap(expandOne);
        if (next.length > MAX_ALTERNATIVES)
            break;
        globs = next;
    }
    return globs;
}
/** Braces with a comma and no braces inside, so that nested ones are expanded from the inside out. */
const INNERMOST_BRACES = /\{([^{},]*,[^{}]*)\}/;
function expandOne(glob) {
    const [, choices] = INNERMOST_BRACES.exec(glob) ?? [];
    if (choices === undefined)
        return [glob];
    return choices.split(',').map((choice) => glob.replace(INNERMOST_BRACES, () => choice));
}
/** Invisible characters, which the file system HFS+ ignores when it compares names. */
const IGNORABLE = /[\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g;
/** Folds case and Unicode forms, so that names which any file system takes as equal become equal. */
const fold = (path) => path.normalize('NFKC').replace(IGNORABLE, '').toLowerCase();
/**
 * Whether a name along the path is `.git` on any file system: in any case, with trailing dots or spaces, as the short
 * name `git~1`, as a stream (`.git::$INDEX_ALLOCATION`), or with ignorable characters. These are git's own rules
 * (`core.protectHFS`, `core.protectNTFS`).
 */
const isGitPath = (path) => path.split(/[/\\]/).some(isGitName);
/** A name as Windows reads it: without a stream after a colon, and without trailing dots and spaces. */
const windowsName = (name) => name === '.' || name === '..' ? name : withoutEnd(name.split(':', 1).join(''), '. ');
/** Removes these characters from the end of a text. Not by `/[…]+$/`, which takes quadratic time. */
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
/** Whether a plan may name the path: relative, inside the repository without `..`, not in `.git`, printable. */
function isSafePlanPath(path) {
    if (isTooLong(path) || path.trim() === '' || /^[/\\~]|^[a-z]:/i.test(path) || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(path))
        return false;
    return !path.split(/[/\\]/).includes('..') && !isGitPath(path);
}
/** Whether a glob covers a path in any spelling that a file system takes as equal. `!` globs are exceptions. */
function isProtected(path, globs) {
    const names = segmentsOf(fold(path).split('/').map(windowsName).join('/'));
    const { covered, exceptions } = compiledRules.get(globs) ?? compileRules(globs);
    const isIn = (patterns) => patterns.some((pattern) => pattern.fits(longNames(names, pattern)));
    return isIn(covered) && !isIn(exceptions);
}
const compiledRules = new WeakMap();
/** Compiles a list of globs, and caches it, because it is matched with many paths. */
function compileRules(globs) {
    const patterns = (some) => some.flatMap((glob) => patternsOf(fold(glob)));
    const isException = (glob) => glob.startsWith('!');
    const rules = {
        covered: patterns(globs.filter((glob) => !isException(glob))),
        exceptions: patterns(globs.filter(isException).map((glob) => glob.slice(1))),
    };
    compiledRules.set(globs, rules);
    return rules;
}
/**
 * Replaces Windows short names by the literal names of a pattern. Windows gives a long name a short one of six letters,
 * `~`, a number, and three letters of the extension, so `github~1` may be `.github`. Other files of that name are
 * protected, too.
 */
const longNames = (names, { literals }) => names.map((name) => (name.includes('~') ? (literals.find((long) => isShortOf(name, long)) ?? name) : name));
function isShortOf(name, long) {
    const [, begin = '', number = '', ending = ''] = /^([^~.]+)~(\d{1,6})(?:\.([^.]{0,3}))?$/.exec(name) ?? [];
    const plain = long.replace(/^\.+/, '').replaceAll(' ', '');
    const dot = plain.includes('.') ? plain.lastIndexOf('.') : plain.length;
    const stem = plain.slice(0, dot).replaceAll('.', '');
    const isBegin = begin !== '' && stem.startsWith(begin) && begin.length >= Math.min(stem.length, 7 - number.length);
    return isBegin && plain.slice(dot + 1, dot + 4) === ending;
}
/** Whether a text is a valid branch name by the rules of `git check-ref-format --branch`. */
const isBranch = (text) => text !== 'HEAD' && text !== '@' && text.split('/').every(isBranchPart) && !/^-|@\{|\.$/.test(text);
const isBranchPart = (part) => part !== '' && !/^\.|\.lock$|\.\.|[\0-\x20\x7f~^:?*[\\]/.test(part);
/** Matches a path in backticks with an optional range of lines. */
const QUOTED_PATH = /`([\w@+-][\w@+./-]{0,200}\w)(?::(\d{1,7})(?:[-–](\d{1,7}))?)?`/g;
/** The paths in backticks that contain a slash or a dot, such as `src/a.ts` or `src/a.ts:12-40`, with their lines. */
const quotedPaths = (text) => [...text.matchAll(QUOTED_PATH)].flatMap(([, path = '', from, to = from]) => {
    if (!/[./]/.test(path))
        return [];
    return [from === undefined ? { path } : { path, lines: [Number(from), Number(to)] }];
});


/***/ }),

/***/ 1734:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   bE: () => (/* binding */ reserveSpace),
/* harmony export */   uq: () => (/* binding */ isFull),
/* harmony export */   xg: () => (/* binding */ diskFull)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5892);




/** Bytes: enough for the last commits of a run. */
const RESERVE_BYTES = 1 << 18;
const reservePathOf = ({ gitDir }) => (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(gitDir, 'reserve');
/** Allocates a reserve file, which `diskFull` deletes so that the run can still record what was paid for. */
const reserveSpace = (repo) => (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.writeFileSync)(reservePathOf(repo), Buffer.alloc(RESERVE_BYTES));
const FULL_DISK = /\b(?:ENOSPC|EDQUOT)\b|no space left on device|disk quota exceeded/i;
/** Whether an error, or what caused it, says in the words of the system or of git that a disk is full. */
function isFull(error) {
    return error instanceof Error && (FULL_DISK.test(error.message) || isFull(error.cause));
}
/** The error for a full disk; it frees what `reserveSpace` took. Undefined for other errors. */
async function diskFull(repo, error) {
    if (error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_3__/* .UserError */ .yo || !isFull(error))
        return undefined;
    const [temp, tree] = await Promise.all([freeBytesAt(repo.gitDir), freeBytesAt(repo.workTree)]);
    await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.rm)(reservePathOf(repo), { force: true }).catch(() => undefined);
    const [location, free] = tree < temp ? ['work tree (`GITHUB_WORKSPACE`)', tree] : ['temporary folder (`RUNNER_TEMP`)', temp];
    return new _errors_js__WEBPACK_IMPORTED_MODULE_3__/* .UserError */ .yo('disk-full', `The disk of the runner is full: its ${location} has ${Math.floor(free / (1 << 20))} MiB left.`, 'Free space there in a step before this action, or take a runner with a larger disk. What was paid for is recorded.', { cause: error });
}
const freeBytesAt = async (path) => (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.statfs)(path).then(({ bavail, bsize }) => bavail * bsize, () => Infinity);


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


/***/ })

};
