/** What the office's calls about menus need of the rest of the shop: the menus of the release, clubs and offers. */
import { categoryDisplay } from '#domains/catalogue/model/category-display.ts';
import type { OfficeMenuDeps } from '#domains/content/server/office-menu-handlers.ts';
import { clubPath } from '#domains/selling/clubs/model/club-view.ts';
import { clubsOf } from '#domains/selling/clubs/server/club.repository.ts';
import { CATEGORIES_SHOWN } from '#domains/settings/model/groups/categories.ts';
import type { Site } from '#markets/sites.ts';
import { defaultMenus } from '#routes/navigation.ts';
import type { AppServices } from '#server/create-services.ts';
import { createPageDeps } from './create-page-deps.ts';

/** Creates the dependencies of the calls about menus. */
export function createMenuDeps(services: AppServices): OfficeMenuDeps {
  const { database, settings, config, content } = services;
  const { originOf, findOffers, offersById } = createPageDeps(services);
  const defaultsOf = ({ id, kind }: Site) => defaultMenus(kind, categoryDisplay(settings.current().read(CATEGORIES_SHOWN, id).categories));
  return {
    database,
    settings,
    pages: content,
    sites: () => config.sites,
    originOf,
    findOffers,
    offersById,
    defaultsOf,
    ownTargets: (site) => {
      const links = Object.values(defaultsOf(site)).flat();
      return [...new Map(links.filter((link) => link.kind === 'link').map((link) => [link.to, link])).values()];
    },
    clubs: async ({ market, kind }) =>
      (await clubsOf(database, market, kind)).map(({ club: { name, slug } }) => ({ label: name, to: clubPath(slug) })),
  };
}
