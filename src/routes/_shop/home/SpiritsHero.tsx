import { Link } from 'react-router';
import { fullName } from '#domains/catalogue/model/format-offer.ts';
import { OfferPicture } from '#domains/catalogue/ui/OfferPicture.tsx';
import { type HeroProps, HeroText } from './HeroText.tsx';

/** Hero of a spirits site with four bottles. */
export function SpiritsHero({ texts, bottles, total, hasCases }: HeroProps) {
  return (
    <section className="spirits-hero">
      <div className="container spirits-hero-grid">
        <div className="spirits-hero-text">
          <HeroText kind="spirits" texts={texts} total={total} hasCases={hasCases} />
        </div>
        <div className="spirits-hero-bottles">
          {bottles.map((offer) => (
            <Link key={offer.offerId} className="spirits-hero-bottle" to={offer.url} prefetch="intent" viewTransition>
              <OfferPicture offer={offer} alt={`${offer.brand} ${fullName(offer)}`} isFirst />
            </Link>
          ))}
        </div>
      </div>
    </section>
  );
}
