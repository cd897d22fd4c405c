import type { Picture } from './bottle-spec.ts';
import { createLabelRenderer } from './label-renderer.ts';
import { createSvgBuilder, down, outward, svgDocument } from './svg.ts';
import type { RenderText } from './text-line.ts';

const GREEN = '#21382b';
const DARK = '#16281e';
const INK = '#f3ecd9';
const VINE = '#a9d054';

/** The text of a gift card. `amount` is formatted (`$100`) or empty. */
export type GiftCardPrint = { brand: string; title: string; line: string; amount: string };

/** Draws a gift card with a half-open door, 720 × 440 px. */
export const drawGiftCard = ({ brand, title, line, amount }: GiftCardPrint, alt: string, renderText: RenderText): Picture => {
  const svg = createSvgBuilder();
  const renderer = createLabelRenderer(svg, renderText);
  const light = svg.define(
    down(0, 296, [
      [0, '#f6dd9a'],
      [1, '#d79b3a'],
    ]),
  );
  const glow = svg.define(
    outward([
      [0, '#f6dd9a', 0.28],
      [1, '#f6dd9a', 0],
    ]),
  );
  const card = svg.define((id) => `<clipPath id="${id}"><rect width="720" height="440" rx="18"/></clipPath>`);
  const door =
    `<g transform="translate(494 40)"><path d="M0 296V92a84 92 0 0 1 168 0V296Z" fill="${DARK}" stroke="${INK}" stroke-opacity=".5" stroke-width="2"/>` +
    `<path d="M168 296V92A84 92 0 0 0 84 0V296Z" fill="url(#${light})"/><path d="M84 0C40 4 22 40 22 92V322L84 296Z" fill="#2f4d3b"/>` +
    `<path d="M36 60V312M52 24V306M68 8V300" stroke="${DARK}" stroke-width="2"/><circle cx="72" cy="170" r="5" fill="${VINE}"/></g>`;
  const text =
    renderer.line(brand, { x: 48, y: 84, typeface: 'serif', size: 34, maxWidth: 430, letterSpacing: -0.01, fill: INK, anchor: 'start' }) +
    (amount === ''
      ? renderer.line(title, { x: 48, y: 224, typeface: 'serif', size: 76, letterSpacing: -0.02, fill: INK, anchor: 'start' })
      : renderer.line(amount, {
          x: 48,
          y: 224,
          typeface: 'serif',
          size: 104,
          maxWidth: 420,
          letterSpacing: -0.02,
          fill: INK,
          anchor: 'start',
        })) +
    renderer.line(line, { x: 48, y: 276, typeface: 'italic', size: 26, fill: INK, anchor: 'start' }) +
    (amount === '' ? '' : renderer.line(title, { x: 48, y: 394, typeface: 'sans', size: 20, fill: VINE, anchor: 'start' }));
  const ground =
    `<path d="M0 0H720V440H0Z" fill="${GREEN}"/><ellipse cx="600" cy="200" rx="240" ry="260" fill="url(#${glow})"/>` +
    `<path d="M662 336L720 372V440H430L578 336Z" fill="#f2cf7f" fill-opacity=".16"/><path d="M0 336H494M662 336H720" stroke="${INK}" stroke-opacity=".5" stroke-width="2"/>`;
  return svgDocument(720, 440, alt, svg, `<g clip-path="url(#${card})">${ground}${door}${text}</g>`);
};
