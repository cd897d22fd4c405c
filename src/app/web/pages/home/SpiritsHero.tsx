import { Link } from 'react-router';
import type { CatalogueHit } from '../../../../catalogue/contract.ts';
import { fullName } from '../../../../catalogue/offer-words.ts';
import { OfferPicture } from '../../../../catalogue/web/OfferPicture.tsx';
import { listAddress } from '../../../list-address.ts';

/** The opening of a spirits site: the same shop after dark, four bottles under a lamp. */
export function SpiritsHero({ bottles, total }: { bottles: readonly CatalogueHit[]; total: number }) {
  return (
    <section className="w-hero">
      <div className="wrap w-hero-grid">
        <div className="w-hero-text">
          <h1 className="d72">The shop, after dark.</h1>
          <p className="lede">We pour three side by side, write down what’s there, and leave out what isn’t.</p>
          <div className="row">
            <Link className="btn btn-fill btn-tall" to="/spirits" prefetch="intent" viewTransition>
              {total > 0 ? `See all ${total}` : 'See the shelves'}
            </Link>
            <Link className="link link-lone" to={listAddress('/spirits', { category: 'Mixed spirits' })} prefetch="intent" viewTransition>
              Or start with a tasting pack
            </Link>
          </div>
        </div>
        <div className="w-line">
          {bottles.map((offer) => (
            <Link key={offer.offerId} className="w-b" to={offer.url} prefetch="intent" viewTransition>
              <OfferPicture offer={offer} alt={`${offer.brand} ${fullName(offer)}`} isFirst />
            </Link>
          ))}
        </div>
      </div>
    </section>
  );
}
