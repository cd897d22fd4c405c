import { AddToCartButton } from '../../../../cart/web/AddToCartButton.tsx';
import { CATEGORIES } from '../../../../catalogue/category.ts';
import { fullName, packWords, placeWords } from '../../../../catalogue/offer-words.ts';
import { OfferPicture } from '../../../../catalogue/web/OfferPicture.tsx';
import { money, rrpWords, savingWords } from '../../../../catalogue/web/price-words.ts';
import { useMarketFacts } from '../../../../market/web/market-context.tsx';
import '../../../../content/web/content.css';
import { Breadcrumbs } from '../../../../ui/web/Breadcrumbs.tsx';
import { SiteLink } from '../../../../ui/web/SiteLink.tsx';
import type { LoadedPage } from './load-page.ts';
import { PageBlocks } from './PageBlocks.tsx';
import { trailTo } from './page-head.ts';

/** One offer with a page of its own: open to everyone, or secret and reached by its link only. */
export function OpenOfferBody({ loaded }: { loaded: LoadedPage }) {
  const { page, offers } = loaded;
  const facts = useMarketFacts();
  const offer = page.offerId === null ? undefined : offers[page.offerId];
  return (
    <article className="wrap">
      <Breadcrumbs trail={trailTo(page)} />
      <div className="split open-offer">
        {offer && (
          <div className={`ground split-pic k-${CATEGORIES[offer.category].kind}`}>
            <OfferPicture offer={offer} alt={`Bottle of ${offer.brand} ${fullName(offer)}`} isFirst />
          </div>
        )}
        <div className="split-text">
          {page.kicker && <p className="label quiet">{page.kicker}</p>}
          <h1 className="d52">{page.title}</h1>
          {page.summary && <p className="lede">{page.summary}</p>}
          {offer ? (
            <>
              <p>
                <b>
                  {offer.brand} {fullName(offer)}
                </b>
                <br />
                <span className="quiet">{placeWords(offer)}</span>
              </p>
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
                <SiteLink className="link link-lone" link={{ label: 'All about it', to: offer.url }} />
              </div>
            </>
          ) : (
            <p className="quiet">This offer has come to its end.</p>
          )}
        </div>
      </div>
      <div className="blocks">
        <PageBlocks loaded={loaded} />
      </div>
    </article>
  );
}
