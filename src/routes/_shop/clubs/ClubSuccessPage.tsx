import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { signInUrl, useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import type { MembershipView } from '#domains/selling/clubs/contract.ts';
import { joinResult } from '#domains/selling/clubs/model/joined-membership.ts';
import { useMemberships } from '#domains/selling/clubs/ui/club-calls.ts';
import { trackClubEvent } from '#domains/selling/clubs/ui/club-events.ts';
import { formatDay } from '#markets/market-day.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { titleMeta } from '#routes/_layout/page-title.ts';
import type { PageHandle } from '#routes/page-handle.ts';
import { fillMessage } from '#ui/fill-message.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { clubSuccessMessages as m } from './messages.ts';

export const handle = { cache: 'shared', robots: 'noindex' } satisfies PageHandle;

export const meta = titleMeta(m.title);

/** Returns the memberships of the customer: null until they are read, empty for guests and if reading fails. */
function usePersonalisedMemberships(): readonly MembershipView[] | null {
  const { isAuthenticated, isLoading } = useAuth();
  const { memberships } = useMemberships();
  const [read, setRead] = useState<readonly MembershipView[] | null>(null);
  useEffect(() => {
    if (isLoading) return;
    let ignore = false;
    const ask = async (): Promise<void> => {
      const result = isAuthenticated ? await memberships({}).catch(() => null) : null;
      if (!ignore) setRead(result?.ok ? result.value.data : []);
    };
    void ask();
    return () => {
      ignore = true;
    };
  }, [isAuthenticated, isLoading, memberships]);
  return read;
}

/** Reports each new membership to analytics once, even if the page is opened again. */
function trackOnce(membership: MembershipView, userId: string | undefined): void {
  const key = `clubJoined ${membership.id}`;
  if (sessionStorage.getItem(key)) return;
  sessionStorage.setItem(key, '1');
  const { club, frequency, variant } = membership;
  trackClubEvent('Club Joined', { club: club.name, frequency: frequency.label, variant: variant.label, value: variant.price, userId });
}

/** Confirmation of a new membership with its order and next delivery [CONT-7]. Shows it only to new members. */
export default function ClubSuccessPage() {
  const isHydrated = useHydrated();
  const { user, isAuthenticated } = useAuth();
  const [params] = useSearchParams();
  const own = usePersonalisedMemberships();
  const id = isHydrated ? params.get('membership') : null;
  const result = own && joinResult(own, id);
  const joined = result?.kind === 'joined' ? result.membership : null;
  const { sub } = user ?? {};
  useEffect(() => {
    if (joined && id !== null) trackOnce(joined, sub);
  }, [joined, id, sub]);
  return (
    <div className="container club-joined" aria-busy={result === null || undefined}>
      {joined && <Joined membership={joined} />}
      {result?.kind === 'unpaid' && <Unpaid membership={result.membership} />}
      {(result === null || result.kind === 'unknown') && <YourClubs isSignedIn={result === null || isAuthenticated} />}
    </div>
  );
}

function Joined({ membership: { club, variant, frequency, next, deliveries } }: { membership: MembershipView }) {
  const { market } = useMarketConfig();
  const first = deliveries.find(({ orderUrl }) => orderUrl !== null);
  return (
    <>
      <p className="label text-muted">{club.name}</p>
      <h1 className="heading-2">{m.joined}</h1>
      <p className="intro">
        {m.choice(variant.label, frequency.label.toLowerCase())}
        {first?.orderNumber && m.firstOrder(first.orderNumber)}
      </p>
      {next && (
        <p>
          {fillMessage(m.next, {
            total: <b className="num">{formatMoneyIn(market, next.total)}</b>,
            day: <b className="num">{formatDay(market, next.on)}</b>,
          })}
        </p>
      )}
      <p className="row">
        <Link className="button button-primary button-tall" to="/account/wine-clubs">
          {m.title}
        </Link>
        {first?.orderUrl && (
          <Link className="link link-lone" to={first.orderUrl}>
            {m.viewOrder}
          </Link>
        )}
      </p>
    </>
  );
}

/** The first payment was started but not completed. */
const Unpaid = ({ membership: { id, club } }: { membership: MembershipView }) => (
  <>
    <p className="label text-muted">{club.name}</p>
    <h1 className="heading-2">{m.unpaidTitle}</h1>
    <p className="intro">{m.unpaid}</p>
    <p className="row">
      <Link className="button button-primary button-tall" to={`/wine-clubs/checkout/return?${new URLSearchParams({ membership: id })}`}>
        {m.continueToPayment}
      </Link>
      <Link className="link link-lone" to="/account/wine-clubs">
        {m.title}
      </Link>
    </p>
  </>
);

/** Shown to guests, to customers without a membership, and while loading. */
const YourClubs = ({ isSignedIn }: { isSignedIn: boolean }) => (
  <>
    <h1 className="heading-2">{m.title}</h1>
    <p className="intro">{m.manage}</p>
    <p className="row">
      {isSignedIn ? (
        <Link className="button button-primary button-tall" to="/account/wine-clubs">
          {m.title}
        </Link>
      ) : (
        <a className="button button-primary button-tall" href={signInUrl('/account/wine-clubs')}>
          {m.signIn}
        </a>
      )}
      <Link className="link link-lone" to="/wine-clubs">
        {m.allClubs}
      </Link>
    </p>
  </>
);
