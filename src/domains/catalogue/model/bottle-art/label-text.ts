import { CATEGORIES, CATEGORY_NAMES, type Category } from '../category.ts';
import { withoutAge } from './age-in-name.ts';
import { legible } from './contrast.ts';
import type { BottleSpec } from './spec.ts';

/** What a label says, in letters that can be drawn; any of them may be empty but `name`. `year` is vintage or age. */
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

/** The category of a kind of bottle, in the words shoppers see. */
const categoryOf = (kind: BottleSpec['kind']): Category => CATEGORY_NAMES.find((name) => CATEGORIES[name].kind === kind) ?? 'Red';
export const isSpirit = (kind: BottleSpec['kind']): boolean => CATEGORIES[categoryOf(kind)].isSpirit;

/** 750 mL, 1.5 L. */
const volumeOf = (spec: BottleSpec): string => {
  const ml = spec.volumeMl ?? (isSpirit(spec.kind) ? 700 : 750);
  return ml < 1000 ? `${ml} mL` : `${ml / 1000} L`;
};

const HOUSE = /^(?:the|domaine|château|chateau|tenuta|cantina|bodegas?|weingut|casa|quinta|maison|clos) /i;
const ARTICLES = /^(?:(?:de|du|des|del|della|di|da|do|dos|la|le|les|los|el|il) |[dl]['’])+/i;
/** The letter a house is known by: of its name without "The", "Château" and their like. */
const initialOf = (words: string): string => /[\p{L}\p{N}]/u.exec(words.replace(HOUSE, '').replace(ARTICLES, ''))?.[0].toUpperCase() ?? '';

/** A label's words: a name in letters we cannot draw gives way to the grape, the house, at last the category. */
export const labelWords = (spec: BottleSpec): LabelText => {
  const producer = legible(spec.producer);
  const name = legible(spec.age ? withoutAge(spec.name) : spec.name) || legible(spec.varietal) || producer || categoryOf(spec.kind);
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

/** Words of one line, the empty ones left out. */
export const together = (...words: string[]): string => words.filter((word) => word !== '').join('   ');
