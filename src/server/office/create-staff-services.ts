/** Wires the use cases of staff. Used by the server and by commands. */
import { isBuiltInIdentity } from '#domains/customers/identity/server/allowed-origins.ts';
import { officeShopName } from '#domains/settings/server/mail-texts.ts';
import type { Settings } from '#domains/settings/server/settings-store.ts';
import { STAFF_MAIL } from '#domains/staff/server/staff-mail.ts';
import type { StaffServices } from '#domains/staff/server/staff-services.ts';
import type { Database } from '#lib/db/pool.ts';
import type { Config } from '#lib/server/config.ts';
import type { Jobs } from '#lib/server/jobs.ts';

export const createStaffServices = (
  config: Config,
  database: Database,
  settings: Pick<Settings, 'current'>,
  jobs: Pick<Jobs, 'queue'>,
): StaffServices => ({
  database,
  queueMail: (transaction, mail) => jobs.queue(transaction, STAFF_MAIL, { ...mail }),
  get shopName() {
    return officeShopName(settings.current(), config.sites);
  },
  identity: !isBuiltInIdentity(config) && config.OFFICE_CLIENT_ID !== undefined ? 'external' : 'built_in',
  isSample: config.SAMPLE && !config.isPublic,
});
