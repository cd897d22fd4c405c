/** A colour as `#rrggbb`. */
export type Hex = string;

const channels = (hex: Hex): [number, number, number] => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];

/** The colour a part `t` (0 to 1) of the way from `a` to `b`, channel by channel. */
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

/** Relative luminance (WCAG 2), 0 black to 1 white. */
export const luminance = (hex: Hex): number => {
  const [r, g, b] = channels(hex).map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** Ink that reads on a fill: warm black on light, warm white on dark. */
export const contrastingInk = (fill: Hex): Hex => (luminance(fill) > 0.3 ? '#1c1a17' : '#fbf7ee');
