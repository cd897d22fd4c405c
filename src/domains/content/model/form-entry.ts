/** Reads what a visitor wrote into a form of a page, held against the form's own fields. */
import { EMAIL_RULE, isEmail } from '#lib/email.ts';
import { isStorable } from '#lib/is-storable-text.ts';
import type { FormBlock, FormField } from './blocks.ts';

export type FormValues = Readonly<Record<string, string>>;

export interface EntryFault {
  readonly field: string;
  /** A whole sentence. */
  readonly reason: string;
}

const PHONE = /^\+?[\d\s().-]{6,24}$/;
export const TICKED = 'yes';

function faultOf({ label, kind, isRequired, longest, options }: FormField, value: string): string | null {
  if (value === '') return isRequired ? (kind === 'choice' ? 'Please choose one.' : `${label} is needed.`) : null;
  if (value.length > longest) return `${label} may have at most ${longest} characters.`;
  if (!isStorable(value)) return `${label} holds a character that cannot be stored.`;
  switch (kind) {
    case 'email':
      return isEmail(value) ? null : `${label} ${EMAIL_RULE}.`;
    case 'phone':
      return PHONE.test(value) ? null : `${label} must be a phone number, like 0412 345 678.`;
    case 'choice':
      return options.includes(value) ? null : `${label} must be one of: ${options.join(', ')}.`;
    case 'tick':
      return value === TICKED ? null : `${label} is either '${TICKED}' or empty.`;
    default:
      return null;
  }
}

/** The values of a form's fields, trimmed, and what is wrong with them; values the form does not know are left out. */
export function readEntry(form: FormBlock, values: FormValues): { readonly entry: FormValues; readonly faults: readonly EntryFault[] } {
  const entry = Object.fromEntries(form.fields.map(({ name }) => [name, (values[name] ?? '').trim()]));
  const faults = form.fields.flatMap((field) => {
    const reason = faultOf(field, entry[field.name] ?? '');
    return reason === null ? [] : [{ field: field.name, reason }];
  });
  return { entry, faults };
}

/** The sender's address where the form asks for one; null otherwise. */
export function senderOf(form: FormBlock, entry: FormValues): string | null {
  const field = form.fields.find(({ kind }) => kind === 'email');
  return field ? entry[field.name] || null : null;
}
