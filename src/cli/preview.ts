/** `preview`: signed links to unpublished offers and pages. */
import { type Command, Option } from 'commander';
import { CATEGORIES } from '#domains/catalogue/model/category.ts';
import { INVENTORY_STATUSES } from '#domains/catalogue/model/record.ts';
import { PREVIEW_SECONDS } from '#domains/customers/access/model/preview-code.ts';
import { PREVIEW_CODES, type PreviewKind, signPreview } from '#domains/customers/access/server/preview-signature.ts';
import { TIERS } from '#domains/customers/identity/model/tiers.ts';
import type { Database } from '#lib/db/pool.ts';
import { sharedSecret } from '#lib/server/shared-secret.repository.ts';
import { siteOrigin } from '#markets/origins.ts';
import type { Site } from '#markets/sites.ts';
import { type Actions, type CommandRun, enumOption, readRunSites, textOption, UsageError, withOptions } from './command.ts';
import { findOfferRecord, findPageRecord } from './preview.repository.ts';

const KINDS = ['offer', 'event', 'page'] as const;

/** Returns true if a site shows the previewed record. */
type Shows = (site: Site) => boolean;

async function offerShows(database: Database, id: string): Promise<Shows | null> {
  const record = await findOfferRecord(database, id);
  if (!record) return null;
  const kind = CATEGORIES[record.category].isSpirit ? 'spirits' : 'wine';
  return (site) => site.kind === kind && record.prices[site.market] !== undefined;
}

async function pageShows(database: Database, id: string, isEvent: boolean): Promise<Shows | null> {
  const record = await findPageRecord(database, id);
  if (!record || (isEvent && record.template !== 'event')) return null;
  const { markets, shops } = record;
  return (site) => markets.includes(site.market) && shops.includes(site.kind);
}

async function runPreview(run: CommandRun): Promise<number> {
  const { config, database } = run;
  const [word = '', id = ''] = run.args;
  const what = KINDS.find((kind) => kind === word);
  if (what === undefined) throw new UsageError(`'${word}' cannot be previewed. Choose one of: ${KINDS.join(', ')}.`);
  const email = textOption(run, 'email') ?? `preview@${config.STAFF_EMAIL_DOMAIN}`;
  if (!email.toLowerCase().endsWith(`@${config.STAFF_EMAIL_DOMAIN}`) || email.includes('|'))
    throw new UsageError(`--email is '${email}'. Previews are for addresses at ${config.STAFF_EMAIL_DOMAIN}.`);
  const shows = what === 'offer' ? await offerShows(database, id) : await pageShows(database, id, what === 'event');
  if (!shows) throw new UsageError(`${what} not found: ${id}.`);
  const sites = (await readRunSites(run)).filter(shows);
  if (sites.length === 0) throw new UsageError(`The ${what} '${id}' isn’t shown on any of this shop’s sites.`);
  const kind: PreviewKind = what === 'offer' ? 'offer' : 'page';
  const signed = signPreview(await sharedSecret(database, PREVIEW_CODES), kind, {
    email,
    timestamp: Math.floor(Date.now() / 1_000),
    id,
    tier: enumOption(run, 'tier', TIERS),
    stockStatus: enumOption(run, 'stock', INVENTORY_STATUSES),
  });
  const query = new URLSearchParams({ ...signed });
  for (const site of sites)
    run.writeStdout(`${siteOrigin(site.host, config.PUBLIC_URL)}/${kind === 'offer' ? 'offer' : 'event'}-preview?${query}`);
  run.log(`Expires in ${PREVIEW_SECONDS / 60} minutes.`);
  return 0;
}

export function addPreviewCommand(program: Command, { change }: Actions): void {
  withOptions(
    program
      .command('preview')
      .argument('<kind>', KINDS.join(', '))
      .argument('<id>')
      .description(
        'Create signed preview links to an unpublished offer, event or page, one for each site that will show it. They show what a guest (or --tier) will see and expire in an hour.',
      ),
    new Option('--tier <tier>', TIERS.join(', ')),
    new Option('--stock <status>', INVENTORY_STATUSES.join(', ')),
    new Option('--email <address>', 'staff address that the link is made for'),
  ).action(change({ notLogged: 'It makes a link that expires.' }, runPreview));
}
