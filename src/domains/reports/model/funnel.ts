/** The funnel from a visit to an order. What counts for a step is decided where visits are counted (`visit.repository.ts`). */

/** The steps in their order. A visit that reached one counts for those before it. */
export const FUNNEL_STEPS = ['visits', 'viewed', 'added', 'checkouts', 'orders'] as const;
export type FunnelStep = (typeof FUNNEL_STEPS)[number];

/** Visits that reached each step. */
export type Funnel = Readonly<Record<FunnelStep, number>>;
