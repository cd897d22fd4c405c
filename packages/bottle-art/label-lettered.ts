import type { LabelBox, LabelLayout } from './label-renderer.ts';
import { joinParts } from './label-text.ts';
import { capitals } from './legible.ts';
import { n } from './svg.ts';
import { depthOf, evenLines, setBlock, sizeToFit } from './typeset.ts';

/** The initial of the producer, as large as the label allows. */
export const monogram: LabelLayout = ({ w, h, ink, accent, text, renderer }) => {
  const m = w / 2;
  const name = setBlock(text.name, { typeface: 'serif', width: w - 34, height: 56, max: 26, lines: 2 });
  const y = h - 52 - depthOf(name);
  const gap = y - name.size - 62;
  const size = Math.min(sizeToFit(text.initial, 'serif', Math.min(h * 0.66, 236), w * 0.78), gap / 0.74);
  const foot = joinParts(text.region, text.year);
  return {
    draw:
      renderer.line(text.producer, { x: m, y: 34, typeface: 'sans', size: 14, maxWidth: w - 40, fill: ink }) +
      renderer.line(text.initial, { x: m, y: 46 + gap / 2 + size * 0.35, typeface: 'serif', size, fill: accent }) +
      renderer.block(name, { x: m, y, fill: ink }) +
      renderer.line(foot, { x: m, y: h - 25, typeface: 'sans', size: 12.5, maxWidth: w - 36, fill: ink }),
  };
};

/** The vintage or the age as two large figures, one above the other. */
export const year: LabelLayout = ({ w, h, ink, accent, text, renderer }) => {
  const m = w / 2;
  const [above, below] = text.age ? [String(text.age), 'yr'] : [text.year.slice(0, 2), text.year.slice(2)];
  const name = setBlock(text.name, { typeface: 'sans', width: w - 36, height: 46, max: 19, lines: 2, lineHeight: 1.12, min: 13 });
  const nameFoot = h - 40 - depthOf(name);
  const size = sizeToFit('00', 'bold', (nameFoot - name.size - 58) / 1.5, w * 0.7);
  return {
    draw:
      renderer.line(text.producer, { x: m, y: 34, typeface: 'italic', size: 20, maxWidth: w - 30, fill: ink }) +
      renderer.line(above, { x: m, y: 52 + size * 0.72, typeface: 'bold', size, fill: accent }) +
      renderer.line(below, { x: m, y: 52 + size * 1.48, typeface: 'bold', size, fill: ink }) +
      renderer.block(name, { x: m, y: nameFoot, fill: ink }) +
      renderer.line(text.region, { x: m, y: h - 18, typeface: 'sans', size: 11.5, maxWidth: w - 30, letterSpacing: 0.02, fill: ink }),
  };
};

/** The name in small italics with a flourish, as if written by hand. */
export const script: LabelLayout = ({ w, h, ink, accent, text, renderer }) => {
  const name = setBlock(text.name.toLowerCase(), {
    typeface: 'italic',
    width: w - 42,
    height: h * 0.5,
    max: 56,
    lines: 4,
    lineHeight: 0.98,
    min: 14,
  });
  const y = 58 + name.size * 0.86;
  const under = y + depthOf(name);
  return {
    draw:
      renderer.line(text.year, { x: w - 20, y: 36, typeface: 'sans', size: 13, maxWidth: 64, fill: ink, anchor: 'end' }) +
      renderer.line(text.region, { x: 20, y: 36, typeface: 'sans', size: 13, maxWidth: w - 96, fill: ink, anchor: 'start' }) +
      renderer.block(name, { x: 20, y, fill: accent, anchor: 'start' }) +
      `<path d="M20 ${n(under + 28)}C${n(w * 0.3)} ${n(under + 14)} ${n(w * 0.5)} ${n(under + 40)} ${n(w - 22)} ${n(under + 20)}" fill="none" stroke="${ink}" stroke-width="1.8" stroke-linecap="round"/>` +
      renderer.line(text.producer, { x: 20, y: h - 26, typeface: 'sans', size: 15, maxWidth: w - 40, fill: ink, anchor: 'start' }),
  };
};

const posterFoot = ({ w, h, ink, text, renderer }: LabelBox): string =>
  renderer.rule(17, h - 62, w - 17, ink, 2.4) +
  renderer.line(text.producer, { x: 17, y: h - 40, typeface: 'sans', size: 14, maxWidth: w - 98, fill: ink, anchor: 'start' }) +
  renderer.line(text.year, { x: w - 17, y: h - 40, typeface: 'sans', size: 14, maxWidth: 58, fill: ink, anchor: 'end' }) +
  renderer.line(text.region, { x: 17, y: h - 20, typeface: 'sans', size: 12, maxWidth: w - 34, fill: ink, anchor: 'start' });

type Row = { text: string; size: number };

/** Sizes rows so that each fills the width and all fit the height, with `gap` between them. */
const filledRows = (lines: readonly string[], width: number, maxWidth: number, gap: number): Row[] => {
  const rows = lines.map((text) => ({ text, size: sizeToFit(text, 'narrow', 92, width, -0.01) }));
  const tall = rows.reduce((sum, { size }) => sum + size * 0.8, 0);
  const squeeze = Math.min(1, (maxWidth - gap * (rows.length - 1)) / tall);
  return rows.map(({ text, size }) => ({ text, size: size * squeeze }));
};

const smallest = (rows: readonly Row[]) => rows.reduce((least, { size }) => Math.min(least, size), Number.POSITIVE_INFINITY);

/** The name in capitals, each row as wide as the label. A single word runs up the side. */
export const poster: LabelLayout = (box) => {
  const { w, h, ink, accent, text, renderer } = box;
  const name = capitals(text.name);
  const settings = [2, 3, 4, 5, 6].map((count) => filledRows(evenLines(name, 'narrow', count), w - 34, h - 92, 8));
  const best = settings.reduce((a, b) => (smallest(b) > smallest(a) ? b : a));
  if (!name.includes(' ') || smallest(best) < 13) {
    const size = Math.max(18, sizeToFit(name, 'narrow', Math.min(w * 0.62, 118), h - 108, -0.02));
    return {
      draw:
        renderer.line(name, {
          x: 18 + size * 0.73,
          y: h - 80,
          typeface: 'narrow',
          size,
          maxWidth: h - 104,
          letterSpacing: -0.02,
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
    const line = renderer.line(text, {
      x: 17,
      y,
      typeface: 'narrow',
      size,
      letterSpacing: -0.01,
      fill: i % 2 ? ink : accent,
      anchor: 'start',
    });
    y += size * 0.07 + 8;
    return line;
  });
  return { draw: body.join('') + posterFoot(box) };
};
