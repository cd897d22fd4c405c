import type { MetaDescriptor } from 'react-router';
import { rasterPicture } from '#domains/catalogue/model/photo.ts';
import { SHOP_NAME } from '#lib/shop-identity.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import type { Site } from '#markets/sites.ts';
import { originOf, type SiteData } from '../links.ts';
import { pageTitle } from '../messages.ts';

/** Input of `headTags`. */
export interface Head {
  /** Without the shop's name, which is appended. */
  readonly title: string;
  readonly description: string;
  /** Path and retained parameters of the canonical URL. */
  readonly path: string;
  /** Shop of the market that the page belongs to. Default: this one. */
  readonly kind?: Site['kind'];
  /** Markets that have the same page. Default: this one. */
  readonly markets?: readonly Market[];
  readonly isIndexed?: boolean;
  readonly type?: 'website' | 'product' | 'article';
  /** Path of the picture for sharing. Default: the shop's logo. */
  readonly picture?: string | undefined;
  /** Structured data. Built only on the server, because search engines read the HTML. */
  readonly data?: readonly object[];
}

/** Returns the URL of a picture for sharing. Drawings are served as PNG. */
export const sharedPicture = (origin: string, picture: string | undefined): string =>
  new URL(rasterPicture(picture ?? '/icon-512.png'), origin).href;

/** Returns title, description, canonical URL, languages, Open Graph tags and structured data of a page. */
export function headTags(siteData: SiteData, head: Head): MetaDescriptor[] {
  const kind = head.kind ?? siteData.site.kind;
  const origin = originOf(siteData, kind);
  const address = `${origin}${head.path}`;
  const shopName = siteData.layout.identity?.name;
  const title = pageTitle(head.title, shopName);
  const description = head.description.length > 200 ? `${head.description.slice(0, 199)}…` : head.description;
  const alternate = (hrefLang: string, site: { readonly origin: string }) => ({
    tagName: 'link',
    rel: 'alternate',
    hrefLang,
    href: `${site.origin}${head.path}`,
  });
  const elsewhere = siteData.layout.sites.filter((site) => site.kind === kind && head.markets?.includes(site.market));
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    // The first site is the default for all other languages, as it is for unknown hosts [SITE-14].
    ...(elsewhere.length > 1
      ? [
          ...elsewhere.map((site) => alternate(getMarketConfig(site.market).locale, site)),
          ...elsewhere.slice(0, 1).map((site) => alternate('x-default', site)),
        ]
      : []),
    ...(head.isIndexed === false ? [{ name: 'robots', content: 'noindex' }] : []),
    { property: 'og:site_name', content: shopName ?? SHOP_NAME },
    { property: 'og:type', content: head.type ?? 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: sharedPicture(origin, head.picture) },
    { name: 'twitter:card', content: head.picture ? 'summary_large_image' : 'summary' },
    { property: 'og:locale', content: getMarketConfig(siteData.site.market).locale.replace('-', '_') },
    ...(head.data ?? []).map((data) => ({ 'script:ld+json': data })),
  ] as MetaDescriptor[];
}
