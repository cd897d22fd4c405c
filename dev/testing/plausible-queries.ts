/** Requests of a GET call that somebody would try who knows every canary. */
import type { EndpointSpec } from '../../src/platform/contract.ts';
import { indexName } from '../../src/search/index-names.ts';
import { OFFER_CANARIES, PAGE_RECORDS } from './canaries.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';
const ofOffers = (read: (canary: (typeof OFFER_CANARIES)[number]) => string | number | undefined): string[] =>
  OFFER_CANARIES.map((canary) => String(read(canary)));

/** Values by the name of a field; the first one stands in where another field is tried. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  kind: ['wine', 'spirits'],
  search: ['', '?secret=true', ...ofOffers(({ name }) => `?query=qz${name}name`), ...ofOffers(({ name }) => `?tags=qz${name}tag`)],
  words: ['', 'qz', ...ofOffers(({ name }) => `qz${name}name`)],
  keyword: ['qz', ...ofOffers(({ name }) => `qz${name}name`)],
  facet: ['region', 'varietal', 'country', 'tags', 'producer', 'category'],
  all: ['region', 'varietal', 'country'],
  offerId: ofOffers(({ offer }) => offer.offerId),
  ids: [OFFER_CANARIES.map(({ offer }) => offer.offerId).join()],
  id: ofOffers(({ offer }) => offer.productId),
  productId: ofOffers(({ offer }) => offer.productId),
  products: [OFFER_CANARIES.map(({ offer }) => offer.productId).join()],
  slug: OFFER_CANARIES.flatMap(({ name }) => [`qz${name}place`, `qz${name}grape`, `qz${name}land`]),
  attribute: ['regions', 'varietals', 'countries'],
  path: PAGE_RECORDS.map(({ path }) => path),
  template: ['content', 'article', 'event', 'open-offer', 'secret-offer', 'saved-search'],
  index: [indexName('AU', 'default'), indexName('SG', 'default')],
  limit: ['100'],
  market: ['AU', 'SG'],
  customerID: ['0'],
  customerId: ['0'],
  user_id: [NOBODY],
  cartId: [NOBODY],
  code: ['x'],
  to: ['3068'],
};

/** Every value of each field in turn, beside the first ones of the others; producers go with their offers. */
export function plausibleQueries({ path, input }: EndpointSpec): string[] {
  const fields = Object.keys(input.shape);
  if (fields.includes('producer') && fields.includes('offer'))
    return OFFER_CANARIES.map(({ offer }) => `${path}?${new URLSearchParams({ producer: offer.brand ?? '', offer: offer.offerId })}`);
  const known = fields.filter((field) => VALUES[field] !== undefined);
  const first = Object.fromEntries(known.map((field) => [field, VALUES[field]?.[0] ?? '']));
  const queries = known.flatMap((field) =>
    (VALUES[field] ?? []).map((value) => `${path}?${new URLSearchParams({ ...first, [field]: value })}`),
  );
  const slugged = fields.includes('slug')
    ? (VALUES.slug ?? []).flatMap((slug) =>
        (VALUES.attribute ?? []).map((attribute) => `${path}?${new URLSearchParams({ kind: 'wine', slug, attribute })}`),
      )
    : [];
  return [...new Set([path, ...queries, ...slugged])];
}
