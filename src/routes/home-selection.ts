/** The bottles of the home page's opening: a handful that look well side by side. */
import type { CatalogueHit } from '#domains/catalogue/contract.ts';

interface Shelves {
  readonly picks: readonly CatalogueHit[];
  readonly categories: readonly { readonly example: CatalogueHit }[];
}

/**
 * Single bottles of as many categories as there are, picks before examples, then more picks; lights and darks mixed by
 * keeping the picks' order.
 */
export function lineup({ picks, categories }: Shelves, count: number): CatalogueHit[] {
  const examples = categories.map(({ example }) => example);
  const bottles = [...picks, ...examples].filter(({ isMixed }) => !isMixed);
  const unique = bottles.filter((offer, index) => bottles.findIndex(({ id }) => id === offer.id) === index);
  const leaders = unique.filter((offer, index) => unique.findIndex(({ category }) => category === offer.category) === index);
  return [...leaders, ...unique.filter((offer) => !leaders.includes(offer))].slice(0, count);
}
