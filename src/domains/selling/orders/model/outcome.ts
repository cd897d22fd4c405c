/** What becomes of a shipment at the door. */

export const OUTCOMES = ['delivered', 'refused', 'returned'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Why nobody was given the parcel, those that the law asks about first. */
export const REFUSAL_REASONS = [
  'under_age',
  'no_proof_of_age',
  'intoxicated',
  'nobody_home',
  'declined',
  'damaged',
  'wrong_address',
  'other',
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** Outcomes that may follow another. */
const NEXT: Readonly<Record<Outcome | 'none', readonly Outcome[]>> = {
  none: OUTCOMES,
  delivered: [],
  refused: ['delivered', 'returned'],
  returned: [],
};

/** Lists what may follow the last outcome of a shipment. @param last null if there is none */
export const nextOutcomes = (last: Outcome | null): readonly Outcome[] => NEXT[last ?? 'none'];
