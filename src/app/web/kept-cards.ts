/** What the server knows of cards that it rendered before; nothing in the browser. */
import { createContext, use } from 'react';
import type { CatalogueHit } from '../../catalogue/contract.ts';

export interface CardMemory {
  /** In: an offer, and the id of its title in this page. Out: the HTML inside its card; null where it is to be rendered. */
  insideOf(offer: CatalogueHit, titleId: string): string | null;
}

export const KeptCards = createContext<CardMemory | null>(null);

/** The HTML inside the card of an offer where it is known already; no offer, or the browser: null. */
export function useKeptCard(offer: CatalogueHit | null, titleId: string): string | null {
  const cards = use(KeptCards);
  return offer === null || cards === null ? null : cards.insideOf(offer, titleId);
}
