/** Errors of the checklist. */
export const SETUP_ERRORS = {
  NOT_READY: { not_ready: { status: 409, title: 'The shop can’t open yet. Finish this first: <step>.' } },
  WHOLE_SHOP: {
    whole_shop: { status: 403, title: 'This holds for every market. Only colleagues who work in all markets can change it.' },
  },
  MARKET_UNKNOWN: { market_unknown: { status: 404, title: 'There is no market <market>.' } },
} as const;
