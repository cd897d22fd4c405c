import { useState } from 'react';
import { Link } from 'react-router';
import { CONSENT_WORDING } from '#domains/customers/consent/model/marketing.ts';
import { fillMessage } from '#ui/fill-message.tsx';
import { Choice, TextField } from '#ui/form/Field.tsx';
import { placeError } from '#ui/form/form-errors.ts';
import type { Profile } from '../contract.ts';
import { accountMessages, accountPageLabels, privacyMessages as m } from '../messages.ts';
import { AsyncContent, ErrorMessage } from './AsyncContent.tsx';
import { type AccountCalls, useAccountClient, useActionForm, useMutation, useQuery } from './use-account.ts';

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
  const [isSaved, setSaved] = useState(false);
  const { Form, isSubmitting, error } = useActionForm<{ data: Profile }>((value) => {
    onSaved(value);
    setSaved(true);
  });
  return (
    <section className="account-sec">
      <h2 className="heading-4">{m.consent}</h2>
      <p className="text-muted">{m.consentExplanation}</p>
      <Form method="post" className="account-form" onSubmit={() => setSaved(false)}>
        <Choice name="email" defaultChecked={profile.user_metadata.marketing_email === true}>
          {CONSENT_WORDING.email}
        </Choice>
        <Choice name="sms" defaultChecked={profile.user_metadata.marketing_sms === true}>
          {CONSENT_WORDING.sms}
        </Choice>
        <ErrorMessage text={error} />
        <p role="status">{isSaved ? accountMessages.saved : ''}</p>
        <button type="submit" name="intent" value="save-consent" className="button button-outline" disabled={isSubmitting}>
          {m.saveConsent}
        </button>
      </Form>
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
  // The page's action signs the customer out.
  const { Form, isSubmitting, failure } = useActionForm(() => {});
  const errors = placeError(failure, { wrong_password: 'password' } as const);
  return (
    <section className="account-sec">
      <h2 className="heading-4">{m.delete}</h2>
      <Form method="post" className="account-form">
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
        <button type="submit" name="intent" value="delete-account" className="button button-outline" disabled={isSubmitting}>
          {m.delete}
        </button>
      </Form>
    </section>
  );
}
