/** The forms of a page's own fields, made from the schema of its record. */
import { pageEditorMessages as text } from '#domains/content/messages/office.ts';
import { pageRecord } from '#domains/content/model/record.ts';
import type { TemplateName } from '#domains/content/model/templates.ts';
import { formOfSchema, type NamedField } from '#lib/form-schema.ts';

export interface PageSection {
  readonly key: string;
  /** Null for the section whose name depends on the template. */
  readonly label: string | null;
  readonly fields: readonly NamedField[];
  /** Templates that have it. Null for all. */
  readonly templates: readonly TemplateName[] | null;
}

const form = formOfSchema(pageRecord);
const all = form.kind === 'object' ? form.fields : [];
const fieldsOf = (...names: readonly string[]): readonly NamedField[] =>
  names.flatMap((name) => all.find((field) => field.name === name) ?? []);

/** Every part of a page that is no block. `event` and `brand` are there if their template needs them. */
const required = (fields: readonly NamedField[]): readonly NamedField[] =>
  fields.map(({ name, spec }) => ({ name, spec: { ...spec, isNullable: false } }));

export const SECTIONS: readonly PageSection[] = [
  { key: 'details', label: text.details, fields: fieldsOf('title', 'path', 'kicker', 'summary', 'author', 'picture'), templates: null },
  { key: 'home', label: null, fields: required(fieldsOf('brand')), templates: ['home'] },
  { key: 'event', label: null, fields: required(fieldsOf('event')), templates: ['event'] },
  { key: 'search', label: null, fields: fieldsOf('search'), templates: ['saved-search'] },
  { key: 'offer', label: null, fields: fieldsOf('offerId'), templates: ['open-offer', 'secret-offer'] },
  {
    key: 'audience',
    label: text.audience,
    fields: fieldsOf('publishAt', 'endAt', 'markets', 'shops', 'tiersEligible', 'menu', 'paywall'),
    templates: null,
  },
];

/** Returns the section that has a field. */
export const sectionOf = (name: string): string =>
  SECTIONS.find(({ fields }) => fields.some((field) => field.name === name))?.key ?? 'details';
