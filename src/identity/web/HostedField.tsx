import type { ComponentProps } from 'react';

export interface HostedFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'name'> {
  readonly name: string;
  readonly label: string;
  readonly help?: string;
}

/** A labelled field of a hosted form. */
export function HostedField({ name, label, help, ...control }: HostedFieldProps) {
  return (
    <div className="field">
      <label htmlFor={`id-${name}`}>{label}</label>
      <input
        className="input"
        type="text"
        required
        {...control}
        id={`id-${name}`}
        name={name}
        aria-describedby={help && `id-${name}-help`}
      />
      {help && (
        <p className="help" id={`id-${name}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}

/** The e-mail of an account, which password managers know as its user name. */
export function EmailField({ email }: { email: string | null }) {
  return (
    <HostedField
      name="email"
      label="Email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      defaultValue={email ?? ''}
    />
  );
}
