/** Office calls that change the items of an order before they are sent. */
import { z } from 'zod';
import { CHANGED_MEANWHILE } from '#domains/staff/messages/errors.ts';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { OFFICE_ORDER_ERRORS } from './messages/office-errors.ts';
import { knowsGiven } from './model/office-order-forms.ts';
import { refundedOrder } from './office-contract.ts';

const SHARED = {
  method: 'POST',
  mutates: true,
  reference: 'docs/decisions/0205-changes-of-items.md',
  permission: 'orders.refund',
} as const;
const { NOT_FOUND, ACTION_REFUSED, OVER_LIMIT } = OFFICE_ORDER_ERRORS;
const id = z.uuid();
const lines = z
  .array(
    z.object({
      position: z.number().int().min(0).max(9_999),
      quantity: z.number().int().min(0).max(99_999).describe('Cases of the line that are to be sent'),
    }),
  )
  .min(1)
  .max(500)
  .describe('Lines that are left out stay');

export const linesOfficeContract = officeCalls({
  previewLines: {
    ...SHARED,
    // Changes nothing. The guards of changes apply, because the lines do not fit into a query.
    handlesRepeats: true,
    path: '/office/v1/orders/lines/preview',
    summary: 'Returns what fewer cases of an order would refund, without changing it',
    input: z.object({ id, lines }),
    output: z.object({
      amount: z.number().describe('What was paid for the cases, after discounts'),
      toCard: z.number().describe('The rest goes to gift cards and store credit'),
      left: z.number().describe('What stays paid'),
      restocked: z.number().int().describe('Cases that go back on sale'),
      needsStepUp: z.boolean(),
      isOverLimit: z.boolean(),
      limit: z.number().nullable(),
    }),
    errors: { ...NOT_FOUND, ...ACTION_REFUSED },
  },
  changeLines: {
    ...SHARED,
    path: '/office/v1/orders/lines',
    summary: 'Takes cases that were not sent out of an order, refunds them and emails the buyer',
    input: z.object({
      id,
      version: z.coerce.number().int().min(0).describe('`version` of the order that was shown'),
      lines,
      reason: storableText(200).default(''),
      knowsGiven,
    }),
    output: refundedOrder,
    errors: { ...NOT_FOUND, ...CHANGED_MEANWHILE, ...ACTION_REFUSED, ...OVER_LIMIT },
  },
});
