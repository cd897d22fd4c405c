/** A small mapping for tests. */
import { type Mapping, parseMapping } from './mapping.ts';

const EXAMPLE = {
  name: 'example',
  about: 'Invented wines.',
  source: { format: 'csv', empty: ['#NAME?', 'N/A'] },
  columns: { title: ['title', 'wine'], winery: 'winery', variety: 'variety', region: 'region', price: 'price', description: 'description' },
  required: { title: 'title', winery: 'winery' },
  identity: { columns: ['winery', 'title'], readable: ['title'] },
  brand: { column: 'winery' },
  title: { column: 'title', withoutBracket: ['region'], otherwise: ['region', 'variety'] },
  vintage: { column: 'title', from: 1900, to: 2030 },
  country: { constant: 'Freedonia' },
  region: { columns: ['region'], drop: ['Other'] },
  varietal: { column: 'variety', table: { Syrah: 'Shiraz' } },
  category: {
    steps: [
      { look: ['name'], words: { Sparkling: ['Brut; Sparkling'], Rosé: ['Rosé'] } },
      { column: 'variety', when: { region: ['Rutherglen'] }, table: { Fortified: ['Muscat'] } },
      { column: 'variety', table: { Red: ['Syrah; Merlot'], White: ['Riesling; Muscat; Viognier'] } },
      { column: 'variety', blend: true },
      { look: ['variety'], isGuess: true, words: { White: ['Blanc; White'] } },
    ],
    otherwise: 'Red',
  },
  packSize: { byPrice: [{ below: 30, size: 12 }], otherwise: 6 },
  bottleMl: { inText: 'title', otherwise: 750 },
  price: {
    column: 'price',
    currency: 'USD',
    per: 'bottle',
    markets: { AU: { rate: 1.5, marginPercent: 20, rounding: '1.00' }, SG: { rate: 1.3, marginPercent: 20, rounding: '.99' } },
  },
  story: { column: 'description' },
  sku: { prefix: 'EX-' },
  constants: { audience: 'AU+NZ+SG' },
  stock: { AU: 12, SG: 0 },
};

/** Returns the example with changes. @throws if the result is invalid */
export function exampleMapping(changes: Record<string, unknown> = {}): Mapping {
  const read = parseMapping({ ...EXAMPLE, ...changes });
  if ('faults' in read) throw new Error(read.faults.join(' '));
  return read.mapping;
}
