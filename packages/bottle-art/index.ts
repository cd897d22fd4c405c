/** Bottles, labels, cases and gift cards drawn from data as SVG. The text is drawn as outlines, so the files need no fonts. */
import * as bottle from './bottle.ts';
import type { BottleSpec, Picture } from './bottle-spec.ts';
import * as box from './case-box.ts';
import * as card from './gift-card.ts';
import * as mixed from './mixed-case.ts';
import { outlinedText } from './outlined-text.ts';

export type { BottleKind, BottleSpec, BottleStyle, ClosureName, Picture } from './bottle-spec.ts';
export type { CasePrint } from './case-box.ts';
export type { GiftCardPrint } from './gift-card.ts';
export { ageInName, labelText } from './label-text.ts';
export { drawingVersion } from './version.ts';

/** Draws one bottle, 320 × 1000. The same data always gives the same bytes. */
export const drawBottle = (spec: BottleSpec, alt: string): Picture => bottle.drawBottle(spec, alt, outlinedText);

/** Draws the bottles of a mixed case side by side. */
export const drawMixedCase = (specs: readonly BottleSpec[], alt: string): Picture => mixed.drawMixedCase(specs, alt, outlinedText);

/**
 * Draws an open case with the tops of at most twelve bottles.
 * @param specs one or more bottles, repeated to fill the cells
 * @param count bottles in the case
 */
export const drawCase = (specs: readonly [BottleSpec, ...BottleSpec[]], count: number, print: box.CasePrint, alt: string): Picture =>
  box.drawCase(specs, count, print, alt, outlinedText);

/** Draws a gift card, 720 × 440. */
export const drawGiftCard = (print: card.GiftCardPrint, alt: string): Picture => card.drawGiftCard(print, alt, outlinedText);
