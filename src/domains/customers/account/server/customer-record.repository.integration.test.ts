import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordConsents } from '#domains/customers/consent/server/consent.repository.ts';
import { customerByEmail } from '#domains/customers/identity/server/customer.repository.ts';
import { isServedLocality } from '#domains/selling/shipping/model/localities.ts';
import { loadLocalities } from '#domains/selling/shipping/server/locality-table.ts';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { isPassword } from '#lib/server/password-hash.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { type CustomerRecord, type CustomerRecordInput, customerRecord } from '../model/record.ts';
import { addressesOf } from './address.repository.ts';
import { CUSTOMER_EXPORT, writeCustomers } from './customer-record.repository.ts';
import { instrumentsOf } from './instrument.repository.ts';

let database: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  const own = await createTestDatabase();
  database = openDatabase(own.connectionString, 4);
  drop = own.drop;
});
afterAll(async () => {
  await database.close();
  await drop();
});

const record = (fields: Omit<CustomerRecordInput, 'record'>): CustomerRecord => customerRecord.parse({ record: 'customer', ...fields });
const write = (...records: CustomerRecord[]) => database.transaction((transaction) => writeCustomers(transaction, records));
const exported = async (): Promise<CustomerRecord[]> => {
  const rows = await database.queryMany<{ record: unknown }>({ text: CUSTOMER_EXPORT, values: ['', 1_000] });
  return rows.map((row) => customerRecord.parse(row.record));
};
const sample = async (): Promise<CustomerRecord[]> => {
  const text = await readFile(new URL('../../../../../data/sample/customers.ndjson', import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => customerRecord.parse(JSON.parse(line)));
};

describe('the sample accounts', () => {
  test('are imported once: the same file again changes nothing', async () => {
    const records = await sample();
    expect(await write(...records)).toEqual({ added: 4, changed: 0, unchanged: 0 });
    expect(await write(...records)).toEqual({ added: 0, changed: 0, unchanged: 4 });
  });

  const accounts = [
    { email: 'green@cellardoor.example', tier: 'GREEN', group: null, addresses: 1, cards: 1 },
    { email: 'gold@cellardoor.example', tier: 'GOLD', group: null, addresses: 2, cards: 2 },
    { email: 'black@cellardoor.example', tier: 'BLACK', group: null, addresses: 1, cards: 1 },
    { email: 'staff@cellardoor.example', tier: 'GREEN', group: 'STAFF', addresses: 1, cards: 1 },
  ];
  test.each(accounts)('$email', async ({ email, tier, group, addresses, cards }) => {
    const customer = await customerByEmail(database, email);
    if (!customer) throw new Error('there is no such account');
    expect(customer).toMatchObject({ group, emailVerified: true, markets: { AU: { tier }, SG: { tier } } });
    expect(await isPassword('grape-harvest-2026', customer.passwordHash)).toBe(true);
    const owner = { customerId: customer.id, market: 'AU' } as const;
    const saved = await addressesOf(database, owner);
    expect(saved.map(({ isDefault }) => isDefault)).toEqual(Array.from({ length: addresses }, (_, index) => index === 0));
    const table = loadLocalities().AU;
    expect(saved.filter((address) => !isServedLocality('AU', address, table))).toEqual([]);
    expect((await instrumentsOf(database, owner)).map(({ is_default }) => is_default)).toEqual(
      Array.from({ length: cards }, (_, index) => index === 0),
    );
  });
});

describe('records', () => {
  test('with two spellings of an email are one customer, and the later one counts', async () => {
    const one = record({ email: 'Twice@Example.com', givenName: 'One' });
    const two = record({ email: 'twice@example.com', givenName: 'Two', markets: { AU: { tier: 'SILVER' } } });
    expect(await write(one, two)).toEqual({ added: 1, changed: 0, unchanged: 0 });
    expect(await customerByEmail(database, 'TWICE@example.com')).toMatchObject({ givenName: 'Two', markets: { AU: { tier: 'SILVER' } } });
  });

  test('without a password leave it unchanged', async () => {
    await write(record({ email: 'keep@example.com', password: 'first of all' }));
    expect(await write(record({ email: 'keep@example.com', givenName: 'Kept' }))).toEqual({ added: 0, changed: 1, unchanged: 0 });
    const customer = await customerByEmail(database, 'keep@example.com');
    expect(await isPassword('first of all', customer?.passwordHash ?? null)).toBe(true);
  });

  test('use their id if it is free, and never take an assigned one [ID-37]', async () => {
    await write(record({ id: 20_000, email: 'high@example.com' }), record({ id: 20_000, email: 'late@example.com' }));
    const high = await customerByEmail(database, 'high@example.com');
    const late = await customerByEmail(database, 'late@example.com');
    expect(high?.id).toBe(20_000);
    expect(late?.id).not.toBe(20_000);
    await write(record({ email: 'next@example.com' }));
    expect((await customerByEmail(database, 'next@example.com'))?.id).toBeGreaterThan(20_000);
  });

  const invalid = [
    { name: 'a card number in place of a token', change: { gatewayToken: '4242424242424242' } },
    { name: 'an invalid month', change: { expiryMonth: 13 } },
  ];
  test.each(invalid)('with $name are rejected', ({ change }) => {
    const card = { market: 'AU', gatewayToken: 'card_success', brand: 'Visa', last4: '4242', expiryMonth: 1, expiryYear: 2030, ...change };
    expect(customerRecord.safeParse({ record: 'customer', email: 'x@example.com', instruments: [card] }).success).toBe(false);
  });

  test('give consent to marketing, but do not undo a later withdrawal', async () => {
    const overrides = (more: Partial<CustomerRecordInput>) =>
      record({ email: 'consent@example.com', userMetadata: { marketing_email: true }, ...more });
    await write(overrides({}));
    const id = (await customerByEmail(database, 'consent@example.com'))?.id ?? 0;
    const withdrawal = { channel: 'email', granted: false, wording: 'Email me', source: 'one_click' } as const;
    await database.transaction((transaction) => recordConsents(transaction, id, [withdrawal], 'AU'));

    await write(overrides({ givenName: 'Changed' }));
    expect((await customerByEmail(database, 'consent@example.com'))?.userMetadata).toMatchObject({ marketing_email: false });

    await write(overrides({ givenName: 'Again', userMetadata: {} }));
    expect((await customerByEmail(database, 'consent@example.com'))?.userMetadata).toMatchObject({ marketing_email: false });

    const at = new Date(Date.now() + 60_000).toISOString();
    await write(overrides({ consents: [{ channel: 'email', granted: true, wording: 'Yes, write to me', source: 'import', at }] }));
    expect((await customerByEmail(database, 'consent@example.com'))?.userMetadata).toMatchObject({ marketing_email: true });
  });

  test('round-trip: an export imported into an empty shop exports the same', async () => {
    await database.execute({
      text: "insert into customer_identities (provider, provider_subject, customer_id) select 'example', 'abc', id from customers where email_key = 'twice@example.com'",
    });
    const before = await exported();
    expect(before.length).toBeGreaterThan(5);
    const own = await createTestDatabase();
    const other = openDatabase(own.connectionString, 2);
    try {
      await other.transaction((transaction) => writeCustomers(transaction, before));
      const rows = await other.queryMany<{ record: unknown }>({ text: CUSTOMER_EXPORT, values: ['', 1_000] });
      expect(rows.map((row) => customerRecord.parse(row.record))).toEqual(before);
    } finally {
      await other.close();
      await own.drop();
    }
  });
});
