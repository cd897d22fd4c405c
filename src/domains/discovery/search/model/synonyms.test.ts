import { describe, expect, test } from 'vitest';
import { SYNONYMS } from './synonyms.ts';

describe('the synonyms of the trade', () => {
  const phrases = [...SYNONYMS.same.flat(), ...SYNONYMS.oneWay.flat()];

  test('are folded', () => {
    expect(phrases.filter((phrase) => !/^[a-z0-9]+( [a-z0-9]+)*$/.test(phrase))).toEqual([]);
  });

  test('name an ambiguous phrase only once per table', () => {
    const same = SYNONYMS.same.flat();
    expect(same.filter((phrase, index) => same.indexOf(phrase) !== index)).toEqual([]);
  });
});
