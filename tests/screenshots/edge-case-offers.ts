/** Offers with extreme values for the state `long`. They must not break the layout. */
import type { OfferRecordInput } from '#domains/catalogue/model/record.ts';

/** Vintage that finds only these offers. */
export const EDGE_CASE_VINTAGE = '1901';

const LONG =
  'Reserva Especial de la Familia Selección de Parcelas Viejas sobre Pizarra y Granito Fermentado en Tinajas con Levaduras Propias, Edición 3ª';
const odd = (index: number, offer: Partial<OfferRecordInput>, level = 100) => [
  {
    record: 'offer',
    offerId: `odd-${index}`,
    productId: 880_000 + index,
    sku: `ODD-${index}`,
    brand: 'Test House',
    vintage: EDGE_CASE_VINTAGE,
    category: 'Red',
    packSize: 6,
    audience: 'AU+NZ+SG',
    prices: { AU: { packPrice: 60 }, SG: { packPrice: 80 } },
    ...offer,
  },
  ...(['AU', 'SG'] as const).map((market) => ({ record: 'stock', productId: 880_000 + index, market, level })),
];

export const ODD_RECORDS: readonly object[] = [
  ...odd(1, { name: LONG, brand: 'Hijos de la Viuda de Don Baltasar Fernández-Echeverría y Compañía', tags: ['Buyer’s pick'] }),
  ...odd(2, { name: 'Ö', brand: 'É' }),
  ...odd(
    3,
    {
      name: 'Thousand',
      prices: { AU: { packPrice: 12_345.67, packRRP: 23_456.78, rrpSource: 'Price list', rrpDate: '2026-01-01' }, SG: { packPrice: 1 } },
    },
    1_000,
  ),
  ...odd(4, { name: 'None left' }, 0),
  ...odd(5, { name: 'Supercalifragilisticexpialidociousgewürztraminerspätburgunder', category: 'White' }, 3),
  ...odd(6, { name: 'Long spirit', brand: LONG, category: 'Whisky' }),
  ...odd(7, { name: 'W', brand: 'X', category: 'Gin' }, 0),
  ...odd(8, { name: 'Gone since', packSize: 12 }, 5),
  ...odd(9, { name: 'Nearly gone since' }, 5),
];

/** Stock records after other shoppers have bought some of them. */
export const SOLD_SINCE: readonly object[] = [
  { record: 'stock', productId: 880_008, market: 'AU', level: 0 },
  { record: 'stock', productId: 880_009, market: 'AU', level: 1 },
];
