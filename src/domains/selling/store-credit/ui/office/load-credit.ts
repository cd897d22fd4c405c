/** The loaders of the list of store credit and of one customer's account. */
import type { LoaderFunctionArgs } from 'react-router';
import { valueOrThrow } from '#domains/staff/ui/office/load-call.ts';
import { DEFAULT_MARKET, MARKETS } from '#markets/market.ts';
import { listLoader } from '#ui/office/grid/list-loader.ts';
import { creditCalls } from './credit-calls.ts';
import { CREDIT_LIMITS } from './credit-list-spec.tsx';

const list = listLoader(CREDIT_LIMITS, (input, limit) => creditCalls.creditEntries({ ...input, limit }));

export const revalidateCreditList = list.shouldRevalidate;

export async function loadCreditList(args: LoaderFunctionArgs) {
  const [page, liability] = await Promise.all([list.loader(args), creditCalls.creditLiability({})]);
  return { ...page, liability: liability.ok ? liability.value.markets : [] };
}

export const loadCredit = async ({ params }: LoaderFunctionArgs) =>
  valueOrThrow(
    await creditCalls.credit({
      customerId: params.customer ?? '',
      market: MARKETS.find((market) => market === params.market) ?? DEFAULT_MARKET,
    }),
  );
