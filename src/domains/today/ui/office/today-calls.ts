/** The calls of the first screen of the office's browser application. */
import { officeClient } from '#domains/staff/ui/office/office-client.ts';
import { todayOfficeContract } from '#domains/today/office-contract.ts';

export const todayCalls = officeClient(todayOfficeContract);
