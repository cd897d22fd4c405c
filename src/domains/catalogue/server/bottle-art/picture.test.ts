import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CAPSULES } from '#domains/catalogue/model/bottle-art/closure.ts';
import { LAYOUTS } from '#domains/catalogue/model/bottle-art/label.ts';
import { SHAPES } from '#domains/catalogue/model/bottle-art/shapes.ts';
import { CATEGORY_NAMES } from '#domains/catalogue/model/category.ts';
import { type OfferRecordInput, offerRecord } from '#domains/catalogue/model/record.ts';
import { bottlePicture, casePicture } from './picture.ts';

const offer = (change: Partial<OfferRecordInput>) =>
  offerRecord.parse({
    record: 'offer',
    offerId: 'old-block',
    productId: 1,
    sku: 'OB-21',
    brand: 'Wirrabeen Ridge',
    name: 'Old Block Shiraz',
    vintage: '2021',
    category: 'Red',
    region: 'Barossa Valley, South Australia',
    varietal: 'Shiraz',
    packSize: 12,
    audience: 'AU',
    alcoholPercent: 14.5,
    prices: { AU: { packPrice: 288 } },
    ...change,
  });

const ATTRIBUTE = /\s([a-zA-Z][\w:-]*)="([^"<]*)"/gy;
const REFERENCE = /&(?!(?:amp|lt|gt|quot);)/;

/** The faults of a document as XML and as a drawing: tags that do not close, stray marks, doubled attributes and ids, dead references. */
const faultsOf = (svg: string): string[] => {
  const faults: string[] = [];
  const open: string[] = [];
  const ids = new Set<string>();
  const wanted = new Set<string>();
  let end = 0;
  for (const tag of svg.matchAll(/<(\/?)([a-zA-Z]+)((?:\s[a-zA-Z][\w:-]*="[^"<]*")*)(\/?)>/g)) {
    const [whole, closing, name = '', attributes = '', empty] = tag;
    const between = svg.slice(end, tag.index);
    if (/[<>]/.test(between) || REFERENCE.test(between)) faults.push(`stray ${between}`);
    if (between !== '' && open.length === 0) faults.push(`outside ${between}`);
    end = tag.index + whole.length;
    const names = [...attributes.matchAll(ATTRIBUTE)].map(([, key]) => key);
    if (new Set(names).size < names.length) faults.push(`doubled in ${whole}`);
    if (REFERENCE.test(attributes)) faults.push(`reference in ${whole}`);
    for (const [, key, value = ''] of attributes.matchAll(ATTRIBUTE)) {
      if (key === 'id' && ids.has(value)) faults.push(`id ${value} twice`);
      if (key === 'id') ids.add(value);
      if (key === 'href') wanted.add(value.slice(1));
      for (const [, id = ''] of value.matchAll(/url\(#(\w+)\)/g)) wanted.add(id);
    }
    if (closing) {
      if (open.pop() !== name) faults.push(`closing ${name}`);
    } else if (!empty) open.push(name);
  }
  if (end !== svg.length) faults.push(`after ${svg.slice(end, end + 40)}`);
  if (open.length > 0) faults.push(`open ${open.join(' ')}`);
  for (const id of wanted) if (!ids.has(id)) faults.push(`nothing is called ${id}`);
  if (/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u.test(svg)) faults.push('forbidden character');
  const withoutAlt = svg.replace(/ aria-label="[^"]*"/, '');
  if (/NaN|undefined|Infinity|null|<text/.test(withoutAlt)) faults.push('a number or a text is not drawn');
  return faults;
};

test('the check finds faults', () => {
  expect(faultsOf('<svg><g></svg>').length).toBeGreaterThan(0);
  expect(faultsOf('<svg a="1" a="2"/>').length).toBeGreaterThan(0);
  expect(faultsOf('<svg>a & b</svg>').length).toBeGreaterThan(0);
  expect(faultsOf('<svg><use href="#a"/></svg>').length).toBeGreaterThan(0);
  expect(faultsOf('<svg d="MNaN"/>').length).toBeGreaterThan(0);
  expect(faultsOf('<svg d="M0 0"/>')).toEqual([]);
});

const words = (maxLength: number) =>
  fc.oneof(fc.string({ unit: 'binary', maxLength }), fc.string({ unit: 'grapheme', maxLength }), fc.string({ maxLength }));
const look = fc.record(
  {
    shape: fc.constantFrom('bordeaux', 'burgundy', 'flute', 'champagne', 'fortified', 'whisky', 'gin', 'rum'),
    glass: words(20),
    capsule: fc.oneof(words(20), fc.constantFrom(...Object.keys(CAPSULES))),
    layout: fc.oneof(words(20), fc.constantFrom(...Object.keys(LAYOUTS))),
    palette: words(20),
  },
  { requiredKeys: [] },
);
const anyBottle = {
  name: words(150),
  brand: words(100),
  region: words(100),
  varietal: words(60),
  vintage: fc.constantFrom('', 'NV', '1999', '2024'),
  category: fc.constantFrom(...CATEGORY_NAMES),
  bottle: look,
};
const inCase = fc.record({ ...anyBottle, quantity: fc.integer({ min: 1, max: 12 }) });
const anyOffer = fc.record({
  ...anyBottle,
  country: words(60),
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

describe('whatever an offer says', () => {
  test('its pictures are sound SVG, the same every time', () => {
    fc.assert(
      fc.property(anyOffer, (any) => {
        for (const draw of [bottlePicture, casePicture]) {
          const picture = draw(any);
          expect(faultsOf(picture.svg)).toEqual([]);
          expect(draw(structuredClone(any))).toEqual(picture);
          expect(picture.width > 0 && picture.height > 0 && picture.alt !== '').toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  test.each([
    ['136 letters', { name: `${'An extraordinarily long name '.repeat(5)}`.slice(0, 136) }],
    ['one letter', { name: 'X', brand: 'Q' }],
    ['emoji', { name: '🍇🍷', brand: '🦘' }],
    ['another script', { name: '純米大吟醸', brand: '獺祭' }],
    ['markup', { name: '<script>alert("x")</script>', brand: ']]>&amp;<!--' }],
  ])('%s', (_, change) => {
    for (const layout of Object.keys(LAYOUTS)) expect(faultsOf(bottlePicture(offer({ ...change, bottle: { layout } })).svg)).toEqual([]);
  });

  test('markup in a name is only ever words', () => {
    expect(bottlePicture(offer({ name: '<script>' })).svg).not.toContain('<script');
    expect(bottlePicture(offer({ name: '<script>' })).alt).toBe('Bottle of Wirrabeen Ridge <script> 2021');
  });
});

describe('files stay small', () => {
  const sizeOf = (change: Partial<OfferRecordInput>) => gzipSync(bottlePicture(offer(change)).svg).length;
  test.each(Object.keys(LAYOUTS))('%s', (layout) => {
    expect(sizeOf({ bottle: { layout } })).toBeLessThan(6_500);
  });
  test('on every shape', () => {
    const shapes = Object.keys(SHAPES).filter((shape) => !['cognac', 'vodka', 'tequila', 'liqueur'].includes(shape));
    const sizes = shapes.map((shape) => sizeOf({ bottle: { shape: shape as 'gin' } }));
    expect(sizes.reduce((sum, size) => sum + size, 0) / sizes.length).toBeLessThan(5_000);
  });
  test('a mixed dozen', () => {
    const contents = Array.from({ length: 12 }, (_, i) => ({
      brand: `House Number ${i}`,
      name: `Hill ${i}`,
      vintage: '2020',
      category: 'Red' as const,
      quantity: 1,
    }));
    expect(sizeOf({ category: 'Mixed', contents })).toBeLessThan(32_000);
  });
});
