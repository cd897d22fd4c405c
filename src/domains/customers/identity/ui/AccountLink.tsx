import { type MouseEvent, Suspense } from 'react';
import { useLocation, useRouteError } from 'react-router';
import { Icon } from '#ui/Icon.tsx';
import { lazyComponent } from '#ui/lazy-component.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import { useAuth } from './auth-context.ts';
import { signInUrl } from './sign-in-address.ts';

const AccountMenu = lazyComponent(() => import('./AccountMenu.tsx'));

/** In the masthead: the way in, or the account's menu. */
export function AccountLink({ isHere }: { isHere: boolean }) {
  const { isAuthenticated, login } = useAuth();
  const { pathname, search } = useLocation();
  // A page that is not there must not show in its bytes which one was asked for; nor is the query part of shared bytes.
  const hasFailed = Boolean(useRouteError());
  const isAlive = useHydrated();
  // Keyed, so that another page closes the menu.
  if (isAuthenticated)
    return (
      <Suspense fallback={null}>
        <AccountMenu key={pathname} />
      </Suspense>
    );
  const here = isAlive ? pathname + search : hasFailed ? '/' : pathname;
  // Pages of another origin do not know this one's sign-in, so the protocol leads there and back.
  const redirectToProvider = (event: MouseEvent): void => {
    event.preventDefault();
    void login(here);
  };
  return (
    <a className="acct-link" href={signInUrl(here)} onClick={isHere ? undefined : redirectToProvider}>
      <Icon name="person" />
      <span>Sign in</span>
    </a>
  );
}
