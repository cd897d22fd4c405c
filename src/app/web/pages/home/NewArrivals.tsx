import { Link } from 'react-router';
import type { CatalogueHit } from '../../../../catalogue/contract.ts';
import type { HomeTexts } from '../../../page-context.ts';
import { listPathOf } from '../../../shop-links.ts';
import { ShopCard } from '../ShopCard.tsx';

const ALL = { wine: 'wines', spirits: 'bottles' } as const;

export interface NewArrivalsProps {
  readonly kind: 'wine' | 'spirits';
  readonly texts: HomeTexts['newest'];
  readonly offers: readonly CatalogueHit[];
  readonly total: number;
}

/** What came in last, two rows of it. */
export function NewArrivals({ kind, texts: { title, lede }, offers, total }: NewArrivalsProps) {
  if (offers.length === 0) return null;
  return (
    <section className="sec">
      <div className="wrap">
        <div className="sec-head">
          <div>
            <h2 className="d38">{title}</h2>
            {lede && <p>{lede}</p>}
          </div>
          <Link className="link link-lone" to={listPathOf(kind)} prefetch="intent" viewTransition>
            All {total} {ALL[kind]}
          </Link>
        </div>
        <div className="shelf">
          {offers.map((offer) => (
            <ShopCard key={offer.offerId} offer={offer} />
          ))}
        </div>
      </div>
    </section>
  );
}
