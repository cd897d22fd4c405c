import { useEffect, useState } from 'react';
import type { OfferDetail } from '#domains/catalogue/contract.ts';
import { formatPack } from '#domains/catalogue/model/format-offer.ts';
import { money } from '#domains/catalogue/ui/format-price.ts';
import { AddToCartButton } from '#domains/selling/cart/ui/AddToCartButton.tsx';
import { useMarketConfig } from '#markets/ui/market-context.tsx';

/** Price and button at the bottom of small screens, once the panel's button has scrolled out at the top. */
export function BuyBar({ offer }: { offer: OfferDetail }) {
  const market = useMarketConfig();
  const [isDisplayed, setShown] = useState(false);
  useEffect(() => {
    const button = document.querySelector('.buy-act');
    if (!button) return;
    // Everything below the screen counts as inside, so that a jump past the button is a single change.
    const watch = new IntersectionObserver(([entry]) => setShown(entry?.isIntersecting === false), { rootMargin: '0px 0px 99999px' });
    watch.observe(button);
    return () => watch.disconnect();
  }, []);
  return (
    <div className={isDisplayed ? 'buy-bar is-shown' : 'buy-bar'}>
      <p>
        <b className="num">{money(offer.packSize > 1 ? offer.packPrice : offer.bottlePrice, market)}</b>
        <span className="small text-muted">{formatPack(offer)}</span>
      </p>
      {isDisplayed && <AddToCartButton offer={offer} />}
    </div>
  );
}
