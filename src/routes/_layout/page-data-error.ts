const NETWORK_ERROR = /fetch|network|load failed/i;

/**
 * Returns true if the data of a page did not arrive: no connection, or a response that is not the router's, such as a proxy's
 * 502. Errors of the shop's own server arrive with a message or without a body.
 */
export const isPageDataError = (error: unknown): boolean =>
  (error instanceof TypeError && NETWORK_ERROR.test(error.message)) ||
  (typeof error === 'object' &&
    error !== null &&
    'status' in error &&
    'data' in error &&
    Number(error.status) >= 500 &&
    typeof error.data === 'string');

/** Waits before page data is requested again [CONT-38]. */
export const PAGE_DATA_WAITS_MS = [200, 600, 1_800] as const;
