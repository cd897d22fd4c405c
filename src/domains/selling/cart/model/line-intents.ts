/**
 * What the shopper wants that the server has not confirmed yet, one intent an offer. A burst of clicks becomes one
 * intent; calls go out one at a time, and each answer is compared with what is wanted by then. Pure.
 */
import type { GiftTag } from '#domains/selling/gift-cards/model/gift-details.ts';
import type { Cart, LineItem } from '../contract.ts';
import type { CartLine } from './cart.ts';
import { declinedItemOf, lineKeyOf } from './line-key.ts';

/** A line as the shop knows it before it stands in a cart. */
export type NewLine = Omit<CartLine, 'id' | 'quantity' | 'addedByPromotion'> & {
  /** A gift card that is put back: the line that it was, which the shop still knows the recipient of. */
  readonly giftBefore?: { readonly lineId: string; readonly tag: GiftTag };
};

/**
 * `add` is relative, so that adds of two tabs add up; `set` is what a shopper saw and changed. A `set` may carry the
 * line, so that it can be added again where its removal is already under way.
 */
type Intent =
  | { readonly kind: 'add'; readonly cases: number; readonly line: NewLine }
  | { readonly kind: 'set'; readonly quantity: number; readonly line: NewLine | null };

/** By the lines' keys (own-item.ts), in the order they were first wanted. */
export type Intents = ReadonlyMap<string, Intent>;

export const NO_INTENTS: Intents = new Map();

/** The next call that brings the cart nearer to what is wanted; `nothing` where an intent has become true by itself. */
export type Step =
  | { readonly kind: 'add'; readonly key: string; readonly line: NewLine; readonly cases: number }
  | { readonly kind: 'update'; readonly key: string; readonly item: LineItem; readonly quantity: number }
  | { readonly kind: 'remove'; readonly key: string; readonly item: LineItem; readonly quantity: 0 }
  | { readonly kind: 'nothing'; readonly key: string };

const confirmed = (cart: Cart | null, key: string): number => lineKeyOf(cart, key)?.quantity ?? 0;

/** Cases of an offer once everything wanted has come true; never negative. */
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

/** Whether it is for somebody, so that the shop decides which line it goes to. */
const isAddressed = (line: NewLine): boolean => line.gift !== undefined || line.giftBefore !== undefined;

/** The key that a new line is wanted by. */
export const newKeyOf = ({ offerId, gift, giftBefore }: NewLine): string =>
  gift ? `${offerId} for ${gift.recipientEmail}` : giftBefore ? `${offerId} again ${giftBefore.lineId}` : offerId;

/** The shopper adds cases of an offer. */
export function withAddIntent(intents: Intents, line: NewLine, cases: number): Intents {
  const key = newKeyOf(line);
  const intent = intents.get(key);
  if (intent?.kind === 'set') return having(intents, key, { kind: 'set', quantity: intent.quantity + cases, line });
  return having(intents, key, { kind: 'add', cases: (intent?.cases ?? 0) + cases, line });
}

/** The shopper sets how many cases of an offer they want; 0 takes it out. Of a gift, 0 declines it and more takes it back. */
export function withSetIntent(cart: Cart | null, intents: Intents, key: string, quantity: number): Intents {
  const intent = intents.get(key);
  if (intent?.kind === 'add') return having(intents, key, { ...intent, cases: quantity - confirmed(cart, key) });
  if (!intent && !lineKeyOf(cart, key) && !declinedItemOf(cart, key)) return intents;
  return having(intents, key, { kind: 'set', quantity, line: intent?.line ?? null });
}

/** What to send next, or null where nothing is left to do. */
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
 * What is still wanted once a step has been answered.
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

/** What is still wanted once a step has been refused: whatever the shopper has changed meanwhile. */
export function revertIntent(intents: Intents, step: Step): Intents {
  const intent = intents.get(step.key);
  const changedSince = intent?.kind === 'set' && 'quantity' in step && intent.quantity !== step.quantity;
  return changedSince ? intents : without(intents, step.key);
}
