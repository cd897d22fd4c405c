import { drawCarton, drawOffer } from '#domains/catalogue/model/bottle-art/offer-picture.ts';
import type { PicturedOffer } from '#domains/catalogue/model/bottle-art/offer-plan.ts';
import type { Picture } from '#domains/catalogue/model/bottle-art/spec.ts';
import { outlinedText } from './outline.ts';

/**
 * An offer's picture as an SVG file that needs no fonts: one bottle (320 × 1000), the bottles of a mixed case, or a gift card.
 * Width and height in CSS pixels for `<img>`, `alt` for its alternative text. Same offer, same bytes.
 */
export const bottlePicture = (offer: PicturedOffer): Picture => drawOffer(offer, outlinedText);

/** The open carton the offer comes in, as an SVG file, for the gallery of its page. */
export const casePicture = (offer: PicturedOffer): Picture => drawCarton(offer, outlinedText);
