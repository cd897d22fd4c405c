/** Contract of the account page "Credit and gift cards". */
import { z } from 'zod';
import { TOKEN_ERRORS } from '#domains/customers/identity/model/errors.ts';
import { GIFT_CARD_ERRORS } from '#domains/selling/gift-cards/messages.ts';
import { calls } from '#lib/define-contract.ts';

const creditEntry = z.object({
  id: z.number().int().describe('Its place among them, the oldest 1'),
  what: z.string().describe('In words: Order #1000123'),
  amount: z.number().describe('Below zero was spent or taken back'),
  at: z.string().describe('ISO instant'),
});

const givenCard = z.object({
  id: z.uuid(),
  recipient: z.string().describe('Name, else e-mail; empty where the buyer kept it'),
  amount: z.number(),
  orderNumber: z.number().int(),
  sendAt: z.string().describe('ISO instant'),
  isSent: z.boolean(),
  expiresAt: z.string().describe('ISO instant'),
});

const creditView = z.object({
  balance: z.number().describe('What can be spent now'),
  held: z.number().describe('What an order in progress holds'),
  entries: z.array(creditEntry).describe('The newest first'),
  given: z.array(givenCard).describe('Gift cards that this customer has bought, the newest first'),
});
export type CreditView = z.output<typeof creditView>;

export const creditContract = calls({
  credit: {
    method: 'GET',
    path: '/api/account/credit',
    summary: "A customer's store credit in the market with everything recorded of it, and the gift cards they gave",
    reference: '[ACC-14]',
    input: z.object({}),
    output: z.object({ data: creditView }),
    requiresAuth: true,
    mutates: false,
    errors: TOKEN_ERRORS,
  },
  moveGiftCard: {
    method: 'POST',
    path: '/api/account/credit/gift-card',
    summary: 'Move what is left on a gift card into store credit',
    reference: '[ACC-14]',
    input: z.object({ code: z.string().trim().min(1).max(60) }),
    output: z.object({ data: creditView, moved: z.number() }),
    requiresAuth: true,
    mutates: true,
    handlesRepeats: true,
    failureLimitPerMinute: 20,
    errors: {
      ...TOKEN_ERRORS,
      gift_card_unknown: GIFT_CARD_ERRORS.gift_card_unknown,
      gift_card_expired: GIFT_CARD_ERRORS.gift_card_expired,
      gift_card_empty: GIFT_CARD_ERRORS.gift_card_empty,
    },
  },
});
