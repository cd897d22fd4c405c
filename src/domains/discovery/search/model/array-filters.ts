/**
 * Parses `facetFilters`, `numericFilters` and `tagFilters`: all items of a list must match, and at least one of an inner list. Accepts a
 * list, JSON, or the old form with commas and parentheses.
 */
import { COMPARISONS, type Comparison, type Condition, compares, type Filter, isBetween } from '#packages/search-engine/index.ts';
import { readNumber, tagCondition, valueCondition } from './condition.ts';
import { SearchError } from './search-error.ts';

/** Limits of one parameter that bound the cost of parsing and matching. */
const MAX_CONDITIONS = 1_000;
const MAX_CONDITION_LENGTH = 1_000;

type Leaf = (text: string) => Condition;

const refuse = (parameter: string, problem: string): never => {
  throw new SearchError(400, `${parameter}: ${problem}`);
};

/** Parses `a,(b,c)` to `['a', ['b', 'c']]`. */
const splitOldForm = (text: string): (string | string[])[] =>
  Array.from(text.matchAll(/\(([^()]*)\)|[^,()]+/g), ([item, group]) =>
    group === undefined ? item.trim() : group.split(',').map((each) => each.trim()),
  ).filter((item) => item !== '');

const readList = (parameter: string, value: unknown): unknown[] => {
  if (value === undefined || value === null || value === '') return [];
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string') return refuse(parameter, 'expected a list');
  if (!value.trimStart().startsWith('[')) return splitOldForm(value);
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return refuse(parameter, 'is not valid JSON');
  }
};

const parseList = (parameter: string, value: unknown, leaf: Leaf): Filter => {
  const groups = readList(parameter, value)
    .map((item): readonly unknown[] => (Array.isArray(item) ? item : [item]))
    .filter((items) => items.length > 0);
  if (groups.reduce((count, items) => count + items.length, 0) > MAX_CONDITIONS)
    return refuse(parameter, `at most ${MAX_CONDITIONS} conditions are allowed`);
  return groups.map((items) =>
    items.map((item) => {
      if (typeof item !== 'string') return refuse(parameter, 'expected strings, in lists at most two deep');
      if (item.length > MAX_CONDITION_LENGTH) return refuse(parameter, `a condition has at most ${MAX_CONDITION_LENGTH} characters`);
      return leaf(item);
    }),
  );
};

const unquoted = (text: string): string => (/^".*"$/s.test(text) ? text.slice(1, -1) : text);

/** A leading dash negates the condition. A literal dash is written `\-`. */
const dashed = (text: string): { value: string; negated: boolean } => {
  const negated = text.startsWith('-');
  return { value: negated ? text.slice(1) : text.replace(/^\\-/, '-'), negated };
};

const facetLeaf: Leaf = (text) => {
  const [, attribute, value] = /^("[^"]*"|[^:]*):(.*)$/s.exec(text) ?? [];
  if (attribute === undefined || value === undefined) return refuse('facetFilters', `expected attribute:value, got ${text}`);
  const { value: operand, negated } = dashed(unquoted(value));
  return unquoted(attribute) === '_tags' ? tagCondition(operand, negated) : valueCondition(unquoted(attribute), operand, negated);
};

const tagLeaf: Leaf = (text) => {
  const { value, negated } = dashed(text);
  return tagCondition(value, negated);
};

const OPERATORS = ['<=', '>=', '!=', '=', '<', '>', ':'] as const;

interface ReadComparison {
  readonly attribute: string;
  readonly operator: (typeof OPERATORS)[number];
  /** One number as text, or the two of a range. */
  readonly numbers: readonly string[];
}

/** Parses `attribute operator number` and `attribute:low TO high`. The attribute may be quoted. Returns null if it is neither. */
function readComparison(text: string): ReadComparison | null {
  const plain = text.trim();
  const end = plain.startsWith('"') ? plain.indexOf('"', 1) + 1 : plain.search(/[<>=!:]/);
  const attribute = unquoted(plain.slice(0, Math.max(end, 0)).trimEnd());
  const rest = plain.slice(Math.max(end, 0)).trimStart();
  const operator = OPERATORS.find((each) => rest.startsWith(each));
  return attribute === '' || operator === undefined ? null : { attribute, operator, numbers: rest.slice(operator.length).split('TO', 3) };
}

const numericLeaf: Leaf = (text) => {
  const read = readComparison(text);
  const numbers = read?.numbers.map(readNumber) ?? [];
  const [low = null, high] = numbers;
  const isRange = numbers.length === 2 && read?.operator === ':';
  if (read === null || low === null || high === null || (numbers.length !== 1 && !isRange))
    return refuse('numericFilters', `expected attribute, operator and number, got ${text}`);
  if (high !== undefined) return isBetween(read.attribute, low, high);
  return compares(read.attribute, COMPARISONS.find((each): each is Comparison => each === read.operator) ?? '=', low);
};

/** Parses a parameter to a filter of the engine. @throws SearchError (400) if it is malformed */
export const parseFacetFilters = (value: unknown): Filter => parseList('facetFilters', value, facetLeaf);
export const parseNumericFilters = (value: unknown): Filter => parseList('numericFilters', value, numericLeaf);
export const parseTagFilters = (value: unknown): Filter => parseList('tagFilters', value, tagLeaf);
