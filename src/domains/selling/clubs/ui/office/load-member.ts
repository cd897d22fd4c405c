/** The loader of a member. */
import type { LoaderFunctionArgs } from 'react-router';
import { valueOrThrow } from '#domains/staff/ui/office/load-call.ts';
import { memberCalls } from './member-calls.ts';

export const loadMember = async ({ params }: LoaderFunctionArgs) => valueOrThrow(await memberCalls.member({ id: params.id ?? '' }));
