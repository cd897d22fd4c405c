import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldText, placedParts, wordsOf } from './tokenizer.ts';

describe('folding', () => {
  test.each([
    ['Moët', 'moet'],
    ['CHÂTEAUNEUF', 'chateauneuf'],
    ['Mourve\u0300dre', 'mourvedre'],
    ['Straße', 'strasse'],
    ['Œil de Perdrix', 'oeil de perdrix'],
    ['Grøn', 'gron'],
    ['İzmir', 'izmir'],
    ['赤ワイン', '赤ワイン'],
  ])('%s is %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  test('returns a folded text unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
    );
  });
});

describe('words', () => {
  test.each([
    ['Bin 389, Cabernet/Shiraz', ['bin', '389', 'cabernet', 'shiraz']],
    ["d'Arenberg", ['d+arenberg=darenberg']],
    ['d’Arenberg', ['d+arenberg=darenberg']],
    ['Tempranillo-Merlot', ['tempranillo+merlot=tempranillomerlot']],
    ['S.C. Pannell', ['s+c=sc', 'pannell']],
    ['Xarel·lo', ['xarel+lo=xarello']],
    ["O'", ['o']],
    ['- … ?!', []],
  ])('of %s', (text, words) => {
    expect(wordsOf(text).map(({ parts, joined }) => parts.join('+') + (joined === null ? '' : `=${joined}`))).toEqual(words);
  });

  test('have the same terms with and without positions', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'É', 'ß', "'", '-', ' ', '½', '𝒜', '́') }), (text) => {
        const placed = placedParts(text);
        expect(placed.map((part) => part.text)).toEqual(wordsOf(text).flatMap((word) => word.parts));
        for (const { start, end, text: folded } of placed)
          expect(wordsOf(text.slice(start, end)).flatMap((word) => word.parts)).toEqual([folded]);
      }),
    );
  });

  test('of an ASCII text are the same next to a word that is not ASCII', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(wordsOf(`${text} É`)).toEqual([...wordsOf(text), { parts: ['e'], joined: null }]);
      }),
    );
  });
});
