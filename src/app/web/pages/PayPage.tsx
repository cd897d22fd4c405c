import { data } from 'react-router';
import { client } from '../../../platform/client.ts';
import { gatewayContract } from '../../../sandbox-gateway/contract.ts';
import { PaymentPage } from '../../../sandbox-gateway/web/PaymentPage.tsx';
import { pageContext } from '../page-context.ts';
import type { Route } from './+types/PayPage.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  const read = await client(gatewayContract, context.get(pageContext).transport).read({ id: params.id });
  if (!read.ok) throw data(null, { status: 404 });
  return read.value.data;
}

export const meta: Route.MetaFunction = () => [{ title: 'Payment · Sandbox gateway' }, { name: 'robots', content: 'noindex' }];

export default function PayPage({ loaderData }: Route.ComponentProps) {
  return <PaymentPage key={loaderData.id} loaded={loaderData} />;
}
