/** Whether visitors of a site find something at an address that a menu links to. */
import type { Site } from '#markets/sites.ts';
import { hasOwnPage } from '../model/templates.ts';
import type { PageStore } from './page-store.ts';

/** Returns the path of an address of this site. @returns null for other addresses */
export const ownPathOf = (to: string): string | null => (to.startsWith('/') ? (to.split(/[?#]/)[0] ?? null) : null);

/** Creates a function that returns false if visitors of a site find nothing at an address of the shop. Other addresses are not checked. */
export const createTargetCheck =
  (pages: Pick<PageStore, 'at' | 'redirectAt'>, site: Pick<Site, 'market' | 'kind'>) =>
  (to: string): boolean => {
    const path = ownPathOf(to);
    if (path === null || hasOwnPage(path)) return true;
    const guest = { market: site.market, siteKind: site.kind, tier: null, isStaff: false } as const;
    return pages.at(path, guest) !== null || pages.redirectAt(path, site) !== null;
  };
