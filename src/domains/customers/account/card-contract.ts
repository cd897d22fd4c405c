/** Contract for adding a card without a payment. The card is entered at the gateway; the shop stores its token. */
import { z } from 'zod';
import { TOKEN_ERRORS } from '#domains/customers/identity/model/errors.ts';
import { LOCALITY_ERRORS } from '#domains/selling/checkout/messages/errors.ts';
import { MEMBERSHIP_ERRORS } from '#domains/selling/clubs/messages.ts';
import { calls } from '#lib/define-contract.ts';
import { storedInstrument } from './contract.ts';

const REFERENCE = '[ACC-9]';

export const cardContract = calls({
  add: {
    method: 'POST',
    path: '/api/account/instrument/add',
    summary: "Starts adding a card. Returns the URL of the gateway's page",
    reference: REFERENCE,
    input: z.object({
      membershipId: z
        .uuid()
        .nullable()
        .default(null)
        .describe('Wine club membership that the card will pay for; null to store the card only'),
    }),
    output: z.object({
      data: z.object({
        setupId: z.uuid(),
        nextUrl: z.string().describe('Page of the gateway. It returns to /account/cards or /account/wine-clubs with `added={setupId}`'),
      }),
    }),
    requiresAuth: true,
    mutates: true,
    handlesRepeats: true,
    errors: {
      ...TOKEN_ERRORS,
      membership_not_found: MEMBERSHIP_ERRORS.membership_not_found,
      payment_unavailable: LOCALITY_ERRORS.payment_unavailable,
    },
  },
  settle: {
    method: 'POST',
    path: '/api/account/instrument/settle',
    summary:
      "Completes adding a card after the gateway's page: stores the card and uses it for the membership. Repeats return the same result",
    reference: REFERENCE,
    input: z.object({ setupId: z.uuid() }),
    output: z.object({
      data: z.object({
        status: z.enum(['open', 'kept', 'given_up']),
        card: storedInstrument.nullable().describe('The card, if it was stored and not removed since'),
        paysClub: z.boolean().describe('Whether the card now pays for the membership it was added for'),
      }),
    }),
    requiresAuth: true,
    mutates: true,
    handlesRepeats: true,
    errors: {
      ...TOKEN_ERRORS,
      setup_not_found: { status: 404, title: 'There is no such card.' },
      payment_unavailable: LOCALITY_ERRORS.payment_unavailable,
    },
  },
});
