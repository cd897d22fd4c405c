import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BORN, DETAILS, payAt, yes } from '../../../dev/testing/buyer.ts';
import { type CartShop, openCartShop, payload, refusal, value } from '../../../dev/testing/cart-shop.ts';
import { formatCode } from '../../gift-card/code.ts';
import { giftCardCalls } from '../../gift-card/contract.ts';
import { todayIn } from '../../market/market-day.ts';
import { checkoutCalls } from '../contract.ts';

const ADA = { recipientName: 'Ada', recipientEmail: 'ada@example.com', senderName: 'Grace', message: 'Cheers', sendOn: '' };
let it: CartShop;
beforeAll(async () => {
  it = await openCartShop();
});
afterAll(() => it.shop.stop());

/** Buy a gift card of 50 for somebody; the row that is kept of it. */
async function buy(gift: typeof ADA) {
  const checkout = it.shop.call(checkoutCalls);
  const cart = value(await it.carts.create({ ...payload('gift'), gift }));
  const { checkoutUrl } = yes(await checkout.redirectUrl({ cartId: cart.id, email: DETAILS.email })).data;
  const token = checkoutUrl.split('/').at(-1) ?? '';
  const order = { token, details: DETAILS, dateOfBirth: BORN, expectedTotal: cart.cartTotal };
  const { nextUrl } = yes(await checkout.placeOrder(order)).data;
  yes(await payAt(it.shop, nextUrl));
  const settled = yes(await checkout.settle({ token })).data;
  const card = await it.shop.database.row<{
    code: string;
    recipient_email: string;
    recipient_name: string;
    message: string;
    send_at: Date;
  }>({
    text: 'select code, recipient_email, recipient_name, message, send_at from gift_cards where order_id = $1',
    values: [settled.nextUrl.replace('/order/', '')],
  });
  if (!card) throw new Error('no card was issued');
  return { cart, card };
}

describe('a card for somebody', () => {
  test('keeps whom it is for from the cart to the card, costs no delivery, and shows no address in the cart', async () => {
    const sendOn = todayIn('AU', new Date(Date.now() + 30 * 86_400_000));
    const { cart, card } = await buy({ ...ADA, sendOn });
    expect(cart).toMatchObject({ isGiftCardOnly: true, shippingTotal: 0, cartTotal: 50 });
    expect(cart.lineItems[0]?.gift).toEqual({ recipientName: 'Ada', sendOn });
    expect(card).toMatchObject({ recipient_email: 'ada@example.com', recipient_name: 'Ada', message: 'Cheers' });
    expect(card.send_at.toISOString().slice(0, 10)).toBe(new Date(Date.parse(sendOn) - 1).toISOString().slice(0, 10));
  });

  test('shares its line with nobody else, and is sent from today to a year from now', async () => {
    const cart = value(await it.carts.create({ ...payload('gift'), gift: ADA }));
    const more = (gift: typeof ADA) => it.carts.addItem({ ...payload('gift'), cartId: cart.id, gift });
    expect(refusal(await more({ ...ADA, recipientEmail: 'alan@example.com' }))).toMatchObject({ status: 409, code: 'gift_for_another' });
    expect(refusal(await more({ ...ADA, sendOn: '2020-01-01' }))).toMatchObject({ status: 422, code: 'gift_day' });
    expect(value(await more({ ...ADA, recipientName: 'Ada L' })).lineItems[0]).toMatchObject({
      quantity: 2,
      gift: { recipientName: 'Ada L' },
    });
  });

  test('takes coupons off the cart and says so', async () => {
    const cart = await it.cartWith('dear');
    value(await it.carts.addCoupon({ cartId: cart.id, couponCode: 'WELCOME20' }));
    const after = value(await it.carts.addItem({ ...payload('gift'), cartId: cart.id, gift: ADA }));
    expect(after.coupons).toEqual([]);
    expect(after.notices).toHaveLength(1);
    expect(refusal(await it.carts.addCoupon({ cartId: cart.id, couponCode: 'WELCOME20' }))).toMatchObject({
      title: 'Cannot purchase a gift card using a gift card or a coupon code',
    });
  });
});

describe('the balance', () => {
  test('is told to whoever has the code, in the card’s own market, with its three years', async () => {
    const { card } = await buy(ADA);
    const { data } = yes(await it.shop.call(giftCardCalls).balance({ code: formatCode(card.code).toLowerCase() }));
    expect(data).toMatchObject({ balance: 50, initial: 50, isExpired: false });
    expect(new Date(data.expiresAt).getFullYear()).toBe(new Date().getFullYear() + 3);
    expect(refusal(await it.shop.call(giftCardCalls, 'sg.localhost').balance({ code: card.code }))).toMatchObject({ status: 404 });
    await it.shop.database.run({
      text: "update gift_cards set expires_at = now() - interval '1 day' where code = $1",
      values: [card.code],
    });
    expect(yes(await it.shop.call(giftCardCalls).balance({ code: card.code })).data).toMatchObject({ balance: 0, isExpired: true });
  });

  test('is not to be guessed', async () => {
    const guess = () => it.shop.call(giftCardCalls).balance({ code: 'AAAA-AAAA-AAAA-AAAA' });
    const codes = [];
    for (let tries = 0; tries < 25; tries += 1) codes.push(refusal(await guess()));
    expect(codes.at(0)).toMatchObject({ status: 404 });
    expect(codes.at(-1)).toMatchObject({ status: 429 });
  });
});
