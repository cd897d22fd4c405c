import { type FormEvent, useState } from 'react';
import { TextField } from '#ui/form/Field.tsx';
import { placeError, readField } from '#ui/form/form-errors.ts';
import { accountPageLabels, passwordMessages as m } from '../messages.ts';
import { AsyncContent, ErrorMessage } from './AsyncContent.tsx';
import { type AccountCalls, useAccountClient, useMutation, useQuery } from './use-account.ts';

const load = (calls: AccountCalls) => calls.profile({});

/** Changes the password and signs other devices out. */
export default function PasswordSection() {
  const calls = useAccountClient();
  const profile = useQuery('profile', load);
  const { isSubmitting, failure, run } = useMutation();
  const errors = placeError(failure, { wrong_password: 'currentPassword', password_invalid: 'newPassword' } as const);
  const [isSaved, setSaved] = useState(false);
  const save = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const element = event.currentTarget;
    const form = new FormData(element);
    setSaved(false);
    void run(
      () =>
        calls.changePassword({
          currentPassword: readField(form, 'currentPassword', { trims: false }),
          newPassword: readField(form, 'newPassword', { trims: false }),
        }),
      () => {
        element.reset();
        setSaved(true);
      },
    );
  };
  return (
    <>
      <h1 className="heading-3">{accountPageLabels.password}</h1>
      <AsyncContent from={profile}>
        {({ data }) => (
          <form className="account-form" onSubmit={save}>
            <input type="text" name="username" autoComplete="username" value={data.email} readOnly hidden />
            {data.hasPassword && (
              <TextField
                announcesError
                name="currentPassword"
                label={m.current}
                type="password"
                autoComplete="current-password"
                maxLength={1_000}
                error={errors.fields.currentPassword}
                required
              />
            )}
            <TextField
              announcesError
              name="newPassword"
              label={m.new}
              type="password"
              autoComplete="new-password"
              maxLength={1_000}
              error={errors.fields.newPassword}
              hint={m.hint}
              required
            />
            <ErrorMessage text={errors.form} />
            <p role="status">{isSaved ? m.changed : ''}</p>
            <button type="submit" className="button button-primary" disabled={isSubmitting}>
              {m.change}
            </button>
          </form>
        )}
      </AsyncContent>
    </>
  );
}
