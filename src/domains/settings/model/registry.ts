/** Every group of settings. A form, the command line, imports and the server's store are made from it. */

import { MARKETS } from '#markets/market.ts';
import type { Site } from '#markets/sites.ts';
import { CARRIERS } from './groups/carriers.ts';
import { CATEGORIES_SHOWN } from './groups/categories.ts';
import { CLAIMS } from './groups/claims.ts';
import { CLUBS } from './groups/clubs.ts';
import { COLLECTION } from './groups/collection.ts';
import { DELIVERY_DAYS } from './groups/delivery-days.ts';
import { DELIVERY_ZONES } from './groups/delivery-zones.ts';
import { DISPATCH } from './groups/dispatch.ts';
import { IDENTITY } from './groups/identity.ts';
import { ANALYTICS, CRM, ERROR_REPORTS, HOSTED_SEARCH, ORDER_WEBHOOKS, PAYMENTS, PUSH } from './groups/integrations.ts';
import { LOYALTY } from './groups/loyalty.ts';
import { MAIL } from './groups/mail.ts';
import { MAIL_TEXT_GROUPS } from './groups/mail-texts.ts';
import { MENUS } from './groups/menus.ts';
import { NOTIFICATIONS, REMINDERS } from './groups/notifications.ts';
import { FIRST_RUN, OPENING } from './groups/opening.ts';
import { REFERRALS } from './groups/referrals.ts';
import { SELLER } from './groups/seller.ts';
import { SHIPPING } from './groups/shipping.ts';
import { SITES } from './groups/sites.ts';
import { SUPPORT } from './groups/support.ts';
import { TAX } from './groups/tax.ts';
import { type ScopeKind, type SettingGroup, SHOP_SCOPE } from './setting-group.ts';

export const SETTING_GROUPS: readonly SettingGroup[] = [
  IDENTITY,
  CATEGORIES_SHOWN,
  SHIPPING,
  DELIVERY_ZONES,
  DISPATCH,
  DELIVERY_DAYS,
  COLLECTION,
  TAX,
  CLAIMS,
  CLUBS,
  SUPPORT,
  SELLER,
  MAIL,
  ...MAIL_TEXT_GROUPS,
  OPENING,
  FIRST_RUN,
  SITES,
  MENUS,
  LOYALTY,
  REFERRALS,
  NOTIFICATIONS,
  REMINDERS,
  PAYMENTS,
  CARRIERS,
  CRM,
  ANALYTICS,
  PUSH,
  HOSTED_SEARCH,
  ORDER_WEBHOOKS,
  ERROR_REPORTS,
];

/** Returns the group with an id. @returns null if there is none */
export const groupById = (id: string): SettingGroup | null => SETTING_GROUPS.find((group) => group.id === id) ?? null;

/** Lists the scopes of a kind in a shop with these sites. */
export function scopesOf(kind: ScopeKind, sites: readonly Pick<Site, 'id'>[]): readonly string[] {
  if (kind === 'shop') return [SHOP_SCOPE];
  return kind === 'market' ? MARKETS : [...new Set(sites.map(({ id }) => id))];
}

/** Returns the scope of a group's settings on a site. */
export function scopeOn({ scope }: Pick<SettingGroup, 'scope'>, site: Pick<Site, 'id' | 'market'>): string {
  if (scope === 'shop') return SHOP_SCOPE;
  return scope === 'market' ? site.market : site.id;
}
