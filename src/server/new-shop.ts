/** The first start of a shop without the sample: it stays closed until somebody opens it in the office. */
import { FIRST_RUN, OPENING } from '#domains/settings/model/groups/opening.ts';
import { type SettingGroup, SHOP_SCOPE, type StartValues } from '#domains/settings/model/setting-group.ts';
import { insertVersion } from '#domains/settings/server/setting.repository.ts';
import { startValuesOf } from '#domains/settings/server/start-values.ts';
import { isNewShop, lockFirstStart } from '#domains/setup/server/setup.repository.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import type { Config } from '#lib/server/config.ts';

const saveFirst = (transaction: Transaction, group: SettingGroup, start: StartValues, changes: Readonly<Record<string, unknown>>) =>
  insertVersion(transaction, {
    group: group.id,
    scope: SHOP_SCOPE,
    revision: 1,
    value: { ...group.defaults(SHOP_SCOPE, start), ...changes },
    secrets: {},
    effectiveFrom: null,
    author: 'First start',
    note: 'A new shop starts closed',
  });

/** Closes a shop whose database has nothing in it yet, and begins its checklist. Shops of earlier releases stay as they are. */
export async function closeNewShop(config: Config, database: Database): Promise<void> {
  if (config.SAMPLE || config.DEMO) return;
  const start = startValuesOf(config);
  await database.transaction(async (transaction) => {
    await lockFirstStart(transaction);
    if (!(await isNewShop(transaction))) return;
    await saveFirst(transaction, OPENING, start, { isOpen: false });
    await saveFirst(transaction, FIRST_RUN, start, {});
  });
}
