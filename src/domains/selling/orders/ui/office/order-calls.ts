/** The order calls of the office's browser application. */

import { orderOfficeContract } from '#domains/selling/orders/office-contract.ts';
import { officeClient } from '#domains/staff/ui/office/office-client.ts';

export const orderCalls = officeClient(orderOfficeContract);
