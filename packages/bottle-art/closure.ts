import type { BottleSpec, ClosureName } from './bottle-spec.ts';
import { type Hex, mix } from './colours.ts';
import { pick } from './hash.ts';
import type { Shape, ShapeName } from './shapes.ts';
import { across, n, type Stop, type SvgBuilder } from './svg.ts';

/** Dark, middle and light tone. */
type Tones = readonly [Hex, Hex, Hex];
export const CAPSULES = {
  black: ['#0c0c0c', '#262524', '#63605b'],
  oxblood: ['#2c070c', '#691823', '#b0525a'],
  gold: ['#6b4a12', '#c39a47', '#f6e2a4'],
  cream: ['#b3a88f', '#e8dfca', '#fffaf0'],
  forest: ['#0b1d13', '#1f4230', '#5c8670'],
  navy: ['#0a1326', '#1e3357', '#5f7ba8'],
  copper: ['#56260f', '#a9623a', '#eeb48c'],
  silver: ['#5f6466', '#b9bec0', '#f4f6f6'],
  slate: ['#191f24', '#3d4850', '#84929b'],
  rust: ['#4a1a0c', '#9a4427', '#d98c69'],
  plum: ['#1f0d20', '#4a2447', '#8d608a'],
  vine: ['#2b4a06', '#6a9a1a', '#b4d873'],
} as const satisfies Record<string, Tones>;
export const STOPPERS = {
  oak: ['#4a2c13', '#8f6134', '#c99a64'],
  ebony: ['#0a0908', '#24201d', '#5a534c'],
  walnut: ['#21120a', '#523320', '#8d6444'],
  brass: ['#5d4312', '#b78f3f', '#f2dd9a'],
} as const satisfies Record<string, Tones>;
type Capsule = keyof typeof CAPSULES;
type Stopper = keyof typeof STOPPERS;

const FOILS: readonly [Capsule, ...Capsule[]] = [
  'black',
  'oxblood',
  'gold',
  'cream',
  'forest',
  'navy',
  'copper',
  'slate',
  'rust',
  'plum',
  'black',
  'silver',
];
const WIRES: readonly [Capsule, ...Capsule[]] = ['gold', 'black', 'cream', 'gold', 'copper', 'silver'];
const WOODS: readonly [Stopper, ...Stopper[]] = ['oak', 'ebony', 'walnut', 'brass'];
const CORK: Tones = ['#7c5730', '#c79f6b', '#ead0a4'];

const STOPPERED: ReadonlySet<ShapeName> = new Set(['whisky', 'gin', 'rum', 'cognac', 'tequila', 'liqueur']);
/** Returns the closure of the spec if it fits the shape, else the usual one of the shape, else one chosen by the hash. */
const closureOf = (spec: BottleSpec, shape: ShapeName, h: number): ClosureName => {
  if (STOPPERED.has(shape)) return 'stopper';
  if (spec.closure && spec.closure !== 'wire') return spec.closure;
  if (shape === 'vodka') return 'screw';
  if (shape === 'champagne') return 'wire';
  return pick(['screw', 'foil', 'screw', 'foil', 'wax', 'screw'], h >>> 5);
};

const metal = ([d, m, l]: Tones, matt: boolean): Stop[] =>
  matt
    ? [
        [0, d],
        [0.14, mix(d, m, 0.75)],
        [0.34, mix(m, l, 0.22)],
        [0.6, m],
        [0.86, mix(d, m, 0.6)],
        [1, d],
      ]
    : [
        [0, d],
        [0.1, m],
        [0.24, mix(m, l, 0.35)],
        [0.31, l],
        [0.4, mix(m, l, 0.25)],
        [0.62, m],
        [0.84, mix(d, m, 0.35)],
        [0.92, mix(m, l, 0.2)],
        [1, d],
      ];

/** A drawn closure. `bottom` is where it ends on the neck, `top` its highest point. */
type Closure = { draw: string; bottom: number; top: number };

const stroke = (d: string, colour: Hex, opacity: number, width: number) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="${width}"/>`;

const stopper = (svg: SvgBuilder, shape: Shape, tones: Tones): Closure => {
  const t = shape.top;
  const tall = shape.neck > 45 ? 74 : 62;
  const w = shape.neck + 10;
  const head = svg.define(across(w, metal(tones, true)));
  const cork = svg.define(across(40, metal(CORK, true)));
  return {
    draw:
      `<path d="M-36 ${t - 16}H36V${t + 6}H-36Z" fill="url(#${cork})"/>` +
      `<path d="M${-w} ${t - 14}V${t - tall}q0-8 8-8H${w - 8}q8 0 8 8V${t - 14}q0 4-4 4H${-w + 4}q-4 0-4-4Z" fill="url(#${head})"/>` +
      stroke(`M${-w} ${t - tall + 9}H${w}`, '#fff', 0.16, 1.4) +
      stroke(`M${-w} ${t - 22}H${w}`, '#000', 0.3, 1.6),
    bottom: t,
    top: t - tall - 8,
  };
};

/** Draws foil over cork and wire, as on Champagne. */
const wired = (svg: SvgBuilder, shape: Shape, tones: Tones): Closure => {
  const t = shape.top;
  const b = shape.cap[0];
  const foil = svg.define(across(58, metal(tones, false)));
  const outline =
    `M-33 ${t - 16}C-33 ${t - 30} 33 ${t - 30} 33 ${t - 16}C40 ${t - 6} 50 ${t + 8} 50 ${t + 30}L48 ${t + 58}L50 ${b - 60}C52 ${b - 30} 55 ${b - 18} 58 ${b - 4}` +
    `C30 ${b + 12} -30 ${b + 12} -58 ${b - 4}C-55 ${b - 18} -52 ${b - 30} -50 ${b - 60}L-48 ${t + 58}L-50 ${t + 30}C-50 ${t + 8} -40 ${t - 6} -33 ${t - 16}Z`;
  const creases = [
    [-30, 8],
    [-14, -4],
    [6, 6],
    [22, -5],
    [34, 3],
  ] as const;
  return {
    draw:
      `<path d="${outline}" fill="url(#${foil})"/>` +
      stroke(
        `M-50 ${t + 36}C-30 ${t + 46} 30 ${t + 46} 50 ${t + 36}M-48 ${t + 56}C-30 ${t + 66} 30 ${t + 66} 48 ${t + 56}`,
        '#000',
        0.28,
        2.4,
      ) +
      creases
        .map(([x, bend], i) =>
          stroke(
            `M${x} ${t + 66}q${bend} ${60 + i * 9} ${-bend / 2} ${b - t - 92 - i * 8}`,
            i % 2 ? '#fff' : '#000',
            i % 2 ? 0.2 : 0.16,
            2,
          ),
        )
        .join('') +
      stroke(`M-56 ${b - 14}C-30 ${b + 2} 30 ${b + 2} 56 ${b - 14}`, '#fff', 0.3, 1.6),
    bottom: b,
    top: t - 27,
  };
};

/** Returns half the width of a sleeve at its lower end: that of the neck, or of the bulge of a fortified bottle. */
const sleeveEnd = (shape: Shape, bulges: boolean, b: number): number => {
  const r = shape.neck + 3.5;
  if (bulges) return b > 190 ? 56 : 51;
  return r + (b - shape.top > 170 ? 1.5 : 0);
};

const waxed = (svg: SvgBuilder, shape: Shape, tones: Tones, bulges: boolean, h: number): Closure => {
  const t = shape.top;
  const b = shape.cap[0];
  const r = shape.neck + 3.5;
  const e = sleeveEnd(shape, bulges, b) + 1.5;
  const wax = svg.define(across(e, metal(tones, true)));
  const lengths = [20, 6, 34, 12];
  const drips = [0.26, 0.2, 0.3, 0.24].map((share, i) => {
    const w = share * e * 2;
    const l = lengths[(i + (h & 3)) % 4] ?? 12;
    return `c0 ${n(l * 0.5)} ${n(-w * 0.12)} ${l} ${n(-w / 2)} ${l}s${n(-w * 0.38)} ${n(-l * 0.5)} ${n(-w / 2)} ${-l}`;
  });
  const outline = `M${-r - 1} ${t + 6}C${-r - 1} ${t - 10} ${r + 1} ${t - 10} ${r + 1} ${t + 6}L${r + 1} ${t + 34}L${n(e)} ${b - 40}V${b - 30}${drips.join('')}Z`;
  return {
    draw:
      `<path d="${outline}" fill="url(#${wax})"/>` +
      `<path d="M${n(-r * 0.62)} ${t + 14}V${b - 52}" stroke="#fff" stroke-opacity=".28" stroke-width="5" stroke-linecap="round"/>`,
    bottom: b - 14,
    top: t - 8,
  };
};

/** Draws a screw cap with knurl and seam, or a foil capsule with collar. */
const sleeve = (svg: SvgBuilder, shape: Shape, tones: Tones, bulges: boolean, screw: boolean, matt: boolean): Closure => {
  const t = shape.top;
  const b = shape.cap[screw ? 1 : 0];
  const r = shape.neck + 3.5;
  const e = sleeveEnd(shape, bulges, b);
  const skin = svg.define(across(e, metal(tones, matt)));
  const right = bulges ? `L${r} ${t + 56}C${r} ${t + 80} ${e} ${t + 90} ${e} ${b}` : `L${e} ${b}`;
  const left = bulges ? `C${-e} ${t + 90} ${-r} ${t + 80} ${-r} ${t + 56}` : '';
  const outline = `M${-r + 4} ${t - 4}H${r - 4}Q${r} ${t - 4} ${r} ${t + 2}${right}Q0 ${b + 9} ${-e} ${b}${left}L${-r} ${t + 2}Q${-r} ${t - 4} ${-r + 4} ${t - 4}Z`;
  const knurl = `M${n(-r + 5)} ${t + 6}v22${'m5.4-22v22'.repeat(Math.ceil((2 * r - 8) / 5.4) - 1)}`;
  const detail = screw
    ? stroke(knurl, '#000', 0.22, 1.5) +
      stroke(`M${-r} ${t + 50}H${r}M${-r} ${t + 57}H${r}`, '#000', 0.34, 1.8) +
      stroke(`M${-r} ${t + 59}H${r}`, '#fff', 0.22, 1.2)
    : stroke(`M${-r} ${t + 30}H${r}`, '#000', 0.3, 2) +
      stroke(`M${-r} ${t + 33}H${r}`, '#fff', 0.2, 1.2) +
      stroke(`M${-e} ${b - 15}Q0 ${b - 6} ${e} ${b - 15}`, tones[2], 0.55, 2.2);
  return { draw: `<path d="${outline}" fill="url(#${skin})"/>${detail}`, bottom: b, top: t - 4 };
};

/**
 * Draws the closure: stopper, wire and foil, wax, screw cap or foil.
 * @param h hash of the producer, which chooses the colour if the spec does not
 */
export const drawClosure = (svg: SvgBuilder, spec: BottleSpec, name: ShapeName, shape: Shape, h: number): Closure => {
  const type = closureOf(spec, name, h);
  const colour = spec.capsule ?? '';
  if (type === 'stopper')
    return stopper(svg, shape, STOPPERS[Object.hasOwn(STOPPERS, colour) ? (colour as Stopper) : pick(WOODS, h >>> 7)]);
  const tones = CAPSULES[Object.hasOwn(CAPSULES, colour) ? (colour as Capsule) : pick(type === 'wire' ? WIRES : FOILS, h >>> 7)];
  const bulges = name === 'fortified';
  if (type === 'wire') return wired(svg, shape, tones);
  if (type === 'wax') return waxed(svg, shape, tones, bulges, h);
  return sleeve(svg, shape, tones, bulges, type === 'screw', (h >>> 11) % 3 === 0);
};
