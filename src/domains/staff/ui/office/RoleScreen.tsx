/** One role: what it allows, in which markets, and how much it may refund. */
import { useState } from 'react';
import { Link, useLoaderData, useRevalidator } from 'react-router';
import { memberMessages, roleMessages as text } from '#domains/staff/messages/people.ts';
import { roleForm } from '#domains/staff/model/people-forms.ts';
import { PERMISSION_NAMES, PERMISSIONS } from '#domains/staff/model/permissions.ts';
import { toCents, toDecimal } from '#lib/money.ts';
import { MARKETS } from '#markets/market.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { ConfirmDialog } from '#ui/office/Dialog.tsx';
import { CheckboxList } from '#ui/office/form/CheckboxList.tsx';
import { ConflictDialog } from '#ui/office/form/ConflictDialog.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { UnsavedGuard, useLeaveSaved } from '#ui/office/form/UnsavedGuard.tsx';
import { useOfficeForm } from '#ui/office/form/use-office-form.ts';
import { officeMessages } from '#ui/office/messages.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { ActivityLink } from './ActivityLink.tsx';
import type { loadRole } from './load-people.ts';
import { useMay, useMe } from './me.ts';
import { peopleCalls } from './people-calls.ts';
import type { Role } from './roles.ts';
import './people.css';

type RoleFields = Pick<Role, 'name' | 'description' | 'permissions' | 'markets' | 'refundLimitCents'>;

interface RoleConflict {
  readonly title: string;
  readonly current: Role;
  readonly yours: RoleFields;
}

const byGroup = PERMISSION_NAMES.toSorted((a, b) => PERMISSIONS[a].group.localeCompare(PERMISSIONS[b].group));

const limitOf = (cents: number | null): string => (cents === null ? '' : String(toDecimal(cents)));

/** The fields of two versions of a role that differ, in words. */
function differencesOf(current: RoleFields, yours: RoleFields) {
  const describe = ({ name, description, permissions, markets, refundLimitCents }: RoleFields) => [
    { label: text.name, value: name },
    { label: text.description, value: description },
    { label: text.permissionsHeading, value: permissions.map((permission) => PERMISSIONS[permission].label).join(', ') },
    { label: text.marketsHeading, value: markets?.join(', ') ?? text.allMarkets },
    { label: text.refundLimit, value: limitOf(refundLimitCents) || text.noLimit },
  ];
  const now = describe(current);
  return describe(yours)
    .map(({ label, value }, index) => ({ label, theirs: now[index]?.value ?? '', yours: value }))
    .filter(({ theirs, yours: own }) => theirs !== own);
}

/** Saves a role, and finds out what became of it when somebody else saved first. */
function useSaveRole(role: Role | null) {
  const leaveSaved = useLeaveSaved();
  const revalidator = useRevalidator();
  const [conflict, setConflict] = useState<RoleConflict | null>(null);
  const [isSaved, setIsSaved] = useState(false);
  const save = async (fields: RoleFields, version: number) => {
    const input = { ...fields, permissions: [...fields.permissions], markets: fields.markets && [...fields.markets] };
    const saved = role === null ? await peopleCalls.createRole(input) : await peopleCalls.changeRole({ ...input, id: role.id, version });
    if (saved.ok) {
      setIsSaved(true);
      setConflict(null);
      toastDone(role === null ? text.created(fields.name) : text.saved(fields.name));
      if (role === null) await leaveSaved('/staff/roles');
      else await revalidator.revalidate();
      return null;
    }
    if (saved.code === 'changed_meanwhile' && role !== null) {
      const now = await peopleCalls.roles({});
      const current = now.ok ? now.value.rows.find(({ id }) => id === role.id) : undefined;
      if (current) setConflict({ title: saved.title, current, yours: fields });
      else return { title: saved.title };
      return null;
    }
    return { title: saved.title, field: saved.code === 'name_taken' ? 'name' : undefined };
  };
  return {
    save,
    isSaved,
    conflict,
    keepYours: () => conflict && void save(conflict.yours, conflict.current.version),
    keepTheirs: () => {
      setConflict(null);
      void revalidator.revalidate();
    },
  };
}

function RoleForm({ role, isReadOnly }: { readonly role: Role | null; readonly isReadOnly: boolean }) {
  const me = useMe();
  const saving = useSaveRole(role);
  const markets = role?.markets ?? (role === null ? me.markets : MARKETS);
  const { form, fields, isPending, error, errorOf } = useOfficeForm({
    schema: roleForm,
    defaultValue: {
      name: role?.name ?? '',
      description: role?.description ?? '',
      permissions: role?.permissions ?? [],
      markets: [...markets],
      refundLimit: limitOf(role === null ? 0 : role.refundLimitCents),
    },
    onSubmit: ({ name, description = '', permissions, markets: chosen, refundLimit }) =>
      saving.save(
        {
          name,
          description,
          permissions,
          markets: chosen.length === MARKETS.length ? null : chosen,
          refundLimitCents: refundLimit === undefined ? null : toCents(Number(refundLimit)),
        },
        role?.version ?? 0,
      ),
  });
  return (
    <form className="form panel-body" id={form.id} onSubmit={form.onSubmit} noValidate>
      <FormError error={error} />
      <div className="form-row">
        <TextField
          label={text.name}
          name={fields.name.name}
          defaultValue={role?.name ?? ''}
          maxLength={60}
          isDisabled={isReadOnly}
          autoFocus={role === null}
          error={errorOf('name', fields.name.errors)}
        />
        <TextField
          label={text.description}
          isOptional
          name={fields.description.name}
          defaultValue={role?.description ?? ''}
          maxLength={300}
          isDisabled={isReadOnly}
          error={errorOf('description', fields.description.errors)}
        />
      </div>
      <CheckboxList
        label={text.permissionsHeading}
        name={fields.permissions.name}
        isDisabled={isReadOnly}
        defaultSelected={role?.isOwner ? PERMISSION_NAMES : (role?.permissions ?? [])}
        error={errorOf('permissions', fields.permissions.errors)}
        options={byGroup.map((name) => ({
          value: name,
          label: PERMISSIONS[name].label,
          group: PERMISSIONS[name].group,
          isDisabled: !me.permissions.includes(name),
        }))}
      />
      <CheckboxList
        label={text.marketsHeading}
        hint={text.marketsHint}
        name={fields.markets.name}
        isDisabled={isReadOnly}
        defaultSelected={markets}
        error={errorOf('markets', fields.markets.errors)}
        options={MARKETS.map((market) => ({ value: market, label: market, isDisabled: !me.markets.includes(market) }))}
      />
      <TextField
        label={text.refundLimit}
        hint={text.refundLimitHint}
        prefix="$"
        inputMode="decimal"
        isOptional
        name={fields.refundLimit.name}
        defaultValue={limitOf(role === null ? 0 : role.refundLimitCents)}
        isDisabled={isReadOnly}
        error={errorOf('refundLimit', fields.refundLimit.errors)}
      />
      {!isReadOnly && (
        <div className="save-bar">
          <Button tone="primary" type="submit" isPending={isPending} isDisabled={role !== null && !form.isDirty}>
            {role === null ? text.create : text.save}
          </Button>
        </div>
      )}
      <UnsavedGuard isDirty={form.isDirty && !saving.isSaved} />
      <ConflictDialog
        title={saving.conflict?.title ?? null}
        fields={saving.conflict ? differencesOf(saving.conflict.current, saving.conflict.yours) : []}
        onKeepTheirs={saving.keepTheirs}
        onKeepYours={saving.keepYours}
        isPending={isPending}
      />
    </form>
  );
}

function DeleteRole({ role }: { readonly role: Role }) {
  const leaveSaved = useLeaveSaved();
  const [isAsking, setIsAsking] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const remove = async (): Promise<void> => {
    setIsPending(true);
    const removed = await peopleCalls.deleteRole({ id: role.id, version: role.version });
    setIsPending(false);
    if (!removed.ok) return setError(removed.title);
    toastDone(text.removed(role.name));
    await leaveSaved('/staff/roles');
  };
  return (
    <>
      <Button tone="danger" onPress={() => setIsAsking(true)}>
        {text.remove}
      </Button>
      <ConfirmDialog
        title={text.removeTitle(role.name)}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void remove()}
        action={text.remove}
        consequences={text.removeConsequences}
        isDanger
        isPending={isPending}
      >
        <FormError error={error} />
      </ConfirmDialog>
    </>
  );
}

export function RoleScreen() {
  const { role, isNew } = useLoaderData<typeof loadRole>();
  const may = useMay();
  if (role === null && !isNew) return <ScreenState icon="warning" title={officeMessages.notFound} text={officeMessages.notFoundText} />;
  const mayChange = may('staff.write') && (role === null || (role.canGrant && !role.isOwner));
  return (
    <div className="screen">
      <PageHeader
        title={role?.name ?? text.newTitle}
        parent={{ label: text.title, to: '/staff/roles' }}
        badges={role?.isBuiltIn && <Badge>{text.builtIn}</Badge>}
        log={role !== null && <ActivityLink kind="role" id={role.id} />}
        actions={role !== null && mayChange && role.members === 0 && <DeleteRole role={role} />}
        summary={
          role !== null &&
          role.members > 0 && (
            <Link className="link" to={`/staff?${new URLSearchParams({ 'filter[role]': String(role.id) })}`}>
              {text.seePeople(role.members)}
            </Link>
          )
        }
      />
      <section className="panel role-panel" aria-label={memberMessages.details}>
        {role !== null && !mayChange && <p className="panel-body text-muted">{role.isOwner ? text.owner : text.readOnly}</p>}
        <RoleForm key={`${role?.id}-${role?.version}`} role={role} isReadOnly={!mayChange} />
      </section>
    </div>
  );
}
