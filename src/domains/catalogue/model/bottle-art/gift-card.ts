import { createLabelRenderer } from './label-renderer.ts';
import { down, outward } from './markup.ts';
import type { SetText } from './render-text.ts';
import { createSvgBuilder } from './sheet.ts';
import type { Picture } from './spec.ts';
import { svgDocument } from './svg-document.ts';

const GREEN = '#21382b';
const DARK = '#16281e';
const INK = '#f3ecd9';
const VINE = '#a9d054';

/** A gift card with the door ajar, 720 × 440; `amount` as written (`$100`) or empty. */
export const giftCard = (amount: string, alt: string, setText: SetText): Picture => {
  const sheet = createSvgBuilder();
  const pen = createLabelRenderer(sheet, setText);
  const light = sheet.define(
    down(0, 296, [
      [0, '#f6dd9a'],
      [1, '#d79b3a'],
    ]),
  );
  const glow = sheet.define(
    outward([
      [0, '#f6dd9a', 0.28],
      [1, '#f6dd9a', 0],
    ]),
  );
  const card = sheet.define((id) => `<clipPath id="${id}"><rect width="720" height="440" rx="18"/></clipPath>`);
  const door =
    `<g transform="translate(494 40)"><path d="M0 296V92a84 92 0 0 1 168 0V296Z" fill="${DARK}" stroke="${INK}" stroke-opacity=".5" stroke-width="2"/>` +
    `<path d="M168 296V92A84 92 0 0 0 84 0V296Z" fill="url(#${light})"/><path d="M84 0C40 4 22 40 22 92V322L84 296Z" fill="#2f4d3b"/>` +
    `<path d="M36 60V312M52 24V306M68 8V300" stroke="${DARK}" stroke-width="2"/><circle cx="72" cy="170" r="5" fill="${VINE}"/></g>`;
  const words =
    pen.line('Cellardoor', { x: 48, y: 84, face: 'serif', size: 34, track: -0.01, fill: INK, anchor: 'start' }) +
    (amount === ''
      ? pen.line('Gift card', { x: 48, y: 224, face: 'serif', size: 76, track: -0.02, fill: INK, anchor: 'start' })
      : pen.line(amount, { x: 48, y: 224, face: 'serif', size: 104, room: 420, track: -0.02, fill: INK, anchor: 'start' })) +
    pen.line('Something good for the table', { x: 48, y: 276, face: 'italic', size: 26, fill: INK, anchor: 'start' }) +
    (amount === '' ? '' : pen.line('Gift card', { x: 48, y: 394, face: 'sans', size: 20, fill: VINE, anchor: 'start' }));
  const ground =
    `<path d="M0 0H720V440H0Z" fill="${GREEN}"/><ellipse cx="600" cy="200" rx="240" ry="260" fill="url(#${glow})"/>` +
    `<path d="M662 336L720 372V440H430L578 336Z" fill="#f2cf7f" fill-opacity=".16"/><path d="M0 336H494M662 336H720" stroke="${INK}" stroke-opacity=".5" stroke-width="2"/>`;
  return svgDocument(720, 440, alt, sheet, `<g clip-path="url(#${card})">${ground}${door}${words}</g>`);
};
