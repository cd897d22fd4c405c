import type { BottleSpec } from './bottle-spec.ts';
import { luminance, paperOf } from './colours.ts';
import { emblemOf } from './emblem.ts';
import { hash, pick, sequence } from './hash.ts';
import { band, ledger, modern, stripe } from './label-columns.ts';
import { arch, classic, oval, seal } from './label-framed.ts';
import { monogram, poster, script, year } from './label-lettered.ts';
import { blocks, botanical, contour, hills } from './label-pictured.ts';
import type { LabelLayout, LabelRenderer } from './label-renderer.ts';
import { isSpirit, labelText } from './label-text.ts';
import type { Shape } from './shapes.ts';
import { across, clip, n } from './svg.ts';

/** The layouts with the share of the bottle's width that the paper covers. */
export const LAYOUTS = {
  classic: { set: classic, share: 0.86 },
  modern: { set: modern, share: 0.92 },
  monogram: { set: monogram, share: 0.92 },
  hills: { set: hills, share: 0.92 },
  arch: { set: arch, share: 0.8 },
  band: { set: band, share: 0.99 },
  stripe: { set: stripe, share: 0.92 },
  script: { set: script, share: 0.92 },
  ledger: { set: ledger, share: 0.92 },
  seal: { set: seal, share: 0.9 },
  contour: { set: contour, share: 0.92 },
  blocks: { set: blocks, share: 0.92 },
  poster: { set: poster, share: 0.92 },
  year: { set: year, share: 0.78 },
  botanical: { set: botanical, share: 0.84 },
  oval: { set: oval, share: 0.86 },
} as const satisfies Record<string, { set: LabelLayout; share: number }>;
export type LayoutName = keyof typeof LAYOUTS;

const WINE_LAYOUTS = Object.keys(LAYOUTS) as [LayoutName, ...LayoutName[]];
const SPIRIT_LAYOUTS: readonly [LayoutName, ...LayoutName[]] = [
  'ledger',
  'classic',
  'arch',
  'seal',
  'oval',
  'botanical',
  'year',
  'band',
  'monogram',
  'poster',
];

/** Returns the layout of the spec, else one by the hash of the producer. `year` needs a vintage or age, `monogram` an initial. */
const layoutOf = (spec: BottleSpec, h: number, hasYear: boolean, hasInitial: boolean): LayoutName => {
  const name = spec.layout ?? '';
  const layout = Object.hasOwn(LAYOUTS, name) ? (name as LayoutName) : pick(isSpirit(spec.kind) ? SPIRIT_LAYOUTS : WINE_LAYOUTS, h >>> 3);
  if (layout === 'year' && !hasYear) return 'oval';
  return layout === 'monogram' && !hasInitial ? 'oval' : layout;
};

/**
 * Draws the label on its bottle. All wines of a producer share paper, ink, layout and emblem.
 * @param h hash of the producer
 */
export const drawLabel = (renderer: LabelRenderer, spec: BottleSpec, shape: Shape, h: number): string => {
  const text = labelText(spec);
  const layout = layoutOf(spec, h, text.age !== undefined || /^\d{4}$/.test(text.year), text.initial !== '');
  const [paper, ink, accent] = paperOf(spec.palette, h);
  const { set, share } = LAYOUTS[layout];
  const taller = layout === 'oval' ? 24 : 0;
  const w = Math.round(shape.radius * 2 * share);
  const height = shape.label[1] + taller;
  const art = set({
    w,
    h: height,
    paper,
    ink,
    accent,
    text,
    emblem: emblemOf(h),
    chance: sequence(hash(spec.producer + spec.name)),
    renderer,
  });
  const rise = art.rise ?? 0;
  const y = shape.label[0] - taller / 2 - rise;
  const full = height + rise;
  const cut = art.cut ?? `M2 0H${w - 2}Q${w} 0 ${w} 2V${full - 2}Q${w} ${full} ${w - 2} ${full}H2Q0 ${full} 0 ${full - 2}V2Q0 0 2 0Z`;
  const dark = luminance(paper) < 0.12;
  const edge = renderer.define(clip(`<path d="${cut}"/>`));
  const roundness = renderer.define(
    across(shape.radius, [
      [0, '#000000', dark ? 0.62 : 0.5],
      [0.05, '#0d0a06', 0.34],
      [0.14, '#1a150d', 0.14],
      [0.26, '#ffffff', dark ? 0.07 : 0.2],
      [0.36, '#ffffff', dark ? 0.03 : 0.1],
      [0.52, '#1a150d', 0],
      [0.76, '#1a150d', 0.1],
      [0.92, '#0d0a06', 0.3],
      [1, '#000000', dark ? 0.6 : 0.48],
    ]),
  );
  // The reflection on the glass continues across the paper.
  const glare = `M${n(w / 2 - shape.radius * 0.8)} 0h${n(shape.radius * 0.18)}v${n(full)}h${n(-shape.radius * 0.18)}Z`;
  return (
    `<g transform="translate(${n(-w / 2)} ${n(y)})"><path d="${cut}" transform="translate(0 2.4)" fill="#000" opacity=".28"/><path d="${cut}" fill="${paper}"/>` +
    `<g clip-path="url(#${edge})">${art.draw}<path d="M${n(-w / 2)} -4h${w}v${n(full + 8)}h${-w}Z" transform="translate(${n(w / 2)} 0)" fill="url(#${roundness})"/><path d="${glare}" fill="#fff" fill-opacity=".07"/></g>` +
    `<path d="${cut}" fill="none" stroke="${dark ? '#fff' : '#000'}" stroke-opacity="${dark ? 0.14 : 0.16}"/></g>`
  );
};
