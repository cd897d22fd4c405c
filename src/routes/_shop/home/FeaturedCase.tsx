import { Link } from 'react-router';
import type { OfferDetail } from '#domains/catalogue/contract.ts';
import { contentsByCategory } from '#domains/catalogue/model/case-contents.ts';
import { CATEGORIES } from '#domains/catalogue/model/category.ts';
import { packWord } from '#domains/catalogue/model/format-offer.ts';
import { OfferPicture } from '#domains/catalogue/ui/OfferPicture.tsx';
import { PriceRow } from '#domains/catalogue/ui/PriceRow.tsx';
import { AddToCartButton } from '#domains/selling/cart/ui/AddToCartButton.tsx';
import { homeMessages } from './messages.ts';

/** One mixed case with its content. */
export function CaseFeature({ offer }: { offer: OfferDetail }) {
  return (
    <section className="sec">
      <div className="container split">
        <div className={`backdrop split-pic k-${CATEGORIES[offer.category].kind}`}>
          <OfferPicture offer={offer} />
        </div>
        <div className="split-text">
          <p className="label text-muted">
            {offer.isSpirit ? homeMessages.tastingPack : homeMessages.mixedCase(packWord(offer), offer.packSize)}
          </p>
          <h2 className="heading-3">{offer.name}</h2>
          {offer.story[0] && <p>{offer.story[0]}</p>}
          <dl className="definition-list">
            {contentsByCategory(offer.contents).map(({ heading, names }) => (
              <div key={heading}>
                <dt>{heading}</dt>
                <dd>{names.join(', ')}</dd>
              </div>
            ))}
          </dl>
          <PriceRow offer={offer} />
          <div className="row">
            {offer.inventoryStatus === 'SOLD_OUT' ? (
              <p className="text-muted">{homeMessages.soldOut}</p>
            ) : (
              <AddToCartButton offer={offer} size="page" />
            )}
            <Link className="link link-lone" to={offer.url} prefetch="intent" viewTransition>
              {homeMessages.caseContents}
            </Link>
          </div>
        </div>
      </div>
    </section>
  );
}
