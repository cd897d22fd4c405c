import { peopleTabs } from '#domains/staff/messages/people.ts';
import { ScreenTabs } from '#ui/office/ScreenTabs.tsx';

const TABS = [
  { to: '/staff', label: peopleTabs.staff },
  { to: '/staff/roles', label: peopleTabs.roles },
  { to: '/staff/activity', label: peopleTabs.activity },
] as const;

/** Leads between people, roles and the activity log. */
export function PeopleTabs() {
  return <ScreenTabs label={peopleTabs.label} tabs={TABS} />;
}
