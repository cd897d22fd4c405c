import { describe, expect, test } from 'vitest';
import { textLines } from './text-lines.ts';

describe('textLines', () => {
  const read = (pieces: readonly string[], longest = 5) => {
    const lines = textLines(longest);
    return [...pieces.flatMap((piece) => lines.feed(piece)), ...lines.end()];
  };
  test.each([
    [
      'complete lines',
      ['one\ntwo\n'],
      [
        { line: 1, text: 'one' },
        { line: 2, text: 'two' },
      ],
    ],
    [
      'a last line without its end',
      ['one\ntwo'],
      [
        { line: 1, text: 'one' },
        { line: 2, text: 'two' },
      ],
    ],
    [
      'cut anywhere',
      ['o', 'ne', '\n', '\ntw', 'o'],
      [
        { line: 1, text: 'one' },
        { line: 2, text: '' },
        { line: 3, text: 'two' },
      ],
    ],
    [
      'a long line among others',
      ['a\nbcdefgh\nc\n'],
      [
        { line: 1, text: 'a' },
        { line: 2, head: 'bcdefgh' },
        { line: 3, text: 'c' },
      ],
    ],
    [
      'a long line in pieces is told once',
      ['abcd', 'efgh', 'ijkl', '\nx\n'],
      [
        { line: 1, head: 'abcdefgh' },
        { line: 2, text: 'x' },
      ],
    ],
    ['a long last line', ['abcd', 'efgh', 'ijkl'], [{ line: 1, head: 'abcdefgh' }]],
  ])('%s', (_, pieces, lines) => expect(read(pieces)).toEqual(lines));
});
