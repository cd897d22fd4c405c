import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { type Market, marketFacts } from '#markets/market.ts';
import type { ClubQuote } from '../contract.ts';
import type { ClubLine } from '../model/club-view.ts';
import { formatDate } from '../model/day-words.ts';

export interface ClubCostsProps {
  readonly market: Market;
  readonly club: ClubLine;
  readonly variantId: string;
  readonly frequencyId: string;
  /** Null until it is loaded. */
  readonly quote: ClubQuote | null;
}

/** Shows what a member pays now and at the next renewal. */
export function ClubCosts({ market, club, variantId, frequencyId, quote }: ClubCostsProps) {
  const variant = club.variants.find(({ id }) => id === variantId);
  const frequency = club.frequencies.find(({ id }) => id === frequencyId);
  return (
    <div className="club-sum">
      {variant?.case && (
        <div className="backdrop k-mixed">
          <img src={variant.case.imageUrl} alt="" />
        </div>
      )}
      <div>
        <h2 className="heading-4">{club.name}</h2>
        <p className="text-muted">
          {variant?.label}. {frequency?.label}.
        </p>
      </div>
      <dl className="club-facts num" aria-busy={quote === null}>
        <div>
          <dt>Price per case</dt>
          <dd>{formatMoneyIn(market, quote?.price ?? variant?.price ?? 0)}</dd>
        </div>
        {quote && (
          <>
            <div>
              <dt>Delivery</dt>
              <dd>{quote.isFreeShipping ? 'Free' : formatMoneyIn(market, quote.shippingTotal)}</dd>
            </div>
            <div className="total">
              <dt>Today</dt>
              <dd>{formatMoneyIn(market, quote.total)}</dd>
            </div>
            <div className="small text-muted">
              <dt>Includes {marketFacts(market).taxName}</dt>
              <dd>{formatMoneyIn(market, quote.taxTotal)}</dd>
            </div>
            <div>
              <dt>Next case</dt>
              <dd>{formatDate(market, quote.nextOn)}</dd>
            </div>
          </>
        )}
      </dl>
    </div>
  );
}
