import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client, Result } from '#lib/client.ts';
import { createTestCustomer, tokenFor } from '#tests/fixtures/customer.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { favouriteContract } from '../contract.ts';
import { MAX_FAVOURITES } from '../messages.ts';

let shop: TestShop;
let favourites: Client<typeof favouriteContract>;

beforeAll(async () => {
  shop = await createTestShop();
  favourites = shop.call(favouriteContract);
  await shop.stock(
    { offerId: 'plenty', productId: 1 },
    { offerId: 'dear', productId: 2 },
    { offerId: 'gold-only', productId: 3, tiersEligible: ['GOLD'] },
    { offerId: 'secret', productId: 4, secret: true },
    { offerId: 'not-begun', productId: 8, startsAt: '2999-01-01T00:00:00Z' },
    { offerId: 'ended', productId: 5, endsAt: '2020-01-01T00:00:00Z' },
    { offerId: 'au-only', productId: 6, audience: 'AU', prices: { AU: { packPrice: 60 } } },
  );
});
afterAll(() => shop.stop());

const outcomeOf = (result: Result<unknown, string>) => (result.ok ? 'ok' : { status: result.status, code: result.code });
function yes<V>(result: Result<V, string>): V {
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result.value;
}
const save = (user_id: string, id: string, bearer?: string, idempotencyKey?: string) =>
  favourites.change(
    { user_id, id, sku_code: `SKU-${id}`, offer_name: '<b>', wine_name: 'x' },
    { ...(bearer ? { bearer } : {}), ...(idempotencyKey ? { idempotencyKey } : {}) },
  );
const listOf = async (user_id: string, bearer?: string) =>
  yes(await favourites.list({ user_id }, bearer ? { bearer } : {})).Items.map(({ offer_id }) => offer_id);

describe('a guest', () => {
  test('saves offers by the id of the browser with the names of the catalogue, and removes them by the returned id [FAV-1] [FAV-3] [FAV-4] [FAV-5]', async () => {
    const guest = randomUUID();
    const { data } = yes(await save(guest, 'plenty'));
    expect(data).toMatchObject({
      removed: false,
      favourite: { offer_id: 'plenty', wine_name: 'Wine plenty 2022', sku_code: 'SKU-plenty' },
    });
    yes(await save(guest, 'dear'));
    expect(yes(await favourites.list({ user_id: guest }))).toMatchObject({
      Items: [{ id: data.id, offer: { packPrice: 60 } }, { offer_id: 'dear' }],
      Count: 2,
      lastEvaluatedKey: null,
    });
    expect(yes(await favourites.change({ id: data.id })).data).toEqual({ id: data.id, removed: true, favourite: null });
    expect(await listOf(guest)).toEqual(['dear']);
    expect(outcomeOf(await favourites.change({ id: data.id }))).toEqual({ status: 404, code: 'favourite_not_found' });
  });

  test('saves the same offer once, under one id', async () => {
    const guest = randomUUID();
    const ids = await Promise.all([save(guest, 'plenty'), save(guest, 'plenty'), save(guest, 'plenty')]);
    expect(new Set(ids.map((each) => yes(each).data.id)).size).toBe(1);
    expect(await listOf(guest)).toEqual(['plenty']);
  });

  test('does not restore a removed favourite if a repeated request arrives late [API-18]', async () => {
    const guest = randomUUID();
    const key = randomUUID();
    const { id } = yes(await save(guest, 'plenty', undefined, key)).data;
    const removal = { idempotencyKey: randomUUID() };
    yes(await favourites.change({ id }, removal));
    expect(yes(await favourites.change({ id }, removal)).data.removed).toBe(true);
    expect(yes(await save(guest, 'plenty', undefined, key)).data.id).toBe(id);
    expect(await listOf(guest)).toEqual([]);
  });

  test.each(['gold-only', 'secret', 'not-begun', 'nothing-such'])(
    'cannot save an offer that is hidden from guests: %s',
    async (offerId) => {
      expect(outcomeOf(await save(randomUUID(), offerId))).toEqual({ status: 404, code: 'offer_not_found' });
    },
  );

  test('sees an ended offer in the list with its names, but cannot buy it', async () => {
    const guest = randomUUID();
    expect(yes(await save(guest, 'ended')).data.favourite?.offer).toBeNull();
    expect(yes(await favourites.list({ user_id: guest })).Items).toMatchObject([{ wine_name: 'Wine ended 2022', offer: null }]);
  });

  test('has a separate list in each market', async () => {
    const guest = randomUUID();
    yes(await save(guest, 'plenty'));
    const inSingapore = shop.call(favouriteContract, 'sg.localhost');
    expect(yes(await inSingapore.list({ user_id: guest })).Items).toEqual([]);
    expect(outcomeOf(await inSingapore.change({ user_id: guest, id: 'au-only', sku_code: 'x' }))).toMatchObject({
      code: 'offer_not_found',
    });
  });
});

describe('a customer', () => {
  test('needs their own token: 401 without one, 403 with another’s [FAV-6, API-12, API-13]', async () => {
    const [own, other] = [await createTestCustomer(shop, { tier: 'GOLD' }), await createTestCustomer(shop)];
    const { id } = yes(await save(own.subject, 'gold-only', own.bearer)).data;
    expect(await listOf(own.subject, own.bearer)).toEqual(['gold-only']);
    const missing = { status: 401, code: 'token_missing' };
    const foreign = { status: 403, code: 'not_yours' };
    expect(outcomeOf(await favourites.list({ user_id: own.subject }))).toEqual(missing);
    expect(outcomeOf(await favourites.list({ user_id: own.subject }, { bearer: other.bearer }))).toEqual(foreign);
    expect(outcomeOf(await favourites.list({ user_id: 'nobody|1' }))).toEqual(missing);
    expect(outcomeOf(await favourites.list({ user_id: 'nobody|1' }, { bearer: other.bearer }))).toEqual(foreign);
    expect(outcomeOf(await save(own.subject, 'plenty'))).toEqual(missing);
    expect(outcomeOf(await save(own.subject, 'plenty', other.bearer))).toEqual(foreign);
    expect(outcomeOf(await favourites.change({ id }))).toEqual(missing);
    expect(outcomeOf(await favourites.change({ id }, { bearer: other.bearer }))).toEqual(foreign);
    expect(outcomeOf(await favourites.list({ user_id: randomUUID() }, { bearer: 'rubbish' }))).toEqual({
      status: 401,
      code: 'token_invalid',
    });
    expect(yes(await favourites.change({ id }, { bearer: own.bearer })).data.removed).toBe(true);
  });

  test('no longer sees hidden offers after a tier change', async () => {
    const own = await createTestCustomer(shop, { tier: 'GOLD' });
    yes(await save(own.subject, 'gold-only', own.bearer));
    yes(await save(own.subject, 'plenty', own.bearer));
    await shop.database.execute({ text: "update customer_markets set tier = 'GREEN' where customer_id = $1", values: [own.id] });
    // The token cache may still have the former tier.
    expect(await listOf(own.subject, await tokenFor(shop, own))).toEqual(['plenty']);
  });

  test('takes over the guest’s favourites once [FAV-10]', async () => {
    const guest = randomUUID();
    const own = await createTestCustomer(shop);
    yes(await save(guest, 'dear'));
    yes(await save(guest, 'plenty'));
    yes(await save(own.subject, 'plenty', own.bearer));
    const merge = () => favourites.merge({ user_id: guest }, { bearer: own.bearer });
    const merged = await Promise.all([merge(), merge()]);
    expect(merged.map((each) => yes(each).data.merged).sort()).toEqual([0, 1]);
    expect(await listOf(own.subject, own.bearer)).toEqual(['plenty', 'dear']);
    expect(await listOf(guest)).toEqual([]);
    const other = await createTestCustomer(shop);
    expect(outcomeOf(await favourites.merge({ user_id: other.subject }, { bearer: own.bearer }))).toMatchObject({ status: 403 });
    expect(outcomeOf(await favourites.merge({ user_id: guest }))).toMatchObject({ status: 401 });
  });
});

test('continues pages after the last item, and limits the length of a list [FAV-2, API-63]', async () => {
  const guest = randomUUID();
  const fill = (market: string) =>
    shop.database.execute({
      text: `insert into favourites (id, guest_id, market, offer_id) select gen_random_uuid(), $1, $2, 'f' || n from generate_series(1, $3) n`,
      values: [guest, market, MAX_FAVOURITES],
    });
  await shop.stock(...Array.from({ length: 120 }, (_, index) => ({ offerId: `f${index + 1}`, productId: 100 + index })));
  await fill('AU');
  expect(outcomeOf(await save(guest, 'plenty'))).toEqual({ status: 422, code: 'too_many_favourites' });
  const first = yes(await favourites.list({ user_id: guest }));
  expect(first.Count).toBe(100);
  const second = yes(await favourites.list({ user_id: guest, lastEvaluatedKey: first.lastEvaluatedKey ?? '' }));
  expect([...first.Items, ...second.Items].map(({ offer_id }) => offer_id)).toEqual(Array.from({ length: 120 }, (_, n) => `f${n + 1}`));
  expect(second.lastEvaluatedKey).toBeNull();
});

test.each([
  ['no user_id', {}, 'list'],
  ['a key that is none', { user_id: randomUUID(), lastEvaluatedKey: 'x;y' }, 'list'],
  ['nothing', {}, 'change'],
  ['an id that is none of a favourite', { id: 'plenty' }, 'change'],
  ['sku_code without user_id', { id: 'plenty', sku_code: 'x' }, 'change'],
  ['a text that cannot be stored', { id: 'plenty', sku_code: 'x\u0000', user_id: randomUUID() }, 'change'],
] as const)('rejects input with 400: %s [API-64]', async (_, input, call) => {
  expect(outcomeOf(await favourites[call](input as never))).toMatchObject({ status: 400, code: 'invalid_input' });
});
