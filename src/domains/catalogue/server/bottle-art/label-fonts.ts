import { readFileSync } from 'node:fs';
import opentype from 'opentype.js';
import type { Typeface } from '#domains/catalogue/model/bottle-art/typefaces.ts';
import { type Contour, type GlyphStep, traceContour } from './trace-glyph.ts';

/** A glyph in units of a grid of `GRID` to the em. */
export type Glyph = { advance: number; contours: readonly Contour[] };
/** A face by characters: undefined for what it does not carry. `kern` is the space between two neighbours. */
type LabelFont = { glyph: (char: string) => Glyph | undefined; kern: (left: string, right: string) => number };

/** Units to the em: in a text of 12 units a step is 1/13 of a unit, in one of 40 a quarter. Finer is larger files for nothing one can see. */
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

const readFont = (face: Typeface): LabelFont => {
  const file = readFileSync(new URL(`./fonts/${face}.woff`, import.meta.url));
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
      const known = kerns.get(pair);
      if (known !== undefined) return known;
      const kern = font.getKerningValue(font.charToGlyph(left), font.charToGlyph(right)) * scale;
      kerns.set(pair, kern);
      return kern;
    },
  };
};

const fonts = new Map<Typeface, LabelFont>();

/** A label face, read from its file the first time it is asked for. */
export const labelFont = (face: Typeface): LabelFont => {
  const font = fonts.get(face) ?? readFont(face);
  fonts.set(face, font);
  return font;
};
