/** Serves live changes to open screens as server-sent events. */
import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { importChangesAfter, latestImportChange } from '#domains/imports/server/import.repository.ts';
import { latestMemberEvent, memberEventsAfter } from '#domains/selling/clubs/server/office-member.repository.ts';
import { latestOrderEvent, orderEventsAfter } from '#domains/selling/orders/server/order-changes.repository.ts';
import { latestSheetChange, sheetChangesAfter } from '#domains/selling/stock/server/sheet.repository.ts';
import { OFFICE_ERRORS, type OfficeEndpointSpec } from '#domains/staff/model/office-call.ts';
import { type Grant, mayWith } from '#domains/staff/model/staff-actor.ts';
import { ownAccountContract } from '#domains/staff/own-account-contract.ts';
import { openSessionsOf } from '#domains/staff/server/live-session.repository.ts';
import type { OfficeRequest } from '#domains/staff/server/office-handlers.ts';
import { incidentChangesAfter, lastIncidentChange } from '#domains/system/server/health.repository.ts';
import { entriesAfter, lastEntryNumber } from '#domains/today/server/card-items.repository.ts';
import type { Database } from '#lib/db/pool.ts';
import { ApiError, toErrorBody } from '#lib/http/api-error.ts';
import type { CallerChecks } from '#lib/http/register-endpoints.ts';
import type { Market } from '#markets/market.ts';
import { activitySource } from './activity-source.ts';
import { type ChangeSource, createLiveChanges } from './live-changes.ts';
import type { LiveKindName } from './live-kinds.ts';

/** Path of the event stream. */
export const LIVE_PATH = '/office/v1/live';
const POLL_MS = 1_000;
/** Proxies close connections that are silent for longer, and a session that ended must not listen on. */
const CHECK_MS = 15_000;

export interface LiveOptions {
  readonly database: Database;
  readonly contextOf: (request: FastifyRequest, reply: FastifyReply) => OfficeRequest;
  readonly authenticate: CallerChecks<OfficeRequest, OfficeEndpointSpec>['authenticate'];
}

interface OpenStream {
  readonly sessionId: number;
  /** What its person may do, for as long as the stream is open. */
  readonly grants: readonly Grant[];
  readonly write: (text: string) => void;
  readonly close: () => void;
}

/** A change in a table of its own. Without a market it concerns every market. */
interface StoredChange {
  readonly number: number;
  readonly id: string;
  readonly event: string;
  readonly market?: Market;
}

/** A source with the changes of one kind of record. */
const sourceOf = (
  kind: LiveKindName,
  latest: () => Promise<number>,
  after: (number: number) => Promise<readonly StoredChange[]>,
): ChangeSource => ({
  name: kind,
  latest,
  after: async (from) =>
    (await after(from)).map(({ number, id, event, market }) => ({
      number,
      kind,
      id,
      event,
      markets: market === undefined ? [] : [market],
    })),
});

const refuse = (reply: FastifyReply): FastifyReply =>
  reply.code(401).header('cache-control', 'no-store').send(toErrorBody('sign_in_required', OFFICE_ERRORS.sign_in_required));

/** Serves the stream. It ends with the session, and with the server. */
export function serveLive(office: FastifyInstance, { database, contextOf, authenticate }: LiveOptions): void {
  const sources: ChangeSource[] = [
    sourceOf(
      'order',
      () => latestOrderEvent(database),
      (number) => orderEventsAfter(database, number),
    ),
    sourceOf(
      'membership',
      () => latestMemberEvent(database),
      (number) => memberEventsAfter(database, number),
    ),
    sourceOf(
      'import',
      () => latestImportChange(database),
      (number) => importChangesAfter(database, number),
    ),
    sourceOf(
      'stock_sheet',
      () => latestSheetChange(database),
      (number) => sheetChangesAfter(database, number),
    ),
    sourceOf(
      'form_entry',
      () => lastEntryNumber(database),
      (number) => entriesAfter(database, number),
    ),
    sourceOf(
      'incident',
      () => lastIncidentChange(database),
      (number) => incidentChangesAfter(database, number),
    ),
    activitySource(database),
  ];
  const streams = new Set<OpenStream>();
  let isEnding = false;
  let isPolling = false;

  /**
   * Ends the streams whose session ended, or whose person may do something else than when they opened. Their browsers reconnect and read
   * the screen again, which shows what the person may do now.
   */
  const renew = async (): Promise<void> => {
    const asked = [...streams];
    if (asked.length === 0) return;
    const open = await openSessionsOf(
      database,
      asked.map(({ sessionId }) => sessionId),
    );
    for (const { sessionId, grants, close } of asked) if (!isDeepStrictEqual(open.get(sessionId), grants)) close();
  };
  const closeAll = (): void => {
    for (const { close } of streams) close();
  };
  const changes = createLiveChanges(sources, () =>
    renew().catch((error: unknown) => {
      // Nobody is sent what they may no longer know. Browsers reconnect and load their screens again.
      closeAll();
      throw error;
    }),
  );

  const poll = async (): Promise<void> => {
    if (isPolling) return;
    isPolling = true;
    // A database that is down for a moment must not end the process; the next poll tells what was missed.
    await changes.poll().catch((error: unknown) => office.log.warn({ err: error }, 'live changes'));
    isPolling = false;
  };
  const check = async (): Promise<void> => {
    await renew().catch(() => undefined);
    for (const { write } of streams) write(': still here\n\n');
  };
  const timers = [setInterval(() => void poll(), POLL_MS).unref(), setInterval(() => void check(), CHECK_MS).unref()];
  office.decorate('endStreams', () => {
    isEnding = true;
    closeAll();
  });
  office.addHook('preClose', async () => {
    for (const timer of timers) clearInterval(timer);
    closeAll();
  });

  office.get(LIVE_PATH, { exposeHeadRoute: false, schema: { hide: true } }, async (request, reply) => {
    const context = contextOf(request, reply);
    try {
      await authenticate(context, ownAccountContract.mySessions);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return refuse(reply);
    }
    const { session, staff } = context;
    if (!session || !staff) throw new Error('a session was checked and is missing');
    await changes.prepare();
    const grants = (await openSessionsOf(database, [session.id])).get(session.id);
    if (!grants) return refuse(reply);
    reply.hijack();
    const { raw } = reply;
    // The browser left while the checks ran: its end would not be noticed any more.
    if (raw.destroyed) return reply;
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
    raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    raw.write('retry: 2000\n\n');
    const write = (text: string): void => {
      if (!raw.writableEnded) raw.write(text);
    };
    const stream: OpenStream = { sessionId: session.id, grants, write, close: () => raw.end() };
    const remove = changes.add({
      may: (permission, where) => !raw.writableEnded && mayWith(grants, permission, where),
      staffId: staff.id,
      send: (data) => write(`data: ${data}\n\n`),
    });
    streams.add(stream);
    if (isEnding) stream.close();
    raw.on('close', () => {
      streams.delete(stream);
      remove();
    });
    return reply;
  });
}
