import { capitals } from './contrast.ts';
import type { LabelBox, LabelLayout } from './label-layout.ts';
import { together } from './label-text.ts';
import { n } from './markup.ts';
import { depthOf, evenLines, setBlock, sizeToFit } from './typeset.ts';

/** The house's first letter, as large as the label allows. */
export const monogram: LabelLayout = ({ w, h, ink, accent, words, pen }) => {
  const m = w / 2;
  const name = setBlock(words.name, { face: 'serif', width: w - 34, height: 56, max: 26, lines: 2 });
  const y = h - 52 - depthOf(name);
  const gap = y - name.size - 62;
  const size = Math.min(sizeToFit(words.initial, 'serif', Math.min(h * 0.66, 236), w * 0.78), gap / 0.74);
  const foot = together(words.region, words.year);
  return {
    draw:
      pen.line(words.producer, { x: m, y: 34, face: 'sans', size: 14, room: w - 40, fill: ink }) +
      pen.line(words.initial, { x: m, y: 46 + gap / 2 + size * 0.35, face: 'serif', size, fill: accent }) +
      pen.block(name, { x: m, y, fill: ink }) +
      pen.line(foot, { x: m, y: h - 25, face: 'sans', size: 12.5, room: w - 36, fill: ink }),
  };
};

/** The vintage or the age as two large figures, one above the other. */
export const year: LabelLayout = ({ w, h, ink, accent, words, pen }) => {
  const m = w / 2;
  const [above, below] = words.age ? [String(words.age), 'yr'] : [words.year.slice(0, 2), words.year.slice(2)];
  const name = setBlock(words.name, { face: 'sans', width: w - 36, height: 46, max: 19, lines: 2, lead: 1.12, min: 13 });
  const nameFoot = h - 40 - depthOf(name);
  const size = sizeToFit('00', 'bold', (nameFoot - name.size - 58) / 1.5, w * 0.7);
  return {
    draw:
      pen.line(words.producer, { x: m, y: 34, face: 'italic', size: 20, room: w - 30, fill: ink }) +
      pen.line(above, { x: m, y: 52 + size * 0.72, face: 'bold', size, fill: accent }) +
      pen.line(below, { x: m, y: 52 + size * 1.48, face: 'bold', size, fill: ink }) +
      pen.block(name, { x: m, y: nameFoot, fill: ink }) +
      pen.line(words.region, { x: m, y: h - 18, face: 'sans', size: 11.5, room: w - 30, track: 0.02, fill: ink }),
  };
};

/** The name in small italics with a flourish, as if written by hand. */
export const script: LabelLayout = ({ w, h, ink, accent, words, pen }) => {
  const name = setBlock(words.name.toLowerCase(), {
    face: 'italic',
    width: w - 42,
    height: h * 0.5,
    max: 56,
    lines: 4,
    lead: 0.98,
    min: 14,
  });
  const y = 58 + name.size * 0.86;
  const under = y + depthOf(name);
  return {
    draw:
      pen.line(words.year, { x: w - 20, y: 36, face: 'sans', size: 13, room: 64, fill: ink, anchor: 'end' }) +
      pen.line(words.region, { x: 20, y: 36, face: 'sans', size: 13, room: w - 96, fill: ink, anchor: 'start' }) +
      pen.block(name, { x: 20, y, fill: accent, anchor: 'start' }) +
      `<path d="M20 ${n(under + 28)}C${n(w * 0.3)} ${n(under + 14)} ${n(w * 0.5)} ${n(under + 40)} ${n(w - 22)} ${n(under + 20)}" fill="none" stroke="${ink}" stroke-width="1.8" stroke-linecap="round"/>` +
      pen.line(words.producer, { x: 20, y: h - 26, face: 'sans', size: 15, room: w - 40, fill: ink, anchor: 'start' }),
  };
};

const posterFoot = ({ w, h, ink, words, pen }: LabelBox): string =>
  pen.rule(17, h - 62, w - 17, ink, 2.4) +
  pen.line(words.producer, { x: 17, y: h - 40, face: 'sans', size: 14, room: w - 98, fill: ink, anchor: 'start' }) +
  pen.line(words.year, { x: w - 17, y: h - 40, face: 'sans', size: 14, room: 58, fill: ink, anchor: 'end' }) +
  pen.line(words.region, { x: 17, y: h - 20, face: 'sans', size: 12, room: w - 34, fill: ink, anchor: 'start' });

type Row = { text: string; size: number };

/** Rows each as wide as the label, at most so tall together as the room; `gap` below each. */
const filledRows = (lines: readonly string[], width: number, room: number, gap: number): Row[] => {
  const rows = lines.map((text) => ({ text, size: sizeToFit(text, 'narrow', 92, width, -0.01) }));
  const tall = rows.reduce((sum, { size }) => sum + size * 0.8, 0);
  const squeeze = Math.min(1, (room - gap * (rows.length - 1)) / tall);
  return rows.map(({ text, size }) => ({ text, size: size * squeeze }));
};

const smallest = (rows: readonly Row[]) => Math.min(...rows.map(({ size }) => size));

/** The name in capitals, each row as wide as the label; a single word runs up its side. */
export const poster: LabelLayout = (box) => {
  const { w, h, ink, accent, words, pen } = box;
  const name = capitals(words.name);
  const settings = [2, 3, 4, 5, 6].map((count) => filledRows(evenLines(name, 'narrow', count), w - 34, h - 92, 8));
  const best = settings.reduce((a, b) => (smallest(b) > smallest(a) ? b : a));
  if (!name.includes(' ') || smallest(best) < 13) {
    const size = Math.max(18, sizeToFit(name, 'narrow', Math.min(w * 0.62, 118), h - 108, -0.02));
    return {
      draw:
        pen.line(name, {
          x: 18 + size * 0.73,
          y: h - 80,
          face: 'narrow',
          size,
          room: h - 104,
          track: -0.02,
          fill: accent,
          anchor: 'start',
          turn: -90,
        }) +
        `<circle cx="${n(w - 34)}" cy="38" r="14" fill="${ink}"/>` +
        posterFoot(box),
    };
  }
  let y = 20;
  const body = best.map(({ text, size }, i) => {
    y += size * 0.73;
    const line = pen.line(text, { x: 17, y, face: 'narrow', size, track: -0.01, fill: i % 2 ? ink : accent, anchor: 'start' });
    y += size * 0.07 + 8;
    return line;
  });
  return { draw: body.join('') + posterFoot(box) };
};
