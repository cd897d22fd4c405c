/** The club calls of the office's browser application. */
import { clubOfficeContract } from '#domains/selling/clubs/office-contract.ts';
import { officeClient } from '#domains/staff/ui/office/office-client.ts';

export const memberCalls = officeClient(clubOfficeContract);
