import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CATEGORY_NAMES } from '#domains/catalogue/model/category.ts';
import { type OfferRecordInput, offerRecord } from '#domains/catalogue/model/record.ts';
import { findSvgProblems } from '#packages/bottle-art/testing/svg-problems.ts';
import { drawOffer, drawOfferCase } from './draw-offer.ts';

const offer = (change: Partial<OfferRecordInput>) =>
  offerRecord.parse({
    record: 'offer',
    offerId: 'x',
    productId: 1,
    sku: 'X',
    brand: 'Cellardoor',
    name: 'A dozen for the long table',
    category: 'Mixed',
    packSize: 12,
    audience: 'AU',
    prices: { AU: { packPrice: 150 } },
    ...change,
  });
const picture = (change: Partial<OfferRecordInput>) => drawOffer(offer(change), 'Cellardoor');
const caseOf = (change: Partial<OfferRecordInput>) => drawOfferCase(offer(change), 'Cellardoor');
const wines = (count: number, quantity = 1) =>
  Array.from({ length: count }, (_, i) => ({ brand: `House ${i}`, name: 'Red', vintage: '2020', category: 'Red' as const, quantity }));
const uses = (svg: string) => [...svg.slice(svg.indexOf('</defs>')).matchAll(/<use href="#(\w+)"/g)].length;

describe('picture', () => {
  test.each([
    ['a bottle', { category: 'Gin', brand: 'Yarrow', name: 'Coastal' }, 'Bottle of Yarrow Coastal', 320, 1000],
    [
      'a bottle with the producer in its name',
      { category: 'Gin', brand: 'Yarrow', name: 'Yarrow Coastal' },
      'Bottle of Yarrow Coastal',
      320,
      1000,
    ],
    [
      'a bottle with a vintage',
      { category: 'Red', brand: 'Tilbuster', name: 'Gully', vintage: '2020' },
      'Bottle of Tilbuster Gully 2020',
      320,
      1000,
    ],
    ['a gift card', { category: 'Gift card' }, 'Gift card, $150', 720, 440],
    ['a mixed case with contents', { contents: wines(2) }, 'Mixed case of 12: House 0 Red 2020, House 1 Red 2020', 552, 1000],
    ['a mixed case without contents', {}, 'Mixed case of 12: A dozen for the long table', 780, 990],
  ] as const)('shows %s', (_, change, alt, width, height) => {
    expect(picture({ ...change })).toMatchObject({ alt, width, height });
  });
  test('names six wines and the number of others', () => {
    expect(picture({ contents: wines(9) }).alt).toBe(
      'Mixed case of 12: House 0 Red 2020, House 1 Red 2020, House 2 Red 2020, House 3 Red 2020, House 4 Red 2020, House 5 Red 2020 and 3 more',
    );
  });
  test('names a wine that occurs several times once', () => {
    expect(picture({ contents: wines(1, 6) }).alt).toBe('Mixed case of 12: House 0 Red 2020');
  });
  test('shows twelve wines of a larger case', () => {
    expect(uses(picture({ contents: wines(20) }).svg)).toBe(6 + 2 * 6);
  });
});

describe('case', () => {
  const single = { category: 'Red', brand: 'Tilbuster', name: 'Gully', region: 'Yarra Valley, Victoria' } as const;
  test.each([
    [1, 'Box of one bottle: Tilbuster Gully'],
    [3, 'Case of 3: Tilbuster Gully'],
    [24, 'Case of 24: Tilbuster Gully'],
  ])('describes a case of %d', (packSize, alt) => {
    expect(caseOf({ ...single, packSize }).alt).toBe(alt);
  });
  test('names the bottles of a mixed case', () => {
    expect(caseOf({ contents: wines(5) }).alt).toMatch(/^Mixed case of 12: House 0/);
  });
  test('draws spirits in a case of spirits without contents', () => {
    expect(caseOf({ category: 'Mixed spirits' }).svg).not.toBe(caseOf({}).svg);
  });

  test('prints the name of the shop on gift cards only', () => {
    const drawn = (category: 'Gift card' | 'Red', shopName: string) => drawOffer(offer({ category, brand: 'Yarrow' }), shopName).svg;
    expect(drawn('Gift card', 'Harbour Wines')).not.toBe(drawn('Gift card', 'Cellardoor'));
    expect(drawn('Red', 'Harbour Wines')).toBe(drawn('Red', 'Cellardoor'));
  });

  test('draws the card of a gift card', () => {
    expect(caseOf({ category: 'Gift card' })).toEqual(picture({ category: 'Gift card' }));
  });
});

const anyText = (maxLength: number) =>
  fc.oneof(fc.string({ unit: 'binary', maxLength }), fc.string({ unit: 'grapheme', maxLength }), fc.string({ maxLength }));
const anyBottle = {
  name: anyText(150),
  brand: anyText(100),
  region: anyText(100),
  varietal: anyText(60),
  vintage: fc.constantFrom('', 'NV', '1999', '2024'),
  category: fc.constantFrom(...CATEGORY_NAMES),
  bottle: fc.record(
    {
      shape: fc.constantFrom('bordeaux', 'burgundy', 'flute', 'champagne', 'fortified', 'whisky', 'gin', 'rum'),
      glass: anyText(20),
      capsule: anyText(20),
      layout: anyText(20),
      palette: anyText(20),
    },
    { requiredKeys: [] },
  ),
};
const inCase = fc.record({ ...anyBottle, quantity: fc.integer({ min: 1, max: 12 }) });
const anyOffer = fc.record({
  ...anyBottle,
  country: anyText(60),
  packSize: fc.integer({ min: 1, max: 48 }),
  bottleMl: fc.integer({ min: 20, max: 18_000 }),
  isMixed: fc.boolean(),
  alcoholPercent: fc.option(fc.double({ min: 0, max: 95, noNaN: true })),
  closure: fc.constantFrom('', 'Cork', 'Screw cap', 'Wax', 'Glass stopper', 'Crown seal'),
  prices: fc.constantFrom(
    {},
    { AU: { packPrice: 100, packRRP: null } },
    { AU: { packPrice: 100, packRRP: null }, SG: { packPrice: 99.9, packRRP: null } },
  ),
  contents: fc.oneof(
    { weight: 3, arbitrary: fc.array(inCase, { maxLength: 0 }) },
    { weight: 1, arbitrary: fc.array(inCase, { maxLength: 4 }) },
  ),
});

test('draws valid SVG for any offer, the same every time', () => {
  fc.assert(
    fc.property(anyOffer, (any) => {
      for (const draw of [drawOffer, drawOfferCase]) {
        const drawn = draw(any, 'Cellardoor');
        expect(findSvgProblems(drawn.svg)).toEqual([]);
        expect(draw(structuredClone(any), 'Cellardoor')).toEqual(drawn);
        expect(drawn.width > 0 && drawn.height > 0 && drawn.alt !== '').toBe(true);
      }
    }),
    { numRuns: 60 },
  );
}, 60_000);

test('describes a name with markup as it is written', () => {
  expect(picture({ category: 'Red', brand: 'Tilbuster', name: '<script>' }).alt).toBe('Bottle of Tilbuster <script>');
});
