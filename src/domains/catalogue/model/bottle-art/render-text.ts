import { legible } from './contrast.ts';
import { escapeXml, n } from './markup.ts';
import type { Define } from './sheet.ts';
import { TYPEFACES, type Typeface } from './typefaces.ts';

/** Where a line of text stands: on a baseline from, around or up to x, turned by degrees; or with its middle at the top of a circle. */
type Stand =
  | { on: 'line'; x: number; y: number; anchor: 'start' | 'middle' | 'end'; turn: number }
  | { on: 'circle'; x: number; y: number; radius: number };

/** A line of text to draw; `track` in ems after each letter. */
export type TextLine = { text: string; face: Typeface; size: number; fill: string; track: number; stand: Stand };

/** How text gets into a drawing. What shows it decides: a page that has the fonts takes `<text>`, a file takes outlines. */
export type SetText = (line: TextLine, define: Define) => string;

/** Text as `<text>` elements, for where Fraunces and Instrument Sans are loaded. */
export const textElements: SetText = ({ text, face, size, fill, track, stand }, define) => {
  const line = escapeXml(legible(text));
  if (line === '') return '';
  const { family, weight, style, stretch } = TYPEFACES[face];
  const look =
    `font-family="${family}" font-size="${n(size)}" font-weight="${weight}" fill="${fill}"` +
    (style === 'normal' ? '' : ` font-style="${style}"`) +
    (stretch === '100%' ? '' : ` font-stretch="${stretch}"`) +
    (track === 0 ? '' : ` letter-spacing="${n(track * size)}"`);
  if (stand.on === 'circle') {
    const { x, y, radius: r } = stand;
    const circle = define((id) => `<path id="${id}" d="M${n(x)} ${n(y + r)}A${n(r)} ${n(r)} 0 1 1 ${n(x + 0.1)} ${n(y + r)}"/>`);
    return `<text ${look} text-anchor="middle"><textPath href="#${circle}" startOffset="50%">${line}</textPath></text>`;
  }
  const at =
    stand.turn === 0 ? `x="${n(stand.x)}" y="${n(stand.y)}"` : `transform="translate(${n(stand.x)} ${n(stand.y)}) rotate(${stand.turn})"`;
  return `<text ${at} ${look}${stand.anchor === 'start' ? '' : ` text-anchor="${stand.anchor}"`}>${line}</text>`;
};

/** No text at all: for bottles whose labels are hidden. */
export const noText: SetText = () => '';
