import { type Glyph, GRID, labelFont } from './label-fonts.ts';
import { legible } from './legible.ts';
import { type Define, n } from './svg.ts';
import type { RenderText, TextLine } from './text-line.ts';
import { pack } from './trace-glyph.ts';

type Placed = { glyph: Glyph; at: number };

/** Positions the glyphs of a line. Distances from the start and the length are in grid units. */
const place = ({ text, typeface, letterSpacing }: TextLine): { glyphs: Placed[]; length: number } => {
  const font = labelFont(typeface);
  const glyphs: Placed[] = [];
  let at = 0;
  let previous = '';
  for (const char of legible(text)) {
    const glyph = font.glyph(char);
    if (!glyph) continue;
    if (previous !== '') at += font.kern(previous, char) + letterSpacing * GRID;
    glyphs.push({ glyph, at });
    at += glyph.advance;
    previous = char;
  }
  return { glyphs, length: at };
};

const scaleOf = (line: TextLine): string => String(Number((line.size / GRID).toPrecision(4)));

const straight = (line: TextLine, stand: Extract<TextLine['stand'], { on: 'line' }>): string => {
  const { glyphs, length } = place(line);
  const from = stand.anchor === 'start' ? 0 : stand.anchor === 'middle' ? -length / 2 : -length;
  let [x, y] = [0, 0];
  let d = '';
  for (const { glyph, at } of glyphs) {
    const origin = Math.round(from + at);
    for (const contour of glyph.contours) {
      d += `m${pack(origin + contour.x - x, contour.y - y)}${contour.d}`;
      [x, y] = [origin + contour.x, contour.y];
    }
  }
  if (d === '') return '';
  const turn = stand.turn === 0 ? '' : `rotate(${stand.turn})`;
  return `<path transform="translate(${n(stand.x)} ${n(stand.y)})${turn}scale(${scaleOf(line)})" fill="${line.fill}" d="${d}"/>`;
};

/** Draws text on a circle: each glyph is defined once at the top and rotated to its place. */
const onCircle = (line: TextLine, { x, y, radius }: Extract<TextLine['stand'], { on: 'circle' }>, define: Define): string => {
  const { glyphs, length } = place(line);
  const r = Math.round((radius * GRID) / line.size);
  const uses = glyphs.map(({ glyph, at }) => {
    if (glyph.contours.length === 0) return '';
    const half = Math.round(glyph.advance / 2);
    const d = glyph.contours.map((contour) => `M${pack(contour.x - half, contour.y - r)}${contour.d}`).join('');
    const id = define((name) => `<path id="${name}" d="${d}"/>`);
    const turn = ((at + glyph.advance / 2 - length / 2) / r) * (180 / Math.PI);
    return `<use href="#${id}" transform="rotate(${n(turn)})"/>`;
  });
  const drawn = uses.join('');
  return drawn === '' ? '' : `<g transform="translate(${n(x)} ${n(y)})scale(${scaleOf(line)})" fill="${line.fill}">${drawn}</g>`;
};

/** Draws text as kerned glyph outlines, because an SVG file in `<img>` cannot use the fonts of the page. */
export const outlinedText: RenderText = (line, define) =>
  line.stand.on === 'line' ? straight(line, line.stand) : onCircle(line, line.stand, define);
