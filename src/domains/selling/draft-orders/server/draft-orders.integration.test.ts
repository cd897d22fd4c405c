/** Orders by phone, over the real server: staff prepare, the buyer or a saved card pays. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkoutContract } from '#domains/selling/checkout/contract.ts';
import { orderOfficeContract } from '#domains/selling/orders/office-contract.ts';
import { grantCredit, spendableCredit } from '#domains/selling/store-credit/server/credit.repository.ts';
import { toCents } from '#lib/money.ts';
import { ADDRESS, DATE_OF_BIRTH, DETAILS } from '#tests/fixtures/buyers.ts';
import { findInvariantViolations, payAt, yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { createDraftShop, DRAFT_STOCK } from '#tests/fixtures/draft-shop.ts';
import { mailCount, mailTo } from '#tests/fixtures/mailbox.ts';
import type { OfficeBrowser } from '#tests/fixtures/office.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import type { TestShop } from '#tests/fixtures/shop.ts';
import { type DraftOrder, draftOrderOfficeContract } from '../office-contract.ts';
import { draftOrderData, purgeDrafts } from './draft-order.repository.ts';

const DELIVERY = { ...ADDRESS, instructions: 'Ring twice', giftMessage: '', authorityToLeave: false };

let shop: TestShop;
let kim: OfficeBrowser;
let lee: OfficeBrowser;
let reader: OfficeBrowser;
let email: string;
beforeAll(async () => {
  ({ shop, kim, lee, reader } = await createDraftShop());
});
beforeEach(() => {
  email = `${randomUUID()}@example.com`;
});
afterAll(() => shop?.stop());

const at = (browser = kim) => browser.call(draftOrderOfficeContract);
const seen = ({ id, version }: DraftOrder) => ({ id, version });
/** A draft of a guest with two cases of a wine and an address. */
async function draftOf(): Promise<DraftOrder> {
  const begun = yes(await at().createDraftOrder({ market: 'AU', email }));
  const one = yes(await at().addDraftWine({ ...seen(begun), offerId: 'one', productId: 1 }));
  const two = yes(await at().setDraftQuantity({ ...seen(one), lineId: one.lines[0]?.id ?? '', productId: 1, quantity: 2 }));
  return yes(await at().saveDraftDelivery({ ...seen(two), ...DELIVERY }));
}
const linkOf = async (to: string): Promise<string> => {
  const { text } = await mailTo(shop, to, 'Your order is ready to pay');
  return /\/checkout\/([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? '';
};
const checkout = () => shop.call(checkoutContract);
const payLink = async (token: string, expectedTotal: number) => {
  const placed = await checkout().placeOrder({
    token,
    details: { ...DETAILS, ...DELIVERY, email },
    dateOfBirth: DATE_OF_BIRTH,
    expectedTotal,
  });
  yes(await payAt(shop, yes(placed).data.nextUrl));
  return yes(await checkout().settle({ token })).data;
};

describe('an order by phone', () => {
  test('is paid by the buyer with the link, is tagged, and names who took it', async () => {
    const draft = await draftOf();
    expect(draft).toMatchObject({
      state: 'open',
      cases: 2,
      totals: { base: 120, shipping: 9.9, total: 129.9, charge: 129.9 },
      problems: [],
    });
    expect(await mailCount(shop, email)).toBe(0);

    const sent = yes(await at().sendDraftLink(seen(draft)));
    const token = await linkOf(email);
    const view = yes(await checkout().read({ token })).data;

    expect(sent.state).toBe('sent');
    expect(view).toMatchObject({ details: { ...DELIVERY, email }, cart: { cartTotal: 129.9 }, isCustomers: false });
    const { status, nextUrl } = await payLink(token, 129.9);
    expect(status).toBe('paid');
    const orderId = nextUrl.split('/').at(-1) ?? '';
    const done = yes(await at().draftOrder({ id: draft.id }));
    expect(done).toMatchObject({ state: 'placed', order: { id: orderId }, email: '' });
    const order = yes(await kim.call(orderOfficeContract).order({ id: orderId }));
    expect(order).toMatchObject({ tags: ['phone'], order: { details: DELIVERY } });
    expect(order.timeline).toContainEqual(expect.objectContaining({ event: 'phone_sale', actor: 'Kim' }));
    // The link opens the order now, and pays nothing twice.
    expect(yes(await checkout().read({ token })).data.orderUrl).toBe(nextUrl);
    expect(await at().cancelDraft(seen(done))).toMatchObject({ ok: false, title: 'This draft has become an order.' });
    expect(await findInvariantViolations(shop, DRAFT_STOCK)).toEqual([]);
  });

  test('cannot be changed while the link is out, and not paid once it is taken back or the draft cancelled', async () => {
    const sent = yes(await at().sendDraftLink(seen(await draftOf())));
    const token = await linkOf(email);
    const refused = await at().addDraftWine({ ...seen(sent), offerId: 'two', productId: 2 });
    expect(refused).toMatchObject({ ok: false, status: 409, title: expect.stringMatching(/Take the link back first/) });

    const open = yes(await at().reopenDraft(seen(sent)));
    expect(await checkout().read({ token })).toMatchObject({ ok: false, code: 'checkout_expired' });
    expect(yes(await at().addDraftWine({ ...seen(open), offerId: 'two', productId: 2 })).cases).toBe(3);

    const again = yes(await at().draftOrder({ id: sent.id }));
    expect(await at().reopenDraft(seen(again))).toMatchObject({ ok: false, title: 'There is no payment link to take back.' });
    expect(await at().restoreDraft(seen(again))).toMatchObject({ ok: false, title: 'This draft isn’t cancelled.' });
    const cancelled = yes(await at().cancelDraft(seen(yes(await at().draftOrder({ id: sent.id })))));
    expect(cancelled.state).toBe('cancelled');
    expect(await at().sendDraftLink(seen(cancelled))).toMatchObject({ ok: false, title: 'This draft is cancelled.' });
    expect(yes(await at().restoreDraft(seen(cancelled)))).toMatchObject({ state: 'open', cases: 3 });
  });

  test('keeps its link while the buyer is paying', async () => {
    const sent = yes(await at().sendDraftLink(seen(await draftOf())));
    const token = await linkOf(email);
    const details = { ...DETAILS, ...DELIVERY, email };
    const placed = yes(await checkout().placeOrder({ token, details, dateOfBirth: DATE_OF_BIRTH, expectedTotal: 129.9 }));

    expect(await at().cancelDraft(seen(sent))).toMatchObject({
      ok: false,
      title: expect.stringMatching(/^The buyer is paying at this moment/),
    });

    yes(await payAt(shop, placed.data.nextUrl));
    expect(yes(await checkout().settle({ token })).data.status).toBe('paid');
  });

  test('says that the price changed between the call and the payment', async () => {
    yes(await at().sendDraftLink(seen(await draftOf())));
    const token = await linkOf(email);
    const details = { ...DETAILS, ...DELIVERY, email };
    const refused = await checkout().placeOrder({ token, details, dateOfBirth: DATE_OF_BIRTH, expectedTotal: 100 });
    expect(refused).toMatchObject({ ok: false, code: 'total_changed', title: expect.stringMatching(/\$129\.90/) });
    const young = await checkout().placeOrder({ token, details, dateOfBirth: '2020-01-01', expectedTotal: 129.9 });
    expect(young).toMatchObject({ ok: false, code: 'under_age' });
  });

  test('is changed once by a double press, and not over a colleague’s change', async () => {
    const draft = await draftOf();
    const input = { ...seen(draft), offerId: 'two', productId: 2 };
    const idempotencyKey = randomUUID();

    const answers = await Promise.all(Array.from({ length: 3 }, () => at().addDraftWine(input, { idempotencyKey })));
    const late = await at(lee).addDraftWine(input);

    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(late).toMatchObject({ ok: false, code: 'changed_meanwhile', title: expect.stringMatching(/^Kim changed this/) });
    expect(yes(await at().draftOrder({ id: draft.id })).cases).toBe(3);
  });

  test('follows the rules of the storefront, in words for staff, and changes nothing if it is refused', async () => {
    const draft = await draftOf();
    const line = draft.lines[0]?.id ?? '';
    expect(await at().setDraftQuantity({ ...seen(draft), lineId: line, productId: 1, quantity: 900 })).toMatchObject({
      ok: false,
      status: 409,
    });
    expect(await at().addDraftWine({ ...seen(draft), offerId: 'unknown', productId: 1 })).toMatchObject({
      ok: false,
      title: 'That wine isn’t sold to this customer now.',
    });
    expect(await at().addDraftCoupon({ ...seen(draft), code: 'NOTHING' })).toMatchObject({
      ok: false,
      title: expect.stringMatching(/NOTHING is not valid/),
    });
    expect(await at().saveDraftDelivery({ ...seen(draft), ...DELIVERY, postcode: '2000' })).toMatchObject({
      ok: false,
      code: 'delivery_invalid',
    });
    expect(await at().setDraftCredit({ ...seen(draft), uses: true })).toMatchObject({ ok: false, title: 'Store credit needs an account.' });
    expect(await at(reader).addDraftWine({ ...seen(draft), offerId: 'two', productId: 2 })).toMatchObject({ ok: false, status: 403 });
    expect(yes(await at().draftOrder({ id: draft.id }))).toMatchObject({ version: draft.version, cases: 2 });
    expect(yes(await at().findDraftWines({ market: 'AU', q: 'wine one' })).rows).toMatchObject([{ offerId: 'one', price: 60 }]);
    const empty = yes(await at().createDraftOrder({ market: 'AU', email }));
    expect(await at().sendDraftLink(seen(empty))).toMatchObject({ ok: false, title: 'Add a wine first.' });
  });

  test('is found in the list, expires after a month and is deleted later', async () => {
    const draft = await draftOf();
    expect(yes(await at().draftOrders({ q: email })).rows).toMatchObject([{ id: draft.id, state: 'open', cases: 2, author: 'Kim' }]);
    const age = (days: number) =>
      shop.database.execute({
        text: 'update draft_orders set updated_at = now() - make_interval(days => $2) where id = $1',
        values: [draft.id, days],
      });

    await age(31);
    expect(yes(await at().draftOrders({ q: email, 'filter[state]': 'expired' })).rows).toHaveLength(1);
    expect(await at().sendDraftLink(seen(draft))).toMatchObject({ ok: false, title: expect.stringMatching(/^This draft has expired/) });
    await age(61);
    await purgeDrafts(shop.database);
    expect(await at().draftOrder({ id: draft.id })).toMatchObject({ ok: false, status: 404 });
  });

  test('duplicates an order at today’s prices and says what is not sold any more', async () => {
    const orderId = await paidOrder(shop, [1, 1, 2], 'localhost', { giftMessage: 'For you' });
    await shop.database.execute({ text: "update stock_levels set level = reserved where product_id = 2 and market = 'AU'" });

    const copy = yes(await at().duplicateOrder({ orderId }));

    await shop.database.execute({ text: "update stock_levels set level = 499 where product_id = 2 and market = 'AU'" });
    expect(copy).toMatchObject({ state: 'open', cases: 2, email: DETAILS.email, delivery: { address: ADDRESS.address, giftMessage: '' } });
    expect(copy.notSold).toEqual([expect.stringContaining('two')]);
  });

  test('duplicates an order without the day or the place that its buyer chose', async () => {
    const orderId = await paidOrder(shop, [1]);
    await shop.database.execute({
      text: `update orders set details = details || '{"deliveryDay": "2026-01-05", "dispatchOn": "2026-01-02", "collectFrom": "Cellar door"}' where id = $1`,
      values: [orderId],
    });

    const copy = yes(await at().duplicateOrder({ orderId }));

    const row = await shop.database.queryOne<{ details: object }>({
      text: 'select details from draft_orders where id = $1',
      values: [copy.id],
    });
    expect(row?.details).toMatchObject({ address: ADDRESS.address });
    for (const field of ['deliveryDay', 'dispatchOn', 'collectFrom']) expect(row?.details).not.toHaveProperty(field);
  });

  test.each([
    ['card_success', 'placed', null],
    ['card_declined', 'open', /^The card was declined/],
    ['card_confirm', 'open', /^The bank wants the buyer to confirm/],
  ] as const)('is paid with a saved card of the customer: %s', async (gatewayToken, state, title) => {
    const customer = await createTestCustomer(shop, { email });
    await shop.database.execute({
      text: "insert into stored_instruments (customer_id, market, gateway_token, brand, last4, expiry_month, expiry_year, is_default) values ($1, 'AU', $2, 'Visa', '4242', 9, 2031, true)",
      values: [customer.id, gatewayToken],
    });
    const begun = yes(await at().createDraftOrder({ market: 'AU', customerId: customer.id }));
    const wine = yes(await at().addDraftWine({ ...seen(begun), offerId: 'one', productId: 1 }));
    const draft = yes(await at().saveDraftDelivery({ ...seen(wine), ...DELIVERY }));
    const payment = { ...seen(draft), cardId: draft.cards[0]?.id ?? '', expectedTotal: draft.totals.total };
    expect(await at().payDraftByCard({ ...payment, dateOfBirth: '2020-01-01' })).toMatchObject({
      ok: false,
      title: expect.stringMatching(/18 or over/),
    });
    expect(await at().payDraftByCard({ ...payment, dateOfBirth: DATE_OF_BIRTH, expectedTotal: 1 })).toMatchObject({
      ok: false,
      title: expect.stringMatching(/The total has changed/),
    });
    const now = yes(await at().draftOrder({ id: draft.id }));

    const paid = { ...payment, ...seen(now), dateOfBirth: DATE_OF_BIRTH };
    const answers = [await at().payDraftByCard(paid), await at(lee).payDraftByCard(paid)];

    if (title === null) expect(answers[0]).toMatchObject({ ok: true, value: { state, order: { number: expect.any(Number) } } });
    else expect(answers[0]).toMatchObject({ ok: false, status: 409, title: expect.stringMatching(title) });
    expect(answers[1]).toMatchObject({ ok: false, code: 'changed_meanwhile' });
    if (title !== null) expect(await mailCount(shop, email)).toBe(0);
    expect(yes(await at().draftOrder({ id: draft.id })).state).toBe(state);
    expect(await findInvariantViolations(shop, DRAFT_STOCK)).toEqual([]);
  });

  test.each([
    ['a part', 2_000, { credit: 20, charge: 49.9 }],
    ['everything', 10_000, { credit: 69.9, charge: 0 }],
  ])('is paid with store credit as far as it goes: %s', async (_, cents, tenders) => {
    const customer = await createTestCustomer(shop, { email });
    const account = { customerId: customer.id, market: 'AU' } as const;
    await shop.database.transaction((transaction) => grantCredit(transaction, account, { cents, source: `test:${email}`, note: 'Sorry' }));
    await shop.database.execute({
      text: "insert into stored_instruments (customer_id, market, gateway_token, brand, last4, expiry_month, expiry_year, is_default) values ($1, 'AU', 'card_success', 'Visa', '4242', 9, 2031, true)",
      values: [customer.id],
    });
    const begun = yes(await at().createDraftOrder({ market: 'AU', customerId: customer.id }));
    expect(begun.creditAvailable).toBe(cents / 100);
    const wine = yes(await at().addDraftWine({ ...seen(begun), offerId: 'one', productId: 1 }));
    const sent = yes(await at().saveDraftDelivery({ ...seen(wine), ...DELIVERY }));

    const draft = yes(await at().setDraftCredit({ ...seen(sent), uses: true }));

    expect(draft.totals).toMatchObject({ total: 69.9, ...tenders });
    const payment = { ...seen(draft), cardId: draft.cards[0]?.id ?? '', expectedTotal: 69.9, dateOfBirth: DATE_OF_BIRTH };
    const { order } = yes(await at().payDraftByCard(payment));
    expect(yes(await kim.call(orderOfficeContract).order({ id: order?.id ?? '' })).order).toMatchObject({ charged: tenders.charge });
    expect(await spendableCredit(shop.database, account)).toBe(cents - toCents(tenders.credit));
    expect(await findInvariantViolations(shop, DRAFT_STOCK)).toEqual([]);
  });

  test('ends with the customer', async () => {
    const customer = await createTestCustomer(shop, { email });
    const begun = yes(await at().createDraftOrder({ market: 'AU', email: email.toUpperCase() }));
    expect(begun).toMatchObject({ customerId: customer.id, isGuest: false });
    const wine = yes(await at().addDraftWine({ ...seen(begun), offerId: 'one', productId: 1 }));
    yes(await at().sendDraftLink(seen(wine)));
    const token = await linkOf(email);
    expect(yes(await checkout().read({ token })).data.isCustomers).toBe(true);

    await shop.database.transaction((transaction) => draftOrderData.erase(transaction, { id: customer.id }));

    expect(await checkout().read({ token })).toMatchObject({ ok: false, code: 'checkout_expired' });
    expect(await at().draftOrder({ id: begun.id })).toMatchObject({
      ok: false,
      status: 404,
      title: expect.stringMatching(/may have been deleted with the customer/),
    });
  });
});
