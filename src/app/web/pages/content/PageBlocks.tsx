import { AddToCartButton } from '../../../../cart/web/AddToCartButton.tsx';
import { CATEGORIES } from '../../../../catalogue/category.ts';
import type { CatalogueHit } from '../../../../catalogue/contract.ts';
import { OfferCard } from '../../../../catalogue/web/OfferCard.tsx';
import { OfferPicture } from '../../../../catalogue/web/OfferPicture.tsx';
import { Blocks, type OffersBlock } from '../../../../content/web/Blocks.tsx';
import type { PictureOf } from '../../../../content/web/PagePicture.tsx';
import { lazyPart, servedPart } from '../../../../ui/web/lazy-part.ts';
import type { LoadedPage } from './load-page.ts';
import { useOwnPage } from './use-own-page.ts';

const Paywall = servedPart(
  lazyPart(() => import('./Paywall.tsx')),
  <div className="form-wait" aria-hidden="true" />,
);

/** Offers of a page as cards that buy. */
export function OfferShelf({ offers }: { offers: readonly CatalogueHit[] }) {
  return (
    <div className="shelf">
      {offers.map((offer) => (
        <OfferCard key={offer.offerId} offer={offer} action={<AddToCartButton offer={offer} />} />
      ))}
    </div>
  );
}

/** How a page's pictures of offers are drawn; an offer that is gone leaves an empty ground. */
export const pictureFrom =
  (offers: LoadedPage['offers']): PictureOf =>
  (offerId, alt) => {
    const offer = offers[offerId];
    return (
      <div className={`ground page-ground k-${offer ? CATEGORIES[offer.category].kind : 'white'}`}>
        {offer && <OfferPicture offer={offer} alt={alt} />}
      </div>
    );
  };

/** The blocks of a loaded page; of a locked one what unlocks it. */
export function PageBlocks({ loaded }: { loaded: LoadedPage }) {
  if (loaded.page.isLocked) return <Paywall path={loaded.page.path} />;
  return <OpenBlocks loaded={loaded} />;
}

function OpenBlocks({ loaded }: { loaded: LoadedPage }) {
  const { page, offers, found } = useOwnPage(loaded);
  const offersOf = ({ offerIds, search, limit }: OffersBlock) => {
    const shown = offerIds.length > 0 ? offerIds.flatMap((id) => offers[id] ?? []) : (found[search] ?? []);
    return shown.length > 0 ? <OfferShelf offers={shown.slice(0, limit)} /> : <p className="quiet">These have sold out for now.</p>;
  };
  return <Blocks blocks={page.blocks} path={page.path} offersOf={offersOf} pictureOf={pictureFrom(offers)} />;
}
