/**
 * Calculates the discounts that promotions give on the lines of a cart. They apply in the order of `inOrder`, whatever the order of
 * the input. Each works on the amounts that earlier ones left of the lines in its scope, so the sum never exceeds the amount
 * [PROMO-5]. Amounts are in cents and are allocated to lines exactly.
 */
import { allocate } from '#lib/money.ts';
import { type Action, inOrder, type Promotion, type Scope } from './promotion.ts';

/** A line that promotions can apply to. Gift cards and promotions' gifts are excluded before. */
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

export interface Gift {
  readonly offerId: string;
  readonly quantity: number;
}

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
function placesBy<Key>(lines: readonly PricedLine[], keysOf: (line: PricedLine) => readonly Key[]): (key: Key) => readonly number[] {
  let places: Map<Key, number[]> | null = null;
  return (key) => {
    if (!places) {
      places = new Map();
      for (const [index, line] of lines.entries())
        for (const name of keysOf(line)) {
          const there = places.get(name);
          if (there) there.push(index);
          else places.set(name, [index]);
        }
    }
    return places.get(key) ?? [];
  };
}

/** Returns a function that finds the lines of a scope. The index saves each of fifty promotions a scan of a hundred lines. */
function scopesOf(lines: readonly PricedLine[]): (scope: Scope) => Scoped {
  // Sorted by offer, so that an indivisible cent goes to the same line whatever the order of the lines.
  const byOffer = (a: number, b: number): number => {
    const [one = '', other = ''] = [lines[a]?.offerId, lines[b]?.offerId];
    return one < other ? -1 : one > other ? 1 : a - b;
  };
  const scoped = (places: Iterable<number>): Scoped => {
    const indexes = [...places].sort(byOffer);
    return { indexes, cases: indexes.reduce((sum, index) => sum + (lines[index]?.quantity ?? 0), 0) };
  };
  let everything: Scoped | null = null;
  const ofOffer = placesBy(lines, (line) => [line.offerId]);
  const ofProduct = placesBy(lines, (line) => [line.productId]);
  const ofCategory = placesBy(lines, (line) => [line.category]);
  const ofTag = placesBy(lines, (line) => line.tags);
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

function missingOf(promotion: Promotion, { indexes, cases }: Scoped, left: readonly number[]): Missing {
  return {
    cases: Math.max(0, Math.max(promotion.minimumQuantity, isEmpty(promotion.scope) ? 0 : 1) - cases),
    cents: Math.max(0, promotion.minimumCents - sumAt(indexes, left)),
  };
}

/** Returns a function that calculates what promotions' conditions miss at the lines' full prices. */
export function missingFrom(lines: readonly PricedLine[]): (promotion: Promotion) => Missing {
  const scoped = scopesOf(lines);
  const full = lines.map((line) => line.unitCents * line.quantity);
  return (promotion) => missingOf(promotion, scoped(promotion.scope), full);
}

/** Allocates an amount to the lines in scope in proportion to their remaining amounts. */
function shared(amount: number, { indexes }: Scoped, left: readonly number[]): Share[] {
  const parts = allocate(
    amount,
    indexes.map((index) => left[index] ?? 0),
  );
  return indexes.map((index, place) => ({ index, cents: parts[place] ?? 0 }));
}

/** Discounts the cheapest cases in scope, as many as the purchased cases earn. */
function buyGet(
  action: Extract<Action, { kind: 'buy_get' }>,
  { indexes, cases }: Scoped,
  lines: readonly PricedLine[],
  left: readonly number[],
): Share[] {
  let due = Math.min(Math.floor(cases / (action.buy + action.get)) * action.get, action.most ?? Number.POSITIVE_INFINITY);
  // The sort is stable: lines of equal price stay in the order of their offer ids.
  const cheapest = [...indexes].sort((a, b) => (lines[a]?.unitCents ?? 0) - (lines[b]?.unitCents ?? 0));
  return cheapest.map((index) => {
    const { quantity = 0, unitCents = 0 } = lines[index] ?? {};
    const given = Math.min(due, quantity);
    due -= given;
    return { index, cents: Math.min(left[index] ?? 0, Math.round((unitCents * given * action.percent) / 100)) };
  });
}

/** Returns the discount of an action per line; null if the action does not change prices. */
function takenBy(action: Action, scope: Scoped, lines: readonly PricedLine[], left: readonly number[]): Share[] | null {
  if (action.kind === 'percentage') return shared(Math.round((sumAt(scope.indexes, left) * action.percent) / 100), scope, left);
  if (action.kind === 'buy_get') return buyGet(action, scope, lines, left);
  if (action.kind !== 'amount') return null;
  if (!action.each) return shared(Math.min(action.cents, sumAt(scope.indexes, left)), scope, left);
  return scope.indexes.map((index) => ({ index, cents: Math.min(left[index] ?? 0, action.cents * (lines[index]?.quantity ?? 0)) }));
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

/** Applies promotions one after the other. `left` has the remaining amount of each line. */
export function createPromotionCalculator(lines: readonly PricedLine[]) {
  const left = lines.map((line) => line.unitCents * line.quantity);
  let find: ReturnType<typeof scopesOf> | null = null;
  const scoped = (scope: Scope): Scoped => {
    find ??= scopesOf(lines);
    return find(scope);
  };
  const refused = { discountedCents: 0, effects: [], freeShipping: false, gifts: [], isBlocked: false };
  return {
    /** Returns the remaining amount of all lines, cents. */
    leftCents: (): number => left.reduce((sum, cents) => sum + cents, 0),
    /** Returns what a promotion's conditions miss at the remaining amounts. */
    missing: (promotion: Promotion): Missing => missingOf(promotion, scoped(promotion.scope), left),
    apply(promotion: Promotion, isBlocked: boolean): AppliedPromotion {
      const scope = scoped(promotion.scope);
      const missing = missingOf(promotion, scope, left);
      if (missing.cases > 0 || missing.cents > 0) return { ...refused, promotion, missing };
      if (isBlocked) return { ...refused, promotion, missing, isBlocked };
      const effects: Effect[] = [];
      let discountedCents = 0;
      for (const action of promotion.actions) {
        const shares = takenBy(action, scope, lines, left)?.filter(({ cents }) => cents > 0) ?? [];
        for (const { index, cents } of shares) {
          left[index] = (left[index] ?? 0) - cents;
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
export type PromotionsOver = ReturnType<typeof createPromotionCalculator>;

/** Returns true if a promotion gives the shopper anything. */
export const hasEffect = ({ discountedCents, freeShipping, gifts }: AppliedPromotion): boolean =>
  discountedCents > 0 || freeShipping || gifts.length > 0;

/** Applies automatic promotions in order. An exclusive one applies alone, and only if no earlier one has an effect. */
export function applyAutomatic(over: PromotionsOver, automatic: readonly Promotion[]): AppliedPromotion[] {
  let any = false;
  let exclusiveCoupon = false;
  return inOrder(automatic).map((promotion) => {
    const applied = over.apply(promotion, exclusiveCoupon || (any && promotion.exclusive));
    if (hasEffect(applied)) {
      any = true;
      exclusiveCoupon ||= promotion.exclusive;
    }
    return applied;
  });
}

/** Applies automatic promotions and coupons in their order. A promotion whose conditions are not met in its turn has no effect. */
export function applyPromotions(promotions: readonly Promotion[], lines: readonly PricedLine[]): AppliedPromotion[] {
  const over = createPromotionCalculator(lines);
  const coupons = promotions.filter(({ code }) => code !== null);
  const automatic = coupons.some(({ exclusive }) => exclusive) ? [] : promotions.filter(({ code }) => code === null);
  return [...applyAutomatic(over, automatic), ...inOrder(coupons).map((coupon) => over.apply(coupon, false))];
}

/** Returns the coupons of a cart after adding one. A coupon that is not stackable replaces others that are not. */
export function withCoupon(coupons: readonly Promotion[], added: Promotion): Promotion[] {
  const others = coupons.filter((coupon) => coupon.id !== added.id && (added.stackable || coupon.stackable));
  return [...others, added];
}
