import ts from 'typescript'

/** One change of a source file: these characters become that text. */
export type Mutant = { start: number; end: number; text: string; line: number; what: string }

const SWAPPED: Readonly<Partial<Record<ts.SyntaxKind, string[]>>> = {
  [ts.SyntaxKind.AmpersandAmpersandToken]: ['||'],
  [ts.SyntaxKind.BarBarToken]: ['&&'],
  [ts.SyntaxKind.QuestionQuestionToken]: ['&&'],
  [ts.SyntaxKind.LessThanToken]: ['<='],
  [ts.SyntaxKind.LessThanEqualsToken]: ['<'],
  [ts.SyntaxKind.GreaterThanToken]: ['>='],
  [ts.SyntaxKind.GreaterThanEqualsToken]: ['>'],
  [ts.SyntaxKind.PlusToken]: ['-'],
  [ts.SyntaxKind.MinusToken]: ['+'],
}

const METHODS: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  find: 'findLast',
  findLast: 'find',
  findIndex: 'findLastIndex',
  max: 'min',
  min: 'max',
}

/** Methods whose call is left out: what they are called on stays. */
const LEFT_OUT = new Set(['filter', 'slice', 'toSorted', 'toReversed', 'toLowerCase'])

/** The defects that are put into a source file, one at a time: the operators of mutation testing, but for texts. */
export function mutantsOf(source: string): Mutant[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true)
  const found: Mutant[] = []
  const add = (
    node: ts.Node,
    text: string,
    at: { start: number; end: number } = { start: node.getStart(), end: node.end },
  ): void => {
    const line = file.getLineAndCharacterOfPosition(at.start).line + 1
    const before = source.slice(at.start, at.end).replace(/\s+/g, ' ')
    found.push({ ...at, text, line, what: `${before.slice(0, 60)} → ${text.replace(/\s+/g, ' ').slice(0, 60)}` })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isTypeAliasDeclaration(node)) return
    for (const text of replacementsOf(node)) add(node, text)
    if (ts.isBinaryExpression(node))
      for (const text of SWAPPED[node.operatorToken.kind] ?? []) add(node.operatorToken, text)
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name, expression } = node.expression
      const other = METHODS[name.text]
      if (other) add(name, other)
      if (LEFT_OUT.has(name.text)) add(node, expression.getText())
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

const isCondition = (node: ts.Node): boolean =>
  (ts.isIfStatement(node.parent) && node.parent.expression === node) ||
  (ts.isConditionalExpression(node.parent) && node.parent.condition === node)

function replacementsOf(node: ts.Node): string[] {
  if (!ts.isExpression(node) || (node as ts.Node).parent === undefined) return []
  if (isCondition(node)) return ['true', 'false']
  if (node.kind === ts.SyntaxKind.TrueKeyword) return ['false']
  if (node.kind === ts.SyntaxKind.FalseKeyword) return ['true']
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [node.operand.getText()]
  if (ts.isArrayLiteralExpression(node) && node.elements.length > 0) return ['[]']
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body) && ts.isCallExpression(node.parent)) {
    const parameters = source(node).slice(0, node.body.getStart() - node.getStart())
    return [`${parameters}undefined`]
  }
  if (ts.isBinaryExpression(node.parent) && isBoolean(node))
    return node.parent.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
      ? ['true']
      : node.parent.operatorToken.kind === ts.SyntaxKind.BarBarToken
        ? ['false']
        : []
  return []
}

const source = (node: ts.Node): string => node.getText()

/** A condition that others stand beside, so that it may be left out; one that is negated is tried as such. */
const isBoolean = (node: ts.Expression): boolean =>
  !(ts.isBinaryExpression(node) && isJoining(node.operatorToken.kind)) &&
  !(ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
const isJoining = (kind: ts.SyntaxKind): boolean =>
  kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken
