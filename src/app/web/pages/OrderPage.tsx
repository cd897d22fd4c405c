import { data } from 'react-router';
import { orderContract } from '../../../orders/contract.ts';
import { orderDays } from '../../../orders/order-days.ts';
import { PlacedOrder } from '../../../orders/web/PlacedOrder.tsx';
import { client } from '../../../platform/client.ts';
import { telUrl } from '../../shop-links.ts';
import { pageContext } from '../page-context.ts';
import type { Route } from './+types/OrderPage.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { transport, frame } = context.get(pageContext);
  const read = await client(orderContract, transport).order({ id: params.id });
  if (!read.ok) throw data(null, { status: 404 });
  const { data: order, seller } = read.value;
  return {
    order,
    days: orderDays(order),
    seller,
    supportPhone: frame.supportPhone,
    supportAddress: telUrl(frame.supportPhone),
    licence: frame.licence,
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Order #${loaderData.order.number} · Cellardoor` : 'Not found · Cellardoor' },
  { name: 'robots', content: 'noindex' },
];

export default function OrderPage({ loaderData }: Route.ComponentProps) {
  return <PlacedOrder {...loaderData} />;
}
