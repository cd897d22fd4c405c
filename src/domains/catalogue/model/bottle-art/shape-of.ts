import { hash, pick } from './hash.ts';
import type { ShapeName } from './shapes.ts';
import type { BottleSpec } from './spec.ts';

/** The shape of each kind where neither the spec nor the grape says otherwise. */
const SHAPE_OF_KIND: Partial<Record<BottleSpec['kind'], ShapeName>> = {
  sparkling: 'champagne',
  fortified: 'fortified',
  sweet: 'flute',
  brandy: 'cognac',
  gin: 'gin',
  vodka: 'vodka',
  tequila: 'tequila',
  rum: 'rum',
  liqueur: 'liqueur',
};
const WHISKIES = ['whisky', 'whisky', 'gin', 'rum'] as const satisfies readonly ShapeName[];
const SHAPE_OF_GRAPE: readonly (readonly [RegExp, ShapeName])[] = [
  [/pinot (?!gri)|chardonnay|gamay|grenache|nebbiolo|syrah|marsanne|roussanne|nero|chenin/i, 'burgundy'],
  [/riesling|gew|sylvaner|gr(ü|u)ner|kerner/i, 'flute'],
];

/** The bottle a wine or spirit stands in: its own choice, else its kind's, else its grape's, else a Bordeaux. */
export const shapeOf = (spec: BottleSpec): ShapeName => {
  if (spec.shape) return spec.shape;
  if (spec.kind === 'whisky') return pick(WHISKIES, hash(spec.producer) >>> 9);
  const words = spec.varietal || spec.name;
  return SHAPE_OF_KIND[spec.kind] ?? SHAPE_OF_GRAPE.find(([grape]) => grape.test(words))?.[1] ?? 'bordeaux';
};
