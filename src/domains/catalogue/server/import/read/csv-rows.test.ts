import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CsvItem, CsvRows, MAX_ROW_LENGTH } from './csv-rows.ts';

const read = (pieces: readonly string[], width: number, isTruncated: string | null = null): CsvItem[] => {
  const rows = new CsvRows({ delimiter: ',', width, line: 2, isWrapped: false });
  const items = pieces.flatMap((piece) => rows.feed(piece));
  return [...items, ...rows.end(isTruncated)];
};
const brief = (items: readonly CsvItem[]) => items.map((item) => [item.line, 'cells' in item ? item.cells.join('|') : item.error.code]);

describe('CsvRows', () => {
  test.each([
    [
      'rows and their lines',
      'a,b\nc,d\n',
      [
        [2, 'a|b'],
        [3, 'c|d'],
      ],
    ],
    [
      'a last row without its line end',
      'a,b\nc,d',
      [
        [2, 'a|b'],
        [3, 'c|d'],
      ],
    ],
    [
      'a cell of several lines',
      '"a\nx\n",b\nc,d\n',
      [
        [2, 'a\nx\n|b'],
        [5, 'c|d'],
      ],
    ],
    [
      'blank rows are rows',
      ',\n\na,b\n',
      [
        [2, '|'],
        [3, ''],
        [4, 'a|b'],
      ],
    ],
    [
      'empty cells beyond the header',
      'a,b,,\nc,d\n',
      [
        [2, 'a|b'],
        [3, 'c|d'],
      ],
    ],
    [
      'too many cells',
      'a,b,c\nc,d\n',
      [
        [2, 'cell-count'],
        [3, 'c|d'],
      ],
    ],
    [
      'too few cells',
      'a\nc,d\n',
      [
        [2, 'cell-count'],
        [3, 'c|d'],
      ],
    ],
    [
      'a mark that is never closed',
      'a,b\nx,"y\nc,d\ne,f\n',
      [
        [2, 'a|b'],
        [3, 'open-quote'],
        [4, 'c|d'],
        [5, 'e|f'],
      ],
    ],
    [
      'a stray mark before quoted cells',
      '"a,b\n"c",d\n',
      [
        [2, '"a|b'],
        [3, 'c|d'],
      ],
    ],
  ])('%s', (_, text, expected) => expect(brief(read([text], 2))).toEqual(expected));

  test('reports the raw row and a sentence for an invalid row [CAT-29]', () => {
    expect(read(['a,b\nonly one'], 2)[1]).toEqual({
      line: 3,
      raw: 'only one',
      error: { code: 'cell-count', column: '', reason: 'The row has 1 cell but the header has 2. The last row of the file is incomplete.' },
    });
  });

  test('rejects the text after the last line ending of a truncated file', () => {
    expect(brief(read(['a,b\nc,d'], 2, 'Cut.'))).toEqual([
      [2, 'a|b'],
      [3, 'cut-short'],
    ]);
    expect(brief(read(['a,b\n'], 2, 'Cut.'))).toEqual([
      [2, 'a|b'],
      [3, 'cut-short'],
    ]);
  });

  test('rejects an endless line without buffering it and reads the rows after it', () => {
    const piece = 'x'.repeat(64 * 1024);
    const items = read(['a,b\n', ...Array.from({ length: 200 }, () => piece), 'x\nc,d\n'], 2);
    expect(brief(items)).toEqual([
      [2, 'a|b'],
      [3, 'too-long'],
      [4, 'c|d'],
    ]);
    expect(items[1]?.raw.length).toBeLessThan(3_000);
  });

  test('rejects only the line of an unclosed quotation mark', () => {
    const lines = 'c,d\n'.repeat(MAX_ROW_LENGTH / 4 + 10);
    const items = read(['x,"y\n', lines.slice(0, 700_000), lines.slice(700_000)], 2);
    expect(items).toHaveLength(MAX_ROW_LENGTH / 4 + 11);
    expect(brief(items.slice(0, 2))).toEqual([
      [2, 'open-quote'],
      [3, 'c|d'],
    ]);
  });

  test('reads rows that are each quoted as one cell', () => {
    const rows = new CsvRows({ delimiter: ',', width: 2, line: 2, isWrapped: true });
    expect(brief(rows.feed('"a,""b,c"""\n"d,e"\nf,g\n'))).toEqual([
      [2, 'a|b,c'],
      [3, 'd|e'],
      [4, 'f|g'],
    ]);
  });

  test('gives the same rows for chunks cut anywhere', () => {
    const text = 'a,"b\n""x"", y"\n\n"c" d,e\nf,g,h\ni,"j\n';
    const whole = read([text], 2);
    fc.assert(
      fc.property(fc.array(fc.nat(text.length)), (cuts) => {
        const ends = [...cuts.sort((a, b) => a - b), text.length];
        expect(
          read(
            ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end)),
            2,
          ),
        ).toEqual(whole);
      }),
    );
  });
});
