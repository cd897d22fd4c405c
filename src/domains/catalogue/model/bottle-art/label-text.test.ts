import { describe, expect, test } from 'vitest';
import { labelWords, together } from './label-text.ts';
import type { BottleSpec } from './spec.ts';

const spec = (words: Partial<BottleSpec>): BottleSpec => ({
  producer: 'Salt & Fallow',
  name: 'Nine Rows',
  vintage: '2023',
  region: 'Mornington',
  kind: 'white',
  varietal: 'Chardonnay',
  ...words,
});

describe('the name', () => {
  test.each<[string, Partial<BottleSpec>, string]>([
    ['as it is', {}, 'Nine Rows'],
    ['without the age told elsewhere', { kind: 'whisky', name: 'Peated 12 Year Old', age: 12 }, 'Peated'],
    ['the grape, where no letter of it can be drawn', { name: '純米' }, 'Chardonnay'],
    ['the house next', { name: '🍷', varietal: '' }, 'Salt & Fallow'],
    ['at last the category', { name: '🍷', varietal: '', producer: '獺祭', kind: 'rose' }, 'Rosé'],
  ])('%s', (_, words, expected) => {
    expect(labelWords(spec(words)).name).toBe(expected);
  });
});

test.each<[string, Partial<BottleSpec>, string]>([
  ['a letter', {}, 'S'],
  ['not that of The', { producer: 'The Quiet Cooper' }, 'Q'],
  ['not that of Château de la', { producer: 'Château de la Tour' }, 'T'],
  ["not that of Domaine de l'", { producer: "Domaine de l'Orme" }, 'O'],
  ['one that is drawn', { producer: 'Štoka' }, 'S'],
  ['a figure', { producer: '7 Hills' }, '7'],
  ['of the name where the house has none', { producer: '獺祭' }, 'N'],
])('the initial is %s', (_, words, expected) => {
  expect(labelWords(spec(words)).initial).toBe(expected);
});

test.each<[string, Partial<BottleSpec>, string, string]>([
  ['vintage and wine bottle', { abv: 13.5 }, '2023', '750 mL   13.5% vol'],
  ['no vintage, no alcohol', { vintage: '' }, '', '750 mL'],
  ['age and spirits bottle', { kind: 'rum', age: 8, vintage: '', abv: 46 }, '8 years', '700 mL   46% vol'],
  ['magnum', { volumeMl: 1500 }, '2023', '1.5 L'],
  ['half bottle', { volumeMl: 375, vintage: 'NV' }, 'NV', '375 mL'],
])('year and foot: %s', (_, words, year, foot) => {
  expect(labelWords(spec(words))).toMatchObject({ year, foot });
});

test('together leaves out what is empty', () => {
  expect([together('Yarra', '2020'), together('', '2020'), together('', '')]).toEqual(['Yarra   2020', '2020', '']);
});
