import { useCallback } from 'react';
import { Link } from 'react-router';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { useMemberships } from '#domains/selling/clubs/ui/club-calls.ts';
import type { MembershipChange } from '#domains/selling/clubs/ui/MembershipActions.tsx';
import { MembershipCard } from '#domains/selling/clubs/ui/MembershipCard.tsx';
import { todayIn } from '#markets/market-day.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { AddedCard } from './AddedCard.tsx';
import { AsyncContent, Refusal } from './AsyncContent.tsx';
import { type AccountCalls, useAnswer, useMutation, useQuery } from './use-account.ts';
import { useAddCard } from './use-add-card.ts';

/** The customer's wine clubs: next and past shipments, and changes of the membership. */
export default function WineClubsSection() {
  const { market } = useMarketConfig();
  const { user } = useAuth();
  const customerID = user?.customerId ?? 0;
  const calls = useMemberships();
  const memberships = useAnswer(
    'memberships',
    useCallback(() => calls.memberships({}), [calls]),
  );
  const addresses = useQuery(
    'addresses',
    useCallback((from: AccountCalls) => from.addresses({ customerID }), [customerID]),
  );
  const cards = useQuery(
    'cards',
    useCallback((from: AccountCalls) => from.instruments({ customerID }), [customerID]),
  );
  const { isSubmitting, error, run } = useMutation();
  const adding = useAddCard();

  const change = async (made: MembershipChange): Promise<boolean> => {
    let isMade = false;
    await run(
      () => made(calls),
      ({ data: changed }) => {
        isMade = true;
        memberships.replace({ data: (memberships.value?.data ?? []).map((each) => (each.id === changed.id ? changed : each)) });
      },
    );
    return isMade;
  };

  return (
    <>
      <h1 className="heading-3">Wine clubs</h1>
      <AddedCard
        onKept={() => {
          cards.again();
          memberships.again();
        }}
      />
      <Refusal text={error ?? adding.error} />
      <AsyncContent from={memberships}>
        {({ data }) =>
          data.length === 0 ? (
            <div className="account-rows">
              <p className="intro">You are in no club yet. A case comes when you say so, and stops when you say so.</p>
              <p>
                <Link className="button button-primary" to="/wine-clubs">
                  See the wine clubs
                </Link>
              </p>
            </div>
          ) : (
            <>
              {data.map((membership) => (
                <MembershipCard
                  key={membership.id}
                  membership={membership}
                  addresses={addresses.value?.data ?? []}
                  cards={cards.value?.data ?? []}
                  today={todayIn(market, new Date())}
                  isSubmitting={isSubmitting || adding.isSubmitting}
                  onChange={change}
                  onNewCard={adding.add}
                />
              ))}
              <p className="account-sec">
                <Link className="link link-lone" to="/wine-clubs">
                  All wine clubs
                </Link>
              </p>
            </>
          )
        }
      </AsyncContent>
    </>
  );
}
