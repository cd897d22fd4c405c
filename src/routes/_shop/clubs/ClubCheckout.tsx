import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useAccountClient } from '#domains/customers/account/ui/use-account.ts';
import type { AuthUser } from '#domains/customers/identity/model/auth-user.ts';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import type { CheckoutDetails, SavedAddress, SavedCard } from '#domains/selling/checkout/contract.ts';
import { NO_ADDRESS } from '#domains/selling/checkout/model/ordered-details.ts';
import type { ClubView } from '#domains/selling/clubs/model/club-view.ts';
import { clubs, useMemberships } from '#domains/selling/clubs/ui/club-calls.ts';
import { JoinClub } from '#domains/selling/clubs/ui/JoinClub.tsx';
import { todayIn } from '#markets/market-day.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ClubSkeleton } from './ClubSkeleton.tsx';
import { clubCheckoutMessages as m } from './messages.ts';

export interface ClubJoiningProps {
  readonly slug: string;
  /** Selected variant. Default: the first one that is available. */
  readonly variantId: string;
  readonly frequencyId: string;
}

interface Read {
  readonly club: ClubView;
  readonly addresses: readonly SavedAddress[];
  readonly cards: readonly SavedCard[];
}

/** Returns the initial values of the form: the default address with the name of the account. */
function detailsOf(user: AuthUser, addresses: readonly SavedAddress[]): CheckoutDetails {
  const { id: _, isDefault: __, ...address } = addresses.find(({ isDefault }) => isDefault) ?? addresses[0] ?? { id: 0, isDefault: false };
  return {
    email: user.email,
    firstName: user.given_name,
    lastName: user.family_name,
    phone: '',
    ...NO_ADDRESS,
    ...address,
  };
}

/** Club checkout of a signed-in customer. If reading fails, "Try again" reads everything again. */
export default function ClubJoining(props: ClubJoiningProps) {
  const [iteration, setRound] = useState(0);
  return <ReadAndJoin key={iteration} {...props} again={() => setRound(iteration + 1)} />;
}

/** Reads the club and the stored data of the account, then shows the form. */
function ReadAndJoin({ slug, variantId, frequencyId, again }: ClubJoiningProps & { readonly again: () => void }) {
  const { user } = useAuth();
  const { market } = useMarketConfig();
  const account = useAccountClient();
  const memberships = useMemberships();
  const customerID = user?.customerId ?? 0;
  const [read, setRead] = useState<Read | 'missing' | 'failed' | null>(null);

  useEffect(() => {
    let ignore = false;
    const ask = async (): Promise<Read | 'missing' | 'failed'> => {
      const [club, addresses, cards] = await Promise.all([
        clubs.club({ slug: slug.slice(0, 64) }),
        account.addresses({ customerID }),
        account.instruments({ customerID }),
      ]);
      if (!club.ok && (club.code === 'club_not_found' || club.code === 'invalid_input')) return 'missing';
      if (!club.ok || !addresses.ok || !cards.ok) return 'failed';
      return { club: club.value.data, addresses: addresses.value.data, cards: cards.value.data };
    };
    void ask()
      .catch(() => 'failed' as const)
      .then((found) => {
        if (!ignore) setRead(found);
      });
    return () => {
      ignore = true;
    };
  }, [slug, account, customerID]);

  if (read === null || !user) return <ClubSkeleton />;
  if (read === 'failed') return <NotRead again={again} />;
  if (read === 'missing') return <NoClub title={m.notFoundTitle} reason={m.notFound} />;
  const { club, addresses, cards } = read;
  const variant = club.variants.find(({ id }) => id === variantId) ?? club.variants.find((each) => each.case?.isSoldOut === false);
  const frequency = club.frequencies.find(({ id }) => id === frequencyId) ?? club.frequencies[0];
  if (club.isClosed) return <NoClub title={m.closedTitle} reason={m.closed(club.name)} />;
  if (!club.isOpen) return <NoClub title={m.notOpenTitle} reason={m.full(club.name)} />;
  if (!variant || !frequency) return <NoClub title={m.notOpenTitle} reason={m.soldOut} />;
  return (
    <JoinClub
      market={market}
      club={club}
      variantId={variant.id}
      frequencyId={frequency.id}
      details={detailsOf(user, addresses)}
      addresses={addresses}
      cards={cards}
      today={todayIn(market, new Date())}
      calls={memberships}
    />
  );
}

const NoClub = ({ title, reason }: { title: string; reason: string }) => (
  <div className="container">
    <EmptyState
      drawing="door"
      level={1}
      title={title}
      action={
        <Link className="button button-primary" to="/wine-clubs">
          {m.seeClubs}
        </Link>
      }
    >
      <p>{m.notCharged(reason)}</p>
    </EmptyState>
  </div>
);

const NotRead = ({ again }: { again: () => void }) => (
  <div className="container">
    <EmptyState
      drawing="door"
      level={1}
      title={m.failedTitle}
      action={
        <button type="button" className="button button-primary" onClick={again}>
          {m.tryAgain}
        </button>
      }
    >
      <p>{m.failed}</p>
    </EmptyState>
  </div>
);
