/** The loaders of the system screens. */
import type { LoaderFunctionArgs } from 'react-router';
import { valueOrThrow } from '#domains/staff/ui/office/load-call.ts';
import { DISPUTE_VIEWS } from '#domains/system/model/record-states.ts';
import { listLoader } from '#ui/office/grid/list-loader.ts';
import { ERROR_LIMITS, WEBHOOK_LIMITS } from './record-specs.tsx';
import { recordCalls, systemCalls } from './system-calls.ts';

export const loadHealth = async () => valueOrThrow(await systemCalls.systemHealth({}));

export const loadJobs = async () => valueOrThrow(await systemCalls.systemJobs({}));

export const { loader: loadWebhooks, shouldRevalidate: revalidateWebhooks } = listLoader(WEBHOOK_LIMITS, (input, limit) =>
  recordCalls.systemWebhooks({ ...input, limit }),
);

export const { loader: loadErrors, shouldRevalidate: revalidateErrors } = listLoader(ERROR_LIMITS, (input, limit) =>
  recordCalls.systemErrors({ ...input, limit }),
);

export async function loadDisputes({ request }: Pick<LoaderFunctionArgs, 'request'>) {
  const asked = new URL(request.url).searchParams.get('show');
  const show = DISPUTE_VIEWS.find((each) => each === asked) ?? 'open';
  return { show, ...valueOrThrow(await recordCalls.systemDisputes({ show })) };
}
