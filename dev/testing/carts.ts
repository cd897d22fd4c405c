/** Carts for tests: one line and one cart to be varied, and arbitrary ones. */
import fc from 'fast-check';
import type { CartLine, CartState } from '../../src/cart/cart.ts';
import type { LineOffer } from '../../src/catalogue/hit.ts';
import { MARKETS } from '../../src/market/market.ts';
import { automaticPromotions, couponPromotions } from './promotions.ts';

const SHIRAZ: LineOffer = {
  sku: 'ORD-SHZ-21',
  brand: 'Orchard End',
  name: 'Old Block Shiraz',
  vintage: '2021',
  offerVariant: '',
  category: 'Red',
  isSpirit: false,
  packSize: 12,
  bottleMl: 750,
  imageUrl: '/pictures/bottle/orchard-end-shiraz.v1.svg',
  url: '/wines/orchard-end/orchard-end-shiraz',
  skuType: 'physical',
  hideRRP: false,
  secret: false,
};

const uuid = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

/** One case of red at 120.00 with an RRP of 150.00 and plenty in stock, unless told otherwise. */
export const line = ({ offer, ...given }: Partial<Omit<CartLine, 'offer'>> & { readonly offer?: Partial<LineOffer> } = {}): CartLine => ({
  id: uuid(given.productId ?? 1),
  productId: 1,
  offerId: 'orchard-end-shiraz',
  quantity: 1,
  addedByPromotion: false,
  listCents: 120_00,
  comparisonCents: 150_00,
  inventoryStatus: 'AVAILABLE',
  currentStock: 50,
  availableStock: 50,
  orderQuantityMaximum: 0,
  ...given,
  offer: { ...SHIRAZ, ...offer },
});

/** A gift card of 100.00. */
export const giftLine = (given: Partial<Omit<CartLine, 'offer'>> = {}): CartLine =>
  line({
    productId: 2,
    offerId: 'gift-100',
    listCents: 100_00,
    comparisonCents: null,
    ...given,
    offer: { sku: 'GIFT-100', name: 'Gift card', vintage: '', category: 'Gift card', packSize: 1, skuType: 'digital' },
  });

/** An Australian guest's cart with one case of red. */
export const cartState = (given: Partial<CartState> = {}): CartState => ({
  id: uuid(0),
  market: 'AU',
  version: 1,
  customerId: 0,
  email: null,
  region: null,
  lines: [line()],
  coupons: [],
  automatic: [],
  ...given,
});

const anyLine = fc
  .record({
    quantity: fc.integer({ min: 1, max: 12 }),
    listCents: fc.oneof(fc.integer({ min: 1, max: 900_00 }), fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 1_000_000_00 })),
    gift: fc.integer({ min: 0, max: 4 }).map((roll) => roll === 0),
    addedByPromotion: fc.integer({ min: 0, max: 6 }).map((roll) => roll === 0),
  })
  .map(({ gift, ...given }) => (index: number) => {
    const own = { ...given, id: uuid(index + 1), productId: index + 1, offerId: `offer-${index}` };
    return gift ? giftLine(own) : line(own);
  });

/** Carts of any size, market and region, with promotions of all kinds. */
export const anyCart: fc.Arbitrary<CartState> = fc
  .record({
    market: fc.constantFrom(...MARKETS),
    region: fc.constantFrom(null, 'QLD', 'WA', 'NSW', 'TAS'),
    lines: fc.array(anyLine, { maxLength: 12 }).map((makers) => makers.map((make, index) => make(index))),
    coupons: couponPromotions(3),
    automatic: automaticPromotions(2),
  })
  .map((given) => cartState(given));
