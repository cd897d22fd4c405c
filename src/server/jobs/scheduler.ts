/**
 * Background jobs: polled jobs run several times a minute, scheduled jobs have a cron expression. Those that carry a payload are in
 * queue-workers.ts.
 */

import { compactRecordChanges } from '#domains/catalogue/server/import/import-log.repository.ts';
import { movePictureFiles, purgePictures } from '#domains/catalogue/server/pictures/picture-file.repository.ts';
import { updatePopularity } from '#domains/catalogue/server/popularity.repository.ts';
import { purgeFormEntries } from '#domains/content/server/form-entry.repository.ts';
import { publishDuePages } from '#domains/content/server/publish-due-pages.ts';
import { completePendingCardSetups } from '#domains/customers/account/server/card-setups.ts';
import { purgeSessions } from '#domains/customers/identity/server/session.repository.ts';
import { refreshSummaries } from '#domains/customers/identity/server/visible-customer.repository.ts';
import { recalculateRecentMembers, runLoyaltyMaintenance } from '#domains/customers/loyalty/server/loyalty-jobs.ts';
import { processReferrals } from '#domains/customers/referrals/server/process-referrals.ts';
import { queueCreditEmail } from '#domains/customers/referrals/server/referral-emails.ts';
import { purgeGuestFavourites } from '#domains/discovery/favourites/server/favourite.repository.ts';
import { purgeImports } from '#domains/imports/server/import.repository.ts';
import { notifyOfImports } from '#domains/imports/server/notify-of-imports.ts';
import { runDueSchedules } from '#domains/imports/server/run-schedules.ts';
import { forwardsTo } from '#domains/outbound/analytics/server/analytics-service.ts';
import { purgeEvents } from '#domains/outbound/analytics/server/event.repository.ts';
import { forwardEvents } from '#domains/outbound/analytics/server/forward-events.ts';
import { sendContacts } from '#domains/outbound/crm/server/send-contacts.ts';
import { purgeErrorGroups } from '#domains/outbound/error-reports/server/error-group.repository.ts';
import { purgeMailLog } from '#domains/outbound/mail/server/mail-log.repository.ts';
import { parseQuietHours } from '#domains/outbound/push/model/quiet-hours.ts';
import { planCartReminders, planPriceDrops } from '#domains/outbound/push/server/plan-messages.ts';
import { sendPush } from '#domains/outbound/push/server/send-messages.ts';
import { purgeNotifications } from '#domains/outbound/push/server/subscription.repository.ts';
import { countMissedVisits, countRecentVisits, LATE_DAYS } from '#domains/reports/server/count-visits.ts';
import { sumSales } from '#domains/reports/server/sum-sales.ts';
import { purgeGuestCarts, purgeRemovedGifts } from '#domains/selling/cart/server/cart.repository.ts';
import { purgeCheckouts } from '#domains/selling/checkout/server/checkout.repository.ts';
import { reconcilePayments, resumeOrders } from '#domains/selling/checkout/server/resume-orders.ts';
import { purgeUnsentPhotos } from '#domains/selling/claims/server/claim.repository.ts';
import { renewDueMemberships } from '#domains/selling/clubs/server/renew.ts';
import { purgeDrafts } from '#domains/selling/draft-orders/server/draft-order.repository.ts';
import { expireGiftCards, GIFT_CARD_MAIL, queueDueCards } from '#domains/selling/gift-cards/server/gift-card.repository.ts';
import { anonymiseBuyers } from '#domains/selling/orders/server/customer-order.repository.ts';
import { cancelUnneeded } from '#domains/selling/orders/server/labels/label.repository.ts';
import { processLabels } from '#domains/selling/orders/server/labels/process-labels.ts';
import { markSentOrders } from '#domains/selling/orders/server/office-order-list.repository.ts';
import { purgeOrderLinks } from '#domains/selling/orders/server/order-link.repository.ts';
import { markSettledOutcomes } from '#domains/selling/orders/server/outcomes/undelivered.repository.ts';
import { retryPendingRefunds } from '#domains/selling/orders/server/refund-order.ts';
import { trackParcels } from '#domains/selling/orders/server/tracking/track-parcels.ts';
import { purgeWebhooks } from '#domains/selling/orders/server/webhook.repository.ts';
import { sendWebhooks } from '#domains/selling/orders/server/webhooks.ts';
import { mailTextReader } from '#domains/settings/server/mail-texts.ts';
import { purgeStaffSessions } from '#domains/staff/server/staff-session.repository.ts';
import type { JobDefinition } from '#domains/system/model/job-state.ts';
import { purgeSystemLog } from '#domains/system/server/health.repository.ts';
import { purgeProcesses } from '#domains/system/server/process.repository.ts';
import { createRunRecorder } from '#domains/system/server/record-runs.ts';
import { purgeReleaseFiles } from '#domains/system/server/release-file.repository.ts';
import type { SystemDeps } from '#domains/system/server/system-deps.ts';
import { watchHealth } from '#domains/system/server/watch-health.ts';
import { purgeIdempotencyKeys } from '#lib/db/idempotency.ts';
import { backupLocation } from '#lib/server/backup-variables.ts';
import type { QueuePlan } from '#lib/server/install-queues.ts';
import type { Jobs } from '#lib/server/jobs.ts';
import { startPoller } from '#lib/server/poller.ts';
import { missingSettings } from '#lib/server/public-shop.ts';
import type { RenderEmail } from '#routes/email-templates.ts';
import type { AppServices } from '#server/create-services.ts';
import { labelDepsOf } from '#server/label-deps-of.ts';
import { observeJob } from '#server/metrics/process-metrics.ts';
import { backupProcesses } from './backup-process.ts';
import { createChildProcesses } from './child-processes.ts';
import { createSystemDeps } from './create-system-deps.ts';
import { importProcesses } from './import-processes.ts';
import { watchInOwnProcess } from './import-watcher-process.ts';
import type { ReportError } from './mail-workers.ts';
import { QUEUE_NAMES, startQueueWorkers } from './queue-workers.ts';

interface BackgroundJob {
  readonly name: string;
  /** What the job requires: a payment gateway, a shop that is open, BACKUP_TARGET, or PICTURE_STORAGE. */
  readonly needs?: 'gateway' | 'open shop' | 'backup target' | 'picture storage';
  readonly run: (services: AppServices, jobs: Jobs) => Promise<unknown>;
}

export interface PolledJob extends BackgroundJob {
  /** Interval in seconds, below 60. */
  readonly everySeconds: number;
}

export interface ScheduledJob extends BackgroundJob {
  /** Cron expression in UTC. */
  readonly cron: string;
}

export interface PurgeJob {
  readonly name: string;
  /** Cron expression in UTC. */
  readonly cron: string;
  /** Deletes rows by age. @returns how many */
  readonly purge: (services: AppServices) => Promise<number>;
}

const EVERY_MINUTE = '* * * * *';
const ONE_HOUR = 1;
/** Age in hours of the payments that are compared with the orders every minute. Stock is reserved for minutes, so a payment is seldom older. */
const RECONCILE_HOURS = 2;
/** Days that hourly jobs look back, for what an interruption left. A job of the night looks at all there is, such as imported orders. */
const RECENT_DAYS = 2;
const ALL_DAYS = 365 * 100;
/** Once a day, in the night of both markets. */
const EVERY_NIGHT = '32 17 * * *';

/** Recalculates the tiers of recent buyers, and credits their referrers. */
async function processOrders({ config, settings, database }: AppServices, jobs: Jobs, hours: number): Promise<void> {
  const textsOf = mailTextReader(settings, config);
  await recalculateRecentMembers({ config, database, textsOf }, jobs, hours);
  await processReferrals(database, hours, queueCreditEmail(config, textsOf, jobs));
}

const reconcile =
  (hours: number): BackgroundJob['run'] =>
  ({ checkoutDeps }) =>
    reconcilePayments(checkoutDeps, hours);

/** Jobs that run in every process of role `all` or `worker`, several times a minute. */
const POLLED_JOBS: readonly PolledJob[] = [
  { name: 'resume-orders', needs: 'gateway', everySeconds: 5, run: (services) => resumeOrders(services.checkoutDeps) },
  { name: 'retry-refunds', needs: 'gateway', everySeconds: 5, run: (services) => retryPendingRefunds(services.orderDeps) },
  {
    name: 'send-webhooks',
    everySeconds: 2,
    // Nothing is sent unsigned.
    run: ({ database, config: { ORDER_WEBHOOK_URL: urls, ORDER_WEBHOOK_SECRET: secret } }) =>
      sendWebhooks(database, secret === undefined ? { urls: [], secret: '' } : { urls, secret }),
  },
  {
    name: 'send-due-gift-cards',
    everySeconds: 5,
    run: ({ database }, jobs) => queueDueCards(database, (transaction, id) => jobs.queue(transaction, GIFT_CARD_MAIL, { id })),
  },
  { name: 'forward-analytics-events', everySeconds: 2, run: ({ database, config }) => forwardEvents(database, forwardsTo(config)) },
  { name: 'process-labels', everySeconds: 2, run: (services) => processLabels(labelDepsOf(services)) },
  { name: 'publish-due-pages', everySeconds: 5, run: ({ database }) => publishDuePages(database) },
  { name: 'sync-crm-contacts', everySeconds: 10, run: ({ database, config }) => sendContacts(database, config) },
  { name: 'send-notifications', everySeconds: 15, run: sendNotifications },
  { name: 'recalculate-tiers', everySeconds: 5, run: (shop, jobs) => processOrders(shop, jobs, ONE_HOUR) },
  { name: 'watch-health', everySeconds: 20, run: (services) => watchHealth(systemDepsOf(services)) },
];

/** Files of pictures that one run moves to the storage, so that a process that stops need not wait long for it. */
const MAX_STORED_PER_RUN = 2_000;

/** Jobs that run in one process at a time, once a minute or once an hour. Hourly jobs are spread over the hour. */
const SCHEDULED_JOBS: readonly ScheduledJob[] = [
  { name: 'reconcile-payments', needs: 'gateway', cron: EVERY_MINUTE, run: reconcile(RECONCILE_HOURS) },
  { name: 'reconcile-late-payments', needs: 'gateway', cron: '29 * * * *', run: reconcile(24 * RECENT_DAYS) },
  { name: 'cancel-unneeded-labels', cron: EVERY_MINUTE, run: ({ database }) => cancelUnneeded(database) },
  {
    name: 'track-parcels',
    cron: EVERY_MINUTE,
    run: (services) => trackParcels(services.database, labelDepsOf(services).carriers),
  },
  { name: 'renew-memberships', needs: 'open shop', cron: EVERY_MINUTE, run: (services) => renewDueMemberships(services.clubDeps) },
  { name: 'complete-card-setups', needs: 'gateway', cron: EVERY_MINUTE, run: (services) => completePendingCardSetups(services.clubDeps) },
  {
    name: 'plan-cart-reminders',
    cron: EVERY_MINUTE,
    run: ({ database, config }) => planCartReminders(database, config.ABANDONED_CART_DELAY_MINUTES),
  },
  {
    name: 'store-pictures',
    needs: 'picture storage',
    cron: EVERY_MINUTE,
    run: async ({ database, pictureStorage }) => {
      if (pictureStorage !== null) await movePictureFiles(database, pictureStorage, 'storage', { maxFiles: MAX_STORED_PER_RUN });
    },
  },
  { name: 'plan-price-drops', cron: EVERY_MINUTE, run: ({ database }) => planPriceDrops(database) },
  { name: 'refresh-customer-summaries', cron: EVERY_MINUTE, run: ({ database }) => refreshSummaries(database) },
  { name: 'sum-sales', cron: '*/5 * * * *', run: ({ database }) => sumSales(database) },
  { name: 'count-visits', cron: '*/5 * * * *', run: ({ database }) => countRecentVisits(database, 1) },
  {
    name: 'count-late-visits',
    cron: '50 * * * *',
    run: async ({ database, config }) => {
      await countRecentVisits(database, RECENT_DAYS);
      await countMissedVisits(database, config.ANALYTICS_RETENTION_DAYS);
    },
  },
  { name: 'count-all-late-visits', cron: EVERY_NIGHT, run: ({ database }) => countRecentVisits(database, LATE_DAYS) },
  {
    name: 'maintain-loyalty',
    cron: '2 * * * *',
    run: async (shop, jobs) => {
      // Repeats what the poller missed.
      await processOrders(shop, jobs, 24 * RECENT_DAYS);
      const config = shop.configNow();
      await runLoyaltyMaintenance({ config, database: shop.database, textsOf: mailTextReader(shop.settings, config) }, jobs);
    },
  },
  { name: 'process-all-orders', cron: EVERY_NIGHT, run: (shop, jobs) => processOrders(shop, jobs, 24 * ALL_DAYS) },
  { name: 'expire-gift-cards', cron: '5 * * * *', run: ({ database }) => expireGiftCards(database) },
  { name: 'update-popularity', cron: '8 * * * *', run: ({ database }) => updatePopularity(database) },
  { name: 'mark-sent-orders', cron: '59 * * * *', run: ({ database }) => markSentOrders(database) },
  { name: 'mark-settled-outcomes', cron: '57 * * * *', run: ({ database }) => markSettledOutcomes(database) },
  { name: 'anonymise-deleted-customers', cron: '11 * * * *', run: ({ database }) => anonymiseBuyers(database) },
  { name: 'compact-record-changes', cron: '35 * * * *', run: ({ database }) => compactRecordChanges(database) },
];

/** Jobs that delete rows by age. What they delete is logged and counted. */
const PURGE_JOBS: readonly PurgeJob[] = [
  { name: 'purge-expired-sessions', cron: '14 * * * *', purge: ({ database }) => purgeSessions(database) },
  { name: 'purge-staff-sessions', cron: '47 * * * *', purge: ({ database }) => purgeStaffSessions(database) },
  { name: 'purge-guest-favourites', cron: '17 * * * *', purge: ({ database }) => purgeGuestFavourites(database) },
  { name: 'purge-webhooks', cron: '20 * * * *', purge: ({ database }) => purgeWebhooks(database) },
  {
    name: 'purge-analytics-events',
    cron: '23 * * * *',
    purge: ({ database, config }) => purgeEvents(database, config.ANALYTICS_RETENTION_DAYS),
  },
  { name: 'purge-form-submissions', cron: '26 * * * *', purge: ({ database }) => purgeFormEntries(database) },
  { name: 'purge-pictures', cron: '27 * * * *', purge: ({ database, pictureStorage }) => purgePictures(database, pictureStorage) },
  { name: 'purge-notifications', cron: '29 * * * *', purge: ({ database }) => purgeNotifications(database) },
  { name: 'purge-error-groups', cron: '32 * * * *', purge: ({ database }) => purgeErrorGroups(database) },
  { name: 'purge-order-links', cron: '36 * * * *', purge: ({ database }) => purgeOrderLinks(database) },
  { name: 'purge-claim-photos', cron: '37 * * * *', purge: ({ database }) => purgeUnsentPhotos(database) },
  {
    name: 'purge-carts',
    cron: '38 * * * *',
    purge: async ({ database }) => (await purgeGuestCarts(database)) + (await purgeRemovedGifts(database)) + (await purgeDrafts(database)),
  },
  { name: 'purge-idempotency-keys', cron: '41 * * * *', purge: ({ database }) => purgeIdempotencyKeys(database) },
  { name: 'purge-imports', cron: '50 * * * *', purge: ({ database }) => purgeImports(database) },
  {
    name: 'purge-system-log',
    cron: '53 * * * *',
    purge: async ({ database }) =>
      (await purgeSystemLog(database)) + (await purgeProcesses(database)) + (await purgeReleaseFiles(database)),
  },
  { name: 'purge-mail-log', cron: '56 * * * *', purge: ({ database }) => purgeMailLog(database) },
  { name: 'purge-checkouts', cron: '44 * * * *', purge: ({ database }) => purgeCheckouts(database, RECENT_DAYS) },
  { name: 'purge-all-checkouts', cron: EVERY_NIGHT, purge: ({ database }) => purgeCheckouts(database, ALL_DAYS) },
];

async function sendNotifications({ database, config, configNow }: AppServices): Promise<void> {
  await sendPush(database, {
    quiet: parseQuietHours(config.PUSH_QUIET_HOURS) ?? {},
    hoursBetween: config.PUSH_MIN_INTERVAL_HOURS,
    contact: `mailto:${configNow().CONTACT_EMAIL}`,
    now: new Date(),
  });
}

/** Polled jobs of the imports of the office. What starts the processes that work on them is created with the background. */
const IMPORT_JOBS: readonly PolledJob[] = [
  {
    name: 'run-import-schedules',
    everySeconds: 20,
    run: ({ database, config }) => runDueSchedules({ database, folder: config.IMPORT_WATCH_DIR ?? null }),
  },
  {
    name: 'notify-of-imports',
    everySeconds: 30,
    run: ({ database, config, staff }) => notifyOfImports(database, config.OFFICE_URL, staff.queueMail),
  },
];
const WATCH_FOLDER = { name: 'import-watched-files', everySeconds: 10 } as const;
const WORK_ON_IMPORTS = { name: 'work-on-imports', everySeconds: 2 } as const;
const MAKE_BACKUPS = { name: 'make-backups', needs: 'backup target', everySeconds: 30 } as const;

/** A shop opens without a restart when its last missing setting is saved, and takes payments when its gateway is. */
const isWaiting = ({ configNow, config }: AppServices, needs: BackgroundJob['needs']): boolean =>
  (needs === 'open shop' && missingSettings(configNow()).length > 0) ||
  (needs === 'gateway' && config.PAYMENT_GATEWAY === undefined) ||
  (needs === 'backup target' && backupLocation(config) === null) ||
  (needs === 'picture storage' && (config.PICTURE_STORAGE === undefined || !config.PICTURE_STORAGE_WRITES));

/** Lists the jobs that run by themselves, for the office. */
function jobDefinitions(services: AppServices): JobDefinition[] {
  const polled = [...POLLED_JOBS, WATCH_FOLDER, ...IMPORT_JOBS, WORK_ON_IMPORTS, MAKE_BACKUPS].map(({ name, everySeconds, ...job }) => ({
    name,
    cron: null,
    everySeconds,
    isWaiting: isWaiting(services, 'needs' in job ? job.needs : undefined),
  }));
  const scheduled = [...SCHEDULED_JOBS, ...PURGE_JOBS].map(({ name, cron, ...job }) => ({
    name,
    cron,
    everySeconds: null,
    isWaiting: isWaiting(services, 'needs' in job ? job.needs : undefined),
  }));
  return [...scheduled, ...polled];
}

/** Every queue of the shop. */
export const QUEUES: QueuePlan = { queues: QUEUE_NAMES, scheduled: [...SCHEDULED_JOBS, ...PURGE_JOBS].map(({ name }) => name) };

/** Returns what the office's calls about the system need. */
export const systemDepsOf = (services: AppServices): SystemDeps => createSystemDeps(services, QUEUE_NAMES, () => jobDefinitions(services));

export interface BackgroundOptions {
  readonly onError: ReportError;
  readonly onPurged: (job: string, rows: number) => void;
  /** False in tests that run the jobs of imports themselves, those of the watched folder too. */
  readonly worksOnImports: boolean;
}

/** Starts workers, schedules and the poller. @returns a function that stops them, ends imports and waits for running jobs */
export async function startBackground(
  services: AppServices,
  jobs: Jobs,
  renderMail: RenderEmail,
  { onError, onPurged, worksOnImports }: BackgroundOptions,
): Promise<() => Promise<void>> {
  await startQueueWorkers(services, jobs, renderMail, onError);
  const runs = createRunRecorder(services.database, onError, observeJob);
  const runUnlessWaiting = async (job: BackgroundJob): Promise<void> => {
    if (!isWaiting(services, job.needs)) await job.run(services, jobs);
  };
  const purges = PURGE_JOBS.map(
    ({ name, cron, purge }): ScheduledJob => ({ name, cron, run: async () => onPurged(name, await purge(services)) }),
  );
  const scheduled = [...SCHEDULED_JOBS, ...purges];
  await jobs.keepSchedules(scheduled.map(({ name }) => name));
  for (const job of scheduled) await jobs.schedule(job.name, job.cron, () => runs.scheduled(job.name, () => runUnlessWaiting(job)));
  const children = createChildProcesses();
  const startImports = importProcesses(children, (error) => onError('import', error));
  const backups: PolledJob = { ...MAKE_BACKUPS, run: backupProcesses((error) => onError('backup', error)) };
  const watch: PolledJob = {
    ...WATCH_FOLDER,
    run: ({ database, config }) => watchInOwnProcess(children, database, config.IMPORT_WATCH_DIR),
  };
  const work: PolledJob = { ...WORK_ON_IMPORTS, run: ({ database }) => startImports(database) };
  const polled = [...POLLED_JOBS, backups, ...(worksOnImports ? [watch, ...IMPORT_JOBS, work] : [])];
  const stopPoller = startPoller(
    polled.map((job) => ({
      name: job.name,
      everySeconds: job.everySeconds,
      run: () => runs.polled(job.name, () => runUnlessWaiting(job)),
    })),
    onError,
  );
  return async () => {
    // The poller waits for jobs that wait for their child processes.
    await Promise.all([stopPoller(), children.stop()]);
    await jobs.stop();
  };
}
