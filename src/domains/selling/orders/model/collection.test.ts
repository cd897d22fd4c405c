import { describe, expect, test } from 'vitest';
import { ORDER_STATUS_NAMES, type OrderStatus } from '#domains/selling/checkout/model/order-status.ts';
import { canBeReady, canHandOver, toOrderCollection } from './collection.ts';

const PLACE = { name: 'Cellar door', address: '5 Barrel Lane', state: 'VIC', hours: '10 to 6', bring: '' };

describe('an order that is collected', () => {
  test.each<[OrderStatus, boolean, boolean]>([
    ['Awaiting Fulfillment', true, false],
    ['Awaiting Shipment', true, false],
    ['Partially Refunded', true, true],
    ['Awaiting Pickup', false, true],
    ['Completed', false, false],
    ['Cancelled', false, false],
    ['Refunded', false, false],
    ['Disputed', false, false],
  ])('that is %s can be made ready: %s, and handed over: %s', (status, isReady, isHandedOver) => {
    expect(canBeReady(status)).toBe(isReady);
    expect(canHandOver(status, true)).toBe(isHandedOver);
  });

  test('is never handed over before its buyer was told that it is ready', () => {
    for (const status of ORDER_STATUS_NAMES) expect(canHandOver(status, false)).toBe(false);
  });

  test('shows its code only while it waits in the store', () => {
    const shown = ORDER_STATUS_NAMES.filter((status) => toOrderCollection({ ...PLACE, code: 'K7M4PA' }, status, true).code !== null);

    expect(shown).toEqual(['Awaiting Pickup', 'Partially Refunded']);
    expect(toOrderCollection({ ...PLACE, code: 'K7M4PA' }, 'Awaiting Pickup', true).code).toBe('K7M-4PA');
    expect(toOrderCollection({ ...PLACE, code: 'K7M4PA' }, 'Partially Refunded', false).code).toBeNull();
  });
});
