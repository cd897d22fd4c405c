/** Paid orders for tests, and what staff do to them. */
import { randomUUID } from 'node:crypto';
import type { CheckoutDetails } from '../../src/checkout/contract.ts';
import type { PaymentGateway } from '../../src/checkout/payment-port.ts';
import type { RefundInput } from '../../src/orders/plan-refund.ts';
import type { OrderDeps } from '../../src/orders/server/order-desk.ts';
import { buyer, yes } from './buyer.ts';
import type { TestShop } from './shop.ts';

/** A paid order of one case of each product, a product named twice being two cases; gives its id. */
export async function paidOrder(
  shop: TestShop,
  productIds: readonly number[],
  host = 'localhost',
  details: Partial<CheckoutDetails> = {},
): Promise<string> {
  const guest = await buyer(shop, productIds, host, details);
  yes(await guest.pay(yes(await guest.place()).data.nextUrl));
  const { status, nextUrl } = yes(await guest.settle()).data;
  if (status !== 'paid') throw new Error(`the order is ${status}`);
  return nextUrl.split('/').at(-1) ?? '';
}

/** The shop's desk, over another gateway where the test says so. */
export const deskOf = ({ running }: TestShop, gateway: Partial<PaymentGateway> = {}): OrderDeps => ({
  ...running.shop.desk,
  gateway: { ...running.shop.gateway, ...gateway },
});

const EMPTY_COUNTS: RefundInput = { all: false, lines: [], shipping: false, amountCents: 0, restock: false };
/** What a member of staff asks for. */
export const refundOf = (input: Partial<RefundInput>, key: string = randomUUID()) => ({
  key,
  reason: 'a broken bottle',
  actor: 'Sam',
  wish: { ...EMPTY_COUNTS, ...input },
});
/** A shipment by a carrier that does not exist. */
export const shipmentOf = (lines: readonly { position: number; quantity: number }[] | null = null, key: string = randomUUID()) => ({
  key,
  lines,
  carrier: 'Overland Express',
  trackingNumber: 'OX 1234',
  trackingUrl: 'https://overland.example/track/OX1234',
  actor: 'Sam',
});
