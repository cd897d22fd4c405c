import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import type { HomeTexts } from '#routes/page-context.ts';

/** Content of the hero of the home page. */
export interface HeroProps {
  readonly texts: Pick<HomeTexts, 'heading' | 'lede'>;
  readonly bottles: readonly CatalogueHit[];
  /** Number of offers of the site in all categories. */
  readonly total: number;
  /** True if there are mixed cases or tasting packs to link to. */
  readonly hasCases: boolean;
}
