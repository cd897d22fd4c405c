/**
 * What the shopper wants that the server has not confirmed yet, one intent an offer. A burst of clicks becomes one
 * intent; calls go out one at a time, and each answer is compared with what is wanted by then. Pure.
 */
import type { CartLine } from './cart.ts';
import type { Cart, LineItem } from './contract.ts';
import { itemOf } from './own-item.ts';

/** A line as the shop knows it before it stands in a cart. */
export type NewLine = Omit<CartLine, 'id' | 'quantity' | 'addedByPromotion'>;

/**
 * `add` is relative, so that adds of two tabs add up; `set` is what a shopper saw and changed. A `set` may carry the
 * line, so that it can be added again where its removal is already under way.
 */
type Intent =
  | { readonly kind: 'add'; readonly cases: number; readonly line: NewLine }
  | { readonly kind: 'set'; readonly quantity: number; readonly line: NewLine | null };

/** By offer id, in the order they were first wanted. */
export type Intents = ReadonlyMap<string, Intent>;

export const NOTHING_WANTED: Intents = new Map();

/** The next call that brings the cart nearer to what is wanted; `nothing` where an intent has become true by itself. */
export type Step =
  | { readonly kind: 'add'; readonly offerId: string; readonly line: NewLine; readonly cases: number }
  | { readonly kind: 'update'; readonly offerId: string; readonly item: LineItem; readonly quantity: number }
  | { readonly kind: 'remove'; readonly offerId: string; readonly item: LineItem; readonly quantity: 0 }
  | { readonly kind: 'nothing'; readonly offerId: string };

const confirmed = (cart: Cart | null, offerId: string): number => itemOf(cart, offerId)?.quantity ?? 0;

/** Cases of an offer once everything wanted has come true; never negative. */
export function wantedQuantity(cart: Cart | null, intents: Intents, offerId: string): number {
  const intent = intents.get(offerId);
  if (!intent) return confirmed(cart, offerId);
  return Math.max(0, intent.kind === 'set' ? intent.quantity : confirmed(cart, offerId) + intent.cases);
}

const having = (intents: Intents, offerId: string, intent: Intent): Intents => new Map(intents).set(offerId, intent);

function without(intents: Intents, offerId: string): Intents {
  const rest = new Map(intents);
  rest.delete(offerId);
  return rest;
}

/** The shopper adds cases of an offer. */
export function wantMore(intents: Intents, line: NewLine, cases: number): Intents {
  const intent = intents.get(line.offerId);
  if (intent?.kind === 'set') return having(intents, line.offerId, { kind: 'set', quantity: intent.quantity + cases, line });
  return having(intents, line.offerId, { kind: 'add', cases: (intent?.cases ?? 0) + cases, line });
}

/** The shopper sets how many cases of an offer they want; 0 takes it out. */
export function wantQuantity(cart: Cart | null, intents: Intents, offerId: string, quantity: number): Intents {
  const intent = intents.get(offerId);
  if (intent?.kind === 'add') return having(intents, offerId, { ...intent, cases: quantity - confirmed(cart, offerId) });
  if (!intent && !itemOf(cart, offerId)) return intents;
  return having(intents, offerId, { kind: 'set', quantity, line: intent?.line ?? null });
}

/** What to send next, or null where nothing is left to do. */
export function nextStep(cart: Cart | null, intents: Intents): Step | null {
  const [first] = intents;
  if (!first) return null;
  const [offerId, intent] = first;
  const item = itemOf(cart, offerId);
  if (intent.kind === 'add' && intent.cases > 0) return { kind: 'add', offerId, line: intent.line, cases: intent.cases };
  const quantity = wantedQuantity(cart, intents, offerId);
  if (item && quantity === 0) return { kind: 'remove', offerId, item, quantity };
  if (item && quantity !== item.quantity) return { kind: 'update', offerId, item, quantity };
  return { kind: 'nothing', offerId };
}

/**
 * What is still wanted once a step has been answered.
 * @param cart the cart after the step
 */
export function afterStep(intents: Intents, step: Step, cart: Cart | null): Intents {
  const { offerId } = step;
  const intent = intents.get(offerId);
  if (!intent) return intents;
  if (step.kind === 'nothing') return without(intents, offerId);
  if (step.kind === 'add') {
    if (intent.kind === 'set') return intents;
    const more = intent.cases - 1;
    if (more === 0) return without(intents, offerId);
    return having(intents, offerId, { kind: 'set', quantity: Math.max(0, confirmed(cart, offerId) + more), line: intent.line });
  }
  const quantity = Math.max(0, intent.kind === 'set' ? intent.quantity : step.item.quantity + intent.cases);
  if (quantity === step.quantity) return without(intents, offerId);
  if (itemOf(cart, offerId)) return having(intents, offerId, { kind: 'set', quantity, line: intent.line });
  return intent.line ? having(intents, offerId, { kind: 'add', cases: quantity, line: intent.line }) : without(intents, offerId);
}

/** What is still wanted once a step has been refused: whatever the shopper has changed meanwhile. */
export function afterRefusal(intents: Intents, step: Step): Intents {
  const intent = intents.get(step.offerId);
  const changedSince = intent?.kind === 'set' && 'quantity' in step && intent.quantity !== step.quantity;
  return changedSince ? intents : without(intents, step.offerId);
}
