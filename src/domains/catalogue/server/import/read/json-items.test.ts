import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonItems, MAX_OBJECT_LENGTH } from './json-items.ts';

const cutUp = (text: string, list: string | null, size: number) => {
  const items = jsonItems(list);
  const out = [];
  for (let at = 0; at < text.length; at += size) out.push(...items.feed(text.slice(at, at + size)));
  return [...out, ...items.end()];
};

describe('jsonItems', () => {
  test.each([
    ['an array', '[{"a":1},\n {"a":2}]', null, [1, 2]],
    ['one object a line', '{"a":1}\n{"a":2}\n', null, [1, 2]],
    ['an array inside an object', '{"total":2,"at":{"x":[1]},"wines" : [{"a":1},\n\n{"a":2}],"more":[{"a":3}]}', 'wines', [1, 3]],
    ['pretty printed', '[\n  {\n    "a": 1\n  },\n  {\n    "a": 2\n  }\n]', null, [2, 5]],
  ])('reads %s, cut anywhere', (_, text, list, lines) => {
    for (const size of [1, 2, 3, 7, 1000]) {
      const items = cutUp(text, list, size);
      expect(items.map(({ line }) => line)).toEqual(lines);
      expect(items.map(({ raw }) => JSON.parse(raw))).toEqual([{ a: 1 }, { a: 2 }]);
    }
  });

  test('returns any objects unchanged, cut anywhere', () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue())), fc.integer({ min: 1, max: 40 }), (objects, size) => {
        const items = cutUp(JSON.stringify(objects, null, 1), null, size);
        expect(items.map(({ raw }) => JSON.parse(raw))).toEqual(JSON.parse(JSON.stringify(objects)));
      }),
      { numRuns: 60 },
    );
  });

  test('returns a broken last object as it is in the file', () => {
    expect(cutUp('[{"a":1},{"a":', null, 4)).toEqual([
      { line: 1, raw: '{"a":1}' },
      { line: 1, raw: '{"a":' },
    ]);
  });

  test('continues after an unclosed object at the next line that starts one', () => {
    const items = cutUp(`[{"a":"${'x'.repeat(MAX_OBJECT_LENGTH)}\n{"a":2},\n{"a":3}]`, null, 50_000);
    expect(items.map(({ line, isTooLong }) => [line, isTooLong ?? false])).toEqual([
      [1, true],
      [2, false],
      [3, false],
    ]);
  });
});
