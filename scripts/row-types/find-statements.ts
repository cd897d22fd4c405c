/**
 * Finds the SQL statements of the source: calls of `queryMany`, `queryOne`, `execute` and `later` on the database. Evaluates text that
 * consists of constants, of parameters with literal types, and of arguments that callers pass.
 */
import { type CallExpression, Node, type Project, type Type } from 'ts-morph';

export interface FoundStatement {
  /** File and line. */
  readonly location: string;
  /** The alternatives of the text. */
  readonly texts: readonly string[];
  /** The declared row. Null if the call ignores rows or does not read their columns. */
  readonly row: Type | null;
  readonly call: CallExpression;
}

export interface FoundStatements {
  readonly statements: readonly FoundStatement[];
  /** Number of statements by file whose text is composed at run time. */
  readonly unevaluated: Readonly<Record<string, number>>;
}

const METHODS = new Set(['queryMany', 'queryOne', 'execute', 'later']);
/** Only files that mention a method are searched, because visiting every node takes long. */
const MENTION = /\.(queryMany|queryOne|execute|later)\b/;
const MAX_ALTERNATIVES = 512;
const MAX_DEPTH = 12;

/** Finds the statements of all files of a project. */
export function findStatements(project: Project, root: string): FoundStatements {
  const statements: FoundStatement[] = [];
  const unevaluated: Record<string, number> = {};
  for (const file of project.getSourceFiles()) {
    if (!MENTION.test(file.getFullText())) continue;
    file.forEachDescendant((call) => {
      if (!Node.isCallExpression(call)) return;
      const callee = call.getExpression();
      const [statement] = call.getArguments();
      if (!Node.isPropertyAccessExpression(callee) || !METHODS.has(callee.getName()) || statement === undefined) return;
      if (!isDatabaseMethod(callee)) return;
      const path = file.getFilePath().slice(root.length);
      const text = textOf(statement);
      const texts = text === null ? null : evaluate(text);
      if (texts === null) unevaluated[path] = (unevaluated[path] ?? 0) + 1;
      else statements.push({ location: `${path}:${call.getStartLineNumber()}`, texts, row: rowOf(call, callee.getName()), call });
    });
  }
  return { statements, unevaluated };
}

/** Returns true if the method belongs to an interface of the pool. */
const isDatabaseMethod = (callee: Node): boolean =>
  callee
    .getSymbol()
    ?.getDeclarations()
    .some((declaration) => declaration.getSourceFile().getFilePath().endsWith('/lib/db/pool.ts')) === true;

/** Returns the expression of the property `text` of a statement. */
function textOf(statement: Node): Node | null {
  const literal = constantOf(statement);
  if (!Node.isObjectLiteralExpression(literal)) return null;
  const property = literal.getProperty('text');
  if (Node.isPropertyAssignment(property)) return property.getInitializerOrThrow();
  if (Node.isShorthandPropertyAssignment(property)) return property.getNameNode();
  return null;
}

/** Follows identifiers to the initializers of constants. */
function constantOf(node: Node): Node {
  if (Node.isIdentifier(node)) {
    const initializer = declarationOf(node);
    if (Node.isVariableDeclaration(initializer) && initializer.getInitializer()) return constantOf(initializer.getInitializerOrThrow());
  }
  if (Node.isAsExpression(node) || Node.isSatisfiesExpression(node) || Node.isParenthesizedExpression(node))
    return constantOf(node.getExpression());
  return node;
}

/** Returns the declaration of an identifier, through imports. */
function declarationOf(node: Node): Node | undefined {
  const shorthand = node.getParent();
  const symbol = Node.isShorthandPropertyAssignment(shorthand) ? shorthand.getValueSymbol() : node.getSymbol();
  return (symbol?.getAliasedSymbol() ?? symbol)?.getDeclarations()[0];
}

type Bindings = ReadonlyMap<Node, readonly string[]>;

/** Returns the values that a string expression can have, or null if they cannot be evaluated. */
function evaluate(node: Node, bindings: Bindings = new Map(), depth = 0): readonly string[] | null {
  if (depth > MAX_DEPTH) return null;
  const next = (inner: Node) => evaluate(inner, bindings, depth + 1);
  if (Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node)) return [node.getLiteralText()];
  if (Node.isTemplateExpression(node))
    return combine([
      [node.getHead().getLiteralText()],
      ...node.getTemplateSpans().flatMap((span) => [next(span.getExpression()), [span.getLiteral().getLiteralText()]]),
    ]);
  if (Node.isParenthesizedExpression(node) || Node.isAsExpression(node) || Node.isSatisfiesExpression(node))
    return next(node.getExpression());
  if (Node.isConditionalExpression(node)) return union([next(node.getWhenTrue()), next(node.getWhenFalse())]);
  const literals = literalsOf(node.getType());
  if (literals !== null) return literals;
  if (Node.isBinaryExpression(node) && node.getOperatorToken().getText() === '+')
    return combine([next(node.getLeft()), next(node.getRight())]);
  if (Node.isIdentifier(node)) {
    const declaration = declarationOf(node);
    if (declaration === undefined) return null;
    const bound = bindings.get(declaration);
    if (bound !== undefined) return bound;
    if (Node.isVariableDeclaration(declaration) && declaration.getInitializer()) return next(declaration.getInitializerOrThrow());
    if (Node.isParameterDeclaration(declaration)) return argumentsOf(declaration, depth);
    return null;
  }
  if (Node.isCallExpression(node)) return callOf(node, bindings, depth);
  if (Node.isElementAccessExpression(node) || Node.isPropertyAccessExpression(node)) return valuesOf(node, bindings, depth);
  return null;
}

/** Evaluates `TABLE[key]` and `TABLE.key` of a constant object. */
function valuesOf(node: Node, bindings: Bindings, depth: number): readonly string[] | null {
  if (!Node.isElementAccessExpression(node) && !Node.isPropertyAccessExpression(node)) return null;
  const table = constantOf(node.getExpression());
  if (!Node.isObjectLiteralExpression(table)) return null;
  const argument = Node.isElementAccessExpression(node) ? node.getArgumentExpression() : undefined;
  const keys = Node.isPropertyAccessExpression(node) ? [node.getName()] : argument ? literalsOf(argument.getType()) : null;
  const properties = table.getProperties().filter(Node.isPropertyAssignment);
  const checked = keys === null ? properties : properties.filter((property) => keys.includes(property.getName().replaceAll(/['"]/g, '')));
  return union(checked.map((property) => evaluate(property.getInitializerOrThrow(), bindings, depth + 1)));
}

/** Evaluates a call of a function that returns one expression, and `[…].join(…)`. */
function callOf(call: CallExpression, bindings: Bindings, depth: number): readonly string[] | null {
  const callee = call.getExpression();
  const declaration = declarationOf(callee);
  const found = Node.isVariableDeclaration(declaration) ? declaration.getInitializer() : declaration;
  if (Node.isArrowFunction(found) && !Node.isBlock(found.getBody())) {
    const parameters = found.getParameters();
    const inner = new Map(bindings);
    for (const [index, argument] of call.getArguments().entries()) {
      const parameter = parameters[index];
      const values = evaluate(argument, bindings, depth + 1);
      if (parameter && values) inner.set(parameter, values);
    }
    return evaluate(found.getBody(), inner, depth + 1);
  }
  if (Node.isPropertyAccessExpression(callee) && callee.getName() === 'join') {
    const list = constantOf(callee.getExpression());
    const [separator] = call.getArguments();
    const glue = separator ? evaluate(separator, bindings, depth + 1) : [','];
    if (!Node.isArrayLiteralExpression(list) || glue === null) return null;
    const parts = list.getElements().map((element) => evaluate(element, bindings, depth + 1));
    return combine(parts.flatMap((part, index) => (index === 0 ? [part] : [glue, part])));
  }
  return null;
}

/** Returns the arguments that callers pass for a parameter. */
function argumentsOf(parameter: Node, depth: number): readonly string[] | null {
  if (!Node.isParameterDeclaration(parameter)) return null;
  const owner = parameter.getParent();
  const named = Node.isFunctionDeclaration(owner) ? owner : owner.getParent();
  if (!named || !Node.isReferenceFindable(named) || !Node.isParametered(owner)) return null;
  const index = owner.getParameters().indexOf(parameter);
  const calls = named
    .findReferencesAsNodes()
    .map((reference) => reference.getParent())
    .filter(Node.isCallExpression);
  if (calls.length === 0) return null;
  return union(
    calls.map((call) => {
      const argument = call.getArguments()[index] ?? parameter.getInitializer();
      return argument ? evaluate(argument, new Map(), depth + 1) : null;
    }),
  );
}

/** Returns the values of a literal type or a union of them. */
function literalsOf(type: Type): readonly string[] | null {
  const members = type.isUnion() ? type.getUnionTypes() : [type];
  if (members.length > MAX_ALTERNATIVES) return null;
  const values = members.map((member) => (member.isStringLiteral() || member.isNumberLiteral() ? String(member.getLiteralValue()) : null));
  return values.every((value) => value !== null) ? values : null;
}

const union = (lists: readonly (readonly string[] | null)[]): readonly string[] | null =>
  lists.length > 0 && lists.every((list) => list !== null) ? [...new Set(lists.flat())] : null;

function combine(parts: readonly (readonly string[] | null)[]): readonly string[] | null {
  let texts: readonly string[] = [''];
  for (const part of parts) {
    if (part === null || part.length * texts.length > MAX_ALTERNATIVES) return null;
    texts = texts.flatMap((text) => part.map((value) => text + value));
  }
  return texts;
}

/** Returns the type of a row from the result of the call. */
function rowOf(call: CallExpression, method: string): Type | null {
  if (method !== 'queryMany' && method !== 'queryOne') return null;
  const result = call.getReturnType().getTypeArguments()[0];
  if (result === undefined || result.isUnknown()) return null;
  const row = method === 'queryMany' ? result.getArrayElementType() : result.getNonNullableType();
  return row === undefined || row.isUnknown() ? null : row;
}
