/** The file that a supplier gets. */
import { expect, test } from 'vitest';
import { type SupplierLine, supplierCsv, supplierFileName } from './supplier-claim.ts';

const LINE: SupplierLine = {
  ...{ claimId: 'c1', position: 0, wine: 'Old Block, Shiraz', vintage: '2021', sku: 'FH-21', bottles: 2, problem: 'faulty' },
  ...{ orderedOn: '2026-11-01', sentOn: null, reportedOn: '2026-11-09', order: 1_000_001, photos: 1 },
};

test('lists each wine with vintage, SKU, bottles, reason and dates, and quotes what needs it', () => {
  expect(supplierCsv([LINE])).toBe(
    'wine,vintage,sku,bottles,reason,ordered,sent,reported,order,photos,claim\r\n' +
      '"Old Block, Shiraz",2021,FH-21,2,Corked or faulty,2026-11-01,,2026-11-09,1000001,1,c1\r\n',
  );
});

test('makes text harmless that a spreadsheet would run', () => {
  expect(supplierCsv([{ ...LINE, wine: '=HYPERLINK("x")' }])).not.toContain('\r\n=');
  expect(supplierCsv([{ ...LINE, wine: '=HYPERLINK("x")' }])).not.toContain('\r\n"=');
});

test.each([
  ['Fox Hill', 'claim-fox-hill-2026-11-28.csv'],
  ['Château d’Été', 'claim-chateau-d-ete-2026-11-28.csv'],
  ['../../etc', 'claim-etc-2026-11-28.csv'],
  ['酒', 'claim-wines-2026-11-28.csv'],
])('names the file of %s %s', (producer, name) => {
  expect(supplierFileName(producer, '2026-11-28')).toBe(name);
});
