import type { ReactNode } from 'react';
import type { Picture } from '../model/blocks.ts';

/** An offer's drawing on its ground; null where the offer is not to be seen. */
export type PictureOf = (offerId: string, alt: string) => ReactNode;

/** The picture of a page or block, in a box that is sized before it arrives. */
export function PagePicture({ picture, pictureOf }: { picture: Picture; pictureOf: PictureOf }) {
  if (picture.of === 'engraving') return <div className={`engraving ${picture.name}`} role="img" aria-label={picture.alt} />;
  if (picture.of === 'offer') return pictureOf(picture.offerId, picture.alt);
  return <img src={picture.src} alt={picture.alt} width={picture.width} height={picture.height} loading="lazy" decoding="async" />;
}
