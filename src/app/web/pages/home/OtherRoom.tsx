import type { CatalogueHit } from '../../../../catalogue/contract.ts';
import { OfferPicture } from '../../../../catalogue/web/OfferPicture.tsx';

const WORDS = {
  spirits: {
    title: 'After dark, there’s the whisky room',
    lede: 'Whisky, gin and rum from Tasmania to Speyside, poured side by side and written down honestly.',
    go: 'Come through',
  },
  wine: {
    title: 'And with dinner, there’s wine',
    lede: 'The front of the shop: red, white and everything between, each one tasted twice.',
    go: 'Back to wine',
  },
} as const;

type Pictured = Pick<CatalogueHit, 'offerId' | 'imageUrl' | 'category' | 'isMixed' | 'packSize'>;

/** The way to the shop's other half. */
export function OtherRoom({ bottles, kind, address }: { bottles: readonly Pictured[]; kind: 'wine' | 'spirits'; address: string }) {
  const { title, lede, go } = WORDS[kind];
  return (
    <section className={kind === 'spirits' ? 'after' : 'after after-wine'}>
      <div className="wrap after-grid">
        <div>
          <h2 className="d52">{title}</h2>
          <p className="lede">{lede}</p>
          <a className="btn btn-fill btn-tall" href={address}>
            {go}
          </a>
        </div>
        <div className="after-row">
          {bottles.map((offer) => (
            <OfferPicture key={offer.offerId} offer={offer} />
          ))}
        </div>
      </div>
    </section>
  );
}
