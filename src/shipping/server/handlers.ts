/** The calls of delivery. The clock is the server's. */
import { answer, refuse } from '../../platform/contract.ts';
import type { Handlers } from '../../platform/server/http/register-calls.ts';
import type { shippingCalls } from '../contract.ts';
import { deliveryDates } from '../delivery-estimate.ts';
import { subdivisionCode } from '../geolocation.ts';
import type { DeliveryEstimates } from './delivery-estimates.ts';
import type { SubdivisionOf } from './subdivisions.ts';

export function shippingHandlers(
  estimates: DeliveryEstimates,
  subdivisionOf: SubdivisionOf,
  now: () => number = Date.now,
): Handlers<typeof shippingCalls> {
  return {
    async deliveryEstimate({ to }, { site: { market } }) {
      const estimate = await estimates.find(market, to);
      return estimate ? answer({ estimated_delivery: deliveryDates(market, estimate, now()) }) : refuse('no_estimate');
    },

    async geolocation(_input, { edgeRegion, ip }) {
      return answer({ geo: { subdivision: { code: subdivisionCode(edgeRegion) ?? subdivisionOf(ip) } } });
    },
  };
}
