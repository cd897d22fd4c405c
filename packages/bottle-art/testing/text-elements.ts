import { legible } from '../legible.ts';
import { escapeXml, n } from '../svg.ts';
import type { RenderText } from '../text-line.ts';

/** Renders text as `<text>` elements, so that tests can read the text of a drawing. */
export const textElements: RenderText = ({ text, typeface, size, letterSpacing, stand }, define) => {
  const line = escapeXml(legible(text));
  if (line === '') return '';
  const attributes = `font-family="${typeface}" font-size="${n(size)}"${letterSpacing === 0 ? '' : ` letter-spacing="${n(letterSpacing * size)}"`}`;
  if (stand.on === 'circle') {
    const { x, y, radius: r } = stand;
    const circle = define((id) => `<path id="${id}" d="M${n(x)} ${n(y + r)}A${n(r)} ${n(r)} 0 1 1 ${n(x + 0.1)} ${n(y + r)}"/>`);
    return `<text ${attributes}><textPath href="#${circle}">${line}</textPath></text>`;
  }
  return `<text x="${n(stand.x)}" y="${n(stand.y)}" ${attributes}>${line}</text>`;
};
