export const id = "clone";
export const ids = ["clone"];
export const modules = {

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
/* harmony export */   Xq: () => (/* binding */ globList),
/* harmony export */   bz: () => (/* binding */ isProtected),
/* harmony export */   hq: () => (/* binding */ namedPath),
/* harmony export */   kZ: () => (/* binding */ pathMatcher),
/* harmony export */   lb: () => (/* binding */ problemOfGlob),
/* harmony export */   oP: () => (/* binding */ isGitPath),
/* harmony export */   pn: () => (/* binding */ isTooLong),
/* harmony export */   xx: () => (/* binding */ anyGlob)
/* harmony export */ });
/* unused harmony export matchesGlob */
/** Linear matching for patterns that a model writes: backtracks to the last star only. */
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
/** What no system goes beyond, in bytes; a longer path is one of nobody's work tree. */
const LONGEST_PATH = 4096;
const isTooLong = (path) => Buffer.byteLength(path) > LONGEST_PATH;
/** Whether a path matches a glob of `*`, `?`, `**` (also no name) and `{a,b}`, in time bounded by both lengths. */
const matchesGlob = (path, glob) => glob.length <= LONGEST_PATH && anyGlob([glob])(path);
/** Returns whether a path matches one of the globs, as `matchesGlob` does. They are read once, for many paths. */
function anyGlob(globs) {
    const patterns = globs.flatMap(patternsOf);
    return (path) => {
        const names = segmentsOf(path);
        return patterns.some((pattern) => pattern.fits(names));
    };
}
/** The globs of a table, which are parted by white space. */
const globList = (text) => text.split(/\s+/).filter(Boolean);
/** What keeps a text from being a glob of this kind, as words after "it"; undefined when it is one. */
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
    // Nearly all patterns fail by their literal names, which takes a fraction of walking along them.
    const fits = (names) => literals.every((name) => names.includes(name)) &&
        matchesWildcards(pattern, names, { star: '**', matches: matchesName });
    return { literals, fits };
}
const isWild = (name) => name.includes('*') || name.includes('?');
/** What a glob stands for when its braces are written out. */
const patternsOf = (glob) => expandBraces(glob).map(patternOf);
/** Whether a path that a plan names covers another: it is the file itself, its folder, or a pattern that it fits. */
function pathMatcher(declared) {
    const place = segmentsOf(declared).join('/');
    const isPattern = /[*?{]/.test(place);
    return (path) => place === '' || path === place || path.startsWith(`${place}/`) || (isPattern && matchesGlob(path, place));
}
/** Whether one of several declared files, folders or patterns covers a path. */
function pathsMatcher(declared) {
    const matchers = declared.map(pathMatcher);
    return (path) => matchers.some((matches) => matches(path));
}
/**
 * Whether one file may lie in both of two paths that plans name: files, folders or patterns. Two patterns meet unless
 * their beginnings or ends rule that out, so it is yes rather than no. A name with a dot in it that something else goes
 * below is taken for a file.
 */
function mayOverlap(one, other) {
    if (one.covers(other.place) || other.covers(one.place))
        return true;
    if (!one.isPattern && !other.isPattern)
        return false;
    return one.below.some((names) => other.below.some((others) => segmentsMayOverlap(names, others)));
}
function namedPath(declared) {
    const place = segmentsOf(declared).join('/');
    const isPattern = /[*?{]/.test(place);
    const isFolder = declared.endsWith('/') || !place.slice(place.lastIndexOf('/') + 1).includes('.');
    const globs = isPattern ? expandBraces(place) : [isFolder ? `${place}/**` : place];
    const below = globs.length > FEW ? [['**']] : globs.map(segmentsOf);
    return { place, isPattern, covers: pathMatcher(declared), below };
}
/** What stands for more alternatives, or has more names to compare, is of nobody, and meets everything. */
const FEW = 16;
const MOST_PAIRS = 1000;
/** Whether some path goes along both, name by name, where `**` is any number of names. */
function segmentsMayOverlap(one, other) {
    if (one.length * other.length > MOST_PAIRS)
        return true;
    let reached = new Set([0]);
    const skipping = (places) => {
        for (const place of places)
            if (other[place] === '**')
                places.add(place + 1);
        return places;
    };
    for (const name of one) {
        const next = new Set(name === '**' ? reached : []);
        for (const place of skipping(reached)) {
            const there = other[place];
            if (name === '**')
                for (let at = place; at <= other.length; at++)
                    next.add(at);
            else if (there === '**')
                next.add(place);
            else if (there !== undefined && nameMayMeet(name, there))
                next.add(place + 1);
        }
        reached = next;
    }
    return skipping(reached).has(other.length);
}
/** Two names with wildcards meet when the one's beginning goes on as the other's, and so do their ends. */
function nameMayMeet(one, other) {
    if (!isWild(one) || !isWild(other))
        return matchesName(one, other) || matchesName(other, one);
    const [begin, end] = [beginOf(one), endOf(one)];
    const [otherBegin, otherEnd] = [beginOf(other), endOf(other)];
    return ((begin.startsWith(otherBegin) || otherBegin.startsWith(begin)) && (end.endsWith(otherEnd) || otherEnd.endsWith(end)));
}
const beginOf = (name) => name.split(/[*?]/, 1).join('');
const endOf = (name) => name.slice(Math.max(name.lastIndexOf('*'), name.lastIndexOf('?')) + 1);
const matchesName = (glob, name) => isWild(glob)
    ? matchesWildcards([...glob], [...name], {
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
/** Characters that HFS+ leaves out when it compares names, and which people cannot see. */
const IGNORABLE = /[\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g;
/** Folds names to one form if any file system treats them as the same name. */
const fold = (path) => path.normalize('NFKC').replace(IGNORABLE, '').toLowerCase();
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
/** Whether a plan may name the path: relative, inside the repository without `..`, not in `.git`, printable. */
function isSafePlanPath(path) {
    if (isTooLong(path) || path.trim() === '' || /^[/\\~]|^[a-z]:/i.test(path) || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(path))
        return false;
    return !path.split(/[/\\]/).includes('..') && !isGitPath(path);
}
/** Whether a glob covers a path in any spelling that a file system takes for it; `!` globs are exceptions. */
function isProtected(path, globs) {
    const names = segmentsOf(fold(path).split('/').map(windowsName).join('/'));
    const { covered, left } = rulesOf(globs);
    const isIn = (patterns) => patterns.some((pattern) => pattern.fits(longNames(names, pattern)));
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
 * The names as a pattern knows them. Windows gives longer names a short one: six letters, `~`, a number, and three
 * letters of the ending. `github~1` is `.github`; it may be another name as well, which is then protected, too.
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
/** Whether git and GitHub take the text as the name of a branch (`git check-ref-format --branch`). */
const isBranch = (text) => text !== 'HEAD' && text !== '@' && text.split('/').every(isBranchPart) && !/^-|@\{|\.$/.test(text);
const isBranchPart = (part) => part !== '' && !/^\.|\.lock$|\.\.|[\0-\x20\x7f~^:?*[\\]/.test(part);
/** A path in backticks, with a slash or an ending, and the lines of it that a text may name. */
const QUOTED_PATH = /`([\w@+-][\w@+./-]{0,200}\w)(?::(\d{1,7})(?:[-–](\d{1,7}))?)?`/g;
/** The paths in backticks, such as `src/a.ts` or `src/a.ts:12-40`, with the lines where the text names some. */
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
const RESERVE = 1 << 18;
const reserveOf = ({ gitDir }) => (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(gitDir, 'reserve');
/** Takes space on the disk of a repository, which `diskFull` gives back for what has to be written all the same. */
const reserveSpace = (repo) => (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.writeFileSync)(reserveOf(repo), Buffer.alloc(RESERVE));
const FULL = /\b(?:ENOSPC|EDQUOT)\b|no space left on device|disk quota exceeded/i;
/** Whether an error, or what caused it, says in the words of the system or of git that a disk is full. */
function isFull(error) {
    return error instanceof Error && (FULL.test(error.message) || isFull(error.cause));
}
/** The error for a full disk; it frees what `reserveSpace` took. Undefined for other errors. */
async function diskFull(repo, error) {
    if (error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_3__/* .UserError */ .yo || !isFull(error))
        return undefined;
    const [temp, tree] = await Promise.all([freeIn(repo.gitDir), freeIn(repo.workTree)]);
    await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.rm)(reserveOf(repo), { force: true }).catch(() => undefined);
    const [place, free] = tree < temp ? ['work tree (`GITHUB_WORKSPACE`)', tree] : ['temporary folder (`RUNNER_TEMP`)', temp];
    return new _errors_js__WEBPACK_IMPORTED_MODULE_3__/* .UserError */ .yo('disk-full', `The disk of the runner is full: its ${place} has ${Math.floor(free / (1 << 20))} MiB left.`, 'Free space there in a step before this action, or take a runner with a larger disk. What was paid for is recorded.', { cause: error });
}
const freeIn = async (path) => (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.statfs)(path).then(({ bavail, bsize }) => bavail * bsize, () => Infinity);


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











/** Creates a private clone, and fetches at once if the event names the branches, while the program loads. */
function beginClone(event, destination, env) {
    const temp = env.RUNNER_TEMP ?? (0,node_os__WEBPACK_IMPORTED_MODULE_2__.tmpdir)();
    const home = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.mkdtempSync)((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(temp, 'measure-twice-'));
    const url = addressOf(env);
    const ending = new AbortController();
    let limits = {};
    const deadline = (0,_lib_async_js__WEBPACK_IMPORTED_MODULE_9__/* .deadlineOf */ .G0)(ending.signal, {
        left: () => limits.left?.() ?? Infinity,
        rest: () => limits.rest?.() ?? Infinity,
    });
    const repo = {
        gitDir: (0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(home, 'git'),
        workTree: env.GITHUB_WORKSPACE ?? (0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(home, 'tree'),
        env: (0,_git_git_js__WEBPACK_IMPORTED_MODULE_8__/* .environmentForGit */ .Tu)(env),
        ...(url === undefined ? {} : { remote: remoteAt(url, env, deadline) }),
    };
    (0,_git_git_js__WEBPACK_IMPORTED_MODULE_8__/* .initRepository */ .zY)(repo);
    (0,_lib_disk_full_js__WEBPACK_IMPORTED_MODULE_7__/* .reserveSpace */ .bE)(repo);
    const refs = url === undefined ? undefined : planRefsNamed(event, destination, env);
    const done = refs && (0,_lib_async_js__WEBPACK_IMPORTED_MODULE_9__/* .inBackground */ .kS)((0,_git_side_ref_js__WEBPACK_IMPORTED_MODULE_4__/* .fetchPlanRefs */ .Ii)(repo, refs, false));
    return {
        temp,
        home,
        repo,
        firstFetch: refs && done && { refs, done },
        deadline,
        endWith: (signal, clock) => {
            limits = clock;
            signal.addEventListener('abort', () => ending.abort(signal.reason), { once: true });
        },
        [Symbol.asyncDispose]: async () => {
            await done?.catch(() => undefined);
            // A git process may still write there for a moment.
            await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.rm)(home, { recursive: true, force: true, maxRetries: 5 });
        },
    };
}
const remoteAt = (url, env, deadline) => ({
    url,
    token: (0,_runner_env_js__WEBPACK_IMPORTED_MODULE_5__/* .rawInput */ .JR)(env, 'github-token'),
    proxy: (0,_runner_env_js__WEBPACK_IMPORTED_MODULE_5__/* .proxyFor */ .iJ)(url, env),
    deadline,
});
function planRefsNamed(event, destination, env) {
    if (destination.kind !== 'place' || destination.place.isPull !== false)
        return undefined;
    const base = (0,_runner_env_js__WEBPACK_IMPORTED_MODULE_5__/* .rawInput */ .JR)(env, 'base-branch') || (0,_event_js__WEBPACK_IMPORTED_MODULE_6__/* .defaultBranchOf */ .dV)(event);
    const prefix = (0,_runner_env_js__WEBPACK_IMPORTED_MODULE_5__/* .rawInput */ .JR)(env, 'branch-prefix') || 'plan/';
    const issue = destination.place.number;
    return (0,_guard_paths_js__WEBPACK_IMPORTED_MODULE_10__/* .isBranch */ .PX)(base) && (0,_guard_paths_js__WEBPACK_IMPORTED_MODULE_10__/* .isBranch */ .PX)(`${prefix}issue-${issue}`) ? { base, prefix, issue } : undefined;
}
/** The URL of the repository, for git and for people. Undefined outside of a workflow. */
const addressOf = (env) => /^[^/]+\/[^/]+$/.test(env.GITHUB_REPOSITORY ?? '')
    ? `${env.GITHUB_SERVER_URL ?? 'https://github.com'}/${env.GITHUB_REPOSITORY}`
    : undefined;


/***/ })

};
