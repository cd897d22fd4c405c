import { contrastingInk } from './colours.ts';
import { drawEmblem } from './emblem.ts';
import type { LabelLayout } from './label-renderer.ts';
import { capitals } from './legible.ts';
import { n } from './svg.ts';
import { depthOf, setBlock } from './typeset.ts';

/** A small square, the name large and condensed, the other text below a rule. */
export const modern: LabelLayout = ({ w, h, ink, accent, text, renderer }) => {
  const name = setBlock(text.name, {
    typeface: 'narrow',
    width: w - 40,
    height: h - 150,
    max: 52,
    lines: 4,
    lineHeight: 0.95,
    letterSpacing: -0.02,
  });
  return {
    draw:
      `<path d="M20 24h26v26h-26Z" fill="${accent}"/>` +
      renderer.block(name, { x: 20, y: 62 + name.size, fill: ink, anchor: 'start' }) +
      renderer.rule(20, h - 74, w - 20, ink, 1.6) +
      renderer.line(text.producer, { x: 20, y: h - 50, typeface: 'sans', size: 15, maxWidth: w - 104, fill: ink, anchor: 'start' }) +
      renderer.line(text.year, { x: w - 20, y: h - 50, typeface: 'sans', size: 15, maxWidth: 60, fill: ink, anchor: 'end' }) +
      renderer.line(text.region, { x: 20, y: h - 26, typeface: 'sans', size: 12.5, maxWidth: w - 40, fill: ink, anchor: 'start' }),
  };
};

/** A coloured band across the middle with the name in it. */
export const band: LabelLayout = ({ w, h, ink, accent, text, renderer }) => {
  const m = w / 2;
  const top = h * 0.3;
  const foot = h * 0.66;
  const name = setBlock(text.name, { typeface: 'serif', width: w - 44, height: foot - top - 22, max: 42 });
  return {
    draw:
      `<path d="M0 ${n(top)}H${w}V${n(foot)}H0Z" fill="${accent}"/>` +
      renderer.line(capitals(text.producer), {
        x: m,
        y: top * 0.6,
        typeface: 'sans',
        size: 14.5,
        maxWidth: w - 52,
        letterSpacing: 0.1,
        fill: ink,
      }) +
      renderer.block(name, { x: m, y: (top + foot) / 2 + name.size * 0.33 - depthOf(name) / 2, fill: contrastingInk(accent) }) +
      renderer.line(text.region, { x: m, y: foot + 36, typeface: 'italic', size: 19, maxWidth: w - 44, fill: ink }) +
      renderer.line(text.year, { x: m, y: h - 22, typeface: 'sans', size: 14, maxWidth: w - 44, letterSpacing: 0.14, fill: ink }),
  };
};

/** A coloured column on the left with the producer running up it. */
export const stripe: LabelLayout = ({ w, h, ink, accent, text, renderer }) => {
  const column = w * 0.27;
  const maxWidth = w - column - 32;
  const name = setBlock(text.name, { typeface: 'serif', width: maxWidth, height: h * 0.5, max: 34, lines: 5 });
  return {
    draw:
      `<path d="M0 0H${n(column)}V${h}H0Z" fill="${accent}"/>` +
      renderer.line(capitals(text.producer), {
        x: column / 2 + 8.5,
        y: h - 18,
        typeface: 'narrow',
        size: 25,
        maxWidth: h - 36,
        letterSpacing: 0.06,
        fill: contrastingInk(accent),
        anchor: 'start',
        turn: -90,
      }) +
      renderer.block(name, { x: column + 16, y: 24 + name.size, fill: ink, anchor: 'start' }) +
      renderer.line(text.year, { x: column + 16, y: h - 44, typeface: 'serif', size: 28, maxWidth, fill: accent, anchor: 'start' }) +
      renderer.line(text.region, { x: column + 16, y: h - 22, typeface: 'sans', size: 12.5, maxWidth, fill: ink, anchor: 'start' }),
  };
};

/** The text in rows like a form. */
export const ledger: LabelLayout = ({ w, h, ink, accent, text, emblem, renderer }) => {
  const rows = [
    ['House', text.producer],
    ['Place', text.region],
    [text.age ? 'Age' : 'Year', text.year],
    ['Bottle', text.volume],
  ].filter(([, value]) => value !== '') as [string, string][];
  const top = h - 24 - rows.length * 29;
  const name = setBlock(text.name, { typeface: 'serif', width: w - 36, height: Math.min(h * 0.42, top - 44), max: 46 });
  const last = 30 + name.size + depthOf(name);
  const air = top - last;
  return {
    draw:
      renderer.rule(18, 20, w - 18, ink, 3) +
      renderer.block(name, { x: 18, y: 30 + name.size, fill: ink, anchor: 'start' }) +
      (air > 62 ? drawEmblem(emblem, 40, last + air / 2 + 2, accent) : '') +
      rows
        .map(([key, value], i) => {
          const y = top + i * 29;
          return (
            renderer.rule(18, y, w - 18, ink, 0.8) +
            renderer.line(key, { x: 18, y: y + 19, typeface: 'sans', size: 11, fill: accent, anchor: 'start' }) +
            renderer.line(value, { x: 66, y: y + 19, typeface: 'sans', size: 13, maxWidth: w - 84, fill: ink, anchor: 'start' })
          );
        })
        .join('') +
      renderer.rule(18, top + rows.length * 29, w - 18, ink, 0.8),
  };
};
