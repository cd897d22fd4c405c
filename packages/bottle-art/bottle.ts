import type { BottleSpec, Picture } from './bottle-spec.ts';
import { drawClosure } from './closure.ts';
import { drawGlass, glassOf } from './glass.ts';
import { hash } from './hash.ts';
import { drawLabel } from './label.ts';
import { createLabelRenderer } from './label-renderer.ts';
import { SHAPES, shapeOf } from './shapes.ts';
import { createSvgBuilder, n, n3, outward, type SvgBuilder, svgDocument } from './svg.ts';
import type { RenderText } from './text-line.ts';

/** A bottle as part of a drawing: markup centred on x = 0 with its foot at y = 985, half width, highest point and id of the outline. */
export type UprightBottle = { draw: string; radius: number; top: number; outline: string };

/** Scale by volume. Less than the real difference, so that the label of a half bottle can be read. */
const SCALES: readonly (readonly [ml: number, scale: number])[] = [
  [100, 0.55],
  [250, 0.68],
  [400, 0.8],
  [500, 0.9],
];
const scaleOf = (ml: number | undefined): number => SCALES.find(([most]) => (ml ?? 750) <= most)?.[1] ?? 1;

/** Adds one bottle to a drawing. @param steps number of gradient steps: 16 for a single bottle, 10 for one of many */
export const drawUprightBottle = (svg: SvgBuilder, spec: BottleSpec, renderText: RenderText, steps: number): UprightBottle => {
  const producerHash = hash(spec.producer);
  const wineHash = hash(`${spec.producer}|${spec.name}`);
  const name = shapeOf(spec);
  const shape = SHAPES[name];
  const glass = glassOf(spec, name, ((wineHash >>> 4) ^ (producerHash >>> 2)) >>> 0);
  const closure = drawClosure(svg, spec, name, shape, producerHash);
  const label = drawLabel(createLabelRenderer(svg, renderText), spec, shape, producerHash);
  const body = drawGlass(svg, spec, shape, glass, closure.bottom, steps);
  const whole = `${body.draw}${closure.draw}<g clip-path="url(#${body.inside})">${label}</g>`;
  const k = scaleOf(spec.volumeMl);
  const draw = k === 1 ? whole : `<g transform="translate(0 ${n(985 * (1 - k))}) scale(${n3(k)})">${whole}</g>`;
  return { draw, radius: shape.radius * k, top: 985 - (985 - closure.top) * k, outline: body.outline };
};

/** Draws the shadow at the foot of a bottle. */
export const footShadow = (svg: SvgBuilder, radius: number): string => {
  const soft = svg.define(
    outward([
      [0, '#1d160c', 0.46],
      [0.55, '#1d160c', 0.16],
      [1, '#1d160c', 0],
    ]),
  );
  const rx = Math.min(radius * 1.34, 158 - radius * 0.1);
  return `<ellipse cx="${n(radius * 0.1)}" cy="984" rx="${n(rx)}" ry="15" fill="url(#${soft})"/><ellipse cx="0" cy="985" rx="${n(radius * 0.98)}" ry="5.5" fill="#120d06" fill-opacity=".4"/>`;
};

/** Draws one bottle, 320 × 1000, three units to the millimetre. */
export const drawBottle = (spec: BottleSpec, alt: string, renderText: RenderText): Picture => {
  const svg = createSvgBuilder();
  const { draw, radius } = drawUprightBottle(svg, spec, renderText, 16);
  return svgDocument(320, 1000, alt, svg, `<g transform="translate(160)">${footShadow(svg, radius)}${draw}</g>`);
};
