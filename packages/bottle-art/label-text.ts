import type { BottleKind, BottleSpec } from './bottle-spec.ts';
import { legible } from './legible.ts';

/** The text of a label in characters that can be drawn. Only `name` is never empty; `year` is the vintage or the age. */
export type LabelText = {
  producer: string;
  name: string;
  region: string;
  year: string;
  age: number | undefined;
  volume: string;
  foot: string;
  initial: string;
};

/** Name on a label whose other text cannot be drawn. */
const KIND_NAMES: Record<BottleKind, string> = {
  red: 'Red',
  white: 'White',
  rose: 'Rosé',
  orange: 'Orange',
  sparkling: 'Sparkling',
  sweet: 'Dessert',
  fortified: 'Fortified',
  whisky: 'Whisky',
  gin: 'Gin',
  vodka: 'Vodka',
  rum: 'Rum',
  brandy: 'Brandy',
  tequila: 'Tequila',
  liqueur: 'Liqueur',
};
const SPIRITS: ReadonlySet<BottleKind> = new Set(['whisky', 'gin', 'vodka', 'rum', 'brandy', 'tequila', 'liqueur']);

export const isSpirit = (kind: BottleKind): boolean => SPIRITS.has(kind);

/** Formats the volume: `750 mL`, `1.5 L`. */
const volumeOf = (spec: BottleSpec): string => {
  const ml = spec.volumeMl ?? (isSpirit(spec.kind) ? 700 : 750);
  return ml < 1000 ? `${ml} mL` : `${ml / 1000} L`;
};

const TITLE = /^(?:the|domaine|château|chateau|tenuta|cantina|bodegas?|weingut|casa|quinta|maison|clos) /i;
const ARTICLES = /^(?:(?:de|du|des|del|della|di|da|do|dos|la|le|les|los|el|il) |[dl]['’])+/i;
/** Returns the first letter of a name without articles and titles such as "Château". */
const initialOf = (name: string): string => /[\p{L}\p{N}]/u.exec(name.replace(TITLE, '').replace(ARTICLES, ''))?.[0].toUpperCase() ?? '';

/** Returns the text of a label. A name that cannot be drawn is replaced by the grape, the producer or the kind. */
export const labelText = (spec: BottleSpec): LabelText => {
  const producer = legible(spec.producer);
  const name = legible(spec.age ? withoutAge(spec.name) : spec.name) || legible(spec.varietal) || producer || KIND_NAMES[spec.kind];
  const volume = volumeOf(spec);
  return {
    producer,
    name,
    region: legible(spec.region),
    year: spec.age ? `${spec.age} years` : legible(spec.vintage),
    age: spec.age,
    volume,
    foot: spec.abv ? `${volume}   ${spec.abv}% vol` : volume,
    initial: legible(initialOf(producer) || initialOf(name)),
  };
};

/** Joins the parts of a line that are not empty. */
export const joinParts = (...parts: string[]): string => parts.filter((part) => part !== '').join('   ');

/** An age in the name of a spirit or fortified wine: `12 Year Old`, `16yo`, `20 ans`. */
const AGE = /(?:^|\s)(\d{1,2})(?:\s*-)?\s*(?:years?|yrs?|y\.?o|ans)\b\.?(?:(?:\s*-)?\s*old\b)?/i;

/** Returns the age in years that a name contains, or undefined. */
export const ageInName = (name: string): number | undefined => Number(AGE.exec(name)?.[1] ?? 0) || undefined;

/** Removes the age from a name, unless nothing else would be left. */
export const withoutAge = (name: string): string => name.replace(AGE, ' ').replace(/ +/g, ' ').trim() || name;
