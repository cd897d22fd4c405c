/** Applies the shipped mappings to invented rows of their formats. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OfferRecord } from '#domains/catalogue/model/record.ts';
import { ImportFileError } from '#domains/catalogue/server/import/read/open-file.ts';
import { readRecords } from '#domains/catalogue/server/import/read/read-records.ts';
import { loadMapping } from './load-mapping.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mappings-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(mapping: string, content: string) {
  const path = join(folder, 'file');
  await writeFile(path, content);
  const offers: OfferRecord[] = [];
  const rejects: string[] = [];
  for await (const outcome of readRecords([path], await loadMapping(mapping)))
    if ('reject' in outcome) rejects.push(`${outcome.line} ${outcome.reject.code}`);
    else for (const record of outcome.records) if (record.record === 'offer') offers.push(record);
  return { offers, rejects };
}

describe('bc-liquor', () => {
  const HEADER =
    'PRODUCT_TYPE_NAME,PRODUCT_CLASS_NAME,PRODUCT_SUB_CLASS_NAME,PRODUCT_MINOR_CLASS_NAME,PRODUCT_COUNTRY_ORIGIN_NAME,PRODUCT_SKU_NO,PRODUCT_LONG_NAME,PRODUCT_BASE_UPC_NO,PRODUCT_LITRES_PER_CONTAINER,PRD_CONTAINER_PER_SELL_UNIT,PRODUCT_ALCOHOL_PERCENT,CURRENT_DISPLAY_PRICE,SWEETNESS_CODE';
  const wine = (name: string, rest = '36000291452,0.75,1,13.5,18.00,0') =>
    `LIQUOR,WINE,TABLE WINE,TABLE WINE RED,UNITED STATES OF AMERICA,101,${name},${rest}`;

  test.each([
    [
      'grape first, years short, bar code without its zero',
      wine('SHIRAZ - CHATEAU INVENTED BAROSSA 11/12'),
      {
        brand: 'Château Invented',
        name: 'Shiraz Barossa',
        vintage: '2012',
        varietal: 'Shiraz',
        country: 'United States',
        gtin: '036000291452',
        bottleMl: 750,
        packSize: 12,
        prices: { AU: { packPrice: 309 }, SG: { packPrice: 294 } },
      },
    ],
    [
      'producer first, a unit of several',
      'LIQUOR,SPIRITS,VODKA,REGULAR VODKA,CANADA,102,INVENTED - ICY CLEAR,,0.05,12,40,36.00,NA',
      {
        brand: 'Invented',
        name: 'Icy Clear',
        category: 'Vodka',
        bottleMl: 50,
        packSize: 12,
        alcoholPercent: 40,
        prices: { AU: { packPrice: 51 } },
      },
    ],
    [
      'a château that is its wine',
      wine('CHATEAU INVENTED 2009', ',0.375,1,13,80,0'),
      { brand: 'Château Invented', name: 'Red', vintage: '2009', bottleMl: 375, packSize: 3 },
    ],
  ])('%s', async (_, row, expected) => {
    const { offers, rejects } = await read('bc-liquor', `${HEADER}\r\n${row}\r\n`);
    expect(rejects).toEqual([]);
    expect(offers[0]).toMatchObject(expected);
  });

  test('skips beer by name', async () => {
    const { rejects } = await read(
      'bc-liquor',
      `${HEADER}\n${wine('A')}\nLIQUOR,BEER,BEER,BEER,CANADA,9,INVENTED LAGER,,0.355,6,5,12.00,NA\n`,
    );
    expect(rejects).toEqual(['3 left-out']);
  });
});

describe('vinmonopolet', () => {
  const wine = {
    Varenummer: 1,
    Varenavn: 'Ch. Inventé Cuvée Une 2013',
    Volum: 0.38,
    Pris: 199.9,
    Varetype: ['Rødvin'],
    Land: 'Sør-Afrika',
    Underdistrikt: 'Øvrige',
    Argang: 2013,
    Rastoff: 'Merlot 65%, Syrah 35%',
    Alkohol: 13.5,
  };

  test('reads Norwegian words, varietals with shares, half bottles and kroner', async () => {
    const { offers } = await read('vinmonopolet', JSON.stringify([wine]));
    expect(offers[0]).toMatchObject({
      brand: 'Château Inventé',
      name: 'Cuvée Une',
      vintage: '2013',
      category: 'Red',
      country: 'South Africa',
      region: '',
      varietal: 'Merlot-Syrah',
      bottleMl: 375,
      packSize: 6,
      alcoholPercent: 13.5,
      sku: 'VM-1',
      prices: { AU: { packPrice: 153 }, SG: { packPrice: 161 } },
    });
  });

  test('reads one object per line and rejects invalid ones by line', async () => {
    const lines = [
      JSON.stringify(wine),
      JSON.stringify({ ...wine, Varenummer: 2, Pris: null }),
      '{"Varenummer":3,',
      JSON.stringify({ ...wine, Varenummer: 4, Varetype: ['Champagne, rosé'] }),
    ];
    const { offers, rejects } = await read('vinmonopolet', lines.join('\n'));
    expect(offers.map((offer) => offer.category)).toEqual(['Red', 'Sparkling']);
    expect(rejects).toEqual(['2 missing', '3 not-json']);
  });

  test.each([
    ['other keys', '[{"name":"A","price":1}]', 'the keys "Varenummer", "Varenavn"'],
    ['a table', 'a,b\n1,2\n', 'holds no JSON objects'],
  ])('rejects %s as a whole', async (_, content, reason) => {
    await expect(read('vinmonopolet', content)).rejects.toThrow(reason);
    await expect(read('vinmonopolet', content)).rejects.toBeInstanceOf(ImportFileError);
  });
});
