/** Office calls that change the delivery of an order before it is sent. */
import { z } from 'zod';
import { deliveryChoices } from '#domains/selling/checkout/contract.ts';
import { CHANGED_MEANWHILE } from '#domains/staff/messages/errors.ts';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { OFFICE_ORDER_ERRORS } from './messages/office-errors.ts';
import { deliveryFields, timingFields } from './model/office-order-forms.ts';
import { officeOrder, refundedOrder } from './office-contract.ts';

const SHARED = { reference: 'docs/decisions/0199-delivery-changes.md', permission: 'orders.write' } as const;
const { NOT_FOUND, ACTION_REFUSED, OVER_LIMIT, DELIVERY_INVALID } = OFFICE_ORDER_ERRORS;
const id = z.uuid();
const event = z.number().int().min(1).describe('Event of the change');

export const deliveryOfficeContract = officeCalls({
  deliveryCharge: {
    ...SHARED,
    method: 'GET',
    mutates: false,
    path: '/office/v1/orders/delivery/charge',
    summary: 'Compares the delivery charge of an order with that of another place',
    input: z.object({ id, state: z.string().trim().max(3).default(''), postcode: z.string().trim().max(10).default('') }),
    output: z.object({
      difference: z.number().describe('By how much delivery there costs more today. Negative if it costs less'),
      refundable: z.number().describe('Part of a lower charge that can be refunded'),
    }),
    errors: NOT_FOUND,
  },
  deliveryDays: {
    ...SHARED,
    method: 'GET',
    mutates: false,
    path: '/office/v1/orders/delivery/days',
    summary: 'Returns the days on which an order may be delivered now, and until when it may be held',
    input: z.object({ id, postcode: z.string().trim().max(10).default('') }),
    output: z.object({ offer: deliveryChoices.nullable().describe('Null if no day can be chosen there') }),
    errors: NOT_FOUND,
  },
  changeDelivery: {
    ...SHARED,
    method: 'POST',
    mutates: true,
    path: '/office/v1/orders/delivery',
    summary: 'Changes recipient, address, instructions and gift message of an order that was not sent, and emails the buyer',
    input: z.object({
      id,
      version: z.coerce.number().int().min(0).describe('`version` of the order that was shown'),
      ...deliveryFields.shape,
      ...timingFields.shape,
      shopPays: z.boolean().default(false).describe('True if the shop pays what a dearer delivery costs more. Required if it costs more'),
      refundsDifference: z.boolean().default(false).describe('True to refund a lower delivery charge. Needs permission to refund orders'),
    }),
    output: refundedOrder.extend({ event }),
    errors: { ...NOT_FOUND, ...CHANGED_MEANWHILE, ...ACTION_REFUSED, ...OVER_LIMIT, ...DELIVERY_INVALID },
  },
  restoreDelivery: {
    ...SHARED,
    method: 'POST',
    mutates: true,
    path: '/office/v1/orders/delivery/restore',
    summary: 'Takes a change of the delivery back, if nothing has happened to the order since, and emails the buyer',
    input: z.object({ id, event }),
    output: officeOrder,
    errors: { ...NOT_FOUND, ...ACTION_REFUSED },
  },
});
