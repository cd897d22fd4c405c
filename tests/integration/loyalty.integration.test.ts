import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { identityContract } from '#domains/customers/identity/contract.ts';
import type { Tier } from '#domains/customers/identity/model/tiers.ts';
import { loyaltyContract } from '#domains/customers/loyalty/contract.ts';
import { loyaltyRecord, toConfig } from '#domains/customers/loyalty/model/programme.ts';
import { type IssuedCoupon, issueCoupons } from '#domains/customers/loyalty/server/issue-coupons.ts';
import { writeProgrammes } from '#domains/customers/loyalty/server/loyalty-record.repository.ts';
import { recalculateTier } from '#domains/customers/loyalty/server/recalculate-tier.ts';
import { tierCode, tierOfCode } from '#domains/customers/loyalty/server/tier-code.ts';
import { contactReader } from '#domains/outbound/crm/server/hubspot.ts';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { defaultProgramme } from '#domains/settings/model/groups/loyalty.ts';
import { writeSettings } from '#domains/settings/server/write-settings.ts';
import type { Client, Result } from '#lib/client.ts';
import { readConfig } from '#lib/server/config.ts';
import { buyer, orderAt, yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestCustomer, type TestCustomer, tokenFor } from '#tests/fixtures/customer.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
let loyalty: Client<typeof loyaltyContract>;

beforeAll(async () => {
  shop = await createTestShop();
  loyalty = shop.call(loyaltyContract);
  await shop.stock(
    { offerId: 'dear', productId: 1, prices: { AU: { packPrice: 1_100 } } },
    { offerId: 'plenty', productId: 2, level: 500 },
  );
});
afterAll(() => shop.stop());

/** An order of a customer of 1,100 dollars and its delivery; gives its id. */
async function buy(customer: TestCustomer): Promise<string> {
  const guest = await buyer(shop, [1]);
  const { nextUrl } = yes(await guest.placeOrder()).data;
  await guest.pay(nextUrl);
  const { id } = await orderAt(shop, yes(await guest.settle()).data.nextUrl);
  await shop.database.execute({ text: 'update orders set customer_id = $2 where id = $1', values: [id, customer.id] });
  return id;
}

const refund = (orderId: string, cents: number, key: string) =>
  shop.database.execute({
    text: `insert into order_refunds (order_id, key, amount_cents, gateway_cents, actor, state, completed_at)
      values ($1, $2, $3, 0, 'test', 'done', now())`,
    values: [orderId, key, cents],
  });

const reached: string[] = [];
const recalculate = ({ id }: TestCustomer) =>
  recalculateTier(shop.database, { customerId: id, market: 'AU' }, async (_, __, tier) => void reached.push(tier));
const memberOf = async ({ bearer }: TestCustomer) => yes(await loyalty.member({}, { bearer })).data;
const outcomeOf = (result: Result<unknown, string>) => (result.ok ? 'ok' : { status: result.status, code: result.code });

test('returns the programme of the market as the body [API-40]', async () => {
  expect(yes(await loyalty.config({}))).toEqual(toConfig('AU', defaultProgramme('AU')));
  expect(yes(await shop.call(loyaltyContract, 'sg.localhost').config({})).tiers.find(({ tier }) => tier === 'GOLD')?.spend).toBe(6_000);
});

describe('a member', () => {
  test('reaches a tier by an order, is notified, and falls back after its refund; nothing counts twice [LOY-10]', async () => {
    const customer = await createTestCustomer(shop, { tier: 'GREEN' });
    const orderId = await buy(customer);
    const [first] = await Promise.all([recalculate(customer), recalculate(customer)]);
    expect(first?.tier).toBe('SILVER');
    expect(await memberOf(customer)).toMatchObject({
      tier: 'SILVER',
      spent: 1_109.9,
      next: { tier: 'GOLD', missing: 3_890.1 },
      entries: [{ kind: 'spend', amount: 1_109.9 }],
      changes: [{ from: 'GREEN', to: 'SILVER' }],
    });
    expect(reached).toEqual(['SILVER']);
    await refund(orderId, 110_990, 'all');
    expect(await memberOf(customer)).toMatchObject({ tier: 'GREEN', spent: 0, entries: [{ kind: 'refund' }, { kind: 'spend' }] });
    const market = await shop.database.queryOne({
      text: 'select tier from customer_markets where customer_id = $1',
      values: [customer.id],
    });
    expect(market).toEqual({ tier: 'GREEN' });
  });

  test('reaches no tier by buying a gift card or its refund, but by spending it', async () => {
    await shop.stock({
      offerId: 'gift',
      productId: 40,
      sku: 'GIFT-100',
      category: 'Gift card',
      skuType: 'digital',
      packSize: 1,
      prices: { AU: { packPrice: 100 } },
    });
    const customer = await createTestCustomer(shop, { tier: 'GREEN' });
    const mixed = await buyer(shop, [1, 40]);
    yes(await mixed.pay(yes(await mixed.placeOrder()).data.nextUrl));
    const { id } = await orderAt(shop, yes(await mixed.settle()).data.nextUrl);
    await shop.database.execute({ text: 'update orders set customer_id = $2 where id = $1', values: [id, customer.id] });

    expect(await memberOf(customer)).toMatchObject({ spent: 1_109.9 });
    const [refunded] = await shop.database.queryMany<{ id: string }>({
      text: `insert into order_refunds (order_id, key, amount_cents, gateway_cents, actor, state, completed_at)
        values ($1, 'gift card', 10000, 10000, 'test', 'done', now()) returning id`,
      values: [id],
    });
    await shop.database.execute({
      text: `insert into order_refund_lines (refund_id, position, quantity, withdrawn, restocked, amount_cents)
        select $1, position, 1, 0, 0, 10000 from order_lines where order_id = $2 and product_id = 40`,
      values: [refunded?.id, id],
    });
    expect(await memberOf(customer)).toMatchObject({ spent: 1_109.9 });
  });

  test('keeps a tier that staff set, until staff change it', async () => {
    const customer = await createTestCustomer(shop, { tier: 'GOLD' });
    await buy(customer);
    expect((await recalculate(customer)).tier).toBe('GOLD');
    await shop.database.execute({ text: "update customer_markets set tier = 'BLACK' where customer_id = $1", values: [customer.id] });
    expect((await recalculate(customer)).tier).toBe('BLACK');
    await shop.database.execute({ text: "update customer_markets set tier = 'GREEN' where customer_id = $1", values: [customer.id] });
    expect((await recalculate(customer)).tier).toBe('SILVER');
  });

  test('keeps the tier when excluded by staff, and the contact says so [LOY-17]', async () => {
    const customer = await createTestCustomer(shop, { tier: 'GREEN' });
    await shop.database.execute({
      text: 'update customer_markets set loyalty_excluded = true where customer_id = $1',
      values: [customer.id],
    });
    await buy(customer);

    expect((await recalculate(customer)).tier).toBe('GREEN');
    const contact = yes(await shop.call(identityContract).hubspotContact({}, { bearer: customer.bearer }));
    expect(contact.properties.loyalty_eligible_for_loyalty).toBe('false');

    await shop.database.execute({
      text: 'update customer_markets set loyalty_excluded = false where customer_id = $1',
      values: [customer.id],
    });
    expect((await recalculate(customer)).tier).toBe('SILVER');
  });

  test('needs a token', async () => {
    expect(outcomeOf(await loyalty.member({}))).toEqual({ status: 401, code: 'token_missing' });
  });
});

describe('daily coupons', () => {
  const issued: IssuedCoupon[] = [];
  const issue = (market: 'AU' | 'SG', now: string) =>
    issueCoupons(
      { database: shop.database, onIssued: async (_, coupon) => void issued.push(coupon), readContact: contactReader(readConfig({})) },
      market,
      new Date(now),
    );

  async function born(birthday: string, tier: Tier): Promise<TestCustomer> {
    const customer = await createTestCustomer(shop, { tier });
    await shop.database.execute({
      text: 'update customers set user_metadata = $2, created_at = $3 where id = $1',
      values: [customer.id, JSON.stringify({ birthday, marketing_email: true }), '2026-03-05T00:00:00Z'],
    });
    return customer;
  }

  test('are issued once a year on the market’s calendar day, with the tier’s value, for that customer only [LOY-22]', async () => {
    const gold = await born('1979-07-04', 'GOLD');
    // In Sydney it is the 4th already.
    await issue('AU', '2026-07-03T15:00:00Z');
    await issue('AU', '2026-07-03T15:00:00Z');
    const own = issued.filter(({ email }) => email === gold.email);
    expect(own).toMatchObject([{ occasion: 'birthday', amount: 40, market: 'AU' }]);
    await shop.database.execute({
      text: `update promotions set record = record || '{"endsAt": "2099-01-01T00:00:00Z"}' where code = $1`,
      values: [own[0]?.code],
    });
    const carts = shop.call(cartContract);
    const couponCode = own[0]?.code ?? '';
    const guest = yes(await carts.create({ offer: {}, productId: 2 })).data;
    expect(outcomeOf(await carts.addCoupon({ cartId: guest.id, couponCode }))).toMatchObject({ code: 'coupon_needs_login' });
    const other = await createTestCustomer(shop);
    const otherCart = yes(await carts.create({ offer: {}, productId: 2, customerId: other.id }, { bearer: other.bearer })).data;
    expect(outcomeOf(await carts.addCoupon({ cartId: otherCart.id, couponCode }, { bearer: other.bearer }))).toMatchObject({
      code: 'coupon_invalid',
    });
    const bearer = await tokenFor(shop, gold);
    const ownCart = yes(await carts.create({ offer: {}, productId: 2, customerId: gold.id }, { bearer })).data;
    expect(yes(await carts.addCoupon({ cartId: ownCart.id, couponCode }, { bearer })).data.coupons).toMatchObject([
      { code: couponCode, discountedAmount: 40 },
    ]);
    await issue('AU', '2027-07-04T01:00:00Z');
    expect(issued.filter(({ email }) => email === gold.email)).toHaveLength(2);
    expect((await memberOf(gold)).coupons).toMatchObject([
      { occasion: 'birthday', amount: 40 },
      { occasion: 'birthday', amount: 40 },
    ]);
  });

  test('are a percentage of the order if the programme says so, at most all of it [LOY-22]', async () => {
    const green = { tier: 'GREEN', name: 'Green', spend: 0, discountKind: 'percentage', couponValues: { birthday: 15 } };
    const programme = { record: 'loyalty', market: 'SG', windowMonths: 12, couponDays: 30 };
    expect(loyaltyRecord.safeParse({ ...programme, tiers: [{ ...green, couponValues: { birthday: 101 } }] }).success).toBe(false);
    await shop.database.transaction((transaction) => writeProgrammes(transaction, [loyaltyRecord.parse({ ...programme, tiers: [green] })]));
    const member = await born('1979-08-04', 'GREEN');
    await issue('SG', '2026-08-04T05:00:00Z');
    await shop.database.transaction((transaction) =>
      writeSettings(transaction, [{ record: 'setting', group: 'loyalty', scope: 'SG', value: null, scheduled: [] }]),
    );
    expect(issued.find(({ email }) => email === member.email)).toMatchObject({ amount: 15, discountKind: 'percentage' });
    const { coupons } = yes(await shop.call(loyaltyContract, 'sg.localhost').member({}, { bearer: await tokenFor(shop, member) })).data;
    expect(coupons).toMatchObject([{ occasion: 'birthday', amount: 15, discountKind: 'percentage' }]);
  });

  test('are issued on the 28th for 29 February, after a missed day, and on the day of joining', async () => {
    const leap = await born('1992-02-29', 'SILVER');
    await issue('AU', '2027-03-02T01:00:00Z');
    expect(issued.filter(({ email }) => email === leap.email)).toMatchObject([{ occasion: 'birthday', amount: 20 }]);
    await issue('AU', '2027-03-05T01:00:00Z');
    expect(issued.filter(({ email }) => email === leap.email)[1]).toMatchObject({ occasion: 'anniversary', amount: 10 });
  });

  test('are not issued to customers whom staff excluded or who did not consent to email', async () => {
    const excluded = await born('1990-10-10', 'GOLD');
    const silent = await born('1990-10-10', 'GOLD');
    await shop.database.execute({
      text: 'update customer_markets set loyalty_excluded = true where customer_id = $1',
      values: [excluded.id],
    });
    await shop.database.execute({
      text: "update customers set user_metadata = user_metadata - 'marketing_email' where id = $1",
      values: [silent.id],
    });

    await issue('AU', '2026-10-10T01:00:00Z');

    expect(issued.filter(({ email }) => email === excluded.email || email === silent.email)).toEqual([]);
  });

  test('are not issued by a tier with the value 0 [LOY-22]', async () => {
    const fresh = await born('1990-09-09', 'NEW');
    await issue('AU', '2026-09-09T01:00:00Z');
    expect(issued.filter(({ email }) => email === fresh.email)).toEqual([]);
  });
});

describe('the code of tier pages', () => {
  const secret = 'a secret';
  const gold = tierCode(secret, 'GOLD');
  test.each([
    [gold, 'GOLD'],
    [gold.replace('gold', 'black'), null],
    [`${gold}x`, null],
    [`${gold}.x`, null],
    [tierCode('another', 'GOLD'), null],
    ['gold', null],
    ['gold.', null],
    ['', null],
    ['☃.☃', null],
  ])('%s is decoded only if it is signed [LOY-18]', (code, tier) => expect(tierOfCode(secret, code)).toBe(tier));

  test('is decoded by a call [LOY-18]', async () => {
    expect(yes(await loyalty.tierOfCode({ code: 'gold.x' })).data).toEqual({ tier: null });
  });
});
