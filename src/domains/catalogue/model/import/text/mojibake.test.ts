import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixMojibake } from './mojibake.ts';

/** Returns UTF-8 bytes decoded as Latin-1. */
const garbled = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

describe('mendMojibake', () => {
  test.each([
    ['a small letter', 'RosÃ©', 'Rosé'],
    ['several words', 'ChÃ¢teau MontÃ©lÃ©na', 'Château Montéléna'],
    ['after a capital', 'CÃ´tes de Provence', 'Côtes de Provence'],
    ['typographic signs of Windows-1252', 'Oâ€™Keefe â€“ â€œReserveâ€\u009d', 'O’Keefe – “Reserve”'],
    ['a no-break space', 'BrutÂ\u00a0RosÃ©', 'Brut\u00a0Rosé'],
    ['beside good signs that are no letters', 'L’EtÃ©\u00a0½', 'L’Eté\u00a0½'],
    ['a capital before an apostrophe', 'CAFÉ’S', 'CAFÉ’S'],
    ['signs that would make a control', 'PÂ’T', 'PÂ’T'],
    ['signs that would make another script', 'è’–', 'è’–'],
    ['twice garbled', garbled(garbled('Grüner')), 'Grüner'],
    ['plain text', 'Cabernet Sauvignon', 'Cabernet Sauvignon'],
    ['good accents', 'Pouilly-Fuissé', 'Pouilly-Fuissé'],
    ['capitals that look alike', 'CHÂTEAU DE SÃO JOÃO', 'CHÂTEAU DE SÃO JOÃO'],
    ['capital ã before a no-break space', 'IRMÃ\u00a0SUL', 'IRMÃ\u00a0SUL'],
    ['half good and half garbled is not certain', 'Rosé RosÃ©', 'Rosé RosÃ©'],
    ['letters beyond Windows-1252', 'Őrség Ã©', 'Őrség Ã©'],
    ['an overlong sequence', 'À\u0080', 'À\u0080'],
    ['a sequence that is cut', 'RosÃ', 'RosÃ'],
  ])('%s', (_, text, fixed) => expect(fixMojibake(text)).toBe(fixed));

  test('restores garbled text and leaves other text unchanged', () => {
    const words = fc.stringMatching(/^[a-z]{0,5}[àâäçéèêëíïñóôöúüßšž’–]{1,3}[a-z]{0,5}$/);
    fc.assert(
      fc.property(words, (text) => {
        expect(fixMojibake(text)).toBe(text);
        expect(fixMojibake(garbled(text))).toBe(text);
      }),
    );
  });
});
