import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OFFER_INPUT, offer } from '#tests/fixtures/offers.ts';
import { offerRecord, stockRecord } from './record.ts';

describe('offer record', () => {
  test('uses neutral defaults for missing fields', () => {
    const { record, offerId, productId, sku, brand, name, category, audience, packSize, prices } = OFFER_INPUT;
    expect(offerRecord.parse({ record, offerId, productId, sku, brand, name, category, audience, packSize, prices })).toMatchObject({
      vintage: '',
      bottleMl: 750,
      skuType: 'physical',
      tiersEligible: ['GUEST', 'ALL'],
      secret: false,
      specialAccess: false,
      inventoryStatus: 'AVAILABLE',
      orderQuantityMaximum: 0,
      limitCountsPastOrders: false,
      hideRRP: false,
      slot: null,
      startsAt: null,
      endsAt: null,
      contents: [],
      prices: { AU: { packPrice: 240, packRRP: 300 }, SG: { packPrice: 288.5, packRRP: null } },
    });
  });

  test.each([
    { name: 'an id with a slash', change: { offerId: 'a/b' } },
    { name: 'an id with a dot', change: { offerId: 'a.data' } },
    { name: 'no id', change: { offerId: '' } },
    { name: 'an id of 65 characters', change: { offerId: 'a'.repeat(65) } },
    { name: 'product 0', change: { productId: 0 } },
    { name: 'a product beyond 32 bits', change: { productId: 2_147_483_648 } },
    { name: 'no producer', change: { brand: ' ' } },
    { name: 'a vintage of three digits', change: { vintage: '202' } },
    { name: 'an unknown category', change: { category: 'Beer' } },
    { name: 'an empty case', change: { packSize: 0 } },
    { name: 'an unknown audience', change: { audience: 'AU+SG' } },
    { name: 'a tier in lower case', change: { tiersEligible: ['gold'] } },
    { name: 'no tier at all', change: { tiersEligible: [] } },
    { name: 'an unknown status', change: { inventoryStatus: 'LOW' } },
    { name: 'a negative limit', change: { orderQuantityMaximum: -1 } },
    { name: 'a price of nothing', change: { prices: { AU: { packPrice: 0 } } } },
    { name: 'a price with part of a cent', change: { prices: { AU: { packPrice: 10.005 } } } },
    { name: 'a price as text', change: { prices: { AU: { packPrice: '10' } } } },
    { name: 'a day in place of an instant', change: { startsAt: '2026-06-01' } },
    { name: 'a taste beyond its scale', change: { taste: { body: 11, acidity: 5, sweetness: 5, tannin: 5 } } },
    { name: 'a bottle of a mixed case without a name', change: { contents: [{ brand: 'A', category: 'Red', quantity: 1 }] } },
    { name: 'a NUL in its name', change: { name: 'Old\0Block' } },
    { name: 'half a character in its story', change: { story: ['Good \ud83c'] } },
    { name: 'a NUL in its sku', change: { sku: 'A\0' } },
  ])('rejects $name', ({ change }) => {
    expect(offerRecord.safeParse({ ...OFFER_INPUT, ...change }).success).toBe(false);
  });

  test('trims texts', () => {
    expect(offer({ brand: '  Orchard End ', sku: ' A-1 ' })).toMatchObject({ brand: 'Orchard End', sku: 'A-1' });
  });

  test('reproduces a record that was written and read again [CAT-25]', () => {
    const variation = fc.record({
      name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((name) => name.trim() !== '' && !name.includes('\0')),
      vintage: fc.constantFrom('', 'NV', '1999', '2021'),
      prices: fc.record({ AU: fc.record({ packPrice: fc.integer({ min: 1, max: 1_000_000_00 }).map((cents) => cents / 100) }) }),
      slot: fc.option(fc.integer({ min: -1_000, max: 1_000 })),
      tags: fc.array(fc.constantFrom('Vegan', 'Organic', 'Buyer’s pick'), { maxLength: 5 }),
      endsAt: fc.option(fc.constantFrom('2026-06-01T12:00:00Z', '2026-06-01T22:00:00.5+10:00')),
    });
    fc.assert(
      fc.property(variation, (input) => {
        const read = offer(input);
        expect(offerRecord.parse(JSON.parse(JSON.stringify(read)))).toEqual(read);
      }),
    );
  });
});

describe('stock record', () => {
  const stock = { record: 'stock', productId: 1, market: 'AU', level: 12 };

  test('reads a record unchanged', () => {
    expect(stockRecord.parse(stock)).toEqual(stock);
  });

  test.each([
    { name: 'a negative level', change: { level: -1 } },
    { name: 'half a case', change: { level: 0.5 } },
    { name: 'a market that does not exist', change: { market: 'NZ' } },
    { name: 'product 0', change: { productId: 0 } },
  ])('rejects $name', ({ change }) => {
    expect(stockRecord.safeParse({ ...stock, ...change }).success).toBe(false);
  });
});
