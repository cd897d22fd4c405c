import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { signInUrl } from '#domains/customers/identity/ui/sign-in-address.ts';
import { lazyComponent } from '#ui/lazy-component.ts';
import { AccountSkeleton } from './AccountSkeleton.tsx';
import './account.css';

export const meta = () => [{ title: 'Your account · Cellardoor' }, { name: 'robots', content: 'noindex' }];

const AccountSections = lazyComponent(() => import('./AccountSections.tsx'));

/** Everything below /account. The server sends its shape only; the rest is loaded and read in the browser (SPEC.md §2). */
export default function AccountPage() {
  const { isAuthenticated, isLoading, error } = useAuth();
  const { pathname } = useLocation();
  if (isAuthenticated)
    return (
      <Suspense fallback={<AccountSkeleton />}>
        <AccountSections />
      </Suspense>
    );
  if (isLoading) return <AccountSkeleton />;
  return (
    <div className="wrap acct-guest">
      <h1 className="d52">Your account</h1>
      <p className="lede">{error ?? 'Sign in to see your orders, addresses and cards.'}</p>
      <p>
        <a className="btn btn-fill" href={signInUrl(pathname)}>
          Sign in to your account
        </a>
      </p>
    </div>
  );
}
