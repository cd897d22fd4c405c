/** Creates the services of the shop, once at startup. Endpoints, pages and jobs share them. */

import { createOfferReader, type OfferReader, type PictureVersion } from '#domains/catalogue/server/offer.repository.ts';
import type { PictureStorage } from '#domains/catalogue/server/pictures/picture-storage.ts';
import { pictureStorageOf } from '#domains/catalogue/server/pictures/s3-picture-storage.ts';
import { createFormEntries, FORM_MAIL, type FormEntries } from '#domains/content/server/form-entries.ts';
import type { PageStore } from '#domains/content/server/page-store.ts';
import type { Authentication } from '#domains/customers/identity/server/authenticate.ts';
import { IDENTITY_MAIL } from '#domains/customers/identity/server/hosted/identity-mail.ts';
import { type Identity, openIdentity } from '#domains/customers/identity/server/identity.ts';
import { tierReached } from '#domains/customers/loyalty/server/loyalty-jobs.ts';
import type { TierReachedHandler } from '#domains/customers/loyalty/server/recalculate-tier.ts';
import type { SearchIndexes } from '#domains/discovery/search/server/index-service.ts';
import type { SearchKeys } from '#domains/discovery/search/server/search-keys.ts';
import { forwardsTo } from '#domains/outbound/analytics/server/analytics-service.ts';
import { type EventStore, eventStore } from '#domains/outbound/analytics/server/event.repository.ts';
import {
  createErrorReportService,
  ERROR_FORWARD,
  type ErrorReportService,
} from '#domains/outbound/error-reports/server/error-report-service.ts';
import type { LocalityTables } from '#domains/selling/shipping/model/localities.ts';
import { type DeliveryEstimates, deliveryEstimates } from '#domains/selling/shipping/server/delivery-estimate.repository.ts';
import { loadLocalities } from '#domains/selling/shipping/server/locality-table.ts';
import { openSubdivisions, type SubdivisionOf } from '#domains/selling/shipping/server/subdivisions.ts';
import { effectiveConfig, liveConfig } from '#domains/settings/server/effective-config.ts';
import { mailTextReader } from '#domains/settings/server/mail-texts.ts';
import type { Settings } from '#domains/settings/server/settings-store.ts';
import type { StaffServices } from '#domains/staff/server/staff-services.ts';
import type { Database } from '#lib/db/pool.ts';
import { mailboxMailer } from '#lib/mail/dev-mailbox.repository.ts';
import { currentMailer, type Mailer } from '#lib/mail/mailer.ts';
import { observedMailer } from '#lib/mail/observed-mailer.ts';
import { suppressingMailer } from '#lib/mail/suppression.repository.ts';
import type { Config } from '#lib/server/config.ts';
import type { Jobs } from '#lib/server/jobs.ts';
import type { RenderEmail } from '#routes/email-templates.ts';
import { observeGatewayCall, observeMail } from '#server/metrics/process-metrics.ts';
import { createStaffServices } from '#server/office/create-staff-services.ts';
import { createOrderServices, type OrderServices } from './create-order-services.ts';

export interface AppServices extends OrderServices {
  /** Configuration. Variables that settings replace have the value of the moment at which they are read. */
  readonly config: Config;
  /** Settings of the retailer, current, past and future. */
  readonly settings: Settings;
  /** Returns the configuration of this moment, whose values belong together. */
  readonly configNow: () => Config;
  readonly database: Database;
  readonly offers: OfferReader;
  /** Where the files of pictures are; null if they are in the database. */
  readonly pictureStorage: PictureStorage | null;
  readonly search: SearchIndexes;
  readonly searchKeys: SearchKeys;
  readonly content: PageStore;
  readonly forms: FormEntries;
  readonly auth: Authentication;
  readonly identity: Identity;
  readonly staff: StaffServices;
  readonly localities: LocalityTables;
  readonly estimates: DeliveryEstimates;
  readonly subdivisionOf: SubdivisionOf;
  readonly onTierReached: TierReachedHandler;
  readonly mailer: Mailer;
  /** Renders an email from its template. */
  readonly renderMail: RenderEmail;
  readonly errors: ErrorReportService;
  readonly jobs: Pick<Jobs, 'queue'>;
  /** Analytics events of browsers. */
  readonly events: EventStore;
}

/** Creates all services over a migrated database. */
export async function createServices(
  start: Config,
  database: Database,
  jobs: Jobs,
  { search, searchKeys, content, settings, renderMail }: Pick<AppServices, 'search' | 'searchKeys' | 'content' | 'settings' | 'renderMail'>,
  pictureVersion: PictureVersion,
  onIdentityError: (error: unknown) => void,
): Promise<AppServices> {
  const localities = loadLocalities();
  const config = liveConfig(start, settings);
  const configNow = effectiveConfig(start, settings);
  const errors = createErrorReportService(database, async (transaction, job) => {
    if (config.ERROR_REPORTS_URL) await jobs.queue(transaction, ERROR_FORWARD, { ...job });
  });
  const identity = openIdentity(
    config,
    database,
    (transaction, mail) => jobs.queue(transaction, IDENTITY_MAIL, { ...mail }),
    (error) => {
      onIdentityError(error);
      errors.report(error, { component: 'identity', action: '' });
    },
  );
  return {
    config,
    settings,
    configNow,
    database,
    errors,
    renderMail,
    jobs,
    offers: createOfferReader(database, pictureVersion),
    pictureStorage: pictureStorageOf(config),
    search,
    searchKeys,
    content,
    forms: createFormEntries(database, (transaction, job) => jobs.queue(transaction, FORM_MAIL, job)),
    auth: identity.auth,
    identity,
    staff: createStaffServices(config, database, settings, jobs),
    ...createOrderServices(start, database, settings, jobs, observeGatewayCall),
    localities,
    estimates: deliveryEstimates(database, localities),
    subdivisionOf: openSubdivisions(config.GEOIP_DATABASE_PATH),
    onTierReached: tierReached(config, mailTextReader(settings, config), jobs),
    events: eventStore(database, { isForwarded: () => forwardsTo(config) !== null, dailyBytes: config.ANALYTICS_DAILY_MB * 1_000_000 }),
    mailer: observedMailer(suppressingMailer(currentMailer(configNow, mailboxMailer(database)), database), observeMail),
  };
}
