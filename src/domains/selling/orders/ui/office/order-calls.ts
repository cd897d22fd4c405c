/** The order calls of the office's browser application. */

import { collectionOfficeContract } from '#domains/selling/orders/collection-office-contract.ts';
import { deliveryOfficeContract } from '#domains/selling/orders/delivery-office-contract.ts';
import { orderOfficeContract } from '#domains/selling/orders/office-contract.ts';
import { officeClient } from '#domains/staff/ui/office/office-client.ts';

export const orderCalls = officeClient(orderOfficeContract);
export const deliveryCalls = officeClient(deliveryOfficeContract);
export const collectionCalls = officeClient(collectionOfficeContract);
