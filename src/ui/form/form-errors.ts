/** Error of a request: the code of its contract, and the message for the shopper. */
export interface RequestError {
  readonly code: string;
  readonly message: string;
}

export interface FormErrors<Name extends string> {
  /** Messages that belong to a field. */
  readonly fields: Partial<Readonly<Record<Name, string>>>;
  /** Message that belongs to no field, shown above the button. */
  readonly form: string | null;
}

/**
 * Places an error of the server beside the field that it concerns.
 * @param fieldOf field by error code
 */
export function placeError<Name extends string>(error: RequestError | null, fieldOf: Readonly<Record<string, Name>>): FormErrors<Name> {
  if (error === null) return { fields: {}, form: null };
  const name = Object.hasOwn(fieldOf, error.code) ? fieldOf[error.code] : undefined;
  if (name === undefined) return { fields: {}, form: error.message };
  return { fields: { [name]: error.message } as Partial<Record<Name, string>>, form: null };
}

/** Returns the trimmed text of a form field; empty if it is missing. Passwords are read with `trims` false. */
export function readField(form: FormData, name: string, { trims = true } = {}): string {
  const value = form.get(name);
  if (typeof value !== 'string') return '';
  return trims ? value.trim() : value;
}
