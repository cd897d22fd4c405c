/** Handlers of the delivery calls. They use the server's clock. */

import { COLLECTION, placesOf } from '#domains/settings/model/groups/collection.ts';
import { DISPATCH } from '#domains/settings/model/groups/dispatch.ts';
import { type PreviewDeps, settingsPreviewedBy } from '#domains/settings/server/settings-preview.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import { fail, ok } from '#lib/result.ts';
import type { shippingContract } from '../contract.ts';
import { deliveryDates } from '../model/delivery-estimate.ts';
import { subdivisionCode } from '../model/geolocation.ts';
import { isExcluded } from '../model/zones.ts';
import type { DeliveryEstimates } from './delivery-estimate.repository.ts';
import { createDeliveryPlanner } from './delivery-planner.ts';
import type { SubdivisionOf } from './subdivisions.ts';

export interface ShippingDeps extends PreviewDeps {
  readonly estimates: DeliveryEstimates;
  readonly subdivisionOf: SubdivisionOf;
  readonly now?: () => number;
}

export function shippingHandlers({
  database,
  settings,
  estimates,
  subdivisionOf,
  now = Date.now,
}: ShippingDeps): Handlers<typeof shippingContract> {
  const planner = createDeliveryPlanner(() => estimates, settings, now);
  return {
    async deliveryEstimate({ to }, { site: { market } }) {
      const estimate = await estimates.find(market, to);
      const rules = settings.current().read(DISPATCH, market);
      return estimate ? ok({ estimated_delivery: deliveryDates({ market, rules }, estimate, now()) }) : fail('no_estimate');
    },

    async dispatchRules({ preview }, { site: { market } }) {
      const previewed = preview === undefined ? null : await settingsPreviewedBy({ database, settings }, preview);
      return ok((previewed ?? settings.current()).read(DISPATCH, market));
    },

    async deliveryChoices({ to }, { site: { market } }) {
      const offer = isExcluded(settings.current().terms[market], to) ? null : await planner.offer(market, to);
      const places = placesOf(settings.current().read(COLLECTION, market));
      return ok({
        places: places.map(({ name, address, hours }) => ({ name, address, hours })),
        days: [...(offer?.days ?? [])],
        hold: offer?.hold ?? null,
      });
    },

    async geolocation(_input, { edgeRegion, ip }) {
      return ok({ geo: { subdivision: { code: subdivisionCode(edgeRegion) ?? subdivisionOf(ip) } } });
    },
  };
}
