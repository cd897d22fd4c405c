/** The terms of a referral code: those of the day on which it was given out, and whatever has become better for the friend since. */
import type { ReferralTerms } from '#domains/settings/model/groups/referrals.ts';

/** Returns the terms of a code after a change of the settings. Friends may hold its link, so they never get less than it promised. */
export const codeTerms = (promised: ReferralTerms, current: ReferralTerms): ReferralTerms => ({
  credit: Math.max(promised.credit, current.credit),
  minimumOrder: Math.min(promised.minimumOrder, current.minimumOrder),
});
