/**
 * Calculates the discounts that promotions give on the lines of a cart. They apply in the order of `inOrder`, whatever the order of
 * the input. Each works on the amounts that earlier ones left of the lines in its scope, so the sum never exceeds the amount
 * [PROMO-5]. Amounts are in cents and are allocated to lines exactly.
 */
import { allocate } from '#lib/money.ts';
import { type Action, inOrder, type Promotion, type Scope } from './promotion.ts';

/** A line that promotions can apply to. Callers leave out gift cards and promotions' gifts. */
export interface PricedLine {
  readonly offerId: string;
  readonly productId: number;
  readonly category: string;
  readonly tags: readonly string[];
  readonly quantity: number;
  readonly unitCents: number;
}

/** The discount of an action on one line, cents. */
export interface Share {
  /** Index of the line in the input. */
  readonly index: number;
  readonly cents: number;
}

/** The discounts of one action. Lines without a discount are left out. */
export interface Effect {
  readonly what: Action['kind'];
  readonly shares: readonly Share[];
}

/** An offer that a promotion gives, and its number of cases. */
export interface Gift {
  readonly offerId: string;
  readonly quantity: number;
}

/** The effects of a promotion on a cart. All are empty if its conditions are not met or another promotion excludes it. */
export interface AppliedPromotion {
  readonly promotion: Promotion;
  readonly discountedCents: number;
  readonly effects: readonly Effect[];
  readonly freeShipping: boolean;
  readonly gifts: readonly Gift[];
  /** What is missing to meet the conditions; both 0 if they are met. */
  readonly missing: Missing;
  /** True if the conditions are met but another promotion excludes this one. */
  readonly isBlocked: boolean;
}

/** What a cart lacks to meet a promotion's conditions. */
export interface Missing {
  readonly cases: number;
  readonly cents: number;
}

const isEmpty = ({ offerIds, productIds, categories, tags }: Scope): boolean =>
  offerIds.length + productIds.length + categories.length + tags.length === 0;

/** The lines in a promotion's scope: their indexes and number of cases. */
interface Scoped {
  readonly indexes: readonly number[];
  readonly cases: number;
}

/** Indexes lines by one property that a scope can name. */
function indexBy<Key>(lines: readonly PricedLine[], keysOf: (line: PricedLine) => readonly Key[]): (key: Key) => readonly number[] {
  let indexesByKey: Map<Key, number[]> | null = null;
  return (key) => {
    if (!indexesByKey) {
      indexesByKey = new Map();
      for (const [index, line] of lines.entries())
        for (const name of keysOf(line)) {
          const there = indexesByKey.get(name);
          if (there) there.push(index);
          else indexesByKey.set(name, [index]);
        }
    }
    return indexesByKey.get(key) ?? [];
  };
}

/** Returns a function that finds the lines of a scope. The index saves each of fifty promotions a scan of a hundred lines. */
function createScopeFinder(lines: readonly PricedLine[]): (scope: Scope) => Scoped {
  // Sorted by offer, so that an indivisible cent goes to the same line whatever the order of the lines.
  const byOffer = (a: number, b: number): number => {
    const [one = '', other = ''] = [lines[a]?.offerId, lines[b]?.offerId];
    return one < other ? -1 : one > other ? 1 : a - b;
  };
  const scoped = (matches: Iterable<number>): Scoped => {
    const indexes = [...matches].sort(byOffer);
    return { indexes, cases: indexes.reduce((sum, index) => sum + (lines[index]?.quantity ?? 0), 0) };
  };
  let everything: Scoped | null = null;
  const ofOffer = indexBy(lines, (line) => [line.offerId]);
  const ofProduct = indexBy(lines, (line) => [line.productId]);
  const ofCategory = indexBy(lines, (line) => [line.category]);
  const ofTag = indexBy(lines, (line) => line.tags);
  return (scope) => {
    if (isEmpty(scope)) {
      everything ??= scoped(lines.keys());
      return everything;
    }
    const { offerIds, productIds, categories, tags } = scope;
    return scoped(
      new Set([...offerIds.flatMap(ofOffer), ...productIds.flatMap(ofProduct), ...categories.flatMap(ofCategory), ...tags.flatMap(ofTag)]),
    );
  };
}

const sumAt = (indexes: readonly number[], cents: readonly number[]): number =>
  indexes.reduce((sum, index) => sum + (cents[index] ?? 0), 0);

function missingOf(promotion: Promotion, { indexes, cases }: Scoped, remaining: readonly number[]): Missing {
  return {
    cases: Math.max(0, Math.max(promotion.minimumQuantity, isEmpty(promotion.scope) ? 0 : 1) - cases),
    cents: Math.max(0, promotion.minimumCents - sumAt(indexes, remaining)),
  };
}

/** Returns a function that calculates what promotions' conditions miss at the lines' full prices. */
export function createMissingCalculator(lines: readonly PricedLine[]): (promotion: Promotion) => Missing {
  const scoped = createScopeFinder(lines);
  const full = lines.map((line) => line.unitCents * line.quantity);
  return (promotion) => missingOf(promotion, scoped(promotion.scope), full);
}

/** Allocates an amount to the lines in scope in proportion to their remaining amounts. */
function allocateDiscount(amount: number, { indexes }: Scoped, remaining: readonly number[]): Share[] {
  const parts = allocate(
    amount,
    indexes.map((index) => remaining[index] ?? 0),
  );
  return indexes.map((index, position) => ({ index, cents: parts[position] ?? 0 }));
}

/** Discounts the cheapest cases in scope, as many as the purchased cases earn. */
function buyGet(
  action: Extract<Action, { kind: 'buy_get' }>,
  { indexes, cases }: Scoped,
  lines: readonly PricedLine[],
  remaining: readonly number[],
): Share[] {
  let due = Math.min(Math.floor(cases / (action.buy + action.get)) * action.get, action.most ?? Number.POSITIVE_INFINITY);
  // The sort is stable: lines of equal price stay in the order of their offer ids.
  const cheapest = [...indexes].sort((a, b) => (lines[a]?.unitCents ?? 0) - (lines[b]?.unitCents ?? 0));
  return cheapest.map((index) => {
    const { quantity = 0, unitCents = 0 } = lines[index] ?? {};
    const free = Math.min(due, quantity);
    due -= free;
    return { index, cents: Math.min(remaining[index] ?? 0, Math.round((unitCents * free * action.percent) / 100)) };
  });
}

/** Returns the discount of an action per line; null if the action does not change prices. */
function discountOf(action: Action, scope: Scoped, lines: readonly PricedLine[], remaining: readonly number[]): Share[] | null {
  if (action.kind === 'percentage')
    return allocateDiscount(Math.round((sumAt(scope.indexes, remaining) * action.percent) / 100), scope, remaining);
  if (action.kind === 'buy_get') return buyGet(action, scope, lines, remaining);
  if (action.kind !== 'amount') return null;
  if (!action.each) return allocateDiscount(Math.min(action.cents, sumAt(scope.indexes, remaining)), scope, remaining);
  return scope.indexes.map((index) => ({ index, cents: Math.min(remaining[index] ?? 0, action.cents * (lines[index]?.quantity ?? 0)) }));
}

const giftsOf = (promotion: Promotion, { cases }: Scoped): Gift[] =>
  promotion.actions.flatMap((action) => {
    if (action.kind !== 'gift') return [];
    const quantity = action.quantity * (action.perCases === null ? 1 : Math.floor(cases / action.perCases));
    return quantity > 0 ? [{ offerId: action.offerId, quantity }] : [];
  });

const grantsShipping = (promotion: Promotion): boolean =>
  promotion.actions.some((action) => action.kind === 'free_shipping') ||
  promotion.banners.some((banner) => banner.type === 'applied' && banner.freeShipping);

/** Creates a calculator that applies promotions one after the other and tracks the remaining amount of each line. */
export function createPromotionCalculator(lines: readonly PricedLine[]) {
  const remaining = lines.map((line) => line.unitCents * line.quantity);
  let find: ReturnType<typeof createScopeFinder> | null = null;
  const scoped = (scope: Scope): Scoped => {
    find ??= createScopeFinder(lines);
    return find(scope);
  };
  const noEffect = { discountedCents: 0, effects: [], freeShipping: false, gifts: [], isBlocked: false };
  return {
    /** Returns the remaining amount of all lines, cents. */
    leftCents: (): number => remaining.reduce((sum, cents) => sum + cents, 0),
    /** Returns what a promotion's conditions miss at the remaining amounts. */
    missing: (promotion: Promotion): Missing => missingOf(promotion, scoped(promotion.scope), remaining),
    apply(promotion: Promotion, isBlocked: boolean): AppliedPromotion {
      const scope = scoped(promotion.scope);
      const missing = missingOf(promotion, scope, remaining);
      if (missing.cases > 0 || missing.cents > 0) return { ...noEffect, promotion, missing };
      if (isBlocked) return { ...noEffect, promotion, missing, isBlocked };
      const effects: Effect[] = [];
      let discountedCents = 0;
      for (const action of promotion.actions) {
        const shares = discountOf(action, scope, lines, remaining)?.filter(({ cents }) => cents > 0) ?? [];
        for (const { index, cents } of shares) {
          remaining[index] = (remaining[index] ?? 0) - cents;
          discountedCents += cents;
        }
        if (shares.length > 0) effects.push({ what: action.kind, shares });
      }
      return {
        promotion,
        discountedCents,
        effects,
        freeShipping: grantsShipping(promotion),
        gifts: giftsOf(promotion, scope),
        missing,
        isBlocked,
      };
    },
  };
}
export type PromotionCalculator = ReturnType<typeof createPromotionCalculator>;

/** Returns true if a promotion gives the shopper anything. */
export const hasEffect = ({ discountedCents, freeShipping, gifts }: AppliedPromotion): boolean =>
  discountedCents > 0 || freeShipping || gifts.length > 0;

/** Applies automatic promotions in order. An exclusive one applies alone, and only if no earlier one has an effect. */
export function applyAutomatic(calculator: PromotionCalculator, automatic: readonly Promotion[]): AppliedPromotion[] {
  let any = false;
  let exclusiveCoupon = false;
  return inOrder(automatic).map((promotion) => {
    const applied = calculator.apply(promotion, exclusiveCoupon || (any && promotion.exclusive));
    if (hasEffect(applied)) {
      any = true;
      exclusiveCoupon ||= promotion.exclusive;
    }
    return applied;
  });
}

/** Applies automatic promotions and coupons in their order. A promotion whose conditions are not met in its turn has no effect. */
export function applyPromotions(promotions: readonly Promotion[], lines: readonly PricedLine[]): AppliedPromotion[] {
  const calculator = createPromotionCalculator(lines);
  const coupons = promotions.filter(({ code }) => code !== null);
  const automatic = coupons.some(({ exclusive }) => exclusive) ? [] : promotions.filter(({ code }) => code === null);
  return [...applyAutomatic(calculator, automatic), ...inOrder(coupons).map((coupon) => calculator.apply(coupon, false))];
}

/** Returns the coupons of a cart after adding one. A coupon that is not stackable replaces others that are not. */
export function withCoupon(coupons: readonly Promotion[], added: Promotion): Promotion[] {
  const others = coupons.filter((coupon) => coupon.id !== added.id && (added.stackable || coupon.stackable));
  return [...others, added];
}
