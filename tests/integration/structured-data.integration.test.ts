/** Structured data of the pages as they are served, held against schema.org's definitions and what search engines ask for. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServedShop, serveSampleShop } from '#tests/e2e/support/served-shop.ts';
import { validateStructuredData } from '#tests/fixtures/validate-structured-data.ts';

type Node = Parameters<typeof validateStructuredData>[0];

let shop: ServedShop;
beforeAll(async () => {
  shop = await serveSampleShop();
});
afterAll(() => shop?.stop());

async function structuredData(host: string, url: string): Promise<Node[]> {
  const { statusCode, body } = await shop.running.server.app.inject({ method: 'GET', url, headers: { host } });
  expect(statusCode).toBe(200);
  return [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, text = '']) => JSON.parse(text));
}

/** What search engines ask of a type, by paths. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  Organization: ['name', 'url', 'logo'],
  BreadcrumbList: ['itemListElement.0.item.@id', 'itemListElement.0.name', 'itemListElement.0.position'],
  Product: ['name', 'image', 'offers'],
  Article: ['headline', 'image', 'datePublished', 'dateModified', 'author.name', 'publisher.name'],
  Event: ['name', 'startDate', 'endDate', 'location.name', 'location.address.addressLocality', 'offers.price', 'organizer.name'],
};

/** Of each offer of a product. */
const OFFER = ['price', 'priceCurrency', 'priceValidUntil', 'availability', 'url'];

const PAGES = [
  { host: 'localhost', path: '/', types: ['Organization'] },
  { host: 'spirits.sg.localhost', path: '/', types: ['Organization'] },
  { host: 'localhost', path: '/wines', types: ['BreadcrumbList', 'ItemList'] },
  { host: 'localhost', path: '/varietal/shiraz', types: ['BreadcrumbList', 'ItemList'] },
  { host: 'localhost', path: '/wines/wirrabeen-ridge/old-block-shiraz-2021', types: ['Product', 'BreadcrumbList'] },
  { host: 'sg.localhost', path: '/wines/wirrabeen-ridge/old-block-shiraz-2021', types: ['Product', 'BreadcrumbList'] },
  { host: 'localhost', path: '/wines/kestrel-coe/hare-lane-syrah-2022', types: ['Product', 'BreadcrumbList'] },
  { host: 'spirits.localhost', path: '/wines/corra-linden/corra-linden-peated-cask', types: ['Product', 'BreadcrumbList'] },
  { host: 'localhost', path: '/vino-articles', types: ['BreadcrumbList'] },
  { host: 'localhost', path: '/vino-articles/the-grape-that-stopped-apologising', types: ['BreadcrumbList', 'Article'] },
  { host: 'localhost', path: '/events/last-friday-open-bottles', types: ['BreadcrumbList', 'Event'] },
  { host: 'sg.localhost', path: '/events/chilli-and-riesling', types: ['BreadcrumbList', 'Event'] },
  { host: 'localhost', path: '/faq', types: ['BreadcrumbList', 'FAQPage'] },
  { host: 'localhost', path: '/collections/old-vines', types: ['BreadcrumbList', 'ItemList'] },
  { host: 'localhost', path: '/wine-clubs', types: ['BreadcrumbList'] },
  { host: 'localhost', path: '/wine-clubs/the-long-table', types: ['BreadcrumbList', 'Product', 'FAQPage'] },
  { host: 'localhost', path: '/gift-cards', types: ['BreadcrumbList', 'FAQPage'] },
] as const;

const at = (node: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], node);

const missingIn = (node: Node, required: readonly string[]): string[] =>
  required.filter((property) => !at(node, property)).map((property) => `${node['@type']}.${property}`);

describe.each(PAGES)('$host $path', ({ host, path, types }) => {
  test(`contains ${types.join(', ')}, each as schema.org defines it`, async () => {
    const nodes = await structuredData(host, path);
    expect(nodes.map((node) => node['@type']).sort()).toEqual([...types].sort());
    expect(nodes.flatMap((node) => validateStructuredData(node))).toEqual([]);
    const missing = nodes.flatMap((node) => missingIn(node, REQUIRED[String(node['@type'])] ?? []));
    expect(missing).toEqual([]);
    const offers = nodes.flatMap((node) => (node['@type'] === 'Product' ? [node.offers].flat() : [])) as unknown as Node[];
    expect(offers.flatMap((offer) => missingIn(offer, OFFER))).toEqual([]);
  });
});

describe('the check', () => {
  const offer = { '@type': 'Offer', price: '12.00', availability: 'https://schema.org/InStock' };
  test.each([
    { name: 'an unknown type', node: { '@type': 'Wine' }, fault: /no type Wine/ },
    { name: 'an unknown property', node: { '@type': 'Product', vintage: '2021' }, fault: /Product\.vintage: there is no such/ },
    { name: 'a property of another type', node: { '@type': 'Product', startDate: '2026-01-01' }, fault: /not a property of Product/ },
    { name: 'a member of another enumeration', node: { ...offer, availability: 'https://schema.org/NewCondition' }, fault: /availability/ },
    { name: 'an invalid date', node: { ...offer, priceValidUntil: 'soon' }, fault: /priceValidUntil/ },
    { name: 'a node of another type', node: { '@type': 'Product', offers: { '@type': 'Person', name: 'Ada' } }, fault: /a Person where/ },
  ])('finds $name', ({ node, fault }) => {
    expect(validateStructuredData(node).join()).toMatch(fault);
  });

  test('accepts valid data', () => {
    expect(validateStructuredData({ '@type': 'Product', name: 'Old Block', offers: offer })).toEqual([]);
  });
});
