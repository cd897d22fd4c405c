/**
 * What promotions take off the lines of a cart. They go in the order that `inOrder` declares, whatever order they came in;
 * each works on what the ones before have left of the lines in its scope, so the sum never passes the amount (SPEC.md §3
 * discountAmount). Cents, shared over lines to the cent.
 */
import { allocate } from '#lib/money.ts';
import { type Action, inOrder, type Promotion, type Scope } from './promotion.ts';

/** A line as promotions see it. Gift cards and gifts are left out before. */
export interface PricedLine {
  readonly offerId: string;
  readonly productId: number;
  readonly category: string;
  readonly tags: readonly string[];
  readonly quantity: number;
  readonly unitCents: number;
}

/** What an action takes off one line. */
export interface Share {
  /** The line's place among the lines given. */
  readonly index: number;
  readonly cents: number;
}

/** What one action takes off, line by line; lines that it leaves alone are left out. */
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
  /** What its conditions still want; both 0 where they hold. */
  readonly missing: Missing;
  /** Its conditions hold, but it may not stand beside another. */
  readonly isBlocked: boolean;
}

export interface Missing {
  readonly cases: number;
  readonly cents: number;
}

const isEmpty = ({ offerIds, productIds, categories, tags }: Scope): boolean =>
  offerIds.length + productIds.length + categories.length + tags.length === 0;

/** The lines in a promotion's scope: their indexes, and how many cases they are. */
interface Scoped {
  readonly indexes: readonly number[];
  readonly cases: number;
}

/** Where lines are found by one thing that a scope may name. */
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

/** Finds the lines of a scope by what it names, so that fifty promotions do not each look at a hundred lines. */
function scopesOf(lines: readonly PricedLine[]): (scope: Scope) => Scoped {
  // By offer, so that a cent that cannot be shared falls on the same line whatever order the lines stand in.
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

/** What promotions' conditions still want of lines at their full price. */
export function missingFrom(lines: readonly PricedLine[]): (promotion: Promotion) => Missing {
  const scoped = scopesOf(lines);
  const full = lines.map((line) => line.unitCents * line.quantity);
  return (promotion) => missingOf(promotion, scoped(promotion.scope), full);
}

/** Share an amount over the lines in scope by what is left of them. */
function shared(amount: number, { indexes }: Scoped, left: readonly number[]): Share[] {
  const parts = allocate(
    amount,
    indexes.map((index) => left[index] ?? 0),
  );
  return indexes.map((index, place) => ({ index, cents: parts[place] ?? 0 }));
}

/** The cheapest cases in scope, as many as are given for what is bought. */
function buyGet(
  action: Extract<Action, { kind: 'buy_get' }>,
  { indexes, cases }: Scoped,
  lines: readonly PricedLine[],
  left: readonly number[],
): Share[] {
  let due = Math.min(Math.floor(cases / (action.buy + action.get)) * action.get, action.most ?? Number.POSITIVE_INFINITY);
  // Of equal prices the smaller offer id comes first: that is their order already.
  const cheapest = [...indexes].sort((a, b) => (lines[a]?.unitCents ?? 0) - (lines[b]?.unitCents ?? 0));
  return cheapest.map((index) => {
    const { quantity = 0, unitCents = 0 } = lines[index] ?? {};
    const given = Math.min(due, quantity);
    due -= given;
    return { index, cents: Math.min(left[index] ?? 0, Math.round((unitCents * given * action.percent) / 100)) };
  });
}

/** What an action takes off each line; null where it takes nothing off prices. */
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

/** Applies promotions one after the other; `left` is what they have left of each line. */
export function createPromotionCalculator(lines: readonly PricedLine[]) {
  const left = lines.map((line) => line.unitCents * line.quantity);
  let find: ReturnType<typeof scopesOf> | null = null;
  const scoped = (scope: Scope): Scoped => {
    find ??= scopesOf(lines);
    return find(scope);
  };
  const refused = { discountedCents: 0, effects: [], freeShipping: false, gifts: [], isBlocked: false };
  return {
    /** What is left of all lines. */
    leftCents: (): number => left.reduce((sum, cents) => sum + cents, 0),
    /** What a promotion's conditions want of what is left. */
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

/** True where a promotion gives the shopper something. */
export const hasEffect = ({ discountedCents, freeShipping, gifts }: AppliedPromotion): boolean =>
  discountedCents > 0 || freeShipping || gifts.length > 0;

/** Apply automatic promotions in order; of those that may not stand beside others, only one that comes first. */
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

/** Apply promotions of both kinds to lines, in their declared order; one whose conditions do not hold in its turn gives nothing. */
export function applyPromotions(promotions: readonly Promotion[], lines: readonly PricedLine[]): AppliedPromotion[] {
  const over = createPromotionCalculator(lines);
  const coupons = promotions.filter(({ code }) => code !== null);
  const automatic = coupons.some(({ exclusive }) => exclusive) ? [] : promotions.filter(({ code }) => code === null);
  return [...applyAutomatic(over, automatic), ...inOrder(coupons).map((coupon) => over.apply(coupon, false))];
}

/** The coupons a cart has after one more is added: one that does not stack replaces the others that do not. */
export function withCoupon(coupons: readonly Promotion[], added: Promotion): Promotion[] {
  const others = coupons.filter((coupon) => coupon.id !== added.id && (added.stackable || coupon.stackable));
  return [...others, added];
}
