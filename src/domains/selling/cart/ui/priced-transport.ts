/** Tells the server by which terms the cart on screen was priced. */
import { pageRevision } from '#lib/browser/page-revision.ts';
import type { Transport } from '#lib/client.ts';
import { isJsonObject } from '#lib/json.ts';

const hasCart = (body: unknown): boolean => isJsonObject(body) && isJsonObject(body.data) && 'lineItems' in body.data;

/**
 * Creates a transport whose calls name the revision of the settings that the last cart was priced with. The page's can be newer, because
 * any call renews it: a cart that is read then would have another total without the notice that says why.
 */
export function pricedTransport(base: Transport): Transport {
  let priced: string | null = null;
  return async (call, input, options) => {
    const seen = priced ?? pageRevision();
    const answered = await base(call, input, { ...options, revision: seen });
    if (hasCart(answered.body)) priced = answered.revision ?? seen;
    return answered;
  };
}
