import type { Kind } from '../category.ts';
import type { BottleStyle } from '../record.ts';

/** What stands in a bottle: every kind of the catalogue but the two that are no bottle. */
export type BottleKind = Exclude<Kind, 'mixed' | 'gift'>;

export const CLOSURES = ['screw', 'foil', 'wax', 'wire', 'stopper'] as const;
export type ClosureName = (typeof CLOSURES)[number];

/**
 * All that a drawing of a bottle depends on. Words may be any text and may be empty; looks that name nothing known are
 * left to the hash of the producer. `age` in years, `abv` in percent by volume, `volumeMl` in millilitres.
 */
export type BottleSpec = BottleStyle & {
  producer: string;
  name: string;
  /** Four digits, `NV` or empty. */
  vintage: string;
  region: string;
  kind: BottleKind;
  varietal: string;
  age?: number | undefined;
  abv?: number | undefined;
  volumeMl?: number | undefined;
  closure?: ClosureName | undefined;
};

/** A finished picture: the SVG document, its size in CSS pixels, and what it shows in words. */
export type Picture = { svg: string; width: number; height: number; alt: string };

/** House, name and vintage as one would say them; the house is not said twice. */
export const labelName = ({ producer, name, vintage }: Pick<BottleSpec, 'producer' | 'name' | 'vintage'>): string =>
  [name.toLowerCase().startsWith(producer.toLowerCase()) ? '' : producer, name, vintage]
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .join(' ');
