/** The calls about the records of clubs of the office's browser application. */
import { clubRecordOfficeContract } from '#domains/selling/clubs/club-record-office-contract.ts';
import { officeClient } from '#domains/staff/ui/office/office-client.ts';

export const clubRecordCalls = officeClient(clubRecordOfficeContract);
