/** Converts conditions of the hosted search's parameters to those of the engine. */

import { hasValue, type ValueCondition } from '#packages/search-engine/index.ts';
import { STATISTIC_ATTRIBUTES } from './search-attributes.ts';

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Parses a number written in digits. Returns null for anything else. */
export const readNumber = (text: string): number | null => (NUMBER.test(text.trim()) ? Number(text) : null);

/** `packPrice:288.50` means the value `288.5`. */
export const valueCondition = (attribute: string, value: string, negated: boolean): ValueCondition => {
  const number = STATISTIC_ATTRIBUTES.some((each) => each === attribute) ? readNumber(value) : null;
  return hasValue(attribute, number === null ? value : String(number), negated);
};

/** The hosted search's `_tags` are the offers' `tags`. */
export const tagCondition = (tag: string, negated: boolean): ValueCondition => hasValue('tags', tag, negated);
