/** The endpoints of gift cards outside the checkout: the balance. */
import { z } from 'zod';
import { calls } from '#lib/define-contract.ts';
import { GIFT_CARD_ERRORS } from './messages.ts';

export const giftCardContract = calls({
  balance: {
    method: 'POST',
    path: '/api/gift-cards/balance',
    summary: 'Returns balance and expiry date of a gift card. The code is in the body to keep it out of logs',
    reference: '[GIFT-7]',
    input: z.object({ code: z.string().trim().min(1).max(60) }),
    output: z.object({
      data: z.object({
        balance: z.number().describe('0 once it has expired'),
        initial: z.number(),
        expiresAt: z.string().describe('ISO time'),
        isExpired: z.boolean(),
      }),
    }),
    mutates: true,
    handlesRepeats: true,
    failureLimitPerMinute: 20,
    errors: { gift_card_unknown: GIFT_CARD_ERRORS.gift_card_unknown },
  },
});
