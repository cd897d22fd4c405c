/** What differs between two versions of a page, in an order that a person can read. */
import type { DraftRecord } from './page-draft.ts';

type Json = DraftRecord[string];

export interface PageDifference {
  /** Where: names of fields, numbers of list items counted from 1, and the type of a block. */
  readonly path: readonly (string | number)[];
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  /** The text before and after; empty where there is none. */
  readonly before: string;
  readonly after: string;
}

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the text of a value as a person reads it. */
export function textOf(value: Json | undefined): string {
  if (value === undefined || value === null || value === '') return '';
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(', ');
  if (isObject(value)) return Object.values(value).map(textOf).filter(Boolean).join(' · ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

const isSame = (a: Json | undefined, b: Json | undefined): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

/** Orders the keys of objects, so that equal values have equal texts. */
function sorted(value: Json | undefined): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value ?? null;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

const isEmpty = (value: Json | undefined): boolean => textOf(value) === '';

function fieldDifferences(
  before: { [key: string]: Json },
  after: { [key: string]: Json },
  path: readonly (string | number)[],
): PageDifference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name): PageDifference[] => {
    const [old, now] = [before[name], after[name]];
    const at = [...path, name];
    if (isSame(old, now) || (isEmpty(old) && isEmpty(now))) return [];
    if (isObject(old) && isObject(now)) return fieldDifferences(old, now, at);
    return [{ path: at, kind: isEmpty(old) ? 'added' : isEmpty(now) ? 'removed' : 'changed', before: textOf(old), after: textOf(now) }];
  });
}

const typeOf = (block: Json): string => (isObject(block) && typeof block.type === 'string' ? block.type : 'block');

/** Pairs blocks that are equal first, then those of the same type in their order. */
function pairBlocks(before: readonly Json[], after: readonly Json[]): (number | null)[] {
  const free = new Set(before.keys());
  const take = (matches: (index: number) => boolean): number | null => {
    const found = [...free].find(matches) ?? null;
    if (found !== null) free.delete(found);
    return found;
  };
  const equal = after.map((block) => take((index) => isSame(before[index], block)));
  return after.map((block, index) => equal[index] ?? take((candidate) => typeOf(before[candidate] ?? null) === typeOf(block)));
}

function blockDifferences(before: readonly Json[], after: readonly Json[]): PageDifference[] {
  const pairs = pairBlocks(before, after);
  const matched = pairs.filter((pair) => pair !== null);
  const inOrder = [...matched].sort((a, b) => a - b);
  const removed = [...before.keys()].filter((index) => !matched.includes(index));
  return [
    ...after.flatMap((block, index): PageDifference[] => {
      const path = ['blocks', index + 1, typeOf(block)];
      const pair = pairs[index];
      if (pair === null || pair === undefined) return [{ path, kind: 'added', before: '', after: textOf(block) }];
      const old = before[pair];
      const isMoved = inOrder[matched.indexOf(pair)] !== pair;
      const moved: PageDifference[] = isMoved ? [{ path, kind: 'moved', before: String(pair + 1), after: String(index + 1) }] : [];
      return [...moved, ...(isObject(old) && isObject(block) ? fieldDifferences(old, block, path) : [])];
    }),
    ...removed.map((index): PageDifference => {
      const block = before[index] ?? null;
      return { path: ['blocks', index + 1, typeOf(block)], kind: 'removed', before: textOf(block), after: '' };
    }),
  ];
}

/** Fields that say nothing to a person. */
const INTERNAL: ReadonlySet<string> = new Set(['record', 'id', 'blocks']);

const withoutInternal = (record: DraftRecord): DraftRecord =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !INTERNAL.has(name)));

const blocksOf = ({ blocks }: DraftRecord): readonly Json[] => (Array.isArray(blocks) ? blocks : []);

/** Lists the differences of two versions: fields first, then blocks in the order of the later version. */
export const diffPages = (before: DraftRecord, after: DraftRecord): PageDifference[] => [
  ...fieldDifferences(withoutInternal(before), withoutInternal(after), []),
  ...blockDifferences(blocksOf(before), blocksOf(after)),
];
