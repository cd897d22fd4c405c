/** Orders that are collected: what their buyer sees, and what staff may do. */
import type { OrderStatus } from '#domains/selling/checkout/model/order-status.ts';
import { canTransition } from '#domains/selling/checkout/model/order-status.ts';
import { formatCollectionCode, type StoredCollection } from '#domains/selling/shipping/model/collection.ts';
import { collectionSentence } from '#markets/alcohol-law.ts';
import { todayIn } from '#markets/market-day.ts';
import type { OrderCollection, OrderView } from '../contract.ts';
import { orderCollectionMessages as m } from '../messages/collection.ts';
import type { ManualStatus } from './manual-status.ts';

/** Statuses in which an order waits in the store. A part may have been refunded there. */
const WAITING: readonly OrderStatus[] = ['Awaiting Pickup', 'Partially Refunded'];

/** Statuses of orders that are collected which an action of their own sets, because it emails the buyer or records a check. */
export const COLLECTION_STATUSES: readonly ManualStatus[] = ['Awaiting Pickup', 'Completed'];

/** Returns true if the buyer may be told that an order is ready. */
export const canBeReady = (status: OrderStatus): boolean => canTransition(status, 'Awaiting Pickup');

/** Returns true if an order may be handed over. @param wasReady whether the buyer was told that it is ready */
export const canHandOver = (status: OrderStatus, wasReady: boolean): boolean => wasReady && WAITING.includes(status);

/** Converts what an order stores to what its buyer sees. The code appears once it is of use. */
export const toOrderCollection = ({ code, ...place }: StoredCollection, status: OrderStatus, wasReady: boolean): OrderCollection => ({
  ...place,
  code: canHandOver(status, wasReady) ? formatCollectionCode(code) : null,
});

/** Hides the code of an order from whoever hands it over, because they ask the buyer for it. */
export const withoutCode = (order: OrderView): OrderView =>
  order.collection ? { ...order, collection: { ...order.collection, code: null } } : order;

type Collected = Pick<OrderView, 'market' | 'placedAt'> & { readonly collection: OrderCollection };

/** Returns name, address and hours of a place, and what to bring. */
export const collectionLines = ({ name, address, hours, bring }: OrderCollection): string[] => [
  name,
  address,
  m.hours(hours),
  ...(bring === '' ? [] : [m.bring(bring)]),
];

/** Says who may collect an order, by the law of its day. */
export const whoCollects = ({ market, placedAt, collection }: Collected): string =>
  collectionSentence(market, collection.state, todayIn(market, new Date(placedAt)));
