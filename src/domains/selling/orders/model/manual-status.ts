/** Statuses that staff may set by hand. The others result from actions. */
export const MANUAL_STATUSES = [
  'Awaiting Fulfillment',
  'Awaiting Shipment',
  'Awaiting Pickup',
  'Completed',
  'Disputed',
  'Manual Verification Required',
] as const;
export type ManualStatus = (typeof MANUAL_STATUSES)[number];
