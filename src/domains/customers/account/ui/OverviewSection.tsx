import { Link } from 'react-router';
import type { AuthUser } from '#domains/customers/identity/model/auth-user.ts';
import { DEFAULT_TIER } from '#domains/customers/identity/model/tiers.ts';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { loyaltyContract } from '#domains/customers/loyalty/contract.ts';
import { tierName } from '#domains/customers/loyalty/model/programme-values.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { cardMessages, overviewMessages as m } from '../messages.ts';
import { RowsSkeleton } from './AccountSkeleton.tsx';
import { AsyncContent } from './AsyncContent.tsx';
import { FormattedAddress } from './FormattedAddress.tsx';
import { OrderRows } from './OrderRows.tsx';
import { type AccountCalls, useCachedResult, useQuery } from './use-account.ts';

const load = (calls: AccountCalls) => calls.orders({});
const loadProgramme = () => client(loyaltyContract, fetchTransport()).config({});
const RECENT = 3;

/** Overview of the account: name, tier and latest orders. */
export default function OverviewSection() {
  const { user, logout } = useAuth();
  const orders = useQuery('orders', load);
  return (
    <>
      <p className="label text-muted">{user?.email}</p>
      <h1 className="heading-2">{m.greeting(user?.given_name || user?.name || '')}</h1>
      <TierLine tier={user?.loyalty_tier ?? DEFAULT_TIER} />
      <section className="account-sec">
        <h2 className="heading-4">{m.recentOrders}</h2>
        <AsyncContent from={orders}>
          {({ data }) => (
            <>
              <OrderRows orders={data.slice(0, RECENT)} />
              {data.length > 0 && (
                <Link className="link link-lone" to="/account/orders">
                  {m.allOrders}
                </Link>
              )}
            </>
          )}
        </AsyncContent>
      </section>
      {user && <AccountDetails user={user} />}
      <p className="account-sec">
        <button type="button" className="button button-outline" onClick={() => void logout()}>
          {m.signOut}
        </button>
      </p>
    </>
  );
}

/** The customer's tier by the name that the retailer gave it. Its line is empty until the programme is here. */
function TierLine({ tier }: { tier: string }) {
  const { value, error } = useCachedResult('programme', loadProgramme);
  return <p className="intro">{value === null && error === null ? '\u00a0' : m.tier(tierName(value, tier))}</p>;
}

/** Default address and card. */
function AccountDetails({ user: { addresses, stored_instruments: cards } }: { user: AuthUser }) {
  const { market } = useMarketConfig();
  if (!addresses || !cards) return <RowsSkeleton />;
  const address = addresses.find(({ isDefault }) => isDefault);
  const [card] = cards;
  return (
    <div className="account-sec account-pair">
      <section>
        <h2 className="heading-4">{m.defaultAddress}</h2>
        {address ? <FormattedAddress market={market} address={address} /> : <p className="text-muted">{m.noAddress}</p>}
        <Link className="link link-lone" to="/account/addresses">
          {address ? m.addresses : m.addAddress}
        </Link>
      </section>
      <section>
        <h2 className="heading-4">{m.defaultCard}</h2>
        {card ? <p>{cardMessages.name(card.brand, card.last4)}</p> : <p className="text-muted">{m.noCard}</p>}
        {card && (
          <Link className="link link-lone" to="/account/cards">
            {m.cards}
          </Link>
        )}
      </section>
    </div>
  );
}
