/** Settings in the interchange format: the value in force and those that are scheduled. Write-only fields are never exported. */
import { z } from 'zod';
import { storableText } from '#lib/is-storable-text.ts';
import { Failure } from '#lib/result.ts';
import { MARKETS } from '#markets/market.ts';
import { parseValue } from './parse-value.ts';
import { groupById, SETTING_GROUPS } from './registry.ts';
import { SHOP_SCOPE, secretFields } from './setting-group.ts';

const valueField = z.record(z.string(), z.json()).nullable().describe('Fields of the group; null for the defaults');

const record = z.object({
  record: z.literal('setting'),
  group: z.enum(SETTING_GROUPS.map(({ id }) => id)),
  scope: storableText(40).min(1).describe('shop, the code of a market, or the id of a site'),
  value: valueField,
  scheduled: z
    .array(
      z.object({
        effectiveFrom: z.iso.datetime({ offset: true }),
        value: valueField,
        note: storableText(200).default(''),
      }),
    )
    .max(100)
    .default([]),
});

type SettingValue = z.output<typeof valueField>;

/** Returns why a value is not accepted, null if it is. */
function problemOf(id: string, scope: string, value: SettingValue): string | null {
  const group = groupById(id);
  if (!group || value === null) return null;
  const secrets = Object.fromEntries(secretFields(group).map((name) => [name, null]));
  const parsed = parseValue(group, scope, value, secrets);
  return parsed instanceof Failure ? parsed.values.reason : null;
}

/** Returns why a group has no such scope, null if it may have it. Sites are configured, so that any id is accepted. */
function scopeProblem(id: string, scope: string): string | null {
  const kind = groupById(id)?.scope;
  const known = kind === 'shop' ? [SHOP_SCOPE] : kind === 'market' ? MARKETS : null;
  return known === null || known.some((each) => each === scope) ? null : `must be one of: ${known.join(', ')}`;
}

export const settingRecord = record.superRefine(({ group, scope, value, scheduled }, context) => {
  const misplaced = scopeProblem(group, scope);
  if (misplaced !== null) return context.addIssue({ code: 'custom', path: ['scope'], message: misplaced });
  const values = [
    { path: ['value'] as (string | number)[], value },
    ...scheduled.map((each, index) => ({ path: ['scheduled', index, 'value'], value: each.value })),
  ];
  for (const each of values) {
    const problem = problemOf(group, scope, each.value);
    if (problem !== null) context.addIssue({ code: 'custom', path: each.path, message: problem });
  }
});

export type SettingRecord = z.output<typeof settingRecord>;
