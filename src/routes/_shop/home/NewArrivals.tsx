import { Link } from 'react-router';
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { listPathOf } from '#routes/links.ts';
import type { HomeTexts } from '#routes/page-context.ts';
import { ShopCard } from '../BuyableOfferCard.tsx';
import { homeMessages } from './messages.ts';

export interface NewArrivalsProps {
  readonly kind: 'wine' | 'spirits';
  readonly texts: HomeTexts['newest'];
  readonly offers: readonly CatalogueHit[];
  readonly total: number;
}

/** The newest offers in two rows. */
export function NewArrivals({ kind, texts: { title, lede }, offers, total }: NewArrivalsProps) {
  if (offers.length === 0) return null;
  return (
    <section className="sec">
      <div className="container">
        <div className="sec-head">
          <div>
            <h2 className="heading-3">{title}</h2>
            {lede && <p>{lede}</p>}
          </div>
          <Link className="link link-lone" to={listPathOf(kind)} prefetch="intent" viewTransition>
            {homeMessages.all[kind](total)}
          </Link>
        </div>
        <div className="product-grid">
          {offers.map((offer) => (
            <ShopCard key={offer.offerId} offer={offer} />
          ))}
        </div>
      </div>
    </section>
  );
}
