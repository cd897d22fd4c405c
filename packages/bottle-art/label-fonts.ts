import { readFileSync } from 'node:fs';
import opentype from 'opentype.js';
import { type Contour, type GlyphStep, traceContour } from './trace-glyph.ts';
import type { Typeface } from './typefaces.ts';

/** A glyph in units of a grid of `GRID` to the em. */
export type Glyph = { advance: number; contours: readonly Contour[] };
/** The glyphs of a typeface, undefined for characters it lacks, and the kerning between two characters. */
type LabelFont = { glyph: (char: string) => Glyph | undefined; kern: (left: string, right: string) => number };

/**
 * Grid units per em. Text of size 12 is precise to 1/13 unit, of size 40 to 1/4. A finer grid makes files larger without a visible
 * difference.
 */
export const GRID = 160;

const contoursOf = (path: opentype.Path, scale: number): Contour[] => {
  const contours: { start: readonly [number, number]; steps: GlyphStep[] }[] = [];
  for (const c of path.commands) {
    if (c.type === 'M') contours.push({ start: [c.x * scale, -c.y * scale], steps: [] });
    else if (c.type === 'L') contours.at(-1)?.steps.push({ to: [c.x * scale, -c.y * scale] });
    else if (c.type === 'Q') contours.at(-1)?.steps.push({ control: [c.x1 * scale, -c.y1 * scale], to: [c.x * scale, -c.y * scale] });
  }
  return contours.map(({ start, steps }) => traceContour(start, steps));
};

const readFont = (typeface: Typeface): LabelFont => {
  const file = readFileSync(new URL(`./fonts/${typeface}.woff`, import.meta.url));
  const font = opentype.parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
  const scale = GRID / font.unitsPerEm;
  const glyphs = new Map<string, Glyph | undefined>();
  const kerns = new Map<string, number>();
  return {
    glyph: (char) => {
      if (!glyphs.has(char)) {
        const { index, path, advanceWidth } = font.charToGlyph(char);
        glyphs.set(char, index === 0 ? undefined : { advance: (advanceWidth ?? 0) * scale, contours: contoursOf(path, scale) });
      }
      return glyphs.get(char);
    },
    kern: (left, right) => {
      const pair = left + right;
      const cached = kerns.get(pair);
      if (cached !== undefined) return cached;
      const kern = font.getKerningValue(font.charToGlyph(left), font.charToGlyph(right)) * scale;
      kerns.set(pair, kern);
      return kern;
    },
  };
};

const fonts = new Map<Typeface, LabelFont>();

/** Returns a typeface. Reads its file on first use. */
export const labelFont = (typeface: Typeface): LabelFont => {
  const font = fonts.get(typeface) ?? readFont(typeface);
  fonts.set(typeface, font);
  return font;
};
