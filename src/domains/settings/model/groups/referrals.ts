/** The referral scheme of a market: what friend and referrer get, and from which order on [REF-2, REF-3]. */
import { z } from 'zod';
import { marketSettings } from '#markets/market.ts';
import { dollars, field, marketOfScope, settingGroup } from '../setting-group.ts';

const MAX_CREDIT = 1_000;
const MAX_ORDER = 100_000;

const schema = z.object({
  credit: field(dollars(MAX_CREDIT).min(0.01), {
    title: 'Credit',
    description:
      'Off the friend’s first order, and the same amount for the referrer once it is paid. Codes that were given out are raised, never lowered.',
    unit: 'dollars',
  }),
  minimumOrder: field(dollars(MAX_ORDER), {
    title: 'Order value that the friend needs',
    description: 'Besides the minimum of every coupon. 0 for none. Codes that were given out never need more than before.',
    unit: 'dollars',
  }),
});

export type ReferralTerms = z.output<typeof schema>;

export const REFERRALS = settingGroup({
  id: 'referrals',
  area: 'customers',
  scope: 'market',
  title: 'Referrals',
  help: 'What a friend saves and the referrer earns. The home page, codes, emails and the account take the amount from here.',
  schema,
  defaults: (scope) => ({ credit: marketSettings(marketOfScope(scope)).referralCreditCents / 100, minimumOrder: 0 }),
});
