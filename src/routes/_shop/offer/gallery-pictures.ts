/** Pictures of an offer in gallery order [CAT-21]. */

import type { OfferDetail } from '#domains/catalogue/contract.ts';
import { fullName, packWord } from '#domains/catalogue/model/format-offer.ts';
import { PHOTO_WIDTHS, photoPath } from '#domains/catalogue/model/photo.ts';
import { maxOf } from '#lib/extremes.ts';
import { offerMessages } from './messages.ts';

export interface GalleryPicture {
  readonly key: string;
  /** `label` is the drawn bottle enlarged; `photo` is the retailer's own picture. */
  readonly view: 'bottle' | 'label' | 'case' | 'photo';
  /** Accessible name in the gallery. */
  readonly name: string;
  readonly alt: string;
  readonly src: string;
  readonly thumb: string;
  /** Picture for the lightbox. */
  readonly large: string;
  readonly photo: OfferDetail['pictures'][number] | null;
}

const THUMB_WIDTH = 160;

/**
 * Returns the retailer's pictures, else the drawing and its label, then the case. A gift card has no case; a mixed case has no
 * label.
 */
export function galleryPictures(offer: OfferDetail): GalleryPicture[] {
  const name = `${offer.brand} ${fullName(offer)}`;
  const isCard = packWord(offer) === 'card';
  const bottle = isCard ? offer.name : offer.isMixed ? offerMessages.bottlesOf(offer.name) : offerMessages.bottleOf(name);
  const drawn = (view: 'bottle' | 'label' | 'case', called: string, alt: string, src: string): GalleryPicture => ({
    key: view,
    view,
    name: called,
    alt,
    src,
    thumb: src,
    large: src,
    photo: null,
  });
  const photos = offer.pictures.map(
    (photo, at): GalleryPicture => ({
      key: photo.id,
      view: 'photo',
      name: offerMessages.picture(at + 1),
      alt: photo.alt || bottle,
      src: photoPath(photo),
      thumb: photoPath(photo, THUMB_WIDTH),
      large: photoPath(photo, maxOf(PHOTO_WIDTHS)),
      photo,
    }),
  );
  const drawing = [
    drawn(
      'bottle',
      isCard ? offerMessages.theCard : offer.isMixed ? offerMessages.theBottles : offerMessages.theBottle,
      bottle,
      offer.imageUrl,
    ),
    ...(isCard || offer.isMixed ? [] : [drawn('label', offerMessages.theLabel, offerMessages.labelOf(name), offer.imageUrl)]),
  ];
  return [
    ...(photos.length > 0 ? photos : drawing),
    ...(isCard ? [] : [drawn('case', offerMessages.theCase, offerMessages.caseOf(offer.packSize, name), offer.caseImageUrl)]),
  ];
}
