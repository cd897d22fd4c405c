/** Colours in sRGB and OKLCH, and the contrast between them (WCAG 2). */

/** Red, green and blue as linear light, 0 to 1. */
export interface LinearColor {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

const HEX = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;
const OKLCH = /^oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)$/;

const toLinear = (part: number): number => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const toEncoded = (part: number): number => (part <= 0.003_130_8 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);
const limit = (part: number): number => Math.min(Math.max(part, 0), 1);

function oklchToLinear(lightness: number, chroma: number, hue: number): LinearColor {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3;
  const m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3;
  const s = (lightness - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3;
  return {
    red: limit(4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s),
    green: limit(-1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s),
    blue: limit(-0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s),
  };
}

/** Parses `#77b204` or `oklch(42% 0.11 130)`. @throws Error for other notations */
export function parseColor(text: string): LinearColor {
  const [, red, green, blue] = HEX.exec(text) ?? [];
  if (red !== undefined && green !== undefined && blue !== undefined) {
    const part = (digits: string): number => toLinear(Number.parseInt(digits, 16) / 255);
    return { red: part(red), green: part(green), blue: part(blue) };
  }
  const [, lightness, chroma, hue] = OKLCH.exec(text) ?? [];
  if (lightness === undefined) throw new Error(`${text} is no colour`);
  return oklchToLinear(Number(lightness) / 100, Number(chroma), Number(hue));
}

/** Returns the relative luminance of a colour, 0 to 1. */
const luminance = ({ red, green, blue }: LinearColor): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** Returns the contrast ratio of two colours, 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(parseColor(one)), luminance(parseColor(other))].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Mixes a share of another colour into a colour, as sRGB. @returns the mixture as `#rrggbb` */
export function mixColors(color: string, other: string, share: number): string {
  const [from, to] = [parseColor(color), parseColor(other)];
  const part = (name: keyof LinearColor): string =>
    Math.round(255 * (toEncoded(from[name]) * (1 - share) + toEncoded(to[name]) * share))
      .toString(16)
      .padStart(2, '0');
  return `#${part('red')}${part('green')}${part('blue')}`;
}
