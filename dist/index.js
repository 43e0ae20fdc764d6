import { createRequire as __WEBPACK_EXTERNAL_createRequire } from "module";
/******/ var __webpack_modules__ = ({

/***/ 2613:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("assert");

/***/ }),

/***/ 5317:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("child_process");

/***/ }),

/***/ 6982:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("crypto");

/***/ }),

/***/ 4434:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("events");

/***/ }),

/***/ 9896:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("fs");

/***/ }),

/***/ 8611:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("http");

/***/ }),

/***/ 5692:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("https");

/***/ }),

/***/ 9278:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("net");

/***/ }),

/***/ 4589:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:assert");

/***/ }),

/***/ 6698:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:async_hooks");

/***/ }),

/***/ 4573:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:buffer");

/***/ }),

/***/ 1421:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:child_process");

/***/ }),

/***/ 7540:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:console");

/***/ }),

/***/ 7598:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:crypto");

/***/ }),

/***/ 3053:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:diagnostics_channel");

/***/ }),

/***/ 610:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:dns");

/***/ }),

/***/ 8474:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:events");

/***/ }),

/***/ 3024:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs");

/***/ }),

/***/ 1455:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs/promises");

/***/ }),

/***/ 7067:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:http");

/***/ }),

/***/ 2467:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:http2");

/***/ }),

/***/ 7030:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:net");

/***/ }),

/***/ 8161:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:os");

/***/ }),

/***/ 6760:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:path");

/***/ }),

/***/ 643:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:perf_hooks");

/***/ }),

/***/ 1792:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:querystring");

/***/ }),

/***/ 7075:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:stream");

/***/ }),

/***/ 8500:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:timers/promises");

/***/ }),

/***/ 1692:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:tls");

/***/ }),

/***/ 3136:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:url");

/***/ }),

/***/ 7975:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:util");

/***/ }),

/***/ 3429:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:util/types");

/***/ }),

/***/ 8877:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:v8");

/***/ }),

/***/ 5919:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:worker_threads");

/***/ }),

/***/ 8522:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:zlib");

/***/ }),

/***/ 857:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("os");

/***/ }),

/***/ 6928:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("path");

/***/ }),

/***/ 3193:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("string_decoder");

/***/ }),

/***/ 3557:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("timers");

/***/ }),

/***/ 4756:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("tls");

/***/ }),

/***/ 2018:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("tty");

/***/ }),

/***/ 9023:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("util");

/***/ }),

/***/ 6099:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   BK: () => (/* binding */ helpText),
/* harmony export */   FZ: () => (/* binding */ isCancel),
/* harmony export */   Lo: () => (/* binding */ COMMANDS),
/* harmony export */   RM: () => (/* binding */ parseCommand),
/* harmony export */   Uw: () => (/* binding */ isApproval),
/* harmony export */   VF: () => (/* binding */ isKind),
/* harmony export */   d$: () => (/* binding */ isPlanRequest)
/* harmony export */ });
/* harmony import */ var _guard_hidden_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(8777);
/* harmony import */ var _near_command_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(8798);


/** Makes a test for what has one of these kinds, commands and what they ask for alike. */
const isKind = (...kinds) => (one) => kinds.some((kind) => kind === one.kind);
/** An approval is counted, and not carried out. */
const isApproval = isKind('approve');
const isCancel = isKind('cancel');
const isPlanRequest = isKind('plan');
/**
 * Reads the body of a comment. Commands are case-insensitive ASCII and stand at the very beginning (`/plan …`) or are
 * the whole comment (`approve`), so nothing in quotes or code can be one. Never throws; linear time.
 */
function parseCommand(body, target) {
    const text = strip(body.replace(/\r\n/g, '\n'));
    if (target === 'issue')
        return readSlash(text, target) ?? misplaced(text) ?? { kind: 'nothing' };
    if (text === '')
        return { kind: 'nothing' };
    return readWhole(text) ?? readSlash(text, target) ?? noCommand(text) ?? feedback(text);
}
/** A slash and a word, as people write a command. What holds another slash or a full stop is a path. */
const WORD = /^\/(\p{L}[^\s/.:,;!?]{0,39})[.:,;!?]*(?=\s|$)/u;
/** A slash and an unknown word on a plan, so that a typing error is no feedback. `/retry it please` is feedback. */
function noCommand(text) {
    const word = WORD.exec(text)?.[1]?.toLowerCase();
    if (word === undefined || word === 'stop' || namesAt('pull').some((name) => name === word))
        return undefined;
    const near = (0,_near_command_js__WEBPACK_IMPORTED_MODULE_1__/* .nearSlash */ ._6)(plainOf(text), NAMES);
    if (near === 'plan')
        return { kind: 'misplaced', command: near };
    return { kind: 'unknown', ...(near === undefined ? {} : { near }) };
}
/** A command that nothing follows: `/retry not yet please` asks for the opposite. */
const alone = (kind) => (rest) => rest === '' ? { kind } : undefined;
const EVERYWHERE = [
    {
        name: 'doctor',
        usage: '/doctor',
        meaning: 'test the setup: repository, token, sandbox and model',
        read: alone('doctor'),
    },
    { name: 'help', usage: '/help', meaning: 'list the commands', read: () => ({ kind: 'help' }) },
];
const at = (target, rows) => rows.map((row) => ({ target, ...row }));
/** Each problem stands whole where it is found: `npm run docs` reads code, reason and remedy there, for `docs/errors.md`. */
const malformed = (command, problem) => ({
    kind: 'malformed',
    command,
    ...problem,
});
const NO_QUESTION = malformed('ask', {
    code: 'no-question',
    reason: 'What is your question?',
    remedy: 'Comment `/ask <question>`.',
});
const NO_REVISION = malformed('revise', {
    code: 'nothing-to-revise',
    reason: 'What should change?',
    remedy: 'Comment `/revise <what>`.',
});
/** The commands of the grammar, of `/help` and of the README, in the order in which people see them. */
const COMMANDS = [
    ...at('issue', [
        {
            name: 'plan',
            usage: '/plan [request]',
            meaning: 'draft a plan for the request, or for this issue if you give none',
            read: (request) => ({ kind: 'plan', request }),
        },
        {
            name: 'ask',
            usage: '/ask question',
            meaning: 'ask about the code; changes nothing',
            read: (question) => ({ kind: 'ask', question }),
        },
        ...EVERYWHERE,
    ]),
    ...at('pull', [
        { name: 'approve', usage: 'approve', meaning: 'approve the current plan' },
        { name: 'approve', usage: 'approve 1-3, 5', meaning: 'approve only these subtasks' },
        {
            name: 'approve',
            usage: 'approve <id>',
            meaning: 'approve the plan version with this id, if it is the current one',
        },
        { name: 'cancel', usage: 'cancel', meaning: 'end a plan that is not done (also: stop)' },
        {
            name: 'skip',
            usage: '/skip N [reason]',
            meaning: 'skip subtask N and what depends on it',
            read: (rest) => readSkip('skip', rest),
        },
        {
            name: 'undo',
            usage: '/undo N [reason]',
            meaning: 'revert subtask N and everything built on it, by one commit each',
            read: (rest) => readSkip('undo', rest),
        },
        {
            name: 'update',
            usage: '/update',
            meaning: 'merge the base branch into the branch of the plan',
            read: alone('update'),
        },
        { name: 'retry', usage: '/retry', meaning: 'continue a paused plan', read: alone('retry') },
        {
            name: 'replan',
            usage: '/replan [request]',
            meaning: 'plan again what is not done yet',
            read: (request) => ({ kind: 'replan', request }),
        },
        {
            name: 'revise',
            usage: '/revise text',
            meaning: 'change the plan, even while it runs',
            read: (text) => (text === '' ? NO_REVISION : { kind: 'revise', text }),
        },
        {
            name: 'fix',
            usage: '/fix [what]',
            meaning: 'plan a fix for failed CI, when the plan is done or paused',
            read: (what) => ({ kind: 'fix', what }),
        },
        {
            name: 'ask',
            usage: '/ask question',
            meaning: 'get an answer; the plan and its approvals stay as they are',
            read: (question) => (question === '' ? NO_QUESTION : { kind: 'ask', question }),
        },
        {
            name: 'verify',
            usage: '/verify',
            meaning: 'check the record, commits and approvals of the plan, also when it is merged or closed',
            read: alone('verify'),
        },
        {
            name: 'note',
            usage: '/note text',
            meaning: 'talk to each other; the bot ignores it',
            read: () => ({ kind: 'note' }),
        },
        ...EVERYWHERE,
    ]),
];
/** The five words that most people need, wherever they ask. Source: SPEC.md section 3. */
const FIRST_WORDS = `- \`/plan [request]\` on an issue: ask for a plan
- a reply on the plan: say what should be different
- \`approve\` on the plan: run it
- \`cancel\` (or \`stop\`) on the plan: end it
- \`/revise text\` on the plan: change it, even while it runs`;
const GROUPS = [
    ['Run', ['approve', 'skip', 'undo', 'retry', 'update']],
    ['Change', ['replan', 'fix']],
    ['Ask', ['ask', 'verify', 'note', 'doctor', 'help']],
];
/** The answer to `/help` as Markdown: the first words, then the other commands for an issue or a plan in groups. */
function helpText(target) {
    const rest = COMMANDS.filter((row) => row.target === target && row.usage !== 'approve');
    const groups = GROUPS.map(([heading, names]) => {
        const rows = rest.filter(({ name }) => names.includes(name));
        return rows.length === 0
            ? ''
            : [`**${heading}**\n`, ...rows.map(({ usage, meaning }) => `- \`${usage}\`: ${meaning}`)].join('\n');
    });
    return [FIRST_WORDS, ...groups].filter(Boolean).join('\n\n');
}
const IS_BLANK = new RegExp(_guard_hidden_js__WEBPACK_IMPORTED_MODULE_0__/* .BLANK */ .Z4);
/** By hand, because `/[…]+$/` takes quadratic time on long runs of blanks inside a text. */
function strip(text) {
    let [start, end] = [0, text.length];
    while (start < end && IS_BLANK.test(text.charAt(start)))
        start += 1;
    while (end > start && IS_BLANK.test(text.charAt(end - 1)))
        end -= 1;
    return text.slice(start, end);
}
/** `/word`, then white space or the end. A byte order mark is hidden, so it is no white space here. */
const SLASH = /^\/([a-z]+)(?![^\s]|\ufeff)/i;
/** Reads a command that begins with a slash; undefined when it is none for that target. */
function readSlash(text, target) {
    const [, word = ''] = SLASH.exec(text) ?? [];
    const row = COMMANDS.find((one) => one.target === target && one.name === word.toLowerCase());
    return row?.read?.(strip(text.slice(word.length + 1)));
}
/** The number of a subtask and a reason, which `/skip` and `/undo` take. */
function readSkip(kind, rest) {
    const [, digits, reason = ''] = /^(\d{1,4})[.:,]?(?:\s+(.*))?$/s.exec(rest) ?? [];
    const remedy = `Comment \`/${kind} ${digits ?? 'N'}\`, or \`/${kind} ${digits ?? 'N'} <reason>\`.`;
    if (digits === undefined) {
        const why = rest === '' ? 'does not say which subtask' : 'must be followed by the number of a subtask';
        return malformed(kind, { code: 'which-subtask', reason: `\`/${kind}\` ${why}.`, remedy });
    }
    if (/^[\d\s,-]+$/.test(reason))
        return malformed(kind, { code: 'which-subtask', reason: 'One subtask at a time.', remedy });
    return { kind, number: Number(digits), reason: reason.replace(/\s+/g, ' ') };
}
/** The whole comment: an optional slash, quotes or backticks around it, and one full stop or exclamation mark. */
const WHOLE = /^(["'`]?)\/?(approve|cancel|stop)(?:[ \t]+([\da-f,-](?:[\da-f,\- \t]*[\da-f,-])?))?([.!]?)\1([.!]?)$/i;
function readWhole(text) {
    const [found, , word = '', list, inside = '', outside = ''] = WHOLE.exec(text) ?? [];
    if (found === undefined || (inside !== '' && outside !== ''))
        return undefined;
    if (word.toLowerCase() === 'approve')
        return readApprove(list);
    return list === undefined ? { kind: 'cancel' } : undefined;
}
/** Ranges in one approval. No plan has as many subtasks. */
const MAX_RANGES = 100;
/** Seven digits or more are a blob id; five or six are neither that nor a subtask, so they are feedback. */
function readApprove(list) {
    if (list === undefined)
        return { kind: 'approve', scope: { kind: 'all' } };
    if (/^[0-9a-f]{7,40}$/i.test(list))
        return { kind: 'approve', scope: { kind: 'blob', blob: list.toLowerCase() } };
    if (!/^[\d,\- \t]+$/.test(list) || /\d{5}/.test(list))
        return undefined;
    const remedy = 'Write numbers and ranges from low to high, with commas between them.';
    const ranges = list.split(',').map((part) => /^[ \t]*(\d{1,4})(?:-(\d{1,4}))?[ \t]*$/.exec(part));
    const numbers = new Set();
    if (ranges.length > MAX_RANGES)
        return malformed('approve', { code: 'no-list', reason: 'That list is too long.', remedy });
    for (const range of ranges) {
        if (!range)
            return malformed('approve', { code: 'no-list', reason: `\`${list}\` is not a list of subtasks.`, remedy });
        const [from, to] = [Number(range[1]), Number(range[2] ?? range[1])];
        if (to < from)
            return malformed('approve', { code: 'no-list', reason: `\`${from}-${to}\` is backwards.`, remedy });
        for (let number = from; number <= to; number++)
            numbers.add(number);
    }
    return { kind: 'approve', scope: { kind: 'numbers', numbers: [...numbers].sort((a, b) => a - b) } };
}
/** What is written on an issue and belongs on its plan, or was meant as a command of an issue. */
function misplaced(text) {
    const command = readWhole(text) ?? readSlash(text, 'pull');
    const name = command?.kind === 'malformed' ? command.command : NAMES.find((one) => one === command?.kind);
    if (name !== undefined && name !== 'note')
        return { kind: 'misplaced', command: name };
    // What begins like a path is one.
    const near = /^\/\w+\//.test(text) ? undefined : (0,_near_command_js__WEBPACK_IMPORTED_MODULE_1__/* .nearSlash */ ._6)(text.toLowerCase(), namesAt('issue'));
    return near === 'plan' || near === 'ask' ? { kind: 'unknown', near } : undefined;
}
/** Only a reply that says how to approve rests on `meant`: it folds look-alike letters and forgives typing errors. */
const feedback = (text) => (0,_near_command_js__WEBPACK_IMPORTED_MODULE_1__/* .consents */ .EO)(plainOf(text)) ? { kind: 'feedback', text, meant: 'approve' } : { kind: 'feedback', text };
/** The names in the order in which a near miss is looked for: those of a plan come first, since it is read there. */
const NAMES = [...new Set([...namesAt('pull'), ...namesAt('issue')])];
function namesAt(target) {
    return COMMANDS.filter((row) => row.target === target).map(({ name }) => name);
}
const plainOf = (text) => (0,_guard_hidden_js__WEBPACK_IMPORTED_MODULE_0__/* .withoutHidden */ .P)(text.normalize('NFKC')).toLowerCase();


/***/ }),

/***/ 8798:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   EO: () => (/* binding */ consents),
/* harmony export */   Vy: () => (/* binding */ consentOrThanks),
/* harmony export */   _6: () => (/* binding */ nearSlash),
/* harmony export */   kF: () => (/* binding */ mentionsAnotherAccount)
/* harmony export */ });
/** The command that a slash and a word come close to. */
function nearSlash(text, names) {
    const [, word] = /^["'`]{0,3}[/\\] ?([a-z]{2,10})/.exec(text) ?? [];
    if (word === undefined)
        return undefined;
    return names.find((name) => name === word) ?? names.find((name) => isNear(word, name));
}
/** Whether a text, in small letters and without hidden characters, holds words of consent, or one close to `approve`. */
function consents(text) {
    if (/approv|aprov|approb/.test(text) || ANYWHERE.test(text))
        return true;
    if (text.length <= MAX_CONSENT_CHARACTERS && FIRST.test(text))
        return true;
    return text.split(/[^\p{L}\p{N}]+/u).some((word) => isNear(word, 'approve'));
}
/** Whether a word differs from a name by at most one letter that is changed, added, left out or swapped with the next. */
function isNear(word, name) {
    let same = 0;
    while (same < name.length && word[same] === name[same])
        same++;
    const [written, meant] = [word.slice(same), name.slice(same)];
    const isSwapped = written[0] === meant[1] && written[1] === meant[0] && written.slice(2) === meant.slice(2);
    return [meant, meant.slice(1)].includes(written.slice(1)) || written === meant.slice(1) || isSwapped;
}
/** What people say in the place of `approve`: anywhere in a reply, at the beginning of a short one, or alone. */
const CONSENT = {
    anywhere: ['lgtm', 'sgtm', 'ship it', 'go ahead', 'go for it', 'looks good', 'sounds good', 'all good'],
    first: [
        ...['do it', 'proceed', 'agree', 'agreed', 'accept', 'accepted', 'confirm', 'confirmed', 'merge', 'merge it'],
        ...['\u{1F44D}', '\u{1F680}', '\u2705', '+1', ':+1:', ':shipit:'],
    ],
    alone: [
        ...['do that', 'start', 'run it', 'looks good to me', 'looks great', 'sounds good to me', 'good to go', ':rocket:'],
    ],
};
/** Words of consent where no question of the plan is open that they may answer. */
const YES = { first: ['yes', 'yep', 'yeah', 'ok', 'okay', 'sure', 'fine', 'great', 'perfect'], alone: ['nice', 'good'] };
const oneOf = (words) => `(?:${words.map(literal).join('|')})(?![\\p{L}\\p{N}])`;
const literal = (word) => word.replaceAll('+', '\\+');
const ANYWHERE = new RegExp(`(?<![\\p{L}\\p{N}])${oneOf(CONSENT.anywhere)}`, 'u');
const FIRST = new RegExp(`^${oneOf([...CONSENT.first, ...YES.first])}`, 'u');
const THANKS = /^(?:(?:many )?(?:thanks|thx)|thank you|ty|cheers|much appreciated|(?:nice|good|great) (?:work|job)|well done|\u{1F64F}|\u2764\ufe0f?)(?: (?:a lot|so much|very much|again|all|for (?:this|that|it|the plan|your (?:help|work))))?$/u;
/** Characters. A longer text may ask for something, even when it begins with a friendly word. */
const MAX_CONSENT_CHARACTERS = 60;
/** What a reply is that asks for nothing. `mayAnswer`: the plan asks questions, which a bare "yes" may answer. */
function consentOrThanks(text, mayAnswer) {
    if (text.length > MAX_CONSENT_CHARACTERS)
        return undefined;
    const phrases = text
        .toLowerCase()
        .replace(/[\u{1F44D}\u{1F680}\u2705\u{1F64F}]/gu, ',$&,')
        .split(/[,.!;\n]+|\band\b/)
        .map((phrase) => phrase.trim().replace(/^(?:please|yes|ok|okay|great) (?=\S)| please$| @[\w-]+$/g, ''))
        .filter((phrase) => phrase !== '');
    const notThanks = phrases.filter((phrase) => !THANKS.test(phrase) && phrase !== 'please');
    if (notThanks.length === 0)
        return phrases.some((phrase) => phrase !== 'please') ? 'thanks' : undefined;
    const consentWords = [CONSENT, ...(mayAnswer ? [] : [YES])].flatMap((words) => Object.values(words).flat());
    return notThanks.every((phrase) => consentWords.includes(phrase)) ? 'consent' : undefined;
}
/** Whether a text begins with a mention of an account other than the bot, whose name may end in `[bot]`. */
function mentionsAnotherAccount(text, { login }) {
    const [, name] = /^@([\w-]+(?:\/[\w-]+)?)/.exec(text.trim()) ?? [];
    return name !== undefined && name.toLowerCase() !== login.toLowerCase().replace(/\[bot\]$/, '');
}


/***/ }),

/***/ 8777:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   JE: () => (/* binding */ holdsVisible),
/* harmony export */   P: () => (/* binding */ withoutHidden),
/* harmony export */   Z4: () => (/* binding */ BLANK),
/* harmony export */   aj: () => (/* binding */ withoutNeedlessHidden)
/* harmony export */ });
// All lists of invisible characters, except the byte order mark of files, which `src/plan/parts.ts` removes: there it is
// part of the encoding.
/**
 * One character that means nothing at either end of a comment, as the source of a pattern: white space, a byte order
 * mark, or one of no width, which editors and phones leave there. Other hidden characters stay out on purpose: a
 * comment that begins with a mark of direction or a tag is no command.
 */
const BLANK = String.raw `[\s\u200b-\u200d\u2060\ufeff]`;
/** Invisible characters and those that change the text direction: fillers, joiners, tags, controls but `\n` and `\t`. */
const HIDDEN = String.raw `[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}]|(?![\n\t])\p{Cc}`;
/** A single hidden character where an emoji or a script needs it to be rendered correctly. */
const RENDERING = String.raw `(?<=\p{ExtPict})\ufe0f|(?<=\p{ExtPict}\ufe0f?)\u200d(?=\p{ExtPict})|(?<=[\u0600-\u0dff])[\u200c\u200d](?=[\u0600-\u0dff])`;
const ALL = new RegExp(HIDDEN, 'gu');
const RENDERING_OR_HIDDEN = new RegExp(`(${RENDERING})|${HIDDEN}`, 'gu');
/** Removes all hidden characters, from untrusted text that a model reads. */
const withoutHidden = (text) => text.replace(ALL, '');
/** Text that Markdown does not render: comments (also unclosed ones), tags, and entities. */
const UNSHOWN = /<!--[\s\S]*?(?:-->|$)|<\/?[a-z][^<>]*>|&#?\w{1,40};/gi;
/** Whether rendered Markdown shows a letter, digit or symbol; white space, fillers and punctuation do not count. */
const holdsVisible = (text) => /[\p{L}\p{N}\p{S}]/u.test(withoutHidden(text.replace(UNSHOWN, '')).replaceAll('\u2800', ''));
/** Removes hidden characters but those in emoji and scripts that need them, from text that must look the same after. */
const withoutNeedlessHidden = (text) => text.replace(RENDERING_OR_HIDDEN, (_, needed) => needed ?? '');


/***/ }),

/***/ 5892:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   FG: () => (/* binding */ closedRepository),
/* harmony export */   L2: () => (/* binding */ brokenByProxy),
/* harmony export */   Ts: () => (/* binding */ tokenExpired),
/* harmony export */   cB: () => (/* binding */ isSetUpFailure),
/* harmony export */   dJ: () => (/* binding */ PUSH_FORBIDDEN),
/* harmony export */   dd: () => (/* binding */ valueOr),
/* harmony export */   fI: () => (/* binding */ problemText),
/* harmony export */   h4: () => (/* binding */ damagedStore),
/* harmony export */   kc: () => (/* binding */ errorText),
/* harmony export */   yo: () => (/* binding */ UserError)
/* harmony export */ });
/** The code of a push that rules or permissions refuse. */
const PUSH_FORBIDDEN = 'push-forbidden';
/**
 * Something that a person can fix: a wrong input, a missing key, a setting of the repository.
 * `message` is one sentence that says what is wrong, `remedy` one sentence that says what to do.
 * It is the only error whose text people see; everything else that is thrown is an outage or a bug.
 */
class UserError extends Error {
    code;
    remedy;
    /** When it passes by itself. */
    until;
    /** The last lines that a command printed, for a block that people open. */
    output;
    constructor(code, message, remedy, options) {
        super(message, options);
        this.name = 'UserError';
        this.code = code;
        this.remedy = remedy;
        this.until = options?.until;
        this.output = options?.output;
    }
}
/** Whether `setup-command` failed, or what it left cannot be used. */
const isSetUpFailure = (error) => error instanceof UserError && error.code === 'setup-failed';
/** The text of whatever was thrown, for logs; never for comments, which must hold no stack and no path. */
const errorText = (error) => (error instanceof Error ? error.message : String(error));
/** What a run reports of whatever was thrown: what a person can fix and how, or else what failed and why. */
const problemText = (error, failed) => error instanceof UserError ? `${error.message} ${error.remedy}` : `${failed}: ${errorText(error)}`;
/** What is read, or another value where that throws. */
function valueOr(read, otherwise) {
    try {
        return read();
    }
    catch {
        return otherwise;
    }
}
/** GitHub accepted the token at first, and does not any more. The token of a GitHub App lives an hour. */
const tokenExpired = (cause) => new UserError('token-expired', 'GitHub no longer accepts the token of the input `github-token`, which it took at the start of this run.', 'Run the job again; with the token of a GitHub App, keep `time-budget` at 50 minutes or less.', { cause });
/** The proxy on the way to GitHub answers 407, drops connections, or refuses them. */
function brokenByProxy({ host, proxy = 'HTTPS_PROXY', why }, cause) {
    if (why === '407')
        return new UserError('proxy', `The proxy on the way to ${host} wants a name and a password (407).`, `Put them into the address in \`${proxy}\` of the runner, or name the host in \`NO_PROXY\`.`, { cause });
    return new UserError('proxy', `No answer of ${host} came through the proxy (${why ?? 'no reason known'}).`, `Let the proxy in \`${proxy}\` of the runner pass connections to this host, or name the host in \`NO_PROXY\`.`, { cause });
}
/** Remedies for refusals that apply to every token of an organisation or repository, by words of GitHub's message. */
const CLOSED_REMEDIES = [
    [
        /IP allow list/i,
        'Have an owner of the organisation add the address of this runner to its IP allow list, or take a runner whose address is on it.',
    ],
    [/\barchived so\b/i, 'Unarchive the repository (Settings → General → Danger Zone), then run the job again.'],
];
/** The error for an IP allow list or an archived repository, with GitHub's own words; undefined for other words. */
function closedRepository(words, cause) {
    const remedy = CLOSED_REMEDIES.find(([row]) => row.test(words))?.[1];
    const message = `GitHub refuses the request: ${words}${words.endsWith('.') ? '' : '.'}`;
    return remedy === undefined ? undefined : new UserError('repository-closed', message, remedy, { cause });
}
const DAMAGED_OBJECT = /possible repository corruption|\b(?:object|pack|packfile)\b.{0,300}\b(?:corrupt|damaged|is empty|checksum mismatch)|inflate: data stream error|unable to (?:unpack .{0,100} header|stream [0-9a-f]{40})|hash mismatch [0-9a-f]{40}/i;
/** The error for objects that git cannot read back, at GitHub or in the clone of a run. Undefined for other words. */
function damagedStore(words) {
    if (!DAMAGED_OBJECT.test(words))
        return undefined;
    const id = /\b[0-9a-f]{2}\/?[0-9a-f]{38}\b/.exec(words)?.[0].replace('/', '');
    const location = /^remote:|remote side/m.test(words) ? 'the repository on GitHub' : 'the clone of this run';
    return new UserError('damaged-objects', `The object store of ${location} is damaged: git cannot read ${id === undefined ? 'an object' : `the object \`${id}\``}.`, 'Run the job again, which fetches everything again. If it comes back, have `git fsck` look at a clone and at the disk of the runner.', { cause: words });
}


/***/ }),

/***/ 342:
/***/ ((__webpack_module__, __unused_webpack___webpack_exports__, __nccwpck_require__) => {

__nccwpck_require__.a(__webpack_module__, async (__webpack_handle_async_dependencies__, __webpack_async_result__) => { try {
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(3024);
/* harmony import */ var _observe_event_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(7064);
/* harmony import */ var _runner_env_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(3789);



// Only this file reads the environment, and reports the outcome of a run to the runner.
const { env } = process;
const OPENAI = 'https://api.openai.com/v1';
// An irrelevant event has no destination: the process ends before anything else is loaded. `mode: work` needs no event.
const event = { name: env.GITHUB_EVENT_NAME ?? '', payload: (0,_runner_env_js__WEBPACK_IMPORTED_MODULE_2__/* .readPayload */ .rD)(env) };
const destination = (0,_observe_event_js__WEBPACK_IMPORTED_MODULE_1__/* .destinationOf */ .My)(event, (0,_observe_event_js__WEBPACK_IMPORTED_MODULE_1__/* .eventSettingsOf */ .hR)(env));
const addresses = [env.GITHUB_API_URL, env.GITHUB_SERVER_URL, (0,_runner_env_js__WEBPACK_IMPORTED_MODULE_2__/* .rawInput */ .JR)(env, 'openai-base-url') || OPENAI];
const wrongProxy = (0,_runner_env_js__WEBPACK_IMPORTED_MODULE_2__/* .proxyProblem */ .wS)(addresses, env);
if ((0,_runner_env_js__WEBPACK_IMPORTED_MODULE_2__/* .rawInput */ .JR)(env, 'mode') === 'work') {
    (0,_runner_env_js__WEBPACK_IMPORTED_MODULE_2__/* .maskSecrets */ .QU)(env);
    const { configureProcess, loadBeforeCommands } = await Promise.all(/* import() */[__nccwpck_require__.e("zod-2"), __nccwpck_require__.e("undici"), __nccwpck_require__.e("process")]).then(__nccwpck_require__.bind(__nccwpck_require__, 6499));
    const stop = configureProcess(env);
    const { runWork } = await Promise.all(/* import() */[__nccwpck_require__.e("zod-2"), __nccwpck_require__.e("zod"), __nccwpck_require__.e("smol-toml"), __nccwpck_require__.e("clone-connect-run-work-job"), __nccwpck_require__.e("outputs-run-work-job"), __nccwpck_require__.e("run-work-job"), __nccwpck_require__.e("work-job")]).then(__nccwpck_require__.bind(__nccwpck_require__, 4));
    await loadBeforeCommands(process.argv[1], env.GITHUB_WORKSPACE);
    await end(await runWork({ env, stop }));
}
else if (event.payload === undefined) {
    await fail('The runner gave no event payload (GITHUB_EVENT_PATH). Run this as a step of a GitHub Actions workflow.');
}
else if (destination && wrongProxy !== undefined) {
    await fail(wrongProxy);
}
else if (destination) {
    (0,_runner_env_js__WEBPACK_IMPORTED_MODULE_2__/* .maskSecrets */ .QU)(env);
    // The fetch takes longest, so it starts before the larger part of the program is loaded.
    const { beginClone } = await Promise.all(/* import() */[__nccwpck_require__.e("clone-connect-run-work-job"), __nccwpck_require__.e("clone")]).then(__nccwpck_require__.bind(__nccwpck_require__, 5713));
    const clone = beginClone(event, destination, env);
    const { configureProcess, loadBeforeCommands } = await Promise.all(/* import() */[__nccwpck_require__.e("zod-2"), __nccwpck_require__.e("undici"), __nccwpck_require__.e("process")]).then(__nccwpck_require__.bind(__nccwpck_require__, 6499));
    const stop = configureProcess(env);
    // The first request is sent before the rest is loaded, too, so that GitHub answers meanwhile.
    const { connect } = await Promise.all(/* import() */[__nccwpck_require__.e("zod-2"), __nccwpck_require__.e("zod"), __nccwpck_require__.e("undici"), __nccwpck_require__.e("octokit-plugin-rest-endpoint-methods"), __nccwpck_require__.e("clone-connect-run-work-job"), __nccwpck_require__.e("connect")]).then(__nccwpck_require__.bind(__nccwpck_require__, 1804));
    const connection = await connect(env, clone);
    const { run } = await Promise.all(/* import() */[__nccwpck_require__.e("zod-2"), __nccwpck_require__.e("zod"), __nccwpck_require__.e("smol-toml"), __nccwpck_require__.e("clone-connect-run-work-job"), __nccwpck_require__.e("outputs-run-work-job"), __nccwpck_require__.e("run-work-job"), __nccwpck_require__.e("run")]).then(__nccwpck_require__.bind(__nccwpck_require__, 7006));
    await loadBeforeCommands(process.argv[1], env.GITHUB_WORKSPACE);
    await end(await run(destination, { env, event, clone, connection, stop }));
}
else if ((0,_runner_env_js__WEBPACK_IMPORTED_MODULE_2__/* .rawInput */ .JR)(env, 'mode') === 'decide') {
    // A matrix needs a list, even an empty one.
    if (env.GITHUB_OUTPUT)
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.appendFileSync)(env.GITHUB_OUTPUT, 'work=[]\n');
}
async function fail(text) {
    await end({ outputs: {}, summary: '', problems: [{ text }] });
}
async function end(outcome) {
    const { reportOutcome } = await Promise.all(/* import() */[__nccwpck_require__.e("zod-2"), __nccwpck_require__.e("zod"), __nccwpck_require__.e("outputs-run-work-job"), __nccwpck_require__.e("outputs")]).then(__nccwpck_require__.bind(__nccwpck_require__, 384));
    await reportOutcome(outcome, env);
}

__webpack_async_result__();
} catch(e) { __webpack_async_result__(e); } }, 1);

/***/ }),

/***/ 7064:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   My: () => (/* binding */ destinationOf),
/* harmony export */   bM: () => (/* binding */ asksInText),
/* harmony export */   dV: () => (/* binding */ defaultBranchOf),
/* harmony export */   hR: () => (/* binding */ eventSettingsOf)
/* harmony export */ });
/* harmony import */ var _decide_words_command_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(6099);
/* harmony import */ var _runner_env_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(3789);
/* harmony import */ var _guard_hidden_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(8777);



/** The raw inputs for filtering events, which are not validated yet. */
const eventSettingsOf = (env) => ({
    token: (0,_runner_env_js__WEBPACK_IMPORTED_MODULE_1__/* .rawInput */ .JR)(env, 'github-token'),
    branchPrefix: (0,_runner_env_js__WEBPACK_IMPORTED_MODULE_1__/* .rawInput */ .JR)(env, 'branch-prefix') || 'plan/',
    planLabel: (0,_runner_env_js__WEBPACK_IMPORTED_MODULE_1__/* .rawInput */ .JR)(env, 'plan-label') || 'plan',
    interactive: (0,_runner_env_js__WEBPACK_IMPORTED_MODULE_1__/* .isOn */ .Mp)((0,_runner_env_js__WEBPACK_IMPORTED_MODULE_1__/* .rawInput */ .JR)(env, 'interactive-planning')) || (0,_runner_env_js__WEBPACK_IMPORTED_MODULE_1__/* .isOn */ .Mp)(env.ENABLE_INTERACTIVE_PLANNING),
    workflow: workflowIn(env.GITHUB_WORKFLOW_REF ?? ''),
});
/** What to observe for an event, by the payload alone, so that ignored events need no request. */
function destinationOf(event, settings) {
    if (event.name === 'schedule')
        return { kind: 'all-plans' };
    const payload = record(event.payload);
    if (event.name === 'workflow_dispatch' && (record(payload.inputs).number ?? '') === '')
        return { kind: 'repository' };
    const row = Object.hasOwn(EVENTS, event.name) ? EVENTS[event.name] : undefined;
    const isMatchingAction = row && (row.action === undefined || row.action === payload.action);
    const target = isMatchingAction ? row.targetIn(payload, settings) : undefined;
    return target && { kind: 'target', target };
}
const EVENTS = {
    issue_comment: { action: 'created', targetIn: targetOfComment },
    pull_request_review: { action: 'submitted', targetIn: targetOfReview },
    pull_request_review_comment: { action: 'created', targetIn: targetOfReview },
    // Side refs of a plan are deleted when its pull request is closed.
    pull_request: { action: 'closed', targetIn: targetOfPlan },
    issues: { targetIn: targetOfIssue },
    workflow_run: { action: 'completed', targetIn: (all, by) => targetOfChecks(all, record(all.workflow_run), by) },
    check_suite: { action: 'completed', targetIn: (all, by) => targetOfChecks(all, record(all.check_suite), by) },
    workflow_dispatch: { targetIn: (all) => targetTyped(record(all.inputs).number, all) },
    repository_dispatch: { targetIn: (all) => targetTyped(record(all.client_payload).number, all) },
};
function targetOfComment(payload, settings) {
    const issue = record(payload.issue);
    const comment = record(payload.comment);
    if (!isPerson(comment.user))
        return undefined;
    const isPull = Boolean(issue.pull_request);
    const isPlanRequest = isPull && asksInText(text(comment.body), 'pull');
    const isForUs = isPull ? isPlanRequest || mayBePlan(issue, settings) : readsAsIssueCommand(text(comment.body));
    const target = isForUs ? targetNumbered(issue.number) : undefined;
    return target && { ...target, isPull, comment: commentBy(comment), ...(isPlanRequest ? { plansPull: true } : {}) };
}
const commentBy = ({ id, user }) => ({
    id: Number(id) || 0,
    by: text(record(user).login),
});
/** Whether a pull request may be a plan: with an app's token, plans are opened by a bot, not by people. */
const mayBePlan = (issue, { token }) => !token.startsWith('ghs_') || record(issue.user).type === 'Bot';
/** Whether a text asks the model for something, by a cheap pattern instead of the grammar. */
const asksInText = (body, on) => (on === 'pull' ? PLAN_REQUEST : MODEL_REQUEST).test(body);
const PLAN_REQUEST = new RegExp(String.raw `^${_guard_hidden_js__WEBPACK_IMPORTED_MODULE_2__/* .BLANK */ .Z4}*/plan\b`, 'i');
const MODEL_REQUEST = new RegExp(String.raw `^${_guard_hidden_js__WEBPACK_IMPORTED_MODULE_2__/* .BLANK */ .Z4}*/(?:plan|ask)\b`, 'i');
const readsAsIssueCommand = (body) => (0,_decide_words_command_js__WEBPACK_IMPORTED_MODULE_0__/* .parseCommand */ .RM)(body, 'issue').kind !== 'nothing';
function targetOfReview(payload, settings) {
    const remark = record(payload.review ?? payload.comment);
    const target = isPerson(remark.user) ? targetOfPlan(payload, settings) : undefined;
    return target && { ...target, comment: { ...commentBy(remark), id: 0 } };
}
/** The plan of a pull request, if it is from a branch of this repository with a plan's name. */
function targetOfPlan(payload, { branchPrefix }) {
    const pull = record(payload.pull_request);
    const head = record(pull.head);
    const isOurs = record(head.repo).full_name === record(payload.repository).full_name && text(head.ref).startsWith(branchPrefix);
    const target = isOurs ? targetNumbered(pull.number) : undefined;
    return target && { ...target, isPull: true };
}
/** The plan whose branch was checked, by other workflows than ours: by pull request, or by the branch name. */
function targetOfChecks(payload, endedRun, settings) {
    const branch = text(endedRun.head_branch);
    const { full_name: here } = record(payload.repository);
    const from = endedRun.head_repository === undefined ? here : record(endedRun.head_repository).full_name;
    if (!branch.startsWith(settings.branchPrefix) || from !== here)
        return undefined;
    if (settings.workflow && workflowIn(text(endedRun.path)) === settings.workflow)
        return undefined;
    const pulls = Array.isArray(endedRun.pull_requests) ? endedRun.pull_requests : [];
    const pull = pulls.map(record).find(({ head }) => record(head).ref === branch);
    const target = pull && targetNumbered(pull.number);
    if (target)
        return { ...target, isPull: true, checked: true };
    const issue = targetNumbered(/^issue-(\d{1,10})(?:-\d+)?$/.exec(branch.slice(settings.branchPrefix.length))?.[1]);
    return issue && { ...issue, isPull: false, checked: true };
}
/** The path of a workflow in a reference such as `owner/name/.github/workflows/plan.yml@refs/heads/main`. */
const workflowIn = (reference) => /\.github\/workflows\/[^@]*/.exec(reference)?.[0] ?? '';
/** A label that asks for a plan, or a new issue that begins with a command, or any new one in interactive mode. */
function targetOfIssue(payload, { planLabel, interactive }) {
    const issue = record(payload.issue);
    if (issue.pull_request)
        return undefined;
    const isLabel = payload.action === 'labeled' && record(payload.label).name === planLabel;
    const body = payload.action === 'opened' && asksInText(text(issue.body), 'issue') ? text(issue.body) : undefined;
    if (!isLabel && body === undefined && !(payload.action === 'opened' && interactive))
        return undefined;
    // The text of an issue is its author's, even if another person transferred it here.
    const requester = isLabel ? payload.sender : issue.user;
    const target = isPerson(requester) ? targetNumbered(issue.number) : undefined;
    const by = { login: text(record(requester).login), id: Number(record(requester).id) || 0, type: 'User' };
    const asked = { kind: isLabel ? 'label' : 'opened', by, at: text(issue.updated_at) };
    return target && { ...target, isPull: false, asked: { ...asked, ...(body === undefined ? {} : { body }) } };
}
const record = (value) => (typeof value === 'object' && value !== null ? { ...value } : {});
const text = (value) => (typeof value === 'string' ? value : '');
const isPerson = (user) => record(user).type === 'User';
function targetNumbered(value) {
    const number = typeof value === 'number' ? value : /^\d{1,10}$/.test(text(value).trim()) ? Number(value) : 0;
    return Number.isSafeInteger(number) && number > 0 ? { number } : undefined;
}
/** A number as people type it: `12`, `#12`, or the URL of an issue or pull request of this repository. */
function targetTyped(value, payload) {
    const typed = text(value).trim();
    const [, repository = '', number] = ISSUE_URL.exec(typed) ?? [];
    if (number === undefined)
        return targetNumbered(typed === '' ? value : typed.replace(/^#/, ''));
    const here = text(record(payload.repository).full_name);
    return repository.toLowerCase() === here.toLowerCase() ? targetNumbered(number) : undefined;
}
const ISSUE_URL = /^https?:\/\/[^/\s]+\/([^/\s]+\/[^/\s]+)\/(?:issues|pull)\/(\d{1,10})(?:[/?#]|$)/;
const defaultBranchOf = (event) => text(record(record(event.payload).repository).default_branch) || 'main';


/***/ }),

/***/ 3789:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   $l: () => (/* binding */ maskSecret),
/* harmony export */   JR: () => (/* binding */ rawInput),
/* harmony export */   Mp: () => (/* binding */ isOn),
/* harmony export */   PD: () => (/* binding */ errorsPage),
/* harmony export */   QU: () => (/* binding */ maskSecrets),
/* harmony export */   iJ: () => (/* binding */ proxyFor),
/* harmony export */   l7: () => (/* binding */ releaseOf),
/* harmony export */   nD: () => (/* binding */ proxyAddress),
/* harmony export */   rD: () => (/* binding */ readPayload),
/* harmony export */   wS: () => (/* binding */ proxyProblem)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(3024);
/* harmony import */ var node_net__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(7030);
/* harmony import */ var _lib_errors_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(5892);



/** The raw text of an input, as the runner hands it over in the environment; '' when it is not set. */
const rawInput = (env, name) => (env[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`] ?? '').trim();
/** Whether a flag is on, in one of the usual spellings. */
const isOn = (text = '') => /^\s*(?:true|1|yes|on)\s*$/i.test(text);
/** The webhook's payload, or undefined when the runner gave none that can be read. */
const readPayload = ({ GITHUB_EVENT_PATH: path = '' }) => (0,_lib_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .valueOr */ .dd)(() => JSON.parse((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(path, 'utf8')), undefined);
/** Has the runner hide the inputs' secrets in the log, before anything is printed or the toolkit is loaded. */
function maskSecrets(env) {
    for (const name of ['github-token', 'openai-api-key'])
        maskSecret(rawInput(env, name));
}
/** Has the runner hide one secret in the log from now on. */
function maskSecret(secret) {
    for (const line of secret.split(/[\r\n]+/).filter(Boolean))
        process.stdout.write(`::add-mask::${line.replaceAll('%', '%25')}\n`);
}
/** The page about errors of the running release; undefined where the runner does not name one on github.com. */
function errorsPage(env) {
    const { GITHUB_ACTION_REPOSITORY: repository, GITHUB_ACTION_REF: ref } = env;
    const isKnown = env['GITHUB_SERVER_URL'] === 'https://github.com' &&
        /^[\w-]{1,39}\/[\w.-]{1,100}@[\w.-][\w./-]{0,199}$/.test(releaseOf(env) ?? '');
    return isKnown ? `https://github.com/${repository}/blob/${ref}/docs/errors.md` : undefined;
}
/** The release that runs, as `owner/name@ref`. Undefined when the runner does not name it. */
const releaseOf = ({ GITHUB_ACTION_REPOSITORY: name, GITHUB_ACTION_REF: ref }) => name && ref ? `${name}@${ref}` : undefined;
/** The proxy variables of the runner, in either spelling, trimmed. */
function proxySettings(env) {
    const { http_proxy, https_proxy, no_proxy } = env;
    const { HTTP_PROXY = http_proxy, HTTPS_PROXY = https_proxy, NO_PROXY = no_proxy } = env;
    const noProxy = [...(NO_PROXY?.split(/[\s,]+/).filter(Boolean) ?? []), ...LOCAL_HOSTS];
    return { HTTP_PROXY: HTTP_PROXY?.trim(), HTTPS_PROXY: HTTPS_PROXY?.trim(), noProxy };
}
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];
/** The variable that names the proxy on the way to an address; undefined when there is none on it. */
function proxyFor(address, env) {
    if (!URL.canParse(address))
        return undefined;
    const { protocol, hostname } = new URL(address);
    const { noProxy: direct, ...proxies } = proxySettings(env);
    const name = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
    return proxies[name] && !direct.some((entry) => matchesNoProxyEntry(entry.toLowerCase(), hostname)) ? name : undefined;
}
/** Whether an entry of `NO_PROXY` (`*`, a host, a domain, either with a port, a range of addresses) covers a host. */
function matchesNoProxyEntry(entry, hostname) {
    const [network = '', bits] = entry.split('/');
    if (bits !== undefined)
        return isInRange(hostname.replace(/^\[|\]$/g, ''), network, Number(bits));
    const domain = entry.replace(/^([^:]*|\[.*\]):\d+$/, '$1').replace(/^\*?\./, '');
    return entry === '*' || (domain !== '' && (hostname === domain || hostname.endsWith(`.${domain}`)));
}
function isInRange(address, network, bits) {
    const family = (0,node_net__WEBPACK_IMPORTED_MODULE_1__.isIP)(address) === 4 ? 'ipv4' : 'ipv6';
    const range = new node_net__WEBPACK_IMPORTED_MODULE_1__.BlockList();
    // It throws for what is no address, or no range of the address's family.
    return (0,_lib_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .valueOr */ .dd)(() => {
        range.addSubnet(network, bits, family);
        return range.check(address, family);
    }, false);
}
/** The address of the proxy that a variable names; `http` without a scheme. Undefined for another kind of address. */
function proxyAddress(name, env) {
    const value = proxySettings(env)[name] ?? '';
    const address = value.includes('://') ? value : `http://${value}`;
    return /^https?:\/\/./i.test(address) && URL.canParse(address) ? address : undefined;
}
/** What is wrong with the proxy on the way to one of these addresses, and what to do; undefined where all are right. */
function proxyProblem(addresses, env) {
    const names = addresses.flatMap((address) => (address ? (proxyFor(address, env) ?? []) : []));
    const wrong = names.find((name) => proxyAddress(name, env) === undefined);
    return wrong && `The variable \`${wrong}\` of the runner names no HTTP proxy. ${PROXY_REMEDY}`;
}
const PROXY_REMEDY = 'Give it an address like `http://proxy.example:3128`, or name the hosts in `NO_PROXY`.';


/***/ })

/******/ });
/************************************************************************/
/******/ // The module cache
/******/ var __webpack_module_cache__ = {};
/******/ 
/******/ // The require function
/******/ function __nccwpck_require__(moduleId) {
/******/ 	// Check if module is in cache
/******/ 	var cachedModule = __webpack_module_cache__[moduleId];
/******/ 	if (cachedModule !== undefined) {
/******/ 		return cachedModule.exports;
/******/ 	}
/******/ 	// Create a new module (and put it into the cache)
/******/ 	var module = __webpack_module_cache__[moduleId] = {
/******/ 		id: moduleId,
/******/ 		loaded: false,
/******/ 		exports: {}
/******/ 	};
/******/ 
/******/ 	// Execute the module function
/******/ 	var threw = true;
/******/ 	try {
/******/ 		__webpack_modules__[moduleId].call(module.exports, module, module.exports, __nccwpck_require__);
/******/ 		threw = false;
/******/ 	} finally {
/******/ 		if(threw) delete __webpack_module_cache__[moduleId];
/******/ 	}
/******/ 
/******/ 	// Flag the module as loaded
/******/ 	module.loaded = true;
/******/ 
/******/ 	// Return the exports of the module
/******/ 	return module.exports;
/******/ }
/******/ 
/******/ // expose the modules object (__webpack_modules__)
/******/ __nccwpck_require__.m = __webpack_modules__;
/******/ 
/************************************************************************/
/******/ /* webpack/runtime/asset-relocator-loader */
/******/ if (typeof __nccwpck_require__ !== 'undefined') __nccwpck_require__.ab = decodeURIComponent(new URL('.', import.meta.url).pathname).slice(import.meta.url.match(/^file:\/\/\/\w:/) ? 1 : 0, -1) + "/";
/******/ 
/******/ /* webpack/runtime/async module */
/******/ (() => {
/******/ 	var webpackQueues = typeof Symbol === "function" ? Symbol("webpack queues") : "__webpack_queues__";
/******/ 	var webpackExports = typeof Symbol === "function" ? Symbol("webpack exports") : "__webpack_exports__";
/******/ 	var webpackError = typeof Symbol === "function" ? Symbol("webpack error") : "__webpack_error__";
/******/ 	var resolveQueue = (queue) => {
/******/ 		if(queue && queue.d < 1) {
/******/ 			queue.d = 1;
/******/ 			queue.forEach((fn) => (fn.r--));
/******/ 			queue.forEach((fn) => (fn.r-- ? fn.r++ : fn()));
/******/ 		}
/******/ 	}
/******/ 	var wrapDeps = (deps) => (deps.map((dep) => {
/******/ 		if(dep !== null && typeof dep === "object") {
/******/ 			if(dep[webpackQueues]) return dep;
/******/ 			if(dep.then) {
/******/ 				var queue = [];
/******/ 				queue.d = 0;
/******/ 				dep.then((r) => {
/******/ 					obj[webpackExports] = r;
/******/ 					resolveQueue(queue);
/******/ 				}, (e) => {
/******/ 					obj[webpackError] = e;
/******/ 					resolveQueue(queue);
/******/ 				});
/******/ 				var obj = {};
/******/ 				obj[webpackQueues] = (fn) => (fn(queue));
/******/ 				return obj;
/******/ 			}
/******/ 		}
/******/ 		var ret = {};
/******/ 		ret[webpackQueues] = x => {};
/******/ 		ret[webpackExports] = dep;
/******/ 		return ret;
/******/ 	}));
/******/ 	__nccwpck_require__.a = (module, body, hasAwait) => {
/******/ 		var queue;
/******/ 		hasAwait && ((queue = []).d = -1);
/******/ 		var depQueues = new Set();
/******/ 		var exports = module.exports;
/******/ 		var currentDeps;
/******/ 		var outerResolve;
/******/ 		var reject;
/******/ 		var promise = new Promise((resolve, rej) => {
/******/ 			reject = rej;
/******/ 			outerResolve = resolve;
/******/ 		});
/******/ 		promise[webpackExports] = exports;
/******/ 		promise[webpackQueues] = (fn) => (queue && fn(queue), depQueues.forEach(fn), promise["catch"](x => {}));
/******/ 		module.exports = promise;
/******/ 		body((deps) => {
/******/ 			currentDeps = wrapDeps(deps);
/******/ 			var fn;
/******/ 			var getResult = () => (currentDeps.map((d) => {
/******/ 				if(d[webpackError]) throw d[webpackError];
/******/ 				return d[webpackExports];
/******/ 			}))
/******/ 			var promise = new Promise((resolve) => {
/******/ 				fn = () => (resolve(getResult));
/******/ 				fn.r = 0;
/******/ 				var fnQueue = (q) => (q !== queue && !depQueues.has(q) && (depQueues.add(q), q && !q.d && (fn.r++, q.push(fn))));
/******/ 				currentDeps.map((dep) => (dep[webpackQueues](fnQueue)));
/******/ 			});
/******/ 			return fn.r ? promise : getResult();
/******/ 		}, (err) => ((err ? reject(promise[webpackError] = err) : outerResolve(exports)), resolveQueue(queue)));
/******/ 		queue && queue.d < 0 && (queue.d = 0);
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/create fake namespace object */
/******/ (() => {
/******/ 	var getProto = Object.getPrototypeOf ? (obj) => (Object.getPrototypeOf(obj)) : (obj) => (obj.__proto__);
/******/ 	var leafPrototypes;
/******/ 	// create a fake namespace object
/******/ 	// mode & 1: value is a module id, require it
/******/ 	// mode & 2: merge all properties of value into the ns
/******/ 	// mode & 4: return value when already ns object
/******/ 	// mode & 16: return value when it's Promise-like
/******/ 	// mode & 8|1: behave like require
/******/ 	__nccwpck_require__.t = function(value, mode) {
/******/ 		if(mode & 1) value = this(value);
/******/ 		if(mode & 8) return value;
/******/ 		if(typeof value === 'object' && value) {
/******/ 			if((mode & 4) && value.__esModule) return value;
/******/ 			if((mode & 16) && typeof value.then === 'function') return value;
/******/ 		}
/******/ 		var ns = Object.create(null);
/******/ 		__nccwpck_require__.r(ns);
/******/ 		var def = {};
/******/ 		leafPrototypes = leafPrototypes || [null, getProto({}), getProto([]), getProto(getProto)];
/******/ 		for(var current = mode & 2 && value; typeof current == 'object' && !~leafPrototypes.indexOf(current); current = getProto(current)) {
/******/ 			Object.getOwnPropertyNames(current).forEach((key) => (def[key] = () => (value[key])));
/******/ 		}
/******/ 		def['default'] = () => (value);
/******/ 		__nccwpck_require__.d(ns, def);
/******/ 		return ns;
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/define property getters */
/******/ (() => {
/******/ 	// define getter functions for harmony exports
/******/ 	__nccwpck_require__.d = (exports, definition) => {
/******/ 		for(var key in definition) {
/******/ 			if(__nccwpck_require__.o(definition, key) && !__nccwpck_require__.o(exports, key)) {
/******/ 				Object.defineProperty(exports, key, { enumerable: true, get: definition[key] });
/******/ 			}
/******/ 		}
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/ensure chunk */
/******/ (() => {
/******/ 	__nccwpck_require__.f = {};
/******/ 	// This file contains only the entry chunk.
/******/ 	// The chunk loading function for additional chunks
/******/ 	__nccwpck_require__.e = (chunkId) => {
/******/ 		return Promise.all(Object.keys(__nccwpck_require__.f).reduce((promises, key) => {
/******/ 			__nccwpck_require__.f[key](chunkId, promises);
/******/ 			return promises;
/******/ 		}, []));
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/get javascript chunk filename */
/******/ (() => {
/******/ 	// This function allow to reference async chunks
/******/ 	__nccwpck_require__.u = (chunkId) => {
/******/ 		// return url for filenames based on template
/******/ 		return "" + chunkId + ".index.js";
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/hasOwnProperty shorthand */
/******/ (() => {
/******/ 	__nccwpck_require__.o = (obj, prop) => (Object.prototype.hasOwnProperty.call(obj, prop))
/******/ })();
/******/ 
/******/ /* webpack/runtime/make namespace object */
/******/ (() => {
/******/ 	// define __esModule on exports
/******/ 	__nccwpck_require__.r = (exports) => {
/******/ 		if(typeof Symbol !== 'undefined' && Symbol.toStringTag) {
/******/ 			Object.defineProperty(exports, Symbol.toStringTag, { value: 'Module' });
/******/ 		}
/******/ 		Object.defineProperty(exports, '__esModule', { value: true });
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/node module decorator */
/******/ (() => {
/******/ 	__nccwpck_require__.nmd = (module) => {
/******/ 		module.paths = [];
/******/ 		if (!module.children) module.children = [];
/******/ 		return module;
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/import chunk loading */
/******/ (() => {
/******/ 	// no baseURI
/******/ 	
/******/ 	// object to store loaded and loading chunks
/******/ 	// undefined = chunk not loaded, null = chunk preloaded/prefetched
/******/ 	// [resolve, Promise] = chunk loading, 0 = chunk loaded
/******/ 	var installedChunks = {
/******/ 		792: 0
/******/ 	};
/******/ 	
/******/ 	var installChunk = (data) => {
/******/ 		var {ids, modules, runtime} = data;
/******/ 		// add "modules" to the modules object,
/******/ 		// then flag all "ids" as loaded and fire callback
/******/ 		var moduleId, chunkId, i = 0;
/******/ 		for(moduleId in modules) {
/******/ 			if(__nccwpck_require__.o(modules, moduleId)) {
/******/ 				__nccwpck_require__.m[moduleId] = modules[moduleId];
/******/ 			}
/******/ 		}
/******/ 		if(runtime) runtime(__nccwpck_require__);
/******/ 		for(;i < ids.length; i++) {
/******/ 			chunkId = ids[i];
/******/ 			if(__nccwpck_require__.o(installedChunks, chunkId) && installedChunks[chunkId]) {
/******/ 				installedChunks[chunkId][0]();
/******/ 			}
/******/ 			installedChunks[ids[i]] = 0;
/******/ 		}
/******/ 	
/******/ 	}
/******/ 	
/******/ 	__nccwpck_require__.f.j = (chunkId, promises) => {
/******/ 			// import() chunk loading for javascript
/******/ 			var installedChunkData = __nccwpck_require__.o(installedChunks, chunkId) ? installedChunks[chunkId] : undefined;
/******/ 			if(installedChunkData !== 0) { // 0 means "already installed".
/******/ 	
/******/ 				// a Promise means "currently loading".
/******/ 				if(installedChunkData) {
/******/ 					promises.push(installedChunkData[1]);
/******/ 				} else {
/******/ 					if(true) { // all chunks have JS
/******/ 						// setup Promise in chunk cache
/******/ 						var promise = import("./" + __nccwpck_require__.u(chunkId)).then(installChunk, (e) => {
/******/ 							if(installedChunks[chunkId] !== 0) installedChunks[chunkId] = undefined;
/******/ 							throw e;
/******/ 						});
/******/ 						var promise = Promise.race([promise, new Promise((resolve) => (installedChunkData = installedChunks[chunkId] = [resolve]))])
/******/ 						promises.push(installedChunkData[1] = promise);
/******/ 					}
/******/ 				}
/******/ 			}
/******/ 	};
/******/ 	
/******/ 	// no prefetching
/******/ 	
/******/ 	// no preloaded
/******/ 	
/******/ 	// no external install chunk
/******/ 	
/******/ 	// no on chunks loaded
/******/ })();
/******/ 
/************************************************************************/
/******/ 
/******/ // startup
/******/ // Load entry module and return exports
/******/ // This entry module used 'module' so it can't be inlined
/******/ var __webpack_exports__ = __nccwpck_require__(342);
/******/ __webpack_exports__ = await __webpack_exports__;
/******/ 
