import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { CONSENT_WORDING } from '#domains/customers/consent/model/marketing.ts';
import { useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import { TextField } from '#ui/form/Field.tsx';
import { placeError, readField } from '#ui/form/form-errors.ts';
import type { Profile } from '../contract.ts';
import { AsyncContent, Refusal } from './AsyncContent.tsx';
import { type AccountCalls, useAccountClient, useMutation, useQuery } from './use-account.ts';

const ask = (calls: AccountCalls) => calls.profile({});

/** Marketing consent, data download and account deletion. */
export default function PrivacySection() {
  const profile = useQuery('profile', ask);
  return (
    <>
      <h1 className="heading-3">Privacy</h1>
      <AsyncContent from={profile}>
        {({ data }) => (
          <>
            <Consent profile={data} onSaved={profile.replace} />
            <section className="account-sec">
              <h2 className="heading-4">Notifications on this device</h2>
              <p>
                You can turn notifications about price drops and forgotten carts on or off for each device{' '}
                <a href="#notifications">at the bottom of any page</a>.
              </p>
            </section>
            <OwnData />
            <DeleteAccount hasPassword={data.hasPassword} />
          </>
        )}
      </AsyncContent>
    </>
  );
}

function Consent({ profile, onSaved }: { profile: Profile; onSaved: (value: { data: Profile }) => void }) {
  const calls = useAccountClient();
  const { isSubmitting, error, run } = useMutation();
  const [isSaved, setSaved] = useState(false);
  const save = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void run(
      () => calls.saveConsent({ email: form.has('email'), sms: form.has('sms') }),
      (value) => {
        onSaved(value);
        setSaved(true);
      },
    );
  };
  return (
    <section className="account-sec">
      <h2 className="heading-4">News and offers</h2>
      <p className="text-muted">
        Birthday and anniversary gifts come by email, so we only send them if you agree to email. We keep a record of when you agreed and to
        what. We always email you about your orders and your account.
      </p>
      <form className="account-form" onSubmit={save}>
        <label className="check">
          <input type="checkbox" name="email" defaultChecked={profile.user_metadata.marketing_email === true} />
          {CONSENT_WORDING.email}
        </label>
        <label className="check">
          <input type="checkbox" name="sms" defaultChecked={profile.user_metadata.marketing_sms === true} />
          {CONSENT_WORDING.sms}
        </label>
        <Refusal text={error} />
        <p role="status">{isSaved ? 'Saved.' : ''}</p>
        <button type="submit" className="button button-outline" disabled={isSubmitting}>
          Save preferences
        </button>
      </form>
    </section>
  );
}

/** Saves a file through the browser. */
function keepFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

function OwnData() {
  const calls = useAccountClient();
  const { isSubmitting, error, run } = useMutation();
  const download = () =>
    run(
      () => calls.myData({}),
      ({ data }) => keepFile('cellardoor-my-data.json', JSON.stringify(data, null, 2)),
    );
  return (
    <section className="account-sec">
      <h2 className="heading-4">Your data</h2>
      <Refusal text={error} />
      <button type="button" className="button button-outline" disabled={isSubmitting} onClick={() => void download()}>
        Download my data
      </button>
    </section>
  );
}

function DeleteAccount({ hasPassword }: { hasPassword: boolean }) {
  const calls = useAccountClient();
  const auth = useAuthStore();
  const { isSubmitting, failure, run } = useMutation();
  const errors = placeError(failure, { wrong_password: 'password' } as const);
  const remove = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const password = readField(new FormData(event.currentTarget), 'password', { trims: false });
    void run(
      () => calls.remove({ password, confirm: true }),
      () => void auth.logout(),
    );
  };
  return (
    <section className="account-sec">
      <h2 className="heading-4">Delete my account</h2>
      <form className="account-form" onSubmit={remove}>
        <p className="text-muted">
          This permanently deletes your name, addresses and saved cards. We keep your orders for our records, without your personal details.
          You may want to{' '}
          <Link className="link" to="/account/orders">
            look at your orders
          </Link>{' '}
          first.
        </p>
        {hasPassword && (
          <TextField
            announcesError
            name="password"
            label="Password"
            type="password"
            autoComplete="current-password"
            maxLength={1_000}
            error={errors.fields.password}
            required
          />
        )}
        <label className="check">
          <input type="checkbox" required />I understand that this can’t be undone
        </label>
        <Refusal text={errors.form} />
        <button type="submit" className="button button-outline" disabled={isSubmitting}>
          Delete my account
        </button>
      </form>
    </section>
  );
}
