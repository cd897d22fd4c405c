import type { ComponentProps } from 'react';

export interface AccountFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  readonly name: string;
  readonly label: string;
  readonly help?: string;
}

/** A labelled field that keeps its own value until its form is sent. */
export function AccountField({ name, label, help, ...control }: AccountFieldProps) {
  const id = `acct-${name}`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input className="input" type="text" {...control} id={id} name={name} aria-describedby={help && `${id}-help`} />
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
