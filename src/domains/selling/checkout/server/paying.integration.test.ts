import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { formatCode } from '#domains/selling/gift-cards/model/code.ts';
import { giftCardAccount } from '#domains/selling/gift-cards/server/gift-card.repository.ts';
import { creditAccount, creditBalance, grantCredit } from '#domains/selling/store-credit/server/credit.repository.ts';
import { balanceOf } from '#lib/server/ledger.repository.ts';
import { DATE_OF_BIRTH, DETAILS } from '#tests/fixtures/buyers.ts';
import { approveAt, findInvariantViolations, payAt, yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestCustomer, type TestCustomer } from '#tests/fixtures/customer.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { checkoutContract } from '../contract.ts';
import { releaseOrder } from './finalize-order.ts';
import { findOrder } from './order.repository.ts';
import { cancelDraft } from './order-payment.ts';
import { refundTenders } from './order-tenders.ts';
import { payOrder } from './place-order.ts';
import { resumeOrders } from './resume-orders.ts';

const OPENING = { 1: 1000, 2: 1000 };
const GIFT = {
  offerId: 'gift',
  productId: 10,
  sku: 'GIFT-50',
  category: 'Gift card' as const,
  skuType: 'digital' as const,
  packSize: 1,
  level: 1000,
  prices: { AU: { packPrice: 50 }, SG: { packPrice: 50 } },
};
let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'wine-1', productId: 1, level: 1000 }, { offerId: 'wine-2', productId: 2, level: 1000 }, GIFT);
});
afterAll(() => shop.stop());

/** Opens the checkout with a case of each product, signed in if a customer is given. */
async function atCheckout(productIds: readonly number[], customer?: TestCustomer) {
  const headers = customer ? { authorization: `Bearer ${customer.bearer}` } : {};
  const carts = shop.call(cartContract, 'localhost', headers);
  const calls = shop.call(checkoutContract, 'localhost', headers);
  const [first = 0, ...rest] = productIds;
  const customerId = customer?.id ?? 0;
  let { data: cart } = yes(await carts.create({ offer: {}, productId: first, customerId }));
  for (const productId of rest) cart = yes(await carts.addItem({ offer: {}, productId, cartId: cart.id, customerId })).data;
  const { checkoutUrl } = yes(await calls.redirectUrl({ cartId: cart.id, email: DETAILS.email })).data;
  const token = checkoutUrl.split('/').at(-1) ?? '';
  type Overrides = Partial<Parameters<typeof calls.placeOrder>[0]>;
  const placeOrder = (overrides: Overrides = {}) =>
    calls.placeOrder({ token, details: DETAILS, dateOfBirth: DATE_OF_BIRTH, expectedTotal: cart.cartTotal, ...overrides });
  const pay = (nextUrl: string, cardToken?: string) => payAt(shop, nextUrl, cardToken);
  return { cart, token, calls, place: placeOrder, pay };
}
const cardsOf = (customer: TestCustomer) =>
  shop.database.queryMany<{ id: string; last4: string; expiry_year: number; is_default: boolean }>({
    text: 'select id, last4, expiry_year, is_default from stored_instruments where customer_id = $1 order by created_at',
    values: [customer.id],
  });
const addCard = async (customer: TestCustomer, gatewayToken: string): Promise<string> => {
  const row = await shop.database.queryOne<{ id: string }>({
    text: "insert into stored_instruments (customer_id, market, gateway_token, brand, last4, expiry_month, expiry_year) values ($1, 'AU', $2, 'Visa', '4242', 9, 2031) returning id",
    values: [customer.id, gatewayToken],
  });
  return row?.id ?? '';
};
const outcomeOf = (result: { ok: boolean }) => (result.ok ? 'ok' : { ...result, ok: undefined });
const orderIdOf = (nextUrl: string) => nextUrl.replace('/order/', '');
/** Buys a gift card. @returns its code */
async function buyGiftCard(): Promise<{ id: string; code: string }> {
  const guest = await atCheckout([10]);
  const { nextUrl } = yes(await guest.place({ dateOfBirth: '' })).data;
  yes(await guest.pay(nextUrl));
  const confirmed = yes(await guest.calls.settle({ token: guest.token })).data;
  const card = await shop.database.queryOne<{ id: string; code: string }>({
    text: 'select id, code from gift_cards where order_id = $1',
    values: [orderIdOf(confirmed.nextUrl)],
  });
  if (!card) throw new Error('no gift card was issued');
  return card;
}

describe('stored cards', () => {
  test('are saved once and pay the next order without a page', async () => {
    const ada = await createTestCustomer(shop);
    for (const _ of [1, 2]) {
      const visit = await atCheckout([1], ada);
      const { nextUrl } = yes(await visit.place({ saveCard: true })).data;
      yes(await visit.pay(nextUrl));
      expect(yes(await visit.calls.settle({ token: visit.token })).data.status).toBe('paid');
    }
    const [card, ...others] = await cardsOf(ada);
    expect(others).toEqual([]);
    expect(card).toMatchObject({ last4: '4242', expiry_year: 2031, is_default: true });

    const visit = await atCheckout([1], ada);
    expect(yes(await visit.calls.wallet({ token: visit.token })).data.cards).toMatchObject([{ id: card?.id, last4: '4242' }]);
    expect(yes(await visit.place({ instrumentId: card?.id ?? '' })).data.nextUrl).toMatch(/^\/order\//);
  });

  test('are not saved without consent', async () => {
    const ada = await createTestCustomer(shop);
    const visit = await atCheckout([1], ada);
    yes(await visit.pay(yes(await visit.place()).data.nextUrl));
    yes(await visit.calls.settle({ token: visit.token }));
    expect(await cardsOf(ada)).toEqual([]);
  });

  test.each([
    { name: 'needs confirmation', token: 'card_confirm' },
    { name: 'is declined', token: 'card_declined' },
  ])('lead to one page when they $name, also if Place order is repeated', async ({ token }) => {
    const ada = await createTestCustomer(shop);
    const visit = await atCheckout([1], ada);
    const instrumentId = await addCard(ada, token);
    const { nextUrl } = yes(await visit.place({ instrumentId })).data;
    expect(nextUrl).toContain('/sandbox-gateway/pay/');
    expect(yes(await visit.place({ instrumentId })).data.nextUrl).toBe(nextUrl);
    if (token === 'card_confirm') yes(await approveAt(shop, nextUrl));
    else yes(await visit.pay(nextUrl));
    expect(yes(await visit.calls.settle({ token: visit.token })).data.status).toBe('paid');
  });

  test('are charged once and make one order if the response is lost [CHK-3]', async () => {
    const ada = await createTestCustomer(shop);
    const visit = await atCheckout([1], ada);
    const instrumentId = await addCard(ada, 'card_timeout');
    const pressed = await Promise.all(Array.from({ length: 5 }, () => visit.place({ instrumentId })));
    const urls = new Set(pressed.filter((result) => result.ok).map((result) => yes(result).data.nextUrl));
    const placed = yes(await visit.place({ instrumentId })).data.nextUrl;
    expect(placed).toMatch(/^\/order\//);
    expect([...urls].every((url) => url === placed || url.includes('/pay/'))).toBe(true);
    expect(await shop.database.queryMany({ text: 'select 1 as one from orders where cart_id = $1', values: [visit.cart.id] })).toHaveLength(
      1,
    );
  });

  test('are rejected for another customer, a guest and another checkout', async () => {
    const [ada, bob] = [await createTestCustomer(shop), await createTestCustomer(shop)];
    const card = await addCard(bob, 'card_success');
    const visit = await atCheckout([1], ada);
    expect(outcomeOf(await visit.place({ instrumentId: card }))).toMatchObject({ status: 422, code: 'card_not_found' });
    const asGuest = shop.call(checkoutContract);
    const input = { token: visit.token, details: DETAILS, dateOfBirth: DATE_OF_BIRTH, expectedTotal: visit.cart.cartTotal, saveCard: true };
    expect(outcomeOf(await asGuest.placeOrder(input))).toMatchObject({ status: 401, code: 'token_missing' });
    const asBob = shop.call(checkoutContract, 'localhost', { authorization: `Bearer ${bob.bearer}` });
    expect(outcomeOf(await asBob.placeOrder(input))).toMatchObject({ status: 403, code: 'not_yours' });
    expect(outcomeOf(await asBob.wallet({ token: visit.token }))).toMatchObject({ status: 403, code: 'not_yours' });
  });

  test('buy a wine of one tier only for a customer of that tier', async () => {
    await shop.stock({ offerId: 'gold', productId: 20, level: 10, tiersEligible: ['GOLD'] });
    const visit = await atCheckout([20], await createTestCustomer(shop, { tier: 'GOLD' }));
    expect(yes(await visit.calls.read({ token: visit.token })).data.problems).toEqual([]);
    expect(yes(await visit.place()).data.nextUrl).toContain('/pay/');
  });
});

describe('gift cards and credit', () => {
  test('buy a gift card without an address, e-mail its code, and pay a part with it [GIFT-1, GIFT-2, GIFT-3]', async () => {
    const { id, code } = await buyGiftCard();
    await expect
      .poll(() =>
        shop.database.queryOne({ text: 'select recipient from dev_mailbox where text like $1', values: [`%${formatCode(code)}%`] }),
      )
      .toEqual({ recipient: DETAILS.email });
    const guest = await atCheckout([1]);
    const view = yes(await guest.calls.addGiftCard({ token: guest.token, code: formatCode(code).toLowerCase() })).data;
    expect(view.tenders.giftCards).toMatchObject([{ balance: 50 }]);
    const { nextUrl } = yes(await guest.place({ expectedCharge: 19.9 })).data;
    expect(await balanceOf(shop.database, giftCardAccount(id))).toEqual({ cents: 5000, holdCents: 5000 });
    yes(await guest.pay(nextUrl));
    const confirmed = yes(await guest.calls.settle({ token: guest.token })).data;
    const order = await findOrder(shop.database, orderIdOf(confirmed.nextUrl));
    expect(order).toMatchObject({ totalCents: 6990, chargeCents: 1990, totals: { tenders: { giftCards: [{ id, cents: 5000 }] } } });
    expect(await balanceOf(shop.database, giftCardAccount(id))).toEqual({ cents: 0, holdCents: 0 });
    const next = await atCheckout([1]);
    expect(outcomeOf(await next.calls.addGiftCard({ token: next.token, code }))).toMatchObject({ code: 'gift_card_empty' });
  });

  test('spend one gift card once at two concurrent checkouts [GIFT-4]', async () => {
    const { id, code } = await buyGiftCard();
    const guests = await Promise.all([atCheckout([1]), atCheckout([1]), atCheckout([1])]);
    for (const guest of guests) yes(await guest.calls.addGiftCard({ token: guest.token, code }));
    const placed = await Promise.all(guests.map((guest) => guest.place({ expectedCharge: 19.9 })));
    expect(placed.filter((result) => result.ok)).toHaveLength(1);
    expect(placed.filter((result) => !result.ok).map(outcomeOf)).toMatchObject([{ code: 'charge_changed' }, { code: 'charge_changed' }]);
    expect(await balanceOf(shop.database, giftCardAccount(id))).toEqual({ cents: 5000, holdCents: 5000 });
  });

  test('keep every gift card when several are added or removed at the same time', async () => {
    const cards = [await buyGiftCard(), await buyGiftCard(), await buyGiftCard()];
    const guest = await atCheckout([1]);
    const { token } = guest;
    const idsOf = async () =>
      yes(await guest.calls.read({ token }))
        .data.tenders.giftCards.map(({ id }) => id)
        .sort();

    for (const added of await Promise.all(cards.map(({ code }) => guest.calls.addGiftCard({ token, code })))) yes(added);
    expect(await idsOf()).toEqual(cards.map(({ id }) => id).sort());

    for (const removed of await Promise.all(cards.map(({ id }) => guest.calls.removeGiftCard({ token, id })))) yes(removed);
    expect(await idsOf()).toEqual([]);
  });

  test('return the balance of the gift card when the reservation expires', async () => {
    const { id, code } = await buyGiftCard();
    const guest = await atCheckout([1]);
    yes(await guest.calls.addGiftCard({ token: guest.token, code }));
    yes(await guest.place());
    await shop.database.execute({ text: "update orders set reserved_until = now() - interval '1 second' where status = 'Incomplete'" });
    await resumeOrders(shop.running.services.checkoutDeps);
    expect(await balanceOf(shop.database, giftCardAccount(id))).toEqual({ cents: 5000, holdCents: 0 });
  });

  test('pay a whole order with credit without a card, and return it by a refund', async () => {
    const ada = await createTestCustomer(shop);
    const owner = { customerId: ada.id, market: 'AU' as const };
    const grant = { cents: 100_00, source: `test:${ada.id}`, note: 'Sorry' };
    for (const isNew of [true, false])
      expect(await shop.database.transaction((transaction) => grantCredit(transaction, owner, grant))).toBe(isNew);
    const visit = await atCheckout([1], ada);
    expect(yes(await visit.calls.wallet({ token: visit.token })).data.credit).toBe(100);
    expect(yes(await visit.calls.spendCredit({ token: visit.token, use: true })).data.tenders.credit).toBe(100);
    const { nextUrl } = yes(await visit.place({ expectedCharge: 0 })).data;
    expect(nextUrl).toMatch(/^\/order\//);
    expect(await creditBalance(shop.database, owner)).toEqual({ cents: 3010, holdCents: 0 });
    const order = await findOrder(shop.database, orderIdOf(nextUrl));
    if (!order) throw new Error('the order is gone');
    for (const _ of [1, 2])
      await shop.database.transaction((transaction) => refundTenders(transaction, order, 0, 6990, `refund:${order.id}`));
    expect(await balanceOf(shop.database, creditAccount(owner))).toEqual({ cents: 10_000, holdCents: 0 });
  });

  test('reject a gift card as payment for a cart with a gift card [GIFT-6]', async () => {
    const { code } = await buyGiftCard();
    const title = 'Cannot purchase a gift card using a gift card or a coupon code';
    const guest = await atCheckout([1, 10]);
    expect(outcomeOf(await guest.calls.addGiftCard({ token: guest.token, code }))).toMatchObject({ status: 422, title });
    const other = await atCheckout([1]);
    yes(await other.calls.addGiftCard({ token: other.token, code }));
    const grown = yes(await shop.call(cartContract).addItem({ offer: {}, productId: 10, cartId: other.cart.id })).data;
    expect(outcomeOf(await other.place({ expectedTotal: grown.cartTotal }))).toMatchObject({ status: 422, title });
  });

  test('reject credit as payment for a gift card, because gift cards can be moved into credit [GIFT-6]', async () => {
    const ada = await createTestCustomer(shop);
    await shop.database.transaction((transaction) =>
      grantCredit(transaction, { customerId: ada.id, market: 'AU' }, { cents: 100_00, source: `gift:${ada.id}`, note: '' }),
    );
    const visit = await atCheckout([10], ada);
    expect(yes(await visit.calls.spendCredit({ token: visit.token, use: true })).data.tenders.credit).toBe(0);
    const { nextUrl } = yes(await visit.place({ expectedCharge: 50, dateOfBirth: '' })).data;
    expect(nextUrl).toMatch(/\/sandbox-gateway\/pay\//);
    yes(await visit.pay(nextUrl));
    yes(await visit.calls.settle({ token: visit.token }));
    expect(await creditBalance(shop.database, { customerId: ada.id, market: 'AU' })).toEqual({ cents: 10_000, holdCents: 0 });
  });

  test.each([
    { name: 'an unknown code', code: '0000-0000-0000-0000', refused: 'gift_card_unknown' },
    { name: 'no code at all', code: '*', refused: 'gift_card_unknown' },
  ])('$name', async ({ code, refused }) => {
    const guest = await atCheckout([1]);
    expect(outcomeOf(await guest.calls.addGiftCard({ token: guest.token, code }))).toMatchObject({ status: 404, code: refused });
  });
});

test('leave the ledgers balanced', async () => {
  await shop.database.execute({ text: "update orders set reserved_until = now() - interval '1 second' where status = 'Incomplete'" });
  await resumeOrders(shop.running.services.checkoutDeps);
  expect(await findInvariantViolations(shop, OPENING)).toEqual([]);
});

test.each([
  ['its cart is gone', 'delete from carts where id = $1'],
  ['its cart has a case of the same price that was added in another tab', 'update carts set version = version + 1 where id = $1'],
])('placing an order again while another request completes it returns the order, although %s [CHK-2]', async (_, leaveCart) => {
  const { cart, place } = await atCheckout([1]);
  yes(await place());
  const [order] = await shop.database.queryMany<{ id: string }>({ text: 'select id from orders where cart_id = $1', values: [cart.id] });

  const again = await shop.database.transaction(async (transaction) => {
    await transaction.execute({ text: 'select id from orders where cart_id = $1 for update', values: [cart.id] });
    const repeated = place();
    const waiting = { text: "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'" };
    await expect.poll(() => shop.database.queryMany(waiting)).toHaveLength(1);
    await transaction.execute({
      text: "update orders set number = (select coalesce(max(number), 9000000) + 1 from orders), status = 'Awaiting Fulfillment', placed_at = now() where cart_id = $1",
      values: [cart.id],
    });
    await transaction.execute({ text: leaveCart, values: [cart.id] });
    return { repeated };
  });

  expect(await again.repeated).toMatchObject({ ok: true, value: { data: { nextUrl: `/order/${order?.id}` } } });
});

describe('a draft that another request has ended is not reported as placed', () => {
  const deps = () => shop.running.services.checkoutDeps;
  async function endedDraft(isPaid: boolean) {
    const guest = await atCheckout([1]);
    const { nextUrl } = yes(await guest.place()).data;
    if (isPaid) yes(await guest.pay(nextUrl));
    const row = await shop.database.queryOne<{ id: string }>({ text: 'select id from orders where cart_id = $1', values: [guest.cart.id] });
    const draft = await findOrder(shop.database, row?.id ?? '');
    if (!draft) throw new Error('there is no draft');
    await releaseOrder(deps(), draft.id, 'the cart or the details changed');
    return draft;
  }

  test('if there is nothing to charge', async () => {
    const draft = await endedDraft(false);
    const at = { origin: 'http://localhost', returnUrl: 'http://localhost/return', backUrl: 'http://localhost/back' };
    expect(await payOrder(deps(), { ...draft, chargeCents: 0 }, at)).toEqual({ kind: 'unreachable' });
  });

  test('if it was paid', async () => {
    expect(await cancelDraft(deps(), await endedDraft(true), 'the cart or the details changed')).toBe('cancelled');
  });
});
