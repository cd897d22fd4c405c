import { describe, expect, test } from 'vitest';
import { findBottleSize } from '#domains/catalogue/model/import/price/bottle-size.ts';
import { withoutBracket } from './wine-name.ts';

describe('withoutBracket', () => {
  test.each([
    ['the region', 'Tinto Reserva (Douro)', ['Douro'], 'Tinto Reserva'],
    ['the region without accents', 'Red (Rias Baixas)', ['Rías Baixas'], 'Red'],
    ['a bracket in the bracket', 'Muscat (Shenandoah Valley (CA))', ['Shenandoah Valley (CA)'], 'Muscat'],
    ['another bracket stays', 'Doctor (Erben Roth)', ['Mosel'], 'Doctor (Erben Roth)'],
    ['nothing else', '(Douro)', ['Douro'], ''],
    ['no bracket', 'Barolo', ['Barolo'], 'Barolo'],
    ['an empty region says nothing', 'Red ()', [''], 'Red ()'],
    ['an opening that is missing', 'Red Douro)', ['Douro'], 'Red Douro)'],
  ])('%s', (_, title, values, out) => expect(withoutBracket(title, values)).toBe(out));
});

describe('findBottleSize', () => {
  test.each([
    ['millilitres', 'Eiswein 375ml Riesling', 375, 'Eiswein Riesling'],
    ['with a dash before', 'Botrytis - 375 ml', 375, 'Botrytis'],
    ['litres in words', "Carte d'Or Brut 1.5 liters", 1500, "Carte d'Or Brut"],
    ['a comma for decimals', 'Brut 1,5 L', 1500, 'Brut'],
    ['centilitres', 'Port 50cl', 500, 'Port'],
  ])('%s', (_, text, bottleMl, rest) => expect(findBottleSize(text)).toEqual({ bottleMl, rest }));

  test.each([
    ['no unit', 'Lot 375 Red'],
    ['a word that begins so', '3 Lions Red'],
    ['too large for a bottle', '225 L barrel'],
    ['nothing', ''],
  ])('%s', (_, text) => expect(findBottleSize(text)).toBeNull());
});
