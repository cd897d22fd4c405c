/** Endpoint of /preferred-wines: suggests offers by answers, orders and favourites [CONT-19]. */
import { z } from 'zod';
import { catalogueHit } from '#domains/catalogue/contract.ts';
import { TOKEN_ERRORS } from '#domains/customers/identity/model/errors.ts';
import { calls } from '#lib/define-contract.ts';

const MAX_ANSWERS = 50;

export const preferredContract = calls({
  preferred: {
    method: 'POST',
    path: '/api/preferred-wines',
    summary: "Returns offers that match a taste, each with a reason. The caller's orders and favourites count too",
    reference: '[CONT-47]',
    input: z.object({
      kind: z.enum(['wine', 'spirits']),
      answers: z.array(z.string().max(60)).max(MAX_ANSWERS).default([]).describe('For example `country:Italy`'),
      favourites: z
        .array(z.string().max(64))
        .max(500)
        .default([])
        .describe('Favourites of a guest; a customer’s are read from the account'),
    }),
    output: z.object({
      data: z.array(z.object({ offer: catalogueHit, reason: z.string() })),
      from: z.object({ orders: z.number().int(), favourites: z.number().int() }).describe('Numbers of orders and favourites that counted'),
    }),
    mutates: false,
    errors: TOKEN_ERRORS,
  },
});
