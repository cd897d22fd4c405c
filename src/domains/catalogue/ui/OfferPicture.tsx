import { photoOf } from '#lib/photo-path.ts';
import type { CatalogueHit } from '../contract.ts';
import { Photo } from './Photo.tsx';

/** Returns the size of a drawing, which is 1000 high. A mixed case shows up to six bottles in its front row. */
function pictureSize({ category, isMixed, packSize }: Pick<CatalogueHit, 'category' | 'isMixed' | 'packSize'>): {
  width: number;
  height: number;
} {
  if (category === 'Gift card') return { width: 720, height: 440 };
  if (!isMixed) return { width: 320, height: 1000 };
  const inFront = packSize > 6 ? Math.ceil(packSize / 2) : packSize;
  return { width: 100 + inFront * 230, height: 1000 };
}

export interface OfferPictureProps {
  readonly offer: Pick<CatalogueHit, 'imageUrl' | 'category' | 'isMixed' | 'packSize'>;
  /** Alternative text. Empty if the name is next to the picture. */
  readonly alt?: string;
  /** True in the first screen: loads at once. */
  readonly isFirst?: boolean;
  /** `sizes` attribute. */
  readonly sizes?: string;
}

/**
 * Shows the picture of an offer: the retailer's own or the drawing. The style sheet sets the size of its box to avoid layout shifts.
 */
export function OfferPicture({ offer, alt = '', isFirst = false, sizes = '(min-width: 60em) 20vw, 45vw' }: OfferPictureProps) {
  const photo = photoOf(offer.imageUrl);
  if (photo) return <Photo {...{ photo, src: offer.imageUrl, alt, isFirst, sizes }} />;
  const { width, height } = pictureSize(offer);
  return (
    <img
      src={offer.imageUrl}
      alt={alt}
      width={width}
      height={height}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
      draggable={false}
    />
  );
}
