/** Reads what emails say from the settings. */
import { z } from 'zod';
import type { Market } from '#markets/market.ts';
import type { Site } from '#markets/sites.ts';
import { IDENTITY } from '../model/groups/identity.ts';
import { mailTextGroup } from '../model/groups/mail-texts.ts';
import { createMailTexts, type MailId, type MailTextsOf } from '../model/mail-texts.ts';
import type { SettingsSnapshot } from './settings-snapshot.ts';
import type { Settings } from './settings-store.ts';

type Sites = readonly [Pick<Site, 'id' | 'market'>, ...Pick<Site, 'id' | 'market'>[]];

/** Returns the name of the site that the links of emails lead to: the first one of the market. */
export function marketShopName(settings: Pick<SettingsSnapshot, 'read'>, sites: Sites, market: Market): string {
  const site = sites.find((candidate) => candidate.market === market) ?? sites[0];
  return settings.read(IDENTITY, site.id).name;
}

/** Returns the name that staff know the shop by: that of the first site. */
export const officeShopName = (settings: Pick<SettingsSnapshot, 'read'>, [first]: Sites): string => settings.read(IDENTITY, first.id).name;

/** Returns a function that reads what emails of a market say at the moment of its call. */
export const mailTextReader =
  (settings: Pick<Settings, 'current'>, config: { readonly sites: Sites }): MailTextsOf =>
  (market) => {
    const snapshot = settings.current();
    return createMailTexts(marketShopName(snapshot, config.sites, market), (mail) => snapshot.read(mailTextGroup(mail), market));
  };

/** Returns the name of the shop and the texts of an email with their placeholders, for a preview elsewhere. */
export const readMailTexts = (settings: Pick<SettingsSnapshot, 'read'>, sites: Sites, market: Market, mail: MailId) => ({
  shopName: marketShopName(settings, sites, market),
  texts: z.record(z.string(), z.string()).parse(settings.read(mailTextGroup(mail), market)),
});
