import { widthOf } from './advance.ts';
import type { Hex } from './colour.ts';
import { n } from './markup.ts';
import type { SetText } from './render-text.ts';
import type { SvgBuilder } from './sheet.ts';
import type { Typeface } from './typefaces.ts';
import { type Block, fitLine } from './typeset.ts';

/** How a line is set: `size` at most and shrunk, then cut, to its `room`; baseline at y. */
export type Line = {
  x: number;
  y: number;
  face: Typeface;
  size: number;
  fill: Hex;
  room?: number;
  track?: number;
  anchor?: 'start' | 'middle' | 'end';
  turn?: number;
};

/** What a label is drawn with. Every method gives markup. */
export type LabelRenderer = {
  define: SvgBuilder['define'];
  line: (text: string, line: Line) => string;
  block: (block: Block, at: { x: number; y: number; fill: Hex; anchor?: 'start' | 'middle' | 'end' }) => string;
  /** Centred on the top of a circle, shrunk to fill `share` of it at most; `full` spaces the letters out to go all the way round. */
  circle: (
    text: string,
    at: { x: number; y: number; radius: number; size: number; fill: Hex; share: number; track: number; full?: boolean },
  ) => string;
  rule: (x1: number, y: number, x2: number, colour: Hex, thickness?: number) => string;
};

/** A pen that writes its definitions to a sheet and its text in one way. */
export const createLabelRenderer = (sheet: SvgBuilder, setText: SetText): LabelRenderer => ({
  define: sheet.define,
  line: (text, { x, y, face, size, fill, room = Number.POSITIVE_INFINITY, track = 0, anchor = 'middle', turn = 0 }) => {
    const fitted = room === Number.POSITIVE_INFINITY ? { text, size } : fitLine(text, face, size, room, track);
    return setText({ ...fitted, face, fill, track, stand: { on: 'line', x, y, anchor, turn } }, sheet.define);
  },
  block: ({ face, size, lead, track, lines }, { x, y, fill, anchor = 'middle' }) =>
    lines
      .map((text, i) =>
        setText({ text, face, size, fill, track, stand: { on: 'line', x, y: y + i * size * lead, anchor, turn: 0 } }, sheet.define),
      )
      .join(''),
  circle: (text, { x, y, radius, size, fill, share, track, full = false }) => {
    const room = 2 * Math.PI * radius * share;
    const line = fitLine(text, 'sans', size, room, track);
    const chars = [...line.text].length;
    const spaced = full && chars > 0 ? Math.max(0, room - widthOf(line.text, 'sans', line.size)) / chars / line.size : track;
    return setText({ ...line, face: 'sans', fill, track: spaced, stand: { on: 'circle', x, y, radius } }, sheet.define);
  },
  rule: (x1, y, x2, colour, thickness = 1.4) => `<path d="M${n(x1)} ${n(y)}H${n(x2)}" stroke="${colour}" stroke-width="${thickness}"/>`,
});
