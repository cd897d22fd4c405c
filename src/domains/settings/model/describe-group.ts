/** Describes groups of settings for a form: the controls of its fields, read from the metadata of the schema. */
import { z } from 'zod';
import { type ScopeKind, type SettingArea, type SettingGroup, secretFields } from './setting-group.ts';

/**
 * `words`: short texts, separated by commas. `numbers`: whole numbers, separated by commas. `lines`: texts of a line each. `rows`: a table whose rows have fields. `secret`: written, and
 * never shown.
 */
export const FIELD_CONTROLS = [
  'text',
  'long',
  'number',
  'switch',
  'choice',
  'day',
  'color',
  'picture',
  'words',
  'numbers',
  'lines',
  'rows',
  'secret',
] as const;
export type FieldControl = (typeof FIELD_CONTROLS)[number];

export interface SimpleField {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly control: FieldControl;
  readonly unit: string;
  /** True if the field may be empty. */
  readonly isNullable: boolean;
  /** Choices of `choice`. */
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export interface DescribedField extends SimpleField {
  /** Fields of a row of `rows`. One of them may be a table itself. */
  readonly columns: readonly DescribedField[];
  /** True if rows may be moved. */
  readonly isSortable: boolean;
}

/** The parts of a JSON Schema that decide about the control. */
const node = z.looseObject({
  type: z.string().optional(),
  title: z.string().default(''),
  description: z.string().default(''),
  unit: z.string().default(''),
  format: z.string().optional(),
  isLong: z.boolean().default(false),
  isSecret: z.boolean().default(false),
  hasOwnOrder: z.boolean().default(false),
  labels: z.record(z.string(), z.string()).default({}),
  enum: z.array(z.string()).optional(),
  maxLength: z.number().optional(),
  anyOf: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
});
type Node = z.output<typeof node>;

/** Texts of a list that fit on one line together. */
const MAX_WORD_LENGTH = 20;

/** Returns the schema of a field without `null`, and whether it may be null. */
function withoutNull(schema: unknown): { readonly inner: Node; readonly isNullable: boolean } {
  const outer = node.parse(schema);
  const alternatives = (outer.anyOf ?? []).map((each) => node.parse(each));
  const inner = alternatives.find(({ type }) => type !== 'null');
  if (!inner) return { inner: outer, isNullable: false };
  const { title, description, unit, isLong, isSecret, hasOwnOrder, labels } = outer;
  const format = outer.format ?? inner.format;
  return {
    inner: { ...inner, title, description, unit, isLong, isSecret, hasOwnOrder, labels, ...(format === undefined ? {} : { format }) },
    isNullable: alternatives.some(({ type }) => type === 'null'),
  };
}

function controlOf(field: Node): FieldControl {
  if (field.isSecret) return 'secret';
  if (field.type === 'array') {
    const items = node.parse(field.items ?? {});
    if (items.type === 'object') return 'rows';
    if (items.type === 'integer') return 'numbers';
    return items.maxLength !== undefined && items.maxLength <= MAX_WORD_LENGTH ? 'words' : 'lines';
  }
  if (field.type === 'boolean') return 'switch';
  if (field.type === 'number' || field.type === 'integer') return 'number';
  if (field.enum !== undefined) return 'choice';
  if (field.format === 'date') return 'day';
  if (field.format === 'color' || field.format === 'picture') return field.format;
  return field.isLong ? 'long' : 'text';
}

function describeField(name: string, schema: unknown): DescribedField {
  const { inner, isNullable } = withoutNull(schema);
  const control = controlOf(inner);
  const { title, description, unit, hasOwnOrder, labels } = inner;
  const columns = control === 'rows' ? describeFields(node.parse(inner.items).properties ?? {}) : [];
  return {
    name,
    title,
    description,
    control,
    unit,
    isNullable,
    options: (inner.enum ?? []).map((value) => ({ value, label: labels[value] ?? value })),
    columns,
    isSortable: control === 'rows' && !hasOwnOrder,
  };
}

const describeFields = (properties: Readonly<Record<string, unknown>>): DescribedField[] =>
  Object.entries(properties).map(([name, schema]) => describeField(name, schema));

/** A group as a form needs it. */
export interface GroupDescription {
  readonly id: string;
  readonly area: SettingArea;
  readonly scope: ScopeKind;
  readonly title: string;
  readonly help: string;
  readonly isSensitive: boolean;
  readonly isPublic: boolean;
  readonly affectsTotals: boolean;
  readonly fields: readonly DescribedField[];
  readonly secrets: readonly string[];
}

/** Describes a group for a form. */
export function describeGroup(group: SettingGroup): GroupDescription {
  const { id, area, scope, title, help, isSensitive, isPublic, affectsTotals } = group;
  const { properties = {} } = node.parse(z.toJSONSchema(group.schema, { io: 'input', unrepresentable: 'any' }));
  return {
    id,
    area,
    scope,
    title,
    help,
    isSensitive,
    isPublic,
    affectsTotals,
    fields: describeFields(properties),
    secrets: secretFields(group),
  };
}
