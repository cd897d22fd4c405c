import { Suspense } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { accountPageLabels as labels, accountMessages as m } from '#domains/customers/account/messages.ts';
import { AccountSkeleton, RowsSkeleton } from '#domains/customers/account/ui/AccountSkeleton.tsx';
import { signInUrl, useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { titleMeta } from '#routes/_layout/page-title.ts';
import type { PageHandle } from '../page-handle.ts';

export const handle = { cache: 'shared', robots: 'noindex', prefetch: false } satisfies PageHandle;

export const meta = titleMeta(m.pageTitle);

/** Navigation of the account. */
const LINKS = [
  { to: '/account', label: labels.overview },
  { to: '/account/orders', label: labels.orders },
  { to: '/account/wine-clubs', label: labels.clubs },
  { to: '/account/very-important-mofo', label: labels.loyalty },
  { to: '/account/referral', label: labels.referral },
  { to: '/account/favourites', label: labels.favourites },
  { to: '/account/addresses', label: labels.addresses },
  { to: '/account/cards', label: labels.cards },
  { to: '/account/credit', label: labels.credit },
  { to: '/account/profile', label: labels.profile },
  { to: '/account/email', label: labels.email },
  { to: '/account/password', label: labels.password },
  { to: '/account/devices', label: labels.sessions },
  { to: '/account/privacy', label: labels.privacy },
] as const;

/** Layout of all pages below /account [ACC-1, CONT-13, CONT-24]. The server sends the skeleton; personal data loads in the browser. */
export default function AccountLayout() {
  const { user, isAuthenticated, isLoading, error } = useAuth();
  const { pathname } = useLocation();
  if (isAuthenticated) {
    const current = pathname.split('/').slice(0, 3).filter(Boolean).join('/').toLowerCase();
    return (
      <div className="container account-grid">
        <nav className="account-nav" aria-label={m.navigation}>
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
          <Suspense fallback={<RowsSkeleton />}>
            <Outlet />
          </Suspense>
        </div>
      </div>
    );
  }
  if (isLoading) return <AccountSkeleton />;
  return (
    <div className="container account-guest">
      <h1 className="heading-2">{m.title}</h1>
      <p className="intro">{error ?? m.guest}</p>
      <p>
        <a className="button button-primary" href={signInUrl(pathname)}>
          {m.signIn}
        </a>
      </p>
    </div>
  );
}
