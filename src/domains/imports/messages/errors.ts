/** Errors of the office's import calls. */
import type { ErrorSpec } from '#lib/define-contract.ts';

type Errors = Readonly<Record<string, ErrorSpec>>;

export const IMPORT_ERRORS = {
  NOT_FOUND: { not_found: { status: 404, title: 'We couldn’t find that import.' } },
  ALL_MARKETS: {
    all_markets_needed: {
      status: 403,
      title: 'An import changes wines in every market. Ask a colleague who works in all of them, or for a role that does.',
    },
  },
  NOT_POSSIBLE: { not_possible: { status: 409, title: '<reason>' } },
  MAPPING: { mapping_invalid: { status: 422, title: '<reason>' } },
  SHEET: { sheet_invalid: { status: 422, title: 'The file has no sheet “<sheet>”. It has: <sheets>.' } },
  PART: {
    part_invalid: { status: 409, title: 'The upload continues with part <next>. Send that one.' },
    too_large_file: { status: 413, title: 'The file is larger than <limit>. Save it as CSV, or split it.' },
  },
  SUPPLIER: { supplier_taken: { status: 409, title: 'There is a saved mapping for <supplier> already.' } },
  SCHEDULE: { schedule_invalid: { status: 422, title: '<reason>' } },
  IN_USE: { mapping_in_use: { status: 409, title: 'The schedule “<schedule>” uses this mapping. Change or delete the schedule first.' } },
} as const satisfies Record<string, Errors>;

/** Sentences of what is not possible now. */
export const notPossible = {
  compare: 'This import can’t be compared now. Reload the page to see where it stands.',
  start: 'There is nothing to import now. Reload the page to see where it stands.',
  cancel: 'This import isn’t running any more.',
  undo: 'This import can’t be undone: nothing of it was written, it was undone before, or it is more than 90 days old.',
  discard: 'This import has written to the shop, so it stays in the list. Undo it instead.',
  fix: 'This row was changed or imported in the meantime. Reload the page.',
  upload: 'This upload has ended. Choose the file again.',
} as const;

/** Why a schedule can’t be saved or its file can’t be fetched. */
export const scheduleProblems = {
  noTime: 'Choose at least one day and one time.',
  notHttps: 'The address must begin with https://.',
  privateAddress: 'The address leads into a private network. Use one on the internet.',
  noFolder: 'This shop has no watched folder. Set IMPORT_WATCH_DIR, or use an address.',
  folderName: 'Use letters, digits, - and _ for the name of the folder.',
  noFile: (folder: string) => `There was no file in the folder “${folder}”.`,
  noMapping: 'The saved mapping of the schedule was deleted.',
  status: (status: number) => `The address answered with status ${status}.`,
  tooManyRedirects: 'The address leads on to others more than five times.',
  timeout: 'The address took longer than two minutes.',
  stopped: 'The shop was stopped while it fetched the file. Run the schedule again, or wait for its next time.',
  unreachable: (reason: string) => `The file couldn’t be fetched: ${reason}.`,
} as const;

/** Why an import ended or waits. */
export const importProblems = {
  unexpected: 'Something went wrong on our side. Nothing more was changed. Try again; if it happens again, the error is in the log.',
  changedSince: 'Somebody changed this wine after the comparison. Compare the row again.',
  rejected: (rejected: number, percent: number) =>
    `${rejected === 1 ? '1 row was' : `${rejected.toLocaleString('en-AU')} rows were`} rejected, more than ${percent}%.`,
  price: (change: number, percent: number) => `A price changes by ${(change / 100).toFixed(0)}%, more than ${percent}%.`,
  missing: (missing: number, onSale: number) =>
    `It would end the sale of ${missing.toLocaleString('en-AU')} of ${onSale.toLocaleString('en-AU')} ${onSale === 1 ? 'wine' : 'wines'}.`,
  empty: 'The file has no rows.',
} as const;
