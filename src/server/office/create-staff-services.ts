/** Wires the use cases of staff. Used by the server and by commands. */
import { isBuiltInIdentity } from '#domains/customers/identity/server/allowed-origins.ts';
import { STAFF_MAIL } from '#domains/staff/server/staff-mail.ts';
import type { StaffServices } from '#domains/staff/server/staff-services.ts';
import type { Database } from '#lib/db/pool.ts';
import type { Config } from '#lib/server/config.ts';
import type { Jobs } from '#lib/server/jobs.ts';

const SHOP_NAME = 'Cellardoor';

export const createStaffServices = (config: Config, database: Database, jobs: Pick<Jobs, 'queue'>): StaffServices => ({
  database,
  queueMail: (transaction, mail) => jobs.queue(transaction, STAFF_MAIL, { ...mail }),
  shopName: SHOP_NAME,
  identity: !isBuiltInIdentity(config) && config.OFFICE_CLIENT_ID !== undefined ? 'external' : 'built_in',
  isSample: config.SAMPLE && !config.isPublic,
});
