/** Texts and related links of the pages of countries, regions and varietals. */
import { LANDING_FROM, LANDINGS, type LandingAttribute, landingUrl } from '#domains/discovery/search/model/landings.ts';
import type { FacetResult, Kind } from '#domains/discovery/search/model/list-shape.ts';
import { listPathOf, type ShopLink } from '#routes/links.ts';

const TITLES: Readonly<Record<Kind, Readonly<Record<LandingAttribute, (value: string) => string>>>> = {
  wine: {
    countries: (value) => `Wine from ${value}`,
    regions: (value) => `${value} wine`,
    varietals: (value) => value,
  },
  spirits: {
    countries: (value) => `Spirits from ${value}`,
    regions: (value) => `${value} spirits`,
    varietals: (value) => value,
  },
};

const LEDES: Readonly<Record<LandingAttribute, (value: string, thing: string) => string>> = {
  countries: (value, thing) => `Every ${thing} we stock from ${value}.`,
  regions: (value, thing) => `Every ${thing} we stock from ${value}.`,
  varietals: (value) => `Every ${value} we stock.`,
};

/**
 * Returns title, lede and link of the page of a value. `own` is the shop's own lede, in which `<value>` is replaced by the value.
 */
export function landingWords(
  kind: Kind,
  attribute: LandingAttribute,
  value: string,
  own = '',
): { title: string; lede: string; trail: ShopLink[] } {
  return {
    title: TITLES[kind][attribute](value),
    lede: own === '' ? LEDES[attribute](value, kind === 'wine' ? 'wine' : 'bottle') : own.replaceAll('<value>', () => value),
    trail: [
      { label: 'Home', to: '/' },
      { label: kind === 'wine' ? 'Wine' : 'Spirits', to: listPathOf(kind) },
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
