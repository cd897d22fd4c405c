import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanText, fold, paragraphs, shorten, slug } from './normalize-text.ts';

describe('cleanText', () => {
  test.each([
    ['nothing to do', 'Quinta dos Avidagos', 'Quinta dos Avidagos'],
    ['doubled spaces', 'Vulkà Bianco  (Etna) ', 'Vulkà Bianco (Etna)'],
    ['no-break and thin spaces', '\u00a0Mas\u00a0 La\u202fPlana\u2009', 'Mas La Plana'],
    ['line ends and tabs inside a cell', 'One\r\ntwo\tthree', 'One two three'],
    ['invisible signs', 'Ri\u200bes\u00adling\u0000\ufeff', 'Riesling'],
    ['accents kept and composed', 'Rose\u0301', 'Rosé'],
    ['mojibake', 'GewÃ¼rztraminer', 'Gewürztraminer'],
    ['only spaces', ' \u00a0\u3000 ', ''],
  ])('%s', (_, raw, clean) => expect(cleanText(raw)).toBe(clean));

  test('is idempotent', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => cleanText(cleanText(text)) === cleanText(text)));
  });
});

describe('fold', () => {
  test.each([
    ['accents and capitals', 'CHÂTEAU d’Yquem', "chateau d'yquem"],
    ['letters that do not decompose', 'Straße Søren Łódź Œuvre', 'strasse soren lodz oeuvre'],
    ['dashes', 'Pouilly–Fuissé', 'pouilly-fuisse'],
  ])('%s', (_, text, folded) => expect(fold(text)).toBe(folded));
});

describe('slug', () => {
  test.each([
    ['words', "Château d'Yquem 2005 (Sauternes)", 60, 'chateau-dyquem-2005-sauternes'],
    ['cut between words', 'one two three four', 9, 'one-two'],
    ['one long word is cut anywhere', 'abcdefghijkl', 5, 'abcde'],
    ['nothing of the alphabet', '葡萄酒', 20, ''],
  ])('%s', (_, text, max, out) => expect(slug(text, max)).toBe(out));
});

test('cuts between words and never beyond the maximum', () => {
  expect(shorten('Grand vin de Bordeaux', 30)).toBe('Grand vin de Bordeaux');
  expect(shorten('Grand vin de Bordeaux', 14)).toBe('Grand vin de…');
  fc.assert(fc.property(fc.string(), fc.integer({ min: 2, max: 40 }), (text, max) => shorten(text, max).length <= max));
});

describe('paragraphs', () => {
  test.each([
    ['short prose is one', 'One. Two.', 40, ['One. Two.']],
    ['cut after a sentence', 'First sentence here. Second sentence here.', 30, ['First sentence here.', 'Second sentence here.']],
    ['cut between words without a sentence', 'alpha beta gamma delta', 12, ['alpha beta', 'gamma delta']],
    ['nothing', '', 40, []],
  ])('%s', (_, text, max, out) => expect(paragraphs(text, max, 6)).toEqual(out));

  test('returns at most the maximum number of paragraphs, the last one shortened', () => {
    const out = paragraphs('word '.repeat(100).trim(), 20, 3);
    expect(out).toHaveLength(3);
    expect(out.at(-1)).toMatch(/…$/);
    expect(out.every((one) => one.length <= 20)).toBe(true);
  });
});
