/** Structured data for search engines (schema.org). The router writes it as a script element and escapes `<` itself. */

import type { CatalogueHit, OfferDetail } from '#domains/catalogue/contract.ts';
import { fullName } from '#domains/catalogue/model/format-offer.ts';
import type { EventView, PageView } from '#domains/content/model/page-view.ts';
import type { ClubView } from '#domains/selling/clubs/model/club-view.ts';
import { SHOP_NAME } from '#lib/shop-identity.ts';
import type { ShopLink } from '../links.ts';
import { sharedPicture } from './head.ts';

const CONTEXT = 'https://schema.org';
const AVAILABILITY: Readonly<Record<CatalogueHit['inventoryStatus'], string>> = {
  AVAILABLE: `${CONTEXT}/InStock`,
  PRESELLING: `${CONTEXT}/PreOrder`,
  SOLD_OUT: `${CONTEXT}/OutOfStock`,
};

/** Describes the shop itself, on its home page. */
export const organisation = (origin: string, phone: string, shopName = SHOP_NAME) => ({
  '@context': CONTEXT,
  '@type': 'Organization',
  name: shopName,
  url: `${origin}/`,
  logo: `${origin}/icon-512.png`,
  ...(phone && { contactPoint: { '@type': 'ContactPoint', telephone: phone, contactType: 'customer service' } }),
});

/** Describes the breadcrumbs of a page with absolute URLs. */
export const breadcrumbList = (origin: string, breadcrumbs: readonly ShopLink[]) => ({
  '@context': CONTEXT,
  '@type': 'BreadcrumbList',
  itemListElement: breadcrumbs.map(({ label, to }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: label,
    item: { '@type': 'WebPage', '@id': to.startsWith('/') ? `${origin}${to}` : to },
  })),
});

/** Describes the offers of a list in their order. */
export const itemList = (origin: string, offers: readonly Pick<CatalogueHit, 'url'>[], from: number) => ({
  '@context': CONTEXT,
  '@type': 'ItemList',
  itemListElement: offers.map(({ url }, index) => ({ '@type': 'ListItem', position: from + index, url: `${origin}${url}` })),
});

/** Describes an offer with the price of a case. `priceValidUntil` is an ISO date. */
export const product = (origin: string, offer: OfferDetail, currency: string, priceValidUntil: string) => ({
  '@context': CONTEXT,
  '@type': 'Product',
  name: `${offer.brand} ${fullName(offer)}`,
  brand: { '@type': 'Brand', name: offer.brand },
  sku: offer.sku,
  category: offer.category,
  image: [sharedPicture(origin, offer.imageUrl)],
  ...(offer.quote ? { description: offer.quote } : {}),
  offers: {
    '@type': 'Offer',
    url: `${origin}${offer.url}`,
    price: offer.packPrice.toFixed(2),
    priceCurrency: currency,
    priceValidUntil,
    availability: AVAILABILITY[offer.inventoryStatus],
    itemCondition: `${CONTEXT}/NewCondition`,
  },
});

/** Describes a wine club with the price of each of its cases. `priceValidUntil` is an ISO date. */
export const clubProduct = (origin: string, club: ClubView, currency: string, priceValidUntil: string, shopName = SHOP_NAME) => ({
  '@context': CONTEXT,
  '@type': 'Product',
  name: club.name,
  description: club.summary || club.name,
  brand: { '@type': 'Brand', name: shopName },
  category: 'Wine club',
  image: [sharedPicture(origin, club.variants.find((variant) => variant.case)?.case?.imageUrl)],
  offers: club.variants.map((variant) => ({
    '@type': 'Offer',
    name: variant.label,
    url: `${origin}${club.path}`,
    price: variant.price.toFixed(2),
    priceCurrency: currency,
    priceValidUntil,
    availability: AVAILABILITY[club.isOpen && variant.case?.isSoldOut === false ? 'AVAILABLE' : 'SOLD_OUT'],
    itemCondition: `${CONTEXT}/NewCondition`,
  })),
});

/** Describes questions and answers of a page. */
export const faqPage = (questions: readonly { readonly question: string; readonly words: string }[]) => ({
  '@context': CONTEXT,
  '@type': 'FAQPage',
  mainEntity: questions.map(({ question, words }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: words },
  })),
});

const publisher = (origin: string, shopName: string) => ({
  '@type': 'Organization',
  name: shopName,
  url: `${origin}/`,
  logo: `${origin}/icon-512.png`,
});

/** Describes an article with its dates. */
export const article = (origin: string, page: PageView, image: string, shopName = SHOP_NAME) => ({
  '@context': CONTEXT,
  '@type': 'Article',
  headline: page.title,
  description: page.summary,
  mainEntityOfPage: `${origin}${page.path}`,
  image,
  ...(page.publishedAt ? { datePublished: page.publishedAt } : {}),
  dateModified: page.changedAt,
  author: page.author ? { '@type': 'Person', name: page.author } : publisher(origin, shopName),
  publisher: publisher(origin, shopName),
});

/** Describes an event with time, place and price. */
export const event = (origin: string, page: PageView, image: string, details: EventView, currency: string, shopName = SHOP_NAME) => ({
  '@context': CONTEXT,
  '@type': 'Event',
  name: page.title,
  description: page.summary,
  startDate: details.startsAt,
  endDate: details.endsAt,
  eventStatus: `${CONTEXT}/EventScheduled`,
  eventAttendanceMode: `${CONTEXT}/OfflineEventAttendanceMode`,
  image,
  location: {
    '@type': 'Place',
    name: details.venue,
    address: {
      '@type': 'PostalAddress',
      streetAddress: details.street,
      addressLocality: details.suburb,
      ...(details.state === '' ? {} : { addressRegion: details.state }),
      postalCode: details.postcode,
    },
  },
  organizer: publisher(origin, shopName),
  offers: {
    '@type': 'Offer',
    price: details.price.toFixed(2),
    priceCurrency: currency,
    url: `${origin}${page.path}`,
    availability: `${CONTEXT}/InStock`,
    validFrom: page.publishedAt ?? page.changedAt,
  },
});
