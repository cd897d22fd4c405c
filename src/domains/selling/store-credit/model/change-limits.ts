/** Limits of what a person changes by hand: gift cards and store credit are money. */

/** Highest amount of one card or grant, in cents. A larger one is probably a typing error. */
export const MAX_CHANGE_CENTS = 500_000;

/** Changes above this amount need a fresh second factor, in cents. */
export const STEP_UP_CHANGE_CENTS = 50_000;

export const MAX_REASON_LENGTH = 200;
