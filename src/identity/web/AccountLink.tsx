import { type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation, useRouteError } from 'react-router';
import { Icon } from '../../ui/web/Icon.tsx';
import { useHydrated } from '../../ui/web/use-hydrated.ts';
import { useAuth } from './auth-context.ts';

/** `/auth/login?returnTo=/wines`: a plain link, so that signing in works without JavaScript. */
export const signInAddress = (returnTo: string): string =>
  returnTo === '/' || /^\/auth[/-]/.test(returnTo) ? '/auth/login' : `/auth/login?${new URLSearchParams({ returnTo })}`;

/** In the masthead: the way in, or the account's menu. */
export function AccountLink({ isHere }: { isHere: boolean }) {
  const { isAuthenticated, login } = useAuth();
  const { pathname, search } = useLocation();
  // A page that is not there must not show in its bytes which one was asked for; nor is the query part of shared bytes.
  const hasFailed = useRouteError() !== undefined;
  const isAlive = useHydrated();
  // Keyed, so that another page closes the menu.
  if (isAuthenticated) return <AccountMenu key={pathname} />;
  const here = isAlive ? pathname + search : hasFailed ? '/' : pathname;
  // Pages of another origin do not know this one's sign-in, so the protocol leads there and back.
  const goElsewhere = (event: MouseEvent): void => {
    event.preventDefault();
    void login(here);
  };
  return (
    <a className="acct-link" href={signInAddress(here)} onClick={isHere ? undefined : goElsewhere}>
      <Icon name="person" />
      <span>Sign in</span>
    </a>
  );
}

function AccountMenu() {
  const { user, logout } = useAuth();
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    const outside = (event: PointerEvent): void => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setOpen(false);
    };
    const closeByKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('keydown', closeByKey);
    };
  }, [isOpen]);
  return (
    <div className="acct-menu" ref={frame}>
      <button
        type="button"
        ref={button}
        className="acct-link"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={`Account, ${user?.name ?? ''}`}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="person" />
        <span>{user?.given_name || 'Account'}</span>
      </button>
      <ul id={id} hidden={!isOpen}>
        <li>
          <Link to="/account">Account</Link>
        </li>
        <li>
          <Link to="/account/orders">Orders</Link>
        </li>
        <li>
          <button type="button" onClick={() => void logout()}>
            Sign out
          </button>
        </li>
      </ul>
    </div>
  );
}
