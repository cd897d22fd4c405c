import { drawUprightBottle, footShadow, type UprightBottle } from './bottle.ts';
import type { BottleSpec, Picture } from './bottle-spec.ts';
import { createSvgBuilder, n, type SvgBuilder, svgDocument } from './svg.ts';
import { noText, type RenderText } from './text-line.ts';

const MAX_ONE_ROW = 6;
const BACK_SCALE = 0.94;
const BACK_LIFT = 44;
const MARGIN = 46;

type PlacedBottle = { bottle: UprightBottle; id: string };

const stand = (svg: SvgBuilder, specs: readonly BottleSpec[], renderText: RenderText): PlacedBottle[] =>
  specs.map((spec) => {
    const bottle = drawUprightBottle(svg, spec, renderText, 10);
    return { bottle, id: svg.define((id) => `<g id="${id}">${footShadow(svg, bottle.radius)}${bottle.draw}</g>`) };
  });

/**
 * Draws the bottles of a case: up to six in one row, more in two. Bottles of the back row have blank labels and are drawn in the gaps
 * of the front row. 1000 high, as wide as the bottles.
 */
export const drawMixedCase = (specs: readonly BottleSpec[], alt: string, renderText: RenderText): Picture => {
  const svg = createSvgBuilder();
  const two = specs.length > MAX_ONE_ROW;
  const inFront = two ? Math.ceil(specs.length / 2) : specs.length;
  const gap = two ? 10 : 16;
  const front = stand(svg, specs.slice(0, inFront), renderText);
  const back = stand(svg, specs.slice(inFront), noText);
  let edge = MARGIN;
  const positions = front.map(({ bottle: { radius } }) => {
    const x = edge + radius;
    edge = x + radius + gap;
    return x;
  });
  // The last bottle of a full back row extends beyond the front row.
  const gaps = positions.map((x, i) => x + (front[i]?.bottle.radius ?? 0) + gap / 2);
  const reach = back.reduce((most, { bottle }, i) => Math.max(most, (gaps[i] ?? 0) + bottle.radius * BACK_SCALE), edge - gap);
  const behind = back.map(({ id, bottle }, i) => {
    const transform = `translate(${n(gaps[i] ?? 0)} ${n(985 * (1 - BACK_SCALE) - BACK_LIFT)}) scale(${BACK_SCALE})`;
    return `<g transform="${transform}"><use href="#${id}"/><use href="#${bottle.outline}" fill="#241a0e" fill-opacity=".22"/></g>`;
  });
  const before = front.map(({ id }, i) => `<use href="#${id}" transform="translate(${n(positions[i] ?? 0)})"/>`);
  return svgDocument(reach + MARGIN, 1000, alt, svg, `${behind.join('')}${before.join('')}`);
};
