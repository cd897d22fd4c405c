/**
 * Queries of the office's lists, read from their calls: every order, every filter with each of its values, searches, and each order with
 * each of these. Values that are not in the contract, such as tags and ids, are taken from the rows of the lists.
 */
import { glob } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** A word of many records, some of few, one of none, and beginnings of words that are too short for an index of trigrams. */
const SEARCHES = ['chen', 'amber hill shiraz', '1000042', 'customer-4', 'example.com', 'zzzz', 'sh', 'a'];
/** Forms of ranges that filters accept: days, amounts, percents and years. Each filter takes those that its call accepts. */
const RANGES = [
  '2025-01-01..2026-12-31',
  '2026-11-01..',
  '..2026-06-30',
  '2026-11-20',
  '10..100',
  '..50',
  '200..',
  '-10..10',
  '2015..2020',
];
/** No value of any list. A field that accepts it is free text. */
const ANY_TEXT = 'zzzz qqqq';
/** Values of a filter that are taken from rows, at most. */
const MAX_FOUND = 3;

export interface ListCall {
  readonly name: string;
  readonly path: string;
  readonly fields: Readonly<Record<string, z.ZodType>>;
}

const listCall = z.object({
  method: z.literal('GET'),
  path: z.string().startsWith('/office/v1/'),
  input: z.custom<z.ZodObject>((value) => value instanceof z.ZodObject && 'cursor' in value.shape),
});
const isField = (value: unknown): value is z.ZodType => value instanceof z.ZodType;

/** Returns the list calls of all contracts of the office. */
export async function officeListCalls(): Promise<readonly ListCall[]> {
  const found = new Map<string, ListCall>();
  for await (const file of glob('src/domains/**/*contract.ts', { cwd: ROOT })) {
    const module: Readonly<Record<string, unknown>> = await import(pathToFileURL(`${ROOT}/${file}`).href);
    for (const table of Object.values(module)) {
      if (typeof table !== 'object' || table === null) continue;
      for (const [name, spec] of Object.entries(table)) {
        const list = listCall.safeParse(spec);
        if (!list.success) continue;
        const { path, input } = list.data;
        const fields = Object.fromEntries(Object.entries(input.shape).flatMap(([field, type]) => (isField(type) ? [[field, type]] : [])));
        found.set(path, { name, path, fields });
      }
    }
  }
  return [...found.values()].toSorted((a, b) => a.path.localeCompare(b.path));
}

/** Returns the fixed values in a schema, at every depth. */
function valuesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if ('enum' in schema && Array.isArray(schema.enum)) return schema.enum.map(String);
  if ('const' in schema) return [String(schema.const)];
  return Object.values(schema).flatMap(valuesIn);
}

const accepts = (field: z.ZodType, value: string): boolean => field.safeParse(value).success;

/** Returns the values of a filter that its call names, and the ranges that it accepts. */
export function fixedValues(field: z.ZodType): readonly string[] {
  const named = [
    z.toJSONSchema(field, { io: 'output', unrepresentable: 'any' }),
    z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }),
  ]
    .flatMap(valuesIn)
    .filter((value) => accepts(field, value));
  if (named.length > 0) return [...new Set(named)];
  return accepts(field, ANY_TEXT) ? [] : RANGES.filter((value) => accepts(field, value));
}

export type Rows = readonly Readonly<Record<string, unknown>>[];

/** `filter[tag]` is `tag`. */
const plainName = (name: string): string => /^filter\[(.+)\]$/.exec(name)?.[1] ?? name;

const subject = z.object({ kind: z.string(), id: z.union([z.string(), z.number()]) });

/**
 * Returns the texts and numbers in a row whose name is that of a filter: `tag`, `tags`, `customerId`, `id` in `customer`, and `kind:id` of
 * a record that is named by both.
 */
function valuesNamed(name: string, value: unknown, key = '', parent = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => valuesNamed(name, each, key, parent));
  if (typeof value === 'object' && value !== null) {
    const both = key === name ? subject.safeParse(value) : null;
    if (both?.success) return [`${both.data.kind}:${both.data.id}`];
    return Object.entries(value).flatMap(([field, each]) => valuesNamed(name, each, field, key === '' ? parent : key));
  }
  const isNamed =
    [name, `${name}s`, `${name}Id`].includes(key) || (['id', 'key', 'name'].includes(key) && [name, `${name}s`].includes(parent));
  return isNamed && (typeof value === 'string' || typeof value === 'number') && value !== '' ? [String(value)] : [];
}

/** Names of fields in rows that filters have others for. */
const ALIASES: Readonly<Record<string, string>> = { producer: 'brand' };

/**
 * Returns values of a filter from rows that have them.
 * @param rows of the list @param others rows of all lists by the last part of their path: `customers`
 */
export function foundValues(name: string, field: z.ZodType, rows: Rows, others: ReadonlyMap<string, Rows>): readonly string[] {
  const plain = plainName(name);
  const own = valuesNamed(ALIASES[plain] ?? plain, rows);
  const ids = (others.get(`${plain}s`) ?? others.get(plain) ?? []).flatMap(({ id }) => (id === undefined ? [] : [String(id)]));
  return [...new Set([...own, ...ids])].filter((value) => accepts(field, value)).slice(0, MAX_FOUND);
}

export type Value = readonly [name: string, value: string];

const PAGING = ['cursor', 'limit'];
const isRequired = (field: z.ZodType): boolean => !field.safeParse(undefined).success;

/**
 * Returns how a list opens: with each value of the fields that it requires. The id of a record is that of the list that the path goes on
 * from: `/stock/ledger` is about an item of `/stock`.
 */
export function openings({ path, fields }: ListCall, others: ReadonlyMap<string, Rows>): readonly (readonly Value[])[] {
  const parent = path.split('/').at(-2) ?? '';
  return Object.entries(fields)
    .filter(([, field]) => isRequired(field))
    .reduce<readonly (readonly Value[])[]>(
      (bases, [name, field]) => {
        const named = fixedValues(field);
        const values = named.length > 0 ? named : (others.get(parent) ?? []).slice(0, 1).map(({ id }) => String(id));
        return bases.flatMap((base) => values.map((value): readonly Value[] => [...base, [name, value]]));
      },
      [[]],
    );
}

export interface ListQueries {
  readonly queries: readonly (readonly Value[])[];
  /** Filters without a value in the contract or in a row of the shop. Those of free text have one that no record has. */
  readonly unfilled: readonly string[];
}

/** Returns every query of a list. */
export function queriesOf(list: ListCall, rows: Rows, others: ReadonlyMap<string, Rows>): ListQueries {
  const bases = openings(list, others);
  const unfilled: string[] = [];
  const values = Object.entries(list.fields).flatMap(([name, field]): Value[] => {
    if (PAGING.includes(name) || isRequired(field)) return [];
    if (name === 'q') return SEARCHES.map((search) => [name, search]);
    const fixed = fixedValues(field);
    const all = fixed.length > 0 ? fixed : foundValues(name, field, rows, others);
    if (all.length > 0) return all.map((value) => [name, value]);
    unfilled.push(name);
    return accepts(field, ANY_TEXT) ? [[name, ANY_TEXT]] : [];
  });
  const sorts = values.filter(([name]) => name === 'sort');
  const filters = values.filter(([name]) => name !== 'sort');
  const each = [[], ...values.map((value) => [value]), ...sorts.flatMap((sort) => filters.map((filter) => [sort, filter]))];
  return { queries: bases.flatMap((base) => each.map((query) => [...base, ...query])), unfilled };
}
