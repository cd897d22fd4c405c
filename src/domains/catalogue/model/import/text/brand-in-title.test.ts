import { describe, expect, test } from 'vitest';
import { titleSplitter } from './brand-in-title.ts';

const split = titleSplitter({
  at: [' - ', '- '],
  turned: ['Shiraz', 'Rheintal'],
  until: { columns: [], words: ['Shiraz', 'Grand Cru', 'Northshore', 'Valleta'], notAfter: ['Château'] },
});

describe('titleSplitter', () => {
  test.each([
    ['producer, sign, wine', 'Copper Hen - Old Block', [], { brand: 'Copper Hen', rest: 'Old Block' }],
    ['grape, sign, producer', 'Shiraz - Copper Hen', [], { brand: 'Copper Hen', rest: 'Shiraz' }],
    ['the place stays with the wine', 'Shiraz - Copper Hen Northshore', [], { brand: 'Copper Hen', rest: 'Shiraz Northshore' }],
    ['the sign without its space', 'Rheintal- Graf Ost', [], { brand: 'Graf Ost', rest: 'Rheintal' }],
    ['a producer alone', 'Copper Hen', [], { brand: 'Copper Hen', rest: '' }],
    ['until a word', 'Copper Hen Grand Cru Ost', [], { brand: 'Copper Hen', rest: 'Grand Cru Ost' }],
    [
      'until a grape of the row, accents apart',
      'Maison Ost Mourvedre Vieux',
      ['Mourvèdre 80%, Merlot 20%'],
      { brand: 'Maison Ost', rest: 'Mourvedre Vieux' },
    ],
    ['the nearest end counts', 'Maison Ost Barbera Lunghe', ['Barbera', 'Lunghe'], { brand: 'Maison Ost', rest: 'Barbera Lunghe' }],
    ['not at the first word', 'Northshore Hill Shiraz', [], { brand: 'Northshore Hill', rest: 'Shiraz' }],
    ['Château alone is nobody', 'Château Valleta', [], { brand: 'Château Valleta', rest: '' }],
    ['a name that goes on', 'Marchesi di Valleta Shiraz', [], { brand: 'Marchesi di Valleta', rest: 'Shiraz' }],
  ])('%s', (_, title, cells, expected) => expect(split(title, cells)).toEqual(expected));
});
