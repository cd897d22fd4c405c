/** The wine calls of the office's browser application. */
import { wineOfficeContract } from '#domains/catalogue/office-contract.ts';
import { officeClient } from '#domains/staff/ui/office/office-client.ts';

export const wineCalls = officeClient(wineOfficeContract);
