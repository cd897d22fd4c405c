import { Link } from 'react-router';
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { CATEGORIES } from '#domains/catalogue/model/category.ts';
import { formatOrigin, fullName } from '#domains/catalogue/model/format-offer.ts';
import { money } from '#domains/catalogue/ui/format-price.ts';
import { OfferPicture } from '#domains/catalogue/ui/OfferPicture.tsx';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { type HeroProps, HeroText } from './HeroText.tsx';

const placeOf = (offer: CatalogueHit): string => formatOrigin(offer).split(',')[0] ?? '';
/** Returns the varietal or the name, whichever is shorter, with the vintage. */
const describeOffer = (offer: CatalogueHit): string => {
  const [name, grape] = [fullName(offer), `${offer.varietal} ${offer.vintage}`];
  return offer.varietal && grape.length < name.length ? grape : name;
};

/** Hero of a wine site with six bottles. */
export function WineHero({ texts, bottles, total, hasCases }: HeroProps) {
  const market = useMarketConfig();
  return (
    <section className="hero">
      <div className="container hero-grid">
        <div className="hero-text">
          <HeroText kind="wine" texts={texts} total={total} hasCases={hasCases} />
        </div>
        {bottles.length > 0 && (
          <ul className="hero-bottles">
            {bottles.map((offer) => (
              <li key={offer.offerId}>
                <Link className={`featured-offer k-${CATEGORIES[offer.category].kind}`} to={offer.url} prefetch="intent" viewTransition>
                  <span className="stand-pic">
                    <OfferPicture offer={offer} isFirst />
                  </span>
                  <span className="featured-offer-caption">
                    <b>{placeOf(offer)}</b>
                    <span>{describeOffer(offer)}</span>
                    <span className="num">{money(offer.bottlePrice, market)}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
