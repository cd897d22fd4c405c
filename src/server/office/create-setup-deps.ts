/** What the checklist of a new shop needs of the rest of the shop. */
import { GUEST } from '#domains/catalogue/model/audience.ts';
import { audienceOf } from '#domains/discovery/search/model/search-document.ts';
import type { OfficeSetupDeps } from '#domains/setup/server/setup-handlers.ts';
import { siteOrigin } from '#markets/origins.ts';
import type { AppServices } from '#server/create-services.ts';

/** Creates the dependencies of the calls about the checklist. */
export const createSetupDeps = ({ config, configNow, database, settings, content, search }: AppServices): OfficeSetupDeps => ({
  database,
  settings,
  configNow,
  content,
  sites: () => config.sites,
  originOf: ({ host }, officeOrigin) => siteOrigin(host, config.PUBLIC_URL, officeOrigin),
  countOffers: (market) => search.of(market).search({ eligibility: audienceOf(market, GUEST), hitsPerPage: 0 }).nbHits,
});
