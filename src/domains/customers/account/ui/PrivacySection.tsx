import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { CONSENT_WORDING } from '#domains/customers/consent/model/marketing.ts';
import { useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import { fillMessage } from '#ui/fill-message.tsx';
import { Choice, TextField } from '#ui/form/Field.tsx';
import { placeError, readField } from '#ui/form/form-errors.ts';
import type { Profile } from '../contract.ts';
import { accountMessages, accountPageLabels, privacyMessages as m } from '../messages.ts';
import { AsyncContent, ErrorMessage } from './AsyncContent.tsx';
import { type AccountCalls, useAccountClient, useMutation, useQuery } from './use-account.ts';

const load = (calls: AccountCalls) => calls.profile({});

/** Marketing consent, data download and account deletion. */
export default function PrivacySection() {
  const profile = useQuery('profile', load);
  return (
    <>
      <h1 className="heading-3">{accountPageLabels.privacy}</h1>
      <AsyncContent from={profile}>
        {({ data }) => (
          <>
            <Consent profile={data} onSaved={profile.replace} />
            <section className="account-sec">
              <h2 className="heading-4">{m.notifications}</h2>
              <p>{fillMessage(m.notificationsExplanation, { atBottom: <a href="#notifications">{m.atBottom}</a> })}</p>
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
      <h2 className="heading-4">{m.consent}</h2>
      <p className="text-muted">{m.consentExplanation}</p>
      <form className="account-form" onSubmit={save}>
        <Choice name="email" defaultChecked={profile.user_metadata.marketing_email === true}>
          {CONSENT_WORDING.email}
        </Choice>
        <Choice name="sms" defaultChecked={profile.user_metadata.marketing_sms === true}>
          {CONSENT_WORDING.sms}
        </Choice>
        <ErrorMessage text={error} />
        <p role="status">{isSaved ? accountMessages.saved : ''}</p>
        <button type="submit" className="button button-outline" disabled={isSubmitting}>
          {m.saveConsent}
        </button>
      </form>
    </section>
  );
}

/** Saves a file through the browser. */
function saveFile(name: string, text: string): void {
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
      ({ data }) => saveFile('cellardoor-my-data.json', JSON.stringify(data, null, 2)),
    );
  return (
    <section className="account-sec">
      <h2 className="heading-4">{m.data}</h2>
      <ErrorMessage text={error} />
      <button type="button" className="button button-outline" disabled={isSubmitting} onClick={() => void download()}>
        {m.download}
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
      <h2 className="heading-4">{m.delete}</h2>
      <form className="account-form" onSubmit={remove}>
        <p className="text-muted">
          {fillMessage(m.deleteExplanation, {
            viewOrders: (
              <Link className="link" to="/account/orders">
                {m.viewOrders}
              </Link>
            ),
          })}
        </p>
        {hasPassword && (
          <TextField
            announcesError
            name="password"
            label={m.password}
            type="password"
            autoComplete="current-password"
            maxLength={1_000}
            error={errors.fields.password}
            required
          />
        )}
        <Choice required>{m.confirmDeletion}</Choice>
        <ErrorMessage text={errors.form} />
        <button type="submit" className="button button-outline" disabled={isSubmitting}>
          {m.delete}
        </button>
      </form>
    </section>
  );
}
