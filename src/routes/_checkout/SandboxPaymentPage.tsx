import { data } from 'react-router';
import { gatewayContract } from '#domains/selling/payments/sandbox/contract.ts';
import { PaymentPage } from '#domains/selling/payments/sandbox/ui/PaymentPage.tsx';
import { client } from '#lib/client.ts';
import { pageContext } from '../page-context.ts';
import type { PageHandle } from '../page-handle.ts';
import type { Route } from './+types/SandboxPaymentPage.ts';
import { titles } from './messages.ts';

export const handle = { cache: 'personal', robots: 'noindex' } satisfies PageHandle;

export async function loader({ context, params }: Route.LoaderArgs) {
  const read = await client(gatewayContract, context.get(pageContext).transport).read({ id: params.id });
  if (!read.ok) throw data(null, { status: 404 });
  return read.value.data;
}

export const meta: Route.MetaFunction = () => [{ title: titles.sandboxPayment }];

/** Payment page of the sandbox gateway. Has no layout of the shop, because a gateway is another company. */
export default function SandboxPaymentPage({ loaderData }: Route.ComponentProps) {
  return (
    <main id="main" tabIndex={-1}>
      <PaymentPage key={loaderData.id} loaded={loaderData} />
    </main>
  );
}
