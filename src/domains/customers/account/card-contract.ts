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
    summary: "Begin to add a card: where the gateway's page is that takes it",
    reference: REFERENCE,
    input: z.object({
      membershipId: z.uuid().nullable().default(null).describe('The wine club membership that it is to pay for; null to keep it only'),
    }),
    output: z.object({
      data: z.object({
        setupId: z.uuid(),
        nextUrl: z.string().describe("The gateway's page; it leads back to /account/cards or /account/wine-clubs with `added={setupId}`"),
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
      "Back from the gateway's page: keep the card where the gateway has it, and let the membership be paid with it; repeated, it answers the same",
    reference: REFERENCE,
    input: z.object({ setupId: z.uuid() }),
    output: z.object({
      data: z.object({
        status: z.enum(['open', 'kept', 'given_up']),
        card: storedInstrument.nullable().describe('The card, where it was kept and still is'),
        paysClub: z.boolean().describe('Whether the membership it was added for is paid with it now'),
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
