/** Endpoints of favourites [API-63] [API-64]. A favourite has the fields of [FAV-1], and pages follow [FAV-2]. */
import { z } from 'zod';
import { catalogueHit } from '#domains/catalogue/contract.ts';
import { OWNERSHIP_ERRORS } from '#domains/customers/identity/model/errors.ts';
import { calls } from '#lib/define-contract.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { FAVOURITE_ERRORS } from './messages.ts';

export const favourite = z.object({
  id: z.string().describe('The favourite’s own id, a UUID'),
  offer_id: z.string(),
  product_id: z.number().int(),
  offer_name: z.string(),
  sku_code: z.string(),
  wine_name: z.string().describe('With its vintage'),
  url: z.string().describe('The path of its page'),
  created_at: z.string(),
  offer: catalogueHit.nullable().describe('As it is sold now; null where it is not on sale any more'),
});
export type Favourite = z.output<typeof favourite>;

const userId = storableText(255).min(1).describe('A UUID that the browser keeps for a guest; `sub` with the token for a customer');

export const favouriteContract = calls({
  list: {
    method: 'GET',
    path: '/api/get-favourite-items',
    summary: "A shopper's favourites in the market, the oldest first, in pages",
    reference: '[FAV-1, FAV-2, API-63]',
    input: z.object({
      user_id: userId,
      lastEvaluatedKey: z
        .string()
        .regex(/^\d{0,18}$/, 'must be the lastEvaluatedKey of the page before')
        .default('')
        .describe('Where the page before ended; empty for the first'),
    }),
    output: z.object({
      Items: z.array(favourite),
      Count: z.number().int().describe('Items of this page'),
      lastEvaluatedKey: z.string().nullable().describe('Null where this is the last page'),
    }),
    mutates: false,
    errors: OWNERSHIP_ERRORS,
  },
  change: {
    method: 'POST',
    path: '/api/create-or-delete-favourite-item',
    summary: 'With sku_code: keep the offer that id names. With id alone: remove the favourite of that id',
    reference: '[FAV-3, FAV-4, API-64]',
    input: z
      .object({
        id: storableText(64).min(1).describe('To keep: the offer id. To remove: the id of the favourite'),
        user_id: userId.optional(),
        sku_code: storableText(64).optional(),
        offer_name: storableText(400).optional(),
        wine_name: storableText(400).optional(),
      })
      .refine(({ sku_code, user_id }) => sku_code === undefined || user_id !== undefined, {
        path: ['user_id'],
        message: 'must be given with sku_code',
      })
      .refine(({ sku_code, id }) => sku_code !== undefined || z.uuid().safeParse(id).success, {
        path: ['id'],
        message: 'must be the id of a favourite',
      }),
    output: z.object({ data: z.object({ id: z.string(), removed: z.boolean(), favourite: favourite.nullable() }) }),
    mutates: true,
    handlesRepeats: true,
    errors: FAVOURITE_ERRORS,
  },
  merge: {
    method: 'POST',
    path: '/api/merge-favourites',
    summary: "Take the favourites of a guest into the signed-in customer's; a second time nothing is left to take",
    reference: '[FAV-10]',
    input: z.object({ user_id: z.uuid().describe('The id that the browser kept for the guest') }),
    output: z.object({ data: z.object({ merged: z.number().int().describe('How many were new to the customer') }) }),
    requiresAuth: true,
    mutates: true,
    errors: OWNERSHIP_ERRORS,
  },
});
