export const id = 384;
export const ids = [384];
export const modules = {

/***/ 3116:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   U: () => (/* binding */ approversOf),
/* harmony export */   w: () => (/* binding */ countApprovals)
/* harmony export */ });
/* harmony import */ var _plan_plan_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9164);
/* harmony import */ var _base_moved_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(857);
/* harmony import */ var _owners_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1430);



/**
 * Counts the approvals of one version of a plan. An approval is bound to the blob of `PLAN.md` that was announced
 * before it: `comments` holds what came after the announcement, and the caller compares the blob with the branch.
 */
function countApprovals(round, comments, person) {
    const counted = { approvals: [], refusals: [] };
    for (const one of comments) {
        if (one.command.kind !== 'approve' || one.edited || one.refused)
            continue;
        const verdict = judge(round, one, { counted, person: person(one.author.login) });
        if (verdict.kind === 'counts')
            counted.approvals.push(verdict.approval);
        else
            counted.refusals.push({ ...verdict.refusal, comment: one });
    }
    return counted;
}
const refused = (why, remedy) => ({ kind: 'refused', refusal: { why, remedy } });
/** Refuses for who somebody is. */
const unfit = (why, remedy) => ({
    kind: 'refused',
    refusal: { why, remedy, isPersonal: true },
});
function judge(round, comment, { counted, person }) {
    const { login } = comment.author;
    if (!person.approver) {
        return unfit(`@${login}, you may not approve this plan.`, round.asked || 'Someone whom the input `approvers` admits must approve it.');
    }
    if (round.askers?.isAnonymous) {
        return refused('Nobody can tell who edited this version of the plan by hand, and `allow-self-approval` is off.', 'Reply with what should be different, so that I write it; or push it with the mail address of a GitHub account.');
    }
    if (round.askers?.askedBy.includes(comment.author.id)) {
        return unfit(`@${login}, you requested this plan or edited it, and \`allow-self-approval\` is off.`, round.asked || 'Someone else must approve it.');
    }
    if (round.haltedSince !== undefined && comment.id > round.haltedSince) {
        return refused('The plan is paused, not waiting for approval.', 'Comment `/retry` to continue.');
    }
    return unlessBaseMoved(round, comment, withVoice(round, judgeScope(round, comment, counted), person));
}
/** Refuses what counts otherwise, once for a version. An approval by the id of the version insists from the start. */
function unlessBaseMoved(round, comment, verdict) {
    const { baseMoved, version, isTakenUp } = round;
    const { id, command } = comment;
    if (verdict.kind === 'refused' || !baseMoved || baseMoved.changes.length === 0)
        return verdict;
    if (command.kind === 'approve' && command.scope.kind === 'blob')
        return verdict;
    const isTold = baseMoved.told !== undefined && id > baseMoved.told;
    if (isTold || isTakenUp?.(comment))
        return verdict;
    return { kind: 'refused', refusal: (0,_base_moved_js__WEBPACK_IMPORTED_MODULE_1__/* .baseWarning */ .U)(baseMoved.base, version.version, baseMoved.changes) };
}
/** Narrows an approval to the subtasks in which the person owns something, or in which nobody does. */
function withVoice({ owners, asked = '' }, verdict, { teams }) {
    if (verdict.kind === 'refused' || owners === undefined)
        return verdict;
    const { login, numbers } = verdict.approval;
    const own = numbers.filter((number) => (0,_owners_js__WEBPACK_IMPORTED_MODULE_2__/* .hasVoice */ .rw)(owners.get(number) ?? [], { login, teams }));
    if (own.length > 0)
        return { kind: 'counts', approval: { ...verdict.approval, numbers: own, named: numbers, teams } };
    return refused(`@${login}, you own none of the files of ${(0,_plan_plan_js__WEBPACK_IMPORTED_MODULE_0__/* .nameSubtasks */ .U2)(numbers)}.`, asked);
}
function judgeScope(round, comment, counted) {
    const { plan, version, settled } = round;
    const scope = comment.command.kind === 'approve' ? comment.command.scope : { kind: 'all' };
    const counts = (numbers) => ({
        kind: 'counts',
        approval: { login: comment.author.login, comment: comment.id, numbers },
    });
    if (version.edited && scope.kind !== 'blob') {
        return refused(`Somebody edited the announcement of version ${version.version}, so it may not show the plan that would run.`, `Read the plan file on the branch, then comment \`approve ${version.blob.slice(0, 10)}\`.`);
    }
    const all = plan.subtasks.map((subtask) => subtask.number);
    if (scope.kind === 'all')
        return counts(all);
    if (scope.kind === 'blob') {
        if (version.blob.startsWith(scope.blob.toLowerCase()))
            return counts(all);
        return refused(`\`${scope.blob}\` is not the current version, which is version ${version.version}.`, `Review that, then comment \`approve ${version.blob.slice(0, 10)}\`.`);
    }
    const unknown = scope.numbers.filter((number) => !all.includes(number));
    if (unknown.length > 0) {
        return refused(`There is no subtask ${(0,_plan_plan_js__WEBPACK_IMPORTED_MODULE_0__/* .listNumbers */ .dw)(unknown)} in this plan.`, `Approve some of ${(0,_plan_plan_js__WEBPACK_IMPORTED_MODULE_0__/* .listNumbers */ .dw)(all)}, or all of them with \`approve\`.`);
    }
    const covered = new Set([...settled, ...scope.numbers, ...counted.approvals.flatMap((approval) => approval.numbers)]);
    const missing = missingDependencies(plan, scope.numbers, covered);
    if (missing.length === 0)
        return counts(scope.numbers);
    return refused(`${missing.map(({ number, needs }) => `Subtask ${number} needs ${(0,_plan_plan_js__WEBPACK_IMPORTED_MODULE_0__/* .nameSubtasks */ .U2)(needs)}`).join('; ')}, neither approved nor done.`, `Comment \`approve ${together(missing, scope.numbers)}\` to approve all of them.`);
}
/** All that has to be approved at once, so that this is not refused in its turn. */
const together = (missing, numbers) => [...new Set([...missing.flatMap(({ needs }) => needs), ...numbers])].toSorted((a, b) => a - b).join(', ');
/** What subtasks need that is not covered, also what these need in their turn. */
function missingDependencies(plan, numbers, covered) {
    const byNumber = new Map(plan.subtasks.map((subtask) => [subtask.number, subtask]));
    const needsOf = (number, seen = new Set()) => {
        for (const needed of byNumber.get(number)?.depends_on ?? []) {
            if (covered.has(needed) || seen.has(needed))
                continue;
            needsOf(needed, seen.add(needed));
        }
        return seen;
    };
    return plan.subtasks
        .filter(({ number }) => numbers.includes(number))
        .map(({ number }) => ({ number, needs: [...needsOf(number)].toSorted((a, b) => a - b) }))
        .filter(({ needs }) => needs.length > 0);
}
/** Who approved a subtask, each person once. */
const approversOf = (approvals, number) => {
    const logins = new Set();
    return approvals.filter((approval) => approval.numbers.includes(number) && !logins.has(approval.login) && logins.add(approval.login));
};


/***/ }),

/***/ 857:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   U: () => (/* binding */ baseWarning),
/* harmony export */   w: () => (/* binding */ changesThatMatter)
/* harmony export */ });
/* harmony import */ var _guard_paths_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(605);

/** The changes of the base branch in files that subtasks name which are still to be done. */
function changesThatMatter(plan, settled, changes = []) {
    if (changes.length === 0)
        return [];
    const waiting = plan.subtasks.filter(({ number }) => !settled.has(number));
    const named = waiting.flatMap(({ files }) => files.map(_guard_paths_js__WEBPACK_IMPORTED_MODULE_0__/* .pathMatcher */ .kZ));
    return changes.filter(({ path }) => named.some((isNamed) => isNamed(path)));
}
/** Why the first approval of a version does not count: the plan may rest on files that are not so any more. */
function baseWarning(base, version, changes) {
    const lines = changes.map(({ path, commits }) => `- \`${path}\`: ${commits.map(({ sha, subject }) => `${sha.slice(0, 7)} ${subject}`).join('; ') || 'changed'}`);
    return {
        why: `\`${base}\` has changed files that this plan names, since version ${version} was written.`,
        remedy: 'Look at the changes, then comment `approve` again to have it carried out all the same, or `/update` to merge them first.',
        detail: lines.join('\n'),
        isBaseWarning: true,
    };
}


/***/ }),

/***/ 1430:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   NZ: () => (/* binding */ lackingFiles),
/* harmony export */   Vb: () => (/* binding */ nameOf),
/* harmony export */   jx: () => (/* binding */ areEnough),
/* harmony export */   rw: () => (/* binding */ hasVoice),
/* harmony export */   u8: () => (/* binding */ isOwner)
/* harmony export */ });
/* unused harmony export countsFor */
/**
 * `@user` or `@org/team` without the `@`, in lower case. Logins may hold `_`, which those of managed accounts do.
 * Undefined for an e-mail address, since GitHub does not tell whose address it is.
 */
const nameOf = (entry) => /^@([a-z\d][\w-]{0,99}(?:\/[\w.-]{1,100})?)$/i.exec(entry.trim())?.[1]?.toLowerCase();
/** Whether a person is one of these owners, or in a team that is. */
function isOwner(owners, { login, teams = [] }) {
    const names = [login, ...teams].map((name) => name.toLowerCase());
    return owners.map(nameOf).some((name) => name !== undefined && names.includes(name));
}
/** Whether an approval of this person counts for these files: they are the person's, or nobody's. */
const countsFor = ({ owners }, voter) => owners.length === 0 || isOwner(owners, voter);
/** Whether an approval of this person counts for something in a subtask. One that names no file is everybody's. */
const hasVoice = (files, voter) => files.length === 0 || files.some((one) => countsFor(one, voter));
/** The files for which too few of these people approved. */
const lackingFiles = (files, voters, required) => files.filter((one) => voters.filter((voter) => countsFor(one, voter)).length < required);
/**
 * Whether these people are enough for a subtask. The rule is that of GitHub's branch protection: each file that is
 * owned needs one of its owners, here as many as approvals are required.
 */
const areEnough = (files, voters, required) => voters.length >= required && lackingFiles(files ?? [], voters, required).length === 0;


/***/ }),

/***/ 8660:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Bo: () => (/* binding */ unapproved),
/* harmony export */   CB: () => (/* binding */ statusesOf),
/* harmony export */   cP: () => (/* binding */ allSkipped),
/* harmony export */   vd: () => (/* binding */ allSettled)
/* harmony export */ });
/* harmony import */ var _approvals_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3116);
/* harmony import */ var _plan_graph_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8703);
/* harmony import */ var _owners_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1430);



/** The state of every subtask, in the order of the plan. */
function statusesOf(facts) {
    const { plan, history } = facts;
    const settled = new Set([...history.executed.keys(), ...history.abandoned.keys()]);
    const order = (0,_plan_graph_js__WEBPACK_IMPORTED_MODULE_1__/* .inOrder */ .al)(plan);
    return order.map((subtask) => {
        const approvals = (0,_approvals_js__WEBPACK_IMPORTED_MODULE_0__/* .approversOf */ .U)(facts.approvals, subtask.number);
        const approved = (0,_owners_js__WEBPACK_IMPORTED_MODULE_2__/* .areEnough */ .jx)(facts.owners?.get(subtask.number), approvals, facts.rules.approvalsRequired);
        const recorded = recordedStatusOf(facts, subtask.number);
        const ready = recorded.state === 'todo' && approved && subtask.depends_on.every((number) => settled.has(number));
        return { subtask, approvals, approved, ready, ...recorded };
    });
}
function recordedStatusOf({ history, countsSince, thisRun }, number) {
    const executed = history.executed.get(number);
    if (executed)
        return { state: 'done', sha: executed.sha, text: executed.outcome, attempts: 0 };
    const abandoned = history.abandoned.get(number);
    if (abandoned)
        return { state: 'abandoned', sha: undefined, text: abandoned.reason, attempts: 0 };
    const failed = history.failed.get(number);
    if (failed && failed.seen >= countsSince)
        return { state: 'failed', sha: undefined, text: failed.evidence, attempts: failed.attempts };
    const interrupted = history.interrupted.get(number);
    const before = interrupted && interrupted.seen >= countsSince ? interrupted.attempts : 0;
    return { state: 'todo', sha: undefined, text: '', attempts: before + (thisRun.attempts.get(number)?.length ?? 0) };
}
/** Whether nothing is left to do. */
const allSettled = (statuses) => statuses.length > 0 && statuses.every(({ state }) => state === 'done' || state === 'abandoned');
/** Whether every subtask was skipped, so that there is nothing to review. */
const allSkipped = (statuses) => statuses.length > 0 && statuses.every(({ state }) => state === 'abandoned');
/** Subtasks that wait for an approval. */
const unapproved = (statuses) => statuses.filter(({ state, approved }) => state === 'todo' && !approved);


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
 * the root; what one that begins with `!` covers is left to subtasks.
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

/***/ 8703:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   El: () => (/* binding */ dependencies),
/* harmony export */   al: () => (/* binding */ inOrder),
/* harmony export */   pW: () => (/* binding */ dependants),
/* harmony export */   u8: () => (/* binding */ findCycle)
/* harmony export */ });
/**
 * The subtasks in order of execution: the order of the file, as far as dependencies allow. If a cycle blocks all that
 * are left, the first of them in the file goes next.
 */
function inOrder(plan) {
    const waiting = [...plan.subtasks];
    const left = new Set(waiting.map((subtask) => subtask.number));
    const order = [];
    while (waiting.length > 0) {
        const ready = waiting.findIndex((subtask) => !subtask.depends_on.some((number) => left.has(number)));
        for (const subtask of waiting.splice(Math.max(ready, 0), 1)) {
            order.push(subtask);
            left.delete(subtask.number);
        }
    }
    return order;
}
/**
 * The numbers of all subtasks that depend on subtask `number`, directly or through others, in the order of the file.
 */
function dependants(plan, number) {
    const direct = directDependants(plan.subtasks);
    const found = new Set([number]);
    for (const one of found)
        for (const next of direct.get(one) ?? [])
            found.add(next);
    found.delete(number);
    return plan.subtasks.map((subtask) => subtask.number).filter((other) => found.has(other));
}
/** The numbers of all subtasks on which subtask `number` depends, directly or through others. */
function dependencies(plan, number) {
    const needs = new Map(plan.subtasks.map((subtask) => [subtask.number, subtask.depends_on]));
    const found = new Set([number]);
    for (const one of found)
        for (const next of needs.get(one) ?? [])
            found.add(next);
    found.delete(number);
    return [...found];
}
/**
 * A cycle of dependencies as a list of numbers: each depends on the next, and the last on the first. A subtask that
 * depends on itself is a cycle of length 1. Ignores unknown numbers. Linear in the number of dependencies.
 */
function findCycle(subtasks) {
    const blocked = blockedByCycle(subtasks);
    const path = [];
    const positions = new Map();
    let current = blocked.keys().next().value;
    while (current !== undefined) {
        const cycleStart = positions.get(current);
        if (cycleStart !== undefined)
            return path.slice(cycleStart);
        positions.set(current, path.length);
        path.push(current);
        current = blocked.get(current)?.find((number) => blocked.has(number));
    }
    return undefined;
}
/** The subtasks on a cycle or behind one, with their dependencies. Kahn's algorithm never reaches them. */
function blockedByCycle(subtasks) {
    const direct = directDependants(subtasks);
    const left = new Map(subtasks.map((subtask) => [subtask.number, [...new Set(subtask.depends_on)]]));
    const open = new Map([...left].map(([number, needs]) => [number, needs.filter((need) => left.has(need)).length]));
    const free = [...open].filter(([, count]) => count === 0).map(([number]) => number);
    for (const number of free) {
        left.delete(number);
        for (const next of direct.get(number) ?? []) {
            const count = (open.get(next) ?? 0) - 1;
            open.set(next, count);
            if (count === 0)
                free.push(next);
        }
    }
    return left;
}
function directDependants(subtasks) {
    const found = new Map();
    for (const { number, depends_on } of subtasks) {
        for (const need of new Set(depends_on)) {
            const known = found.get(need);
            if (known)
                known.push(number);
            else
                found.set(need, [number]);
        }
    }
    return found;
}


/***/ }),

/***/ 9164:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   BY: () => (/* binding */ OwnStep),
/* harmony export */   Fn: () => (/* binding */ Answer),
/* harmony export */   NR: () => (/* binding */ checksFor),
/* harmony export */   Nc: () => (/* binding */ Remark),
/* harmony export */   U2: () => (/* binding */ nameSubtasks),
/* harmony export */   WV: () => (/* binding */ SecondLook),
/* harmony export */   XR: () => (/* binding */ SubtaskState),
/* harmony export */   cw: () => (/* binding */ Plan),
/* harmony export */   dw: () => (/* binding */ listNumbers),
/* harmony export */   eS: () => (/* binding */ AgentStep),
/* harmony export */   j8: () => (/* binding */ withTexts),
/* harmony export */   qU: () => (/* binding */ Subtask)
/* harmony export */ });
/* unused harmony export Question */
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6843);

/**
 * One step of a plan. The field names are those of the tool `create_plan`, so that the model, `PLAN.md` and the program
 * share one shape. `number` identifies the subtask in every version of the plan and is never reused.
 */
const Subtask = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    number: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().int().min(1).max(9999),
    name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1),
    description: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    expected_outcome: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    files: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()),
    verify: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()),
    depends_on: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().int()),
});
/** A question to the people, with the default that the plan assumes. */
const Question = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ question: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1), default: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() });
/** A plan as people approve it. Subtasks are executed in the order of `subtasks`, as far as dependencies allow. */
const Plan = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    title: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1),
    description: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    expected_outcome: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    subtasks: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(Subtask),
    questions: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(Question),
    risks: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()),
});
/** How a revision answered one feedback comment. `comment` is the id of that comment. */
const Answer = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ comment: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().int(), applied: zod__WEBPACK_IMPORTED_MODULE_0__/* .boolean */ .zMY(), note: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() });
/**
 * What a second model said of a version before people saw it, each objection with what the planner made of it. `silent`
 * says why it said nothing.
 */
const SecondLook = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    objections: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ text: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().max(4_000), applied: zod__WEBPACK_IMPORTED_MODULE_0__/* .boolean */ .zMY(), note: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().max(4_000) }))
        .max(10),
    silent: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().max(4_000).optional(),
});
/** The state of a subtask, or of a step of the agent's sub-plan. */
const SubtaskState = zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(['todo', 'in_progress', 'done', 'abandoned', 'failed']);
/** One line of an agent's own sub-plan. */
const OwnStep = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ title: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1), state: SubtaskState });
/** One line of the sub-plan for the current subtask. That of a sub-agent has its name and its steps. */
const AgentStep = OwnStep.extend({ steps: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(OwnStep).optional() });
/** The plan with every text changed, the numbers as they are. */
const withTexts = (plan, change) => ({
    title: change(plan.title),
    description: change(plan.description),
    expected_outcome: change(plan.expected_outcome),
    subtasks: plan.subtasks.map((subtask) => ({
        ...subtask,
        name: change(subtask.name),
        description: change(subtask.description),
        expected_outcome: change(subtask.expected_outcome),
        files: subtask.files.map(change),
        verify: subtask.verify.map(change),
    })),
    questions: plan.questions.map((one) => ({ question: change(one.question), default: change(one.default) })),
    risks: plan.risks.map(change),
});
/** The commands that must pass before a subtask is done: its own, then the one of the input `verify-command`. */
const checksFor = ({ verify }, verifyCommand) => verifyCommand === undefined ? verify : [...verify, verifyCommand];
/** A comment as the model gets it. `place` is the line of a file that a review comment is about. */
const Remark = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    id: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().int(),
    author: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    text: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    place: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ path: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), line: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().int().optional(), subtask: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().int().optional() })
        .optional(),
});
/** Numbers as text: `1, 2 and 5`. */
const listNumbers = (numbers) => numbers.length < 2 ? numbers.join('') : `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`;
/** `subtask 3`, or `subtasks 1, 2 and 5`. */
const nameSubtasks = (numbers) => `${numbers.length > 1 ? 'subtasks' : 'subtask'} ${listNumbers(numbers)}`;


/***/ }),

/***/ 3384:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $R: () => (/* binding */ largerUsage),
/* harmony export */   Np: () => (/* binding */ Prices),
/* harmony export */   Zb: () => (/* binding */ parseUsage),
/* harmony export */   _U: () => (/* binding */ Usage),
/* harmony export */   eR: () => (/* binding */ usageSince),
/* harmony export */   eY: () => (/* binding */ renderUsage),
/* harmony export */   ho: () => (/* binding */ costOf),
/* harmony export */   tk: () => (/* binding */ noUsage),
/* harmony export */   vk: () => (/* binding */ addUsage)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6843);

const ifWritten = (written) => (written > 0 ? { written } : {});
/** Far more than a model reads in all turns of an attempt. A trailer holds numbers of 15 digits. */
const MOST_TOKENS = 1_000_000_000;
const count = zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().int().nonnegative().max(MOST_TOKENS);
/**
 * Tokens as the model's endpoint counted them. `cached` is the part of `input` that was read from its cache, `written`
 * the part that was written to it, where that is counted; the two do not overlap.
 */
const Usage = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ input: count, cached: count, output: count, written: count.optional() })
    // A part that is larger than the whole would cost less than nothing, and leave the plan more to spend.
    .transform(({ input, cached, output, written = 0 }) => ({
    input,
    cached: Math.min(cached, input),
    output,
    ...ifWritten(Math.min(written, Math.max(0, input - cached))),
}));
/** US dollars for a million tokens. What has no price of its own costs as much as other input. */
const Prices = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    input: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(),
    cached: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().optional(),
    'cache-write': zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().optional(),
    output: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(),
});
const noUsage = { input: 0, cached: 0, output: 0 };
/** The sum of any number of usages. */
const addUsage = (...parts) => parts.reduce((sum, part) => ({
    input: sum.input + part.input,
    cached: sum.cached + part.cached,
    output: sum.output + part.output,
    ...ifWritten((sum.written ?? 0) + (part.written ?? 0)),
}), noUsage);
/** The larger of two usages, in each of their parts. */
const largerUsage = (one, other) => ({
    input: Math.max(one.input, other.input),
    cached: Math.max(one.cached, other.cached),
    output: Math.max(one.output, other.output),
    ...ifWritten(Math.max(one.written ?? 0, other.written ?? 0)),
});
/**
 * What `usage` cost in US dollars: input that was read from a cache, written to it or neither, and output, each at its
 * own price.
 */
function costOf(usage, prices) {
    const { input, cached, output, written = 0 } = usage;
    const { cached: read = prices.input, 'cache-write': write = prices.input } = prices;
    return ((input - cached - written) * prices.input + cached * read + written * write + output * prices.output) / 1e6;
}
/** The usage since `before`. `total` includes `before`. */
const usageSince = (total, before) => ({
    input: total.input - before.input,
    cached: total.cached - before.cached,
    output: total.output - before.output,
    ...ifWritten((total.written ?? 0) - (before.written ?? 0)),
});
/** The value of the trailer `Plan-Usage`. */
const renderUsage = ({ input, cached, output, written }) => `input=${input} cached=${cached} output=${output}${written ? ` cache-write=${written}` : ''}`;
/** Parses the value of the trailer `Plan-Usage`. A malformed value counts as no usage. */
function parseUsage(text) {
    const match = /^input=(\d{1,15}) cached=(\d{1,15}) output=(\d{1,15})(?: cache-write=(\d{1,15}))?$/.exec(text.trim());
    if (!match)
        return noUsage;
    const [, input, cached, output, written] = match.map(Number);
    return { input: input ?? 0, cached: cached ?? 0, output: output ?? 0, ...ifWritten(written || 0) };
}


/***/ }),

/***/ 384:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Yz: () => (/* binding */ outputsOf),
/* harmony export */   handOver: () => (/* binding */ handOver),
/* harmony export */   rs: () => (/* binding */ costText)
/* harmony export */ });
/* unused harmony export nextOf */
/* harmony import */ var _decide_status_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8660);
/* harmony import */ var _plan_usage_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3384);


/** What the plan waits for: the output `next`. */
function nextOf(state) {
    if (state.phase === 'halted' && state.halt?.reason !== 'change')
        return 'retry';
    if (state.phase === 'none' || state.phase === 'done' || state.phase === 'abandoned')
        return '';
    const waiting = (0,_decide_status_js__WEBPACK_IMPORTED_MODULE_0__/* .unapproved */ .Bo)(state.statuses).map(({ subtask }) => subtask.number);
    const left = state.statuses.filter(({ state }) => state !== 'done' && state !== 'abandoned');
    if (waiting.length === 0)
        return '';
    return waiting.length === left.length && state.history.executed.size === 0
        ? 'approval'
        : `approval of ${waiting.join(', ')}`;
}
/** Every output of the action but `work`, as text. `redact` takes secrets out of what people and models wrote. */
function outputsOf(thread, state, { prices, redact = String } = {}) {
    const settled = state?.statuses.filter((status) => status.state === 'done') ?? [];
    const usage = state?.usage;
    const pull = thread?.pull?.pull;
    return {
        'plan-state': state && state.phase !== 'none' ? state.phase : '',
        'pull-request-number': String(pull?.number ?? ''),
        'pull-request-url': pull?.url ?? '',
        'head-sha': thread?.branch?.head ?? '',
        'subtasks-done': String(settled.length),
        'subtasks-total': String(state?.statuses.length ?? 0),
        'tokens-input': String(usage?.input ?? 0),
        'tokens-cached': String(usage?.cached ?? 0),
        'tokens-output': String(usage?.output ?? 0),
        cost: usage ? costText(usage, prices) : '',
        plan: state ? planOutput(state, redact) : '',
        next: state ? nextOf(state) : '',
    };
}
/** Characters. All outputs of a job together may have 1 MB as UTF-16 (github/docs#36846); most of it is for `work`. */
const PLAN_LIMIT = 60_000;
/** The widths to which texts are cut, one after the other, until the plan fits. */
const WIDTHS = [Infinity, 2_000, 500, 100, 20];
/** The plan with its states as JSON; empty where there is none that can be read, or none that fits. */
function planOutput(state, redact) {
    if (state.reading?.kind !== 'plan')
        return '';
    const { plan, blob } = state.reading;
    const whole = {
        version: state.versions.at(-1)?.version ?? 0,
        blob,
        state: state.phase,
        title: plan.title,
        description: plan.description,
        expected_outcome: plan.expected_outcome,
        subtasks: state.statuses.map(({ subtask, state, text, sha }) => ({
            ...subtask,
            state,
            outcome: text,
            commit: sha ?? '',
        })),
        questions: plan.questions,
        risks: plan.risks,
    };
    return WIDTHS.map((width) => jsonOf(whole, (text) => cut(redact(text), width))).find(fits) ?? '';
}
const fits = (text) => text.length <= PLAN_LIMIT;
/** JSON with every text changed before it is quoted, so that no quote is taken for a part of a text. */
const jsonOf = (data, change) => JSON.stringify(data, (_, value) => (typeof value === 'string' ? change(value) : value));
const cut = (text, width) => text.length <= width ? text : `${text.slice(0, width - 1).toWellFormed()}…`;
/** US dollars as an output has them; empty without prices. */
const costText = (usage, prices) => prices ? String(Number((0,_plan_usage_js__WEBPACK_IMPORTED_MODULE_1__/* .costOf */ .ho)(usage, prices).toFixed(6))) : '';
/** Hands an outcome to the runner. The toolkit is large, and not loaded before there is use for it. */
async function handOver({ outputs, summary, problems }, env) {
    const core = await __webpack_require__.e(/* import() */ 421).then(__webpack_require__.bind(__webpack_require__, 6421));
    for (const problem of problems)
        core.setFailed(problem);
    for (const [name, value] of Object.entries(outputs))
        core.setOutput(name, value);
    // Without that file the toolkit throws.
    if (summary && env.GITHUB_STEP_SUMMARY)
        await core.summary.addRaw(summary).write();
}


/***/ })

};
