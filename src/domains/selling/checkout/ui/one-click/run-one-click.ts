/**
 * One press of one-click: the three calls of SPEC.md §7 under one key, which is kept until there is an order or a no. A
 * page that was reloaded in the middle goes on with the same key, and so does another tab: whatever is pressed, it is one
 * order.
 */

import { type OneClickStep, type OneClickStepName, oneClickStep } from '#domains/selling/checkout/model/one-click.ts';
import type { oneClickContract } from '#domains/selling/checkout/one-click-contract.ts';
import type { KeyValueStorage } from '#lib/browser/key-value-storage.ts';
import type { Client } from '#lib/client.ts';

/** What is bought, as it stands on the screen. */
export interface OneClickPurchase {
  readonly customerID: number;
  readonly market: 'AU' | 'SG';
  readonly cartId: string;
  readonly version: number;
  /** The total that the shopper saw. */
  readonly expectedTotal: number;
}

/** What analytics is told: a step's name and parts, and the order once it is known. */
export type TrackOneClick = (event: OneClickStep['event'], properties: Readonly<Record<string, unknown>>) => void;

export interface OneClickPorts {
  readonly calls: Pick<Client<typeof oneClickContract>, 'p1' | 'p2' | 'processPayment'>;
  readonly storage: Pick<KeyValueStorage, 'read' | 'write' | 'remove'>;
  readonly newKey: () => string;
  readonly tell: TrackOneClick;
  readonly onStep: (step: OneClickStepName) => void;
}

export type OneClickOutcome =
  | { readonly kind: 'leave'; readonly url: string }
  /** `total`: it is another one than the shopper saw, and the next press accepts it; null where something else failed. */
  | { readonly kind: 'failed'; readonly words: string; readonly total: number | null };

const NAME = 'one-click-checkout';

interface Kept {
  readonly purchase: OneClickPurchase;
  readonly key: string;
}

/** The press that was under way when the page was left; null where there is none. */
export function pendingSubmission(storage: OneClickPorts['storage']): Kept | null {
  try {
    return JSON.parse(storage.read(NAME) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}

/** Forgets a press that was under way: it belongs to whoever was signed in. */
export const forgetPress = (storage: Pick<KeyValueStorage, 'remove'>): void => storage.remove(NAME);

/** `The total has changed to $1,074.90. …` → 1074.9 */
function totalIn(words: string): number | null {
  const [, whole = '', cents = ''] = /\$([\d,]+)\.(\d\d)/.exec(words) ?? [];
  return whole === '' ? null : Number(`${whole.replaceAll(',', '')}.${cents}`);
}

const UNREACHABLE = 'The shop cannot be reached. Nothing is bought twice: please try again.';

/** Run a press to its end. */
export async function runOneClick(purchase: OneClickPurchase, ports: OneClickPorts): Promise<OneClickOutcome> {
  const { calls, storage, tell } = ports;
  const before = pendingSubmission(storage);
  const isSame = before?.purchase.cartId === purchase.cartId && before.purchase.version === purchase.version;
  const key = isSame && before ? before.key : ports.newKey();
  storage.write(NAME, JSON.stringify({ purchase, key } satisfies Kept));

  const at = (step: OneClickStepName, properties: Readonly<Record<string, unknown>> = {}): void => {
    const { event, parts } = oneClickStep(step);
    ports.onStep(step);
    tell(event, { cart_id: purchase.cartId, ...(parts.length > 0 ? { parts } : {}), ...properties });
  };
  const failed = (answer: { title: string; code: string } | null): OneClickOutcome => {
    // An answer that never came may have bought: the key stays for the next try.
    if (answer !== null) storage.remove(NAME);
    const words = answer?.title ?? UNREACHABLE;
    at('failed', { reason: words });
    return { kind: 'failed', words, total: answer?.code === 'total_changed' ? totalIn(words) : null };
  };
  const done = (url: string): OneClickOutcome => {
    storage.remove(NAME);
    return { kind: 'leave', url };
  };

  at('clicked');
  const { version: _, ...asked } = purchase;
  const scope = { customerID: purchase.customerID, market: purchase.market, cartId: purchase.cartId };
  at('buying');
  const drafted = await calls.p1(asked, { idempotencyKey: key }).catch(() => null);
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
