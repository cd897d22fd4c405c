/** What the command palette can do: actions that open a screen with its dialog or form, that the open record offers, or that run at once. */
import { PALETTE_ACTIONS, paletteActionMessages as text } from '#domains/staff/messages/palette-actions.ts';
import type { Permission } from '#domains/staff/model/permissions.ts';
import type { PaletteCommand } from '#ui/office/CommandPalette.tsx';
import type { OfficeIconName } from '#ui/office/OfficeIcon.tsx';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { actionPath, isOffered, startOffered } from '#ui/office/screen-actions.ts';
import { applyTheme } from '#ui/office/theme.ts';
import { SCREENS } from './screens.ts';

export type PaletteActionName = keyof typeof PALETTE_ACTIONS;

interface PaletteTools {
  /** Shows the screen at a path. */
  readonly open: (path: string) => void;
  readonly signOut: () => void;
}

export interface PaletteAction {
  readonly icon: OfficeIconName;
  /** What the action's button requires. Null for actions that everyone may do. */
  readonly permission: Permission | null;
  /**
   * `form`: the path is the form's own. `dialog`: the screen at the path starts with it. `record`: listed while a record at the path
   * offers it. `now`: runs at once.
   */
  readonly start:
    | { readonly form: string }
    | { readonly dialog: string }
    | { readonly record: string }
    | { readonly now: (tools: PaletteTools) => void };
}

async function copyAddress(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    toastDone(text.copied);
  } catch {
    toastFailed(text.notCopied);
  }
}

const ORDER = { record: '/orders/:id' };
const WINE = { record: '/wines/:id' };
const CUSTOMER = { record: '/customers/:key' };
const CLAIM = { record: '/claims/:id' };
const STOCK_ITEM = { record: '/stock/:id' };
const MEMBER = { record: '/clubs/members/:id' };
const GIFT_CARD = { record: '/gift-cards/:id' };
const STAFF_MEMBER = { record: '/staff/:id' };

/** In the order of the list: actions of records first. */
export const ACTIONS: Readonly<Record<PaletteActionName, PaletteAction>> = {
  packOrder: { icon: 'barcode', permission: 'orders.ship', start: ORDER },
  shipOrder: { icon: 'van', permission: 'orders.ship', start: ORDER },
  refundOrder: { icon: 'refund', permission: 'orders.refund', start: ORDER },
  noteOrder: { icon: 'note', permission: 'orders.write', start: ORDER },
  printOrder: { icon: 'print', permission: 'orders.read', start: ORDER },
  changeDelivery: { icon: 'van', permission: 'orders.write', start: ORDER },
  editItems: { icon: 'orders', permission: 'orders.refund', start: ORDER },
  addWines: { icon: 'plus', permission: 'orders.create', start: ORDER },
  duplicateOrder: { icon: 'copy', permission: 'orders.create', start: ORDER },
  cancelOrder: { icon: 'close', permission: 'orders.cancel', start: ORDER },
  decideClaim: { icon: 'tick', permission: 'orders.refund', start: CLAIM },
  adjustStock: { icon: 'stock', permission: 'stock.write', start: STOCK_ITEM },
  countStock: { icon: 'barcode', permission: 'stock.write', start: STOCK_ITEM },
  setThreshold: { icon: 'warning', permission: 'stock.write', start: STOCK_ITEM },
  setBin: { icon: 'stock', permission: 'stock.write', start: STOCK_ITEM },
  nextVintage: { icon: 'right', permission: 'catalogue.write', start: WINE },
  duplicateWine: { icon: 'copy', permission: 'catalogue.write', start: WINE },
  endSale: { icon: 'close', permission: 'catalogue.write', start: WINE },
  editCustomer: { icon: 'person', permission: 'customers.write', start: CUSTOMER },
  noteCustomer: { icon: 'note', permission: 'customers.write', start: CUSTOMER },
  addAddress: { icon: 'plus', permission: 'customers.write', start: CUSTOMER },
  changeEmail: { icon: 'mail', permission: 'customers.write', start: CUSTOMER },
  sendPasswordReset: { icon: 'key', permission: 'customers.write', start: CUSTOMER },
  exportCustomer: { icon: 'download', permission: 'customers.export', start: CUSTOMER },
  mergeCustomer: { icon: 'customers', permission: 'customers.erase', start: CUSTOMER },
  skipCase: { icon: 'skip', permission: 'clubs.write', start: MEMBER },
  pauseMember: { icon: 'pause', permission: 'clubs.write', start: MEMBER },
  resumeMember: { icon: 'play', permission: 'clubs.write', start: MEMBER },
  swapMember: { icon: 'wines', permission: 'clubs.write', start: MEMBER },
  cancelMember: { icon: 'close', permission: 'clubs.write', start: MEMBER },
  chargeMember: { icon: 'cards', permission: 'clubs.write', start: MEMBER },
  sendGiftCard: { icon: 'mail', permission: 'credit.write', start: GIFT_CARD },
  voidGiftCard: { icon: 'close', permission: 'credit.write', start: GIFT_CARD },
  resetFactor: { icon: 'key', permission: 'staff.write', start: STAFF_MEMBER },
  suspendStaff: { icon: 'close', permission: 'staff.write', start: STAFF_MEMBER },
  newDraftOrder: { icon: 'plus', permission: 'orders.create', start: { dialog: '/draft-orders' } },
  newWine: { icon: 'plus', permission: 'catalogue.write', start: { form: '/wines/new' } },
  importList: { icon: 'imports', permission: 'catalogue.import', start: { form: '/imports' } },
  newSchedule: { icon: 'refresh', permission: 'catalogue.import', start: { dialog: '/imports/schedules' } },
  addPicture: { icon: 'pictures', permission: 'pictures.write', start: { form: '/pictures' } },
  enterDelivery: { icon: 'van', permission: 'stock.write', start: { dialog: '/stock/deliveries' } },
  startCount: { icon: 'barcode', permission: 'stock.write', start: { dialog: '/stock/counts' } },
  issueGiftCard: { icon: 'cards', permission: 'credit.write', start: { form: '/gift-cards/new' } },
  grantCredit: { icon: 'wallet', permission: 'credit.write', start: { dialog: '/credit' } },
  newClub: { icon: 'plus', permission: 'clubs.write', start: { form: '/clubs/records/new' } },
  newPage: { icon: 'pages', permission: 'pages.write', start: { dialog: '/pages' } },
  addRedirect: { icon: 'right', permission: 'pages.write', start: { dialog: '/redirects' } },
  importRedirects: { icon: 'imports', permission: 'pages.write', start: { dialog: '/redirects' } },
  testRedirect: { icon: 'search', permission: 'pages.read', start: { dialog: '/redirects' } },
  inviteStaff: { icon: 'staff', permission: 'staff.write', start: { dialog: '/staff' } },
  newRole: { icon: 'key', permission: 'staff.write', start: { form: '/staff/roles/new' } },
  newApiKey: { icon: 'key', permission: null, start: { dialog: '/account' } },
  useLight: { icon: 'settings', permission: null, start: { now: () => applyTheme('light') } },
  useDark: { icon: 'settings', permission: null, start: { now: () => applyTheme('dark') } },
  useDevice: { icon: 'settings', permission: null, start: { now: () => applyTheme('system') } },
  copyAddress: { icon: 'copy', permission: null, start: { now: () => void copyAddress() } },
  signOut: { icon: 'external', permission: null, start: { now: ({ signOut }) => signOut() } },
};

const isActionName = (name: string): name is PaletteActionName => Object.hasOwn(ACTIONS, name);

/** Returns the permission to see the screen that has a path in the rail's list. Null where everyone may. */
const screenPermission = (path: string): Permission | null =>
  SCREENS.flat()
    .filter(({ to }) => path === to || path.startsWith(`${to}/`))
    .toSorted((a, b) => b.to.length - a.to.length)[0]?.permission ?? null;

function toRun(name: PaletteActionName, tools: PaletteTools): () => void {
  const { start } = ACTIONS[name];
  if ('now' in start) return () => start.now(tools);
  if ('record' in start) return () => startOffered(name);
  return () => tools.open('form' in start ? start.form : actionPath(start.dialog, name));
}

/** Returns the actions that somebody may do on the open screen. */
export function paletteActions(permissions: readonly Permission[], tools: PaletteTools): readonly PaletteCommand[] {
  const may = (permission: Permission | null): boolean => permission === null || permissions.includes(permission);
  return Object.keys(ACTIONS)
    .filter(isActionName)
    .filter((name) => {
      const { permission, start } = ACTIONS[name];
      if (!may(permission)) return false;
      if ('record' in start) return isOffered(name);
      return 'now' in start || may(screenPermission('form' in start ? start.form : start.dialog));
    })
    .map((name) => ({ id: `do:${name}`, ...PALETTE_ACTIONS[name], icon: ACTIONS[name].icon, run: toRun(name, tools) }));
}
