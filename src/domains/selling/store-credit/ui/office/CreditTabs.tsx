import { NavLink } from 'react-router';
import { creditTabs as text } from '#domains/selling/store-credit/messages/office.ts';

const TABS = [
  { to: '/gift-cards', label: text.giftCards },
  { to: '/credit', label: text.credit },
] as const;

/** Leads between gift cards and store credit. */
export function CreditTabs() {
  return (
    <nav className="screen-tabs" aria-label={text.label}>
      <ul>
        {TABS.map(({ to, label }) => (
          <li key={to}>
            <NavLink className="screen-tab" to={to} end>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
