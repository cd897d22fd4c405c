import type { Hex } from './colour.ts';

/** A number as SVG writes it: one decimal at most. */
export const n = (x: number): string => String(Math.round(x * 10) / 10 || 0);
/** The same with three decimals, for scale factors. */
export const n3 = (x: number): string => String(Math.round(x * 1000) / 1000 || 0);

const ENTITY: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** What XML 1.0 allows: a lone half of a surrogate pair matches none of these under the `u` flag. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Text for element content or a double-quoted attribute; characters that XML forbids are left out. */
export const escapeXml = (text: string): string => text.replace(FORBIDDEN, '').replace(/[&<>"]/g, (c) => ENTITY[c] ?? '');

/** A gradient stop: offset 0 to 1, colour, opacity (1 when left out). */
export type Stop = readonly [offset: number, colour: Hex, opacity?: number];

const stops = (list: readonly Stop[]) =>
  list
    .map(
      ([offset, colour, opacity]) =>
        `<stop offset="${offset}" stop-color="${colour}"${opacity === undefined ? '' : ` stop-opacity="${n3(opacity)}"`}/>`,
    )
    .join('');

/** A gradient from x = -r to x = r. */
export const across = (r: number, list: readonly Stop[]) => (id: string) =>
  `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${n(-r)}" x2="${n(r)}" y1="0" y2="0">${stops(list)}</linearGradient>`;

/** A gradient from y1 down to y2. */
export const down = (y1: number, y2: number, list: readonly Stop[]) => (id: string) =>
  `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="${n(y1)}" y2="${n(y2)}">${stops(list)}</linearGradient>`;

/** A gradient from the middle of what it fills to its edge. */
export const outward = (list: readonly Stop[]) => (id: string) => `<radialGradient id="${id}">${stops(list)}</radialGradient>`;

/** A clip by any shapes. */
export const clip = (shapes: string) => (id: string) => `<clipPath id="${id}">${shapes}</clipPath>`;
