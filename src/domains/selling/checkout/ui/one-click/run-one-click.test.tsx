import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { oneClickStep } from '#domains/selling/checkout/model/one-click.ts';
import type { CheckoutOrder } from '#domains/selling/checkout/one-click-contract.ts';
import { createMemoryStorage } from '#lib/browser/key-value-storage.ts';
import { useOneClickCheckout } from './one-click-context.ts';
import { readPendingPurchase } from './pending-purchase.ts';
import { type OneClickDeps, runOneClick } from './run-one-click.ts';

const PURCHASE = { customerID: 7, market: 'AU', cartId: 'c1', version: 3, expectedTotal: 129.9 } as const;
const ORDER: CheckoutOrder = {
  orderId: 'o1',
  status: 'Awaiting Payment',
  total: 129.9,
  shippingTotal: 9.9,
  taxTotal: 11.81,
  billingAddress: '4 Queen Street',
  orderUrl: null,
};
const SOLD_OUT = { ok: false, status: 409, code: 'not_enough_stock', title: 'Old Block Shiraz has sold out.' } as const;

/** Runs a purchase whose calls succeed, unless others are given. Returns the messages that the shopper sees and the tracked events. */
async function run(calls: Partial<OneClickDeps['calls']> = {}) {
  const messages: string[] = [];
  const events: { readonly event: string; readonly properties: unknown }[] = [];
  const succeeding: OneClickDeps['calls'] = {
    p1: async () => ({ ok: true, value: { data: ORDER } }),
    p2: async () => ({ ok: true, value: { data: { orderId: 'o1', paymentToken: 't', instrument: null, total: 129.9 } } }),
    processPayment: async () => ({ ok: true, value: { data: { status: 'paid', nextUrl: '/order/o1' } } }),
  };
  const storage = createMemoryStorage();
  const result = await runOneClick(PURCHASE, {
    calls: { ...succeeding, ...calls },
    storage,
    newKey: () => 'key',
    now: () => 0,
    path: () => '/cart',
    onStep: (step) => void messages.push(oneClickStep(step).message),
    track: (event, properties) => void events.push({ event, properties }),
  });
  return { result, messages, events, stage: readPendingPurchase(storage)?.stage ?? null };
}

describe('one-click checkout', () => {
  test('shows its messages in order and tracks each step [CHK-23, CHK-30]', async () => {
    const { result, messages, events } = await run();

    expect(result).toEqual({ kind: 'leave', url: '/order/o1' });
    expect([...new Set(messages)]).toEqual(['Buying ...', 'Creating the order ...', 'Some final touches ...', 'Almost done! ...']);
    expect(events.map(({ event }) => event)).toEqual([
      'clicked',
      'buying',
      'preparing',
      'initiating',
      'Payment Success',
      'Order Completed',
    ]);
  });

  test.each(['p1', 'p2', 'processPayment'] as const)('shows the error of the server if %s fails [CHK-30, CHK-31]', async (call) => {
    const { result, messages, events } = await run({ [call]: async () => SOLD_OUT });

    expect(result).toEqual({ kind: 'failed', message: SOLD_OUT.title, total: null });
    expect(messages.at(-1)).toBe('Ooops Error');
    expect(events.at(-1)).toMatchObject({ event: 'Ooops Error', properties: { reason: SOLD_OUT.title } });
  });

  test('returns the new total if it changed, so that the next attempt can accept it [CHK-31]', async () => {
    const title = 'The total has changed to $1,074.90. Please look at your order again before you place it.';
    const { result } = await run({ p1: async () => ({ ok: false, status: 409, code: 'total_changed', title }) });

    expect(result).toMatchObject({ kind: 'failed', total: 1074.9 });
  });

  test.each([
    { name: 'its destination after the last call', calls: {}, stage: { kind: 'leaving', url: '/order/o1', from: '/cart' } },
    { name: 'the purchase after a lost response', calls: { p2: () => Promise.reject(new Error('lost')) }, stage: { kind: 'unanswered' } },
    { name: 'nothing after an error of the server', calls: { p1: async () => SOLD_OUT }, stage: null },
  ])('saves $name [CHK-3]', async ({ calls, stage }) => {
    expect((await run(calls)).stage).toEqual(stage);
  });

  test('is an error outside its provider [CHK-32]', () => {
    const Reader = () => <p>{useOneClickCheckout().failure}</p>;

    expect(() => renderToStaticMarkup(<Reader />)).toThrow('You forgot to wrap your component in <OneClickCheckoutProvider>.');
  });
});
