import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { generateMembers } from '#tests/fixtures/generate-members.ts';
import { CARD_STATES, DUE_RANGES, MEMBER_PROBLEMS, MEMBER_SORTS, type MemberSort } from '../model/member-list.ts';
import { exportMemberPage, listMemberPage } from './office-members.ts';

const MEMBERS = 1_500;
let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const own = await createTestDatabase();
  drop = own.drop;
  database = openDatabase(own.connectionString, 2);
  await generateMembers(database, MEMBERS);
});
afterAll(async () => {
  await database.close();
  await drop();
});

type Markets = readonly ('AU' | 'SG')[];
const list = async (input: Partial<Parameters<typeof listMemberPage>[2]> = {}, markets: Markets = ['AU', 'SG']) => {
  const page = await listMemberPage(database, { markets }, { sort: '-joined', limit: 200, ...input }, new Date());
  if (!page.ok) throw new Error(page.code);
  return page.value;
};

/** Reads all pages. */
async function everyPage(sort: MemberSort, q?: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ sort, limit: 370, ...(q === undefined ? {} : { q }), ...(cursor === undefined ? {} : { cursor }) });
    for (const { id } of page.rows) ids.push(id);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return ids;
}

describe('the list of members', () => {
  test.each(MEMBER_SORTS)('has every member once in its pages, sorted by %s', async (sort) => {
    const ids = await everyPage(sort);
    expect(ids).toHaveLength(MEMBERS);
    expect(new Set(ids).size).toBe(MEMBERS);
  });

  test.each(MEMBER_SORTS)('has the same pages for a search that finds everybody, sorted by %s', async (sort) => {
    expect(await everyPage(sort, 'example.com')).toEqual(await everyPage(sort));
  });

  test('shows who is charged next first, and those without a next case last in both directions', async () => {
    const days = async (sort: MemberSort) =>
      (await list({ sort, 'filter[status]': ['active', 'paused'] })).rows.map(({ nextOn }) => nextOn);
    const [first, last] = [await days('next'), await days('-next')];
    expect(first[0]).not.toBeNull();
    expect(last[0]).not.toBeNull();
    expect(first.toSorted((a, b) => (a ?? '9').localeCompare(b ?? '9'))).toEqual(first);
  });

  test.each(MEMBER_PROBLEMS)('filters by the problem that its rows show: %s', async (problem) => {
    const { rows, total } = await list({ 'filter[problem]': problem });
    expect(rows.every((row) => row.problem === problem)).toBe(true);
    const { rows: all } = await list({ limit: 200, sort: 'next' });
    const shown = all.filter((row) => row.problem === problem).map(({ id }) => id);
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(rows.length === total ? shown : []));
  });

  test('finds declined cards of members whom their card paused', async () => {
    const { rows } = await list({ 'filter[problem]': 'declined', 'filter[status]': ['paused'] });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ reason }) => reason === 'card')).toBe(true);
  });

  test.each(CARD_STATES)('filters by the state of the card: %s', async (state) => {
    const { rows } = await list({ 'filter[card]': state });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ card }) => card !== null && (card.state === state || card.state === 'expired'))).toBe(true);
  });

  test.each(DUE_RANGES)('filters by when the next case is due: %s', async (due) => {
    const [{ rows }, { rows: month }] = [
      await list({ 'filter[due]': due, sort: 'next' }),
      await list({ 'filter[due]': 'month', sort: 'next' }),
    ];
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThanOrEqual(month.length);
    expect(rows.every(({ status, nextOn }) => status === 'active' && nextOn !== null)).toBe(true);
  });

  test('searches words of name and address in any order, and takes % as a letter', async () => {
    const { rows } = await list({ q: 'abel BEA' });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ name }) => name === 'Bea Abel')).toBe(true);
    expect((await list({ q: 'member-77@' })).total).toBe(1);
    expect((await list({ q: '%' })).total).toBe(0);
  });

  test.each(MEMBER_SORTS)('pages through what a search finds, sorted by %s', async (sort) => {
    const { rows: all } = await list({ sort, q: 'be', limit: 200 });
    const first = await list({ sort, q: 'be', limit: 10 });
    const second = await list({ sort, q: 'be', limit: 10, cursor: first.nextCursor ?? '' });
    expect(all.length).toBeGreaterThan(20);
    expect(all.every(({ name }) => /\bbe/i.test(name))).toBe(true);
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(all.slice(0, 20).map(({ id }) => id));
    expect(first.total).toBe(second.total);
    // More than are found before they are sorted.
    const { rows: many, total } = await list({ sort, q: 'example.com', limit: 10 });
    expect([many.length, total]).toEqual([10, { atLeast: 1_000 }]);
  });

  test('has only members of the markets of the person, whatever they filter by', async () => {
    expect(await list({ 'filter[market]': ['AU'] }, ['SG'])).toMatchObject({ rows: [], total: 0 });
    expect((await list({}, ['SG'])).rows.every(({ market }) => market === 'SG')).toBe(true);
  });

  test('exports what it shows, a thousand lines at a time', async () => {
    const staff = { markets: ['AU', 'SG'] as const };
    const first = await exportMemberPage(database, staff, { sort: 'name' }, new Date());
    if (!first.ok || first.value.nextCursor === null) throw new Error('there is no second page');
    const second = await exportMemberPage(database, staff, { sort: 'name', cursor: first.value.nextCursor }, new Date());
    if (!second.ok) throw new Error(second.code);
    expect([first.value.rows, second.value.rows]).toEqual([1_000, 500]);
    expect(first.value.csv).toMatch(/^name,email,market/);
    expect(second.value.csv).not.toContain('name,email');
  });

  test('refuses a cursor of another list', async () => {
    const cursor = Buffer.from('{"key":1}').toString('base64url');
    expect(await listMemberPage(database, { markets: ['AU'] }, { sort: 'next', limit: 5, cursor }, new Date())).toMatchObject({
      code: 'cursor_invalid',
    });
  });
});
