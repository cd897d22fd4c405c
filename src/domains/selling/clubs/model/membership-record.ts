/**
 * A membership in the interchange format with its deliveries and its log. Its orders are separate records.
 * An import adds what is missing and changes nothing. Days are ISO days, amounts cents.
 */
import { z } from 'zod';
import { checkoutDetails } from '#domains/selling/checkout/contract.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { MARKETS } from '#markets/market.ts';
import { DELIVERY_STATES, MEMBERSHIP_EVENTS, MEMBERSHIP_STATUSES, STATUS_REASONS } from './membership.ts';

const day = z.iso.date();
const timestamp = z.iso.datetime({ offset: true });
const attempts = z.number().int().min(0).max(100).default(0);

const delivery = z.object({
  id: z.uuid(),
  period: z.number().int().min(1).max(100_000),
  slot: z.number().int().min(0).max(100_000),
  dueOn: day,
  state: z.enum(DELIVERY_STATES),
  remindedOn: day.nullable().default(null),
  priceCents: z.number().int().min(0).max(2_000_000_000).nullable().default(null),
  /** The order that paid for it. */
  orderId: z.uuid().nullable().default(null),
  cardTries: attempts,
  cardFailedOn: day.nullable().default(null),
  stockTries: attempts,
  stockFailedOn: day.nullable().default(null),
  tryOn: day.nullable().default(null),
});

export const membershipRecord = z.object({
  record: z.literal('membership'),
  id: z.uuid(),
  market: z.enum(MARKETS),
  /** The e-mail address of the account, or null after the account is deleted. */
  customer: storableText(254).nullable(),
  clubId: storableText(64).min(1),
  variantId: storableText(64).min(1),
  frequencyId: storableText(64).min(1),
  status: z.enum(MEMBERSHIP_STATUSES),
  reason: z.enum(STATUS_REASONS).nullable().default(null),
  details: checkoutDetails.loose(),
  /** The gateway's token of the stored card to charge. */
  card: storableText(200).nullable().default(null),
  anchorOn: day,
  joinedAt: timestamp.nullable(),
  createdAt: timestamp,
  deliveries: z.array(delivery).max(10_000).default([]),
  events: z
    .array(z.object({ at: timestamp, event: z.enum(MEMBERSHIP_EVENTS), data: z.record(z.string(), z.unknown()).default({}) }))
    .max(100_000)
    .default([]),
});
export type MembershipRecord = z.output<typeof membershipRecord>;
