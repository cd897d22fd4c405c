import type { BottleSpec } from './bottle-spec.ts';
import { hash, pick } from './hash.ts';

/** One segment of an outline: two numbers are a line to x y, six a cubic curve. x is half the width at y. */
export type Step = readonly [number, number] | readonly [number, number, number, number, number, number];

/**
 * The outline of a bottle in a box of 320 × 1000, three units to the millimetre, centred on x = 0 with its foot at y = 985.
 * `cap` is where a long and a short closure end, `fill` the level of the wine, `label` top and height of the label,
 * `body` where the straight side begins, `foot` the thickness of the glass below the wine.
 */
export type Shape = {
  radius: number;
  top: number;
  neck: number;
  cap: readonly [long: number, short: number];
  fill: number;
  label: readonly [top: number, height: number];
  body: number;
  foot: number;
  outline: readonly [Step, ...Step[]];
};

export type ShapeName =
  | 'bordeaux'
  | 'burgundy'
  | 'flute'
  | 'champagne'
  | 'fortified'
  | 'whisky'
  | 'gin'
  | 'rum'
  | 'cognac'
  | 'vodka'
  | 'tequila'
  | 'liqueur';

export const SHAPES: Record<ShapeName, Shape> = {
  bordeaux: {
    radius: 111,
    top: 85,
    neck: 41,
    cap: [292, 250],
    fill: 322,
    label: [500, 330],
    body: 430,
    foot: 22,
    outline: [
      [37, 85],
      [43, 88, 44, 90, 44, 96],
      [44, 110],
      [40, 116],
      [40, 250],
      [41, 330, 48, 345, 74, 368],
      [103, 392, 111, 408, 111, 446],
      [111, 962],
      [111, 978, 104, 985, 92, 985],
    ],
  },
  burgundy: {
    radius: 123,
    top: 92,
    neck: 41,
    cap: [280, 246],
    fill: 312,
    label: [566, 290],
    body: 556,
    foot: 22,
    outline: [
      [37, 92],
      [43, 95, 44, 97, 44, 103],
      [44, 117],
      [40, 123],
      [40, 236],
      [42, 330, 62, 372, 90, 428],
      [112, 470, 123, 500, 123, 556],
      [123, 960],
      [123, 978, 115, 985, 102, 985],
    ],
  },
  flute: {
    radius: 108,
    top: 18,
    neck: 40,
    cap: [230, 180],
    fill: 262,
    label: [592, 290],
    body: 580,
    foot: 22,
    outline: [
      [36, 18],
      [42, 21, 43, 23, 43, 29],
      [43, 42],
      [39, 48],
      [39, 180],
      [42, 300, 66, 380, 88, 460],
      [102, 510, 108, 540, 108, 590],
      [108, 964],
      [108, 979, 101, 985, 90, 985],
    ],
  },
  champagne: {
    radius: 132,
    top: 48,
    neck: 45,
    cap: [316, 316],
    fill: 338,
    label: [584, 262],
    body: 560,
    foot: 22,
    outline: [
      [38, 48],
      [44, 50, 46, 52, 46, 58],
      [46, 82],
      [43, 88],
      [43, 220],
      [46, 330, 66, 376, 96, 430],
      [120, 474, 132, 510, 132, 566],
      [132, 954],
      [132, 977, 122, 985, 106, 985],
    ],
  },
  fortified: {
    radius: 115,
    top: 96,
    neck: 45,
    cap: [250, 214],
    fill: 328,
    label: [482, 300],
    body: 420,
    foot: 22,
    outline: [
      [38, 96],
      [45, 99, 46, 101, 46, 107],
      [46, 122],
      [41, 128],
      [41, 150],
      [43, 176, 52, 190, 52, 226],
      [52, 270, 45, 292, 45, 326],
      [46, 362, 66, 366, 88, 376],
      [108, 386, 115, 402, 115, 436],
      [115, 960],
      [115, 978, 107, 985, 95, 985],
    ],
  },
  whisky: {
    radius: 125,
    top: 176,
    neck: 44,
    cap: [176, 176],
    fill: 330,
    label: [492, 340],
    body: 430,
    foot: 46,
    outline: [
      [40, 176],
      [46, 178, 48, 182, 48, 190],
      [48, 212],
      [43, 220],
      [43, 306],
      [44, 350, 62, 356, 88, 364],
      [116, 374, 125, 392, 125, 430],
      [120, 950],
      [119, 976, 110, 985, 96, 985],
    ],
  },
  gin: {
    radius: 139,
    top: 300,
    neck: 46,
    cap: [300, 300],
    fill: 432,
    label: [556, 322],
    body: 520,
    foot: 40,
    outline: [
      [42, 300],
      [50, 302, 52, 306, 52, 314],
      [52, 330],
      [45, 338],
      [45, 392],
      [46, 436, 70, 440, 98, 448],
      [128, 458, 139, 478, 139, 520],
      [139, 948],
      [139, 974, 128, 985, 108, 985],
    ],
  },
  rum: {
    radius: 129,
    top: 210,
    neck: 43,
    cap: [210, 210],
    fill: 452,
    label: [622, 262],
    body: 600,
    foot: 34,
    outline: [
      [39, 210],
      [46, 212, 48, 216, 48, 224],
      [48, 240],
      [41, 248],
      [41, 300],
      [44, 330, 50, 360, 49, 400],
      [48, 462, 72, 476, 98, 500],
      [122, 524, 129, 556, 129, 606],
      [127, 946],
      [126, 974, 116, 985, 98, 985],
    ],
  },
  cognac: {
    radius: 144,
    top: 236,
    neck: 41,
    cap: [236, 236],
    fill: 424,
    label: [640, 236],
    body: 620,
    foot: 40,
    outline: [
      [38, 236],
      [45, 238, 47, 242, 47, 250],
      [47, 268],
      [40, 276],
      [40, 366],
      [42, 430, 74, 452, 104, 492],
      [132, 530, 144, 580, 144, 640],
      [144, 760, 136, 870, 126, 952],
      [122, 977, 112, 985, 96, 985],
    ],
  },
  vodka: {
    radius: 113,
    top: 112,
    neck: 42,
    cap: [206, 206],
    fill: 318,
    label: [470, 350],
    body: 400,
    foot: 44,
    outline: [
      [37, 112],
      [43, 115, 44, 117, 44, 123],
      [44, 138],
      [40, 144],
      [40, 262],
      [41, 314, 62, 320, 84, 330],
      [106, 340, 113, 358, 113, 392],
      [113, 946],
      [113, 974, 104, 985, 90, 985],
    ],
  },
  tequila: {
    radius: 143,
    top: 322,
    neck: 51,
    cap: [322, 322],
    fill: 452,
    label: [572, 306],
    body: 530,
    foot: 48,
    outline: [
      [47, 322],
      [55, 324, 58, 328, 58, 338],
      [58, 356],
      [50, 364],
      [50, 404],
      [52, 446, 84, 446, 110, 456],
      [136, 466, 143, 488, 143, 530],
      [136, 946],
      [134, 974, 122, 985, 104, 985],
    ],
  },
  liqueur: {
    radius: 107,
    top: 92,
    neck: 40,
    cap: [92, 92],
    fill: 292,
    label: [606, 274],
    body: 600,
    foot: 30,
    outline: [
      [36, 92],
      [42, 95, 44, 98, 44, 106],
      [44, 122],
      [39, 128],
      [39, 220],
      [42, 350, 70, 420, 90, 500],
      [102, 544, 107, 570, 107, 610],
      [107, 956],
      [107, 977, 98, 985, 85, 985],
    ],
  },
};

/** The shape of a kind if neither spec nor grape determine another one. */
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

/** Returns the shape that the spec names, or the usual one of its kind or grape. The default is a Bordeaux bottle. */
export const shapeOf = (spec: BottleSpec): ShapeName => {
  if (spec.shape) return spec.shape;
  if (spec.kind === 'whisky') return pick(WHISKIES, hash(spec.producer) >>> 9);
  const grapes = spec.varietal || spec.name;
  return SHAPE_OF_KIND[spec.kind] ?? SHAPE_OF_GRAPE.find(([grape]) => grape.test(grapes))?.[1] ?? 'bordeaux';
};
