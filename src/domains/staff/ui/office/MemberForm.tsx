import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { inviteMessages, memberMessages as text } from '#domains/staff/messages/people.ts';
import { memberForm } from '#domains/staff/model/people-forms.ts';
import { Button } from '#ui/office/Button.tsx';
import { ConflictDialog } from '#ui/office/form/ConflictDialog.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { UnsavedGuard } from '#ui/office/form/UnsavedGuard.tsx';
import { useOfficeForm } from '#ui/office/form/use-office-form.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { peopleCalls } from './people-calls.ts';
import { RoleChoice } from './RoleChoice.tsx';
import type { Role } from './roles.ts';
import type { StaffMember } from './staff-list-spec.tsx';

interface Values {
  readonly name: string;
  readonly roleIds: readonly number[];
}

interface MemberFormProps {
  readonly member: StaffMember;
  readonly roles: readonly Role[];
  readonly isReadOnly: boolean;
}

/** Name and roles of a person. */
export function MemberForm({ member, roles, isReadOnly }: MemberFormProps) {
  const revalidator = useRevalidator();
  const [conflict, setConflict] = useState<{ readonly title: string; readonly current: StaffMember; readonly yours: Values } | null>(null);
  const [isResending, setIsResending] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const { id } = member;
  const namesOf = (ids: readonly number[]): string =>
    roles
      .filter((role) => ids.includes(role.id))
      .map(({ name }) => name)
      .join(', ');

  const save = async ({ name, roleIds }: Values, version: number): Promise<string | null> => {
    const changed = await peopleCalls.changeStaff({ id, version, name, roleIds: [...roleIds] });
    if (changed.ok) {
      setIsSaved(true);
      toastDone(text.saved);
      await revalidator.revalidate();
      return null;
    }
    if (changed.code !== 'changed_meanwhile') return changed.title;
    const current = await peopleCalls.staffMember({ id });
    if (!current.ok) return current.title;
    setConflict({ title: changed.title, current: current.value.member, yours: { name, roleIds } });
    return null;
  };
  const { form, fields, isPending, error, errorOf } = useOfficeForm({
    schema: memberForm,
    defaultValue: { name: member.name, roleIds: member.roles.map((role) => String(role.id)) },
    onSubmit: async (values) => {
      const refused = await save(values, member.version);
      return refused === null ? null : { title: refused };
    },
  });
  const keepYours = async (): Promise<void> => {
    if (!conflict) return;
    setIsResending(true);
    await save(conflict.yours, conflict.current.version);
    setIsResending(false);
    setConflict(null);
  };
  return (
    <form className="form" id={form.id} onSubmit={form.onSubmit} noValidate>
      <FormError error={error} />
      <TextField
        label={text.name}
        name={fields.name.name}
        defaultValue={member.name}
        maxLength={80}
        autoComplete="off"
        isDisabled={isReadOnly}
        error={errorOf('name', fields.name.errors)}
      />
      <RoleChoice
        name={fields.roleIds.name}
        roles={roles}
        selected={member.roles.map((role) => role.id)}
        error={errorOf('roleIds', fields.roleIds.errors)}
        isDisabled={isReadOnly}
      />
      {!isReadOnly && (
        <div className="act-row">
          <Button tone="primary" type="submit" isPending={isPending} isDisabled={!form.isDirty}>
            {text.save}
          </Button>
        </div>
      )}
      <UnsavedGuard isDirty={form.isDirty && !isSaved} />
      <ConflictDialog
        title={conflict?.title ?? null}
        fields={
          conflict
            ? [
                { label: text.name, theirs: conflict.current.name, yours: conflict.yours.name },
                {
                  label: inviteMessages.roles,
                  theirs: conflict.current.roles.map(({ name }) => name).join(', '),
                  yours: namesOf(conflict.yours.roleIds),
                },
              ].filter(({ theirs, yours }) => theirs !== yours)
            : []
        }
        onKeepTheirs={() => {
          setConflict(null);
          void revalidator.revalidate();
        }}
        onKeepYours={() => void keepYours()}
        isPending={isResending}
      />
    </form>
  );
}
