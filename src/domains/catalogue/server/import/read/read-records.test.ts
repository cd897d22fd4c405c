import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Mapping } from '#domains/catalogue/model/import/mapping/mapping.ts';
import type { RowResult } from '#domains/catalogue/model/import/row-result.ts';
import { offerRecord } from '#domains/catalogue/model/record.ts';
import { exampleMapping } from '#tests/fixtures/example-mapping.ts';
import { ImportFileError } from './open-file.ts';
import { readRecords } from './read-records.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'intake-'));
});
afterAll(() => rm(folder, { recursive: true }));

let count = 0;
const file = async (content: string | Buffer) => {
  const path = join(folder, `file-${count++}`);
  await writeFile(path, content);
  return path;
};
const readAll = async (files: readonly string[], mapping: Mapping | null) => {
  const reading = readRecords(files, mapping);
  const outcomes: RowResult<unknown>[] = [];
  for await (const outcome of reading) outcomes.push(outcome);
  const offers = outcomes
    .flatMap((outcome) => ('records' in outcome ? outcome.records : []))
    .flatMap((record) => offerRecord.safeParse(record).data ?? []);
  const rejects = outcomes.flatMap((outcome) => ('reject' in outcome ? [outcome.reject] : []));
  return { outcomes, offers, rejects, progress: reading.progress };
};

const HEADER = 'title,winery,variety,region,price,description\n';
const row = (name: string, price = '20') => `Krone 2012 ${name} (Samos),Krone,Syrah,Samos,${price},"Dark, bright."\n`;
const example = exampleMapping();
const SOUND = HEADER + row('One') + row('Two') + row('Rosé');

describe('mapped file [CAT-26]', () => {
  test.each([
    ['plain', SOUND],
    ['gzip, whatever its name', gzipSync(SOUND)],
    ['with a byte order mark and CRLF', `\ufeff${SOUND.replaceAll('\n', '\r\n')}`],
    ['with CR line ends', SOUND.replaceAll('\n', '\r')],
    ['UTF-16', Buffer.from(`\ufeff${SOUND}`, 'utf16le')],
    ['UTF-16, big-endian', Buffer.from(`\ufeff${SOUND}`, 'utf16le').swap16()],
    ['UTF-16 without its mark', Buffer.from(SOUND, 'utf16le')],
    [
      'with a row of Windows-1252 in it',
      Buffer.concat([Buffer.from(SOUND.replace(/Krone 2012 Rosé.*\n/, '')), Buffer.from(row('Rosé'), 'latin1')]),
    ],
    ['separated by semicolons', SOUND.replaceAll(',', ';')],
    ['Windows-1252', Buffer.from(SOUND, 'latin1')],
    ['separated by tabs', SOUND.replaceAll(',', '\t')],
    ['with blank lines before the header', `\n,,,\n${SOUND}`],
    [
      'with every line quoted as one cell',
      SOUND.trim()
        .split('\n')
        .map((line) => `"${line.replaceAll('"', '""')}"\n`)
        .join(''),
    ],
    ['garbled as a whole', Buffer.from(SOUND, 'utf8').toString('latin1')],
    ['with the header again in the middle', SOUND + HEADER],
    ['without its last line end', SOUND.trimEnd()],
  ])('%s', async (_, content) => {
    const { offers, rejects } = await readAll([await file(content)], example);
    expect(offers.map((offer) => offer.name)).toEqual(['One', 'Two', 'Rosé']);
    expect(rejects).toEqual([]);
  });

  test('gives the same bytes for the same file [CAT-28]', async () => {
    const path = await file(SOUND);
    const [one, other] = [await readAll([path], example), await readAll([path], example)];
    expect(JSON.stringify(one.outcomes)).toBe(JSON.stringify(other.outcomes));
    expect(one.progress).toEqual(other.progress);
  });

  test('returns a repeated wine once, by its last valid row, also across files', async () => {
    const first = await file(HEADER + row('One', '20') + row('Two') + row('One', '21') + row('One', 'soon'));
    const second = await file(HEADER + row('TWO', '25'));
    const { outcomes, offers, rejects, progress } = await readAll([first, second], example);
    expect(outcomes.map(({ line, file: path }) => [path === first ? 1 : 2, line])).toEqual([
      [1, 4],
      [1, 5],
      [2, 2],
    ]);
    expect(offers.map((offer) => offer.prices.AU?.packPrice)).toEqual([454, 540]);
    expect(rejects).toMatchObject([{ line: 5, code: 'bad-price' }]);
    expect(progress).toMatchObject({ rows: 5, accepted: 2, duplicates: 2, rejected: 1, rejectsBy: { 'bad-price price': 1 } });
  });

  test('counts blank rows without rejecting them', async () => {
    const { offers, progress } = await readAll([await file(SOUND + ',,,,,\n'.repeat(50_000) + row('Last'))], example);
    expect(offers).toHaveLength(4);
    expect(progress).toMatchObject({ rows: 4, blankRows: 50_000, rejected: 0 });
  });

  test('rejects a row with file, line, column, reason and the raw row [CAT-29]', async () => {
    const path = await file(SOUND + row('Four', ''));
    const { rejects } = await readAll([path], example);
    expect(rejects).toEqual([
      {
        file: path,
        line: 5,
        column: 'price',
        code: 'missing',
        reason: 'The price is missing.',
        raw: row('Four', '').trimEnd(),
        header: HEADER.trimEnd(),
      },
    ]);
  });

  test.each([
    ['a spreadsheet’s error for a name', '#NAME?,Krone,Syrah,Samos,20,x\n', [5, 'missing', 'title']],
    ['a spreadsheet’s error for a price', 'Krone 2012 Four,Krone,Syrah,Samos,#NAME?,x\n', [5, 'missing', 'price']],
    ['a last row cut short', 'Krone 2012 Four,Kro', [5, 'cell-count', '']],
    ['a quotation mark that is never closed', 'Krone 2012 Four,Krone,Syrah,Samos,20,"x\n', [5, 'open-quote', '']],
    ['one cell too many', 'Krone 2012 Four,Krone,Syrah,Samos,20,x,y\n', [5, 'cell-count', '']],
  ])('rejects only %s', async (_, invalid, [line, code, column]) => {
    const { offers, rejects } = await readAll([await file(SOUND + invalid)], example);
    expect(offers).toHaveLength(3);
    expect(rejects).toMatchObject([{ line, code, column, raw: invalid.trimEnd() }]);
  });

  test('rejects a line of many megabytes and reads the next ones', async () => {
    const { offers, rejects } = await readAll([await file(`${SOUND}${'x'.repeat(20_000_000)}\n${row('Last')}`)], example);
    expect(offers.map((offer) => offer.name)).toEqual(['One', 'Two', 'Rosé', 'Last']);
    expect(rejects).toMatchObject([{ line: 5, code: 'too-long' }]);
    expect(rejects[0]?.raw.length).toBeLessThan(3_000);
  });

  test('reports a lost accent as a warning instead of guessing it', async () => {
    const { outcomes } = await readAll([await file(HEADER + row('Caf\ufffd'))], example);
    expect(outcomes).toMatchObject([{ warnings: [{ column: 'title' }] }]);
  });

  test('keeps valid rows before the end of a truncated gzip file and reports the truncation last', async () => {
    const names = Array.from({ length: 3_000 }, (_, n) => `Lot ${n} ${((n * 7919) % 100_003).toString(16)}`);
    const packed = gzipSync(HEADER + names.map((name) => row(name)).join(''));
    const { offers, rejects } = await readAll([await file(packed.subarray(0, packed.length / 2))], example);
    expect(offers.length).toBeGreaterThan(500);
    expect(offers.map((offer) => offer.name)).toEqual(names.slice(0, offers.length));
    expect(rejects).toMatchObject([{ code: 'cut-short', line: offers.length + 2 }]);
  });

  test('reports progress in bytes on disk over both readings [CAT-27]', async () => {
    const content = gzipSync(SOUND);
    const { progress } = await readAll([await file(content)], example);
    expect(progress).toMatchObject({ bytesTotal: content.length * 2, bytesRead: content.length * 2 });
  });
});

describe('rejects file', () => {
  const lines = (rejects: readonly object[]) => rejects.map((reject) => `${JSON.stringify(reject)}\n`).join('');

  test('reads a corrected file like the original and rejects the remaining errors again', async () => {
    const { rejects } = await readAll([await file(SOUND + row('Four', '') + row('Five', 'soon') + row('Six', ''))], example);
    const fixed = rejects.map((reject, at) => (at === 0 ? { ...reject, raw: reject.raw.replace(',,', ',33,') } : reject));
    const again = await readAll([await file(lines(fixed))], example);
    expect(again.offers.map((offer) => offer.name)).toEqual(['Four']);
    expect(again.rejects.map(({ line, code }) => [line, code])).toEqual([
      [3, 'bad-price'],
      [4, 'missing'],
    ]);
    expect(again.rejects[0]?.header).toBe(HEADER.trimEnd());
  });

  test('reads a corrected file of the interchange format', async () => {
    const stock = { record: 'stock', productId: 7, market: 'AU', level: -1 };
    const { rejects } = await readAll([await file(JSON.stringify(stock))], null);
    const fixed = rejects.map((reject) => ({ ...reject, raw: reject.raw.replace('-1', '4') }));
    const { progress } = await readAll([await file(lines(fixed))], null);
    expect(progress).toMatchObject({ accepted: 1, rejected: 0 });
  });

  test.each([
    ['a line that is broken', (text: string) => `${text}{"file":"x"\n`, 'Line 2'],
    ['rows of different tables', (text: string) => text + text.replace('winery', 'house'), 'different headers'],
  ])('rejects a file with %s as a whole', async (_, spoil, reason) => {
    const { rejects } = await readAll([await file(SOUND + row('Four', ''))], example);
    await expect(readAll([await file(spoil(lines(rejects)))], example)).rejects.toThrow(reason);
  });
});

describe('rejects an invalid file before it returns a record', () => {
  const damaged = gzipSync(SOUND + row('Five'));
  damaged[damaged.length - 6] = (damaged[damaged.length - 6] ?? 0) ^ 0xff;
  test.each([
    ['a changed header', SOUND.replace('winery', 'producer'), 'the column "winery" is missing'],
    ['another delimiter that does not help', SOUND.replaceAll(',', '~'), 'are missing'],
    ['no rows at all', '\n\n', 'Its first row is empty'],
    ['one endless line', 'x'.repeat(3_000_000), 'are missing'],
    ['an empty file', '', 'It is empty.'],
    ['a spreadsheet workbook', Buffer.from('PK\u0003\u0004 and so on'), 'workbook'],
    ['no text', Buffer.from([1, 2, 0, 3, 255, 0, 9, 9, 9, 9]), 'not a text file'],
    ['damaged gzip', damaged, 'damaged'],
  ])('%s', async (_, content, reason) => {
    const path = await file(content);
    const valid = await file(SOUND);
    const outcomes: unknown[] = [];
    const reading = (async () => {
      for await (const outcome of readRecords([valid, path], example)) outcomes.push(outcome);
    })();
    await expect(reading).rejects.toThrow(reason);
    await expect(reading).rejects.toBeInstanceOf(ImportFileError);
    expect(outcomes).toEqual([]);
  });

  test('rejects a missing file', async () => {
    await expect(readAll([join(folder, 'nowhere.csv')], example)).rejects.toThrow('There is no such file.');
    await expect(readAll([folder], example)).rejects.toThrow('It is not a file.');
  });
});

describe('interchange format [CAT-23]', () => {
  const stock = (level: unknown) => JSON.stringify({ record: 'stock', productId: 7, market: 'AU', level });

  test('reads records unchanged', async () => {
    const mapped = await readAll([await file(SOUND)], example);
    const records = mapped.outcomes.flatMap((outcome) => ('records' in outcome ? outcome.records : []));
    const path = await file(gzipSync(`${records.map((record) => JSON.stringify(record)).join('\n\n')}\n`));
    const { outcomes, progress } = await readAll([path], null);
    expect(outcomes.flatMap((outcome) => ('records' in outcome ? outcome.records : []))).toEqual(records);
    expect(progress).toMatchObject({ rows: 9, accepted: 9, blankRows: 8, rejected: 0 });
  });

  test('rejects invalid lines', async () => {
    const lines = [stock(1), '{"record":"sto', '{"record":"wine"}', '{}', '[1]', stock(-1), `"${'x'.repeat(1_100_000)}"`, stock(2)];
    const { outcomes, rejects } = await readAll([await file(lines.join('\n'))], null);
    expect(outcomes.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(rejects.map(({ line, code, column }) => [line, code, column])).toEqual([
      [2, 'not-json', ''],
      [3, 'invalid-record', 'record'],
      [4, 'invalid-record', 'record'],
      [5, 'invalid-record', 'record'],
      [6, 'invalid-record', 'level'],
      [7, 'too-long', ''],
    ]);
    expect(rejects[0]?.raw).toBe('{"record":"sto');
    expect(rejects[1]?.reason).toBe('There is no record kind "wine".');
  });

  test('reads other kinds by their schemas', async () => {
    const reading = readRecords([await file('{"record":"stock","productId":7,"market":"AU","level":3}')], null, {});
    const outcomes: unknown[] = [];
    for await (const outcome of reading) outcomes.push(outcome);
    expect(outcomes).toMatchObject([{ reject: { code: 'invalid-record' } }]);
  });

  test('rejects the end of a truncated gzip file', async () => {
    const packed = gzipSync(Array.from({ length: 4_000 }, (_, n) => stock((n * 7919) % 10_007)).join('\n'));
    const { rejects, progress } = await readAll([await file(packed.subarray(0, packed.length / 2))], null);
    expect(rejects).toMatchObject([{ code: 'cut-short' }]);
    expect(progress.accepted).toBeGreaterThan(100);
  });

  test.each([
    ['a CSV file', SOUND, 'needs a mapping'],
    ['a JSON array', '[{"record":"stock"}]', 'JSON array'],
  ])('rejects %s as a whole', async (_, content, reason) => {
    await expect(readAll([await file(content)], null)).rejects.toThrow(reason);
  });
});
