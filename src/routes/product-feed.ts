/**
 * Product feed for shopping channels (RSS 2.0 with the `g:` names that Google, Meta, Microsoft and Pinterest share). Contains
 * only offers that guests may buy [CAT-31].
 */
import type { OfferDetail } from '#domains/catalogue/contract.ts';
import { formatPack, formatVolume, fullName } from '#domains/catalogue/model/format-offer.ts';
import { photoPath, rasterPicture } from '#domains/catalogue/model/photo.ts';
import type { Market } from '#markets/market.ts';

/** The site that a feed belongs to. */
export interface FeedSite {
  /** `https://shop.example`, without a trailing slash. */
  readonly origin: string;
  readonly market: Market;
  readonly currency: string;
  readonly title: string;
  /** Delivery fees by region, in cents. An empty region is the whole country. */
  readonly delivery: readonly { readonly region: string; readonly cents: number }[];
}

/** An offer with the data of the feed. `gtin` is the bar code of a bottle, empty if unknown. */
export type FeedProduct = OfferDetail & { readonly gtin: string };

const AVAILABILITY = { AVAILABLE: 'in_stock', SOLD_OUT: 'out_of_stock', PRESELLING: 'preorder' } as const;
const WINE = 'Food, Beverages & Tobacco > Beverages > Alcoholic Beverages > Wine';
const SPIRITS = 'Food, Beverages & Tobacco > Beverages > Alcoholic Beverages > Liquor & Spirits';

const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
const element = (name: string, text: string): string => (text === '' ? '' : `<${name}>${escapeXml(text)}</${name}>`);

/** Returns true if a channel may show the offer: a case that anyone can buy. */
export const isInFeed = ({ category, specialAccess }: Pick<OfferDetail, 'category' | 'specialAccess'>): boolean =>
  category !== 'Gift card' && !specialAccess;

/** Returns the start of the feed document, before its items. */
export const feedHead = ({ origin, title }: FeedSite): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${element('title', title)}${element('link', origin)}${element('description', title)}\n`;

/** Returns the end of the feed document, after its items. */
export const feedTail = (): string => '</channel></rss>\n';

/**
 * Returns the feed item of an offer. The unit of sale is a case, so the price is that of a case and `multipack` is the number of
 * bottles.
 */
export function feedItem(product: FeedProduct, { origin, market, currency, delivery }: FeedSite): string {
  const money = (amount: number) => `${amount.toFixed(2)} ${currency}`;
  const originText = [product.region, product.country].filter((part) => part !== '').join(', ');
  const description =
    [product.quote, ...product.story].filter((part) => part !== '').join(' ') ||
    [product.varietal || product.category, originText].filter(Boolean).join(' from ');
  const [first, ...more] = product.pictures.map((picture) => `${origin}${photoPath(picture)}`);
  return `<item>${[
    element('g:id', product.offerId),
    element('g:title', `${product.brand} ${fullName(product)} (${formatPack(product)})`.slice(0, 150)),
    element('g:description', description.slice(0, 4_900)),
    element('g:link', `${origin}${product.url}`),
    element('g:image_link', first ?? `${origin}${rasterPicture(product.imageUrl)}`),
    ...more.map((link) => element('g:additional_image_link', link)),
    element('g:availability', AVAILABILITY[product.inventoryStatus]),
    // The price a shopper pays. `sale_price` requires an earlier price of this shop, which an RRP is not.
    element('g:price', money(product.packPrice)),
    element('g:brand', product.brand),
    product.gtin === '' ? element('g:identifier_exists', 'no') : element('g:gtin', product.gtin),
    element('g:mpn', product.sku),
    product.packSize > 1 && !product.isMixed ? element('g:multipack', String(product.packSize)) : '',
    product.isMixed ? element('g:is_bundle', 'yes') : '',
    element('g:condition', 'new'),
    element('g:google_product_category', product.isSpirit ? SPIRITS : WINE),
    element('g:product_type', [product.isSpirit ? 'Spirits' : 'Wine', product.category, product.varietal].filter(Boolean).join(' > ')),
    element('g:size', formatVolume(product.bottleMl)),
    ...delivery.map(
      ({ region, cents }) =>
        `<g:shipping>${element('g:country', market)}${element('g:region', region)}${element('g:price', money(cents / 100))}</g:shipping>`,
    ),
  ].join('')}</item>\n`;
}
