import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ImportFileError } from '#domains/catalogue/server/import/read/open-file.ts';
import { readRecords } from '#domains/catalogue/server/import/read/read-records.ts';
import { mappingNameOf, newMapping, writeMapping } from './create-mapping.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proposals-'));
});
afterAll(() => rm(folder, { recursive: true }));
const file = async (name: string, content: string | Buffer) => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};
const times = (rows: readonly string[], count = 12) =>
  Array.from({ length: count }, (_, n) => rows[n % rows.length]?.replaceAll('#', String(n + 1)));

describe('newMapping', () => {
  const GERMAN = `\ufeffArtikelnummer;Bezeichnung;Weingut;Jahrgang;Rebsorte;Land;Preis;Inhalt\n${times([
    'A#;Alte Lage # Riesling;Gut Erfunden;2019;Riesling;Deutschland;"12,50";0,75',
    'A#;Hauslage # trocken;Gut Ausgedacht;2021;Spätburgunder;Frankreich;"9,90";0,75',
  ]).join('\n')}`;
  const CAPITALS = `sku\tProduct Name\tType\tUnit Price\tCountry of origin\n${times(['S-#\tINVENTED HILL - OLD BLOCK # SHIRAZ\tRED WINE\t$21.00\tAUSTRALIA', 'S-#\tINVENTED HILL - BRIGHT # GIN\tGINS\t$64.95\tAUSTRALIA']).join('\n')}`;
  const JSON_LIST = JSON.stringify({
    updated: '2026-01-01',
    items: times(['Maison Inventée Chablis #']).map((name, n) => ({
      ean: '4006381333931',
      name,
      type: 'Hvitvin',
      pris: 199.9 + n,
      argang: 2015,
    })),
  });

  test.each([
    [
      'German, semicolons, decimal commas',
      'preise.csv',
      GERMAN,
      {
        title: 'Bezeichnung',
        brand: 'Weingut',
        vintage: 'Jahrgang',
        variety: 'Rebsorte',
        country: 'Land',
        price: 'Preis',
        size: 'Inhalt',
        sku: 'Artikelnummer',
      },
      { brand: 'Gut Erfunden', category: 'White', country: 'Germany', bottleMl: 750, vintage: '2019', prices: { AU: { packPrice: 150 } } },
    ],
    [
      'capitals, tabs, no producer',
      'list.tsv',
      CAPITALS,
      { title: 'Product Name', category: 'Type', price: 'Unit Price', country: 'Country of origin', sku: 'sku' },
      { brand: 'Invented Hill', category: 'Red', country: 'Australia', prices: { AU: { packPrice: 252 } } },
    ],
    [
      'JSON inside an object',
      'items.json',
      JSON_LIST,
      { title: 'name', category: 'type', price: 'pris', vintage: 'argang', gtin: 'ean' },
      { category: 'White', vintage: '2015', gtin: '4006381333931' },
    ],
    [
      'Latin letters of a spreadsheet',
      'vins.csv',
      Buffer.from(`Produit,Domaine,Prix,Cépage\n${times(['Cuvée #,Clos Inventé,"14.50",Merlot']).join('\n')}`, 'latin1'),
      { title: 'Produit', brand: 'Domaine', price: 'Prix', variety: 'Cépage' },
      { brand: 'Clos Inventé', name: 'Cuvée 1', category: 'Red' },
    ],
    [
      'lines above the table, bottles in a case, pictures',
      'photos.csv',
      `Krone price list,,,\nFrom 1 March,,,\n${['Wine,Our price,Bottles,Photo', ...times(['Block # Shiraz 2019,"25.00",6,p#.jpg'])].join('\n')}`,
      { title: 'Wine', price: 'Our price', pack: 'Bottles', pictures: 'Photo' },
      { packSize: 6, category: 'Red', prices: { AU: { packPrice: 150 } } },
    ],
  ])('%s', async (_, name, content, columns, expected) => {
    const path = await file(name, content);
    const { mapping, text, examples, unsure } = await newMapping(path, mappingNameOf(path));
    expect(mapping.columns).toEqual(columns);
    expect(JSON.parse(text).columns).toEqual(columns);
    expect(examples).toHaveLength(10);
    expect(unsure.join(' ')).toContain('currency');
    const offers = [];
    for await (const outcome of readRecords([path], mapping)) if ('records' in outcome) offers.push(outcome.records[0]);
    expect(offers).toHaveLength(12);
    expect(offers[0]).toMatchObject(expected);
  });

  describe('prices and stock', () => {
    const wine = 'Old Block # Shiraz 2019,Krone';
    const proposed = async (name: string, headers: string, cells: string) => {
      const path = await file(name, [`Name,Producer,${headers}`, ...times([`${wine},${cells}`])].join('\n'));
      const { mapping, unsure } = await newMapping(path, 'x');
      const records = [];
      for await (const outcome of readRecords([path], mapping)) if ('records' in outcome) records.push(...outcome.records);
      return {
        mapping,
        unsure: unsure.join(' '),
        offer: records[0],
        stock: records.filter(({ record }) => record === 'stock').slice(0, 2),
      };
    };

    test.each([
      ['RRP', 'Sell price'],
      ['RRP', 'Ours'],
      ['List price', 'Price'],
      ['Recommended retail price', 'Retail price'],
      ['Cost price', 'Retail'],
      ['Was', 'Now price'],
      ['Wholesale', 'Our price'],
    ])('does not take %s for the selling price next to %s', async (reference, selling) => {
      for (const isFirst of [true, false]) {
        const headers = isFirst ? [reference, selling] : [selling, reference];
        const cells = isFirst ? ['$30.00', '$20.00'] : ['$20.00', '$30.00'];
        const { mapping } = await proposed('rrp.csv', headers.join(), cells.join());
        expect(mapping.columns.price).toBe(selling);
      }
    });

    test('uses the RRP as price if there is no other, and reports it as uncertain', async () => {
      const { mapping, unsure } = await proposed('only.csv', 'RRP,Rating', '$30.00,92');
      expect(mapping.columns.price).toBe('RRP');
      expect(unsure).toContain('Whether "RRP" is the price.');
    });

    test.each([
      ['Price (case of 6)', '120.00', 6, 120],
      ['Case of 12', '$240.00', 12, 240],
      ['Price', '$120.00 per case of 6', 6, 120],
      ['Price', 'EUR 11.79 per bottle', 12, 141],
      ['Price', '$399/case', 6, 399],
    ])('reads %s: %s as %d bottles for %d', async (header, cell, packSize, packPrice) => {
      const { offer } = await proposed('case.csv', header, cell);
      expect(offer).toMatchObject({ packSize, prices: { AU: { packPrice } } });
    });

    test('takes the case size of a case price from each row', async () => {
      const { offer } = await proposed('sizes.csv', 'Case price,Pack size', '240.00,12');
      expect(offer).toMatchObject({ packSize: 12, prices: { AU: { packPrice: 240 } } });
    });

    test.each(['Qty', 'On hand', 'Stock', 'SOH', 'Quantity'])('reads %s as stock of one market only', async (header) => {
      const { mapping, stock } = await proposed('stock.csv', `Price,${header}`, '20.00,30');
      expect(mapping.stock).toEqual({ AU: { column: 'stock', per: 'bottle' }, SG: 0 });
      expect(stock).toMatchObject([
        { market: 'AU', level: 2 },
        { market: 'SG', level: 0 },
      ]);
    });

    test.each(['Min qty', 'Pack qty'])('does not read %s as stock', async (header) => {
      expect((await proposed('min.csv', `Price,${header}`, '20.00,6')).mapping.columns).not.toHaveProperty('stock');
    });

    test('a file whose lines are each quoted as a whole is recognised, also with empty cells behind and some lines left plain', async () => {
      const lines = times(['"#,""Old Block # Shiraz 2019"",Krone,12.50";;;', '#,Bright # Gin,Krone,9.50']);
      const path = await file('wrapped.csv', `"sku,Name,Producer,Price";;;\n${lines.join('\n')}\n`);
      const whole = await file(
        'whole.csv',
        `"sku,Name,Producer,Price"\n${times(['"#,""Old Block, # Shiraz 2019"",Krone,12.50"']).join('\n')}\n`,
      );
      for (const one of [path, whole]) {
        const { mapping } = await newMapping(one, 'x');
        expect(mapping.columns).toEqual({ sku: 'sku', title: 'Name', brand: 'Producer', price: 'Price' });
        let count = 0;
        for await (const outcome of readRecords([one], mapping)) if ('records' in outcome) count += 1;
        expect(count).toBe(12);
      }
    });
  });

  test.each([
    ['no prices', 'a.csv', 'name,colour\nOne,red\nTwo,white\n', 'looks like prices'],
    ['no table at all', 'b.txt', 'A letter without any columns.\nAnd another line.\n', 'neither a table'],
    ['not there', null, '', 'There is no such file'],
  ])('rejects %s with the reason', async (_, name, content, reason) => {
    const path = name === null ? join(folder, 'nowhere') : await file(name, content);
    const proposal = newMapping(path, 'x');
    await expect(proposal).rejects.toThrow(reason);
    await expect(proposal).rejects.toBeInstanceOf(ImportFileError);
  });

  test('does not overwrite an existing mapping', async () => {
    const path = join(folder, 'mine.json');
    expect(await writeMapping(path, '{}')).toBe(true);
    expect(await writeMapping(path, '{"other":1}')).toBe(false);
  });

  test.each([
    ['Price List 2026.csv.gz', 'price-list-2026'],
    ['/data/Wines.ndjson', 'wines'],
    ['---.csv', 'list'],
  ])('names the mapping of %s %s', (path, name) => expect(mappingNameOf(path)).toBe(name));
});
