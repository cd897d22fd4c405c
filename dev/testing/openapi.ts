/** The shop's OpenAPI document as tests read it: operations with their inputs, the schemas of their answers, and values for inputs. */
import { z } from 'zod';

/** The part of JSON Schema that the document uses. */
export interface InputSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, InputSchema>>;
  readonly required?: readonly string[];
  readonly items?: InputSchema;
  readonly additionalProperties?: boolean | InputSchema;
  readonly anyOf?: readonly InputSchema[];
  readonly oneOf?: readonly InputSchema[];
  readonly nullable?: boolean;
}

export interface Parameter {
  readonly in: 'query' | 'path' | 'header';
  readonly name: string;
  readonly required: boolean;
  readonly schema: InputSchema;
}

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Of a JSON body; null where there is none, or where it is not described. */
  readonly body: InputSchema | null;
  /** By status; null where an answer has no JSON body. */
  readonly answers: ReadonlyMap<number, z.ZodType | null>;
  /** Whether the document says what the operation takes and answers. Pages, files and vendors' protocols have no schema in it. */
  readonly isDescribed: boolean;
}

interface RawOperation {
  readonly parameters?: readonly (Omit<Parameter, 'required'> & { readonly required?: boolean })[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: InputSchema }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: InputSchema }>> }>>;
  readonly summary?: string;
}

const jsonSchemaOf = (part: RawOperation['responses'][string] | undefined): InputSchema | undefined =>
  part?.content?.['application/json']?.schema;

const readAnswer = (schema: InputSchema | undefined): z.ZodType | null =>
  schema === undefined ? null : z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0], { defaultTarget: 'openapi-3.0' });

/** Every operation of a document, as text. */
export function operationsOf(document: string): Operation[] {
  const { paths } = JSON.parse(document) as { paths: Record<string, Record<string, RawOperation>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses, summary }]) => ({
      method: method.toUpperCase(),
      path,
      parameters: parameters.map((parameter) => ({ ...parameter, required: parameter.required ?? false })),
      body: requestBody?.content?.['application/json']?.schema ?? null,
      answers: new Map(Object.entries(responses).map(([status, answer]) => [Number(status), readAnswer(jsonSchemaOf(answer))])),
      isDescribed: summary !== undefined,
    })),
  );
}

/** Numbers from 0 to 1, the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const pick = <T>(random: () => number, values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;

/** Values that were seen under a name, such as the ids of carts, so that requests reach what exists. */
export type KnownValues = Pick<ReadonlyMap<string, readonly unknown[]>, 'get'>;

/** A value that fits a schema, or nearly so: patterns and the meaning of texts come from the known values only. */
export function sampleOf(schema: InputSchema, name: string, known: KnownValues, random: () => number): unknown {
  const seen = known.get(name);
  if (seen && seen.length > 0 && random() < 0.8) return pick(random, seen);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return sampleOf(pick(random, variants), name, known, random);
  if (schema.enum) return pick(random, schema.enum);
  if (schema.nullable && random() < 0.2) return null;
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([key]) => schema.required?.includes(key) || random() < 0.7)
          .map(([key, each]) => [key, sampleOf(each, key, known, random)]),
      );
    case 'array':
      return Array.from({ length: Math.floor(random() * 4) }, () => sampleOf(schema.items ?? {}, name, known, random));
    case 'boolean':
      return random() < 0.5;
    case 'integer':
    case 'number': {
      const least = Math.max(schema.minimum ?? 0, -1_000);
      const most = Math.min(schema.maximum ?? 1_000, least + 1_000);
      const number = least + random() * (most - least);
      return schema.type === 'integer' ? Math.round(number) : Math.round(number * 100) / 100;
    }
    default:
      return sampleText(schema, random);
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

function sampleText({ format, minLength = 0, maxLength = 40 }: InputSchema, random: () => number): string {
  const letters = (count: number): string => Array.from({ length: count }, () => pick(random, [...LETTERS])).join('');
  const hexadecimal = (count: number): string => Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join('');
  if (format === 'uuid') return `${hexadecimal(8)}-${hexadecimal(4)}-4${hexadecimal(3)}-8${hexadecimal(3)}-${hexadecimal(12)}`;
  if (format === 'email') return `${letters(6)}@example.com`;
  if (format === 'date') return '1980-02-29';
  return letters(Math.min(maxLength, minLength + Math.floor(random() * 20)));
}

/** Where a schema takes text: the keys that lead there, `0` for the first of a list. */
export function textPathsOf(schema: InputSchema): (readonly string[])[] {
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return variants.flatMap(textPathsOf);
  if (schema.type === 'object')
    return Object.entries(schema.properties ?? {}).flatMap(([key, each]) => textPathsOf(each).map((rest) => [key, ...rest]));
  if (schema.type === 'array') return textPathsOf(schema.items ?? {}).map((rest) => ['0', ...rest]);
  return schema.type === 'string' ? [[]] : [];
}

/** A copy of a value with another one at a place. */
export function withValueAt(value: unknown, path: readonly string[], wanted: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return wanted;
  if (Array.isArray(value) || key === '0') {
    const [first, ...others] = Array.isArray(value) ? value : [];
    return [withValueAt(first, rest, wanted), ...others];
  }
  const fields = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  return { ...fields, [key]: withValueAt(fields[key], rest, wanted) };
}
