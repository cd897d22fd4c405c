import { Link } from 'react-router';
import type { AuthUser } from '#domains/customers/identity/model/auth-user.ts';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { RowsSkeleton } from './AccountSkeleton.tsx';
import { AsyncContent } from './AsyncContent.tsx';
import { PlaceLines } from './FormattedAddress.tsx';
import { OrderRows } from './OrderRows.tsx';
import { type AccountCalls, useQuery } from './use-account.ts';

const ask = (calls: AccountCalls) => calls.orders({});
const RECENT = 3;

/** Overview of the account: name, tier and latest orders. */
export default function OverviewSection() {
  const { user, logout } = useAuth();
  const orders = useQuery('orders', ask);
  return (
    <>
      <p className="label text-muted">{user?.email}</p>
      <h1 className="heading-2">Hello, {user?.given_name || user?.name}</h1>
      <p className="intro">You’re a {formatTier(user?.loyalty_tier ?? 'GREEN')} member.</p>
      <section className="account-sec">
        <h2 className="heading-4">Recent orders</h2>
        <AsyncContent from={orders}>
          {({ data }) => (
            <>
              <OrderRows orders={data.slice(0, RECENT)} />
              {data.length > 0 && (
                <Link className="link link-lone" to="/account/orders">
                  View all orders
                </Link>
              )}
            </>
          )}
        </AsyncContent>
      </section>
      {user && <AccountDetails user={user} />}
      <p className="account-sec">
        <button type="button" className="button button-outline" onClick={() => void logout()}>
          Sign out
        </button>
      </p>
    </>
  );
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
        <h2 className="heading-4">Default address</h2>
        {address ? <PlaceLines market={market} address={address} /> : <p className="text-muted">No address yet.</p>}
        <Link className="link link-lone" to="/account/addresses">
          {address ? 'Your addresses' : 'Add an address'}
        </Link>
      </section>
      <section>
        <h2 className="heading-4">Default card</h2>
        {card ? (
          <p>
            {card.brand} ending in {card.last4}
          </p>
        ) : (
          <p className="text-muted">No card yet.</p>
        )}
        {card && (
          <Link className="link link-lone" to="/account/cards">
            Your cards
          </Link>
        )}
      </section>
    </div>
  );
}

/** `GOLD` → `Gold`. */
const formatTier = (tier: string): string => tier.charAt(0) + tier.slice(1).toLowerCase();
