export const id = "outputs";
export const ids = ["outputs"];
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


/***/ })

};
