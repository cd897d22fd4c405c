import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { offer } from '#tests/fixtures/offers.ts';
import { catalogueHit, offerDetail } from '../contract.ts';
import { bottlePriceCents, imagePath, LOW_INVENTORY, lineOffer, type OfferState, priceIn, statusOf, toDetail, toHit } from './hit.ts';
import { INVENTORY_STATUSES } from './record.ts';

const state: OfferState = { packPriceCents: 240_00, packRrpCents: 300_00, available: 50 };

/** Fields of a catalogue hit that belong to the offer itself [CAT-1] [CAT-2]. */
const HIT_FIELDS = [
  'objectID offerId id name brand category isSpirit discountPercentage imageUrl inventoryStatus isMixed url packSize',
  'preservatives packPrice packRRP country region offerStyle offerVariant varietal vintage slot tiersEligible',
  'sku tags secret',
]
  .join(' ')
  .split(' ');

test.each(HIT_FIELDS)('includes %s in a hit [CAT-1, CAT-2, CAT-4]', (field) => {
  expect(toHit(offer(), state, 'v1')).toHaveProperty(field);
});

test.each(['cartId', 'queryID'])('leaves the personal field %s out of hits, which are the same for everyone', (field) => {
  expect(toHit(offer(), state, 'v1')).not.toHaveProperty(field);
});

test('uses the product id as id and the offer id as object id [CAT-3]', () => {
  expect(toHit(offer({ productId: 77 }), state, 'v1')).toMatchObject({
    id: 77,
    objectID: 'orchard-end-shiraz-21',
    offerId: 'orchard-end-shiraz-21',
    url: '/wines/orchard-end/orchard-end-shiraz-21',
    imageUrl: '/pictures/bottle/orchard-end-shiraz-21.v1.svg',
    isSpirit: false,
  });
});

describe('price [CAT-7]', () => {
  test.each([
    { name: 'below RRP', given: state, record: {}, shows: { packPrice: 240, packRRP: 300, bottlePrice: 20, discountPercentage: 20 } },
    { name: 'without RRP', given: { ...state, packRrpCents: null }, record: {}, shows: { packRRP: null, discountPercentage: 0 } },
    { name: 'at RRP', given: { ...state, packRrpCents: 240_00 }, record: {}, shows: { packRRP: null, discountPercentage: 0 } },
    { name: 'above RRP', given: { ...state, packRrpCents: 200_00 }, record: {}, shows: { packRRP: null, discountPercentage: 0 } },
    { name: 'RRP hidden', given: state, record: { hideRRP: true }, shows: { packRRP: null, discountPercentage: 0 } },
    {
      name: 'a bottle’s share to a cent',
      given: { ...state, packPriceCents: 100_00 },
      record: { packSize: 6 },
      shows: { bottlePrice: 16.67 },
    },
    { name: 'a single bottle', given: state, record: { packSize: 1 }, shows: { bottlePrice: 240, packPrice: 240 } },
  ])('$name', ({ given, record, shows }) => {
    expect(toHit(offer(record), given, 'v1')).toMatchObject(shows);
  });

  test('divides the case price within half a cent of the exact share', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1_000_000_00 }), fc.integer({ min: 1, max: 48 }), (cents, packSize) => {
        expect(Math.abs(bottlePriceCents(cents, packSize) * packSize - cents)).toBeLessThanOrEqual(packSize / 2);
      }),
    );
  });

  test.each([
    {
      name: 'with RRP',
      market: 'AU',
      prices: { AU: { packPrice: 19.99, packRRP: 25.1, rrpSource: 'Price list', rrpDate: '2026-07-01' } },
      expected: { packPriceCents: 1999, packRrpCents: 2510 },
    },
    {
      name: 'with an RRP without a source',
      market: 'AU',
      prices: { AU: { packPrice: 19.99, packRRP: 25.1, rrpDate: '2026-07-01' } },
      expected: { packPriceCents: 1999, packRrpCents: null },
    },
    {
      name: 'with an RRP without a date',
      market: 'AU',
      prices: { AU: { packPrice: 19.99, packRRP: 25.1, rrpSource: 'Price list' } },
      expected: { packPriceCents: 1999, packRrpCents: null },
    },
    { name: 'without RRP', market: 'SG', prices: { SG: { packPrice: 288.5 } }, expected: { packPriceCents: 28850, packRrpCents: null } },
    { name: 'not sold there', market: 'SG', prices: { AU: { packPrice: 10 } }, expected: null },
  ] as const)('priceIn, $name', ({ market, prices, expected }) => {
    expect(priceIn(offer({ prices }), market)).toEqual(expected);
  });
});

describe('stock', () => {
  test.each([
    { recorded: 'AVAILABLE', available: 1, status: 'AVAILABLE' },
    { recorded: 'PRESELLING', available: 1, status: 'PRESELLING' },
    { recorded: 'SOLD_OUT', available: 1, status: 'SOLD_OUT' },
    { recorded: 'AVAILABLE', available: 0, status: 'SOLD_OUT' },
    { recorded: 'PRESELLING', available: 0, status: 'SOLD_OUT' },
    { recorded: 'AVAILABLE', available: -1, status: 'SOLD_OUT' },
  ] as const)('maps $recorded with $available cases to $status', ({ recorded, available, status }) => {
    expect(statusOf(recorded, available)).toBe(status);
  });

  test.each([
    { name: 'plenty', available: LOW_INVENTORY, recorded: 'AVAILABLE', casesLeft: null },
    { name: 'just low', available: LOW_INVENTORY - 1, recorded: 'AVAILABLE', casesLeft: 9 },
    { name: 'the last', available: 1, recorded: 'AVAILABLE', casesLeft: 1 },
    { name: 'none', available: 0, recorded: 'AVAILABLE', casesLeft: null },
    { name: 'low, but recorded as sold out', available: 4, recorded: 'SOLD_OUT', casesLeft: null },
  ] as const)('includes cases left only if stock is low: $name', ({ available, recorded, casesLeft: formatStockLeft }) => {
    expect(toHit(offer({ inventoryStatus: recorded }), { ...state, available }, 'v1').casesLeft).toBe(formatStockLeft);
  });
});

describe('every offer', () => {
  const anyState = fc.record({
    packPriceCents: fc.integer({ min: 1, max: 1_000_000_00 }),
    packRrpCents: fc.option(fc.integer({ min: 0, max: 1_000_000_00 })),
    available: fc.integer({ min: -5, max: 100 }),
  });
  const anyOffer = fc.record({
    hideRRP: fc.boolean(),
    packSize: fc.integer({ min: 1, max: 48 }),
    inventoryStatus: fc.constantFrom(...INVENTORY_STATUSES),
    secret: fc.boolean(),
  });

  test('fits the contract, and shows a discount exactly if it shows an RRP above the price [CAT-9]', () => {
    fc.assert(
      fc.property(anyOffer, anyState, (input, at) => {
        const hit = toHit(offer(input), at, 'v1');
        expect(catalogueHit.strict().parse(hit)).toEqual(hit);
        expect(hit.discountPercentage).toBeGreaterThanOrEqual(0);
        expect(hit.discountPercentage).toBeLessThanOrEqual(100);
        if (hit.packRRP === null) expect(hit.discountPercentage).toBe(0);
        else expect(hit.packRRP).toBeGreaterThan(hit.packPrice);
      }),
    );
  });

  test('has a detail that fits the contract and lists the bottles of a mixed case without their drawings', () => {
    const mixed = offer({
      isMixed: true,
      contents: [{ brand: 'A', name: 'B', category: 'Gin', quantity: 2, varietal: 'Dry', bottle: { shape: 'gin' } }],
    });
    const detail = toDetail(mixed, state, 'v2', 'AU');
    expect(offerDetail.strict().parse(detail)).toEqual(detail);
    expect(detail.contents).toEqual([{ brand: 'A', name: 'B', vintage: '', category: 'Gin', region: '', quantity: 2 }]);
    expect(detail.caseImageUrl).toBe('/pictures/case/orchard-end-shiraz-21.v2.svg');
  });
});

test('includes view and version in the path of an image [CAT-21]', () => {
  expect(imagePath('a-1', 'x9')).toBe('/pictures/bottle/a-1.x9.svg');
  expect(imagePath('a-1', 'x9', 'case')).toBe('/pictures/case/a-1.x9.svg');
});

test('copies the data of an offer for carts and orders', () => {
  expect(lineOffer(offer({ category: 'Whisky', vintage: '', secret: true, hideRRP: true, bottleMl: 700, packSize: 1 }), 'v1')).toEqual({
    sku: 'ORD-SHZ-21',
    brand: 'Orchard End',
    name: 'Old Block Shiraz',
    vintage: '',
    offerVariant: '',
    category: 'Whisky',
    isSpirit: true,
    packSize: 1,
    bottleMl: 700,
    imageUrl: '/pictures/bottle/orchard-end-shiraz-21.v1.svg',
    url: '/wines/orchard-end/orchard-end-shiraz-21',
    skuType: 'physical',
    hideRRP: true,
    secret: true,
    tags: offer().tags,
  });
});
