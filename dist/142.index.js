export const id = 142;
export const ids = [142];
export const modules = {

/***/ 761:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  renderReplay: () => (/* binding */ renderReplay)
});

// EXTERNAL MODULE: ./lib/guard/hidden.js
var guard_hidden = __webpack_require__(8777);
;// CONCATENATED MODULE: ./lib/publish/view/replay/replay-style.js
/** The look of a replay. The page allows this very text and nothing else, by its digest. */
const REPLAY_STYLE = `
:root { color-scheme: light dark; --text: #1f2328; --quiet: #59636e; --line: #d1d9e0; --page: #fff; --shade: #f6f8fa; --link: #0969da; --good: #1a7f37; --bad: #cf222e; --added: #dafbe1; --removed: #ffebe9; --hunk: #ddf4ff }
@media (prefers-color-scheme: dark) { :root { --text: #f0f6fc; --quiet: #9198a1; --line: #3d444d; --page: #0d1117; --shade: #151b23; --link: #4493f8; --good: #3fb950; --bad: #f85149; --added: #12361f; --removed: #42191c; --hunk: #121d2f } }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--text); font: 14px/1.5 -apple-system, 'Segoe UI', 'Noto Sans', Helvetica, Arial, sans-serif }
a { color: var(--link) }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
h1, h2, h3, p { margin: 0; overflow-wrap: anywhere }
h1 { font-size: 20px }
h2 { font-size: 14px }
h2 span { font-weight: 400 }
h3 { font-size: 12px; margin: 6px 0 2px }
body > header { padding: 16px 24px; border-bottom: 1px solid var(--line); background: var(--shade) }
.columns { display: grid; grid-template-columns: minmax(200px, 320px) minmax(0, 1fr); gap: 24px; padding: 16px 24px; max-width: 1280px; margin: 0 auto }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; font-size: 12px }
nav ol { margin: 0; padding: 0; list-style: none }
nav li { padding: 3px 0 3px 8px; border-left: 2px solid var(--line); overflow-wrap: anywhere }
nav .counts { border-left-color: var(--good) }
nav a { color: inherit; text-decoration: none }
nav a:hover { text-decoration: underline }
time, .quiet, .trailers { color: var(--quiet); font-size: 12px }
article { margin-bottom: 16px; border: 1px solid var(--line); border-radius: 6px; overflow: hidden; scroll-margin-top: 8px }
article:target { border-color: var(--link) }
article:target ~ article { display: none }
article.worked { border-style: dashed }
article > header { padding: 8px 16px; background: var(--shade); border-bottom: 1px solid var(--line) }
article > :not(header) { margin: 8px 16px }
.way { display: flex; gap: 12px; font-size: 12px; float: right; margin-top: -20px }
.words { white-space: pre-wrap }
.says { font-style: italic; white-space: pre-wrap }
.label { padding: 0 8px; border: 1px solid var(--good); border-radius: 10px; color: var(--good); font-size: 12px }
.label.bad { border-color: var(--bad); color: var(--bad) }
.trailers { padding: 0; list-style: none; overflow-wrap: anywhere }
code, pre { font: 12px/1.45 ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace }
pre { margin: 4px 0; padding: 8px; max-height: 480px; overflow: auto; border-radius: 6px; background: var(--shade); white-space: pre-wrap; overflow-wrap: anywhere }
summary { cursor: pointer; overflow-wrap: anywhere }
.added { background: var(--added) }
.removed { background: var(--removed) }
.hunk { background: var(--hunk); color: var(--quiet) }
@media (max-width: 760px) { .columns { grid-template-columns: minmax(0, 1fr); padding: 12px } nav { position: static; max-height: 30vh } .way { float: none; margin: 4px 0 0 } }
`;
/** SHA-256 of that text, in base64; a test compares them. */
const REPLAY_STYLE_HASH = 'rhRepnXAzaz4l+2UD11IGcxpk75Sq42J+AY6+Tgxol4=';

;// CONCATENATED MODULE: ./lib/publish/view/replay/replay-moments.js
const isTrailer = (line) => /^[A-Z][\w-]{0,60}: /.test(line);
/** The moments of a plan's life, the earliest first. GitHub's times are whole seconds, so within one the kinds have an order. */
function momentsOf(source) {
    const { issue, said, commits, sessions } = source;
    const counted = new Set(commits.flatMap(({ message }) => [...message.matchAll(/^Plan-Approved-By: \S+ \((\d+)\)$/gm)].map(([, id]) => id)));
    const moments = [
        { kind: 'said', at: issue.at, who: issue.author, did: `opened issue #${issue.number}`, words: issue.body },
        ...said.map(({ id, author, body, at, place }) => {
            const counts = counted.has(String(id));
            return {
                kind: 'said',
                at,
                who: author,
                did: `${counts ? 'approved' : 'commented'} on ${place}`,
                words: body,
                counts,
            };
        }),
        ...commits.map(pushedOf),
        ...sessions.map((session) => ({
            kind: 'worked',
            at: session.at,
            who: 'The agent',
            did: session.title,
            session,
        })),
    ];
    return moments
        .map((moment, i) => ({ moment, i }))
        .sort(byTime)
        .map(({ moment }) => moment);
}
function pushedOf({ sha, author, at, message, patch }) {
    const [subject = '', ...rest] = message.split('\n');
    const trailers = rest.filter(isTrailer);
    const body = rest
        .filter((line) => !isTrailer(line))
        .join('\n')
        .trim();
    return { kind: 'pushed', at, who: author, did: `pushed ${sha.slice(0, 7)}: ${subject}`, body, trailers, patch };
}
const secondOf = ({ at }) => Math.floor((Date.parse(at) || 0) / 1000);
const byTime = (a, b) => secondOf(a.moment) - secondOf(b.moment) || a.i - b.i;

;// CONCATENATED MODULE: ./lib/publish/view/replay/replay.js



/** Bytes. An artifact, and a browser on a phone, take that. */
const LARGEST = 5_000_000;
const TEXTS = [60_000, 12_000, 2_000, 300];
/**
 * A page that replays a plan: one file without a script, in which links lead from moment to moment and hide what came
 * later. People, models and repositories wrote what is in it, so all of it is redacted, bounded and escaped; there is
 * no address in it but its own. What does not fit is cut, and then the earliest moments are left out.
 */
function renderReplay(source, { redact, limit = LARGEST }) {
    // Secrets go first: half of one, in a text that is cut, would not be known.
    const clean = (text) => redact((0,guard_hidden/* withoutHidden */.P)(text)).toWellFormed();
    const moments = momentsOf(source).map((moment) => cleaned(moment, clean));
    const title = clean(`#${source.issue.number} ${source.issue.title}`);
    for (const text of TEXTS) {
        const page = pageOf(title, moments, { text });
        if (bytesOf(page) <= limit)
            return page;
    }
    let kept = moments;
    for (;;) {
        kept = kept.slice(Math.ceil(kept.length / 2));
        const page = pageOf(title, kept, { text: 300 });
        if (kept.length === 0 || bytesOf(page) <= limit)
            return page;
    }
}
/** A moment without secrets and hidden characters, and with no text longer than is ever shown. */
function cleaned(moment, clean) {
    const short = (text) => cut(clean(text), TEXTS[0] ?? 0);
    const named = { who: clean(moment.who), did: clean(moment.did) };
    switch (moment.kind) {
        case 'said':
            return { ...moment, ...named, words: short(readable(moment.words)) };
        case 'pushed':
            return {
                ...{ ...moment, ...named, body: short(readable(moment.body)) },
                ...{ patch: short(moment.patch), trailers: moment.trailers.map(short) },
            };
        case 'worked': {
            const turns = moment.session.turns.map(({ calls, ...turn }) => ({
                ...{ ...turn, text: short(turn.text) },
                calls: calls.map((call) => ({
                    ...{ ...call, name: short(call.name), target: short(call.target) },
                    ...{ arguments: short(call.arguments), result: short(call.result) },
                })),
            }));
            return { ...moment, ...named, session: { ...moment.session, turns } };
        }
    }
}
const bytesOf = (text) => new TextEncoder().encode(text).length;
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text) => text.replace(/[&<>"']/g, (one) => ENTITIES[one] ?? '');
const POLICY = `default-src 'none'; style-src 'sha256-${REPLAY_STYLE_HASH}'; base-uri 'none'; form-action 'none'`;
function pageOf(name, moments, detail) {
    const title = lineOf(name);
    const lines = moments.map(({ at, who, did, counts }, i) => `<li${counts ? ' class="counts"' : ''}><a href="#m${i + 1}"><time>${timeOf(at)}</time> ${lineOf(`${who} ${did}`, 160)}</a></li>`);
    return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="referrer" content="no-referrer"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${REPLAY_STYLE}</style></head>
<body><header id="all"><h1>${title}</h1><p>Choose a moment: what came after it is hidden. <a href="#all">Show all</a></p></header>
<div class="columns"><nav aria-label="Moments"><ol>${lines.join('\n')}</ol></nav>
<main>${moments.map((moment, i) => articleOf(moment, i + 1, { detail, last: moments.length })).join('\n')}</main></div></body></html>
`;
}
/** The day and the time, without a zone: it is UTC. */
const timeOf = (at) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.exec(at)?.[0].replace('T', ' ') ?? '';
function articleOf(moment, n, { detail, last }) {
    const { at, who, did, counts } = moment;
    const way = [
        n > 1 ? `<a href="#m${n - 1}">← Earlier</a>` : '',
        n < last ? `<a href="#m${n + 1}">Later →</a>` : '',
    ].join(' ');
    const label = counts ? ' <b class="label">this approval counted</b>' : '';
    return `<article id="m${n}" class="${moment.kind}"><header><h2>${lineOf(who)} <span>${lineOf(did)}</span>${label}</h2><time>${timeOf(at)}</time><p class="way">${way}</p></header>
${contentOf(moment, detail)}</article>`;
}
function contentOf(moment, detail) {
    switch (moment.kind) {
        case 'said':
            return wordsOf(moment.words, detail);
        case 'worked':
            return workOf(moment.session, detail);
        case 'pushed': {
            const trailers = moment.trailers.map((line) => `<li>${bounded(line, detail)}</li>`).join('');
            return `${wordsOf(moment.body, detail)}${trailers && `<ul class="trailers">${trailers}</ul>`}${diffOf(moment.patch, detail)}`;
        }
    }
}
const cut = (text, most) => text.length > most ? `${text.slice(0, most).toWellFormed().trimEnd()}\n… (cut here)` : text;
const bounded = (text, { text: most }) => escaped(cut(text, most));
const lineOf = (text, most = 300) => escaped(text.slice(0, most).toWellFormed());
const NAMES = /<!--[^]*?(?:-->|$)|<\/?(?:details|summary|b|br|sub|kbd)>/g;
/** Markdown without its comments, and without the tags that the bot writes. */
const readable = (text) => text
    .replace(NAMES, (tag) => (tag === '<summary>' ? '▸ ' : tag === '<br>' ? '\n' : ''))
    .replace(/\n{3,}/g, '\n\n')
    .trim();
/**
 * Markdown made readable: headings, bold words, code and boxes, on a text that is escaped already. Links are their
 * words, pictures nothing. All that it adds are these few tags, without attributes of anyone else.
 */
function wordsOf(text, detail) {
    const parts = bounded(text, detail).split(/^(?:`{3,}|~{3,}).*$/m);
    return parts.map((part, i) => (i % 2 === 1 ? `<pre>${part.replace(/^\n/, '')}</pre>` : proseOf(part))).join('');
}
const proseOf = (part) => {
    const text = part
        .trim()
        .replace(/^#{1,6} (.*)$/gm, '<b>$1</b>')
        .replace(/^(?:&gt; ?)+(?:\[!\w+\])?/gm, '')
        .replace(/!?\[([^\][\n]{0,500})\]\([^()\n]{0,2000}\)/g, '$1')
        .replace(/\*\*([^*\n]{1,500})\*\*/g, '<b>$1</b>')
        .replace(/`([^`\n]{1,500})`/g, '<code>$1</code>')
        .replace(/^([ \t]*)- \[x\] /gm, '$1☑ ')
        .replace(/^([ \t]*)- \[ \] /gm, '$1☐ ');
    return text && `<p class="words">${text}</p>`;
};
const KINDS = { '+': 'added', '-': 'removed', '@': 'hunk' };
function diffOf(patch, detail) {
    if (patch.trim() === '')
        return '';
    const files = patch.match(/^diff --git /gm)?.length ?? 0;
    const lines = bounded(patch, detail)
        .trimEnd()
        .split('\n')
        .map((line) => {
        const kind = /^(?:\+\+\+|---) /.test(line) ? undefined : KINDS[line.charAt(0)];
        return kind ? `<span class="${kind}">${line}</span>` : line;
    });
    return `<details open><summary>Changes (${files === 1 ? '1 file' : `${files} files`})</summary><pre>${lines.join('\n')}</pre></details>`;
}
function workOf({ turns }, detail) {
    const sum = (of) => turns.reduce((all, turn) => all + turn[of], 0);
    const about = `${turns.length} turns, ${sum('input')} tokens in (${sum('cached')} cached), ${sum('output')} out`;
    return `<p class="quiet">${about}</p>${turns.map((turn) => turnOf(turn, detail)).join('\n')}`;
}
const turnOf = ({ text, calls }, detail) => (text ? `<p class="says">${bounded(text, detail)}</p>` : '') +
    calls
        .map(({ name, target, arguments: asked, result, failed, done, caught }) => {
        const sign = !done ? '…' : failed ? '✗' : '✓';
        const why = caught ? ' <b class="label bad">a check caught the model</b>' : '';
        const head = `${sign} <b>${lineOf(name, 60)}</b> <code>${lineOf(target, 200)}</code>${why}`;
        return `<details${caught ? ' open' : ''}><summary>${head}</summary><h3>Asked</h3><pre>${bounded(asked, detail)}</pre><h3>Answered</h3><pre>${bounded(result, detail)}</pre></details>`;
    })
        .join('\n');


/***/ })

};
