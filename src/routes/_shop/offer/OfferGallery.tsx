import { Suspense, useState } from 'react';
import type { OfferDetail } from '#domains/catalogue/contract.ts';
import { OfferPicture } from '#domains/catalogue/ui/OfferPicture.tsx';
import { Photo } from '#domains/catalogue/ui/Photo.tsx';
import { Icon } from '#ui/Icon.tsx';
import { lazyComponent } from '#ui/lazy-component.ts';
import { type GalleryPicture, galleryPictures } from './gallery-pictures.ts';
import { offerMessages } from './messages.ts';

const ImageLightbox = lazyComponent(() => import('./ImageLightbox.tsx'));

function DisplayedPicture({ offer, picture, isFirst }: { offer: OfferDetail; picture: GalleryPicture; isFirst: boolean }) {
  const { photo, alt, src } = picture;
  if (photo)
    return (
      <Photo photo={photo} src={src} alt={alt} sizes="(min-width: 60em) 40vw, 90vw" isFirst={isFirst} placeholder={photo.placeholder} />
    );
  if (picture.view === 'bottle') return <OfferPicture offer={offer} alt={alt} isFirst />;
  return <img src={src} alt={alt} width="780" height="990" decoding="async" draggable={false} />;
}

/** Pictures of the offer: one large, the others as thumbnails. Each opens in the lightbox. */
export function OfferGallery({ offer }: { offer: OfferDetail }) {
  const pictures = galleryPictures(offer);
  const [selected, setShown] = useState(0);
  const [isClose, setClose] = useState(false);
  const picture = pictures[selected] ?? pictures[0];
  if (!picture) return null;
  const isFromNear = picture.view === 'label' || picture.view === 'case';
  return (
    <div className="offer-pic">
      <div className="backdrop offer-ground">
        <div className={isFromNear ? `offer-bottle is-${picture.view}` : 'offer-bottle'}>
          <DisplayedPicture offer={offer} picture={picture} isFirst={selected === 0} />
        </div>
        <button type="button" className="offer-zoom needs-script" aria-haspopup="dialog" onClick={() => setClose(true)}>
          <span className="small">
            <Icon name="search" /> {offerMessages.zoomIn}
          </span>
        </button>
      </div>
      {pictures.length > 1 && (
        <ul
          className={offer.isMixed ? 'offer-thumbs offer-thumbs-top needs-script' : 'offer-thumbs needs-script'}
          aria-label={offerMessages.pictures}
        >
          {pictures.map(({ key, view, name, thumb }, index) => (
            <li key={key}>
              <button type="button" className="backdrop thumb" aria-pressed={index === selected} onClick={() => setShown(index)}>
                <span className="visually-hidden">{name}</span>
                <span className={view === 'label' ? 'thumb-pic is-label' : 'thumb-pic'}>
                  <img src={thumb} alt="" width="52" height="68" loading="lazy" />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {isClose && (
        <Suspense>
          <ImageLightbox pictures={pictures} first={selected} onClose={() => setClose(false)} />
        </Suspense>
      )}
    </div>
  );
}
