import { useState } from 'react';
import type { OfferDetail } from '../../../../catalogue/contract.ts';
import { fullName, packWord } from '../../../../catalogue/offer-words.ts';
import { photoPath } from '../../../../catalogue/photo.ts';
import { OfferPicture } from '../../../../catalogue/web/OfferPicture.tsx';
import { Photo } from '../../../../catalogue/web/Photo.tsx';

/** The bottle, large, and the case it comes in. */
export function OfferGallery({ offer }: { offer: OfferDetail }) {
  const photos = offer.pictures.map((picture, at) => ({
    key: picture.id,
    called: `Picture ${at + 1}`,
    picture,
    thumb: photoPath(picture, 160),
  }));
  const views = [
    ...(photos.length > 0 ? photos : [{ key: 'bottle', called: 'The bottle', picture: null, thumb: offer.imageUrl }]),
    { key: 'case', called: 'The case', picture: null, thumb: offer.caseImageUrl },
  ];
  const [chosen, setChosen] = useState('');
  const view = views.find(({ key }) => key === chosen) ?? views[0];
  const isCard = packWord(offer) === 'card';
  const name = `${offer.brand} ${fullName(offer)}`;
  const alts = {
    bottle: isCard ? offer.name : offer.isMixed ? `The bottles of ${offer.name}` : `Bottle of ${name}`,
    case: `Case of ${offer.packSize}: ${name}`,
  };
  return (
    <div className="pdp-pic">
      <div className="ground pdp-ground">
        <div className={view?.key === 'case' ? 'pdp-bottle is-case' : 'pdp-bottle'}>
          {view?.picture ? (
            <Photo
              photo={view.picture}
              src={photoPath(view.picture)}
              alt={view.picture.alt || alts.bottle}
              sizes="(min-width: 60em) 40vw, 90vw"
              isFirst={view.key === views[0]?.key}
              placeholder={view.picture.placeholder}
            />
          ) : view?.key === 'bottle' ? (
            <OfferPicture offer={offer} alt={alts.bottle} isFirst />
          ) : (
            <img src={offer.caseImageUrl} alt={alts.case} width="780" height="990" decoding="async" />
          )}
        </div>
      </div>
      {!isCard && (
        <ul className={offer.isMixed ? 'pdp-thumbs pdp-thumbs-top needs-script' : 'pdp-thumbs needs-script'} aria-label="Pictures">
          {views.map((each) => (
            <li key={each.key}>
              <button type="button" className="ground thumb" aria-pressed={view?.key === each.key} onClick={() => setChosen(each.key)}>
                <span className="vh">{each.called}</span>
                <img src={each.thumb} alt="" width="52" height="68" loading="lazy" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
