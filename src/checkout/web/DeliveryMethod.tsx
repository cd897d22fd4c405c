import { useEffect, useState } from 'react';
import { type Market, marketFacts } from '../../market/market.ts';
import { formatDeliveryWindow, isPostcode } from '../../shipping/delivery-estimate.ts';
import { findEstimate } from '../../shipping/web/find-estimate.ts';
import { formatMoneyIn } from '../sums.ts';

export interface DeliveryMethodProps {
  readonly market: Market;
  /** As it is typed now. */
  readonly postcode: string;
  /** Decimal; 0 is free. */
  readonly price: number;
}

/** How it is sent, when it would come to the postcode as it is typed, and what that costs. */
export function DeliveryMethod({ market, postcode, price }: DeliveryMethodProps) {
  const [known, setKnown] = useState<{ readonly postcode: string; readonly words: string } | null>(null);
  const asked = postcode.trim();
  useEffect(() => {
    if (!isPostcode(market, asked)) return;
    let isStale = false;
    void findEstimate(market, asked).then((dates) => {
      if (!isStale) setKnown({ postcode: asked, words: dates ? formatDeliveryWindow(dates, marketFacts(market).locale) : 'No result' });
    });
    return () => {
      isStale = true;
    };
  }, [market, asked]);
  return (
    <div className="co-method">
      <b>Standard delivery</b>
      <span className="quiet" role="status">
        {known?.postcode === asked ? known.words : ''}
      </span>
      <b className="num">{price === 0 ? 'Free' : formatMoneyIn(market, price)}</b>
    </div>
  );
}
