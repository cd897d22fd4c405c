/** What carriers report about parcels, and what follows for the shipment. */
import type { Outcome } from '../outcome.ts';

/** `waiting`: not handed over yet. `collect`: waits at a shop or locker. `other`: kept, and nothing follows. */
export const TRACKING_STAGES = [
  'waiting',
  'moving',
  'out',
  'attempted',
  'collect',
  'delivered',
  'refused',
  'returned',
  'problem',
  'cancelled',
  'other',
] as const;
export type TrackingStage = (typeof TRACKING_STAGES)[number];

/** A report about a parcel. */
export interface ParcelUpdate {
  /** The carrier's id of the label, or that of the shop where the carrier reports by it. */
  readonly carrierReference: string;
  /** In the carrier's words. */
  readonly status: string;
  readonly stage: TrackingStage;
  readonly at: Date;
}

const OUTCOME_OF: Partial<Readonly<Record<TrackingStage, Outcome>>> = { delivered: 'delivered', refused: 'refused', returned: 'returned' };

/** True if a report can decide what became of a shipment. */
export const isFinalStage = (stage: TrackingStage): boolean => OUTCOME_OF[stage] !== undefined;

/**
 * Returns what became of a shipment by its parcels. Parcels that fared differently are left to staff.
 * @param stages last final stage of each parcel, null for one without
 */
export function outcomeOfParcels(stages: readonly (TrackingStage | null)[]): Outcome | null {
  const outcomes = new Set(stages.map((stage) => (stage === null ? null : (OUTCOME_OF[stage] ?? null))));
  const [only = null] = outcomes;
  return outcomes.size === 1 ? only : null;
}
