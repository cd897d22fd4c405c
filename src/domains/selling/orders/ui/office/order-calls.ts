/** The order calls of the office's browser application. */

import { deliveryOfficeContract } from '#domains/selling/orders/delivery-office-contract.ts';
import { orderOfficeContract } from '#domains/selling/orders/office-contract.ts';
import { officeClient } from '#domains/staff/ui/office/office-client.ts';

export const orderCalls = officeClient(orderOfficeContract);
export const deliveryCalls = officeClient(deliveryOfficeContract);
