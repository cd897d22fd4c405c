/** Office calls about what became of shipments at the door. */
import { z } from 'zod';
import { CHANGED_MEANWHILE } from '#domains/staff/messages/errors.ts';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { isoTime } from '#domains/staff/model/records.ts';
import { OUTCOME_ERRORS } from './messages/outcomes.ts';
import { OUTCOMES, REFUSAL_REASONS } from './model/outcome.ts';

const REFERENCE = 'docs/decisions/0196-outcomes-of-deliveries.md';
const { NOT_FOUND, NOT_POSSIBLE, ORDER_CHANGED, REASON, DAY } = OUTCOME_ERRORS;
const outcomeId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

export const outcomeView = z.object({
  id: outcomeId,
  shipmentId: z.uuid(),
  outcome: z.enum(OUTCOMES),
  reason: z.enum(REFUSAL_REASONS).or(z.literal('')),
  day: z.iso.date(),
  actor: z.string(),
  at: isoTime,
});

const WRITE = { method: 'POST', reference: REFERENCE, permission: 'orders.ship', mutates: true } as const;

export const outcomeOfficeContract = officeCalls({
  recordOutcome: {
    ...WRITE,
    path: '/office/v1/outcomes/record',
    summary: 'Records that a shipment was delivered, refused at the door or returned. The last delivery completes the order',
    input: z.object({
      shipmentId: z.uuid(),
      outcome: z.enum(OUTCOMES),
      reason: z.enum(REFUSAL_REASONS).or(z.literal('')).default('').describe('Needed for a refusal'),
      day: z.iso.date().describe('In the time zone of the market'),
      seen: outcomeId.nullable().describe('Last outcome of the shipment that was shown'),
    }),
    output: z.object({ id: outcomeId }),
    errors: { ...NOT_FOUND, ...NOT_POSSIBLE, ...REASON, ...DAY, ...CHANGED_MEANWHILE },
  },
  undoOutcome: {
    ...WRITE,
    path: '/office/v1/outcomes/undo',
    summary: 'Takes the last outcome of a shipment back, and the completion of its order with it. The record keeps both',
    input: z.object({ id: outcomeId }),
    output: z.object({}),
    errors: { ...NOT_FOUND, ...NOT_POSSIBLE, ...ORDER_CHANGED },
  },
  exportOutcomes: {
    method: 'POST',
    reference: REFERENCE,
    mutates: true,
    handlesRepeats: true,
    permission: 'orders.export',
    path: '/office/v1/outcomes/export',
    summary: 'Returns the record of deliveries as CSV, up to 20,000 entries, the latest first. It is recorded in the activity log',
    input: z.object({ from: z.iso.date(), to: z.iso.date() }),
    output: z.object({ csv: z.string(), rows: z.number().int() }),
    errors: {},
  },
});
