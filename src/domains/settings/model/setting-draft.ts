/** What a form of settings works with: values by field, their differences and how they are shown. */
import { isJsonObject } from '#lib/json.ts';
import type { DescribedField, SimpleField } from './describe-group.ts';

export type Draft = Readonly<Record<string, unknown>>;

/** Returns a value with the keys of its objects in order. The database stores them in an order of its own. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isJsonObject(value)) return value ?? null;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, inOrder(value[key])]),
  );
};

/** Returns true if two values of a field are equal. Nothing and null are the same. */
export const isSameValue = (a: unknown, b: unknown): boolean => JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b));

/** Returns the fields whose values differ. */
export const changedFields = (fields: readonly DescribedField[], before: Draft, after: Draft): readonly DescribedField[] =>
  fields.filter(({ name }) => !isSameValue(before[name], after[name]));

/** Applies the fields that differ between `base` and `draft` to another value. */
export function applyChanges(fields: readonly DescribedField[], base: Draft, draft: Draft, current: Draft): Draft {
  const own = changedFields(fields, base, draft).map(({ name }) => [name, draft[name]]);
  return { ...current, ...Object.fromEntries(own) };
}

/** Splits text at commas or lines. Empty parts are dropped. */
export const splitText = (text: string, control: 'words' | 'numbers' | 'lines'): string[] =>
  text
    .split(control === 'lines' ? /\n/ : /[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Parses what was typed into a field for a number. @returns null if it is empty, the text if it is no number */
export function parseNumber(text: string): number | string | null {
  const trimmed = text
    .trim()
    .replace(/^\$/, '')
    .replaceAll(/(?<=\d),(?=\d{3}(?:\D|$))/g, '');
  if (trimmed === '') return null;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : text;
}

/** Splits numbers at commas. What is no number stays text, so that the schema names it. */
export const splitNumbers = (text: string): (number | string)[] => splitText(text, 'numbers').map((part) => parseNumber(part) ?? part);

export interface ValueWords {
  readonly empty: string;
  readonly yes: string;
  readonly no: string;
}

interface FormattedField extends SimpleField {
  readonly columns?: readonly FormattedField[];
}

/** Formats a value of a field for a person. */
export function formatValue(field: FormattedField, value: unknown, words: ValueWords): string {
  if (value === null || value === undefined || value === '') return words.empty;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (Array.isArray(value)) {
    if (value.length === 0) return words.empty;
    return value
      .map((row) =>
        isJsonObject(row) ? (field.columns ?? []).map((column) => formatValue(column, row[column.name], words)).join(', ') : String(row),
      )
      .join(field.control === 'rows' ? '; ' : ', ');
  }
  if (typeof value === 'number') {
    if (field.unit === 'dollars') return `$${value.toFixed(2)}`;
    return field.unit === 'percent' ? `${value}%` : `${value}${field.unit === '' ? '' : ` ${field.unit}`}`;
  }
  return field.options.find((option) => option.value === value)?.label ?? String(value);
}

/** Creates an empty row of a table. */
export const emptyRow = (columns: readonly SimpleField[]): Draft =>
  Object.fromEntries(
    columns.map(({ name, control, options, isNullable }) => {
      if (isNullable || control === 'number') return [name, null];
      if (control === 'switch') return [name, false];
      if (control === 'choice') return [name, options[0]?.value ?? ''];
      return [name, ['words', 'numbers', 'lines', 'rows'].includes(control) ? [] : ''];
    }),
  );
