export const id = 69;
export const ids = [69];
export const modules = {

/***/ 2069:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   sessionOf: () => (/* binding */ sessionOf),
/* harmony export */   titleOf: () => (/* binding */ titleOf)
/* harmony export */ });
/* harmony import */ var _guard_json_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5183);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2503);


const ToolCall = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ id: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().default(''), name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), arguments: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() });
const Count = zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().catch(0);
const Line = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    kind: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    at: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().default(''),
    text: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    failed: zod__WEBPACK_IMPORTED_MODULE_0__/* .boolean */ .zMY().optional(),
    call: ToolCall.optional(),
    message: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ text: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().catch(''), calls: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(ToolCall).catch([]) }).optional(),
    usage: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ input: Count, cached: Count, output: Count }).optional(),
});
/** What the page shows of a result: it is a page, not an archive. The transcript has the rest. */
const LONGEST = 6_000;
/** What an agent did so far, by the lines of its transcript. Its name is `NUMBER-KIND-…`, as the action names its orders. */
function sessionOf(name, lines) {
    const turns = [];
    let at = '';
    let ended = false;
    for (const raw of lines) {
        const { data: line } = Line.safeParse(raw);
        at ||= line?.at ?? '';
        if (line?.kind === 'reply')
            turns.push(turnOf(line));
        if (line?.kind === 'tool')
            answer(turns.at(-1), line);
        if (line?.kind === 'end')
            ended = true;
    }
    return { id: name, title: titleOf(name), at, turns, ended };
}
/** A name that says less stands as it is. */
function titleOf(name) {
    const [, subtask, attempt] = /-subtask-(\d+)-attempt-(\d+)/.exec(name) ?? [];
    if (subtask && attempt)
        return `Subtask ${subtask}${attempt === '1' ? '' : `, attempt ${attempt}`}`;
    if (/-draft-/.test(name))
        return 'Draft the plan';
    if (/-revise-|-replan-/.test(name))
        return 'Revise the plan';
    return /-ask-/.test(name) ? 'Answer a question' : name;
}
const turnOf = ({ message, usage }) => ({
    text: message?.text ?? '',
    calls: (message?.calls ?? []).map(calledWith),
    ...{ input: usage?.input ?? 0, cached: usage?.cached ?? 0, output: usage?.output ?? 0 },
});
const calledWith = ({ name, arguments: json }) => ({
    ...{ name, target: targetOf(json), arguments: pretty(json), result: '', failed: false, done: false },
});
/** The first call of that name and those arguments that has no result yet. */
function answer(turn, { call, text = '', failed = false }) {
    if (!turn || !call)
        return;
    const shown = calledWith(call);
    const there = turn.calls.find(({ name, arguments: json, done }) => !done && name === shown.name && json === shown.arguments);
    if (!there)
        turn.calls.push(shown);
    const of = there ?? shown;
    of.result = text.length > LONGEST ? `${text.slice(0, LONGEST)}\n… (the transcript has the rest)` : text;
    of.failed = failed;
    of.done = true;
    of.caught = failed && call.name === 'finish_subtask' ? (/`([^`\n]+)` failed/.exec(text)?.[1] ?? undefined) : undefined;
}
const Target = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ path: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), command: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), pattern: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), from: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), title: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() })
    .partial()
    .catch({});
function targetOf(json) {
    const { path, command, pattern, from, title } = Target.parse((0,_guard_json_js__WEBPACK_IMPORTED_MODULE_1__/* .jsonIn */ .Y)(json));
    return (path ?? command ?? pattern ?? from ?? title ?? '').split('\n')[0] ?? '';
}
/** The arguments as people read them: a text as it is, anything else as JSON. */
function pretty(json) {
    // What is none is the model's own mistake, which it is told.
    const value = (0,_guard_json_js__WEBPACK_IMPORTED_MODULE_1__/* .jsonIn */ .Y)(json);
    if (typeof value !== 'object' || value === null)
        return json;
    return Object.entries(value)
        .map(([name, one]) => {
        const text = typeof one === 'string' ? one : JSON.stringify(one, undefined, 1);
        return text.includes('\n') ? `${name}:\n${text}` : `${name}: ${text}`;
    })
        .join('\n');
}


/***/ })

};
