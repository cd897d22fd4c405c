/**
 * Splits a total over tenders: gift cards first, in the order of entry, then store credit, then a card for the rest. The page and the
 * server use the same split. Amounts are cents [GIFT-3].
 */
export interface TenderSplit {
  /** What each gift card pays, in the given order. */
  readonly giftCents: readonly number[];
  readonly creditCents: number;
  /** The part that a card pays. 0 needs no card. */
  readonly chargeCents: number;
}

/** Splits a total over the available balances. */
export function splitTenders(totalCents: number, giftBalances: readonly number[], creditBalance: number): TenderSplit {
  let remaining = totalCents;
  const take = (balance: number): number => {
    const taken = Math.min(remaining, Math.max(0, balance));
    remaining -= taken;
    return taken;
  };
  const giftCents = giftBalances.map(take);
  const creditCents = take(creditBalance);
  return { giftCents, creditCents, chargeCents: remaining };
}

/** The amounts that credit and gift cards paid, or get back. */
export interface TenderAmounts {
  readonly creditCents: number;
  readonly giftCents: readonly number[];
}

/**
 * Splits the part of a refund that is not for the card: store credit first, then the gift cards, the last one first.
 * The card gets back what it paid before this part.
 * @param before cents refunded to these tenders before
 * @throws RangeError if the refund exceeds what was paid
 */
export function splitReturn(paid: TenderAmounts, before: number, cents: number): TenderAmounts {
  const parts = [paid.creditCents, ...[...paid.giftCents].reverse()];
  if (before + cents > parts.reduce((sum, part) => sum + part, 0)) throw new RangeError('more than was paid cannot be given back');
  let skip = before;
  let remaining = cents;
  const [creditCents = 0, ...gifts] = parts.map((part) => {
    const skipped = Math.min(skip, part);
    skip -= skipped;
    const taken = Math.min(remaining, part - skipped);
    remaining -= taken;
    return taken;
  });
  return { creditCents, giftCents: gifts.reverse() };
}
