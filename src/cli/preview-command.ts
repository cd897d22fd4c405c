/** `npm run cli -- preview`: signed links to what is not out yet, for staff to look at and to hand to staff. */

import { CATEGORIES } from '#domains/catalogue/model/category.ts';
import { INVENTORY_STATUSES, type OfferRecord } from '#domains/catalogue/model/record.ts';
import type { PageRecord } from '#domains/content/model/record.ts';
import { PREVIEW_SECONDS } from '#domains/customers/access/model/preview-code.ts';
import { PREVIEW_CODES, type PreviewKind, signPreview } from '#domains/customers/access/server/preview-signature.ts';
import { TIERS } from '#domains/customers/identity/model/tiers.ts';
import type { Database } from '#lib/db/pool.ts';
import { sharedSecret } from '#lib/server/shared-secret.ts';
import { siteOrigin } from '#markets/origins.ts';
import type { Site } from '#markets/sites.ts';
import { type Command, type CommandRun, enumOption, textOption, UsageError } from './options.ts';

/** Whether a site shows something. */
type Shows = (site: Site) => boolean;

async function offerShows(database: Database, id: string): Promise<Shows | null> {
  const row = await database.queryOne<{ record: OfferRecord }>({ text: 'select record from offers where offer_id = $1', values: [id] });
  if (!row) return null;
  const { record } = row;
  const kind = CATEGORIES[record.category].isSpirit ? 'spirits' : 'wine';
  return (site) => site.kind === kind && record.prices[site.market] !== undefined;
}

async function pageShows(database: Database, id: string, isEvent: boolean): Promise<Shows | null> {
  const row = await database.queryOne<{ record: PageRecord }>({ text: 'select record from pages where id = $1', values: [id] });
  if (!row || (isEvent && row.record.template !== 'event')) return null;
  const { markets, shops } = row.record;
  return (site) => markets.includes(site.market) && shops.includes(site.kind);
}

async function runPreview(run: CommandRun): Promise<number> {
  const { config, database, files, log: say, writeStdout: print } = run;
  const [what = '', id = '', ...more] = files;
  if (!['offer', 'event', 'page'].includes(what) || id === '' || more.length > 0)
    throw new UsageError('Say what to preview, and its id: preview offer ID, preview event ID or preview page ID.');
  const email = textOption(run, 'email') ?? `preview@${config.STAFF_DOMAIN}`;
  if (!email.toLowerCase().endsWith(`@${config.STAFF_DOMAIN}`) || email.includes('|'))
    throw new UsageError(`--email is '${email}'; previews are for addresses at ${config.STAFF_DOMAIN}.`);
  const shows = what === 'offer' ? await offerShows(database, id) : await pageShows(database, id, what === 'event');
  if (!shows) throw new UsageError(`There is no ${what} '${id}'.`);
  const sites = config.sites.filter(shows);
  if (sites.length === 0) throw new UsageError(`The ${what} '${id}' is not for any site of this shop.`);
  const kind: PreviewKind = what === 'offer' ? 'offer' : 'page';
  const signed = signPreview(await sharedSecret(database, PREVIEW_CODES), kind, {
    email,
    timestamp: Math.floor(Date.now() / 1_000),
    id,
    tier: enumOption(run, 'tier', TIERS),
    stockStatus: enumOption(run, 'stock', INVENTORY_STATUSES),
  });
  const query = new URLSearchParams({ ...signed });
  for (const site of sites) print(`${siteOrigin(site.host, config.PUBLIC_URL)}/${kind === 'offer' ? 'offer' : 'event'}-preview?${query}`);
  say(`Good for ${PREVIEW_SECONDS / 60} minutes.`);
  return 0;
}

export const PREVIEW_COMMANDS: Readonly<Record<string, Command>> = {
  preview: {
    usage: `offer|event|page ID [--tier TIER] [--stock ${INVENTORY_STATUSES.join('|')}] [--email ADDRESS]`,
    summary:
      'A signed link to an offer, an event or another page before it is out, on each site that will show it.\nIt shows what a guest will see, or a tier, and holds for an hour.',
    options: { tier: { type: 'string' }, stock: { type: 'string' }, email: { type: 'string' } },
    run: runPreview,
  },
};
