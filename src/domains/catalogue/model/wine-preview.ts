/** Who looks at a wine in a preview, and what keeps them from it. */
import { TIERS } from '#domains/customers/identity/model/tiers.ts';

/** Who looks at a preview. */
export const VIEWERS = ['GUEST', ...TIERS, 'STAFF'] as const;
export type Viewer = (typeof VIEWERS)[number];

/** Why a shopper cannot see or buy a wine. */
export const HIDDEN_REASONS = ['audience', 'secret', 'tier', 'not_begun', 'ended', 'not_sold', 'sign_in', 'sold_out'] as const;
export type HiddenReason = (typeof HIDDEN_REASONS)[number];
