import { data } from 'react-router';
import { orderContract } from '#domains/selling/orders/contract.ts';
import { formatExpected } from '#domains/selling/orders/model/format-expected.ts';
import { orderDays } from '#domains/selling/orders/model/format-order-dates.ts';
import { PlacedOrder } from '#domains/selling/orders/ui/PlacedOrder.tsx';
import { client } from '#lib/client.ts';
import { titleOf } from '#routes/_layout/page-title.ts';
import { telUrl } from '../links.ts';
import { pageContext } from '../page-context.ts';
import type { PageHandle } from '../page-handle.ts';
import type { Route } from './+types/OrderPage.ts';
import { titles } from './messages.ts';

export const handle = { cache: 'personal', robots: 'noindex' } satisfies PageHandle;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { transport, layout } = context.get(pageContext);
  const read = await client(orderContract, transport).order({ id: params.id });
  if (!read.ok) throw data(null, { status: 404 });
  const { data: order, seller, expectedDelivery } = read.value;
  return {
    order,
    days: orderDays(order),
    expected: expectedDelivery && formatExpected(expectedDelivery, order.market),
    seller,
    supportPhone: layout.supportPhone,
    supportAddress: telUrl(layout.supportPhone),
    licence: layout.licence,
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: titleOf(loaderData ? titles.order(loaderData.order.number) : titles.orderNotFound, matches) },
];

export default function OrderPage({ loaderData }: Route.ComponentProps) {
  return (
    <PlacedOrder
      {...loaderData}
      documentUrl={(file) => `/order/${loaderData.order.id}/${file}`}
      claimUrl={`/order/${loaderData.order.id}/claim`}
    />
  );
}
