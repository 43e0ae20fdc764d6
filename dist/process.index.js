export const id = "process";
export const ids = ["process","outputs"];
export const modules = {

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

/***/ 6499:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   configureProcess: () => (/* binding */ configureProcess),
/* harmony export */   loadBeforeCommands: () => (/* binding */ loadBeforeCommands)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_v8__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8877);
/* harmony import */ var undici__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6752);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(8532);
/* harmony import */ var _lib_async_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(211);
/* harmony import */ var _lib_errors_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5892);
/* harmony import */ var _env_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(3789);







/** Configures the process for the action, and returns a signal that aborts when the runner asks the job to end. */
function configureProcess(env) {
    // By default V8 lets the heap grow to several times the live data before it collects garbage.
    for (const flag of ['--heap-growing-percent=30', '--max-semi-space-size=4', '--semi-space-growth-factor=1'])
        (0,node_v8__WEBPACK_IMPORTED_MODULE_1__.setFlagsFromString)(flag);
    // Disable zod's JIT: each schema parses few values, so compiling it costs more than it saves.
    zod__WEBPACK_IMPORTED_MODULE_6__/* .config */ .$W({ jitless: true });
    // Use the `fetch` of the bundled undici. Node's own is a second copy that takes a tenth of the start to load, at the
    // first access to one of these globals, and the client of the models accesses `FormData`.
    Object.assign(globalThis, { fetch: undici__WEBPACK_IMPORTED_MODULE_2__.fetch, FormData: undici__WEBPACK_IMPORTED_MODULE_2__.FormData, Headers: undici__WEBPACK_IMPORTED_MODULE_2__.Headers, Request: undici__WEBPACK_IMPORTED_MODULE_2__.Request, Response: undici__WEBPACK_IMPORTED_MODULE_2__.Response });
    useProxy(env);
    // The runner kills a job some seconds after it sent the signal.
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'])
        process.once(signal, () => stop.abort());
    return stop.signal;
}
/** Routes `fetch` through the proxy that the runner's environment names, except for loopback. */
function useProxy(env) {
    const proxies = new Map();
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY']) {
        const uri = (0,_env_js__WEBPACK_IMPORTED_MODULE_5__/* .proxyAddress */ .nD)(name, env);
        if (uri !== undefined)
            proxies.set(name, new undici__WEBPACK_IMPORTED_MODULE_2__.ProxyAgent({ uri }));
    }
    if (proxies.size === 0)
        return;
    const byAddress = (direct) => (options, handler) => {
        const proxy = proxies.get((0,_env_js__WEBPACK_IMPORTED_MODULE_5__/* .proxyFor */ .iJ)(`${options.origin}`, env) ?? '');
        return proxy ? proxy.dispatch(options, handler) : direct(options, handler);
    };
    (0,undici__WEBPACK_IMPORTED_MODULE_2__.setGlobalDispatcher)(new undici__WEBPACK_IMPORTED_MODULE_2__.Agent().compose(byAddress));
}
/** Loads the whole program if it lies in the workspace, before an agent's commands could change it there. */
async function loadBeforeCommands(program, workspace) {
    if (!program || !workspace)
        return;
    if ((0,_lib_errors_js__WEBPACK_IMPORTED_MODULE_4__/* .valueOr */ .dd)(() => (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)(program).startsWith(`${(0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)(workspace)}/`), false))
        await (0,_lib_async_js__WEBPACK_IMPORTED_MODULE_3__/* .loadAll */ .gh)();
}


/***/ })

};
