/**
 * Places the order that sends cases of a claim again: without a charge, with an order of its own, so that the cellar picks, packs, labels
 * and ships it like any other (docs/decisions/0202-what-follows-a-claim.md).
 */
import { randomUUID } from 'node:crypto';
import { createCheckout, findCheckout } from '#domains/selling/checkout/server/checkout.repository.ts';
import { createCollectionCode } from '#domains/selling/checkout/server/collection-code.ts';
import {
  findOrder,
  insertDraft,
  type OrderTotals,
  orderLines,
  placeDraft,
  recordEvent,
} from '#domains/selling/checkout/server/order.repository.ts';
import { closeReservation, reserveStock } from '#domains/selling/checkout/server/reservation.repository.ts';
import type { PlacedOrder } from '#domains/selling/orders/server/order-deps.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { fail, ok } from '#lib/result.ts';
import { replacementRefusals } from '../messages/errors.ts';
import { casesByProduct, planReplacement, type RequestedCases } from '../model/replacement.ts';
import { insertReplacedLines, readAvailable, replaceableLines } from './replacement.repository.ts';

const FREE: OrderTotals = { baseCents: 0, discounts: [], shippingCents: 0, isFreeShipping: true, totalCents: 0, taxCents: 0 };

interface ReplacementRequest {
  readonly claimId: string;
  /** Positions of the lines that the buyer reported. */
  readonly reported: readonly number[];
  readonly requested: readonly RequestedCases[];
  /** What can be given back for the order, in cents. */
  readonly leftCents: number;
  readonly actor: string;
  readonly format: (cents: number) => string;
}

const refuse = (reason: string) => fail('action_refused', { reason });

/** Takes the cases from stock and places their order. Call it with the claimed order and the claim locked. A failure rolls back. */
export async function placeReplacement(transaction: Transaction, order: PlacedOrder, request: ReplacementRequest) {
  const { claimId, reported, requested, leftCents, actor, format } = request;
  if (order.email === '') return refuse(replacementRefusals.erased);
  const lines = await replaceableLines(transaction, order.id);
  const planned = planReplacement(lines, reported, requested);
  if (typeof planned === 'string') return refuse(planned);
  const amountCents = planned.reduce((sum, line) => sum + line.amountCents, 0);
  if (amountCents > leftCents) return refuse(replacementRefusals.over(format(amountCents), format(leftCents)));

  const { market, customerId, cartVersion } = order;
  // The day that was chosen for the first order is over.
  const { collection, deliveryDay: _, holdUntil: __, dispatchOn: ___, ...chosen } = order.details;
  // What is collected has a code of its own, so that one order is not handed over for the other.
  const details = {
    ...chosen,
    email: order.email,
    ...(collection && { collection: { ...collection, code: createCollectionCode() } }),
  };
  const id = randomUUID();
  const cartId = randomUUID();
  const checkout = await findCheckout(transaction, await createCheckout(transaction, { market, cartId, customerId, details }), market);
  if (!checkout) throw new Error('a checkout was inserted and did not come back');
  const bought = await orderLines(transaction, order.id);
  await insertDraft(transaction, {
    ...{ id, market, checkoutId: checkout.id, cartId, cartVersion, customerId, details, totals: FREE, couponIds: [] },
    ...{ chargeCents: 0, instrumentId: null, saveCard: false, isForFirstOrder: false },
    lines: planned.flatMap(({ position, cases }) => {
      const line = bought[position];
      return line ? [{ ...line, quantity: cases, listCents: 0, discountCents: 0, addedByPromotion: false, giftDetails: null }] : [];
    }),
  });
  const products = casesByProduct(planned);
  const short = await reserveStock(transaction, id, market, products);
  if (short !== null) {
    const [available] = await readAvailable(transaction, market, [short]);
    const name = lines.find(({ productId }) => productId === short)?.name ?? '';
    return refuse(replacementRefusals.short(name, available?.cases ?? 0, products.get(short) ?? 0));
  }
  await closeReservation(transaction, id, 'committed');
  placeDraft(transaction, id, null, 'Awaiting Fulfillment');
  await insertReplacedLines(transaction, claimId, id, planned);
  const number = (await findOrder(transaction, id))?.number;
  await recordEvent(
    transaction,
    id,
    'placed',
    { payment: null, amountCents: 0, claim: claimId, replaces: order.number, replacesId: order.id },
    actor,
  );
  await recordEvent(transaction, order.id, 'replaced', { claim: claimId, replacement: id, replacementNumber: number }, actor);
  return ok({ id, amountCents, lines: planned });
}
