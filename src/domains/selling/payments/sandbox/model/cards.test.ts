import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CARD_TOKENS, passesLuhn, TEST_CARDS, tokenOfCard } from './cards.ts';

describe('the test cards', () => {
  test.each([
    { number: '4242 4242 4242 4242', outcome: 'success' },
    { number: '4000 0000 0000 0002', outcome: 'declined' },
    { number: '4000 0000 0000 9995', outcome: 'insufficient_funds' },
    { number: '4000 0027 6000 3184', outcome: 'needs_confirmation' },
    { number: '4000 0000 0000 0259', outcome: 'timeout_after_capture' },
  ])('$number: $outcome [CHK-36, CHK-37, CHK-38, CHK-39, CHK-40]', ({ number, outcome }) => {
    const card = TEST_CARDS.find((candidate) => candidate.token === tokenOfCard(number));
    expect(card?.outcome).toBe(outcome);
    expect(number.endsWith(card?.last4 ?? 'none')).toBe(true);
    expect(passesLuhn(number)).toBe(true);
  });
  test('has no other cards and no duplicates', () => {
    expect(TEST_CARDS).toHaveLength(5);
    expect(new Set(CARD_TOKENS).size).toBe(5);
  });
  test.each(['', '4242', '4242 4242 4242 4241', '4111 1111 1111 1111', '42424242424242424242'])('rejects %s', (typed) => {
    expect(tokenOfCard(typed)).toBeNull();
  });
  test('creates tokens that contain nothing of the number [CHK-33]', () => {
    for (const { number, token } of TEST_CARDS) {
      expect(token).not.toMatch(/\d/);
      expect(tokenOfCard(number.replace(/(.{4})/g, '$1-'))).toBe(token);
    }
  });
});

describe('the check digit', () => {
  const digits = fc.stringMatching(/^\d{15}$/);
  const completeCardNumber = (fifteen: string): string => [...'0123456789'].map((last) => fifteen + last).find(passesLuhn) ?? '';

  test('is valid for exactly one of the ten last digits', () => {
    fc.assert(fc.property(digits, (fifteen) => [...'0123456789'].filter((last) => passesLuhn(fifteen + last)).length === 1));
  });
  test('detects every single mistyped digit', () => {
    fc.assert(
      fc.property(digits, fc.nat(15), fc.integer({ min: 1, max: 9 }), (fifteen, at, by) => {
        const card = completeCardNumber(fifteen);
        const invalid = [...card].map((digit, index) => (index === at ? String((Number(digit) + by) % 10) : digit)).join('');
        expect(passesLuhn(card)).toBe(true);
        expect(passesLuhn(invalid)).toBe(false);
      }),
    );
  });
  test('rejects numbers with too few digits', () => {
    expect(passesLuhn('00000000000')).toBe(false);
    expect(passesLuhn('')).toBe(false);
  });
});
