/** The loaders of the system screens. */
import { valueOrThrow } from '#domains/staff/ui/office/load-call.ts';
import { listLoader } from '#ui/office/grid/list-loader.ts';
import { DISPUTE_LIMITS } from './dispute-list-spec.tsx';
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

export const { loader: loadDisputes, shouldRevalidate: revalidateDisputes } = listLoader(DISPUTE_LIMITS, (input, limit) =>
  recordCalls.systemDisputes({ ...input, limit }),
);
