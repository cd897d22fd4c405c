import type { Hex } from './colours.ts';
import { pick } from './hash.ts';
import { n } from './svg.ts';

const EMBLEMS = {
  arch: (c: Hex) => `<path d="M-14 18V-4a14 14 0 0 1 28 0V18ZM0 18V-18" fill="none" stroke="${c}" stroke-width="2.2"/>`,
  sun: (c: Hex) =>
    `<circle r="8" fill="${c}"/><path d="M-19 0H-12M12 0H19M-16.5 -9.5L-10.4 -6M10.4 6L16.5 9.5M-9.5 -16.5L-6 -10.4M6 10.4L9.5 16.5M0 -19V-12M0 12V19M9.5 -16.5L6 -10.4M-6 10.4L-9.5 16.5M16.5 -9.5L10.4 -6M-10.4 6L-16.5 9.5" stroke="${c}" stroke-width="2.2"/>`,
  moon: (c: Hex) => `<path d="M7 -15.5A17 17 0 1 0 7 15.5A18 18 0 0 1 7 -15.5Z" fill="${c}"/>`,
  leaf: (c: Hex) =>
    `<path d="M0 18C-18 4 -14 -12 0 -20C14 -12 18 4 0 18Z" fill="none" stroke="${c}" stroke-width="2.2"/><path d="M0 22V-10M0 6L8 -2M0 6L-8 -2M0 -2L6 -8M0 -2L-6 -8" stroke="${c}" stroke-width="1.6" fill="none"/>`,
  star: (c: Hex) => `<path d="M0 -20L4 -4L20 0L4 4L0 20L-4 4L-20 0L-4 -4Z" fill="${c}"/>`,
  key: (c: Hex) =>
    `<circle cy="-10" r="8" fill="none" stroke="${c}" stroke-width="3"/><path d="M0 -2V20M0 12H8M0 18H7" stroke="${c}" stroke-width="3" fill="none"/>`,
  hill: (c: Hex) => `<path d="M-22 14L-6 -12L4 4L10 -6L22 14Z" fill="none" stroke="${c}" stroke-width="2.2" stroke-linejoin="round"/>`,
  bars: (c: Hex) => `<path d="M-12 -14V14M-4 -18V18M4 -18V18M12 -14V14" stroke="${c}" stroke-width="3"/>`,
} as const;
export type EmblemName = keyof typeof EMBLEMS;

const NAMES = Object.keys(EMBLEMS) as [EmblemName, ...EmblemName[]];

/** Chooses the emblem of a producer by the hash of its name. */
export const emblemOf = (h: number): EmblemName => pick(NAMES, h >>> 17);

/** Draws an emblem about 40 units wide, centred on x y. */
export const drawEmblem = (name: EmblemName, x: number, y: number, colour: Hex, scale = 1): string =>
  `<g transform="translate(${n(x)} ${n(y)}) scale(${scale})">${EMBLEMS[name](colour)}</g>`;
