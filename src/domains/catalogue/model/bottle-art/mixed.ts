import { drawUprightBottle, footShadow, type UprightBottle } from './bottle.ts';
import { n } from './markup.ts';
import { noText, type SetText } from './render-text.ts';
import { createSvgBuilder, type SvgBuilder } from './sheet.ts';
import type { BottleSpec, Picture } from './spec.ts';
import { svgDocument } from './svg-document.ts';

const ONE_RANK = 6;
const BACK_SCALE = 0.94;
const BACK_LIFT = 44;
const MARGIN = 46;

type Standing = { bottle: UprightBottle; id: string };

const stand = (sheet: SvgBuilder, specs: readonly BottleSpec[], setText: SetText): Standing[] =>
  specs.map((spec) => {
    const bottle = drawUprightBottle(sheet, spec, setText, 10);
    return { bottle, id: sheet.define((id) => `<g id="${id}">${footShadow(sheet, bottle.radius)}${bottle.draw}</g>`) };
  });

/**
 * The bottles of a case: up to six in a row; more in two ranks, the one behind in the gaps of the one before, its labels hidden
 * and left blank. 1000 high, as wide as its bottles.
 */
export const mixedCase = (specs: readonly BottleSpec[], alt: string, setText: SetText): Picture => {
  const sheet = createSvgBuilder();
  const two = specs.length > ONE_RANK;
  const inFront = two ? Math.ceil(specs.length / 2) : specs.length;
  const gap = two ? 10 : 16;
  const front = stand(sheet, specs.slice(0, inFront), setText);
  const back = stand(sheet, specs.slice(inFront), noText);
  let edge = MARGIN;
  const places = front.map(({ bottle: { radius } }) => {
    const x = edge + radius;
    edge = x + radius + gap;
    return x;
  });
  // the last of an even rank behind stands half out beyond its neighbour
  const gaps = places.map((x, i) => x + (front[i]?.bottle.radius ?? 0) + gap / 2);
  const reach = Math.max(edge - gap, ...back.map(({ bottle }, i) => (gaps[i] ?? 0) + bottle.radius * BACK_SCALE));
  const behind = back.map(({ id, bottle }, i) => {
    const place = `translate(${n(gaps[i] ?? 0)} ${n(985 * (1 - BACK_SCALE) - BACK_LIFT)}) scale(${BACK_SCALE})`;
    return `<g transform="${place}"><use href="#${id}"/><use href="#${bottle.outline}" fill="#241a0e" fill-opacity=".22"/></g>`;
  });
  const before = front.map(({ id }, i) => `<use href="#${id}" transform="translate(${n(places[i] ?? 0)})"/>`);
  return svgDocument(reach + MARGIN, 1000, alt, sheet, `${behind.join('')}${before.join('')}`);
};
