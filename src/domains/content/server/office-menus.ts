/** What the office shows of menus: targets of links, and whether visitors find them. */
import type { Site } from '#markets/sites.ts';
import type { MenuTarget } from '../menu-office-contract.ts';
import { menuTargetMessages as text } from '../messages/office-menus.ts';
import { offerIdAt } from '../model/page-checks.ts';
import { hasOwnPage } from '../model/templates.ts';
import type { OfferOption } from '../office-contract.ts';
import { createTargetCheck, ownPathOf } from './menu-targets.ts';
import type { PageStore } from './page-store.ts';

/** A page of the shop that is made by code, or a club. */
export interface NamedTarget {
  readonly label: string;
  readonly to: string;
}

export interface MenuTargetDeps {
  readonly pages: PageStore;
  /** Pages that are made by code: lists, categories, favourites. */
  readonly ownTargets: (site: Site) => readonly NamedTarget[];
  readonly clubs: (site: Site) => Promise<readonly NamedTarget[]>;
  readonly offersById: (market: Site['market'], ids: readonly string[]) => Promise<readonly OfferOption[]>;
}

const CLUB_PATH = /^\/wine-clubs\/[^/]+$/;

/** Says what visitors of a site find at an address. */
export async function describeTarget(
  { pages, ownTargets, clubs, offersById }: MenuTargetDeps,
  site: Site,
  to: string,
): Promise<MenuTarget> {
  const found = (name: string): MenuTarget => ({ to, state: 'found', name, note: '' });
  const missing = (note: string): MenuTarget => ({ to, state: 'missing', name: '', note });
  const path = ownPathOf(to);
  if (path === null) return found(text.otherSite);
  const offerId = offerIdAt(path);
  if (offerId !== null) {
    const [offer] = await offersById(site.market, [offerId]);
    return offer ? found([offer.name, offer.vintage].filter(Boolean).join(' ')) : missing(text.noWine);
  }
  if (CLUB_PATH.test(path)) {
    const club = (await clubs(site)).find((one) => one.to === path);
    return club ? found(club.label) : missing(text.noClub);
  }
  const page = pages.at(path, { market: site.market, siteKind: site.kind, tier: null, isStaff: false });
  if (page) return found(page.page.title);
  const own = ownTargets(site).find((one) => one.to === to) ?? ownTargets(site).find((one) => one.to === path);
  if (own || hasOwnPage(path)) return found(own?.label ?? '');
  if (createTargetCheck(pages, site)(to)) return found(text.redirected);
  const hidden = pages.pageAt(path, site.market);
  return hidden ? { to, state: 'hidden', name: hidden.page.title, note: text.hidden(hidden.page.title) } : missing(text.missing(path));
}
