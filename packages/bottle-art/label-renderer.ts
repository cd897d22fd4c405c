import type { Hex } from './colours.ts';
import type { EmblemName } from './emblem.ts';
import type { LabelText } from './label-text.ts';
import { n, type SvgBuilder } from './svg.ts';
import type { RenderText } from './text-line.ts';
import { type Typeface, widthOf } from './typefaces.ts';
import { type Block, fitLine } from './typeset.ts';

/** Position and size of a line with its baseline at y. A line wider than `maxWidth` is shrunk, then truncated. */
export type Line = {
  x: number;
  y: number;
  typeface: Typeface;
  size: number;
  fill: Hex;
  maxWidth?: number;
  letterSpacing?: number;
  anchor?: 'start' | 'middle' | 'end';
  turn?: number;
};

/** Draws the parts of a label. Every method returns markup. */
export type LabelRenderer = {
  define: SvgBuilder['define'];
  line: (text: string, line: Line) => string;
  block: (block: Block, at: { x: number; y: number; fill: Hex; anchor?: 'start' | 'middle' | 'end' }) => string;
  /** Text centred on the top of a circle, shrunk to at most `share` of it. `full` spaces the letters around the whole circle. */
  circle: (
    text: string,
    at: { x: number; y: number; radius: number; size: number; fill: Hex; share: number; letterSpacing: number; full?: boolean },
  ) => string;
  rule: (x1: number, y: number, x2: number, colour: Hex, thickness?: number) => string;
};

/** Creates a renderer that adds its definitions to a drawing and draws text with `renderText`. */
export const createLabelRenderer = (svg: SvgBuilder, renderText: RenderText): LabelRenderer => ({
  define: svg.define,
  line: (text, { x, y, typeface, size, fill, maxWidth = Number.POSITIVE_INFINITY, letterSpacing = 0, anchor = 'middle', turn = 0 }) => {
    const fitted = maxWidth === Number.POSITIVE_INFINITY ? { text, size } : fitLine(text, typeface, size, maxWidth, letterSpacing);
    return renderText({ ...fitted, typeface, fill, letterSpacing, stand: { on: 'line', x, y, anchor, turn } }, svg.define);
  },
  block: ({ typeface, size, lineHeight, letterSpacing, lines }, { x, y, fill, anchor = 'middle' }) =>
    lines
      .map((text, i) =>
        renderText(
          { text, typeface, size, fill, letterSpacing, stand: { on: 'line', x, y: y + i * size * lineHeight, anchor, turn: 0 } },
          svg.define,
        ),
      )
      .join(''),
  circle: (text, { x, y, radius, size, fill, share, letterSpacing, full = false }) => {
    const maxWidth = 2 * Math.PI * radius * share;
    const line = fitLine(text, 'sans', size, maxWidth, letterSpacing);
    const chars = [...line.text].length;
    const spaced = full && chars > 0 ? Math.max(0, maxWidth - widthOf(line.text, 'sans', line.size)) / chars / line.size : letterSpacing;
    return renderText({ ...line, typeface: 'sans', fill, letterSpacing: spaced, stand: { on: 'circle', x, y, radius } }, svg.define);
  },
  rule: (x1, y, x2, colour, thickness = 1.4) => `<path d="M${n(x1)} ${n(y)}H${n(x2)}" stroke="${colour}" stroke-width="${thickness}"/>`,
});

/** Everything a layout draws from: size, colours, text, emblem and repeatable random numbers from 0 to 1. */
export type LabelBox = {
  w: number;
  h: number;
  paper: Hex;
  ink: Hex;
  accent: Hex;
  text: LabelText;
  emblem: EmblemName;
  chance: () => number;
  renderer: LabelRenderer;
};

/** A drawn label. `cut` is the outline of paper that is not a rectangle, `rise` how far it extends above its usual place. */
type LabelArt = { draw: string; cut?: string; rise?: number };

/** Draws a label in a box. */
export type LabelLayout = (box: LabelBox) => LabelArt;
