import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createHighlighter } from './highlight.ts';
import { planQuery } from './query-plan.ts';
import { compileSynonyms } from './synonyms.ts';

const synonyms = compileSynonyms({
  same: [
    ['shiraz', 'syrah'],
    ['cabernet sauvignon', 'cab sav'],
  ],
  oneWay: [],
  optional: [],
});
const highlight = (query: string, text: string, typos = false) =>
  createHighlighter(planQuery(query, { prefix: 'last', synonyms }), { preTag: '<em>', postTag: '</em>', typos })(text);

describe('a highlight', () => {
  test.each([
    ['whole words', 'barossa shiraz', 'Barossa Shiraz', '<em>Barossa</em> <em>Shiraz</em>', 'full'],
    ['the typed start of a word', 'pen', 'Penfolds', '<em>Pen</em>folds', 'full'],
    ['folded letters', 'moet', 'Moët & Chandon', '<em>Moët</em> & Chandon', 'full'],
    ['a start that ends in a mark', 'moe', 'Moe\u0308t', '<em>Moe\u0308</em>t', 'full'],
    ['some of the words', 'barossa shiraz', 'Eden Valley Shiraz', 'Eden Valley <em>Shiraz</em>', 'partial'],
    ['a synonym', 'syrah', 'Old Vine Shiraz', 'Old Vine <em>Shiraz</em>', 'full'],
    ['a word typed as one', 'darenberg', "d'Arenberg", "<em>d</em>'<em>Arenberg</em>", 'full'],
    ['nothing', 'riesling', 'Shiraz', 'Shiraz', 'none'],
    ['no query', '', 'Shiraz', 'Shiraz', 'none'],
  ])('marks %s', (_, query, text, value, matchLevel) => {
    expect(highlight(query, text)).toMatchObject({ value, matchLevel });
  });

  test('marks words with a typo only when the answer allowed typos', () => {
    expect(highlight('rieslnig', 'Riesling').value).toBe('Riesling');
    expect(highlight('rieslnig', 'Riesling', true)).toEqual({
      value: '<em>Riesling</em>',
      matchLevel: 'full',
      matchedWords: ['rieslnig'],
      fullyHighlighted: true,
    });
  });

  test('says which typed words matched and whether all of the text is marked', () => {
    expect(highlight('cab sav', 'Cabernet Sauvignon')).toMatchObject({ matchedWords: ['cab', 'sav'], fullyHighlighted: true });
    expect(highlight('red shiraz', 'Old Shiraz')).toMatchObject({ matchedWords: ['shiraz'], fullyHighlighted: false });
  });

  test('of an ASCII text is the same next to a word that is not ASCII', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'B', '1', "'", '-', '.', ' ', '<') });
    fc.assert(
      fc.property(text, text, fc.boolean(), (query, searched, typos) => {
        expect(highlight(query, `${searched} É`, typos).value).toBe(`${highlight(query, searched, typos).value} É`);
      }),
    );
  });
});
