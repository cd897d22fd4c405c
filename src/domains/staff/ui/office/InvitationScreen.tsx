import { useCallback, useEffect, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { invitationMessages, signInMessages } from '#domains/staff/messages/office.ts';
import { acceptForm } from '#domains/staff/model/sign-in-forms.ts';
import { Button } from '#ui/office/Button.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { useOfficeForm } from '#ui/office/form/use-office-form.ts';
import { officeMessages } from '#ui/office/messages.ts';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { readShopName } from '#ui/office/shop-name.ts';
import type { OfficeResult } from './office-client.ts';
import { SignInFrame } from './SignInFrame.tsx';
import { type SignInStep, SignInSteps } from './SignInSteps.tsx';
import { signInCalls } from './staff-calls.ts';

type Invitation = Extract<Awaited<ReturnType<typeof signInCalls.invitation>>, { ok: true }>['value'];

function AcceptForm({
  token,
  invitation,
  onStep,
}: {
  readonly token: string;
  readonly invitation: Invitation;
  readonly onStep: (step: SignInStep) => void;
}) {
  const isFirstRun = invitation.kind === 'first_run';
  const { form, fields, isPending, error, errorOf } = useOfficeForm({
    schema: acceptForm,
    defaultValue: { name: invitation.name, email: invitation.email ?? '' },
    onSubmit: async ({ name, email, password }) => {
      const accepted = await signInCalls.acceptInvitation({
        token,
        name,
        ...(isFirstRun && email ? { email } : {}),
        ...(password ? { password } : {}),
      });
      if (accepted.ok) {
        onStep(accepted.value);
        return null;
      }
      return accepted.code === 'password_refused' ? { title: accepted.title, field: 'password' } : { title: accepted.title };
    },
  });
  return (
    <form className="form" id={form.id} onSubmit={form.onSubmit} noValidate>
      <FormError error={error} />
      {isFirstRun && (
        <TextField
          label={signInMessages.email}
          name={fields.email.name}
          type="email"
          autoComplete="username"
          error={errorOf('email', fields.email.errors)}
        />
      )}
      <TextField
        label={invitationMessages.name}
        name={fields.name.name}
        defaultValue={invitation.name}
        autoComplete="name"
        error={errorOf('name', fields.name.errors)}
      />
      <TextField
        label={invitationMessages.password}
        hint={invitationMessages.passwordHint}
        name={fields.password.name}
        type="password"
        autoComplete="new-password"
        isOptional
        error={errorOf('password', fields.password.errors)}
      />
      <Button tone="primary" type="submit" isPending={isPending}>
        {invitationMessages.accept}
      </Button>
    </form>
  );
}

const TITLES: Readonly<Record<Invitation['kind'], string>> = {
  invitation: invitationMessages.title,
  first_run: invitationMessages.firstRunTitle,
  factor_reset: invitationMessages.resetTitle,
};

const introOf = ({ kind, invitedBy, email }: Invitation): string => {
  if (kind === 'first_run') return invitationMessages.firstRunText;
  return kind === 'factor_reset' ? invitationMessages.resetText(email ?? '') : invitationMessages.invited(invitedBy, readShopName());
};

/** The page of a link in an invitation: who one is, a password, and a second factor. */
export function InvitationScreen() {
  const [params] = useSearchParams();
  const token = useParams().token ?? params.get('token') ?? '';
  const [loaded, setLoaded] = useState<OfficeResult<Invitation> | null>(null);
  const [step, setStep] = useState<SignInStep | null>(null);
  useEffect(() => {
    void signInCalls.invitation({ token }).then(setLoaded);
  }, [token]);
  const finish = useCallback((redirectTo: string) => location.assign(redirectTo), []);

  if (step)
    return (
      <SignInFrame title={loaded?.ok ? TITLES[loaded.value.kind] : invitationMessages.title}>
        {<SignInSteps returnTo="/" onDone={finish} initial={step} />}
      </SignInFrame>
    );
  if (loaded === null) return <SignInFrame title={invitationMessages.title}>{officeMessages.loading}</SignInFrame>;
  if (!loaded.ok)
    return (
      <SignInFrame title={invitationMessages.title}>
        <ScreenState
          icon="key"
          title={invitationMessages.expired}
          text={loaded.code === 'network' ? loaded.title : invitationMessages.expiredText}
          isError
        >
          <Link className="act" to="/sign-in">
            {invitationMessages.signIn}
          </Link>
        </ScreenState>
      </SignInFrame>
    );
  return (
    <SignInFrame title={TITLES[loaded.value.kind]}>
      <div>
        <p className="text-muted">{introOf(loaded.value)}</p>
        {loaded.value.roles.length > 0 && <p className="text-muted">{invitationMessages.roles(loaded.value.roles)}</p>}
      </div>
      <AcceptForm token={token} invitation={loaded.value} onStep={setStep} />
    </SignInFrame>
  );
}
