/** The stock calls of the office's browser application. */
import { stockOfficeContract } from '#domains/selling/stock/office-contract.ts';
import { officeClient } from '#domains/staff/ui/office/office-client.ts';

export const stockCalls = officeClient(stockOfficeContract);
