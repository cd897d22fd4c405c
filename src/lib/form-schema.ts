/** Forms made from the schemas of records: what each field is, and what a new value of it looks like. */
import { z } from 'zod';

type Json = z.output<ReturnType<typeof z.json>>;

interface FieldBase {
  /** True if null is allowed: the form lets a person add and remove the value. */
  readonly isNullable: boolean;
  readonly isRequired: boolean;
  readonly initial: Json | undefined;
}

export type FieldSpec = FieldBase &
  (
    | { readonly kind: 'text'; readonly maxLength: number | null }
    | { readonly kind: 'number'; readonly minimum: number | null; readonly maximum: number | null; readonly isInteger: boolean }
    | { readonly kind: 'boolean' }
    | { readonly kind: 'choice'; readonly options: readonly string[] }
    | { readonly kind: 'choices'; readonly options: readonly string[] }
    | { readonly kind: 'list'; readonly item: FieldSpec; readonly maxItems: number | null }
    | { readonly kind: 'object'; readonly fields: readonly NamedField[] }
    | { readonly kind: 'union'; readonly key: string; readonly variants: readonly { readonly value: string; readonly spec: FieldSpec }[] }
  );

export interface NamedField {
  readonly name: string;
  readonly spec: FieldSpec;
}

/** The parts of JSON Schema that records use. */
interface SchemaNode {
  readonly type?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly default?: Json | undefined;
  readonly maxLength?: number | undefined;
  readonly minLength?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly properties?: Readonly<Record<string, SchemaNode>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: SchemaNode | undefined;
  readonly anyOf?: readonly SchemaNode[] | undefined;
  readonly oneOf?: readonly SchemaNode[] | undefined;
}

const schemaNode: z.ZodType<SchemaNode> = z.lazy(() =>
  z.looseObject({
    type: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    default: z.json().optional(),
    maxLength: z.number().optional(),
    minLength: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    maxItems: z.number().optional(),
    properties: z.record(z.string(), schemaNode).optional(),
    required: z.array(z.string()).optional(),
    items: schemaNode.optional(),
    anyOf: z.array(schemaNode).optional(),
    oneOf: z.array(schemaNode).optional(),
  }),
);

const texts = (values: readonly unknown[]): string[] => values.filter((value): value is string => typeof value === 'string');

/** Returns the field of the variants by which they are told apart: the one with a fixed text in each. */
function discriminatorOf(variants: readonly SchemaNode[]): string | null {
  const [first] = variants;
  return (
    Object.keys(first?.properties ?? {}).find((name) =>
      variants.every((variant) => typeof variant.properties?.[name]?.const === 'string'),
    ) ?? null
  );
}

function toSpec(node: SchemaNode, isRequired: boolean): FieldSpec {
  const isNull = (one: SchemaNode): boolean => one.type === 'null';
  const choices = node.anyOf ?? node.oneOf ?? [];
  const others = choices.filter((one) => !isNull(one));
  const [only] = others;
  const isNullable = choices.some(isNull);
  if (choices.length > 0 && others.length === 1 && only)
    return { ...toSpec({ ...only, ...(node.default === undefined ? {} : { default: node.default }) }, isRequired), isNullable };
  const base = { isNullable, isRequired: isRequired && node.default === undefined, initial: node.default };
  const key = discriminatorOf(others);
  if (key !== null)
    return {
      ...base,
      kind: 'union',
      key,
      variants: others.map((variant) => ({ value: String(variant.properties?.[key]?.const), spec: toSpec(variant, true) })),
    };
  if (node.enum) return { ...base, kind: 'choice', options: texts(node.enum) };
  switch (node.type) {
    case 'boolean':
      return { ...base, kind: 'boolean' };
    case 'number':
    case 'integer':
      return { ...base, kind: 'number', minimum: node.minimum ?? null, maximum: node.maximum ?? null, isInteger: node.type === 'integer' };
    case 'array':
      return node.items?.enum
        ? { ...base, kind: 'choices', options: texts(node.items.enum) }
        : { ...base, kind: 'list', item: toSpec(node.items ?? {}, true), maxItems: node.maxItems ?? null };
    case 'object':
      return {
        ...base,
        kind: 'object',
        fields: Object.entries(node.properties ?? {})
          .filter(([, field]) => field.const === undefined)
          .map(([name, field]) => ({ name, spec: toSpec(field, node.required?.includes(name) ?? false) })),
      };
    default:
      return { ...base, kind: 'text', maxLength: node.maxLength ?? null };
  }
}

/** Describes the form of a schema. */
export const formOfSchema = (schema: z.ZodType): FieldSpec =>
  toSpec(schemaNode.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })), true);

/** Returns the value that a new field begins with. */
export function initialValue(spec: FieldSpec): Json {
  if (spec.initial !== undefined) return spec.initial;
  if (spec.isNullable) return null;
  switch (spec.kind) {
    case 'text':
      return '';
    case 'number':
      return spec.minimum ?? 0;
    case 'boolean':
      return false;
    case 'choice':
      return spec.options[0] ?? '';
    case 'choices':
      return [];
    case 'list':
      return [];
    case 'object':
      return Object.fromEntries(spec.fields.map(({ name, spec: field }) => [name, initialValue(field)]));
    case 'union': {
      const [first] = spec.variants;
      return first ? variantValue(spec.key, first) : {};
    }
  }
}

/** Returns a new value of a variant of a union. */
export const variantValue = (key: string, { value, spec }: { readonly value: string; readonly spec: FieldSpec }): Json => {
  const fields = initialValue({ ...spec, isNullable: false });
  return { [key]: value, ...(typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? fields : {}) };
};
