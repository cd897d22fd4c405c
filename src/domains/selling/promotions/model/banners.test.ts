import { describe, expect, test } from 'vitest';
import { promotion } from '#tests/fixtures/promotions.ts';
import { bannersFor } from './banners.ts';
import { applyPromotions, type PricedLine } from './discounts.ts';
import type { Promotion } from './promotion.ts';

const texts: Promotion['banners'] = [
  { type: 'upsell', page: 'cart', text: '<cases> or <amount> to go for <name>', shownFrom: 0.5, freeShipping: false },
  { type: 'eligible', page: 'any', text: 'Enter <code>', shownFrom: 0, freeShipping: false },
  { type: 'applied', page: 'cart', text: 'Applied', shownFrom: 0, freeShipping: false },
];
const cases = (quantity: number): PricedLine[] => [{ offerId: 'red', productId: 1, category: 'Red', tags: [], quantity, unitCents: 50_00 }];
const six = { name: 'Six', minimumQuantity: 6, minimumCents: 250_00, banners: texts };

describe('bannersFor [PROMO-3]', () => {
  test.each([
    { name: 'far away: nothing', input: { code: null }, lines: cases(2), shown: [] },
    { name: 'half way', input: { code: null }, lines: cases(3), shown: ['upsell: 3 cases or $100.00 to go for Six'] },
    { name: 'one case', input: { code: null }, lines: cases(5), shown: ['upsell: 1 case or $0.00 to go for Six'] },
    { name: 'there', input: { code: null }, lines: cases(6), shown: ['applied: Applied'] },
    { name: 'a code that fits and is not entered', input: { code: 'SIX' }, lines: cases(6), shown: ['eligible: Enter SIX'] },
    { name: 'a code that does not fit yet', input: { code: 'SIX' }, lines: cases(5), shown: ['upsell: 1 case or $0.00 to go for Six'] },
    { name: 'an empty cart', input: { code: null }, lines: [], shown: [] },
  ])('$name', ({ input, lines, shown }) => {
    const offer = promotion({ ...six, ...input });
    const [applied, offered] = offer.code === null ? [applyPromotions([offer], lines), []] : [[], [offer]];
    expect(bannersFor('AU', applied, offered, lines).map(({ type, text }) => `${type}: ${text}`)).toEqual(shown);
  });

  test('shows a code that is on the cart as applied, not as offered', () => {
    const offer = promotion({ ...six, code: 'SIX' });
    expect(bannersFor('AU', applyPromotions([offer], cases(6)), [offer], cases(6))).toEqual([
      { id: '1-2', type: 'applied', page: 'cart', text: 'Applied' },
    ]);
  });
});
