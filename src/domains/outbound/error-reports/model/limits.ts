/** Limits of error reports [ERR-3] [ERR-5]. */
export const LIMITS = {
  /** What happened before, the newest steps. */
  breadcrumbs: 40,
  /** Levels of an object. */
  depth: 8,
  /** Faults that one page reports. */
  errorsAPage: 5,
  /** Fields whose key holds one of these, in any case, are never sent. */
  filters: ['creditcard', 'password'],
} as const;

/** Key of the shop's own browsers at its own endpoint; it opens nothing else. */
export const OWN_KEY = 'shop';
export const NOTICES_PATH = '/v1/notices/js';
