import { drawClosure } from './closure.ts';
import { drawGlass, glassOf } from './glass.ts';
import { hash } from './hash.ts';
import { drawLabel } from './label.ts';
import { createLabelRenderer } from './label-renderer.ts';
import { n, n3, outward } from './markup.ts';
import type { SetText } from './render-text.ts';
import { shapeOf } from './shape-of.ts';
import { SHAPES } from './shapes.ts';
import { createSvgBuilder, type SvgBuilder } from './sheet.ts';
import { type BottleSpec, labelName, type Picture } from './spec.ts';
import { svgDocument } from './svg-document.ts';

/** A bottle as part of a drawing: its markup around x = 0 on y = 985, its half width, its highest point, the id of its outline. */
export type UprightBottle = { draw: string; radius: number; top: number; outline: string };

/** Real sizes, softened, so that a half bottle looks smaller and still reads. */
const SCALES: readonly (readonly [ml: number, scale: number])[] = [
  [100, 0.55],
  [250, 0.68],
  [400, 0.8],
  [500, 0.9],
];
const scaleOf = (ml: number | undefined): number => SCALES.find(([most]) => (ml ?? 750) <= most)?.[1] ?? 1;

/** Draws one bottle onto a sheet. `steps` of light: 16 for one, 10 for a bottle among many. */
export const drawUprightBottle = (sheet: SvgBuilder, spec: BottleSpec, setText: SetText, steps: number): UprightBottle => {
  const house = hash(spec.producer);
  const wine = hash(`${spec.producer}|${spec.name}`);
  const name = shapeOf(spec);
  const shape = SHAPES[name];
  const glass = glassOf(spec, name, ((wine >>> 4) ^ (house >>> 2)) >>> 0);
  const closure = drawClosure(sheet, spec, name, shape, house);
  const label = drawLabel(createLabelRenderer(sheet, setText), spec, shape, house);
  const body = drawGlass(sheet, spec, shape, glass, closure.bottom, steps);
  const whole = `${body.draw}${closure.draw}<g clip-path="url(#${body.inside})">${label}</g>`;
  const k = scaleOf(spec.volumeMl);
  const draw = k === 1 ? whole : `<g transform="translate(0 ${n(985 * (1 - k))}) scale(${n3(k)})">${whole}</g>`;
  return { draw, radius: shape.radius * k, top: 985 - (985 - closure.top) * k, outline: body.outline };
};

/** The shadow of a bottle where it stands. */
export const footShadow = (sheet: SvgBuilder, radius: number): string => {
  const soft = sheet.define(
    outward([
      [0, '#1d160c', 0.46],
      [0.55, '#1d160c', 0.16],
      [1, '#1d160c', 0],
    ]),
  );
  const rx = Math.min(radius * 1.34, 158 - radius * 0.1);
  return `<ellipse cx="${n(radius * 0.1)}" cy="984" rx="${n(rx)}" ry="15" fill="url(#${soft})"/><ellipse cx="0" cy="985" rx="${n(radius * 0.98)}" ry="5.5" fill="#120d06" fill-opacity=".4"/>`;
};

/** One bottle, 320 × 1000, three units to the millimetre (face.md "The bottle"). */
export const bottle = (spec: BottleSpec, setText: SetText): Picture => {
  const sheet = createSvgBuilder();
  const { draw, radius } = drawUprightBottle(sheet, spec, setText, 16);
  const alt = `Bottle of ${labelName(spec)}`;
  return svgDocument(320, 1000, alt, sheet, `<g transform="translate(160)">${footShadow(sheet, radius)}${draw}</g>`);
};
