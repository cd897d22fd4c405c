/** Offer records for tests: one red wine on sale to everyone in both markets, to be varied. */
import { type OfferRecord, type OfferRecordInput, offerRecord } from '../../src/catalogue/record.ts';

export const OFFER_INPUT: OfferRecordInput = {
  record: 'offer',
  offerId: 'orchard-end-shiraz-21',
  productId: 1,
  sku: 'ORD-SHZ-21',
  brand: 'Orchard End',
  name: 'Old Block Shiraz',
  vintage: '2021',
  category: 'Red',
  country: 'Australia',
  region: 'Barossa Valley, South Australia',
  varietal: 'Shiraz',
  packSize: 12,
  audience: 'AU+NZ+SG',
  prices: { AU: { packPrice: 240, packRRP: 300, rrpSource: 'Price list', rrpDate: '2026-01-01' }, SG: { packPrice: 288.5 } },
};

/** A parsed offer. @throws ZodError where the variation is no offer */
export const offer = (given: Partial<OfferRecordInput> = {}): OfferRecord => offerRecord.parse({ ...OFFER_INPUT, ...given });
