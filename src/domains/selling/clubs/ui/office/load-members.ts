/** The loader of the list of members, with the clubs by which it is filtered. */
import type { LoaderFunctionArgs } from 'react-router';
import { listLoader } from '#ui/office/grid/list-loader.ts';
import { memberCalls } from './member-calls.ts';
import { MEMBER_LIMITS } from './member-list-spec.tsx';

const { loader, shouldRevalidate } = listLoader(MEMBER_LIMITS, (input, limit) => memberCalls.members({ ...input, limit }));

export async function loadMembers({ request }: LoaderFunctionArgs) {
  const [list, clubs] = await Promise.all([loader({ request }), memberCalls.clubNames({})]);
  return { ...list, clubs: clubs.ok ? clubs.value.clubs : [] };
}

export const revalidateMembers = shouldRevalidate;
