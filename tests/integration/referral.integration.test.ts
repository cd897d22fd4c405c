import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { referralContract } from '#domains/customers/referrals/contract.ts';
import { processReferrals } from '#domains/customers/referrals/server/process-referrals.ts';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { type CheckoutDetails, checkoutContract } from '#domains/selling/checkout/contract.ts';
import { gatewayContract } from '#domains/selling/payments/sandbox/contract.ts';
import { saveSetting } from '#domains/settings/server/save-setting.ts';
import type { Client, Result } from '#lib/client.ts';
import { DEFAULT_SITES } from '#markets/sites.ts';
import { DATE_OF_BIRTH, DETAILS } from '#tests/fixtures/buyers.ts';
import { orderAt, yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestCustomer, type TestCustomer } from '#tests/fixtures/customer.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
let referral: Client<typeof referralContract>;
const HOURS = 24;

beforeAll(async () => {
  shop = await createTestShop();
  referral = shop.call(referralContract);
  await shop.stock({ offerId: 'plenty', productId: 1, level: 500 });
});
afterAll(() => shop.stop());

const outcomeOf = (result: Result<unknown, string>) =>
  result.ok ? 'ok' : { status: result.status, code: result.code, title: result.title };
const codeOf = async ({ id, bearer }: TestCustomer, host = 'localhost') =>
  yes(await shop.call(referralContract, host).check({ bigcommerceId: id, hubspotId: '1' }, { bearer })).code;
const mineOf = async ({ bearer }: TestCustomer) => yes(await referral.mine({}, { bearer })).data;
const credited: number[] = [];
const runReferrals = () => processReferrals(shop.database, HOURS, async (_, { referrerId }) => void credited.push(referrerId));

let cards = 2030;
/** Another card each time: the sandbox tells cards apart by their expiry too. */
const anotherCard = (): number => {
  cards += 1;
  return cards;
};

/** A guest orders with a code. Gives the order's id, or why the code was refused. */
async function friendOrders(couponCode: string, details: Partial<CheckoutDetails>, expiryYear = anotherCard()): Promise<string> {
  const carts = shop.call(cartContract);
  const checkout = shop.call(checkoutContract);
  const entered = { ...DETAILS, ...details };
  const { id: cartId } = yes(await carts.create({ offer: {}, productId: 1 })).data;
  yes(await carts.updateGuestEmail({ cartId, email: entered.email }));
  const result = await carts.addCoupon({ cartId, couponCode });
  if (!result.ok) return result.code;
  const { checkoutUrl } = yes(await checkout.redirectUrl({ cartId, email: entered.email })).data;
  const token = checkoutUrl.split('/').at(-1) ?? '';
  const placed = await checkout.placeOrder({
    token,
    details: entered,
    dateOfBirth: DATE_OF_BIRTH,
    expectedTotal: result.value.data.cartTotal,
  });
  const { nextUrl } = yes(placed).data;
  yes(await shop.call(gatewayContract).pay({ id: nextUrl.split('/').at(-1) ?? '', cardToken: 'card_success', expiryMonth: 9, expiryYear }));
  return (await orderAt(shop, yes(await checkout.settle({ token })).data.nextUrl)).id;
}

let positions = 0;
/** Another door each time. */
const elsewhere = (): Partial<CheckoutDetails> => {
  positions += 1;
  return { address: `${positions} Alma Terrace` };
};

describe('a referral code', () => {
  test('is created once, differs by market, and needs its customer’s token [API-41, REF-1, REF-2]', async () => {
    const [ann, bob] = [await createTestCustomer(shop), await createTestCustomer(shop)];
    const codes = await Promise.all([codeOf(ann), codeOf(ann), codeOf(ann)]);
    expect(new Set(codes).size).toBe(1);
    expect(codes[0]).toMatch(/^FRIEND-[A-Z2-9]{8}$/);
    expect(await codeOf(ann, 'sg.localhost')).not.toBe(codes[0]);
    const check = (bearer?: string) => referral.check({ bigcommerceId: ann.id }, bearer ? { bearer } : {});
    expect(outcomeOf(await check())).toMatchObject({ status: 401, code: 'token_missing' });
    expect(outcomeOf(await check(bob.bearer))).toMatchObject({ status: 403, code: 'not_yours' });
    const records = await shop.database.queryMany({
      text: `select record->'actions'->0->>'amount' as amount from promotions where record->>'name' = $1 order by 1`,
      values: [`Referral_code_${ann.id}`],
    });
    expect(records).toEqual([{ amount: '25' }, { amount: '35' }]);
  });

  test('keeps what it promised when the credit is lowered, and follows when it is raised, for friend and referrer', async () => {
    const [ann, bob, friend] = [
      await createTestCustomer(shop),
      await createTestCustomer(shop),
      `friend-${crypto.randomUUID()}@example.com`,
    ];
    const code = await codeOf(ann);
    const save = async (credit: number, minimumOrder: number): Promise<void> => {
      const { settings } = shop.running.services;
      const basedOn = settings.versions('referrals', 'AU')[0]?.revision ?? 0;
      const request = { group: 'referrals', scope: 'AU', value: { credit, minimumOrder }, effectiveFrom: null, basedOn, author: 'Kim' };
      expect(
        await saveSetting({ database: shop.database, sites: DEFAULT_SITES, start: shop.running.services.settings.start }, request),
      ).toMatchObject({ revision: basedOn + 1 });
      await expect.poll(() => settings.versions('referrals', 'AU')[0]?.revision).toBe(basedOn + 1);
    };

    await save(15, 500);
    const lowered = [(await mineOf(ann)).amount, (await mineOf(bob)).amount];
    const refused = await friendOrders(await codeOf(bob), { email: friend, ...elsewhere() });
    await save(40, 0);
    const raised = [(await mineOf(ann)).amount, (await mineOf(bob)).amount, await codeOf(ann)];
    const before = (await shop.get('/')).text;
    const orderId = await friendOrders(code, { email: friend, ...elsewhere() });
    await runReferrals();
    await save(25, 0);

    expect(lowered).toEqual([25, 15]);
    expect(refused).toBe('coupon_minimum');
    expect(raised).toEqual([40, 40, code]);
    expect(await shop.database.queryMany({ text: 'select cents, state from referrals where order_id = $1', values: [orderId] })).toEqual([
      { cents: 4000, state: 'credited' },
    ]);
    expect(before).toContain('Give $40, get $40');
    expect((await shop.get('/')).text).toContain('Give $25, get $25');
  });

  test('is not valid for its own customer [PROMO-21]', async () => {
    const ann = await createTestCustomer(shop);
    const carts = shop.call(cartContract);
    const cart = yes(await carts.create({ offer: {}, productId: 1, customerId: ann.id }, { bearer: ann.bearer })).data;
    expect(outcomeOf(await carts.addCoupon({ cartId: cart.id, couponCode: await codeOf(ann) }, { bearer: ann.bearer }))).toMatchObject({
      title: 'You cannot refer yourself.',
    });
  });
});

describe('a friend', () => {
  test('takes the credit off the first order, credits the referrer once, and loses it in proportion to refunds [REF-2, REF-3, REF-6]', async () => {
    const ann = await createTestCustomer(shop);
    const code = await codeOf(ann);
    const orderId = await friendOrders(code, { email: 'friend@example.com', ...elsewhere() });
    await Promise.all([runReferrals(), runReferrals()]);
    expect(await mineOf(ann)).toMatchObject({ code, amount: 25, balance: 25, friends: [{ state: 'credited', amount: 25 }] });
    expect(credited.filter((id) => id === ann.id)).toHaveLength(1);
    // The second order has no friend's price any more.
    expect(await friendOrders(code, { email: 'friend@example.com', ...elsewhere() })).toBe('coupon_not_eligible');

    const partly = {
      text: `insert into order_refunds (order_id, key, amount_cents, gateway_cents, actor, state) values ($1, $2, $3, 0, 'test', 'done')`,
    };
    const { total_cents } = (await shop.database.queryOne<{ total_cents: number }>({
      text: 'select total_cents from orders where id = $1',
      values: [orderId],
    })) ?? {
      total_cents: 0,
    };
    const part = Math.ceil(total_cents / 5);
    await shop.database.execute({ ...partly, values: [orderId, 'part', part] });
    await Promise.all([runReferrals(), runReferrals()]);
    expect(await mineOf(ann)).toMatchObject({ balance: 20, friends: [{ state: 'credited', amount: 20 }] });
    await shop.database.execute({ ...partly, values: [orderId, 'rest', total_cents - part] });
    await Promise.all([runReferrals(), runReferrals()]);
    expect(await mineOf(ann)).toMatchObject({ balance: 0, friends: [{ state: 'reversed' }] });
  });

  test.each<[string, (ann: TestCustomer) => Promise<Partial<CheckoutDetails>>, string]>([
    [
      'the referrer by another spelling of the mailbox',
      async ({ email }) => ({ email: email.replace('@', '+2@'), ...elsewhere() }),
      'yourself',
    ],
    [
      'somebody at the referrer’s door',
      async (ann) => {
        await shop.database.execute({
          text: `insert into customer_addresses (customer_id, market, first_name, last_name, phone, address, suburb, state, postcode)
            values ($1, 'AU', 'A', 'B', '', '77 Queens Pde', 'CLIFTON HILL', 'VIC', '3068')`,
          values: [ann.id],
        });
        return { email: 'door@example.com', address: '77 Queens PDE' };
      },
      'held',
    ],
  ])('does not count: %s [REF-3]', async (_, detailsOf, state) => {
    const ann = await createTestCustomer(shop);
    const orderId = await friendOrders(await codeOf(ann), await detailsOf(ann));
    await runReferrals();
    const row = await shop.database.queryOne({ text: 'select state from referrals where order_id = $1', values: [orderId] });
    expect(row).toEqual({ state });
    expect((await mineOf(ann)).friends[0]).toMatchObject({ state: state === 'held' ? 'held' : 'refused' });
  });

  test.each(['a friend before', 'the referrer'])('causes a review of the credit with the card that paid for %s', async (who) => {
    const ann = await createTestCustomer(shop);
    const card = anotherCard();
    const first = await friendOrders(await codeOf(ann), { email: `${card}a@example.com`, ...elsewhere() }, card);
    if (who === 'the referrer')
      await shop.database.execute({ text: 'update orders set customer_id = $2 where id = $1', values: [first, ann.id] });
    await runReferrals();
    const second = await friendOrders(await codeOf(ann), { email: `${card}b@example.com`, ...elsewhere() }, card);
    await runReferrals();
    expect(
      await shop.database.queryOne({ text: 'select state, held_reason from referrals where order_id = $1', values: [second] }),
    ).toEqual({
      state: 'held',
      held_reason: 'same_card',
    });
  });

  test('is credited for friends who collect their orders, like the referrer, though none of them has an address', async () => {
    const ann = await createTestCustomer(shop);
    const code = await codeOf(ann);
    const card = anotherCard();
    const collects = async (expiryYear = anotherCard()): Promise<string> => {
      const id = await friendOrders(code, { email: `collects-${crypto.randomUUID()}@example.com`, ...elsewhere() }, expiryYear);
      await shop.database.execute({
        text: `update orders set details = details || '{"address": "", "suburb": "", "state": "", "postcode": ""}' where id = $1`,
        values: [id],
      });
      return id;
    };
    const own = await collects();
    await shop.database.execute({ text: 'update orders set customer_id = $2, coupon_ids = default where id = $1', values: [own, ann.id] });

    const friends = [await collects(), await collects(card), await collects(card)];
    await runReferrals();

    const rows = await shop.database.queryMany({
      text: 'select state, held_reason from referrals where order_id = any($1::uuid[]) order by array_position($1::uuid[], order_id)',
      values: [friends],
    });
    const sameCard = { state: 'held', held_reason: 'same_card' };
    expect(rows).toEqual([{ state: 'credited', held_reason: null }, { state: 'credited', held_reason: null }, sameCard]);
  });
});
