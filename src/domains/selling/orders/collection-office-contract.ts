/** Office calls about orders that are collected in a store. */
import { z } from 'zod';
import { CHANGED_MEANWHILE } from '#domains/staff/messages/errors.ts';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { HAND_OVER_ERRORS } from './messages/collection.ts';
import { OFFICE_ORDER_ERRORS } from './messages/office-errors.ts';
import { officeOrder } from './office-contract.ts';

const MAX_CODE_LENGTH = 20;
const { NOT_FOUND, ACTION_REFUSED } = OFFICE_ORDER_ERRORS;
const SHARED = {
  method: 'POST',
  reference: 'docs/decisions/0203-collection-and-delivery-days.md',
  permission: 'orders.ship',
  mutates: true,
  output: officeOrder,
} as const;
const seen = { id: z.uuid(), version: z.coerce.number().int().min(0).describe('`version` of the order that was shown') };

export const collectionOfficeContract = officeCalls({
  makeReady: {
    ...SHARED,
    path: '/office/v1/orders/ready',
    summary: 'Marks an order as ready to collect and emails the buyer the collection code',
    input: z.object(seen),
    errors: { ...NOT_FOUND, ...CHANGED_MEANWHILE, ...ACTION_REFUSED },
  },
  handOver: {
    ...SHARED,
    path: '/office/v1/orders/hand-over',
    summary: 'Hands an order over in the store, after a check of code or name and of age, and completes it',
    input: z.object({
      ...seen,
      code: z.string().trim().max(MAX_CODE_LENGTH).default('').describe('Collection code of the buyer. Empty if the name was checked'),
      nameChecked: z.boolean().default(false).describe('True if the name on a photo ID is the buyer’s'),
      ageChecked: z.boolean().default(false).describe('Has to be true: proof of age was seen'),
    }),
    errors: { ...NOT_FOUND, ...CHANGED_MEANWHILE, ...ACTION_REFUSED, ...HAND_OVER_ERRORS },
  },
});
