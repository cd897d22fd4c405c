/** The error reporter of the browser. Loaded with the first error or when the page is idle. */
import { type ErrorReport, reportTo } from '#lib/browser/report-error.ts';
import { LIMITS, NOTICES_PATH, OWN_KEY } from '../model/limits.ts';
import { type Breadcrumb, type Notice, noticeOf } from '../model/notice.ts';
import { startBreadcrumbs } from './breadcrumbs.ts';

export interface ReporterPorts {
  /** Sends a notice. Returns its id, or null if it was not stored. */
  readonly send: (notice: Notice) => Promise<string | null>;
  readonly breadcrumbs: () => readonly Breadcrumb[];
  readonly url: () => string;
  readonly now: () => Date;
}

export interface Reporter {
  report(error: ErrorReport): void;
  /** Returns the id of an error's report, or null if it was not sent. */
  idOf(error: unknown): Promise<string | null>;
}

/** Creates a reporter: at most five errors, each once [ERR-5]. */
export function createReporter({ send, breadcrumbs, url, now }: ReporterPorts): Reporter {
  const reported = new Set<string>();
  const ids = new Map<unknown, Promise<string | null>>();
  return {
    report({ error, action = '', status }) {
      const same = `${action} ${status ?? ''} ${error}`;
      if (ids.has(error) || reported.has(same) || reported.size >= LIMITS.errorsAPage) return;
      reported.add(same);
      const context = status === undefined ? {} : { status };
      const notice = noticeOf(error, {
        url: url(),
        component: 'page',
        action,
        context,
        trail: breadcrumbs(),
        environment: 'browser',
        time: now().toISOString(),
      });
      ids.set(
        error,
        send(notice).catch(() => null),
      );
    },
    idOf: async (error) => (await ids.get(error)) ?? null,
  };
}

async function sendToShop(notice: Notice): Promise<string | null> {
  const response = await fetch(NOTICES_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': OWN_KEY },
    body: JSON.stringify(notice),
    keepalive: true,
    credentials: 'omit',
  });
  const body: unknown = response.status === 201 ? await response.json() : null;
  return typeof body === 'object' && body !== null && 'id' in body ? String(body.id) : null;
}

/** The reporter of this page. */
export const reporter = createReporter({
  send: sendToShop,
  breadcrumbs: startBreadcrumbs(),
  url: () => location.href,
  now: () => new Date(),
});
reportTo(reporter.report);
