import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Cart } from '#domains/selling/cart/contract.ts';
import { giftCardContract } from '#domains/selling/gift-cards/contract.ts';
import { formatCode } from '#domains/selling/gift-cards/model/code.ts';
import { todayIn } from '#markets/market-day.ts';
import { DATE_OF_BIRTH, DETAILS } from '#tests/fixtures/buyers.ts';
import { type CartShop, createCartTestShop, errorOf, payload, value } from '#tests/fixtures/cart-shop.ts';
import { payAt, yes } from '#tests/fixtures/checkout-flow.ts';
import { checkoutContract } from '../contract.ts';

const ADA = { recipientName: 'Ada', recipientEmail: 'ada@example.com', senderName: 'Grace', message: 'Cheers', sendOn: '' };
let cartShop: CartShop;
beforeAll(async () => {
  cartShop = await createCartTestShop();
});
afterAll(() => cartShop.shop.stop());

/** Pays for a cart. @returns the id of the order */
async function pay(cart: Cart): Promise<string> {
  const checkout = cartShop.shop.call(checkoutContract);
  const { checkoutUrl } = yes(await checkout.redirectUrl({ cartId: cart.id, email: DETAILS.email })).data;
  const token = checkoutUrl.split('/').at(-1) ?? '';
  const order = { token, details: DETAILS, dateOfBirth: DATE_OF_BIRTH, expectedTotal: cart.cartTotal };
  const { nextUrl } = yes(await checkout.placeOrder(order)).data;
  yes(await payAt(cartShop.shop, nextUrl));
  return yes(await checkout.settle({ token })).data.nextUrl.replace('/order/', '');
}

/** Buys a gift card of 50 for a recipient. @returns its row */
async function buy(gift: typeof ADA) {
  const cart = value(await cartShop.carts.create({ ...payload('gift'), gift }));
  const orderId = await pay(cart);
  const card = await cartShop.shop.database.queryOne<{
    code: string;
    recipient_email: string;
    recipient_name: string;
    message: string;
    send_at: Date;
  }>({
    text: 'select code, recipient_email, recipient_name, message, send_at from gift_cards where order_id = $1',
    values: [orderId],
  });
  if (!card) throw new Error('no card was issued');
  return { cart, card, orderId };
}

describe('a gift card for a recipient', () => {
  test('stores the recipient from the cart to the card, costs no delivery, and hides the address in the cart [GIFT-1, GIFT-5, SHIP-5]', async () => {
    const sendOn = todayIn('AU', new Date(Date.now() + 30 * 86_400_000));
    const { cart, card } = await buy({ ...ADA, sendOn });
    expect(cart).toMatchObject({ isGiftCardOnly: true, shippingTotal: 0, cartTotal: 50 });
    expect(cart.lineItems[0]?.gift).toEqual({ recipientName: 'Ada', sendOn });
    expect(card).toMatchObject({ recipient_email: 'ada@example.com', recipient_name: 'Ada', message: 'Cheers' });
    expect(card.send_at.toISOString().slice(0, 10)).toBe(new Date(Date.parse(sendOn) - 1).toISOString().slice(0, 10));
  });

  test('is named on its order without the address', async () => {
    const { orderId } = await buy(ADA);
    const { text } = await cartShop.shop.get(`/order/${orderId}`);
    expect(text).toContain('For Ada, sent as soon as you’ve paid');
    expect(text).not.toContain('ada@example.com');
  });

  const ALAN = { ...ADA, recipientName: 'Alan', recipientEmail: 'alan@example.com', message: 'Chin chin' };
  const people = (cart: Cart) => cart.lineItems.map(({ quantity, gift }) => [gift?.recipientName, quantity]);
  const more = (cart: Cart, options: { gift?: typeof ADA; giftOf?: string }) =>
    cartShop.carts.addItem({ ...payload('gift'), cartId: cart.id, ...options });
  const sent = (orderId: string) =>
    cartShop.shop.database.queryMany({
      text: 'select recipient_email as email, message, count(*)::int as cards from gift_cards where order_id = $1 group by 1, 2 order by 1',
      values: [orderId],
    });

  test('shares a line with the other cards for its recipient, and is sent from today to a year from now', async () => {
    const cart = value(await cartShop.carts.create({ ...payload('gift'), gift: ADA }));
    expect(errorOf(await more(cart, { gift: { ...ADA, sendOn: '2020-01-01' } }))).toMatchObject({ status: 422, code: 'gift_day' });
    expect(people(value(await more(cart, { gift: { ...ADA, recipientName: 'Ada L', recipientEmail: 'ADA@example.com' } })))).toEqual([
      ['Ada L', 2],
    ]);
    expect(people(value(await more(cart, { gift: ALAN })))).toEqual([
      ['Ada L', 2],
      ['Alan', 1],
    ]);
    expect(people(value(await more(cart, {})))).toEqual([
      ['Ada L', 2],
      ['Alan', 1],
      [undefined, 1],
    ]);
  });

  test.each(['recipientName', 'senderName'])('rejects a link in the %s', async (field) => {
    const result = await cartShop.carts.create({ ...payload('gift'), gift: { ...ADA, [field]: 'Win at evil.example' } });

    const title = errorOf(result);
    expect(title).toMatchObject({ status: 400 });
    expect(JSON.stringify(title)).toContain('must be a name without a web address');
  });

  test('is sent to each of two recipients of one cart, also after a merge [GIFT-2]', async () => {
    const cart = value(await cartShop.carts.create({ ...payload('gift'), gift: ADA }));
    const other = value(await cartShop.carts.create({ ...payload('gift'), gift: ALAN }));
    value(await more(other, { gift: ADA }));
    const { data: merged } = yes(await cartShop.carts.merge({ cartIds: JSON.stringify([cart.id, other.id]), cartId: cart.id }));
    if (!merged) throw new Error('nothing is left of the merge');
    expect(people(merged)).toEqual([
      ['Ada', 2],
      ['Alan', 1],
    ]);
    expect(await sent(await pay(merged))).toEqual([
      { email: 'ada@example.com', message: 'Cheers', cards: 2 },
      { email: 'alan@example.com', message: 'Chin chin', cards: 1 },
    ]);
    expect(errorOf(await cartShop.carts.initialize({ cartId: merged.id }))).toMatchObject({ status: 404 });
  });

  test('keeps recipient and message when it is removed and restored', async () => {
    const cart = value(await cartShop.carts.create({ ...payload('gift'), gift: ADA }));
    const giftOf = cart.lineItems[0]?.id ?? '';
    expect(await cartShop.carts.removeItem({ cartId: cart.id, cartItemId: giftOf })).toMatchObject({ ok: true, value: null });
    const again = value(await cartShop.carts.create({ ...payload('gift'), giftOf }));
    expect(people(value(await more(again, { giftOf })))).toEqual([['Ada', 2]]);
    await cartShop.shop.database.execute({
      text: "update removed_gift_lines set removed_at = now() - interval '2 hours' where line_id = $1",
      values: [giftOf],
    });
    const last = value(await more(again, { giftOf }));
    expect(people(last)).toEqual([
      ['Ada', 2],
      [undefined, 1],
    ]);
    expect(await sent(await pay(last))).toContainEqual({ email: 'ada@example.com', message: 'Cheers', cards: 2 });
  });

  test('removes coupons from the cart and says so [GIFT-6]', async () => {
    const cart = await cartShop.cartWith('dear');
    value(await cartShop.carts.addCoupon({ cartId: cart.id, couponCode: 'WELCOME20' }));
    const after = value(await cartShop.carts.addItem({ ...payload('gift'), cartId: cart.id, gift: ADA }));
    expect(after.coupons).toEqual([]);
    expect(after.notices).toHaveLength(1);
    expect(errorOf(await cartShop.carts.addCoupon({ cartId: cart.id, couponCode: 'WELCOME20' }))).toMatchObject({
      title: 'Cannot purchase a gift card using a gift card or a coupon code',
    });
  });
});

describe('the balance', () => {
  test('is shown to anyone with the code, in the market of the card, with its three years of validity [GIFT-4, GIFT-7]', async () => {
    const { card } = await buy(ADA);
    const { data } = yes(await cartShop.shop.call(giftCardContract).balance({ code: formatCode(card.code).toLowerCase() }));
    expect(data).toMatchObject({ balance: 50, initial: 50, isExpired: false });
    expect(new Date(data.expiresAt).getFullYear()).toBe(new Date().getFullYear() + 3);
    expect(errorOf(await cartShop.shop.call(giftCardContract, 'sg.localhost').balance({ code: card.code }))).toMatchObject({ status: 404 });
    await cartShop.shop.database.execute({
      text: "update gift_cards set expires_at = now() - interval '1 day' where code = $1",
      values: [card.code],
    });
    expect(yes(await cartShop.shop.call(giftCardContract).balance({ code: card.code })).data).toMatchObject({
      balance: 0,
      isExpired: true,
    });
  });

  test('cannot be guessed', async () => {
    const guess = () => cartShop.shop.call(giftCardContract).balance({ code: 'AAAA-AAAA-AAAA-AAAA' });
    const codes = [];
    for (let attempts = 0; attempts < 25; attempts += 1) codes.push(errorOf(await guess()));
    expect(codes.at(0)).toMatchObject({ status: 404 });
    expect(codes.at(-1)).toMatchObject({ status: 429 });
  });
});
