/** Checks the value of a group before it is stored. The form in the office checks by the same rules. */
import { ruleOf } from '#lib/describe-issues.ts';
import { isJsonObject } from '#lib/json.ts';
import { Failure, fail } from '#lib/result.ts';
import { type SettingGroup, type SettingIssue, secretFields } from './setting-group.ts';

/** Formats issues: `fee: must be at most 1000. zones.0.states: …`. */
export const formatIssues = (issues: readonly SettingIssue[]): string =>
  issues.map(({ path, message }) => (path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`)).join('. ');

/**
 * Checks all fields of a value by the schema and the rules of its group.
 * @param value with the write-only fields
 * @returns the parsed value, or every issue with the path of its field
 */
export function checkValue(
  group: SettingGroup,
  scope: string,
  value: Readonly<Record<string, unknown>>,
): { readonly value: Readonly<Record<string, unknown>> | null; readonly issues: readonly SettingIssue[] } {
  const parsed = group.schema.safeParse(value);
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => ({
      path: issue.path.map((part) => (typeof part === 'number' ? part : String(part))),
      message: ruleOf(issue),
    }));
    return { value: null, issues };
  }
  const issues = group.check(parsed.data, scope);
  return { value: issues.length > 0 ? null : parsed.data, issues };
}

/**
 * Checks a value that somebody sent by the schema and the rules of its group.
 * @param value without write-only fields: sent here, they would bypass the checks of who may change them
 * @param secrets the write-only fields, decrypted
 * @returns the value with the write-only fields
 */
export function parseWholeValue(group: SettingGroup, scope: string, value: unknown, secrets: Readonly<Record<string, string | null>>) {
  if (!isJsonObject(value)) return fail('setting_invalid', { reason: `${group.id} must be an object.` });
  const hidden = secretFields(group);
  const named = hidden.find((name) => name in value);
  if (named !== undefined) return fail('setting_invalid', { reason: `${named}: is write-only; send it in secrets.` });
  const unknown = Object.keys(value).find((name) => !(name in group.schema.shape));
  if (unknown !== undefined)
    return fail('setting_invalid', { reason: `${unknown}: is unknown; ${group.id} has ${Object.keys(group.schema.shape).join(', ')}.` });
  const open = Object.keys(secrets).find((name) => !hidden.includes(name));
  if (open !== undefined) return fail('setting_invalid', { reason: `${open}: is no write-only field.` });
  const checked = checkValue(group, scope, { ...value, ...secrets });
  if (checked.value === null) return fail('setting_invalid', { reason: `${formatIssues(checked.issues)}.` });
  return { value: checked.value };
}

/** Checks a value like `parseWholeValue`. @returns the value to store, without write-only fields */
export function parseValue(group: SettingGroup, scope: string, value: unknown, secrets: Readonly<Record<string, string | null>>) {
  const parsed = parseWholeValue(group, scope, value, secrets);
  if (parsed instanceof Failure) return parsed;
  const hidden = secretFields(group);
  return { value: group.stored(Object.fromEntries(Object.entries(parsed.value).filter(([name]) => !hidden.includes(name)))) };
}
