import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PostcodeRange } from './definition.ts';
import { commonRange, formatPostcodes, includesPostcode, joinRanges, parsePostcodes } from './postcode-ranges.ts';

const code = (digits: number) => fc.integer({ min: 0, max: 10 ** digits - 1 }).map((number) => String(number).padStart(digits, '0'));
const range = fc.tuple(code(4), code(4)).map(([a, b]): PostcodeRange => (a <= b ? [a, b] : [b, a]));
const ranges = fc.array(range, { minLength: 1, maxLength: 12 });

describe('a set of postcodes', () => {
  test.each([
    ['a single one', '0872', 4, [['0872', '0872']]],
    [
      'a range and a single one',
      '6000-6999, 0872',
      4,
      [
        ['6000', '6999'],
        ['0872', '0872'],
      ],
    ],
    [
      'lines, semicolons, an en dash and spaces',
      ' 6000 – 6009 ;\n 6100\n',
      4,
      [
        ['6000', '6009'],
        ['6100', '6100'],
      ],
    ],
    ['six digits', '098000-099999', 6, [['098000', '099999']]],
  ] as const)('is read: %s', (_, text, digits, expected) => {
    expect(parsePostcodes(text, digits)).toEqual({ ranges: expected, wrong: null });
  });

  test.each([
    ['too few digits', '600', 4, { part: '600', isReversed: false }],
    ['too many', '6000-69999', 4, { part: '6000-69999', isReversed: false }],
    ['a word', '6000, Perth', 4, { part: 'Perth', isReversed: false }],
    ['three ends', '6000-6100-6200', 4, { part: '6000-6100-6200', isReversed: false }],
    ['an end before the beginning', '6999-6000', 4, { part: '6999-6000', isReversed: true }],
    ['digits of another script', '٦٠٠٠', 4, { part: '٦٠٠٠', isReversed: false }],
  ] as const)('names what is wrong: %s', (_, text, digits, expected) => {
    expect(parsePostcodes(text, digits).wrong).toEqual(expected);
  });

  test('is formatted in the form that is read, in order and without what is said twice', () => {
    expect(
      formatPostcodes([
        ['6000', '6999'],
        ['0872', '0872'],
        ['6500', '7000'],
        ['7001', '7002'],
      ]),
    ).toBe('0872, 6000-7002');
    fc.assert(
      fc.property(ranges, (list) => {
        const { ranges: read, wrong } = parsePostcodes(formatPostcodes(list), 4);
        expect(wrong).toBeNull();
        expect(read).toEqual(joinRanges(list));
      }),
    );
  });

  test('includes the same postcodes however it is written', () => {
    fc.assert(
      fc.property(ranges, code(4), (list, postcode) => includesPostcode(joinRanges(list), postcode) === includesPostcode(list, postcode)),
    );
  });

  test('includes no postcode of another length', () => {
    expect(includesPostcode([['0000', '9999']], '60001')).toBe(false);
    expect(includesPostcode([['0000', '9999']], '')).toBe(false);
  });
});

describe('what two sets have in common', () => {
  test.each([
    [[['6000', '6999']], [['6500', '7000']], ['6500', '6999']],
    [
      [['6000', '6999']],
      [
        ['0872', '0872'],
        ['6700', '6700'],
      ],
      ['6700', '6700'],
    ],
    [[['6000', '6999']], [['7000', '7999']], null],
    [[['6000', '6100']], [['6100', '6200']], ['6100', '6100']],
    [[['6100', '6200']], [['6000', '6100']], ['6100', '6100']],
    [[], [['7000', '7999']], null],
  ] as const)('of %j and %j is %j', (a, b, expected) => {
    expect(commonRange(joinRanges(a), joinRanges(b))).toEqual(expected);
  });

  test('is found exactly if a postcode is in both, in either order', () => {
    fc.assert(
      fc.property(ranges, ranges, (a, b) => {
        const common = commonRange(joinRanges(a), joinRanges(b));
        const bounds = [...a, ...b].flat();
        const isShared = bounds.some((postcode) => includesPostcode(a, postcode) && includesPostcode(b, postcode));
        expect(common !== null).toBe(isShared);
        expect(commonRange(joinRanges(b), joinRanges(a)) !== null).toBe(isShared);
        for (const postcode of common ?? []) expect(includesPostcode(a, postcode) && includesPostcode(b, postcode)).toBe(true);
      }),
    );
  });
});
