import { describe, expect, test } from 'vitest';
import { toHit } from '#domains/catalogue/model/hit.ts';
import type { OfferRecordInput } from '#domains/catalogue/model/record.ts';
import { offer } from '#tests/fixtures/offers.ts';
import { answersWith, bodyOf, tasteOf } from './questions.ts';
import { preferredOffers, type ShopperHistory } from './ranking.ts';

const hit = (offerId: string, fields: Partial<OfferRecordInput> & { dollars?: number; available?: number } = {}) => {
  const { dollars = 30, available = 50, ...record } = fields;
  return toHit(
    offer({ offerId, brand: `House ${offerId}`, ...record }),
    { packPriceCents: dollars * 1_200, packRrpCents: null, available },
    'v',
  );
};
const EMPTY_COUNTS: ShopperHistory = { bought: [], favourites: [] };

const SHIRAZ = hit('shiraz');
const PINOT = hit('pinot', { varietal: 'Pinot Noir', region: 'Yarra Valley, Victoria' });
const RIESLING = hit('riesling', { category: 'White', varietal: 'Riesling', country: 'Germany', region: 'Mosel' });
const BAROLO = hit('barolo', { varietal: 'Nebbiolo', country: 'Italy', region: 'Piedmont', dollars: 120 });
const DELETED = hit('gone', { available: 0 });
const ALL = [SHIRAZ, PINOT, RIESLING, BAROLO, DELETED];

const ranked = (answers: string[], history: ShopperHistory = EMPTY_COUNTS) =>
  preferredOffers(ALL, tasteOf(answers, 'wine'), history, 'wine');
const ids = (...args: Parameters<typeof ranked>) => ranked(...args).map(({ offer: { offerId } }) => offerId);
const reasons = (...args: Parameters<typeof ranked>) =>
  Object.fromEntries(ranked(...args).map(({ offer: { offerId }, reason }) => [offerId, reason]));

describe('preferred wines [CONT-47]', () => {
  test.each<[string, string, string[], ShopperHistory]>([
    ['without answers the list’s own order counts', 'shiraz', [], EMPTY_COUNTS],
    ['the colour', 'riesling', ['category:White'], EMPTY_COUNTS],
    ['the weight', 'pinot', ['category:Red', 'body:light'], EMPTY_COUNTS],
    ['the country', 'barolo', ['country:Italy'], EMPTY_COUNTS],
    ['the price', 'barolo', ['price:top'], EMPTY_COUNTS],
    ['what was bought', 'pinot', [], { bought: [hit('old', { varietal: 'Pinot Noir' })], favourites: [] }],
    ['what is kept', 'barolo', [], { bought: [], favourites: [hit('old', { varietal: 'Nebbiolo', region: 'Piedmont' })] }],
    ['a surprise is what was not bought', 'pinot', ['mood:surprise'], { bought: [hit('old')], favourites: [] }],
  ])('%s', (_, first, answers, history) => expect(ids(answers, history)[0]).toBe(first));

  test('leave out offers that are sold out, bought or favourites', () => {
    expect(ids([], { bought: [SHIRAZ], favourites: [PINOT] })).toEqual(expect.not.arrayContaining(['gone', 'shiraz', 'pinot']));
  });

  test('show at most two offers of a producer, and at most twelve', () => {
    const many = Array.from({ length: 40 }, (_, index) => hit(`wine-${index}`, { brand: index < 9 ? 'One house' : `House ${index}` }));
    const preferred = preferredOffers(many, tasteOf([], 'wine'), EMPTY_COUNTS, 'wine');
    expect(preferred).toHaveLength(12);
    expect(preferred.filter(({ offer: { brand } }) => brand === 'One house')).toHaveLength(2);
  });
});

describe('reasons [CONT-47]', () => {
  test.each<[string, string, string, string[], ShopperHistory]>([
    ['colour and weight', 'shiraz', 'Because you like full red.', ['category:Red', 'body:full'], EMPTY_COUNTS],
    ['colour and country', 'barolo', 'Because you like red and like wines from Italy.', ['category:Red', 'country:Italy'], EMPTY_COUNTS],
    [
      'what was bought',
      'pinot',
      'Because you have bought Pinot Noir before.',
      [],
      { bought: [hit('old', { varietal: 'Pinot Noir', region: 'Elsewhere' })], favourites: [] },
    ],
    ['nothing known', 'shiraz', 'A good place to start.', [], EMPTY_COUNTS],
  ])('%s', (_, offerId, reason, answers, history) => expect(reasons(answers, history)[offerId]).toBe(reason));
});

describe('answers', () => {
  test('keep only known values, and only the first of a single-choice question', () => {
    expect(tasteOf(['category:Red', 'category:Lava', 'body:full', 'body:light', 'x'], 'wine')).toEqual({
      category: ['Red'],
      body: ['light'],
      country: [],
      price: [],
      mood: [],
    });
  });

  test('of the other site stay unchanged', () => {
    expect(answersWith(['category:Whisky', 'category:Red', 'country:Japan'], 'wine', ['category:White', 'category:Gin'])).toEqual([
      'category:Whisky',
      'country:Japan',
      'category:White',
    ]);
  });

  test.each([
    ['Shiraz', 'full'],
    ['Shiraz blend', 'full'],
    ['Pinot Noir', 'light'],
    ['Grenache', 'middle'],
    ['', 'middle'],
  ])('%s is %s', (varietal, body) => expect(bodyOf({ varietal })).toBe(body));
});
