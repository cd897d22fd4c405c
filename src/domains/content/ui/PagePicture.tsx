import type { ReactNode } from 'react';
import type { Picture } from '../model/blocks.ts';

/** Renders an offer's drawing on its background. Returns null if the visitor may not see the offer. */
export type PictureOf = (offerId: string, alt: string) => ReactNode;

/** Shows the picture of a page or block. Reserves its space before it loads. */
export function PagePicture({ picture, pictureOf }: { picture: Picture; pictureOf: PictureOf }) {
  if (picture.of === 'engraving') return <div className={`engraving ${picture.name}`} role="img" aria-label={picture.alt} />;
  if (picture.of === 'offer') return pictureOf(picture.offerId, picture.alt);
  return <img src={picture.src} alt={picture.alt} width={picture.width} height={picture.height} loading="lazy" decoding="async" />;
}
