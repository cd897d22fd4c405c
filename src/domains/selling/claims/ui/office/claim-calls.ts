/** The claim calls of the office's browser application. */
import { claimOfficeContract } from '#domains/selling/claims/office-contract.ts';
import { officeClient } from '#domains/staff/ui/office/office-client.ts';

export const claimCalls = officeClient(claimOfficeContract);
