import { useCallback } from 'react';
import { Link } from 'react-router';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { useMemberships } from '#domains/selling/clubs/ui/club-calls.ts';
import type { MembershipChange } from '#domains/selling/clubs/ui/MembershipActions.tsx';
import { MembershipCard } from '#domains/selling/clubs/ui/MembershipCard.tsx';
import { todayIn } from '#markets/market-day.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { accountPageLabels, clubMessages as m } from '../messages.ts';
import { AddedCard, useAddCard } from './AddedCard.tsx';
import { AsyncContent, ErrorMessage } from './AsyncContent.tsx';
import { type AccountCalls, useCachedResult, useMutation, useQuery } from './use-account.ts';

/** The customer's wine clubs: next and past shipments, and changes of the membership. */
export default function WineClubsSection() {
  const { market } = useMarketConfig();
  const { user } = useAuth();
  const customerID = user?.customerId ?? 0;
  const calls = useMemberships();
  const memberships = useCachedResult(
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
      <h1 className="heading-3">{accountPageLabels.clubs}</h1>
      <AddedCard
        onSaved={() => {
          cards.reload();
          memberships.reload();
        }}
      />
      <ErrorMessage text={error ?? adding.error} />
      <AsyncContent from={memberships}>
        {({ data }) =>
          data.length === 0 ? (
            <div className="account-rows">
              <p className="intro">{m.empty}</p>
              <p>
                <Link className="button button-primary" to="/wine-clubs">
                  {m.browse}
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
                  {m.all}
                </Link>
              </p>
            </>
          )
        }
      </AsyncContent>
    </>
  );
}
