import { Link } from 'react-router';
import { useAuth } from '../../identity/web/auth-context.ts';
import { Loading } from './Loading.tsx';
import { OrderRows } from './OrderRows.tsx';
import { type AccountCalls, useLoaded } from './use-account.ts';

const ask = (calls: AccountCalls) => calls.orders({});
const RECENT = 3;

/** The account at a glance: name, tier, and the last orders. */
export function OverviewSection() {
  const { user, logout } = useAuth();
  const orders = useLoaded(ask);
  return (
    <>
      <p className="label quiet">{user?.email}</p>
      <h1 className="d52">Hello, {user?.given_name || user?.name}</h1>
      <p className="lede">Your tier is {tierWord(user?.loyalty_tier ?? 'GREEN')}.</p>
      <section className="acct-sec">
        <h2 className="d28">Last orders</h2>
        <Loading from={orders}>{({ data }) => <OrderRows orders={data.slice(0, RECENT)} />}</Loading>
        <Link className="link link-lone" to="/account/orders">
          All your orders
        </Link>
      </section>
      <p className="acct-sec">
        <button type="button" className="btn btn-line" onClick={() => void logout()}>
          Sign out of this shop
        </button>
      </p>
    </>
  );
}

/** `GOLD` as it is read: Gold. */
const tierWord = (tier: string): string => tier.charAt(0) + tier.slice(1).toLowerCase();
