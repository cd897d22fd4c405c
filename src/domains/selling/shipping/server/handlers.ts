/** Handlers of the delivery calls. They use the server's clock. */

import type { Handlers } from '#lib/http/register-endpoints.ts';
import { fail, ok } from '#lib/result.ts';
import type { shippingContract } from '../contract.ts';
import { deliveryDates } from '../model/delivery-estimate.ts';
import { subdivisionCode } from '../model/geolocation.ts';
import type { DeliveryEstimates } from './delivery-estimate.repository.ts';
import type { SubdivisionOf } from './subdivisions.ts';

export function shippingHandlers(
  estimates: DeliveryEstimates,
  subdivisionOf: SubdivisionOf,
  now: () => number = Date.now,
): Handlers<typeof shippingContract> {
  return {
    async deliveryEstimate({ to }, { site: { market } }) {
      const estimate = await estimates.find(market, to);
      return estimate ? ok({ estimated_delivery: deliveryDates(market, estimate, now()) }) : fail('no_estimate');
    },

    async geolocation(_input, { edgeRegion, ip }) {
      return ok({ geo: { subdivision: { code: subdivisionCode(edgeRegion) ?? subdivisionOf(ip) } } });
    },
  };
}
