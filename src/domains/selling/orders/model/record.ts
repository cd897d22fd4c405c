/**
 * A placed order in the interchange format: one JSON object per line, with all its events. Amounts are cents, as their names say.
 * An import adds missing orders and changes none.
 */
import { z } from 'zod';
import { checkoutDetails } from '#domains/selling/checkout/contract.ts';
import { ORDER_STATUS_NAMES } from '#domains/selling/checkout/model/order-status.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { MARKETS } from '#markets/market.ts';

const MAX_AMOUNT_CENTS = 2_000_000_000;
const cents = z.number().int().min(0).max(MAX_AMOUNT_CENTS);
const timestamp = z.iso.datetime({ offset: true });
const quantity = z.number().int().min(1).max(10_000);
const position = z.number().int().min(0).max(9_999);
const json = z.record(z.string(), z.unknown());
const short = (length: number) => storableText(length);

const totals = z.looseObject({
  baseCents: cents,
  discounts: z.array(z.object({ name: short(200), code: short(100).nullable(), cents })),
  shippingCents: cents,
  isFreeShipping: z.boolean(),
  totalCents: cents,
  taxCents: cents,
});

const line = z.object({
  offerId: short(200).min(1),
  productId: z.number().int().min(1).max(2_147_483_647),
  quantity,
  listCents: cents,
  discountCents: cents,
  addedByPromotion: z.boolean().default(false),
  /** The offer at the time of purchase. */
  summary: z.looseObject({
    sku: short(100),
    brand: short(200),
    name: short(300),
    vintage: short(20),
    category: short(60),
    packSize: z.number().int().min(1),
    imageUrl: short(500),
    url: short(500),
    isSpirit: z.boolean(),
  }),
  giftDetails: z.unknown().default(null),
});

const shipment = z.object({
  id: z.uuid(),
  key: short(200),
  carrier: short(100),
  trackingNumber: short(100).default(''),
  trackingUrl: short(500).default(''),
  actor: short(60),
  shippedAt: timestamp,
  lines: z.array(z.object({ position, quantity })),
});

const refund = z.object({
  id: z.uuid(),
  key: short(200),
  amountCents: cents.min(1),
  gatewayCents: cents,
  shippingCents: cents.default(0),
  reason: short(200).default(''),
  actor: short(60),
  state: z.enum(['intended', 'done', 'refused']),
  gatewayRefundId: short(200).nullable().default(null),
  failure: short(1_000).nullable().default(null),
  createdAt: timestamp,
  settledAt: timestamp.nullable().default(null),
  lines: z.array(
    z.object({ position, quantity, withdrawn: z.number().int().min(0), restocked: z.number().int().min(0), amountCents: cents }),
  ),
});

export const orderRecord = z.object({
  record: z.literal('order'),
  id: z.uuid(),
  market: z.enum(MARKETS),
  number: z.number().int().min(1).max(2_147_483_647),
  status: z.enum(ORDER_STATUS_NAMES),
  placedAt: timestamp,
  createdAt: timestamp,
  /** The e-mail address of the account, or null for a guest. */
  customer: short(254).nullable().default(null),
  /** Empty after the buyer's data is erased. */
  email: short(254),
  details: checkoutDetails.loose(),
  totals,
  /** The amount that the gateway charged. Balances paid the rest. */
  chargeCents: cents,
  /** The gateway's id of the payment. Null if there was none. */
  paymentId: short(200).nullable().default(null),
  couponIds: z.array(z.number().int()).default([]),
  lines: z.array(line).min(1),
  shipments: z.array(shipment).default([]),
  refunds: z.array(refund).default([]),
  events: z.array(z.object({ at: timestamp, event: short(60).min(1), actor: short(60), data: json.default({}) })).default([]),
});
export type OrderRecord = z.output<typeof orderRecord>;
