/** The calls about figures of the office's browser application. */
import { reportOfficeContract } from '#domains/reports/office-contract.ts';
import { officeClient } from '#domains/staff/ui/office/office-client.ts';

export const reportCalls = officeClient(reportOfficeContract);
