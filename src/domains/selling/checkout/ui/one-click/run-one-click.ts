/**
 * Runs one-click checkout: three calls under one idempotency key [CHK-22]. The key is saved until the browser has left for the order, or
 * there is an error, so that a reload in between or another tab continues with the same key and the result is one order [CHK-3].
 */

import { oneClickMessages } from '#domains/selling/checkout/messages/one-click.ts';
import { type OneClickStep, type OneClickStepName, oneClickStep } from '#domains/selling/checkout/model/one-click.ts';
import type { oneClickContract } from '#domains/selling/checkout/one-click-contract.ts';
import type { KeyValueStorage } from '#lib/browser/key-value-storage.ts';
import type { Client } from '#lib/client.ts';
import { type OneClickPurchase, readPendingPurchase, savePendingPurchase } from './pending-purchase.ts';
import { clearPendingPurchase } from './pending-purchase-key.ts';

/** Tracks a step with its parts, and with the order once it exists. */
export type TrackOneClick = (event: OneClickStep['event'], properties: Readonly<Record<string, unknown>>) => void;

export interface OneClickDeps {
  readonly calls: Pick<Client<typeof oneClickContract>, 'p1' | 'p2' | 'processPayment'>;
  readonly storage: Pick<KeyValueStorage, 'read' | 'write' | 'remove'>;
  readonly newKey: () => string;
  /** In ms since 1970. */
  readonly now: () => number;
  /** Path of the page. */
  readonly path: () => string;
  readonly track: TrackOneClick;
  readonly onStep: (step: OneClickStepName) => void;
}

/** Outcome of a purchase. `leave` navigates to the order or to the payment page. */
export type OneClickResult =
  | { readonly kind: 'leave'; readonly url: string }
  /** `total` is the new total if it changed, which the next attempt accepts. Null for any other error. */
  | { readonly kind: 'failed'; readonly message: string; readonly total: number | null };

/** Parses the new total of an error message: `The total has changed to $1,074.90. …` → 1074.9. */
function parseTotal(message: string): number | null {
  const [, whole = '', cents = ''] = /\$([\d,]+)\.(\d\d)/.exec(message) ?? [];
  return whole === '' ? null : Number(`${whole.replaceAll(',', '')}.${cents}`);
}

/** Runs a purchase to its end. */
export async function runOneClick(purchase: OneClickPurchase, deps: OneClickDeps): Promise<OneClickResult> {
  const { calls, storage, track } = deps;
  const before = readPendingPurchase(storage);
  const isSame = before?.purchase.cartId === purchase.cartId && before.purchase.version === purchase.version;
  const key = isSame && before ? before.key : deps.newKey();
  const started = { purchase, key, startedAt: isSame && before ? before.startedAt : deps.now() };
  savePendingPurchase(storage, { ...started, stage: { kind: 'running' } });

  const at = (step: OneClickStepName, properties: Readonly<Record<string, unknown>> = {}): void => {
    const { event, parts } = oneClickStep(step);
    deps.onStep(step);
    track(event, { cart_id: purchase.cartId, ...(parts.length > 0 ? { parts } : {}), ...properties });
  };
  /** Reports the server's error, or a general one after a lost response [CHK-31]. */
  const failed = (response: { title: string; code: string } | null): OneClickResult => {
    // After a lost response the order may exist, so the key stays for the next attempt.
    if (response === null) savePendingPurchase(storage, { ...started, stage: { kind: 'unanswered' } });
    else clearPendingPurchase(storage);
    const message = response?.title ?? oneClickMessages.unreachable;
    at('failed', { reason: message });
    return { kind: 'failed', message, total: response?.code === 'total_changed' ? parseTotal(message) : null };
  };
  const done = (url: string): OneClickResult => {
    // A reload can stop the browser from leaving. The next page clears this.
    savePendingPurchase(storage, { ...started, stage: { kind: 'leaving', url, from: deps.path() } });
    return { kind: 'leave', url };
  };

  at('clicked');
  const { version: _, ...input } = purchase;
  const scope = { customerID: purchase.customerID, market: purchase.market, cartId: purchase.cartId };
  at('buying');
  const drafted = await calls.p1(input, { idempotencyKey: key }).catch(() => null);
  if (!drafted?.ok) return failed(drafted);
  const order = drafted.value.data;
  if (order.orderUrl !== null) return done(order.orderUrl);
  at('preparing', { order_id: order.orderId });
  const prepared = await calls.p2({ ...scope, checkoutOrder: order }, { idempotencyKey: `${key} p2` }).catch(() => null);
  if (!prepared?.ok) return failed(prepared);
  at('initiating', { order_id: order.orderId });
  const { orderId, paymentToken } = prepared.value.data;
  const paid = await calls.processPayment({ orderId, paymentToken }, { idempotencyKey: `${key} payment` }).catch(() => null);
  if (!paid?.ok) return failed(paid);
  if (paid.value.data.status === 'paid') {
    at('success', { order_id: orderId });
    at('completed', { order_id: orderId, total: order.total });
  }
  return done(paid.value.data.nextUrl);
}
