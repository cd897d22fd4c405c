/** The system calls of the office's browser application. */
import { officeClient } from '#domains/staff/ui/office/office-client.ts';
import { systemOfficeContract } from '#domains/system/office-contract.ts';
import { systemRecordsContract } from '#domains/system/records-contract.ts';

export const systemCalls = officeClient(systemOfficeContract);
export const recordCalls = officeClient(systemRecordsContract);
