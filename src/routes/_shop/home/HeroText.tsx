import { Link } from 'react-router';
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { buildListUrl } from '#routes/list-url.ts';
import type { HomeTexts } from '#routes/page-context.ts';
import { homeMessages } from './messages.ts';

/** Content of the hero of the home page. */
export interface HeroProps {
  readonly texts: Pick<HomeTexts, 'heading' | 'intro'>;
  readonly bottles: readonly CatalogueHit[];
  /** Number of offers of the site in all categories. */
  readonly total: number;
  /** True if there are mixed cases or tasting packs to link to. */
  readonly hasCases: boolean;
}

/** Category of the mixed cases of a site, and the text of the link to them. */
const CASES = {
  wine: { path: '/wines', category: 'Mixed', label: homeMessages.tryMixedCase },
  spirits: { path: '/spirits', category: 'Mixed spirits', label: homeMessages.tryTastingPack },
} as const;

/** Heading of the home page with links to all offers and to the mixed cases. */
export function HeroText({ kind, texts, total, hasCases }: Omit<HeroProps, 'bottles'> & { readonly kind: keyof typeof CASES }) {
  const { path, category, label } = CASES[kind];
  return (
    <>
      <h1 className="heading-1">{texts.heading}</h1>
      <p className="intro">{texts.intro}</p>
      <div className="row">
        <Link className="button button-primary button-tall" to={path} prefetch="intent" viewTransition>
          {total > 0 ? homeMessages.shopAll[kind](total) : homeMessages.browse}
        </Link>
        {hasCases && (
          <Link className="link link-lone" to={buildListUrl(path, { category })} prefetch="intent" viewTransition>
            {label}
          </Link>
        )}
      </div>
    </>
  );
}
