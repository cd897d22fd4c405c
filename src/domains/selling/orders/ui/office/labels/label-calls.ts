/** The calls about labels of the office's browser application. */
import { labelOfficeContract } from '#domains/selling/orders/labels-contract.ts';
import { officeClient } from '#domains/staff/ui/office/office-client.ts';

export const labelCalls = officeClient(labelOfficeContract);
