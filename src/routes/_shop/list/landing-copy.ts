/** Texts and related links of the pages of countries, regions and varietals. */
import { LANDING_FROM, LANDINGS, type LandingAttribute, landingUrl } from '#domains/discovery/search/model/landings.ts';
import type { FacetResult, Kind } from '#domains/discovery/search/model/list-shape.ts';
import { listPathOf, type ShopLink } from '#routes/links.ts';
import { headingMessages } from './messages/headings.ts';

/** Returns the title of a page: `Wine from Spain`, `Barossa Valley wine`, `Shiraz`. */
const titleOf = (kind: Kind, attribute: LandingAttribute, value: string): string =>
  attribute === 'varietals' ? value : headingMessages.landingTitle[kind][attribute](value);

/**
 * Returns title, intro and link of the page of a value. `own` is the shop's own intro, in which `<value>` is replaced by the value.
 */
export function landingHeadings(
  kind: Kind,
  attribute: LandingAttribute,
  value: string,
  own = '',
): { title: string; intro: string; breadcrumbs: ShopLink[] } {
  return {
    title: titleOf(kind, attribute, value),
    intro:
      own === '' ? headingMessages.landing[kind][attribute === 'varietals' ? 'of' : 'from'](value) : own.replaceAll('<value>', () => value),
    breadcrumbs: [
      { label: headingMessages.home, to: '/' },
      { label: headingMessages.kinds[kind].title, to: listPathOf(kind) },
      { label: value, to: landingUrl(attribute, value) },
    ],
  };
}

const FURTHER = 6;

/** Returns related pages: regions of a country, varietals of a region. */
export const furtherLandings = (attribute: LandingAttribute, value: string, facets: readonly FacetResult[]): ShopLink[] =>
  LANDINGS.filter((landing) => landing.attribute !== attribute).flatMap((landing) =>
    (facets.find((facet) => facet.attribute === landing.attribute)?.values ?? [])
      .filter((each) => each.count >= LANDING_FROM && each.value !== value)
      .slice(0, FURTHER)
      .map((each) => ({ label: each.value, to: landingUrl(landing.attribute, each.value) })),
  );
