/** Validates what a visitor sent with the form of a page. */
import { isEmail } from '#lib/email.ts';
import { isStorable } from '#lib/is-storable-text.ts';
import { formMessages } from '../messages.ts';
import type { FormBlock, FormField } from './blocks.ts';

export type FormValues = Readonly<Record<string, string>>;

/** Validation error of a form field. */
export interface EntryError {
  readonly field: string;
  /** Displayed next to the field. */
  readonly reason: string;
}

const PHONE = /^\+?[\d\s().-]{6,24}$/;
/** Value of a ticked checkbox. */
export const TICKED = 'yes';

function requiredMessage(label: string, kind: FormField['kind']): string {
  if (kind === 'choice') return formMessages.selectOption;
  return kind === 'tick' ? formMessages.tick(label) : formMessages.required(label);
}

function findEntryError({ label, kind, isRequired, longest, options }: FormField, value: string): string | null {
  if (value === '') return isRequired ? requiredMessage(label, kind) : null;
  if (value.length > longest) return formMessages.tooLong(label, longest);
  if (!isStorable(value)) return formMessages.notStorable(label);
  switch (kind) {
    case 'email':
      return isEmail(value) ? null : formMessages.invalidEmail;
    case 'phone':
      return PHONE.test(value) ? null : formMessages.invalidPhone(label);
    case 'choice':
      return options.includes(value) ? null : formMessages.unknownOption(label, options);
    case 'tick':
      return value === TICKED ? null : formMessages.invalidTick(label, TICKED);
    default:
      return null;
  }
}

/** Returns the trimmed values of the form's fields and their errors. Unknown values are left out. */
export function readEntry(form: FormBlock, values: FormValues): { readonly entry: FormValues; readonly errors: readonly EntryError[] } {
  const entry = Object.fromEntries(form.fields.map(({ name }) => [name, (values[name] ?? '').trim()]));
  const errors = form.fields.flatMap((field) => {
    const reason = findEntryError(field, entry[field.name] ?? '');
    return reason === null ? [] : [{ field: field.name, reason }];
  });
  return { entry, errors };
}

/** Returns the sender's address. @returns null if the form does not ask for one or it is empty */
export function senderOf(form: FormBlock, entry: FormValues): string | null {
  const field = form.fields.find(({ kind }) => kind === 'email');
  return field ? entry[field.name] || null : null;
}
