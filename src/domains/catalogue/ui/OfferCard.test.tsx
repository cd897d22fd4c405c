import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { MarketProvider } from '#markets/ui/market-context.tsx';
import { TERMS } from '#tests/fixtures/terms.ts';
import type { CatalogueHit } from '../contract.ts';
import { OfferCard } from './OfferCard.tsx';

const offer: CatalogueHit = {
  objectID: 'a',
  offerId: 'a',
  id: 1,
  sku: 'A-1',
  name: 'Old Block Shiraz',
  brand: 'Wirrabeen Ridge',
  category: 'Red',
  isSpirit: false,
  discountPercentage: 25,
  imageUrl: '/pictures/bottle/a.1.svg',
  inventoryStatus: 'AVAILABLE',
  isMixed: false,
  url: '/wines/wirrabeen-ridge/a',
  packSize: 12,
  bottleMl: 750,
  preservatives: [],
  packPrice: 288,
  packRRP: 384,
  bottlePrice: 24,
  country: 'Australia',
  region: 'Barossa Valley',
  offerStyle: '',
  offerVariant: '',
  varietal: 'Shiraz',
  vintage: '2021',
  slot: 1,
  tags: [],
  tiersEligible: ['GUEST'],
  secret: false,
  specialAccess: false,
  orderQuantityMaximum: 0,
  casesLeft: null,
  endsAt: null,
};

const markup = (changes: Partial<CatalogueHit> = {}, market: 'AU' | 'SG' = 'AU') =>
  renderToStaticMarkup(
    <MemoryRouter>
      <MarketProvider market={market} terms={TERMS[market]}>
        <OfferCard offer={{ ...offer, ...changes }} action={<button type="button">Add to cart</button>} />
      </MarketProvider>
    </MemoryRouter>,
  );
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

describe('OfferCard', () => {
  test('shows producer, name, origin, price per bottle, price per case and saving in this order [CAT-8, CAT-9]', () => {
    expect(textOf(markup())).toContain(
      'Wirrabeen Ridge Old Block Shiraz 2021 Barossa Valley $24.00 a bottle Case of 12, $288.00 RRP $32.00 Save 25% Add to cart',
    );
  });

  test.each([
    { name: 'no RRP, no saving', changes: { packRRP: null, discountPercentage: 0 }, has: 'Case of 12', lacks: /RRP|Save/ },
    { name: 'sold out offers no button', changes: { inventoryStatus: 'SOLD_OUT' }, has: 'Sold out', lacks: /Add to cart|RRP/ },
    { name: 'a single bottle has no case price', changes: { packSize: 1, packPrice: 24 }, has: '750 mL', lacks: /Case of/ },
    { name: 'a gift card is no bottle', changes: { category: 'Gift card', packSize: 1 }, has: 'a card', lacks: /a bottle/ },
  ] as const)('$name', ({ changes, has, lacks }) => {
    const text = textOf(markup(changes));
    expect(text).toContain(has);
    expect(text).not.toMatch(lacks);
  });

  test('escapes names', () => {
    expect(markup({ name: '<img src=x onerror=alert(1)>' })).not.toContain('<img src=x');
  });

  test('has one link and one picture of a fixed size', () => {
    const html = markup({}, 'SG');
    expect(html.match(/<a /g)).toHaveLength(1);
    expect(html).toMatch(/<img[^>]* width="320" height="1000" loading="lazy"/);
  });
});
