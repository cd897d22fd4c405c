/** What staff may do. Roles are sets of these; every office call names one (office-call.ts). */

export interface PermissionDefinition {
  /** Heading under which the roles page lists it. */
  readonly group: 'Orders' | 'Catalogue' | 'Customers' | 'Marketing' | 'Clubs' | 'Finance' | 'Shop';
  /** Completes “May …”. */
  readonly label: string;
}

export const PERMISSIONS = {
  'orders.read': { group: 'Orders', label: 'see orders' },
  'orders.write': { group: 'Orders', label: 'add notes and tags to orders and resend their emails' },
  'orders.create': { group: 'Orders', label: 'take orders by phone' },
  'orders.ship': { group: 'Orders', label: 'ship orders' },
  'orders.refund': { group: 'Orders', label: 'refund orders up to the role’s limit' },
  'orders.cancel': { group: 'Orders', label: 'cancel orders' },
  'orders.export': { group: 'Orders', label: 'export orders' },
  'catalogue.read': { group: 'Catalogue', label: 'see wines, prices and stock' },
  'catalogue.write': { group: 'Catalogue', label: 'change wines, prices and pictures' },
  'pictures.write': { group: 'Catalogue', label: 'upload, describe and remove pictures' },
  'catalogue.import': { group: 'Catalogue', label: 'import and undo imports' },
  'stock.write': { group: 'Catalogue', label: 'receive, count and adjust stock' },
  'customers.read': { group: 'Customers', label: 'see customers' },
  'customers.write': { group: 'Customers', label: 'change customers and add notes' },
  'customers.export': { group: 'Customers', label: 'export personal data' },
  'customers.erase': { group: 'Customers', label: 'merge and erase customers' },
  'credit.read': { group: 'Finance', label: 'see gift cards and store credit' },
  'credit.write': { group: 'Finance', label: 'issue and void gift cards and grant store credit, up to the role’s limit' },
  'credit.reveal': { group: 'Finance', label: 'see the full codes of gift cards' },
  'credit.export': { group: 'Finance', label: 'export gift cards and store credit' },
  'clubs.read': { group: 'Clubs', label: 'see clubs and members' },
  'clubs.write': { group: 'Clubs', label: 'change clubs, and skip or pause for members' },
  'pages.read': { group: 'Marketing', label: 'see pages' },
  'pages.write': { group: 'Marketing', label: 'edit and schedule pages' },
  'inbox.read': { group: 'Customers', label: 'read what visitors sent by forms' },
  'inbox.write': { group: 'Customers', label: 'mark messages of forms as handled and add notes' },
  'promotions.read': { group: 'Marketing', label: 'see promotions' },
  'reports.read': { group: 'Finance', label: 'see reports and charts' },
  'settings.read': { group: 'Shop', label: 'see settings' },
  'settings.write': { group: 'Shop', label: 'change settings' },
  'settings.payments': { group: 'Shop', label: 'change payment gateways and keys of integrations' },
  'staff.read': { group: 'Shop', label: 'see staff, roles and the activity log' },
  'staff.write': { group: 'Shop', label: 'invite staff and change roles' },
  'system.read': { group: 'Shop', label: 'see jobs, webhooks, mail and errors' },
  'system.write': { group: 'Shop', label: 'run and retry jobs' },
} as const satisfies Record<string, PermissionDefinition>;

export type Permission = keyof typeof PERMISSIONS;

export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as readonly Permission[];

/** Returns true if a text names a permission. */
export const isPermission = (name: string): name is Permission => Object.hasOwn(PERMISSIONS, name);
