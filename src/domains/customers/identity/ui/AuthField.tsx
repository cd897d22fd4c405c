import type { ComponentProps } from 'react';
import { hostedError } from '../model/hosted-messages.ts';
import { MIN_PASSWORD_LENGTH } from '../model/password-rules.ts';

export interface HostedFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'name'> {
  readonly name: string;
  readonly label: string;
  /** Query parameters of the page, which may name an error of this field. */
  readonly params: URLSearchParams;
  readonly help?: string;
}

/** Labelled field of a hosted form with its error. */
export function HostedField({ name, label, params, help, ...control }: HostedFieldProps) {
  const error = hostedError(params.get('error'));
  const fault = error?.field === name ? error.message : null;
  const describedBy = [fault !== null && `id-${name}-fault`, help && `id-${name}-help`].filter(Boolean).join(' ');
  return (
    <div className={fault === null ? 'field' : 'field has-error'}>
      <label htmlFor={`id-${name}`}>{label}</label>
      <input
        className="input"
        type="text"
        required
        {...control}
        id={`id-${name}`}
        name={name}
        aria-invalid={fault !== null || undefined}
        aria-describedby={describedBy || undefined}
      />
      {fault !== null && (
        <p className="field-error" id={`id-${name}-fault`} role="alert">
          {fault}
        </p>
      )}
      {help && (
        <p className="help" id={`id-${name}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}

/**
 * Email field of an account, which password managers treat as the user name. Not `type="email"`, because browsers reject non-ASCII
 * addresses that the shop accepts.
 */
export function EmailField({ params }: { params: URLSearchParams }) {
  return (
    <HostedField
      params={params}
      name="email"
      label="Email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      defaultValue={params.get('email') ?? ''}
    />
  );
}

/** Field for a new password. */
export function NewPasswordField({ params, label }: { params: URLSearchParams; label: string }) {
  return (
    <HostedField
      params={params}
      name="password"
      label={label}
      type="password"
      autoComplete="new-password"
      minLength={MIN_PASSWORD_LENGTH}
      maxLength={1_000}
      help={`At least ${MIN_PASSWORD_LENGTH} characters. Three or four random words work well.`}
    />
  );
}
