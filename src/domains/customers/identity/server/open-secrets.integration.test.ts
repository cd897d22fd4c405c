import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { sharedSecret } from '#lib/server/shared-secret.repository.ts';
import type { TestDatabase } from '#tests/fixtures/cluster.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { openSecrets } from './open-secret.repository.ts';
import { replaceSecrets, signingKeys } from './signing-keys.ts';

const NEW = 'a new key of at least 32 characters';
const OLD = 'an old key of at least 32 characters';

let own: TestDatabase;
const opened: Database[] = [];
beforeEach(async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  own = await createTestDatabase();
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const database of opened.splice(0)) await database.close();
  await own.drop();
});

/** Starts the shop over the same database. Returns its output and the secrets that it uses. */
async function start(key?: string, previous: readonly string[] = []) {
  const database = openDatabase(own.connectionString, 2);
  opened.push(database);
  const lines: string[] = [];
  await openSecrets(database, { SECRETS_KEY: key, SECRETS_KEY_PREVIOUS: [...previous] }, (line) => lines.push(line));
  const keys = await signingKeys(database).current();
  return {
    database,
    said: lines.join('\n'),
    shared: await sharedSecret(database, 'referral codes'),
    cookies: keys.cookies,
    kids: keys.signing.map(({ kid }) => kid),
  };
}

/** Returns all stored secrets and keys as text. */
async function stored({ database }: { readonly database: Database }): Promise<string> {
  const shared = await database.queryMany({ text: 'select * from shared_secrets' });
  const keys = await database.queryMany({ text: 'select * from identity_keys' });
  return JSON.stringify([shared, keys]);
}

test('stores secrets unencrypted without a key, and reports nothing', async () => {
  const plain = await start();

  expect(plain.said).toBe('');
  expect(await stored(plain)).toContain(plain.shared);
});

test('encrypts the same secrets with a key', async () => {
  const plain = await start();
  const sealed = await start(NEW);

  expect(sealed).toMatchObject({ said: '', shared: plain.shared, cookies: plain.cookies, kids: plain.kids });
  const text = await stored(sealed);
  expect(text).not.toContain(plain.shared);
  expect(text).not.toContain(plain.cookies[0]);
  expect(text).not.toContain('"d":');
});

test('encrypts new secrets at once if there is a key', async () => {
  const sealed = await start(NEW);

  const text = await stored(sealed);

  expect(text).not.toContain(sealed.shared);
  expect(text).not.toContain('"d":');
});

test('rotates the key', async () => {
  const before = await start(OLD);
  const rotated = await start(NEW, [OLD]);
  const after = await start(NEW);

  for (const shop of [rotated, after])
    expect(shop).toMatchObject({ said: '', shared: before.shared, cookies: before.cookies, kids: before.kids });
});

test.each([
  { name: 'without its key', key: undefined },
  { name: 'with another key', key: 'another key of at least 32 characters' },
])('$name the shop starts, says what is lost, and has it again once the key is back', async ({ key }) => {
  const before = await start(NEW);
  const without = await start(key);

  expect(without.said).toMatch(/sessions: everybody signs in again/);
  expect(without.said).toMatch(/integration keys: /);
  expect(without.said).toMatch(/Orders, customers, carts, balances and gift cards are .*not affected/);
  expect(without.shared).not.toBe(before.shared);
  expect(without.kids).not.toEqual(before.kids);
  const again = await start(key);
  expect([again.shared, again.kids]).toEqual([without.shared, without.kids]);

  const back = await start(NEW, key === undefined ? [] : [key]);
  expect(back).toMatchObject({ said: '', shared: before.shared });
  expect(back.kids).toEqual(expect.arrayContaining([...before.kids, ...without.kids]));
});

test('replaces every secret, also those of a key that is not here, but not those that stay', async () => {
  await start(OLD);
  const before = await start(NEW);
  const kept = await sharedSecret(before.database, 'unsubscribe links');

  const kid = await replaceSecrets(before.database, ['unsubscribe links']);

  const after = await start(NEW);
  expect(after.said).toBe('');
  expect(after.kids).toEqual([kid]);
  expect(after.cookies).toHaveLength(1);
  expect(after.cookies).not.toEqual(before.cookies);
  expect(after.shared).not.toBe(before.shared);
  expect(await sharedSecret(after.database, 'unsubscribe links')).toBe(kept);
});
