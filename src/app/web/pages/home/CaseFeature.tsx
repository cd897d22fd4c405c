import { Link } from 'react-router';
import { AddToCartButton } from '../../../../cart/web/AddToCartButton.tsx';
import { contentsByCategory } from '../../../../catalogue/case-contents.ts';
import { CATEGORIES } from '../../../../catalogue/category.ts';
import type { OfferDetail } from '../../../../catalogue/contract.ts';
import { packWord, packWords } from '../../../../catalogue/offer-words.ts';
import { OfferPicture } from '../../../../catalogue/web/OfferPicture.tsx';
import { money, rrpWords, savingWords } from '../../../../catalogue/web/price-words.ts';
import { useMarketFacts } from '../../../../market/web/market-context.tsx';

/** One mixed case, large, with what is in it. */
export function CaseFeature({ offer }: { offer: OfferDetail }) {
  const facts = useMarketFacts();
  return (
    <section className="sec">
      <div className="wrap split">
        <div className={`ground split-pic k-${CATEGORIES[offer.category].kind}`}>
          <OfferPicture offer={offer} />
        </div>
        <div className="split-text">
          <p className="label quiet">{offer.isSpirit ? 'Tasting pack' : `Mixed ${packWord(offer)} of ${offer.packSize}`}</p>
          <h2 className="d38">{offer.name}</h2>
          {offer.story[0] && <p>{offer.story[0]}</p>}
          <dl className="ledger">
            {contentsByCategory(offer.contents).map(({ heading, names }) => (
              <div key={heading}>
                <dt>{heading}</dt>
                <dd>{names.join(', ')}</dd>
              </div>
            ))}
          </dl>
          <div className="buy-row">
            <p className="price-big num">
              {money(offer.bottlePrice, facts)}
              <small>a bottle</small>
            </p>
            <p className="small quiet">
              {packWords(offer)}, <span className="num">{money(offer.packPrice, facts)}</span>
              <br />
              {rrpWords(offer, facts) && <s className="num">{rrpWords(offer, facts)}</s>}{' '}
              {savingWords(offer) && <b className="save">{savingWords(offer)}</b>}
            </p>
          </div>
          <div className="row">
            {offer.inventoryStatus === 'SOLD_OUT' ? (
              <p className="quiet">Sold out for now.</p>
            ) : (
              <AddToCartButton offer={offer} size="page" />
            )}
            <Link className="link link-lone" to={offer.url} prefetch="intent" viewTransition>
              What’s in it
            </Link>
          </div>
        </div>
      </div>
    </section>
  );
}
