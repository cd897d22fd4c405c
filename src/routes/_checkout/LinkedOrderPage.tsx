import { useState } from 'react';
import { data, Link, useSearchParams } from 'react-router';
import { linkedOrderMessages as m } from '#domains/selling/orders/messages/tracking.ts';
import { formatExpected } from '#domains/selling/orders/model/format-expected.ts';
import { orderDays } from '#domains/selling/orders/model/format-order-dates.ts';
import { trackingContract } from '#domains/selling/orders/tracking-contract.ts';
import { PlacedOrder } from '#domains/selling/orders/ui/PlacedOrder.tsx';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
import { formatInstant } from '#markets/format-instant.ts';
import { titleOf } from '#routes/_layout/page-title.ts';
import { telUrl } from '../links.ts';
import { pageContext } from '../page-context.ts';
import type { PageHandle } from '../page-handle.ts';
import type { Route } from './+types/LinkedOrderPage.ts';
import { titles } from './messages.ts';

export const handle = { cache: 'personal', robots: 'noindex' } satisfies PageHandle;

/** Loads the order that a link was emailed for. Null if the link has ended. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { transport, layout } = context.get(pageContext);
  const token = (new URL(request.url).searchParams.get('token') ?? '').slice(0, 200);
  const read = await client(trackingContract, transport).linkedOrder({ token });
  if (!read.ok) return data({ linked: null }, { status: 410 });
  const { data: order, seller, expectedDelivery, expiresAt } = read.value;
  return data({
    linked: {
      order,
      seller,
      days: orderDays(order),
      expected: expectedDelivery && formatExpected(expectedDelivery, order.market),
      until: formatInstant(order.market, new Date(expiresAt)),
      supportPhone: layout.supportPhone,
      supportAddress: telUrl(layout.supportPhone),
      licence: layout.licence,
    },
  });
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: titleOf(loaderData?.linked ? titles.order(loaderData.linked.order.number) : m.ended, matches) },
  { name: 'referrer', content: 'no-referrer' },
];

const tracking = client(trackingContract, fetchTransport());

const Ended = () => (
  <div className="container">
    <div className="narrow-page">
      <h1 className="heading-3">{m.ended}</h1>
      <p className="text-muted">{m.endedText}</p>
      <p>
        <Link className="button button-primary" to="/track-order">
          {m.newLink}
        </Link>
      </p>
    </div>
  </div>
);

/** An order by a link that expires [ORD-20]. */
export default function LinkedOrderPage({ loaderData: { linked } }: Route.ComponentProps) {
  const token = useSearchParams()[0].get('token') ?? '';
  const [state, setState] = useState<'works' | 'ending' | 'failed' | 'ended'>('works');
  if (linked === null || state === 'ended') return <Ended />;
  const end = async (): Promise<void> => {
    setState('ending');
    const result = await tracking.endOrderLink({ token }).catch(() => null);
    setState(result?.ok ? 'ended' : 'failed');
  };
  const { until, ...placed } = linked;
  const documentUrl = (file: string) => `/track-order/${file}?token=${encodeURIComponent(token)}`;
  return (
    <PlacedOrder {...placed} documentUrl={documentUrl} claimUrl={documentUrl('claim')}>
      <p className="small text-muted no-print">
        {m.worksUntil(until)}{' '}
        <button type="button" className="link needs-script" disabled={state === 'ending'} onClick={() => void end()}>
          {m.end}
        </button>
      </p>
      {state === 'failed' && (
        <p className="field-error" role="alert">
          {m.endFailed}
        </p>
      )}
    </PlacedOrder>
  );
}
