import type { ShapeName } from './shapes.ts';

export const BOTTLE_KINDS = [
  'red',
  'white',
  'rose',
  'orange',
  'sparkling',
  'sweet',
  'fortified',
  'whisky',
  'gin',
  'vodka',
  'rum',
  'brandy',
  'tequila',
  'liqueur',
] as const;
/** Content of a bottle. Determines the glass, the colour of the liquid and, if the style names none, the shape. */
export type BottleKind = (typeof BOTTLE_KINDS)[number];

export const CLOSURES = ['screw', 'foil', 'wax', 'wire', 'stopper'] as const;
export type ClosureName = (typeof CLOSURES)[number];

/** The appearance of a bottle. Unknown and missing names are chosen by the hash of the producer. */
export type BottleStyle = {
  shape?: ShapeName | undefined;
  glass?: string | undefined;
  capsule?: string | undefined;
  layout?: string | undefined;
  palette?: string | undefined;
};

/** Everything that the drawing of a bottle depends on. Text may be any Unicode text and may be empty. */
export type BottleSpec = BottleStyle & {
  producer: string;
  name: string;
  /** Four digits, `NV` or empty. */
  vintage: string;
  region: string;
  kind: BottleKind;
  varietal: string;
  /** Age in years. */
  age?: number | undefined;
  /** Alcohol in percent by volume. */
  abv?: number | undefined;
  volumeMl?: number | undefined;
  closure?: ClosureName | undefined;
};

/** An SVG document with its size in CSS pixels and its alternative text. */
export type Picture = { svg: string; width: number; height: number; alt: string };
