/** One's own API keys, for scripts. */
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { z } from 'zod';
import { accountMessages as text } from '#domains/staff/messages/people.ts';
import { apiKeyForm } from '#domains/staff/model/people-forms.ts';
import { PERMISSIONS } from '#domains/staff/model/permissions.ts';
import type { apiKey } from '#domains/staff/model/records.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { ConfirmDialog, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { CheckboxList } from '#ui/office/form/CheckboxList.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { useOfficeForm } from '#ui/office/form/use-office-form.ts';
import { formatMoment, formatRelative, ownTimeZone } from '#ui/office/format-time.ts';
import { officeMessages } from '#ui/office/messages.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { useScreenActions } from '#ui/office/screen-actions.ts';
import { AccountPanel } from './AccountPanel.tsx';
import { useMe } from './me.ts';
import { peopleCalls } from './people-calls.ts';

type ApiKey = z.output<typeof apiKey>;

/** Days that the form proposes. */
const USUAL_DAYS = '90';

function NewKey({ onClose, onCreated }: { readonly onClose: () => void; readonly onCreated: (key: string) => void }) {
  const me = useMe();
  const { form, fields, isPending, error, errorOf } = useOfficeForm({
    schema: apiKeyForm,
    defaultValue: { days: USUAL_DAYS },
    onSubmit: async ({ name, scopes, days }) => {
      const created = await peopleCalls.createApiKey({ name, scopes, expiresInDays: days === undefined ? null : Number(days) });
      if (!created.ok) return { title: created.title };
      onCreated(created.value.key);
      return null;
    },
  });
  return (
    <Dialog title={text.addKey} isOpen onClose={onClose} isDismissable={!isPending}>
      <form className="form" id={form.id} onSubmit={form.onSubmit} noValidate>
        <FormError error={error} />
        <TextField label={text.keyName} name={fields.name.name} maxLength={60} autoFocus error={errorOf('name', fields.name.errors)} />
        <CheckboxList
          label={text.keyScopes}
          name={fields.scopes.name}
          defaultSelected={[]}
          error={errorOf('scopes', fields.scopes.errors)}
          options={me.permissions.map((name) => ({ value: name, label: PERMISSIONS[name].label, group: PERMISSIONS[name].group }))}
        />
        <TextField
          label={`${text.keyExpires} (${text.keyDays.toLowerCase()})`}
          hint={text.keyDaysHint}
          isOptional
          inputMode="numeric"
          name={fields.days.name}
          defaultValue={USUAL_DAYS}
          error={errorOf('days', fields.days.errors)}
        />
        <DialogEnd>
          <Button onPress={onClose} isDisabled={isPending}>
            {officeMessages.cancel}
          </Button>
          <Button tone="primary" type="submit" isPending={isPending}>
            {text.createKey}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}

/** Shows a new key once. */
function CreatedKey({ value, onClose }: { readonly value: string; readonly onClose: () => void }) {
  return (
    <Dialog title={text.keysHeading} isOpen onClose={onClose} isDismissable={false}>
      <p>{text.keyOnce}</p>
      <TextField label={text.keyValue} value={value} isReadOnly />
      <DialogEnd>
        <Button
          icon="copy"
          onPress={async () => {
            await navigator.clipboard.writeText(value);
            toastDone(text.copied);
          }}
        >
          {text.copyKey}
        </Button>
        <Button tone="primary" onPress={onClose}>
          {text.keyDone}
        </Button>
      </DialogEnd>
    </Dialog>
  );
}

function KeyRow({ record, onRevoke }: { readonly record: ApiKey; readonly onRevoke: () => void }) {
  const zone = ownTimeZone();
  const { name, prefix, scopes, expiresAt, lastUsedAt, isRevoked } = record;
  return (
    <li className="row">
      <div>
        <p>
          {name} <code className="text-muted">{prefix}…</code> {isRevoked && <Badge tone="bad">{text.keyRevoked}</Badge>}
        </p>
        <p className="text-muted small">
          {scopes.map((scope) => PERMISSIONS[scope].label).join(', ')}
          {' · '}
          {lastUsedAt === null ? text.keyUnused : text.keyUsed(formatRelative(lastUsedAt, zone))}
          {' · '}
          {expiresAt === null ? text.keyEndless : text.keyEnds(formatMoment(expiresAt, zone))}
        </p>
      </div>
      {!isRevoked && (
        <Button onPress={onRevoke} aria-label={`${text.revoke}: ${name}`}>
          {text.revoke}
        </Button>
      )}
    </li>
  );
}

export function ApiKeys({ keys }: { readonly keys: readonly ApiKey[] }) {
  const revalidator = useRevalidator();
  const [isAdding, setIsAdding] = useState(false);
  const [created, setCreated] = useState<string | null>(null);
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  useScreenActions({ newApiKey: () => setIsAdding(true) });
  const revoke = async ({ id }: ApiKey): Promise<void> => {
    setIsPending(true);
    const done = await peopleCalls.revokeApiKey({ id });
    setIsPending(false);
    if (!done.ok) return setError(done.title);
    setRevoked(null);
    toastDone(text.revoked);
    await revalidator.revalidate();
  };
  return (
    <AccountPanel
      title={text.keysHeading}
      isWide
      action={
        <Button icon="plus" onPress={() => setIsAdding(true)}>
          {text.addKey}
        </Button>
      }
    >
      <p className="text-muted">
        {text.keysText}{' '}
        <a className="link" href="/office/v1/openapi.json">
          {text.docs}
        </a>
      </p>
      {keys.length === 0 ? (
        <p>{text.noKeys}</p>
      ) : (
        <ul className="rows">
          {keys.map((record) => (
            <KeyRow
              key={record.id}
              record={record}
              onRevoke={() => {
                setError(null);
                setRevoked(record);
              }}
            />
          ))}
        </ul>
      )}
      {isAdding && (
        <NewKey
          onClose={() => setIsAdding(false)}
          onCreated={(key) => {
            setIsAdding(false);
            setCreated(key);
          }}
        />
      )}
      {created !== null && (
        <CreatedKey
          value={created}
          onClose={() => {
            setCreated(null);
            void revalidator.revalidate();
          }}
        />
      )}
      {revoked && (
        <ConfirmDialog
          title={text.revokeTitle(revoked.name)}
          isOpen
          onClose={() => setRevoked(null)}
          onConfirm={() => void revoke(revoked)}
          action={text.revoke}
          consequences={text.revokeConsequences}
          isDanger
          isPending={isPending}
        >
          <FormError error={error} />
        </ConfirmDialog>
      )}
    </AccountPanel>
  );
}
