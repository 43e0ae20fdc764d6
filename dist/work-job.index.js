export const id = "work-job";
export const ids = ["work-job"];
export const modules = {

/***/ 4:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   runWork: () => (/* binding */ runWork)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1455);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8161);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_17__ = __webpack_require__(7428);
/* harmony import */ var _runner_clock_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5888);
/* harmony import */ var _lib_errors_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5892);
/* harmony import */ var _git_git_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5216);
/* harmony import */ var _git_remote_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(9416);
/* harmony import */ var _guard_json_js__WEBPACK_IMPORTED_MODULE_16__ = __webpack_require__(5183);
/* harmony import */ var _runner_env_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(3789);
/* harmony import */ var _runner_inputs_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(4222);
/* harmony import */ var _tasks_open_context_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(8659);
/* harmony import */ var _tasks_tasks_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(1553);
/* harmony import */ var _runner_outputs_js__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(384);
/* harmony import */ var _runner_log_js__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(3188);
/* harmony import */ var _plan_usage_js__WEBPACK_IMPORTED_MODULE_13__ = __webpack_require__(3384);
/* harmony import */ var _tasks_run_task_js__WEBPACK_IMPORTED_MODULE_14__ = __webpack_require__(9581);
/* harmony import */ var _result_folder_js__WEBPACK_IMPORTED_MODULE_15__ = __webpack_require__(8227);
var __addDisposableResource = (undefined && undefined.__addDisposableResource) || function (env, value, async) {
    if (value !== null && value !== void 0) {
        if (typeof value !== "object" && typeof value !== "function") throw new TypeError("Object expected.");
        var dispose, inner;
        if (async) {
            if (!Symbol.asyncDispose) throw new TypeError("Symbol.asyncDispose is not defined.");
            dispose = value[Symbol.asyncDispose];
        }
        if (dispose === void 0) {
            if (!Symbol.dispose) throw new TypeError("Symbol.dispose is not defined.");
            dispose = value[Symbol.dispose];
            if (async) inner = dispose;
        }
        if (typeof dispose !== "function") throw new TypeError("Object not disposable.");
        if (inner) dispose = function() { try { inner.call(this); } catch (e) { return Promise.reject(e); } };
        env.stack.push({ value: value, dispose: dispose, async: async });
    }
    else if (async) {
        env.stack.push({ async: true });
    }
    return value;
};
var __disposeResources = (undefined && undefined.__disposeResources) || (function (SuppressedError) {
    return function (env) {
        function fail(e) {
            env.error = env.hasError ? new SuppressedError(e, env.error, "An error was suppressed during disposal.") : e;
            env.hasError = true;
        }
        var r, s = 0;
        function next() {
            while (r = env.stack.pop()) {
                try {
                    if (!r.async && s === 1) return s = 0, env.stack.push(r), Promise.resolve().then(next);
                    if (r.dispose) {
                        var result = r.dispose.call(r.value);
                        if (r.async) return s |= 2, Promise.resolve(result).then(next, function(e) { fail(e); return next(); });
                    }
                    else s |= 1;
                }
                catch (e) {
                    fail(e);
                }
            }
            if (s === 1) return env.hasError ? Promise.reject(env.error) : Promise.resolve();
            if (env.hasError) throw env.error;
        }
        return next();
    };
})(typeof SuppressedError === "function" ? SuppressedError : function (error, suppressed, message) {
    var e = new Error(message);
    return e.name = "SuppressedError", e.error = error, e.suppressed = suppressed, e;
});


















/** Runs the task of the input `work-order` in the checkout, and writes its result to a folder. Has no GitHub token. */
async function runWork({ env, stop }) {
    const turns = (0,_runner_log_js__WEBPACK_IMPORTED_MODULE_12__/* .keepTurns */ .MD)();
    try {
        const inputs = (0,_runner_inputs_js__WEBPACK_IMPORTED_MODULE_8__/* .readInputs */ .Ko)((name) => (0,_runner_env_js__WEBPACK_IMPORTED_MODULE_7__/* .rawInput */ .JR)(env, name));
        const input = readOrder(inputs['work-order']);
        if (inputs['dry-run']) {
            (0,_runner_log_js__WEBPACK_IMPORTED_MODULE_12__/* .logLine */ .BP)(`A dry run: order ${input.id} would run here.`);
            return { outputs: {}, summary: '', problems: [] };
        }
        const secrets = (0,_runner_inputs_js__WEBPACK_IMPORTED_MODULE_8__/* .secretsOf */ .Fj)(inputs, env);
        const { redact } = secrets;
        const temp = env.RUNNER_TEMP ?? (0,node_os__WEBPACK_IMPORTED_MODULE_1__.tmpdir)();
        const folder = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(temp, 'measure-twice', 'result', input.id);
        const result = await resultOf(input, { inputs, env, secrets, temp, folder, turns, stop }).catch(async (error) => {
            if (!(error instanceof _lib_errors_js__WEBPACK_IMPORTED_MODULE_4__/* .UserError */ .yo))
                throw error;
            const { code, message, remedy } = error;
            await (0,_result_folder_js__WEBPACK_IMPORTED_MODULE_15__/* .writeResult */ .Zk)(folder, { input, problem: { code, message: redact(message), remedy: redact(remedy) } });
            throw error;
        });
        await (0,_result_folder_js__WEBPACK_IMPORTED_MODULE_15__/* .writeResult */ .Zk)(folder, redacted(result, redact));
        (0,_runner_log_js__WEBPACK_IMPORTED_MODULE_12__/* .logLine */ .BP)(`The result is in ${folder}, for the job that publishes.`);
        const outcome = outcomeOf(result, inputs.prices, redact);
        return { ...outcome, summary: outcome.summary + turns.summary() };
    }
    catch (error) {
        if (!(error instanceof _lib_errors_js__WEBPACK_IMPORTED_MODULE_4__/* .UserError */ .yo))
            (0,_runner_log_js__WEBPACK_IMPORTED_MODULE_12__/* .logLine */ .BP)(error instanceof Error ? (error.stack ?? '') : String(error));
        const text = (0,_lib_errors_js__WEBPACK_IMPORTED_MODULE_4__/* .problemText */ .fI)(error, 'The work could not be done');
        return { outputs: {}, summary: turns.summary(), problems: [{ text }] };
    }
}
async function resultOf(input, { temp, folder, stop, ...context }) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const { inputs, env } = context;
        // Checked first: a workflow without a key leaves the checkout out, too, and the missing key is the better message.
        if (input.kind !== 'doctor' && !(0,_tasks_tasks_js__WEBPACK_IMPORTED_MODULE_10__/* .isInput */ .Xy)(input, 'changes'))
            await (0,_tasks_open_context_js__WEBPACK_IMPORTED_MODULE_9__/* .needKey */ .u)(inputs);
        const home = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.mkdtemp)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(temp, 'measure-twice-'));
        const _ = __addDisposableResource(env_1, { [Symbol.asyncDispose]: () => (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.rm)(home, { recursive: true, force: true }) }, true);
        const git = await cloneCheckout((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(home, 'git'), input, env);
        const clock = __addDisposableResource(env_1, (0,_runner_clock_js__WEBPACK_IMPORTED_MODULE_3__/* .startClock */ .L)(inputs['time-budget']), false);
        const ending = AbortSignal.any([clock.signal, stop]);
        const openContext = (0,_tasks_open_context_js__WEBPACK_IMPORTED_MODULE_9__/* .contextOpener */ .l)({ ...context, git, home, transcripts: folder, left: clock.left, ending });
        return await carryOut(input, openContext({ signal: ending }), inputs['max-attempts']);
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        const result_1 = __disposeResources(env_1);
        if (result_1)
            await result_1;
    }
}
function readOrder(text) {
    const remedy = 'Set it to one element of the output `work` of the job that decides, as JSON.';
    if (text === undefined)
        throw new _lib_errors_js__WEBPACK_IMPORTED_MODULE_4__/* .UserError */ .yo('work-order', 'The input `work-order` is empty.', remedy);
    const { success, data, error } = _tasks_tasks_js__WEBPACK_IMPORTED_MODULE_10__/* .TaskInput */ .od.safeParse((0,_guard_json_js__WEBPACK_IMPORTED_MODULE_16__/* .jsonIn */ .Yf)(text));
    if (success)
        return (0,_result_folder_js__WEBPACK_IMPORTED_MODULE_15__/* .unpacked */ .KZ)(data);
    const why = zod__WEBPACK_IMPORTED_MODULE_17__/* .prettifyError */ .S1(error).split('\n')[0] ?? '';
    throw new _lib_errors_js__WEBPACK_IMPORTED_MODULE_4__/* .UserError */ .yo('work-order', `The input \`work-order\` holds no order: ${why}`, remedy);
}
/** Clones the checkout's git directory, so that the model's commands cannot reach the private copy. */
async function cloneCheckout(gitDir, { kind, head }, env) {
    const workTree = env.GITHUB_WORKSPACE ?? process.cwd();
    const local = { gitDir, workTree, env: (0,_git_git_js__WEBPACK_IMPORTED_MODULE_5__/* .environmentForGit */ .Tu)(env) };
    const repo = { ...local, remote: { url: workTree, token: undefined } };
    (0,_git_git_js__WEBPACK_IMPORTED_MODULE_5__/* .initRepository */ .zY)(repo);
    await (0,_git_git_js__WEBPACK_IMPORTED_MODULE_5__/* .checkGit */ .Th)(repo);
    const hasHead = await (0,_git_remote_js__WEBPACK_IMPORTED_MODULE_6__/* .fetchRefs */ .BA)(repo, ['+HEAD:refs/mt/checkout'], { kind: 'new' }).catch(() => false);
    // A subtask that resolves a merge also starts from the base.
    await (0,_git_remote_js__WEBPACK_IMPORTED_MODULE_6__/* .fetchRefs */ .BA)(repo, ['+refs/remotes/*:refs/remotes/*'], { kind: 'new' }).catch(() => false);
    if (kind === 'doctor' || (hasHead && (await (0,_git_git_js__WEBPACK_IMPORTED_MODULE_5__/* .commitAt */ .du)(repo, head)) !== undefined))
        return local;
    throw new _lib_errors_js__WEBPACK_IMPORTED_MODULE_4__/* .UserError */ .yo('work-checkout', `The checkout does not hold the commit ${head}.`, 'Check it out before this action, with `ref` set to the `head` of the order, with `fetch-depth: 0`, and without `filter`.');
}
/** Retries a failed subtask in the same job, up to the input `max-attempts`. */
async function carryOut(input, ctx, maxAttempts) {
    const attempts = [];
    for (let now = input;;) {
        const result = await (0,_tasks_run_task_js__WEBPACK_IMPORTED_MODULE_14__/* .work */ .o)(now, ctx);
        (0,_runner_log_js__WEBPACK_IMPORTED_MODULE_12__/* .logLine */ .BP)(`${input.id}: ${result.kind} after ${result.turns} turns.`);
        if (!(0,_tasks_tasks_js__WEBPACK_IMPORTED_MODULE_10__/* .isInput */ .Xy)(now, 'execute') || result.kind !== 'failed' || now.attempt >= maxAttempts)
            return { input, attempts, result };
        const { reason, checks, usage } = result;
        attempts.push({ reason, checks, usage });
        now = { ...now, attempt: now.attempt + 1, failures: [...now.failures, { reason, checks, usage }] };
    }
}
/** Redacts the texts of a result. Patches are unchanged: they are checked when made and when applied. */
function redacted(result, redact) {
    const patches = [];
    const hide = (key, value) => key === 'patch' ? `patch ${patches.push(String(value)) - 1}` : value;
    const text = redact(JSON.stringify({ attempts: result.attempts, result: result.result }, hide));
    const show = (key, value) => key === 'patch' ? patches[Number(String(value).slice('patch '.length))] : value;
    return { ...JSON.parse(text, show), input: result.input };
}
function outcomeOf({ input, attempts, result }, prices, redact) {
    const usage = (0,_plan_usage_js__WEBPACK_IMPORTED_MODULE_13__/* .addUsage */ .vk)(result.usage, ...attempts.map((attempt) => attempt.usage));
    const end = result.kind === 'failed' ? `failed. ${result.reason.split('\n')[0] ?? ''}` : result.kind;
    return { outputs: (0,_runner_outputs_js__WEBPACK_IMPORTED_MODULE_11__/* .usageOutputs */ .mF)(usage, prices), summary: redact(`${input.id}: ${end}.\n`), problems: [] };
}


/***/ })

};
