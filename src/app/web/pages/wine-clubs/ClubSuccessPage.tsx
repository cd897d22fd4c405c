import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { moneyIn } from '../../../../checkout/sums.ts';
import { useAuth } from '../../../../identity/web/auth-context.ts';
import { signInAddress } from '../../../../identity/web/sign-in-address.ts';
import { useMarketFacts } from '../../../../market/web/market-context.tsx';
import { useHydrated } from '../../../../ui/web/use-hydrated.ts';
import type { MembershipView } from '../../../../wine-club/contract.ts';
import { dayWords } from '../../../../wine-club/day-words.ts';
import { useMemberships } from '../../../../wine-club/web/club-calls.ts';
import { tellClub } from '../../../../wine-club/web/club-events.ts';
import '../../../../wine-club/web/club.css';
import type { Route } from './+types/ClubSuccessPage.ts';

export const meta: Route.MetaFunction = () => [{ title: 'You have joined · Cellardoor' }, { name: 'robots', content: 'noindex' }];

/** The memberships of whoever is signed in; null until they are read, and where they cannot be. */
function useOwnMemberships(): readonly MembershipView[] | null {
  const { isAuthenticated } = useAuth();
  const { memberships } = useMemberships();
  const [read, setRead] = useState<readonly MembershipView[] | null>(null);
  useEffect(() => {
    let isLate = false;
    const ask = async (): Promise<void> => {
      const answer = isAuthenticated ? await memberships({}).catch(() => null) : null;
      if (!isLate) setRead(answer?.ok ? answer.value.data : null);
    };
    void ask();
    return () => {
      isLate = true;
    };
  }, [isAuthenticated, memberships]);
  return read;
}

/** Each joining is told of once, however often this page is looked at. */
function tellOnce(membership: MembershipView, userId: string | undefined): void {
  const key = `clubJoined ${membership.id}`;
  if (sessionStorage.getItem(key)) return;
  sessionStorage.setItem(key, '1');
  const { club, frequency, variant } = membership;
  tellClub('Club Joined', { club: club.name, frequency: frequency.label, variant: variant.label, value: variant.price, userId });
}

/** After joining: thanks, the order, when the next case comes and what can be done about it. */
export default function ClubSuccessPage() {
  const isAlive = useHydrated();
  const { user, isLoading, isAuthenticated } = useAuth();
  const [params] = useSearchParams();
  const own = useOwnMemberships();
  const id = isAlive ? params.get('membership') : null;
  const joined = own?.find((membership) => membership.id === id) ?? (id === null ? own?.[0] : undefined);
  const { sub } = user ?? {};
  useEffect(() => {
    if (joined && id !== null) tellOnce(joined, sub);
  }, [joined, id, sub]);
  return (
    <div className="wrap club-joined">{joined ? <Joined membership={joined} /> : <Thanks isKnown={isAuthenticated || isLoading} />}</div>
  );
}

function Joined({ membership: { club, variant, frequency, next, deliveries } }: { membership: MembershipView }) {
  const { market } = useMarketFacts();
  const first = deliveries.find(({ orderUrl }) => orderUrl !== null);
  return (
    <>
      <p className="label quiet">{club.name}</p>
      <h1 className="d52">You’re in. The first case is being packed.</h1>
      <p className="lede">
        {variant.label}, {frequency.label.toLowerCase()}.{first?.orderNumber && ` Your first case is order #${first.orderNumber}.`}
      </p>
      {next && (
        <p>
          The next one is charged and sent on <b className="num">{dayWords(market, next.on)}</b>, for{' '}
          <b className="num">{moneyIn(market, next.total)}</b>. We write to you before it, so that you can skip it, swap it or let it come.
        </p>
      )}
      <p className="row">
        <Link className="btn btn-fill btn-tall" to="/account/wine-clubs">
          Your wine clubs
        </Link>
        {first?.orderUrl && (
          <Link className="link link-lone" to={first.orderUrl}>
            See the order
          </Link>
        )}
      </p>
    </>
  );
}

/** What a visitor reads of whom nothing is known, or not yet. */
const Thanks = ({ isKnown }: { isKnown: boolean }) => (
  <>
    <h1 className="d52">Welcome to the club</h1>
    <p className="lede">Your account has your memberships: when the next case comes, and how to skip, pause, swap or stop.</p>
    <p className="row">
      {isKnown ? (
        <Link className="btn btn-fill btn-tall" to="/account/wine-clubs">
          Your wine clubs
        </Link>
      ) : (
        <a className="btn btn-fill btn-tall" href={signInAddress('/account/wine-clubs')}>
          Sign in to see them
        </a>
      )}
      <Link className="link link-lone" to="/wine-clubs">
        All wine clubs
      </Link>
    </p>
  </>
);
