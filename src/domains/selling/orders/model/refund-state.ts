/** What became of the refund that belongs to a change of an order. */
import { z } from 'zod';

/** `intended`: the gateway has not answered yet, and a job asks again. */
export const refundState = z.enum(['none', 'intended', 'done', 'refused']);
export type RefundState = z.output<typeof refundState>;
