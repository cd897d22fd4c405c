/** How long failed sign-ins and codes count, in minutes. The sentences of their errors name it. */
export const THROTTLE_MINUTES = 15;
