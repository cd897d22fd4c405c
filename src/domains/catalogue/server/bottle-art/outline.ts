import { legible } from '#domains/catalogue/model/bottle-art/contrast.ts';
import { n } from '#domains/catalogue/model/bottle-art/markup.ts';
import type { SetText, TextLine } from '#domains/catalogue/model/bottle-art/render-text.ts';
import type { Define } from '#domains/catalogue/model/bottle-art/sheet.ts';
import { type Glyph, GRID, labelFont } from './label-fonts.ts';
import { pack } from './trace-glyph.ts';

type Placed = { glyph: Glyph; at: number };

/** The glyphs of a line with the distance of each from its start, and the line's length, in grid units. */
const place = ({ text, face, track }: TextLine): { glyphs: Placed[]; length: number } => {
  const font = labelFont(face);
  const glyphs: Placed[] = [];
  let at = 0;
  let previous = '';
  for (const char of legible(text)) {
    const glyph = font.glyph(char);
    if (!glyph) continue;
    if (previous !== '') at += font.kern(previous, char) + track * GRID;
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

/** Each glyph is defined once, standing at the top of the circle, and turned to its place. */
const iteration = (line: TextLine, { x, y, radius }: Extract<TextLine['stand'], { on: 'circle' }>, define: Define): string => {
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

/**
 * Text as the outlines of its letters, kerned, for SVG files: inside `<img>` no page font loads.
 * Characters that the faces do not carry are left out. Same line, same bytes.
 */
export const outlinedText: SetText = (line, define) =>
  line.stand.on === 'line' ? straight(line, line.stand) : iteration(line, line.stand, define);
