import type { Picture } from './bottle-spec.ts';
import type { Hex } from './colours.ts';

/** Formats a number with at most one decimal. */
export const n = (x: number): string => String(Math.round(x * 10) / 10 || 0);
/** Formats a number with at most three decimals, for scale factors. */
export const n3 = (x: number): string => String(Math.round(x * 1000) / 1000 || 0);

const ENTITY: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML 1.0 forbids, lone surrogates included. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Escapes text for an element or a double-quoted attribute. Removes characters that XML forbids. */
export const escapeXml = (text: string): string => text.replace(FORBIDDEN, '').replace(/[&<>"]/g, (c) => ENTITY[c] ?? '');

/** A gradient stop: offset 0 to 1, colour, opacity (default 1). */
export type Stop = readonly [offset: number, colour: Hex, opacity?: number];

const stops = (list: readonly Stop[]) =>
  list
    .map(
      ([offset, colour, opacity]) =>
        `<stop offset="${offset}" stop-color="${colour}"${opacity === undefined ? '' : ` stop-opacity="${n3(opacity)}"`}/>`,
    )
    .join('');

/** Defines a gradient from x = -r to x = r. */
export const across = (r: number, list: readonly Stop[]) => (id: string) =>
  `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${n(-r)}" x2="${n(r)}" y1="0" y2="0">${stops(list)}</linearGradient>`;

/** Defines a gradient from y1 down to y2. */
export const down = (y1: number, y2: number, list: readonly Stop[]) => (id: string) =>
  `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="${n(y1)}" y2="${n(y2)}">${stops(list)}</linearGradient>`;

/** Defines a gradient from the middle of the filled area to its edge. */
export const outward = (list: readonly Stop[]) => (id: string) => `<radialGradient id="${id}">${stops(list)}</radialGradient>`;

/** Defines a clip path. */
export const clip = (shapes: string) => (id: string) => `<clipPath id="${id}">${shapes}</clipPath>`;

/** Adds a definition (`<path id=…>`, a gradient, a clip path) and returns its id. */
export type Define = (markup: (id: string) => string) => string;

/** Collects the definitions of one drawing. */
export type SvgBuilder = { define: Define; defs: () => string };

const chars = (index: number): string => (index < 26 ? '' : chars(Math.floor(index / 26) - 1)) + String.fromCharCode(97 + (index % 26));

/**
 * Creates an empty drawing. Writes equal definitions once, so that twelve bottles share their outlines. Ids start at `a`, because each
 * drawing is a separate document.
 */
export const createSvgBuilder = (): SvgBuilder => {
  const ids = new Map<string, string>();
  const written: string[] = [];
  return {
    define: (markup) => {
      const key = markup('');
      const id = ids.get(key) ?? chars(ids.size);
      if (!ids.has(key)) {
        ids.set(key, id);
        written.push(markup(id));
      }
      return id;
    },
    defs: () => `<defs>${written.join('')}</defs>`,
  };
};

/** Returns a complete SVG document. @param width, height CSS pixels */
export const svgDocument = (width: number, height: number, alt: string, builder: SvgBuilder, body: string): Picture => {
  const [w, h] = [Math.round(width), Math.round(height)];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${n(w)} ${n(h)}" width="${w}" height="${h}" role="img" aria-label="${escapeXml(alt)}">${builder.defs()}${body}</svg>`;
  return { svg, width: w, height: h, alt };
};
