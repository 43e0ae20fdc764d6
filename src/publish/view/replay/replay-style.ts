/** The look of a replay. The page allows this very text and nothing else, by its digest. */
export const REPLAY_STYLE = `
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
`

/** SHA-256 of that text, in base64; a test compares them. */
export const REPLAY_STYLE_HASH = 'rhRepnXAzaz4l+2UD11IGcxpk75Sq42J+AY6+Tgxol4='
