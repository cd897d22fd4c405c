/** Loaders of the screens about staff and roles. */
import type { LoaderFunctionArgs } from 'react-router';
import { listLoader } from '#ui/office/grid/list-loader.ts';
import { valueOrThrow } from './load-call.ts';
import { peopleCalls } from './people-calls.ts';
import { STAFF_LIMITS } from './staff-list-spec.tsx';

const staffLoader = listLoader(STAFF_LIMITS, (input, limit) => peopleCalls.staffList({ ...input, limit }));

export async function loadStaffList(args: LoaderFunctionArgs) {
  const [list, roles] = await Promise.all([staffLoader.loader(args), loadRoles()]);
  return { ...list, roles };
}

export const revalidateStaffList = staffLoader.shouldRevalidate;

/** Entries of the activity log on the page of a person. */
const RECENT_ENTRIES = 10;

export async function loadStaffMember({ params }: LoaderFunctionArgs) {
  const id = Number(params.id);
  const [member, roles, activity] = await Promise.all([
    peopleCalls.staffMember({ id }),
    loadRoles(),
    peopleCalls.activity({ 'filter[staff]': id, limit: RECENT_ENTRIES }),
  ]);
  return { ...valueOrThrow(member), roles, activity: valueOrThrow(activity).rows };
}

export async function loadRoles() {
  return valueOrThrow(await peopleCalls.roles({})).rows;
}

/** Loads a role by its number. `new` is an empty one. */
export async function loadRole({ params }: LoaderFunctionArgs) {
  const roles = await loadRoles();
  return { role: roles.find(({ id }) => String(id) === params.id) ?? null, isNew: params.id === undefined };
}
