import { type FormEvent, useState } from 'react';
import { AccountField, passwordOf } from './AccountField.tsx';
import { AsyncContent, Refusal } from './AsyncContent.tsx';
import { type AccountCalls, useAccountClient, useMutation, useQuery } from './use-account.ts';

const ask = (calls: AccountCalls) => calls.profile({});

/** Changes the password and signs other devices out. */
export default function PasswordSection() {
  const calls = useAccountClient();
  const profile = useQuery('profile', ask);
  const { isSubmitting, error, code, run } = useMutation();
  const [isCurrent, isNew] = [code === 'wrong_password', code === 'password_invalid'];
  const [isSaved, setSaved] = useState(false);
  const save = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const element = event.currentTarget;
    const form = new FormData(element);
    setSaved(false);
    void run(
      () => calls.changePassword({ currentPassword: passwordOf(form, 'currentPassword'), newPassword: passwordOf(form, 'newPassword') }),
      () => {
        element.reset();
        setSaved(true);
      },
    );
  };
  return (
    <>
      <h1 className="heading-3">Change password</h1>
      <AsyncContent from={profile}>
        {({ data }) => (
          <form className="account-form" onSubmit={save}>
            <input type="text" name="username" autoComplete="username" value={data.email} readOnly hidden />
            {data.hasPassword && (
              <AccountField
                name="currentPassword"
                label="Current password"
                type="password"
                autoComplete="current-password"
                maxLength={1_000}
                fault={isCurrent ? error : null}
                required
              />
            )}
            <AccountField
              name="newPassword"
              label="New password"
              type="password"
              autoComplete="new-password"
              maxLength={1_000}
              fault={isNew ? error : null}
              help="Changing your password signs you out on all other devices."
              required
            />
            <Refusal text={isCurrent || isNew ? null : error} />
            <p role="status">{isSaved ? 'Password changed.' : ''}</p>
            <button type="submit" className="button button-primary" disabled={isSubmitting}>
              Change password
            </button>
          </form>
        )}
      </AsyncContent>
    </>
  );
}
