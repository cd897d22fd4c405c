import type { Output } from '#lib/define-contract.ts';
import type { searchContract } from '../contract.ts';

/** Offers of the home page. */
export type Shelves = Output<(typeof searchContract)['shelves']>;

export type HomeCollections = Pick<Shelves, 'fresh' | 'categories'> & {
  /** True if `fresh` contains new offers, false if it contains the picks. */
  readonly isFresh: boolean;
  /** Number of offers in all categories. */
  readonly total: number;
};

/** Returns the collections of the home page: new offers, or the picks if there are none. */
export const toHomeCollections = ({ fresh, picks, categories }: Shelves): HomeCollections => ({
  fresh: fresh.length > 0 ? fresh : picks,
  isFresh: fresh.length > 0,
  categories,
  total: categories.reduce((sum, { count }) => sum + count, 0),
});
