/** Labels that the shop prints itself, for a van of its own or a carrier that has its labels at the counter. Nothing is bought. */
import type { Carrier } from './carrier-port.ts';

export const addressLabels: Carrier = {
  id: 'address-label',
  name: 'Address label',
  quote: null,
  handOver: null,
  track: null,
  buyLabel: async ({ code }) => ({ carrierReference: code, trackingNumber: '', trackingUrl: '', priceCents: null, document: null }),
  // Without a service there is nothing to ask: making it again is the same.
  findLabel: async () => null,
  cancelLabel: async () => undefined,
};
