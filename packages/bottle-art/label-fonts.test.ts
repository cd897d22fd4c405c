import { describe, expect, test } from 'vitest';
import { GRID, labelFont } from './label-fonts.ts';
import { legible } from './legible.ts';
import { TYPEFACES, widthOf } from './typefaces.ts';

const LATIN = Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code)).filter((char) => char.trim() !== '');

describe.each(TYPEFACES)('%s', (typeface) => {
  const font = labelFont(typeface);
  test('has a glyph of the measured width for every legible character', () => {
    const drawn = [...new Set([...LATIN, ...'–—‘’“”•…€−'].map(legible).filter((char) => char.length === 1))];
    expect(drawn.length).toBeGreaterThan(170);
    for (const char of drawn) {
      const glyph = font.glyph(char);
      expect(glyph?.contours.length, char).toBeGreaterThan(0);
      // Two accented letters of Latin-1 are a little wider than the letters without accents.
      expect(Math.abs((glyph?.advance ?? 0) / GRID - widthOf(char, typeface, 1)), char).toBeLessThan(0.09);
    }
  });
  test('measures ASCII to half a hundredth of an em', () => {
    for (let code = 32; code < 127; code++) {
      const char = String.fromCharCode(code);
      expect(Math.abs((font.glyph(char)?.advance ?? 0) / GRID - widthOf(char, typeface, 1)), char).toBeLessThan(0.0051);
    }
  });
  test('has no glyph for characters of other scripts', () => {
    expect(font.glyph('祭')).toBeUndefined();
  });
  test('kerns A and V', () => {
    expect(font.kern('A', 'V')).toBeLessThan(-0.03 * GRID);
  });
});
