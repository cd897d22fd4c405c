import { describe, expect, test, vi } from 'vitest';
import { checkReferralCode, type ReferralCalls } from './use-referral-code.ts';

describe('a customer’s referral code', () => {
  test('is requested with customer id and contact id [REF-4]', async () => {
    const check = vi.fn<ReferralCalls['check']>(async () => ({ ok: true, value: { code: 'ADA-1' } }));
    expect(await checkReferralCode({ check }, 7, 'contact-7')).toBe('ADA-1');
    expect(check).toHaveBeenCalledWith({ bigcommerceId: 7, hubspotId: 'contact-7' });
  });

  test.each<{ name: string; check: ReferralCalls['check'] }>([
    { name: 'is refused', check: async () => ({ ok: false, status: 429, code: 'rate_limited', title: 'Too many requests.' }) },
    { name: 'cannot be reached', check: () => Promise.reject(new Error('no answer')) },
  ])('is empty if it $name [REF-5]', async ({ check }) => expect(await checkReferralCode({ check }, 7, '')).toBe(''));

  test('is not requested for a guest', async () => {
    const check = vi.fn<ReferralCalls['check']>();
    expect(await checkReferralCode({ check }, 0, '')).toBe('');
    expect(check).not.toHaveBeenCalled();
  });
});
