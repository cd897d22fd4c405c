import { describe, expect, test } from 'vitest';
import { matchHeader } from '#domains/catalogue/model/import/mapping/header.ts';
import type { Mapping } from '#domains/catalogue/model/import/mapping/mapping.ts';
import { exampleMapping } from '#tests/fixtures/example-mapping.ts';
import { offerRecord } from '../record.ts';
import { rowReader } from './map-row.ts';

const HEADER = ['title', 'winery', 'variety', 'region', 'price', 'description'];
const reader = (mapping: Mapping, cells = HEADER) => {
  const matched = matchHeader(mapping, cells);
  if (!('header' in matched)) throw new Error('the header is wrong');
  return rowReader(mapping, matched.header);
};
const ROW = ['Krone 2012 Old Vine Syrah (Samos)', 'Krone', 'Syrah', 'Samos', '$20.00', 'Dark and bright.'];
const records = (mapping: Mapping, row: readonly string[]) => {
  const mapped = reader(mapping)(row);
  if ('error' in mapped) throw new Error(mapped.error.reason);
  return mapped.records(123_456_789);
};

describe('rowReader', () => {
  test('maps a row to an offer and its stock [CAT-26]', () => {
    const { offer, stock, warnings } = records(exampleMapping(), ROW);
    expect(offer).toMatchObject({
      productId: 123_456_789,
      brand: 'Krone',
      name: 'Old Vine Syrah',
      vintage: '2012',
      category: 'Red',
      country: 'Freedonia',
      region: 'Samos',
      varietal: 'Shiraz',
      packSize: 12,
      bottleMl: 750,
      prices: { AU: { packPrice: 432, packRRP: null }, SG: { packPrice: 373.99, packRRP: null } },
      story: ['Dark and bright.'],
      audience: 'AU+NZ+SG',
    });
    expect(offer.offerId).toMatch(/^krone-2012-old-vine-syrah-samos-[0-9a-z]{8}$/);
    expect(offer.sku).toMatch(/^EX-[0-9A-Z]{8}$/);
    expect(stock).toEqual([
      { record: 'stock', productId: 123_456_789, market: 'AU', level: 12 },
      { record: 'stock', productId: 123_456_789, market: 'SG', level: 0 },
    ]);
    expect(warnings).toEqual([]);
    expect(offerRecord.safeParse(offer).success).toBe(true);
  });

  const changed = (changes: Record<number, string>) => ROW.map((cell, at) => changes[at] ?? cell);
  test.each([
    ['no title', changed({ 0: ' ' }), 'missing', 'title', 'The title is missing.'],
    ['no winery but a spreadsheet error', changed({ 1: '#NAME?' }), 'missing', 'winery', 'The winery is missing.'],
    ['no price', changed({ 4: '' }), 'missing', 'price', 'The price is missing.'],
    ['a price that is none', changed({ 4: 'cheap' }), 'bad-price', 'price', 'The price "cheap" is not a number.'],
    [
      'a price with two readings',
      changed({ 4: '1.234' }),
      'ambiguous-price',
      'price',
      'The price "1.234" could mean two things. Write it with two decimal places.',
    ],
  ])('%s', (_, row, code, column, reason) => expect(reader(exampleMapping())(row)).toEqual({ error: { code, column, reason } }));

  test.each([
    ['a costly wine comes in sixes', { 4: '45' }, { packSize: 6 }],
    ['a size in the title', { 0: 'Krone 2012 Late Syrah 375ml (Samos)' }, { bottleMl: 375, name: 'Late Syrah' }],
    ['nothing left of the title', { 0: 'Krone 2012 (Samos)' }, { name: 'Samos' }],
    ['an echo of the variety', { 0: 'Krone NV Old Syrah Syrah (Samos)' }, { name: 'Old Syrah', vintage: 'NV' }],
    ['a region that says nothing', { 3: 'Other' }, { region: '' }],
    ['mojibake and no-break spaces', { 0: 'Krone 2012\u00a0RosÃ©  (Samos)', 2: 'Merlot' }, { name: 'Rosé', category: 'Rosé' }],
  ])('%s', (_, changes, offer) => expect(records(exampleMapping(), changed(changes)).offer).toMatchObject(offer));

  test('reports uncertain values by column', () => {
    const { warnings } = records(exampleMapping(), changed({ 0: 'Krone Caf\ufffd (Samos)', 2: 'Zz' }));
    expect(warnings.map(({ column }) => column)).toEqual(['title', 'title', 'category']);
  });

  test('keeps the ids of a wine that is spelt differently, whatever else changes [CAT-28]', () => {
    const mapping = exampleMapping();
    const same = records(mapping, changed({ 0: 'KRONE 2012 Old  Vine Syrah (Samos)', 1: 'KRONE', 4: '99', 5: 'Other words.' }));
    expect(same.offer.offerId).toBe(records(mapping, ROW).offer.offerId);
  });

  test('skips rows by rule and reads sizes, alcohol and names in capitals', () => {
    const mapping = exampleMapping({
      columns: { item: 'Item', name: 'Name', vendor: 'Vendor', kind: 'Kind', pack: 'Pack', ml: 'Ml', proof: 'Proof', price: 'Price' },
      required: { name: 'name' },
      skip: [{ column: 'name', words: ['DNO'], reason: 'It is no longer ordered.' }],
      identity: { columns: ['item'], readable: ['item'] },
      capitals: { columns: ['name'], drop: ['DISCO'] },
      brand: { column: 'vendor', cut: ['LLC'], known: { column: 'name', brands: { Gin: ["TOMS = Tom's"] } } },
      title: { column: 'name', otherwise: ['kind'], table: { 'DRY GINS': 'Dry Gin' } },
      vintage: undefined,
      region: undefined,
      varietal: { column: 'kind', isTableOnly: true, table: {} },
      category: { steps: [{ brand: true }], otherwise: 'Liqueur' },
      packSize: { column: 'pack' },
      bottleMl: { column: 'ml' },
      alcohol: { column: 'proof', unit: 'proof' },
      story: undefined,
      sku: { prefix: 'I-', column: 'item' },
    });
    const read = reader(mapping, ['Item', 'Name', 'Vendor', 'Kind', 'Pack', 'Ml', 'Proof', 'Price']);
    const row = (changes: Record<number, string>) =>
      ['77', 'TOMS DISCO', 'HILL LLC', 'DRY GINS', '6', '700', '83', '20'].map((cell, at) => changes[at] ?? cell);
    const mapped = read(row({}));
    expect('records' in mapped && mapped.records(5).offer).toMatchObject({
      sku: 'I-77',
      brand: "Tom's",
      name: 'Dry Gin',
      vintage: '',
      category: 'Gin',
      varietal: '',
      packSize: 6,
      bottleMl: 700,
      alcoholPercent: 41.5,
    });
    expect(read(row({ 1: 'TOMS - DNO' }))).toEqual({ error: { code: 'left-out', column: 'Name', reason: 'It is no longer ordered.' } });
    expect(read(row({ 4: '60' }))).toMatchObject({ error: { code: 'bad-number', column: 'Pack' } });
    expect(read(row({ 5: '0' }))).toMatchObject({ error: { code: 'bad-number', column: 'Ml' } });
  });
});
