/** What a retailer can do from the command line, as data. */

import { catalogueFeed } from '#domains/catalogue/server/catalogue-feed.ts';
import { pictureVersion } from '#domains/catalogue/server/pictures/picture-plan.ts';
import { TIERS } from '#domains/customers/identity/model/tiers.ts';
import { rotateKeys } from '#domains/customers/identity/server/signing-keys.ts';
import { tierCode } from '#domains/customers/loyalty/server/tier-code.ts';
import { pushEstimates, pushHosted } from '#domains/discovery/search/server/push-hosted.ts';
import { everyEstimate } from '#domains/selling/shipping/server/delivery-estimates.ts';
import { loadLocalities } from '#domains/selling/shipping/server/locality-table.ts';
import { logSecurityEvent, stderrLogger } from '#lib/server/security-log.ts';
import { sharedSecret } from '#lib/server/shared-secret.ts';
import { ORDER_EXPORT_COMMANDS } from '#server/export-orders.ts';
import { LOYALTY_CODES } from '#server/loyalty-jobs.ts';
import { CLUB_COMMANDS } from './club.ts';
import { LEDGER_COMMANDS } from './credit.ts';
import { DISPUTE_COMMANDS } from './dispute-commands.ts';
import { ERROR_COMMANDS } from './errors.ts';
import { INTAKE_COMMANDS } from './import.ts';
import { INSIGHTS_COMMANDS } from './insights-command.ts';
import { LOYALTY_COMMANDS } from './loyalty-commands.ts';
import { MAIL_COMMANDS } from './mail-commands.ts';
import { type Command, type CommandRun, UsageError } from './options.ts';
import { ORDER_COMMANDS } from './order-commands.ts';
import { PAYMENT_COMMANDS } from './payment-commands.ts';
import { PREVIEW_COMMANDS } from './preview-command.ts';
import { REFERRAL_COMMANDS } from './referral-commands.ts';
import { WEBHOOK_COMMANDS } from './webhook-commands.ts';

async function runIndex({ config, database, log: say }: CommandRun): Promise<number> {
  const { HOSTED_SEARCH_APP_ID: applicationId, HOSTED_SEARCH_ADMIN_KEY: adminKey } = config;
  if (!applicationId || !adminKey) throw new UsageError('Set HOSTED_SEARCH_APP_ID and HOSTED_SEARCH_ADMIN_KEY to push to a hosted search.');
  const url = config.HOSTED_SEARCH_URL ?? `https://${applicationId}.algolia.net`;
  const hosted = { url, applicationId, adminKey };
  const pushed = await pushHosted(hosted, catalogueFeed(database, pictureVersion));
  for (const [market, count] of Object.entries(pushed)) say(`${market}: ${count} offers pushed to ${url}`);
  const estimates = await everyEstimate(database, loadLocalities());
  await pushEstimates(hosted, estimates);
  say(`Delivery estimates: ${estimates.length} places pushed to ${url}`);
  return 0;
}

async function runTierCode({ database, files, writeStdout: print }: CommandRun): Promise<number> {
  const tier = TIERS.find((each) => each === files[0]?.toUpperCase());
  if (!tier) throw new UsageError(`Name a tier: ${TIERS.join(', ')}.`);
  print(tierCode(await sharedSecret(database, LOYALTY_CODES), tier));
  return 0;
}

/** Commands that only read. Every other one is logged as an action of staff. */
export const READ_COMMANDS: ReadonlySet<string> = new Set([
  'club list',
  'club show',
  'credit show',
  'errors',
  'errors show',
  'export',
  'export orders',
  'feed',
  'gift-card show',
  'imports',
  'mapping',
  'order list',
  'order show',
  'tier-code',
  'webhook list',
]);

/** By name; a name may be of two words. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  ...INTAKE_COMMANDS,
  ...ORDER_COMMANDS,
  ...ORDER_EXPORT_COMMANDS,
  ...LEDGER_COMMANDS,
  ...DISPUTE_COMMANDS,
  ...MAIL_COMMANDS,
  ...PAYMENT_COMMANDS,
  ...REFERRAL_COMMANDS,
  ...CLUB_COMMANDS,
  ...LOYALTY_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...INSIGHTS_COMMANDS,
  ...PREVIEW_COMMANDS,
  ...ERROR_COMMANDS,
  index: {
    usage: '',
    summary:
      'Push every offer on sale and the delivery estimates, with settings and synonyms, to the hosted search that HOSTED_SEARCH_… name.',
    options: {},
    run: runIndex,
  },
  'tier-code': {
    usage: 'TIER',
    summary: 'The code for links like /tier-offers?code=… in a mail to a tier. It changes what the page says, never what it shows.',
    options: {},
    run: runTierCode,
  },
  'rotate-keys': {
    usage: '',
    summary: 'Sign tokens with a new key. It is published at once and signs in a minute; tokens of the old key stay good for a day.',
    options: {},
    run: async ({ database, log: say }) => {
      const kid = await rotateKeys(database);
      logSecurityEvent(stderrLogger, 'keys_rotated', { purpose: 'signing', kid });
      say(`Key ${kid} is published, and signs tokens in a minute.`);
      return 0;
    },
  },
};
