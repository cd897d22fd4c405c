/** The calls of the office's browser application about deliveries and counts. */
import { stockSheetsContract } from '#domains/selling/stock/sheets-contract.ts';
import { officeClient } from '#domains/staff/ui/office/office-client.ts';

export const sheetCalls = officeClient(stockSheetsContract);
