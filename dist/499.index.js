export const id = 499;
export const ids = [499];
export const modules = {

/***/ 6499:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   takeOver: () => (/* binding */ takeOver)
/* harmony export */ });
/* harmony import */ var node_http__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7067);
/* harmony import */ var node_v8__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8877);
/* harmony import */ var _proxy_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7034);



/** Makes the process one that runs the action, and gives the signal that aborts when the runner asks the job to end. */
function takeOver(env) {
    keepHeapSmall();
    useProxy(env);
    return stopSignal();
}
/**
 * Little of what a run allocates stays in use, but left alone V8 lets the heap grow to several times of that before it
 * looks.
 */
function keepHeapSmall() {
    for (const flag of ['--heap-growing-percent=30', '--max-semi-space-size=4', '--semi-space-growth-factor=1'])
        (0,node_v8__WEBPACK_IMPORTED_MODULE_1__.setFlagsFromString)(flag);
}
/**
 * Sends what is fetched through the proxy that the runner's environment names, as git does; never what is on this
 * machine.
 */
function useProxy(env) {
    const { HTTP_PROXY, HTTPS_PROXY, NO_PROXY } = (0,_proxy_js__WEBPACK_IMPORTED_MODULE_2__/* .proxySettings */ .E)(env);
    if (!HTTP_PROXY && !HTTPS_PROXY)
        return;
    (0,node_http__WEBPACK_IMPORTED_MODULE_0__.setGlobalProxyFromEnv)({ HTTP_PROXY, HTTPS_PROXY, NO_PROXY });
}
/** The runner ends a job by force some seconds after it asked. */
function stopSignal() {
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'])
        process.once(signal, () => stop.abort());
    return stop.signal;
}


/***/ }),

/***/ 7034:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   E: () => (/* binding */ proxySettings),
/* harmony export */   i: () => (/* binding */ proxyFor)
/* harmony export */ });
/** The proxies that the runner's environment names, in either spelling, and the hosts that are reached without. */
function proxySettings(env) {
    const { http_proxy, https_proxy, no_proxy } = env;
    const { HTTP_PROXY = http_proxy, HTTPS_PROXY = https_proxy, NO_PROXY = no_proxy } = env;
    return { HTTP_PROXY, HTTPS_PROXY, NO_PROXY: [NO_PROXY, ...LOCAL].filter(Boolean).join(',') };
}
const LOCAL = ['localhost', '127.0.0.1', '[::1]'];
/** The variable that names the proxy on the way to an address; undefined when there is none on it. */
function proxyFor(address, env) {
    if (!URL.canParse(address))
        return undefined;
    const { protocol, hostname } = new URL(address);
    const { NO_PROXY, ...proxies } = proxySettings(env);
    const name = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
    const isDirect = NO_PROXY.split(/[\s,]+/).some((entry) => covers(entry.toLowerCase(), hostname));
    return proxies[name] && !isDirect ? name : undefined;
}
/** Whether an entry of `NO_PROXY` (`*`, a host, a domain with or without a dot, a port after it) covers a host. */
function covers(entry, hostname) {
    const domain = entry.replace(/:\d+$/, '').replace(/^\*?\./, '');
    return entry === '*' || (domain !== '' && (hostname === domain || hostname.endsWith(`.${domain}`)));
}


/***/ })

};
