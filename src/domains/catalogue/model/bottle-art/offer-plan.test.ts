import { describe, expect, test } from 'vitest';
import { type OfferRecordInput, offerRecord } from '../record.ts';
import { picturePlan } from './offer-plan.ts';

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
    country: 'Australia',
    region: 'Barossa Valley, South Australia',
    varietal: 'Shiraz',
    packSize: 12,
    audience: 'AU',
    alcoholPercent: 14.5,
    closure: 'Screw cap',
    prices: { AU: { packPrice: 288 } },
    ...change,
  });
const bottle = (change: Partial<OfferRecordInput>) => {
  const plan = picturePlan(offer(change));
  return plan.show === 'bottle' ? plan.bottle : undefined;
};
const wine = (name: string, quantity: number, category: 'Red' | 'Mixed' | 'Gin' = 'Red') => ({
  brand: 'Tilbuster',
  name,
  category,
  quantity,
});

describe('a bottle', () => {
  test('takes its words from the offer', () => {
    expect(picturePlan(offer({}))).toEqual({
      show: 'bottle',
      packSize: 12,
      bottle: {
        producer: 'Wirrabeen Ridge',
        name: 'Old Block Shiraz',
        vintage: '2021',
        region: 'Barossa Valley',
        kind: 'red',
        varietal: 'Shiraz',
        age: undefined,
        abv: 14.5,
        volumeMl: 750,
        closure: 'screw',
      },
    });
  });
  test('takes its looks from the offer', () => {
    expect(bottle({ bottle: { shape: 'burgundy', layout: 'seal', palette: 'teal' } })).toMatchObject({
      shape: 'burgundy',
      layout: 'seal',
      palette: 'teal',
    });
  });
  test('says the country where there is no region', () => {
    expect(bottle({ region: '' })?.region).toBe('Australia');
  });
  test.each([
    ['Whisky', 12],
    ['Fortified', 12],
    ['Red', undefined],
  ] as const)('tells the age of %s: %s', (category, age) => {
    expect(bottle({ category, name: 'Reserve 12 Year Old' })?.age).toBe(age);
  });
  test.each([
    ['Screwcap', 'screw'],
    ['Diam cork', 'foil'],
    ['Wax over cork', 'wax'],
    ['Glass (Vinolok)', 'stopper'],
    ['', undefined],
    ['Crown seal', undefined],
  ])('closed with %j is drawn with %s', (closure, expected) => {
    expect(bottle({ closure })?.closure).toBe(expected);
  });
});

describe('a mixed case', () => {
  const names = (contents: OfferRecordInput['contents']) => {
    const plan = picturePlan(offer({ category: 'Mixed', isMixed: true, contents }));
    return plan.show === 'mixed' ? plan.bottles.map(({ name }) => name) : undefined;
  };
  test('shows every wine once before any twice', () => {
    expect(names([wine('A', 3), wine('B', 1), wine('C', 2)])).toEqual(['A', 'B', 'C', 'A', 'C', 'A']);
  });
  test('shows twelve at most', () => {
    expect(names([wine('A', 24), wine('B', 24)])).toHaveLength(12);
  });
  test('may keep its contents to itself', () => {
    expect(names([])).toEqual([]);
  });
  test('is known by its contents, too', () => {
    expect(picturePlan(offer({ contents: [wine('A', 6)] })).show).toBe('mixed');
  });
  test('holds bottles even of categories that are none', () => {
    const plan = picturePlan(offer({ category: 'Mixed spirits', contents: [wine('A', 1, 'Mixed'), wine('B', 1, 'Gin')] }));
    expect(plan).toMatchObject({ isSpirit: true, bottles: [{ kind: 'red' }, { kind: 'gin' }] });
  });
});

describe('a gift card', () => {
  test.each([
    ['one market', { AU: { packPrice: 100 } }, '$100'],
    ['cents', { SG: { packPrice: 99.5 } }, '$99.50'],
    ['two markets, one amount', { AU: { packPrice: 150 }, SG: { packPrice: 150 } }, '$150'],
    ['two amounts, so none', { AU: { packPrice: 150 }, SG: { packPrice: 140 } }, ''],
    ['no price', {}, ''],
  ])('%s', (_, prices, amount) => {
    expect(picturePlan(offer({ category: 'Gift card', prices }))).toEqual({ show: 'gift', amount });
  });
});
