/** The page calls of the office's browser application. */
import { pageOfficeContract } from '#domains/content/office-contract.ts';
import { officeClient } from '#domains/staff/ui/office/office-client.ts';

export const pageCalls = officeClient(pageOfficeContract);
