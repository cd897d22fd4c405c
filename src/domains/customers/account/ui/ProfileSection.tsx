import { type FormEvent, useState } from 'react';
import { useAuth, useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import { formatPhone } from '#domains/selling/checkout/model/contact.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { TextField } from '#ui/form/Field.tsx';
import { placeError, readField } from '#ui/form/form-errors.ts';
import { AsyncContent, Refusal } from './AsyncContent.tsx';
import { EmailState } from './EmailState.tsx';
import { type AccountCalls, useAccountClient, useMutation, useQuery } from './use-account.ts';

const ask = (calls: AccountCalls) => calls.profile({});

/** Names, phone and birthday. */
export default function ProfileSection() {
  const calls = useAccountClient();
  const auth = useAuthStore();
  const { user } = useAuth();
  const { market } = useMarketConfig();
  const profile = useQuery('profile', ask);
  const { isSubmitting, failure, run } = useMutation();
  const errors = placeError(failure, { phone_invalid: 'phone' } as const);
  const [isSaved, setSaved] = useState(false);
  const save = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setSaved(false);
    void run(
      () =>
        calls.saveProfile({
          givenName: readField(form, 'givenName'),
          familyName: readField(form, 'familyName'),
          phone: readField(form, 'phone'),
          birthday: readField(form, 'birthday') || null,
        }),
      (value) => {
        profile.replace(value);
        setSaved(true);
        // The header shows the name in the token.
        if (value.data.name !== user?.name) void auth.refresh();
      },
    );
  };
  return (
    <>
      <h1 className="heading-3">Your details</h1>
      <AsyncContent from={profile}>
        {({ data }) => (
          <form className="account-form" onSubmit={save}>
            <EmailState email={data.email} isVerified={data.email_verified} problem={data.emailProblem} />
            <div className="account-pair">
              <TextField
                announcesError
                name="givenName"
                label="First name"
                autoComplete="given-name"
                defaultValue={data.given_name}
                maxLength={60}
                required
              />
              <TextField
                announcesError
                name="familyName"
                label="Last name"
                autoComplete="family-name"
                defaultValue={data.family_name}
                maxLength={60}
                required
              />
            </div>
            <TextField
              announcesError
              name="phone"
              label="Phone"
              type="tel"
              autoComplete="tel"
              defaultValue={formatPhone(market, data.phone)}
              maxLength={30}
              error={errors.fields.phone}
            />
            <TextField
              announcesError
              name="birthday"
              label="Birthday (optional)"
              type="date"
              autoComplete="bday"
              hint="For a gift on your birthday. It comes by email, so turn on news and offers under Privacy."
              defaultValue={birthdayOf(data.user_metadata)}
            />
            <Refusal text={errors.form} />
            <p role="status">{isSaved ? 'Saved.' : ''}</p>
            <button type="submit" className="button button-primary" disabled={isSubmitting}>
              Save details
            </button>
          </form>
        )}
      </AsyncContent>
    </>
  );
}

const birthdayOf = ({ birthday }: Readonly<Record<string, unknown>>): string => (typeof birthday === 'string' ? birthday : '');
