import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Condition, Filter } from '#packages/search-engine/index.ts';
import { parseFacetFilters, parseNumericFilters, parseTagFilters } from './array-filters.ts';
import { parseFilters } from './filters-grammar.ts';
import { SearchError } from './search-error.ts';

const writtenCondition = (condition: Condition): string => {
  const not = condition.negated ? 'not ' : '';
  if (condition.kind === 'value') return `${not}${condition.attribute}:${condition.value}`;
  return `${not}${condition.attribute} ${condition.lowOpen ? '(' : '['}${condition.low}, ${condition.high}${condition.highOpen ? ')' : ']'}`;
};

/** Clauses separated by `&`, their conditions by `|`. */
const written = (filter: Filter): string => filter.map((clause) => clause.map(writtenCondition).join(' | ')).join(' & ');

describe('filters [SRCH-45]', () => {
  test.each([
    ['', ''],
    ['   ', ''],
    ['country:France', 'country:France'],
    [' country : France ', 'country:France'],
    ['country:"New Zealand"', 'country:New Zealand'],
    ["'offer style':'a \"b\"'", 'offer style:a "b"'],
    ['name:"say \\"cheese\\" \\\\ \\n"', 'name:say "cheese" \\ \\n'],
    ['name:"OR"', 'name:OR'],
    ['isMixed:true', 'isMixed:true'],
    ['label:-Movie', 'label:-Movie'],
    ['label:\\-Movie', 'label:-Movie'],
    ['packPrice:288.50', 'packPrice:288.5'],
    ['packPrice<10', 'packPrice [-Infinity, 10)'],
    ['packPrice <= 10', 'packPrice [-Infinity, 10]'],
    ['packPrice = 10', 'packPrice [10, 10]'],
    ['packPrice != 10', 'not packPrice [10, 10]'],
    ['NOT packPrice != 10', 'packPrice [10, 10]'],
    ['packPrice >= -1.5', 'packPrice [-1.5, Infinity]'],
    ['packPrice > 1e2', 'packPrice (100, Infinity]'],
    ['packPrice:10 TO 20', 'packPrice [10, 20]'],
    ['NOT packPrice:10 TO 20', 'not packPrice [10, 20]'],
    ['organic', 'tags:organic'],
    ['_tags:organic', 'tags:organic'],
    ['NOT "last cases"', 'not tags:last cases'],
    ['a:1 AND b:2 AND NOT c:3', 'a:1 & b:2 & not c:3'],
    ['a:1 OR b:2', 'a:1 | b:2'],
    ['a:1 AND b:2 OR c:3', 'a:1 & b:2 | c:3'],
    ['(a:1 OR b:2) AND (c:3 OR NOT d:4)', 'a:1 | b:2 & c:3 | not d:4'],
    ['(a:1 AND b:2)', 'a:1 & b:2'],
    ['((a:1)) OR (b:2 OR (c:3))', 'a:1 | b:2 | c:3'],
    ['a:1<score=3> OR b:2 < score = 1 >', 'a:1 | b:2'],
    ['tag<score=3>', 'tags:tag'],
    ['score<3', 'score [-Infinity, 3)'],
  ])('%s', (filters, expected) => {
    expect(written(parseFilters(filters))).toBe(expected);
  });

  test.each([
    ['(a:1 AND b:2) OR c:3', '(X AND Y) OR Z is not allowed'],
    ['NOT (a:1 OR b:2)', "Unexpected token '(' expected filter at col 4"],
    ['a:1 OR tag', 'Different types are not allowed in the same OR. Expected a facet filter'],
    ['a > 1 OR a:1', 'Different types are not allowed in the same OR. Expected a numeric filter'],
    ['tag OR b = 2', 'Different types are not allowed in the same OR. Expected a tag filter'],
    ['a:1 and b:2', 'Unexpected token string(and) expected end of filter at col 4'],
    ['a:1 AND', 'Unexpected token end of filter expected filter at col 7'],
    [':1', "Unexpected token ':' expected filter at col 0"],
    ['a:', 'Unexpected token end of filter expected string at col 2'],
    ['a:""', 'Unexpected token string() expected string at col 2'],
    ['a:b:c', "Unexpected token ':' expected end of filter at col 3"],
    ['a:b(c)', "Unexpected token '(' expected end of filter at col 3"],
    ['a:b c', 'Unexpected token string(c) expected end of filter at col 4'],
    ['(a:1', "Unexpected token end of filter expected ')' at col 4"],
    ['a:1)', "Unexpected token ')' expected end of filter at col 3"],
    ['a:"open', 'incomplete string at col 2'],
    ['a:"trail\\"', 'incomplete string at col 2'],
    ['a:b!c', "Not allowed: '!' at col 3"],
    ['a > cheap', 'Unexpected token string(cheap) expected numeric at col 4'],
    ['a:1 TO b', 'Unexpected token string(b) expected numeric at col 7'],
    ['a:b<score=x>', 'expected numeric'],
    ['a:1\nAND b:2', 'Control characters are not allowed at col 3'],
    ['a:"\u0000"', 'Control characters are not allowed at col 3'],
    ['a:"\u0085"', 'Control characters are not allowed at col 3'],
    [`a:"${'x'.repeat(8 * 1024)}"`, 'Too long'],
    [`a:"${'é'.repeat(4 * 1024)}"`, 'Too long'],
    ['('.repeat(4_000), 'parentheses'],
  ])('rejects %.60s', (filters, message) => {
    expect(() => parseFilters(filters)).toThrow(SearchError);
    expect(() => parseFilters(filters)).toThrow(message);
  });

  test('parses or rejects any text', () => {
    const piece = fc.constantFrom(
      'a',
      ':',
      'b',
      ' ',
      'AND',
      'OR',
      'NOT',
      '(',
      ')',
      '"',
      "'",
      '<',
      '>=',
      '10',
      'TO',
      '\\',
      '-',
      '!',
      'é',
      '=',
      '<score=1>',
      '\t',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        try {
          expect(Array.isArray(parseFilters(pieces.join('')))).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(SearchError);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('facetFilters', () => {
  test.each([
    ['nothing', undefined, ''],
    ['an empty list', [], ''],
    ['an outer AND and an inner OR', [['a:x', 'a:y'], 'b:z'], 'a:x | a:y & b:z'],
    ['a list as JSON', '[["a:x","a:y"],"b:z"]', 'a:x | a:y & b:z'],
    ['the old form', 'a:x,(b:y,b:z)', 'a:x & b:y | b:z'],
    ['a dash that excludes', ['c:-v'], 'not c:v'],
    ['a literal dash', ['c:\\-v'], 'c:-v'],
    ['a colon in a value', ['c:a:b'], 'c:a:b'],
    ['quotes around both', ['"c":"v w"'], 'c:v w'],
    ['an empty inner list', [[], 'a:x'], 'a:x'],
    ['tags', ['_tags:new'], 'tags:new'],
  ])('with %s', (_, value, expected) => {
    expect(written(parseFacetFilters(value))).toBe(expected);
  });

  test.each([
    ['no colon', ['a']],
    ['numbers', [1]],
    ['three levels', [[['a:x']]]],
    ['broken JSON', '["a:x"'],
    ['an object', { a: 'x' }],
  ])('rejects %s', (_, value) => {
    expect(() => parseFacetFilters(value)).toThrow(SearchError);
  });
});

describe('numericFilters and tagFilters', () => {
  test.each([
    ['a comparison', ['packPrice>=10', 'packPrice<20'], 'packPrice [10, Infinity] & packPrice [-Infinity, 20)'],
    ['spaces', 'packPrice != 10', 'not packPrice [10, 10]'],
    ['an inner OR', [['a=1', 'a:5 TO 7']], 'a [1, 1] | a [5, 7]'],
    ['JSON', '["a=1"]', 'a [1, 1]'],
    ['a quoted name', ['"a>b" >= 1 ', ' "c":1TO2'], 'a>b [1, Infinity] & c [1, 2]'],
  ])('with %s', (_, value, expected) => {
    expect(written(parseNumericFilters(value))).toBe(expected);
  });

  test.each(['a', 'a>b', 'a>', '>1', 'a>1 TO 2', 'a:1 TO x', 'a:1 TO 2 TO 3', '"a>1', '""=1', ''])('rejects numericFilters %s', (value) => {
    expect(() => parseNumericFilters([value])).toThrow(SearchError);
  });

  test.each([' ', '\t', 'a', '<', 'TO', 'a<', '"', '-', 'TO '])('parses numericFilters with long runs of "%s" in linear time', (run) => {
    // Cubic work on conditions of the greatest length would take longer than the limit of a test.
    const long = run.repeat(Math.floor(990 / run.length));
    for (let iteration = 0; iteration < 100; iteration += 1)
      for (const text of [long, `a<${long}x`, `a:1${long}x`]) expect(() => parseNumericFilters([text])).toThrow(SearchError);
  });

  test.each([
    ['a condition of more than 1,000 characters', ['a'.repeat(1_001)]],
    ['more than 1,000 conditions', [Array.from({ length: 1_001 }, () => 'a=1')]],
  ])('rejects %s', (_, value) => {
    for (const parse of [parseNumericFilters, parseFacetFilters, parseTagFilters]) expect(() => parse(value)).toThrow(/at most 1000/);
  });

  test('includes and excludes tags', () => {
    expect(written(parseTagFilters(['new', ['-old', '\\-odd']]))).toBe('tags:new & not tags:old | tags:-odd');
  });
});
