/**
 * `facetFilters`, `numericFilters` and `tagFilters` (vendor-wire.md §2): a list whose items must all hold, where an inner list
 * needs one of its items; as a list, as JSON, or in the old form with commas and parentheses.
 */
import { COMPARISONS, type Comparison, type Condition, compares, type Filter, isBetween } from '../search-engine/filter.ts';
import { readNumber, tagCondition, valueCondition } from './condition.ts';
import { SearchRefusal } from './refusal.ts';

type Leaf = (text: string) => Condition;

const refuse = (parameter: string, problem: string): never => {
  throw new SearchRefusal(400, `${parameter}: ${problem}`);
};

/** `a,(b,c)` as `['a', ['b', 'c']]`. */
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
    return JSON.parse(value) as unknown[];
  } catch {
    return refuse(parameter, 'is not valid JSON');
  }
};

const parseList = (parameter: string, value: unknown, leaf: Leaf): Filter =>
  readList(parameter, value)
    .map((item) => (Array.isArray(item) ? item : [item]))
    .filter((items) => items.length > 0)
    .map((items) =>
      items.map((item: unknown) =>
        typeof item === 'string' ? leaf(item) : refuse(parameter, 'expected strings, in lists at most two deep'),
      ),
    );

const unquoted = (text: string): string => (/^".*"$/s.test(text) ? text.slice(1, -1) : text);

/** A leading dash excludes; a literal one is written `\-`. */
const dashed = (text: string): { value: string; negated: boolean } => {
  const negated = text.startsWith('-');
  return { value: negated ? text.slice(1) : text.replace(/^\\-/, '-'), negated };
};

const facetLeaf: Leaf = (text) => {
  const [, attribute, value] = /^("[^"]*"|[^:]*):(.*)$/s.exec(text) ?? [];
  if (attribute === undefined || value === undefined) return refuse('facetFilters', `expected attribute:value, got ${text}`);
  const { value: wanted, negated } = dashed(unquoted(value));
  return unquoted(attribute) === '_tags' ? tagCondition(wanted, negated) : valueCondition(unquoted(attribute), wanted, negated);
};

const tagLeaf: Leaf = (text) => {
  const { value, negated } = dashed(text);
  return tagCondition(value, negated);
};

const COMPARED = /^\s*("[^"]+"|[^<>=!:]+?)\s*(<=|>=|!=|=|<|>|:)\s*(\S+?)\s*(?:TO\s*(\S+)\s*)?$/;

const numericLeaf: Leaf = (text) => {
  const [, attribute, operator, first, second] = COMPARED.exec(text) ?? [];
  const low = readNumber(first ?? '');
  const high = second === undefined ? null : readNumber(second);
  if (attribute === undefined || low === null || (second !== undefined && (high === null || operator !== ':'))) {
    return refuse('numericFilters', `expected attribute, operator and number, got ${text}`);
  }
  if (high !== null) return isBetween(unquoted(attribute), low, high);
  return compares(unquoted(attribute), COMPARISONS.find((each): each is Comparison => each === operator) ?? '=', low);
};

/** In: the parameter as sent. Out: the engine's filter. Each refuses (400) what it cannot read. */
export const parseFacetFilters = (value: unknown): Filter => parseList('facetFilters', value, facetLeaf);
export const parseNumericFilters = (value: unknown): Filter => parseList('numericFilters', value, numericLeaf);
export const parseTagFilters = (value: unknown): Filter => parseList('tagFilters', value, tagLeaf);
