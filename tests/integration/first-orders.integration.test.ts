/** Discounts of first orders: how earlier buyers are recognised, and the effect on the discount and the referrer's credit. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { referralContract } from '#domains/customers/referrals/contract.ts';
import { processReferrals } from '#domains/customers/referrals/server/process-referrals.ts';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { type CheckoutDetails, checkoutContract } from '#domains/selling/checkout/contract.ts';
import { gatewayContract } from '#domains/selling/payments/sandbox/contract.ts';
import { saveSetting } from '#domains/settings/server/save-setting.ts';
import type { Result } from '#lib/client.ts';
import { emailKey } from '#lib/email.ts';
import { DEFAULT_SITES } from '#markets/sites.ts';
import { DATE_OF_BIRTH, DETAILS } from '#tests/fixtures/buyers.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { type CommandOptions, runCommand, shopAccess } from '#tests/fixtures/cli.ts';
import { createTestCustomer, type TestCustomer } from '#tests/fixtures/customer.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'plenty', productId: 1, level: 500 });
});
afterAll(() => shop.stop());

const refusalOf = (result: Result<unknown, string>) =>
  result.ok ? 'ok' : { status: result.status, code: result.code, title: result.title };

let count = 0;
const unique = (): number => {
  count += 1;
  return count;
};
const anotherAddress = (): string => `${unique()} Alma Terrace`;
const anotherMailbox = (): string => `friend-${unique()}@example.com`;
/** Returns another card each time. The sandbox distinguishes cards by their expiry too. */
const anotherCard = (): number => 2030 + unique();

const codeOf = async ({ id, bearer }: TestCustomer): Promise<string> =>
  yes(await shop.call(referralContract).check({ bigcommerceId: id }, { bearer })).code;
const someCode = async (): Promise<string> => codeOf(await createTestCustomer(shop));

interface Friend {
  readonly email: string;
  readonly address: string;
  readonly card: number;
}
const friend = (overrides: Partial<Friend> = {}): Friend => ({
  email: anotherMailbox(),
  address: anotherAddress(),
  card: anotherCard(),
  ...overrides,
});

/** Opens the checkout of a guest's cart with a referral code and fills in the details. */
async function atCheckout(code: string, { email, address }: Friend, typedEmail = email) {
  const carts = shop.call(cartContract);
  const checkout = shop.call(checkoutContract);
  const details: CheckoutDetails = { ...DETAILS, email: typedEmail, address };
  const { id: cartId } = yes(await carts.create({ offer: {}, productId: 1 })).data;
  yes(await carts.updateGuestEmail({ cartId, email }));
  const cart = yes(await carts.addCoupon({ cartId, couponCode: code })).data;
  const { checkoutUrl } = yes(await checkout.redirectUrl({ cartId, email })).data;
  const token = checkoutUrl.split('/').at(-1) ?? '';
  const view = yes(await checkout.saveDetails({ token, details })).data;
  return {
    cart,
    view,
    token,
    details,
    read: async () => yes(await checkout.read({ token })).data,
    place: (expectedTotal = cart.cartTotal) => checkout.placeOrder({ token, details, dateOfBirth: DATE_OF_BIRTH, expectedTotal }),
    settle: async () => yes(await checkout.settle({ token })).data,
  };
}
const payAt = async (nextUrl: string, expiryYear: number): Promise<string> => {
  const id = nextUrl.split('/').at(-1) ?? '';
  yes(await shop.call(gatewayContract).pay({ id, cardToken: 'card_success', expiryMonth: 9, expiryYear }));
  return id;
};
/** Places the friend's order with the code. @returns the id of the order */
async function orders(code: string, who: Friend): Promise<string> {
  const checkout = await atCheckout(code, who);
  await payAt(yes(await checkout.place()).data.nextUrl, who.card);
  const { status, nextUrl } = await checkout.settle();
  expect(status).toBe('paid');
  return nextUrl.split('/').at(-1) ?? '';
}
const orderOf = (id: string) =>
  shop.database.queryOne<{ total_cents: number; number: number }>({
    text: 'select total_cents, number from orders where id = $1',
    values: [id],
  });
const paymentOf = (id: string) =>
  shop.database.queryOne({ text: 'select status, captured_at from sandbox_gateway.payments where id = $1', values: [id] });

describe('the same mailbox', () => {
  test.each([
    ['another tag', (email: string) => email.replace('@', '+2@')],
    ['capitals', (email: string) => email.toUpperCase()],
  ])('rejects the discount of a second order, also with %s', async (_, varied) => {
    const first = friend();
    await orders(await someCode(), first);
    const carts = shop.call(cartContract);
    const { id: cartId } = yes(await carts.create({ offer: {}, productId: 1 })).data;
    yes(await carts.updateGuestEmail({ cartId, email: varied(first.email) }));

    const rejected = refusalOf(await carts.addCoupon({ cartId, couponCode: await someCode() }));

    expect(rejected).toMatchObject({ status: 422, code: 'coupon_not_eligible' });
  });

  test('matches guests with accounts in both directions', async () => {
    const first = friend();
    await orders(await someCode(), first);
    const member = await createTestCustomer(shop, { email: first.email.replace('@', '+member@') });
    const carts = shop.call(cartContract, 'localhost', { authorization: `Bearer ${member.bearer}` });
    const { id: cartId } = yes(await carts.create({ offer: {}, productId: 1, customerId: member.id })).data;

    expect(refusalOf(await carts.addCoupon({ cartId, couponCode: await someCode() }))).toMatchObject({ code: 'coupon_not_eligible' });
  });

  test('removes the discount before "Place order" with a reason if it is entered only at checkout', async () => {
    const first = friend();
    await orders(await someCode(), first);
    const code = await someCode();

    const checkout = await atCheckout(code, friend(), first.email.replace('@', '+new@'));

    expect(checkout.cart.totalDiscountAmount).toBe(25);
    expect(checkout.view.cart).toMatchObject({ totalDiscountAmount: 0, cartTotal: checkout.cart.cartTotal + 25 });
    expect(checkout.view.notices).toEqual([`${code} was removed. It is for a first order, and this is not your first.`]);
    expect(refusalOf(await checkout.place())).toMatchObject({ status: 409, code: 'total_changed', title: expect.stringContaining(code) });
    expect((await checkout.place(checkout.cart.cartTotal + 25)).ok).toBe(true);
  });
});

describe('the same card and address together', () => {
  test('reject the discount without a charge, and the checkout shows the reason before "Place order"', async () => {
    const first = friend();
    await orders(await someCode(), first);
    const code = await someCode();
    const checkout = await atCheckout(code, friend({ card: first.card, address: first.address }));
    expect(checkout.view.notices).toEqual([]);

    const payment = await payAt(yes(await checkout.place()).data.nextUrl, first.card);
    const confirmed = await checkout.settle();

    expect(confirmed.status).toBe('cancelled');
    expect(await paymentOf(payment)).toEqual({ status: 'cancelled', captured_at: null });
    const view = await checkout.read();
    expect(view.cart).toMatchObject({ totalDiscountAmount: 0 });
    expect(view.notices).toEqual([
      `${code} was removed. It is for a first order, and an earlier order to this address was paid with the same card.`,
    ]);
    expect(refusalOf(await checkout.place())).toMatchObject({ status: 409, code: 'total_changed' });
    const again = yes(await checkout.place(view.cart?.cartTotal)).data;
    await payAt(again.nextUrl, first.card);
    expect(await checkout.settle()).toMatchObject({ status: 'paid' });
  });

  test('do not count where the order is collected, in the checkout as in the order', async () => {
    const { settings } = shop.running.services;
    const place = { name: 'Cellar door', address: '5 Barrel Lane', state: 'VIC', hours: '10 to 6', bring: '' };
    await saveSetting(
      { database: shop.database, sites: DEFAULT_SITES, start: settings.start },
      { group: 'collection', scope: 'AU', value: { isOffered: true, places: [place] }, effectiveFrom: null, basedOn: 0, author: 'Olive' },
    );
    await expect.poll(() => settings.versions('collection', 'AU')).toHaveLength(1);
    const first = friend();
    await orders(await someCode(), first);
    const { token, details, cart, ...checkout } = await atCheckout(await someCode(), friend({ card: first.card, address: first.address }));
    await payAt(yes(await checkout.place()).data.nextUrl, first.card);
    await checkout.settle();
    expect((await checkout.read()).cart).toMatchObject({ totalDiscountAmount: 0 });

    const collected = { token, details: { ...details, collectFrom: place.name } };
    const view = yes(await shop.call(checkoutContract).saveDetails(collected)).data;

    expect(view.cart).toMatchObject({ totalDiscountAmount: cart.totalDiscountAmount });
    const expectedTotal = view.cart?.cartTotal ?? 0;
    expect((await shop.call(checkoutContract).placeOrder({ ...collected, dateOfBirth: DATE_OF_BIRTH, expectedTotal })).ok).toBe(true);
  });

  test('match an address however it is written, but not another unit', async () => {
    const first = friend({ address: 'Unit 3, 88 Alma Tce' });
    await orders(await someCode(), first);
    const same = await atCheckout(await someCode(), friend({ card: first.card, address: '3/88 Alma Terrace' }));
    await payAt(yes(await same.place()).data.nextUrl, first.card);
    expect(await same.settle()).toMatchObject({ status: 'cancelled' });

    await orders(await someCode(), friend({ card: first.card, address: '4/88 Alma Terrace' }));
  });

  test('match if a job confirms the payment instead of the shopper', async () => {
    const first = friend();
    await orders(await someCode(), first);
    const checkout = await atCheckout(await someCode(), friend({ card: first.card, address: first.address }));
    const payment = await payAt(yes(await checkout.place()).data.nextUrl, first.card);
    await shop.database.execute({ text: "update orders set created_at = now() - interval '1 minute' where status = 'Incomplete'" });

    const { resumeOrders } = await import('#domains/selling/checkout/server/resume-orders.ts');
    await resumeOrders(shop.running.services.checkoutDeps);

    expect(await paymentOf(payment)).toMatchObject({ status: 'cancelled' });
    expect((await checkout.read()).notices).toHaveLength(1);
  });
});

describe('one of them alone', () => {
  const HOURS = 24;
  const credited: number[] = [];
  const runReferrals = () => processReferrals(shop.database, HOURS, async (_, { referrerId }) => void credited.push(referrerId));
  const staff = (name: string, args: readonly string[] = [], options: CommandOptions = {}) =>
    runCommand(shopAccess(shop), name, args, options);
  const balanceOf = async ({ bearer }: TestCustomer) => yes(await shop.call(referralContract).mine({}, { bearer })).data;

  test.each(['card', 'address'] as const)('keeps the discount and holds the credit for review: the %s', async (shared) => {
    const first = friend();
    await orders(await someCode(), first);
    await runReferrals();
    const ann = await createTestCustomer(shop);

    const id = await orders(await codeOf(ann), friend({ [shared]: first[shared] }));
    await runReferrals();

    const order = await orderOf(id);
    expect(order?.total_cents).toBe(6000 + 990 - 2500);
    expect(await balanceOf(ann)).toMatchObject({ balance: 0, friends: [{ state: 'held' }] });
    const { text } = await staff('referral list', [], { json: true });
    expect(JSON.parse(text)).toContainEqual(
      expect.objectContaining({ number: order?.number, reason: `same_${shared}`, referrerEmail: ann.email, amount: 25 }),
    );
  });

  test('is approved once by staff, or declined', async () => {
    const first = friend();
    await orders(await someCode(), first);
    await runReferrals();
    const [ann, bob] = [await createTestCustomer(shop), await createTestCustomer(shop)];
    const hers = await orderOf(await orders(await codeOf(ann), friend({ card: first.card })));
    const his = await orderOf(await orders(await codeOf(bob), friend({ card: first.card })));
    await runReferrals();

    expect(await staff('referral approve', [String(hers?.number)])).toMatchObject({ code: 0, text: expect.stringContaining('$25.00') });
    expect(await staff('referral approve', [String(hers?.number)])).toMatchObject({ code: 1 });
    expect(await staff('referral decline', [String(his?.number)])).toMatchObject({ code: 0 });
    await runReferrals();

    expect(await balanceOf(ann)).toMatchObject({ balance: 25, friends: [{ state: 'credited', amount: 25 }] });
    expect(await balanceOf(bob)).toMatchObject({ balance: 0, friends: [{ state: 'refused' }] });
    const [mail] = await shop.database.queryMany({
      text: "select data from pgboss.job where name = 'send-loyalty-email' and data->>'to' = $1",
      values: [ann.email],
    });
    expect(JSON.stringify(mail)).toContain('$25.00');
  });

  test('rejects a number without a held credit', async () => {
    await expect(staff('referral approve', ['abc'])).rejects.toThrow('Give the number of the friend’s order');
    expect(await staff('referral approve', ['1999999'])).toMatchObject({ code: 1 });
  });
});

test('treats mailboxes in SQL and in code alike', async () => {
  const { mailboxOf } = await import('#domains/customers/identity/model/same-buyer.ts');
  const emails = ['Grace@Example.com ', 'g.ra+x.y@googlemail.com', 'a.b@gmail.com', 'é+1@EXÄMPLE.com', 'a@b@c.com', '+@x.y', 'a+b+c@x.y'];
  const rows = await shop.database.queryMany<{ box: string }>({
    text: 'select mailbox_of(e) as box from unnest($1::text[]) with ordinality as t (e, n) order by n',
    values: [emails],
  });
  expect(rows.map(({ box }) => box)).toEqual(emails.map(mailboxOf));
});

test('compares email addresses by the same key in the database and in code', async () => {
  const emails = ['Ada@Example.com', ' ada@example.com ', 'ADA+tag@example.com', 'zo\u0065\u0308@example.com', 'ZOË@EXAMPLE.COM'];

  const rows = await shop.database.queryMany<{ key: string }>({
    text: 'select email_key(e) as key from unnest($1::text[]) with ordinality as t (e, n) order by n',
    values: [emails],
  });

  expect(rows.map(({ key }) => key)).toEqual(emails.map(emailKey));
});
