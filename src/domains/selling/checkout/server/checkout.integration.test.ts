import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { DATE_OF_BIRTH, DETAILS } from '#tests/fixtures/buyers.ts';
import { buyer, findInvariantViolations, orderAt, yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { checkoutContract } from '../contract.ts';
import { resumeOrders } from './resume-orders.ts';

const OPENING: Record<number, number> = { 1: 1000, 2: 1000, 3: 10, 4: 1, 5: 5 };
let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock(...Object.entries(OPENING).map(([id, level]) => ({ offerId: `wine-${id}`, productId: Number(id), level })));
  await shop.promotions({
    id: 1,
    name: 'Everything',
    code: 'ALLFREE',
    actions: [{ kind: 'percentage', percent: 100 }, { kind: 'free_shipping' }],
  });
});
afterAll(() => shop.stop());

const deps = () => shop.running.services.checkoutDeps;
const stockOf = (productId: number) =>
  shop.database.queryOne<{ level: number; reserved: number }>({
    text: "select level, reserved from stock_levels where product_id = $1 and market = 'AU'",
    values: [productId],
  });
const expireHolds = () =>
  shop.database.execute({ text: "update orders set reserved_until = now() - interval '1 second' where status = 'Incomplete'" });
/** Resolves once this many connections wait for a lock. */
const connectionsWaiting = (count: number) =>
  expect
    .poll(async () => {
      const row = await shop.database.queryOne<{ count: number }>({
        text: "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      });
      return row?.count ?? 0;
    })
    .toBeGreaterThanOrEqual(count);
const outcomeOf = (result: { ok: boolean }) => (result.ok ? 'ok' : { ...result, ok: undefined });

describe('the purchase of a guest', () => {
  test('takes the stock, deletes the cart, numbers the order and sends the receipt [CHK-4, CHK-16]', async () => {
    const before = await stockOf(1);
    const guest = await buyer(shop, [1, 2]);
    const { nextUrl } = yes(await guest.placeOrder()).data;
    expect(nextUrl).toMatch(/\/sandbox-gateway\/pay\/pay_/);
    expect(await stockOf(1)).toEqual({ level: before?.level, reserved: 1 });
    yes(await guest.pay(nextUrl));
    const confirmed = yes(await guest.settle()).data;
    expect(confirmed.status).toBe('paid');
    expect(await stockOf(1)).toEqual({ level: (before?.level ?? 0) - 1, reserved: 0 });
    const order = await orderAt(shop, confirmed.nextUrl);
    expect(order).toMatchObject({
      status: 'Awaiting Fulfillment',
      statusGroup: 'paid',
      total: guest.cart.cartTotal,
      email: 'grace@example.com',
    });
    expect(order.number).toBeGreaterThanOrEqual(1000001);
    expect(await orderAt(shop, confirmed.nextUrl)).toEqual(order);
    expect(await shop.call(cartContract).initialize({ cartId: guest.cart.id })).toMatchObject({ ok: false, status: 404 });
    await expect
      .poll(() =>
        shop.database.queryOne({
          text: 'select recipient, subject from dev_mailbox where subject like $1',
          values: [`%#${order.number}`],
        }),
      )
      .toEqual({ recipient: 'grace@example.com', subject: `Your Cellardoor order #${order.number}` });
  });

  test('assigns sequential order numbers per market [ORD-1]', async () => {
    for (const host of ['sg.localhost', 'sg.localhost']) {
      const guest = await buyer(shop, [1], host, { phone: '8123 4567', suburb: '', state: '', postcode: '288913' });
      const { nextUrl } = yes(await guest.placeOrder()).data;
      yes(await guest.pay(nextUrl));
      yes(await guest.settle());
    }
    const numbers = await shop.database.queryMany<{ number: number }>({
      text: "select number from orders where market = 'SG' and number is not null order by number",
    });
    expect(numbers.map((row) => row.number)).toEqual([1000001, 1000002]);
  });

  test('excludes a declined gift from the order, keeps its stock, and offers it with the next purchase', async () => {
    const thanks = { id: 2, name: 'A thank-you', scope: { offerIds: ['wine-2'] }, actions: [{ kind: 'gift' as const, offerId: 'wine-3' }] };
    await shop.promotions(thanks);
    const before = await stockOf(3);
    const guest = await buyer(shop, [2]);
    const gift = guest.cart.lineItems.find((line) => line.addedByPromotion);
    expect(gift?.offerId).toBe('wine-3');
    yes(await shop.call(cartContract).removeItem({ cartId: guest.cart.id, cartItemId: gift?.id ?? '' }));
    const { nextUrl } = yes(await guest.placeOrder()).data;
    yes(await shop.call(cartContract).addItem({ offer: {}, productId: 2, cartId: guest.cart.id }));
    yes(await guest.pay(nextUrl));
    const order = await orderAt(shop, yes(await guest.settle()).data.nextUrl);
    expect(order.lineItems.map(({ name, quantity }) => [name, quantity])).toEqual([['Wine wine-2', 1]]);
    expect(await stockOf(3)).toEqual(before);
    const remaining = yes(await shop.call(cartContract).initialize({ cartId: guest.cart.id })).data;
    expect(remaining.lineItems.map(({ offerId, quantity, addedByPromotion }) => [offerId, quantity, addedByPromotion])).toEqual([
      ['wine-2', 1, false],
      ['wine-3', 1, true],
    ]);
    await shop.promotions({ ...thanks, endsAt: '2020-01-01T00:00:00Z' });
  });

  test('needs no payment for a total of 0', async () => {
    const guest = await buyer(shop, [1]);
    yes(await shop.call(cartContract).addCoupon({ cartId: guest.cart.id, couponCode: 'ALLFREE' }));
    expect(yes(await guest.placeOrder({}, 0)).data.nextUrl).toMatch(/^\/order\//);
  });
});

describe('repeated submissions', () => {
  test('make one order and one charge of ten concurrent clicks on Place order [CHK-3]', async () => {
    const guest = await buyer(shop, [1]);
    const pressed = await Promise.all(Array.from({ length: 10 }, () => guest.placeOrder()));
    const urls = new Set(pressed.map((result) => yes(result).data.nextUrl));
    expect(urls.size).toBe(1);
    const [url = ''] = urls;
    await Promise.all(Array.from({ length: 5 }, () => guest.pay(url)));
    const results = await Promise.all(Array.from({ length: 5 }, () => guest.settle()));
    expect(new Set(results.map((result) => yes(result).data.nextUrl)).size).toBe(1);
    expect(await shop.database.queryMany({ text: 'select 1 as one from orders where cart_id = $1', values: [guest.cart.id] })).toHaveLength(
      1,
    );
    expect(yes(await guest.placeOrder()).data.nextUrl).toMatch(/^\/order\//);
  });

  test('close the payment page of the older of two checkouts of one cart [CHK-3]', async () => {
    const guest = await buyer(shop, [1]);
    const first = yes(await guest.placeOrder()).data.nextUrl;
    const { checkoutUrl } = yes(await shop.call(checkoutContract).redirectUrl({ cartId: guest.cart.id, email: DETAILS.email })).data;
    const token = checkoutUrl.split('/').at(-1) ?? '';
    const second = yes(
      await shop
        .call(checkoutContract)
        .placeOrder({ token, details: DETAILS, dateOfBirth: DATE_OF_BIRTH, expectedTotal: guest.cart.cartTotal }),
    ).data.nextUrl;
    expect(second).not.toBe(first);
    expect(outcomeOf((await guest.pay(first)) as { ok: boolean })).toMatchObject({ code: 'payment_ended' });
    yes(await guest.pay(second));
    expect(yes(await shop.call(checkoutContract).settle({ token })).data.status).toBe('paid');
  });

  test('draft one order of two concurrent checkouts of one cart and reject the other [CHK-3]', async () => {
    const guest = await buyer(shop, [1]);
    const { checkoutUrl } = yes(await shop.call(checkoutContract).redirectUrl({ cartId: guest.cart.id, email: DETAILS.email })).data;
    const token = checkoutUrl.split('/').at(-1) ?? '';
    const inOtherWindow = () =>
      shop.call(checkoutContract).placeOrder({ token, details: DETAILS, dateOfBirth: DATE_OF_BIRTH, expectedTotal: guest.cart.cartTotal });

    const pressed = await shop.database
      .transaction(async (transaction) => {
        await transaction.queryMany({ text: 'select 1 from carts where id = $1 for update', values: [guest.cart.id] });
        const both = [guest.placeOrder(), inOtherWindow()];
        await connectionsWaiting(2);
        return both;
      })
      .then((both) => Promise.all(both));

    expect(pressed.map((result) => (result.ok ? 'ok' : result.code)).toSorted()).toEqual(['ok', 'order_in_progress']);
    expect(await shop.database.queryMany({ text: 'select status from orders where cart_id = $1', values: [guest.cart.id] })).toEqual([
      { status: 'Incomplete' },
    ]);
    const loser = pressed[0]?.ok ? inOtherWindow : guest.placeOrder;
    expect(yes(await loser()).data.nextUrl).toMatch(/\/sandbox-gateway\/pay\//);
  });

  test('keep what was added to the cart during the payment', async () => {
    const guest = await buyer(shop, [1]);
    const { nextUrl } = yes(await guest.placeOrder()).data;
    yes(await shop.call(cartContract).addItem({ offer: {}, productId: 2, cartId: guest.cart.id }));
    yes(await guest.pay(nextUrl));
    yes(await guest.settle());
    const remaining = yes(await shop.call(cartContract).initialize({ cartId: guest.cart.id })).data;
    expect(remaining.lineItems.map((line) => [line.productId, line.quantity])).toEqual([[2, 1]]);

    const { checkoutUrl } = yes(await shop.call(checkoutContract).redirectUrl({ cartId: guest.cart.id, email: DETAILS.email })).data;
    const token = checkoutUrl.split('/').at(-1) ?? '';
    const later = { token, details: DETAILS, dateOfBirth: DATE_OF_BIRTH, expectedTotal: remaining.cartTotal };
    yes(await guest.pay(yes(await shop.call(checkoutContract).placeOrder(later)).data.nextUrl));
    expect(yes(await shop.call(checkoutContract).settle({ token })).data.status).toBe('paid');
    expect(await findInvariantViolations(shop, OPENING)).toEqual([]);
  });
});

describe('failed payments', () => {
  test('charge nothing for a declined card and allow another card', async () => {
    const guest = await buyer(shop, [1]);
    const { nextUrl } = yes(await guest.placeOrder()).data;
    expect(await guest.pay(nextUrl, 'card_declined')).toMatchObject({
      ok: true,
      value: { data: { status: 'open', failure: 'The card was declined.' } },
    });
    expect(yes(await guest.settle()).data).toEqual({ status: 'open', nextUrl });
    yes(await guest.pay(nextUrl));
    expect(yes(await guest.settle()).data.status).toBe('paid');
  });

  test('are recovered by a job if the response of a capture is lost and the shopper does not return [CHK-2]', async () => {
    const guest = await buyer(shop, [1]);
    const { nextUrl } = yes(await guest.placeOrder()).data;
    expect(await guest.pay(nextUrl, 'card_timeout')).toMatchObject({ ok: false, status: 504 });
    await expireHolds();
    await expect
      .poll(
        async () => (
          await resumeOrders(deps()),
          (
            await shop.database.queryOne<{ number: number }>({
              text: 'select number from orders where cart_id = $1',
              values: [guest.cart.id],
            })
          )?.number
        ),
      )
      .toBeGreaterThan(1000000);
  });

  test('release the stock and close the payment page when the reservation expires [CHK-4]', async () => {
    const guest = await buyer(shop, [4]);
    const { nextUrl } = yes(await guest.placeOrder()).data;
    await expect(buyer(shop, [4])).rejects.toThrow('sold_out');
    await expireHolds();
    await resumeOrders(deps());
    expect(await stockOf(4)).toEqual({ level: 1, reserved: 0 });
    expect(outcomeOf((await guest.pay(nextUrl)) as { ok: boolean })).toMatchObject({ code: 'payment_ended' });
    expect(yes(await guest.settle()).data).toMatchObject({ status: 'cancelled' });
  });
});

describe('an order is rejected', () => {
  test('if the total is not the one that the shopper saw', async () => {
    const guest = await buyer(shop, [1]);
    expect(outcomeOf(await guest.placeOrder({}, 1))).toMatchObject({
      status: 409,
      code: 'total_changed',
      title: expect.stringContaining('$69.90'),
    });
  });

  test('until the shopper accepts the higher fee for Queensland [SHIP-2]', async () => {
    const guest = await buyer(shop, [1]);
    const locality = { suburb: 'Brisbane City', state: 'QLD', postcode: '4000' };
    expect(outcomeOf(await guest.placeOrder(locality))).toMatchObject({ code: 'total_changed' });
    expect(yes(await guest.placeOrder(locality, 74.9)).data.nextUrl).toContain('/pay/');
  });

  const invalid = [
    {
      name: 'suburb and postcode that do not belong together',
      change: { postcode: '3000' },
      code: 'address_mismatch',
      title: 'Something wrong with the address, please check suburb, postcode or state if they are matching',
    },
    {
      name: 'a state that does not belong',
      change: { state: 'NSW' },
      code: 'address_mismatch',
      title: 'Something wrong with the address, please check suburb, postcode or state if they are matching',
    },
    { name: 'no first name', change: { firstName: ' ' }, code: 'details_invalid', title: 'Enter your first name' },
    { name: 'a phone of another country', change: { phone: '555 1234' }, code: 'details_invalid', title: expect.stringContaining('phone') },
  ];
  test.each(invalid)('for $name [CHK-18, CHK-19]', async ({ change, code, title }) => {
    const guest = await buyer(shop, [1]);
    expect(outcomeOf(await guest.placeOrder(change))).toMatchObject({ status: 422, code, title });
  });

  test('for a buyer under 18 [CHK-13]', async () => {
    const guest = await buyer(shop, [1]);
    const born = `${new Date().getUTCFullYear() - 17}-01-01`;
    const result = await shop
      .call(checkoutContract)
      .placeOrder({ token: guest.token, details: DETAILS, dateOfBirth: born, expectedTotal: guest.cart.cartTotal });
    expect(outcomeOf(result)).toMatchObject({ status: 422, code: 'under_age' });
  });

  test('if the URL has expired after half an hour [CHK-11]', async () => {
    const guest = await buyer(shop, [1]);
    await shop.database.execute({
      text: "update checkouts set expires_at = now() - interval '1 second' where cart_id = $1",
      values: [guest.cart.id],
    });
    expect(outcomeOf(await guest.placeOrder())).toMatchObject({ status: 410, code: 'checkout_expired' });
    expect(outcomeOf(await shop.call(checkoutContract).read({ token: guest.token }))).toMatchObject({ status: 410 });
  });

  test('before checkout for a guest without an e-mail address [CHK-5]', async () => {
    const { data: cart } = yes(await shop.call(cartContract).create({ offer: {}, productId: 1 }));
    expect(outcomeOf(await shop.call(checkoutContract).redirectUrl({ cartId: cart.id }))).toMatchObject({
      status: 422,
      code: 'email_required',
    });
  });
});

test('sells the last ten cases to ten of two hundred concurrent buyers and rejects the others with a message [CHK-1]', async () => {
  // The carts are created in sequence, the orders are submitted at once.
  const guests: Awaited<ReturnType<typeof buyer>>[] = [];
  while (guests.length < 200) guests.push(...(await Promise.all(Array.from({ length: 20 }, () => buyer(shop, [3])))));
  const outcomes = await Promise.all(
    guests.map(async (guest) => {
      const placed = await guest.placeOrder();
      if (!placed.ok) return placed.title;
      yes(await guest.pay(placed.value.data.nextUrl));
      return yes(await guest.settle()).data.status;
    }),
  );
  expect(outcomes.filter((outcome) => outcome === 'paid')).toHaveLength(10);
  expect(new Set(outcomes.filter((outcome) => outcome !== 'paid'))).toEqual(
    new Set(["We don't have enough Test House Wine wine-3 left. Go back to your cart to change it."]),
  );
  expect(await stockOf(3)).toEqual({ level: 0, reserved: 0 });
});

test('leaves the ledgers balanced', async () => {
  await expireHolds();
  await resumeOrders(deps());
  expect(await findInvariantViolations(shop, OPENING)).toEqual([]);
});

test('returns the requested locality for a postcode with more localities than the limit', async () => {
  const { data } = yes(await shop.call(checkoutContract).localities({ postcode: '0822', suburb: 'winnellie' }));
  expect(data[0]).toEqual({ suburb: expect.stringMatching(/^winnellie$/i), state: 'NT', postcode: '0822' });
  expect(data.length).toBe(30);
});
