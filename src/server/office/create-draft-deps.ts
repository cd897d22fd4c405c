/** What draft orders need of the running shop. */
import type { WineListSync } from '#domains/catalogue/server/office/wine-list-sync.ts';
import type { DraftDeps } from '#domains/selling/draft-orders/server/draft-deps.ts';
import { DRAFT_LINK_MAIL, DRAFT_SECRET } from '#domains/selling/draft-orders/server/draft-mail.ts';
import { marketOrigin } from '#lib/server/market-settings.ts';
import { sharedSecret } from '#lib/server/shared-secret.repository.ts';
import type { AppServices } from '#server/create-services.ts';

export const createDraftDeps = (
  { database, checkoutDeps, localities, settings, config, jobs }: AppServices,
  wineList: WineListSync,
): DraftDeps => ({
  database,
  checkout: checkoutDeps,
  localities,
  termsOf: (market) => settings.current().terms[market],
  siteOf: (market) => {
    const site = config.sites.find((one) => one.market === market);
    if (!site) throw new Error(`no site sells in ${market}`);
    return site;
  },
  originOf: (market) => marketOrigin(config, market),
  followWines: () => wineList.follow(),
  secretOf: () => sharedSecret(database, DRAFT_SECRET),
  queueLink: (transaction, mail) => jobs.queue(transaction, DRAFT_LINK_MAIL, { ...mail }),
});
