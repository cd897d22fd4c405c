import { expect, test } from 'vitest';
import { z } from 'zod';
import { fixedValues, foundValues, officeListCalls, openings, queriesOf } from './list-queries.ts';

/** Filters whose values are only in the data of a shop. */
const FROM_ROWS = /^filter\[(?:tag|vintage|producer|source|club|customer|form|role|staff|subject|action|country|bin|available)\]$/;

test('finds the lists of every domain of the office', async () => {
  const paths = (await officeListCalls()).map(({ path }) => path);

  for (const path of [
    'orders',
    'wines',
    'customers',
    'stock',
    'stock-sheets',
    'gift-cards',
    'credit',
    'clubs/members',
    'pages',
    'activity',
  ])
    expect(paths).toContain(`/office/v1/${path}`);
  expect(paths.length).toBeGreaterThan(18);
});

test('knows values of every filter of every list', async () => {
  const without = (await officeListCalls()).flatMap(({ path, fields }) =>
    Object.entries(fields)
      .filter(([name, field]) => name.startsWith('filter[') && fixedValues(field).length === 0 && !FROM_ROWS.test(name))
      .map(([name]) => `${path} ${name}`),
  );

  expect(without).toEqual([]);
});

test('reads names from enums and lists of them, and ranges by what a call accepts', () => {
  const listed = z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(['red', 'white'])))
    .optional();

  expect(fixedValues(z.enum(['-name', 'name']).default('name'))).toEqual(['-name', 'name']);
  expect(fixedValues(listed)).toEqual(['red', 'white']);
  expect(fixedValues(z.string().regex(/^\d*\.\.\d*$/))).toEqual(['10..100', '..50', '200..', '2015..2020']);
  expect(fixedValues(z.string())).toEqual([]);
});

test('takes ids and words of a filter from rows', () => {
  const rows = [{ id: 7, tags: ['gift', 'gift'], customer: { id: 42 }, note: 'x' }];
  const others = new Map([['clubs', [{ id: 'table' }]]]);

  expect(foundValues('filter[tag]', z.string(), rows, others)).toEqual(['gift']);
  expect(foundValues('filter[subject]', z.string(), [{ subject: { kind: 'order', id: 'x' } }], others)).toEqual(['order:x']);
  expect(foundValues('filter[customer]', z.coerce.number(), rows, others)).toEqual(['42']);
  expect(foundValues('filter[club]', z.string(), rows, others)).toEqual(['table']);
  expect(foundValues('filter[form]', z.string(), rows, others)).toEqual([]);
});

const list = {
  name: 'ledger',
  path: '/office/v1/stock/ledger',
  fields: {
    id: z.string(),
    kind: z.enum(['a', 'b']),
    cursor: z.string().optional(),
    sort: z.enum(['day', '-day']).default('day'),
    'filter[tag]': z.string().optional(),
  },
};

test('opens a list about a record with one of the list before it, and with each value that it requires', () => {
  const others = new Map([['stock', [{ id: 'AU-1' }, { id: 'AU-2' }]]]);

  expect(openings(list, others)).toEqual([
    [
      ['id', 'AU-1'],
      ['kind', 'a'],
    ],
    [
      ['id', 'AU-1'],
      ['kind', 'b'],
    ],
  ]);
  expect(openings(list, new Map())).toEqual([]);
});

test('combines each order with each filter, and says which filter has no value', () => {
  const others = new Map([['stock', [{ id: 'AU-1' }]]]);

  const filled = queriesOf(list, [{ tags: ['gift'] }], others);
  expect(filled).toMatchObject({ unfilled: [] });
  // Of each kind: as it opens, two orders, a tag, and the tag in both orders.
  expect(filled.queries).toHaveLength(2 * 6);
  expect(filled.queries).toContainEqual([
    ['id', 'AU-1'],
    ['kind', 'a'],
    ['sort', 'day'],
    ['filter[tag]', 'gift'],
  ]);
  expect(queriesOf(list, [], others)).toMatchObject({ unfilled: ['filter[tag]'], queries: { length: 2 * 6 } });
});
