import { useParams, useSearchParams } from 'react-router';
import { claimMessages as m } from '#domains/selling/claims/messages/claims.ts';
import { titleMeta } from '#routes/_layout/page-title.ts';
import { lazyComponent } from '#ui/lazy-component.ts';
import type { PageHandle } from '../page-handle.ts';

export const handle = { cache: 'personal', robots: 'noindex' } satisfies PageHandle;

export const meta = titleMeta(m.title, [{ name: 'referrer', content: 'no-referrer' }]);

/** The form needs the customer's token, so the browser loads what it shows. */
const ClaimForm = lazyComponent(() => import('#domains/selling/claims/ui/ClaimSection.tsx'));

/** What is wrong with an order, for its customer, for a guest who has its id, or by a link [ORD-22]. */
export default function ClaimPage() {
  const { id } = useParams();
  const token = useSearchParams()[0].get('token') ?? '';
  return (
    <div className="container">
      <div className="narrow-page">
        <ClaimForm
          order={id ?? token}
          backTo={id === undefined ? `/track-order/order?token=${encodeURIComponent(token)}` : `/order/${id}`}
        />
        <noscript>
          <p>{m.noScript}</p>
        </noscript>
      </div>
    </div>
  );
}
