import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Icon } from '#ui/Icon.tsx';
import { accountMenuMessages as m } from '../messages/account-menu.ts';
import { useAuth } from './auth-context.ts';

/** Account menu in the site header. Escape, a press elsewhere and navigation close it. */
export default function AccountMenu() {
  const { user, logout } = useAuth();
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    const outside = (event: PointerEvent): void => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) setOpen(false);
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
    <div className="account-menu" ref={menu}>
      <button
        type="button"
        ref={button}
        className="account-link"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={m.label(user?.name ?? '')}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="person" />
        <span>{user?.given_name || m.account}</span>
      </button>
      <ul id={id} hidden={!isOpen}>
        <li>
          <Link to="/account">{m.account}</Link>
        </li>
        <li>
          <Link to="/account/orders">{m.orders}</Link>
        </li>
        <li>
          <Link to="/account/wine-clubs">{m.clubs}</Link>
        </li>
        <li>
          <Link to="/account/favourites">{m.favourites}</Link>
        </li>
        <li>
          <button type="button" onClick={() => void logout()}>
            {m.signOut}
          </button>
        </li>
      </ul>
    </div>
  );
}
