/** Whatever an answer leaves out because the page holds it, the page puts back. */
import { expect, test } from 'vitest';
import type { Transport } from '#lib/client.ts';
import { line } from '#tests/fixtures/carts.ts';
import { toCartResponse } from '../model/to-cart-response.ts';
import { withLineDelta } from './held-lines.ts';

const lines = ['a', 'b', 'c'].flatMap(
  (offerId) =>
    toCartResponse(
      {
        id: 'cart',
        market: 'AU',
        version: 1,
        customerId: 0,
        email: null,
        region: null,
        coupons: [],
        automatic: [],
        lines: [line({ offerId })],
      },
      false,
    ).lineItems,
);
const CALL = { method: 'GET', path: '/api/initialize-cart' } as const;

/** A shop that gives these bodies one after the other, and what it was asked with. */
function shopOf(...bodies: readonly unknown[]) {
  const asked: unknown[] = [];
  const left = [...bodies];
  const transport: Transport = async (_call, _input, options) => {
    asked.push(options);
    return { status: 200, body: left.shift() };
  };
  return { asked, transport: withLineDelta(transport) };
}

test('places become the lines they stand for, from answer to answer', async () => {
  const [a, b, c] = lines;
  const { asked, transport } = shopOf(
    { data: { lineItems: [a, b] }, tag: 'one' },
    [{ id: 7, inventory_level: 3 }],
    { data: { lineItems: [1, c] }, tag: 'two' },
    { data: { lineItems: [1, 0] } },
    { data: { lineItems: [a] } },
  );
  const ask = () => transport(CALL, {}, { idempotencyKey: 'k' });
  expect((await ask()).body).toMatchObject({ data: { lineItems: [a, b] } });
  expect((await ask()).body).toEqual([{ id: 7, inventory_level: 3 }]);
  expect((await ask()).body).toMatchObject({ data: { lineItems: [b, c] } });
  expect((await ask()).body).toMatchObject({ data: { lineItems: [c, b] } });
  expect((await ask()).body).toMatchObject({ data: { lineItems: [a] } });
  expect(asked).toEqual([
    { idempotencyKey: 'k' },
    { idempotencyKey: 'k', basedOn: 'one' },
    { idempotencyKey: 'k', basedOn: 'one' },
    { idempotencyKey: 'k', basedOn: 'two' },
    { idempotencyKey: 'k' },
  ]);
});
