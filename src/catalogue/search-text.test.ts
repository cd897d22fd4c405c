import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { offer } from '../../dev/testing/offers.ts';
import { fold, searchText, searchWords } from './search-text.ts';

describe('fold', () => {
  test.each([
    ['Moët', 'moet'],
    ['MOET', 'moet'],
    ['Rosé d’Été', 'rose d’ete'],
    ['ﬁno', 'fino'],
    ['', ''],
  ])('%j is %j', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  test('what is folded stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });
});

describe('searchWords', () => {
  test.each([
    { name: 'words', query: 'Old  Block\tShiraz', words: ['old', 'block', 'shiraz'] },
    { name: 'spaces around', query: '  rosé ', words: ['rose'] },
    { name: 'pattern characters are harmless', query: '100% a_b c\\d', words: ['100\\%', 'a\\_b', 'c\\\\d'] },
    { name: 'control characters part words', query: 'red\0wine\u0007', words: ['red', 'wine'] },
    { name: 'at most ten', query: 'a b c d e f g h i j k l', words: [...'abcdefghij'] },
    { name: 'nothing', query: '   ', words: [] },
  ])('$name', ({ query, words }) => {
    expect(searchWords(query)).toEqual(words);
  });

  test('never empty words, spaces or control characters, never an unguarded pattern character', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string()), (query) => {
        const words = searchWords(query);
        expect(words.length).toBeLessThanOrEqual(10);
        for (const word of words) {
          expect(word).toMatch(/^[^\s\p{Cc}]+$/u);
          expect(word.replace(/\\[\\%_]/g, '')).not.toMatch(/[\\%_]/);
        }
      }),
    );
  });
});

describe('searchText', () => {
  const given = offer({ brand: 'Maison Rosé', tags: ['Buyer’s pick', 'Vegan'], offerStyle: 'Full bodied' });

  test.each([
    'Maison Rosé',
    'Old Block Shiraz',
    '2021',
    'Red',
    'Shiraz',
    'Barossa Valley, South Australia',
    'Australia',
    'Full bodied',
    'Vegan',
  ])('an offer is found by %s', (words) => {
    for (const word of fold(words).split(' ')) expect(searchText(given)).toContain(word);
  });

  test('and not by what it does not say', () => {
    for (const word of searchWords('riesling gin')) expect(searchText(given)).not.toContain(word);
  });
});
