/** Text of marketing emails. The wording of consents is in `model/marketing.ts`, because it is recorded with them. */

/** Why the reader gets a marketing email. */
export const MARKETING_REASON = 'You’re getting this email because you asked us for news and offers by email.';
