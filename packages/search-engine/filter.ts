/** Filters: every clause must hold. A clause holds if at least one of its conditions does. */
import { type Bitmap, clearBit, createBitmap, hasBit, setBit } from './bitmap.ts';
import type { FacetColumn } from './facet-column.ts';
import type { IndexedDocument } from './schema.ts';
import type { Segment } from './segment.ts';

/** Holds for documents that have a value, or with `negated` for those that do not. */
export interface ValueCondition {
  readonly kind: 'value';
  readonly attribute: string;
  /** Compared case-insensitively. */
  readonly value: string;
  readonly negated: boolean;
}

/** Holds for documents whose number is in a range, or with `negated` for those whose number is not. */
export interface RangeCondition {
  readonly kind: 'range';
  readonly attribute: string;
  readonly low: number;
  readonly high: number;
  /** True if the bound itself is excluded. */
  readonly lowOpen: boolean;
  readonly highOpen: boolean;
  readonly negated: boolean;
}

export type Condition = ValueCondition | RangeCondition;
/** Holds if at least one condition does. */
export type Clause = readonly Condition[];
/** Holds if every clause does. */
export type Filter = readonly Clause[];

/** Returns the condition that an attribute has a value, or with `negated` that it does not have it. */
export const hasValue = (attribute: string, value: string, negated = false): ValueCondition => ({
  kind: 'value',
  attribute,
  value,
  negated,
});

export const COMPARISONS = ['<', '<=', '=', '!=', '>=', '>'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Returns the condition of a comparison with a number. */
export const compares = (attribute: string, comparison: Comparison, number: number, negated = false): RangeCondition => {
  const below = comparison.startsWith('<');
  const above = comparison.startsWith('>');
  return {
    kind: 'range',
    attribute,
    low: below ? Number.NEGATIVE_INFINITY : number,
    high: above ? Number.POSITIVE_INFINITY : number,
    lowOpen: comparison === '>',
    highOpen: comparison === '<',
    negated: negated !== (comparison === '!='),
  };
};

/** Returns the condition that a number is in a range, bounds included. */
export const isBetween = (attribute: string, low: number, high: number, negated = false): RangeCondition => ({
  kind: 'range',
  attribute,
  low,
  high,
  lowOpen: false,
  highOpen: false,
  negated,
});

/** Returns a key that is equal only for clauses that hold for the same documents. */
export const clauseKey = (clause: Clause): string =>
  clause
    .map((condition) => {
      const { kind, attribute, negated } = condition;
      const rest = kind === 'value' ? [condition.value] : [condition.low, condition.high, condition.lowOpen, condition.highOpen];
      return JSON.stringify([kind, attribute, negated, ...rest.map(String)]);
    })
    .join();

/** Returns the documents of a segment for which a clause holds. */
export const toBitmap = (segment: Segment<IndexedDocument>, clause: Clause): Bitmap => {
  const bits = createBitmap(segment.access.length);
  const values = new Map<string, ValueCondition[]>();
  for (const condition of clause) {
    if (condition.kind === 'range') addRange(segment, condition, bits);
    else if (condition.attribute === 'objectID') addObject(segment, condition, bits);
    else values.set(condition.attribute, [...(values.get(condition.attribute) ?? []), condition]);
  }
  for (const [attribute, conditions] of values) addValues(segment.facets.get(attribute), conditions, bits);
  return bits;
};

// The loops below run over every document. Without branches they take a third of the time.

const addRange = ({ numeric, access }: Segment<IndexedDocument>, condition: RangeCondition, bits: Bitmap): void => {
  const { low, high, negated } = condition;
  const numbers = numeric.get(condition.attribute) ?? new Float64Array(access.length).fill(Number.NaN);
  const notLow = condition.lowOpen ? low : Number.NaN;
  const notHigh = condition.highOpen ? high : Number.NaN;
  for (let word = 0, d = 0; word < bits.length; word++) {
    let added = 0;
    for (let bit = 0; bit < 32 && d < numbers.length; bit++, d++) {
      const number = numbers[d] as number;
      const holds = Number(number >= low) & Number(number <= high) & Number(number !== notLow) & Number(number !== notHigh);
      added |= (holds ^ Number(negated)) << bit;
    }
    bits[word] = (bits[word] as number) | added;
  }
};

const addObject = ({ numbers }: Segment<IndexedDocument>, { value, negated }: ValueCondition, bits: Bitmap): void => {
  const document = numbers.get(value);
  const others = document === undefined || !hasBit(bits, document);
  if (negated) bits.fill(0xffffffff);
  if (document !== undefined && negated && others) clearBit(bits, document);
  if (document !== undefined && !negated) setBit(bits, document);
};

/** Evaluates conditions of one facet once per set of values instead of once per document. */
const addValues = (column: FacetColumn | undefined, conditions: readonly ValueCondition[], bits: Bitmap): void => {
  if (column === undefined) {
    if (conditions.some(({ negated }) => negated)) bits.fill(0xffffffff);
    return;
  }
  const { setOf } = column;
  const holds = new Uint8Array(column.sets);
  for (const condition of conditions) markSets(column, condition, holds);
  for (let word = 0, d = 0; word < bits.length; word++) {
    let added = 0;
    for (let bit = 0; bit < 32 && d < setOf.length; bit++, d++) added |= (holds[setOf[d] as number] as number) << bit;
    bits[word] = (bits[word] as number) | added;
  }
};

/** Marks with 1 the sets for which a condition holds. */
const markSets = ({ placesOf, setStarts, setPlaces }: FacetColumn, { value, negated }: ValueCondition, holds: Uint8Array): void => {
  const wanted = placesOf(value);
  for (let set = 0; set < holds.length; set++) {
    let has = false;
    for (let i = setStarts[set] as number; i < (setStarts[set + 1] as number); i++) has ||= wanted.includes(setPlaces[i] as number);
    if (has !== negated) holds[set] = 1;
  }
};
