import { CATEGORIES } from '#domains/catalogue/model/category.ts';
import { formatOrigin, fullName } from '#domains/catalogue/model/format-offer.ts';
import { OfferPicture } from '#domains/catalogue/ui/OfferPicture.tsx';
import { PriceRow } from '#domains/catalogue/ui/PriceRow.tsx';
import { BlockColumn } from '#domains/content/ui/Blocks.tsx';
import { AddToCartButton } from '#domains/selling/cart/ui/AddToCartButton.tsx';
import { Breadcrumbs } from '#ui/Breadcrumbs.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import type { LoadedPage } from './load-page.ts';
import { PageBlocks } from './PageBlocks.tsx';
import { breadcrumbsTo } from './page-head.ts';
import './ArticleBody.css';
import { offerPageMessages } from './messages.ts';

/** Body of an offer page: open to everyone, or secret and reached by its link only. */
export function OpenOfferBody({ loaded }: { loaded: LoadedPage }) {
  const { page, offers } = loaded;
  const offer = page.offerId === null ? undefined : offers[page.offerId];
  return (
    <article className="container">
      <Breadcrumbs breadcrumbs={breadcrumbsTo(page)} />
      <div className="split open-offer">
        {offer && (
          <div className={`backdrop split-pic k-${CATEGORIES[offer.category].kind}`}>
            <OfferPicture offer={offer} alt={offerPageMessages.bottleOf(offer.brand, fullName(offer))} isFirst />
          </div>
        )}
        <div className="split-text">
          {page.kicker && <p className="label text-muted">{page.kicker}</p>}
          <h1 className="heading-2">{page.title}</h1>
          {page.summary && <p className="intro">{page.summary}</p>}
          {offer ? (
            <>
              <p>
                <b>
                  {offer.brand} {fullName(offer)}
                </b>
                <br />
                <span className="text-muted">{formatOrigin(offer)}</span>
              </p>
              <PriceRow offer={offer} />
              <div className="row">
                {offer.inventoryStatus === 'SOLD_OUT' ? (
                  <p className="text-muted">{offerPageMessages.soldOut}</p>
                ) : (
                  <AddToCartButton offer={offer} size="page" />
                )}
                <SiteLink className="link link-lone" link={{ label: offerPageMessages.viewDetails, to: offer.url }} />
              </div>
            </>
          ) : (
            <p className="text-muted">{offerPageMessages.ended}</p>
          )}
        </div>
      </div>
      <BlockColumn>
        <PageBlocks loaded={loaded} />
      </BlockColumn>
    </article>
  );
}
