/** The loader of a customer. The market is in the query, because one person may be known in several. */
import type { LoaderFunctionArgs } from 'react-router';
import { valueOrThrow } from '#domains/staff/ui/office/load-call.ts';
import { MARKETS } from '#markets/market.ts';
import { customerCalls } from './customer-calls.ts';

export const loadCustomer = async ({ params, request }: LoaderFunctionArgs) => {
  const named = new URL(request.url).searchParams.get('market');
  const market = MARKETS.find((one) => one === named);
  return valueOrThrow(await customerCalls.customer({ key: params.key ?? '', ...(market === undefined ? {} : { market }) }));
};
