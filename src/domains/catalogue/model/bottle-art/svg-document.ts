import { escapeXml, n } from './markup.ts';
import type { SvgBuilder } from './sheet.ts';
import type { Picture } from './spec.ts';

/** A whole SVG file of a size in CSS pixels: the sheet's definitions, then what is drawn with them, and its text alternative. */
export const svgDocument = (width: number, height: number, alt: string, sheet: SvgBuilder, body: string): Picture => {
  const [w, h] = [Math.round(width), Math.round(height)];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${n(w)} ${n(h)}" width="${w}" height="${h}" role="img" aria-label="${escapeXml(alt)}">${sheet.defs()}${body}</svg>`;
  return { svg, width: w, height: h, alt };
};
