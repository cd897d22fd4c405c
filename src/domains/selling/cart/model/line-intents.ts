/**
 * Changes that the shopper requested and the server has not confirmed yet, one intent per line. A burst of clicks becomes one
 * intent. Calls are sent one at a time, and each response is compared with the intents at that time. Pure.
 */
import type { GiftTag } from '#domains/selling/gift-cards/model/gift-details.ts';
import type { Cart, LineItem } from '../contract.ts';
import type { CartLine } from './cart.ts';
import { declinedItemOf, lineKeyOf } from './line-key.ts';

/** A line before it is in a cart. */
export type NewLine = Omit<CartLine, 'id' | 'quantity' | 'addedByPromotion'> & {
  /** Set if a removed gift card is restored. The server still stores the recipient of that line. */
  readonly giftBefore?: { readonly lineId: string; readonly tag: GiftTag };
};

/**
 * `add` is relative, so that additions of two tabs add up. `set` is absolute: the quantity that the shopper saw and changed. A
 * `set` can carry the line, so that it can be added again while its removal is in progress.
 */
type Intent =
  | { readonly kind: 'add'; readonly cases: number; readonly line: NewLine }
  | { readonly kind: 'set'; readonly quantity: number; readonly line: NewLine | null };

/** Intents by line key (line-key.ts), in the order of the shopper's actions. */
export type Intents = ReadonlyMap<string, Intent>;

export const NO_INTENTS: Intents = new Map();

/** The next call that brings the cart closer to the intents; `nothing` if an intent is already met. */
export type Step =
  | { readonly kind: 'add'; readonly key: string; readonly line: NewLine; readonly cases: number }
  | { readonly kind: 'update'; readonly key: string; readonly item: LineItem; readonly quantity: number }
  | { readonly kind: 'remove'; readonly key: string; readonly item: LineItem; readonly quantity: 0 }
  | { readonly kind: 'nothing'; readonly key: string };

const confirmed = (cart: Cart | null, key: string): number => lineKeyOf(cart, key)?.quantity ?? 0;

/** Returns the quantity of a line once its intent is met; never negative. */
export function desiredQuantity(cart: Cart | null, intents: Intents, key: string): number {
  const intent = intents.get(key);
  if (!intent) return confirmed(cart, key);
  return Math.max(0, intent.kind === 'set' ? intent.quantity : confirmed(cart, key) + intent.cases);
}

const having = (intents: Intents, key: string, intent: Intent): Intents => new Map(intents).set(key, intent);

function without(intents: Intents, key: string): Intents {
  const rest = new Map(intents);
  rest.delete(key);
  return rest;
}

/** Returns true for a gift card with a recipient: the server decides which line it belongs to. */
const isAddressed = (line: NewLine): boolean => line.gift !== undefined || line.giftBefore !== undefined;

/** Returns the key of a new line. */
export const newKeyOf = ({ offerId, gift, giftBefore }: NewLine): string =>
  gift ? `${offerId} for ${gift.recipientEmail}` : giftBefore ? `${offerId} again ${giftBefore.lineId}` : offerId;

/** Records that the shopper adds cases of an offer. */
export function withAddIntent(intents: Intents, line: NewLine, cases: number): Intents {
  const key = newKeyOf(line);
  const intent = intents.get(key);
  if (intent?.kind === 'set') return having(intents, key, { kind: 'set', quantity: intent.quantity + cases, line });
  return having(intents, key, { kind: 'add', cases: (intent?.cases ?? 0) + cases, line });
}

/**
 * Records that the shopper sets the quantity of a line; 0 removes it. For a promotion's gift, 0 declines it and any other quantity
 * takes it back.
 */
export function withSetIntent(cart: Cart | null, intents: Intents, key: string, quantity: number): Intents {
  const intent = intents.get(key);
  if (intent?.kind === 'add') return having(intents, key, { ...intent, cases: quantity - confirmed(cart, key) });
  if (!intent && !lineKeyOf(cart, key) && !declinedItemOf(cart, key)) return intents;
  return having(intents, key, { kind: 'set', quantity, line: intent?.line ?? null });
}

/** Returns the next call, or null if all intents are met. */
export function nextStep(cart: Cart | null, intents: Intents): Step | null {
  const [first] = intents;
  if (!first) return null;
  const [key, intent] = first;
  const item = lineKeyOf(cart, key);
  if (intent.kind === 'add' && intent.cases > 0) return { kind: 'add', key, line: intent.line, cases: intent.cases };
  const quantity = desiredQuantity(cart, intents, key);
  const declined = declinedItemOf(cart, key);
  if (declined && quantity > 0) return { kind: 'update', key, item: declined, quantity };
  if (item && quantity === 0) return { kind: 'remove', key, item, quantity };
  if (item && quantity !== item.quantity) return { kind: 'update', key, item, quantity };
  return { kind: 'nothing', key };
}

/**
 * Returns the remaining intents after a step has succeeded.
 * @param cart the cart after the step
 */
export function applyStep(intents: Intents, step: Step, cart: Cart | null): Intents {
  const { key } = step;
  const intent = intents.get(key);
  if (!intent) return intents;
  if (step.kind === 'nothing') return without(intents, key);
  if (step.kind === 'add') {
    if (intent.kind === 'set') return intents;
    const more = intent.cases - 1;
    if (more === 0) return without(intents, key);
    if (isAddressed(intent.line)) return having(intents, key, { kind: 'add', cases: more, line: intent.line });
    return having(intents, key, { kind: 'set', quantity: Math.max(0, confirmed(cart, key) + more), line: intent.line });
  }
  const quantity = Math.max(0, intent.kind === 'set' ? intent.quantity : step.item.quantity + intent.cases);
  if (quantity === step.quantity) return without(intents, key);
  if (lineKeyOf(cart, key) || declinedItemOf(cart, key)) return having(intents, key, { kind: 'set', quantity, line: intent.line });
  return intent.line ? having(intents, key, { kind: 'add', cases: quantity, line: intent.line }) : without(intents, key);
}

/** Returns the remaining intents after a step was rejected: only what the shopper has changed since. */
export function revertIntent(intents: Intents, step: Step): Intents {
  const intent = intents.get(step.key);
  const changedSince = intent?.kind === 'set' && 'quantity' in step && intent.quantity !== step.quantity;
  return changedSince ? intents : without(intents, step.key);
}
