export const id = 353;
export const ids = [353];
export const modules = {

/***/ 6984:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ii: () => (/* binding */ fetchPlanRefs),
/* harmony export */   UY: () => (/* binding */ noteConversation),
/* harmony export */   at: () => (/* binding */ branchName),
/* harmony export */   cA: () => (/* binding */ planBranches),
/* harmony export */   fU: () => (/* binding */ conversationCommit),
/* harmony export */   tI: () => (/* binding */ baseCommit),
/* harmony export */   v1: () => (/* binding */ issueOf),
/* harmony export */   xn: () => (/* binding */ conversationRef)
/* harmony export */ });
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(452);
/* harmony import */ var _git_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5216);


const FETCHED = 'refs/mt/';
const BASE = `${FETCHED}base`;
const HEADS = `${FETCHED}heads/`;
const CONVERSATIONS = `${FETCHED}conversations/`;
/** The name of the issue's kept conversation on the server. */
const conversationRef = (issue) => `refs/measure-twice/${issue}`;
/** The first name for the branch of a plan; later ones end in `-2`, `-3`, … */
const branchName = ({ prefix, issue }, suffix = 1) => `${prefix}issue-${issue}${suffix > 1 ? `-${suffix}` : ''}`;
/** The issue that a branch is a plan for, or undefined when it is no plan's name. */
function issueOf(branch, prefix) {
    const match = branch.startsWith(`${prefix}issue-`)
        ? /^([1-9]\d{0,9})(?:-[1-9]\d{0,4})?$/.exec(branch.slice(prefix.length + 6))
        : null;
    return match ? Number(match[1]) : undefined;
}
/** Commits of history that the first fetch brings; more are fetched only when the branches' common ancestor lies deeper. */
const DEPTH = 50;
/**
 * Fetches the base, the branches of the issue's plans and its kept conversation.
 * Throws `UserError` when the base does not exist, as in an empty repository.
 */
async function fetchPlanRefs(repo, family, known) {
    await fetchInto(repo, family, known ? { kind: 'new' } : { kind: 'depth', commits: DEPTH });
    for (let commits = DEPTH * 4; await lacksAncestor(repo, family); commits *= 4) {
        await fetchInto(repo, family, { kind: 'deepen', commits });
    }
}
async function fetchInto(repo, { base, prefix, issue }, reach) {
    const plans = `${prefix}issue-${issue}*`;
    const found = await (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .fetchRefs */ .BA)(repo, [
        `+refs/heads/${base}:${BASE}`,
        `+refs/heads/${plans}:${HEADS}${plans}`,
        `+${conversationRef(issue)}*:${CONVERSATIONS}${issue}*`,
    ], reach);
    fetched.delete(repo);
    if (found)
        return;
    throw new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .UserError */ .y('no-base', `The branch \`${base}\` does not exist in this repository.`, 'Push a first commit to it, or name another branch in the input `base-branch`.');
}
async function lacksAncestor(repo, family) {
    const branches = await planBranches(repo, family);
    if (branches.size === 0 || !(0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .isShallow */ .fE)(repo))
        return false;
    const found = await Promise.all([...branches.values()].map((head) => (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .mergeBase */ .wu)(repo, BASE, head)));
    return found.includes(undefined);
}
/** What was fetched last: it changes with the next fetch alone, and every question to git is a process. */
const fetched = new WeakMap();
function fetchedRefs(repo) {
    const known = fetched.get(repo) ?? (0,_git_js__WEBPACK_IMPORTED_MODULE_1__/* .refsBelow */ .q8)(repo, FETCHED);
    fetched.set(repo, known);
    return known;
}
/** The branches whose names are those of plans of this issue: name → head. */
async function planBranches(repo, { prefix, issue }) {
    const heads = [...(await fetchedRefs(repo))].filter(([name]) => name.startsWith('heads/'));
    return new Map(heads
        .map(([name, sha]) => [name.slice('heads/'.length), sha])
        .filter(([name]) => issueOf(name, prefix) === issue));
}
async function baseCommit(repo) {
    const sha = (await fetchedRefs(repo)).get('base');
    if (!sha)
        throw new Error('The base was not fetched.');
    return sha;
}
/** The commit of the issue's kept conversation, if there is one. */
const conversationCommit = async (repo, issue) => (await fetchedRefs(repo)).get(`conversations/${issue}`);
/** Takes note of where a push of ours put the kept conversation: what was fetched does not know of it. */
async function noteConversation(repo, issue, commit) {
    const refs = await fetchedRefs(repo);
    if (commit === undefined)
        refs.delete(`conversations/${issue}`);
    else
        refs.set(`conversations/${issue}`, commit);
}


/***/ }),

/***/ 5713:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   beginClone: () => (/* binding */ beginClone),
/* harmony export */   c: () => (/* binding */ addressOf)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1455);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8161);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6760);
/* harmony import */ var _git_plan_refs_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6984);
/* harmony import */ var _runner_env_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(3789);
/* harmony import */ var _event_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(7064);
/* harmony import */ var _git_git_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(5216);
/* harmony import */ var _guard_paths_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(605);
/* harmony import */ var _lazy_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(8229);










/**
 * Makes an empty private copy and, where the event tells the names of the branches, begins to fetch them at once: git
 * waits for the network while the large half of the program is still being loaded.
 */
function beginClone(event, destination) {
    const { env } = process;
    const temp = env.RUNNER_TEMP ?? (0,node_os__WEBPACK_IMPORTED_MODULE_2__.tmpdir)();
    const home = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.mkdtempSync)((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(temp, 'measure-twice-'));
    const url = addressOf(env);
    const repo = {
        gitDir: (0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(home, 'git'),
        workTree: env.GITHUB_WORKSPACE ?? (0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(home, 'tree'),
        ...(url === undefined ? {} : { remote: { url, token: (0,_runner_env_js__WEBPACK_IMPORTED_MODULE_5__/* .rawInput */ .JR)('github-token') } }),
    };
    (0,_git_git_js__WEBPACK_IMPORTED_MODULE_6__/* .initRepository */ .zY)(repo);
    const family = url === undefined ? undefined : familyNamed(event, destination);
    const done = family && (0,_lazy_js__WEBPACK_IMPORTED_MODULE_7__/* .inBackground */ .k)((0,_git_plan_refs_js__WEBPACK_IMPORTED_MODULE_4__/* .fetchPlanRefs */ .Ii)(repo, family, false));
    return {
        temp,
        home,
        repo,
        first: family && done && { family, done },
        [Symbol.asyncDispose]: async () => {
            await done?.catch(() => undefined);
            // Git may still be looking at something that nobody needs any more.
            await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.rm)(home, { recursive: true, force: true, maxRetries: 5 });
        },
    };
}
/** Of an issue the names of the branches are known; inputs that cannot be names are refused later, in words. */
function familyNamed(event, destination) {
    if (destination.kind !== 'place' || destination.place.isPull !== false)
        return undefined;
    const base = (0,_runner_env_js__WEBPACK_IMPORTED_MODULE_5__/* .rawInput */ .JR)('base-branch') || (0,_event_js__WEBPACK_IMPORTED_MODULE_8__/* .defaultBranchOf */ .d)(event);
    const prefix = (0,_runner_env_js__WEBPACK_IMPORTED_MODULE_5__/* .rawInput */ .JR)('branch-prefix') || 'plan/';
    const issue = destination.place.number;
    return (0,_guard_paths_js__WEBPACK_IMPORTED_MODULE_9__/* .isBranch */ .PX)(base) && (0,_guard_paths_js__WEBPACK_IMPORTED_MODULE_9__/* .isBranch */ .PX)(`${prefix}issue-${issue}`) ? { base, prefix, issue } : undefined;
}
/** Where the repository lies on its server, for git and for people alike. Undefined outside of a workflow. */
const addressOf = (env) => /^[^/]+\/[^/]+$/.test(env.GITHUB_REPOSITORY ?? '')
    ? `${env.GITHUB_SERVER_URL ?? 'https://github.com'}/${env.GITHUB_REPOSITORY}`
    : undefined;


/***/ }),

/***/ 2353:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  run: () => (/* binding */ run)
});

// EXTERNAL MODULE: ./lib/runner/clock.js
var runner_clock = __webpack_require__(5888);
// EXTERNAL MODULE: ./lib/errors.js
var errors = __webpack_require__(452);
// EXTERNAL MODULE: ./lib/git/plan-refs.js
var plan_refs = __webpack_require__(6984);
;// CONCATENATED MODULE: ./lib/decide/markers.js
/**
 * Invisible lines by which the bot finds its own comments again, so that nothing is said twice. They are believed
 * only in comments of the bot's account; only the version markers carry meaning, and what they order is checked
 * against the branch.
 */
const versionMarker = (version, blob) => `<!-- measure-twice:version v=${version} blob=${blob} -->`;
/** The marker of a comment that must be there once: a reply to a comment, a complaint, the closing report. */
const noteMarker = (key) => `<!-- measure-twice:note ${key} -->`;
/** Keys of notes: what somebody said is answered, or refused, once. */
const answerTo = (comment) => `answer-to-${comment}`;
const refusalOf = (comment) => `refusal-of-${comment}`;
/** The closing report of a plan, by its last version: another plan may be made and done on the same pull request. */
const closingKey = (versions) => `closing-${versions.at(-1)?.version ?? 0}`;
const BODY_BEGIN = '<!-- measure-twice:begin -->';
const BODY_END = '<!-- measure-twice:end -->';
/** The versions that were announced, in order. Of the same version announced twice, by runs at the same time, the first counts. */
function announcementsIn(comments, bot) {
    const announced = own(comments, bot).flatMap((comment) => {
        const match = /<!-- measure-twice:version v=(\d{1,6}) blob=([0-9a-f]{40}) -->/.exec(comment.body);
        const edited = comment.updatedAt > comment.createdAt;
        return match ? [{ version: Number(match[1]), blob: match[2] ?? '', comment: comment.id, edited }] : [];
    });
    return announced.filter((one, i) => !announced.slice(0, i).some((other) => other.version === one.version && other.blob === one.blob));
}
/** Whether the bot has said this already. */
const hasNote = (comments, bot, key) => own(comments, bot).some((comment) => comment.body.includes(noteMarker(key)));
const own = (comments, bot) => comments.filter((comment) => comment.author.login === bot.login);

// EXTERNAL MODULE: ./lib/plan/budget.js
var budget = __webpack_require__(3582);
// EXTERNAL MODULE: ./lib/decide/status.js
var decide_status = __webpack_require__(8660);
// EXTERNAL MODULE: ./lib/plan/usage.js
var plan_usage = __webpack_require__(3384);
;// CONCATENATED MODULE: ./lib/decide/needs-plan.js
/**
 * Whether a request looks as if it took several steps, in English, German, Spanish, French, Portuguese, Chinese or
 * Japanese. What only asks or reads counts for nothing; in the rest every signal counts once, and their weights add up.
 * It is a rule of thumb without a model: the same text always gets the same answer, in time linear in its length.
 */
function needsPlan(request) {
    const text = tidy(request);
    if (text === '')
        return { kind: 'simple', because: 'it is empty' };
    const orders = sentencesOf(withoutCode(text)).flatMap(ordersIn).join('\n');
    if (orders === '')
        return { kind: 'simple', because: 'it only asks or reads' };
    const found = SIGNALS.filter(({ fires }) => fires(orders, text));
    const weight = found.reduce((sum, signal) => sum + signal.weight, 0);
    if (weight < ENOUGH)
        return { kind: 'simple', because: 'nothing in it looks like several steps' };
    return { kind: 'plan', because: found.map(({ because }) => because).join(', ') };
}
/** Lower case, without hidden characters, and of white space only that which separates words, lines or paragraphs. */
const tidy = (text) => text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
    .replaceAll("'", '’')
    .replace(/\s+/g, (space) => (/\n.*\n/s.test(space) ? '\n\n' : space.includes('\n') ? '\n' : ' '))
    .trim();
/** Names in code, addresses and hidden notes are no words of the request. */
const withoutCode = (text) => text.replace(/```.*?(?:```|$)|<!--.*?(?:-->|$)/gs, '').replace(/`[^`\n]*`|https?:\S+|\*\*|__/g, '');
/** A full stop after a digit may belong to the number of a list. */
const SENTENCE_END = /(?<=[^\d\s][.!?;]) |(?<=[。！？；])|\n\n|\n(?=[-*+•#>]|\d{1,3}[.)])/u;
const sentencesOf = (text) => text.split(SENTENCE_END).map((sentence) => sentence.trim());
const MARK = /^(?:[-*+•] (?:\[[ x]\] )?|\d{1,3}[.)] |#{1,6} )/;
/** What there is to carry out in a sentence, with its list mark: nothing when it asks, and not what it begins by reading. */
function ordersIn(sentence) {
    const [mark = ''] = MARK.exec(sentence) ?? [];
    const said = sentence.slice(mark.length).replace(/^[¿¡ ]+/, '');
    let order = said.replace(POLITE(), '');
    const polite = order !== said || POLITE_END.test(said);
    if (ASKS().test(order) || ASKS_ANYWHERE.test(order.replace(POLITE_END, '')))
        return [];
    if (/[?？]$/.test(order) && !polite)
        return [];
    for (let next = NEXT().exec(order); reads(order.slice(0, next?.index)); next = NEXT().exec(order)) {
        if (!next)
            return [];
        order = order.slice(next.index + next[0].length);
    }
    return order === '' ? [] : [mark + order];
}
const reads = (clause) => READS().test(clause) || READS_AT_END.test(clause);
/** Words of one language in one string: `*` leaves the ending open, commas separate. */
function anyOf(...languages) {
    const all = languages.flatMap((words) => words.split(', '));
    const [eastern, western] = [all.filter(isEastern), all.filter((word) => !isEastern(word))];
    // Chinese and Japanese have no spaces, also not next to a word in Latin letters.
    const endings = western.map((word) => (word.endsWith('*') ? word.slice(0, -1) : `${word}(?!${LETTER})`));
    return `(?:${[`(?<!${LETTER})(?:${endings.join('|')})`, ...eastern].join('|')})`;
}
const LETTER = String.raw `[\p{Script=Latin}\p{N}_]`;
const isEastern = (word) => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word);
/** Compiled when first asked for: that takes a while, and few runs ask. */
function lazily(compile) {
    let compiled;
    return () => (compiled ??= compile());
}
const inside = (words) => new RegExp(words, 'u');
const atStart = (words) => new RegExp(`^${words}`, 'u');
/** An order in the form of a question. */
const POLITE = lazily(() => atStart(`(?:${anyOf('please, can you, could you, can we, could we, would you, will you, can someone, could someone', 'bitte, kannst du, könntest du, können wir, könnten wir, könnt ihr, können sie, könnten sie', 'por favor, puedes, podrías, podemos, podríamos, puede, podría, você pode, pode, poderia', 's’il te plaît, s’il vous plaît, peux-tu, pouvez-vous, pourrais-tu, pourriez-vous', '请你, 请, 帮我, 麻烦你, 麻烦, 你能不能, 能不能, 能否, 你能, 可以, 可否')}[ ,，]*)+`));
const POLITE_END = /(?:いただけますか|もらえますか|くれますか|できますか|好吗|可以吗|行吗)/u;
/** What the sentence that begins so wants is an answer. */
const ASKS = lazily(() => atStart(anyOf('what, why, how, where, which, who, whose, is, are, was, were, does, did, do we, do you, do they, do i, should', 'when is, when are, when was, when did, when do, when does, when will, explain, describe, summari*, tell, clarify', 'was, warum, wieso, weshalb, wie, wo, woher, wofür, wozu, welche*, wer, wann, ist, sind, gibt es, hat', 'erklär*, beschreib*, fasse, fass, sag, nenne, nenn', 'qué, que es, por qué, cómo, dónde, cuál*, quién*, cuándo, cuánt*, explica*, explíca*, resume*, dime', 'qu’est-ce, que fait, quel*, pourquoi, comment, où, qui, quand, est-ce, combien, expliqu*, décri*, résum*, dis-moi', 'o que, qual, quais, por que, como funciona, como se, como posso, onde, quem, quanto*, quanta*', 'existe*, descreva, resuma, diga', '如何, 解释, 说明, 描述, 总结, 介绍, 告诉, 谁, 几, 是否, 为何, 何')));
const ASKS_ANYWHERE = /什么|为什么|怎么|怎样|多少|哪里|哪个|哪些|哪儿|(?:ですか|ますか|なぜ|どうやって|どこ|どれ|説明して|教えて|要約して)/u;
/** What begins so only looks or runs; another order may follow it in the same sentence. */
const READS = lazily(() => atStart(anyOf('read, list, show, print, display, find, search, look, count, view, check, run, see, give me, fetch, grep', 'lies, lese, liste*, zeig*, finde, such*, zähl*, prüf*, gib mir, schau*, führe die tests', 'lee, leer, lista, listar, muestra*, mostrar, muéstra*, busca*, encuentra, cuenta, ver, revisa, comprueba', 'lis, lire, liste*, montre*, affiche*, cherche*, trouve*, compte*, vérifie*', 'leia, ler, liste, mostr*, busque, encontre, conte, verifique', '读取, 读, 列出, 查看, 显示, 查找, 搜索, 阅读, 看, 检查, 运行, 统计')));
const READS_AT_END = /(?:読んで|読み込んで|表示して|見せて|調べて|数えて|開いて|一覧にして|検索して)/u;
/** The words between two orders of one sentence. */
const NEXT = lazily(() => new RegExp(` ?(?:(?:[,:，、：]|${anyOf('and, then, und, dann, danach, y, luego, et, puis, e, depois', '然后, 并且, 并, 再, 接着, その後')}) ?)+`, 'u'));
const BUILDS = lazily(() => inside(anyOf('implement, implementing, refactor*, redesign*, migrate, migrating, rewrite, rewriting, rework, restructure', 'overhaul, moderni*, internationali*, locali*, architect, integrate', 'modulari*, rearchitect, decouple, develop a, develop an, port the, port this, convert, design and, design a', 'design an, design the, design our, design new, build a, build an, build the, introduce, split the', 'split this, split up', 'implementiere*, implementiert, refaktorier*, migriere*, entwirf, entwerfe*, entwickle, entwickeln, überarbeite*', 'integriere*, portiere*, umstrukturier*, restrukturier*, umbauen, umbaue, umstellen, umgestellt, einführen', 'neu schreiben, konzipier*, modularisier*, aufteilen, stelle das, stelle die, stelle den, baue', 'implementa, implementar, implemente, diseña, diseñar, rediseña*, migra, migrar, reescrib*, integra', 'integrar, reestructur*, desarrolla, desarrollar, convierte, convertir, introduce, introducir', 'implémente*, conçois, concevoir, concevez, migre*, réécri*, intègre*, intégrer, développe, développer', 'restructure*, convertir, refatora*, refatore, projete, projetar, migrar, reescrev*, integre, desenvolva, desenvolver', '实现, 重构, 设计, 迁移, 开发, 搭建, 集成, 重写, 改造, 构建一, 拆分, 引入', '実装, リファクタ, 設計, 移行, 開発, 構築, 書き直, 書き換え, 統合, 導入')));
const CHANGES = lazily(() => inside(anyOf('add, adding, create, change, update, improve, extend, support, fix, remove, delete, write, replace, upgrade, make', 'set up, setup, clean up, get rid of, turn, enhance, extract, configure, generate, optimi*', 'enable, allow, need, wants, want, rename, move, build', 'füge, hinzufügen, ergänz*, erstell*, lege, anlegen, änder*, aktualisier*, verbesser*, erweiter*, behebe*, entferne*', 'lösch*, schreib*, ersetz*, optimier*, ermöglich*, brauchen, unterstütz*, richte', 'añad*, agreg*, crea, crear, cambia*, actualiza*, mejora*, arregla*, corrige, elimina*, escrib*, reemplaza*, configur*', 'ajoute*, crée, créer, change*, améliore*, corrige*, supprime*, écri*, remplace*, mets, mettre', 'adicion*, crie, criar, mude, atualiz*, melhor*, corrija, remov*, escrev*, substitu*, otimiz*', '添加, 增加, 创建, 改为, 改成, 新增, 修改, 更新, 改进, 优化, 扩展, 修复, 删除, 编写, 写, 替换, 升级, 支持', '追加, 作成, 変更, 更新, 改善, 拡張, 修正, 削除, 書いて, 置き換え, 対応')));
const PARTS = lazily(() => inside(anyOf('feature*, pipeline*, architecture, authentication, authori*, login, module*, api, apis, database*, endpoint*', 'middleware, dashboard*, system, service*, integration*, schema*, workflow*, framework, cache, caching, limiter', 'rate limiting, mode, page, pages, ui, tests, test suite, test coverage, error handling, end-to-end, dependencies', 'backend, frontend, client, server, plugin*, queue, search, i18n, permissions, payment*, docker*', 'documentation, package, packages, codebase, code base', 'funktion, funktionen, architektur, authentifizierung, anmeldung, modul*, datenbank*, schnittstelle*, seite, dienst*', 'oberfläche, fehlerbehandlung, abhängigkeiten, suche, dunkelmodus, zwischenspeicher, mehrsprachig*', 'función, funcionalidad*, arquitectura, autenticación, módulo*, base de datos, página, servicio*, pruebas, caché', 'manejo de errores, dependencias, sistema, búsqueda, modo oscuro, interfaz', 'fonctionnalité*, authentification, module*, base de données, page, service*, système, gestion des erreurs', 'funcionalidade*, autenticação, banco de dados, página, serviço*, testes, tratamento de erros', '功能, 架构, 认证, 登录, 模块, 接口, 数据库, 端点, 中间件, 系统, 服务, 页面, 测试, 缓存, 错误处理, 依赖, 流水线', '機能, 認証, ログイン, モジュール, データベース, システム, サービス, ページ, テスト, キャッシュ, エラー処理')));
const BREADTH = lazily(() => inside(anyOf('several, multiple, across, everywhere, codebase, code base, entire, whole, from scratch, step by step, all modules', 'mehrere, überall, gesamte*, ganze*, sämtliche*, von grund auf, schritt für schritt, alle module', 'varios, varias, todo el, toda la, en todo, desde cero, paso a paso, plusieurs, tout le, partout, vários, várias', '多个, 整个, 所有模块, 全部, 从零, 一步一步, 逐步, 複数, 全体, すべて')));
const TRIVIAL = lazily(() => inside(anyOf('typo*, spelling, misspell*, whitespace, semicolon, trailing, one-liner, wording, tippfehler, rechtschreib*, leerzeichen', 'errata*, error tipográfico, ortograf*, faute de frappe, faute*, coquille, erro de digitação', '错别字, 拼写, 笔误, 空格, 誤字, タイプミス')));
const ORDER = lazily(() => new RegExp(anyOf('first, second, then, next, after that, afterwards, finally, zuerst, danach, anschließend, schließlich, zuletzt', 'primero, luego, después, finalmente, por último, d’abord, ensuite, enfin, primeiro, depois, por fim', '首先, 然后, 接着, 最后, まず, 次に, その後, 最後に'), 'gu'));
const FILE = /(?<![\w./-])[\w./-]{1,200}\.[a-z]{1,5}(?![\w/])/g;
/** Characters of prose from which a request is long, and from which its length alone is enough. */
const [LONG, VERY_LONG] = [500, 1500];
const ENOUGH = 3;
/** What speaks for several steps, and how much. */
const SIGNALS = [
    { weight: 4, because: 'it asks to build or rebuild', fires: (orders) => BUILDS().test(orders) },
    { weight: 1, because: 'it asks for a change', fires: (orders) => CHANGES().test(orders) },
    { weight: 2, because: 'it is about a whole part of the software', fires: (orders) => PARTS().test(orders) },
    { weight: 2, because: 'it reaches far', fires: (orders) => BREADTH().test(orders) },
    { weight: 2, because: 'it names an order of steps', fires: (_, text) => new Set(text.match(ORDER())).size > 1 },
    { weight: 2, because: 'it holds a list', fires: (orders) => count(orders, /^(?:[-*+•]|\d{1,3}[.)]) /gm) > 1 },
    { weight: 1, because: 'it holds a task list', fires: (orders) => count(orders, /^(?:[-*+] )\[[ x]\] /gm) > 1 },
    { weight: 2, because: 'it names several files', fires: (_, text) => new Set(text.match(FILE)).size > 2 },
    { weight: 1, because: 'it is long', fires: (orders) => widthOf(orders) > LONG },
    { weight: 2, because: 'it is very long', fires: (orders) => widthOf(orders) > VERY_LONG },
    { weight: -5, because: 'it is about a slip of the pen', fires: (orders) => TRIVIAL().test(orders) },
];
const count = (text, pattern) => text.match(pattern)?.length ?? 0;
/** Length in Latin letters: a Chinese or Japanese character says about as much as three. */
const widthOf = (text) => text.length + 2 * count(text, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu);

// EXTERNAL MODULE: ./lib/decide/approvals.js
var approvals = __webpack_require__(3116);
// EXTERNAL MODULE: ./lib/plan/markdown.js + 1 modules
var markdown = __webpack_require__(6244);
;// CONCATENATED MODULE: ./lib/decide/command.js
/**
 * Reads the body of a comment, without any look at who wrote it or in what state the plan is. Commands are
 * case-insensitive ASCII and stand at the very beginning (`/plan …`) or are the whole comment (`approve`), so nothing
 * in quotes, code, HTML comments or e-mail tails can be one. Never throws; linear in the length of the body.
 */
function parseCommand(body, place) {
    const text = strip(body.replace(/\r\n/g, '\n'));
    const slash = readSlash(text);
    if (place === 'issue')
        return (slash && onIssue(slash)) ?? { kind: 'nothing' };
    if (text === '')
        return { kind: 'nothing' };
    return readWhole(text) ?? (slash && onPull(slash)) ?? feedback(text);
}
/** Whether a comment, edited or by somebody without the right, deserves to be told that it has no effect. */
function looksLikeCommand(body, place) {
    const { kind } = parseCommand(body, place);
    return kind !== 'feedback' && kind !== 'nothing' && kind !== 'note';
}
/** The commands as README and `/help` list them. */
const COMMANDS = [
    { place: 'issue', usage: '/plan [request]', meaning: 'draft a plan; without a request, the issue is the request' },
    { place: 'issue', usage: '/ask question', meaning: 'get an answer from reading the repository; nothing is changed' },
    { place: 'issue', usage: '/help', meaning: 'list the commands' },
    { place: 'pull', usage: 'approve', meaning: 'approve the current plan' },
    { place: 'pull', usage: 'approve 1-3, 5', meaning: 'approve these subtasks; the rest waits' },
    { place: 'pull', usage: 'approve <id>', meaning: 'approve the plan version with this id, if it is the current one' },
    { place: 'pull', usage: 'cancel', meaning: 'abandon the plan, at any time (also: stop)' },
    { place: 'pull', usage: '/skip N [reason]', meaning: 'abandon subtask N and what depends on it' },
    { place: 'pull', usage: '/retry', meaning: 'go on after a halt' },
    { place: 'pull', usage: '/replan [request]', meaning: 'plan afresh what is not executed yet' },
    { place: 'pull', usage: '/revise text', meaning: 'give feedback, also while subtasks are being executed' },
    { place: 'pull', usage: '/note text', meaning: 'talk to each other; the bot stays out' },
    { place: 'pull', usage: '/help', meaning: 'list the commands' },
];
/** The commands of a place as a Markdown list. */
const helpText = (place) => COMMANDS.filter((command) => command.place === place)
    .map(({ usage, meaning }) => `- \`${usage}\`: ${meaning}`)
    .join('\n');
/** White space, byte order marks and zero-width characters, which editors and phones leave at the ends. */
const BLANK = /[\s\u200b-\u200d\u2060\ufeff]/;
/** By hand, because `/[…]+$/` takes quadratic time on long runs of blanks inside a text. */
function strip(text) {
    let [start, end] = [0, text.length];
    while (start < end && BLANK.test(text.charAt(start)))
        start += 1;
    while (end > start && BLANK.test(text.charAt(end - 1)))
        end -= 1;
    return text.slice(start, end);
}
/** `/word`, then white space or the end. A byte order mark is hidden, so it is no white space here. */
function readSlash(text) {
    const [, word] = /^\/([a-z]+)(?![^\s]|\ufeff)/i.exec(text) ?? [];
    return word === undefined ? undefined : { word: word.toLowerCase(), rest: strip(text.slice(word.length + 1)) };
}
function onIssue({ word, rest }) {
    switch (word) {
        case 'plan':
            return { kind: 'plan', request: rest };
        case 'ask':
            return { kind: 'ask', question: rest };
        case 'help':
            return { kind: 'help' };
        default:
            return undefined;
    }
}
function onPull({ word, rest }) {
    switch (word) {
        case 'help':
        case 'retry':
        case 'note':
            return { kind: word };
        case 'replan':
            return { kind: 'replan', request: rest };
        case 'revise':
            return rest === ''
                ? malformed('revise', '`/revise` says nothing to revise.', 'Write what to change after it.')
                : { kind: 'revise', text: rest };
        case 'skip':
            return readSkip(rest);
        default:
            return undefined;
    }
}
const malformed = (command, reason, remedy) => ({
    kind: 'malformed',
    command,
    reason,
    remedy,
});
function readSkip(rest) {
    const [, digits, reason = ''] = /^(\d{1,4})[.:,]?(?:\s+(.*))?$/s.exec(rest) ?? [];
    const remedy = 'Write `/skip N`, where N is the number of one subtask, and a reason if you like.';
    if (digits === undefined) {
        const why = rest === '' ? 'does not say which subtask' : 'must be followed by the number of a subtask';
        return malformed('skip', `\`/skip\` ${why}.`, remedy);
    }
    if (/^[\d\s,-]+$/.test(reason))
        return malformed('skip', '`/skip` takes one subtask at a time.', remedy);
    return { kind: 'skip', number: Number(digits), reason: reason.replace(/\s+/g, ' ') };
}
/**
 * `approve`, `cancel` and `stop` as the whole comment: an optional slash, backticks or straight quotes around it, one
 * full stop or exclamation mark inside or outside of them.
 */
const WHOLE = /^(["'`]?)\/?(approve|cancel|stop)(?:[ \t]+([\da-f,-](?:[\da-f,\- \t]*[\da-f,-])?))?([.!]?)\1([.!]?)$/i;
function readWhole(text) {
    const [found, , word = '', list, inside = '', outside = ''] = WHOLE.exec(text) ?? [];
    if (found === undefined || (inside !== '' && outside !== ''))
        return undefined;
    if (word.toLowerCase() === 'approve')
        return list === undefined ? approve({ kind: 'all' }) : readScope(list);
    return list === undefined ? { kind: 'cancel' } : undefined;
}
const approve = (scope) => ({ kind: 'approve', scope });
/** More ranges than any plan has subtasks. */
const MAX_RANGES = 100;
/**
 * What follows `approve`. Seven digits or more are a blob id, since no subtask has such a number; five or six are
 * neither, so they are feedback like any other words. Lists that cannot be meant are malformed.
 */
function readScope(list) {
    if (/^[0-9a-f]{7,40}$/i.test(list))
        return approve({ kind: 'blob', blob: list.toLowerCase() });
    if (!/^[\d,\- \t]+$/.test(list) || /\d{5}/.test(list))
        return undefined;
    const remedy = 'Write the numbers of subtasks and rising ranges, as in `approve 1-3, 5`.';
    const ranges = list.split(',').map((part) => /^[ \t]*(\d{1,4})(?:-(\d{1,4}))?[ \t]*$/.exec(part));
    const numbers = new Set();
    if (ranges.length > MAX_RANGES)
        return malformed('approve', 'That is a longer list than any plan needs.', remedy);
    for (const range of ranges) {
        if (!range)
            return malformed('approve', `\`${list}\` is not a list of subtasks.`, remedy);
        const [from, to] = [Number(range[1]), Number(range[2] ?? range[1])];
        if (to < from)
            return malformed('approve', `The range ${from}-${to} falls.`, remedy);
        for (let number = from; number <= to; number++)
            numbers.add(number);
    }
    return approve({ kind: 'numbers', numbers: [...numbers].sort((a, b) => a - b) });
}
function feedback(text) {
    const near = nearMiss(text);
    return near === undefined ? { kind: 'feedback', text } : { kind: 'feedback', text, near };
}
/** The commands, in the order in which a near miss is looked for. */
const NAMES = ['approve', 'cancel', 'skip', 'retry', 'replan', 'revise', 'note', 'help', 'plan', 'ask'];
/**
 * The command that plain words may have meant, so that the reply can say how it is written. It is only ever used for
 * that: here hidden characters are dropped, compatible letters folded and slips of the pen forgiven, which must not
 * happen where commands are carried out.
 */
function nearMiss(text) {
    const plain = text.normalize('NFKC').replace(HIDDEN, '').toLowerCase();
    return nearSlash(plain) ?? (consents(plain) ? 'approve' : undefined) ?? (cancels(plain) ? 'cancel' : undefined);
}
const HIDDEN = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
function nearSlash(text) {
    const [, word] = /^["'`]{0,3}[/\\] ?([a-z]{2,10})/.exec(text) ?? [];
    if (word === undefined)
        return undefined;
    if (word === 'stop')
        return 'cancel';
    return NAMES.find((name) => name === word) ?? NAMES.find((name) => slips(word, name) <= (name.length > 4 ? 2 : 1));
}
const CONSENT = /^(?:yes|yep|yeah|ok|okay|sure|fine|perfect|great|agreed?|accept(?:ed)?|confirm(?:ed)?|proceed|do it|merge(?: it)?|👍|🚀|✅|\+1|:\+1:|:shipit:)(?![\p{L}\p{N}])/u;
const CONSENT_ANYWHERE = /\b(?:lgtm|sgtm|ship it|go ahead|go for it|(?:looks|sounds|all) good)\b/;
/** Longer words are feedback, even when they begin with a friendly one. */
const FEW = 60;
function consents(text) {
    if (/approv|aprov|approb/.test(text) || CONSENT_ANYWHERE.test(text))
        return true;
    if (text.length <= FEW && CONSENT.test(text))
        return true;
    return text.split(/[^\p{L}\p{N}]+/u).some((word) => slips(word, 'approve') <= 1);
}
const cancels = (text) => text.length <= FEW && /\b(?:cancel|abort|abandon)|^(?:please )?stop(?: it| this| now)?[.!]*$/.test(text);
/** Letters to change, add, leave out or swap with their neighbour to make one word of the other; 9 = too different. */
function slips(word, wanted) {
    if (Math.abs(word.length - wanted.length) > 2)
        return 9;
    let [before, last] = [[], Array.from({ length: wanted.length + 1 }, (_, column) => column)];
    for (let row = 1; row <= word.length; row++) {
        const next = [row];
        for (let column = 1; column <= wanted.length; column++) {
            const same = word[row - 1] === wanted[column - 1];
            const swapped = word[row - 1] === wanted[column - 2] && word[row - 2] === wanted[column - 1];
            const cost = (values, back) => values[column - back] ?? 9;
            const simple = Math.min(cost(last, 0) + 1, cost(next, 1) + 1, cost(last, 1) + (same ? 0 : 1));
            next.push(swapped ? Math.min(simple, cost(before, 2) + 1) : simple);
        }
        ;
        [before, last] = [last, next];
    }
    return last[wanted.length] ?? 9;
}

;// CONCATENATED MODULE: ./lib/decide/comments.js


/** What people said at a place, in the order of the ids. Bots, apps and our own account are never heard. */
function readComments(place, comments, bot) {
    return comments
        .filter((comment) => isPerson(comment.author, bot))
        .toSorted((a, b) => a.id - b.id)
        .map((comment) => ({
        ...comment,
        command: parseCommand(comment.body, place),
        edited: comment.updatedAt > comment.createdAt,
        answered: hasNote(comments, bot, answerTo(comment.id)),
        refused: hasNote(comments, bot, refusalOf(comment.id)),
    }));
}
const isPerson = (author, bot) => author.type === 'User' && author.login !== bot.login;
/** Whether it asks for something that only some may ask for, and so deserves a word when it is refused. */
const readsAsCommand = ({ command }) => command.kind !== 'feedback' && command.kind !== 'note' && command.kind !== 'nothing';

// EXTERNAL MODULE: ./lib/decide/permissions.js
var permissions = __webpack_require__(7728);
;// CONCATENATED MODULE: ./lib/decide/feedback.js




/** Everything that people said about the plan and that no version answers, as one revision. */
function feedbackOf(basis, news) {
    const comments = news.filter((one) => isFeedback(one, basis) && (0,permissions/* mayWrite */.J)(basis.person(one.author.login)));
    const remarks = (basis.thread.pull?.remarks ?? [])
        .filter((one) => isOpenRemark(one, basis))
        .map((one) => placed(one, basis));
    if (comments.length + remarks.length === 0)
        return [];
    const fresh = comments.some((one) => one.command.kind === 'replan');
    return [{ kind: 'revise', comments, fresh, remarks: [...comments.map(asRemark), ...remarks] }];
}
function isFeedback(one, basis) {
    const { kind } = one.command;
    if (kind === 'revise' || kind === 'replan')
        return !one.edited;
    return kind === 'feedback' && wasWaiting(one.id, basis);
}
const asRemark = ({ id, author, body, command }) => ({
    id,
    author: author.login,
    text: command.kind === 'replan'
        ? command.request || 'Make a new plan.'
        : command.kind === 'revise' || command.kind === 'feedback'
            ? command.text
            : body,
});
/** Whether the plan awaited an approval when a comment of that id was made: only then are plain words feedback. */
function wasWaiting(id, { ballot, statuses, current, rules }) {
    if (!current || id < current.comment)
        return true;
    const before = ballot.approvals.filter((approval) => approval.comment < id);
    return statuses.some(({ subtask, state }) => state !== 'done' && state !== 'abandoned' && (0,approvals/* approversOf */.U)(before, subtask.number).length < rules.approvalsRequired);
}
/** Reviews have ids of their own; their place among the comments is told by their time. */
function isOpenRemark(one, basis) {
    const { thread, history } = basis;
    if (!isPerson(one.author, thread.bot) || !one.body.trim() || history.answered.has(one.id))
        return false;
    const earlier = (thread.pull?.comments ?? []).filter((comment) => comment.createdAt <= one.createdAt);
    return (wasWaiting(Math.max(0, ...earlier.map((comment) => comment.id)) + 0.5, basis) &&
        (0,permissions/* mayWrite */.J)(basis.person(one.author.login)));
}
/** Ties a remark on a line of the plan file to the subtask that the line belongs to. */
function placed(one, { thread }) {
    const remark = { id: one.id, author: one.author.login, text: one.body.trim() };
    if (!one.place)
        return remark;
    const { path, line } = one.place;
    const file = thread.branch?.planFile;
    const parsed = file?.kind === 'text' && file.path === path ? (0,markdown/* parsePlan */.vS)(file.text) : undefined;
    const subtask = parsed?.kind === 'plan'
        ? [...parsed.lines].find(([, span]) => line !== undefined && line >= span.start && line <= span.end)?.[0]
        : undefined;
    return {
        ...remark,
        place: { path, ...(line === undefined ? {} : { line }), ...(subtask === undefined ? {} : { subtask }) },
    };
}

// EXTERNAL MODULE: ./lib/plan/graph.js
var graph = __webpack_require__(8703);
// EXTERNAL MODULE: ./lib/plan/lines.js
var lines = __webpack_require__(9572);
// EXTERNAL MODULE: ./lib/plan/normalize.js
var normalize = __webpack_require__(8612);
;// CONCATENATED MODULE: ./lib/plan/changes.js


const SUBTASK_FIELDS = [
    'name',
    'description',
    'expected_outcome',
    'files',
    'verify',
    'depends_on',
];
const PLAN_FIELDS = ['description', 'expected_outcome', 'questions', 'risks'];
/** What is different in `after`: first what concerns the whole plan, then subtasks in their order. */
function changesBetween(before, after) {
    const [old, now] = [(0,normalize/* normalizePlan */.V1)(before), (0,normalize/* normalizePlan */.V1)(after)];
    const fields = PLAN_FIELDS.filter((field) => differs(old[field], now[field]));
    const changes = [];
    if (old.title !== now.title)
        changes.push({ kind: 'retitled', before: old.title, after: now.title });
    if (fields.length > 0)
        changes.push({ kind: 'rewritten', fields });
    return [...changes, ...subtaskChanges(old, now), ...orderChange(old, now)];
}
const differs = (one, other) => JSON.stringify(one) !== JSON.stringify(other);
function subtaskChanges(old, now) {
    const before = new Map(old.subtasks.map((subtask) => [subtask.number, subtask]));
    const kept = new Set(now.subtasks.map((subtask) => subtask.number));
    const removed = old.subtasks.filter((subtask) => !kept.has(subtask.number));
    return [
        ...removed.map((subtask) => ({ kind: 'removed', subtask })),
        ...now.subtasks.flatMap((subtask) => subtaskChange(before.get(subtask.number), subtask)),
    ];
}
function subtaskChange(before, after) {
    if (!before)
        return [{ kind: 'added', subtask: after }];
    const fields = SUBTASK_FIELDS.filter((field) => differs(before[field], after[field]));
    return fields.length > 0 ? [{ kind: 'changed', before, after, fields }] : [];
}
function orderChange(old, now) {
    const common = (one, other) => {
        const there = new Set(other.subtasks.map((subtask) => subtask.number));
        return one.subtasks.map((subtask) => subtask.number).filter((number) => there.has(number));
    };
    const numbers = common(now, old);
    return differs(common(old, now), numbers) ? [{ kind: 'reordered', numbers }] : [];
}
/** The changes as a Markdown list, one line each; empty when there are none. */
const renderChanges = (changes) => changes.map((change) => `- ${renderChange(change)}`).join('\n');
function renderChange(change) {
    switch (change.kind) {
        case 'added':
            return `Added: ${heading(change.subtask)}`;
        case 'removed':
            return `Removed: ${heading(change.subtask)}`;
        case 'changed':
            return `Changed: ${heading(change.after)}: ${change.fields.map((field) => renderField(change, field)).join('; ')}`;
        case 'reordered':
            return `New order: ${change.numbers.join(', ')}`;
        case 'retitled':
            return `New title: “${change.after}”, was “${change.before}”`;
        case 'rewritten':
            return `Rewritten: ${change.fields.map(words).join(', ')}`;
    }
}
const heading = ({ number, name }) => `**${number}. ${name}**`;
const words = (field) => field.replace('_', ' ');
function renderField({ before, after }, field) {
    switch (field) {
        case 'name':
            return `name, was “${before.name}”`;
        case 'files':
        case 'verify':
            return `${field} ${difference(before[field].map(lines/* renderCode */.cR), after[field].map(lines/* renderCode */.cR))}`;
        case 'depends_on':
            return `depends on ${after.depends_on.join(', ') || 'nothing'}, was ${before.depends_on.join(', ') || 'nothing'}`;
        default:
            return words(field);
    }
}
/** What came and what went, as `+ a, − b`; both lists may hold the same in another order. */
function difference(before, after) {
    const came = after.filter((item) => !before.includes(item)).map((item) => `+ ${item}`);
    const went = before.filter((item) => !after.includes(item)).map((item) => `− ${item}`);
    return [...came, ...went].join(', ') || 'in another order';
}

;// CONCATENATED MODULE: ./lib/decide/refusals.js




const refusal = (comment, why, remedy) => ({ comment, why, remedy });
const notEdited = (one) => refusal(one, 'An edited comment is never taken as a command, because nobody can tell what it said before.', 'Please say it in a new comment.');
const notPermitted = (one) => refusal(one, `@${one.author.login}, only people with write permission can tell me what to do here.`, 'Please ask one of them to say it.');
/** What becomes of approvals that do not count: each is answered once, with the reason. */
const refusedApprovals = (facts, refused) => [
    ...refused,
    ...staleApprovals(facts),
];
/** An approval of a version that is no longer the plan, and that nothing was executed on. */
function staleApprovals(basis) {
    const { comments, current, history, versions } = basis;
    if (!current)
        return [];
    return comments.pull
        .filter((one) => one.command.kind === 'approve' && !one.edited && !one.refused && one.id < current.comment)
        .filter((one) => !isUsed(one, history))
        .map((one) => {
        if (!(0,permissions/* mayWrite */.J)(basis.person(one.author.login)))
            return notPermitted(one);
        const meant = versions.findLast((version) => version.comment < one.id);
        const refused = refusal(one, `That approval was for ${meant ? `version ${meant.version}` : 'an earlier version'} of the plan, and the plan has changed since.`, `Read version ${current.version}, then comment \`approve\` again.`);
        return meant ? { ...refused, detail: changesSince(basis, meant) } : refused;
    });
}
/** What is different now, for somebody who has read the version before. */
function changesSince({ thread, reading }, { blob }) {
    const before = (0,markdown/* parsePlan */.vS)(thread.branch?.texts.get(blob) ?? '');
    if (before.kind !== 'plan' || reading?.kind !== 'plan')
        return '';
    return renderChanges(changesBetween(before.plan, reading.plan));
}
/** Whether something was executed on that approval. */
const isUsed = ({ id }, { executed }) => [...executed.values()].some(({ approvedBy }) => approvedBy.some((by) => by.comment === id));
/** Old words that were edited since and read as a command now, which they were not, or are no more. */
const lateEdits = (facts, comments) => comments
    .filter((one) => one.edited && !one.refused && readsAsCommand(one))
    .filter(({ id }) => id <= facts.history.seen || facts.history.answered.has(id))
    .filter((one) => !wasCarriedOut(one, facts))
    .map(notEdited);
/** Whether it was the same command before it was edited. An approval that still bears on the present version counts no more. */
function wasCarriedOut(one, { history, current }) {
    const { id, reactions } = one;
    switch (one.command.kind) {
        case 'approve':
            return isUsed(one, history) && id < (current?.comment ?? 0);
        case 'skip':
            return [...history.abandoned.values()].some(({ command }) => command === id);
        case 'cancel':
        case 'retry':
            // Feedback that was answered bears the same reaction.
            return reactions.rocket > 0 && !history.answered.has(id);
        default:
            return one.answered || history.answered.has(id);
    }
}

// EXTERNAL MODULE: ./lib/plan/plan.js
var plan = __webpack_require__(9164);
;// CONCATENATED MODULE: ./lib/decide/pending.js







/** Tells pending things of some kinds from the others. */
const isKind = (...kinds) => (one) => kinds.some((kind) => kind === one.kind);
/** What people want of us now, in the order of their comments, and what is refused to them. */
function pendingOf(basis) {
    const { thread, history, comments, ballot } = basis;
    const news = comments.pull.filter((one) => isNews(one, basis));
    const issueNews = comments.issue.filter((one) => isNews(one, basis) && !isSettled(one, basis));
    const open = thread.pull?.pull.state === 'open';
    const running = open && !history.finished;
    const heard = [
        ...issueNews.flatMap((one) => interpret(one, basis, askedOnIssue)),
        ...(open ? news.flatMap((one) => interpret(one, basis, history.finished ? askedWhenDone : askedOnPull)) : []),
    ];
    const spoken = heard.flatMap((one) => ('kind' in one ? [one] : []));
    const pending = [
        ...(thread.pull && !open && !history.finished ? cancelInHand(basis) : []),
        ...newestDraft([...askedFor(basis), ...spoken]),
        ...(running ? feedbackOf(basis, news) : []),
    ];
    return {
        pending: pending.toSorted((a, b) => firstId(a) - firstId(b)),
        refusals: [
            ...heard.flatMap((one) => ('kind' in one ? [] : [one])),
            ...lateEdits(basis, comments.issue.filter((one) => !isSettled(one, basis))),
            ...(running ? [...refusedApprovals(basis, ballot.refusals), ...lateEdits(basis, comments.pull)] : []),
        ],
    };
}
/** The comments that ask for it; none for a label. */
const commentsOf = (one) => 'comments' in one ? one.comments : one.comment ? [one.comment] : [];
/** Its place in the order of the comments; what stands in none comes first. */
const firstId = (one) => {
    const ids = commentsOf(one).map((comment) => comment.id);
    return ids.length > 0 ? Math.min(...ids) : one.kind === 'revise' ? Infinity : 0;
};
/** A label, or a new issue, that asks for a plan where there is none yet. Without the right it is passed over in silence. */
function askedFor(basis) {
    const { asked, issue, branch, pull, past } = basis.thread;
    if (!asked || branch || pull || issue.state === 'closed' || past.some((opened) => opened >= asked.at))
        return [];
    if (asked.kind === 'opened' && needsPlan(textOf(issue)).kind === 'simple')
        return [];
    if (!(0,permissions/* mayWrite */.J)(basis.person(asked.by.login)))
        return [];
    return [
        {
            kind: 'draft',
            comment: undefined,
            by: asked.by,
            via: asked.kind === 'label' ? `label:${asked.by.login}` : 'issue',
            request: '',
        },
    ];
}
/** Of several requests for a draft the newest is meant; drafting the others would be paid for and thrown away. */
const newestDraft = (pending) => {
    const newest = pending.findLast(isKind('draft'));
    return pending.filter((one) => one.kind !== 'draft' || one === newest);
};
/** Said after the last look that a commit records, and not answered in words. */
const isNews = (one, { history }) => one.id > history.seen && !history.answered.has(one.id) && !one.answered && !one.refused;
/**
 * The branch of an earlier plan may be gone, and its journal with it. A request from before it was opened was carried out
 * when it bears both reactions; anybody can put them there, so without such a plan they say nothing.
 */
const isSettled = ({ reactions, createdAt }, { thread }) => reactions.eyes > 0 && reactions.rocket > 0 && thread.past.some((opened) => opened >= createdAt);
/** Sees to it that only unedited words of permitted people are taken as commands. Approvals are counted elsewhere. */
function interpret(one, basis, listen) {
    const approves = one.command.kind === 'approve';
    if (!readsAsCommand(one) || (approves && basis.history.finished))
        return [];
    if (one.edited) {
        return [notEdited(one)];
    }
    if (approves && basis.current)
        return [];
    if (!(0,permissions/* mayWrite */.J)(basis.person(one.author.login)))
        return [notPermitted(one)];
    if (one.command.kind === 'malformed')
        return [refusal(one, one.command.reason, one.command.remedy)];
    return listen(one, basis);
}
/** Whether the bot chooses a plan for what was only asked: an empty question is about the issue itself. */
const isForPlan = (question, { rules, thread }) => rules.interactive && needsPlan(question || textOf(thread.issue)).kind === 'plan';
const textOf = (issue) => `${issue.title}\n\n${issue.body}`;
function askedOnIssue(comment, basis) {
    const { command } = comment;
    if (command.kind === 'help')
        return [{ kind: 'help', comment, place: 'issue' }];
    if (command.kind === 'ask' && !isForPlan(command.question, basis))
        return [{ kind: 'ask', comment, question: command.question }];
    if (command.kind !== 'plan' && command.kind !== 'ask')
        return [];
    const request = command.kind === 'plan' ? command.request : command.question;
    if (basis.thread.issue.state === 'closed') {
        return [
            refusal(comment, 'This issue is closed, and plans are made for open ones.', 'Reopen the issue, then comment `/plan` again.'),
        ];
    }
    const begun = basis.thread.pull?.pull.state === 'open' && basis.history.executed.size > 0;
    const draft = {
        kind: 'draft',
        comment,
        by: comment.author,
        via: String(comment.id),
        request,
    };
    return [begun ? { kind: 'link', comment } : draft];
}
function askedWhenDone(comment) {
    if (comment.command.kind === 'help')
        return [{ kind: 'help', comment, place: 'pull' }];
    return [
        refusal(comment, 'This plan is done, so there is nothing left to change.', 'Comment `/plan` on the issue to make a new one.'),
    ];
}
function askedOnPull(comment, basis) {
    const { command } = comment;
    switch (command.kind) {
        case 'help':
            return [{ kind: 'help', comment, place: 'pull' }];
        case 'cancel':
            return [{ kind: 'cancel', comment }];
        case 'skip':
            return [skip(comment, command, basis)];
        case 'retry':
            return [
                basis.halt || hasFailure(basis, comment)
                    ? { kind: 'retry', comment }
                    : refusal(comment, 'The plan is not halted, so there is nothing to retry.', nextStep(basis)),
            ];
        default:
            return [];
    }
}
const nextStep = ({ statuses }) => statuses.some(({ approved }) => !approved)
    ? 'Comment `approve` to have the plan carried out.'
    : 'Nothing has to be done.';
const hasFailure = ({ history }, comment) => [...history.failed.values(), ...(history.halt ? [history.halt] : [])].some(({ seen }) => seen < comment.id);
function skip(comment, command, { reading, statuses }) {
    const status = statuses.find(({ subtask }) => subtask.number === command.number);
    if (!status || reading?.kind !== 'plan') {
        return refusal(comment, `There is no subtask ${command.number} in this plan.`, `Skip one of ${(0,plan/* listed */.KE)(statuses.map(({ subtask }) => subtask.number)) || 'a plan that can be read'}.`);
    }
    if (status.state === 'done' || status.state === 'abandoned') {
        return refusal(comment, `Subtask ${command.number} is ${status.state} already.`, 'Skip one that is still to be done.');
    }
    const along = (0,graph/* dependants */.pW)(reading.plan, command.number);
    const left = statuses
        .filter(({ state }) => state !== 'done' && state !== 'abandoned')
        .map(({ subtask }) => subtask.number);
    return {
        kind: 'skip',
        comment,
        numbers: left.filter((number) => number === command.number || along.includes(number)),
        reason: command.reason,
    };
}
/** A cancel that closed the pull request, and has not been brought to its end. */
function cancelInHand(basis) {
    const closedAt = basis.thread.pull?.pull.closedAt ?? '';
    const cancels = basis.comments.pull.filter(({ command, createdAt, reactions, edited, refused }) => command.kind === 'cancel' && !edited && !refused && createdAt <= closedAt && reactions.rocket === 0);
    return cancels
        .filter((one) => (0,permissions/* mayWrite */.J)(basis.person(one.author.login)))
        .map((comment) => ({ kind: 'cancel', comment }));
}

;// CONCATENATED MODULE: ./lib/decide/decide.js






/** Runs in a row that ended without an executed subtask; a fourth would not fare better. */
const MAX_CONTINUATIONS = 3;
/** The steps that ask the model: they spend money, so the thread is looked at once more before them. */
const needsModel = (step) => step.kind === 'draft' ||
    step.kind === 'revise' ||
    step.kind === 'execute' ||
    step.kind === 'review' ||
    step.kind === 'ask';
const NOTHING = { kind: 'nothing' };
/** Decides the next step. Pure. */
function decide(thread, state, context) {
    if (thread.pull?.pull.state === 'closed')
        return decideClosed(thread, state);
    return (acknowledge(thread, state) ??
        answers(thread, state) ??
        substance(thread, state, context) ??
        carriedOut(thread, state) ??
        NOTHING);
}
/** The next step towards an executed plan, words aside. */
const substance = (thread, state, context) => opening(thread, state) ?? (thread.pull ? decideOpen(thread, state, context) : undefined);
/** Refusals, a cancel, and the sign that a command was picked up: they come before anything that takes time. */
function acknowledge(thread, state) {
    const cancel = state.pending.find(isKind('cancel'));
    if (cancel)
        return cancel.comment.reactions.eyes === 0 ? { kind: 'react', comment: cancel.comment, reaction: 'eyes' } : cancel;
    const refusal = state.refusals.find(({ comment }) => !isMute(thread, state.comments.issue.includes(comment) ? 'issue' : 'pull'));
    if (refusal)
        return { kind: 'refuse', refusal };
    const unseen = [...state.pending.flatMap(commentsOf), ...validApprovals(state)].find((comment) => comment.reactions.eyes === 0);
    return unseen && { kind: 'react', comment: unseen, reaction: 'eyes' };
}
/** Of a plan that is done, an approval is nothing. */
const validApprovals = ({ comments, approvals, history }) => comments.pull
    .filter(({ id }) => approvals.some((approval) => approval.comment === id))
    .filter(({ id }) => !history.finished || id <= history.seen);
/** What is answered with words alone, and questions. */
const answers = (thread, { pending }) => pending
    .filter(isKind('help', 'link', 'ask'))
    .find((one) => !isMute(thread, one.kind === 'help' ? one.place : 'issue'));
/** From a request to an open pull request. */
function opening(thread, state) {
    if (thread.branch && !thread.pull && state.reading?.kind === 'plan')
        return thread.thisRun.forbidden ? NOTHING : { kind: 'open' };
    return state.pending.find(isKind('draft'));
}
function decideOpen(thread, state, context) {
    if (state.reading?.kind === 'problem' && !state.history.finished) {
        const { line, reason, blob } = state.reading;
        return isSaid(thread, `problem-${blob}`) ? undefined : { kind: 'complain', line, reason, blob };
    }
    return (versioning(thread, state) ??
        changing(thread, state, context) ??
        (state.history.finished ? closing(thread, state, context) : advancing(thread, state, context)) ??
        (context.shown ? undefined : { kind: 'show' }));
}
/** Whether nothing more needs to be said: it was, or it cannot be. */
const isSaid = (thread, key) => isMute(thread, 'pull') || hasNote(thread.pull?.comments ?? [], thread.bot, key);
/** Whether the bot found that it may not speak there. */
const isMute = ({ thisRun }, place) => thisRun.unsaid.some((words) => words.place === place);
/** Every version is announced, before anybody can approve it. */
function versioning(thread, state) {
    // Feedback may leave the plan as it is, and is answered all the same.
    const isAnswered = (state.history.revision?.seen ?? -1) < (state.versions.at(-1)?.comment ?? 0);
    if (state.reading && !state.history.finished && !(state.current && isAnswered) && !isMute(thread, 'pull')) {
        return { kind: 'announce', version: (state.versions.at(-1)?.version ?? 0) + 1, blob: state.reading.blob };
    }
    const pull = thread.pull?.pull.number ?? 0;
    // On a locked issue the bot may have no say, and the pull request shows there anyway.
    const isTold = thread.issue.locked || isMute(thread, 'issue') || hasNote(thread.comments, thread.bot, `plan-${pull}`);
    return isTold ? undefined : { kind: 'tell-issue', pull };
}
/** What people want changed comes before what they approved: an answer makes a new version, and that wants a new approval. */
function changing(thread, state, context) {
    const change = state.pending.find(isKind('skip', 'revise'));
    if (change?.kind === 'skip')
        return change;
    if (!change || state.halt?.reason === 'budget')
        return undefined;
    if ((0,budget/* fractionSpent */.zj)(state.allowance, plan_usage/* noUsage */.tk) >= 1)
        return { kind: 'halt', reason: 'budget' };
    return context.timeIsUp ? goOnElsewhere(thread, state) : change;
}
function advancing(thread, state, context) {
    if ((0,decide_status/* allSettled */.vd)(state.statuses))
        return { kind: 'finish' };
    if (state.halt) {
        const key = `halted-${state.halt.reason}-${state.halt.since}`;
        // A proposed change explains itself, where it is announced.
        return state.halt.reason === 'change' || isSaid(thread, key)
            ? undefined
            : { kind: 'tell-halt', key, halt: state.halt };
    }
    const next = state.statuses.find((status) => status.ready);
    if (!next)
        return undefined;
    // A spent budget is nobody's failure, and so it is asked for first.
    if ((0,budget/* fractionSpent */.zj)(state.allowance, plan_usage/* noUsage */.tk) >= 1)
        return { kind: 'halt', reason: 'budget' };
    if (next.attempts >= context.settings.maxAttempts)
        return { kind: 'fail', status: next };
    if (context.handsOver)
        return unwritten(thread, state) ?? work(thread, state, { context, next });
    return context.timeIsUp ? goOnElsewhere(thread, state) : work(thread, state, { context, next });
}
function work(thread, state, { context, next }) {
    const after = state.history.executed.size;
    return isReviewDue(thread, state, context) ? { kind: 'review', after } : { kind: 'execute', status: next };
}
/** Before another job goes on: what only this run knows, and whether going on has come to nothing too often. */
function unwritten(thread, state) {
    const status = begunIn(thread, state);
    if (status || thread.thisRun.attempts.has(0))
        return { kind: 'interrupt', status };
    return state.history.continuations >= MAX_CONTINUATIONS ? { kind: 'halt', reason: 'continuation' } : undefined;
}
/** After every so many subtasks, once, and only while the last thing that happened is that one of them was done. */
function isReviewDue({ branch, thisRun }, { history }, { settings }) {
    const done = history.executed.size;
    if (settings.reviewEvery === 0 || done === 0 || done % settings.reviewEvery > 0 || thisRun.reviewed === done)
        return false;
    const last = branch?.commits.at(-1)?.entry?.trailers;
    return last?.subtask !== undefined && last.state === undefined;
}
/** When this run's time is up: what only it knows is written down, then the next run is asked for. */
function goOnElsewhere(thread, state) {
    const { thisRun } = thread;
    const { history } = state;
    const begun = begunIn(thread, state);
    if (begun)
        return { kind: 'interrupt', status: begun };
    if (thisRun.continued === 'refused' || history.continuations >= MAX_CONTINUATIONS)
        return { kind: 'halt', reason: 'continuation' };
    return thisRun.continued === 'asked' ? NOTHING : { kind: 'continue' };
}
/** A subtask at which attempts were made that no commit tells of yet. */
const begunIn = ({ thisRun }, { statuses }) => statuses.find(({ subtask }) => (thisRun.attempts.get(subtask.number)?.length ?? 0) > 0);
function closing(thread, { versions }, { settings }) {
    if (thread.pull?.pull.draft && settings.readyWhenDone)
        return { kind: 'ready' };
    return isSaid(thread, closingKey(versions)) ? undefined : { kind: 'report' };
}
/** The sign that something was carried out, for everything that was and does not carry it yet. */
function carriedOut(thread, state) {
    for (const one of [...state.comments.issue, ...state.comments.pull]) {
        const { eyes, rocket, confused } = one.reactions;
        if (one.refused) {
            if (confused === 0)
                return { kind: 'react', comment: one, reaction: 'confused' };
        }
        else if (isDone(one, thread, state)) {
            if (eyes === 0)
                return { kind: 'react', comment: one, reaction: 'eyes' };
            if (rocket === 0)
                return { kind: 'react', comment: one, reaction: 'rocket' };
        }
    }
    return undefined;
}
function isDone(one, thread, { history, approvals, statuses, halt, current }) {
    const { id } = one;
    switch (one.command.kind) {
        case 'help':
            return one.answered;
        case 'ask':
        case 'plan':
            return one.answered || (history.answered.has(id) && current !== undefined);
        case 'approve': {
            // Of a plan that is done, an approval is nothing.
            if (history.finished && id > history.seen)
                return false;
            const numbers = approvals.find((approval) => approval.comment === id)?.numbers;
            const settled = statuses
                .filter(({ state }) => state === 'done' || state === 'abandoned')
                .map(({ subtask }) => subtask.number);
            return numbers !== undefined && numbers.every((number) => settled.includes(number));
        }
        case 'retry':
            return (id <= history.seen &&
                !halt &&
                !one.edited &&
                (0,permissions/* mayWrite */.J)(thread.people.get(one.author.login) ?? { permission: 'none', approver: false }));
        default:
            return history.answered.has(id);
    }
}
/** A cancel that was cut off between closing the pull request and its last reaction is brought to its end. */
function decideClosed(thread, state) {
    const cancel = state.pending.find(isKind('cancel'));
    if (!cancel)
        return NOTHING;
    if (thread.branch && state.history.executed.size === 0)
        return { kind: 'delete-branch' };
    const { eyes } = cancel.comment.reactions;
    return { kind: 'react', comment: cancel.comment, reaction: eyes === 0 ? 'eyes' : 'rocket' };
}

// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(7975);
// EXTERNAL MODULE: ./lib/git/objects.js
var objects = __webpack_require__(2392);
;// CONCATENATED MODULE: ./lib/observe/instructions.js

const INSTRUCTIONS = ['AGENTS.md', 'CLAUDE.md', '.github/copilot-instructions.md'];
const INSTRUCTIONS_LIMIT = 16_000;
/** The repository's own instructions, as the base branch has them: what a plan's branch says of itself does not count. */
async function instructionsOf(repo, base) {
    const entries = await (0,objects/* entriesAt */.ws)(repo, base, INSTRUCTIONS);
    const first = entries.findIndex((entry) => entry?.mode.startsWith('100'));
    const [path, entry] = [INSTRUCTIONS[first], entries[first]];
    return path && entry ? { path, text: (await (0,objects/* readBlob */.gm)(repo, entry.id)).slice(0, INSTRUCTIONS_LIMIT) } : undefined;
}

// EXTERNAL MODULE: ./lib/lazy.js
var lazy = __webpack_require__(8229);
;// CONCATENATED MODULE: ./lib/decide/thread.js
/** Milliseconds for which what was read still holds, as far as one can know of what others do. */
const FRESH = 2_000;
const freshRun = {
    attempts: new Map(),
    forbidden: false,
    continued: undefined,
    reviewed: 0,
    crowded: false,
    problems: [],
    unsaid: [],
};

;// CONCATENATED MODULE: ./lib/observe/sources.js
/** The account that the workflow's own token acts as. */
const ACTIONS_BOT = { login: 'github-actions[bot]', id: 41898282, type: 'Bot' };
const planRefsOf = ({ base, branchPrefix }, issue) => ({
    base,
    prefix: branchPrefix,
    issue,
});
const authors = async (forge) => [ACTIONS_BOT, (await forge.me()) ?? ACTIONS_BOT];

;// CONCATENATED MODULE: ./lib/decide/journal.js

/** The whole message of a commit. The trailers are the last block, so nothing above them can be taken for one. */
function renderMessage({ subject, body, trailers }) {
    return [subject, body.trim(), renderTrailers(trailers)].filter(Boolean).join('\n\n') + '\n';
}
function renderTrailers(t) {
    const lines = [
        ['Plan-Issue', t.issue],
        ['Plan-Subtask', t.subtask],
        ['Plan-State', t.state],
        ['Plan-Reason', t.reason],
        ['Plan-Attempts', t.attempts],
        ['Plan-Request', t.request],
        ['Plan-Feedback', t.feedback?.length ? t.feedback.join(', ') : undefined],
        ['Plan-Command', t.command],
        ['Plan-Version', t.version],
        ...(t.approvedBy ?? []).map((by) => ['Plan-Approved-By', `${by.login} (${by.comment})`]),
        ['Plan-Usage', t.usage && (0,plan_usage/* renderUsage */.eY)(t.usage)],
        ['Plan-Seen', t.seen],
        ['Co-authored-by', t.coAuthor && `${t.coAuthor.login} <${mailOf(t.coAuthor)}>`],
    ];
    return lines.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`])).join('\n');
}
/** The address by which GitHub ties a commit to an account. */
const mailOf = (account) => `${account.id}+${account.login}@users.noreply.github.com`;
/**
 * Reads a commit message of the bot. Undefined when its last paragraph holds no `Plan-Issue`, so that text further up
 * that looks like a trailer is never taken for one.
 */
function parseMessage(message) {
    const paragraphs = message
        .replaceAll('\r\n', '\n')
        .trimEnd()
        .split(/\n[ \t]*\n/);
    const fields = fieldsOf(paragraphs.at(-1) ?? '');
    const issue = numberIn(fields('Plan-Issue')[0]);
    if (issue === undefined)
        return undefined;
    return {
        subject: paragraphs[0]?.split('\n')[0] ?? '',
        body: paragraphs.slice(1, -1).join('\n\n'),
        trailers: readTrailers(issue, fields),
    };
}
function fieldsOf(block) {
    const pairs = block.split('\n').flatMap((line) => {
        const match = /^([A-Za-z][A-Za-z-]*): (.*)$/.exec(line);
        return match ? [[match[1] ?? '', (match[2] ?? '').trim()]] : [];
    });
    return (name) => pairs.filter(([key]) => key === name).map(([, value]) => value);
}
function readTrailers(issue, fields) {
    const one = (name) => fields(name)[0];
    const state = RECORDED.find((name) => name === one('Plan-State'));
    const reason = REASONS.find((name) => name === one('Plan-Reason'));
    return present({
        issue,
        seen: numberIn(one('Plan-Seen')) ?? 0,
        // A state that a later release may know is none that we could take for an execution.
        subtask: state === undefined && one('Plan-State') !== undefined ? undefined : numberIn(one('Plan-Subtask')),
        version: one('Plan-Version'),
        approvedBy: fields('Plan-Approved-By').flatMap(readApprover),
        request: one('Plan-Request'),
        feedback: (one('Plan-Feedback') ?? '').split(',').flatMap((id) => numberIn(id.trim()) ?? []),
        state,
        command: numberIn(one('Plan-Command')),
        attempts: numberIn(one('Plan-Attempts')),
        reason,
        usage: one('Plan-Usage') === undefined ? plan_usage/* noUsage */.tk : (0,plan_usage/* parseUsage */.Zb)(one('Plan-Usage') ?? ''),
        coAuthor: readCoAuthor(one('Co-authored-by') ?? ''),
    });
}
const RECORDED = ['abandoned', 'failed', 'in_progress', 'halted', 'done'];
const REASONS = ['budget', 'change', 'continuation'];
function present(trailers) {
    const entries = Object.entries(trailers).filter(([, value]) => value !== undefined);
    return { issue: trailers.issue, seen: trailers.seen, ...Object.fromEntries(entries) };
}
const numberIn = (text) => text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
function readApprover(text) {
    const match = /^(\S+) \((\d{1,15})\)$/.exec(text);
    return match ? [{ login: match[1] ?? '', comment: Number(match[2]) }] : [];
}
function readCoAuthor(text) {
    const match = /^(\S+) <(\d{1,15})\+\S+@users\.noreply\.github\.com>$/.exec(text);
    return match ? { login: match[1] ?? '', id: Number(match[2]) } : undefined;
}
/** The answers to feedback, as the body of the commit that revises the plan: the announcement is rendered from there. */
const renderAnswers = (answers) => answers
    .map(({ comment, applied, note }) => `Comment ${comment}: ${applied ? 'applied' : 'not applied'}. ${note.replace(/\s+/g, ' ').trim()}`)
    .join('\n');
const parseAnswers = (body) => body.split('\n').flatMap((line) => {
    const match = /^Comment (\d{1,15}): (applied|not applied)\. (.*)$/.exec(line);
    return match ? [{ comment: Number(match[1]), applied: match[2] === 'applied', note: match[3] ?? '' }] : [];
});

;// CONCATENATED MODULE: ./lib/observe/branch.js


/** More than this is no plan that a person wrote or a model was allowed to. */
const PLAN_FILE_LIMIT = 1 << 20;
/** Reads a branch as a journal: its commits, and the plan file with every text that it had. */
async function readBranch(repo, spec) {
    const mails = spec.authors.map(mailOf);
    const [commits, blobs, planFile] = await Promise.all([
        (0,objects/* commitsBetween */.$q)(repo, spec.base, spec.head),
        (0,objects/* blobsOf */.OR)(repo, spec, spec.planFile),
        readPlanFile(repo, spec.head, spec.planFile),
    ]);
    const texts = await Promise.all([...blobs.keys()].map(async (blob) => [blob, await (0,objects/* readBlob */.gm)(repo, blob)]));
    return {
        name: spec.name,
        head: spec.head,
        planFile,
        origins: blobs,
        texts: new Map(texts.filter(([, text]) => text.length <= PLAN_FILE_LIMIT)),
        commits: commits.map((commit) => ({
            ...commit,
            entry: mails.includes(commit.author.email) ? entryOf(commit.message, spec.issue) : undefined,
        })),
    };
}
/** Merged from the branch of another plan, an entry is that plan's and not ours. */
function entryOf(message, issue) {
    const entry = parseMessage(message);
    return entry?.trailers.issue === issue ? entry : undefined;
}
async function readPlanFile(repo, head, path) {
    const entry = await (0,objects/* entryAt */._f)(repo, head, path);
    if (!entry)
        return undefined;
    const blob = entry.id;
    if (!entry.mode.startsWith('100'))
        return { kind: 'unreadable', blob, why: 'it is not a file but a link or a folder' };
    if (entry.size > PLAN_FILE_LIMIT)
        return { kind: 'unreadable', blob, why: 'it is larger than 1 MiB' };
    const text = await (0,objects/* readBlob */.gm)(repo, blob);
    if (/[\0\ufffd]/.test(text))
        return { kind: 'unreadable', blob, why: 'it is not UTF-8 text' };
    return { kind: 'text', path, blob, text };
}

;// CONCATENATED MODULE: ./lib/observe/find-plan.js



/** The account that opened a pull request, if it is ours: the login of an app proves nothing, the token's own does. */
async function authorIfOurs(forge, { author }) {
    if (author.login === ACTIONS_BOT.login && author.type === 'Bot')
        return author;
    return (await forge.isMe(author.login)) ? author : undefined;
}
/** The open plan of an issue among the branches that bear its name, and the name for a new one. */
async function findPlan(sources, family, first) {
    const branches = await (0,plan_refs/* planBranches */.cA)(sources.repo, family);
    const me = async () => (await sources.forge.me()) ?? ACTIONS_BOT;
    let started;
    const past = [];
    for (let suffix = 1;; suffix++) {
        const name = (0,plan_refs/* branchName */.at)(family, suffix);
        const pulls = await (suffix === 1 && first ? first : sources.forge.pullsFrom(name));
        const open = pulls.find((pull) => pull.state === 'open' && pull.head.repository === sources.repository);
        const bot = open && (await authorIfOurs(sources.forge, open));
        if (open && bot)
            return { branch: name, pull: open, bot, freeBranch: '', past };
        past.push(...pulls.map((pull) => pull.createdAt));
        const head = branches.get(name);
        if (head === undefined && pulls.length === 0)
            return { branch: started, pull: undefined, bot: await me(), freeBranch: name, past };
        if (head !== undefined && pulls.length === 0 && (await isBegun(sources, family, { name, head })))
            started ??= name;
    }
}
/** A branch that holds a plan of ours and has no pull request yet: a run was cut off, or may not open any. */
async function isBegun(sources, family, { name, head }) {
    const branch = await readBranch(sources.repo, {
        name,
        issue: family.issue,
        head,
        base: await (0,plan_refs/* baseCommit */.tI)(sources.repo),
        planFile: sources.planFile,
        authors: await authors(sources.forge),
    });
    return branch.commits.some((commit) => commit.entry?.trailers.request !== undefined);
}
async function branchNow(sources, spec) {
    const head = (await (0,plan_refs/* planBranches */.cA)(sources.repo, spec.family)).get(spec.name);
    if (!head)
        return undefined;
    return readBranch(sources.repo, {
        name: spec.name,
        issue: spec.family.issue,
        head,
        base: spec.base,
        planFile: sources.planFile,
        authors: [ACTIONS_BOT, spec.bot],
    });
}

;// CONCATENATED MODULE: ./lib/decide/facts.js

/** The id of the newest `/retry` of somebody who may; 0 when there is none. */
function lastRetry(comments, person) {
    const retries = comments.filter((one) => one.command.kind === 'retry' && !one.edited && !one.refused);
    return Math.max(0, ...retries.filter((one) => (0,permissions/* mayWrite */.J)(person(one.author.login))).map((one) => one.id));
}

;// CONCATENATED MODULE: ./lib/decide/history.js


/** Reads the journal. Commits of people count for nothing here, whatever their messages say. */
function historyOf(commits) {
    const history = {
        request: undefined,
        requester: undefined,
        executed: new Map(),
        abandoned: new Map(),
        failed: new Map(),
        interrupted: new Map(),
        halt: undefined,
        spent: undefined,
        revision: undefined,
        finished: false,
        seen: 0,
        answered: new Set(),
        usage: plan_usage/* noUsage */.tk,
        continuations: 0,
    };
    for (const commit of commits)
        if (commit.entry)
            recordCommit(history, commit, commit.entry.trailers);
    return history;
}
function recordCommit(history, commit, trailers) {
    history.seen = Math.max(history.seen, trailers.seen);
    history.usage = (0,plan_usage/* addUsage */.vk)(history.usage, trailers.usage ?? plan_usage/* noUsage */.tk);
    for (const id of [...(trailers.feedback ?? []), trailers.command ?? []].flat())
        history.answered.add(id);
    if (trailers.feedback?.length) {
        history.revision = { seen: trailers.seen, answers: parseAnswers(commit.entry?.body ?? '') };
    }
    if (trailers.request !== undefined) {
        beginAnew(history);
        history.request = trailers.request;
        history.requester = trailers.coAuthor ?? history.requester;
        const id = Number(trailers.request);
        if (Number.isInteger(id))
            history.answered.add(id);
    }
    if (trailers.state === 'halted') {
        history.halt = { reason: trailers.reason ?? 'budget', seen: trailers.seen };
        if (history.halt.reason === 'budget')
            history.spent = { seen: trailers.seen, usage: history.usage };
    }
    if (trailers.state === 'done')
        history.finished = true;
    if (trailers.subtask !== undefined)
        recordSubtask(history, trailers.subtask, commit);
}
/** A new draft throws away the plan before it. What its commits name stays named: those numbers are never given again. */
const beginAnew = (history) => {
    Object.assign(history, { finished: false, halt: undefined, continuations: 0 });
};
function recordSubtask(history, number, commit) {
    const { trailers, body } = commit.entry ?? { trailers: { issue: 0, seen: 0 }, body: '' };
    const { seen, attempts = 1 } = trailers;
    switch (trailers.state) {
        case undefined:
            history.executed.set(number, {
                sha: commit.sha,
                outcome: body.split('\n\n')[0] ?? '',
                approvedBy: trailers.approvedBy ?? [],
            });
            history.failed.delete(number);
            history.interrupted.delete(number);
            history.continuations = 0;
            return;
        case 'abandoned':
            history.abandoned.set(number, { reason: body, command: trailers.command ?? 0 });
            return;
        case 'failed':
            history.failed.set(number, { attempts, evidence: body, seen });
            history.interrupted.delete(number);
            return;
        case 'in_progress':
            history.interrupted.set(number, { attempts, seen });
            history.continuations += 1;
            return;
        default:
            return;
    }
}

;// CONCATENATED MODULE: ./lib/decide/state.js










/** What a permission that was not asked counts as. */
const NOBODY = { permission: 'none', approver: false };
/** Derives the state of a plan from everything that was observed. Pure: the same thread gives the same state. */
function stateOf(thread, rules) {
    const unasked = new Set();
    const person = (login) => {
        const known = thread.people.get(login);
        if (!known)
            unasked.add(login);
        return known ?? NOBODY;
    };
    const history = historyOf(thread.branch?.commits ?? []);
    const versions = announcementsIn(thread.pull?.comments ?? [], thread.bot);
    const reading = readPlan(thread, history);
    const last = versions.at(-1);
    const current = last && !last.edited && last.blob === reading?.blob ? last : undefined;
    const comments = {
        issue: readComments('issue', thread.comments, thread.bot),
        pull: readComments('pull', thread.pull?.comments ?? [], thread.bot),
    };
    const facts = { thread, rules, history, versions, reading, current, comments, person };
    const recorded = haltOf(facts);
    const ballot = current && reading?.kind === 'plan'
        ? ballotOf(facts, { version: current, plan: reading.plan, halt: recorded })
        : NO_BALLOT;
    // The approval of a proposed change is what it waited for.
    const halt = recorded?.reason === 'change' && ballot.approvals.length > 0 ? undefined : recorded;
    const { approvals } = ballot;
    const statuses = reading?.kind === 'plan'
        ? (0,decide_status/* statusesOf */.CB)({
            plan: reading.plan,
            history,
            approvals,
            rules,
            countsSince: begunAnew(facts),
            thisRun: thread.thisRun,
        })
        : [];
    const failed = failureHalt(statuses, history);
    const usage = (0,plan_usage/* addUsage */.vk)(history.usage, ...[...thread.thisRun.attempts.values()].flat().map((attempt) => attempt.usage));
    const { pending, refusals } = pendingOf({ ...facts, halt: halt ?? failed, ballot, statuses });
    return {
        phase: phaseOf(facts, halt ?? failed, statuses),
        reading,
        versions,
        current,
        statuses,
        approvals,
        halt: halt ?? failed,
        history,
        pending,
        refusals,
        comments,
        usage,
        allowance: (0,budget/* leftOf */.lC)(rules.allowance, (0,plan_usage/* usageSince */.eR)(usage, grantedAfter(history, halt))),
        unasked: [...unasked],
    };
}
const NO_BALLOT = { approvals: [], refusals: [] };
function readPlan(thread, history) {
    const { branch } = thread;
    if (!branch)
        return undefined;
    const file = branch.planFile ?? lastText(branch, history);
    if (!file)
        return { kind: 'problem', blob: '', line: undefined, reason: 'the plan file is no longer on the branch' };
    if (file.kind === 'unreadable')
        return { kind: 'problem', blob: file.blob, line: undefined, reason: file.why };
    const parsed = (0,markdown/* parsePlan */.vS)(file.text);
    return parsed.kind === 'plan'
        ? { kind: 'plan', plan: parsed.plan, blob: file.blob, lines: parsed.lines }
        : { kind: 'problem', blob: file.blob, line: parsed.line, reason: parsed.reason };
}
/** A finished plan has removed its file; what it was is the last text that the branch had. */
function lastText({ texts, origins, commits }, history) {
    const place = new Map(commits.map(({ sha }, i) => [sha, i]));
    const at = (blob) => place.get(origins.get(blob) ?? '') ?? -1;
    const [last] = [...texts].toSorted(([a], [b]) => at(b) - at(a));
    return history.finished && last ? { kind: 'text', blob: last[0], text: last[1] } : undefined;
}
function ballotOf(facts, { version, plan, halt }) {
    const { history, rules, comments, person } = facts;
    const after = comments.pull.filter((one) => one.id > version.comment);
    const failures = [...history.failed.values()]
        .map((failure) => failure.seen)
        .filter((seen) => seen >= begunAnew(facts));
    const recorded = halt && halt.reason !== 'change' ? [halt.since] : [];
    const haltedSince = [...failures, ...recorded].length > 0 ? Math.max(...failures, ...recorded) : undefined;
    const settled = new Set([...history.executed.keys(), ...history.abandoned.keys()]);
    const requester = history.requester?.login;
    return (0,approvals/* countApprovals */.w)({ plan, version, settled, requester, haltedSince, rules }, after, person);
}
/** The comment id since which failures count: a `/retry` grants new attempts, and so does a new version of the plan. */
const begunAnew = ({ comments, person, current }) => Math.max(lastRetry(comments.pull, person), current?.comment ?? 0);
/** What had been spent when the budget was granted anew; nothing, if it never was. */
const grantedAfter = ({ spent }, present) => spent && present?.reason !== 'budget' ? spent.usage : plan_usage/* noUsage */.tk;
/** A halt that is recorded on the branch, until a `/retry` ends it. */
function haltOf({ history, comments, person }) {
    const { halt } = history;
    if (!halt || lastRetry(comments.pull, person) > halt.seen)
        return undefined;
    return { reason: halt.reason, since: halt.seen };
}
/** A failed subtask halts the plan once nothing else can be executed. */
function failureHalt(statuses, history) {
    const failed = statuses.filter((status) => status.state === 'failed');
    if (failed.length === 0 || statuses.some((status) => status.ready))
        return undefined;
    return {
        reason: 'failed',
        since: Math.max(...failed.map(({ subtask }) => history.failed.get(subtask.number)?.seen ?? 0)),
    };
}
function phaseOf(facts, halt, statuses) {
    const { thread, history } = facts;
    if (!thread.branch && !thread.pull)
        return 'none';
    if (history.finished)
        return 'done';
    if (thread.pull?.pull.state === 'closed')
        return 'abandoned';
    if (halt)
        return 'halted';
    const begun = history.executed.size > 0 || history.interrupted.size > 0 || statuses.some((status) => status.ready);
    return begun ? 'in_progress' : 'todo';
}

;// CONCATENATED MODULE: ./lib/observe/ask-people.js

/** Asks for the permission of everybody whose words would matter, until the state rests on answers alone. */
async function askPeople(sources, thread) {
    const { unasked } = stateOf(thread, sources.rules);
    if (unasked.length === 0)
        return thread;
    const asked = await Promise.all(unasked.map(async (login) => [login, await askPerson(sources, thread, login)]));
    return askPeople(sources, { ...thread, people: new Map([...thread.people, ...asked]) });
}
async function askPerson({ forge, mayApprove }, thread, login) {
    const permission = await forge.permission(login);
    return { permission, approver: await mayApprove(login, permission, thread) };
}

;// CONCATENATED MODULE: ./lib/observe/observe.js









/** Reads everything about the plan at a place. Undefined when the place is no issue and no pull request of a plan. */
async function observe(sources, place) {
    const early = place.isPull === false ? begin(sources, place.number) : undefined;
    const found = await locate(sources, place);
    if (!found)
        return undefined;
    const family = planRefsOf(sources, found.issue);
    const [{ issue, comments }, known] = await Promise.all([
        readIssue(sources.forge, found, early?.comments),
        found.pull && readPull(sources.forge, found.pull),
        early?.fetched ?? firstFetch(sources, family),
    ]);
    const plan = found.pull
        ? { pull: found.pull, bot: found.bot, branch: found.pull.head.branch, freeBranch: '', past: [] }
        : await findPlan(sources, family, early?.pulls);
    const base = { branch: sources.base, sha: await (0,plan_refs/* baseCommit */.tI)(sources.repo) };
    const named = plan.branch === undefined ? undefined : { family, name: plan.branch, bot: plan.bot, base: base.sha };
    const [branch, pull] = await Promise.all([
        named && branchNow(sources, named),
        known ?? (plan.pull && readPull(sources.forge, plan.pull)),
    ]);
    const { bot, freeBranch, past } = plan;
    const seen = { issue, asked: place.asked, comments, base, bot, freeBranch, past, branch, pull };
    return askPeople(sources, { ...seen, people: new Map(), thisRun: freshRun });
}
/** What is asked of every issue, whose branches' names are known: all of it at once, and each is awaited in its turn. */
function begin(sources, number) {
    const family = planRefsOf(sources, number);
    const fetched = (0,lazy/* inBackground */.k)(firstFetch(sources, family));
    // A plan and an answer begin with the base: it is looked at while GitHub still answers.
    void (0,lazy/* inBackground */.k)(fetched.then(() => lookAtBase(sources.repo)));
    return {
        fetched,
        comments: (0,lazy/* inBackground */.k)(sources.forge.comments(number)),
        pulls: (0,lazy/* inBackground */.k)(sources.forge.pullsFrom((0,plan_refs/* branchName */.at)(family))),
    };
}
/** Git remembers what it was asked, so that who needs it later does not wait. */
async function lookAtBase(repo) {
    const base = await (0,plan_refs/* baseCommit */.tI)(repo);
    await Promise.all([(0,objects/* adopt */.di)(repo, base), instructionsOf(repo, base)]);
}
const firstFetch = ({ repo, first }, family) => first && (0,external_node_util_.isDeepStrictEqual)(first.family, family) ? first.done : (0,plan_refs/* fetchPlanRefs */.Ii)(repo, family, false);
/** From a number to the issue that it is about: the number is the issue's own, or that of a plan's pull request. */
async function locate({ forge, repository, branchPrefix }, place) {
    const loaded = place.isPull ? undefined : await forge.issue(place.number);
    if (loaded && !loaded.isPull)
        return { issue: place.number, loaded, bot: ACTIONS_BOT };
    const pull = place.isPull || loaded ? await forge.pull(place.number) : undefined;
    if (!pull || pull.head.repository !== repository)
        return undefined;
    const issue = (0,plan_refs/* issueOf */.v1)(pull.head.branch, branchPrefix);
    const bot = issue === undefined ? undefined : await authorIfOurs(forge, pull);
    return issue === undefined || !bot ? undefined : { issue, pull, bot };
}
/** The issue, and what was said on it. Whoever deletes or transfers it leaves the plan behind, which goes on without it. */
async function readIssue(forge, { issue: number, loaded }, comments) {
    const issue = loaded ?? (await forge.issue(number));
    return issue
        ? { issue, comments: await (comments ?? forge.comments(number)) }
        : { issue: goneIssue(number), comments: [] };
}
const goneIssue = (number) => ({
    number,
    title: '',
    body: '',
    author: { login: '', id: 0, type: 'Ghost' },
    state: 'gone',
    createdAt: '',
    locked: true,
    labels: [],
    isPull: false,
});
async function readPull(forge, pull) {
    const readAt = performance.now();
    const [comments, remarks] = await Promise.all([forge.comments(pull.number), remarksOn(forge, pull)]);
    return { pull, readAt, comments, remarks };
}
async function remarksOn(forge, pull) {
    const lines = pull.lineComments === 0 ? [] : forge.lineComments(pull.number);
    return (await Promise.all([forge.reviews(pull.number), lines])).flat();
}

;// CONCATENATED MODULE: ./lib/publish/throttle.js
/** Milliseconds between two writes of the agent's steps into the body. */
const INTERVAL = 5_000;
/** Shows an agent's steps while they change: at once at first, then at most every five seconds, and the newest only. */
function throttled(write) {
    let next;
    let busy = Promise.resolve();
    let timer;
    const flush = () => {
        timer = setTimeout(() => {
            timer = undefined;
            if (next)
                flush();
        }, INTERVAL);
        const steps = next;
        next = undefined;
        if (steps)
            busy = busy.then(() => write(steps)).catch(() => undefined);
    };
    return {
        onSteps: (steps) => {
            next = steps;
            if (!timer)
                flush();
        },
        [Symbol.asyncDispose]: async () => {
            clearTimeout(timer);
            next = undefined;
            await busy;
        },
    };
}

// EXTERNAL MODULE: ./lib/runner/log.js
var log = __webpack_require__(3188);
;// CONCATENATED MODULE: ./lib/observe/images.js


/** How many images of a text a model is shown, and how many bytes one of them may have. */
const MAX_IMAGES = 4;
const MAX_BYTES = 5 << 20;
const TIMEOUT = 20_000;
const MAX_REDIRECTS = 3;
/**
 * Fetches the first images that texts show, as far as they are attachments on GitHub. What cannot be fetched is left out
 * with a word in the log. Nothing that a reader does not see remains of an image: no alternative text, no address.
 * The images are counted on from those that came `before`.
 */
async function illustrate(texts, { remote, before = 0 }) {
    const found = new Set(texts.flatMap(imagesIn).map(({ address }) => address));
    const server = URL.parse(remote?.url ?? '')?.origin;
    const addresses = [...found].filter((address) => isAttachment(address, server)).slice(0, MAX_IMAGES);
    const fetched = await Promise.all(addresses.map((address) => fetchImage(address, remote).catch(leaveOut)));
    const shown = addresses.filter((_, i) => fetched[i] !== undefined);
    const label = (address) => shown.includes(address) ? `(image ${before + shown.indexOf(address) + 1})` : '(image)';
    return {
        texts: texts.map((text) => replaceImages(text, label)),
        images: fetched.filter((image) => image !== undefined),
    };
}
function leaveOut(error) {
    (0,log/* logLine */.B)(`An image is left out: ${(0,errors/* errorText */.k)(error)}`);
}
/** What is shown as it is written comes first: there, nothing is an image. */
const CODE_OR_COMMENT = [
    /^ {0,3}(?<fence>`{3,}(?!`)|~{3,}(?!~)).*\n[^]*?(?:^ {0,3}\k<fence>[`~]*[ \t]*$|(?![^]))/,
    /(?<!`)(?<ticks>`+)[^`\n]+\k<ticks>(?!`)/,
    /<!--[^]*?(?:-->|(?![^]))/,
];
const ALTERNATIVE = /!\[(?:[^[\]\\]|\\[^]|\[[^[\]]*\])*\]/.source;
const ADDRESS = /(?:<(?<inBrackets>[^<>\n]*)>|(?<bare>(?:[^\s()<>]|\([^\s()<>]*\))*))/.source;
const TITLE = /(?:\s{1,9}(?:"[^"]*"|'[^']*'|\([^()]*\)))?/.source;
const IMAGE = [
    new RegExp(String.raw `${ALTERNATIVE}(?:\[[^[\]]*\]|\(\s{0,9}${ADDRESS}${TITLE}\s{0,9}\))`),
    /<img\b(?<attributes>(?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/,
];
// Every part ends at a character that it does not hold, so that no text, however crafted, takes more than a moment.
const PIECES = new RegExp([...CODE_OR_COMMENT, ...IMAGE].map(({ source }) => source).join('|'), 'gim');
const SOURCE = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
/** The images that a reader of the rendered text sees, and where they stand in it. */
function imagesIn(text) {
    return [...text.matchAll(PIECES)].flatMap(({ 0: piece, index: at, groups }) => {
        if (!/^(?:!\[|<img)/i.test(piece))
            return [];
        const [, ...sources] = SOURCE.exec(groups?.['attributes'] ?? '') ?? [];
        const address = groups?.['inBrackets'] ?? groups?.['bare'] ?? sources.find(Boolean) ?? '';
        return [{ at, length: piece.length, address }];
    });
}
const replaceImages = (text, label) => imagesIn(text).reduceRight((rest, { at, length, address }) => rest.slice(0, at) + label(address) + rest.slice(at + length), text);
/** Where GitHub keeps what people attach: below the server's own address, or on the hosts for their content. */
function isAttachment(address, server) {
    const url = URL.parse(address);
    if (!url || url.username || url.password)
        return false;
    return (url.origin === server && url.pathname.startsWith('/user-attachments/')) || isContentHost(url);
}
/** The proxy for images from elsewhere is none of GitHub's own. */
const isContentHost = ({ protocol, port, hostname }) => protocol === 'https:' &&
    port === '' &&
    hostname.endsWith('.githubusercontent.com') &&
    hostname !== 'camo.githubusercontent.com';
/** Where github.com sends those who ask for an attachment of a public repository. */
const STORE = 'https://github-production-user-asset-6210df.s3.amazonaws.com';
/** Asks without the token first: what is public needs none. */
async function fetchImage(address, remote) {
    const signal = AbortSignal.timeout(TIMEOUT);
    const server = URL.parse(remote?.url ?? '')?.origin;
    let response = await follow(address, { server, signal });
    if ([401, 403, 404].includes(response.status) && remote?.token) {
        await response.body?.cancel();
        response = await follow(address, { server, signal, token: remote.token });
    }
    if (!response.ok)
        throw new Error(`it is answered with ${response.status}.`);
    const bytes = await readAtMost(response, MAX_BYTES);
    const type = imageType(bytes);
    if (!type)
        throw new Error('it is no PNG, JPEG, GIF or WebP.');
    return `data:image/${type};base64,${bytes.toString('base64')}`;
}
/** The headers that open what is not public: the token goes to nobody but the server that it belongs to. */
const credentialsFor = (address, { server, token }) => token && URL.parse(address)?.origin === server ? { authorization: `Bearer ${token}` } : {};
/** Follows redirects to hosts of GitHub alone. */
async function follow(address, { server, signal, token }, redirects = 0) {
    const headers = credentialsFor(address, { server, token });
    const response = await fetch(address, { headers, signal, redirect: 'manual' });
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    if (location === null)
        return response;
    await response.body?.cancel();
    const next = URL.parse(location, address);
    if (!next || redirects === MAX_REDIRECTS || !isOnTheWay(next, server))
        throw new Error('it is redirected to where no attachments of GitHub are.');
    return follow(next.href, { server, signal, token }, redirects + 1);
}
const isOnTheWay = (url, server) => url.origin === STORE || isAttachment(url.href, server);
async function readAtMost({ body }, limit) {
    const chunks = [];
    let size = 0;
    for await (const chunk of body ?? []) {
        size += chunk.length;
        if (size > limit)
            throw new Error(`it has more than ${limit >> 20} MiB.`);
        chunks.push(chunk);
    }
    return Buffer.concat(chunks);
}
/** By content; a name or a header may say anything. */
function imageType(bytes) {
    const start = bytes.toString('latin1', 0, 12);
    if (start.startsWith('\x89PNG\r\n\x1a\n'))
        return 'png';
    if (start.startsWith('\xff\xd8\xff'))
        return 'jpeg';
    if (/^GIF8[79]a/.test(start))
        return 'gif';
    if (/^RIFF[^]{4}WEBP/.test(start))
        return 'webp';
    return undefined;
}

;// CONCATENATED MODULE: ./lib/observe/topic.js



/** How many comments of an issue a model is shown, and how many characters of the issue's text. */
const COMMENTS = 30;
const TEXT_LIMIT = 32_000;
/**
 * The issue, and what people who may write said on it; commands are no part of the conversation. `words` are those that
 * the work is about; images are counted from there on.
 */
async function topicOf(sources, thread, words) {
    const { issue } = thread;
    const comments = await permittedComments(sources, thread);
    const { texts, images } = await illustrate([words, issue.body, ...comments.map(({ body }) => body)], sources.repo);
    const [request = '', body = '', ...bodies] = texts;
    return {
        words: request,
        topic: {
            number: issue.number,
            title: issue.title,
            body: body.slice(0, TEXT_LIMIT),
            comments: comments.map(({ id, author }, i) => ({
                id,
                author: author.login,
                text: (bodies[i] ?? '').slice(0, TEXT_LIMIT),
            })),
            ...imagesOf(images),
        },
    };
}
/** Where there are none, nothing says so. */
const imagesOf = (images) => (images.length > 0 ? { images } : {});
async function permittedComments({ forge }, { comments, bot, people }) {
    const talk = readComments('issue', comments, bot)
        .filter(({ command, author }) => command.kind === 'nothing' && isPerson(author, bot))
        .slice(-COMMENTS);
    const authors = [...new Set(talk.map(({ author }) => author.login))];
    const asked = await Promise.all(authors.map(async (login) => ({
        login,
        permission: people.get(login)?.permission ?? (await forge.permission(login)),
    })));
    const permitted = asked
        .filter(({ permission }) => (0,permissions/* mayWrite */.J)({ permission, approver: false }))
        .map(({ login }) => login);
    return talk.filter(({ author }) => permitted.includes(author.login));
}

;// CONCATENATED MODULE: ./lib/observe/brief.js







/** Writes out a step for the model's room: everything that it needs to know, and nothing that it could reach GitHub with. */
async function orderFor(sources, { thread, state }, step) {
    const instructions = await instructionsOf(sources.repo, thread.base.sha);
    const shared = {
        allowance: state.allowance,
        number: thread.issue.number,
        head: thread.branch?.head ?? thread.base.sha,
        ...(instructions ? { instructions } : {}),
    };
    switch (step.kind) {
        case 'draft': {
            const { topic, words: request } = await topicOf(sources, thread, step.request);
            // What a thrown-away plan left on its branch is nothing to build on.
            return {
                ...shared,
                kind: 'draft',
                id: `${shared.number}-draft-${step.via.replaceAll(/[^A-Za-z0-9]/g, '-')}`,
                head: thread.base.sha,
                topic,
                request,
                used: usedNumbers(thread, 'draft'),
            };
        }
        case 'revise':
            return revisionOrder(sources, { thread, state }, { step, shared });
        case 'ask': {
            const { id } = step.comment;
            const { topic, words: question } = await topicOf(sources, thread, step.question);
            return {
                ...shared,
                kind: 'ask',
                id: `${shared.number}-ask-${id}`,
                topic,
                question,
                comment: id,
            };
        }
        case 'review':
            return {
                ...shared,
                kind: 'review',
                id: `${shared.number}-review-${step.after}`,
                plan: planOf(state),
                finished: finishedOf(state),
                frozen: frozenOf(state),
                used: usedNumbers(thread, 'revise'),
            };
        case 'execute':
            return { ...shared, ...subtaskOrder({ thread, state }, step.status) };
    }
}
async function revisionOrder(sources, { thread, state }, { step, shared }) {
    const conversation = step.fresh ? undefined : await readConversation(sources.repo, thread.issue.number);
    const newest = Math.max(...step.remarks.map(({ id }) => id));
    const { topic, words: request } = await topicOf(sources, thread, requestOf(state));
    const said = await illustrate(step.remarks.map(({ text }) => text), { ...sources.repo, before: topic.images?.length ?? 0 });
    return {
        ...shared,
        kind: 'revise',
        id: `${shared.number}-revise-${newest}`,
        topic,
        request,
        version: state.versions.at(-1)?.version ?? 1,
        plan: planOf(state),
        frozen: frozenOf(state),
        feedback: step.remarks.map((remark, i) => ({ ...remark, text: said.texts[i] ?? '' })),
        ...imagesOf(said.images),
        used: usedNumbers(thread, 'revise'),
        ...(conversation === undefined ? {} : { conversation }),
    };
}
/** Settled subtasks, which stay as they are in every version that follows. */
const frozenOf = ({ statuses }) => statuses.filter(({ state }) => state === 'done' || state === 'abandoned').map(({ subtask }) => subtask.number);
const finishedOf = (state) => state.statuses
    .filter((status) => status.state === 'done')
    .map((status) => ({ number: status.subtask.number, outcome: status.text }));
/** Why the attempts before failed: those of this run in full, those of earlier runs as the journal has them. */
function failuresOf({ thisRun }, { history }, number) {
    const attempts = thisRun.attempts.get(number) ?? [];
    if (attempts.length > 0)
        return [...attempts];
    const reason = history.failed.get(number)?.evidence ??
        (history.interrupted.has(number) ? 'It was stopped in the middle.' : undefined);
    return reason === undefined ? [] : [{ reason, checks: [], usage: plan_usage/* noUsage */.tk }];
}
function subtaskOrder({ thread, state }, { subtask, attempts }) {
    const attempt = attempts + 1;
    return {
        kind: 'execute',
        id: `${thread.issue.number}-subtask-${subtask.number}-attempt-${attempt}`,
        plan: planOf(state),
        subtask: subtask.number,
        attempt,
        failures: failuresOf(thread, state, subtask.number),
        finished: finishedOf(state),
        frozen: frozenOf(state),
        used: usedNumbers(thread, 'revise'),
    };
}
function planOf({ reading }) {
    if (reading?.kind !== 'plan')
        throw new Error('There is no plan to work on.');
    return reading.plan;
}
/** The words of the `/plan` that the branch answers. */
function requestOf({ history, comments }) {
    const asked = comments.issue.find((one) => String(one.id) === history.request);
    return asked?.command.kind === 'plan' ? asked.command.request : '';
}
const CONVERSATION_LIMIT = 8 << 20;
async function readConversation(repo, issue) {
    const commit = await (0,plan_refs/* conversationCommit */.fU)(repo, issue);
    const entry = commit === undefined ? undefined : await (0,objects/* entryAt */._f)(repo, commit, 'conversation.json');
    return entry?.type === 'blob' && entry.size <= CONVERSATION_LIMIT ? (0,objects/* readBlob */.gm)(repo, entry.id) : undefined;
}
/**
 * Every number that a version of this plan gave to a subtask. A new draft begins at 1 again, and forgets those
 * before it, as long as no commit names a subtask.
 */
function usedNumbers({ branch }, kind) {
    if (!branch)
        return [];
    const named = branch.commits.findIndex((commit) => commit.entry?.trailers.subtask !== undefined);
    if (kind === 'draft' && named < 0)
        return [];
    const drafts = branch.commits.flatMap((commit, i) => commit.entry?.trailers.request !== undefined && (named < 0 || i < named) ? [i] : []);
    const order = new Map(branch.commits.map(({ sha }, i) => [sha, i]));
    const since = [...branch.texts].filter(([blob]) => (order.get(branch.origins.get(blob) ?? '') ?? 0) >= (drafts.at(-1) ?? 0));
    const used = new Map(since.flatMap(([, text]) => namesIn(text)));
    return [...used].map(([number, name]) => ({ number, name }));
}
function namesIn(text) {
    const parsed = (0,markdown/* parsePlan */.vS)(text);
    return parsed.kind === 'plan' ? parsed.plan.subtasks.map(({ number, name }) => [number, name]) : [];
}

// EXTERNAL MODULE: ./lib/guard/hidden.js
var guard_hidden = __webpack_require__(8777);
;// CONCATENATED MODULE: ./lib/publish/view/clean.js

/**
 * Text that a model or a stranger wrote, made fit to stand in our Markdown. It stays readable and loses what would act:
 * HTML and markers, mentions, closing keywords, other bots' commands, images, headings, hidden characters. What Markdown would take
 * for code is left as it is but for markers and commands, since nothing else acts there; what only looks like code is not taken for it.
 */
/** Stands where a text must not be read as what it says; people do not see it. */
const BREAK = '\u200B';
const COLOURS = /(?![\n\t])\p{Cc}\[[0-9;?]*[A-Za-z]/gu;
/** A line of a stack trace of JavaScript. */
const FRAME = /^(?:[ \t]+|#[ \t]*)at .+:\d+:\d+\)?$\n?/gm;
/** A code span within one line; one with `|` in it would end at the border of a table's cell. */
const CODE_SPAN = /\\[!-/:-@[-`{-~]|(?<!`)(`{1,3})(?!`)[^`\n|]+\1(?!`)/g;
const KEYWORD = /(?<![A-Za-z0-9])([cfr])(lose[sd]?|ix(?:e[sd])?|esolve[sd]?)(?![A-Za-z0-9])/gi;
/** What such a keyword closes when it follows: `#3`, `GH-3`, `owner/name#3`, or an address, which may be that of a link. */
const CLOSED = /^[^A-Za-z0-9#]{0,20}(?:(?:[\w.-]{1,100}\/[\w.-]{1,100})?#\d|GH-\d|[^\n]{0,200}\/(?:issues|pull)\/\d)/i;
/**
 * What other bots take for a command when a line begins with it, code or not: slash commands (Prow, `/lgtm`), and what bors, homu,
 * Atlantis, Jenkins, Zuul and their like listen to. Branch-deploy (`.deploy`) and its kind want a comment to begin with it.
 */
const COMMAND = new RegExp([
    String.raw `\/[a-z][\w-]*(?=[ \t]|$)`,
    String.raw `(?:atlantis|bors|coderabbit|dependabot|homu|jenkins|mergify|mergifyio|prow|renovate|zuul)[ :,]`,
    String.raw `r[+?-](?=[ \t]|$)|r=\w|delegate[+=]`,
    String.raw `(?:add to whitelist|ok to test|(?:re)?test this(?: please)?|rebase|recheck|retest|reverify|try)[ \t]*$`,
    String.raw `(?<![\s\S])[.!][a-z]`,
]
    .map((command) => String.raw `^[ \t]*(?:${command})`)
    .join('|'), 'gim');
const withoutCommands = (text) => text.replace(COMMAND, `${BREAK}$&`);
/** The text in lines, without anything that people could not see. */
function visible(text) {
    const lines = text.toWellFormed().replace(/\r\n?|[\u2028\u2029]/g, '\n');
    return (0,guard_hidden/* withoutNeedless */.O)(lines.replace(COLOURS, '')).replace(FRAME, '');
}
/** The text on one line. */
const oneLine = (text) => visible(text).replace(/\s+/g, ' ').trim();
/** At most `limit` UTF-16 units, with an ellipsis where something was cut off. */
const cut = (text, limit) => text.length <= limit
    ? text
    : `${text
        .slice(0, limit - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')
        .trimEnd()}…`;
/** Several lines of foreign Markdown. Lists, emphasis, links and code keep working; it is cut at `limit` characters. */
function cleanText(text, limit = 8_000) {
    const out = [];
    let fence;
    const lines = cut(visible(text).trim(), limit).split('\n');
    for (const [i, line] of lines.entries()) {
        // Only at the beginning of a line: an indented fence ends with its list, which only a full parser can tell.
        const mark = /^(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
        if (fence !== undefined) {
            out.push(withoutMarkers(line));
            if (closes(line, fence))
                fence = undefined;
        }
        else if (mark !== undefined) {
            fence = mark;
            out.push(mark + (/^[\w+#.-]{1,20}$/.exec(line.slice(mark.length).trim())?.[0] ?? ''));
        }
        else
            out.push(cleanBlockLine(line, lines.slice(i + 1, i + 20).join('\n')));
    }
    return withoutCommands([...out, ...(fence === undefined ? [] : [fence])].join('\n'));
}
const closes = (line, fence) => {
    const run = /^ {0,3}(`+|~+)[ \t]*$/.exec(line)?.[1];
    return run !== undefined && run[0] === fence[0] && run.length >= fence.length;
};
const withoutMarkers = (code) => code.replaceAll('<!--', `<!${BREAK}--`);
function cleanBlockLine(line, next) {
    const level = line
        .replace(/^((?:[ \t]*(?:[>*+-]|\d{1,9}[.)]))*[ \t]*)#{1,6}(?=[ \t]|$)/, '$1####')
        .replace(/^([ \t>]*)(?=(?:=+|-+)[ \t]*$)/, '$1\\');
    return aroundCode(level, (prose) => inert(prose, next)
        .replace(/(\\[!-/:-@[-`{-~])|`/g, (_, escaped) => escaped ?? '\\`')
        .replace(/~{3,}/g, (run) => '\\~'.repeat(run.length))
        .replace(/!+(?=\[)/g, '')
        // A footnote would move to the end of the comment, and what it holds would escape the rules for lines.
        .replace(/\[\^/g, '\\[^'));
}
/** One line of foreign text for a list item, a heading or a sentence of ours. Of its Markdown only code spans keep working. */
function cleanLine(text, limit = 200) {
    const line = aroundCode(cut(oneLine(text), limit), (prose) => inert(prose.replace(/[\\*~[`]/g, '\\$&').replace(/(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu, escapeEach)));
    return line.replace(/^[#>=+-]/, '\\$&').replace(/^(\d+)([.)])/, '$1\\$2');
}
const escapeEach = (run) => run.replace(/./g, '\\$&');
/** Applies a change to everything but code spans, in which only markers are broken. */
function aroundCode(line, change) {
    let out = '';
    let end = 0;
    for (const match of line.matchAll(CODE_SPAN)) {
        const before = line.slice(end, match.index);
        if (match[1] === undefined || endsInAddress(before))
            continue;
        out += change(before) + withoutMarkers(match[0]);
        end = match.index + match[0].length;
    }
    return out + change(line.slice(end));
}
/** GitHub makes links of bare addresses, and takes a backtick for a part of them. */
const endsInAddress = (prose) => /\/\/|www\.|@/i.test(prose.slice(prose.lastIndexOf(' ') + 1));
/** Prose in which HTML is text, nobody is notified and nothing is closed, also not what `next`, the lines that follow, begins with. */
const inert = (prose, next = '') => prose
    .replace(KEYWORD, (keyword, first, rest, at, whole) => CLOSED.test(`${whole.slice(at + keyword.length, at + keyword.length + 400)}\n${next}`)
    ? `${first}${BREAK}${rest}`
    : keyword)
    .replace(/&(?=#?\w{1,40};)/g, '&amp;')
    .replace(/\\?</g, '&lt;')
    .replace(/@(?=[A-Za-z0-9])/g, `@${BREAK}`);
/** A code span that holds the text whatever is in it. */
function code(text, limit = 200) {
    const line = withoutMarkers(cut(oneLine(text), limit)) || ' ';
    const ticks = '`'.repeat(longestRun(line) + 1);
    return ticks === '`' ? `\`${line}\`` : `${ticks} ${line} ${ticks}`;
}
/** A code block that holds the text whatever is in it: for output of commands. */
function fenced(text) {
    const lines = withoutCommands(withoutMarkers(visible(text)))
        .replace(/^\n+/, '')
        .trimEnd();
    const fence = '`'.repeat(Math.max(3, longestRun(lines) + 1));
    return `${fence}text\n${lines}\n${fence}`;
}
const longestRun = (text) => (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);

;// CONCATENATED MODULE: ./lib/publish/view/comment.js
/** A comment of sections, apart by blank lines, with its marker at the end. Sections from the one on that is too long are left out. */
function commentOf(sections, marker) {
    const end = `\n\n${marker}`;
    let text = '';
    for (const section of sections) {
        if (!section)
            continue;
        const longer = text === '' ? section : `${text}\n\n${section}`;
        if (longer.length + CUT.length + end.length > LONGEST)
            return text + CUT + end;
        text = longer;
    }
    return text + end;
}
const CUT = '\n\nThe rest is too long for a comment; the branch and the log of the run have it all.';
/** The first lines of a list, and how many more there are, within `limit` characters. */
function shortList(lines, limit = 20_000) {
    let length = 0;
    const most = lines.findIndex((line) => (length += line.length + 1) > limit);
    if (most < 0)
        return lines.join('\n');
    return [...lines.slice(0, most), `- … and ${lines.length - most} more`].join('\n');
}
/** What GitHub takes as a body or comment. It counts characters; UTF-16 units are never fewer. */
const LONGEST = 65_536;

;// CONCATENATED MODULE: ./lib/publish/view/figures.js

const CELLS = 10;
/** `▓▓▓▓▓░░░░░ 50 % · 2 of 4`: done and abandoned subtasks both count, and 100 % means all of them. */
function progressBar(statuses) {
    const settled = statuses.filter(({ state }) => state === 'done' || state === 'abandoned').length;
    const share = settled / Math.max(1, statuses.length);
    const filled = Math.floor(share * CELLS);
    return `${'▓'.repeat(filled)}${'░'.repeat(CELLS - filled)} ${Math.floor(share * 100)} % · ${settled} of ${statuses.length}`;
}
/** Tokens and, where prices are given, what they cost in US dollars. */
function renderUsed(usage, prices) {
    const tokens = `${figures_count(usage.input)} tokens in (${figures_count(usage.cached)} cached), ${figures_count(usage.output)} out`;
    return prices ? `${tokens} · ${dollars((0,plan_usage/* costOf */.ho)(usage, prices))}` : tokens;
}
/** With commas between thousands, without loading the number formats of all languages. */
const figures_count = (tokens) => String(tokens).replace(/\B(?=(?:\d{3})+$)/g, ',');
/** Small amounts are the usual ones, so they are not rounded to nothing. */
const dollars = (amount) => `$${amount.toFixed(amount < 1 ? 4 : 2)}`;
/** `1-3, 5`, as `approve` takes it. */
function ranges(numbers) {
    const spans = [];
    for (const number of numbers.toSorted((a, b) => a - b)) {
        const last = spans.at(-1);
        if (last && number === last.to + 1)
            last.to = number;
        else
            spans.push({ from: number, to: number });
    }
    return spans.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}
/** `1 subtask`, `2 subtasks` */
const plural = (amount, noun) => `${amount} ${noun}${amount === 1 ? '' : 's'}`;
/** How a version is named in sentences and in `approve`: ten digits of its blob id. */
const shortBlob = (blob) => blob.slice(0, 10);

;// CONCATENATED MODULE: ./lib/publish/view/comments.js





/** The reply to a command that is refused: one sentence why, one sentence what to do. Both are Markdown of ours. */
const comments_refusal = ({ why, remedy, detail, id }) => commentOf([`${why} ${remedy}`, detail && cleanText(detail)], noteMarker(refusalOf(id)));
/** The commands of that place, for the comment `id` that asked for them. */
const help = (place, id) => commentOf(['What you can say here:', helpText(place)], noteMarker(answerTo(id)));
/** What the agent answers to a question, `id` being the comment that asked it. */
const directAnswer = (text, id) => commentOf([cleanText(text, 40_000)], noteMarker(answerTo(id)));
/** The one comment on the issue for each plan pull request. */
function planLink({ state }, pull) {
    const plan = state.reading?.kind === 'plan' ? state.reading.plan : undefined;
    const title = plan ? ` · **${cleanLine(plan.title)}** · ${plural(plan.subtasks.length, 'subtask')}` : '';
    return commentOf([
        `Plan: #${pull}${title}`,
        'Read it there, reply there with what you would like changed, and comment `approve` there to have it carried out. Nothing happens before that.',
    ], noteMarker(`plan-${pull}`));
}
/** The answer to `/plan` on an issue whose plan has executed subtasks, and so cannot be thrown away. */
const stillOpen = (pull, id) => commentOf([
    `There is a plan already, and parts of it are carried out: #${pull}.`,
    'Comment there `/replan …` to plan what is left anew, or close it and then comment `/plan` here for a new one.',
], noteMarker(answerTo(id)));
/** What is wrong with a plan file that cannot be parsed. `line` counts from 1. */
function complaint({ path, line, reason, blob }) {
    const where = line === undefined ? code(path) : `Line ${line} of ${code(path)}`;
    return commentOf([
        `${where} cannot be read as part of the plan: ${cleanLine(reason, 500)}`,
        'Nothing is carried out until that is mended. Push a correction to this branch, and the plan is offered again as a new version; or comment `cancel`.',
    ], noteMarker(`problem-${blob}`));
}
/** For the issue, when the repository does not let Actions open pull requests. The branch is there already. */
function compareLink({ links, thread }, branch) {
    return commentOf([
        `The plan is ready on the branch ${code(branch)}, but this repository does not let Actions open pull requests. ` +
            `[Look at the plan](${links.repository}/compare/${inAddress(thread.base.branch)}...${inAddress(branch)}?expand=1).`,
        'To go on, turn on “Allow GitHub Actions to create and approve pull requests” under Settings → Actions → General → Workflow permissions, ' +
            `then [run the workflow again](${links.run}): it opens the pull request for this plan.`,
    ], noteMarker(`forbidden-${branch}`));
}
const inAddress = (branch) => branch.split('/').map(encodeURIComponent).join('/');
/** What went wrong was neither the people nor the model: GitHub, the model's endpoint, or a bug of ours. */
const outage = (run) => commentOf([
    `This run was cut short by an error that is not yours. The [log](${run}) says more, and the next run goes on where it ended.`,
], noteMarker(`outage-${/\/runs\/(\d+)/.exec(run)?.[1] ?? 'run'}`));
/** Something that a person can fix: a sentence what is wrong and one what to do. */
const problemComment = ({ code: name, message, remedy }) => commentOf([`${cleanText(message, 4_000)} ${cleanText(remedy, 4_000)}`], noteMarker(`problem-${name}`));

;// CONCATENATED MODULE: ./lib/publish/plan-seen.js

/**
 * The value of `Plan-Seen` for a commit that is based on this look: the highest comment id up to which everything was
 * considered. It stays below what somebody wants and this commit does not do, so that nothing is taken for done.
 */
function planSeen(thread, state, done = []) {
    // Told by ids: work that took time was begun for a wish of an earlier look.
    const settled = new Set(done.flatMap(idsOf));
    const waiting = state.pending.filter(({ kind }) => kind !== 'retry').flatMap(idsOf);
    const ids = [...thread.comments, ...(thread.pull?.comments ?? [])].map((comment) => comment.id);
    const limit = Math.min(Infinity, ...waiting.filter((id) => !settled.has(id)));
    return Math.max(state.history.seen, 0, ...ids.filter((id) => id < limit));
}
const idsOf = (wish) => commentsOf(wish).map((comment) => comment.id);

// EXTERNAL MODULE: ./lib/guard/paths.js
var paths = __webpack_require__(605);
;// CONCATENATED MODULE: ./lib/publish/view/checklist.js


const ALL = { steps: true, texts: true, width: 120 };
const TEXT_WIDTH = 160;
const MOST_STEPS = 30;
/** One line for each subtask, in the order of the plan; below the one in hand, the agent's own steps. */
const renderChecklist = ({ state, live, maxAttempts }, detail = ALL) => state.statuses
    .flatMap((status) => live?.number === status.subtask.number && status.state === 'todo'
    ? [liveLine(status, live, { maxAttempts, detail }), ...(detail.steps ? stepLines(live.steps) : [])]
    : [settledLine(status, detail)])
    .join('\n');
const liveLine = (status, live, { maxAttempts, detail }) => `- [ ] **${named(status, detail)}** · in progress (attempt ${live.attempt} of ${maxAttempts})`;
function settledLine(status, detail) {
    const name = named(status, detail);
    const text = detail.texts ? cleanLine(firstParagraph(status.text), TEXT_WIDTH) : '';
    switch (status.state) {
        case 'done':
            return [`- [x] ${name}`, status.sha?.slice(0, 7), text].filter(Boolean).join(' · ');
        case 'abandoned':
            return `- [x] ~~${name}~~ · abandoned${text && `: ${text}`}`;
        case 'failed': {
            const why = detail.texts ? cleanLine(firstLine(status.text), TEXT_WIDTH) : '';
            return `- [ ] ${name} · failed after ${plural(status.attempts, 'attempt')}${why && `: ${why}`}`;
        }
        case 'in_progress':
        case 'todo':
            return `- [ ] ${name}`;
    }
}
/** The dot separates the parts of a line, so a name has none of its own. */
const named = ({ subtask }, { width }) => `${subtask.number}. ${cleanLine(subtask.name.replaceAll('·', '-'), width) || '(no name)'}`;
const firstParagraph = (text) => text.trim().split(/\n[ \t]*\r?\n/)[0] ?? '';
const firstLine = (text) => text.trim().split(/\r?\n/)[0] ?? '';
const stepLines = (steps) => steps.slice(0, MOST_STEPS).map(({ title, state }) => {
    const name = cleanLine(title, 120);
    if (state === 'abandoned')
        return `  - [x] ~~${name}~~`;
    return `  - [${state === 'done' ? 'x' : ' '}] ${name}${state === 'failed' ? ' · failed' : ''}`;
});

;// CONCATENATED MODULE: ./lib/publish/view/manifests.js



/** Files that decide what is fetched and run when somebody installs or builds, by who reads them: manifests, lock files, their configuration. */
const MANIFESTS = {
    'npm, pnpm, yarn, Bun': [
        'package.json',
        'package-lock.json',
        'npm-shrinkwrap.json',
        'yarn.lock',
        'pnpm-lock.yaml',
        'pnpm-workspace.yaml',
        'bun.{lock,lockb}',
        '.{npmrc,yarnrc,yarnrc.yml,pnpmfile.cjs}',
    ],
    Deno: ['{deno,jsr}.{json,jsonc}', 'deno.lock'],
    'pip, Poetry, uv, PDM, conda': [
        '*requirements*.{txt,in}',
        'requirements/*.{txt,in}',
        'constraints*.txt',
        'pyproject.toml',
        'setup.{py,cfg}',
        'Pipfile',
        'Pipfile.lock',
        '{poetry,uv,pdm}.lock',
        'uv.toml',
        'pylock*.toml',
        'environment.{yml,yaml}',
    ],
    Cargo: ['Cargo.{toml,lock}', 'build.rs', '.cargo/config*'],
    Go: ['go.{mod,sum,work,work.sum}', 'vendor/modules.txt'],
    Bundler: ['Gemfile', 'Gemfile.lock', 'gems.{rb,locked}', '*.gemspec'],
    Composer: ['composer.{json,lock}'],
    'Maven, Gradle, sbt': [
        'pom.xml',
        '.mvn/**',
        '{build,settings}.{gradle,gradle.kts}',
        'gradle.{properties,lockfile}',
        '*.versions.toml',
        'gradle/wrapper/*',
        'gradle/verification-metadata.xml',
        'build.sbt',
        'project/plugins.sbt',
    ],
    NuGet: [
        '*.{csproj,fsproj,vbproj}',
        'packages.config',
        'packages.lock.json',
        'Directory.{Packages,Build}.props',
        'Directory.Build.targets',
        'nuget.config',
        'paket.{dependencies,lock}',
    ],
    'Swift, CocoaPods': ['Package.{swift,resolved}', 'Podfile', 'Podfile.lock', 'Cartfile', 'Cartfile.resolved'],
    'Hex, rebar': ['mix.{exs,lock}', 'rebar.{config,lock}'],
    Dart: ['pubspec.{yaml,lock}'],
    Haskell: ['*.cabal', 'cabal.project', 'cabal.project.freeze', 'stack.yaml', 'stack.yaml.lock'],
    'Conan, vcpkg': ['conanfile.{txt,py}', 'conan.lock', 'vcpkg.json'],
    'Nix, Bazel, Docker, Terraform': [
        'flake.{nix,lock}',
        'MODULE.bazel',
        'MODULE.bazel.lock',
        '{Dockerfile,Containerfile}',
        '.terraform.lock.hcl',
    ],
};
const GLOBS = Object.values(MANIFESTS)
    .flat()
    .map((glob) => `**/${glob.toLowerCase()}`);
/** Whether a file decides what is fetched and run on the machine of whoever installs or builds. In any case of letters. */
const isManifest = (path) => GLOBS.some((glob) => (0,paths/* matchesGlob */.kt)(path.toLowerCase(), glob));
/** Whether the file may hold scripts that are run by their names, so that both of its texts are worth reading. */
const holdsScripts = (path) => /(^|\/)(package|composer)\.json$/i.test(path);
/** What npm and its kin run without being asked when somebody installs the project, and Composer likewise. */
const RUNS_ON_INSTALL = /^((pre|post)?install|(pre|post)?prepare|prepublish|dependencies|(pre|post)-(install|update|autoload-dump)(-cmd)?|post-root-package-install|post-create-project-cmd)$/;
/** The names of the scripts that were added, changed or removed. What cannot be parsed has none. */
function changedScripts(before, after) {
    const [old, now] = [scriptsIn(before), scriptsIn(after)];
    return [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name));
}
function scriptsIn(text = '') {
    const scripts = fieldOf(parsed(text), 'scripts');
    if (typeof scripts !== 'object' || scripts === null)
        return new Map();
    return new Map(Object.entries(scripts).map(([name, command]) => [name, JSON.stringify(command)]));
}
function parsed(text) {
    try {
        return JSON.parse(text.replace(/^\uFEFF/, ''));
    }
    catch {
        return undefined;
    }
}
const fieldOf = (value, name) => typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
/** What a reviewer should not overlook, or undefined when no manifest changed. */
function renderManifests(changes) {
    if (changes.length === 0)
        return undefined;
    const lines = changes.map(({ path, scripts }) => `- ${code(path)}${scripts.length > 0 ? `: ${manifests_named(scripts)}` : ''}`);
    return `**Look at these with care:** they decide what is fetched and run when somebody installs or builds.\n\n${shortList(lines, 6_000)}`;
}
const MOST_SCRIPTS = 20;
function manifests_named(scripts) {
    const names = scripts
        .slice(0, MOST_SCRIPTS)
        .map((name) => (RUNS_ON_INSTALL.test(name) ? `${code(name)} (runs by itself)` : code(name)));
    const more = scripts.length - names.length;
    return `${scripts.length === 1 ? 'script' : 'scripts'} ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

;// CONCATENATED MODULE: ./lib/publish/view/closing.js








/** Whose pushes start no workflows. */
const ACTIONS_LOGIN = 'github-actions[bot]';
/** The closing comment: what was done, and how it compares with the plan. */
function closingReport(view, actual) {
    const { statuses, usage } = view.state;
    const done = statuses.filter(({ state }) => state === 'done');
    return commentOf([
        `**The plan is carried out:** ${summary(statuses, done.length)}.`,
        shortList(renderChecklist({ ...view, live: undefined })
            .replaceAll(/^- \[[ x]\] /gm, '- ')
            .split('\n')),
        deviations(done, actual),
        renderManifests(actual.manifests ?? []),
        checks(done, actual.verifyCommand),
        `Used: ${renderUsed(usage, view.prices)}.`,
        view.thread.bot.login === ACTIONS_LOGIN && NO_CI,
        'Please review the commits and merge when you are content.',
    ], noteMarker(closingKey(view.state.versions)));
}
function summary(statuses, done) {
    const abandoned = statuses.length - done;
    return `${done} of ${statuses.length} subtasks done${abandoned > 0 ? `, ${abandoned} abandoned` : ''}`;
}
/** Files that were changed without being named in the plan, and the other way round. */
function deviations(done, { changed }) {
    const lines = done.flatMap(({ subtask }) => {
        const actual = changed.get(subtask.number) ?? [];
        const outside = actual.filter((path) => !subtask.files.some((declared) => (0,paths/* covering */.ew)(declared)(path)));
        const untouched = subtask.files.filter((declared) => !actual.some((path) => (0,paths/* covering */.ew)(declared)(path)));
        return [
            ...(outside.length > 0
                ? [`- Subtask ${subtask.number} changed files that the plan does not name: ${closing_paths(outside)}`]
                : []),
            ...(untouched.length > 0 ? [`- Subtask ${subtask.number} did not have to change ${closing_paths(untouched)}`] : []),
        ];
    });
    return lines.length === 0
        ? 'Plan against actual: only files that the plan names were changed.'
        : `Plan against actual:\n\n${shortList(lines, 10_000)}`;
}
const MOST_PATHS = 20;
function closing_paths(list) {
    const more = list.length - MOST_PATHS;
    return (list
        .slice(0, MOST_PATHS)
        .map((path) => code(path))
        .join(', ') + (more > 0 ? ` and ${more} more` : ''));
}
/** The commands that passed: a subtask without them is not done. */
function checks(done, verifyCommand) {
    const commands = new Map();
    for (const { subtask } of done) {
        for (const command of new Set((0,plan/* checksFor */.NR)(subtask, verifyCommand)))
            commands.set(command, [...(commands.get(command) ?? []), subtask.number]);
    }
    if (commands.size === 0)
        return 'Checks: the plan has none, so nothing but the review stands behind these commits.';
    const lines = [...commands].map(([command, numbers]) => `- ${code(command)} (${numbers.length === 1 ? 'subtask' : 'subtasks'} ${ranges(numbers)})`);
    return `Checks that passed:\n\n${shortList(lines, 10_000)}`;
}
const NO_CI = 'These commits were pushed with the workflow’s own token, and such pushes start no other workflows: **your CI has not run on them.** ' +
    'Close and reopen this pull request to start it, or give the input `github-token` the token of a GitHub App.';

;// CONCATENATED MODULE: ./lib/publish/changed-files.js


/** What each executed subtask changed. */
async function changesOf(repo, { history }) {
    const executed = await Promise.all([...history.executed].map(async ([number, { sha }]) => [number, await (0,objects/* changesBetweenTrees */.Rh)(repo, `${sha}^`, sha)]));
    return new Map(executed);
}
/** The manifests and lock files among what was changed, with the scripts that are not what they were before all of it. */
async function manifestsIn(repo, changes) {
    const first = new Map(changes.toReversed().map((change) => [change.path, change.from]));
    const last = new Map(changes.map((change) => [change.path, change.to]));
    const isChanged = (path) => !isSame(first.get(path), last.get(path));
    const paths = [...last.keys()].filter((path) => isManifest(path) && isChanged(path)).sort();
    return Promise.all(paths.map(async (path) => {
        if (!holdsScripts(path))
            return { path, scripts: [] };
        const texts = await Promise.all([changed_files_textOf(repo, first.get(path)), changed_files_textOf(repo, last.get(path))]);
        return { path, scripts: changedScripts(...texts) };
    }));
}
const isSame = (one, other) => one?.blob === other?.blob && one?.mode === other?.mode;
/** The text of a file; a link and a submodule have none. */
async function changed_files_textOf(repo, side) {
    if (!side?.mode.startsWith('100'))
        return undefined;
    return new TextDecoder().decode(await (0,objects/* readBytes */.io)(repo, side.blob));
}

;// CONCATENATED MODULE: ./lib/publish/room.js

/** What everything that people read is rendered from. */
const viewOf = (desk, thread, live) => ({
    thread,
    state: stateOf(thread, desk.sources.rules),
    live,
    maxAttempts: desk.settings.maxAttempts,
    approvalsRequired: desk.settings.approvalsRequired,
    prices: desk.settings.prices,
    links: desk.links,
});

// EXTERNAL MODULE: ./lib/git/git.js
var git = __webpack_require__(5216);
;// CONCATENATED MODULE: ./lib/observe/look-again.js




/**
 * Looks again at what may have changed while something took time: the issue, the pull request, what was said there,
 * the branch when somebody pushed, and everybody's permission. What did not change is answered by a 304, which is free.
 */
async function lookAgain(sources, thread) {
    const { forge } = sources;
    const before = thread.pull;
    const readAt = performance.now();
    const [pull, said, issueSaid, reviews] = await Promise.all([
        before && forge.pull(before.pull.number),
        before ? forge.comments(before.pull.number) : [],
        thread.issue.state === 'gone' ? [] : forge.comments(thread.issue.number),
        before ? forge.reviews(before.pull.number) : [],
    ]);
    const lines = pull && pull.lineComments !== 0 ? await forge.lineComments(pull.number) : [];
    const seen = {
        ...thread,
        comments: withOwn(issueSaid, thread.comments, thread.bot),
        pull: pull && {
            pull,
            readAt,
            remarks: [...reviews, ...lines],
            comments: withOwn(said, before?.comments ?? [], thread.bot),
        },
        people: new Map(),
    };
    const moved = pull?.state === 'open' && pull.head.sha !== thread.branch?.head;
    return askPeople(sources, moved ? await reread(sources, seen) : seen);
}
/**
 * Lists lag behind: what we wrote ourselves in this run is known to be there, also when a list does not show it yet. A
 * reaction that GitHub did not take, because it is locked there, is not tried again either.
 */
function withOwn(fresh, known, bot) {
    const before = new Map(known.map((comment) => [comment.id, comment]));
    const ids = new Set(fresh.map((comment) => comment.id));
    return [
        ...fresh.map((one) => ({ ...one, reactions: most(one.reactions, before.get(one.id)?.reactions ?? one.reactions) })),
        ...known.filter((one) => one.author.login === bot.login && !ids.has(one.id)),
    ];
}
const most = (one, other) => ({
    eyes: Math.max(one.eyes, other.eyes),
    rocket: Math.max(one.rocket, other.rocket),
    confused: Math.max(one.confused, other.confused),
});
/** Reads the branch anew after somebody pushed, we among them. */
async function reread(sources, thread) {
    const family = planRefsOf(sources, thread.issue.number);
    const name = thread.branch?.name ?? thread.pull?.pull.head.branch;
    await (0,plan_refs/* fetchPlanRefs */.Ii)(sources.repo, family, true);
    const base = { branch: sources.base, sha: await (0,plan_refs/* baseCommit */.tI)(sources.repo) };
    return {
        ...thread,
        base,
        branch: name === undefined ? undefined : await branchNow(sources, { family, name, bot: thread.bot, base: base.sha }),
    };
}

;// CONCATENATED MODULE: ./lib/publish/commit.js








const TRIES = 5;
/**
 * Makes commits on the tip of the branch and pushes them without force. When somebody pushed meanwhile, they are made
 * again on the new tip. Gives the thread as it is then, with or without them.
 */
async function record(desk, thread, plan) {
    let seen = thread;
    for (let tries = 0; tries < TRIES; tries++) {
        const drafts = await plan.drafts(seen);
        if (!drafts)
            return crowded(seen);
        const made = await make(desk, seen, { ...plan, made: drafts });
        if (made !== undefined && plan.also && 'conversation' in plan.also) {
            await (0,plan_refs/* noteConversation */.UY)(desk.sources.repo, thread.issue.number, plan.also.conversation);
        }
        if (made !== undefined)
            return withBranch(desk, tries > 0 ? crowded(seen) : seen, { name: plan.branch, head: made });
        // A branch that somebody deleted is not made anew.
        seen = await reread(desk.sources, { ...seen, branch: seen.branch ?? emptyBranch(plan.branch, seen) });
        if (thread.branch && !seen.branch)
            return seen;
    }
    throw new Error(`The branch ${plan.branch} moved ${TRIES} times while a commit was made on it.`);
}
const crowded = (thread) => ({ ...thread, thisRun: { ...thread.thisRun, crowded: true } });
const emptyBranch = (name, { base }) => ({
    name,
    head: base.sha,
    commits: [],
    planFile: undefined,
    texts: new Map(),
    origins: new Map(),
});
/** The new head, or undefined when the branch is no longer where we saw it. */
async function make(desk, thread, spec) {
    const { repo } = desk.sources;
    const start = thread.branch?.head ?? thread.base.sha;
    if (desk.settings.commitWith === 'api')
        return makeThroughApi(desk, thread, { ...spec, start });
    let head = start;
    for (const draft of spec.made)
        head = await commitOn(desk, thread, { head, draft });
    const updates = [{ ref: `refs/heads/${spec.branch}`, from: thread.branch?.head ?? '', to: head }];
    if (spec.also && 'conversation' in spec.also)
        updates.push({ ref: (0,plan_refs/* conversationRef */.xn)(thread.issue.number), to: spec.also.conversation });
    const pushed = await (0,git/* push */.VC)(repo, updates);
    if (pushed.kind === 'forbidden')
        throw forbidden(spec.branch, desk.outward(pushed.why));
    return pushed.kind === 'pushed' ? head : undefined;
}
const forbidden = (branch, why) => new errors/* UserError */.y('push-forbidden', `GitHub did not take the push to \`${branch}\`.`, 'Give the workflow `permissions: contents: write`, and let no rule forbid its account to push to this branch.', { cause: why });
async function commitOn(desk, thread, { head, draft }) {
    const { repo } = desk.sources;
    const tree = draft.tree ? await draft.tree(head) : await (0,objects/* treeOf */.g7)(repo, head);
    const author = { name: thread.bot.login, email: mailOf(thread.bot) };
    return (0,objects/* commitTree */.SC)(repo, { tree, parents: [head], message: desk.outward(renderMessage(draft.entry)), author });
}
/** Through the API GitHub signs the commit; the branch must be there first, and what has a mode of its own goes by git. */
async function makeThroughApi(desk, thread, spec) {
    const { repo, forge } = desk.sources;
    const updates = thread.branch ? [] : [{ ref: `refs/heads/${spec.branch}`, from: '', to: spec.start }];
    if (spec.also && 'conversation' in spec.also)
        updates.push({ ref: (0,plan_refs/* conversationRef */.xn)(thread.issue.number), to: spec.also.conversation });
    if (updates.length > 0 && (await (0,git/* push */.VC)(repo, updates)).kind !== 'pushed')
        return undefined;
    let head = spec.start;
    for (const draft of spec.made) {
        const tree = draft.tree ? await draft.tree(head) : await (0,objects/* treeOf */.g7)(repo, head);
        const changes = await (0,objects/* changesBetweenTrees */.Rh)(repo, await (0,objects/* treeOf */.g7)(repo, head), tree);
        const message = desk.outward(renderMessage(draft.entry));
        const made = changes.some(hasMode)
            ? await pushOne(desk, thread, { head, draft, branch: spec.branch })
            : await forge.commit({ branch: spec.branch, expected: head, message, changes: await fileChanges(desk, changes) });
        if (made.kind === 'moved')
            return undefined;
        head = made.sha;
        await reread(desk.sources, { ...thread, branch: thread.branch ?? emptyBranch(spec.branch, thread) });
    }
    return head;
}
/** The API knows no modes: new executables, links, and changes of a mode would lose them. */
const hasMode = ({ from, to }) => to.mode !== '000000' && to.mode !== (from.mode === '000000' ? '100644' : from.mode);
async function pushOne(desk, thread, { head, draft, branch }) {
    const sha = await commitOn(desk, thread, { head, draft });
    const pushed = await (0,git/* push */.VC)(desk.sources.repo, [{ ref: `refs/heads/${branch}`, from: head, to: sha }]);
    return pushed.kind === 'pushed' ? { kind: 'made', sha } : { kind: 'moved' };
}
const fileChanges = ({ sources }, changes) => Promise.all(changes.map(async ({ path, to }) => to.mode === '000000'
    ? { path, kind: 'delete' }
    : { path, kind: 'write', content: await (0,objects/* readBytes */.io)(sources.repo, to.blob) }));
/** What we pushed is known without asking: the commits are in our own repository. */
async function withBranch({ sources }, thread, { name, head }) {
    const branch = await readBranch(sources.repo, {
        name,
        issue: thread.issue.number,
        head,
        base: thread.base.sha,
        planFile: sources.planFile,
        authors: [ACTIONS_BOT, thread.bot],
    });
    const pull = thread.pull && {
        ...thread.pull,
        pull: { ...thread.pull.pull, head: { ...thread.pull.pull.head, sha: head } },
    };
    return { ...thread, branch, pull };
}

// EXTERNAL MODULE: ./lib/guard/credentials.js
var credentials = __webpack_require__(5559);
;// CONCATENATED MODULE: ./lib/publish/say.js


/** Says something on the issue or on the pull request, and remembers that it was said, or that it could not be. */
async function say(desk, thread, { place, text }) {
    const number = place === 'issue' ? thread.issue.number : thread.pull?.pull.number;
    if (number === undefined)
        throw new Error('There is no pull request to comment on.');
    const comment = await desk.sources.forge.say(number, await (0,credentials/* withoutCredentials */.r)(desk.outward(text)));
    if (!comment)
        return withUnsaid(thread, { place, text }, number);
    if (place === 'issue')
        return { ...thread, comments: [...thread.comments, comment] };
    return { ...thread, pull: thread.pull && { ...thread.pull, comments: [...thread.pull.comments, comment] } };
}
/** A locked conversation stops no plan: what could not be said there is in the summary of the run. */
function withUnsaid(thread, words, number) {
    const problem = `Nothing can be comment on #${number}, which is locked. Unlock it; what was to be comment is in the summary of this run.`;
    const { thisRun } = thread;
    return {
        ...thread,
        thisRun: { ...thisRun, problems: [...thisRun.problems, problem], unsaid: [...thisRun.unsaid, words] },
    };
}
/** Says it unless it was said; `key` is the note that the text carries. */
async function sayOnce(desk, thread, message) {
    const now = await say_reread(desk, thread, message.place);
    const comments = message.place === 'issue' ? now.comments : (now.pull?.comments ?? []);
    return hasNote(comments, now.bot, message.key) ? now : say(desk, now, message);
}
/** Reads the comments of a place again when another run is at work there too; alone, what we know is what there is. */
async function say_reread({ sources }, thread, place) {
    if (!thread.thisRun.crowded)
        return thread;
    if (place === 'issue')
        return { ...thread, comments: await sources.forge.comments(thread.issue.number) };
    if (!thread.pull)
        return thread;
    return { ...thread, pull: { ...thread.pull, comments: await sources.forge.comments(thread.pull.pull.number) } };
}
/** Puts a reaction on what somebody said; GitHub itself takes the same reaction only once. */
async function react(desk, thread, { comment, reaction }) {
    await desk.sources.forge.react({ kind: 'comment', id: comment.id }, reaction);
    const mark = (comments) => comments.map((one) => one.id === comment.id
        ? { ...one, reactions: { ...one.reactions, [reaction]: one.reactions[reaction] + 1 } }
        : one);
    return {
        ...thread,
        comments: mark(thread.comments),
        pull: thread.pull && { ...thread.pull, comments: mark(thread.pull.comments) },
    };
}
/** Where somebody said it: the two places share one row of ids. */
const placeOf = (thread, comment) => thread.comments.some(({ id }) => id === comment.id) ? 'issue' : 'pull';

;// CONCATENATED MODULE: ./lib/publish/finish.js









/** The last commit: says that the plan is done, takes the plan file away unless it is to be kept, and forgets the conversation. */
async function finish(desk, { thread, state }) {
    const { repo } = desk.sources;
    const { keepPlanFile, planFile } = desk.settings;
    const entry = {
        subject: 'Finish the plan',
        body: '',
        trailers: { issue: thread.issue.number, state: 'done', seen: planSeen(thread, state) },
    };
    const kept = (await (0,plan_refs/* conversationCommit */.fU)(repo, thread.issue.number)) !== undefined;
    const version = state.current?.blob;
    return record(desk, thread, {
        branch: thread.branch?.name ?? '',
        ...(kept ? { also: { conversation: undefined } } : {}),
        drafts: async (now) => {
            if (now.branch?.planFile?.blob !== version)
                return undefined;
            return [
                keepPlanFile
                    ? { entry }
                    : { entry, tree: (parent) => (0,objects/* treeWith */.p6)(repo, parent, { path: planFile, text: undefined }) },
            ];
        },
    });
}
/** Marks the pull request as ready for review. */
async function ready({ sources }, thread) {
    if (!thread.pull)
        return thread;
    await sources.forge.markReady(thread.pull.pull.nodeId);
    return { ...thread, pull: { ...thread.pull, pull: { ...thread.pull.pull, draft: false } } };
}
/** The closing comment: what was done, plan against actual. */
async function report(desk, { thread, state }) {
    const view = viewOf(desk, thread);
    const { repo } = desk.sources;
    const changes = await changesOf(repo, state);
    const changed = new Map([...changes].map(([number, list]) => [number, list.map(({ path }) => path)]));
    const manifests = await manifestsIn(repo, [...changes.values()].flat());
    return sayOnce(desk, thread, {
        place: 'pull',
        key: closingKey(state.versions),
        text: closingReport(view, { changed, manifests, verifyCommand: desk.settings.verifyCommand }),
    });
}

// EXTERNAL MODULE: ./lib/work/order.js
var order = __webpack_require__(8097);
;// CONCATENATED MODULE: ./lib/publish/without-secrets.js


/**
 * The door by which what a model wrote comes into GitHub's room: no text of it holds a credential of anybody. What is made of it
 * later (commits, and all that is rendered from them) is as clean. A patch is looked at when it is applied.
 */
const withoutSecrets = async (result) => result && order/* WorkResult */.H$.parse(await (0,credentials/* withoutCredentialsIn */.g)(result, ['patch']));

;// CONCATENATED MODULE: ./lib/publish/view/commit-text.js

const SKIPPED = 'ci|cd|actions?|checks?|tests?|builds?|deploy|appveyor|azp|azure ?pipelines|azpipelines|bitrise|buildkite|cf-pages|circle ?(?:ci)?|cirrus|codefresh|drone|github|gitlab|jenkins|netlify|render|semaphore|travis|vercel|wercker|woodpecker';
/** The marks by which GitHub and other services leave a push untested, in any brackets and with whatever they take for a space. */
const SKIP = new RegExp(String.raw `\[\s*(?:(?:skip|no)[\s_-]+(?:${SKIPPED})|(?:${SKIPPED})[\s_-]+(?:skip|no))\s*\]|\*{3}\s*NO_CI\s*\*{3}`, 'gi');
const SKIP_CHECKS = /^[ \t]*skip-checks[ \t]*[:=].*$\n?/gim;
/** Enough for the evidence of a failure, and still a comment's worth. */
const LONGEST_BODY = 20_000;
const commit_text_KEYWORD = /(?<![A-Za-z0-9])(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)(?![A-Za-z0-9])/i;
/** An `@` that is not that of a mail address. */
const MENTION = /(?:(?<![\w@])@|(?<!@)@{2,})(?=[A-Za-z0-9])/g;
/** What git or our own reader could take for a trailer, or for the end of the message. */
const TRAILER = /^(?=[A-Za-z0-9-]+[ \t]*:|\(cherry picked from)/gm;
const KNOWN_TRAILER = /^(?=[A-Za-z0-9]+-[A-Za-z0-9-]*[ \t]*:)/gm;
/**
 * The subject of a commit from what a model proposes, or else from `otherwise`: one line, never empty. Titles of pull
 * requests become subjects when people squash; they have room for more than the usual 72 characters.
 */
const cleanSubject = (text, otherwise = '', limit = 72) => [text, otherwise].map((one) => cut(oneLine(withoutEffect(cut(oneLine(one), 1_000))), limit)).find(Boolean) ??
    'Carry out a subtask';
/** The body of a commit message from what a model wrote. None of its lines is a trailer to anybody, wherever it ends up. */
function cleanCommitBody(text) {
    const body = withoutEffect(cut(visible(text).trim(), LONGEST_BODY))
        .replace(/^-{3}/gm, ' ---')
        .replace(KNOWN_TRAILER, '- ')
        .trim();
    const last = body.lastIndexOf('\n\n') + 1;
    return body.slice(0, last) + body.slice(last).replace(TRAILER, '- ');
}
/** Commits are plain text, and their subjects are searched and copied: what would act is left out, not hidden. */
function withoutEffect(text) {
    const skips = text.replace(SKIP, '').replace(SKIP_CHECKS, '');
    const without = withoutClosing(skips.replace(MENTION, ''));
    // What is left when something is taken out may act again.
    return without === text ? text : withoutEffect(without);
}
/** `Fixes #3` becomes `Fixes issue 3`: it says the same and closes nothing. */
const withoutClosing = (text) => commit_text_KEYWORD.test(text)
    ? text
        .replace(/(\w?)#(?=\d)/g, (_, before) => (before ? `${before} issue ` : 'issue '))
        .replace(/GH-(?=\d)/gi, 'issue ')
        .replace(/(\/(?:issues|pull))\/(?=\d)/gi, '$1 ')
    : text;

// EXTERNAL MODULE: ./lib/guard/commit.js + 1 modules
var commit = __webpack_require__(7743);
;// CONCATENATED MODULE: ./lib/publish/subtasks.js






/** Commits what an attempt brought, when it may be committed and the plan is still the one that was approved. */
async function commitSubtask(desk, look, spec) {
    const { thread, state } = look;
    const { status, result } = spec;
    const { number } = status.subtask;
    const objections = await unfit(desk, look, result.patch);
    if (objections.length > 0)
        return remember(thread, number, { reason: objections.join('\n'), checks: [], usage: result.usage });
    const version = state.current?.blob;
    const entry = {
        subject: cleanSubject(result.subject, status.subtask.name),
        body: cleanCommitBody([result.patch ? result.outcome : `No file was changed: ${result.outcome}`, result.body]
            .filter(Boolean)
            .join('\n\n')),
        trailers: subtaskTrailers(look, status, (0,plan_usage/* addUsage */.vk)(usageOf(thread, number, result.usage), usageOf(thread, 0))),
    };
    const after = await record(desk, thread, {
        branch: thread.branch?.name ?? '',
        drafts: async (now) => {
            const head = now.branch?.head ?? '';
            const isApproved = now.branch?.planFile?.blob === version &&
                !now.branch?.commits.some((commit) => commit.entry?.trailers.subtask === number && !commit.entry.trailers.state);
            const tree = isApproved ? await (0,objects/* applyPatch */.X6)(desk.sources.repo, head, result.patch) : undefined;
            return tree === undefined ? undefined : [{ entry, tree: async () => tree }];
        },
    });
    return forgetAttempts(after, [0, number]);
}
/** The second look at what is about to leave: the first was in the model's room, and is not relied on here. */
async function unfit({ sources, settings, redact }, { thread }, patch) {
    const head = thread.branch?.head ?? '';
    const tree = await (0,objects/* applyPatch */.X6)(sources.repo, head, patch);
    if (tree === undefined)
        return [];
    return (0,commit/* problemsOfCommit */.h)(sources.repo, { from: head, to: tree }, { ...settings, redact });
}
function subtaskTrailers({ thread, state }, status, usage) {
    const { requester } = state.history;
    return {
        issue: thread.issue.number,
        subtask: status.subtask.number,
        ...(state.current ? { version: state.current.blob } : {}),
        approvedBy: status.approvals.map(({ login, comment }) => ({ login, comment })),
        usage,
        seen: planSeen(thread, state),
        ...(requester ? { coAuthor: requester } : {}),
    };
}
/** Everything that was spent on a subtask since it was last recorded. */
const usageOf = ({ thisRun }, number, last = plan_usage/* noUsage */.tk) => (0,plan_usage/* addUsage */.vk)(last, ...(thisRun.attempts.get(number) ?? []).map((attempt) => attempt.usage));
/** An attempt that failed is known to this run alone, until the subtask is committed or given up. */
function remember(thread, number, attempt) {
    const attempts = new Map(thread.thisRun.attempts).set(number, [
        ...(thread.thisRun.attempts.get(number) ?? []),
        attempt,
    ]);
    return { ...thread, thisRun: { ...thread.thisRun, attempts } };
}
/** What is written on the branch need not be remembered any more. */
function forgetAttempts(thread, numbers) {
    const attempts = new Map([...thread.thisRun.attempts].filter(([number]) => !numbers.includes(number)));
    return { ...thread, thisRun: { ...thread.thisRun, attempts } };
}
/** Records that all attempts at a subtask failed, with the evidence. */
async function recordFailure(desk, { thread, state }, { status }) {
    const { number, name } = status.subtask;
    const attempts = thread.thisRun.attempts.get(number) ?? [];
    const entry = {
        subject: cleanSubject(`Subtask ${number} failed: ${name}`),
        body: cleanCommitBody(evidenceOf(attempts)),
        trailers: {
            issue: thread.issue.number,
            subtask: number,
            state: 'failed',
            attempts: status.attempts,
            usage: (0,plan_usage/* addUsage */.vk)(usageOf(thread, number), usageOf(thread, 0)),
            seen: planSeen(thread, state),
        },
    };
    return forgetAttempts(await record(desk, thread, { branch: thread.branch?.name ?? '', drafts: async () => [{ entry }] }), [0, number]);
}
/** The last failure first, in one line; then every attempt with the commands that failed. */
function evidenceOf(attempts) {
    const last = attempts.at(-1)?.reason.split('\n')[0] ?? 'It was stopped in the middle.';
    return [
        last,
        ...attempts.map((attempt, i) => [`Attempt ${i + 1}: ${attempt.reason}`, ...attempt.checks.map(checkText)].join('\n')),
    ].join('\n\n');
}
const checkText = ({ command, exit, tail }) => `$ ${command} (${exit})\n${tail}`;
/** Abandons subtasks: the one that was named, and those that depend on it with its reason. */
async function subtasks_skip(desk, { thread, state }, step) {
    const { id, author } = step.comment;
    const [first] = step.comment.command.kind === 'skip' ? [step.comment.command.number] : step.numbers;
    const reason = step.reason || `skipped by ${author.login}`;
    const order = [first, ...step.numbers.filter((number) => number !== first)].flatMap((number) => number ?? []);
    const drafts = order.map((number) => ({
        entry: {
            subject: `Abandon subtask ${number}`,
            body: cleanCommitBody(number === first ? reason : `depends on ${first}: ${reason}`),
            trailers: {
                issue: thread.issue.number,
                subtask: number,
                state: 'abandoned',
                command: id,
                seen: planSeen(thread, state, [step]),
            },
        },
    }));
    return record(desk, thread, { branch: thread.branch?.name ?? '', drafts: async () => drafts });
}

;// CONCATENATED MODULE: ./lib/publish/view/status-line.js




/** Where the plan stands, in a few plain words. */
function standing(view) {
    const { phase, reading, halt, statuses } = view.state;
    if (reading?.kind === 'problem' && phase !== 'done' && phase !== 'abandoned') {
        const line = reading.line === undefined ? '' : `line ${reading.line}: `;
        return `The plan file cannot be read: ${line}${cleanLine(reading.reason)}`;
    }
    switch (phase) {
        case 'none':
            return 'There is no plan yet';
        case 'todo':
            return 'Awaits approval';
        case 'in_progress':
            return underWay(view);
        case 'halted':
            return `Halted: ${halt ? haltReason(halt, statuses) : 'it waits for a person'}`;
        case 'done':
            return 'Done';
        case 'abandoned':
            return 'Abandoned: nothing more is carried out';
    }
}
function underWay({ live, maxAttempts, state }) {
    if (live)
        return `In progress: subtask ${live.number}, attempt ${live.attempt} of ${maxAttempts}`;
    const waiting = numbersOf((0,decide_status/* unapproved */.Bo)(state.statuses));
    return waiting.length === 0 || state.statuses.some(({ ready }) => ready)
        ? 'In progress'
        : `Awaits the approval of ${ranges(waiting)}`;
}
/** Why a plan waits for a person, as the end of a sentence. */
function haltReason({ reason }, statuses) {
    switch (reason) {
        case 'failed': {
            const failed = failedNumbers(statuses);
            return `subtask${failed.length === 1 ? '' : 's'} ${(0,plan/* listed */.KE)(failed)} failed`;
        }
        case 'budget':
            return 'the budget of this plan is spent';
        case 'change':
            return 'a change of the plan is proposed';
        case 'continuation':
            return 'it could not go on in a new run';
    }
}
/** What people can answer now, with the exact words of the commands. */
function howToAnswer(view) {
    const { phase, reading, statuses } = view.state;
    const cancel = '`cancel` ends the plan.';
    if (phase === 'abandoned')
        return `Comment \`/plan\` on #${view.thread.issue.number} for a new plan.`;
    if (phase === 'done')
        return 'Review the commits as you would review a colleague’s, and merge when you are content.';
    if (reading?.kind === 'problem')
        return `Correct the plan file on this branch. ${cancel}`;
    if (phase === 'halted')
        return `${onHalt(view)} ${cancel}`;
    const waiting = numbersOf((0,decide_status/* unapproved */.Bo)(statuses));
    if (waiting.length === 0)
        return `There is nothing for you to do. \`/revise …\` changes the plan, \`/skip N\` leaves a subtask out. ${cancel}`;
    return `${howToApprove(waiting)} Or reply with what you would like changed. ${cancel}`;
}
/** The sentence that says how to approve; the part is one that depends on nothing outside of it. */
function howToApprove(waiting, blob) {
    const part = ranges(waiting.slice(0, Math.min(3, waiting.length - 1)));
    const forVersion = blob === undefined ? '' : `, \`approve ${blob}\` for exactly this version`;
    const forPart = part === '' ? '' : `, or \`approve ${part}\` for a part of it`;
    return `Comment \`approve\` to have it carried out${forVersion}${forPart}.`;
}
function onHalt({ state }) {
    switch (state.halt?.reason) {
        case 'budget':
            return '`/retry` grants the same amount again, `/revise …` changes the plan.';
        case 'change':
            return 'Comment `approve` to go on with the changed plan, or reply with what you would like changed.';
        case 'failed': {
            const [first = 1] = failedNumbers(state.statuses);
            return `\`/retry\` tries again, \`/skip ${first}\` goes on without it, \`/revise …\` changes the plan.`;
        }
        default:
            return '`/retry` goes on, `/revise …` changes the plan.';
    }
}
/** Who approved what, and how many approvals there are when more than one is asked for; empty when there are none. */
function approvalsText({ state, approvalsRequired }) {
    const approved = new Map();
    for (const { subtask, approvals } of state.statuses) {
        const executed = state.history.executed.get(subtask.number);
        const logins = new Set((executed?.approvedBy ?? approvals).map(({ login }) => login));
        for (const login of logins)
            approved.set(login, [...(approved.get(login) ?? []), subtask.number]);
    }
    if (approved.size === 0)
        return approvalsRequired > 1 ? `${plural(approvalsRequired, 'approval')} needed, none given yet` : '';
    const people = [...approved].map(([login, numbers]) => {
        const scope = numbers.length === state.statuses.length ? 'all' : ranges(numbers);
        return `${cleanLine(login)} (${scope})`;
    });
    return `Approved by ${people.join(', ')}${approvalsRequired > 1 ? ` · ${counted(state.statuses, approvalsRequired)}` : ''}`;
}
/** `1 of 2 approvals`, or for which subtasks there are how many. */
function counted(statuses, required) {
    const open = statuses.filter(({ state }) => state !== 'done' && state !== 'abandoned');
    const counts = [...Map.groupBy(open, ({ approvals }) => Math.min(approvals.length, required))];
    const each = ([given, members]) => `${given} of ${required} approvals${counts.length > 1 ? ` for ${ranges(numbersOf(members))}` : ''}`;
    return counts.map(each).join(', ') || `${plural(required, 'approval')} each`;
}
const numbersOf = (statuses) => statuses.map(({ subtask }) => subtask.number);
const failedNumbers = (statuses) => numbersOf(statuses.filter(({ state }) => state === 'failed'));

;// CONCATENATED MODULE: ./lib/publish/view/halt.js





/** The comment that says why a plan waits for a person, the commands that go on from here, and the evidence. */
function haltNote(view, halt) {
    const failed = view.state.statuses.filter(({ state }) => state === 'failed');
    return commentOf([
        `**Halted:** ${haltReason(halt, view.state.statuses)}.`,
        explanation(view, halt),
        commands(view, halt, failed),
        ...(halt.reason === 'failed' ? failed.map(evidence) : []),
        `<sub>[Log of the run](${view.links.run})</sub>`,
    ], noteMarker(`halted-${halt.reason}-${halt.since}`));
}
function explanation(view, { reason }) {
    switch (reason) {
        case 'failed':
            return 'What did not depend on it is carried out; nothing of the failed attempts is on the branch.';
        case 'budget':
            return `So far the plan has used ${renderUsed(view.state.usage, view.prices)}. The budget is set by the inputs \`max-tokens\` and \`max-cost\`.`;
        case 'change':
            return 'What was found on the way does not fit the plan. The changed plan is announced as a new version, and nothing is carried out before it is approved.';
        case 'continuation':
            return ('The time of the job was up and no new run took over, or several runs passed without a finished subtask. To start new runs the workflow needs the permission ' +
                '`actions: write` and the trigger `workflow_dispatch` with the input `number`; a subtask that takes too long for one run is better split.');
    }
}
function commands(view, { reason }, failed) {
    const approve = '- `approve` carries out the changed plan';
    const retry = {
        failed: `- \`/retry\` tries again, with ${plural(view.maxAttempts, 'new attempt')}`,
        budget: '- `/retry` grants the same amount again and goes on',
        change: approve,
        continuation: '- `/retry` goes on',
    };
    const skips = failed.map(({ subtask }) => `- \`/skip ${subtask.number}\` goes on without subtask ${subtask.number} and what depends on it`);
    const rest = [
        '- `/revise …`, with your words, changes the plan',
        '- `cancel` ends it; what is done stays on the branch',
    ];
    return ['How to go on:', '', retry[reason], ...skips, ...rest].join('\n');
}
/** What the commit that records the failure holds of each attempt: commands, how they ended, and the end of their output. */
const evidence = ({ subtask, text, attempts }) => `**${subtask.number}. ${cleanLine(subtask.name)}** · ${plural(attempts, 'attempt')}\n\n${fenced(text)}`;

;// CONCATENATED MODULE: ./lib/publish/halt.js










/** Records that a run had to stop in the middle of a subtask, and how many attempts were made; or what else was spent. */
async function recordInterruption(desk, { thread, state }, status) {
    const number = status?.subtask.number;
    const numbers = number === undefined ? [0] : [0, number];
    const entry = {
        subject: number === undefined ? 'Look at the plan' : `Stop in the middle of subtask ${number}`,
        body: '',
        trailers: {
            issue: thread.issue.number,
            ...(status && number !== undefined ? { subtask: number, attempts: status.attempts } : {}),
            state: 'in_progress',
            usage: (0,plan_usage/* addUsage */.vk)(...numbers.map((one) => usageOf(thread, one))),
            seen: planSeen(thread, state),
        },
    };
    return forgetAttempts(await record(desk, thread, { branch: thread.branch?.name ?? '', drafts: async () => [{ entry }] }), numbers);
}
/** Records that the plan waits for a person, with everything that was spent and not yet written down. */
async function recordHalt(desk, { thread, state }, reason) {
    const begun = [...thread.thisRun.attempts.keys()];
    const entry = {
        subject: reason === 'budget' ? 'Halt: the budget is spent' : 'Halt: the run could not go on',
        body: '',
        trailers: {
            issue: thread.issue.number,
            state: 'halted',
            reason,
            usage: (0,plan_usage/* addUsage */.vk)(...begun.map((number) => usageOf(thread, number))),
            seen: planSeen(thread, state),
        },
    };
    return forgetAttempts(await record(desk, thread, { branch: thread.branch?.name ?? '', drafts: async () => [{ entry }] }), begun);
}
/** Asks for a new run of this workflow, which goes on from what the branch says. */
async function goOn({ sources, workflow }, thread) {
    const number = String(thread.pull?.pull.number ?? thread.issue.number);
    const taken = await sources.forge.dispatch({ ...workflow, inputs: { number } });
    const problem = 'The next run could not be asked for; give the workflow `permissions: actions: write` and the trigger `workflow_dispatch` with an input `number`.';
    const problems = taken ? thread.thisRun.problems : [...thread.thisRun.problems, problem];
    return { ...thread, thisRun: { ...thread.thisRun, continued: taken ? 'asked' : 'refused', problems } };
}
/** Halts for a change that an agent proposed, and writes the changed plan: the people decide, and nothing goes on before. */
async function propose(desk, look, { plan, reason, usage }) {
    const { thread, state } = look;
    const begun = [...thread.thisRun.attempts.keys()];
    const shared = { issue: thread.issue.number, seen: planSeen(thread, state) };
    const halt = {
        subject: 'Halt: a change of the plan is proposed',
        body: cleanCommitBody(reason),
        trailers: {
            ...shared,
            state: 'halted',
            reason: 'change',
            usage: (0,plan_usage/* addUsage */.vk)(usage, ...begun.map((number) => usageOf(thread, number))),
        },
    };
    const change = {
        subject: cleanSubject(`Propose a change: ${plan.title}`),
        body: cleanCommitBody(reason),
        trailers: shared,
    };
    const tree = (parent) => (0,objects/* treeWith */.p6)(desk.sources.repo, parent, { path: desk.settings.planFile, text: desk.redact((0,markdown/* renderPlan */.EG)(plan)) });
    const version = thread.branch?.planFile?.blob;
    const after = await record(desk, thread, {
        branch: thread.branch?.name ?? '',
        drafts: async (now) => now.branch?.planFile?.blob === version ? [{ entry: halt }, { entry: change, tree }] : undefined,
    });
    return forgetAttempts(after, begun);
}
/** Why the plan waits, the evidence, and the commands that go on from here. */
const tellHalt = (desk, { thread }, { key, halt }) => sayOnce(desk, thread, { place: 'pull', key, text: haltNote(viewOf(desk, thread), halt) });

;// CONCATENATED MODULE: ./lib/publish/write-plan.js








/** Writes a drafted or revised plan to the branch, and the conversation that made it beside it, in one push. */
async function writePlan(desk, { thread, state }, spec) {
    const { step, result } = spec;
    const branch = thread.branch?.name ?? thread.freeBranch;
    const also = { conversation: await keptConversation(desk, thread, result.conversation) };
    const entry = {
        subject: cleanSubject(`${step.kind === 'draft' ? 'Plan' : 'Revise the plan'}: ${result.plan.title}`),
        body: cleanCommitBody(renderAnswers(result.answers)),
        trailers: planTrailers({ thread, state }, step, result),
    };
    const tree = (parent) => (0,objects/* treeWith */.p6)(desk.sources.repo, parent, { path: desk.settings.planFile, text: desk.redact((0,markdown/* renderPlan */.EG)(result.plan)) });
    const before = thread.branch?.planFile?.blob;
    return record(desk, thread, {
        branch,
        also,
        // Somebody who edited the plan meanwhile did not see this version: theirs is offered first.
        drafts: async (now) => (now.branch?.planFile?.blob === before ? [{ entry, tree }] : undefined),
    });
}
function planTrailers({ thread, state }, step, { usage }) {
    const shared = { issue: thread.issue.number, seen: planSeen(thread, state, [step]), usage };
    if (step.kind === 'revise')
        return { ...shared, feedback: step.remarks.map(({ id }) => id) };
    const { via, by } = step;
    return { ...shared, request: via, coAuthor: { login: by.login, id: by.id } };
}
/** The conversation lies in a ref of its own, as one file; it follows the one before, so that no push needs force. */
async function keptConversation({ sources, redact }, thread, conversation) {
    const { repo } = sources;
    const issue = thread.issue.number;
    const before = await (0,plan_refs/* conversationCommit */.fU)(repo, issue);
    const isOurs = before !== undefined && (await (0,objects/* entryAt */._f)(repo, before, 'conversation.json')) !== undefined;
    // What somebody else put there is no history of ours to build on.
    if (before !== undefined && !isOurs)
        await (0,git/* push */.VC)(repo, [{ ref: (0,plan_refs/* conversationRef */.xn)(issue), from: before, to: undefined }]);
    return (0,objects/* commitTree */.SC)(repo, {
        tree: await (0,objects/* writeTree */.WM)(repo, { 'conversation.json': redact(conversation) }),
        parents: isOurs ? [before] : [],
        message: `The planning conversation of #${issue}\n`,
        author: { name: thread.bot.login, email: mailOf(thread.bot) },
    });
}

;// CONCATENATED MODULE: ./lib/publish/take-result.js








/** Takes what the model's room brought back for a step, whatever it is. */
async function takeResult(desk, look, { step, result }) {
    if (!result)
        return look.thread;
    if (result.kind === 'stopped')
        return takeStop(desk, look, { step, result });
    if (result.kind === 'proposed')
        return takeProposal(desk, look, { step, result });
    if (step.kind === 'execute')
        return takeAttempt(desk, look, { step, result });
    if (step.kind === 'review')
        return Promise.resolve(takeReview(look.thread, step, result));
    if (result.kind === 'failed')
        return giveUp(desk, look, { step, reason: result.reason });
    if (step.kind === 'ask' && result.kind === 'answered') {
        const { comment } = step;
        const text = directAnswer(linked(desk, look.thread, result.text), comment.id);
        return say(desk, look.thread, { place: placeOf(look.thread, comment), text });
    }
    if (step.kind !== 'ask' && result.kind === 'planned')
        return writePlan(desk, look, { step, result });
    throw new Error(`A step "${step.kind}" cannot end with "${result.kind}".`);
}
const STOPPED = {
    cancelled: 'It was stopped from outside.',
    time: 'The time of the run was up in the middle of it.',
    budget: 'The budget of the plan was spent in the middle of it.',
    outdated: 'Something else was done meanwhile.',
};
const REMEDY = 'Ask again with more detail or for less; the input `max-turns` allows longer work.';
const REMEDIES = {
    cancelled: 'Ask again when it suits.',
    time: 'Ask again for less, or give it more time with the input `time-budget`.',
    budget: 'Ask again for less, or give it more with the inputs `max-tokens` or `max-cost`.',
    outdated: 'Look at what is there now.',
};
/** What was spent counts, whether or not something came of it. A draft that was stopped has no branch that could remember it. */
function takeStop(desk, look, { step, result }) {
    const { why, usage } = result;
    // What is outdated was nobody's attempt: its cost is the plan's.
    const number = step.kind === 'execute' && why !== 'outdated' ? step.status.subtask.number : 0;
    if (number > 0 || why === 'cancelled' || why === 'outdated' || (step.kind === 'revise' && why === 'budget')) {
        return Promise.resolve(remember(look.thread, number, { reason: STOPPED[why], checks: [], usage }));
    }
    if (step.kind === 'review')
        return Promise.resolve(takeReview(look.thread, step, result));
    return step.kind === 'execute'
        ? Promise.resolve(look.thread)
        : giveUp(desk, look, { step, reason: STOPPED[why], remedy: REMEDIES[why] });
}
/** A proposal that changes nothing would clear its own halt by the approvals that are there, and so is none. */
function takeProposal(desk, look, { step, result }) {
    const { reading } = look.state;
    const isNew = reading?.kind === 'plan' && (0,markdown/* renderPlan */.EG)(result.plan) !== (0,markdown/* renderPlan */.EG)(reading.plan);
    if (isNew)
        return propose(desk, look, result);
    if (step.kind === 'review')
        return Promise.resolve(takeReview(look.thread, step, result));
    if (step.kind !== 'execute')
        throw new Error(`A step "${step.kind}" cannot end with a proposal.`);
    const attempt = { reason: 'The agent proposed the plan as it is.', checks: [], usage: result.usage };
    return Promise.resolve(remember(look.thread, step.status.subtask.number, attempt));
}
/** A look at the plan that came to nothing is no reason to stop: what was approved goes on. Its cost counts. */
function takeReview(thread, { after }, { usage }) {
    const seen = remember(thread, 0, { reason: 'The plan was compared with what was done.', checks: [], usage });
    return { ...seen, thisRun: { ...seen.thisRun, reviewed: after } };
}
async function takeAttempt(desk, look, { step, result, }) {
    const { status } = step;
    if (result.kind === 'executed')
        return commitSubtask(desk, look, { status, result });
    if (result.kind !== 'failed')
        throw new Error(`An attempt cannot end with "${result.kind}".`);
    const { reason, checks, usage } = result;
    return remember(look.thread, status.subtask.number, { reason, checks, usage });
}
/** The model came to nothing: whoever asked is told, and may ask again. Trying anew at every look would cost as much each time. */
async function giveUp(desk, { thread }, { step, reason, remedy = REMEDY }) {
    const [comment] = commentsOf(step);
    const problem = {
        why: `The model did not get there: ${cleanLine(reason, 500)}`,
        remedy,
    };
    const problems = [...thread.thisRun.problems, problem.why];
    const failed = { ...thread, asked: undefined, thisRun: { ...thread.thisRun, problems } };
    return comment
        ? say(desk, failed, { place: placeOf(thread, comment), text: comments_refusal({ ...problem, id: comment.id }) })
        : failed;
}
/** `src/a.ts:12` or `src/a.ts:12-20`, in code or not. */
const PLACE = /(?<=^|[\s(])`?(?<path>[\w.][\w./-]*\.\w+):(?<from>\d{1,6})(?:-(?<to>\d{1,6}))?`?(?=[\s).,;:]|$)/gm;
/** Paths with line numbers become links to those lines, at the commit that was read. */
function linked({ links }, { branch, base }, text) {
    const root = `${links.repository}/blob/${branch?.head ?? base.sha}`;
    const link = (place) => {
        const [path = '', from = '', to] = place.replaceAll('`', '').split(/:|-(?=\d+$)/);
        return `[${place.replaceAll('`', '')}](${root}/${encodeURI(path)}#L${from}${to ? `-L${to}` : ''})`;
    };
    return text.replace(PLACE, link);
}

;// CONCATENATED MODULE: ./lib/publish/view/graph.js

/** Mermaid itself gives up beyond 50,000 characters or 500 edges, and people long before. */
const LARGEST = 20_000;
const MOST_EDGES = 200;
/** Readable on a light and on a dark page: every state has its own text colour. */
const graph_COLOURS = {
    todo: 'fill:#eaeef2,stroke:#8c959f,color:#24292f',
    in_progress: 'fill:#fff8c5,stroke:#bf8700,color:#3b2300',
    done: 'fill:#dafbe1,stroke:#1a7f37,color:#0f3d1c',
    abandoned: 'fill:#f6f8fa,stroke:#afb8c1,color:#6e7781,stroke-dasharray:4 3',
    failed: 'fill:#ffebe9,stroke:#cf222e,color:#6e0d14',
};
/** A Mermaid block of the subtasks, what they depend on and their states; empty when it would be too large to be drawn. */
function renderGraph(statuses, live) {
    const numbers = new Set(statuses.map(({ subtask }) => subtask.number));
    const nodes = statuses.map(({ subtask }) => `  s${subtask.number}["${label(`${subtask.number}. ${subtask.name}`)}"]`);
    const edges = statuses.flatMap(({ subtask }) => subtask.depends_on.filter((needed) => numbers.has(needed)).map((needed) => `  s${needed} --> s${subtask.number}`));
    const lines = ['```mermaid', 'graph TD', ...nodes, ...edges, ...classLines(statuses, live), '```'];
    const graph = lines.join('\n');
    return statuses.length === 0 || edges.length > MOST_EDGES || graph.length > LARGEST ? '' : graph;
}
function classLines(statuses, live) {
    const states = Map.groupBy(statuses, ({ subtask, state }) => state === 'todo' && live?.number === subtask.number ? 'in_progress' : state);
    return [...states].flatMap(([state, members]) => [
        `  classDef ${state} ${graph_COLOURS[state]}`,
        `  class ${members.map(({ subtask }) => `s${subtask.number}`).join(',')} ${state}`,
    ]);
}
/**
 * Text between quotes in Mermaid. All but letters, digits and the plainest punctuation becomes a character code: quotes would end
 * the label, backticks the block, and the rest has a meaning in Mermaid, Markdown or HTML that changes with versions.
 */
const label = (text) => cut(oneLine(text), 60).replace(/[^\p{L}\p{M}\p{N} .,…-]/gu, (character) => `#${character.codePointAt(0)};`);

;// CONCATENATED MODULE: ./lib/publish/view/merge.js

/**
 * The body with `block` in the place of the bot's block, or after everything when there is none. What people wrote
 * around it stays byte for byte. Markers that have no partner are taken out and the text beside them is left alone;
 * of several blocks the first stays.
 */
function mergeBody(body, block) {
    const { before, after, found } = aroundBlock(body);
    if (found)
        return before + block + after;
    return before === '' ? block : `${before}\n\n${block}`;
}
function aroundBlock(body) {
    const marks = [...body.matchAll(MARKER)].map((match) => ({
        at: match.index,
        end: match.index + match[0].length,
        kind: match[0],
    }));
    const blocks = marks.flatMap((mark, i) => {
        const next = marks[i + 1];
        return mark.kind === BODY_BEGIN && next?.kind === BODY_END ? [{ from: mark.at, to: next.end }] : [];
    });
    const place = blocks[0] ?? (marks[0] && { from: marks[0].at, to: marks[0].end });
    if (!place)
        return { before: body, after: '', found: false };
    const after = blocks
        .slice(1)
        .reduceRight((text, { from, to }) => text.slice(0, from) + text.slice(to), body)
        .slice(place.to);
    return { before: merge_withoutMarkers(body.slice(0, place.from)), after: merge_withoutMarkers(after), found: true };
}
const MARKER = new RegExp(`${BODY_BEGIN}|${BODY_END}`, 'g');
function merge_withoutMarkers(text) {
    const without = text.replace(MARKER, '');
    // Taking one out may put the pieces of another together.
    return without === text ? text : merge_withoutMarkers(without);
}

;// CONCATENATED MODULE: ./lib/publish/view/body.js








/** What is left out, in this order, when a body would become too long. The checklist is last, and loses its longest names first. */
const DETAILS = ['steps', 'graph', 'outcomes', 'approvals', 'figures', 'answer', 'names', 'checklist'];
/** Everything that the body and the job summary both show, as Markdown. `dropped` is how many details are left out. */
function renderParts(view, dropped = 0) {
    const left = new Set(DETAILS.slice(dropped));
    const { state } = view;
    const parts = [
        titleLine(view),
        state.statuses.length > 0 && progressBar(state.statuses),
        left.has('checklist') &&
            renderChecklist(view, {
                steps: left.has('steps'),
                texts: left.has('outcomes'),
                width: left.has('names') ? 120 : 20,
            }),
        left.has('approvals') && approvalsText(view),
        left.has('answer') && howToAnswer(view),
        left.has('graph') && graphPart(view),
        left.has('figures') && `<sub>${renderUsed(state.usage, view.prices)} · ${runLink(view.links.run)}</sub>`,
    ];
    return parts.filter(Boolean).join('\n\n');
}
/** The bot's block in the body of a plan's pull request, with its markers. */
const renderBlock = (view, dropped = 0) => [BODY_BEGIN, renderParts(view, dropped), '', `Closes #${view.thread.issue.number}`, BODY_END].join('\n');
/**
 * The body with an up-to-date block in it, at most 65,536 characters long: detail is left out until it fits, people's text never.
 * `outward` takes out of the block what must not leave; what people wrote is theirs.
 * It is the same as before when nothing but the link to the run would change, so that looking alone writes nothing.
 */
function fitBody(body, view, outward = String) {
    for (let dropped = 0; dropped <= DETAILS.length; dropped += 1) {
        const merged = mergeBody(body, outward(renderBlock(view, dropped)));
        if (merged.length <= LONGEST)
            return withoutRun(merged) === withoutRun(body) ? body : merged;
    }
    return body;
}
function titleLine(view) {
    const { state } = view;
    const version = state.versions.at(-1);
    const blob = state.reading?.blob;
    const by = state.history.requester?.login;
    return [
        `**${standing(view)}**`,
        version && `version ${version.version}`,
        blob && `\`${shortBlob(blob)}\``,
        by && `asked for by ${cleanLine(by)}`,
    ]
        .filter(Boolean)
        .join(' · ');
}
function graphPart({ state, live }) {
    const graph = renderGraph(state.statuses, live);
    return graph && `<details><summary>How the subtasks depend on each other</summary>\n\n${graph}\n\n</details>`;
}
const runLink = (address) => `[latest run](${address})`;
const withoutRun = (body) => body.replace(/\[latest run\]\([^)\s]*\)/g, '');

;// CONCATENATED MODULE: ./lib/publish/show.js






/** The body of the pull request: what people wrote, with our block as it is now. */
const bodyFor = (desk, thread, { body, live }) => fitBody(body, viewOf(desk, thread, live), desk.outward);
/** The title of the pull request: that of the plan. */
const titleFor = (plan) => cleanSubject(plan.title, 'Plan', 200);
/** Whether the pull request shows what the state renders to. */
function isShown(desk, thread) {
    const pull = thread.pull?.pull;
    if (!pull)
        return true;
    return bodyFor(desk, thread, { body: pull.body }) === pull.body && newTitle(desk, thread) === undefined;
}
/** A title that is still that of an earlier version becomes that of the present one; a title that people gave stays. */
function newTitle(desk, thread) {
    const { branch, pull } = thread;
    const titles = [...(branch?.texts.values() ?? [])].flatMap((text) => {
        const parsed = (0,markdown/* parsePlan */.vS)(text);
        return parsed.kind === 'plan' ? [desk.outward(titleFor(parsed.plan))] : [];
    });
    const { reading } = viewOf(desk, thread).state;
    const title = reading?.kind === 'plan' ? desk.outward(titleFor(reading.plan)) : undefined;
    return title !== undefined && title !== pull?.pull.title && titles.includes(pull?.pull.title ?? '')
        ? title
        : undefined;
}
/** Steps are what an agent writes while it works: they come in by no other door. */
async function admitted(live) {
    const steps = live?.steps.map(async (step) => ({ ...step, title: await (0,credentials/* withoutCredentials */.r)(step.title) }));
    return live && { ...live, steps: await Promise.all(steps ?? []) };
}
/** Brings the pull request's body up to date. It is read right before, so that what people wrote into it meanwhile is kept. */
async function show(desk, thread, live) {
    if (!thread.pull)
        return thread;
    const { forge } = desk.sources;
    const isFresh = performance.now() - thread.pull.readAt < FRESH;
    const now = (isFresh ? undefined : await forge.pull(thread.pull.pull.number)) ?? thread.pull.pull;
    const title = newTitle(desk, thread);
    const body = bodyFor(desk, thread, { body: now.body, live: await admitted(live) });
    const changes = { ...(body === now.body ? {} : { body }), ...(title === undefined ? {} : { title }) };
    const pull = Object.keys(changes).length > 0 ? await forge.editPull(now.number, changes) : now;
    return {
        ...thread,
        pull: { ...thread.pull, pull: { ...pull, lineComments: now.lineComments }, readAt: performance.now() },
    };
}

;// CONCATENATED MODULE: ./lib/publish/cancel.js



/** Closes the pull request, and shows in the same write that the plan was abandoned. */
async function cancel(desk, { thread, state }) {
    const { forge, repo } = desk.sources;
    if (!thread.pull)
        return thread;
    const now = (await forge.pull(thread.pull.pull.number)) ?? thread.pull.pull;
    const ended = withPull(thread, { ...now, state: 'closed' });
    const body = bodyFor(desk, ended, { body: now.body });
    const pull = now.state === 'open' ? await forge.editPull(now.number, { body, state: 'closed' }) : now;
    if (state.history.executed.size > 0)
        await remove(repo, await dropConversation(desk, thread));
    return withPull(thread, pull);
}
const withPull = (thread, pull) => ({ ...thread, pull: thread.pull && { ...thread.pull, pull } });
/** Deletes the branch of a plan that nothing was executed of, and its conversation with it. */
async function deleteBranch(desk, { thread }) {
    if (!thread.branch)
        return thread;
    await remove(desk.sources.repo, [
        { ref: `refs/heads/${thread.branch.name}`, from: thread.branch.head, to: undefined },
        ...(await dropConversation(desk, thread)),
    ]);
    return { ...thread, branch: undefined };
}
async function dropConversation({ sources }, { issue }) {
    const kept = await (0,plan_refs/* conversationCommit */.fU)(sources.repo, issue.number);
    return kept === undefined ? [] : [{ ref: (0,plan_refs/* conversationRef */.xn)(issue.number), to: undefined }];
}
const remove = async (repo, updates) => {
    if (updates.length > 0)
        await (0,git/* push */.VC)(repo, updates);
};

;// CONCATENATED MODULE: ./lib/publish/view/announcement.js







/** The comment that announces a version of the plan. What is approved after it is this version and no other. */
function announcement(view, news) {
    const plan = view.state.reading?.kind === 'plan' ? view.state.reading.plan : undefined;
    const waiting = (0,decide_status/* unapproved */.Bo)(view.state.statuses).map(({ subtask }) => subtask.number);
    return commentOf([
        headline(view, news, plan),
        news.byHand && 'It was edited by hand, and is offered as it stands.',
        news.note && cleanText(news.note),
        plan && changes(news, plan),
        announcement_answers(view, news.answers),
        plan && questions(plan),
        [
            howToApprove(waiting, shortBlob(news.blob)),
            view.approvalsRequired > 1 && `${view.approvalsRequired} people have to approve.`,
            'Or reply with what you would like changed.',
            news.version > 1 && 'Approvals of earlier versions do not count for this one.',
        ]
            .filter(Boolean)
            .join(' '),
    ], versionMarker(news.version, news.blob));
}
function headline({ thread }, { version }, plan) {
    const title = plan ? `: ${cleanLine(plan.title)}` : '';
    const files = thread.pull ? ` · [read it](${thread.pull.pull.url}/files)` : '';
    return `**Version ${version} of the plan${title}**${plan ? ` · ${plural(plan.subtasks.length, 'subtask')}` : ''}${files}`;
}
function changes({ before, version }, plan) {
    if (!before)
        return '';
    const lines = renderChanges(changesBetween(before, plan)).split('\n').filter(Boolean);
    if (lines.length === 0)
        return `Nothing in it differs from version ${version - 1} but the wording of the file.`;
    return `What changed since version ${version - 1}:\n\n${shortList(lines.map((line) => cleanText(line, 1_000)))}`;
}
function announcement_answers(view, given) {
    if (given.length === 0)
        return '';
    const lines = given.map(({ comment, applied, note }) => {
        const what = applied ? 'applied' : 'not applied';
        return `- ${reference(view, comment)}: ${what}${note.trim() && ` · ${cleanLine(note, 1_000)}`}`;
    });
    return `What became of your feedback:\n\n${shortList(lines)}`;
}
/** A link to what somebody said, under their name. Comments, reviews and remarks on lines have anchors of their own. */
function reference({ thread }, id) {
    const address = thread.pull?.pull.url ?? '';
    const remark = thread.pull?.remarks.find((one) => one.id === id);
    if (remark) {
        const anchor = remark.kind === 'review' ? `pullrequestreview-${id}` : `discussion_r${id}`;
        return `[${cleanLine(remark.author.login)}, ${remark.kind === 'review' ? 'review' : 'remark'} ${id}](${address}#${anchor})`;
    }
    const author = thread.pull?.comments.find((one) => one.id === id)?.author.login;
    return author === undefined ? `comment ${id}` : `[${cleanLine(author)}, comment ${id}](${address}#issuecomment-${id})`;
}
function questions({ questions: asked }) {
    if (asked.length === 0)
        return '';
    const lines = asked.map(({ question, default: otherwise }, i) => `${i + 1}. ${cleanLine(question, 500)}${otherwise.trim() && ` (default: ${cleanLine(otherwise, 300)})`}`);
    return `Questions; without a reply the defaults are taken:\n\n${shortList(lines)}`;
}

;// CONCATENATED MODULE: ./lib/publish/announce.js






/** Announces the plan that is on the branch as a version of its own. */
async function announce(desk, { thread, state }, { version, blob }) {
    const { branch } = thread;
    const origin = branch?.commits.find((commit) => commit.sha === branch.origins.get(blob));
    const before = state.versions.at(-1)?.blob;
    const { revision } = state.history;
    const earlier = planIn(before === undefined ? undefined : branch?.texts.get(before));
    const text = announcement(viewOf(desk, thread), {
        version,
        blob,
        answers: revision && revision.seen >= (state.versions.at(-1)?.comment ?? 0) ? revision.answers : [],
        byHand: origin?.entry === undefined,
        ...(isProposal(origin?.entry)
            ? { note: `This change was proposed by the agent at work: ${origin?.entry?.body ?? ''}` }
            : {}),
        ...(earlier ? { before: earlier } : {}),
    });
    return sayVersion(desk, thread, { version, blob, text });
}
/** Another run may have announced it meanwhile: then a second announcement would void what was approved in between. */
async function sayVersion(desk, thread, { text, ...made }) {
    const now = await say_reread(desk, thread, 'pull');
    const announced = announcementsIn(now.pull?.comments ?? [], now.bot);
    return announced.some((one) => one.version === made.version && one.blob === made.blob)
        ? now
        : say(desk, now, { place: 'pull', text });
}
/** A version that nobody asked for: its commit answers no request and no feedback. */
const isProposal = (entry) => entry !== undefined && entry.trailers.request === undefined && (entry.trailers.feedback ?? []).length === 0;
function planIn(text) {
    const parsed = text === undefined ? undefined : (0,markdown/* parsePlan */.vS)(text);
    return parsed?.kind === 'plan' ? parsed.plan : undefined;
}
/** Tells the issue where its plan is, once. */
const tellIssue = (desk, { thread }, { pull }) => sayOnce(desk, thread, { place: 'issue', key: `plan-${pull}`, text: planLink(viewOf(desk, thread), pull) });
/** Says why the plan file cannot be read, once for every text that it has. */
const complain = (desk, { thread }, { line, reason, blob }) => sayOnce(desk, thread, {
    place: 'pull',
    key: `problem-${blob}`,
    text: complaint({ path: desk.settings.planFile, line, reason, blob }),
});

;// CONCATENATED MODULE: ./lib/publish/open-pull.js





/** Opens the pull request of a branch that has a plan, or finds the one that is open. */
async function open_pull_open(desk, { thread, state }) {
    const { forge } = desk.sources;
    const { branch, base } = thread;
    if (!branch || state.reading?.kind !== 'plan')
        throw new Error('There is no plan to open a pull request for.');
    const spec = {
        branch: branch.name,
        base: base.branch,
        title: desk.outward(titleFor(state.reading.plan)),
        body: bodyFor(desk, announced(thread, state), { body: '' }),
    };
    const first = await forge.openPull({ ...spec, draft: true });
    const opened = first.kind === 'no-drafts' ? await forge.openPull({ ...spec, draft: false }) : first;
    if (opened.kind === 'opened')
        return { ...thread, pull: { pull: opened.pull, readAt: performance.now(), comments: [], remarks: [] } };
    if (opened.kind === 'exists')
        return adopt(desk, thread, branch.name);
    const told = await sayOnce(desk, thread, {
        place: 'issue',
        key: `forbidden-${branch.name}`,
        text: compareLink(viewOf(desk, thread), branch.name),
    });
    return { ...told, thisRun: { ...told.thisRun, forbidden: true } };
}
/** As the thread will be once the plan is announced: the body that is right then needs no second write. */
function announced(thread, { reading, versions }) {
    const now = new Date().toISOString();
    const version = (versions.at(-1)?.version ?? 0) + 1;
    const said = {
        id: Number.MAX_SAFE_INTEGER,
        author: thread.bot,
        createdAt: now,
        updatedAt: now,
        reactions: NO_REACTIONS,
    };
    const comment = { ...said, body: versionMarker(version, reading?.blob ?? '') };
    const pull = { ...NEW_PULL, author: thread.bot, base: thread.base.branch, createdAt: now };
    return { ...thread, pull: { pull, readAt: 0, comments: [comment], remarks: [] } };
}
const NO_REACTIONS = { eyes: 0, rocket: 0, confused: 0 };
const NEW_PULL = {
    number: 0,
    nodeId: '',
    title: '',
    body: '',
    state: 'open',
    draft: true,
    merged: false,
    head: { branch: '', sha: '', repository: undefined },
    url: '',
    closedAt: undefined,
    lineComments: 0,
};
/** Lists lag behind what GitHub itself knows: it said that there is one, so it will show. */
async function adopt({ sources }, thread, branch) {
    for (let tries = 0; tries < 8; tries++) {
        const pull = (await sources.forge.pullsFrom(branch)).find((one) => one.state === 'open');
        if (pull)
            return {
                ...thread,
                pull: { pull, readAt: performance.now(), comments: await sources.forge.comments(pull.number), remarks: [] },
            };
        await new Promise((resolve) => setTimeout(resolve, 250 * 2 ** tries));
    }
    throw new Error(`GitHub says that ${branch} has a pull request, and shows none.`);
}

;// CONCATENATED MODULE: ./lib/publish/publish.js











/** Does one step on GitHub, and gives the thread as it is then. */
function publish(desk, look, { step, result }) {
    const { thread } = look;
    switch (step.kind) {
        case 'nothing':
            return Promise.resolve(thread);
        case 'refuse': {
            const { comment, ...words } = step.refusal;
            return say(desk, thread, { place: placeOf(thread, comment), text: comments_refusal({ ...words, id: comment.id }) });
        }
        case 'react':
            return react(desk, thread, step);
        case 'help':
            return say(desk, thread, { place: step.place, text: help(step.place, step.comment.id) });
        case 'link':
            return say(desk, thread, { place: 'issue', text: stillOpen(thread.pull?.pull.number ?? 0, step.comment.id) });
        case 'open':
            return open_pull_open(desk, look);
        case 'announce':
            return announce(desk, look, step);
        case 'tell-issue':
            return tellIssue(desk, look, step);
        case 'complain':
            return complain(desk, look, step);
        case 'skip':
            return subtasks_skip(desk, look, step);
        case 'fail':
            return recordFailure(desk, look, step);
        case 'interrupt':
            return recordInterruption(desk, look, step.status);
        case 'continue':
            return goOn(desk, thread);
        case 'halt':
            return recordHalt(desk, look, step.reason);
        case 'finish':
            return finish(desk, look);
        case 'ready':
            return ready(desk, thread);
        case 'report':
            return report(desk, look);
        case 'tell-halt':
            return tellHalt(desk, look, step);
        case 'cancel':
            return cancel(desk, look);
        case 'delete-branch':
            return deleteBranch(desk, look);
        case 'show':
            return show(desk, thread);
        case 'draft':
        case 'revise':
        case 'execute':
        case 'review':
        case 'ask':
            return withoutSecrets(result).then((admitted) => takeResult(desk, look, { step, result: admitted }));
    }
}

;// CONCATENATED MODULE: ./lib/decide/still-due.js
/**
 * Whether the result of a step that took time may still be written: the step would be taken now, on the same plan. Another run, a
 * person's push, a new comment or a lost permission may have changed that meanwhile. `before` is the state that the step was decided
 * on, `now` the state right before its result is written. Pure.
 */
function stillDue(step, before, now) {
    if (now.phase === 'abandoned' || now.pending.some(({ kind }) => kind === 'cancel'))
        return false;
    switch (step.kind) {
        case 'draft':
            return now.pending.some((one) => one.kind === 'draft' && one.via === step.via) && samePlan(before, now);
        case 'revise':
            return isUnanswered(step.remarks, now) && samePlan(before, now);
        case 'ask':
            return now.pending.some((one) => one.kind === 'ask' && one.comment.id === step.comment.id);
        case 'review':
            return now.phase !== 'done' && samePlan(before, now);
        case 'execute':
            return (now.statuses.some(({ subtask, ready }) => ready && subtask.number === step.status.subtask.number) &&
                before.current?.blob === now.current?.blob);
    }
}
/** Feedback that came later does not matter here: it is taken up at the next look. */
function isUnanswered(remarks, now) {
    const open = now.pending.flatMap((one) => (one.kind === 'revise' ? one.remarks : [])).map(({ id }) => id);
    return remarks.every(({ id }) => open.includes(id));
}
/** The plan has the same text, and the same subtasks are settled: a result that was made for it cannot change what is done. */
const samePlan = (before, now) => before.reading?.blob === now.reading?.blob && settled(before) === settled(now);
const settled = ({ statuses }) => statuses
    .filter(({ state }) => state === 'done' || state === 'abandoned')
    .map(({ subtask }) => subtask.number)
    .toSorted((a, b) => a - b)
    .join();

;// CONCATENATED MODULE: ./lib/observe/watch.js


/** Milliseconds between two looks, when the work itself asks for none. */
const watch_INTERVAL = 8_000;
/**
 * Watches the pull request for a `cancel` by somebody who may: at every `look`, and by itself from time to time, because
 * that comment's own run waits behind this one. `stop` is whatever else ends the work. An outage is no cancel.
 */
function watchForCancel(forge, thread, stop) {
    const cancel = new AbortController();
    const signal = AbortSignal.any([cancel.signal, stop]);
    const number = thread.pull?.pull.number;
    // Not the highest id: a comment of our own may be younger than a word that was not heard yet.
    const known = new Set(thread.pull?.comments.map((comment) => comment.id));
    const look = async () => {
        if (number === undefined || signal.aborted)
            return;
        // The same question as that of every look: GitHub answers it with 304 until somebody says something.
        const comments = readComments('pull', await forge.comments(number), thread.bot);
        const calls = comments.filter((one) => one.command.kind === 'cancel' && !one.edited && !known.has(one.id));
        for (const { author } of calls) {
            if ((0,permissions/* mayWrite */.J)({ permission: await forge.permission(author.login), approver: false }))
                cancel.abort();
        }
    };
    const quietly = () => look().catch(() => undefined);
    const timer = setInterval(() => void quietly(), watch_INTERVAL);
    return { look: quietly, signal, [Symbol.asyncDispose]: async () => clearInterval(timer) };
}

// EXTERNAL MODULE: ./lib/work/untrusted.js
var untrusted = __webpack_require__(7147);
// EXTERNAL MODULE: ./lib/work/work.js + 25 modules
var work_work = __webpack_require__(4369);
;// CONCATENATED MODULE: ./lib/decide/describe.js
/** A step in words, for the log and the summary's timeline. */
function describeStep(step) {
    switch (step.kind) {
        case 'execute':
            return `execute subtask ${step.status.subtask.number} (${step.status.subtask.name}), attempt ${step.status.attempts + 1}`;
        case 'fail':
            return `give up subtask ${step.status.subtask.number} after ${step.status.attempts} attempts`;
        case 'react':
            return `react with ${step.reaction} to comment ${step.comment.id}`;
        case 'refuse':
            return `refuse comment ${step.refusal.comment.id}: ${step.refusal.why}`;
        case 'announce':
            return `announce version ${step.version}`;
        default:
            return step.kind;
    }
}

;// CONCATENATED MODULE: ./lib/loop.js
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
















/** The first look at a place; undefined when there is nothing of ours. */
async function lookAt(place, { run, progress, note }) {
    const thread = await observe(run.sources, place);
    if (thread?.asked?.kind === 'opened')
        note(complexityNote(thread));
    progress.looked = performance.now();
    progress.thread = thread;
    return thread;
}
/**
 * Decide, work, publish, and look again, until nothing is left to do. `progress` is kept up to date, so that whoever
 * catches an error knows where it happened. In three jobs each goes as far as it may: the one that decides gives signs alone,
 * the one that publishes leaves to others what needs the model.
 */
async function loop_follow(following, from) {
    const { run, progress } = following;
    let thread = from;
    let attempts = 0;
    while (thread && !following.stop.aborted) {
        progress.thread = thread;
        const look = { thread, state: stateOf(thread, run.sources.rules) };
        const step = loop_nextStep(run, look, attempts > 0 && following.clock.isUp());
        if (isAnothers(step, run.inputs.mode))
            return;
        if (performance.now() - progress.looked > FRESH && (step.kind === 'nothing' || needsModel(step))) {
            thread = await lookAgain(run.sources, thread);
            progress.looked = performance.now();
            continue;
        }
        if (step.kind === 'nothing')
            return;
        following.note(describeStep(step));
        if (step.kind === 'fail')
            progress.failed = true;
        if (step.kind === 'execute')
            attempts++;
        thread = await take(following, look, step);
    }
}
const isAnothers = (step, mode) => (mode === 'decide' && step.kind !== 'react') || (mode === 'publish' && needsModel(step));
/** Why the bot planned for a new issue by itself, or did not. */
function complexityNote({ issue }) {
    const { kind, because } = needsPlan(textOf(issue));
    return kind === 'plan'
        ? `The new issue gets a plan, because ${because}.`
        : `The new issue gets no plan, because ${because}.`;
}
const loop_nextStep = (run, { thread, state }, timeIsUp) => decide(thread, state, contextOf(run, thread, timeIsUp));
/** What a decision rests on besides the state. */
const contextOf = ({ inputs, desk }, thread, timeIsUp) => ({
    settings: {
        maxAttempts: inputs['max-attempts'],
        readyWhenDone: inputs['ready-when-done'],
        reviewEvery: inputs['review-every'],
    },
    shown: isShown(desk, thread),
    timeIsUp,
    handsOver: inputs.mode !== 'all',
});
async function take(following, look, step) {
    if (!needsModel(step))
        return publish(following.run.desk, look, { step });
    const { thread, result } = await perform(following, look, step);
    return bring(following, { thread, state: look.state }, { step, result });
}
/** Publishes what the model's room brought. It took time: what is published rests on how things are now. */
async function bring(following, { thread, state: before }, { step, result }) {
    const { desk, sources } = following.run;
    const now = await lookAgain(sources, thread);
    following.progress.looked = performance.now();
    const state = stateOf(now, sources.rules);
    const isDue = result.kind === 'stopped' || stillDue(step, before, state);
    if (!isDue)
        following.note(`Left out, because something else was done meanwhile: ${describeStep(step)}`);
    return publish(desk, { thread: now, state }, { step, result: isDue ? result : outdated(result) });
}
/** Its cost counts, and nothing of it is written. */
const outdated = ({ usage, turns }) => ({ kind: 'stopped', why: 'outdated', usage, turns });
/** Has the model's room do a step, while somebody looks out for a cancel and the body shows how it goes. */
async function perform({ run, clock, stop, note, progress }, look, step) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const order = await orderFor(run.sources, look, step);
        const hidden = (0,untrusted/* hiddenNote */.XJ)(order);
        if (hidden !== undefined)
            note(hidden);
        const live = order.kind === 'execute' ? { number: order.subtask, attempt: order.attempt } : undefined;
        let thread = live ? await show(run.desk, look.thread, { ...live, steps: [] }) : look.thread;
        progress.thread = thread;
        const watch = __addDisposableResource(env_1, watchForCancel(run.sources.forge, thread, AbortSignal.any([stop, clock.signal])), true);
        const steps = __addDisposableResource(env_1, throttled(async (now) => {
            if (live)
                thread = await show(run.desk, thread, { ...live, steps: now });
        }), true);
        let turns = 0;
        // The thread was looked at right before the first turn.
        const beforeTurn = async () => (turns++ === 0 ? undefined : watch.look());
        const result = await (0,work_work/* work */.o)(order, run.openRoom({ signal: watch.signal, beforeTurn, onSteps: steps.onSteps }));
        await steps[Symbol.asyncDispose]();
        return { thread, result };
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

;// CONCATENATED MODULE: ./lib/jobs/dry-run.js







/**
 * A dry run: reads, plans, and says what it would write. Of an approved plan it names the subtasks that would be executed, and
 * asks no model, because nothing comes of an execution that is not committed.
 */
async function dryRun(place, following) {
    const thread = await lookAt(place, following);
    if (!thread)
        return;
    const look = { thread, state: stateOf(thread, following.run.sources.rules) };
    const step = planningStep(look.state.pending);
    for (const line of plannedWrites(look.state, step))
        following.note(line);
    // Only one job has both the model and a look at GitHub.
    if (step && following.run.inputs.mode === 'all')
        await planOnly(following, look, step);
    else if (step)
        following.note(`would hand out: ${describeStep(step)}`);
}
/** What would be written without the model, one line each. */
function plannedWrites({ refusals, pending, statuses }, step) {
    const refused = refusals.map(({ comment, why, remedy }) => `would refuse comment ${comment.id}: ${why} ${remedy}`);
    const done = pending.flatMap(({ kind }) => (kind === step?.kind ? [] : [`would do: ${kind}`]));
    const approved = statuses.filter((status) => status.state === 'todo' && status.approved);
    const executed = approved.map(({ subtask }) => `would execute subtask ${subtask.number}: ${subtask.name}`);
    const lines = [...refused, ...done, ...(step ? [] : executed)];
    return lines.length > 0 || step ? lines : ['would do nothing more'];
}
function planningStep(pending) {
    return pending.find(isKind('draft', 'revise', 'ask'));
}
/** Asks the planner, and prints what would be written of its answer. */
async function planOnly({ run, clock, stop, note }, look, step) {
    note(`would ${describeStep(step)}`);
    const order = await orderFor(run.sources, look, step);
    const signal = AbortSignal.any([stop, clock.signal]);
    const room = run.openRoom({ signal, beforeTurn: async () => undefined, onSteps: () => undefined });
    const result = await (0,work_work/* work */.o)(order, room);
    if (result.kind === 'planned')
        note(`would write ${run.inputs['plan-file']}:\n\n${(0,markdown/* renderPlan */.EG)(result.plan)}`);
    else if (result.kind === 'answered')
        note(`would answer:\n\n${result.text}`);
    else if (result.kind === 'failed')
        note(`came to nothing: ${result.reason}`);
}

;// CONCATENATED MODULE: ./lib/decide/parallel.js


/**
 * Every step of the model's that nothing has to come before but words: what several runners can do at the same time. Empty
 * when something else comes first, such as a cancel or a version that is not announced yet. Pure.
 */
function readySteps(thread, state, context) {
    if (thread.pull?.pull.state === 'closed' || state.pending.some(({ kind }) => kind === 'cancel'))
        return [];
    const questions = state.pending.filter(isKind('ask'));
    const step = substance(thread, state, context);
    if (!step || !needsModel(step))
        return questions;
    return [...questions, ...(step.kind === 'execute' ? everyReady(state, context) : [step])];
}
const everyReady = ({ statuses }, { settings }) => statuses
    .filter(({ ready, attempts }) => ready && attempts < settings.maxAttempts)
    .map((status) => ({ kind: 'execute', status }));

;// CONCATENATED MODULE: ./lib/jobs/hand-over.js




/** Everything that other jobs can do now. */
async function readyOrders(run, thread) {
    const state = stateOf(thread, run.sources.rules);
    const steps = readySteps(thread, state, contextOf(run, thread, false));
    return Promise.all(steps.map(async (step) => ({ step, order: await orderFor(run.sources, { thread, state }, step) })));
}
/** The order to verify again, together, what was made at the same time; only what could still be committed. */
function verifyOrder(run, thread, candidates) {
    const state = stateOf(thread, run.sources.rules);
    const changes = state.statuses.flatMap(({ ready, subtask }) => ready ? candidates.filter((candidate) => candidate.subtask === subtask.number) : []);
    if (changes.length === 0 || !thread.branch)
        return undefined;
    const numbers = changes.map(({ subtask }) => subtask);
    return {
        kind: 'verify',
        id: `${thread.issue.number}-verify-${numbers.join('-')}`,
        number: thread.issue.number,
        head: thread.branch.head,
        allowance: state.allowance,
        plan: planOf(state),
        changes,
    };
}

// EXTERNAL MODULE: ./lib/work/check-result.js + 1 modules
var check_result = __webpack_require__(6144);
;// CONCATENATED MODULE: ./lib/jobs/accept.js




/**
 * Chooses the results that count. They come from jobs that a model may have turned: one counts only when its order is what
 * would be ordered now, once, and when it is of a kind that the order can end with. Why others do not is noted.
 */
async function accept(following, look, results) {
    if (results.length === 0)
        return [];
    const due = await readyOrders(following.run, look.thread);
    const accepted = [];
    for (const result of results) {
        const { id } = result.order;
        const verdict = await judge(following, look, { due, result });
        if (typeof verdict === 'string')
            following.note(`The result of ${id} is left out: ${verdict}.`);
        else if (accepted.some(({ order }) => order.id === id))
            following.note(`A second result of ${id} is left out.`);
        else
            accepted.push(verdict);
    }
    return accepted;
}
async function judge({ run }, { thread }, { due, result }) {
    const given = result.order;
    const known = given.kind === 'verify'
        ? { order: verifyOrder(run, thread, given.changes) }
        : due.find(({ order }) => order.id === given.id);
    const order = known?.order;
    if (!order)
        return 'nothing of the kind is to be done now';
    if (!(0,external_node_util_.isDeepStrictEqual)(gist(order), gist(given)))
        return 'its order is not what would be ordered now';
    if (!(await startsWell(run.sources.repo, order, given)))
        return 'it was made for another commit';
    const limits = { ...run.desk.settings, maxSubtasks: run.inputs['max-subtasks'] };
    const objection = (0,check_result/* problemOfResult */.K)(order, result.result, limits);
    if (objection === undefined)
        return { ...result, step: known.step };
    return known.step ? { ...result, step: known.step, result: failedBy(result, objection) } : objection;
}
/** What may not be taken is a failed attempt: left out without a trace, it would be paid for again and again. */
const failedBy = ({ result }, objection) => ({
    kind: 'failed',
    reason: `What came back cannot be taken: ${objection}.`,
    checks: [],
    usage: result.usage,
    turns: result.turns,
});
/**
 * What makes an order what it is. The rest (comments, instructions of the base branch, what is left of a budget) may have
 * changed without changing the task; the job was told it, and nothing is taken from there.
 */
function gist({ head: _head, allowance: _allowance, instructions: _instructions, ...rest }) {
    return JSON.parse(JSON.stringify({ ...rest, topic: undefined, images: undefined, conversation: undefined }));
}
/** A subtask is carried out on the head of its plan. A plan may be drafted, and a question answered, on a base that moved on since. */
const startsWell = async (repo, due, given) => given.head === due.head ||
    ((due.kind === 'draft' || due.kind === 'ask') && (await (0,git/* isAncestor */.QX)(repo, given.head, due.head)));

;// CONCATENATED MODULE: ./lib/jobs/integrate.js






/**
 * Takes the results of other jobs: plans, answers and failures first, then changes in the order of the plan. Each goes through the same
 * gate as what this very process made. A change is committed on the very files that it was verified with; where another
 * change came in between, it is to be verified again.
 */
async function integrate(following, from, results) {
    const { sources } = following.run;
    const look = { thread: from, state: stateOf(from, sources.rules) };
    const accepted = await accept(following, look, results);
    let thread = from;
    for (const one of accepted)
        thread = await takeWords(following, { ...look, thread }, one);
    const again = [];
    for (const { onto, ...change } of await changesIn(sources.repo, look, accepted)) {
        const head = thread.branch?.head;
        if (head !== undefined && onto === (await (0,objects/* treeOf */.g7)(sources.repo, head))) {
            thread = await integrate_commit(following, { ...look, thread }, change);
        }
        else {
            // What it cost is written down now; the commit that it may become later then adds nothing.
            thread = spend(thread, change.result.usage);
            again.push({ ...change, result: { ...change.result, usage: plan_usage/* noUsage */.tk } });
        }
    }
    return { thread, again, taken: accepted.length };
}
/** Everything but changes: a plan, an answer, a failure, and attempts that failed on the way. */
async function takeWords(following, look, { step, attempts, result }) {
    if (!step) {
        for (const line of refusalsIn(result))
            following.note(line);
        return spend(look.thread, result.usage);
    }
    if (step.kind !== 'execute')
        return bring(following, look, { step, result });
    const left = following.run.inputs['max-attempts'] - step.status.attempts;
    const thread = attempts
        .slice(0, left)
        .reduce((t, attempt) => remember(t, step.status.subtask.number, attempt), look.thread);
    return result.kind === 'executed' ? thread : bring(following, { ...look, thread }, { step, result });
}
/** What did not pass together with the other changes is simply due again; nobody failed. */
const refusalsIn = (result) => result.kind === 'verified'
    ? result.results.flatMap((one) => one.result.kind === 'failed' ? [`Subtask ${one.subtask} is to be done again: ${one.result.reason}`] : [])
    : [];
/** Counts for the plan what no subtask's commit tells of. */
const spend = (thread, usage) => usage.input + usage.output === 0 ? thread : remember(thread, 0, { reason: '', checks: [], usage });
const integrate_commit = (following, look, { subtask, result }) => {
    const status = look.state.statuses.find((one) => one.subtask.number === subtask);
    if (!status)
        throw new Error(`There is no subtask ${subtask}.`);
    return bring(following, look, { step: { kind: 'execute', status }, result });
};
/** What was verified together comes first, each upon the one before it; then the rest, in the order of the plan. */
async function changesIn(repo, { state }, accepted) {
    const together = [];
    const single = [];
    for (const { order, step, result } of accepted) {
        let onto = await (0,objects/* treeOf */.g7)(repo, order.head);
        if (result.kind === 'executed' && step?.kind === 'execute') {
            single.push({ subtask: step.status.subtask.number, result, onto });
        }
        for (const one of result.kind === 'verified' ? result.results : []) {
            if (one.result.kind !== 'executed')
                continue;
            together.push({ subtask: one.subtask, result: one.result, onto });
            onto = onto === undefined ? undefined : await (0,objects/* applyPatch */.X6)(repo, onto, one.result.patch);
        }
    }
    const place = ({ subtask }) => state.statuses.findIndex((one) => one.subtask.number === subtask);
    return [...together, ...single.toSorted((a, b) => place(a) - place(b))];
}

// EXTERNAL MODULE: ./lib/jobs/pack.js
var pack = __webpack_require__(8263);
// EXTERNAL MODULE: ./lib/jobs/result-folder.js
var result_folder = __webpack_require__(8940);
;// CONCATENATED MODULE: ./lib/jobs/job.js







/** The job that the input `mode` names. The results that it was given are read once. */
async function openJob(run) {
    if (run.inputs['dry-run'])
        return { carryOut: dryRun, work: () => (run.inputs.mode === 'all' ? '' : '[]') };
    if (run.inputs.mode === 'all')
        return { carryOut: carryOutAll, work: () => '' };
    const { results, damaged } = run.inputs.mode === 'publish' ? await resultsFor(run) : { results: [], damaged: false };
    const wanted = [];
    const otherwise = [];
    return {
        carryOut: async (place, following) => {
            const orders = await carryOutPart(place, following, results);
            wanted.push(...orders.wanted);
            otherwise.push(...orders.otherwise);
        },
        // Somebody has to look at damaged results before the same work is paid for again.
        work: () => (damaged ? '[]' : (0,pack/* handedOver */.$_)([wanted, otherwise], run.redact)),
    };
}
async function carryOutAll(place, following) {
    const thread = await lookAt(place, following);
    if (thread)
        await loop_follow(following, thread);
}
const NO_ORDERS = { wanted: [], otherwise: [] };
/** Integrates what other jobs brought, does what needs no model, and gives what other jobs can do next. */
async function carryOutPart(place, following, results) {
    const { run, progress } = following;
    const seen = await lookAt(place, following);
    if (!seen)
        return NO_ORDERS;
    const mine = results.filter(({ order }) => order.number === seen.issue.number);
    const { thread, again, taken } = await integrate(following, seen, mine);
    progress.thread = thread;
    await loop_follow(following, thread);
    const orders = await ordersAfter(run, progress.thread, again);
    // When people changed their minds meanwhile, nothing is due. Otherwise the same work would be paid for again and again.
    if (mine.length === 0 || taken > 0 || orders.otherwise.length === 0)
        return orders;
    (0,log/* fail */.f)('None of the results is of what is to be done now. Look at the jobs that made them, then start the workflow again.');
    return NO_ORDERS;
}
/** What was made at the same time is verified again before it is made anew; where it is too large to hand over, it is made anew. */
async function ordersAfter(run, thread, again) {
    const otherwise = (await readyOrders(run, thread)).flatMap(({ order }) => (0,pack/* fitting */._Q)(order) ?? tooLong(order));
    const whole = verifyOrder(run, thread, again);
    const verify = whole && (0,pack/* fitting */._Q)(whole);
    const verified = verify && whole ? whole.changes.map(({ subtask }) => subtask) : [];
    const rest = otherwise.filter((order) => order.kind !== 'execute' || !verified.includes(order.subtask));
    return { wanted: [...(verify ? [verify] : []), ...rest], otherwise };
}
/** Results that cannot be read are left out, and end the run red: whoever made them broke the contract between the jobs. */
async function resultsFor({ inputs }) {
    const found = inputs.results === undefined ? [] : await (0,result_folder/* readResults */.x)(inputs.results).catch(missing);
    const damaged = found.flatMap((one) => (one.kind === 'damaged' ? [one] : []));
    for (const { folder, why } of damaged)
        (0,log/* fail */.f)(`The result in ${folder} is left out: ${why}. Look at the job that made it, then start the workflow again.`);
    return { results: found.flatMap((one) => (one.kind === 'result' ? [one.result] : [])), damaged: damaged.length > 0 };
}
/** No folder is no result: when nothing needed the model, no job made one. */
function missing(error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
        return [];
    throw error;
}
function tooLong({ id }) {
    (0,log/* fail */.f)(`The order ${id} is too long for another job. Ask for less at a time, or use \`mode: all\`.`);
    return [];
}

// EXTERNAL MODULE: ./lib/runner/inputs.js
var runner_inputs = __webpack_require__(4477);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./lib/guard/wildcards.js
var wildcards = __webpack_require__(5038);
;// CONCATENATED MODULE: ./lib/observe/codeowners.js

/** Where GitHub looks for the file, in its order; the first that exists counts. */
const CODEOWNERS_PATHS = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'];
/** GitHub does not load a larger file, in bytes. */
const MAX_SIZE = 3 * 1024 * 1024;
/**
 * The rules of a CODEOWNERS file, in order. Lines that are no rule are left out, as GitHub does, and a file over 3 MB
 * holds none: https://docs.github.com/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners
 */
function parseCodeowners(text) {
    if (new TextEncoder().encode(text).length > MAX_SIZE)
        return [];
    return text.split('\n').flatMap((line) => parseRule(line.trim()) ?? []);
}
/** A pattern up to the first white space that is not escaped, then owners, then perhaps a comment. */
function parseRule(line) {
    const [pattern = ''] = /^(?:\\.|[^\\\s])+/.exec(line) ?? [];
    const [named = ''] = line.slice(pattern.length).split('#', 1);
    const owners = named.split(/\s+/).filter(Boolean);
    return isPattern(pattern) && owners.every(isOwner) ? { pattern, owners } : undefined;
}
/** `.gitignore` knows also `!`, ranges in `[ ]` and an escaped `#` at the beginning; CODEOWNERS does not. */
const isPattern = (pattern) => pattern !== '' && !/^\\?#|^!|[[\]]|\*{3}/.test(pattern);
const isOwner = (owner) => /^@[\w-]+(?:\/[\w.-]+)?$|^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(owner);
/**
 * The owners of a path, which is relative to the root of the repository: those of the last rule whose pattern covers
 * it. None when no rule does, or when that rule names none.
 */
function ownersOf(rules, path) {
    // A plan may write `./a//b` for `a/b`; a slash at the end says that it means a directory.
    const names = path.split('/').filter((name, i, all) => name !== '.' && (name !== '' || i === all.length - 1));
    return rules.findLast(({ pattern }) => (0,wildcards/* fitsWildcards */.M)(namesOf(pattern), names, codeowners_NAMES))?.owners ?? [];
}
/** In a pattern: any number of names. */
const ANY_DEPTH = '**';
/**
 * The names along a pattern, with what it leaves unsaid: without a slash before its end it begins at any depth; it covers
 * all that is in a directory; with a slash at the end, only that. Only `*` as the last name does not reach deeper.
 */
function namesOf(pattern) {
    const names = pattern
        .replace(/^\//, '')
        .replace(/\/(?:\*\*)?$/, '')
        .split('/');
    const start = /\/./.test(pattern) ? [] : [ANY_DEPTH];
    return [...start, ...names, ...endOf(pattern)];
}
function endOf(pattern) {
    if (/\/(?:\*\*)?$/.test(pattern))
        return ['*', ANY_DEPTH];
    return /(?:^|\/)\*$/.test(pattern) ? [] : [ANY_DEPTH];
}
/** Whether one name of a path fits one of a pattern: `*` is any characters, `?` one, and `\` takes the next literally. */
function matchesName(pattern, name) {
    if (!/[*?\\]/.test(pattern))
        return pattern === name;
    const characters = pattern.match(/\\?./gsu) ?? [];
    return (0,wildcards/* fitsWildcards */.M)(characters, [...name], CHARACTERS);
}
const codeowners_NAMES = { star: ANY_DEPTH, same: matchesName };
const CHARACTERS = {
    star: '*',
    same: (one, character) => one === '?' || one.replace(/^\\(?=.)/s, '') === character,
};

;// CONCATENATED MODULE: ./lib/observe/approver-lookup.js







/** Asks what the input `approvers` needs to be known: code owners from the base branch, members of teams from GitHub. */
const lookUpApprovers = (approvers, { forge, repo }) => async (login, permission, thread) => {
    const owners = approvers.kind === 'codeowners' ? await ownersOfPlan(repo, thread) : [];
    // Nobody without the permission is admitted, so nobody's teams need to be asked for.
    if (!(0,permissions/* admits */.t5)({ kind: 'permission', least: 'write' }, { login, permission, teams: [], owners: [] }))
        return false;
    const asked = await Promise.all((0,permissions/* teamsAsked */.Fd)(approvers, owners).map(async (team) => ((await isMember(forge, team, login)) ? [team] : [])));
    return (0,permissions/* admits */.t5)(approvers, { login, permission, owners, teams: asked.flat() });
};
async function isMember(forge, team, login) {
    const answer = await forge.inTeam(team, login);
    if (answer !== undefined)
        return answer;
    throw new errors/* UserError */.y('team-hidden', `The token may not see who is in the team \`@${team}\`, whose members may approve.`, 'Give the input `github-token` the token of a GitHub App, or of a person, that may read the organization’s members.');
}
/**
 * For each file that the plan names, or that lies in a folder or fits a pattern that it names, its owners: those on the
 * base, since a plan's own branch has no say in who may approve it.
 */
async function ownersOfPlan(repo, { base, branch }) {
    const file = branch?.planFile;
    const parsed = file?.kind === 'text' ? (0,markdown/* parsePlan */.vS)(file.text) : undefined;
    const named = parsed?.kind === 'plan' ? parsed.plan.subtasks.flatMap((subtask) => subtask.files) : [];
    const [text, present] = await Promise.all([codeownersAt(repo, base.sha), pathsAt(repo, base.sha)]);
    const rules = parseCodeowners(text);
    const covered = named.map(paths/* covering */.ew).flatMap((isCovered) => present.filter(isCovered));
    return [...new Set([...named, ...covered])].map((path) => ownersOf(rules, path));
}
const pathsAt = async (repo, commit) => (await (0,git/* git */.$Y)(repo, ['ls-tree', '-r', '-z', '--full-tree', '--name-only', commit])).split('\0').filter(Boolean);
async function codeownersAt(repo, commit) {
    for (const path of CODEOWNERS_PATHS) {
        const entry = await (0,objects/* entryAt */._f)(repo, commit, path);
        if (entry?.mode.startsWith('100'))
            return (0,objects/* readBlob */.gm)(repo, entry.id);
    }
    return '';
}

// EXTERNAL MODULE: ./lib/observe/clone.js
var observe_clone = __webpack_require__(5713);
// EXTERNAL MODULE: ./lib/observe/event.js
var observe_event = __webpack_require__(7064);
;// CONCATENATED MODULE: ./lib/github/forge.js
const refuse = () => Promise.reject(new Error('A dry run writes nothing to GitHub.'));
const NO_WRITES = {
    openPull: refuse,
    editPull: refuse,
    markReady: refuse,
    say: refuse,
    react: refuse,
    commit: refuse,
    dispatch: refuse,
};
/** GitHub for a dry run: every question is asked, and every write is refused before it leaves. */
const readOnly = (forge) => ({ ...forge, ...NO_WRITES });

// EXTERNAL MODULE: ./node_modules/@octokit/plugin-retry/dist-bundle/index.js
var dist_bundle = __webpack_require__(9735);
// EXTERNAL MODULE: ./node_modules/@octokit/plugin-throttling/dist-bundle/index.js
var plugin_throttling_dist_bundle = __webpack_require__(6856);
// EXTERNAL MODULE: ./node_modules/@octokit/rest/dist-src/index.js + 21 modules
var dist_src = __webpack_require__(9988);
;// CONCATENATED MODULE: ./lib/github/answers.js
/** An account that was deleted is nobody's. */
const GHOST = { login: 'ghost', id: 10137, type: 'Ghost' };
const toAccount = (user) => user ? { login: user.login, id: user.id, type: user.type } : GHOST;
const toIssue = (raw) => ({
    number: raw.number,
    title: raw.title,
    body: raw.body ?? '',
    author: toAccount(raw.user),
    state: raw.state === 'closed' ? 'closed' : 'open',
    createdAt: raw.created_at,
    locked: raw.locked,
    labels: raw.labels.map((label) => (typeof label === 'string' ? label : (label.name ?? ''))),
    isPull: raw.pull_request !== undefined,
});
const toReactions = (raw) => ({
    eyes: raw?.eyes ?? 0,
    rocket: raw?.rocket ?? 0,
    confused: raw?.confused ?? 0,
});
const toComment = (raw) => ({
    id: raw.id,
    author: toAccount(raw.user),
    body: raw.body ?? '',
    createdAt: raw.created_at,
    updatedAt: raw.updated_at,
    reactions: toReactions(raw.reactions),
});
const toPull = (raw) => ({
    number: raw.number,
    nodeId: raw.node_id,
    title: raw.title,
    body: raw.body ?? '',
    author: toAccount(raw.user),
    state: raw.state === 'closed' ? 'closed' : 'open',
    draft: raw.draft ?? false,
    merged: Boolean(raw.merged_at),
    head: { branch: raw.head.ref, sha: raw.head.sha, repository: raw.head.repo?.full_name },
    base: raw.base.ref,
    url: raw.html_url,
    createdAt: raw.created_at,
    closedAt: raw.closed_at ?? undefined,
    lineComments: raw.review_comments,
});
function toReview(raw) {
    if (!raw.submitted_at || raw.state === 'PENDING')
        return [];
    return [
        { kind: 'review', id: raw.id, author: toAccount(raw.user), body: raw.body ?? '', createdAt: raw.submitted_at },
    ];
}
const toLineComment = (raw) => ({
    kind: 'line',
    id: raw.id,
    author: toAccount(raw.user),
    body: raw.body ?? '',
    createdAt: raw.created_at,
    place: { path: raw.path, line: raw.line ?? raw.original_line, commit: raw.commit_id },
});

;// CONCATENATED MODULE: ./lib/github/github.js





/** GitHub's REST and GraphQL interfaces as the verbs of `Forge`. */
function connectGitHub(name, token) {
    const octokit = connect(token);
    return { ...reading(octokit, name, token), ...writing(octokit, name) };
}
/**
 * A client that repeats what reads and never what writes, because a write whose answer was lost may have been done.
 * Waiting between writes is for github.com, whose secondary limits want it; a server of one's own does not.
 */
function connect(token) {
    const baseUrl = process.env.GITHUB_API_URL || 'https://api.github.com';
    const hosted = baseUrl.startsWith('https://api.github.com');
    const octokit = new (dist_src/* Octokit */.E.plugin(dist_bundle/* retry */.L, plugin_throttling_dist_bundle/* throttling */.A))({
        baseUrl,
        auth: token,
        userAgent: 'measure-twice',
        log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
        throttle: {
            enabled: hosted,
            onRateLimit: (_after, request, _client, tries) => request.method === 'GET' && tries < 3,
            onSecondaryRateLimit: (_after, _request, _client, tries) => tries < 3,
        },
        retry: { doNotRetry: [400, 401, 403, 404, 410, 422, 451], retryAfterBaseValue: hosted ? 1000 : 50 },
    });
    octokit.hook.before('request', (request) => {
        if (request.method !== 'GET')
            request.request = { ...request.request, retries: 0 };
    });
    rememberAnswers(octokit);
    return octokit;
}
const ignore = () => undefined;
/** Asks again only whether an answer changed: GitHub does not count a 304 against the rate limit. */
function rememberAnswers(octokit) {
    const answers = new Map();
    octokit.hook.wrap('request', async (request, options) => {
        if (options.method !== 'GET')
            return request(options);
        const key = octokit.request.endpoint(options).url;
        const known = answers.get(key);
        // Hooks further in are bound to this very object: options that are handed on in its place never reach them.
        if (known)
            options.headers['if-none-match'] = known.etag;
        try {
            const answer = await request(options);
            if (answer.headers.etag)
                answers.set(key, { etag: answer.headers.etag, answer });
            return answer;
        }
        catch (error) {
            if (known && statusOf(error) === 304)
                return known.answer;
            throw error;
        }
    });
}
const statusOf = (error) => error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined;
/** Undefined instead of an error when there is no such thing (404), or no longer (410). */
async function unlessMissing(answer) {
    try {
        return await answer;
    }
    catch (error) {
        if (statusOf(error) === 404 || statusOf(error) === 410)
            return undefined;
        throw error;
    }
}
/** Undefined instead of an error when the conversation is locked, and not open to this account. */
async function unlessLocked(answer) {
    try {
        return await answer;
    }
    catch (error) {
        if (statusOf(error) === 403 && error instanceof Error && /\bis locked\b/i.test(error.message))
            return undefined;
        throw error;
    }
}
const page = { per_page: 100 };
function reading(octokit, name, token) {
    const { rest } = octokit;
    // The token of an installation may not ask, which is known without asking.
    const me = (0,lazy/* once */.O)(async () => (token.startsWith('ghs_') ? undefined : whoAmI(octokit)));
    return {
        issue: async (number) => {
            const found = await unlessMissing(rest.issues.get({ ...name, issue_number: number }));
            // One that was transferred is answered with what it is elsewhere, where the number is another's.
            const isHere = found?.url.endsWith(`/repos/${name.owner}/${name.repo}/issues/${number}`);
            return found && isHere ? toIssue(found.data) : undefined;
        },
        comments: async (number) => (await octokit.paginate(rest.issues.listComments, { ...name, ...page, issue_number: number })).map(toComment),
        comment: async (id) => {
            const found = await unlessMissing(rest.issues.getComment({ ...name, comment_id: id }));
            return found && toComment(found.data);
        },
        pull: async (number) => {
            const found = await unlessMissing(rest.pulls.get({ ...name, pull_number: number }));
            return found && toPull(found.data);
        },
        pullsFrom: async (branch) => (await octokit.paginate(rest.pulls.list, { ...name, ...page, state: 'all', head: `${name.owner}:${branch}` }))
            .map(toPull)
            .filter((pull) => pull.head.branch === branch),
        openPulls: async () => (await octokit.paginate(rest.pulls.list, { ...name, ...page, state: 'open' })).map(toPull),
        reviews: async (number) => (await octokit.paginate(rest.pulls.listReviews, { ...name, ...page, pull_number: number })).flatMap(toReview),
        lineComments: async (number) => (await octokit.paginate(rest.pulls.listReviewComments, { ...name, ...page, pull_number: number })).map(toLineComment),
        permission: (login) => permissionOf(octokit, name, login),
        inTeam: (team, login) => inTeam(octokit, team, login),
        me,
        isMe: async (login) => (await me())?.login === login || (await viewer(octokit)) === login,
    };
}
/** Whether a membership is active. The workflow's own token may not ask (403); a membership that there is not is 404. */
async function inTeam({ rest }, team, login) {
    const [org = '', slug = ''] = team.replace(/^@/, '').split('/');
    try {
        const found = await unlessMissing(rest.teams.getMembershipForUserInOrg({ org, team_slug: slug, username: login }));
        return found?.data.state === 'active';
    }
    catch (error) {
        if (statusOf(error) === 403)
            return undefined;
        throw error;
    }
}
/** Unknown people of a private repository are 404 to the endpoint, and may do nothing. */
async function permissionOf(octokit, name, login) {
    const found = await unlessMissing(octokit.rest.repos.getCollaboratorPermissionLevel({ ...name, username: login }));
    const { permission = 'none', role_name: role = '' } = found?.data ?? {};
    const known = ['none', 'read', 'triage', 'write', 'maintain', 'admin'];
    // A custom role has a name of its own; what it comes to is said by `permission`.
    return known.find((one) => one === role) ?? known.find((one) => one === permission) ?? 'none';
}
/** The workflow's own token may not ask this (403); it acts as `github-actions[bot]`. */
async function whoAmI(octokit) {
    try {
        return toAccount((await octokit.rest.users.getAuthenticated()).data);
    }
    catch (error) {
        if (statusOf(error) === 403)
            return undefined;
        throw error;
    }
}
/** The login of an app, which has no `/user`; undefined where GraphQL does not tell either. */
async function viewer(octokit) {
    const answer = await octokit.graphql(VIEWER).catch(() => undefined);
    return answer?.viewer.login;
}
const VIEWER = 'query { viewer { login } }';
function writing(octokit, name) {
    const { rest } = octokit;
    return {
        openPull: async ({ branch, ...spec }) => openPull(octokit, name, { ...spec, head: branch }),
        editPull: async (number, changes) => toPull((await rest.pulls.update({ ...name, pull_number: number, ...changes })).data),
        markReady: async (nodeId) => void (await octokit.graphql(MARK_READY, { id: nodeId })),
        say: async (number, body) => {
            const said = await unlessLocked(rest.issues.createComment({ ...name, issue_number: number, body }));
            return said && toComment(said.data);
        },
        react: async ({ kind, id }, content) => {
            // What was deleted meanwhile needs no sign any more.
            if (kind === 'comment')
                await unlessLocked(unlessMissing(rest.reactions.createForIssueComment({ ...name, comment_id: id, content })));
            else if (kind === 'line')
                await rest.reactions.createForPullRequestReviewComment({ ...name, comment_id: id, content });
            else
                await rest.reactions.createForIssue({ ...name, issue_number: id, content });
        },
        commit: (spec) => github_commit(octokit, name, spec),
        dispatch: async ({ workflow, ref, inputs }) => {
            try {
                await rest.actions.createWorkflowDispatch({ ...name, workflow_id: workflow, ref, inputs });
                return true;
            }
            catch (error) {
                if ([403, 404, 422].includes(statusOf(error) ?? 0))
                    return false;
                throw error;
            }
        },
    };
}
const MARK_READY = `mutation ($id: ID!) {
  markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { isDraft } }
}`;
async function openPull(octokit, name, spec) {
    try {
        return { kind: 'opened', pull: toPull((await octokit.rest.pulls.create({ ...name, ...spec })).data) };
    }
    catch (error) {
        const status = statusOf(error);
        const message = error instanceof Error ? error.message : '';
        if (status === 403 && /not permitted to create or approve pull requests/i.test(message))
            return { kind: 'forbidden' };
        if (status === 422 && /draft pull requests are not supported/i.test(message))
            return { kind: 'no-drafts' };
        if (status === 422 && /already exists/i.test(message))
            return { kind: 'exists' };
        throw error;
    }
}
const COMMIT = `mutation ($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid } }
}`;
async function github_commit(octokit, { owner, repo }, spec) {
    const [headline = '', ...rest] = spec.message.split('\n');
    const additions = spec.changes.flatMap((change) => change.kind === 'write' ? [{ path: change.path, contents: Buffer.from(change.content).toString('base64') }] : []);
    const deletions = spec.changes.flatMap((change) => (change.kind === 'delete' ? [{ path: change.path }] : []));
    const input = {
        branch: { repositoryNameWithOwner: `${owner}/${repo}`, branchName: spec.branch },
        expectedHeadOid: spec.expected,
        message: { headline, body: rest.join('\n').trim() },
        fileChanges: { additions, deletions },
    };
    try {
        const made = await octokit.graphql(COMMIT, { input });
        return { kind: 'made', sha: made.createCommitOnBranch.commit.oid };
    }
    catch (error) {
        if (error instanceof Error && /Expected branch to point to/.test(error.message))
            return { kind: 'moved' };
        throw error;
    }
}

// EXTERNAL MODULE: ./lib/work/open.js + 7 modules
var work_open = __webpack_require__(4800);
// EXTERNAL MODULE: ./lib/runner/process.js
var runner_process = __webpack_require__(6499);
// EXTERNAL MODULE: ./lib/guard/redact.js
var guard_redact = __webpack_require__(1776);
// EXTERNAL MODULE: ./lib/runner/secrets.js
var secrets = __webpack_require__(2811);
;// CONCATENATED MODULE: ./lib/connect.js












/** Connects a run to GitHub and to the model, from the inputs and what the runner says. Throws `UserError` outside of a workflow. */
function openRun(inputs, { event, clone }) {
    const { env } = process;
    (0,runner_process/* keepHeapSmall */.p8)();
    (0,runner_process/* useProxy */.C)(env);
    const redact = (0,secrets/* guardSecrets */.F)(inputs, env);
    const { temp, home } = clone;
    const repo = inputs['dry-run'] ? withoutPush(clone.repo) : clone.repo;
    const address = (0,observe_clone/* addressOf */.c)(env);
    if (address === undefined) {
        throw new errors/* UserError */.y('runner', 'GITHUB_REPOSITORY is not set.', 'Run this as a step of a GitHub Actions workflow.');
    }
    const sources = sourcesOf({ inputs, event, clone, repo });
    const outward = (0,guard_redact/* placeRemover */.w)([
        [repo.workTree, '.'],
        [temp, '<temp>'],
        [env.RUNNER_WORKSPACE ?? '', '<workspace>'],
        [env.HOME ?? '', '~'],
    ]);
    return {
        inputs,
        sources,
        redact,
        desk: {
            sources,
            redact,
            outward: (text) => outward(redact(text)),
            links: { repository: address, run: `${address}/actions/runs/${env.GITHUB_RUN_ID ?? '0'}` },
            workflow: workflowOf(env.GITHUB_WORKFLOW_REF ?? '', sources.base),
            settings: publishSettings(inputs),
        },
        openRoom: inputs.mode === 'all'
            ? (0,work_open/* roomOpener */.z)({ inputs, git: repo, redact, home, transcripts: (0,external_node_path_.join)(temp, 'measure-twice') })
            : noRoom,
    };
}
/** A dry run fetches, and pushes nothing. */
const withoutPush = (repo) => repo.remote ? { ...repo, remote: { ...repo.remote, readOnly: true } } : repo;
/** What a look needs: GitHub, the private repository, and the settings that bear on what is seen. */
function sourcesOf({ inputs, event, clone, repo }) {
    const repository = process.env.GITHUB_REPOSITORY ?? '';
    const [owner = '', name = ''] = repository.split('/');
    const connected = connectGitHub({ owner, repo: name }, inputs['github-token']);
    const forge = inputs['dry-run'] ? readOnly(connected) : connected;
    return {
        forge,
        repo,
        first: clone.first,
        repository,
        base: inputs['base-branch'] ?? (0,observe_event/* defaultBranchOf */.d)(event),
        branchPrefix: inputs['branch-prefix'],
        planFile: inputs['plan-file'],
        rules: {
            allowance: allowanceOf(inputs),
            interactive: inputs['interactive-planning'] || process.env.ENABLE_INTERACTIVE_PLANNING === 'true',
            approvalsRequired: inputs['approvals-required'],
            allowSelfApproval: inputs['allow-self-approval'],
        },
        mayApprove: lookUpApprovers(inputs.approvers, { forge, repo }),
    };
}
/** `owner/name/.github/workflows/plan.yml@refs/heads/main` taken apart. */
function workflowOf(reference, otherwise) {
    const [path = '', ref = ''] = reference.split('@');
    return { workflow: path.split('/').at(-1) ?? '', ref: ref.replace(/^refs\/(heads|tags)\//, '') || otherwise };
}
const allowanceOf = (inputs) => ({
    ...(inputs['max-tokens'] === undefined ? {} : { tokens: inputs['max-tokens'] }),
    ...(inputs['max-cost'] === undefined ? {} : { cost: inputs['max-cost'] }),
    ...(inputs.prices ? { prices: inputs.prices } : {}),
});
const publishSettings = (inputs) => ({
    commitWith: inputs['commit-with'],
    keepPlanFile: inputs['keep-plan-file'],
    readyWhenDone: inputs['ready-when-done'],
    maxAttempts: inputs['max-attempts'],
    approvalsRequired: inputs['approvals-required'],
    protectedPaths: (0,runner_inputs/* protectedPathsOf */.k2)(inputs),
    planFile: inputs['plan-file'],
    prices: inputs.prices,
    verifyCommand: inputs['verify-command'],
});
/** In three jobs, those that write to GitHub have no model. */
const noRoom = () => {
    throw new Error('There is no model in this job.');
};

// EXTERNAL MODULE: ./lib/runner/outputs.js
var outputs = __webpack_require__(384);
;// CONCATENATED MODULE: ./lib/publish/view/summary.js



/** The job summary: the same as the body shows, and what this run did. */
function renderSummary(view, timeline) {
    const lines = timeline.map(({ at, what }) => `- ${at.slice(11, 19)} ${cleanLine(what, 300)}`);
    const title = `## Plan for #${view.thread.issue.number}: ${cleanLine(view.thread.issue.title)}`;
    const pull = view.thread.pull && `Pull request: [#${view.thread.pull.pull.number}](${view.thread.pull.pull.url})`;
    const did = lines.length > 0 ? `### What this run did\n\n${shortList(lines, 200_000)}` : 'This run had nothing to do.';
    const unsaid = view.thread.thisRun.unsaid.map(({ text }) => `### What could not be said, where it is locked\n\n${text}`);
    return [title, pull, renderParts(view), ...unsaid, did].filter(Boolean).join('\n\n') + '\n';
}

;// CONCATENATED MODULE: ./lib/run.js
var run_addDisposableResource = (undefined && undefined.__addDisposableResource) || function (env, value, async) {
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
var run_disposeResources = (undefined && undefined.__disposeResources) || (function (SuppressedError) {
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















/** Looks at a place and does all that is to be done there. Sets the exit code: 1 when somebody has to mend something. */
async function run(destination, from) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const clone = run_addDisposableResource(env_1, from.clone, true);
        try {
            const env_2 = { stack: [], error: void 0, hasError: false };
            try {
                const inputs = (0,runner_inputs/* readInputs */.Ko)();
                const clock = run_addDisposableResource(env_2, (0,runner_clock/* startClock */.L)(inputs['time-budget']), false);
                const opened = openRun(inputs, { event: from.event, clone });
                const job = await openJob(opened);
                for (const place of await placesOf(opened, destination))
                    await runOpened(opened, place, { clock, job });
                await (0,outputs/* handOver */.Cl)({ work: job.work() });
            }
            catch (e_1) {
                env_2.error = e_1;
                env_2.hasError = true;
            }
            finally {
                run_disposeResources(env_2);
            }
        }
        catch (error) {
            (0,log/* fail */.f)(error instanceof errors/* UserError */.y ? `${error.message} ${error.remedy}` : `The run could not begin: ${(0,errors/* errorText */.k)(error)}`);
        }
    }
    catch (e_2) {
        env_1.error = e_2;
        env_1.hasError = true;
    }
    finally {
        const result_1 = run_disposeResources(env_1);
        if (result_1)
            await result_1;
    }
}
/** Every open pull request that bears a plan's name; whether it is ours is found out when it is looked at. */
async function placesOf({ sources }, destination) {
    if (destination.kind === 'place')
        return [destination.place];
    const pulls = await sources.forge.openPulls();
    const plans = pulls.filter(({ head }) => head.repository === sources.repository && (0,plan_refs/* issueOf */.v1)(head.branch, sources.branchPrefix) !== undefined);
    return plans.map(({ number }) => ({ number, isPull: true }));
}
async function runOpened(opened, place, { clock, job }) {
    const timeline = [];
    const note = (what) => {
        timeline.push({ at: new Date().toISOString(), what: opened.redact(what) });
        (0,log/* logLine */.B)(opened.redact(what));
    };
    const progress = { thread: undefined, failed: false, looked: 0 };
    try {
        await job.carryOut(place, { run: opened, clock, stop: (0,runner_process/* stopSignal */.Zm)(), note, progress });
    }
    catch (error) {
        await tell(opened, place, { progress, error });
    }
    await reportOn(opened, progress, timeline);
}
/** Tells people what went wrong, as far as GitHub takes it: what they can mend, or where to look. */
async function tell(opened, place, { progress, error }) {
    const isTheirs = error instanceof errors/* UserError */.y;
    (0,log/* fail */.f)(opened.redact(isTheirs ? `${error.message} ${error.remedy}` : (0,errors/* errorText */.k)(error)));
    if (!isTheirs)
        (0,log/* logLine */.B)(opened.redact(error instanceof Error ? (error.stack ?? '') : String(error)));
    // A dry run tells nobody. After `decide`, the job that publishes meets the same problem and is the one that writes.
    if (opened.inputs['dry-run'] || opened.inputs.mode === 'decide')
        return;
    const text = isTheirs ? problemComment(error) : outage(opened.desk.links.run);
    try {
        if (progress.thread)
            progress.thread = await tellThread(opened, progress.thread, { text, error });
        // Nothing was seen of it yet; a command on an issue deserves a word all the same.
        else if (place.isPull === false)
            await opened.sources.forge.say(place.number, opened.desk.outward(text));
    }
    catch (second) {
        (0,log/* logLine */.B)(opened.redact(`Nobody could be told: ${(0,errors/* errorText */.k)(second)}`));
    }
}
async function tellThread(opened, thread, { text, error }) {
    const place = thread.pull?.pull.state === 'open' ? 'pull' : 'issue';
    if (error instanceof errors/* UserError */.y && run_isSaid(thread, place, error.code))
        return thread;
    return say(opened.desk, thread, { place, text });
}
/** The last thing said there is this very problem: once is enough. */
function run_isSaid(thread, place, code) {
    const comments = place === 'pull' ? (thread.pull?.comments ?? []) : thread.comments;
    return hasNote(comments.slice(-1), thread.bot, `problem-${code}`);
}
async function reportOn(opened, { thread, failed }, timeline) {
    const state = thread && stateOf(thread, opened.sources.rules);
    const summary = thread ? renderSummary(viewOf(opened.desk, thread), timeline) : '';
    await (0,outputs/* handOver */.Cl)((0,outputs/* outputsOf */.Yz)(thread, state, opened.inputs.prices), opened.desk.outward(summary));
    if (failed)
        (0,log/* fail */.f)('A subtask failed; the pull request says why.');
    if (state?.reading?.kind === 'problem' && thread?.pull?.pull.state === 'open')
        (0,log/* fail */.f)(`The plan file cannot be read: ${state.reading.reason}.`);
    if (thread?.thisRun.forbidden)
        (0,log/* fail */.f)('This repository does not let Actions open pull requests; the issue says what to change.');
    for (const problem of thread?.thisRun.problems ?? [])
        (0,log/* fail */.f)(opened.redact(problem));
}


/***/ })

};
