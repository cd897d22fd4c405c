/** The screens of the rail, in groups, with the permission that each needs. A screen that does not exist yet is not listed. */
import type { RAIL_LABELS } from '#domains/staff/messages/office.ts';
import type { Permission } from '#domains/staff/model/permissions.ts';
import type { OfficeIconName } from '#ui/office/OfficeIcon.tsx';

export interface OfficeScreen {
  readonly to: string;
  readonly name: keyof typeof RAIL_LABELS;
  readonly icon: OfficeIconName;
  /** Null for screens that everyone may open. */
  readonly permission: Permission | null;
  /** True for screens that another one leads to: the command palette has them, the rail does not. */
  readonly isInner?: true;
}

export const SCREENS: readonly (readonly OfficeScreen[])[] = [
  [
    { to: '/today', name: 'today', icon: 'today', permission: null },
    { to: '/orders', name: 'orders', icon: 'orders', permission: 'orders.read' },
    { to: '/draft-orders', name: 'draftOrders', icon: 'orders', permission: 'orders.create', isInner: true },
    { to: '/claims', name: 'claims', icon: 'warning', permission: 'orders.read' },
    { to: '/claims/report', name: 'claimReport', icon: 'warning', permission: 'reports.read', isInner: true },
  ],
  [
    { to: '/wines', name: 'wines', icon: 'wines', permission: 'catalogue.read' },
    { to: '/stock', name: 'stock', icon: 'stock', permission: 'catalogue.read' },
    { to: '/stock/deliveries', name: 'deliveries', icon: 'van', permission: 'catalogue.read', isInner: true },
    { to: '/stock/counts', name: 'counts', icon: 'barcode', permission: 'catalogue.read', isInner: true },
    { to: '/imports', name: 'imports', icon: 'imports', permission: 'catalogue.import' },
    { to: '/pictures', name: 'pictures', icon: 'pictures', permission: 'catalogue.read' },
  ],
  [
    { to: '/customers', name: 'customers', icon: 'customers', permission: 'customers.read' },
    { to: '/clubs', name: 'clubs', icon: 'clubs', permission: 'clubs.read' },
    { to: '/clubs/records', name: 'clubRecords', icon: 'clubs', permission: 'clubs.read', isInner: true },
    { to: '/gift-cards', name: 'giftCards', icon: 'cards', permission: 'credit.read' },
    { to: '/credit', name: 'credit', icon: 'wallet', permission: 'credit.read', isInner: true },
  ],
  [
    { to: '/pages', name: 'pages', icon: 'pages', permission: 'pages.read' },
    { to: '/menus', name: 'menus', icon: 'menu', permission: 'pages.read', isInner: true },
    { to: '/redirects', name: 'redirects', icon: 'right', permission: 'pages.read', isInner: true },
    { to: '/inbox', name: 'inbox', icon: 'mail', permission: 'inbox.read' },
  ],
  [
    { to: '/settings', name: 'settings', icon: 'settings', permission: 'settings.read' },
    { to: '/setup', name: 'setup', icon: 'tick', permission: 'settings.read', isInner: true },
    { to: '/staff', name: 'staff', icon: 'staff', permission: 'staff.read' },
    { to: '/staff/roles', name: 'roles', icon: 'key', permission: 'staff.read', isInner: true },
    { to: '/staff/activity', name: 'activity', icon: 'note', permission: 'staff.read', isInner: true },
    { to: '/system', name: 'system', icon: 'system', permission: 'system.read' },
    { to: '/system/jobs', name: 'jobs', icon: 'refresh', permission: 'system.read', isInner: true },
    { to: '/system/mail', name: 'mail', icon: 'mail', permission: 'system.read', isInner: true },
    { to: '/system/webhooks', name: 'webhooks', icon: 'external', permission: 'system.read', isInner: true },
    { to: '/system/errors', name: 'errors', icon: 'warning', permission: 'system.read', isInner: true },
    { to: '/system/disputes', name: 'disputes', icon: 'wallet', permission: 'orders.read', isInner: true },
  ],
];
