/** Why a change does not fit what is scheduled after it. */

export const scheduledMessages = {
  /** @param when moment of the scheduled version */
  invalid: (when: string, reason: string) => `With what is scheduled for ${when}: ${reason} Take that back first.`,
} as const;

/** Note of a version that applies an earlier change to what was scheduled after it. */
export const carriedOver = (revision: number): string => `Carried over from version ${revision}`;
