/** The gift card call that needs no checkout (DECISIONS.md "Catalogue and content"). */
import { z } from 'zod';
import { calls } from '../platform/contract.ts';
import { GIFT_CARD_REFUSALS } from './messages.ts';

export const giftCardCalls = calls({
  balance: {
    method: 'POST',
    path: '/api/gift-cards/balance',
    summary: 'What is left on a gift card, and until when; the code goes in the body, so that no log keeps it',
    from: 'DECISIONS.md "Gift cards"',
    input: z.object({ code: z.string().trim().min(1).max(60) }),
    output: z.object({
      data: z.object({
        balance: z.number().describe('0 once it has expired'),
        initial: z.number(),
        expiresAt: z.string().describe('ISO instant'),
        isExpired: z.boolean(),
      }),
    }),
    changes: true,
    handlesRepeats: true,
    failuresPerMinute: 20,
    refusals: { gift_card_unknown: GIFT_CARD_REFUSALS.gift_card_unknown },
  },
});
