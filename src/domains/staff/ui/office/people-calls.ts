/** The calls about staff, roles, keys and the activity log of the browser. */
import { staffContract } from '#domains/staff/office-contract.ts';
import { officeClient } from './office-client.ts';

export const peopleCalls = officeClient(staffContract);
