/** Keeps tiers that customers have from being removed from a programme. */
import { LOYALTY } from '#domains/settings/model/groups/loyalty.ts';
import { marketOfScope } from '#domains/settings/model/setting-group.ts';
import type { SettingRefusal } from '#domains/settings/server/check-version.ts';
import { loyaltySettingMessages as m } from '../messages.ts';
import { tierName } from '../model/programme-values.ts';
import { countOtherTiers } from './loyalty.repository.ts';
import { readProgramme } from './loyalty-record.repository.ts';

/** Returns which tier that a programme lacks how many customers have, null if none. */
export const refuseTiersInUse: SettingRefusal = async (transaction, scope, value) => {
  const programme = LOYALTY.schema.safeParse(value);
  if (!programme.success) return null;
  const market = marketOfScope(scope);
  const [used] = await countOtherTiers(
    transaction,
    market,
    programme.data.tiers.map(({ tier }) => tier),
  );
  return used ? m.tierInUse(tierName(await readProgramme(transaction, market), used.tier), used.count) : null;
};
