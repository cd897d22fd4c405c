/** Endpoint of /preferred-wines: offers by answers, orders and favourites [CONT-19]. */
import { z } from 'zod';
import { catalogueHit } from '#domains/catalogue/contract.ts';
import { TOKEN_ERRORS } from '#domains/customers/identity/model/errors.ts';
import { calls } from '#lib/define-contract.ts';

const MAX_ANSWERS = 50;

export const preferredContract = calls({
  preferred: {
    method: 'POST',
    path: '/api/preferred-wines',
    summary: 'Offers that fit a taste, each with its reason; orders and favourites of whoever asks count too',
    reference: '[CONT-47]',
    input: z.object({
      kind: z.enum(['wine', 'spirits']),
      answers: z.array(z.string().max(60)).max(MAX_ANSWERS).default([]).describe('`country:Italy` and the like'),
      favourites: z.array(z.string().max(64)).max(500).default([]).describe('Offer ids that a guest keeps; a customer’s are known'),
    }),
    output: z.object({
      data: z.array(z.object({ offer: catalogueHit, reason: z.string() })),
      from: z.object({ orders: z.number().int(), favourites: z.number().int() }).describe('How many offers of each counted'),
    }),
    mutates: false,
    errors: TOKEN_ERRORS,
  },
});
