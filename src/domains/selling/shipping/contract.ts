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
