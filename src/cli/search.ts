/** `search …`: pushes data to the hosted search. */
import type { Command } from 'commander';
import { catalogueFeed } from '#domains/catalogue/server/catalogue-feed.repository.ts';
import { pictureVersion } from '#domains/catalogue/server/pictures/picture-plan.ts';
import { pushEstimates, pushHosted } from '#domains/discovery/search/server/push-hosted.ts';
import { everyEstimate } from '#domains/selling/shipping/server/delivery-estimate.repository.ts';
import { loadLocalities } from '#domains/selling/shipping/server/locality-table.ts';
import { effectiveConfig } from '#domains/settings/server/effective-config.ts';
import { type Actions, type CommandRun, openRunSettings, UsageError } from './command.ts';

async function push(run: CommandRun): Promise<number> {
  const { database, log } = run;
  const config = effectiveConfig(run.config, await openRunSettings(run))();
  const { HOSTED_SEARCH_APP_ID: applicationId, HOSTED_SEARCH_ADMIN_KEY: adminKey } = config;
  if (!applicationId || !adminKey)
    throw new UsageError('Set HOSTED_SEARCH_APP_ID and HOSTED_SEARCH_ADMIN_KEY, or the hosted search in the office, to push to it.');
  const url = config.HOSTED_SEARCH_URL ?? `https://${applicationId}.algolia.net`;
  const hosted = { url, applicationId, adminKey };
  const pushed = await pushHosted(hosted, catalogueFeed(database, pictureVersion));
  for (const [market, count] of Object.entries(pushed)) log(`${market}: ${count} offers pushed to ${url}`);
  const estimates = await everyEstimate(database, loadLocalities());
  await pushEstimates(hosted, estimates);
  log(`Delivery estimates: ${estimates.length} localities pushed to ${url}`);
  return 0;
}

export function addSearchCommands(program: Command, { change }: Actions): void {
  program
    .command('search')
    .description('The hosted search')
    .command('push')
    .description(
      'Push all offers on sale and the delivery estimates (with settings and synonyms) to the hosted search set in HOSTED_SEARCH_….',
    )
    .action(change({ notLogged: 'It sends what the shop has to a search service.' }, push));
}
