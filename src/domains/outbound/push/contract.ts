/** Endpoints of push [PUSH-1] [PUSH-5] [PUSH-8]. */
import { z } from 'zod';
import { OWNERSHIP_ERRORS, TOKEN_ERRORS } from '#domains/customers/identity/model/errors.ts';
import { calls } from '#lib/define-contract.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { PUSH_ERRORS } from './messages.ts';

const endpoint = z
  .url({ protocol: /^https?$/ })
  .max(1_000)
  .describe('Id of the browser’s subscription; everyone with the id can change it');
const base64url = (most: number) =>
  z
    .string()
    .regex(/^[\w-]+=*$/)
    .max(most);

export const pushContract = calls({
  key: {
    method: 'GET',
    path: '/api/push-key',
    summary: 'Returns the public key for browser subscriptions',
    reference: '[PUSH-1]',
    input: z.object({}),
    output: z.object({ data: z.object({ publicKey: z.string() }) }),
    mutates: false,
    errors: {},
  },
  subscribe: {
    method: 'POST',
    path: '/api/push-subscription',
    summary: 'Registers a subscription for the customer of the token, or for a guest',
    reference: '[PUSH-4, PUSH-9]',
    input: z.object({
      endpoint,
      p256dh: base64url(200),
      auth: base64url(100),
      guestId: z.uuid().nullish().describe('Id of the guest’s favourites'),
    }),
    output: z.object({ data: z.object({ subscribed: z.literal(true) }) }),
    mutates: true,
    rateLimitPerMinute: 60,
    errors: {
      ...TOKEN_ERRORS,
      ...PUSH_ERRORS,
    },
  },
  unsubscribe: {
    method: 'POST',
    path: '/api/remove-push-subscription',
    summary: 'Removes a subscription, if it exists',
    reference: '[PUSH-4]',
    input: z.object({ endpoint }),
    output: z.object({ data: z.object({ subscribed: z.literal(false) }) }),
    mutates: true,
    rateLimitPerMinute: 60,
    errors: {},
  },
  tag: {
    method: 'POST',
    path: '/api/push-tags',
    summary: 'Sets the cart tags of a subscription. Empty texts remove them',
    reference: '[PUSH-5]',
    input: z.object({
      endpoint,
      cartId: z.uuid().nullish(),
      cart_item: storableText(300),
      cart_image: storableText(1_000),
      cart_update: z.string().regex(/^\d{0,11}$/, 'must be Unix seconds, or empty'),
    }),
    output: z.object({ data: z.object({ tagged: z.boolean().describe('False if the subscription does not exist') }) }),
    mutates: true,
    rateLimitPerMinute: 120,
    errors: {},
  },
  /** [API-43] */
  removeUserTags: {
    method: 'GET',
    path: '/api/remove-user-tags-onesignal',
    summary: 'Clears the tags on all devices of the customer',
    reference: '[PUSH-8, API-43]',
    input: z.object({ externalUserId: storableText(255).min(1).describe('Customer id or `sub` of the customer') }),
    output: z.object({ data: z.object({ removed: z.literal(true) }) }),
    requiresAuth: true,
    mutates: true,
    errors: OWNERSHIP_ERRORS,
  },
});
