import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { CATEGORIES } from '#domains/catalogue/model/category.ts';
import { OfferCard } from '#domains/catalogue/ui/OfferCard.tsx';
import { OfferPicture } from '#domains/catalogue/ui/OfferPicture.tsx';
import { BlockColumn, Blocks, type OffersBlock } from '#domains/content/ui/Blocks.tsx';
import type { PictureOf } from '#domains/content/ui/PagePicture.tsx';
import { AddToCartButton } from '#domains/selling/cart/ui/AddToCartButton.tsx';
import { deferHydration, lazyComponent } from '#ui/lazy-component.ts';
import type { LoadedPage } from './load-page.ts';
import { usePersonalisedPage } from './use-personalised-page.ts';
import './ArticleBody.css';
import './PageBlocks.css';
import { offerPageMessages } from './messages.ts';

const Paywall = deferHydration(
  lazyComponent(() => import('./Paywall.tsx')),
  <div className="form-wait" aria-hidden="true" />,
);

/** Offers of a page as cards with buy buttons. @param isCompact as a column of small cards */
export function OfferGrid({ offers, isCompact = false }: { offers: readonly CatalogueHit[]; isCompact?: boolean }) {
  return (
    <div className={isCompact ? 'product-grid product-grid-compact' : 'product-grid'}>
      {offers.map((offer) => (
        <OfferCard key={offer.offerId} offer={offer} action={<AddToCartButton offer={offer} />} />
      ))}
    </div>
  );
}

/** Returns a renderer for pictures of offers. A missing offer leaves an empty background. */
export const pictureFrom =
  (offers: LoadedPage['offers']): PictureOf =>
  (offerId, alt) => {
    const offer = offers[offerId];
    return (
      <div className={`backdrop page-ground k-${offer ? CATEGORIES[offer.category].kind : 'white'}`}>
        {offer && <OfferPicture offer={offer} alt={alt} />}
      </div>
    );
  };

type BlocksOfPage = LoadedPage['page']['blocks'];
const all = (blocks: BlocksOfPage): BlocksOfPage => blocks;

/** Renders the blocks of a loaded page, or the chosen ones. Renders the paywall of a locked page. */
export function PageBlocks({ loaded, choose = all }: { loaded: LoadedPage; choose?: (blocks: BlocksOfPage) => BlocksOfPage }) {
  if (loaded.page.isLocked) return <Paywall path={loaded.page.path} />;
  return <OwnBlocks loaded={loaded} choose={choose} />;
}

function OwnBlocks({ loaded, choose }: { loaded: LoadedPage; choose: (blocks: BlocksOfPage) => BlocksOfPage }) {
  const own = usePersonalisedPage(loaded);
  return <VisibleBlocks loaded={own} blocks={choose(own.page.blocks)} />;
}

/** Like `PageBlocks`, as a story with its last offers at the side on wide screens. */
export function StoryBlocks({ loaded }: { loaded: LoadedPage }) {
  if (!loaded.page.isLocked) return <OwnStory loaded={loaded} />;
  return (
    <div className="container article-grid is-lone">
      <Paywall path={loaded.page.path} />
    </div>
  );
}

function OwnStory({ loaded }: { loaded: LoadedPage }) {
  const own = usePersonalisedPage(loaded);
  const { blocks } = own.page;
  const aside = blocks.slice(-1).filter(({ type }) => type === 'offers' && blocks.length > 1);
  return (
    <div className={`container article-grid${aside.length > 0 ? '' : ' is-lone'}`}>
      <BlockColumn isStory>
        <VisibleBlocks loaded={own} blocks={blocks.slice(0, blocks.length - aside.length)} />
      </BlockColumn>
      {aside.length > 0 && (
        <aside className="article-aside">
          <VisibleBlocks loaded={own} blocks={aside} isAside />
        </aside>
      )}
    </div>
  );
}

interface VisibleBlocksProps {
  readonly loaded: LoadedPage;
  readonly blocks: BlocksOfPage;
  readonly isAside?: boolean;
}

function VisibleBlocks({ loaded: { page, offers, found }, blocks, isAside = false }: VisibleBlocksProps) {
  const offersOf = ({ offerIds, search, limit }: OffersBlock) => {
    const visible = offerIds.length > 0 ? offerIds.flatMap((id) => offers[id] ?? []) : (found[search] ?? []);
    return visible.length > 0 ? (
      <OfferGrid offers={visible.slice(0, limit)} isCompact={isAside} />
    ) : (
      <p className="text-muted">{offerPageMessages.offersSoldOut}</p>
    );
  };
  return <Blocks blocks={blocks} path={page.path} offersOf={offersOf} pictureOf={pictureFrom(offers)} />;
}
