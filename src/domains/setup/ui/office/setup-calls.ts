/** The calls of the checklist in the office's browser application. */
import { setupOfficeContract } from '#domains/setup/office-contract.ts';
import { valueOrThrow } from '#domains/staff/ui/office/load-call.ts';
import { officeClient } from '#domains/staff/ui/office/office-client.ts';

export const setupCalls = officeClient(setupOfficeContract);

export const loadSetup = async () => valueOrThrow(await setupCalls.setup({}));
