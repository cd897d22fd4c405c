/** Kinds of records of which open screens follow the changes, and who is told of them. */
import type { SubjectKind } from '#domains/staff/messages/activity.ts';
import type { Permission } from '#domains/staff/model/permissions.ts';

interface LiveKind {
  /** What a person needs to see records of the kind. */
  readonly permission: Permission;
  /** Where they need it for a record that is in no market, or whose markets are not known. */
  readonly elsewhere: 'any market' | 'every market';
}

/** Records of markets. One without a market concerns them all. */
const ofMarkets = (permission: Permission): LiveKind => ({ permission, elsewhere: 'every market' });
/** Records of the whole shop, which everyone with the permission sees. */
const ofShop = (permission: Permission): LiveKind => ({ permission, elsewhere: 'any market' });

export const LIVE_KINDS = {
  activity: ofMarkets('staff.read'),
  claim: ofMarkets('orders.read'),
  club: ofMarkets('clubs.read'),
  credit: ofMarkets('credit.read'),
  customer: ofMarkets('customers.read'),
  draft_order: ofMarkets('orders.create'),
  error: ofMarkets('system.read'),
  form_entry: ofMarkets('inbox.read'),
  gift_card: ofMarkets('credit.read'),
  import: ofMarkets('catalogue.import'),
  import_mapping: ofMarkets('catalogue.import'),
  import_schedule: ofMarkets('catalogue.import'),
  incident: ofMarkets('system.read'),
  job: ofMarkets('system.read'),
  mail: ofMarkets('system.read'),
  membership: ofMarkets('clubs.read'),
  menu: ofMarkets('pages.read'),
  offer: ofMarkets('catalogue.read'),
  order: ofMarkets('orders.read'),
  page: ofMarkets('pages.read'),
  payment_alert: ofMarkets('orders.refund'),
  picture: ofShop('catalogue.read'),
  redirect: ofMarkets('pages.read'),
  role: ofShop('staff.read'),
  setting: ofMarkets('settings.read'),
  staff: ofShop('staff.read'),
  stock: ofMarkets('catalogue.read'),
  stock_default: ofMarkets('catalogue.read'),
  stock_delivery: ofMarkets('catalogue.read'),
  stock_count: ofMarkets('catalogue.read'),
  stock_sheet: ofMarkets('catalogue.read'),
  webhook: ofMarkets('system.read'),
} as const satisfies Readonly<Record<SubjectKind | 'incident' | 'stock_sheet', LiveKind>>;

export type LiveKindName = keyof typeof LIVE_KINDS;

/** Returns true if screens follow the changes of a kind. The log has kinds of earlier releases, too. */
export const isLiveKind = (kind: string): kind is LiveKindName => Object.hasOwn(LIVE_KINDS, kind);
