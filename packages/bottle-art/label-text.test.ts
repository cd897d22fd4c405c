import { describe, expect, test } from 'vitest';
import type { BottleSpec } from './bottle-spec.ts';
import { ageInName, joinParts, labelText, withoutAge } from './label-text.ts';

const spec = (overrides: Partial<BottleSpec>): BottleSpec => ({
  producer: 'Salt & Fallow',
  name: 'Nine Rows',
  vintage: '2023',
  region: 'Mornington',
  kind: 'white',
  varietal: 'Chardonnay',
  ...overrides,
});

describe('the name', () => {
  test.each<[string, Partial<BottleSpec>, string]>([
    ['as it is', {}, 'Nine Rows'],
    ['without the age that stands elsewhere', { kind: 'whisky', name: 'Peated 12 Year Old', age: 12 }, 'Peated'],
    ['the grape if the name cannot be drawn', { name: '純米' }, 'Chardonnay'],
    ['then the producer', { name: '🍷', varietal: '' }, 'Salt & Fallow'],
    ['at last the kind', { name: '🍷', varietal: '', producer: '獺祭', kind: 'rose' }, 'Rosé'],
  ])('%s', (_, overrides, expected) => {
    expect(labelText(spec(overrides)).name).toBe(expected);
  });
});

test.each<[string, Partial<BottleSpec>, string]>([
  ['a letter', {}, 'S'],
  ['not that of "The"', { producer: 'The Quiet Cooper' }, 'Q'],
  ['not that of Château de la', { producer: 'Château de la Tour' }, 'T'],
  ["not that of Domaine de l'", { producer: "Domaine de l'Orme" }, 'O'],
  ['a letter that can be drawn', { producer: 'Štoka' }, 'S'],
  ['a digit', { producer: '7 Hills' }, '7'],
  ['that of the name if the producer has none', { producer: '獺祭' }, 'N'],
])('takes as initial %s', (_, overrides, expected) => {
  expect(labelText(spec(overrides)).initial).toBe(expected);
});

test.each<[string, Partial<BottleSpec>, string, string]>([
  ['vintage and wine bottle', { abv: 13.5 }, '2023', '750 mL   13.5% vol'],
  ['no vintage, no alcohol', { vintage: '' }, '', '750 mL'],
  ['age and spirits bottle', { kind: 'rum', age: 8, vintage: '', abv: 46 }, '8 years', '700 mL   46% vol'],
  ['magnum', { volumeMl: 1500 }, '2023', '1.5 L'],
  ['half bottle', { volumeMl: 375, vintage: 'NV' }, 'NV', '375 mL'],
])('formats year and foot: %s', (_, overrides, year, foot) => {
  expect(labelText(spec(overrides))).toMatchObject({ year, foot });
});

test('joinParts leaves out empty parts', () => {
  expect([joinParts('Yarra', '2020'), joinParts('', '2020'), joinParts('', '')]).toEqual(['Yarra   2020', '2020', '']);
});
test.each([
  ['Peated Cask 12 Year Old', 12, 'Peated Cask'],
  ['First Fill Sherry 15yo', 15, 'First Fill Sherry'],
  ['10-Year-Old Tawny', 10, 'Tawny'],
  ['18 years Reserve', 18, 'Reserve'],
  ['Rhum Vieux 6 ans', 6, 'Rhum Vieux'],
  ['12 Year Old', 12, '12 Year Old'],
  ['Cask No. 7', undefined, 'Cask No. 7'],
  ['1912 Yeastless', undefined, '1912 Yeastless'],
  ['Old Block 2012', undefined, 'Old Block 2012'],
])('finds the age in %s', (name, age, rest) => {
  expect(ageInName(name)).toBe(age);
  expect(withoutAge(name)).toBe(rest);
});
