import { useState } from 'react';
import { Link } from 'react-router';
import { formatPhone } from '#domains/selling/checkout/model/contact.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { fillMessage } from '#ui/fill-message.tsx';
import { TextField } from '#ui/form/Field.tsx';
import { placeError } from '#ui/form/form-errors.ts';
import type { Profile } from '../contract.ts';
import { accountMessages, accountPageLabels, profileMessages as m } from '../messages.ts';
import { AsyncContent, ErrorMessage } from './AsyncContent.tsx';
import { type AccountCalls, useActionForm, useQuery } from './use-account.ts';

const load = (calls: AccountCalls) => calls.profile({});

/** Names, phone and birthday. */
export default function ProfileSection() {
  const { market } = useMarketConfig();
  const profile = useQuery('profile', load);
  const [isSaved, setSaved] = useState(false);
  const { Form, isSubmitting, failure } = useActionForm<{ data: Profile }>((value) => {
    profile.replace(value);
    setSaved(true);
  });
  const errors = placeError(failure, { phone_invalid: 'phone' } as const);
  return (
    <>
      <h1 className="heading-3">{accountPageLabels.profile}</h1>
      <AsyncContent from={profile}>
        {({ data }) => (
          <div className="account-form">
            <EmailState email={data.email} isVerified={data.email_verified} problem={data.emailProblem} />
            <Form method="post" className="account-form" onSubmit={() => setSaved(false)}>
              <div className="account-pair">
                <TextField
                  announcesError
                  name="givenName"
                  label={m.firstName}
                  autoComplete="given-name"
                  defaultValue={data.given_name}
                  maxLength={60}
                  required
                />
                <TextField
                  announcesError
                  name="familyName"
                  label={m.lastName}
                  autoComplete="family-name"
                  defaultValue={data.family_name}
                  maxLength={60}
                  required
                />
              </div>
              <TextField
                announcesError
                name="phone"
                label={m.phone}
                type="tel"
                autoComplete="tel"
                defaultValue={formatPhone(market, data.phone)}
                maxLength={30}
                error={errors.fields.phone}
              />
              <TextField
                announcesError
                name="birthday"
                label={m.birthday}
                type="date"
                autoComplete="bday"
                hint={m.birthdayHint}
                defaultValue={birthdayOf(data.user_metadata)}
              />
              <ErrorMessage text={errors.form} />
              <p role="status">{isSaved ? accountMessages.saved : ''}</p>
              <button type="submit" className="button button-primary" disabled={isSubmitting}>
                {m.save}
              </button>
            </Form>
          </div>
        )}
      </AsyncContent>
    </>
  );
}

const birthdayOf = ({ birthday }: Readonly<Record<string, unknown>>): string => (typeof birthday === 'string' ? birthday : '');

interface EmailStateProps {
  readonly email: string;
  readonly isVerified: boolean;
  readonly problem: Profile['emailProblem'];
}

/** The email address of the account, whether it is confirmed, and why email to it is stopped [ACC-6]. */
function EmailState({ email, isVerified, problem }: EmailStateProps) {
  return (
    <>
      {problem !== null && <EmailProblem email={email} problem={problem} />}
      <Confirmation email={email} isVerified={isVerified} />
    </>
  );
}

/** Says why email to the address is stopped and how to fix it [ACC-6]. */
function EmailProblem({ email, problem }: { email: string; problem: 'bounce' | 'complaint' }) {
  return (
    <div className="account-note" role="alert">
      <p>{m[problem].problem(email)}</p>
      <p>
        {fillMessage(m[problem].fix, {
          changeEmail: (
            <Link className="link" to="/account/email">
              {m.changeEmail}
            </Link>
          ),
        })}
      </p>
    </div>
  );
}

/** Shows whether the address is confirmed, with the button that resends the confirmation. */
function Confirmation({ email, isVerified }: Pick<EmailStateProps, 'email' | 'isVerified'>) {
  const [isSent, setSent] = useState(false);
  const { Form, isSubmitting, error } = useActionForm(() => setSent(true));
  if (isVerified) return <p className="text-muted">{m.confirmed(email)}</p>;
  return (
    <div className="account-note account-unverified">
      <p>{m.notConfirmed(email)}</p>
      <ErrorMessage text={error} />
      <p role="status">{isSent ? m.confirmationSent : ''}</p>
      {!isSent && (
        <Form method="post">
          <button type="submit" name="intent" value="resend-confirmation" className="button button-outline" disabled={isSubmitting}>
            {m.resendConfirmation}
          </button>
        </Form>
      )}
    </div>
  );
}
