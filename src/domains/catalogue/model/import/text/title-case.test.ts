import { describe, expect, test } from 'vitest';
import { readableCapitals } from './title-case.ts';

const readable = readableCapitals({
  drop: ['DISCO', 'NO VOR', 'HA'],
  words: { DEKUYPER: 'DeKuyper', ANEJO: 'Añejo', KSBW: 'Kentucky Straight Bourbon Whiskey', YR: 'Year Old' },
});

describe('readableCapitals', () => {
  test.each([
    ['ABSOLUT W/FEVER TREE GINGER BEER', 'Absolut with Fever Tree Ginger Beer'],
    ['MAPLE RYE W/2 SHOT GLASSES', 'Maple Rye with 2 Shot Glasses'],
    ['CROWN W/50ML VANILLA', 'Crown with 50 ml Vanilla'],
    ['GLEN TARN 12YR', 'Glen Tarn 12 Year Old'],
    ['GLEN TARN 18 YR', 'Glen Tarn 18 Year Old'],
    ['HILL VODKA 80PRF', 'Hill Vodka 80 Proof'],
    ['HILL VODKA 1.75L', 'Hill Vodka 1.75 L'],
    ['HA GLEN TARN VSOP DISCO', 'Glen Tarn VSOP'],
    ['GLEN TARN NO VOR', 'Glen Tarn'],
    ['DEKUYPER HOT PEACH', 'DeKuyper Hot Peach'],
    ['CASA GRIS ANEJO', 'Casa Gris Añejo'],
    ['REMUS KSBW', 'Remus Kentucky Straight Bourbon Whiskey'],
    ['MCTAVISH OF THE GLEN', 'McTavish of the Glen'],
    ["FIVE O'CLOCK GIN", "Five O'Clock Gin"],
    ["CHI-CHI'S PINA", "Chi-Chi's Pina"],
    ['THE KING AND THE V', 'The King and the V'],
    ['REPEAL SERIES VIII', 'Repeal Series VIII'],
    ['CEDAR (S.B.C.) & CO', 'Cedar (S.B.C.) & Co'],
    ['RED-EYED "BRIER" RYE', 'Red-Eyed "Brier" Rye'],
    ['W/ GLASS', 'With Glass'],
    ['Already well written', 'Already well written'],
    ['', ''],
  ])('%s', (text, out) => expect(readable(text)).toBe(out));
});
