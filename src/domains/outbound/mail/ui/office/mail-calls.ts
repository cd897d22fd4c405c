/** The calls about emails of the office's browser application. */
import { mailOfficeContract } from '#domains/outbound/mail/office-contract.ts';
import { officeClient } from '#domains/staff/ui/office/office-client.ts';

export const mailCalls = officeClient(mailOfficeContract);
