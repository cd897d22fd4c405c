import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import type { HomeTexts } from '#routes/page-context.ts';

/** What the opening of the home page shows. */
export interface HeroProps {
  readonly texts: Pick<HomeTexts, 'heading' | 'lede'>;
  readonly bottles: readonly CatalogueHit[];
  /** Offers of the site in all categories. */
  readonly total: number;
  /** Whether there are mixed cases or tasting packs to lead to. */
  readonly hasCases: boolean;
}
