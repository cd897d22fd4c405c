/**
 * How a total is paid: gift cards first, in the order they were entered, then store credit, and a card pays the rest. The
 * same split on the screen and in PREPARE. Cents.
 */
export interface TenderSplit {
  /** What each gift card pays, in the order given. */
  readonly giftCents: readonly number[];
  readonly creditCents: number;
  /** What is left for a card; 0 needs none. */
  readonly chargeCents: number;
}

/** Split a total over what is there. */
export function splitTenders(totalCents: number, giftBalances: readonly number[], creditBalance: number): TenderSplit {
  let left = totalCents;
  const take = (balance: number): number => {
    const taken = Math.min(left, Math.max(0, balance));
    left -= taken;
    return taken;
  };
  const giftCents = giftBalances.map(take);
  const creditCents = take(creditBalance);
  return { giftCents, creditCents, chargeCents: left };
}

/** What credit and gift cards paid of an order, or are given back. */
export interface TenderAmounts {
  readonly creditCents: number;
  readonly giftCents: readonly number[];
}

/**
 * Where the part of a refund goes that no card paid: to store credit first, then to the gift cards, the last one first.
 * What a card paid goes back to it before any of this.
 * @param before what was given back so before
 * @throws RangeError where more than was paid would be given back
 */
export function splitReturn(paid: TenderAmounts, before: number, cents: number): TenderAmounts {
  const parts = [paid.creditCents, ...[...paid.giftCents].reverse()];
  if (before + cents > parts.reduce((sum, part) => sum + part, 0)) throw new RangeError('more than was paid cannot be given back');
  let skip = before;
  let left = cents;
  const [creditCents = 0, ...gifts] = parts.map((part) => {
    const skipped = Math.min(skip, part);
    skip -= skipped;
    const taken = Math.min(left, part - skipped);
    left -= taken;
    return taken;
  });
  return { creditCents, giftCents: gifts.reverse() };
}
