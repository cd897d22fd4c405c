/** The loader of a member. */
import { recordLoader } from '#domains/staff/ui/office/load-call.ts';
import { memberCalls } from './member-calls.ts';

export const loadMember = recordLoader(({ params }) => memberCalls.member({ id: params.id ?? '' }));
