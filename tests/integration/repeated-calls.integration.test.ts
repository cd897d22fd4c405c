/**
 * Sends every mutation twice with one `Idempotency-Key`: the second gets the first response and changes nothing, and the key is rejected
 * with another input [API-15].
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageRecord } from '#domains/content/model/record.ts';
import { writePages } from '#domains/content/server/page.repository.ts';
import { accountContract } from '#domains/customers/account/contract.ts';
import { endpoints } from '#server/endpoints.ts';
import { ADDRESS } from '#tests/fixtures/buyers.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createClubs, testClub } from '#tests/fixtures/clubs.ts';
import { createTestCustomer, PASSWORD } from '#tests/fixtures/customer.ts';
import { type FakePushService, startPushService } from '#tests/fixtures/fake-push-service.ts';
import { httpTransport } from '#tests/fixtures/http.ts';
import { type RepeatedIn, repeatedCalls, type Sent } from '#tests/fixtures/repeated-calls.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
let service: FakePushService;
/** The environment of the cases, opened before the first one. */
const opened: RepeatedIn = {
  get shop() {
    return shop;
  },
  get service() {
    return service;
  },
};
const REPEATED = repeatedCalls(opened);

beforeAll(async () => {
  service = await startPushService();
  shop = await createTestShop({ PUSH_EXTRA_ORIGINS: service.origin });
  await shop.stock(
    { offerId: 'plenty', productId: 1, level: 5_000 },
    { offerId: 'dozen', productId: 2, level: 5_000 },
    { offerId: 'six', productId: 3, level: 5_000 },
  );
  await shop.promotions({ id: 1, name: 'Ten', code: 'TENOFF', actions: [{ kind: 'percentage', percent: 10 }] });
  await createClubs(shop, testClub());
  const page = { record: 'page', template: 'content', title: 'Notes' };
  const form = { type: 'form', formId: 'contact', fields: [{ name: 'message', label: 'Your message', kind: 'long', isRequired: true }] };
  const pages = [
    { ...page, id: 'notes', path: '/notes', paywall: { password: 'claret' } },
    { ...page, id: 'about', path: '/about', blocks: [form] },
  ];
  await shop.database.transaction((transaction) =>
    writePages(
      transaction,
      pages.map((page) => pageRecord.parse(page)),
    ),
  );
  await shop.running.services.content.refresh();
});
afterAll(async () => {
  await shop?.stop();
  await service?.stop();
});

/** Tables that change on their own, and those that store requests. */
const RESTLESS = ['idempotency_keys', 'sessions', 'mailbox', 'rate_limit_counters', 'webhook_dispatches'];

/** Returns a checksum of the database by table. */
async function contents(leaving: readonly string[]): Promise<Record<string, string>> {
  const tables = await shop.database.queryMany<{ name: string }>({
    text: `select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_type = 'BASE TABLE'
      and table_schema in ('public', 'sandbox_gateway') and table_name <> all($1)`,
    values: [[...RESTLESS, ...leaving]],
  });
  const text = tables
    .map(({ name }) => `select '${name}' as name, coalesce(md5(string_agg(t::text, '' order by t::text)), '') as hash from ${name} t`)
    .join(' union all ');
  const rows = await shop.database.queryMany<{ name: string; hash: string }>({ text });
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

/** Removes from a cart what only describes the last step. */
const withoutNews = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body ?? null), (name, value: unknown) => (name === 'notices' || name === 'changes' ? undefined : value));

describe('every mutation [API-15]', () => {
  test('is covered', () => {
    const changing = endpoints(shop.running.services)
      .filter(({ spec }) => spec.mutates)
      .map(({ spec }) => spec.path);
    const walked = [...REPEATED.map(({ spec }) => spec.path), accountContract.remove.path];
    expect(walked.toSorted()).toEqual(changing.toSorted());
  });

  test.each(REPEATED.map((repeated) => [repeated.spec.path, repeated] as const))(
    'is done once and its response repeated: %s',
    async (_, { spec, arrange, rerun }) => {
      const { input, bearer, other } = await arrange();
      const transport = httpTransport(shop.running.port, 'localhost');
      const idempotencyKey = randomUUID();
      const send = (body: Sent['input']) => transport(spec, body, { idempotencyKey, ...(bearer !== undefined && { bearer }) });

      const first = await send(input);
      expect(first).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) });
      const again = await send(input);

      expect(again.status).toBe(first.status);
      if (!rerun?.answersAnew) expect(withoutNews(again.body)).toEqual(withoutNews(first.body));
      // Jobs of the shop may write between two looks; what a repeat writes, it writes each time.
      for (let attempt = 0; ; attempt += 1) {
        const before = await contents(rerun?.tables ?? []);
        await send(input);
        const after = await contents(rerun?.tables ?? []);
        if (attempt === 4 || JSON.stringify(after) === JSON.stringify(before)) {
          expect(after).toEqual(before);
          break;
        }
      }
      if (other) expect(await send(other)).toMatchObject({ status: 400, body: { code: 'idempotency_key_reused' } });
    },
  );

  test('is done once if two requests arrive at the same time [API-18]', async () => {
    const { bearer, id: customerID } = await createTestCustomer(shop, { withPassword: true });
    const account = shop.call(accountContract);
    const once = { bearer, idempotencyKey: randomUUID() };

    await Promise.all([1, 2, 3, 4].map(() => account.saveAddress(ADDRESS, once)));
    const passwords = { currentPassword: PASSWORD, newPassword: 'a longer cellar key' };
    const changed = await Promise.all([1, 2, 3].map(() => account.changePassword(passwords, once)));

    expect(yes(await account.addresses({ customerID }, { bearer })).data).toHaveLength(1);
    expect(changed.map(({ ok }) => ok)).toEqual([true, true, true]);
  });

  test('can be repeated with its key after an error', async () => {
    const { bearer } = await createTestCustomer(shop, { withPassword: true });
    const once = { bearer, idempotencyKey: randomUUID() };
    const account = shop.call(accountContract);
    expect(await account.changePassword({ currentPassword: 'wrong', newPassword: 'a longer cellar key' }, once)).toMatchObject({
      code: 'wrong_password',
    });
    yes(await account.changePassword({ currentPassword: PASSWORD, newPassword: 'a longer cellar key' }, once));
  });

  test('is a new action for another customer or another site [API-16]', async () => {
    const account = shop.call(accountContract);
    const idempotencyKey = randomUUID();
    for (const { bearer, id: customerID } of [
      await createTestCustomer(shop, { withPassword: true }),
      await createTestCustomer(shop, { withPassword: true }),
    ]) {
      yes(await account.saveAddress(ADDRESS, { bearer, idempotencyKey }));
      expect(yes(await account.addresses({ customerID }, { bearer })).data).toHaveLength(1);
    }
  });

  test('is done by a repeat if its process was lost [API-18]', async () => {
    const { bearer, id } = await createTestCustomer(shop, { withPassword: true });
    const account = shop.call(accountContract);
    const once = { bearer, idempotencyKey: randomUUID() };
    yes(await account.endSessions({}, once));
    await shop.database.execute({
      text: "update idempotency_keys set response = null, created_at = now() - interval '11 seconds' where scope = $1",
      values: [`${accountContract.endSessions.path} customer ${id}`],
    });
    expect(yes(await account.endSessions({}, once)).data.ended).toBe(0);
  });

  test('stores no password, and nothing of a deleted account', async () => {
    const { bearer, id } = await createTestCustomer(shop, { withPassword: true });
    const account = shop.call(accountContract);
    const once = { bearer, idempotencyKey: randomUUID() };
    yes(await account.changePassword({ currentPassword: PASSWORD, newPassword: 'a longer cellar key' }, once));
    const rows = () =>
      shop.database.queryMany<{ key: string }>({
        text: "select key from idempotency_keys where scope like '% customer ' || $1",
        values: [id],
      });
    // The key makes the digest of what was sent, so it is not stored itself.
    expect((await rows()).map(({ key }) => key)).not.toContain(once.idempotencyKey);

    yes(await account.remove({ confirm: true, password: 'a longer cellar key' }, { bearer, idempotencyKey: randomUUID() }));

    expect(await rows()).toEqual([]);
  });
});
