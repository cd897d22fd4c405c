/**
 * Exports and imports records of every kind: an export contains a record as it was imported, an export of changes contains only
 * changed records, and an import can be undone. Records are those of the sample shop with random changes that their schemas allow. A
 * new kind is covered without a change here if the sample or `BESIDE` has a record of it.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compactRecordChanges } from '#domains/catalogue/server/import/import-log.repository.ts';
import { membersToRecalculate } from '#domains/customers/loyalty/server/loyalty.repository.ts';
import { recalculateTier } from '#domains/customers/loyalty/server/recalculate-tier.ts';
import { defaultProgramme } from '#domains/settings/model/groups/loyalty.ts';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { exportRecords, importFiles, undoImport } from '#server/imports.ts';
import { RECORD_KINDS } from '#server/record-types.ts';
import { loadSampleIfEmpty } from '#server/sample-shop.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { runs, stressSeed } from '#tests/stress/run-count.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Line = { [name: string]: Json } & { record: string };

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** All record kinds except `removed`, which only exports of changes contain. */
const KINDS = Object.keys(RECORD_KINDS).filter((kind) => kind !== 'removed');
const AT = '2026-05-01T02:03:04.567+00:00';
const PLACEHOLDER = 'data:image/webp;base64,AAAA';
/** Records of kinds that the sample does not contain. */
const BESIDE: readonly Line[] = [
  {
    record: 'loyalty',
    market: 'AU',
    windowMonths: 12,
    couponDays: 30,
    tiers: defaultProgramme('AU').tiers.map(({ birthday, anniversary, ...tier }) => ({ ...tier, couponValues: { birthday, anniversary } })),
  },
  { record: 'setting', group: 'support', scope: 'AU', value: { phone: '1800 000 555', email: '', hours: '' }, scheduled: [] },
  { record: 'redirect', from: '/old', to: '/new', isPermanent: true, markets: ['AU', 'SG'] },
  { record: 'picture', id: 'abcdefghij0123456789', width: 640, height: 960, placeholder: PLACEHOLDER },
  { record: 'picture-file', id: 'abcdefghij0123456789', width: 640, format: 'webp', base64: 'AAEC/w==' },
  {
    record: 'credit',
    customerId: 1,
    market: 'AU',
    entries: [{ kind: 'given', amount: 25, source: 'a friend', note: 'Thank you', at: AT }],
  },
  {
    record: 'gift-card',
    id: '00000000-0000-4000-8000-0000000000aa',
    code: 'ABCDEFGHJKMNPQRS',
    market: 'AU',
    initial: 100,
    expiresAt: '2029-05-01T02:03:04+00:00',
    recipientEmail: 'ada@example.com',
    recipientName: 'Ada',
    senderName: 'Grace',
    message: 'Drink it',
    sendAt: AT,
    sentAt: AT,
    orderId: null,
    position: null,
    unit: null,
    entries: [{ kind: 'issued', amount: 100, source: 'issued by hand', note: '', at: AT }],
  },
];

/** Fields that are not changed: identifiers, derived values, and defaults, of which a customer can have only one. */
const FIXED =
  /^(record|from|market|markets|email|code|source|sku|path|slug|subject|customer|kind|format|base64|key|.*[iI]ds?|number|area|position|slot|password.*|gateway.*|last4|isDefault)$/;

const stores: { database: Database; drop: () => Promise<void> }[] = [];
let folder: string;
let lines: readonly Line[];
let whole: string;

async function emptyStore(): Promise<Database> {
  const { connectionString, drop } = await createTestDatabase();
  const database = openDatabase(connectionString, 4);
  stores.push({ database, drop });
  return database;
}

async function exported(database: Database, since: string | null = null): Promise<string> {
  const chunks: string[] = [];
  const out = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  await exportRecords(database, out, KINDS, since);
  return chunks.join('');
}
const linesIn = (text: string): Line[] => text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]));
const take = async (database: Database, records: readonly Line[]) => {
  const file = join(folder, `${Math.random()}.ndjson`);
  await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const summary = await importFiles(database, { files: [file], mapping: null, rejectsFile: null, allowsStaffGroup: true });
  expect(summary.progress.rejectsBy).toEqual({});
  return summary;
};

/** Returns the paths of the values of a record that may be changed. */
function leavesOf(value: Json, path: readonly string[] = []): string[][] {
  if (value === null || FIXED.test(path.at(-1) ?? '')) return [];
  if (typeof value !== 'object') return [[...path]];
  return Object.entries(value).flatMap(([name, inner]) =>
    leavesOf(inner, Array.isArray(value) ? [...path.slice(0, -1), `${path.at(-1)}`, name] : [...path, name]),
  );
}

function withLeaf(record: Line, path: readonly string[], next: (value: Json) => Json): Line {
  const copy = structuredClone(record);
  let at = copy as { [name: string]: Json };
  for (const name of path.slice(0, -1)) at = at[name] as { [name: string]: Json };
  const last = path.at(-1) ?? '';
  at[last] = next(at[last] ?? null);
  return copy;
}

/** Kinds whose numbers depend on each other, which a schema cannot express. */
const SUMS = new Set(['order', 'membership']);

const change = (value: Json, { description, number }: Change): Json =>
  typeof value === 'string' ? description : typeof value === 'number' ? number : typeof value === 'boolean' ? !value : value;

interface Change {
  readonly at: number;
  readonly description: string;
  readonly number: number;
}
const aChange: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(),
  description: fc.oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.string({ unit: 'binary', maxLength: 8 })),
  number: fc.oneof(fc.integer({ min: 0, max: 50 }), fc.constantFrom(1.5, 19.9)),
});

/** Returns the record with one value changed, or the unchanged record if its schema rejects or normalizes the value. */
function changed(record: Line, valueChange: Change): Line {
  const leaves = leavesOf(record);
  const path = leaves[valueChange.at % Math.max(1, leaves.length)];
  if (path === undefined) return record;
  const other = withLeaf(record, path, (value) =>
    typeof value === 'number' && SUMS.has(record.record) ? value : change(value, valueChange),
  );
  const read = RECORD_KINDS[record.record]?.schema.safeParse(other);
  // A schema may normalize a value. Only values that it leaves unchanged can be compared after a round trip.
  return read?.success && JSON.stringify(sorted(read.data as Json)) === JSON.stringify(sorted(other)) ? other : record;
}
const sorted = (value: Json): Json =>
  Array.isArray(value)
    ? value.map(sorted)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, inner]) => [name, sorted(inner)]),
        )
      : value;

/** Returns the differences between two values with their paths. */
function differences(a: Json, b: Json, path: readonly string[]): string[] {
  if (a !== null && b !== null && typeof a === 'object' && typeof b === 'object')
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((name) =>
      differences((a as { [name: string]: Json })[name] ?? null, (b as { [name: string]: Json })[name] ?? null, [...path, name]),
    );
  return a === b ? [] : [`${path.join('.')}: ${JSON.stringify(a)} came back as ${JSON.stringify(b)}`];
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cellardoor-round-'));
  const store = await emptyStore();
  await loadSampleIfEmpty(store, ROOT, () => {});
  for (const member of await membersToRecalculate(store, 24 * 365 * 50)) await recalculateTier(store, member, async () => {});
  await take(store, BESIDE);
  whole = await exported(store);
  lines = linesIn(whole);
});
afterAll(async () => {
  for (const { database, drop } of stores) {
    await database.close();
    await drop();
  }
  await rm(folder, { recursive: true, force: true });
});

test('has a test record of every kind', () => {
  const found = new Set(lines.map(({ record }) => record));
  expect(KINDS.filter((kind) => !found.has(kind))).toEqual([]);
});

test.each([
  ['order', ['events', '0', 'data', 'carrier']],
  ['order', ['lines', '0', 'giftDetails']],
  ['membership', ['events', '0', 'data', 'reason']],
  ['customer', ['givenName']],
])('rejects a NUL in a record of kind %s at %j with its path', (name, path) => {
  const record = lines.find((line) => line.record === name) as Line;
  const filled = structuredClone(record) as { [name: string]: Json };
  let at = filled;
  for (const step of path.slice(0, -1)) at = at[step] as { [name: string]: Json };
  at[path.at(-1) as string] = 'Toll\0';

  const result = RECORD_KINDS[name]?.schema.safeParse(filled);

  expect(result?.error?.issues.map((issue) => issue.path.map(String))).toContainEqual(path);
});

test('restores any records without loss', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aChange, { minLength: 40, maxLength: 40 }), async (changes) => {
      const changedLines = lines.map((record, at) =>
        changed(record, { ...(changes[at % changes.length] as Change), at: at * 7 + (changes[at % 40]?.at ?? 0) }),
      );
      const store = await emptyStore();
      await take(store, changedLines);
      const back = linesIn(await exported(store));
      const lost = changedLines.flatMap((record, at) => differences(record, back[at] ?? null, [record.record]));
      expect(lost.slice(0, 10)).toEqual([]);
      expect(back).toHaveLength(changedLines.length);
    }),
    { numRuns: runs(1), endOnFailure: true, seed: stressSeed },
  );
});

/** A statement per kind that changes one of its records. */
const TOUCH: Readonly<Record<string, string>> = {
  setting:
    "insert into setting_versions (group_id, scope, revision, effective_from, author) select group_id, scope, max(revision) + 1, now(), 'test' from setting_versions where group_id <> 'loyalty' group by group_id, scope",
  offer:
    'update offers set record = record || \'{"quote": "New"}\', updated_at = now() where offer_id = (select min(offer_id) from offers)',
  stock:
    'update stock_levels set level = level + 1 where (product_id, market) = (select product_id, market from stock_levels order by 1, 2 limit 1)',
  picture: 'update pictures set imported_at = now()',
  'picture-file': 'select 1',
  promotion: 'update promotions set updated_at = now() where id = (select min(id) from promotions)',
  'delivery-estimate':
    'update delivery_estimates set days = days + 1 where (market, area) = (select market, area from delivery_estimates order by 1, 2 limit 1)',
  page: 'update pages set updated_at = now() where id = (select min(id) from pages)',
  redirect: 'update redirects set updated_at = now() where from_path = (select min(from_path) from redirects)',
  club: 'update clubs set updated_at = now() where id = (select min(id) from clubs)',
  customer: "update customer_addresses set suburb = 'Elsewhere' where id = (select min(id) from customer_addresses)",
  loyalty:
    "insert into setting_versions (group_id, scope, revision, value, effective_from, author) select distinct on (scope) group_id, scope, revision + 1, value, now(), 'test' from setting_versions where group_id = 'loyalty' order by scope, revision desc",
  order:
    "insert into order_events (order_id, event, at) select id, 'noted', now() from orders where number is not null order by number limit 1",
  'loyalty-ledger':
    "insert into loyalty_ledger (customer_id, market, kind, source, cents, tier, at) select customer_id, market, 'grant', 'test', 0, 'GOLD', now() from loyalty_ledger limit 1",
  membership: 'update club_memberships set anchor_on = anchor_on + 1 where id = (select id from club_memberships limit 1)',
  credit:
    "insert into ledger_entries (account, kind, cents, source, note) select id, 'given', 100, 'test credit', '' from ledger_accounts where id like 'credit:%' limit 1",
  'gift-card': "update gift_cards set recipient_name = 'Bea'",
  favourite: 'update favourites set created_at = now() where id = (select id from favourites where customer_id is not null limit 1)',
};

describe('an export of changes', () => {
  test('contains records of every kind, and nothing else', async () => {
    const [{ database }] = stores as [(typeof stores)[number]];
    const { moment } = (await database.queryOne<{ moment: string }>({ text: "select to_json(clock_timestamp())#>>'{}' as moment" })) ?? {
      moment: '',
    };
    expect(await exported(database, moment)).toBe('');
    expect(Object.keys(TOUCH).sort()).toEqual([...KINDS].sort());
    for (const kind of KINDS) {
      const { now } = (await database.queryOne<{ now: string }>({ text: "select to_json(clock_timestamp())#>>'{}' as now" })) ?? {
        now: '',
      };
      await database.execute({ text: TOUCH[kind] ?? '' });
      const changed = linesIn(await exported(database, now)).filter(
        ({ record }) => record !== 'picture-file' && (kind !== 'picture-file' || record !== 'picture'),
      );
      expect([kind, changed.map(({ record }) => record)]).toEqual([kind, kind === 'picture-file' ? [] : [kind]]);
    }
    expect(linesIn(await exported(database, moment)).map(({ record }) => record)).toContain('picture-file');
    expect(await compactRecordChanges(database)).toBeGreaterThanOrEqual(0);
    expect(new Set(linesIn(await exported(database, moment)).map(({ record }) => record))).toEqual(new Set(KINDS));
  });
});

test('undoes an import that changes records of every kind', async () => {
  const store = await emptyStore();
  await take(store, lines);
  const before = await exported(store);
  const kinds = KINDS.filter((kind) => RECORD_KINDS[kind]?.undo !== null);
  expect(kinds).toEqual(expect.arrayContaining(['offer', 'page', 'delivery-estimate', 'loyalty', 'club', 'promotion', 'stock']));
  const other = lines
    .filter(({ record }) => kinds.includes(record))
    .map((record, at) =>
      [0, 1, 2, 3, 4, 5, 6, 7].reduce((line, more) => changed(line, { at: at + more, description: `Changed ${at}`, number: 7 }), record),
    );
  const { id } = await take(store, other);
  const now = linesIn(await exported(store));
  const then = linesIn(before);
  // All that can change of a redirect is true or false, and it is changed an even number of times.
  for (const kind of kinds.filter((one) => one !== 'redirect'))
    expect([kind, now.some((record, at) => record.record === kind && JSON.stringify(record) !== JSON.stringify(then[at]))]).toEqual([
      kind,
      true,
    ]);
  const undone = await undoImport(store, id ?? 0);
  expect(undone.unchanged).toEqual({});
  expect(await exported(store)).toBe(before);
});

test('rejects records that are valid alone but not together, with the reason, and writes nothing', async () => {
  const store = await emptyStore();
  const refunded = lines.find(({ record, refunds }) => record === 'order' && Array.isArray(refunds) && refunds.length > 0);
  const text = JSON.stringify(refunded);
  const [restocked] = leavesOf(JSON.parse(text).refunds as Json, ['refunds']).filter((path) => path.at(-1) === 'restocked');
  expect(restocked).toBeDefined();
  const other = withLeaf(JSON.parse(text) as Line, restocked ?? [], () => 40);
  const offers = lines.filter(({ record }) => record === 'offer').slice(0, 2);
  await expect(take(store, [...offers, other])).rejects.toThrow(/conflict with each other.*Nothing was imported/);
  expect(await exported(store)).toBe('');
});
