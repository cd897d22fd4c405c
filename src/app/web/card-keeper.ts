/**
 * The HTML inside cards, learnt from pages that React rendered and put into later ones as it is: half of a list's elements need
 * no rendering (docs/decisions/0057-rendering-a-page.md). The browser renders the same elements and finds them there.
 */
import type { CatalogueHit } from '../../catalogue/contract.ts';
import type { CardMemory } from './kept-cards.ts';

/** By the offer as the index gives it: an offer that changed is another one. Parted where the id of the title stands. */
const insides = new WeakMap<CatalogueHit, readonly string[]>();

/** One page's view of them. */
export class CardKeeper implements CardMemory {
  readonly #rendered: { readonly offer: CatalogueHit; readonly titleId: string }[] = [];

  get hasNew(): boolean {
    return this.#rendered.length > 0;
  }

  insideOf(offer: CatalogueHit, titleId: string): string | null {
    const parts = insides.get(offer);
    if (parts !== undefined) return parts.join(`"${titleId}"`);
    this.#rendered.push({ offer, titleId });
    return null;
  }

  /** Keep what the finished page has of the cards that were rendered for it. */
  learn(html: string): void {
    for (const { offer, titleId } of this.#rendered) {
      const title = html.indexOf(` id="${titleId}"`);
      const start = html.indexOf('>', html.lastIndexOf('<article ', title)) + 1;
      const end = html.indexOf('</article>', title);
      if (title > 0 && end > start) insides.set(offer, html.slice(start, end).split(`"${titleId}"`));
    }
  }
}
