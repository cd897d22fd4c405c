import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REFERRALS, type ReferralTerms } from '#domains/settings/model/groups/referrals.ts';
import { codeTerms } from './code-terms.ts';

const cents = (min: number, max: number) => fc.integer({ min, max }).map((amount) => amount / 100);
/** Any terms that a retailer can save. */
const anyTerms: fc.Arbitrary<ReferralTerms> = fc.record({ credit: cents(1, 100_000), minimumOrder: cents(0, 10_000_000) });

describe('the terms of a code', () => {
  test('never become worse for the friend, whatever is saved, and are terms that can be saved', () => {
    fc.assert(
      fc.property(anyTerms, fc.array(anyTerms, { maxLength: 5 }), (promised, changes) => {
        const terms = changes.reduce(codeTerms, promised);
        expect(terms.credit >= promised.credit && terms.minimumOrder <= promised.minimumOrder).toBe(true);
        expect(REFERRALS.schema.safeParse(terms).success).toBe(true);
        expect(codeTerms(terms, terms)).toEqual(terms);
      }),
    );
  });

  test('follow a better offer at once', () => {
    expect(codeTerms({ credit: 25, minimumOrder: 100 }, { credit: 30, minimumOrder: 50 })).toEqual({ credit: 30, minimumOrder: 50 });
  });
});
