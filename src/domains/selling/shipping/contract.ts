/** The delivery calls: the delivery estimate [SHIP-16] and the region of the visitor [SHIP-20]. */
import { z } from 'zod';
import { DISPATCH } from '#domains/settings/model/groups/dispatch.ts';
import { calls } from '#lib/define-contract.ts';

const date = z.iso.date();

export const shippingContract = calls({
  /** [API-68] */
  deliveryEstimate: {
    method: 'GET',
    path: '/api/delivery-estimate',
    summary: 'Returns the estimated delivery date of an order placed now',
    reference: '[SHIP-16, API-68]',
    input: z.object({ to: z.string().trim().max(10).describe('A postcode') }),
    output: z.object({ estimated_delivery: z.object({ date, latest: date.describe('Upper bound of the estimate [SHIP-18]') }) }),
    mutates: false,
    errors: { no_estimate: { status: 404, title: 'No result' } },
  },
  dispatchRules: {
    method: 'GET',
    path: '/api/dispatch-rules',
    summary: 'Returns when orders of the market are sent and delivered. Browsers apply it to records of the index of estimates',
    reference: '[SHIP-15, SHIP-17]',
    input: z.object({ preview: z.string().max(16_000).optional().describe('Code of a preview of settings') }),
    output: DISPATCH.schema,
    mutates: false,
    errors: {},
  },
  deliveryChoices: {
    method: 'GET',
    path: '/api/delivery-choices',
    summary: 'Returns what a shopper may choose in the checkout besides standard delivery: places to collect, days of delivery, a hold',
    reference: '[SHIP-22, SHIP-23]',
    input: z.object({ to: z.string().trim().max(10).describe('A postcode. Empty if it is not known: then there are places only') }),
    output: z.object({
      places: z.array(z.object({ name: z.string(), address: z.string(), hours: z.string() })),
      days: z.array(date).describe('Days on which the order can be delivered; empty where none can be chosen'),
      hold: z.object({ from: date, until: date }).nullable().describe('Until when the order can be held; null where it cannot'),
    }),
    mutates: false,
    errors: {},
  },
  /** [API-67] */
  geolocation: {
    method: 'GET',
    path: '/api/geolocation',
    summary: 'Returns the state or province of the request from a configured proxy or database; null if unknown',
    reference: '[SHIP-20, API-67]',
    input: z.object({}),
    output: z.object({ geo: z.object({ subdivision: z.object({ code: z.string().nullable() }) }) }),
    mutates: false,
    errors: {},
  },
});
