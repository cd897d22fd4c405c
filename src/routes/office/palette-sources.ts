/** What the command palette finds beside screens: records of every domain that the person may read. */
import { findWines } from '#domains/catalogue/ui/office/find-wines.ts';
import { findContent } from '#domains/content/ui/office/find-content.ts';
import { findCustomers } from '#domains/customers/account/ui/office/find-customers.ts';
import { findMembers } from '#domains/selling/clubs/ui/office/find-members.ts';
import { findClubs } from '#domains/selling/clubs/ui/office/records/find-clubs.ts';
import { findGiftCards } from '#domains/selling/gift-cards/ui/office/find-gift-cards.ts';
import { findOrders } from '#domains/selling/orders/ui/office/find-orders.ts';
import { findSheets } from '#domains/selling/stock/ui/office/find-sheets.ts';
import { findStock } from '#domains/selling/stock/ui/office/find-stock.ts';
import { findSettings } from '#domains/settings/ui/office/find-settings.ts';
import type { Me } from '#domains/staff/ui/office/me.ts';
import type { PaletteSource } from '#ui/office/CommandPalette.tsx';

type Permission = Me['permissions'][number];

/** In the order of their results. */
const SOURCES: readonly (readonly [Permission, (open: (path: string) => void) => PaletteSource])[] = [
  ['orders.read', findOrders],
  ['catalogue.read', findWines],
  ['credit.read', findGiftCards],
  ['clubs.read', findClubs],
  ['clubs.read', findMembers],
  ['customers.read', findCustomers],
  ['catalogue.read', findStock],
  ['catalogue.read', findSheets],
  ['pages.read', findContent],
  ['settings.read', findSettings],
];

/** Returns the sources for somebody's permissions. @param open shows the screen at a path */
export const paletteSources = (permissions: readonly Permission[], open: (path: string) => void): PaletteSource[] =>
  SOURCES.filter(([permission]) => permissions.includes(permission)).map(([, find]) => find(open));
