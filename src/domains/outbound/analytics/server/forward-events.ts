/** Forwards collected events to the customer-data service until it accepts them. */
import type { Database } from '#lib/db/pool.ts';
import { isPage } from '#lib/http/external-response.ts';
import type { AnalyticsConfig } from '../model/analytics-config.ts';

const BATCH_SIZE = 100;
const TIMEOUT_MS = 10_000;
/** Attempts after which an event is no longer forwarded. */
const MAX_ATTEMPTS = 20;

interface Row {
  readonly day: string;
  readonly message_id: string;
  readonly event: Readonly<Record<string, unknown>>;
}

const TAKEN = `update analytics_events e set forward_at = null from jsonb_to_recordset($1::jsonb) as sent (day date, message_id text)
  where e.day = sent.day and e.message_id = sent.message_id`;

/** Returns the request that forwards events. */
export const batchRequest = (service: NonNullable<AnalyticsConfig['service']>, events: readonly Readonly<Record<string, unknown>>[]) => ({
  url: `${service.host}/v1/batch`,
  headers: { 'content-type': 'application/json', authorization: `Basic ${Buffer.from(`${service.writeKey}:`).toString('base64')}` },
  body: JSON.stringify({ batch: events, sentAt: new Date().toISOString() }),
});

/**
 * Forwards one batch. Claims rows by moving their next attempt, so that two processes send different ones and those of a killed process
 * are sent later. The service deduplicates by id. Returns how many were accepted.
 */
export async function forwardEvents(database: Database, service: AnalyticsConfig['service']): Promise<number> {
  if (!service) return 0;
  const rows = await database.queryMany<Row>({
    name: 'forward-events.forwardEvents',
    text: `update analytics_events e set forward_at = case when e.forward_attempts + 1 >= $2 then null
          else now() + make_interval(secs => least(3600, 30 * power(2, least(e.forward_attempts, 10)))) end, forward_attempts = e.forward_attempts + 1
      from (select day, message_id from analytics_events where forward_at <= now() order by forward_at limit $1 for update skip locked) as due
      where e.day = due.day and e.message_id = due.message_id returning e.day::text, e.message_id, e.event`,
    values: [BATCH_SIZE, MAX_ATTEMPTS],
  });
  if (rows.length === 0) return 0;
  const { url, headers, body } = batchRequest(
    service,
    rows.map(({ event }) => event),
  );
  const status = await fetch(url, {
    method: 'POST',
    headers,
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).then(
    (response) => (isPage(response) ? 0 : response.status),
    () => 0,
  );
  // Events that the service rejects permanently are not sent again.
  const isDone = status >= 200 && status < 500 && status !== 429 && status !== 401 && status !== 408;
  if (!isDone) return 0;
  await database.execute({ text: TAKEN, values: [JSON.stringify(rows.map(({ day, message_id }) => ({ day, message_id })))] });
  return rows.length;
}
