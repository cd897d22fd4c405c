/** The loaders of the list of drafts and of one of them. */
import type { LoaderFunctionArgs } from 'react-router';
import { valueOrThrow } from '#domains/staff/ui/office/load-call.ts';
import { listLoader } from '#ui/office/grid/list-loader.ts';
import { draftCalls } from './draft-calls.ts';
import { DRAFT_LIMITS } from './draft-list-spec.tsx';

export const { loader: loadDrafts, shouldRevalidate: revalidateDrafts } = listLoader(DRAFT_LIMITS, (input, limit) =>
  draftCalls.draftOrders({ ...input, limit }),
);

export const loadDraft = async ({ params }: LoaderFunctionArgs) => valueOrThrow(await draftCalls.draftOrder({ id: params.id ?? '' }));
