/**
 * schema.org's own definitions, as data of the package @vocabulary/schema, and what is wrong with structured data by them:
 * unknown types and properties, properties that a type does not have, values that a property does not take, terms given up.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const NAMESPACE = 'http://schema.org/';
const TRIPLE = /^<([^>]+)> <([^>]+)> <([^>]+)>/;
const IS = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const BELOW = 'http://www.w3.org/2000/01/rdf-schema#subClassOf';
const CLASS = 'http://www.w3.org/2000/01/rdf-schema#Class';
const PROPERTY = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#Property';

type Table = Map<string, string[]>;

/** Names without the namespace: what a term is, what it stands below, where it may be and what it takes. */
interface Vocabulary {
  readonly is: Table;
  readonly below: Table;
  readonly domains: Table;
  readonly ranges: Table;
  readonly supersededBy: Table;
}

const PREDICATES: Readonly<Record<string, keyof Vocabulary>> = {
  [IS]: 'is',
  [BELOW]: 'below',
  [`${NAMESPACE}domainIncludes`]: 'domains',
  [`${NAMESPACE}rangeIncludes`]: 'ranges',
  [`${NAMESPACE}supersededBy`]: 'supersededBy',
};

function readVocabulary(): Vocabulary {
  const text = readFileSync(fileURLToPath(import.meta.resolve('@vocabulary/schema/schema.nq')), 'utf8');
  const tables: Vocabulary = { is: new Map(), below: new Map(), domains: new Map(), ranges: new Map(), supersededBy: new Map() };
  for (const line of text.split('\n')) {
    const [, subject = '', predicate = '', object = ''] = TRIPLE.exec(line) ?? [];
    const table = PREDICATES[predicate];
    if (!table || !subject.startsWith(NAMESPACE)) continue;
    const [name, value] = [subject.slice(NAMESPACE.length), object.replace(NAMESPACE, '')];
    tables[table].set(name, [...(tables[table].get(name) ?? []), value]);
  }
  return tables;
}

let read: Vocabulary | undefined;
const vocabulary = (): Vocabulary => {
  read ??= readVocabulary();
  return read;
};
const termsOf = (table: keyof Vocabulary, name: string): readonly string[] => vocabulary()[table].get(name) ?? [];

/** A type with all that it is a kind of. */
const withParents = (type: string): string[] => [type, ...termsOf('below', type).flatMap(withParents)];

const SHAPES: Readonly<Record<string, RegExp>> = {
  URL: /^https?:\/\/[^\s/]+\//,
  Date: /^\d{4}-\d{2}-\d{2}$/,
  DateTime: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/,
  Number: /^-?\d+(\.\d+)?$/,
  Integer: /^-?\d+$/,
  Boolean: /^(true|false)$/,
  Text: /\S/,
};

/** Whether a plain value is one of a range: by its shape, or the name of a member of an enumeration. */
function isOf(value: string, range: string): boolean {
  const shape = SHAPES[range];
  if (shape) return shape.test(value);
  const member = value.replace(/^https?:\/\/schema\.org\//, '');
  return member !== value && termsOf('is', member).some((type) => withParents(type).includes(range));
}

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
const isNode = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function valueFaults(value: Json, property: string, place: string): string[] {
  if (Array.isArray(value)) return value.flatMap((each: Json, index) => valueFaults(each, property, `${place}[${index}]`));
  const ranges = termsOf('ranges', property);
  if (isNode(value)) {
    const type = String(value['@type']);
    const fits = ranges.some((range) => withParents(type).includes(range));
    return [...(fits ? [] : [`${place}: a ${type} where ${ranges.join(' or ')} is asked for`]), ...schemaFaults(value, place)];
  }
  const fits = value !== null && ranges.some((range) => isOf(String(value), range));
  return fits ? [] : [`${place}: ${JSON.stringify(value)} is no ${ranges.join(', no ')}`];
}

/** What is wrong with a node of structured data, each with its place; nothing where it keeps to the definitions. */
export function schemaFaults(node: { readonly [name: string]: Json }, place = String(node['@type'])): string[] {
  const type = String(node['@type']);
  if (!termsOf('is', type).includes(CLASS)) return [`${place}: there is no type ${type}`];
  return Object.entries(node)
    .filter(([name]) => !name.startsWith('@'))
    .flatMap(([name, value]) => {
      const at = `${place}.${name}`;
      if (!termsOf('is', name).includes(PROPERTY)) return [`${at}: there is no such property`];
      if (termsOf('supersededBy', name).length > 0) return [`${at}: superseded by ${termsOf('supersededBy', name).join(', ')}`];
      const isHere = termsOf('domains', name).some((domain) => withParents(type).includes(domain));
      return [...(isHere ? [] : [`${at}: not a property of ${type}`]), ...valueFaults(value, name, at)];
    });
}
