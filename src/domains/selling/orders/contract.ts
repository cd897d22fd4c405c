/** The endpoints of placed orders. */
import { z } from 'zod';
import { checkoutDetails, orderedLine } from '#domains/selling/checkout/contract.ts';
import { ORDER_STATUS_GROUPS, ORDER_STATUS_NAMES } from '#domains/selling/checkout/model/order-status.ts';
import { calls } from '#lib/define-contract.ts';
import { MARKETS } from '#markets/market.ts';
import { ORDER_EVENTS } from './model/format-event.ts';

const movedLine = z.object({ position: z.number().int().describe('Index in lineItems'), name: z.string(), quantity: z.number().int() });

/** An event that the buyer of an order sees. format-event.ts has its labels. */
const orderEvent = z.object({
  at: z.string(),
  event: z.enum(ORDER_EVENTS),
  /** The new status, if the event changed it. */
  to: z.enum(ORDER_STATUS_NAMES).nullable(),
  amount: z.number().nullable().describe('Refunded amount'),
  carrier: z.string().nullable(),
});
export type OrderEvent = z.output<typeof orderEvent>;

const shipment = z.object({
  id: z.uuid(),
  at: z.string(),
  carrier: z.string(),
  trackingNumber: z.string(),
  trackingUrl: z.string(),
  deliveredOn: z.iso.date().optional().describe('Left out until it was delivered'),
  lines: z.array(movedLine),
});
export type ShipmentView = z.output<typeof shipment>;

const refund = z.object({
  id: z.uuid(),
  at: z.string(),
  amount: z.number(),
  toCard: z.number().describe('Part of the amount refunded to the card; the rest goes to credit and gift cards'),
  /** False while the gateway has not responded. */
  isDone: z.boolean(),
  reason: z.string(),
  lines: z.array(movedLine),
});
export type RefundView = z.output<typeof refund>;

/** Where an order is collected, as the place was when the order was placed. */
const orderCollection = z.object({
  name: z.string(),
  address: z.string(),
  state: z.string(),
  hours: z.string(),
  bring: z.string(),
  code: z.string().nullable().describe('What the buyer shows. Null until the order is ready, and once it was handed over'),
});
export type OrderCollection = z.output<typeof orderCollection>;

export const orderView = z.object({
  id: z.uuid(),
  number: z.number().int(),
  market: z.enum(MARKETS),
  status: z.enum(ORDER_STATUS_NAMES),
  statusGroup: z.enum(ORDER_STATUS_GROUPS),
  placedAt: z.string(),
  email: z.string(),
  details: checkoutDetails,
  lineItems: z.array(orderedLine),
  baseAmount: z.number(),
  discounts: z.array(z.object({ name: z.string(), code: z.string().nullable(), amount: z.number() })),
  shippingTotal: z.number(),
  isFreeShipping: z.boolean(),
  total: z.number(),
  taxTotal: z.number().describe('Tax included in the total'),
  /** Oldest first. Excludes refunds that the gateway rejected. */
  shipments: z.array(shipment),
  refunds: z.array(refund),
  refundedTotal: z.number(),
  timeline: z.array(orderEvent).describe('Oldest first'),
  tenders: z.array(z.object({ label: z.string(), amount: z.number() })).describe('Gift cards and store credit used'),
  charged: z.number().describe('Amount charged to a card'),
  collection: orderCollection.optional().describe('Left out if the order is delivered'),
  goesWith: z
    .array(
      z.object({
        number: z.number().int(),
        isAdded: z.boolean().describe('True if its wines were added to this order. False if this one was added to it'),
        lines: z.array(z.object({ name: z.string(), quantity: z.number().int() })),
      }),
    )
    .optional()
    .describe('Orders that are sent together with this one. Left out if there are none'),
  dispatchOn: z.iso.date().optional().describe('Day on which it is sent, if its buyer chose when. Left out if as soon as possible'),
});
export type OrderView = z.output<typeof orderView>;

/** First and last day on which an order is expected. Null if it is not, or if they are over. */
export const expectedDelivery = z
  .object({ date: z.iso.date(), latest: z.iso.date() })
  .nullable()
  .describe('Days on which the order is expected');

export const orderContract = calls({
  order: {
    method: 'GET',
    path: '/api/order',
    summary: 'Returns a placed order by id. Only the buyer knows the id',
    reference: '[ORD-18]',
    input: z.object({ id: z.uuid() }),
    output: z.object({ data: orderView, seller: z.object({ name: z.string(), taxId: z.string() }), expectedDelivery }),
    mutates: false,
    errors: { order_not_found: { status: 404, title: 'There is no such order.' } },
  },
});
