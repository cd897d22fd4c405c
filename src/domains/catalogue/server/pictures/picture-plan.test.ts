import { describe, expect, test } from 'vitest';
import { type OfferRecordInput, offerRecord } from '#domains/catalogue/model/record.ts';
import { picturePlan, pictureVersion } from './picture-plan.ts';

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

describe('bottle', () => {
  test('has the text of the offer', () => {
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
  test('has the style of the offer', () => {
    expect(bottle({ bottle: { shape: 'burgundy', layout: 'seal', palette: 'teal' } })).toMatchObject({
      shape: 'burgundy',
      layout: 'seal',
      palette: 'teal',
    });
  });
  test('shows the country if there is no region', () => {
    expect(bottle({ region: '' })?.region).toBe('Australia');
  });
  test.each([
    ['Whisky', 12],
    ['Fortified', 12],
    ['Red', undefined],
  ] as const)('shows the age of %s as %s', (category, age) => {
    expect(bottle({ category, name: 'Reserve 12 Year Old' })?.age).toBe(age);
  });
  test.each([
    ['Screwcap', 'screw'],
    ['Diam cork', 'foil'],
    ['Wax over cork', 'wax'],
    ['Glass (Vinolok)', 'stopper'],
    ['', undefined],
    ['Crown seal', undefined],
  ])('draws the closure %j as %s', (closure, expected) => {
    expect(bottle({ closure })?.closure).toBe(expected);
  });
});

describe('mixed case', () => {
  const names = (contents: OfferRecordInput['contents']) => {
    const plan = picturePlan(offer({ category: 'Mixed', isMixed: true, contents }));
    return plan.show === 'mixed' ? plan.bottles.map(({ name }) => name) : undefined;
  };
  test('shows every wine once before any twice', () => {
    expect(names([wine('A', 3), wine('B', 1), wine('C', 2)])).toEqual(['A', 'B', 'C', 'A', 'C', 'A']);
  });
  test('shows at most twelve', () => {
    expect(names([wine('A', 24), wine('B', 24)])).toHaveLength(12);
  });
  test('can lack a list of contents', () => {
    expect(names([])).toEqual([]);
  });
  test('is any offer with contents', () => {
    expect(picturePlan(offer({ contents: [wine('A', 6)] })).show).toBe('mixed');
  });
  test('shows contents of the category Mixed as bottles', () => {
    const plan = picturePlan(offer({ category: 'Mixed spirits', contents: [wine('A', 1, 'Mixed'), wine('B', 1, 'Gin')] }));
    expect(plan).toMatchObject({ isSpirit: true, bottles: [{ kind: 'red' }, { kind: 'gin' }] });
  });
});

describe('gift card', () => {
  test.each([
    ['one market', { AU: { packPrice: 100 } }, '$100'],
    ['cents', { SG: { packPrice: 99.5 } }, '$99.50'],
    ['two markets, one amount', { AU: { packPrice: 150 }, SG: { packPrice: 150 } }, '$150'],
    ['no amount if the markets differ', { AU: { packPrice: 150 }, SG: { packPrice: 140 } }, ''],
    ['no price', {}, ''],
  ])('%s', (_, prices, amount) => {
    expect(picturePlan(offer({ category: 'Gift card', prices }))).toEqual({ show: 'gift', amount });
  });
});

const version = (change: Partial<OfferRecordInput> = {}) => pictureVersion(offer({ closure: '', ...change }));

test('has a version of 14 letters and digits, the same for the same offer', () => {
  expect(version()).toMatch(/^[0-9a-z]{14}$/);
  expect(version()).toBe(version());
});

describe('version changes with', () => {
  test.each<[string, Partial<OfferRecordInput>]>([
    ['brand', { brand: 'Wirrabeen' }],
    ['name', { name: 'Old Block' }],
    ['vintage', { vintage: '2020' }],
    ['category', { category: 'White' }],
    ['region', { region: 'Clare Valley' }],
    ['varietal', { varietal: 'Syrah' }],
    ['bottles in a case', { packSize: 6 }],
    ['size of the bottle', { bottleMl: 375 }],
    ['alcohol', { alcoholPercent: 14 }],
    ['closure', { closure: 'Wax' }],
    ['style', { bottle: { layout: 'seal' } }],
    ['contents', { contents: [{ brand: 'A', name: 'B', category: 'Red', quantity: 1 }] }],
  ])('%s', (_, change) => {
    expect(version(change)).not.toBe(version());
  });
  test('the amount of a gift card', () => {
    const card = (packPrice: number) => version({ category: 'Gift card', prices: { AU: { packPrice } } });
    expect(card(100)).not.toBe(card(150));
  });
});

describe('version does not change with', () => {
  test.each<[string, Partial<OfferRecordInput>]>([
    ['price of a bottle', { prices: { AU: { packPrice: 99 } } }],
    ['story', { story: ['A hill.'] }],
    ['stock number', { sku: 'X' }],
    ['the part of the region that is not printed', { region: 'Barossa Valley, SA' }],
  ])('%s', (_, change) => {
    expect(version(change)).toBe(version());
  });
});
