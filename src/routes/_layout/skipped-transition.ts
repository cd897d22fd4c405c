/**
 * Returns true for the rejection of a view transition that a second click interrupted. The page is fine, so it is not reported.
 */
export const isSkippedTransition = (reason: unknown): boolean => reason instanceof DOMException && /transition/i.test(reason.message);
