import type { ComponentProps } from 'react';

export interface AccountFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  /** Error message of the field. */
  readonly fault?: string | null;
}

/** Labelled uncontrolled field. */
export function AccountField({ name, label, help, fault = null, ...control }: AccountFieldProps) {
  const id = `acct-${name}`;
  const describedBy = [fault !== null && `${id}-fault`, help && `${id}-help`].filter(Boolean).join(' ');
  return (
    <div className={fault === null ? 'field' : 'field has-error'}>
      <label htmlFor={id}>{label}</label>
      <input
        className="input"
        type="text"
        {...control}
        id={id}
        name={name}
        aria-invalid={fault !== null || undefined}
        aria-describedby={describedBy || undefined}
      />
      {fault !== null && (
        <p className="field-error" id={`${id}-fault`} role="alert">
          {fault}
        </p>
      )}
      {help && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}

/** Returns the trimmed text of a form field; empty if missing. */
export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
};

/** Returns a password without trimming it. */
export const passwordOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};
