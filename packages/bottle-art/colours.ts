import { pick } from './hash.ts';

/** A colour as `#rrggbb`. */
export type Hex = string;

const channels = (hex: Hex): [number, number, number] => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];

/** Mixes two colours channel by channel. @param t share of `b`, 0 to 1 */
export const mix = (a: Hex, b: Hex, t: number): Hex => {
  const to = channels(b);
  return `#${channels(a)
    .map((v, i) =>
      Math.round(v + ((to[i] ?? v) - v) * t)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
};

/** Returns the relative luminance of WCAG 2: 0 for black, 1 for white. */
export const luminance = (hex: Hex): number => {
  const [r, g, b] = channels(hex).map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** Returns the text colour with enough contrast on a fill: warm black on light, warm white on dark. */
export const contrastingInk = (fill: Hex): Hex => (luminance(fill) > 0.3 ? '#1c1a17' : '#fbf7ee');

/** Colours of a label: paper, ink and accent. */
type Paper = readonly [paper: Hex, ink: Hex, accent: Hex];

export const PAPERS = {
  cream: ['#f4ecda', '#23201a', '#8a2c25'],
  chalk: ['#fbf9f4', '#1c1c1b', '#8b6a2c'],
  kraft: ['#dac5a2', '#2a2017', '#75301d'],
  linen: ['#f0e9dc', '#1c2c46', '#9f5f28'],
  forest: ['#21382b', '#f0e7d0', '#cfae66'],
  oxblood: ['#571920', '#f6ead8', '#dcae70'],
  soot: ['#1a1918', '#efe8d9', '#cba661'],
  blush: ['#efd5c9', '#3b201e', '#9b3c2c'],
  mist: ['#d2dee2', '#1b2b38', '#a84a29'],
  ochre: ['#dba945', '#261a0c', '#75240f'],
  sage: ['#ccd5ba', '#212c1c', '#7a4620'],
  slate: ['#37414b', '#f2eee4', '#dda465'],
  brick: ['#a9482e', '#fdf3e6', '#f3c98d'],
  straw: ['#f2e6a8', '#2b2a16', '#4a682a'],
  lilac: ['#dad2df', '#2a2233', '#7a3b59'],
  teal: ['#1c484f', '#f3ead8', '#e5a965'],
  vine: ['#f6f1e6', '#2b2b28', '#4b6e12'],
  ink: ['#fdfcf8', '#27232b', '#b0442c'],
} as const satisfies Record<string, Paper>;
type PaperName = keyof typeof PAPERS;

const NAMES = Object.keys(PAPERS) as [PaperName, ...PaperName[]];

/** Returns the named paper, else one chosen by the hash of the producer. */
export const paperOf = (name: string | undefined, h: number): Paper =>
  PAPERS[name !== undefined && Object.hasOwn(PAPERS, name) ? (name as PaperName) : pick(NAMES, h >>> 13)];
