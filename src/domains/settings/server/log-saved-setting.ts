/** Writes a saved setting into the activity log. */
import { type ActivityActor, recordActivity } from '#domains/staff/server/activity.repository.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import type { Site } from '#markets/sites.ts';
import { keyOf } from '../model/version.ts';
import type { SettingDeps } from './save-setting.ts';

/** Returns the market of a scope: the market itself, or that of a site. Null for the whole shop. */
export const marketOfScope = (scope: string, sites: readonly Pick<Site, 'id' | 'market'>[]): Market | null =>
  MARKETS.find((market) => market === scope) ?? sites.find(({ id }) => id === scope)?.market ?? null;

/** Returns what writes the activity log in the transaction of a change. Values contain no secret. */
export const logSavedSetting =
  (actor: ActivityActor, sites: readonly Pick<Site, 'id' | 'market'>[]): NonNullable<SettingDeps['onSaved']> =>
  async (transaction, { before, after }) => {
    const { group, scope, revision, value, secrets, effectiveFrom, note } = after;
    await recordActivity(transaction, actor, {
      action: 'setting.saved',
      subject: { kind: 'setting', id: keyOf({ group, scope }) },
      market: marketOfScope(scope, sites),
      before: before && { revision: before.revision, value: before.value, secrets: before.secrets },
      after: { revision, value, secrets, effectiveFrom, note },
    });
  };
