import { Link } from 'react-router';
import type { CatalogueHit } from '../../../../catalogue/contract.ts';
import { listPathOf } from '../../../shop-links.ts';
import { ShopCard } from '../ShopCard.tsx';

const WORDS = {
  wine: { title: 'New on the shelf', lede: 'In the door lately. The notes are by whoever liked it most.', all: 'wines' },
  spirits: { title: 'Open this week', lede: 'On the bench now, with a glass beside each.', all: 'bottles' },
} as const;

/** What came in last, two rows of it. */
export function NewArrivals({ kind, offers, total }: { kind: 'wine' | 'spirits'; offers: readonly CatalogueHit[]; total: number }) {
  if (offers.length === 0) return null;
  const { title, lede, all } = WORDS[kind];
  return (
    <section className="sec">
      <div className="wrap">
        <div className="sec-head">
          <div>
            <h2 className="d38">{title}</h2>
            <p>{lede}</p>
          </div>
          <Link className="link link-lone" to={listPathOf(kind)} prefetch="intent" viewTransition>
            All {total} {all}
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
