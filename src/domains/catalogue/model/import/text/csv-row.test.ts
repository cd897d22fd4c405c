import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitRow } from './csv-row.ts';

const rowsOf = (text: string, delimiter = ',') => {
  const rows: string[][] = [];
  for (let at = 0; at < text.length; ) {
    const row = splitRow(text, at, delimiter);
    if (row === null) throw new Error('a cell is open');
    rows.push(row.cells);
    at = row.end;
  }
  return rows;
};

describe('splitRow', () => {
  test.each([
    ['plain', 'a,b,c\nd', [['a', 'b', 'c'], ['d']]],
    ['empty cells', ',,\n\n,', [['', '', ''], [''], ['', '']]],
    ['quoted delimiter and line end', '"a,b","c\nd"\ne', [['a,b', 'c\nd'], ['e']]],
    ['doubled marks', '"He said ""no""",x', [['He said "no"', 'x']]],
    ['empty quoted', '"",""\n', [['', '']]],
    ['a mark inside a cell', '5" bottle,x', [['5" bottle', 'x']]],
    ['a mark that does not quote the whole cell', '"Reserve" Shiraz,x\ny', [['"Reserve" Shiraz', 'x'], ['y']]],
    [
      'a stray opening mark before quoted cells',
      '"abc,1\n2,"d,e"\n',
      [
        ['"abc', '1'],
        ['2', 'd,e'],
      ],
    ],
    ['spaces are kept', ' a , b ', [[' a ', ' b ']]],
  ])('%s', (_, text, rows) => expect(rowsOf(text)).toEqual(rows));

  test('returns null while a quoted cell is open', () => expect(splitRow('a,"b\nc,d', 0, ',')).toBeNull());

  test('agrees with csv-parse on any well-formed input', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', ' ', ',', ';', '"', '\n', '\t') });
    const written = (text: string, delimiter: string, isQuoted: boolean) =>
      isQuoted || /["\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.tuple(cell, fc.boolean()), { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 }),
        fc.constantFrom(',', ';', '\t'),
        (table, delimiter) => {
          const text = table.map((row) => row.map(([one, isQuoted]) => written(one, delimiter, isQuoted)).join(delimiter)).join('\n');
          fc.pre(text !== '' && !text.endsWith('\n'));
          const expected = parse(text, { delimiter, record_delimiter: '\n', relax_column_count: true });
          expect(rowsOf(text, delimiter)).toEqual(expected);
        },
      ),
      { numRuns: 300 },
    );
  });
});
