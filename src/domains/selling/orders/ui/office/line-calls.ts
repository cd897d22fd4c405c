/** The calls about the items of an order. Apart from the other calls, because only the dialog needs them. */
import { linesOfficeContract } from '#domains/selling/orders/lines-office-contract.ts';
import { officeClient } from '#domains/staff/ui/office/office-client.ts';

export const lineCalls = officeClient(linesOfficeContract);
