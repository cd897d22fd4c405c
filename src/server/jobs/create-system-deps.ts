/** Wires what watches the shop and what the system screens show. */
import { STAFF_MAIL, type StaffMail } from '#domains/staff/server/staff-mail.ts';
import type { JobDefinition } from '#domains/system/model/job-state.ts';
import type { SystemDeps } from '#domains/system/server/system-deps.ts';
import { maxOf } from '#lib/extremes.ts';
import { backupLocation } from '#lib/server/backup-variables.ts';
import { missingSettings } from '#lib/server/public-shop.ts';
import { MARKETS } from '#markets/market.ts';
import type { AppServices } from '#server/create-services.ts';
import { SHOP_VERSION, STARTED_AT } from '#server/own-process.ts';

/** @param queues queues of jobs with a payload @param jobs returns the jobs that run by themselves */
export function createSystemDeps(services: AppServices, queues: readonly string[], jobs: () => readonly JobDefinition[]): SystemDeps {
  const { config, configNow, database, gateway, search } = services;
  const { OFFICE_URL: origin } = config;
  return {
    database,
    queueJob: services.jobs.queue,
    queueAlert:
      origin === null
        ? null
        : (transaction, staffId, { subject, paragraphs, label, path }) => {
            const mail: StaffMail = { kind: 'notice', staffId, subject, paragraphs: [...paragraphs], label, path, origin };
            return services.jobs.queue(transaction, STAFF_MAIL, { ...mail });
          },
    queues,
    jobs,
    startedAt: STARTED_AT,
    // Asks for payments since now: each gateway has to look, and finds none.
    gateway: () => (config.PAYMENT_GATEWAY === undefined ? null : { name: gateway.name, ask: () => gateway.capturedSince(new Date()) }),
    smtpUrl: () => configNow().SMTP_URL,
    isOpen: () => config.isPublic && !config.DEMO && missingSettings(configNow()).length === 0,
    triesBackupsOut: backupLocation(config) !== null,
    hasExternalDatabase: config.DATABASE_URL !== undefined,
    webProcesses: config.WEB_PROCESSES,
    indexedWines: () => (search.isReady ? maxOf(MARKETS.map((market) => search.of(market).size)) : null),
    folder: config.DATA_DIR,
    version: SHOP_VERSION,
  };
}
