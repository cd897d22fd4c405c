/** Contract of the account page "Credit and gift cards". */
import { z } from 'zod';
import { TOKEN_ERRORS } from '#domains/customers/identity/model/errors.ts';
import { GIFT_CARD_ERRORS } from '#domains/selling/gift-cards/messages.ts';
import { calls } from '#lib/define-contract.ts';

const creditEntry = z.object({
  id: z.number().int().describe('Position in the list; the oldest is 1'),
  what: z.string().describe('Description, such as Order #1000123'),
  amount: z.number().describe('Negative if it was spent or reversed'),
  at: z.string().describe('ISO time'),
});

const givenCard = z.object({
  id: z.uuid(),
  recipient: z.string().describe('Name or email address; empty if the card is for the buyer'),
  amount: z.number(),
  orderNumber: z.number().int(),
  sendAt: z.string().describe('ISO time'),
  isSent: z.boolean(),
  expiresAt: z.string().describe('ISO time'),
});

const creditView = z.object({
  balance: z.number().describe('Available amount'),
  held: z.number().describe('Amount reserved by an order in progress'),
  entries: z.array(creditEntry).describe('Newest first'),
  given: z.array(givenCard).describe('Gift cards bought by the customer, newest first'),
});
export type CreditView = z.output<typeof creditView>;

export const creditContract = calls({
  credit: {
    method: 'GET',
    path: '/api/account/credit',
    summary: "Returns the customer's store credit in the market with every movement, and the gift cards that the customer bought",
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
    summary: 'Moves the balance of a gift card into store credit',
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
