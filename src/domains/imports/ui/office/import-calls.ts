/** The import calls of the office's browser application. */

import { importOfficeContract } from '#domains/imports/office-contract.ts';
import { scheduleOfficeContract } from '#domains/imports/schedule-contract.ts';
import { officeClient } from '#domains/staff/ui/office/office-client.ts';

export const importCalls = officeClient(importOfficeContract);
export const scheduleCalls = officeClient(scheduleOfficeContract);
