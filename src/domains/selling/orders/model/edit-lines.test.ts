import { describe, expect, test } from 'vitest';
import { planLineEdit } from './edit-lines.ts';
import type { LineFulfilment } from './line-fulfilment.ts';
import { planRefund } from './plan-refund.ts';

const line = (position: number, more: Partial<LineFulfilment> = {}): LineFulfilment => ({
  position,
  productId: position + 1,
  name: `Wine ${position + 1}`,
  quantity: 3,
  netCents: 10_000,
  isPhysical: true,
  shipped: 0,
  withdrawn: 0,
  refunded: 0,
  refundedCents: 0,
  ...more,
});
const keep = (position: number, quantity: number) => ({ position, quantity });

describe('a change of the items', () => {
  test.each([
    ['lowers a line', [keep(0, 1)], [{ position: 0, from: 3, to: 1 }], [keep(0, 2)]],
    ['removes a line', [keep(1, 0)], [{ position: 1, from: 3, to: 0 }], [keep(1, 3)]],
    ['leaves equal lines out', [keep(0, 3), keep(1, 2)], [{ position: 1, from: 3, to: 2 }], [keep(1, 1)]],
  ])('%s', (_, requested, changes, removed) => {
    expect(planLineEdit([line(0), line(1)], 1, requested)).toEqual({ changes, removed });
  });

  test('is about the cases that were neither sent nor withdrawn', () => {
    const lines = [line(0, { quantity: 6, shipped: 2, withdrawn: 1, refunded: 1 })];

    expect(planLineEdit(lines, 1, [keep(0, 0)])).toEqual({ changes: [{ position: 0, from: 3, to: 0 }], removed: [keep(0, 3)] });
    expect(() => planLineEdit(lines, 1, [keep(0, 4)])).toThrow(
      'Line 1 (Wine 1) has 3 left to send. Enter 0 to 3: more cases are a new order.',
    );
  });

  test.each([
    ['a line that the order has not', [line(0)], [keep(4, 1)], 'There is no line 5. The order has lines 1 to 1.'],
    ['a line twice', [line(0)], [keep(0, 1), keep(0, 2)], 'Line 1 is there twice.'],
    ['gift cards', [line(0), line(1, { isPhysical: false })], [keep(1, 1)], 'Line 2 (Wine 2) isn’t sent in a parcel. Refund it instead.'],
    ['no difference', [line(0)], [keep(0, 3)], 'Nothing is different, so nothing was changed.'],
    ['everything', [line(0), line(1)], [keep(0, 0), keep(1, 0)], 'Nothing would be left of order #7. Cancel it instead.'],
    [
      'an order that was sent',
      [line(0, { shipped: 3 })],
      [keep(0, 0)],
      'Nothing of order #7 is left to send, so its items can’t be changed. Refund it instead.',
    ],
  ])('refuses %s', (_, lines, requested, message) => {
    expect(() => planLineEdit(lines, 7, requested)).toThrow(message);
  });

  test('refunds exactly what was paid for a line, in any sequence of changes', () => {
    for (const netCents of [1, 100, 10_001, 9_999, 33_334])
      for (const quantity of [2, 3, 7])
        for (let first = 1; first < quantity; first += 1) {
          const other = line(1, { netCents: 5_000 });
          let own = line(0, { quantity, netCents });
          const paidCents = netCents + 5_000 + 990;
          let refundedCents = 0;
          for (const to of [quantity - first, 0]) {
            const { removed } = planLineEdit([own, other], 1, [keep(0, to)]);
            const balance = { paidCents, refundedCents, shippingCents: 990, refundedShippingCents: 0 };
            const input = { all: false, lines: removed, shipping: false, amountCents: 0, restock: false };
            // A line of one cent has cases that cost nothing.
            if (netCents < quantity) break;
            const plan = planRefund([own, other], balance, input, 'en-AU', 'AUD');
            expect(plan.lines[0]).toMatchObject({ withdrawn: removed[0]?.quantity, restocked: removed[0]?.quantity });
            refundedCents += plan.amountCents;
            const refunded = own.refunded + (removed[0]?.quantity ?? 0);
            own = { ...own, refunded, withdrawn: refunded, refundedCents };
          }
          if (netCents >= quantity) expect(paidCents - refundedCents).toBe(5_000 + 990);
        }
  });
});
