import { drawEmblem } from './emblem.ts';
import type { LabelLayout } from './label-renderer.ts';
import { capitals } from './legible.ts';
import { n } from './svg.ts';
import { depthOf, setBlock } from './typeset.ts';

/** A double frame with everything on one axis, as on château labels. On short labels emblem and producer move up. */
export const classic: LabelLayout = ({ w, h, ink, accent, text, emblem, renderer }) => {
  const m = w / 2;
  const tall = h >= 300;
  const producer = tall ? 90 : 70;
  const region = h - (text.year === '' ? 52 : 78);
  const lozenge = region - 26;
  const name = setBlock(text.name, { typeface: 'serif', width: w - 46, height: lozenge - producer - 26, max: 40 });
  const first = (producer + lozenge) / 2 + 1 + name.size * 0.34 - depthOf(name) / 2;
  return {
    draw:
      `<path d="M9 9H${w - 9}V${h - 9}H9Z" fill="none" stroke="${ink}" stroke-width="1.2"/><path d="M13 13H${w - 13}V${h - 13}H13Z" fill="none" stroke="${ink}" stroke-width=".5"/>` +
      drawEmblem(emblem, m, tall ? 48 : 38, accent, tall ? 0.86 : 0.66) +
      renderer.line(capitals(text.producer), {
        x: m,
        y: producer,
        typeface: 'sans',
        size: 12.5,
        maxWidth: w - 44,
        letterSpacing: 0.14,
        fill: ink,
      }) +
      renderer.block(name, { x: m, y: first, fill: ink }) +
      `<path d="M${m - 34} ${n(lozenge)}H${m - 7}M${m + 7} ${n(lozenge)}H${m + 34}" stroke="${accent}" stroke-width="1.3"/><path d="M${m} ${n(lozenge - 4)}l4 4l-4 4l-4 -4Z" fill="${accent}"/>` +
      renderer.line(text.region, { x: m, y: region, typeface: 'italic', size: 18, maxWidth: w - 44, fill: ink }) +
      renderer.line(text.year, { x: m, y: h - 46, typeface: 'serif', size: 25, maxWidth: w - 44, letterSpacing: 0.1, fill: accent }) +
      renderer.line(text.foot, { x: m, y: h - 24, typeface: 'sans', size: 9, maxWidth: w - 40, letterSpacing: 0.06, fill: ink }),
  };
};

/** A rounded gable with the producer along its curve. */
export const arch: LabelLayout = ({ w, h, ink, accent, text, emblem, renderer }) => {
  const m = w / 2;
  const rise = 26;
  const foot = h + rise;
  const radius = m - 25;
  const name = setBlock(text.name, { typeface: 'serif', width: w - 40, height: Math.min(h * 0.3, foot - 76 - (m + 22)), max: 36 });
  return {
    cut: `M0 ${foot}V${m}A${m} ${m} 0 0 1 ${w} ${m}V${foot}Z`,
    rise,
    draw:
      `<path d="M10 ${foot - 10}V${m}A${m - 10} ${m - 10} 0 0 1 ${w - 10} ${m}V${foot - 10}Z" fill="none" stroke="${ink}" stroke-width="1"/>` +
      renderer.circle(capitals(text.producer), { x: m, y: m, radius, size: 14, share: 0.45, letterSpacing: 0.14, fill: ink }) +
      drawEmblem(emblem, m, m - 16, accent, 1.2) +
      renderer.block(name, { x: m, y: m + 24 + name.size * 0.72, fill: ink }) +
      renderer.rule(m - 22, foot - 62, m + 22, accent) +
      renderer.line(text.region, { x: m, y: foot - 41, typeface: 'sans', size: 13, maxWidth: w - 44, fill: ink }) +
      renderer.line(text.year, { x: m, y: foot - 20, typeface: 'serif', size: 17, maxWidth: w - 44, letterSpacing: 0.08, fill: accent }),
  };
};

/** An ellipse. */
export const oval: LabelLayout = ({ w, h, ink, accent, text, emblem, renderer }) => {
  const m = w / 2;
  const c = h / 2;
  const name = setBlock(text.name, { typeface: 'serif', width: w * 0.74, height: h * 0.3, max: 32 });
  return {
    cut: `M0 ${c}A${m} ${c} 0 1 1 ${w} ${c}A${m} ${c} 0 1 1 0 ${c}Z`,
    draw:
      `<ellipse cx="${m}" cy="${c}" rx="${m - 10}" ry="${c - 10}" fill="none" stroke="${accent}" stroke-width="1.4"/>` +
      drawEmblem(emblem, m, h * 0.17, accent, 0.8) +
      renderer.line(text.producer, { x: m, y: h * 0.29, typeface: 'sans', size: 13.5, maxWidth: w * 0.66, fill: ink }) +
      renderer.block(name, { x: m, y: c + 6 - depthOf(name) / 2 + name.size * 0.3, fill: ink }) +
      renderer.line(text.region, { x: m, y: h * 0.76, typeface: 'italic', size: 16, maxWidth: w * 0.64, fill: ink }) +
      renderer.line(text.year, { x: m, y: h * 0.87, typeface: 'sans', size: 13, maxWidth: w * 0.4, letterSpacing: 0.1, fill: accent }),
  };
};

/** Returns the text for a whole circle: producer and region, or a short producer twice. */
const runAround = (producer: string, region: string): string => {
  const both = [producer, region].filter((word) => word !== '').map((word) => `${word} · `);
  if (both.length === 2 && both.join('').length <= 44) return both.join('').trimEnd();
  const one = both[0] ?? '';
  return (one.length <= 19 ? one + one : one).trimEnd();
};

/** A round stamp with producer and region around the emblem. */
export const seal: LabelLayout = ({ w, h, ink, accent, text, emblem, renderer }) => {
  const m = w / 2;
  const r = Math.min(w * 0.32, h * 0.25);
  const cy = r + 26;
  const name = setBlock(text.name, { typeface: 'serif', width: w - 34, height: h - cy - r - 62, max: 34, lines: 2 });
  const around = runAround(text.producer, text.region);
  return {
    draw:
      `<circle cx="${m}" cy="${n(cy)}" r="${n(r)}" fill="none" stroke="${accent}" stroke-width="2"/><circle cx="${m}" cy="${n(cy)}" r="${n(r - 23)}" fill="none" stroke="${accent}" stroke-width="1"/>` +
      renderer.circle(capitals(around), {
        x: m,
        y: cy,
        radius: r - 15.5,
        size: 12,
        share: 0.99,
        letterSpacing: 0.06,
        full: true,
        fill: accent,
      }) +
      drawEmblem(emblem, m, cy, ink, 1.15) +
      renderer.block(name, { x: m, y: cy + r + 16 + name.size, fill: ink }) +
      renderer.line(text.year, { x: m, y: h - 22, typeface: 'sans', size: 15, maxWidth: w - 40, letterSpacing: 0.16, fill: accent }),
  };
};
