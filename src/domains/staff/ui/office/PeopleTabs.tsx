import { NavLink } from 'react-router';
import { peopleTabs } from '#domains/staff/messages/people.ts';

const TABS = [
  { to: '/staff', label: peopleTabs.staff },
  { to: '/staff/roles', label: peopleTabs.roles },
  { to: '/staff/activity', label: peopleTabs.activity },
] as const;

/** Leads between people, roles and the activity log. */
export function PeopleTabs() {
  return (
    <nav className="screen-tabs" aria-label={peopleTabs.label}>
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
