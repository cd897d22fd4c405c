/** The calls of settings in the office's browser application. */
import { settingOfficeContract } from '#domains/settings/office-contract.ts';
import { officeClient } from '#domains/staff/ui/office/office-client.ts';

export const settingCalls = officeClient(settingOfficeContract);
