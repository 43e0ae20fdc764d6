import ts from 'typescript'

/** An error or a refusal as the code spells it. What is only known while it runs is `…`. */
export type Said = { code: string | undefined; why: string; remedy: string }

/** The errors that people can mend, and the refusals, in the text of a source file. */
export function errorsIn(code: string): Said[] {
  const source = ts.createSourceFile('a.ts', code, ts.ScriptTarget.Latest, true)
  const constants = constantsIn(source)
  const found: Said[] = []
  const walk = (node: ts.Node): void => {
    const said = saidBy(node, constants)
    if (said) found.push(said)
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

/** The functions that make a refusal: the last two of what they are given are why, and what to do. */
const REFUSES = /^(?:refusal|refused|malformed)$/

function saidBy(node: ts.Node, constants: Constants): Said | undefined {
  const text = (part: ts.Node | undefined): string | undefined => textOf(part, constants)
  if (ts.isNewExpression(node) && node.expression.getText() === 'UserError') {
    const [code, why, remedy] = node.arguments ?? []
    return said(text(code), text(why), text(remedy))
  }
  if (ts.isCallExpression(node) && REFUSES.test(node.expression.getText())) {
    const [why, remedy] = node.arguments.slice(-2)
    return said(undefined, text(why), text(remedy))
  }
  if (!ts.isObjectLiteralExpression(node)) return undefined
  const field = (name: string): string | undefined => text(fieldOf(node, name))
  return field('code') === undefined
    ? said(undefined, field('why'), field('remedy'))
    : said(field('code'), field('message'), field('remedy'))
}

/** Undefined unless both are sentences of this file. */
function said(code: string | undefined, why: string | undefined, remedy: string | undefined): Said | undefined {
  const known = why !== undefined && remedy !== undefined && /\w/.test(why) && /\w/.test(remedy)
  return known ? { code, why: why.replace(/(?<![.…?!])$/, '.'), remedy } : undefined
}

function fieldOf(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  const property = object.properties.find((one) => one.name?.getText().replace(/^'|'$/g, '') === name)
  if (!property || !ts.isPropertyAssignment(property)) return undefined
  const value = property.initializer
  return ts.isArrowFunction(value) && !ts.isBlock(value.body) ? value.body : value
}

/** The text of an expression, with `…` in the place of what is put in. Undefined when it is no text of this file. */
function textOf(node: ts.Node | undefined, constants: Constants): string | undefined {
  if (!node) return undefined
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return (textOf(node.left, constants) ?? '…') + (textOf(node.right, constants) ?? '…')
  if (ts.isParenthesizedExpression(node)) return textOf(node.expression, constants)
  return textOf(valueOf(node, constants), constants)
}
