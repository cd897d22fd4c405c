/** Which claims the shop decides at once, and for how much. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CLAIM_PROBLEMS } from './claim.ts';
import { applyRule, type ClaimRule, type RuledClaim, type RuledLine, ruleOf } from './claim-rule.ts';

const RULE: ClaimRule = { outcome: 'refund', problems: ['broken', 'faulty'], upToCents: 5_000, perYear: 2 };
const line = (over: Partial<RuledLine> = {}): RuledLine => ({
  ...{ problem: 'broken', bottles: 1, bought: 6, netCents: 12_000, left: 6 },
  ...over,
});
const claim = (over: Partial<RuledClaim> = {}): RuledClaim => ({
  ...{ lines: [line()], leftCents: 12_000, decided: 0, hasAccount: false },
  ...over,
});

describe('a rule', () => {
  test.each([
    ['pays for the bottles', RULE, claim(), 2_000],
    ['pays up to its limit', RULE, claim({ lines: [line({ bought: 12, netCents: 30_000, bottles: 2 })], leftCents: 30_000 }), 5_000],
    ['leaves more than that to staff', RULE, claim({ lines: [line({ bottles: 3 })] }), null],
    ['adds the lines up', RULE, claim({ lines: [line(), line({ problem: 'faulty' })] }), 4_000],
    ['leaves other kinds of claim to staff', RULE, claim({ lines: [line(), line({ problem: 'late', bottles: 1 })] }), null],
    ['leaves what was not sent to staff', RULE, claim({ lines: [line({ left: 0 })] }), null],
    ['leaves more bottles than were sent to staff', RULE, claim({ lines: [line({ bottles: 2, left: 1 })] }), null],
    ['gives what is left', RULE, claim({ leftCents: 2_000 }), 2_000],
    ['never gives more than is left', RULE, claim({ leftCents: 1_999 }), null],
    ['decides the second claim of a year', RULE, claim({ decided: 1 }), 2_000],
    ['leaves the third to staff', RULE, claim({ decided: 2 }), null],
    ['has nothing to give for a gift of a promotion', RULE, claim({ lines: [line({ netCents: 0 })] }), null],
    ['gives credit to accounts', { ...RULE, outcome: 'credit' }, claim({ hasAccount: true }), 2_000],
    ['gives no credit to guests', { ...RULE, outcome: 'credit' }, claim(), null],
    ['rounds a bottle down', RULE, claim({ lines: [line({ netCents: 10_000 })] }), 1_666],
  ] as const)('%s', (_name, rule, facts, expected) => {
    expect(applyRule(rule, facts)).toBe(expected);
  });

  test('never gives more than its limit, what is left, or what was paid, whatever is claimed', () => {
    const lines = fc.array(
      fc.integer({ min: 1, max: 24 }).chain((bought) =>
        fc.record({
          problem: fc.constantFrom(...CLAIM_PROBLEMS),
          bought: fc.constant(bought),
          bottles: fc.integer({ min: 1, max: bought }),
          netCents: fc.integer({ min: 0, max: 100_000 }),
          left: fc.integer({ min: 0, max: bought }),
        }),
      ),
      { minLength: 1, maxLength: 4 },
    );
    const facts = fc.record({ lines, leftCents: fc.nat(200_000), decided: fc.nat(4), hasAccount: fc.boolean() });
    const rules = fc.record({
      outcome: fc.constantFrom('refund' as const, 'credit' as const),
      problems: fc.subarray([...CLAIM_PROBLEMS]),
      upToCents: fc.nat(50_000),
      perYear: fc.integer({ min: 1, max: 4 }),
    });
    fc.assert(
      fc.property(rules, facts, (rule, given) => {
        const cents = applyRule(rule, given);
        if (cents === null) return;
        expect(cents).toBeGreaterThan(0);
        expect(cents).toBeLessThanOrEqual(rule.upToCents);
        expect(cents).toBeLessThanOrEqual(given.leftCents);
        expect(cents).toBeLessThanOrEqual(given.lines.reduce((sum, { netCents }) => sum + netCents, 0));
        expect(given.decided).toBeLessThan(rule.perYear);
        expect(given.lines.every(({ problem, bottles, left }) => bottles <= left && rule.problems.includes(problem))).toBe(true);
        expect(rule.outcome === 'refund' || given.hasAccount).toBe(true);
      }),
    );
  });

  test('is made from the settings of a market', () => {
    const settings = {
      outcome: 'off',
      wrong: false,
      broken: true,
      faulty: false,
      missing: true,
      late: false,
      upTo: 49.99,
      perYear: 3,
    } as const;
    expect(ruleOf(settings)).toBeNull();
    expect(ruleOf({ ...settings, outcome: 'credit' })).toEqual({
      outcome: 'credit',
      problems: ['broken', 'missing'],
      upToCents: 4_999,
      perYear: 3,
    });
  });
});
