/** The loader of an order. */
import type { LoaderFunctionArgs } from 'react-router';
import { valueOrThrow } from '#domains/staff/ui/office/load-call.ts';
import { orderCalls } from './order-calls.ts';

export const loadOrder = async ({ params }: LoaderFunctionArgs) => valueOrThrow(await orderCalls.order({ id: params.id ?? '' }));
