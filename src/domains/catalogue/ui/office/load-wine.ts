/** The loaders of a wine, and of a new one, which may be a copy. */
import type { LoaderFunctionArgs } from 'react-router';
import { valueOrThrow } from '#domains/staff/ui/office/load-call.ts';
import { wineCalls } from './wine-calls.ts';

export const loadWine = async ({ params }: LoaderFunctionArgs) => valueOrThrow(await wineCalls.wine({ id: params.id ?? '' }));

/** @returns the wine to copy; null for an empty form */
export async function loadNewWine({ request }: LoaderFunctionArgs) {
  const from = new URL(request.url).searchParams.get('from');
  return from === null ? null : valueOrThrow(await wineCalls.wine({ id: from }));
}
