import { expect, test } from 'vitest';
import { cartState } from '#tests/fixtures/carts.ts';
import { TERMS } from '#tests/fixtures/terms.ts';
import { termsNotices } from './terms-notice.ts';
import { totalsOf } from './totals.ts';

const dearer = { ...TERMS.AU, shipping: { ...TERMS.AU.shipping, defaultCents: 20_00 } };
const otherTax = { ...TERMS.AU, taxPercent: 12 };
const elsewhere = { ...TERMS.AU, shipping: { ...TERMS.AU.shipping, regions: { NT: 30_00 } } };

test.each([
  { name: 'a page with other fees', outdatedTerms: dearer, notices: ['Delivery fees or taxes have changed. Your total is now $129.90.'] },
  {
    name: 'a page of unknown age',
    outdatedTerms: 'unknown' as const,
    notices: ['Delivery fees or taxes have changed. Your total is now $129.90.'],
  },
  { name: 'an up-to-date page', outdatedTerms: null, notices: [] },
  { name: 'a page whose tax was another, which is contained in the total', outdatedTerms: otherTax, notices: [] },
  { name: 'a page with other fees elsewhere', outdatedTerms: elsewhere, notices: [] },
])('$name gets $notices', ({ outdatedTerms, notices }) => {
  const state = cartState();

  expect(termsNotices({ outdatedTerms }, state, totalsOf(state))).toEqual(notices);
});
