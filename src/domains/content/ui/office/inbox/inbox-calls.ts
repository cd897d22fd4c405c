/** The inbox calls of the office's browser application. */
import { inboxOfficeContract } from '#domains/content/inbox-office-contract.ts';
import { officeClient } from '#domains/staff/ui/office/office-client.ts';

export const inboxCalls = officeClient(inboxOfficeContract);
