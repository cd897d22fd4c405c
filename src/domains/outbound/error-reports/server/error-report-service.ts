/** Takes faults in, from browsers and from the server itself, and passes them on where a service is configured (decision 29). */
import { randomUUID } from 'node:crypto';
import type { Database, Transaction } from '#lib/db/pool.ts';
import { isPage } from '#lib/http/external-response.ts';
import { NOTICES_PATH } from '../model/limits.ts';
import { type Notice, noticeOf } from '../model/notice.ts';
import { noticeSchema } from '../model/notice-schema.ts';
import { keepNotice, type Side } from './error-groups.ts';
import { fingerprintOf } from './fingerprint.ts';

/** The error-reporting service that notices are passed on to. */
export interface ReportingService {
  readonly url: string;
  readonly key: string;
}

export interface ErrorReportService {
  /** Keep a notice. Gives its id. */
  take(side: Side, notice: Notice): Promise<string>;
  /** Report a fault of the server. Never throws and never waits. */
  report(error: unknown, where: { readonly component: string; readonly action: string }): void;
}

/** Job that passes a notice on. */
export const ERROR_FORWARD = 'forward-error-report';
/** Faults of its own that one process reports in a minute; a broken database would report each request. */
const MAX_A_MINUTE = 60;
const PATIENCE_MS = 5_000;

export function createErrorReportService(
  database: Database,
  forward: ((transaction: Transaction, job: { readonly notice: Notice }) => Promise<void>) | null,
): ErrorReportService {
  let minute = 0;
  let inMinute = 0;
  const take: ErrorReportService['take'] = (side, notice) => {
    const id = randomUUID();
    return database.transaction(async (transaction) => {
      await keepNotice(transaction, side, fingerprintOf(notice), id, notice);
      await forward?.(transaction, { notice });
      return id;
    });
  };
  return {
    take,
    report(error, where) {
      const now = Math.floor(Date.now() / 60_000);
      if (now !== minute) inMinute = 0;
      minute = now;
      inMinute += 1;
      if (inMinute > MAX_A_MINUTE) return;
      const notice = noticeOf(error, { ...where, environment: 'server', time: new Date().toISOString() });
      // A shop whose database is away has said so in its log; there is nowhere else to keep it.
      take('server', noticeSchema.parse(notice)).catch(() => {});
    },
  };
}

/** Pass a notice on. @throws where the service is away, so that the job is tried again; what it refuses is let go. */
export async function forwardNotice({ url, key }: ReportingService, notice: Notice): Promise<void> {
  const answer = await fetch(`${url}${NOTICES_PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(notice),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  await answer.body?.cancel();
  if (isPage(answer) || answer.status === 429 || answer.status >= 500)
    throw new Error(`the error-reporting service answered ${answer.status}`);
}
