/** The loaders of the list of claims and of one claim. */
import type { LoaderFunctionArgs } from 'react-router';
import { valueOrThrow } from '#domains/staff/ui/office/load-call.ts';
import { listLoader } from '#ui/office/grid/list-loader.ts';
import { claimCalls } from './claim-calls.ts';
import { CLAIM_LIMITS } from './claim-list-spec.tsx';

export const { loader: loadClaims, shouldRevalidate: revalidateClaims } = listLoader(CLAIM_LIMITS, (input, limit) =>
  claimCalls.claims({ ...input, limit }),
);

export const loadClaim = async ({ params }: LoaderFunctionArgs) => valueOrThrow(await claimCalls.claim({ id: params.id ?? '' }));
