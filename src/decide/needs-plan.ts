/** Whether a request gets a plan; `because` is a clause of fixed words, fit for the log. */
export type Complexity = { kind: 'plan' | 'simple'; because: string }

/**
 * Whether a request looks as if it took several steps, in English, German, Spanish, French, Portuguese, Chinese or
 * Japanese. What only asks or reads counts for nothing; in the rest every signal counts once, and their weights add up.
 * It is a rule of thumb without a model: the same text always gets the same answer, in time linear in its length.
 */
export function needsPlan(request: string): Complexity {
  const text = tidy(request)
  if (text === '') return { kind: 'simple', because: 'it is empty' }
  const orders = sentencesOf(withoutCode(text)).flatMap(ordersIn).join('\n')
  if (orders === '') return { kind: 'simple', because: 'it only asks or reads' }
  const found = SIGNALS.filter(({ fires }) => fires(orders, text))
  const weight = found.reduce((sum, signal) => sum + signal.weight, 0)
  if (weight < ENOUGH) return { kind: 'simple', because: 'nothing in it looks like several steps' }
  return { kind: 'plan', because: found.map(({ because }) => because).join(', ') }
}

/** Lower case, without hidden characters, and of white space only that which separates words, lines or paragraphs. */
const tidy = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
    .replaceAll("'", '’')
    .replace(/\s+/g, (space) => (/\n.*\n/s.test(space) ? '\n\n' : space.includes('\n') ? '\n' : ' '))
    .trim()

/** Names in code, addresses and hidden notes are no words of the request. */
const withoutCode = (text: string): string =>
  text.replace(/```.*?(?:```|$)|<!--.*?(?:-->|$)/gs, '').replace(/`[^`\n]*`|https?:\S+|\*\*|__/g, '')

/** A full stop after a digit may belong to the number of a list. */
const SENTENCE_END = /(?<=[^\d\s][.!?;]) |(?<=[。！？；])|\n\n|\n(?=[-*+•#>]|\d{1,3}[.)])/u

const sentencesOf = (text: string): string[] => text.split(SENTENCE_END).map((sentence) => sentence.trim())

const MARK = /^(?:[-*+•] (?:\[[ x]\] )?|\d{1,3}[.)] |#{1,6} )/

/** What there is to carry out in a sentence, with its list mark: nothing when it asks, and not what it begins by reading. */
function ordersIn(sentence: string): string[] {
  const [mark = ''] = MARK.exec(sentence) ?? []
  const said = sentence.slice(mark.length).replace(/^[¿¡ ]+/, '')
  let order = said.replace(POLITE(), '')
  const polite = order !== said || POLITE_END.test(said)
  if (ASKS().test(order) || ASKS_ANYWHERE.test(order.replace(POLITE_END, ''))) return []
  if (/[?？]$/.test(order) && !polite) return []
  for (let next = NEXT().exec(order); reads(order.slice(0, next?.index)); next = NEXT().exec(order)) {
    if (!next) return []
    order = order.slice(next.index + next[0].length)
  }
  return order === '' ? [] : [mark + order]
}

const reads = (clause: string): boolean => READS().test(clause) || READS_AT_END.test(clause)

/** Words of one language in one string: `*` leaves the ending open, commas separate. */
function anyOf(...languages: string[]): string {
  const all = languages.flatMap((words) => words.split(', '))
  const [eastern, western] = [all.filter(isEastern), all.filter((word) => !isEastern(word))]
  // Chinese and Japanese have no spaces, also not next to a word in Latin letters.
  const endings = western.map((word) => (word.endsWith('*') ? word.slice(0, -1) : `${word}(?!${LETTER})`))
  return `(?:${[`(?<!${LETTER})(?:${endings.join('|')})`, ...eastern].join('|')})`
}

const LETTER = String.raw`[\p{Script=Latin}\p{N}_]`
const isEastern = (word: string): boolean => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)

/** Compiled when first asked for: that takes a while, and few runs ask. */
function lazily(compile: () => RegExp): () => RegExp {
  let compiled: RegExp | undefined
  return () => (compiled ??= compile())
}

const inside = (words: string): RegExp => new RegExp(words, 'u')
const atStart = (words: string): RegExp => new RegExp(`^${words}`, 'u')

/** An order in the form of a question. */
const POLITE = lazily(() =>
  atStart(
    `(?:${anyOf(
      'please, can you, could you, can we, could we, would you, will you, can someone, could someone',
      'bitte, kannst du, könntest du, können wir, könnten wir, könnt ihr, können sie, könnten sie',
      'por favor, puedes, podrías, podemos, podríamos, puede, podría, você pode, pode, poderia',
      's’il te plaît, s’il vous plaît, peux-tu, pouvez-vous, pourrais-tu, pourriez-vous',
      '请你, 请, 帮我, 麻烦你, 麻烦, 你能不能, 能不能, 能否, 你能, 可以, 可否',
    )}[ ,，]*)+`,
  ),
)
const POLITE_END = /(?:いただけますか|もらえますか|くれますか|できますか|好吗|可以吗|行吗)/u

/** What the sentence that begins so wants is an answer. */
const ASKS = lazily(() =>
  atStart(
    anyOf(
      'what, why, how, where, which, who, whose, is, are, was, were, does, did, do we, do you, do they, do i, should',
      'when is, when are, when was, when did, when do, when does, when will, explain, describe, summari*, tell, clarify',
      'was, warum, wieso, weshalb, wie, wo, woher, wofür, wozu, welche*, wer, wann, ist, sind, gibt es, hat',
      'erklär*, beschreib*, fasse, fass, sag, nenne, nenn',
      'qué, que es, por qué, cómo, dónde, cuál*, quién*, cuándo, cuánt*, explica*, explíca*, resume*, dime',
      'qu’est-ce, que fait, quel*, pourquoi, comment, où, qui, quand, est-ce, combien, expliqu*, décri*, résum*, dis-moi',
      'o que, qual, quais, por que, como funciona, como se, como posso, onde, quem, quanto*, quanta*',
      'existe*, descreva, resuma, diga',
      '如何, 解释, 说明, 描述, 总结, 介绍, 告诉, 谁, 几, 是否, 为何, 何',
    ),
  ),
)
const ASKS_ANYWHERE =
  /什么|为什么|怎么|怎样|多少|哪里|哪个|哪些|哪儿|(?:ですか|ますか|なぜ|どうやって|どこ|どれ|説明して|教えて|要約して)/u

/** What begins so only looks or runs; another order may follow it in the same sentence. */
const READS = lazily(() =>
  atStart(
    anyOf(
      'read, list, show, print, display, find, search, look, count, view, check, run, see, give me, fetch, grep',
      'lies, lese, liste*, zeig*, finde, such*, zähl*, prüf*, gib mir, schau*, führe die tests',
      'lee, leer, lista, listar, muestra*, mostrar, muéstra*, busca*, encuentra, cuenta, ver, revisa, comprueba',
      'lis, lire, liste*, montre*, affiche*, cherche*, trouve*, compte*, vérifie*',
      'leia, ler, liste, mostr*, busque, encontre, conte, verifique',
      '读取, 读, 列出, 查看, 显示, 查找, 搜索, 阅读, 看, 检查, 运行, 统计',
    ),
  ),
)
const READS_AT_END = /(?:読んで|読み込んで|表示して|見せて|調べて|数えて|開いて|一覧にして|検索して)/u

/** The words between two orders of one sentence. */
const NEXT = lazily(
  () =>
    new RegExp(
      ` ?(?:(?:[,:，、：]|${anyOf(
        'and, then, und, dann, danach, y, luego, et, puis, e, depois',
        '然后, 并且, 并, 再, 接着, その後',
      )}) ?)+`,
      'u',
    ),
)

const BUILDS = lazily(() =>
  inside(
    anyOf(
      'implement, implementing, refactor*, redesign*, migrate, migrating, rewrite, rewriting, rework, restructure',
      'overhaul, moderni*, internationali*, locali*, architect, integrate',
      'modulari*, rearchitect, decouple, develop a, develop an, port the, port this, convert, design and, design a',
      'design an, design the, design our, design new, build a, build an, build the, introduce, split the',
      'split this, split up',
      'implementiere*, implementiert, refaktorier*, migriere*, entwirf, entwerfe*, entwickle, entwickeln, überarbeite*',
      'integriere*, portiere*, umstrukturier*, restrukturier*, umbauen, umbaue, umstellen, umgestellt, einführen',
      'neu schreiben, konzipier*, modularisier*, aufteilen, stelle das, stelle die, stelle den, baue',
      'implementa, implementar, implemente, diseña, diseñar, rediseña*, migra, migrar, reescrib*, integra',
      'integrar, reestructur*, desarrolla, desarrollar, convierte, convertir, introduce, introducir',
      'implémente*, conçois, concevoir, concevez, migre*, réécri*, intègre*, intégrer, développe, développer',
      'restructure*, convertir, refatora*, refatore, projete, projetar, migrar, reescrev*, integre, desenvolva, desenvolver',
      '实现, 重构, 设计, 迁移, 开发, 搭建, 集成, 重写, 改造, 构建一, 拆分, 引入',
      '実装, リファクタ, 設計, 移行, 開発, 構築, 書き直, 書き換え, 統合, 導入',
    ),
  ),
)

const CHANGES = lazily(() =>
  inside(
    anyOf(
      'add, adding, create, change, update, improve, extend, support, fix, remove, delete, write, replace, upgrade, make',
      'set up, setup, clean up, get rid of, turn, enhance, extract, configure, generate, optimi*',
      'enable, allow, need, wants, want, rename, move, build',
      'füge, hinzufügen, ergänz*, erstell*, lege, anlegen, änder*, aktualisier*, verbesser*, erweiter*, behebe*, entferne*',
      'lösch*, schreib*, ersetz*, optimier*, ermöglich*, brauchen, unterstütz*, richte',
      'añad*, agreg*, crea, crear, cambia*, actualiza*, mejora*, arregla*, corrige, elimina*, escrib*, reemplaza*, configur*',
      'ajoute*, crée, créer, change*, améliore*, corrige*, supprime*, écri*, remplace*, mets, mettre',
      'adicion*, crie, criar, mude, atualiz*, melhor*, corrija, remov*, escrev*, substitu*, otimiz*',
      '添加, 增加, 创建, 改为, 改成, 新增, 修改, 更新, 改进, 优化, 扩展, 修复, 删除, 编写, 写, 替换, 升级, 支持',
      '追加, 作成, 変更, 更新, 改善, 拡張, 修正, 削除, 書いて, 置き換え, 対応',
    ),
  ),
)

const PARTS = lazily(() =>
  inside(
    anyOf(
      'feature*, pipeline*, architecture, authentication, authori*, login, module*, api, apis, database*, endpoint*',
      'middleware, dashboard*, system, service*, integration*, schema*, workflow*, framework, cache, caching, limiter',
      'rate limiting, mode, page, pages, ui, tests, test suite, test coverage, error handling, end-to-end, dependencies',
      'backend, frontend, client, server, plugin*, queue, search, i18n, permissions, payment*, docker*',
      'documentation, package, packages, codebase, code base',
      'funktion, funktionen, architektur, authentifizierung, anmeldung, modul*, datenbank*, schnittstelle*, seite, dienst*',
      'oberfläche, fehlerbehandlung, abhängigkeiten, suche, dunkelmodus, zwischenspeicher, mehrsprachig*',
      'función, funcionalidad*, arquitectura, autenticación, módulo*, base de datos, página, servicio*, pruebas, caché',
      'manejo de errores, dependencias, sistema, búsqueda, modo oscuro, interfaz',
      'fonctionnalité*, authentification, module*, base de données, page, service*, système, gestion des erreurs',
      'funcionalidade*, autenticação, banco de dados, página, serviço*, testes, tratamento de erros',
      '功能, 架构, 认证, 登录, 模块, 接口, 数据库, 端点, 中间件, 系统, 服务, 页面, 测试, 缓存, 错误处理, 依赖, 流水线',
      '機能, 認証, ログイン, モジュール, データベース, システム, サービス, ページ, テスト, キャッシュ, エラー処理',
    ),
  ),
)

const BREADTH = lazily(() =>
  inside(
    anyOf(
      'several, multiple, across, everywhere, codebase, code base, entire, whole, from scratch, step by step, all modules',
      'mehrere, überall, gesamte*, ganze*, sämtliche*, von grund auf, schritt für schritt, alle module',
      'varios, varias, todo el, toda la, en todo, desde cero, paso a paso, plusieurs, tout le, partout, vários, várias',
      '多个, 整个, 所有模块, 全部, 从零, 一步一步, 逐步, 複数, 全体, すべて',
    ),
  ),
)

const TRIVIAL = lazily(() =>
  inside(
    anyOf(
      'typo*, spelling, misspell*, whitespace, semicolon, trailing, one-liner, wording, tippfehler, rechtschreib*, leerzeichen',
      'errata*, error tipográfico, ortograf*, faute de frappe, faute*, coquille, erro de digitação',
      '错别字, 拼写, 笔误, 空格, 誤字, タイプミス',
    ),
  ),
)

const ORDER = lazily(
  () =>
    new RegExp(
      anyOf(
        'first, second, then, next, after that, afterwards, finally, zuerst, danach, anschließend, schließlich, zuletzt',
        'primero, luego, después, finalmente, por último, d’abord, ensuite, enfin, primeiro, depois, por fim',
        '首先, 然后, 接着, 最后, まず, 次に, その後, 最後に',
      ),
      'gu',
    ),
)

const FILE = /(?<![\w./-])[\w./-]{1,200}\.[a-z]{1,5}(?![\w/])/g
/** Characters of prose from which a request is long, and from which its length alone is enough. */
const [LONG, VERY_LONG] = [500, 1500]
const ENOUGH = 3

type Signal = { weight: number; because: string; fires: (orders: string, text: string) => boolean }

/** What speaks for several steps, and how much. */
const SIGNALS: readonly Signal[] = [
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
]

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Length in Latin letters: a Chinese or Japanese character says about as much as three. */
const widthOf = (text: string): number =>
  text.length + 2 * count(text, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)
