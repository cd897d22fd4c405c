import type { ComponentProps } from 'react';
import { MIN_PASSWORD_LENGTH } from '#lib/password-rules.ts';
import { TextField } from '#ui/form/Field.tsx';
import { hostedError, hostedMessages as m } from '../messages/hosted.ts';

interface HostedFieldProps extends ComponentProps<typeof TextField> {
  readonly name: string;
  /** Query parameters of the page, which may name an error of this field. */
  readonly params: URLSearchParams;
}

/** Required field of a hosted form with the error that the page's URL names. */
export function HostedField({ params, ...field }: HostedFieldProps) {
  const error = hostedError(params.get('error'));
  return <TextField required announcesError {...field} error={error?.field === field.name ? error.message : null} />;
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
      label={m.email}
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
      hint={m.passwordHint}
    />
  );
}
