/** The calls about outcomes of the office's browser application. */
import { outcomeOfficeContract } from '#domains/selling/orders/outcomes-contract.ts';
import { officeClient } from '#domains/staff/ui/office/office-client.ts';

export const outcomeCalls = officeClient(outcomeOfficeContract);
