import type { ComponentProps } from 'react';

export interface AccountFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  /** Why what stands in it was refused. */
  readonly fault?: string | null;
}

/** A labelled field that keeps its own value until its form is sent. */
export function AccountField({ name, label, help, fault = null, ...control }: AccountFieldProps) {
  const id = `acct-${name}`;
  const describedBy = [fault !== null && `${id}-fault`, help && `${id}-help`].filter(Boolean).join(' ');
  return (
    <div className={fault === null ? 'field' : 'field bad'}>
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
        <p className="fault" id={`${id}-fault`} role="alert">
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

/** The text of a field of a form that was sent; empty where there is none. */
export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
};

/** Passwords count as typed: their spaces are theirs. */
export const passwordOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};
