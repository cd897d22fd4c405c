import { describe, expect, test } from 'vitest';
import { capitals, legible } from './legible.ts';

describe('legible', () => {
  test.each([
    ['plain words', 'Old Block Shiraz', 'Old Block Shiraz'],
    ['Latin-1 accents', 'Château Pévère Grüner', 'Château Pévère Grüner'],
    ['accents apart from their letters', 'Pe\u0301ve\u0300re', 'Pévère'],
    ['accents beyond Latin-1', 'Furmint Szőlő, Škrlet, Ğüneş', 'Furmint Szolo, Skrlet, Günes'],
    ['letters Unicode keeps whole', 'Łódź Đakovo', 'Lódz Dakovo'],
    ['ligatures and numerals', 'ﬁno Ⅻ', 'fino XII'],
    ['full width', 'ＳＡＫＥ', 'SAKE'],
    ['emoji left out', 'Rosé 🍷 all day', 'Rosé all day'],
    ['another script left out', '獺祭 Dassai 45', 'Dassai 45'],
    ['nothing that can be drawn', '純米大吟醸', ''],
    ['spaces of every kind', ' a\t\u00a0 b\n', 'a b'],
    ['typographic quotes', '‘n’ “m” „k‟', '‘n’ “m” “k'],
  ])('%s', (_, text, expected) => {
    expect(legible(text)).toBe(expected);
  });
});

test.each([
  ['ÿ becomes a capital that can be drawn', 'Aÿ', 'AY'],
  ['ß', 'Groß', 'GROSS'],
])('capitals: %s', (_, text, expected) => {
  expect(capitals(text)).toBe(expected);
});
