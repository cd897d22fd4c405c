import { expect, test } from 'vitest';
import { wordQuery } from './word-query.ts';

test('asks for each word by its beginning', () => {
  expect(wordQuery(['ada', 'love'])).toBe("'ada':* & 'love':*");
  expect(wordQuery([])).toBeNull();
});

test('takes the signs of a query as they are', () => {
  expect(wordQuery(["o'brien"])).toBe("'o''brien':*");
  expect(wordQuery(['a\\b'])).toBe("'a\\\\b':*");
  expect(wordQuery([':*&|!()'])).toBe("':*&|!()':*");
});
