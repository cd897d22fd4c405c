/** What a change of an order's delivery changes: its fields, and the delivery charge by the rules of the market. */
import type { CheckoutDetails } from '#domains/selling/checkout/contract.ts';
import { shippingOf } from '#domains/selling/shipping/model/fees.ts';
import type { ShippingTable } from '#markets/definition.ts';
import { deliveryRules } from '#markets/delivery.ts';
import type { Market } from '#markets/market.ts';
import { deliveryChangeMessages as text } from '../messages/office-delivery.ts';
import type { TimedDelivery } from './office-order-forms.ts';
import { formatTiming } from './order-timing.ts';

/** Names of changes for the logs, which do not quote them. An address is one change. */
export const DELIVERY_CHANGES = ['name', 'phone', 'address', 'instructions', 'authorityToLeave', 'giftMessage', 'timing'] as const;
export type DeliveryChangeName = (typeof DELIVERY_CHANGES)[number];

const FIELDS_OF: Readonly<Record<DeliveryChangeName, readonly (keyof TimedDelivery)[]>> = {
  name: ['firstName', 'lastName'],
  phone: ['phone'],
  address: ['address', 'suburb', 'state', 'postcode'],
  instructions: ['instructions'],
  authorityToLeave: ['authorityToLeave'],
  giftMessage: ['giftMessage'],
  timing: ['deliveryDay', 'holdUntil'],
};

/** Returns the delivery of an order's details. */
export const deliveryOf = ({ email: _, ...delivery }: CheckoutDetails): TimedDelivery => delivery;

/** Returns when an order is delivered, with an empty text for what was not chosen. */
export const timingOf = ({
  deliveryDay = '',
  holdUntil = '',
  dispatchOn = '',
}: Pick<TimedDelivery, 'deliveryDay' | 'holdUntil' | 'dispatchOn'>) => ({
  deliveryDay,
  holdUntil,
  dispatchOn,
});

/** Lists what differs between two deliveries. */
export const changedDelivery = (before: TimedDelivery, after: TimedDelivery): DeliveryChangeName[] =>
  DELIVERY_CHANGES.filter((name) => FIELDS_OF[name].some((field) => (before[field] ?? '') !== (after[field] ?? '')));

const TEXT_OF: Readonly<Record<DeliveryChangeName, (delivery: TimedDelivery, market: Market) => string>> = {
  name: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim(),
  phone: ({ phone }) => phone,
  address: (delivery, market) => [delivery.address, deliveryRules(market).address.format(delivery)].filter(Boolean).join(', '),
  instructions: ({ instructions }) => instructions,
  authorityToLeave: ({ authorityToLeave }) => (authorityToLeave ? text.left : text.handedOver),
  giftMessage: ({ giftMessage }) => giftMessage,
  timing: ({ deliveryDay, holdUntil }, market) => formatTiming({ market, details: { deliveryDay, holdUntil } }) || text.soon,
};

/** Says what a delivery was before a change, one line for each field that changed. */
export const formatFormerDelivery = (before: TimedDelivery, after: TimedDelivery, market: Market): string =>
  changedDelivery(before, after)
    .map((name) => text.former(text.fields[name], TEXT_OF[name](before, market)))
    .join('\n');

/** What an order paid for its delivery, and what free delivery depends on. */
export interface ChargedOrder {
  readonly isFreeShipping: boolean;
  readonly shippingCents: number;
  /** Cases that count towards free delivery. */
  readonly cases: number;
  /** What its wines cost after discounts. */
  readonly orderCents: number;
}

/** Where an order goes, with the fees that hold there today. */
export interface Destination {
  /** Code of the state. May be empty. */
  readonly state: string;
  readonly table: ShippingTable;
}

/** What a delivery to another place costs. */
export interface DeliveryCharge {
  /** Cents by which delivery there costs more. Negative if it costs less. */
  readonly differenceCents: number;
  /** Cents of a lower charge that can be refunded. */
  readonly refundableCents: number;
}

const feeAt = ({ cases, orderCents }: ChargedOrder, { state, table }: Destination): number =>
  shippingOf({ region: state || null, cases, orderCents, isGiftCardOnly: false, grantedFree: false }, table).cents;

/**
 * Compares the charge of an order with that of another place, by today's fees. Where delivery was free it stays so. No more is refunded than
 * was paid above the fee of the other place: what was paid may have been a lower fee than today's.
 * @param leftCents what was paid for the delivery and not refunded
 */
export function compareCharges(order: ChargedOrder, from: Destination, to: Destination, leftCents: number): DeliveryCharge {
  if (order.isFreeShipping || order.shippingCents === 0) return { differenceCents: 0, refundableCents: 0 };
  const feeCents = feeAt(order, to);
  const differenceCents = feeCents - feeAt(order, from);
  return { differenceCents, refundableCents: Math.max(0, Math.min(-differenceCents, leftCents - feeCents)) };
}
