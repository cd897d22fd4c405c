import { mix } from './colours.ts';
import type { LabelLayout } from './label-renderer.ts';
import { joinParts } from './label-text.ts';
import { clip, n } from './svg.ts';
import { setBlock } from './typeset.ts';

/** Rows of vines below a line of hills and a low sun. */
export const hills: LabelLayout = ({ w, h, paper, ink, accent, text, chance, renderer }) => {
  const m = w / 2;
  const ground = h * 0.44;
  const height = 26 + chance() * 26;
  const vanish = w * (0.3 + chance() * 0.4);
  const sun = w * (0.25 + chance() * 0.5);
  const rows = Array.from({ length: 28 }, (_, i) => {
    const x = ((i - 9) / 9) * w;
    return `M${n(vanish + (x - vanish) * 0.16)} ${n(ground * 0.52 + Math.abs(x - vanish) * 0.02)}Q${n(vanish + (x - vanish) * 0.5)} ${n(ground * 0.62)} ${n(x * 1.25 - w * 0.12)} ${n(ground)}`;
  });
  const ridge = `M0 ${n(ground * 0.52)}C${n(w * 0.2)} ${n(ground * 0.52 - height)} ${n(w * 0.35)} ${n(ground * 0.3)} ${n(w * 0.55)} ${n(ground * 0.46)}S${n(w * 0.85)} ${n(ground * 0.34)} ${w} ${n(ground * 0.5)}`;
  const near = `M0 ${n(ground * 0.6)}C${n(w * 0.3)} ${n(ground * 0.5)} ${n(w * 0.6)} ${n(ground * 0.58)} ${w} ${n(ground * 0.54)}`;
  const name = setBlock(text.name, {
    typeface: 'serif',
    width: w - 36,
    height: Math.min(h * 0.26, h - ground - 82),
    max: 34,
    lines: 2,
    min: 14,
  });
  return {
    draw:
      `<circle cx="${n(sun)}" cy="${n(ground * 0.26)}" r="${n(ground * 0.13)}" fill="${accent}"/><path d="${ridge}L${w} ${n(ground)}H0Z" fill="${paper}"/>` +
      `<path d="${ridge}${near}" fill="none" stroke="${ink}" stroke-width="1.3"/><path d="${rows.join('')}" fill="none" stroke="${ink}" stroke-width="1"/>` +
      renderer.rule(0, ground, w, ink) +
      renderer.line(text.producer, { x: m, y: ground + 30, typeface: 'sans', size: 14, maxWidth: w - 36, fill: accent }) +
      renderer.block(name, { x: m, y: ground + 40 + name.size * 0.9, fill: ink }) +
      renderer.line(joinParts(text.region, text.year), { x: m, y: h - 22, typeface: 'sans', size: 12.5, maxWidth: w - 36, fill: ink }),
  };
};

type Point = readonly [x: number, y: number];

/** Returns a closed Catmull-Rom curve through the points as path data. */
const smoothLoop = (points: readonly Point[]): string => {
  const at = (i: number): Point => points[(i + points.length) % points.length] ?? [0, 0];
  const into = (i: number): Point => [at(i)[0] - (at(i + 1)[0] - at(i - 1)[0]) / 6, at(i)[1] - (at(i + 1)[1] - at(i - 1)[1]) / 6];
  const xy = ([x, y]: Point) => `${Math.round(x)} ${Math.round(y)}`;
  const [x, y] = at(0);
  const [fromX, fromY] = into(0);
  const rest = points.map((_, i) => `S${xy(into(i + 1))} ${xy(at(i + 1))}`).slice(1);
  return `M${xy(at(0))}C${xy([2 * x - fromX, 2 * y - fromY])} ${xy(into(1))} ${xy(at(1))}${rest.join('')}Z`;
};

/** The contour lines of a hill. */
export const contour: LabelLayout = ({ w, h, ink, accent, text, chance, renderer }) => {
  const ground = h * 0.56;
  const cx = w * (0.3 + chance() * 0.5);
  const cy = ground * (0.3 + chance() * 0.4);
  const phase = chance() * 6;
  const lean = 0.5 + chance() * 0.5;
  const line = (k: number) =>
    Array.from({ length: 14 }, (_, i): Point => {
      const t = (i / 14) * 2 * Math.PI;
      const r = (k * 17 - 9) * (1 + 0.2 * Math.sin(2 * t + phase + k * 0.07) + 0.12 * Math.sin(3 * t - phase * lean + k * 0.1));
      return [cx + r * 1.25 * Math.cos(t), cy + r * Math.sin(t)];
    });
  const picture = renderer.define(clip(`<path d="M0 0H${w}V${n(ground)}H0Z"/>`));
  const name = setBlock(text.name, { typeface: 'serif', width: w - 40, height: h - ground - 70, max: 34, lines: 2, min: 14 });
  return {
    draw:
      `<g clip-path="url(#${picture})"><path d="${Array.from({ length: 12 }, (_, k) => smoothLoop(line(k + 1))).join('')}" fill="none" stroke="${accent}" stroke-width="1.5" stroke-linejoin="round"/><circle cx="${n(cx)}" cy="${n(cy)}" r="3.4" fill="${ink}"/></g>` +
      renderer.rule(0, ground, w, ink, 1) +
      renderer.block(name, { x: 20, y: ground + 12 + name.size, fill: ink, anchor: 'start' }) +
      renderer.line(text.producer, { x: 20, y: h - 38, typeface: 'sans', size: 14, maxWidth: w - 36, fill: ink, anchor: 'start' }) +
      renderer.line(joinParts(text.region, text.year), {
        x: 20,
        y: h - 18,
        typeface: 'sans',
        size: 12,
        maxWidth: w - 36,
        fill: accent,
        anchor: 'start',
      }),
  };
};

/** Eight or twelve tiles, each a square, disc, quarter, triangle or nothing. */
export const blocks: LabelLayout = ({ w, h, paper, ink, accent, text, chance, renderer }) => {
  const q = w / 4;
  const rows = q * 3 > h * 0.55 ? 2 : 3;
  const ground = q * rows;
  const tones = [ink, accent, mix(accent, paper, 0.45), mix(ink, paper, 0.72)];
  const tiles = [
    (x: number, y: number) => `M${n(x)} ${n(y)}h${n(q)}v${n(q)}h${n(-q)}Z`,
    (x: number, y: number) => `M${n(x)} ${n(y + q / 2)}a${n(q / 2)} ${n(q / 2)} 0 1 1 ${n(q)} 0a${n(q / 2)} ${n(q / 2)} 0 1 1 ${n(-q)} 0Z`,
    (x: number, y: number) => `M${n(x)} ${n(y)}h${n(q)}a${n(q)} ${n(q)} 0 0 1 ${n(-q)} ${n(q)}Z`,
    (x: number, y: number) => `M${n(x + q)} ${n(y + q)}h${n(-q)}a${n(q)} ${n(q)} 0 0 1 ${n(q)} ${n(-q)}Z`,
    (x: number, y: number) => `M${n(x)} ${n(y + q)}L${n(x + q)} ${n(y)}V${n(y + q)}Z`,
    () => '',
  ];
  const drawn = Array.from({ length: rows * 4 }, (_, i) => {
    const fill = tones[Math.floor(chance() * 4)];
    const d = tiles[Math.floor(chance() * 6)]?.((i % 4) * q, Math.floor(i / 4) * q) ?? '';
    return d === '' ? '' : `<path d="${d}" fill="${fill}"/>`;
  });
  const name = setBlock(text.name, {
    typeface: 'narrow',
    width: w - 36,
    height: h - ground - 54,
    max: 32,
    lines: 2,
    lineHeight: 0.98,
    min: 14,
  });
  return {
    draw:
      drawn.join('') +
      renderer.block(name, { x: 18, y: ground + 14 + name.size * 0.9, fill: ink, anchor: 'start' }) +
      renderer.line(text.producer, { x: 18, y: h - 18, typeface: 'sans', size: 13.5, maxWidth: w - 98, fill: ink, anchor: 'start' }) +
      renderer.line(text.year, { x: w - 18, y: h - 18, typeface: 'sans', size: 13.5, maxWidth: 60, fill: ink, anchor: 'end' }),
  };
};

/** A stem with six pairs of leaves. */
export const botanical: LabelLayout = ({ w, h, ink, accent, text, chance, renderer }) => {
  const m = w / 2;
  const ground = h * 0.44;
  const bend = (chance() - 0.5) * 40;
  const leaf = (i: number, side: -1 | 1) => {
    const t = i / 6;
    const y = ground - 8 - t * (ground - 34) - (side > 0 ? 9 : 0);
    const l = side * (40 - i * 4.2);
    const tall = Math.abs(l);
    const filled = i % 3 === 1;
    return `<path d="M0 0C${n(l * 0.3)} ${n(-tall * 0.5)} ${n(l * 0.9)} ${n(-tall * 0.6)} ${n(l * 1.15)} ${n(-tall * 0.42)}C${n(l)} ${n(tall * 0.05)} ${n(l * 0.4)} ${n(tall * 0.12)} 0 0Z" transform="translate(${n(m + bend * Math.sin(t * 2.6))} ${n(y)})" fill="${filled ? accent : 'none'}" stroke="${filled ? accent : ink}" stroke-width="1.3"/>`;
  };
  const name = setBlock(text.name, { typeface: 'serif', width: w - 36, height: h - ground - 78, max: 36, lines: 2, min: 14 });
  return {
    draw:
      `<path d="M${m} ${n(ground)}C${n(m + bend)} ${n(ground * 0.6)} ${n(m + bend)} ${n(ground * 0.4)} ${n(m + bend * 0.55)} 18" fill="none" stroke="${ink}" stroke-width="1.5"/>` +
      Array.from({ length: 6 }, (_, i) => leaf(i, -1) + leaf(i, 1)).join('') +
      renderer.block(name, { x: m, y: ground + 14 + name.size * 0.8, fill: ink }) +
      renderer.line(text.producer, { x: m, y: h - 42, typeface: 'sans', size: 14, maxWidth: w - 40, fill: ink }) +
      renderer.line(joinParts(text.region, text.year), { x: m, y: h - 21, typeface: 'sans', size: 12, maxWidth: w - 36, fill: accent }),
  };
};
