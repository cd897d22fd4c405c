/** Handlers of the office's calls about webhooks, errors and disputes. */
import { z } from 'zod';
import { noticesOf, type StoredNotice } from '#domains/outbound/error-reports/server/error-group.repository.ts';
import { createSourceMapResolver } from '#domains/outbound/error-reports/server/source-maps.ts';
import { webhookBody } from '#domains/selling/orders/server/webhooks.ts';
import { lastChangeOf, recordActivity } from '#domains/staff/server/activity.repository.ts';
import { fromCursor, MAX_EXACT_TOTAL, pageOf, toTotal } from '#domains/staff/server/list-cursor.ts';
import { type OfficeEndpoint, type OfficeHandlers, officeHandlers } from '#domains/staff/server/office-handlers.ts';
import type { Database } from '#lib/db/pool.ts';
import { toDecimal } from '#lib/money.ts';
import { fail, ok } from '#lib/result.ts';
import { getMarketConfig } from '#markets/market.ts';
import { keptErrors } from '../messages/errors.ts';
import { type SystemDispute, type SystemErrorGroup, type SystemWebhook, systemRecordsContract } from '../records-contract.ts';
import { answerDispute, type DisputeRow, lastAnswerTo, listOfficeDisputes, lockDispute } from './dispute-list.repository.ts';
import { changeErrorGroups, countErrorGroups, type ErrorGroupRow, findErrorGroup, listErrorGroups } from './error-list.repository.ts';
import { countWebhooks, findWebhook, listWebhooks, resendWebhooks, type WebhookRow } from './webhook-list.repository.ts';

/** Frames and characters of a stack that the screen shows. */
const MAX_FRAMES = 20;

const webhookPosition = z.object({ eventId: z.int(), id: z.uuid() });
const disputePosition = z.object({
  part: z.int().min(0).max(2),
  key: z.string().regex(/^(?:-?\d{1,12}(?:\.\d{1,6})?|Infinity)$/),
  gateway: z.string().max(40),
  id: z.string().max(200),
});
const errorPosition = z.object({ key: z.iso.datetime(), id: z.string().max(64) });

/** Query and credentials of an address may be secrets. */
function withoutSecrets(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

const viewWebhook = (row: WebhookRow): SystemWebhook => ({
  id: row.id,
  state: row.state,
  event: row.event,
  order: { id: row.orderId, number: row.number, market: row.market },
  url: withoutSecrets(row.url),
  attempts: row.attempts,
  lastResponse: row.lastResponse,
  createdAt: row.createdAt.toISOString(),
  nextAttemptAt: row.state === 'pending' ? row.nextAttemptAt.toISOString() : null,
  finishedAt: row.finishedAt?.toISOString() ?? null,
});

const viewError = ({ id, className, message, firstSeen, lastSeen, ...row }: ErrorGroupRow): SystemErrorGroup => ({
  id,
  status: row.status,
  source: row.source,
  title: `${className}: ${message}`,
  component: row.component,
  occurrences: row.occurrences,
  firstSeen: firstSeen.toISOString(),
  lastSeen: lastSeen.toISOString(),
  statusBy: row.statusBy,
});

const viewDispute = ({ orderId, number, market, amountCents, ...row }: DisputeRow): SystemDispute => ({
  gateway: row.gateway,
  id: row.id,
  order: { id: orderId, number, market },
  amount: toDecimal(amountCents),
  currency: getMarketConfig(market).currency,
  reason: row.reason,
  status: row.status,
  state: row.state,
  evidenceDueAt: row.evidenceDueAt?.toISOString() ?? null,
  openedAt: row.openedAt.toISOString(),
  closedAt: row.closedAt?.toISOString() ?? null,
  answeredAt: row.answeredAt?.toISOString() ?? null,
  answeredBy: row.answeredBy,
});

const orderNumberOf = (q: string | undefined): number | null => {
  const digits = q?.replace(/^#/, '') ?? '';
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
};

function recordHandlers(database: Database, mapsFolder: string): OfficeHandlers<typeof systemRecordsContract> {
  const resolvePosition = createSourceMapResolver(mapsFolder);
  const viewReport = async ({ id, notice: { error, request }, comment, received_at }: StoredNotice) => ({
    id,
    at: received_at.toISOString(),
    where: [request.component, request.action, request.url].filter(Boolean).join(' · '),
    stack: await Promise.all(
      error.backtrace.slice(0, MAX_FRAMES).map(async (frame) => `${frame.method} (${await resolvePosition(frame)})`),
    ),
    comment,
  });
  return {
    systemWebhooks: async ({ q, cursor, limit, 'filter[state]': state }, { staff: { markets } }) => {
      const before = fromCursor(cursor, webhookPosition);
      if (!before.ok) return before;
      const orderNumber = orderNumberOf(q);
      // What is no number of an order finds nothing.
      if (q !== undefined && q !== '' && orderNumber === null) return ok({ rows: [], nextCursor: null, total: 0 });
      const filter = { markets, state: state ?? null, orderNumber };
      const [rows, count] = await Promise.all([
        listWebhooks(database, filter, before.value, limit + 1),
        countWebhooks(database, filter, MAX_EXACT_TOTAL + 1),
      ]);
      const { page, nextCursor } = pageOf(rows, limit, ({ eventId, id }) => ({ eventId, id }));
      return ok({ rows: page.map(viewWebhook), nextCursor, total: toTotal(count) });
    },
    systemWebhook: async ({ id }, { staff }) => {
      const row = await findWebhook(database, id, staff.markets);
      if (row === null) return fail('not_found');
      const payload: unknown = staff.may('customers.read', row.market) ? JSON.parse(await webhookBody(database, row)) : null;
      return ok({ ...viewWebhook(row), payload });
    },
    resendSystemWebhooks: ({ ids }, { staff }) =>
      database.transaction(async (transaction) => {
        const sent = await resendWebhooks(transaction, ids, staff.markets);
        if (sent.length === 0) return fail('not_found');
        for (const { id, before, market } of sent)
          await recordActivity(transaction, staff, {
            action: 'webhook.resent',
            subject: { kind: 'webhook', id },
            market,
            before: { state: before },
            after: { state: 'pending' },
          });
        return ok({ done: sent.length });
      }),
    systemErrors: async ({ q, cursor, limit, 'filter[status]': status, 'filter[source]': source }) => {
      const before = fromCursor(cursor, errorPosition);
      if (!before.ok) return before;
      const filter = { status: status ?? null, source: source ?? null, words: q ? q.toLowerCase() : null };
      const [rows, count] = await Promise.all([
        listErrorGroups(database, filter, before.value, limit + 1),
        countErrorGroups(database, filter, MAX_EXACT_TOTAL + 1),
      ]);
      const { page, nextCursor } = pageOf(rows, limit, ({ key, id }) => ({ key, id }));
      return ok({ rows: page.map(viewError), nextCursor, total: toTotal(count) });
    },
    systemError: async ({ id }) => {
      const row = await findErrorGroup(database, id);
      if (row === null) return fail('not_found');
      return ok({ ...viewError(row), reports: await Promise.all((await noticesOf(database, id)).map(viewReport)) });
    },
    changeSystemErrors: ({ errors, status }, { staff }) =>
      database.transaction(async (transaction) => {
        const found = await changeErrorGroups(transaction, errors, status, staff.name);
        if (found.length === 0) return fail('not_found');
        const changed: string[] = [];
        const kept: { id: string; reason: string }[] = [];
        for (const { id, before, isChanged } of found) {
          const subject = { kind: 'error', id } as const;
          if (!isChanged) {
            const { who, when } = await lastChangeOf(transaction, subject);
            kept.push({ id, reason: before === 'open' ? keptErrors.opened : keptErrors.changed(who, when) });
            continue;
          }
          changed.push(id);
          await recordActivity(transaction, staff, { action: 'error.changed', subject, before: { status: before }, after: { status } });
        }
        return ok({ changed, kept });
      }),
    systemDisputes: async ({ q, cursor, limit, sort, 'filter[state]': states, 'filter[market]': chosen }, { staff }) => {
      const after = fromCursor(cursor, disputePosition);
      if (!after.ok) return after;
      const orderNumber = orderNumberOf(q);
      // What is no number of an order finds nothing.
      if (q !== undefined && q !== '' && orderNumber === null) return ok({ rows: [], nextCursor: null, total: 0 });
      const markets = staff.markets.filter((market) => chosen?.includes(market) ?? true);
      const rows = await listOfficeDisputes(database, { markets, orderNumber, states: states ?? null, sort }, after.value, limit + 1);
      const { page, nextCursor } = pageOf(rows, limit, ({ part, key, gateway, id }) => ({ part, key, gateway, id }));
      return ok({ rows: page.map(viewDispute), nextCursor, total: rows[0]?.total ?? 0 });
    },
    answerSystemDispute: ({ gateway, id, answeredAt, isAnswered }, { staff }) =>
      database.transaction(async (transaction) => {
        const dispute = await lockDispute(transaction, { gateway, id }, staff.markets);
        if (dispute === null) return fail('not_found');
        if ((dispute.answeredAt?.getTime() ?? null) !== (answeredAt === null ? null : Date.parse(answeredAt)))
          return fail('changed_meanwhile', await lastAnswerTo(transaction, dispute.orderId, id));
        if ((dispute.answeredAt !== null) === isAnswered) return ok({ answeredAt });
        const marked = await answerDispute(transaction, { gateway, id }, isAnswered ? staff.name : null);
        await recordActivity(transaction, staff, {
          action: isAnswered ? 'order.dispute_answered' : 'order.dispute_reopened',
          subject: { kind: 'order', id: dispute.orderId },
          market: dispute.market,
          before: { dispute: id, isAnswered: !isAnswered },
          after: { dispute: id, isAnswered },
        });
        return ok({ answeredAt: marked?.answeredAt?.toISOString() ?? null });
      }),
  };
}

/** Binds the office's calls about webhooks, errors and disputes. @param mapsFolder source maps of the build */
export const systemRecordEndpoints = (database: Database, mapsFolder: string): OfficeEndpoint[] =>
  officeHandlers(systemRecordsContract, recordHandlers(database, mapsFolder));
