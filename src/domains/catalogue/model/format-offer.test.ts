import { describe, expect, test } from 'vitest';
import { formatOrigin, formatPack, formatVolume, fullName, signalOf, standardDrinks } from './format-offer.ts';

const wine = { name: 'Old Block Shiraz', vintage: '2021', isSpirit: false, isMixed: false, offerVariant: '' };

describe('fullName', () => {
  test.each([
    { name: 'a wine carries its vintage', offer: wine, expected: 'Old Block Shiraz 2021' },
    { name: 'non-vintage', offer: { ...wine, vintage: 'NV' }, expected: 'Old Block Shiraz NV' },
    {
      name: 'a spirit carries its age',
      offer: { ...wine, name: 'Peated Cask', vintage: '', isSpirit: true, offerVariant: '12 years' },
      expected: 'Peated Cask 12 Year Old',
    },
    {
      name: 'a botanical is no age',
      offer: { ...wine, name: 'Dry Gin', vintage: '', isSpirit: true, offerVariant: 'Nine botanicals' },
      expected: 'Dry Gin',
    },
    {
      name: 'a tasting pack has no vintage',
      offer: { ...wine, name: 'Four drams', vintage: '', isSpirit: true, isMixed: true, offerVariant: '4 years' },
      expected: 'Four drams',
    },
  ])('$name', ({ offer, expected }) => {
    expect(fullName(offer)).toBe(expected);
  });
});

describe('packWords', () => {
  test.each([
    { name: 'a dozen', offer: { category: 'Red', packSize: 12, bottleMl: 750 }, expected: 'Case of 12' },
    { name: 'miniatures', offer: { category: 'Mixed spirits', packSize: 4, bottleMl: 100 }, expected: 'Pack of 4' },
    { name: 'a tasting pack of full bottles', offer: { category: 'Mixed spirits', packSize: 3, bottleMl: 700 }, expected: 'Pack of 3' },
    { name: 'a single bottle shows its size', offer: { category: 'Whisky', packSize: 1, bottleMl: 700 }, expected: '700 mL' },
    { name: 'a gift card', offer: { category: 'Gift card', packSize: 1, bottleMl: 750 }, expected: 'Sent by email' },
  ] as const)('$name', ({ offer, expected }) => {
    expect(formatPack(offer)).toBe(expected);
  });
});

test.each([
  [750, '750 mL'],
  [1_000, '1 L'],
  [1_500, '1.5 L'],
  [375, '375 mL'],
])('formats %i mL as %s', (ml, expected) => {
  expect(formatVolume(ml)).toBe(expected);
});

describe('signalOf', () => {
  const plain = {
    category: 'Red',
    packSize: 12,
    bottleMl: 750,
    inventoryStatus: 'AVAILABLE',
    casesLeft: null,
    specialAccess: false,
    orderQuantityMaximum: 0,
    endsAt: null,
  } as const;
  test.each([
    { name: 'nothing to say', offer: plain, expected: null },
    {
      name: 'sold out beats everything',
      offer: { ...plain, inventoryStatus: 'SOLD_OUT', specialAccess: true },
      expected: { label: 'Sold out', isAlert: false },
    },
    { name: 'few cases', offer: { ...plain, casesLeft: 8 }, expected: { label: 'Last 8 cases', isAlert: true } },
    { name: 'the last one', offer: { ...plain, casesLeft: 1 }, expected: { label: 'Last case', isAlert: true } },
    { name: 'few bottles', offer: { ...plain, packSize: 1, casesLeft: 9 }, expected: { label: 'Last 9 bottles', isAlert: true } },
    {
      name: 'members',
      offer: { ...plain, specialAccess: true, orderQuantityMaximum: 1 },
      expected: { label: 'Members only', isAlert: false },
    },
    {
      name: 'the last day of its sale, where it is sold',
      offer: { ...plain, endsAt: '2026-09-30T14:00:00Z', orderQuantityMaximum: 1 },
      expected: { label: 'Ends 30 Sep', isAlert: false, endsAt: '2026-09-30T14:00:00Z' },
    },
    { name: 'a limit of one', offer: { ...plain, orderQuantityMaximum: 1 }, expected: { label: 'One case each', isAlert: false } },
    { name: 'a limit of two is left to the page', offer: { ...plain, orderQuantityMaximum: 2 }, expected: null },
    { name: 'not here yet', offer: { ...plain, inventoryStatus: 'PRESELLING' }, expected: { label: 'Arriving soon', isAlert: false } },
  ] as const)('$name', ({ offer, expected }) => {
    expect(signalOf(offer, 'AU')).toEqual(expected);
  });
});

test.each([
  { ml: 750, percent: 14.2, drinks: 8.4 },
  { ml: 700, percent: 46, drinks: 25.4 },
  { ml: 750, percent: 0, drinks: 0 },
])('counts $drinks standard drinks in $ml mL at $percent %', ({ ml, percent, drinks }) => {
  expect(standardDrinks(ml, percent)).toBe(drinks);
});

describe('placeWords', () => {
  const nowhere = { isMixed: false, region: '', country: '', offerStyle: '', category: 'Red' } as const;
  test.each([
    { name: 'a region', offer: { ...nowhere, region: 'Barossa Valley', country: 'Australia' }, expected: 'Barossa Valley' },
    { name: 'a country', offer: { ...nowhere, country: 'Italy' }, expected: 'Italy' },
    {
      name: 'a mixed case',
      offer: { ...nowhere, isMixed: true, country: 'Australia', offerStyle: 'Winter reds' },
      expected: 'Winter reds',
    },
    { name: 'nothing but the category', offer: nowhere, expected: 'Red' },
  ])('$name', ({ offer, expected }) => {
    expect(formatOrigin(offer)).toBe(expected);
  });
});
