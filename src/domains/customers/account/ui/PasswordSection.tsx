import { useRef, useState } from 'react';
import { TextField } from '#ui/form/Field.tsx';
import { placeError } from '#ui/form/form-errors.ts';
import { accountPageLabels, passwordMessages as m } from '../messages.ts';
import { AsyncContent, ErrorMessage } from './AsyncContent.tsx';
import { type AccountCalls, useActionForm, useQuery } from './use-account.ts';

const load = (calls: AccountCalls) => calls.profile({});

/** Changes the password and signs other devices out. */
export default function PasswordSection() {
  const profile = useQuery('profile', load);
  const form = useRef<HTMLFormElement>(null);
  const [isSaved, setSaved] = useState(false);
  const { Form, isSubmitting, failure } = useActionForm(() => {
    form.current?.reset();
    setSaved(true);
  });
  const errors = placeError(failure, { wrong_password: 'currentPassword', password_invalid: 'newPassword' } as const);
  return (
    <>
      <h1 className="heading-3">{accountPageLabels.password}</h1>
      <AsyncContent from={profile}>
        {({ data }) => (
          <Form method="post" className="account-form" ref={form} onSubmit={() => setSaved(false)}>
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
          </Form>
        )}
      </AsyncContent>
    </>
  );
}
