/** Names of referral promotions (SPEC.md §5: `Referral_code_{customerId}`). They contain the id of the customer who refers. */

/** The name of the promotion that a customer's referral code belongs to. */
export const referralName = (customerId: number): string => `Referral_code_${customerId}`;

/** The customer whose referral promotion has this name; null for any other promotion. */
export const referrerOf = (promotionName: string): number | null => {
  const digits = /^Referral_code_(\d{1,10})$/.exec(promotionName)?.[1];
  return digits === undefined ? null : Number(digits);
};

/** The name of a promotion for everyone but its owner: a referral promotion does not tell whose it is. */
export const publicName = (promotionName: string): string => (referrerOf(promotionName) === null ? promotionName : 'Referral code');
