/** The calls of draft orders of the office's browser application. */
import { draftOrderOfficeContract } from '#domains/selling/draft-orders/office-contract.ts';
import { officeClient } from '#domains/staff/ui/office/office-client.ts';

export const draftCalls = officeClient(draftOrderOfficeContract);
