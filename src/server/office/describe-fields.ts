/** Names the fields of records in the activity log as their forms do. */
import { wineFieldLabel, wineFieldText } from '#domains/catalogue/messages/office-fields.ts';
import { fieldText } from '#domains/content/messages/office-fields.ts';
import { describeGroup } from '#domains/settings/model/describe-group.ts';
import { groupById, SETTING_GROUPS, scopesOf } from '#domains/settings/model/registry.ts';
import { formatValue } from '#domains/settings/model/setting-draft.ts';
import { SHOP_SCOPE } from '#domains/settings/model/setting-group.ts';
import { keyOf } from '#domains/settings/model/version.ts';
import { activityMessages } from '#domains/staff/messages/activity.ts';
import type { DescribeField, FieldText } from '#domains/staff/model/activity-changes.ts';
import { getMarketConfig, MARKETS } from '#markets/market.ts';

const VALUE_WORDS = { empty: activityMessages.empty, yes: activityMessages.yes, no: activityMessages.no };

/** Names of what the log stores beside the value of a setting. */
const SETTING_PARTS: Readonly<Record<string, string>> = {
  value: '',
  secrets: activityMessages.keysThatAreSet,
  effectiveFrom: activityMessages.effectiveFrom,
};

function settingField(id: string, [first = '', second]: readonly string[]): FieldText | null {
  const group = groupById(id.slice(0, id.indexOf('/')));
  const name = first === 'value' ? second : first;
  const field = group && name !== undefined ? describeGroup(group).fields.find((each) => each.name === name) : undefined;
  if (field) return { label: field.title, format: (value) => formatValue(field, value, VALUE_WORDS) };
  const label = SETTING_PARTS[first];
  return label === undefined ? null : { label };
}

/** Lists the keys of all settings of a shop. */
export const settingKeys = (sites: Parameters<typeof scopesOf>[1]): readonly string[] =>
  SETTING_GROUPS.flatMap((group) => scopesOf(group.scope, sites).map((scope) => keyOf({ group: group.id, scope })));

/** Returns the name of a setting: its title, and where it holds if not in the whole shop. @returns null for settings of other releases */
export function nameSetting(id: string): string | null {
  const [groupId = '', scope = ''] = id.split('/');
  const group = groupById(groupId);
  if (!group) return null;
  const market = MARKETS.find((each) => each === scope);
  if (scope === SHOP_SCOPE || scope === '') return group.title;
  return `${group.title}, ${market ? getMarketConfig(market).country : scope}`;
}

export const describeField: DescribeField = ({ kind, id }, path) => {
  const name = path.at(-1) ?? '';
  if (kind === 'setting') return settingField(id, path);
  if (kind === 'offer') {
    const label = path.length === 1 ? wineFieldLabel(name) : wineFieldText(path).label;
    return label === name ? null : { label };
  }
  if (kind === 'page') {
    const { label } = fieldText(path);
    return label === name ? null : { label };
  }
  return null;
};
