import { expect, test } from 'vitest';
import { parseIfMatch } from './if-match.ts';

test.each([
  [undefined, null],
  ['*', null],
  ['7', 7],
  ['"7"', 7],
  [' W/"12" ', 12],
  ['"0"', 0],
  ['', 'malformed'],
  ['"7', 'malformed'],
  ['"abc"', 'malformed'],
  ['-1', 'malformed'],
  ['1.5', 'malformed'],
  ['"1", "2"', 'malformed'],
  ['12345678901', 'malformed'],
])('parses If-Match %j as %j', (header, version) => expect(parseIfMatch(header)).toBe(version));
