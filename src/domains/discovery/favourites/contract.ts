/** Endpoints of favourites [API-63] [API-64]. A favourite has the fields of [FAV-1], and pages follow [FAV-2]. */
import { z } from 'zod';
import { catalogueHit } from '#domains/catalogue/contract.ts';
import { OWNERSHIP_ERRORS } from '#domains/customers/identity/model/errors.ts';
import { calls } from '#lib/define-contract.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { FAVOURITE_ERRORS } from './messages.ts';

export const favourite = z.object({
  id: z.string().describe('Id of the favourite, a UUID'),
  offer_id: z.string(),
  product_id: z.number().int(),
  offer_name: z.string(),
  sku_code: z.string(),
  wine_name: z.string().describe('Name with vintage'),
  url: z.string().describe('Path of the offer page'),
  created_at: z.string(),
  offer: catalogueHit.nullable().describe('The offer as it is sold now; null if it is no longer on sale'),
});
export type Favourite = z.output<typeof favourite>;

const userId = storableText(255).min(1).describe('UUID of the browser for a guest; `sub` with the token for a customer');

export const favouriteContract = calls({
  list: {
    method: 'GET',
    path: '/api/get-favourite-items',
    summary: "Returns the shopper's favourites in the market, oldest first, in pages",
    reference: '[FAV-1, FAV-2, API-63]',
    input: z.object({
      user_id: userId,
      lastEvaluatedKey: z
        .string()
        .regex(/^\d{0,18}$/, 'must be the lastEvaluatedKey of the page before')
        .default('')
        .describe('lastEvaluatedKey of the previous page; empty for the first page'),
    }),
    output: z.object({
      Items: z.array(favourite),
      Count: z.number().int().describe('Number of items on this page'),
      lastEvaluatedKey: z.string().nullable().describe('Null on the last page'),
    }),
    mutates: false,
    errors: OWNERSHIP_ERRORS,
  },
  change: {
    method: 'POST',
    path: '/api/create-or-delete-favourite-item',
    summary: 'With sku_code: creates a favourite of the offer with that id. With id only: removes the favourite with that id',
    reference: '[FAV-3, FAV-4, API-64]',
    input: z
      .object({
        id: storableText(64).min(1).describe('To create: the offer id. To remove: the id of the favourite'),
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
    summary: "Merges the favourites of a guest into the customer's. A repeat merges nothing",
    reference: '[FAV-10]',
    input: z.object({ user_id: z.uuid().describe('Guest id of the browser') }),
    output: z.object({ data: z.object({ merged: z.number().int().describe("Number of favourites added to the customer's") }) }),
    requiresAuth: true,
    mutates: true,
    errors: OWNERSHIP_ERRORS,
  },
});
