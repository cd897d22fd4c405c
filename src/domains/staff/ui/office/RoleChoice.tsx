import { inviteMessages } from '#domains/staff/messages/people.ts';
import { CheckboxList } from '#ui/office/form/CheckboxList.tsx';
import type { Role } from './roles.ts';

export interface RoleChoiceProps {
  readonly name: string;
  readonly roles: readonly Role[];
  /** Ids of the roles that the person has. */
  readonly selected: readonly number[];
  readonly error: string | null;
  readonly isDisabled?: boolean;
}

/** The roles of a person as a list of boxes. Roles that allow more than one's own cannot be given or taken. */
export function RoleChoice({ name, roles, selected, error, isDisabled = false }: RoleChoiceProps) {
  return (
    <CheckboxList
      label={inviteMessages.roles}
      hint={inviteMessages.rolesHint}
      name={name}
      error={error}
      isDisabled={isDisabled}
      defaultSelected={selected.map(String)}
      options={roles.map(({ id, name: roleName, description, canGrant }) => ({
        value: String(id),
        label: roleName,
        detail: canGrant ? description : inviteMessages.cannotGive,
        isDisabled: !canGrant,
      }))}
    />
  );
}
