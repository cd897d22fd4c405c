import type { Permission } from '#domains/staff/model/permissions.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { systemTabs } from '#domains/system/messages/office.ts';
import { ScreenTabs } from '#ui/office/ScreenTabs.tsx';

const TABS: readonly { readonly to: string; readonly label: string; readonly permission: Permission }[] = [
  { to: '/system', label: systemTabs.health, permission: 'system.read' },
  { to: '/system/jobs', label: systemTabs.jobs, permission: 'system.read' },
  { to: '/system/mail', label: systemTabs.mail, permission: 'system.read' },
  { to: '/system/webhooks', label: systemTabs.webhooks, permission: 'system.read' },
  { to: '/system/errors', label: systemTabs.errors, permission: 'system.read' },
  { to: '/system/disputes', label: systemTabs.disputes, permission: 'orders.read' },
];

/** Leads between the system screens that the person may open. */
export function SystemTabs() {
  const may = useMay();
  return <ScreenTabs label={systemTabs.label} tabs={TABS.filter(({ permission }) => may(permission))} />;
}
