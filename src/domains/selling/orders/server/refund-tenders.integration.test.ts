/** Refunds of an order that a gift card, credit and a stored card paid together. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recalculateTier } from '#domains/customers/loyalty/server/recalculate-tier.ts';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { checkoutContract } from '#domains/selling/checkout/contract.ts';
import { giftDetails } from '#domains/selling/gift-cards/model/gift-details.ts';
import { findGiftCard, giftCardAccount, issueGiftCard } from '#domains/selling/gift-cards/server/gift-card.repository.ts';
import { creditBalance, grantCredit } from '#domains/selling/store-credit/server/credit.repository.ts';
import { balanceOf } from '#lib/server/ledger.repository.ts';
import { DATE_OF_BIRTH, DETAILS } from '#tests/fixtures/buyers.ts';
import { findInvariantViolations, yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestCustomer, type TestCustomer } from '#tests/fixtures/customer.ts';
import { orderDepsOf, refundOf } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { cancelOrder } from './cancel-order.ts';
import { refundOrder } from './refund-order.ts';

const OPENING = 100;
let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: OPENING }, { offerId: 'two', productId: 2, level: OPENING });
});
afterAll(() => shop.stop());

interface Paid {
  readonly customer: TestCustomer;
  readonly orderId: string;
  /** The balances of the gift card and the credit, and the refund to the stored card, in cents. */
  balances(): Promise<{ gift: number; credit: number; card: number }>;
}

/** Places an order of 129.90: 50.00 by a gift card, 30.00 by credit, 49.90 by the second of two stored cards. */
async function paidByThree(): Promise<Paid> {
  const customer = await createTestCustomer(shop);
  const owner = { customerId: customer.id, market: 'AU' as const };
  const code = await shop.database.transaction(async (transaction) => {
    await grantCredit(transaction, owner, { cents: 3_000, source: `test:${customer.id}`, note: '' });
    return issueGiftCard(transaction, { market: 'AU', cents: 5_000, bought: null, details: giftDetails.parse({}), sendAt: null });
  });
  const cards = await shop.database.queryMany<{ id: string }>({
    text: `insert into stored_instruments (customer_id, market, gateway_token, brand, last4, expiry_month, expiry_year, is_default)
      values ($1, 'AU', 'card_declined', 'Visa', '0002', 9, 2031, true), ($1, 'AU', 'card_success', 'Visa', '4242', 9, 2031, false) returning id`,
    values: [customer.id],
  });
  const signed = { authorization: `Bearer ${customer.bearer}` };
  const [carts, checkout] = [shop.call(cartContract, 'localhost', signed), shop.call(checkoutContract, 'localhost', signed)];
  const { id: cartId } = yes(await carts.create({ offer: {}, productId: 1, customerId: customer.id })).data;
  const { data: cart } = yes(await carts.addItem({ offer: {}, productId: 2, cartId, customerId: customer.id }));
  const token =
    yes(await checkout.redirectUrl({ cartId }))
      .data.checkoutUrl.split('/')
      .at(-1) ?? '';
  yes(await checkout.addGiftCard({ token, code: code ?? '' }));
  yes(await checkout.spendCredit({ token, use: true }));
  const input = { token, details: DETAILS, dateOfBirth: DATE_OF_BIRTH, expectedTotal: cart.cartTotal, expectedCharge: 49.9 };
  const { nextUrl } = yes(await checkout.placeOrder({ ...input, instrumentId: cards[1]?.id ?? null })).data;
  const orderId = nextUrl.replace('/order/', '');
  const card = await findGiftCard(shop.database, code ?? '', 'AU');
  return {
    customer,
    orderId,
    async balances() {
      const payment = await shop.database.queryOne<{ refunded: number }>({
        text: "select refunded_cents as refunded from sandbox_gateway.payments where merchant_key = $1 and card_token = 'card_success'",
        values: [orderId],
      });
      const gift = await balanceOf(shop.database, giftCardAccount(card?.id ?? ''));
      return { gift: gift.cents, credit: (await creditBalance(shop.database, owner)).cents, card: payment?.refunded ?? -1 };
    },
  };
}

test('refunds parts to the card first, then to credit, then to the gift card, and adjusts the loyalty tier', async () => {
  const { customer, orderId, balances } = await paidByThree();
  const spent = async () => (await recalculateTier(shop.database, { customerId: customer.id, market: 'AU' }, async () => {})).spentCents;
  const steps = [
    { input: { amountCents: 4_000 }, left: { gift: 0, credit: 0, card: 4_000 }, spent: 8_990 },
    { input: { amountCents: 2_000 }, left: { gift: 0, credit: 1_010, card: 4_990 }, spent: 6_990 },
    { input: { lines: [{ position: 0, quantity: 1 }] }, left: { gift: 4_010, credit: 3_000, card: 4_990 }, spent: 990 },
    { input: { all: true }, left: { gift: 5_000, credit: 3_000, card: 4_990 }, spent: 0 },
  ];
  expect(await balances()).toEqual({ gift: 0, credit: 0, card: 0 });
  expect(await spent()).toBe(12_990);
  for (const { input, left, spent: counted } of steps) {
    const request = refundOf(input);
    const results = await Promise.all([1, 2, 3].map(() => refundOrder(orderDepsOf(shop), orderId, request)));
    expect(new Set(results.map(({ id }) => id)).size).toBe(1);
    expect(await balances()).toEqual(left);
    expect(await spent()).toBe(counted);
  }
  await expect(refundOrder(orderDepsOf(shop), orderId, refundOf({ amountCents: 1 }))).rejects.toThrow(
    'The full $129.90 has already been refunded.',
  );
});

test('never refunds more to a tender than it paid when several members of staff refund at once', async () => {
  const { orderId, balances } = await paidByThree();
  const inputs = [3_000, 3_000, 3_000, 3_000, 3_000, 990].map((amountCents) => refundOf({ amountCents }));
  const outcomes = await Promise.allSettled(inputs.map((input) => refundOrder(orderDepsOf(shop), orderId, input)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  const { gift, credit, card } = await balances();
  expect(card).toBe(4_990);
  expect(gift + credit + card).toBe(12_990);
});

test('refunds a cancelled order to each tender', async () => {
  const { orderId, balances } = await paidByThree();
  await cancelOrder(orderDepsOf(shop), orderId, { reason: '', actor: 'Sam' });
  expect(await balances()).toEqual({ gift: 5_000, credit: 3_000, card: 4_990 });
});

test('leaves the ledgers balanced', async () => {
  expect(await findInvariantViolations(shop, { 1: OPENING, 2: OPENING })).toEqual([]);
});
