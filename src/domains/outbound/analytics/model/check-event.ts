/** Checks events against the table of events. */
import { COMMON, EVENTS, type EventRow, PAGE, type PropertyKind } from './events.ts';

type Record_ = Readonly<Record<string, unknown>>;

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
const isTable = (value: unknown): value is Record_ => typeof value === 'object' && value !== null;
const listOf = (value: unknown, holds: (item: unknown) => boolean): boolean => Array.isArray(value) && value.every(holds);

const isProduct = (value: unknown, index: number): boolean =>
  isTable(value) &&
  ['product_id', 'sku', 'name', 'brand'].every((name) => isText(value[name])) &&
  isNumber(value.price) &&
  value.quantity === 1 &&
  value.position === index;

const HOLDS: Readonly<Record<PropertyKind, (value: unknown) => boolean>> = {
  text: isText,
  'text?': (value) => value === undefined || isText(value),
  number: isNumber,
  'number?': (value) => value === undefined || isNumber(value),
  count: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  one: (value) => value === 1,
  texts: (value) => listOf(value, isText),
  products: (value) => Array.isArray(value) && value.every(isProduct),
  filters: (value) => listOf(value, (item) => isTable(item) && isText(item.type) && isText(item.value)),
};

const kindOf = (property: EventRow['properties'][string]): PropertyKind => (typeof property === 'string' ? property : property.kind);

/** Returns the row of an event, or undefined. */
const toRow = (name: string): EventRow | undefined => (Object.hasOwn(EVENTS, name) ? EVENTS[name as keyof typeof EVENTS] : undefined);

/** Returns the declared properties of an event without undefined values, or null for an unknown event. */
export function declared(type: 'track' | 'page', name: string, properties: Record_): Record<string, unknown> | null {
  const row = type === 'page' ? PAGE : toRow(name);
  if (!row) return null;
  const expected = { ...row.properties, ...COMMON };
  return Object.fromEntries(Object.entries(properties).filter(([key, value]) => key in expected && value !== undefined));
}

/** Describes how an event differs from its row. Empty if it does not. */
export function findEventErrors(type: 'track' | 'page', name: string, properties: Record_): string[] {
  const row = type === 'page' ? PAGE : toRow(name);
  if (!row) return [`${name} is no event of the table`];
  const expected: EventRow['properties'] = { ...row.properties, ...COMMON };
  return [
    ...Object.keys(properties).flatMap((key) => (key in expected ? [] : [`${name}: ${key} is not declared`])),
    ...Object.entries(expected).flatMap(([key, property]) =>
      HOLDS[kindOf(property)](properties[key])
        ? []
        : [`${name}: ${key} must be ${kindOf(property)}, not ${JSON.stringify(properties[key])}`],
    ),
  ];
}
