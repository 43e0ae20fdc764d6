export const id = 384;
export const ids = [384];
export const modules = {

/***/ 3593:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   U: () => (/* binding */ approversOf)
/* harmony export */ });
/** Who approved a subtask, each person once. */
const approversOf = (approvals, number) => {
    const logins = new Set();
    return approvals.filter((approval) => approval.numbers.includes(number) && !logins.has(approval.login) && logins.add(approval.login));
};


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
/* harmony import */ var _approval_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3593);
/* harmony import */ var _plan_graph_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8703);
/* harmony import */ var _owners_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1430);



/** The state of every subtask, in the order of the plan. */
function statusesOf(facts) {
    const { plan, history } = facts;
    const settled = new Set([...history.executed.keys(), ...history.abandoned.keys()]);
    const order = (0,_plan_graph_js__WEBPACK_IMPORTED_MODULE_0__/* .inOrder */ .al)(plan);
    return order.map((subtask) => {
        const approvals = (0,_approval_js__WEBPACK_IMPORTED_MODULE_1__/* .approversOf */ .U)(facts.approvals, subtask.number);
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
/* harmony import */ var _decide_status_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8660);
/* harmony import */ var _plan_usage_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3384);


/** What the plan waits for: the output `next`. */
function nextOf(state) {
    if (state.phase === 'halted' && state.halt?.reason !== 'change')
        return 'retry';
    if (state.phase === 'none' || state.phase === 'done' || state.phase === 'abandoned')
        return '';
    const waiting = (0,_decide_status_js__WEBPACK_IMPORTED_MODULE_1__/* .unapproved */ .Bo)(state.statuses).map(({ subtask }) => subtask.number);
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
const costText = (usage, prices) => prices ? String(Number((0,_plan_usage_js__WEBPACK_IMPORTED_MODULE_0__/* .costOf */ .ho)(usage, prices).toFixed(6))) : '';
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
