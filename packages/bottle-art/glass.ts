import type { BottleKind, BottleSpec } from './bottle-spec.ts';
import { type Hex, mix } from './colours.ts';
import { pick } from './hash.ts';
import { bottlePath, ribbonPath } from './outline-path.ts';
import type { Shape, ShapeName } from './shapes.ts';
import { across, clip, down, n3, type SvgBuilder } from './svg.ts';

/** Colours of glass at the edge, in the middle and where light falls through. The liquid shows through clear glass. */
export type Glass = { edge: Hex; mid: Hex; glow: Hex; clear: boolean };

export const GLASS = {
  antique: { edge: '#0a0d07', mid: '#1b2314', glow: '#4d5e30', clear: false },
  moss: { edge: '#16210d', mid: '#37481f', glow: '#7c9445', clear: false },
  leaf: { edge: '#3d3d12', mid: '#8d8a38', glow: '#c6c172', clear: false },
  emerald: { edge: '#0f3a1d', mid: '#3b7d40', glow: '#8cc27c', clear: false },
  brown: { edge: '#241006', mid: '#5d3010', glow: '#a9682c', clear: false },
  black: { edge: '#060505', mid: '#14110f', glow: '#3a332d', clear: false },
  smoke: { edge: '#1c2426', mid: '#3c4a4c', glow: '#7f9396', clear: false },
  flint: { edge: '#93a09b', mid: '#eef1ec', glow: '#ffffff', clear: true },
  sea: { edge: '#5f8f8d', mid: '#d3e6e2', glow: '#f3fbf9', clear: true },
} as const satisfies Record<string, Glass>;
type GlassName = keyof typeof GLASS;

/** Colours of the liquid behind clear glass: edge and middle. */
const LIQUID: Record<BottleKind, readonly [Hex, Hex]> = {
  red: ['#240710', '#6a1529'],
  white: ['#b3923a', '#efdc94'],
  rose: ['#c0604f', '#f4b8a2'],
  orange: ['#9c4a12', '#e79a45'],
  sparkling: ['#b79542', '#f0dfa0'],
  sweet: ['#a8680f', '#eeb33f'],
  fortified: ['#3a0f0a', '#8c3418'],
  whisky: ['#6b2c05', '#d98a2b'],
  rum: ['#4d1c06', '#b5621f'],
  brandy: ['#672507', '#c9722a'],
  gin: ['#a9b8b4', '#f0f5f2'],
  vodka: ['#a9b5ba', '#f2f6f7'],
  tequila: ['#b09a58', '#f0e4b6'],
  liqueur: ['#5a0f1c', '#b4303e'],
};

type Choice = readonly [GlassName, ...GlassName[]];
const choicesOf = (kind: BottleKind, shape: ShapeName): Choice => {
  switch (kind) {
    case 'red':
      return shape === 'burgundy' ? ['moss', 'antique', 'antique'] : ['antique'];
    case 'white':
      return shape === 'flute'
        ? ['emerald', 'leaf', 'flint']
        : shape === 'burgundy'
          ? ['leaf', 'leaf', 'moss']
          : ['flint', 'leaf', 'flint'];
    case 'sparkling':
      return ['moss', 'antique', 'moss'];
    case 'fortified':
      return ['black', 'brown', 'black'];
    case 'gin':
      return ['flint', 'sea', 'smoke', 'flint'];
    case 'vodka':
      return ['flint', 'flint', 'sea'];
    case 'liqueur':
      return ['flint', 'brown', 'flint', 'emerald'];
    default:
      return ['flint'];
  }
};

/** Returns the glass that the spec names, else one of those usual for kind and shape, chosen by the hash. */
export const glassOf = (spec: BottleSpec, shape: ShapeName, h: number): Glass => {
  const name = spec.glass ?? '';
  return Object.hasOwn(GLASS, name) ? GLASS[name as GlassName] : GLASS[pick(choicesOf(spec.kind, shape), h)];
};

const smooth = (t: number) => t * t * (3 - 2 * t);
/** Stacks ever narrower and lighter copies of the outline: a gradient that follows neck and shoulder. */
const stack = (outline: string, from: Hex, to: Hex, widest: number, steps: number) =>
  Array.from({ length: steps }, (_, i) => {
    const k = widest * (1 - (i / steps) * 0.86);
    return `<use href="#${outline}" transform="scale(${n3(k)} 1)" fill="${mix(from, to, smooth(i / (steps - 1)))}"/>`;
  }).join('');

const clearGlass = (svg: SvgBuilder, shape: Shape, glass: Glass, kind: BottleKind, outline: string, inside: string, steps: number) => {
  const { radius: r, fill, outline: out } = shape;
  const floor = 985 - shape.foot;
  const [dark, light] = LIQUID[kind];
  const base = svg.define(
    across(r, [
      [0, dark, 0.7],
      [0.1, light, 0.5],
      [0.3, mix(light, '#ffffff', 0.5), 0.55],
      [0.62, light, 0.4],
      [0.9, dark, 0.5],
      [1, dark, 0.72],
    ]),
  );
  const wine = svg.define(clip(`<path d="M-160 ${fill}Q0 ${fill + 9} 160 ${fill}V${floor}Q0 ${floor - 10} -160 ${floor}Z"/>`));
  const walls = [
    [0.95, 0.6],
    [0.88, 0.3],
    [0.76, 0.16],
    [0.6, 0.1],
  ] as const;
  return (
    `<use href="#${outline}" fill="${glass.mid}" fill-opacity=".13"/>` +
    `<g clip-path="url(#${inside})" fill="${mix(glass.edge, '#3d4a44', 0.25)}">` +
    walls.map(([k, o]) => `<path d="${ribbonPath(out, 1, k)}${ribbonPath(out, -1, -k)}" fill-opacity="${o}"/>`).join('') +
    `</g><g clip-path="url(#${wine})">${stack(outline, dark, light, 0.955, Math.round(steps * 1.5))}</g>` +
    `<g clip-path="url(#${inside})">` +
    `<path d="M${-r} ${fill}Q0 ${fill + 9} ${r} ${fill}" fill="none" stroke="${mix(dark, '#000000', 0.1)}" stroke-opacity=".5" stroke-width="2"/>` +
    `<path d="M${-r} ${floor}Q0 ${floor - 10} ${r} ${floor}" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="2.4"/>` +
    `<path d="M${-r} ${floor + 6}Q0 ${floor - 3} ${r} ${floor + 6}V985H${-r}Z" fill="url(#${base})"/></g>`
  );
};

const darkGlass = (svg: SvgBuilder, shape: Shape, glass: Glass, capBottom: number, outline: string, steps: number) => {
  const neckEnd = shape.fill + 40;
  const neck = svg.define(
    down(capBottom, neckEnd, [
      [0, glass.glow, 0.5],
      [0.6, glass.glow, 0.42],
      [1, glass.glow, 0],
    ]),
  );
  const shoulder = svg.define(
    down(shape.body - 120, 985, [
      [0, glass.glow, 0],
      [0.24, glass.glow, 0.22],
      [0.5, glass.glow, 0.04],
      [0.9, '#000000', 0.1],
      [1, '#000000', 0.5],
    ]),
  );
  const aboveWine = svg.define(clip(`<path d="M-160 0H160V${neckEnd}H-160Z"/>`));
  return (
    stack(outline, glass.edge, glass.mid, 1, steps) +
    `<use href="#${outline}" transform="scale(.8 1)" fill="url(#${neck})" clip-path="url(#${aboveWine})"/><use href="#${outline}" fill="url(#${shoulder})"/>`
  );
};

/** Draws the light on the rim, a wide reflection on the left, a narrow one on the right, and the dark foot. */
const shine = (svg: SvgBuilder, shape: Shape, glass: Glass, inside: string) => {
  const { radius: r, top, outline: out } = shape;
  const bright = glass.clear ? 0.85 : 0.5;
  const left = svg.define(
    down(top + 60, 978, [
      [0, '#ffffff', bright * 0.7],
      [0.25, '#ffffff', bright],
      [0.5, '#ffffff', bright * 0.62],
      [0.9, '#ffffff', bright * 0.34],
      [1, '#ffffff', 0],
    ]),
  );
  const right = svg.define(
    down(top + 60, 978, [
      [0, '#ffffff', 0],
      [0.3, '#ffffff', bright * 0.5],
      [0.92, '#ffffff', bright * 0.3],
      [1, '#ffffff', 0],
    ]),
  );
  return (
    `<g clip-path="url(#${inside})">` +
    `<path d="${ribbonPath(out, -0.965, -0.93)}" fill="${glass.glow}" fill-opacity=".45"/><path d="${ribbonPath(out, 0.965, 0.94)}" fill="${glass.glow}" fill-opacity=".55"/>` +
    `<path d="${ribbonPath(out, -0.8, -0.62)}" fill="url(#${left})"/><path d="${ribbonPath(out, -0.6, -0.575)}" fill="url(#${left})" fill-opacity=".4"/>` +
    `<path d="${ribbonPath(out, 0.8, 0.86)}" fill="url(#${right})"/>` +
    `<path d="M${-r} 973Q0 981 ${r} 973V990H${-r}Z" fill="#000" fill-opacity="${glass.clear ? 0.12 : 0.34}"/></g>`
  );
};

/**
 * Draws the bottle without closure and label.
 * @param steps number of gradient steps, higher for larger pictures
 * @returns the markup with the ids of the outline and of a clip path of it
 */
export const drawGlass = (svg: SvgBuilder, spec: BottleSpec, shape: Shape, glass: Glass, capBottom: number, steps: number) => {
  const outline = svg.define((id) => `<path id="${id}" d="${bottlePath(shape.outline)}"/>`);
  const inside = svg.define(clip(`<use href="#${outline}"/>`));
  const body = glass.clear
    ? clearGlass(svg, shape, glass, spec.kind, outline, inside, steps)
    : darkGlass(svg, shape, glass, capBottom, outline, steps);
  return { draw: body + shine(svg, shape, glass, inside), outline, inside };
};
