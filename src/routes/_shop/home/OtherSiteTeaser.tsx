import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { OfferPicture } from '#domains/catalogue/ui/OfferPicture.tsx';
import type { HomeTexts } from '#routes/page-context.ts';

type Pictured = Pick<CatalogueHit, 'offerId' | 'imageUrl' | 'category' | 'isMixed' | 'packSize'>;

export interface OtherRoomProps {
  readonly bottles: readonly Pictured[];
  /** Kind of offers that the other shop sells. */
  readonly kind: 'wine' | 'spirits';
  readonly texts: HomeTexts['other'];
  readonly address: string;
}

/** Teaser for the market's other shop. */
export function OtherRoom({ bottles, kind, texts: { title, lede, action }, address }: OtherRoomProps) {
  return (
    <section className={kind === 'spirits' ? 'teaser' : 'teaser teaser-wine'}>
      <div className="container teaser-grid">
        <div>
          <h2 className="heading-2">{title}</h2>
          {lede && <p className="intro">{lede}</p>}
          <a className="button button-primary button-tall" href={address}>
            {action}
          </a>
        </div>
        <div className="teaser-row">
          {bottles.map((offer) => (
            <OfferPicture key={offer.offerId} offer={offer} />
          ))}
        </div>
      </div>
    </section>
  );
}
