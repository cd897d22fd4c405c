/** What a change of an order's delivery changes: its fields, and the delivery charge by the rules of the market. */
import type { CheckoutDetails } from '#domains/selling/checkout/contract.ts';
import { deliveryFee } from '#domains/selling/shipping/model/fees.ts';
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

/**
 * Returns by how many cents delivery to another place costs more, by today's fees. 0 if delivery was free: it stays so.
 * @param table fees of where the order goes now
 * @param newTable fees of the other place, where its zone has its own
 */
export const chargeDifference = (
  { isFreeShipping, shippingCents }: { readonly isFreeShipping: boolean; readonly shippingCents: number },
  from: string,
  to: string,
  table: ShippingTable,
  newTable: ShippingTable = table,
): number => (isFreeShipping || shippingCents === 0 ? 0 : deliveryFee(newTable, to || null) - deliveryFee(table, from || null));
