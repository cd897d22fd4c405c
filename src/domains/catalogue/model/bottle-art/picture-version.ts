import { hash } from './hash.ts';
import { type PicturedOffer, picturePlan } from './offer-plan.ts';

/** Counts up whenever the same offer is drawn differently, so that pictures kept by browsers are asked for again. */
export const DRAWING_VERSION = 1;

/**
 * A short name (letters and digits) for exactly these pictures of an offer, for URLs that may be kept for ever: it changes when,
 * and in practice only when, something changes that the bottle or the carton shows.
 */
export const pictureVersion = (offer: PicturedOffer): string => {
  const shown = JSON.stringify([DRAWING_VERSION, picturePlan(offer)]);
  return hash(shown).toString(36).padStart(7, '0') + hash(shown, 0x9e3779b9).toString(36).padStart(7, '0');
};
