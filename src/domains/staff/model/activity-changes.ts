/** What an entry of the activity log changed, in words: fields as their forms name them, amounts with their currency, no secrets. */
import { isJsonObject } from '#lib/json.ts';
import { formatMoney, toCents } from '#lib/money.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { activityMessages } from '../messages/activity.ts';
import { FIELD_LABELS, HIDDEN_FIELDS } from '../messages/activity-fields.ts';
import { isPermission, PERMISSIONS } from './permissions.ts';

export interface Subject {
  readonly kind: string;
  readonly id: string;
}

/** A changed field. Values are text; instants and days stay ISO 8601, because the time zone is the reader's. Null for nothing. */
export interface ActivityChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface FieldText {
  readonly label: string;
  /** Formats a value, with all that is in it. Left out for the usual formats. */
  readonly format?: (value: unknown) => string;
}

/** Names a field of a kind of record as its form does. @returns null for fields that only the log has */
export type DescribeField = (subject: Subject, path: readonly string[]) => FieldText | null;

export interface LoggedChange {
  readonly subject: Subject;
  readonly market: Market | null;
  readonly before: unknown;
  readonly after: unknown;
}

/** Fields in dollars, as the wire has them. */
const AMOUNTS: ReadonlySet<string> = new Set(['amount', 'balance', 'restored', 'packPrice', 'packRRP', 'spent', 'credit']);
const SECRET = /password|passphrase|token$|credentials|apikey|secretkey|privatekey|webhooksecret|recoverycode/i;

/** Replaces the values of fields that hold secrets. None is logged; this keeps a mistake from being shown. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      SECRET.test(name) && typeof inner === 'string' ? activityMessages.hidden : withoutSecrets(inner),
    ]),
  );
}

function money(cents: number, market: Market | null): string {
  if (market === null) return (cents / 100).toFixed(2);
  const { locale, currency } = getMarketConfig(market);
  return formatMoney(cents, locale, currency);
}

/** Returns the label of a field, or its name as words: `rejectedRows` as `Rejected rows`. */
function labelOf(name: string): string {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])|_/g, ' ');
  return FIELD_LABELS[name] ?? `${words.charAt(0).toUpperCase()}${words.slice(1).toLowerCase()}`;
}

function formatNumber(name: string, value: number, market: Market | null): string {
  if (name.endsWith('Cents')) return money(value, market);
  return AMOUNTS.has(name) ? money(toCents(Number(value.toFixed(2))), market) : String(value);
}

/** Formats a value of a field. Objects in lists become `Line 1, Quantity 2`. */
function formatField(name: string, value: unknown, market: Market | null): string {
  if (typeof value === 'boolean') return value ? activityMessages.yes : activityMessages.no;
  if (typeof value === 'number') return formatNumber(name, value, market);
  if (Array.isArray(value)) return value.map((item) => formatField(name, item, market)).join(value.some(isJsonObject) ? '; ' : ', ');
  if (isJsonObject(value))
    return Object.entries(value)
      .filter(([part, inner]) => !HIDDEN_FIELDS.has(part) && inner !== null)
      .map(([part, inner]) => `${labelOf(part)} ${formatField(part, inner, market)}`)
      .join(', ');
  const text = String(value);
  // An entry about a customer names the fields instead of their texts.
  if (name === 'fields') return labelOf(text);
  return isPermission(text) ? PERMISSIONS[text].label : text;
}

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

interface Leaf {
  readonly field: string;
  readonly text: string | null;
}

/** Lists the fields of a value by their path. */
function leavesOf({ subject, market }: LoggedChange, value: unknown, describe: DescribeField): Map<string, Leaf> {
  const found = new Map<string, Leaf>();
  const add = (path: readonly string[], inner: unknown, parents: readonly string[]): void => {
    const name = path.at(-1) ?? '';
    if (HIDDEN_FIELDS.has(name)) return;
    const own = describe(subject, path);
    const label = own?.label ?? labelOf(name);
    if (isJsonObject(inner) && !own?.format) {
      // A record that was stored whole adds no heading of its own.
      const below = label === '' ? parents : [...parents, label];
      for (const [part, next] of Object.entries(inner)) add([...path, part], next, below);
      return;
    }
    const text = isNothing(inner) ? null : (own?.format?.(inner) ?? formatField(name, inner, market));
    found.set(path.join('.'), { field: [...parents, label].filter((part) => part !== '').join(' › '), text });
  };
  if (isJsonObject(value)) for (const [name, inner] of Object.entries(value)) add([name], inner, []);
  else if (!isNothing(value)) add([''], value, []);
  return found;
}

/** Returns the fields that differ between before and after. */
export function describeChanges(entry: LoggedChange, describe: DescribeField): ActivityChange[] {
  const before = leavesOf(entry, withoutSecrets(entry.before), describe);
  const after = leavesOf(entry, withoutSecrets(entry.after), describe);
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((path) => {
    const [old, now] = [before.get(path), after.get(path)];
    const change = { field: (now ?? old)?.field ?? '', before: old?.text ?? null, after: now?.text ?? null };
    return change.before === change.after ? [] : [change];
  });
}
