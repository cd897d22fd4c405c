/** Wines that are added to an order before it is sent, over the real server: staff begin, the buyer pays by a link. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkoutContract } from '#domains/selling/checkout/contract.ts';
import { orderContract } from '#domains/selling/orders/contract.ts';
import { deliveryOfficeContract } from '#domains/selling/orders/delivery-office-contract.ts';
import { deliveryOf } from '#domains/selling/orders/model/delivery-change.ts';
import { orderOfficeContract } from '#domains/selling/orders/office-contract.ts';
import { cancelOrder } from '#domains/selling/orders/server/cancel-order.ts';
import { changeLines } from '#domains/selling/orders/server/change-lines.ts';
import { shipOrder } from '#domains/selling/orders/server/ship-order.ts';
import { DATE_OF_BIRTH, DETAILS } from '#tests/fixtures/buyers.ts';
import { findInvariantViolations, payAt, yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { createDraftShop, DRAFT_STOCK } from '#tests/fixtures/draft-shop.ts';
import { mailTo } from '#tests/fixtures/mailbox.ts';
import type { OfficeBrowser } from '#tests/fixtures/office.ts';
import { orderDepsOf, paidOrder, shipmentOf } from '#tests/fixtures/orders.ts';
import { readPdf } from '#tests/fixtures/read-pdf.ts';
import type { TestShop } from '#tests/fixtures/shop.ts';
import { type DraftOrder, draftOrderOfficeContract } from '../office-contract.ts';

const ELSEWHERE = { address: '12 Market Lane', suburb: 'Sydney', state: 'NSW', postcode: '2000' };

let shop: TestShop;
let kim: OfficeBrowser;
let lee: OfficeBrowser;
let reader: OfficeBrowser;
let buyers = 0;
beforeAll(async () => {
  ({ shop, kim, lee, reader } = await createDraftShop());
});
afterAll(() => shop?.stop());

const at = (browser = kim) => browser.call(draftOrderOfficeContract);
const checkout = () => shop.call(checkoutContract);
const seen = ({ id, version }: DraftOrder) => ({ id, version });
const read = async (id: string) => yes(await kim.call(orderOfficeContract).order({ id }));
/** Places an order of a buyer with an own email address. */
async function placed(productIds: readonly number[] = [1]): Promise<{ readonly id: string; readonly email: string }> {
  buyers += 1;
  const email = `adds${buyers}@example.com`;
  return { id: await paidOrder(shop, productIds, 'localhost', { email }), email };
}
async function packingSlip(id: string): Promise<string> {
  const { content } = yes(await kim.call(orderOfficeContract).orderDocument({ kind: 'packing-slip', ids: id }));
  return (await readPdf(Buffer.from(content, 'base64'))).pages.flatMap(({ lines }) => lines).join(' ');
}
/** Begins a draft with a case of another wine that is added to an order. */
async function additionTo(orderId: string): Promise<DraftOrder> {
  const begun = yes(await at().addToOrder({ orderId }));
  return yes(await at().addDraftWine({ ...seen(begun), offerId: 'two', productId: 2 }));
}
async function sendLink(draft: DraftOrder, email: string): Promise<string> {
  yes(await at().sendDraftLink(seen(draft)));
  const { text } = await mailTo(shop, email, 'Your order is ready to pay');
  return /\/checkout\/([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? '';
}
const place = (token: string, email: string, expectedTotal: number, change = {}) =>
  checkout().placeOrder({ token, details: { ...DETAILS, ...change, email }, dateOfBirth: DATE_OF_BIRTH, expectedTotal });

describe('wines that are added to an order', () => {
  test('are paid by the buyer without another delivery charge, and go with it on every page and paper', async () => {
    const { id, email } = await placed();
    const { order: first } = await read(id);
    expect(first.shippingTotal).toBeGreaterThan(0);

    const draft = await additionTo(id);
    expect(draft).toMatchObject({ addsTo: { id, number: first.number }, email, problems: [], totals: { shipping: 0 } });
    expect(draft.totals.total).toBe(draft.totals.base);
    expect((await read(id)).goesWith).toEqual([]);

    const token = await sendLink(draft, email);
    const view = yes(await checkout().read({ token })).data;
    expect(view.notices).toEqual([`These wines go with your order #${first.number}, to its address and without another delivery charge.`]);
    expect(view.details).toMatchObject({ address: DETAILS.address, postcode: DETAILS.postcode });
    expect(await place(token, email, draft.totals.total, ELSEWHERE)).toMatchObject({
      ok: false,
      code: 'details_invalid',
      title: expect.stringMatching(/^These wines go with your order #\d+, so they can’t go to another address/),
    });
    yes(await payAt(shop, yes(await place(token, email, draft.totals.total)).data.nextUrl));
    const added =
      yes(await checkout().settle({ token }))
        .data.nextUrl.split('/')
        .at(-1) ?? '';

    const [one, two] = [await read(id), await read(added)];
    expect(one.goesWith).toEqual([{ id: added, number: two.order.number, isAdded: true }]);
    expect(two.goesWith).toEqual([{ id, number: first.number, isAdded: false }]);
    expect(two.order).toMatchObject({ shippingTotal: 0, total: draft.totals.total, details: { address: DETAILS.address } });
    expect(one.order).toMatchObject({ total: first.total, lineItems: first.lineItems });
    expect(one.timeline.find(({ event }) => event === 'items_added')).toMatchObject({
      actor: 'Kim',
      detail: `#${two.order.number}`,
      orderId: added,
      note: expect.stringMatching(/^1 × /),
    });
    const shown = yes(await shop.call(orderContract).order({ id })).data;
    expect(shown.goesWith).toMatchObject([{ number: two.order.number, isAdded: true, lines: [{ quantity: 1 }] }]);
    expect(JSON.stringify(shown.goesWith)).not.toContain(added);
    expect(await packingSlip(added)).toContain(`Pack together with order #${first.number}`);
    expect(await packingSlip(id)).toContain(`Pack together with order #${two.order.number}`);
    expect((await mailTo(shop, email, `#${two.order.number}`)).text).toContain(`These wines go with your order #${first.number}.`);
    expect(await findInvariantViolations(shop, DRAFT_STOCK)).toEqual([]);
  });

  test('are paid while a colleague takes a case of the same wine out of the order, without a deadlock', async () => {
    const { id, email } = await placed([2, 2]);
    const draft = await additionTo(id);
    const token = await sendLink(draft, email);
    const { nextUrl } = yes(await place(token, email, draft.totals.total)).data;
    let isPaid = false;
    // The order is locked, its stock is not.
    const before = async () => {
      void payAt(shop, nextUrl).then(async () => {
        await checkout().settle({ token });
        isPaid = true;
      });
      await expect.poll(() => isPaid, { timeout: 5_000 }).toBe(true);
    };
    const observer = { before, after: async () => {} };

    await changeLines({ ...orderDepsOf(shop), observer }, id, { key: id, lines: [{ position: 0, quantity: 1 }], reason: '', actor: 'Lee' });

    expect(await read(id)).toMatchObject({ goesWith: [{ isAdded: true }], lines: [{ unshipped: 1 }] });
    expect(await findInvariantViolations(shop, DRAFT_STOCK)).toEqual([]);
  });

  test('are paid once with a saved card of the customer, and not while the payment of the order is disputed', async () => {
    const { id, email } = await placed();
    const customer = await createTestCustomer(shop, { email });
    await shop.database.execute({ text: 'update orders set customer_id = $2 where id = $1', values: [id, customer.id] });
    await shop.database.execute({
      text: "insert into stored_instruments (customer_id, market, gateway_token, brand, last4, expiry_month, expiry_year, is_default) values ($1, 'AU', 'card_success', 'Visa', '4242', 9, 2031, true)",
      values: [customer.id],
    });
    const draft = await additionTo(id);
    const payment = { cardId: draft.cards[0]?.id ?? '', expectedTotal: draft.totals.total, dateOfBirth: DATE_OF_BIRTH };
    const dispute = (status: 'open' | 'won') =>
      shop.database.execute({
        text: `insert into order_disputes (gateway, id, order_id, amount_cents, reason, status, status_before) values ('sandbox', $2, $1, 100, '', $3, 'Awaiting Fulfillment')
          on conflict (gateway, id) do update set status = excluded.status`,
        values: [id, `dispute ${id}`, status],
      });

    await dispute('open');
    const refused = await at().payDraftByCard({ ...seen(draft), ...payment });
    await dispute('won');
    const answers = await Promise.all([kim, lee].map((browser) => at(browser).payDraftByCard({ ...seen(draft), ...payment })));

    expect(refused).toMatchObject({ ok: false, status: 409, title: expect.stringMatching(/is disputed/) });
    expect(answers.some(({ ok }) => ok)).toBe(true);
    expect((await read(id)).goesWith).toMatchObject([{ isAdded: true }]);
    expect(await findInvariantViolations(shop, DRAFT_STOCK)).toEqual([]);
  });

  test('are begun once, by however many people at once', async () => {
    const { id } = await placed();

    const begun = await Promise.all([kim, lee, kim].map((browser) => at(browser).addToOrder({ orderId: id })));

    expect(new Set(begun.map((answer) => yes(answer).id)).size).toBe(1);
    expect(await at(reader).addToOrder({ orderId: id })).toMatchObject({ ok: false, status: 403 });
    expect(await at().addToOrder({ orderId: randomUUID() })).toMatchObject({ ok: false, status: 404 });
  });

  test('follow the address that the order has when the link is sent, and have none of their own', async () => {
    const { id, email } = await placed();
    const draft = await additionTo(id);
    const before = await read(id);
    const moved = { ...deliveryOf(before.order.details), ...ELSEWHERE };
    yes(await kim.call(deliveryOfficeContract).changeDelivery({ id, version: before.version, ...moved }));

    expect(await at().saveDraftDelivery({ ...seen(draft), ...deliveryOf(DETAILS) })).toMatchObject({
      ok: false,
      title: 'These wines go with another order. Change the delivery of that order instead.',
    });
    const token = await sendLink(draft, email);
    expect(yes(await checkout().read({ token })).data.details).toMatchObject(ELSEWHERE);
    expect(await place(token, email, draft.totals.total, ELSEWHERE)).toMatchObject({ ok: true });
  });

  test('are refused in words if the order has ended, is packed or was sent, even after the link was', async () => {
    const [cancelled, sent, labelled] = [await placed(), await placed(), await placed()];
    const draft = await additionTo(sent.id);
    const token = await sendLink(draft, sent.email);
    await cancelOrder(orderDepsOf(shop), cancelled.id, { reason: '', actor: 'Sam' });
    await shipOrder(orderDepsOf(shop), sent.id, shipmentOf());
    await shop.database.execute({
      text: `insert into parcel_labels (order_id, key, number, parcel, parcels, carrier, service, state, destination, actor)
        values ($1, 'x', 1, 1, 1, 'address', '', 'bought', '', 'Sam')`,
      values: [labelled.id],
    });

    expect(await at().addToOrder({ orderId: cancelled.id })).toMatchObject({
      ok: false,
      status: 409,
      title: expect.stringMatching(/^Nothing can be added to order #\d+ any more/),
    });
    expect(await at().addToOrder({ orderId: labelled.id })).toMatchObject({ title: expect.stringMatching(/is being packed/) });
    expect(await place(token, sent.email, draft.totals.total)).toMatchObject({
      ok: false,
      code: 'details_invalid',
      title: expect.stringMatching(/^Order #\d+ is on its way already, so nothing can be added to it\./),
    });
    const now = yes(await at().draftOrder({ id: draft.id }));
    expect(now.problems).toEqual([expect.stringMatching(/is on its way already/)]);
    expect(await at().sendDraftLink(seen(now))).toMatchObject({ ok: false, title: expect.stringMatching(/is on its way already/) });
    expect(await findInvariantViolations(shop, DRAFT_STOCK)).toEqual([]);
  });

  test('are not paid by a payment that was begun before the order left', async () => {
    const { id, email } = await placed();
    const draft = await additionTo(id);
    const token = await sendLink(draft, email);
    yes(await place(token, email, draft.totals.total));
    await shipOrder(orderDepsOf(shop), id, shipmentOf());

    expect(await place(token, email, draft.totals.total)).toMatchObject({ ok: false, code: 'details_invalid' });
    expect(await findInvariantViolations(shop, DRAFT_STOCK)).toEqual([]);
  });

  test('have one draft at a time, also after a cancelled one is to be restored', async () => {
    const { id } = await placed();
    const first = await additionTo(id);
    const cancelled = yes(await at().cancelDraft(seen(first)));
    const second = yes(await at().addToOrder({ orderId: id }));

    expect(await at().restoreDraft(seen(cancelled))).toMatchObject({
      ok: false,
      title: 'Another draft adds to the same order. Cancel that one first.',
    });
    yes(await at().cancelDraft(seen(second)));
    expect((await at().restoreDraft(seen(cancelled))).ok).toBe(true);
  });

  test('have one draft if one is restored while a colleague begins', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await placed();
      const cancelled = yes(await at().cancelDraft(seen(await additionTo(id))));

      await Promise.all([at().restoreDraft(seen(cancelled)), at(lee).addToOrder({ orderId: id })]);

      const { rows } = yes(await at().draftOrders({ q: cancelled.email, 'filter[state]': 'open' }));
      expect(rows).toHaveLength(1);
    }
  });
});
