/** Stores errors of browsers and of the server, and forwards them if a service is configured (docs/decisions/0029-error-reports.md). */
import { randomUUID } from 'node:crypto';
import type { Database, Transaction } from '#lib/db/pool.ts';
import { isPage } from '#lib/http/external-response.ts';
import { NOTICES_PATH } from '../model/limits.ts';
import { type Notice, noticeOf } from '../model/notice.ts';
import { noticeSchema } from '../model/notice-schema.ts';
import { type Side, saveNotice } from './error-group.repository.ts';
import { fingerprintOf } from './fingerprint.ts';

/** The service that notices are forwarded to. */
export interface ReportingService {
  readonly url: string;
  readonly key: string;
}

export interface ErrorReportService {
  /** Stores a notice. Returns its id. */
  take(side: Side, notice: Notice): Promise<string>;
  /** Reports an error of the server. Never throws and never waits. */
  report(error: unknown, where: { readonly component: string; readonly action: string }): void;
}

/** Queue of notices to forward. */
export const ERROR_FORWARD = 'forward-error-report';
/** Errors that one process reports per minute. A failing database would otherwise report every request. */
const MAX_A_MINUTE = 60;
const PATIENCE_MS = 5_000;

export function createErrorReportService(
  database: Database,
  forward: (transaction: Transaction, job: { readonly notice: Notice }) => Promise<void>,
): ErrorReportService {
  let minute = 0;
  let inMinute = 0;
  const take: ErrorReportService['take'] = (side, notice) => {
    const id = randomUUID();
    return database.transaction(async (transaction) => {
      await saveNotice(transaction, side, fingerprintOf(notice), id, notice);
      await forward(transaction, { notice });
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
      // The database is down, which is already in the log; the report cannot be stored.
      take('server', noticeSchema.parse(notice)).catch(() => {});
    },
  };
}

/** Returns the request that forwards a notice. */
export const noticeRequest = ({ url, key }: ReportingService, notice: Notice) => ({
  url: `${url}${NOTICES_PATH}`,
  headers: { 'content-type': 'application/json', 'x-api-key': key },
  body: JSON.stringify(notice),
});

/** Forwards a notice. Drops notices that the service rejects. @throws if the service is down, so that the job is retried */
export async function forwardNotice(service: ReportingService, notice: Notice): Promise<void> {
  const { url, headers, body } = noticeRequest(service, notice);
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  await response.body?.cancel();
  if (isPage(response) || response.status === 429 || response.status >= 500)
    throw new Error(`the error-reporting service answered ${response.status}`);
}
