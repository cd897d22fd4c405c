import { expect, test } from 'vitest';
import { findEventErrors } from '#domains/outbound/analytics/model/check-event.ts';
import { COMMON } from '#domains/outbound/analytics/model/events.ts';
import { drainEvents, type QueuedEvent } from '#domains/outbound/analytics/ui/track.ts';
import { createMemoryStorage } from '#lib/browser/key-value-storage.ts';
import { CHANGE_KINDS, type LineChange } from '../model/line-changes.ts';
import { trackCartChanges, trackIneligibleAdd } from './cart-events.ts';
import { guestStorage } from './cart-storage.ts';

const SENT = Object.fromEntries(Object.keys(COMMON).map((name) => [name, 'AU']));

const createStorage = () => guestStorage('AU', createMemoryStorage());
const changed = (id: string, ...changes: LineChange[]) => ({ id, changes });

function eventsOf(work: () => void): QueuedEvent[] {
  const events: QueuedEvent[] = [];
  // Empties the queue, which other tests may have filled.
  drainEvents(() => {})();
  const stop = drainEvents((one) => events.push(one));
  work();
  stop();
  for (const { type, name, properties } of events) expect(findEventErrors(type, name, { ...properties, ...SENT })).toEqual([]);
  return events;
}

test.each([
  ['added', 'Cart Line Auto Added', 'promotion', 0, 1],
  ['updated', 'Cart Line Auto Updated', 'stock', 4, 2],
  ['removed', 'Cart Line Auto Removed', 'sold_out', 1, 0],
] as const)('what the shop %s by itself is tracked as %s', (kind, name, reason, previousQuantity, quantity) => {
  const change: LineChange = { kind, reason, offerId: 'a', productId: 7, name: 'Shiraz', previousQuantity, quantity };
  const events = eventsOf(() => trackCartChanges(changed('cart', change), createStorage()));
  expect(events).toMatchObject([
    { name, properties: { cart_id: 'cart', product_id: '7', reason, previous_quantity: previousQuantity, new_quantity: quantity } },
  ]);
});

test('tracks a change once, however often pages read it, and again if it recurs', () => {
  const gift = { reason: 'promotion', offerId: 'a', productId: 7, name: 'Rosé' } as const;
  const added: LineChange = { ...gift, kind: 'added', previousQuantity: 0, quantity: 1 };
  const removed: LineChange = { ...gift, kind: 'removed', previousQuantity: 1, quantity: 0 };
  const storage = createStorage();
  const post = (cart: string, ...changes: LineChange[]) => eventsOf(() => trackCartChanges(changed(cart, ...changes), storage)).length;
  expect([post('cart', added), post('cart', added), post('cart'), post('cart', added)]).toEqual([1, 0, 0, 0]);
  expect([post('cart', removed), post('cart', added), post('other', added)]).toEqual([1, 1, 1]);
});

test('has an event for every kind of change', () => {
  expect(CHANGE_KINDS).toEqual(['added', 'updated', 'removed']);
});

test.each([null, 'cart'])('tracks an ineligible addition once, with the reason; cart id %s [CART-66]', (cartId) => {
  const offer = { sku: 'S', name: 'Shiraz', brand: 'House', category: 'Red', url: '/wines/house/a' };
  const line = { productId: 7, offerId: 'a', listCents: 9_990, offer };
  const events = eventsOf(() => trackIneligibleAdd({ cartId: () => cartId, confirmed: () => null }, { line }, 'offer_not_eligible'));
  expect(
    events.map(({ name, properties }) => [name, properties.cart_id, properties.reason, properties.price, properties.position]),
  ).toEqual([['Product Added - Ineligible', cartId ?? undefined, 'offer_not_eligible', 99.9, 0]]);
});
