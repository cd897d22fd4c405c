import { type MouseEvent, Suspense } from 'react';
import { useLocation, useRouteError } from 'react-router';
import { Icon } from '#ui/Icon.tsx';
import { lazyComponent } from '#ui/lazy-component.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import { accountLinkMessages } from '../messages/account-link.ts';
import { signInUrl, useAuth } from './auth-context.ts';

const AccountMenu = lazyComponent(() => import('./AccountMenu.tsx'));

/** Link to the sign-in page, or the account menu, in the site header. */
export function AccountLink({ isHere }: { isHere: boolean }) {
  const { isAuthenticated, login } = useAuth();
  const { pathname, search } = useLocation();
  // Error pages are shared, so they must contain neither the path nor the query of a request.
  const hasFailed = Boolean(useRouteError());
  const isHydrated = useHydrated();
  // The key closes the menu on navigation.
  if (isAuthenticated)
    return (
      <Suspense fallback={null}>
        <AccountMenu key={pathname} />
      </Suspense>
    );
  const here = isHydrated ? pathname + search : hasFailed ? '/' : pathname;
  // Pages of another origin do not know this origin's session, so the protocol redirects there and back.
  const redirectToProvider = (event: MouseEvent): void => {
    event.preventDefault();
    void login(here);
  };
  return (
    <a className="account-link" href={signInUrl(here)} onClick={isHere ? undefined : redirectToProvider}>
      <Icon name="person" />
      <span>{accountLinkMessages.signIn}</span>
    </a>
  );
}
