/** By what claims are counted. */
export const CLAIM_GROUPS = ['producer', 'carrier', 'problem', 'total'] as const;
export type ClaimGroup = (typeof CLAIM_GROUPS)[number];

/** The groups that the screen shows one of. */
export const SHOWN_GROUPS = ['producer', 'carrier', 'problem'] as const satisfies readonly ClaimGroup[];
export type ShownGroup = (typeof SHOWN_GROUPS)[number];
