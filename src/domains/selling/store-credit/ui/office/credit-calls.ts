/** The store credit calls of the office's browser application. */
import { creditOfficeContract } from '#domains/selling/store-credit/office-contract.ts';
import { officeClient } from '#domains/staff/ui/office/office-client.ts';

export const creditCalls = officeClient(creditOfficeContract);
