import { describe, expect, test } from 'vitest';
import { brandFinder } from './brand-names.ts';
import { readableCapitals } from './title-case.ts';

describe('brandFinder', () => {
  const find = brandFinder(
    {
      column: 'vendor',
      after: '/',
      cut: ['LLC', 'INC', 'CO', 'COMPANY', 'DISTILLERY'],
      table: { 'RED HOLDING LLC': "Red's" },
      known: { column: 'description', brands: { Whisky: ["OLD TOMS = Old Tom's", 'OLD TOMS RESERVE'], Gin: ['OLD'] } },
    },
    readableCapitals({ drop: [], words: {} }),
  );
  test.each([
    ['known by the first words', 'Old Toms 12 Year Old', 'X LLC', { brand: "Old Tom's", category: 'Whisky', words: 2 }],
    ['the longest of them', 'Old Toms Reserve 12', 'X LLC', { brand: 'Old Toms Reserve', category: 'Whisky', words: 3 }],
    ['apostrophes do not matter', "Old Tom's 12", 'X LLC', { brand: "Old Tom's", category: 'Whisky', words: 2 }],
    ['only whole words', 'Older 12', 'NORTH HILL, INC.', { brand: 'North Hill', category: null, words: 0 }],
    ['the company by the table', 'Sunny Gin', 'Red Holding LLC', { brand: "Red's", category: null, words: 0 }],
    [
      'the trade name after the sign',
      'Sunny Gin',
      'ABC CO, LLC / SUNNY SIDE DISTILLERY',
      { brand: 'Sunny Side', category: null, words: 0 },
    ],
    ['the company in front of the name', 'Sunny Side Gin', 'SUNNY SIDE DISTILLERY LLC', { brand: 'Sunny Side', category: null, words: 2 }],
    ['a name made of such words alone', 'Gin', 'THE COMPANY', { brand: 'The', category: null, words: 0 }],
  ])('%s', (_, name, company, found) => expect(find(name, company)).toMatchObject(found));

  test('leaves the company unchanged without rules', () => {
    const plain = brandFinder({ column: 'winery', cut: [], table: {} }, (text) => text);
    expect(plain('', 'Geh. Rat Dr. Roth')).toEqual({ brand: 'Geh. Rat Dr. Roth', category: null, words: 0, isListed: false });
  });
});
