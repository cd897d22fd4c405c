import type { MetaDescriptor } from 'react-router';
import { rasterPicture } from '#domains/catalogue/model/photo.ts';
import { type Market, marketFacts } from '#markets/market.ts';
import type { Site } from '#markets/sites.ts';
import { originOf, type SiteData } from '../links.ts';

export interface Head {
  /** Without the shop's name, which follows it. */
  readonly title: string;
  readonly description: string;
  /** Path and kept parameters of the page's one true address. */
  readonly path: string;
  /** Which shop of the market the page belongs to; this one where it is not said. */
  readonly kind?: Site['kind'];
  /** Markets in which the same page stands; this one alone where it is not said. */
  readonly markets?: readonly Market[];
  readonly isIndexed?: boolean;
  readonly type?: 'website' | 'product' | 'article';
  /** Path of what the page is shown by elsewhere; the shop's sign where it is not said. */
  readonly picture?: string | undefined;
  /** Structured data. Pages build it only while they are rendered on the server: search engines read the HTML. */
  readonly data?: readonly object[];
}

/** Where others fetch the picture of a page: a drawing as PNG. */
export const sharedPicture = (origin: string, picture: string | undefined): string =>
  new URL(rasterPicture(picture ?? '/icon-512.png'), origin).href;

/** Title, description, canonical address, languages, Open Graph and structured data of a page. */
export function headTags(facts: SiteData, head: Head): MetaDescriptor[] {
  const kind = head.kind ?? facts.site.kind;
  const origin = originOf(facts, kind);
  const address = `${origin}${head.path}`;
  const title = `${head.title} · Cellardoor`;
  const description = head.description.length > 200 ? `${head.description.slice(0, 199)}…` : head.description;
  const alternate = (hrefLang: string, site: { readonly origin: string }) => ({
    tagName: 'link',
    rel: 'alternate',
    hrefLang,
    href: `${site.origin}${head.path}`,
  });
  const elsewhere = facts.frame.sites.filter((site) => site.kind === kind && head.markets?.includes(site.market));
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    // Everybody else is shown the first of them, as unknown hosts are (SPEC.md §9 "Default market AU").
    ...(elsewhere.length > 1
      ? [
          ...elsewhere.map((site) => alternate(marketFacts(site.market).locale, site)),
          ...elsewhere.slice(0, 1).map((site) => alternate('x-default', site)),
        ]
      : []),
    ...(head.isIndexed === false ? [{ name: 'robots', content: 'noindex' }] : []),
    { property: 'og:site_name', content: 'Cellardoor' },
    { property: 'og:type', content: head.type ?? 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: sharedPicture(origin, head.picture) },
    { name: 'twitter:card', content: head.picture ? 'summary_large_image' : 'summary' },
    { property: 'og:locale', content: marketFacts(facts.site.market).locale.replace('-', '_') },
    ...(head.data ?? []).map((data) => ({ 'script:ld+json': data })),
  ] as MetaDescriptor[];
}
