import { afterAll, beforeAll, expect, test } from 'vitest';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { checkoutContract } from '#domains/selling/checkout/contract.ts';
import { giftDetails } from '#domains/selling/gift-cards/model/gift-details.ts';
import {
  expireGiftCards,
  findGiftCard,
  giftCardAccount,
  issueGiftCard,
  returnToGiftCard,
} from '#domains/selling/gift-cards/server/gift-card.repository.ts';
import { grantCredit } from '#domains/selling/store-credit/server/credit.repository.ts';
import type { Client } from '#lib/client.ts';
import { balanceOf } from '#lib/server/ledger.repository.ts';
import type { Market } from '#markets/market.ts';
import { DATE_OF_BIRTH, DETAILS } from '#tests/fixtures/buyers.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { creditContract } from '../credit-contract.ts';

let shop: TestShop;
let calls: Client<typeof creditContract>;
beforeAll(async () => {
  shop = await createTestShop();
  calls = shop.call(creditContract);
  await shop.stock({ offerId: 'plenty', productId: 1, level: 500 });
});
afterAll(() => shop.stop());

const issue = (cents: number, market: Market = 'AU') =>
  shop.database.transaction(
    async (transaction) =>
      (await issueGiftCard(transaction, { market, cents, bought: null, details: giftDetails.parse({}), sendAt: null })) ?? '',
  );

test('adds a gift card once under concurrent requests, and again after money is returned to it [ACC-14]', async () => {
  const [one, other] = [await createTestCustomer(shop), await createTestCustomer(shop)];
  const code = await issue(5_000);
  const results = await Promise.all(
    [one, other, one, other, one].map(({ bearer }) => calls.moveGiftCard({ code: code.toLowerCase() }, { bearer })),
  );
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(results.filter((result) => !result.ok && result.code === 'gift_card_empty')).toHaveLength(4);
  const views = await Promise.all([one, other].map(async ({ bearer }) => yes(await calls.credit({}, { bearer })).data));
  expect(views.map(({ balance }) => balance).sort()).toEqual([0, 50]);
  const winner = views[0]?.balance === 50 ? one : other;
  const card = await findGiftCard(shop.database, code, 'AU');
  await shop.database.transaction((transaction) =>
    returnToGiftCard(transaction, card?.id ?? '', { cents: 700, source: 'refund:test', note: 'Refund' }),
  );
  const again = yes(await calls.moveGiftCard({ code }, { bearer: winner.bearer }));
  expect(again).toMatchObject({ moved: 7, data: { balance: 57 } });
  expect(again.data.entries.map(({ what, amount }) => [what, amount])).toEqual([
    [`Gift card ending in ${code.slice(-4)}`, 7],
    [`Gift card ending in ${code.slice(-4)}`, 50],
  ]);
});

test('repeats a lost response for the same key and moves no money', async () => {
  const { bearer } = await createTestCustomer(shop);
  const code = await issue(2_000);
  const once = { bearer, idempotencyKey: 'lost answer' };
  const first = yes(await calls.moveGiftCard({ code }, once));
  expect(yes(await calls.moveGiftCard({ code }, once))).toEqual(first);
});

test.each([
  { name: 'what is no code', code: async () => 'nothing', refusal: 'gift_card_unknown' },
  { name: 'a card of the other market', code: () => issue(1_000, 'SG'), refusal: 'gift_card_unknown' },
  {
    name: 'one whose time is over',
    code: async () => {
      const code = await issue(1_000);
      await shop.database.execute({ text: "update gift_cards set expires_at = now() - interval '1 day' where code = $1", values: [code] });
      return code;
    },
    refusal: 'gift_card_expired',
  },
])('$name is refused', async ({ code, refusal }) => {
  const { bearer } = await createTestCustomer(shop);
  expect(await calls.moveGiftCard({ code: await code() }, { bearer })).toMatchObject({ ok: false, code: refusal });
});

test('lists what was spent on which order, and requires a token [ACC-14]', async () => {
  const { id, email, bearer } = await createTestCustomer(shop);
  await shop.database.transaction((transaction) =>
    grantCredit(transaction, { customerId: id, market: 'AU' }, { cents: 20_000, source: `test ${id}`, note: 'A broken bottle' }),
  );
  const checkout = shop.call(checkoutContract);
  const { data: cart } = yes(await shop.call(cartContract).create({ offer: {}, productId: 1, customerId: id }, { bearer }));
  const { checkoutUrl } = yes(await checkout.redirectUrl({ cartId: cart.id }, { bearer })).data;
  const token = checkoutUrl.split('/').at(-1) ?? '';
  yes(await checkout.spendCredit({ token, use: true }, { bearer }));
  yes(
    await checkout.placeOrder(
      { token, details: { ...DETAILS, email }, dateOfBirth: DATE_OF_BIRTH, expectedTotal: cart.cartTotal },
      { bearer },
    ),
  );
  const { data } = yes(await calls.credit({}, { bearer }));
  expect(data.entries.map(({ what }) => what)).toEqual([expect.stringMatching(/^Order #\d+$/), 'A broken bottle']);
  expect(data.balance).toBe(200 + (data.entries[0]?.amount ?? 0));
  expect(await calls.credit({})).toMatchObject({ ok: false, code: 'token_missing' });
});

test('a refund to an expired card that is written off at the same time stays on the card', async () => {
  const id = (await findGiftCard(shop.database, await issue(500), 'AU'))?.id ?? '';
  await shop.database.execute({ text: "update gift_cards set expires_at = now() - interval '1 day' where id = $1", values: [id] });

  const writingOff = await shop.database.transaction(async (transaction) => {
    await returnToGiftCard(transaction, id, { cents: 3_000, source: 'refund:of-a-test', note: '' });
    const expiring = expireGiftCards(shop.database);
    const waiting = { text: "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'" };
    await expect.poll(() => shop.database.queryMany(waiting)).toHaveLength(1);
    return { expiring };
  });

  await writingOff.expiring;
  expect(await balanceOf(shop.database, giftCardAccount(id))).toMatchObject({ cents: 3_500 });
});
