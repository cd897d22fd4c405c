import { NavLink } from 'react-router';
import { stockTabs as text } from '#domains/selling/stock/messages/sheets.ts';

const TABS = [
  { to: '/stock', label: text.stock },
  { to: '/stock/deliveries', label: text.deliveries },
  { to: '/stock/counts', label: text.counts },
] as const;

/** Leads between stock, deliveries and counts. */
export function StockTabs() {
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
