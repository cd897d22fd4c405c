/** Handlers of the office's calls about stock sheets. */
import { type OfficeEndpoint, type OfficeHandlers, officeHandlers } from '#domains/staff/server/office-handlers.ts';
import type { Database } from '#lib/db/pool.ts';
import { fail, ok } from '#lib/result.ts';
import { stockSheetsContract } from '../sheets-contract.ts';
import { cancelSheet, createDelivery, saveDelivery, startCount } from './change-sheet.ts';
import { decideAboutLine, enterLine, removeLine } from './enter-line.ts';
import { postSheet, undoSheet } from './post-sheet.ts';
import { findSheetWines, listSheetPage, readSheet } from './sheet-views.ts';

const sheetHandlers = (database: Database): OfficeHandlers<typeof stockSheetsContract> => ({
  stockSheets: (input, { staff }) => listSheetPage(database, staff, input),
  stockSheet: async ({ id, kind, review }, { staff }) => {
    const sheet = await readSheet(database, staff, { id, kind, isReview: review === 'true' });
    return sheet ? ok(sheet) : fail('not_found');
  },
  findSheetWines: async (input, { staff }) => ok({ rows: await findSheetWines(database, staff, input) }),
  createDelivery: ({ market, ...head }, { staff }) => createDelivery(database, staff, market, head),
  saveDelivery: ({ id, version, ...head }, { staff }) => saveDelivery(database, staff, id, version, head),
  startCount: (input, { staff }) => startCount(database, staff, input),
  enterSheetLine: (input, { staff }) => enterLine(database, staff, input),
  removeSheetLine: (input, { staff }) => removeLine(database, staff, input),
  decideSheetLine: (input, { staff }) => decideAboutLine(database, staff, input),
  postSheet: ({ id, changeNumber }, { staff }) => postSheet(database, staff, id, changeNumber),
  undoSheet: ({ id }, { staff }) => undoSheet(database, staff, id),
  cancelSheet: ({ id, isCancelled }, { staff }) => cancelSheet(database, staff, id, isCancelled),
});

/** Binds the office's calls about deliveries and counts. */
export const sheetOfficeEndpoints = (database: Database): OfficeEndpoint[] => officeHandlers(stockSheetsContract, sheetHandlers(database));
