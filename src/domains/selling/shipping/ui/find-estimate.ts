/** Finds the delivery estimate of a postcode, in the index of estimates [SHIP-15] or by the estimate service [SHIP-16]. */

import { PREVIEW_PARAMETER } from '#domains/settings/model/preview-parameter.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
import { hasTexts } from '#lib/json.ts';
import { isPostcode } from '#markets/delivery.ts';
import type { Market } from '#markets/market.ts';
import { shippingContract } from '../contract.ts';
import { type DeliveryDates, type DeliveryEstimate, deliveryDates, ESTIMATES_INDEX, usesIndexLookup } from '../model/delivery-estimate.ts';

const CREDENTIALS = new URLSearchParams({ 'x-algolia-application-id': 'shop', 'x-algolia-api-key': 'guest' });

const isEstimate = (value: unknown): value is DeliveryEstimate =>
  hasTexts(value, ['objectID', 'region']) && typeof value.submittedToDeliveredDays === 'number';

/** Reads the record of a postcode and the server's clock. Null if the index has no record. */
async function lookUp(postcode: string): Promise<{ readonly estimate: DeliveryEstimate; readonly now: number } | null> {
  const response = await fetch(`/1/indexes/${ESTIMATES_INDEX}/${postcode}?${CREDENTIALS}`);
  if (!response.ok) return null;
  const clock = Date.parse(response.headers.get('date') ?? '');
  const estimate: unknown = await response.json();
  if (!isEstimate(estimate)) return null;
  return { estimate, now: Number.isNaN(clock) ? Date.now() : clock };
}

/** Finds an estimate. @returns null if there is none or the lookup fails */
export async function findEstimate(market: Market, postcode: string): Promise<DeliveryDates | null> {
  if (!isPostcode(market, postcode)) return null;
  try {
    const calls = client(shippingContract, fetchTransport());
    const preview = new URLSearchParams(location.search).get(PREVIEW_PARAMETER);
    // The estimate service knows no settings that were not saved, and the index has every postcode.
    if (usesIndexLookup(postcode) || preview !== null) {
      const [found, rules] = await Promise.all([lookUp(postcode), calls.dispatchRules(preview === null ? {} : { preview })]);
      return found && rules.ok ? deliveryDates({ market, rules: rules.value }, found.estimate, found.now) : null;
    }
    const result = await calls.deliveryEstimate({ to: postcode });
    return result.ok ? result.value.estimated_delivery : null;
  } catch {
    return null;
  }
}
