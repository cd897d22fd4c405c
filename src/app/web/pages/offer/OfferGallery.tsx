import { useState } from 'react';
import type { OfferDetail } from '../../../../catalogue/contract.ts';
import { fullName, packWord } from '../../../../catalogue/offer-words.ts';
import { OfferPicture } from '../../../../catalogue/web/OfferPicture.tsx';

const VIEWS = ['bottle', 'case'] as const;

/** The bottle, large, and the case it comes in. */
export function OfferGallery({ offer }: { offer: OfferDetail }) {
  const [view, setView] = useState<(typeof VIEWS)[number]>('bottle');
  const isCard = packWord(offer) === 'card';
  const name = `${offer.brand} ${fullName(offer)}`;
  const alts = {
    bottle: isCard ? offer.name : offer.isMixed ? `The bottles of ${offer.name}` : `Bottle of ${name}`,
    case: `Case of ${offer.packSize}: ${name}`,
  };
  return (
    <div className="pdp-pic">
      <div className="ground pdp-ground">
        <div className={view === 'case' ? 'pdp-bottle is-case' : 'pdp-bottle'}>
          {view === 'bottle' ? (
            <OfferPicture offer={offer} alt={alts.bottle} isFirst />
          ) : (
            <img src={offer.caseImageUrl} alt={alts.case} width="780" height="990" decoding="async" />
          )}
        </div>
      </div>
      {!isCard && (
        <ul className={offer.isMixed ? 'pdp-thumbs pdp-thumbs-top needs-script' : 'pdp-thumbs needs-script'} aria-label="Pictures">
          {VIEWS.map((each) => (
            <li key={each}>
              <button type="button" className="ground thumb" aria-pressed={view === each} onClick={() => setView(each)}>
                <span className="vh">{each === 'bottle' ? 'The bottle' : 'The case'}</span>
                <img src={each === 'bottle' ? offer.imageUrl : offer.caseImageUrl} alt="" width="52" height="68" loading="lazy" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
