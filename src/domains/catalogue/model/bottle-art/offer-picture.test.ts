import { describe, expect, test } from 'vitest';
import { type OfferRecordInput, offerRecord } from '../record.ts';
import { drawCarton, drawOffer } from './offer-picture.ts';
import { textElements } from './render-text.ts';

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
const picture = (change: Partial<OfferRecordInput>) => drawOffer(offer(change), textElements);
const carton = (change: Partial<OfferRecordInput>) => drawCarton(offer(change), textElements);
const wines = (count: number, quantity = 1) =>
  Array.from({ length: count }, (_, i) => ({ brand: `House ${i}`, name: 'Red', vintage: '2020', category: 'Red' as const, quantity }));
const uses = (svg: string) => [...svg.slice(svg.indexOf('</defs>')).matchAll(/<use href="#(\w+)"/g)].length;

describe('the picture', () => {
  test.each([
    ['a bottle', { category: 'Gin', brand: 'Yarrow', name: 'Coastal' }, 'Bottle of Yarrow Coastal', 320, 1000],
    ['a gift card', { category: 'Gift card' }, 'Gift card, $150', 720, 440],
    ['a mixed case that tells its wines', { contents: wines(2) }, 'Mixed case of 12: House 0 Red 2020, House 1 Red 2020', 552, 1000],
    ['a mixed case that does not', {}, 'Mixed case of 12: A dozen for the long table', 780, 990],
  ] as const)('%s', (_, change, alt, width, height) => {
    expect(picture({ ...change })).toMatchObject({ alt, width, height });
  });
  test('names six wines and counts the others', () => {
    expect(picture({ contents: wines(9) }).alt).toBe(
      'Mixed case of 12: House 0 Red 2020, House 1 Red 2020, House 2 Red 2020, House 3 Red 2020, House 4 Red 2020, House 5 Red 2020 and 3 more',
    );
  });
  test('names a wine once that comes twice', () => {
    expect(picture({ contents: wines(1, 6) }).alt).toBe('Mixed case of 12: House 0 Red 2020');
  });
  test.each([
    [1, 1],
    [6, 6],
    // two ranks: each bottle behind is veiled by a second use of its outline
    [7, 4 + 2 * 3],
    [12, 6 + 2 * 6],
    [20, 6 + 2 * 6],
  ])('of %d wines draws %d shapes', (count, shapes) => {
    expect(uses(picture({ contents: wines(count) }).svg)).toBe(shapes);
  });
  test('writes bottles that are alike once', () => {
    const [pair, two] = [picture({ contents: wines(1, 2) }), picture({ contents: wines(2) })];
    expect(pair.svg.length).toBeLessThan(two.svg.length * 0.8);
  });
});

describe('the carton', () => {
  const single = { category: 'Red', brand: 'Tilbuster', name: 'Gully', region: 'Yarra Valley, Victoria' } as const;
  test.each([
    [1, 'Box of one bottle: Tilbuster Gully', 1, 480],
    [3, 'Case of 3: Tilbuster Gully', 3, 630],
    [4, 'Case of 4: Tilbuster Gully', 4, 480],
    [6, 'Case of 6: Tilbuster Gully', 6, 630],
    [12, 'Case of 12: Tilbuster Gully', 12, 780],
    [24, 'Case of 24: Tilbuster Gully', 12, 780],
  ])('of %d', (packSize, alt, necks, width) => {
    const { svg, ...rest } = carton({ ...single, packSize });
    expect(rest).toEqual({ alt, width, height: 990 });
    expect(uses(svg)).toBe(necks);
  });
  test('is printed with house, name, place and size', () => {
    const { svg } = carton({ ...single, bottleMl: 375 });
    for (const words of ['TILBUSTER', 'Gully', 'Yarra Valley', '12 × 375 mL']) expect(svg).toContain(`>${words}</text>`);
  });
  test('of a mixed case shows its bottles in turn', () => {
    const { svg, alt } = carton({ contents: wines(5) });
    expect(alt).toMatch(/^Mixed case of 12: House 0/);
    expect(new Set([...svg.slice(svg.indexOf('</defs>')).matchAll(/<use href="#(\w+)"/g)].map(([, id]) => id)).size).toBe(5);
  });
  test('of spirits that are not told holds spirits', () => {
    expect(carton({ category: 'Mixed spirits' }).svg).not.toBe(carton({}).svg);
  });
  test('of a gift card is the card', () => {
    expect(carton({ category: 'Gift card' })).toEqual(picture({ category: 'Gift card' }));
  });
});
