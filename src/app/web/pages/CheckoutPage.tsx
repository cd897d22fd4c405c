import { data, redirect, useRouteError, useSearchParams } from 'react-router';
import { checkoutCalls } from '../../../checkout/contract.ts';
import { todayIn } from '../../../checkout/market-day.ts';
import { Checkout } from '../../../checkout/web/Checkout.tsx';
import { CheckoutEnded } from '../../../checkout/web/CheckoutEnded.tsx';
import { client } from '../../../platform/client.ts';
import { pageContext } from '../page-context.ts';
import type { Route } from './+types/CheckoutPage.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { transport, site, frame } = context.get(pageContext);
  const read = await client(checkoutCalls, transport).read({ token: params.token });
  if (!read.ok) throw data(read.code, { status: read.status === 410 ? 410 : 404 });
  const view = read.value.data;
  if (view.orderUrl !== null) throw redirect(view.orderUrl);
  return { view, today: todayIn(site.market, new Date()), licence: frame.licence };
}

export const meta: Route.MetaFunction = () => [{ title: 'Checkout · Cellardoor' }, { name: 'robots', content: 'noindex' }];

/** `?payment=cancelled`: back from a payment that was given up. */
const useIsCancelled = (): boolean => useSearchParams()[0].get('payment') === 'cancelled';

export default function CheckoutPage({ loaderData, params }: Route.ComponentProps) {
  return <Checkout key={params.token} token={params.token} {...loaderData} isCancelled={useIsCancelled()} />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const isCancelled = useIsCancelled();
  if (typeof error === 'object' && error !== null && 'status' in error && error.status === 410)
    return <CheckoutEnded isCancelled={isCancelled} />;
  throw error;
}
