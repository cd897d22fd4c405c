/** Limits of error reports [ERR-3] [ERR-5]. */
export const LIMITS = {
  /** Breadcrumbs, the latest ones. */
  breadcrumbs: 40,
  /** Depth of an object. */
  depth: 8,
  /** Errors that one page reports. */
  errorsAPage: 5,
  /** Fields whose key contains one of these, in any case, are never sent [ERR-4]. */
  filters: ['creditcard', 'password'],
} as const;

/** Key of the shop's own browsers for its own endpoint. It grants nothing else. */
export const OWN_KEY = 'shop';
export const NOTICES_PATH = '/v1/notices/js';
