/** The office call that sends several orders with their labels. */
import { z } from 'zod';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { MAX_LABEL_ORDERS } from './model/labels/label.ts';
import { MAX_CARRIER_LENGTH } from './model/office-order-forms.ts';

export const sendOrdersContract = officeCalls({
  sendOrders: {
    method: 'POST',
    reference: 'docs/decisions/0195-labels-of-parcels.md',
    permission: 'orders.ship',
    mutates: true,
    path: '/office/v1/orders/send',
    summary: 'Records that what is left of several orders left with their labels, each in a transaction of its own, and emails the buyers',
    input: z.object({
      ids: z.array(z.uuid()).min(1).max(MAX_LABEL_ORDERS),
      carrier: storableText(MAX_CARRIER_LENGTH).default('').describe('Who carries parcels whose labels the shop printed'),
      isPreview: z.boolean().default(false).describe('True to change nothing and return what would happen'),
    }),
    output: z.object({
      results: z.array(z.object({ id: z.uuid(), number: z.number().int().nullable(), isDone: z.boolean(), reason: z.string() })),
    }),
    errors: {},
  },
});
