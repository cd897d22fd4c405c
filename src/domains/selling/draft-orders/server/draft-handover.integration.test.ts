/** Orders by phone that are collected, or delivered on a chosen day, over the real server. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { checkoutContract } from '#domains/selling/checkout/contract.ts';
import { orderOfficeContract } from '#domains/selling/orders/office-contract.ts';
import { deliveryEstimateRecord } from '#domains/selling/shipping/model/estimate-record.ts';
import { writeDeliveryEstimates } from '#domains/selling/shipping/server/delivery-estimate.repository.ts';
import { DELIVERY_DAYS } from '#domains/settings/model/groups/delivery-days.ts';
import { saveSetting } from '#domains/settings/server/save-setting.ts';
import { DEFAULT_SITES } from '#markets/sites.ts';
import { ADDRESS, DATE_OF_BIRTH } from '#tests/fixtures/buyers.ts';
import { payAt, yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { createDraftShop } from '#tests/fixtures/draft-shop.ts';
import { mailTo } from '#tests/fixtures/mailbox.ts';
import type { OfficeBrowser } from '#tests/fixtures/office.ts';
import type { TestShop } from '#tests/fixtures/shop.ts';
import { draftRefusals } from '../messages/errors.ts';
import { type DraftOrder, draftOrderOfficeContract } from '../office-contract.ts';

const PLACE = {
  ...{ name: 'Cellar door', address: '5 Barrel Lane, Richmond VIC 3121', state: 'VIC' },
  ...{ hours: 'Mon to Sat, 10 am to 6 pm', bring: 'Photo ID' },
} as const;
const CALLER = { firstName: 'Carla', lastName: 'Caller', phone: '0412 345 678' } as const;
const COLLECTED = { ...CALLER, collectFrom: PLACE.name } as const;

let shop: TestShop;
let kim: OfficeBrowser;
let reader: OfficeBrowser;
beforeAll(async () => {
  ({ shop, kim, reader } = await createDraftShop());
  await shop.database.transaction(async (transaction) => {
    await writeDeliveryEstimates(transaction, [
      deliveryEstimateRecord.parse({ record: 'delivery-estimate', market: 'AU', area: '3', submittedToDeliveredDays: 1 }),
    ]);
  });
  await saveFor('collection', { isOffered: true, places: [PLACE] });
  const days = DELIVERY_DAYS.defaults('AU', shop.running.services.settings.start);
  await saveFor(DELIVERY_DAYS.id, { ...days, offersDays: true, daysAhead: 30, offersHold: true });
});
afterAll(() => shop?.stop());

/** Saves the next version of a group in Australia. */
async function saveFor(group: string, value: object, basedOn = 0): Promise<void> {
  const { settings } = shop.running.services;
  await saveSetting(
    { database: shop.database, sites: DEFAULT_SITES, start: settings.start },
    { group, scope: 'AU', value, effectiveFrom: null, basedOn, author: 'Olive' },
  );
  await vi.waitFor(() => expect(settings.versions(group, 'AU')).toHaveLength(basedOn + 1));
}

const at = () => kim.call(draftOrderOfficeContract);
const checkout = () => shop.call(checkoutContract);
const seen = ({ id, version }: DraftOrder) => ({ id, version });
const newEmail = (): string => `${randomUUID()}@example.com`;
async function customerWithCard() {
  const customer = await createTestCustomer(shop);
  await shop.database.execute({
    text: "insert into stored_instruments (customer_id, market, gateway_token, brand, last4, expiry_month, expiry_year, is_default) values ($1, 'AU', 'card_success', 'Visa', '4242', 9, 2031, true)",
    values: [customer.id],
  });
  return customer;
}
/** A draft with a case of a wine at $60. */
async function draftFor(buyer: { readonly email: string } | { readonly customerId: number }): Promise<DraftOrder> {
  const begun = yes(await at().createDraftOrder({ market: 'AU', ...buyer }));
  return yes(await at().addDraftWine({ ...seen(begun), offerId: 'one', productId: 1 }));
}
const tokenFor = async (email: string): Promise<string> =>
  /\/checkout\/([A-Za-z0-9_-]{43})/.exec((await mailTo(shop, email, 'Your order is ready to pay')).text)?.[1] ?? '';
const orderOf = async (draft: DraftOrder) =>
  yes(await kim.call(orderOfficeContract).order({ id: yes(await at().draftOrder({ id: draft.id })).order?.id ?? '' }));
/** The days and the hold that are offered at the address. */
async function offered({ id }: DraftOrder) {
  const { offer } = yes(await at().draftDeliveryDays({ id, postcode: ADDRESS.postcode }));
  return { day: offer?.days.at(-1) ?? '', hold: offer?.hold?.until ?? '' };
}

describe('a draft that is collected', () => {
  test('has no delivery charge and needs no address, and the buyer’s checkout is filled in', async () => {
    const email = newEmail();
    const draft = await draftFor({ email });
    expect(draft).toMatchObject({ totals: { shipping: 9.9 }, places: [{ name: PLACE.name, address: PLACE.address }] });

    const collected = yes(await at().saveDraftDelivery({ ...seen(draft), ...COLLECTED }));

    expect(collected).toMatchObject({ delivery: { collectFrom: PLACE.name }, totals: { shipping: 0, total: 60 }, problems: [] });
    yes(await at().sendDraftLink(seen(collected)));
    const token = await tokenFor(email);
    const { details, cart } = yes(await checkout().read({ token })).data;
    expect([details.collectFrom, details.firstName, cart?.cartTotal]).toEqual([PLACE.name, 'Carla', 60]);
    const placed = yes(await checkout().placeOrder({ token, details, dateOfBirth: DATE_OF_BIRTH, expectedTotal: 60 }));
    yes(await payAt(shop, placed.data.nextUrl));
    expect(yes(await checkout().settle({ token })).data.status).toBe('paid');
    expect((await orderOf(collected)).order.collection).toMatchObject({ name: PLACE.name });
  });

  test('is paid with a saved card, without an address', async () => {
    const customer = await customerWithCard();
    const draft = yes(await at().saveDraftDelivery({ ...seen(await draftFor({ customerId: customer.id })), ...COLLECTED }));
    const payment = { ...seen(draft), cardId: draft.cards[0]?.id ?? '', expectedTotal: 60 };

    expect(await at().payDraftByCard({ ...payment, dateOfBirth: '2020-01-01' })).toMatchObject({ ok: false, code: 'delivery_invalid' });
    expect(yes(await at().payDraftByCard({ ...payment, dateOfBirth: DATE_OF_BIRTH })).state).toBe('placed');
    expect(await orderOf(draft)).toMatchObject({ payment: { paid: 60 }, order: { collection: { name: PLACE.name } } });
  });

  test('is not paid while the gateway does not answer, and can be paid later', async () => {
    const customer = await customerWithCard();
    const draft = yes(await at().saveDraftDelivery({ ...seen(await draftFor({ customerId: customer.id })), ...COLLECTED }));
    await shop.database.execute({
      text: "update stored_instruments set gateway_token = 'card_confirm' where customer_id = $1",
      values: [customer.id],
    });
    const payment = { cardId: draft.cards[0]?.id ?? '', expectedTotal: 60, dateOfBirth: DATE_OF_BIRTH };
    // As the screen does: it reads the draft again after each answer.
    const pay = async () => at().payDraftByCard({ ...seen(yes(await at().draftOrder({ id: draft.id }))), ...payment });
    const cancel = vi.spyOn(shop.running.services.orderDeps.gateway, 'cancel').mockRejectedValueOnce(new Error('away'));

    expect(await pay()).toMatchObject({ ok: false, title: draftRefusals.unreachable });

    expect(cancel).toHaveBeenCalledOnce();
    expect(await pay()).toMatchObject({ ok: false, title: draftRefusals.cardConfirm });
    await shop.database.execute({
      text: "update stored_instruments set gateway_token = 'card_success' where customer_id = $1",
      values: [customer.id],
    });
    expect(yes(await pay()).state).toBe('placed');
  });

  test('names the places if there is no such place, and cannot be paid once the place is gone', async () => {
    const draft = await draftFor({ email: newEmail() });
    expect(await at().saveDraftDelivery({ ...seen(draft), ...COLLECTED, collectFrom: 'The pub' })).toMatchObject({
      ok: false,
      status: 422,
      code: 'delivery_invalid',
      title: 'You can’t collect there. Choose delivery or one of: Cellar door.',
    });
    expect(await at().saveDraftDelivery({ ...seen(draft), ...COLLECTED, phone: '12' })).toMatchObject({ ok: false, status: 422 });
    const collected = yes(await at().saveDraftDelivery({ ...seen(draft), ...COLLECTED }));

    await saveFor('collection', { isOffered: false, places: [PLACE] }, 1);

    const gone = 'Orders can’t be collected at Cellar door any more. Change the delivery first.';
    const shown = yes(await at().draftOrder({ id: draft.id }));
    expect(shown).toMatchObject({ problems: [gone], totals: { shipping: 9.9 } });
    expect(await at().sendDraftLink(seen(collected))).toMatchObject({ ok: false, status: 409, title: gone });
    await saveFor('collection', { isOffered: true, places: [PLACE] }, 2);
    expect(yes(await at().sendDraftLink(seen(collected))).state).toBe('sent');
  });
});

describe('a draft with a day', () => {
  test.each(['day', 'hold'] as const)('is delivered on the day or held until then, by the buyer’s link: %s', async (kind) => {
    const email = newEmail();
    const draft = await draftFor({ email });
    const choice = await offered(draft);
    const timing = kind === 'day' ? { deliveryDay: choice.day } : { holdUntil: choice.hold };
    const timed = yes(await at().saveDraftDelivery({ ...seen(draft), ...ADDRESS, ...timing }));

    expect(timed).toMatchObject({ delivery: timing, problems: [] });
    yes(await at().sendDraftLink(seen(timed)));
    const token = await tokenFor(email);
    const { details } = yes(await checkout().read({ token })).data;
    expect(details).toMatchObject(timing);
    const placed = yes(await checkout().placeOrder({ token, details, dateOfBirth: DATE_OF_BIRTH, expectedTotal: 69.9 }));
    yes(await payAt(shop, placed.data.nextUrl));
    expect(yes(await checkout().settle({ token })).data.status).toBe('paid');
    expect((await orderOf(timed)).order).toMatchObject({ details: timing, dispatchOn: expect.stringMatching(/^\d{4}-/) });
  });

  test('is refused with the reason on a day that is not offered, and needs another one once the day is over', async () => {
    const customer = await customerWithCard();
    const draft = await draftFor({ customerId: customer.id });
    const { day, hold } = await offered(draft);
    for (const timing of [{ deliveryDay: '2020-01-01' }, { deliveryDay: day, holdUntil: hold }])
      expect(await at().saveDraftDelivery({ ...seen(draft), ...ADDRESS, ...timing })).toMatchObject({
        ok: false,
        status: 422,
        code: 'delivery_invalid',
      });
    const timed = yes(await at().saveDraftDelivery({ ...seen(draft), ...ADDRESS, deliveryDay: day }));
    await shop.database.execute({
      text: `update draft_orders set details = details || '{"deliveryDay": "2020-01-01"}' where id = $1`,
      values: [draft.id],
    });

    const late = yes(await at().draftOrder({ id: draft.id }));
    const payment = { ...seen(timed), cardId: timed.cards[0]?.id ?? '', dateOfBirth: DATE_OF_BIRTH, expectedTotal: 69.9 };
    expect(late.problems).toHaveLength(1);
    expect(await at().payDraftByCard(payment)).toMatchObject({ ok: false, code: 'delivery_invalid', title: late.problems[0] });
  });

  test('goes back to as soon as possible, and nobody else reads what is offered', async () => {
    const draft = await draftFor({ email: newEmail() });
    const { day } = await offered(draft);
    const timed = yes(await at().saveDraftDelivery({ ...seen(draft), ...ADDRESS, deliveryDay: day }));

    const soon = yes(await at().saveDraftDelivery({ ...seen(timed), ...ADDRESS }));

    expect(soon.delivery.deliveryDay).toBe('');
    expect(await at().draftDeliveryDays({ id: randomUUID(), postcode: '3068' })).toMatchObject({ ok: false, code: 'not_found' });
    expect(await reader.call(draftOrderOfficeContract).draftDeliveryDays({ id: draft.id })).toMatchObject({ ok: false, status: 403 });
  });
});
