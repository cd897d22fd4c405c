/** A member's loyalty ledger and tier history in the interchange format. */
import { z } from 'zod';
import { TIERS } from '#domains/customers/identity/model/tiers.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { MARKETS } from '#markets/market.ts';

const source = storableText(300).min(1).describe('The same source is the same entry');
const at = z.iso.datetime({ offset: true });
const tier = z.enum(TIERS);

export const loyaltyLedgerRecord = z.object({
  record: z.literal('loyalty-ledger'),
  customerId: z.number().int().min(1).max(2_147_483_647),
  market: z.enum(MARKETS),
  entries: z
    .array(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.enum(['spend', 'refund']), source, orderId: z.uuid(), amount: z.number().min(0).max(10_000_000), at }),
        z.object({ kind: z.literal('grant'), source, tier, at }),
      ]),
    )
    .max(100_000),
  tiers: z.array(z.object({ from: tier, to: tier, at })).max(10_000),
});
export type LoyaltyLedgerRecord = z.output<typeof loyaltyLedgerRecord>;
