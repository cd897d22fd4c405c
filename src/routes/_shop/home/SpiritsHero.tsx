import { Link } from 'react-router';
import { fullName } from '#domains/catalogue/model/format-offer.ts';
import { OfferPicture } from '#domains/catalogue/ui/OfferPicture.tsx';
import { buildListUrl } from '#routes/list-url.ts';
import type { HeroProps } from './hero-props.ts';
import { homeMessages } from './messages.ts';

/** Hero of a spirits site with four bottles. */
export function SpiritsHero({ texts, bottles, total, hasCases }: HeroProps) {
  return (
    <section className="spirits-hero">
      <div className="container spirits-hero-grid">
        <div className="spirits-hero-text">
          <h1 className="heading-1">{texts.heading}</h1>
          <p className="intro">{texts.lede}</p>
          <div className="row">
            <Link className="button button-primary button-tall" to="/spirits" prefetch="intent" viewTransition>
              {total > 0 ? homeMessages.shopAll.spirits(total) : homeMessages.browse}
            </Link>
            {hasCases && (
              <Link
                className="link link-lone"
                to={buildListUrl('/spirits', { category: 'Mixed spirits' })}
                prefetch="intent"
                viewTransition
              >
                {homeMessages.tryTastingPack}
              </Link>
            )}
          </div>
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
