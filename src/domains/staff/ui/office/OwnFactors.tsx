/** One's own second factors: passkeys, authenticator and recovery codes. */
import { type ReactNode, useState } from 'react';
import { useRevalidator } from 'react-router';
import { accountMessages as text } from '#domains/staff/messages/people.ts';
import { passkeyNameForm } from '#domains/staff/model/people-forms.ts';
import { Button } from '#ui/office/Button.tsx';
import { ConfirmDialog, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { useOfficeForm } from '#ui/office/form/use-office-form.ts';
import { formatRelative, ownTimeZone } from '#ui/office/format-time.ts';
import { officeMessages } from '#ui/office/messages.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { AccountPanel } from './AccountPanel.tsx';
import type { OwnAccount } from './load-account.ts';
import type { OfficeResult } from './office-client.ts';
import { createPasskey } from './passkeys.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { ownAccountCalls } from './staff-calls.ts';
import { TotpSetUp } from './TotpSetUp.tsx';

type Factors = OwnAccount['factors'];
type Passkey = Factors['passkeys'][number];

/** What the panel asks or shows in a dialog. */
type Step =
  | { readonly kind: 'passkey' }
  | { readonly kind: 'remove-passkey'; readonly passkey: Passkey }
  | { readonly kind: 'totp'; readonly setUp: { readonly secret: string; readonly uri: string } }
  | { readonly kind: 'remove-totp' }
  | { readonly kind: 'renew' }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

function NewPasskey({ onClose, onDone }: { readonly onClose: () => void; readonly onDone: () => void }) {
  const { form, fields, isPending, error } = useOfficeForm({
    schema: passkeyNameForm,
    onSubmit: async ({ name = '' }) => {
      const started = await ownAccountCalls.startPasskey({});
      if (!started.ok) return { title: started.title };
      const made = await createPasskey(started.value.options);
      if (!made.ok) return { title: made.title };
      const added = await ownAccountCalls.addPasskey({ response: made.response, name });
      if (!added.ok) return { title: added.title };
      toastDone(text.passkeyAdded);
      onDone();
      return null;
    },
  });
  return (
    <Dialog title={text.addPasskey} isOpen onClose={onClose} isDismissable={!isPending}>
      <form className="form" id={form.id} onSubmit={form.onSubmit} noValidate>
        <FormError error={error} />
        <TextField label={text.passkeyName} hint={text.passkeyNameHint} isOptional name={fields.name.name} maxLength={60} autoFocus />
        <DialogEnd>
          <Button onPress={onClose} isDisabled={isPending}>
            {officeMessages.cancel}
          </Button>
          <Button tone="primary" type="submit" isPending={isPending}>
            {text.addPasskey}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}

function FactorRow({ title, detail, children }: { readonly title: string; readonly detail: string; readonly children: ReactNode }) {
  return (
    <li className="row">
      <div>
        <p>{title}</p>
        <p className="text-muted small">{detail}</p>
      </div>
      <div className="act-row">{children}</div>
    </li>
  );
}

const passkeyDetail = ({ createdAt, lastUsedAt }: Passkey, zone: string): string =>
  lastUsedAt === null ? text.passkeyUnused(formatRelative(createdAt, zone)) : text.passkeyUsed(formatRelative(lastUsedAt, zone));

export function OwnFactors({ factors }: { readonly factors: Factors }) {
  const revalidator = useRevalidator();
  const [step, setStep] = useState<Step | null>(null);
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const zone = ownTimeZone();
  const { passkeys, totpSince, recoveryCodesLeft } = factors;
  const close = (): void => {
    setStep(null);
    setError(null);
  };
  const finish = async (done: string): Promise<void> => {
    close();
    toastDone(done);
    await revalidator.revalidate();
  };
  /** Runs a call. @returns its value, or null after showing why it failed */
  const run = async <Value,>(call: Promise<OfficeResult<Value>>): Promise<{ readonly value: Value } | null> => {
    setIsPending(true);
    setError(null);
    const result = await call;
    setIsPending(false);
    if (result.ok) return { value: result.value };
    setError(result.title);
    return null;
  };
  const startTotp = async (): Promise<void> => {
    const started = await run(ownAccountCalls.startTotp({}));
    if (started) setStep({ kind: 'totp', setUp: started.value });
  };
  const renew = async (): Promise<void> => {
    const made = await run(ownAccountCalls.newRecoveryCodes({}));
    if (made) setStep({ kind: 'codes', codes: made.value.recoveryCodes });
  };
  return (
    <AccountPanel title={text.factorsHeading}>
      {step === null && <FormError error={error} />}
      <ul className="rows">
        {passkeys.map((passkey) => (
          <FactorRow key={passkey.id} title={passkey.name || text.passkeyUnnamed} detail={passkeyDetail(passkey, zone)}>
            <Button
              onPress={() => setStep({ kind: 'remove-passkey', passkey })}
              aria-label={`${text.remove}: ${passkey.name || text.passkeyUnnamed}`}
            >
              {text.remove}
            </Button>
          </FactorRow>
        ))}
        <FactorRow title={text.passkeys} detail={passkeys.length === 0 ? text.noPasskeys : ''}>
          <Button icon="plus" onPress={() => setStep({ kind: 'passkey' })}>
            {text.addPasskey}
          </Button>
        </FactorRow>
        <FactorRow title={text.totp} detail={totpSince === null ? text.noTotp : text.totpSince(formatRelative(totpSince, zone))}>
          {totpSince !== null && passkeys.length > 0 && (
            <Button onPress={() => setStep({ kind: 'remove-totp' })} aria-label={`${text.remove}: ${text.totp}`}>
              {text.remove}
            </Button>
          )}
          <Button onPress={() => void startTotp()} isPending={isPending && step === null} isDisabled={!factors.hasPassword}>
            {totpSince === null ? text.addTotp : text.replaceTotp}
          </Button>
        </FactorRow>
        {(totpSince !== null || passkeys.length > 0) && (
          <FactorRow title={text.recovery} detail={text.recoveryLeft(recoveryCodesLeft)}>
            <Button onPress={() => setStep({ kind: 'renew' })}>{text.renew}</Button>
          </FactorRow>
        )}
      </ul>
      {step?.kind === 'passkey' && (
        <NewPasskey
          onClose={close}
          onDone={() => {
            close();
            void revalidator.revalidate();
          }}
        />
      )}
      {step?.kind === 'remove-passkey' && (
        <ConfirmDialog
          title={text.removePasskey(step.passkey.name || text.passkeyUnnamed)}
          isOpen
          onClose={close}
          onConfirm={async () => {
            if (await run(ownAccountCalls.removePasskey({ id: step.passkey.id }))) await finish(text.passkeyRemoved);
          }}
          action={text.remove}
          consequences={text.removePasskeyConsequences}
          isDanger
          isPending={isPending}
        >
          <FormError error={error} />
        </ConfirmDialog>
      )}
      {step?.kind === 'totp' && (
        <Dialog title={text.totp} isOpen onClose={close}>
          <TotpSetUp
            setUp={step.setUp}
            onBack={close}
            onCode={async (code) => {
              const confirmed = await ownAccountCalls.confirmTotp({ code });
              if (!confirmed.ok) return confirmed.title;
              toastDone(text.totpSaved);
              setStep({ kind: 'codes', codes: confirmed.value.recoveryCodes });
              return null;
            }}
          />
        </Dialog>
      )}
      {step?.kind === 'remove-totp' && (
        <ConfirmDialog
          title={text.removeTotp}
          isOpen
          onClose={close}
          onConfirm={async () => {
            if (await run(ownAccountCalls.removeTotp({}))) await finish(text.totpRemoved);
          }}
          action={text.remove}
          consequences={text.removeTotpConsequences}
          isDanger
          isPending={isPending}
        >
          <FormError error={error} />
        </ConfirmDialog>
      )}
      {step?.kind === 'renew' && (
        <ConfirmDialog
          title={text.renewTitle}
          isOpen
          onClose={close}
          onConfirm={() => void renew()}
          action={text.renew}
          consequences={text.renewConsequences}
          isPending={isPending}
        >
          <FormError error={error} />
        </ConfirmDialog>
      )}
      {step?.kind === 'codes' && (
        <Dialog title={text.recovery} isOpen onClose={() => undefined} isDismissable={false}>
          <RecoveryCodes
            codes={step.codes}
            action={text.codesSaved}
            onSaved={() => {
              close();
              void revalidator.revalidate();
            }}
          />
        </Dialog>
      )}
    </AccountPanel>
  );
}
