export const id = "outputs-run-work-job";
export const ids = ["outputs-run-work-job"];
export const modules = {

/***/ 1184:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Bo: () => (/* binding */ unapproved),
/* harmony export */   CB: () => (/* binding */ statusesOf),
/* harmony export */   GZ: () => (/* binding */ askedFor),
/* harmony export */   cP: () => (/* binding */ allSkipped),
/* harmony export */   k7: () => (/* binding */ askedText),
/* harmony export */   qo: () => (/* binding */ isExhausted)
/* harmony export */ });
/* harmony import */ var _plan_dependencies_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5954);
/* harmony import */ var _plan_plan_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9164);
/* harmony import */ var _plan_acceptance_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4332);
/* harmony import */ var _thread_people_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(138);




function statusesOf(facts) {
    const { plan, history } = facts;
    const settled = new Set([...history.executed.keys(), ...history.abandoned.keys()]);
    const ordered = (0,_plan_dependencies_js__WEBPACK_IMPORTED_MODULE_3__/* .inOrder */ .al)(plan);
    return ordered.map((subtask) => {
        const approvals = (0,_thread_people_js__WEBPACK_IMPORTED_MODULE_2__/* .approversOf */ .U9)(facts.approvals, subtask.number);
        const approved = (0,_thread_people_js__WEBPACK_IMPORTED_MODULE_2__/* .areEnough */ .jx)(facts.owners?.get(subtask.number), approvals, facts.rules.approvalsRequired);
        const recorded = recordedStatusOf(facts, subtask.number);
        const ready = recorded.state === 'todo' && approved && subtask.depends_on.every((number) => settled.has(number));
        return { subtask: (0,_plan_acceptance_js__WEBPACK_IMPORTED_MODULE_1__/* .withTestCommands */ .xT)(plan, subtask), approvals, approved, ready, ...recorded };
    });
}
function recordedStatusOf({ history, countsSince, thisRun }, number) {
    const executed = history.executed.get(number);
    if (executed) {
        const { sha, run, proof, checks, unplanned, outcome } = executed;
        return { state: 'done', sha, run, proof, checks, unplanned, text: outcome, attempts: 0 };
    }
    const abandoned = history.abandoned.get(number);
    if (abandoned)
        return { state: 'abandoned', sha: undefined, text: abandoned.reason, attempts: 0 };
    const failed = history.failed.get(number);
    if (failed && failed.seen >= countsSince)
        return { state: 'failed', sha: undefined, text: failed.evidence, attempts: failed.attempts };
    const interrupted = history.interrupted.get(number);
    const before = interrupted && interrupted.seen >= countsSince ? interrupted.attempts : 0;
    const ownAttempts = thisRun.attempts.get(number) ?? [];
    const gaveUp = ownAttempts.at(-1)?.gaveUp === true;
    return { state: 'todo', sha: undefined, text: '', attempts: before + ownAttempts.length, ...(gaveUp && { gaveUp }) };
}
const isExhausted = ({ attempts, gaveUp }, { maxAttempts }) => attempts >= maxAttempts || gaveUp === true;
/** Whether every subtask was skipped, so that there is nothing to review. */
const allSkipped = (statuses) => statuses.length > 0 && statuses.every(({ state }) => state === 'abandoned');
const unapproved = (statuses) => statuses.filter(({ state, approved }) => state === 'todo' && !approved);
/** Who has to approve what, so far as it is not anybody with write permission. */
function askedFor({ approvers, approvalsRequired }, owners, waiting) {
    if (!approvers || (approvers.kind === 'permission' && approvers.least === 'write'))
        return [];
    const asked = waiting.map(({ number, approvals = [] }) => {
        const files = (0,_thread_people_js__WEBPACK_IMPORTED_MODULE_2__/* .filesLackingApproval */ .o3)(owners?.get(number) ?? [], approvals, approvalsRequired);
        return { number, of: peopleFor(approvers, files) };
    });
    const groups = Map.groupBy(asked, ({ of }) => of);
    if (groups.size === 1 && groups.has(ANYBODY))
        return [];
    return [...groups].map(([of, members]) => ({ numbers: members.map(({ number }) => number), of }));
}
const ANYBODY = 'anybody with write permission';
function peopleFor(approvers, files) {
    switch (approvers.kind) {
        case 'permission':
            return `someone with the permission ${approvers.least}`;
        case 'list':
            return anyOf([...approvers.users, ...approvers.teams].map((name) => `@${name}`));
        case 'codeowners': {
            const owned = files.filter(({ owners }) => owners.length > 0);
            return [...new Set(owned.map(({ owners }) => anyOf(owners)))].join(', and of ') || ANYBODY;
        }
    }
}
/** `@bob, @carol or a member of @octo/core`. */
function anyOf(owners) {
    const names = owners.map(ownerText);
    return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
const ownerText = (owner) => {
    const name = (0,_thread_people_js__WEBPACK_IMPORTED_MODULE_2__/* .ownerName */ .Hc)(owner);
    if (name === undefined)
        return `\`${owner}\` (which GitHub ties to no account here)`;
    return name.includes('/') ? `a member of @${name}` : `@${name}`;
};
/** `It needs the approval of @carol.` or `Subtask 1 needs that of @carol, …`; empty when anybody may approve. */
function askedText(asked) {
    const [only, ...others] = asked;
    if (!only)
        return '';
    if (others.length === 0)
        return `It needs the approval of ${only.of}.`;
    const parts = asked.map(({ numbers, of }) => `${(0,_plan_plan_js__WEBPACK_IMPORTED_MODULE_0__/* .nameSubtasks */ .U2)(numbers)} of ${of}`);
    return `It needs approvals: ${parts.join('; ')}.`;
}


/***/ }),

/***/ 138:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   AK: () => (/* binding */ MAX_REPLIES),
/* harmony export */   An: () => (/* binding */ refusedReviews),
/* harmony export */   Aq: () => (/* binding */ firstAndLast),
/* harmony export */   CR: () => (/* binding */ parseApprovers),
/* harmony export */   Fw: () => (/* binding */ owningTeams),
/* harmony export */   Gn: () => (/* binding */ shortBlob),
/* harmony export */   H8: () => (/* binding */ BODY_BEGIN),
/* harmony export */   HD: () => (/* binding */ baseWarningOf),
/* harmony export */   Hc: () => (/* binding */ ownerName),
/* harmony export */   Hs: () => (/* binding */ mayApprove),
/* harmony export */   Hu: () => (/* binding */ mayApproveSome),
/* harmony export */   IA: () => (/* binding */ refusalOfReview),
/* harmony export */   J: () => (/* binding */ mayWrite),
/* harmony export */   J5: () => (/* binding */ refused),
/* harmony export */   K7: () => (/* binding */ STUDYING),
/* harmony export */   KA: () => (/* binding */ isPerson),
/* harmony export */   Lq: () => (/* binding */ lastCancel),
/* harmony export */   Of: () => (/* binding */ refusalOf),
/* harmony export */   Qm: () => (/* binding */ notesWith),
/* harmony export */   Qr: () => (/* binding */ mergedKey),
/* harmony export */   TQ: () => (/* binding */ closingKey),
/* harmony export */   U9: () => (/* binding */ approversOf),
/* harmony export */   VZ: () => (/* binding */ BODY_END),
/* harmony export */   WJ: () => (/* binding */ recordLinksIn),
/* harmony export */   _0: () => (/* binding */ versionMarker),
/* harmony export */   ar: () => (/* binding */ commentsAt),
/* harmony export */   bW: () => (/* binding */ isNoted),
/* harmony export */   cH: () => (/* binding */ lastProblem),
/* harmony export */   dt: () => (/* binding */ withoutEffectOf),
/* harmony export */   il: () => (/* binding */ studyingNote),
/* harmony export */   jx: () => (/* binding */ areEnough),
/* harmony export */   o3: () => (/* binding */ filesLackingApproval),
/* harmony export */   oy: () => (/* binding */ answerTo),
/* harmony export */   qW: () => (/* binding */ firstBaseWarning),
/* harmony export */   s5: () => (/* binding */ isEdited),
/* harmony export */   sS: () => (/* binding */ parseComments),
/* harmony export */   u8: () => (/* binding */ isOwner),
/* harmony export */   uw: () => (/* binding */ announcementsIn),
/* harmony export */   v0: () => (/* binding */ readsAsCommand),
/* harmony export */   vK: () => (/* binding */ noteMarker),
/* harmony export */   wU: () => (/* binding */ problemComments),
/* harmony export */   xY: () => (/* binding */ hasMarker)
/* harmony export */ });
/* harmony import */ var _github_forge_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8124);
/* harmony import */ var _words_command_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6099);


/** The input `approvers`: `write`, `maintain`, `admin`, `codeowners`, or `@user, @org/team`. Undefined for others. */
function parseApprovers(text) {
    const value = text.trim();
    if (value === 'write' || value === 'maintain' || value === 'admin')
        return { kind: 'permission', least: value };
    if (value === 'codeowners')
        return { kind: 'codeowners' };
    const names = value.split(',').map(ownerName);
    if (!names.every((name) => name !== undefined))
        return undefined;
    const isTeam = (name) => name.includes('/');
    const unique = [...new Set(names)];
    return { kind: 'list', users: unique.filter((name) => !isTeam(name)), teams: unique.filter(isTeam) };
}
const owningTeams = (files) => [
    ...new Set(files.flatMap(({ owners }) => owners.filter((owner) => owner.includes('/')).flatMap((o) => ownerName(o) ?? []))),
];
/** Write permission is needed in any case. Code owners approve what is theirs or nobody's; see `areEnough`. */
function mayApprove(approvers, candidate) {
    if (!mayWrite(candidate))
        return false;
    const names = [candidate.login, ...candidate.teams].map((name) => name.toLowerCase());
    switch (approvers.kind) {
        case 'permission':
            return isAtLeast(candidate.permission, approvers.least);
        case 'codeowners':
            return candidate.subtasks.length === 0 || candidate.subtasks.some((files) => mayApproveSome(files, candidate));
        case 'list':
            return names.some((name) => approvers.users.includes(name) || approvers.teams.includes(name));
    }
}
const isAtLeast = (permission, least) => _github_forge_js__WEBPACK_IMPORTED_MODULE_1__/* .PERMISSIONS */ .J.indexOf(permission) >= _github_forge_js__WEBPACK_IMPORTED_MODULE_1__/* .PERMISSIONS */ .J.indexOf(least);
/** Whether a person has write permission, as GitHub reports it now. Commands of others do not count. */
const mayWrite = ({ permission }) => isAtLeast(permission, 'write');
/** More new comments than this share one reply, and only two of them get a reaction: GitHub limits writes per hour. */
const MAX_REPLIES = 20;
/** All comments of a list; of more than `MAX_REPLIES` only the first and the last. */
const firstAndLast = (list) => list.length > MAX_REPLIES ? list.filter((_, i) => i === 0 || i === list.length - 1) : [...list];
/** The comments of people on an issue or pull request, by rising id. Those of bots, apps and our own account are left out. */
function parseComments(target, comments, bot) {
    const notes = notesOf(comments, bot);
    const read = comments
        .filter((comment) => isPerson(comment.author, bot))
        .toSorted((a, b) => a.id - b.id)
        .map((comment) => ({ ...comment, command: (0,_words_command_js__WEBPACK_IMPORTED_MODULE_0__/* .parseCommand */ .RM)(comment.body, target) }));
    const cancelled = lastCancel(read);
    return read.map((comment) => {
        const { id, command, ownReactions } = comment;
        const hasRefusalNote = notes.has(refusalOf(id)) || notes.has(baseWarningOf(id));
        return {
            ...comment,
            edited: isEdited(comment),
            hadNoEffect: notes.has(withoutEffectOf(id)),
            // A plan that was cancelled may be reopened. Then the cancel has had its effect, and so have those before it.
            answered: notes.has(answerTo(id)) || ((0,_words_command_js__WEBPACK_IMPORTED_MODULE_0__/* .isCancel */ .FZ)(command) && id <= cancelled),
            hasRefusalNote,
            refused: hasRefusalNote || ownReactions?.confused === true,
        };
    });
}
/** The id of the newest cancel that was carried out, in comments by rising id; 0 when none was. */
const lastCancel = (comments) => comments.findLast(({ command, ownReactions }) => (0,_words_command_js__WEBPACK_IMPORTED_MODULE_0__/* .isCancel */ .FZ)(command) && ownReactions?.rocket)?.id ?? 0;
const isPerson = (author, bot) => author.type === 'User' && author.login !== bot.login;
/** Whether it reads as a command. Whoever writes one that has no effect gets an answer; plain text gets none. */
const readsAsCommand = ({ command: { kind } }) => !NO_COMMANDS.includes(kind);
const NO_COMMANDS = ['feedback', 'note', 'nothing', 'misplaced', 'unknown'];
const refused = (code, why, remedy) => ({ code, why, remedy });
const commentsAt = ({ comments, pull }, target) => (target === 'pull' ? (pull?.comments ?? []) : comments);
/** The invisible marker of a plan comment. It counts only in comments of the bot's account, and for its branch. */
const versionMarker = (version, blob) => `<!-- measure-twice:version v=${version} blob=${blob} -->`;
/** The marker of a note: a comment that must be there once, such as an answer or the closing report. */
const noteMarker = (key) => `<!-- measure-twice:note ${key} -->`;
/** Whether a comment holds a marker of a note or of a version. */
const hasMarker = (body) => /<!-- measure-twice:(?:note|version) /.test(body);
/** Keys of notes: a comment is answered, or refused, once. */
const answerTo = (comment) => `answer-to-${comment}`;
/** Added to the answer key when the answer says that the comment had no effect. */
const withoutEffectOf = (comment) => `without-effect-${comment}`;
const refusalOf = (comment) => `refusal-of-${comment}`;
const refusalOfReview = (review) => `refusal-of-review-${review}`;
/** The key of the refusal of an approval because the base branch has moved. A version is refused once for that. */
const baseWarningOf = (comment) => `${refusalOf(comment)}-base`;
/** The comment in which the bot first said so after the comment with this id. Undefined when it did not. */
const firstBaseWarning = (thread, after) => commentsOfBot(commentsAt(thread, 'pull'), thread.bot).find(({ id, body }) => id > after && /<!-- measure-twice:note refusal-of-\d+-base -->/.test(body))?.id;
/** The key of the first comment on the issue: that a plan is being made. It gives way to what came of it. */
const STUDYING = 'studying';
const studyingNote = ({ comments, bot }) => notesWith(comments, bot, STUDYING).at(-1);
/** The comments that say why a run could not go on. */
const problemComments = (comments, bot) => commentsOfBot(comments, bot).filter(({ body }) => /<!-- measure-twice:note (?:problem|outage)-/.test(body));
/** The last comment on an issue, when it says why an earlier run came to no plan. */
const lastProblem = ({ comments, bot }) => problemComments(comments.slice(-1), bot)[0];
/** Names the last version, since a pull request may see several plans done, and the newest `/undo` since. */
const closingKey = ({ versions, history: { undoAfterEnd } }) => `closing-${versions.at(-1)?.version ?? 0}${undoAfterEnd === undefined ? '' : `-undo-${undoAfterEnd}`}`;
/** The addresses of records that closing comments name, in our own line: an answer may quote others. */
const recordLinksIn = (comments, bot) => commentsOfBot(comments, bot)
    .filter((one) => !isEdited(one) && one.body.includes('<!-- measure-twice:note closing-'))
    .flatMap(({ body }) => / · \[record\]\(([^\s()]+)\)<\/sub>/.exec(body)?.[1] ?? []);
/** The key of what is said of the checks after a merge of the base. */
const mergedKey = (sha) => `merged-${sha.slice(0, 10)}`;
const BODY_BEGIN = '<!-- measure-twice:begin -->';
const BODY_END = '<!-- measure-twice:end -->';
/** The announced versions, in order. When two runs announced the same version, the first comment counts. */
function announcementsIn(comments, bot) {
    const announced = commentsOfBot(comments, bot).flatMap((comment) => {
        const match = /<!-- measure-twice:version v=(\d{1,6}) blob=([0-9a-f]{40}) -->/.exec(comment.body);
        return match
            ? [{ version: Number(match[1]), blob: match[2] ?? '', comment: comment.id, edited: isEdited(comment) }]
            : [];
    });
    return announced.filter((one, i) => !announced.slice(0, i).some((other) => other.version === one.version && other.blob === one.blob));
}
/** How sentences and `approve` name a version: so many digits that no other text is made to fit. */
const shortBlob = (blob) => blob.slice(0, 16);
const notesOf = (comments, bot) => new Set(commentsOfBot(comments, bot).flatMap(({ body }) => [...body.matchAll(/<!-- measure-twice:note ([^\s<>]{1,300}) -->/g)].map(([, key = '']) => key)));
const notesWith = (comments, bot, key) => commentsOfBot(comments, bot).filter(({ body }) => body.includes(noteMarker(key)));
const isNoted = (thread, target, key) => notesWith(commentsAt(thread, target), thread.bot, key).length > 0;
/** Tells whether a review comment was refused, by itself or with the review that it came with. Reads the notes once. */
function refusedReviews(thread) {
    const notes = notesOf(commentsAt(thread, 'pull'), thread.bot);
    return ({ id, review = id }) => [id, review].some((one) => notes.has(refusalOfReview(one)));
}
const commentsOfBot = (comments, bot) => comments.filter((comment) => comment.author.login === bot.login);
/**
 * Whether a comment was edited, as GraphQL tells; before that, by REST's times. These may differ without an edit: by a
 * second in a fresh comment, and after hiding one (palantir/policy-bot#459).
 */
const isEdited = ({ createdAt, updatedAt, wasEdited }) => wasEdited ?? updatedAt !== createdAt;
/** `@user` or `@org/team` without the `@`, in lower case. Undefined for an e-mail address, whose account is unknown. */
const ownerName = (entry) => /^@([a-z\d][\w-]{0,99}(?:\/[\w.-]{1,100})?)$/i.exec(entry.trim())?.[1]?.toLowerCase();
function isOwner(owners, { login, teams = [] }) {
    const names = [login, ...teams].map((name) => name.toLowerCase());
    return owners.map(ownerName).some((name) => name !== undefined && names.includes(name));
}
const countsFor = ({ owners }, voter) => owners.length === 0 || isOwner(owners, voter);
/** Whether an approval of this person counts for something in a subtask. One that names no file is everybody's. */
const mayApproveSome = (files, voter) => files.length === 0 || files.some((one) => countsFor(one, voter));
/** The files for which too few of these people approved. */
const filesLackingApproval = (files, voters, required) => files.filter((one) => voters.filter((voter) => countsFor(one, voter)).length < required);
/** GitHub's rule of branch protection: each owned file needs one of its owners, here as many as are required. */
const areEnough = (files, voters, required) => voters.length >= required && filesLackingApproval(files ?? [], voters, required).length === 0;
/** Who approved a subtask, each person once. */
const approversOf = (approvals, number) => {
    const logins = new Set();
    return approvals.filter((approval) => approval.numbers.includes(number) && !logins.has(approval.login) && logins.add(approval.login));
};


/***/ }),

/***/ 8124:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   J: () => (/* binding */ PERMISSIONS)
/* harmony export */ });
/** A person's role in the repository, as the API gives it, from the least to the most. */
const PERMISSIONS = ['none', 'read', 'triage', 'write', 'maintain', 'admin'];


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

/***/ 7061:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   x: () => (/* binding */ isDocumentation),
/* harmony export */   z: () => (/* binding */ testFileMatcher)
/* harmony export */ });
/* harmony import */ var _paths_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(605);
/* harmony import */ var _test_runners_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9977);


const DEFAULT_GLOBS = [...new Set(_test_runners_js__WEBPACK_IMPORTED_MODULE_1__/* .RUNNERS */ .Ir.flatMap(({ tests }) => (0,_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .globList */ .Xq)(tests)))];
/** Matches test files by the input `test-files`: `!` globs exclude, from the default globs if there are no others. */
function testFileMatcher(globs) {
    const given = globs.filter((glob) => !glob.startsWith('!'));
    const covers = (0,_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .anyGlob */ .xx)(given.length > 0 ? given : DEFAULT_GLOBS);
    const excludes = (0,_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .anyGlob */ .xx)(globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1)));
    return (path) => covers(path) && !excludes(path);
}
/** Whether a file is text for people, whose absence no test can notice. */
const isDocumentation = (0,_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .anyGlob */ .xx)([
    '**/*.{md,mdx,markdown,rst,adoc,png,jpg,jpeg,gif,svg,webp}',
    '**/{docs,doc}/**/*.{txt,html,css}',
    '**/{LICENSE,LICENCE,NOTICE,AUTHORS,CODEOWNERS,CHANGELOG,README}{,.txt}',
]);


/***/ }),

/***/ 9977:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ir: () => (/* binding */ RUNNERS),
/* harmony export */   Kv: () => (/* binding */ MAKEFILES),
/* harmony export */   Sr: () => (/* binding */ SCRIPT_GLOBS)
/* harmony export */ });
const SCRIPT = '{js,cjs,mjs,jsx,ts,cts,mts,tsx}';
/** File extensions of scripting languages. */
const PROGRAM = '{js,cjs,mjs,ts,py,rb,pl,php,sh}';
/** Folders and snapshots that contain tests, or what they use, for any runner. */
const FOLDERS = '**/{test,tests,__tests__,fixtures,__fixtures__}/** **/__snapshots__/** **/__mocks__/** **/*.snap';
/** The runners whose tests are known. Their order is that of the documentation. */
const RUNNERS = [
    {
        name: 'node:test',
        tests: `**/*{.,-,_}test.${SCRIPT} **/{test,test-*}.${SCRIPT} ${FOLDERS} **/*.snapshot`,
        config: '**/.npmrc **/node.config.json',
        source: 'https://nodejs.org/api/test.html#running-tests-from-the-command-line',
    },
    {
        name: 'Vitest',
        tests: `**/*.{test,spec}.${SCRIPT}`,
        config: `**/vitest.{config,workspace,projects}.* **/vite.config.${SCRIPT}`,
        source: 'https://vitest.dev/config/include',
    },
    {
        name: 'Jest',
        tests: `**/*.{test,spec}.${SCRIPT} **/{test,spec}.${SCRIPT}`,
        config: '**/jest.config.* **/jest.setup.*',
        source: 'https://jestjs.io/docs/configuration#testmatch-arraystring',
    },
    {
        name: 'Mocha',
        tests: 'test/**',
        config: '**/.mocharc.* **/.c8rc* **/.nycrc*',
        source: 'https://mochajs.org/running/configuring/',
    },
    {
        name: 'Playwright',
        tests: `**/*.{test,spec}.${SCRIPT} **/*-snapshots/**`,
        config: '**/playwright.config.*',
        source: 'https://playwright.dev/docs/test-configuration',
    },
    {
        name: 'Cypress',
        tests: `**/*.cy.${SCRIPT} cypress/**`,
        config: '**/cypress.config.* **/cypress.json',
        source: 'https://docs.cypress.io/app/references/configuration',
    },
    {
        name: 'pytest',
        tests: '**/test_*.py **/*_test.py **/conftest.py',
        config: `
      **/conftest.py **/{pytest,.pytest}.{ini,toml} **/.coveragerc **/{sitecustomize,usercustomize}.py **/*.pth
      **/{pytest,_pytest,pluggy}.py **/{pytest,_pytest}/**
    `,
        manifest: { glob: '**/{pyproject.toml,setup.cfg,tox.ini}', holds: /\b(?:pytest|coverage|tox|testenv|hatch|poe)\b/ },
        source: 'https://docs.pytest.org/en/stable/reference/customize.html',
    },
    {
        name: 'unittest',
        tests: '**/test*.py',
        config: '**/unittest.py **/unittest/**',
        source: 'https://docs.python.org/3/library/unittest.html#test-discovery',
    },
    {
        name: 'Go',
        tests: '**/*_test.go **/testdata/**',
        config: '**/go.work',
        manifest: { glob: '**/go.mod', holds: /^[^\S\r\n\u2028\u2029]*(?:replace|exclude|toolchain|godebug|tool)\b/m },
        source: 'https://pkg.go.dev/cmd/go#hdr-Test_packages',
    },
    {
        name: 'Cargo',
        tests: '**/tests/** **/*.snap',
        config: '**/.cargo/{config,config.toml} **/.config/nextest.toml **/build.rs',
        manifest: { glob: '**/Cargo.toml', holds: /\b(?:test|doctest|harness|autotests|lints)\b/ },
        source: 'https://doc.rust-lang.org/cargo/reference/cargo-targets.html',
    },
    {
        name: 'Gradle',
        tests: '**/src/{test,test*,*Test}/**',
        config: '**/gradle.properties **/junit-platform.properties **/gradle/wrapper/** **/{gradlew,gradlew.bat}',
        manifest: { glob: '**/{build,settings}.{gradle,gradle.kts}', holds: /\b(?:[tT]ests?|check|ignoreFailures)\b/ },
        source: 'https://docs.gradle.org/current/userguide/java_testing.html',
    },
    {
        name: 'Maven',
        tests: '**/src/test/** **/{Test*,*Test,*Tests,*TestCase}.java',
        config: '**/.mvn/** **/{mvnw,mvnw.cmd}',
        manifest: { glob: '**/pom.xml', holds: /surefire|failsafe|[sS]kip|testFailureIgnore|<profile\b/ },
        source: 'https://maven.apache.org/surefire/maven-surefire-plugin/examples/inclusion-exclusion.html',
    },
    {
        name: 'RSpec',
        tests: '**/*_spec.rb **/spec/{support,fixtures,factories}/** **/spec/{spec,rails}_helper.rb',
        config: '**/.rspec **/.rspec-local **/spec/{spec,rails}_helper.rb',
        source: 'https://rspec.info/features/3-13/rspec-core/configuration/',
    },
    {
        name: 'minitest',
        tests: '**/*_test.rb **/test_*.rb',
        config: '**/Rakefile **/test/test_helper.rb',
        source: 'https://docs.seattlerb.org/minitest/',
    },
    {
        name: 'PHPUnit',
        tests: '**/*Test.php **/*.phpt',
        config: '**/phpunit.{xml,xml.dist,dist.xml}',
        manifest: { glob: '**/composer.json', holds: /"(?:scripts|config)"/ },
        source: 'https://docs.phpunit.de/en/12.0/organizing-tests.html',
    },
    {
        name: 'dotnet test',
        tests: '**/*{.,}Tests/** **/*{Test,Tests}.{cs,fs,vb} **/*.verified.*',
        config: '**/*.runsettings **/testconfig.json **/Directory.Build.{props,targets} **/xunit.runner.json',
        manifest: { glob: '**/*.{cs,fs,vb}proj', holds: /VSTest|RunSettings|\bRemove=|<(?:Target|Import)\b/ },
        source: 'https://learn.microsoft.com/dotnet/core/tools/dotnet-test',
    },
    {
        name: 'ExUnit',
        tests: '**/*_test.exs **/test/{support,test_helper.exs}/**',
        config: '**/test/test_helper.exs',
        manifest: { glob: '**/mix.exs', holds: /\b(?:test_\w+|aliases|System|Code)\b/ },
        source: 'https://hexdocs.pm/mix/Mix.Tasks.Test.html',
    },
    {
        name: 'swift test',
        tests: '**/Tests/** **/*Tests.swift',
        config: '**/Package.swift',
        source: 'https://docs.swift.org/swiftpm/documentation/packagemanagerdocs/addingtests',
    },
    {
        name: 'make, just, Task, shell',
        tests: '',
        config: `**/{Taskfile,taskfile}.{yml,yaml} **/run{-,_,}{test,tests}.${PROGRAM}`,
        source: 'https://www.gnu.org/software/make/manual/make.html#Rule-Syntax',
    },
    {
        name: 'linters, type checkers',
        tests: '',
        config: `
      **/eslint.config.* **/.eslintrc* **/.eslintignore **/.oxlintrc.json **/biome.{json,jsonc} **/{mypy,.mypy}.ini
      **/pyrightconfig.json **/{ruff,.ruff}.toml **/.flake8 **/{.pylintrc,pylintrc} **/{clippy,.clippy}.toml
      **/.golangci.* **/.rubocop*.yml **/phpstan*.neon* **/.stylelintrc*
    `,
        manifest: { glob: '**/{pyproject.toml,setup.cfg,tox.ini}', holds: /\b(?:ruff|flake8|mypy|pylint|pyright)\b/ },
        source: 'https://eslint.org/docs/latest/use/configure/',
    },
];
/** Files that decide which tests run if a check or `setup-command` calls make or just. */
const MAKEFILES = ['**/{Makefile,makefile,GNUmakefile,*.mk}', '**/{justfile,Justfile,.justfile}'];
/** Scripts that decide which tests run if a check or `setup-command` calls them by their path. */
const SCRIPT_GLOBS = ['**/*.{sh,bash}', `**/{scripts,script,tools,ci,.ci,hack}/**/*.${PROGRAM}`];


/***/ }),

/***/ 4332:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Dl: () => (/* binding */ problemsOfTests),
/* harmony export */   VW: () => (/* binding */ whyUnfit),
/* harmony export */   Vh: () => (/* binding */ testsOf),
/* harmony export */   ol: () => (/* binding */ whyUnmet),
/* harmony export */   v7: () => (/* binding */ findSubtask),
/* harmony export */   xT: () => (/* binding */ withTestCommands)
/* harmony export */ });
/* harmony import */ var _guard_hidden_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8777);
/* harmony import */ var _guard_paths_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(605);
/* harmony import */ var _guard_tests_test_files_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7061);
/* harmony import */ var _plan_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9164);




/** Lines of all acceptance tests of a plan together: people who approve a plan would not read more. */
const MAX_TEST_LINES = 400;
/** Why the tests of a plan cannot be approved, each with the test that it is about, as sentences. */
function problemsOfTests(plan, rules) {
    const { acceptance = [] } = plan;
    const lines = acceptance.reduce((sum, { content }) => sum + content.split('\n').length - 1, 0);
    const last = acceptance.at(-1)?.path ?? '';
    const tooLong = `The acceptance tests have ${lines} lines; at most ${MAX_TEST_LINES} are allowed in all.`;
    return [
        ...acceptance.flatMap((test) => {
            const reason = problemOfPath(test, plan, rules) ?? problemOfTest(test, plan, rules);
            return reason === undefined ? [] : [{ path: test.path, reason: `The acceptance test \`${test.path}\` ${reason}` }];
        }),
        ...(lines > MAX_TEST_LINES ? [{ path: last, reason: tooLong }] : []),
    ];
}
function problemOfPath({ path }, { acceptance = [] }, rules) {
    if (!(0,_guard_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .isSafePlanPath */ .Eb)(path) || !isPlain(path))
        return 'needs a plain path from the root of the repository, outside of .git.';
    if ((0,_guard_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .isProtected */ .bz)(path, [rules.planFile, ...rules.protectedPaths]))
        return 'has a protected path, which no subtask may change.';
    if (acceptance.filter((one) => (0,_guard_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .pathMatcher */ .kZ)(path)(one.path)).length > 1)
        return 'is there twice; each path is new.';
    return rules.takenPaths.includes(path) ? 'exists already; give it a path that is new.' : undefined;
}
/** Whether a path has git's own spelling, without patterns, so that it names exactly one file. */
const isPlain = (path) => !/[*?{\\]/.test(path) && path.split('/').every((name) => name !== '' && name !== '.');
function problemOfTest(test, plan, rules) {
    const { path, run, content } = test;
    const namingSubtasks = plan.subtasks.filter((one) => testsOf({ ...plan, acceptance: [test] }, one.number).length > 0);
    if (!(0,_guard_tests_test_files_js__WEBPACK_IMPORTED_MODULE_2__/* .testFileMatcher */ .z)(rules.testFiles)(path))
        return 'is no test file by the input `test-files`; name it as tests are named here.';
    if (namingSubtasks.length === 0)
        return 'is named by no subtask; let the files of exactly one name it.';
    if (namingSubtasks.length > 1)
        return `is named by ${(0,_plan_js__WEBPACK_IMPORTED_MODULE_3__/* .nameSubtasks */ .U2)(namingSubtasks.map(({ number }) => number))}; let the files of exactly one name it.`;
    if (run === '')
        return 'has no command; write it as Run: `command`.';
    if (content.trim() === '')
        return 'has no content; give the whole file.';
    return [path, run, content].some((text) => (0,_guard_hidden_js__WEBPACK_IMPORTED_MODULE_0__/* .withoutNeedlessHidden */ .aj)(text) !== text)
        ? 'has hidden characters, which people cannot read.'
        : undefined;
}
/** Why an acceptance test proves nothing, by its run before the work, which has to fail; undefined where it does fail. */
function whyUnfit({ path, run }, check) {
    const testName = `The acceptance test \`${path}\``;
    if (!check || !/^exit code (?!12[67]$)/.test(check.exit))
        return `${testName} cannot be run: \`${run}\` ${check ? `(${check.exit})` : 'did not run'}. Give it a command that ends, of a program that is there.`;
    if (!check.passed)
        return undefined;
    return hasRunNone(check)
        ? `${testName} proves nothing: \`${run}\` runs no test and exits with 0. Change the test or its command.`
        : `${testName} proves nothing: it passes before anything is done. Change it so that it fails without what the plan is for.`;
}
/** Why the result does not meet an acceptance test, by the run on the last commit; undefined where it passes. */
const whyUnmet = ({ path, run }, check) => check?.passed && !hasRunNone(check)
    ? undefined
    : `The acceptance test \`${path}\` ${check?.passed ? 'ran no test' : 'fails'} on what is there now: \`${run}\` (${check?.exit ?? 'not run'}).`;
const hasRunNone = ({ counts }) => counts?.ran === 0;
/** The approved tests that a subtask's files name. */
function testsOf({ subtasks, acceptance = [] }, number) {
    const isNamed = (0,_guard_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .pathsMatcher */ .$8)(subtasks.flatMap((one) => (one.number === number ? one.files : [])));
    return acceptance.filter(({ path }) => isNamed(path));
}
/** A subtask with the commands of its approved tests among its checks. */
function withTestCommands(plan, subtask) {
    const runs = testsOf(plan, subtask.number).map(({ run }) => run);
    return runs.length === 0 ? subtask : { ...subtask, verify: [...new Set([...subtask.verify, ...runs])] };
}
/** The subtask with this number, with the commands of its approved tests among its checks. */
function findSubtask(plan, number) {
    const subtask = plan.subtasks.find((one) => one.number === number);
    return subtask && withTestCommands(plan, subtask);
}


/***/ }),

/***/ 5954:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   El: () => (/* binding */ dependencies),
/* harmony export */   al: () => (/* binding */ inOrder),
/* harmony export */   pW: () => (/* binding */ dependants),
/* harmony export */   u8: () => (/* binding */ findCycle)
/* harmony export */ });
/** The subtasks in the order of the file, as far as dependencies allow. In a cycle the first of the file goes next. */
function inOrder({ subtasks }) {
    const waiting = new Map(subtasks.map((subtask) => [subtask.number, subtask]));
    const isReady = ({ depends_on }) => !depends_on.some((number) => waiting.has(number));
    return subtasks.flatMap(() => {
        const [first] = waiting.values();
        const next = [...waiting.values()].find(isReady) ?? first;
        if (next)
            waiting.delete(next.number);
        return next ?? [];
    });
}
/** The subtasks that depend on subtask `number`, directly or through others, in the order of the file. */
function dependants({ subtasks }, number) {
    const dependent = reachedFrom(number, (one) => subtasks.flatMap((subtask) => (subtask.depends_on.includes(one) ? subtask.number : [])));
    return subtasks.map((subtask) => subtask.number).filter((other) => dependent.has(other));
}
/** The subtasks on which subtask `number` depends, directly or through others. */
function dependencies({ subtasks }, number) {
    const direct = new Map(subtasks.map((subtask) => [subtask.number, subtask.depends_on]));
    return [...reachedFrom(number, (one) => direct.get(one) ?? [])];
}
function reachedFrom(start, neighbours) {
    const reached = new Set([start]);
    for (const one of reached)
        for (const next of neighbours(one))
            reached.add(next);
    reached.delete(start);
    return reached;
}
/**
 * A cycle of dependencies: each number depends on the next, and the last is the first again. Ignores unknown ones.
 * Searches depth first; each subtask's iterator goes on where it stopped, so that the time is linear.
 */
function findCycle(subtasks) {
    const unfollowed = new Map(subtasks.map(({ number, depends_on }) => [number, depends_on.values()]));
    for (const start of unfollowed.keys()) {
        const path = [start];
        const onPath = new Set(path);
        for (let current = start; current !== undefined; current = path.at(-1)) {
            const { value: next } = unfollowed.get(current)?.next() ?? {};
            if (next === undefined) {
                path.pop();
                onPath.delete(current);
            }
            else if (onPath.has(next))
                return [...path.slice(path.indexOf(next)), next];
            else if (unfollowed.has(next)) {
                path.push(next);
                onPath.add(next);
            }
        }
    }
    return undefined;
}


/***/ }),

/***/ 9164:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $g: () => (/* binding */ ENDED_EARLY),
/* harmony export */   Bw: () => (/* binding */ answersOf),
/* harmony export */   Fn: () => (/* binding */ Answer),
/* harmony export */   Is: () => (/* binding */ isSettled),
/* harmony export */   Jl: () => (/* binding */ Check),
/* harmony export */   Mt: () => (/* binding */ MAX_FINDINGS),
/* harmony export */   NR: () => (/* binding */ checksFor),
/* harmony export */   Nc: () => (/* binding */ Remark),
/* harmony export */   Nk: () => (/* binding */ ResultFinding),
/* harmony export */   Ol: () => (/* binding */ joinWithAnd),
/* harmony export */   R0: () => (/* binding */ openQuestion),
/* harmony export */   U2: () => (/* binding */ nameSubtasks),
/* harmony export */   UI: () => (/* binding */ Attempt),
/* harmony export */   Vj: () => (/* binding */ verdictOf),
/* harmony export */   WV: () => (/* binding */ SecondLook),
/* harmony export */   XR: () => (/* binding */ SubtaskState),
/* harmony export */   Ys: () => (/* binding */ mergeSubtask),
/* harmony export */   Z9: () => (/* binding */ wordsOf),
/* harmony export */   cw: () => (/* binding */ Plan),
/* harmony export */   eS: () => (/* binding */ AgentStep),
/* harmony export */   j: () => (/* binding */ OpenMerge),
/* harmony export */   n1: () => (/* binding */ MissingProgram),
/* harmony export */   n_: () => (/* binding */ PassedCheck),
/* harmony export */   np: () => (/* binding */ Digest),
/* harmony export */   qU: () => (/* binding */ Subtask),
/* harmony export */   r4: () => (/* binding */ neededFor),
/* harmony export */   xo: () => (/* binding */ proofCounts)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2503);
/* harmony import */ var _usage_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3384);


/** `create_plan`, `PLAN.md` and the program share this shape. A `number` is never reused for another subtask. */
const Subtask = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
    number: zod__WEBPACK_IMPORTED_MODULE_1__/* .number */ .aig().int().min(1).max(9999),
    name: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().min(1),
    description: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(),
    expected_outcome: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(),
    files: zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP()),
    verify: zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP()),
    depends_on: zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_1__/* .number */ .aig().int()),
    asked_for: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().optional().describe('the words that asked for it, quoted, or: needed for N'),
});
/** The number in `needed for N`, which `asked_for` may hold in place of a quote; undefined for a quote. */
function neededFor(askedFor) {
    const [, digits] = /^needed for (\d{1,4})\.?$/i.exec(askedFor) ?? [];
    return digits === undefined ? undefined : Number(digits);
}
/** A question without a default (an empty text) has to be answered before anything can be approved. */
const Question = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
    question: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().min(1),
    default: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP()
        .optional()
        .transform((text = '') => text),
});
/** A test that people approve with the plan: a new file as a whole, and the command that runs it. */
const AcceptanceTest = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ path: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(), run: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(), content: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP() });
const Decision = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ choice: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(), instead_of: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(), because: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP() });
/** A decision as a sentence, because `PLAN.md` holds it so and people edit it there; a model may send it as fields. */
const DecisionText = zod__WEBPACK_IMPORTED_MODULE_1__/* .union */ .KCZ([
    zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(),
    Decision.transform(({ choice, instead_of, because }) => `${choice}, instead of ${instead_of}: ${because}`),
]);
/** A plan as people approve it. Subtasks are executed in the order of `subtasks`, as far as dependencies allow. */
const Plan = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
    title: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().min(1),
    description: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(),
    expected_outcome: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(),
    subtasks: zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(Subtask),
    decisions: zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(DecisionText).optional(),
    questions: zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(Question),
    risks: zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP()),
    acceptance: zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(AcceptanceTest).optional().describe('new test files that people approve before the work'),
});
/** How a revision answered one feedback comment. `comment` is the id of that comment. */
const Answer = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ comment: zod__WEBPACK_IMPORTED_MODULE_1__/* .number */ .aig().int(), applied: zod__WEBPACK_IMPORTED_MODULE_1__/* .boolean */ .zMY(), note: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP() });
/** A second model's objections to a version, and what became of each. `silent`: why it said nothing. */
const SecondLook = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
    objections: zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ text: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().max(4_000), applied: zod__WEBPACK_IMPORTED_MODULE_1__/* .boolean */ .zMY(), note: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().max(4_000) }))
        .max(10),
    silent: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().max(4_000).optional(),
});
/** What a second model found when it compared what was done with what was asked for. */
const ResultFinding = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
    subtask: zod__WEBPACK_IMPORTED_MODULE_1__/* .number */ .aig().int(),
    kind: zod__WEBPACK_IMPORTED_MODULE_1__/* ["enum"] */ .k5n(['missing', 'partial', 'wrong', 'not-asked-for']),
    /** A file of the head that was read, and a line of it. */
    path: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().max(4_096),
    line: zod__WEBPACK_IMPORTED_MODULE_1__/* .number */ .aig().int().positive(),
    text: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().max(4_000),
});
const MAX_FINDINGS = 10;
const SubtaskState = zod__WEBPACK_IMPORTED_MODULE_1__/* ["enum"] */ .k5n(['todo', 'in_progress', 'done', 'abandoned', 'failed']);
/** Whether a subtask is done or skipped, so that nothing is executed for it any more. */
const isSettled = ({ state }) => state === 'done' || state === 'abandoned';
/** One line of an agent's own sub-plan. */
const OwnStep = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ title: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().min(1), state: SubtaskState });
/** One line of the sub-plan for the current subtask. That of a sub-agent has its name and its steps. */
const AgentStep = OwnStep.extend({ steps: zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(OwnStep).optional() });
/** The first question that has to be answered before anything is approved: it has no default. */
const openQuestion = ({ questions }) => questions.find((one) => one.default.trim() === '');
/** What a subtask says in words, without paths and commands. */
const wordsOf = ({ name, description, expected_outcome }) => [name, description, expected_outcome].join('\n');
/** The `exit` of a check on the base that was stopped because the planner was ready first, so its result is unknown. */
const ENDED_EARLY = 'stopped, the plan was ready';
/** The commands that must pass before a subtask is done: its own, then the one of the input `verify-command`. */
const checksFor = ({ verify }, verifyCommand) => verifyCommand === undefined ? verify : [...verify, verifyCommand];
/** A comment as the model gets it. `place` is the line of a file that a review comment is about. */
const Remark = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
    id: zod__WEBPACK_IMPORTED_MODULE_1__/* .number */ .aig().int(),
    author: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(),
    text: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(),
    place: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ path: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(), line: zod__WEBPACK_IMPORTED_MODULE_1__/* .number */ .aig().int().optional(), subtask: zod__WEBPACK_IMPORTED_MODULE_1__/* .number */ .aig().int().optional() })
        .optional(),
});
/** `1, 2 and 5`, of numbers or words. */
const joinWithAnd = (items) => items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
/** `subtask 3`, or `subtasks 1, 2 and 5`. */
const nameSubtasks = (numbers) => `${numbers.length > 1 ? 'subtasks' : 'subtask'} ${joinWithAnd(numbers)}`;
const TestCounts = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ ran: zod__WEBPACK_IMPORTED_MODULE_1__/* .number */ .aig().int().nonnegative(), skipped: zod__WEBPACK_IMPORTED_MODULE_1__/* .number */ .aig().int().nonnegative() });
const Digest = zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().regex(/^[0-9a-f]{64}$/);
const RunAnswer = zod__WEBPACK_IMPORTED_MODULE_1__/* ["enum"] */ .k5n(['passed', 'failed', 'not run']);
/**
 * One command that the action ran to verify a subtask. `exit` says how it ended, `tail` is the shortened output.
 * `failedBefore` is true when the command also fails without the change. With the input `proof`, a check that passed
 * says what it says of the code as it was (`before`), with the new tests (`without`), and with nothing changed but the
 * files that the plan names (`planned`). `digest` is the SHA-256 of all that it printed, without secrets.
 */
const Check = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
    command: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(),
    passed: zod__WEBPACK_IMPORTED_MODULE_1__/* .boolean */ .zMY(),
    exit: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(),
    tail: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(),
    digest: Digest.optional(),
    failedBefore: zod__WEBPACK_IMPORTED_MODULE_1__/* .boolean */ .zMY().optional(),
    counts: TestCounts.optional(),
    before: RunAnswer.optional(),
    without: RunAnswer.optional(),
    planned: RunAnswer.optional(),
});
const MissingProgram = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ program: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().regex(/^\w[\w.+-]{0,60}$/), subtask: zod__WEBPACK_IMPORTED_MODULE_1__/* .number */ .aig().int() });
/** A check that passed on a commit's tree, by the digest of its command, so that the next subtask need not repeat it. */
const PassedCheck = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ command: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().regex(/^[0-9a-f]{32}$/), counts: TestCounts.optional() });
/** The verdict on a check; undefined where it failed, or was not run without the change. */
function verdictOf({ passed, without }) {
    if (!passed || without === undefined || without === 'not run')
        return undefined;
    return without === 'failed' ? 'proving' : 'guarding';
}
/** The results of a check on the other trees, as commits and the record keep them. */
const answersOf = (check) => {
    const { before = 'not run', without = 'not run', planned = 'not run', digest } = check;
    return { before, without, planned, ...(digest === undefined ? {} : { digest }) };
};
/** Counts the verdicts of the checks of one subtask. */
function proofCounts(checks) {
    const count = (verdict) => checks.filter((check) => verdictOf(check) === verdict).length;
    const needUnplannedFiles = checks.filter(({ passed, planned }) => passed && planned === 'failed').length;
    return {
        proving: count('proving'),
        guarding: count('guarding'),
        ...(needUnplannedFiles > 0 && { unplanned: needUnplannedFiles }),
    };
}
/** Why an attempt failed: commands and errors, no opinions. After one that `gaveUp` no other follows. */
const Attempt = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
    reason: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(),
    checks: zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(Check),
    usage: _usage_js__WEBPACK_IMPORTED_MODULE_0__/* .Usage */ ._U,
    gaveUp: zod__WEBPACK_IMPORTED_MODULE_1__/* .boolean */ .zMY().optional(),
});
/** A merge of the commit `base` of the base branch that has conflicts in `files`. */
const OpenMerge = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ base: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().regex(/^[0-9a-f]{40}$/), files: zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP()).min(1) });
/** The new subtask of a version that resolves a merge: the one that names all files in conflict. */
function mergeSubtask(before, after, { files }) {
    const numbersBefore = new Set(before?.subtasks.map(({ number }) => number));
    const candidates = after.subtasks.filter((subtask) => !numbersBefore.has(subtask.number) && files.every((path) => subtask.files.includes(path)));
    return candidates.length === 1 ? candidates[0]?.number : undefined;
}


/***/ }),

/***/ 3384:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $R: () => (/* binding */ largerUsage),
/* harmony export */   Np: () => (/* binding */ Prices),
/* harmony export */   SW: () => (/* binding */ mapUsage),
/* harmony export */   Zb: () => (/* binding */ parseUsage),
/* harmony export */   _U: () => (/* binding */ Usage),
/* harmony export */   b9: () => (/* binding */ Allowance),
/* harmony export */   e5: () => (/* binding */ knownPrices),
/* harmony export */   eR: () => (/* binding */ usageSince),
/* harmony export */   eY: () => (/* binding */ renderUsage),
/* harmony export */   ho: () => (/* binding */ costOf),
/* harmony export */   lR: () => (/* binding */ remainingAllowance),
/* harmony export */   tk: () => (/* binding */ noUsage),
/* harmony export */   vk: () => (/* binding */ addUsage),
/* harmony export */   zj: () => (/* binding */ fractionSpent)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2503);

const optionalWritten = (written) => (written > 0 ? { written } : {});
/** Far more than a model reads in all turns of an attempt. A trailer holds numbers of 15 digits. */
const MAX_TOKENS = 1_000_000_000;
const count = zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().int().nonnegative().max(MAX_TOKENS);
/** Tokens; of `input`, `cached` was read from the endpoint's cache and `written` to it, which do not overlap. */
const Usage = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ input: count, cached: count, output: count, written: count.optional() })
    // More cached than input tokens would make the cost negative, and enlarge the remaining budget.
    .transform(({ input, cached, output, written = 0 }) => ({
    input,
    cached: Math.min(cached, input),
    output,
    ...optionalWritten(Math.min(written, Math.max(0, input - cached))),
}));
/** US dollars per million tokens. Token kinds without a price cost as much as other input. */
const Prices = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    input: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(),
    cached: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().optional(),
    'cache-write': zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().optional(),
    output: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(),
});
const noUsage = { input: 0, cached: 0, output: 0 };
const combineUsage = (one, other, combine) => ({
    input: combine(one.input, other.input),
    cached: combine(one.cached, other.cached),
    output: combine(one.output, other.output),
    ...optionalWritten(combine(one.written ?? 0, other.written ?? 0)),
});
/** The sum of usages. */
const addUsage = (...parts) => parts.reduce((sum, part) => combineUsage(sum, part, (a, b) => a + b), noUsage);
/** The maximum of two usages in each kind of tokens. */
const largerUsage = (one, other) => combineUsage(one, other, Math.max);
/** Changes the count of each kind of tokens. */
const mapUsage = (usage, change) => combineUsage(usage, noUsage, change);
/** US dollars: input read from a cache, written to it or neither, and output, each at its own price. */
function costOf(usage, prices) {
    const { input, cached, output, written = 0 } = usage;
    const { cached: read = prices.input, 'cache-write': write = prices.input } = prices;
    return ((input - cached - written) * prices.input + cached * read + written * write + output * prices.output) / 1e6;
}
/** The usage since `before`. `total` includes `before`. */
const usageSince = (total, before) => combineUsage(total, before, (a, b) => a - b);
/** The value of the trailer `Plan-Usage`. */
const renderUsage = ({ input, cached, output, written }) => `input=${input} cached=${cached} output=${output}${written ? ` cache-write=${written}` : ''}`;
/** Parses the value of the trailer `Plan-Usage`. A malformed value counts as no usage. */
function parseUsage(text) {
    const match = /^input=(\d{1,15}) cached=(\d{1,15}) output=(\d{1,15})(?: cache-write=(\d{1,15}))?$/.exec(text.trim());
    const [, input = 0, cached = 0, output = 0, written = 0] = (match ?? []).map(Number);
    return { input, cached, output, ...optionalWritten(written) };
}
/** What may be spent: tokens (input plus output), US dollars at these prices, or both. An absent field is no limit. */
const Allowance = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    tokens: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().nonnegative().optional(),
    cost: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().nonnegative().optional(),
    prices: Prices.optional(),
});
/** The share of an allowance that a usage has spent, from 0 up. At 1 or more nothing is left. */
function fractionSpent({ tokens, cost, prices }, usage) {
    const byTokens = tokens === undefined ? 0 : ratio(usage.input + usage.output, tokens);
    const byCost = cost === undefined || !prices ? 0 : ratio(costOf(usage, prices), cost);
    return Math.max(byTokens, byCost);
}
const ratio = (part, whole) => (whole > 0 ? part / whole : 1);
/** The allowance that is left after a usage, never below 0. A cost without prices cannot be counted and is dropped. */
const remainingAllowance = ({ tokens, cost, prices }, usage) => ({
    ...(tokens === undefined ? {} : { tokens: Math.max(0, tokens - usage.input - usage.output) }),
    ...(cost === undefined || !prices ? {} : { cost: Math.max(0, cost - costOf(usage, prices)), prices }),
});
/** Prices by model name, as in docs/models.md; above each group the month in which they were read, and the source. */
const KNOWN_PRICES = {
    // 2026-11, https://openai.com/api/pricing
    'gpt-6.1-sol': { input: 2, cached: 0.1, 'cache-write': 2.5, output: 10 },
    // 2026-07, https://openai.com/api/pricing
    'gpt-5.5': { input: 5, cached: 0.5, output: 30 },
    'gpt-5.4-mini': { input: 0.75, cached: 0.075, output: 4.5 },
    // 2026-07, https://openrouter.ai/models
    'anthropic/claude-sonnet-4.6': { input: 3, cached: 0.3, 'cache-write': 3.75, output: 15 },
    'anthropic/claude-opus-4.8': { input: 5, cached: 0.5, 'cache-write': 6.25, output: 25 },
    // 2026-07, https://api-docs.deepseek.com/quick_start/pricing
    'deepseek-v4-pro': { input: 0.435, cached: 0.003625, output: 0.87 },
    'deepseek-v4-flash': { input: 0.14, cached: 0.0028, output: 0.28 },
    // 2026-07, https://platform.kimi.ai/docs/pricing/chat
    'kimi-k2.6': { input: 0.95, cached: 0.16, output: 4 },
    'kimi-k2.7-code': { input: 0.95, cached: 0.19, output: 4 },
    // 2026-07, https://ai.google.dev/gemini-api/docs/pricing
    'gemini-3.1-pro-preview': { input: 2, cached: 0.2, output: 12 },
    'gemini-3.5-flash': { input: 1.5, cached: 0.15, output: 9 },
    // 2026-07, https://mistral.ai/pricing
    'mistral-medium-2604': { input: 1.5, output: 7.5 },
    'devstral-2512': { input: 0.4, output: 2 },
    // 2026-07, https://groq.com/pricing
    'openai/gpt-oss-120b': { input: 0.15, cached: 0.075, output: 0.6 },
    // 2026-07, https://docs.x.ai/developers/models
    'grok-4.3': { input: 1.25, cached: 0.2, output: 2.5 },
    'grok-build-0.1': { input: 1, cached: 0.2, output: 2 },
};
/** The known price of models; undefined where they are different models, since their tokens are counted together. */
function knownPrices([first = '', ...others]) {
    const prices = Object.hasOwn(KNOWN_PRICES, first) ? KNOWN_PRICES[first] : undefined;
    return others.every((name) => name === first) ? prices : undefined;
}


/***/ }),

/***/ 384:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Xh: () => (/* binding */ nextOf),
/* harmony export */   Yz: () => (/* binding */ outputsOf),
/* harmony export */   mF: () => (/* binding */ usageOutputs),
/* harmony export */   reportOutcome: () => (/* binding */ reportOutcome)
/* harmony export */ });
/* harmony import */ var _decide_approval_subtask_status_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1184);
/* harmony import */ var _plan_plan_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9164);
/* harmony import */ var _lib_async_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(211);
/* harmony import */ var _plan_usage_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3384);




/** What the plan waits for: the output `next`. */
function nextOf(state) {
    if (state.phase === 'halted' && state.halt?.reason !== 'change')
        return 'retry';
    if (state.phase === 'none' || state.phase === 'done' || state.phase === 'abandoned')
        return '';
    if (state.reading?.plan && (0,_plan_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .openQuestion */ .R0)(state.reading.plan))
        return 'answer';
    const unapprovedNumbers = (0,_decide_approval_subtask_status_js__WEBPACK_IMPORTED_MODULE_0__/* .unapproved */ .Bo)(state.statuses).map(({ subtask }) => subtask.number);
    const unsettled = state.statuses.filter((status) => !(0,_plan_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .isSettled */ .Is)(status));
    if (unapprovedNumbers.length === 0)
        return '';
    return unapprovedNumbers.length === unsettled.length && state.history.executed.size === 0
        ? 'approval'
        : `approval of ${unapprovedNumbers.join(', ')}`;
}
/** Every output of the action but `work`, as text. `redact` removes secrets from texts of people and models. */
function outputsOf(thread, state, { prices, redact = String, verifyCommand } = {}) {
    const settled = state?.statuses.filter((status) => status.state === 'done') ?? [];
    const pull = thread?.pull?.pull;
    return {
        'plan-state': phaseIn(state),
        'pull-request-number': String(pull?.number ?? ''),
        'pull-request-url': pull?.url ?? '',
        'head-sha': thread?.branch?.head ?? '',
        'subtasks-done': String(settled.length),
        'subtasks-total': String(state?.statuses.length ?? 0),
        ...usageOutputs(state?.usage ?? _plan_usage_js__WEBPACK_IMPORTED_MODULE_3__/* .noUsage */ .tk, state && prices),
        plan: state ? planOutput(state, redact, verifyCommand) : '',
        next: state ? nextOf(state) : '',
    };
}
/** A merged plan is `done`: its commits, which recorded that, may be part of the base or deleted with the branch. */
function phaseIn(state) {
    if (!state || state.phase === 'none')
        return '';
    return state.ended?.how === 'merged' && state.history.request === undefined ? 'done' : state.phase;
}
/** Characters. All outputs of a job together may have 1 MB as UTF-16 (github/docs#36846); most of it is for `work`. */
const PLAN_LIMIT = 60_000;
/** Widths to which texts are truncated, tried in this order until the plan fits. */
const TEXT_WIDTHS = [Infinity, 2_000, 500, 100, 20];
/** The plan with its states as JSON; empty where there is none that can be read, or none that fits. */
function planOutput(state, redact, verifyCommand) {
    if (!state.reading?.plan)
        return '';
    const { plan, blob } = state.reading;
    const output = {
        version: state.versions.at(-1)?.version ?? 0,
        blob,
        state: state.phase,
        title: plan.title,
        description: plan.description,
        expected_outcome: plan.expected_outcome,
        subtasks: state.statuses.map((status) => ({
            ...status.subtask,
            state: status.state,
            outcome: status.text,
            commit: status.sha ?? '',
            ...(status.checks ? { checks: checksOf(status, verifyCommand) } : {}),
        })),
        ...(plan.decisions ? { decisions: plan.decisions } : {}),
        questions: plan.questions,
        risks: plan.risks,
    };
    // Texts are changed before they are quoted, so that no quote of JSON is taken for a part of a text.
    const jsonAt = (width) => JSON.stringify(output, (_, value) => (typeof value === 'string' ? cut(redact(value), width) : value));
    return TEXT_WIDTHS.map(jsonAt).find(({ length }) => length <= PLAN_LIMIT) ?? '';
}
/** The checks of a subtask that is done, with the result of each on the four trees. */
const checksOf = ({ subtask, checks = [] }, verifyCommand) => checks.map((answers, i) => ({
    command: (0,_plan_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .checksFor */ .NR)(subtask, verifyCommand)[i] ?? '',
    ...answers,
    after: 'passed',
    verdict: (0,_plan_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .verdictOf */ .Vj)({ passed: true, ...answers }) ?? '',
}));
const cut = (text, width) => text.length <= width ? text : `${text.slice(0, width - 1).toWellFormed()}…`;
/** The tokens, and what they cost in US dollars; empty without prices. */
const usageOutputs = (usage, prices) => ({
    'tokens-input': String(usage.input),
    'tokens-cached': String(usage.cached),
    'tokens-output': String(usage.output),
    cost: prices ? String(Number((0,_plan_usage_js__WEBPACK_IMPORTED_MODULE_3__/* .costOf */ .ho)(usage, prices).toFixed(6))) : '',
});
const loadToolkit = (0,_lib_async_js__WEBPACK_IMPORTED_MODULE_2__/* .lazily */ .qy)(() => Promise.all(/* import() */[__webpack_require__.e("undici"), __webpack_require__.e("actions-core")]).then(__webpack_require__.bind(__webpack_require__, 6421)));
async function reportOutcome(outcome, env) {
    const { outputs, summary, problems, notices = [] } = outcome;
    const core = await loadToolkit();
    for (const notice of notices)
        core.notice(notice);
    for (const { text, line, ...where } of problems)
        core.error(text, { ...where, ...(line === undefined ? {} : { startLine: line }) });
    if (problems.length > 0)
        process.exitCode = core.ExitCode.Failure;
    for (const [name, value] of Object.entries(outputs))
        core.setOutput(name, value);
    // Without the file for summaries the toolkit throws.
    if (summary && env.GITHUB_STEP_SUMMARY)
        await core.summary.addRaw(summary).write();
}


/***/ })

};
