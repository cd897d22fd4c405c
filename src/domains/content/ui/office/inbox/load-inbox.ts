/** The loaders of the inbox and of one entry. */
import type { LoaderFunctionArgs } from 'react-router';
import { valueOrThrow } from '#domains/staff/ui/office/load-call.ts';
import { listLoader } from '#ui/office/grid/list-loader.ts';
import { inboxCalls } from './inbox-calls.ts';
import { INBOX_LIMITS } from './inbox-list-spec.tsx';

const list = listLoader(INBOX_LIMITS, (input, limit) => inboxCalls.inbox({ ...input, limit }));

/** Loads the first rows, and the forms to filter by. */
export async function loadInbox({ request }: Pick<LoaderFunctionArgs, 'request'>) {
  const [rows, forms] = await Promise.all([list.loader({ request }), inboxCalls.inboxForms({})]);
  return { ...rows, forms: forms.ok ? forms.value.forms : [] };
}

export const revalidateInbox = list.shouldRevalidate;

export const loadEntry = async ({ params }: LoaderFunctionArgs) => valueOrThrow(await inboxCalls.inboxEntry({ id: params.id ?? '' }));
