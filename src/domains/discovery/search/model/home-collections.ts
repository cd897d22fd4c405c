import type { Output } from '#lib/define-contract.ts';
import type { searchContract } from '../contract.ts';

type Shelves = Output<(typeof searchContract)['shelves']>;

export type HomeCollections = Pick<Shelves, 'fresh' | 'categories'> & {
  /** Whether `fresh` holds new offers, not picks. */
  readonly isFresh: boolean;
  /** Offers in all categories. */
  readonly total: number;
};

/** Returns the collections of the home page: new offers, or the picks if there are none. */
export const toHomeCollections = ({ fresh, picks, categories }: Shelves): HomeCollections => ({
  fresh: fresh.length > 0 ? fresh : picks,
  isFresh: fresh.length > 0,
  categories,
  total: categories.reduce((sum, { count }) => sum + count, 0),
});
