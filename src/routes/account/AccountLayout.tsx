import { Link, Outlet, useLocation } from 'react-router';
import { AccountSkeleton } from '#domains/customers/account/ui/AccountSkeleton.tsx';
import '#domains/customers/account/ui/account.css';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { signInUrl } from '#domains/customers/identity/ui/sign-in-address.ts';

export const meta = () => [{ title: 'Your account · Cellardoor' }, { name: 'robots', content: 'noindex' }];

/** Navigation of the account. `routes.ts` maps each path to its page. */
const LINKS = [
  { to: '/account', label: 'Overview' },
  { to: '/account/orders', label: 'Orders' },
  { to: '/account/wine-clubs', label: 'Wine clubs' },
  { to: '/account/very-important-mofo', label: 'Loyalty' },
  { to: '/account/referral', label: 'Invite a friend' },
  { to: '/account/favourites', label: 'Favourites' },
  { to: '/account/addresses', label: 'Addresses' },
  { to: '/account/cards', label: 'Cards' },
  { to: '/account/credit', label: 'Credit and gift cards' },
  { to: '/account/profile', label: 'Your details' },
  { to: '/account/email', label: 'Change email' },
  { to: '/account/password', label: 'Change password' },
  { to: '/account/devices', label: 'Devices' },
  { to: '/account/privacy', label: 'Privacy' },
] as const;

/** Layout of all pages below /account [CONT-13] [CONT-24]. The server sends the skeleton; personal data loads in the browser. */
export default function AccountLayout() {
  const { user, isAuthenticated, isLoading, error } = useAuth();
  const { pathname } = useLocation();
  if (isAuthenticated) {
    const current = pathname.split('/').slice(0, 3).filter(Boolean).join('/').toLowerCase();
    return (
      <div className="container account-grid">
        <nav className="account-nav" aria-label="Account">
          <p className="label text-muted">{user?.name}</p>
          <ul>
            {LINKS.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} aria-current={to === `/${current}` ? 'page' : undefined}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="account-main">
          <Outlet />
        </div>
      </div>
    );
  }
  if (isLoading) return <AccountSkeleton />;
  return (
    <div className="container account-guest">
      <h1 className="heading-2">Your account</h1>
      <p className="intro">{error ?? 'Sign in to see your orders, addresses and cards.'}</p>
      <p>
        <a className="button button-primary" href={signInUrl(pathname)}>
          Sign in to your account
        </a>
      </p>
    </div>
  );
}
