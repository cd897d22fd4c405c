/** The loader of an order. */
import { recordLoader } from '#domains/staff/ui/office/load-call.ts';
import { orderCalls } from './order-calls.ts';

export const loadOrder = recordLoader(({ params }) => orderCalls.order({ id: params.id ?? '' }));
