import { describe, expect, test } from 'vitest';
import { widthOf } from '#domains/catalogue/model/bottle-art/advance.ts';
import { legible } from '#domains/catalogue/model/bottle-art/contrast.ts';
import { TYPEFACES, type Typeface } from '#domains/catalogue/model/bottle-art/typefaces.ts';
import { GRID, labelFont } from './label-fonts.ts';

const LATIN = Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code)).filter((char) => char.trim() !== '');

describe.each(Object.keys(TYPEFACES) as Typeface[])('%s', (face) => {
  const font = labelFont(face);
  test('draws every letter that is called legible, as wide as it is measured', () => {
    const drawn = [...new Set([...LATIN, ...'–—‘’“”•…€−'].map(legible).filter((char) => char.length === 1))];
    expect(drawn.length).toBeGreaterThan(170);
    for (const char of drawn) {
      const glyph = font.glyph(char);
      expect(glyph?.contours.length, char).toBeGreaterThan(0);
      // two Latin-1 letters with accents are a little wider than the letters without
      expect(Math.abs((glyph?.advance ?? 0) / GRID - widthOf(char, face, 1)), char).toBeLessThan(0.09);
    }
  });
  test('ASCII is measured to half a hundredth of an em', () => {
    for (let code = 32; code < 127; code++) {
      const char = String.fromCharCode(code);
      expect(Math.abs((font.glyph(char)?.advance ?? 0) / GRID - widthOf(char, face, 1)), char).toBeLessThan(0.0051);
    }
  });
  test('has no glyph for what it does not carry', () => {
    expect(font.glyph('祭')).toBeUndefined();
  });
  test('brings A and V together', () => {
    expect(font.kern('A', 'V')).toBeLessThan(-0.03 * GRID);
  });
});
