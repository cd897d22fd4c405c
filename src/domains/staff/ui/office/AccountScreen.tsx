/** One's own account: name, password, second factors, sessions and API keys. */
import { useState } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import { sessionListMessages, accountMessages as text } from '#domains/staff/messages/people.ts';
import { ownNameForm, ownPasswordForm } from '#domains/staff/model/people-forms.ts';
import { Button } from '#ui/office/Button.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { UnsavedGuard } from '#ui/office/form/UnsavedGuard.tsx';
import { useOfficeForm } from '#ui/office/form/use-office-form.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { AccountPanel } from './AccountPanel.tsx';
import { ApiKeys } from './ApiKeys.tsx';
import type { loadAccount } from './load-account.ts';
import { useMe } from './me.ts';
import { OwnFactors } from './OwnFactors.tsx';
import { Sessions } from './Sessions.tsx';
import { ownAccountCalls } from './staff-calls.ts';
import './people.css';

function NameForm() {
  const me = useMe();
  const [saved, setSaved] = useState(me.name);
  const { form, fields, isPending, error, errorOf } = useOfficeForm({
    schema: ownNameForm,
    defaultValue: { name: me.name },
    onSubmit: async ({ name }) => {
      const changed = await ownAccountCalls.changeMyName({ name });
      if (!changed.ok) return { title: changed.title };
      setSaved(changed.value.name);
      toastDone(text.nameSaved);
      return null;
    },
  });
  return (
    <form className="form" id={form.id} onSubmit={form.onSubmit} noValidate>
      <FormError error={error} />
      <TextField
        label={text.name}
        hint={text.nameHint}
        name={fields.name.name}
        defaultValue={me.name}
        autoComplete="name"
        maxLength={80}
        error={errorOf('name', fields.name.errors)}
      />
      <div className="act-row">
        <Button type="submit" isPending={isPending}>
          {text.saveName}
        </Button>
      </div>
      <UnsavedGuard isDirty={form.isDirty && saved === me.name} />
    </form>
  );
}

function PasswordForm({ hasPassword }: { readonly hasPassword: boolean }) {
  const revalidator = useRevalidator();
  const [attempt, setAttempt] = useState(0);
  const { form, fields, isPending, error, errorOf } = useOfficeForm({
    schema: ownPasswordForm,
    onSubmit: async ({ password }) => {
      const changed = await ownAccountCalls.changeMyPassword({ password });
      if (!changed.ok) return { title: changed.title, field: changed.code === 'password_refused' ? 'password' : undefined };
      toastDone(text.passwordSaved(changed.value.endedSessions));
      setAttempt(attempt + 1);
      await revalidator.revalidate();
      return null;
    },
  });
  return (
    <form className="form" id={form.id} onSubmit={form.onSubmit} noValidate>
      <FormError error={error} />
      {!hasPassword && <p className="text-muted">{text.noPassword}</p>}
      <TextField
        key={attempt}
        label={text.password}
        hint={text.passwordHint}
        name={fields.password.name}
        type="password"
        autoComplete="new-password"
        error={errorOf('password', fields.password.errors)}
      />
      <div className="act-row">
        <Button type="submit" isPending={isPending}>
          {text.savePassword}
        </Button>
      </div>
    </form>
  );
}

export function AccountScreen() {
  const account = useLoaderData<typeof loadAccount>();
  const me = useMe();
  const revalidator = useRevalidator();
  const [isEnding, setIsEnding] = useState(false);
  const end = async (id?: number): Promise<void> => {
    setIsEnding(true);
    const ended = await ownAccountCalls.endMySession(id === undefined ? {} : { id });
    setIsEnding(false);
    if (!ended.ok) return toastFailed(ended.title);
    toastDone(sessionListMessages.ended(ended.value.endedSessions));
    await revalidator.revalidate();
  };
  return (
    <div className="screen">
      <PageHeader title={text.title} summary={`${me.email} · ${text.roles(me.roles.map(({ name }) => name))}`} />
      <div className="panel-pair">
        <AccountPanel title={text.nameHeading}>
          <NameForm />
        </AccountPanel>
        <AccountPanel title={text.passwordHeading}>
          <PasswordForm hasPassword={account.factors.hasPassword} />
        </AccountPanel>
        <OwnFactors factors={account.factors} />
        <AccountPanel
          title={text.sessionsHeading}
          action={
            account.sessions.length > 1 && (
              <Button tone="quiet" onPress={() => void end()} isPending={isEnding}>
                {sessionListMessages.signOutOthers}
              </Button>
            )
          }
        >
          <Sessions sessions={account.sessions} onEnd={(id) => void end(id)} isPending={isEnding} />
        </AccountPanel>
        <ApiKeys keys={account.keys} />
      </div>
    </div>
  );
}
