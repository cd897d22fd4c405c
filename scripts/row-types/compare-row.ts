/** Compares the declared type of a row with the columns that PostgreSQL describes. */
import { type Node, type Type, TypeFormatFlags } from 'ts-morph';
import type { DescribedColumn } from './describe-statement.ts';

/** Types that the driver returns by type of PostgreSQL. JSON is `unknown`, because PostgreSQL does not describe its content. */
const DRIVER_TYPES: Readonly<Record<string, 'string' | 'number' | 'boolean' | 'Date' | 'Buffer' | 'unknown'>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  oid: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'string',
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  name: 'string',
  uuid: 'string',
  xid8: 'string',
  regclass: 'string',
  job_state: 'string',
  json: 'unknown',
  jsonb: 'unknown',
  date: 'Date',
  timestamp: 'Date',
  timestamptz: 'Date',
  bytea: 'Buffer',
};

/** Returns a sentence for each difference. */
export function compareRow(row: Type, columns: readonly DescribedColumn[], text: string, at: Node): readonly string[] {
  const mismatches: string[] = [];
  const variants = membersOf(row);
  const declared = new Map<string, Type[]>();
  const optional = new Set<string>();
  for (const variant of variants)
    for (const property of variant.getProperties()) {
      const name = property.getName();
      declared.set(name, [...(declared.get(name) ?? []), ...membersOf(property.getTypeAtLocation(at))]);
      if (property.isOptional()) optional.add(name);
    }
  const described = new Map(columns.map((column) => [column.name, column]));
  const isOpen = variants.some(
    (variant) => at.getProject().getTypeChecker().compilerObject.getIndexInfosOfType(variant.compilerType).length > 0,
  );
  if (!isOpen) for (const { name } of columns) if (!declared.has(name)) mismatches.push(`${name} is selected and not declared`);
  for (const [name, types] of declared) {
    const column = described.get(name);
    if (column) for (const mismatch of compareColumn(types, column, text)) mismatches.push(mismatch);
    else if (!optional.has(name)) mismatches.push(`${name} is declared and not selected`);
  }
  return mismatches;
}

const membersOf = (type: Type): Type[] => (type.isUnion() ? type.getUnionTypes() : [type]);

/** @param members the declared type as members of a union */
function compareColumn(members: readonly Type[], { name, type: dbType, source }: DescribedColumn, text: string): readonly string[] {
  const mismatches: string[] = [];
  const inOrder = members.toSorted((a, b) => Number(a.isNull()) - Number(b.isNull()));
  const displayed = [
    ...new Set(inOrder.map((member) => member.getText(undefined, TypeFormatFlags.UseAliasDefinedOutsideCurrentScope))),
  ].join(' | ');
  const isUnknown = members.some((member) => member.isUnknown());
  const admitsNull = isUnknown || members.some((member) => member.isNull());
  const values = members.filter((member) => !member.isNull() && !member.isUndefined());
  if (!values.every((value) => fits(value, dbType))) mismatches.push(`${name} is ${dbType}, declared as ${displayed}`);
  if (source === null) return mismatches;
  if (!source.isNullable && admitsNull && !isUnknown && !/\b(left|right|full) join\b/i.test(text))
    mismatches.push(`${name} is never null, declared as ${displayed}`);
  if (source.isNullable && !admitsNull && !isRestricted(source.name, text))
    mismatches.push(`${name} can be null, declared as ${displayed}`);
  if (source.allowed && values.every((value) => value.isStringLiteral())) {
    const declared = new Set(values.map((value) => String(value.getLiteralValue())));
    const missing = source.allowed.filter((value) => !declared.has(value));
    if (missing.length > 0 && !isRestricted(source.name, text))
      mismatches.push(`${name} can be ${missing.join(', ')}, declared as ${displayed}`);
  }
  return mismatches;
}

/** Returns true if a condition of the statement mentions the column, so that it may exclude null or other values. */
const isRestricted = (column: string, text: string): boolean =>
  new RegExp(`\\b${column}\\b\\)*\\s*(=|<|>|in\\b|is not null|like\\b|~)|=\\s*(\\w+\\.)?${column}\\b`, 'i').test(text);

function fits(type: Type, dbType: string): boolean {
  if (type.isUnknown()) return true;
  if (dbType.startsWith('_')) {
    const element = type.getArrayElementType() ?? type.getTypeArguments()[0];
    const members = element?.isUnion() ? element.getUnionTypes() : element ? [element] : [];
    return (type.isArray() || type.isReadonlyArray()) && members.every((member) => member.isNull() || fits(member, dbType.slice(1)));
  }
  const expected = DRIVER_TYPES[dbType];
  if (expected === 'unknown') return true;
  if (expected === 'string') return type.isString() || type.isStringLiteral() || type.isTemplateLiteral();
  if (expected === 'number') return type.isNumber() || type.isNumberLiteral();
  if (expected === 'boolean') return type.isBoolean() || type.isBooleanLiteral();
  return expected !== undefined && type.getSymbol()?.getName() === expected;
}
