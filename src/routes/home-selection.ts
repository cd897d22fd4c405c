/** Selects the bottles of the hero on the home page. */
import type { CatalogueHit } from '#domains/catalogue/contract.ts';

interface Shelves {
  readonly picks: readonly CatalogueHit[];
  readonly categories: readonly { readonly example: CatalogueHit }[];
}

/**
 * Returns single bottles of as many categories as possible: picks before examples, then more picks. Keeps the order of the picks,
 * which mixes light and dark bottles.
 */
export function lineup({ picks, categories }: Shelves, count: number): CatalogueHit[] {
  const examples = categories.map(({ example }) => example);
  const bottles = [...picks, ...examples].filter(({ isMixed }) => !isMixed);
  const unique = bottles.filter((offer, index) => bottles.findIndex(({ id }) => id === offer.id) === index);
  const leaders = unique.filter((offer, index) => unique.findIndex(({ category }) => category === offer.category) === index);
  return [...leaders, ...unique.filter((offer) => !leaders.includes(offer))].slice(0, count);
}
