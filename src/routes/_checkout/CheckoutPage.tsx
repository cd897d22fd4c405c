import { data, redirect, useSearchParams } from 'react-router';
import { checkoutContract } from '#domains/selling/checkout/contract.ts';
import { Checkout } from '#domains/selling/checkout/ui/Checkout.tsx';
import { CheckoutExpired } from '#domains/selling/checkout/ui/CheckoutExpired.tsx';
import { client } from '#lib/client.ts';
import { todayIn } from '#markets/market-day.ts';
import { titleMeta } from '#routes/_layout/page-title.ts';
import { pageContext } from '../page-context.ts';
import type { PageHandle } from '../page-handle.ts';
import type { Route } from './+types/CheckoutPage.ts';
import { titles } from './messages.ts';

export const handle = { cache: 'personal', robots: 'noindex' } satisfies PageHandle;

/** Loads the open checkout. Null if it has expired. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { transport, site, layout } = context.get(pageContext);
  const read = await client(checkoutContract, transport).read({ token: params.token });
  if (!read.ok && read.code === 'checkout_expired') return data(null, { status: 410 });
  if (!read.ok) throw data(null, { status: 404 });
  const view = read.value.data;
  if (view.orderUrl !== null) throw redirect(view.orderUrl);
  return data({ view, today: todayIn(site.market, new Date()), licence: layout.licence });
}

export const meta = titleMeta(titles.checkout);

export default function CheckoutPage({ loaderData, params }: Route.ComponentProps) {
  // `?payment=cancelled`: the shopper returned from a cancelled payment.
  const isCancelled = useSearchParams()[0].get('payment') === 'cancelled';
  if (!loaderData) return <CheckoutExpired isCancelled={isCancelled} />;
  return <Checkout key={params.token} token={params.token} {...loaderData} isCancelled={isCancelled} />;
}
