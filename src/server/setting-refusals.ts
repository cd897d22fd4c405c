/** What keeps a setting from being saved although its value is valid, by group: what the shop already has. */
import { refuseTiersInUse } from '#domains/customers/loyalty/server/refuse-tiers-in-use.ts';
import { LOYALTY } from '#domains/settings/model/groups/loyalty.ts';
import type { SettingRefusal } from '#domains/settings/server/check-version.ts';

export const SETTING_REFUSALS: Readonly<Record<string, SettingRefusal>> = { [LOYALTY.id]: refuseTiersInUse };
