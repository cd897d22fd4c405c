/** SQL of the office's list of webhooks. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { WebhookState } from '../model/record-states.ts';

export interface WebhookFilter {
  readonly markets: readonly Market[];
  readonly state: WebhookState | null;
  readonly orderNumber: number | null;
}

export interface WebhookPosition {
  readonly eventId: number;
  readonly id: string;
}

export interface WebhookRow extends WebhookPosition {
  readonly state: WebhookState;
  readonly event: string;
  readonly at: Date;
  readonly actor: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly orderId: string;
  readonly number: number;
  readonly market: Market;
  readonly url: string;
  readonly attempts: number;
  readonly lastResponse: string;
  readonly createdAt: Date;
  readonly nextAttemptAt: Date;
  readonly finishedAt: Date | null;
}

const ROW = `d.id, d.event_id as "eventId", d.state, e.event, e.at, e.actor, e.data, o.id as "orderId", o.number, o.market, d.url, d.attempts,
  d.last_response as "lastResponse", d.created_at as "createdAt", d.next_attempt_at as "nextAttemptAt", d.finished_at as "finishedAt"`;
const FROM = 'from webhook_deliveries d join order_events e on e.id = d.event_id join orders o on o.id = e.order_id';
/** The second condition is that of the index. */
const FILTER = `o.number is not null and o.market = any($1) and ($2::text is null or d.state = $2)
  and (coalesce($2::text, 'delivered') = 'delivered' or d.state <> 'delivered') and ($3::integer is null or o.number = $3)`;

const toValues = ({ markets, state, orderNumber }: WebhookFilter): unknown[] => [markets, state, orderNumber];

/** Lists webhooks before a position, the latest event first. */
export const listWebhooks = (db: Queryable, filter: WebhookFilter, before: WebhookPosition | null, limit: number): Promise<WebhookRow[]> =>
  db.queryMany<WebhookRow>({
    text: `select ${ROW} ${FROM} where ${FILTER} and ($4::bigint is null or (d.event_id, d.id) < ($4::bigint, $5::uuid))
      order by d.event_id desc, d.id desc limit $6`,
    values: [...toValues(filter), before?.eventId ?? null, before?.id ?? null, limit],
  });

/** Counts webhooks up to a limit. */
export async function countWebhooks(db: Queryable, filter: WebhookFilter, limit: number): Promise<number> {
  const row = await db.queryOne<{ count: number }>({
    text: `select count(*)::integer as count from (select 1 ${FROM} where ${FILTER} limit $4) found`,
    values: [...toValues(filter), limit],
  });
  return row?.count ?? 0;
}

/** Finds a webhook of one of the markets. */
export const findWebhook = (db: Queryable, id: string, markets: readonly Market[]): Promise<WebhookRow | null> =>
  db.queryOne<WebhookRow>({
    name: 'webhook-list.findWebhook',
    text: `select ${ROW} ${FROM} where d.id = $1 and o.number is not null and o.market = any($2)`,
    values: [id, markets],
  });

/** Lets webhooks of some markets be sent again, as often as new ones. @returns those that are */
export const resendWebhooks = (
  transaction: Transaction,
  ids: readonly string[],
  markets: readonly Market[],
): Promise<{ readonly id: string; readonly before: WebhookState; readonly market: Market }[]> =>
  transaction.queryMany<{ id: string; before: WebhookState; market: Market }>({
    name: 'webhook-list.resendWebhooks',
    text: `with found as (select d.id, d.state as before, o.market ${FROM} where d.id = any($1::uuid[]) and o.number is not null and o.market = any($2)
        for update of d),
      reset as (update webhook_deliveries d set state = 'pending', attempts = 0, next_attempt_at = now(), finished_at = null
        from found f where d.id = f.id)
      select id, before, market from found`,
    values: [ids, markets],
  });

/** Counts webhooks that were given up. */
export async function countFailedWebhooks(db: Queryable, markets: readonly Market[]): Promise<number> {
  const row = await db.queryOne<{ count: number }>({
    name: 'webhook-list.countFailedWebhooks',
    text: `select count(*)::integer as count ${FROM} where d.state = 'failed' and d.state <> 'delivered' and o.number is not null and o.market = any($1)`,
    values: [markets],
  });
  return row?.count ?? 0;
}
