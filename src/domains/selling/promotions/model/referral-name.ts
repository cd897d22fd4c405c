/** Names of referral promotions [PROMO-21]. They contain the id of the customer who refers. */

/** Returns the name of the promotion of a customer's referral code. */
export const referralName = (customerId: number): string => `Referral_code_${customerId}`;

/** Returns the id of the customer whose referral promotion has this name; null for other promotions. */
export const referrerOf = (promotionName: string): number | null => {
  const digits = /^Referral_code_(\d{1,10})$/.exec(promotionName)?.[1];
  return digits === undefined ? null : Number(digits);
};

/** Returns the name of a promotion for everyone but its owner. It hides the customer of a referral promotion. */
export const publicName = (promotionName: string): string => (referrerOf(promotionName) === null ? promotionName : 'Referral code');
