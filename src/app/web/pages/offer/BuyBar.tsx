import { useEffect, useState } from 'react';
import { AddToCartButton } from '../../../../cart/web/AddToCartButton.tsx';
import type { OfferDetail } from '../../../../catalogue/contract.ts';
import { formatPack } from '../../../../catalogue/offer-words.ts';
import { money } from '../../../../catalogue/web/price-words.ts';
import { useMarketConfig } from '../../../../market/web/market-context.tsx';

/** On phones: price and button at the foot of the screen, once the panel's own button has left it upwards. */
export function BuyBar({ offer }: { offer: OfferDetail }) {
  const facts = useMarketConfig();
  const [isDisplayed, setShown] = useState(false);
  useEffect(() => {
    const button = document.querySelector('.buy-act');
    if (!button) return;
    // Everything below the screen counts as inside, so that even a jump past the button is one change.
    const watch = new IntersectionObserver(([entry]) => setShown(entry?.isIntersecting === false), { rootMargin: '0px 0px 99999px' });
    watch.observe(button);
    return () => watch.disconnect();
  }, []);
  return (
    <div className={isDisplayed ? 'buybar is-shown' : 'buybar'}>
      <p>
        <b className="num">{money(offer.packSize > 1 ? offer.packPrice : offer.bottlePrice, facts)}</b>
        <span className="small quiet">{formatPack(offer)}</span>
      </p>
      {isDisplayed && <AddToCartButton offer={offer} />}
    </div>
  );
}
