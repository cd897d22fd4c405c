import { contrastingInk } from './colour.ts';
import { capitals } from './contrast.ts';
import { drawEmblem } from './emblem.ts';
import type { LabelLayout } from './label-layout.ts';
import { n } from './markup.ts';
import { depthOf, setBlock } from './typeset.ts';

/** A small square, the name large and condensed, the rest under a rule. */
export const modern: LabelLayout = ({ w, h, ink, accent, words, pen }) => {
  const name = setBlock(words.name, { face: 'narrow', width: w - 40, height: h - 150, max: 52, lines: 4, lead: 0.95, track: -0.02 });
  return {
    draw:
      `<path d="M20 24h26v26h-26Z" fill="${accent}"/>` +
      pen.block(name, { x: 20, y: 62 + name.size, fill: ink, anchor: 'start' }) +
      pen.rule(20, h - 74, w - 20, ink, 1.6) +
      pen.line(words.producer, { x: 20, y: h - 50, face: 'sans', size: 15, room: w - 104, fill: ink, anchor: 'start' }) +
      pen.line(words.year, { x: w - 20, y: h - 50, face: 'sans', size: 15, room: 60, fill: ink, anchor: 'end' }) +
      pen.line(words.region, { x: 20, y: h - 26, face: 'sans', size: 12.5, room: w - 40, fill: ink, anchor: 'start' }),
  };
};

/** A coloured band across the middle with the name in it. */
export const band: LabelLayout = ({ w, h, ink, accent, words, pen }) => {
  const m = w / 2;
  const top = h * 0.3;
  const foot = h * 0.66;
  const name = setBlock(words.name, { face: 'serif', width: w - 44, height: foot - top - 22, max: 42 });
  return {
    draw:
      `<path d="M0 ${n(top)}H${w}V${n(foot)}H0Z" fill="${accent}"/>` +
      pen.line(capitals(words.producer), { x: m, y: top * 0.6, face: 'sans', size: 14.5, room: w - 52, track: 0.1, fill: ink }) +
      pen.block(name, { x: m, y: (top + foot) / 2 + name.size * 0.33 - depthOf(name) / 2, fill: contrastingInk(accent) }) +
      pen.line(words.region, { x: m, y: foot + 36, face: 'italic', size: 19, room: w - 44, fill: ink }) +
      pen.line(words.year, { x: m, y: h - 22, face: 'sans', size: 14, room: w - 44, track: 0.14, fill: ink }),
  };
};

/** A column of colour down the left with the house's name running up it. */
export const stripe: LabelLayout = ({ w, h, ink, accent, words, pen }) => {
  const column = w * 0.27;
  const room = w - column - 32;
  const name = setBlock(words.name, { face: 'serif', width: room, height: h * 0.5, max: 34, lines: 5 });
  return {
    draw:
      `<path d="M0 0H${n(column)}V${h}H0Z" fill="${accent}"/>` +
      pen.line(capitals(words.producer), {
        x: column / 2 + 8.5,
        y: h - 18,
        face: 'narrow',
        size: 25,
        room: h - 36,
        track: 0.06,
        fill: contrastingInk(accent),
        anchor: 'start',
        turn: -90,
      }) +
      pen.block(name, { x: column + 16, y: 24 + name.size, fill: ink, anchor: 'start' }) +
      pen.line(words.year, { x: column + 16, y: h - 44, face: 'serif', size: 28, room, fill: accent, anchor: 'start' }) +
      pen.line(words.region, { x: column + 16, y: h - 22, face: 'sans', size: 12.5, room, fill: ink, anchor: 'start' }),
  };
};

/** The facts as rows of a form. */
export const ledger: LabelLayout = ({ w, h, ink, accent, words, emblem, pen }) => {
  const rows = [
    ['House', words.producer],
    ['Place', words.region],
    [words.age ? 'Age' : 'Year', words.year],
    ['Bottle', words.volume],
  ].filter(([, value]) => value !== '') as [string, string][];
  const top = h - 24 - rows.length * 29;
  const name = setBlock(words.name, { face: 'serif', width: w - 36, height: Math.min(h * 0.42, top - 44), max: 46 });
  const last = 30 + name.size + depthOf(name);
  const air = top - last;
  return {
    draw:
      pen.rule(18, 20, w - 18, ink, 3) +
      pen.block(name, { x: 18, y: 30 + name.size, fill: ink, anchor: 'start' }) +
      (air > 62 ? drawEmblem(emblem, 40, last + air / 2 + 2, accent) : '') +
      rows
        .map(([key, value], i) => {
          const y = top + i * 29;
          return (
            pen.rule(18, y, w - 18, ink, 0.8) +
            pen.line(key, { x: 18, y: y + 19, face: 'sans', size: 11, fill: accent, anchor: 'start' }) +
            pen.line(value, { x: 66, y: y + 19, face: 'sans', size: 13, room: w - 84, fill: ink, anchor: 'start' })
          );
        })
        .join('') +
      pen.rule(18, top + rows.length * 29, w - 18, ink, 0.8),
  };
};
