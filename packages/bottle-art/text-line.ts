import type { Define } from './svg.ts';
import type { Typeface } from './typefaces.ts';

/** Position of a line of text: on a straight baseline, turned by degrees, or centred on the top of a circle. */
type Stand =
  | { on: 'line'; x: number; y: number; anchor: 'start' | 'middle' | 'end'; turn: number }
  | { on: 'circle'; x: number; y: number; radius: number };

/** A line of text to draw. `letterSpacing` is the space after each letter in ems. */
export type TextLine = { text: string; typeface: Typeface; size: number; fill: string; letterSpacing: number; stand: Stand };

/** Turns a line of text into SVG markup. */
export type RenderText = (line: TextLine, define: Define) => string;

/** Renders nothing: for labels that are hidden. */
export const noText: RenderText = () => '';
