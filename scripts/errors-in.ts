import ts from 'typescript'

/**
 * An error or a refusal as the code spells it. What is only known while it runs is `…`; a remedy that nothing is known of
 * is empty.
 */
export type Said = { kind: 'error' | 'refusal'; code: string; why: string; remedy: string }

/** The errors that people can mend, and the refusals, in the text of a source file. */
export function errorsIn(code: string): Said[] {
  const source = ts.createSourceFile('a.ts', code, ts.ScriptTarget.Latest, true)
  const constants = constantsIn(source)
  const found: Said[] = []
  const walk = (node: ts.Node): void => {
    found.push(...saidBy(node, constants))
    ts.forEachChild(node, walk)
  }
  walk(source)
  return found
}

type Constants = readonly { name: string; value: ts.Expression }[]

function constantsIn(source: ts.SourceFile): Constants {
  const constants: { name: string; value: ts.Expression }[] = []
  const walk = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer)
      constants.push({ name: node.name.getText(), value: node.initializer })
    ts.forEachChild(node, walk)
  }
  walk(source)
  return constants
}

/** What a name stands for at a place: the last constant before it, since functions reuse names. */
const valueAt = (name: ts.Identifier, constants: Constants): ts.Expression | undefined =>
  constants.findLast((constant) => constant.name === name.text && constant.value.pos < name.pos)?.value

/** What a name or a field of a constant stands for. */
function valueOf(node: ts.Node, constants: Constants): ts.Expression | undefined {
  if (ts.isIdentifier(node)) return valueAt(node, constants)
  if (!ts.isPropertyAccessExpression(node)) return undefined
  const object = valueOf(node.expression, constants)
  return object && ts.isObjectLiteralExpression(object) ? fieldOf(object, node.name.text) : undefined
}

/** The functions that make a refusal: the last of what they are given are its code, why, and what to do. */
const REFUSES = /^(?:refused|unfit)$/

type Texts = { whys: string[]; remedies: string[]; isSure: boolean }

function saidBy(node: ts.Node, constants: Constants): Said[] {
  const allOf = (
    kind: Said['kind'],
    [code, why, remedy]: readonly (ts.Node | undefined)[],
    isSure = kind === 'refusal',
  ): Said[] =>
    said(kind, textsOf(code, constants), {
      whys: textsOf(why, constants),
      remedies: textsOf(remedy, constants),
      isSure,
    })
  if (ts.isNewExpression(node) && node.expression.getText() === 'UserError')
    return allOf('error', (node.arguments ?? []).slice(0, 3), true)
  if (ts.isCallExpression(node) && REFUSES.test(node.expression.getText()))
    return allOf('refusal', node.arguments.slice(-3))
  if (!ts.isObjectLiteralExpression(node)) return []
  const field = (name: string): ts.Node | undefined => fieldOf(node, name)
  return field('message')
    ? allOf('error', ['code', 'message', 'remedy'].map(field))
    : allOf('refusal', [field('code'), field('why') ?? field('reason'), field('remedy')])
}

/**
 * None unless the code is a word of this file, and why a sentence of it. An object with a message is no error unless it
 * has a remedy, too.
 */
function said(kind: Said['kind'], [code]: readonly string[], { whys, remedies, isSure }: Texts): Said[] {
  if (code === undefined || !/^[a-z-]+$/.test(code)) return []
  const isSentence = (text: string): boolean => /\w/.test(text)
  const known = remedies.filter(isSentence)
  return whys.filter(isSentence).flatMap((why) => {
    const full = why.replace(/…+/g, '…').replace(/(?<![.…?!])$/, '.')
    const all = known.length > 0 || !isSure ? known : ['']
    return all.map((remedy) => ({ kind, code, why: full, remedy }))
  })
}

function fieldOf(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  const property = object.properties.find((one) => one.name?.getText().replace(/^'|'$/g, '') === name)
  if (property && ts.isShorthandPropertyAssignment(property)) return property.name
  if (!property || !ts.isPropertyAssignment(property)) return undefined
  const value = property.initializer
  return ts.isArrowFunction(value) && !ts.isBlock(value.body) ? value.body : value
}

/** The texts that an expression may have, with `…` in the place of what is put in. None when it is no text of this file. */
function textsOf(node: ts.Node | undefined, constants: Constants): string[] {
  if (!node) return []
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isTemplateExpression(node))
    return [node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')]
  if (ts.isConditionalExpression(node))
    return [...textsOf(node.whenTrue, constants), ...textsOf(node.whenFalse, constants)]
  if (ts.isBinaryExpression(node)) {
    const [left, right] = [textsOf(node.left, constants), textsOf(node.right, constants)]
    if (node.operatorToken.kind === ts.SyntaxKind.PlusToken) return [(left[0] ?? '…') + (right[0] ?? '…')]
    return node.operatorToken.kind === ts.SyntaxKind.BarBarToken ? [...left, ...right] : []
  }
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression, constants)
  const value = valueOf(node, constants)
  return value ? textsOf(value, constants) : []
}
